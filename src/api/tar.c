#include "api/tar.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 512

// The header of a file, as POSIX lays it out (pax, "ustar Interchange Format").
typedef struct TarHeader {
    char name[100];
    char mode[8];
    char uid[8];
    char gid[8];
    char size[12];
    char mtime[12];
    char checksum[8];
    char type;
    char link[100];
    char magic[6];
    char version[2];
    char rest[247];
} TarHeader;

static_assert(sizeof(TarHeader) == BLOCK, "a header is a block");

void tar_add(Text *out, const char *name, Slice bytes, int64_t time_s) {
    TarHeader header = {.type = '0', .magic = "ustar", .version = {'0', '0'}};
    snprintf(header.name, sizeof header.name, "%s", name);
    snprintf(header.mode, sizeof header.mode, "0000644");
    snprintf(header.uid, sizeof header.uid, "0000000");
    snprintf(header.gid, sizeof header.gid, "0000000");
    snprintf(header.size, sizeof header.size, "%011zo", bytes.size);
    snprintf(header.mtime, sizeof header.mtime, "%011llo", (unsigned long long)time_s);
    memset(header.checksum, ' ', sizeof header.checksum); // as it counts itself
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof header; i++) {
        sum += ((const unsigned char *)&header)[i];
    }
    snprintf(header.checksum, sizeof header.checksum, "%06o", sum);
    text_add_slice(out, (Slice){(const char *)&header, sizeof header});
    text_add_slice(out, bytes);
    static const char ZEROS[BLOCK];
    text_add_slice(out, (Slice){ZEROS, (BLOCK - bytes.size % BLOCK) % BLOCK});
}

void tar_end(Text *out) {
    static const char ZEROS[2 * BLOCK];
    text_add_slice(out, (Slice){ZEROS, sizeof ZEROS});
}
