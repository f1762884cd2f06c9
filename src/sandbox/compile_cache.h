#pragma once
// Results of compilations, kept in a folder by the hash of all that they depend on.

#include "base/file_cache.h"
#include "base/sha256.h"
#include "sandbox/compile.h"

// The key of a source that is compiled by these words (null at the end) of a compiler of this
// version. Returns `out`.
const char *compile_cache_key(
    const char *const *words, Slice version, Slice source, char out[SHA256_TEXT_SIZE]);

// Fills in a result; its version stays. False, with the result as it was, if none is kept.
bool compile_cache_get(const FileCache *cache, const char *key, CompileResult *result);

// Keeps a result that depends on the source alone; others, such as COMPILE_TOO_SLOW, are not kept.
// A folder that cannot be written to is no error.
void compile_cache_put(const FileCache *cache, const char *key, const CompileResult *result);
