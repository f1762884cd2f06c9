#pragma once
// Accounts: how people come in, prove who they are, and leave.
//
// A failed sign-in reveals nothing: an unknown name, a closed account and a wrong password get the
// same refusal after the same time. Tries are limited by account and by address, in the store, and
// hashes of passwords by how many are made at once (passwords.h). Everything that lasts is written
// to the audit trail.
//
// Any thread. Nothing here keeps a password or a secret.

#include "arena/passwords.h"
#include "arena/sessions.h"

typedef struct Accounts Accounts;

typedef struct AccountsOptions {
    Store *store; // must outlive the accounts
    PasswordOptions passwords;
} AccountsOptions;

Accounts *accounts_new(const AccountsOptions *options);
void accounts_free(Accounts *accounts);

// Who has signed in, and the secret of his new session, to be shown once.
typedef struct SignedIn {
    Person person;
    char secret[SECRET_SIZE];
} SignedIn;

// SIGN_IN_FAILED, TOO_MANY_TRIES.
bool accounts_sign_in(Accounts *accounts, Slice name, Slice password, const SessionOrigin *origin,
    SignedIn *out, Error *error);

// What somebody has to say who wants an account.
typedef struct NewAccount {
    Slice name;
    Slice password;
    Slice code; // of an invitation, or a link
} NewAccount;

// Makes an account, and signs in. REGISTRATION_CLOSED, BAD_INVITATION, BAD_NAME, NAME_TAKEN,
// PASSWORD_LENGTH, PASSWORD_COMMON, TOO_MANY_TRIES.
bool accounts_register(Accounts *accounts, const NewAccount *wanted, const SessionOrigin *origin,
    SignedIn *out, Error *error);

// The same for an admin with a one-time link. BAD_LINK.
bool accounts_set_up(Accounts *accounts, const NewAccount *wanted, const SessionOrigin *origin,
    SignedIn *out, Error *error);

// A new password by a one-time link: all sessions and tokens of the person end, and he signs in.
// BAD_LINK, PASSWORD_LENGTH, PASSWORD_COMMON, TOO_MANY_TRIES.
bool accounts_reset_password(Accounts *accounts, Slice link, Slice password,
    const SessionOrigin *origin, SignedIn *out, Error *error);

// A new password by the old one: the person's other sessions end. SIGN_IN_FAILED, PASSWORD_LENGTH,
// PASSWORD_COMMON, TOO_MANY_TRIES.
bool accounts_change_password(Accounts *accounts, const Person *person, int64_t session_id,
    Slice old_password, Slice new_password, Error *error);

// Deletes the account for good (people.h). SIGN_IN_FAILED, LAST_ADMIN, TOO_MANY_TRIES.
bool accounts_delete(Accounts *accounts, const Person *person, Slice password, Error *error);
