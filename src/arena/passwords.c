#include "arena/passwords.h"

#include <assert.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena/common_passwords.h"
#include "base/utf8.h"

static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash must fit");

#define RETRY_S 2 // the time of some dozen hashes

const PasswordCost PASSWORD_COST = {
    crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE};
const PasswordCost PASSWORD_COST_MIN = {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN};

struct Passwords {
    PasswordOptions options;
    char dummy[PASSWORD_HASH_SIZE]; // of a password that nobody knows
    pthread_mutex_t mutex;
    pthread_cond_t turn;
    int hashing_count;
    int waiting_count;
};

static void hash_now(const PasswordCost *cost, Slice password, char out[PASSWORD_HASH_SIZE]) {
    if (crypto_pwhash_str_alg(out, password.data, password.size, cost->passes, cost->memory_bytes,
            crypto_pwhash_ALG_ARGON2ID13) != 0) {
        abort(); // no memory
    }
}

Passwords *passwords_new(const PasswordOptions *options) {
    Passwords *passwords = calloc(1, sizeof *passwords);
    if (!passwords || sodium_init() < 0) {
        abort();
    }
    passwords->options = *options;
    pthread_mutex_init(&passwords->mutex, NULL);
    pthread_cond_init(&passwords->turn, NULL);
    char nobody_knows[32];
    randombytes_buf(nobody_knows, sizeof nobody_knows);
    hash_now(&options->cost, (Slice){nobody_knows, sizeof nobody_knows}, passwords->dummy);
    sodium_memzero(nobody_knows, sizeof nobody_knows);
    return passwords;
}

void passwords_free(Passwords *passwords) {
    if (passwords) {
        pthread_cond_destroy(&passwords->turn);
        pthread_mutex_destroy(&passwords->mutex);
        free(passwords);
    }
}

// Waits for one's turn to hash. False if too many wait already.
static bool begin(Passwords *passwords, Error *error) {
    const PasswordOptions *options = &passwords->options;
    pthread_mutex_lock(&passwords->mutex);
    bool is_full = passwords->hashing_count >= options->at_once;
    bool is_taken = !is_full || passwords->waiting_count < options->waiting_max;
    if (is_taken) {
        passwords->waiting_count++;
        while (passwords->hashing_count >= options->at_once) {
            pthread_cond_wait(&passwords->turn, &passwords->mutex);
        }
        passwords->waiting_count--;
        passwords->hashing_count++;
    }
    pthread_mutex_unlock(&passwords->mutex);
    return is_taken || error_set(error, ERROR_TOO_MANY_TRIES,
                           "too many people sign in just now: try again in %d s", RETRY_S);
}

static void end(Passwords *passwords) {
    pthread_mutex_lock(&passwords->mutex);
    passwords->hashing_count--;
    pthread_cond_signal(&passwords->turn);
    pthread_mutex_unlock(&passwords->mutex);
}

bool passwords_hash(
    Passwords *passwords, Slice password, char out[PASSWORD_HASH_SIZE], Error *error) {
    if (!begin(passwords, error)) {
        return false;
    }
    hash_now(&passwords->options.cost, password, out);
    end(passwords);
    return true;
}

bool passwords_verify(Passwords *passwords, Slice password, const char *hash,
    PasswordVerdict *verdict, Error *error) {
    if (!begin(passwords, error)) {
        return false;
    }
    const PasswordCost *cost = &passwords->options.cost;
    const char *compared = hash ? hash : passwords->dummy;
    bool is_equal = crypto_pwhash_str_verify(compared, password.data, password.size) == 0;
    end(passwords);
    verdict->is_right = hash && is_equal;
    verdict->is_stale = verdict->is_right &&
                        crypto_pwhash_str_needs_rehash(hash, cost->passes, cost->memory_bytes) != 0;
    return true;
}

// Which passwords

static bool equals(Slice password, const char *text) {
    return password.size == strlen(text) && strncasecmp(password.data, text, password.size) == 0;
}

// Whether every byte is the one before plus `step`: aaaaaaaa, 12345678, 87654321.
static bool is_sequence(Slice password, int step) {
    for (size_t i = 1; i < password.size; i++) {
        if (password.data[i] - password.data[i - 1] != step) {
            return false;
        }
    }
    return true;
}

static bool is_common(Slice password, Slice name) {
    for (const char *const *common = COMMON_PASSWORDS; *common; common++) {
        if (equals(password, *common)) {
            return true;
        }
    }
    bool is_name = name.size > 0 && password.size >= name.size &&
                   strncasecmp(password.data, name.data, name.size) == 0;
    // The name with at most three letters after it is the name.
    return (is_name && password.size - name.size <= 3) || is_sequence(password, 0) ||
           is_sequence(password, 1) || is_sequence(password, -1);
}

bool password_check(Slice password, Slice name, Error *error) {
    int count = 0;
    for (Slice rest = password; rest.size > 0 && count <= PASSWORD_MAX; count++) {
        utf8_next(&rest);
    }
    if (count < PASSWORD_MIN || count > PASSWORD_MAX) {
        return error_set(error, ERROR_PASSWORD_LENGTH, "a password has %d to %d characters",
            PASSWORD_MIN, PASSWORD_MAX);
    }
    return !is_common(password, name) ||
           error_set(error, ERROR_PASSWORD_COMMON,
               "that password is among the first that anybody tries: choose another one");
}
