#pragma once
// Sources, binaries, logs and samples: bytes that are named by their SHA-256, so each is stored and
// sent once, with a count of who refers to it.
//
// Most functions run in the caller's transaction, with its sticky errors. Clients upload a blob
// before they refer to it, so one without references stays for a grace time after it was last put,
// touched or unreferenced. A new table that refers to blobs needs blob_ref and blob_unref for each
// row, and a new definition of the view blob_uses (migrations/0001-base.sql).

#include "base/sha256.h"
#include "base/text.h"
#include "store/store.h"

#define BLOB_SIZE_MAX (64u << 20)
#define BLOB_GRACE_MS (24 * 3600 * INT64_C(1000))

// Puts bytes there unless they are there already, and returns their name. More than BLOB_SIZE_MAX
// fails the transaction with TOO_LARGE.
Sha256 blob_put(StoreTx *tx, Slice bytes);

// The size of a blob that is there, or -1.
int64_t blob_size(StoreTx *tx, const Sha256 *hash);

// Renews the grace time (STORE_WRITE). False if it is not there.
bool blob_touch(StoreTx *tx, const Sha256 *hash);

// Appends the bytes. False if there are none of that name.
bool blob_get(StoreTx *tx, const Sha256 *hash, Text *out);

// One reference more or less. False, and nothing is changed, if there is no such blob.
bool blob_ref(StoreTx *tx, const Sha256 *hash);
void blob_unref(StoreTx *tx, const Sha256 *hash);

// Removes up to `limit` of the blobs to which nobody has referred for so long. Returns how many.
int64_t blobs_collect(StoreTx *tx, int64_t grace_ms, int limit);

// The same in transactions of their own. BLOB_MISSING if there are no such bytes. blob_find renews
// the grace time, so that a client which need not upload can still refer to the blob.
bool blob_store(Store *store, Slice bytes, Sha256 *hash, Error *error);
bool blob_fetch(Store *store, const Sha256 *hash, Text *out, Error *error);
bool blob_find(Store *store, const Sha256 *hash, int64_t *size_bytes, Error *error);
