#pragma once
// Who may see or change what belongs to somebody: every such decision of the arena, in one place.
//
// The routes say which roles may ask at all (api/api.h); what depends on the owner is decided here,
// and nowhere else. Nobody is a Person with the id 0. What is refused is answered as if it were not
// there (404) where its being there is a secret, else as forbidden (403).
//
// Teachers and admins (staff) see everything of everybody: they judge it.

#include "arena/person.h"

// What decides about a bot.
typedef struct BotRights {
    int64_t owner_id; // 0: one of the house, which belongs to the admins
    bool is_shared;   // its owner shows its source to everybody
} BotRights;

bool rights_is_staff(const Person *person);

// New versions, its name, its active version, whether it is shared, games with its drafts,
// contests: its owner; the house's: admins.
bool rights_change_bot(const Person *person, const BotRights *bot);

// Pause it, retire it, let it play again: its owner or staff.
bool rights_stop_bot(const Person *person, const BotRights *bot);

// The source of its versions: its owner, staff, and everybody if it is shared.
bool rights_see_source(const Person *person, const BotRights *bot);

// What the compiler and the program itself said (messages, standard error, conversation): its owner
// and staff. Sharing the source does not share this.
bool rights_see_log(const Person *person, const BotRights *bot);
