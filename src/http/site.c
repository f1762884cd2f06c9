#include "http/site.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 512
#define TAG_SIZE 80

// Names of built assets carry a hash of their content, so whoever has one need never ask again.
#define ASSETS "/assets/"
#define CACHE_FOREVER "public, max-age=31536000, immutable"
#define CACHE_ASK "no-cache"

// Everything comes from here; WebAssembly may be compiled; pictures may be made on the page (data,
// blob) and styles set on elements. Nobody may frame the page.
#define POLICY                                                                                     \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " \
    "img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "    \
    "form-action 'none'; frame-ancestors 'none'"

// The responses to one built-in file: plain and compressed, whole and not modified.
typedef struct Prepared {
    struct MHD_Response *whole[2];
    struct MHD_Response *unchanged[2];
    char tag[2][TAG_SIZE]; // with quotes; each form has its own
} Prepared;

struct Site {
    const SiteFiles *files;
    Prepared *prepared; // one for each file
    struct MHD_Response *missing;
    struct MHD_Response *unbuilt;
    struct MHD_Response *refused;
    int folder; // -1: the built-in files
};

static const char MISSING[] = "<!doctype html><meta charset=utf-8><title>Not found</title>\n"
                              "<p>There is no such page. <a href=/>To the board</a></p>\n";
static const char UNBUILT[] =
    "<!doctype html><meta charset=utf-8><title>Immure</title>\n"
    "<h1>Immure</h1>\n"
    "<p>This program was built without the page. <code>make page &amp;&amp; make</code> builds it "
    "with the page, <code>make serve</code> also serves it.</p>\n"
    "<p>The <a href=/api/v1/about>interface</a> "
    "(<a href=/api/v1/openapi.json>described here</a>) is up.</p>\n";

// Headers

void site_add_safety(struct MHD_Response *response) {
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
}

static void add_policy(struct MHD_Response *response) {
    site_add_safety(response);
    MHD_add_response_header(response, "Content-Security-Policy", POLICY);
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    // These two keep documents of other origins out of the page's process.
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    MHD_add_response_header(response, "Cross-Origin-Embedder-Policy", "require-corp");
}

const char *site_type(const char *path) {
    static const struct {
        const char *ending;
        const char *type;
    } TYPES[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".gif", "image/gif"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof TYPES / sizeof *TYPES; i++) {
        if (strcasecmp(ending, TYPES[i].ending) == 0) {
            return TYPES[i].type;
        }
    }
    return "application/octet-stream";
}

bool site_tag_matches(const char *header, const char *tag) {
    Slice rest = slice_from(header);
    Slice item;
    while (slice_next(&rest, ",", &item)) {
        item = slice_trim(item);
        // Comparison is weak: W/ makes no difference here (RFC 9110, 13.1.2).
        item = slice_starts(item, "W/") ? slice_skip(item, 2) : item;
        if (slice_is(item, tag) || slice_is(item, "*")) {
            return true;
        }
    }
    return false;
}

// A weight of 0, 0.0 ... takes a coding out.
static bool is_refused(Slice parameters) {
    Slice parameter;
    while (slice_next(&parameters, "; \t", &parameter)) {
        double weight;
        if (slice_starts(parameter, "q=") && slice_to_double(slice_skip(parameter, 2), &weight)) {
            return weight <= 0;
        }
    }
    return false;
}

bool site_takes_gzip(const char *header) {
    Slice rest = slice_from(header);
    Slice item;
    while (slice_next(&rest, ",", &item)) {
        Slice name;
        if (slice_next(&item, "; \t", &name) && name.size == 4 &&
            strncasecmp(name.data, "gzip", 4) == 0) {
            return !is_refused(item);
        }
    }
    return false;
}

// Responses

// A response over bytes that stay where they are.
static struct MHD_Response *response_over(const void *bytes, size_t size) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_PERSISTENT);
    if (!response) {
        abort();
    }
    add_policy(response);
    return response;
}

static struct MHD_Response *plain_page(const char *page) {
    struct MHD_Response *response = response_over(page, strlen(page));
    MHD_add_response_header(response, "Content-Type", "text/html; charset=utf-8");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    return response;
}

static void add_caching(struct MHD_Response *response, const SiteFile *file, const char *tag) {
    bool is_asset = strncmp(file->path, ASSETS, strlen(ASSETS)) == 0;
    MHD_add_response_header(response, "Cache-Control", is_asset ? CACHE_FOREVER : CACHE_ASK);
    MHD_add_response_header(response, "ETag", tag);
    if (file->gzip) {
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    }
}

static void prepare(Prepared *prepared, const SiteFile *file) {
    for (int form = 0; form < (file->gzip ? 2 : 1); form++) {
        snprintf(prepared->tag[form], TAG_SIZE, "\"%s%s\"", file->tag, form ? "-gzip" : "");
        prepared->whole[form] = form ? response_over(file->gzip, file->gzip_size)
                                     : response_over(file->bytes, file->size);
        prepared->unchanged[form] = response_over("", 0);
        MHD_add_response_header(prepared->whole[form], "Content-Type", site_type(file->path));
        if (form) {
            MHD_add_response_header(prepared->whole[form], "Content-Encoding", "gzip");
        }
        add_caching(prepared->whole[form], file, prepared->tag[form]);
        add_caching(prepared->unchanged[form], file, prepared->tag[form]);
    }
}

