#include "arena/invitations.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "base/text.h"
#include "jobs/audit.h"

#define HINT_SIZE 5
#define LETTERS 16

// Without letters that look like digits (Crockford's base 32).
static const char ALPHABET[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

void invitation_make_code(char out[INVITATION_CODE_SIZE]) {
    char *end = out;
    for (int i = 0; i < LETTERS; i++) {
        if (i > 0 && i % 4 == 0) {
            *end++ = '-';
        }
        *end++ = ALPHABET[randombytes_uniform(sizeof ALPHABET - 1)];
    }
    *end = '\0';
}

// The letter that somebody meant who wrote what looks like it.
static char meant_letter(char letter) {
    char upper = (char)toupper((unsigned char)letter);
    return upper == 'O' ? '0' : upper == 'I' || upper == 'L' ? '1' : upper;
}

// The hash of a code, however it is written.
static Sha256 code_hash(Slice code) {
    Text letters;
    text_init(&letters);
    for (size_t i = 0; i < code.size; i++) {
        if (code.data[i] != '-' && code.data[i] != ' ') {
            text_add_byte(&letters, meant_letter(code.data[i]));
        }
    }
    Sha256 hash = sha256_of(text_slice(&letters));
    text_release(&letters);
    return hash;
}

int64_t invitation_add(StoreTx *tx, const Person *maker, const Invitation *invitation,
    const char code[INVITATION_CODE_SIZE]) {
    Sha256 hash = code_hash(slice_from(code));
    char hint[HINT_SIZE];
    snprintf(hint, sizeof hint, "%s", code);
    Slice role = slice_from(person_role_name(invitation->role));
    Query *query = query_begin(tx, "invitations_add");
    query_bind_blob(query, 1, sha256_slice(&hash));
    query_bind_text(query, 2, slice_from(hint));
    query_bind_text(query, 3, role);
    query_bind_int(query, 4, maker->id);
    query_bind_int(query, 5, invitation->lasts_ms);
    query_bind_int(query, 6, invitation->uses);
    int64_t id = query_take_int(query);
    audit_add(tx, maker->name, "invitation-added", slice_from(hint), role);
    return id;
}

static bool bad_invitation(Error *error) {
    return error_set(error, ERROR_BAD_INVITATION, "that invitation is unknown, used up or too old");
}

bool invitation_check(StoreTx *tx, Slice code, Error *error) {
    Sha256 hash = code_hash(code);
    Query *query = query_begin(tx, "invitations_check");
    query_bind_blob(query, 1, sha256_slice(&hash));
    return query_take_int(query) != 0 || bad_invitation(error);
}

bool invitation_use(StoreTx *tx, Slice code, PersonRole *role, Error *error) {
    Sha256 hash = code_hash(code);
    Query *query = query_begin(tx, "invitations_use");
    query_bind_blob(query, 1, sha256_slice(&hash));
    bool is_used = query_step(query) && person_role_find(query_column_text(query, 0), role);
    query_end(query);
    return is_used || bad_invitation(error);
}

bool invitation_remove(StoreTx *tx, int64_t id, const char *actor, Error *error) {
    Query *query = query_begin(tx, "invitations_remove");
    query_bind_int(query, 1, id);
    bool is_removed = query_step(query);
    if (is_removed) {
        audit_add(tx, actor, "invitation-removed", query_column_text(query, 0), slice_from(""));
    }
    query_end(query);
    return is_removed || error_set(error, ERROR_NOT_FOUND, "there is no such invitation");
}

void invitation_list(
    StoreTx *tx, int64_t after, int64_t limit, InvitationVisit *visit, void *context) {
    Query *query = query_begin(tx, "invitations_list");
    query_bind_int(query, 1, after);
    query_bind_int(query, 2, limit);
    while (query_step(query)) {
        visit(context, &(InvitationRow){
                           .id = query_column_int(query, 0),
                           .hint = query_column_text(query, 1).data,
                           .role = query_column_text(query, 2).data,
                           .maker = query_column_text(query, 3).data,
                           .created_ms = query_column_int(query, 4),
                           .expires_ms = query_column_int(query, 5),
                           .use_count = query_column_int(query, 6),
                           .uses_max = query_column_int(query, 7),
                       });
    }
    query_end(query);
}
