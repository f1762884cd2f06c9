#include "arena/rights.h"

static bool is_owner(const Person *person, const BotRights *bot) {
    return person->id != 0 && person->id == bot->owner_id;
}

bool rights_is_staff(const Person *person) {
    return person->id != 0 && person->role >= ROLE_TEACHER;
}

bool rights_change_bot(const Person *person, const BotRights *bot) {
    bool is_admin = person->id != 0 && person->role == ROLE_ADMIN;
    return is_owner(person, bot) || (bot->owner_id == 0 && is_admin);
}

static bool is_owner_or_staff(const Person *person, const BotRights *bot) {
    return is_owner(person, bot) || rights_is_staff(person);
}

bool rights_stop_bot(const Person *person, const BotRights *bot) {
    return is_owner_or_staff(person, bot);
}

bool rights_see_source(const Person *person, const BotRights *bot) {
    return bot->is_shared || is_owner_or_staff(person, bot);
}

bool rights_see_log(const Person *person, const BotRights *bot) {
    return is_owner_or_staff(person, bot);
}