Site *site_new(const SiteFiles *files, const char *folder, Error *error) {
    int handle = -1;
    if (folder && (handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
        error_set(error, ERROR_FILE_UNREADABLE, "%.100s: %s", folder, strerror(errno));
        return NULL;
    }
    Site *site = calloc(1, sizeof *site);
    Prepared *prepared = calloc(files->count + 1, sizeof *prepared);
    if (!site || !prepared) {
        abort();
    }
    *site = (Site){
        .files = files,
        .prepared = prepared,
        .missing = plain_page(MISSING),
        .unbuilt = plain_page(UNBUILT),
        .refused = response_over("", 0),
        .folder = handle,
    };
    MHD_add_response_header(site->refused, "Allow", "GET, HEAD, OPTIONS");
    for (size_t i = 0; i < files->count; i++) {
        prepare(&prepared[i], &files->files[i]);
    }
    return site;
}

void site_free(Site *site) {
    if (!site) {
        return;
    }
    for (size_t i = 0; i < site->files->count; i++) {
        for (int form = 0; form < 2; form++) {
            if (site->prepared[i].whole[form]) {
                MHD_destroy_response(site->prepared[i].whole[form]);
                MHD_destroy_response(site->prepared[i].unchanged[form]);
            }
        }
    }
    MHD_destroy_response(site->missing);
    MHD_destroy_response(site->unbuilt);
    MHD_destroy_response(site->refused);
    if (site->folder >= 0) {
        close(site->folder);
    }
    free(site->prepared);
    free(site);
}

// Answers

static int queue(struct MHD_Connection *connection, int status, struct MHD_Response *response) {
    return MHD_queue_response(connection, (unsigned)status, response) == MHD_YES ? status : 0;
}

static int compare_path(const void *path, const void *file) {
    return strcmp(path, ((const SiteFile *)file)->path);
}

const SiteFile *site_find(const SiteFiles *files, const char *path) {
    if (files->count == 0) {
        return NULL;
    }
    return bsearch(path, files->files, files->count, sizeof(SiteFile), compare_path);
}

Slice site_replay(const SiteFiles *files) {
    const SiteFile *file = site_find(files, "/replay.js");
    return file ? (Slice){(const char *)file->bytes, file->size} : slice_from("");
}

static int answer_built_in(const Site *site, struct MHD_Connection *connection, const char *path) {
    const SiteFile *file = site_find(site->files, path);
    if (!file) {
        return queue(connection, 404, site->missing);
    }
    const Prepared *prepared = &site->prepared[file - site->files->files];
    const char *coding =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    int form = file->gzip && coding && site_takes_gzip(coding);
    if (known && site_tag_matches(known, prepared->tag[form])) {
        return queue(connection, 304, prepared->unchanged[form]);
    }
    return queue(connection, 200, prepared->whole[form]);
}

// No way out of the folder, and nothing hidden in it: no segment may start with a dot.
static bool is_tame(const char *path) {
    return path[0] == '/' && !strstr(path, "/.") && !strstr(path, "//");
}

// Opens what a path names below a folder, segment by segment, so that no link on the way is
// followed, and without waiting for the other end of a pipe. -1 if there is no such file.
static int open_below(int folder, const char *path) {
    char name[PATH_SIZE];
    Slice rest = slice_from(path);
    Slice segment;
    int at = folder;
    while (at >= 0 && slice_next(&rest, "/", &segment)) {
        int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
        int size = snprintf(name, sizeof name, "%.*s", (int)segment.size, segment.data);
        bool fits = size < (int)sizeof name;
        int next = fits ? openat(at, name, flags | (rest.size > 0 ? O_DIRECTORY : 0)) : -1;
        if (at != folder) {
            close(at);
        }
        at = next;
    }
    struct stat status;
    if (at >= 0 && at != folder && (fstat(at, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(at);
        return -1;
    }
    return at != folder ? at : -1;
}

static int answer_from_folder(
    const Site *site, struct MHD_Connection *connection, const char *path) {
    int file = is_tame(path) ? open_below(site->folder, path) : -1;
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        return queue(connection, 404, site->missing);
    }
    struct MHD_Response *response = MHD_create_response_from_fd64((uint64_t)status.st_size, file);
    if (!response) {
        close(file);
        return 0;
    }
    add_policy(response);
    MHD_add_response_header(response, "Content-Type", site_type(path));
    MHD_add_response_header(response, "Cache-Control", "no-store");
    int answered = queue(connection, 200, response);
    MHD_destroy_response(response);
    return answered;
}

int site_answer(Site *site, struct MHD_Connection *connection, Slice method, const char *path) {
    if (slice_is(method, "OPTIONS")) {
        return queue(connection, 204, site->refused);
    }
    if (!slice_is(method, "GET") && !slice_is(method, "HEAD")) {
        return queue(connection, 405, site->refused);
    }
    char index[PATH_SIZE];
    size_t size = strlen(path);
    if (size > 0 && path[size - 1] == '/' && size + sizeof "index.html" <= sizeof index) {
        snprintf(index, sizeof index, "%sindex.html", path);
        path = index;
    }
    if (site->folder >= 0) {
        return answer_from_folder(site, connection, path);
    }
    if (site->files->count == 0 && strcmp(path, "/index.html") == 0) {
        return queue(connection, 503, site->unbuilt);
    }
    return answer_built_in(site, connection, path);
}
