#include "match/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "match/game_result.h"

#define JOURNAL_LIMIT_BYTES (1u << 30)

struct Journal {
    int fd;
    char *path;
    off_t size;      // of the complete lines
    bool is_damaged; // half a line stands at its end and cannot be removed
};

// Everything that must be the same for the games to belong together; null if some of it is not
// UTF-8. The concurrency may change from run to run, and so may the number of games, unless later
// rounds depend on it.
static json_t *describe(const MatchOptions *options) {
    json_t *header = json_pack("{s:i s:s s:s s:s s:s s:I s:[]}", "immure_match", 1, "game",
        options->rules->name, "variant", options->variant->name, "format",
        schedule_format_name(options->schedule.format), "openings", options->openings->source.data,
        "seed", (json_int_t)(options->seed & INT64_MAX), "players");
    json_t *players = json_object_get(header, "players");
    for (size_t i = 0; i < options->contestant_count; i++) {
        json_t *words = json_string(options->contestants[i].words.data);
        if (json_array_append_new(players, words) != 0) {
            json_decref(header);
            return NULL;
        }
    }
    ScheduleFormat format = options->schedule.format;
    if (format != SCHEDULE_ROUND_ROBIN && format != SCHEDULE_GAUNTLET) {
        json_object_set_new(header, "games", json_integer(options->games));
    }
    return header;
}

static bool write_line(Journal *journal, const json_t *value, Error *error) {
    char *text = json_dumps(value, JSON_COMPACT);
    if (!text || journal->is_damaged) {
        free(text);
        return error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s",
            journal->path, text ? "it ends in half a line" : "a game has text that is not UTF-8");
    }
    Text line;
    text_init(&line);
    text_addf(&line, "%s\n", text);
    free(text);
    ssize_t written = write(journal->fd, line.data, line.size);
    bool is_whole = written == (ssize_t)line.size;
    bool done = is_whole && fd_sync(journal->fd);
    if (done) {
        journal->size += written;
    } else {
        error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s", journal->path,
            written < 0 || is_whole ? strerror(errno) : "disk full");
        // The next line must not be glued to what there is of this one.
        journal->is_damaged = ftruncate(journal->fd, journal->size) != 0;
    }
    text_release(&line);
    return done;
}

static bool read_game(const json_t *line, const MatchOptions *options, MatchGame *game) {
    json_int_t first;
    json_int_t second;
    json_int_t opening;
    json_int_t count = (json_int_t)options->contestant_count;
    if (json_unpack((json_t *)line, "{s:i s:i s:i s:I s:I s:I}", "round", &game->round, "encounter",
            &game->encounter, "number", &game->number, "first", &first, "second", &second,
            "opening", &opening) != 0 ||
        first < 0 || first >= count || second < 0 || second >= count || first == second ||
        game->round < 0 || game->encounter < 0 || game->number < 0 || opening < 0) {
        return false;
    }
    game->first = (size_t)first;
    game->second = (size_t)second;
    game->opening = (size_t)opening;
    return game_result_read(line, game);
}

// Adds one line's game to the match.
static bool take_line(Match *match, Slice line, Error *error) {
    json_t *value = json_loadb(line.data, line.size, 0, NULL);
    MatchGame game = {0};
    bool done = value && read_game(value, match->options, &game);
    json_decref(value);
    if (!done) {
        return error_set(error, ERROR_BAD_JOURNAL, "this is no game of a match");
    }
    if (!match_take_game(match, &game)) {
        game_result_release(&game);
        return error_set(error, ERROR_BAD_JOURNAL, "this game was played twice");
    }
    return true;
}

static bool check_header(const json_t *wanted, Slice line, Error *error) {
    json_t *header = json_loadb(line.data, line.size, 0, NULL);
    bool same = header && json_equal(header, wanted);
    json_decref(header);
    return same || error_set(error, ERROR_JOURNAL_OTHER_MATCH,
                       "it belongs to another match: the players, rules, format, openings, "
                       "seed and, where rounds follow from rounds, games must be the same");
}

// Whether all that there is of a first line is the start of our own, or what a power cut has left
// of it: anything else is somebody's file that happens to hold no newline, and not ours to empty.
static bool check_cut_header(const json_t *wanted, Slice line, Error *error) {
    char *header = json_dumps(wanted, JSON_COMPACT);
    size_t size = header ? strlen(header) : 0;
    bool same = header && line.size <= size + 1;
    for (size_t i = 0; same && i < line.size; i++) {
        same = line.data[i] == '\0' || line.data[i] == (i < size ? header[i] : '\n');
    }
    free(header);
    return same ||
           error_set(error, ERROR_BAD_JOURNAL, "this is no journal of a match: name another file");
}

