#include "arena/person.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wctype.h>

static const char *const ROLES[] = {
    [ROLE_STUDENT] = "student",
    [ROLE_TEACHER] = "teacher",
    [ROLE_ADMIN] = "admin",
};

const char *person_role_name(PersonRole role) {
    return ROLES[role];
}

bool person_role_find(Slice name, PersonRole *out) {
    for (PersonRole role = ROLE_STUDENT; role <= ROLE_ADMIN; role++) {
        if (slice_is(name, ROLES[role])) {
            *out = role;
            return true;
        }
    }
    return false;
}

// The character classes of Unicode, which glibc always has.
static locale_t open_unicode(void) {
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
}

static bool is_name(Slice name, locale_t unicode) {
    int count = 0;
    for (; name.size > 0; count++) {
        uint32_t letter = utf8_next(&name);
        bool is_sign = letter < 0x80 && letter != 0 && strchr("-_.", (int)letter);
        if (!iswalnum_l((wint_t)letter, unicode) && (!is_sign || count == 0)) {
            return false;
        }
    }
    return count >= PERSON_NAME_MIN && count <= PERSON_NAME_MAX;
}

bool person_name_check(Slice name, const char *whose, Error *error) {
    locale_t unicode = open_unicode();
    bool is_right = unicode && name.size < PERSON_NAME_SIZE && is_name(name, unicode);
    if (unicode) {
        freelocale(unicode);
    }
    if (!is_right) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_NAME,
            "%s is no name for %s: %d to %d letters, digits, -, _ and . only",
            slice_quote(name, quoted), whose, PERSON_NAME_MIN, PERSON_NAME_MAX);
    }
    return true;
}

void person_name_key(Slice name, char out[PERSON_NAME_SIZE]) {
    locale_t unicode = open_unicode();
    Text key;
    text_init(&key);
    while (name.size > 0 && key.size + 4 < PERSON_NAME_SIZE) {
        utf8_add(&key, (uint32_t)towlower_l((wint_t)utf8_next(&name), unicode));
    }
    snprintf(out, PERSON_NAME_SIZE, "%s", key.data);
    text_release(&key);
    freelocale(unicode);
}
