#pragma once
// Invitations: codes with which people make an account where registration is by invitation.
//
// A code is short enough to be typed from a blackboard: 80 random bits as four groups of four
// letters and digits. Tries are limited, and it lasts for so many uses and so long.

#include "arena/person.h"
#include "store/store.h"

#define INVITATION_CODE_SIZE 20 // XXXX-XXXX-XXXX-XXXX with the terminator
#define INVITATION_USES_MAX 1000
#define INVITATION_MS_MAX (365 * 24 * 3600 * INT64_C(1000))

typedef struct Invitation {
    PersonRole role; // of those who come with it: student or teacher
    int64_t uses;
    int64_t lasts_ms;
} Invitation;

void invitation_make_code(char out[INVITATION_CODE_SIZE]);

// Keeps an invitation with a code that was just made. Returns its id.
int64_t invitation_add(StoreTx *tx, const Person *maker, const Invitation *invitation,
    const char code[INVITATION_CODE_SIZE]);

// Whether a code, in any case and with or without hyphens, would be taken. BAD_INVITATION.
bool invitation_check(StoreTx *tx, Slice code, Error *error);

// Takes one use of it. BAD_INVITATION if it is unknown, used up or too old.
bool invitation_use(StoreTx *tx, Slice code, PersonRole *role, Error *error);

// Revokes it. NOT_FOUND.
bool invitation_remove(StoreTx *tx, int64_t id, const char *actor, Error *error);

typedef struct InvitationRow {
    int64_t id;
    const char *hint; // how the code begins
    const char *role;
    const char *maker;
    int64_t created_ms;
    int64_t expires_ms;
    int64_t use_count;
    int64_t uses_max;
} InvitationRow;

// Shows up to `limit` of those that can still be used, the ids above `after`.
typedef void InvitationVisit(void *context, const InvitationRow *row);
void invitation_list(
    StoreTx *tx, int64_t after, int64_t limit, InvitationVisit *visit, void *context);
