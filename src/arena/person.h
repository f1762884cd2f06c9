#pragma once
// A person of the arena: what the rights of a request depend on.

#include "base/slice.h"
#include "base/utf8.h"

#define PERSON_NAME_MIN 2 // characters
#define PERSON_NAME_MAX 32
#define PERSON_NAME_SIZE (PERSON_NAME_MAX * 4 + 1)

// Each role may do all that those before it may.
typedef enum PersonRole { ROLE_STUDENT, ROLE_TEACHER, ROLE_ADMIN } PersonRole;

typedef struct Person {
    int64_t id; // 0: nobody
    char name[PERSON_NAME_SIZE];
    PersonRole role;
} Person;

// "student", "teacher" or "admin"; and back, false if it is none of them.
const char *person_role_name(PersonRole role);
bool person_role_find(Slice name, PersonRole *out);

// Whether a text can be a name, of `whose` says whom ("a person", "a bot"): 2 to 32 letters of any
// script, digits, -, _ and ., the first of them a letter or a digit. BAD_NAME.
bool person_name_check(Slice name, const char *whose, Error *error);

// The name without regard to case, by which it is unique. What can be no name is cut and mended.
void person_name_key(Slice name, char out[PERSON_NAME_SIZE]);
