#include "base/file_cache.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fd.h"

// A file that is being written has a dot in its name; one of a writer that has died is old.
#define ABANDONED_S 3600

#define NAME_SIZE (FILE_CACHE_KEY_MAX + 48)

// A file of the folder.
typedef struct CachedFile {
    char name[NAME_SIZE];
    size_t size_bytes;
    struct timespec used;
} CachedFile;

static bool is_key(const char *name) {
    size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return size > 0 && size <= FILE_CACHE_KEY_MAX && name[size] == '\0';
}

static int open_folder(const FileCache *cache) {
    return open(cache->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool file_cache_get(const FileCache *cache, const char *key, Text *out) {
    assert(is_key(key));
    int folder = open_folder(cache);
    int file = folder >= 0 ? openat(folder, key, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
    Text text;
    text_init(&text);
    struct stat about;
    bool done = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                (size_t)about.st_size <= cache->limit_bytes && fd_read_all(file, &text);
    if (done) {
        futimens(file, NULL);
        text_add_slice(out, text_slice(&text));
    }
    text_release(&text);
    if (file >= 0) {
        close(file);
    }
    if (folder >= 0) {
        close(folder);
    }
    return done;
}

// Writes beside and renames. On failure errno says why.
static bool put(int folder, const char *key, Slice bytes) {
    static _Atomic unsigned written;
    char part[NAME_SIZE];
    snprintf(part, sizeof part, "%s.%d.%u", key, (int)getpid(), atomic_fetch_add(&written, 1));
    int file = openat(folder, part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) {
        return false;
    }
    bool done = fd_write_all(file, bytes) && renameat(folder, part, folder, key) == 0;
    int failure = errno;
    close(file);
    if (!done) {
        unlinkat(folder, part, 0);
        errno = failure;
    }
    return done;
}

static int compare_use(const void *left, const void *right) {
    const struct timespec *a = &((const CachedFile *)left)->used;
    const struct timespec *b = &((const CachedFile *)right)->used;
    if (a->tv_sec != b->tv_sec) {
        return a->tv_sec < b->tv_sec ? -1 : 1;
    }
    return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

// All files of the folder; those that nobody will finish are removed. The caller frees.
static CachedFile *list(DIR *files, size_t *count) {
    CachedFile *entries = NULL;
    size_t capacity = 0;
    *count = 0;
    const struct dirent *file;
    while ((file = readdir(files))) {
        struct stat about;
        if (strlen(file->d_name) >= NAME_SIZE ||
            fstatat(dirfd(files), file->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(about.st_mode)) {
            continue;
        }
        if (!is_key(file->d_name)) {
            if (about.st_mtime + ABANDONED_S < time(NULL)) {
                unlinkat(dirfd(files), file->d_name, 0);
            }
            continue;
        }
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            entries = realloc(entries, capacity * sizeof *entries);
            if (!entries) {
                abort();
            }
        }
        CachedFile *entry = &entries[(*count)++];
        *entry = (CachedFile){.size_bytes = (size_t)about.st_size, .used = about.st_mtim};
        strcpy(entry->name, file->d_name);
    }
    return entries;
}

// Removes what was used least recently until the rest fits. Several processes may do so at once.
static void trim(const FileCache *cache, int folder) {
    DIR *files = fdopendir(fcntl(folder, F_DUPFD_CLOEXEC, 0));
    if (!files) {
        return;
    }
    size_t count;
    CachedFile *entries = list(files, &count);
    size_t total_bytes = 0;
    for (size_t i = 0; i < count; i++) {
        total_bytes += entries[i].size_bytes;
    }
    if (total_bytes > cache->limit_bytes) {
        qsort(entries, count, sizeof *entries, compare_use);
    }
    for (size_t i = 0; i < count && total_bytes > cache->limit_bytes; i++) {
        unlinkat(folder, entries[i].name, 0);
        total_bytes -= entries[i].size_bytes;
    }
    free(entries);
    closedir(files);
}

bool file_cache_put(const FileCache *cache, const char *key, Slice bytes, Error *error) {
    assert(is_key(key));
    mkdir(cache->folder, 0755);
    int folder = open_folder(cache);
    bool done = folder >= 0 && put(folder, key, bytes);
    if (done) {
        trim(cache, folder);
    } else {
        error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s", cache->folder,
            strerror(errno));
    }
    if (folder >= 0) {
        close(folder);
    }
    return done;
}

void file_cache_drop(const FileCache *cache, const char *key) {
    assert(is_key(key));
    int folder = open_folder(cache);
    if (folder >= 0) {
        unlinkat(folder, key, 0);
        close(folder);
    }
}
