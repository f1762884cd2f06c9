#pragma once
// A folder of files by name, bounded in bytes: what was used least recently goes first.
//
// Any number of threads and processes may share a folder. A file appears whole or not at all, but
// nothing is synchronised: after a power cut an entry may be torn or gone, so whoever reads one
// checks it. A cache that fails costs time, never a result.

#include "base/text.h"

typedef struct FileCache {
    const char *folder; // made at the first file_cache_put, but not the folders above it
    size_t limit_bytes; // of all files together
} FileCache;

// The longest key; keys are letters, digits, dashes and underscores.
#define FILE_CACHE_KEY_MAX 128

// Appends the file of a key, and counts that as a use. False, with nothing appended, if there is
// none.
bool file_cache_get(const FileCache *cache, const char *key, Text *out);

// Keeps a file under a key, in the place of an older one, and removes others if they are too many.
bool file_cache_put(const FileCache *cache, const char *key, Slice bytes, Error *error);

// Removes a file that turned out to be of no use.
void file_cache_drop(const FileCache *cache, const char *key);
