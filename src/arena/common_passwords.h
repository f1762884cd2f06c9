#pragma once
// Passwords of 8 characters or more that head every published list of leaked ones, and what people
// choose for a site of this name. Ended by null; compared without regard to case.

extern const char *const COMMON_PASSWORDS[];
