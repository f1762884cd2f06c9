#pragma once
// The page's files: those built into the program, or a folder while the page is being worked on.
//
// tools/embed_site.py turns the folder that `make site` writes into SITE_FILES, each file with its
// compressed form and a tag that changes with its content. A program built without that folder has
// none, and tells the visitor so. Responses for built-in files are made once and shared by all
// requests. A folder is read anew for each request, nothing of it is cached anywhere, and links in
// it are not followed.

#include <microhttpd.h>

#include "base/error.h"
#include "base/slice.h"

typedef struct SiteFile {
    const char *path; // as a visitor asks for it, with a leading slash
    const unsigned char *bytes;
    size_t size;
    const unsigned char *gzip; // null where compression does not help
    size_t gzip_size;
    const char *tag; // of the content, without quotes
} SiteFile;

// The files of one build, sorted by path.
typedef struct SiteFiles {
    const SiteFile *files;
    size_t count;
} SiteFiles;

// Made by the build.
extern const SiteFiles SITE_FILES;

// The file that a visitor asks for by this path; null if there is none.
const SiteFile *site_find(const SiteFiles *files, const char *path);

// The script that puts a board to each game of a report (match/report.h); empty in a program that
// was built without the page.
Slice site_replay(const SiteFiles *files);

typedef struct Site Site;

// Serves a folder, or else, if that is null, the built-in files. Null with a reason; free it when
// no response is under way any more.
Site *site_new(const SiteFiles *files, const char *folder, Error *error);
void site_free(Site *site);

// Queues the response to a request for a path and returns its status; 0 if the connection is to be
// closed. `method` is any.
int site_answer(Site *site, struct MHD_Connection *connection, Slice method, const char *path);

// Adds the headers that every answer has, be it the page's or not: what a browser may do with it.
void site_add_safety(struct MHD_Response *response);

// The type of a file by its ending.
const char *site_type(const char *path);

// Whether a header that lists entity tags (If-None-Match) has this one, which comes with quotes.
bool site_tag_matches(const char *header, const char *tag);

// Whether a header that lists codings (Accept-Encoding) takes gzip.
bool site_takes_gzip(const char *header);
