#include "players/portable.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sandbox/process_command.h"

#define BLOB "blob:"

void portable_files_release(PortableFiles *files) {
    for (size_t i = 0; i < files->count; i++) {
        free(files->items[i].path);
    }
    free(files->items);
    *files = (PortableFiles){0};
}

// Whether a word names a file that not every machine has.
static bool is_own_file(const char *word, char path[PATH_MAX]) {
    struct stat info;
    return realpath(word, path) && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           strncmp(path, "/usr/", 5) != 0;
}

static void add_file(PortableFiles *files, const char *hash, const char *path) {
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->items[i].hash, hash) == 0) {
            return;
        }
    }
    files->items = realloc(files->items, (files->count + 1) * sizeof *files->items);
    if (!files->items) {
        abort();
    }
    PortableFile *file = &files->items[files->count++];
    memcpy(file->hash, hash, SHA256_TEXT_SIZE);
    file->path = strdup(path);
}

static bool export_file(const char *path, Text *out, PortableFiles *files, Error *error) {
    Text bytes;
    text_init(&bytes);
    bool done = text_read_file(&bytes, path, PORTABLE_FILE_BYTES, error);
    if (done) {
        char hash[SHA256_TEXT_SIZE];
        sha256_text(text_slice(&bytes), hash);
        text_addf(out, BLOB "%s", hash);
        add_file(files, hash, path);
    }
    text_release(&bytes);
    return done;
}

static bool export_command(const char *line, Text *out, PortableFiles *files, Error *error) {
    ProcessCommand command;
    process_command_init(&command, line);
    const char *const *words = command.words;
    bool done = true;
    if (words[0] && words[1] && strcmp(words[0], "/bin/sh") == 0 && strcmp(words[1], "-c") == 0) {
        done = error_set(error, ERROR_BAD_PLAYER,
            "a command for other machines has plain words, without quotes or variables");
    }
    for (size_t i = 0; done && words[i]; i++) {
        char path[PATH_MAX];
        bool has_slash = strchr(words[i], '/');
        text_add(out, i > 0 ? " " : "");
        // A program without a slash is looked up in PATH, here as there.
        if ((i > 0 || has_slash) && is_own_file(words[i], path)) {
            done = export_file(path, out, files, error);
        } else if (i == 0 && has_slash && strncmp(words[i], "/usr/", 5) != 0 &&
                   strncmp(words[i], "/bin/", 5) != 0) {
            done = error_set(error, ERROR_BAD_PLAYER,
                "there is no file %.150s to send to other machines", words[i]);
        } else {
            text_add(out, words[i]);
        }
    }
    process_command_release(&command);
    return done;
}

bool portable_export_text(const char *name, Text *out, PortableFiles *files, Error *error) {
    char path[PATH_MAX];
    if (is_own_file(name, path)) {
        return export_file(path, out, files, error);
    }
    text_add(out, name);
    return true;
}

static bool export_value(
    Slice key, const Text *value, Text *out, PortableFiles *files, Error *error) {
    if (slice_is(key, "cmd")) {
        return export_command(value->data, out, files, error);
    }
    if (slice_is(key, "network")) {
        return portable_export_text(value->data, out, files, error);
    }
    if (slice_is(key, "dir")) {
        return error_set(error, ERROR_BAD_PLAYER,
            "a folder (dir=) stays on this machine: name each file in the command");
    }
    text_add_slice(out, text_slice(value));
    return true;
}

bool portable_export(
    const Contestant *contestant, Text *words, PortableFiles *files, Error *error) {
    // The name may follow from the command, which changes.
    contestant_add_word(words, slice_from("name"), text_slice(&contestant->name));
    Slice rest = text_slice(&contestant->words);
    Slice key;
    Text value;
    Text exported;
    text_init(&value);
    text_init(&exported);
    bool done = true;
    while (done && contestant_next_word(&rest, &key, &value)) {
        text_clear(&exported);
        if (!slice_is(key, "name")) {
            done = export_value(key, &value, &exported, files, error);
            contestant_add_word(words, key, text_slice(&exported));
        }
    }
    text_release(&value);
    text_release(&exported);
    return done || error_prefix(error, ERROR_AT_PLAYER, "player");
}

// Replaces a word that stands for a file by its path.
static bool import_word(Slice word, Text *out, PortableFind find, void *context, Error *error) {
    Slice hash = slice_skip(word, strlen(BLOB));
    if (!slice_starts(word, BLOB) || !sha256_is_text(hash)) {
        text_add_slice(out, word);
        return true;
    }
    char name[SHA256_TEXT_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)hash.size, hash.data);
    return find(context, name, out, error);
}

bool portable_import_text(Text *text, PortableFind find, void *context, Error *error) {
    Text imported;
    text_init(&imported);
    Slice rest = text_slice(text);
    Slice word;
    bool done = true;
    while (done && slice_next(&rest, " \t", &word)) {
        text_add(&imported, imported.size > 0 ? " " : "");
        done = import_word(word, &imported, find, context, error);
    }
    if (done) {
        text_clear(text);
        text_add_slice(text, text_slice(&imported));
    }
    text_release(&imported);
    return done;
}

// Word by word: a line with the path of a folder that has blanks would be other words.
static bool import_command(Contestant *contestant, PortableFind find, void *context, Error *error) {
    ProcessCommand command;
    process_command_init(&command, contestant->command.data);
    size_t count = 0;
    while (command.words[count]) {
        count++;
    }
    contestant->argv = calloc(count + 1, sizeof *contestant->argv);
    if (!contestant->argv) {
        abort();
    }
    bool done = true;
    for (size_t i = 0; done && i < count; i++) {
        Text word;
        text_init(&word);
        done = import_word(slice_from(command.words[i]), &word, find, context, error);
        contestant->argv[i] = word.data; // taken
    }
    process_command_release(&command);
    return done;
}

bool portable_import(Contestant *contestant, PortableFind find, void *context, Error *error) {
    contestant_box(contestant);
    return (contestant->command.size == 0 || import_command(contestant, find, context, error)) &&
           portable_import_text(&contestant->network, find, context, error);
}
