#pragma once
// A contestant on another machine: the files that it is made of travel by their SHA-256.
//
// A word of a command that names a file outside /usr (the program, a script, its data), and an
// engine's network, is written `blob:SHA256` there. What is in /usr, such as an interpreter, every
// machine has; anything else must be named in the command to be sent. Programs from elsewhere
// always run in a sandbox.

#include "base/sha256.h"
#include "players/contestant.h"

// The longest file that is sent.
#define PORTABLE_FILE_BYTES (64u << 20)

typedef struct PortableFile {
    char hash[SHA256_TEXT_SIZE];
    char *path;
} PortableFile;

typedef struct PortableFiles {
    PortableFile *items; // none twice
    size_t count;
} PortableFiles;

void portable_files_release(PortableFiles *files);

// Writes the words of the contestant for another machine, and adds its files to the list. False
// with a reason if it depends on this machine: a folder, a shell, a file that cannot be read.
bool portable_export(const Contestant *contestant, Text *words, PortableFiles *files, Error *error);

// Where a file is on this machine: appends its path, or gives a reason.
typedef bool (*PortableFind)(void *context, const char *hash, Text *path, Error *error);

// Puts the files of this machine in a contestant that was parsed from such words, and has a program
// run in a sandbox.
bool portable_import(Contestant *contestant, PortableFind find, void *context, Error *error);

// The same for one file that is named, such as a network: `out` gets `blob:SHA256`, or the text as
// it is if it names no file; and back.
bool portable_export_text(const char *name, Text *out, PortableFiles *files, Error *error);
bool portable_import_text(Text *text, PortableFind find, void *context, Error *error);