// Whether a line was not wholly on disk when the power was cut: it has zeros, which JSON never has,
// and is the last one, for each is synchronised before the next one is written.
static bool is_cut(Slice line, Slice rest) {
    return memchr(line.data, '\0', line.size) && !memchr(rest.data, '\n', rest.size);
}

// Reads the complete lines; `*good_size` is where the last one ends.
static bool read_games(
    Match *match, const json_t *header, Slice text, off_t *good_size, Error *error) {
    Slice rest = text;
    for (int number = 1; rest.size > 0; number++) {
        const char *newline = memchr(rest.data, '\n', rest.size);
        if (!newline) {
            break;
        }
        Slice line = {rest.data, (size_t)(newline - rest.data)};
        if (is_cut(line, slice_skip(rest, line.size + 1))) {
            break;
        }
        if (!(number == 1 ? check_header(header, line, error) : take_line(match, line, error))) {
            return number == 1 ? false : error_prefix(error, ERROR_AT_LINE, "line %d", number);
        }
        rest = slice_skip(rest, line.size + 1);
    }
    *good_size = (off_t)(text.size - rest.size);
    return *good_size > 0 || check_cut_header(header, rest, error);
}

static bool write_header(Journal *journal, const json_t *header, Error *error) {
    return write_line(journal, header, error) &&
           (fd_sync_folder(journal->path) ||
               error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s",
                   journal->path, strerror(errno)));
}

// Reads what is there, drops an unfinished last line, and writes the header of a new journal.
static bool load(Journal *journal, Match *match, const json_t *header, Error *error) {
    Text text;
    text_init(&text);
    bool done = text_read_file(&text, journal->path, JOURNAL_LIMIT_BYTES, error) &&
                (read_games(match, header, text_slice(&text), &journal->size, error) ||
                    error_prefix(error, ERROR_AT_FILE, "%.100s", journal->path));
    text_release(&text);
    if (!done) {
        return false;
    }
    if (ftruncate(journal->fd, journal->size) != 0) {
        return error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s",
            journal->path, strerror(errno));
    }
    return journal->size > 0 || write_header(journal, header, error);
}

// Opens the file for this process alone; -1 with a reason if that cannot be.
static int open_alone(const char *path, Error *error) {
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        error_set(
            error, ERROR_FILE_UNREADABLE, "%.100s cannot be opened: %s", path, strerror(errno));
        return -1;
    }
    struct stat about;
    // A device or pipe may have no end to read up to.
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
        error_set(
            error, ERROR_FILE_UNREADABLE, "%.100s cannot be opened: %s", path, "it is no file");
    } else if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        error_set(error, ERROR_FILE_IN_USE, "%.100s is in use by another match", path);
    } else {
        return fd;
    }
    close(fd);
    return -1;
}

Journal *journal_open(const char *path, Match *match, Error *error) {
    int fd = open_alone(path, error);
    if (fd < 0) {
        return NULL;
    }
    Journal *journal = calloc(1, sizeof *journal);
    if (!journal) {
        abort();
    }
    journal->fd = fd;
    journal->path = strdup(path);
    json_t *header = describe(match->options);
    bool done =
        header ? load(journal, match, header, error)
               : error_set(error, ERROR_NOT_UTF8, "%.100s: names and commands must be UTF-8", path);
    json_decref(header);
    if (!done) {
        journal_close(journal);
        return NULL;
    }
    return journal;
}

void journal_close(Journal *journal) {
    if (journal) {
        close(journal->fd);
        free(journal->path);
        free(journal);
    }
}

void journal_identity(const Journal *journal, const MatchOptions *options, Text *out) {
    struct statx file = {0};
    uint64_t nonce = 0;
    if (!journal) {
        while (getrandom(&nonce, sizeof nonce, 0) != sizeof nonce) {
        }
    } else if (statx(journal->fd, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &file) != 0) {
        file = (struct statx){0};
    }
    json_t *header = describe(options);
    char *text = header ? json_dumps(header, JSON_COMPACT) : NULL;
    text_addf(out, "%s %" PRIx64 " %u %u %llu %lld %u", text ? text : "", nonce, file.stx_dev_major,
        file.stx_dev_minor, (unsigned long long)file.stx_ino, (long long)file.stx_btime.tv_sec,
        file.stx_btime.tv_nsec);
    free(text);
    json_decref(header);
}

bool journal_add(Journal *journal, const MatchGame *game, Error *error) {
    json_t *line = json_pack("{s:i s:i s:i s:I s:I s:I}", "round", game->round, "encounter",
        game->encounter, "number", game->number, "first", (json_int_t)game->first, "second",
        (json_int_t)game->second, "opening", (json_int_t)game->opening);
    json_t *result = game_result_json(game);
    if (json_object_update(line, result) != 0) {
        json_decref(line);
        line = NULL;
    }
    bool done = write_line(journal, line, error);
    json_decref(result);
    json_decref(line);
    return done;
}
