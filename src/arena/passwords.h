#pragma once
// Passwords: which are taken, and how they are kept (Argon2id of libsodium).
//
// A hash costs time and memory on purpose, so only few are made at once: others wait their turn for
// a moment, and beyond that people are asked to come back. Otherwise signing in would be a way to
// stop the server.

#include <stdint.h>

#include "base/error.h"
#include "base/slice.h"

// In characters; a password is any UTF-8.
#define PASSWORD_MIN 8
#define PASSWORD_MAX 256

#define PASSWORD_HASH_SIZE 128 // with the terminator; crypto_pwhash_STRBYTES

typedef struct PasswordCost {
    uint64_t passes;
    size_t memory_bytes;
} PasswordCost;

// libsodium's "interactive": 2 passes over 64 MiB, more than OWASP's floor of 19 MiB.
extern const PasswordCost PASSWORD_COST;
// The least that the algorithm takes, for tests.
extern const PasswordCost PASSWORD_COST_MIN;

typedef struct PasswordOptions {
    PasswordCost cost;
    int at_once;     // hashes that are made at a time
    int waiting_max; // others that may wait for their turn
} PasswordOptions;

typedef struct Passwords Passwords;

Passwords *passwords_new(const PasswordOptions *options);
void passwords_free(Passwords *passwords);

// Whether a password can be chosen by somebody of that name. PASSWORD_LENGTH; PASSWORD_COMMON if it
// is among those that are tried first: a common one, the name, one letter again and again, or a row
// of the keyboard.
bool password_check(Slice password, Slice name, Error *error);

// TOO_MANY_TRIES if too many others wait.
bool passwords_hash(
    Passwords *passwords, Slice password, char out[PASSWORD_HASH_SIZE], Error *error);

typedef struct PasswordVerdict {
    bool is_right;
    bool is_stale; // it was hashed at another cost: hash it again
} PasswordVerdict;

// Compares a password with a hash. A null hash takes the same time and is never right, so
// that the time does not tell whether there is such an account. TOO_MANY_TRIES.
bool passwords_verify(
    Passwords *passwords, Slice password, const char *hash, PasswordVerdict *verdict, Error *error);
