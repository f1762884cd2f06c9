#include "train/samples.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/checksum.h"

#define SAMPLES_VERSION 2
#define SAMPLES_VERSION_MIN 1 // without shares of visits
#define HEADER_SIZE 64        // a line of text, filled up with spaces
#define PLY_SIZE 7
#define SHARE_SIZE 4
#define SHARE_MOVE_BITS 24
#define BLOCK_HEAD_SIZE 4 // result, length of the start's text, plies
#define PLY_SIZE_MAX (PLY_SIZE + 1 + SAMPLE_SHARES_MAX * SHARE_SIZE)
#define BLOCK_SIZE_MAX (BLOCK_HEAD_SIZE + POSITION_TEXT_SIZE + SAMPLE_PLIES_MAX * PLY_SIZE_MAX)

struct SampleFile {
    FILE *stream;
    const Rules *rules;
    const Variant *variant;
    int version;
    char path[256];
};

// The header line: `immure-samples VERSION GAME VARIANT`.

static void format_header(const Rules *rules, const Variant *variant, char out[HEADER_SIZE + 1]) {
    char line[HEADER_SIZE + 1];
    snprintf(
        line, sizeof line, "immure-samples %d %s %s", SAMPLES_VERSION, rules->name, variant->name);
    snprintf(out, HEADER_SIZE + 1, "%-*s\n", HEADER_SIZE - 1, line);
}

static bool parse_header(SampleFile *file, Slice header, Error *error) {
    Slice rest = header;
    Slice word[4] = {0};
    for (int i = 0; i < 4; i++) {
        if (!slice_next(&rest, " \n", &word[i])) {
            return error_set(error, ERROR_NOT_SAMPLES, "%.150s holds no samples", file->path);
        }
    }
    if (!slice_is(word[0], "immure-samples") || !slice_to_int(word[1], &file->version)) {
        return error_set(error, ERROR_NOT_SAMPLES, "%.150s holds no samples", file->path);
    }
    if (file->version < SAMPLES_VERSION_MIN || file->version > SAMPLES_VERSION) {
        return error_set(error, ERROR_SAMPLES_VERSION,
            "%.150s has format version %d, this program reads %d to %d", file->path, file->version,
            SAMPLES_VERSION_MIN, SAMPLES_VERSION);
    }
    file->rules = rules_find(word[2]);
    file->variant = file->rules ? rules_variant(file->rules, word[3]) : NULL;
    return file->variant ||
           error_set(error, ERROR_SAMPLES_OTHER_GAME,
               "%.150s is about a game that this program does not know", file->path);
}

static SampleFile *open_as(const char *path, const char *mode, Error *error) {
    SampleFile *file = calloc(1, sizeof *file);
    if (!file) {
        abort();
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    file->stream = fopen(path, mode);
    if (!file->stream) {
        error_set(
            error, ERROR_FILE_UNREADABLE, "%.150s cannot be opened: %s", path, strerror(errno));
        free(file);
        return NULL;
    }
    return file;
}

static void drop(SampleFile *file) {
    fclose(file->stream);
    free(file);
}

static bool read_header(SampleFile *file, Error *error) {
    char header[HEADER_SIZE];
    size_t size = fread(header, 1, HEADER_SIZE, file->stream);
    return parse_header(file, (Slice){header, size}, error);
}

SampleFile *samples_open(const char *path, Error *error) {
    SampleFile *file = open_as(path, "rb", error);
    if (file && !read_header(file, error)) {
        drop(file);
        return NULL;
    }
    return file;
}

// Goes to the end of the last whole block and cuts off what follows.
static bool cut_broken_end(SampleFile *file, Error *error) {
    SampleGame *game = malloc(sizeof *game);
    if (!game) {
        abort();
    }
    long end = samples_tell(file);
    bool broken;
    while (samples_next(file, game, &broken)) {
        end = samples_tell(file);
    }
    free(game);
    if (fseek(file->stream, end, SEEK_SET) != 0 || ftruncate(fileno(file->stream), end) != 0) {
        return error_set(error, ERROR_FILE_UNWRITABLE, "%.150s cannot be written: %s", file->path,
            strerror(errno));
    }
    return true;
}

// Reads the header of a file to be written, or writes it if there is none, or only its beginning:
// then a writer was killed before the first game.
static bool begin_append(
    SampleFile *file, const Rules *rules, const Variant *variant, Error *error) {
    char header[HEADER_SIZE + 1];
    char found[HEADER_SIZE];
    format_header(rules, variant, header);
    size_t size = fread(found, 1, HEADER_SIZE, file->stream);
    if (size < HEADER_SIZE && memcmp(found, header, size) == 0) {
        file->rules = rules;
        file->variant = variant;
        file->version = SAMPLES_VERSION;
        rewind(file->stream);
        return (fwrite(header, 1, HEADER_SIZE, file->stream) == HEADER_SIZE &&
                   fflush(file->stream) == 0) ||
               error_set(error, ERROR_FILE_UNWRITABLE, "%.150s cannot be written: %s", file->path,
                   strerror(errno));
    }
    if (!parse_header(file, (Slice){found, size}, error)) {
        return false;
    }
    if (file->rules != rules || file->variant != variant) {
        return error_set(error, ERROR_SAMPLES_OTHER_GAME, "%.150s holds samples of %s %s",
            file->path, file->rules->name, file->variant->name);
    }
    return cut_broken_end(file, error);
}

SampleFile *samples_append_to(
    const char *path, const Rules *rules, const Variant *variant, Error *error) {
    SampleFile *file = open_as(path, access(path, F_OK) == 0 ? "r+be" : "w+be", error);
    if (!file) {
        return NULL;
    }
    bool done = flock(fileno(file->stream), LOCK_EX | LOCK_NB) == 0
                    ? begin_append(file, rules, variant, error)
                    : error_set(error, ERROR_FILE_IN_USE, "%.150s is in use by another run", path);
    if (!done) {
        drop(file);
        return NULL;
    }
    return file;
}

bool samples_close(SampleFile *file, Error *error) {
    bool done = fclose(file->stream) == 0;
    if (!done) {
        error_set(error, ERROR_FILE_UNWRITABLE, "%.150s cannot be written: %s", file->path,
            strerror(errno));
    }
    free(file);
    return done;
}

const Rules *samples_rules(const SampleFile *file) {
    return file->rules;
}

const Variant *samples_variant(const SampleFile *file) {
    return file->variant;
}

long samples_tell(const SampleFile *file) {
    return ftell(file->stream);
}

bool samples_seek(SampleFile *file, long offset) {
    return fseek(file->stream, offset, SEEK_SET) == 0;
}

static bool has_move(const Move *moves, size_t count, Move move) {
    size_t at = 0;
    while (at < count && moves[at] != move) {
        at++;
    }
    return at < count;
}

static bool are_shares_legal(const SamplePly *ply, const Move *moves, size_t count) {
    bool is_legal = true;
    for (size_t i = 0; i < ply->share_count && is_legal; i++) {
        is_legal = ply->shares[i].share > 0 && has_move(moves, count, ply->shares[i].move);
        for (size_t j = 0; j < i && is_legal; j++) {
            is_legal = ply->shares[j].move != ply->shares[i].move;
        }
    }
    return is_legal;
}

// Whether the moves can be played from the start; a game that was broken off ends without one.
static bool is_playable(const SampleGame *game) {
    Position pos = game->start;
    Move moves[MOVES_MAX];
    for (size_t i = 0; i < game->count; i++) {
        const SamplePly *ply = &game->plies[i];
        size_t count = game->rules->moves(&pos, moves);
        if (!are_shares_legal(ply, moves, count)) {
            return false;
        }
        if (ply->move == MOVE_NONE) {
            return i + 1 == game->count;
        }
        if (!has_move(moves, count, ply->move)) {
            return false;
        }
        game->rules->apply(&pos, ply->move, &pos);
    }
    return true;
}

// Reads what is known about a position and returns where it ends; null if it is not whole.
static const uint8_t *parse_ply(
    const SampleFile *file, const uint8_t *at, const uint8_t *end, SamplePly *ply) {
    const size_t head_size = file->version > SAMPLES_VERSION_MIN ? PLY_SIZE + 1 : PLY_SIZE;
    if ((size_t)(end - at) < head_size) {
        return NULL;
    }
    *ply = (SamplePly){
        .move = bytes_u32(at), .value = (int16_t)bytes_u16(at + 4), .is_quiet = at[6] != 0};
    ply->share_count = head_size > PLY_SIZE ? at[PLY_SIZE] : 0;
    at += head_size;
    if (ply->share_count > SAMPLE_SHARES_MAX || (end - at) / SHARE_SIZE < ply->share_count) {
        return NULL;
    }
    for (size_t i = 0; i < ply->share_count; i++, at += SHARE_SIZE) {
        const uint32_t word = bytes_u32(at);
        ply->shares[i] = (SampleShare){.move = word & ((1u << SHARE_MOVE_BITS) - 1),
            .share = (uint8_t)(word >> SHARE_MOVE_BITS)};
    }
    return at;
}

static bool parse_block(
    const SampleFile *file, const uint8_t *block, size_t size, SampleGame *game) {
    game->rules = file->rules;
    game->variant = file->variant;
    size_t text_size = block[1];
    game->result = (Result)block[0];
    game->count = bytes_u16(block + 2);
    if (game->result > RESULT_DRAW || game->count > SAMPLE_PLIES_MAX ||
        size < BLOCK_HEAD_SIZE + text_size) {
        return false;
    }
    Slice text = {(const char *)block + BLOCK_HEAD_SIZE, text_size};
    Error error;
    if (!game->rules->read(text, game->variant, &game->start, &error) ||
        game->start.variant != game->variant) {
        return false;
    }
    const uint8_t *at = block + BLOCK_HEAD_SIZE + text_size;
    for (size_t i = 0; i < game->count && at; i++) {
        at = parse_ply(file, at, block + size, &game->plies[i]);
    }
    return at == block + size && is_playable(game);
}

bool samples_next(SampleFile *file, SampleGame *game, bool *broken) {
    uint8_t head[4];
    uint8_t block[BLOCK_SIZE_MAX + 4];
    size_t got = fread(head, 1, sizeof head, file->stream);
    *broken = got > 0;
    if (got != sizeof head) {
        return false;
    }
    uint32_t size = bytes_u32(head);
    if (size < BLOCK_HEAD_SIZE || size > BLOCK_SIZE_MAX ||
        fread(block, 1, size + 4, file->stream) != size + 4 ||
        bytes_u32(block + size) != checksum_crc32(block, size) ||
        !parse_block(file, block, size, game)) {
        return false;
    }
    *broken = false;
    return true;
}

static uint8_t *put_ply(const SampleFile *file, uint8_t *at, const SamplePly *ply) {
    at = bytes_put_u32(at, ply->move);
    at = bytes_put_u16(at, (uint16_t)ply->value);
    *at++ = ply->is_quiet;
    if (file->version > SAMPLES_VERSION_MIN) {
        *at++ = ply->share_count;
        for (size_t i = 0; i < ply->share_count; i++) {
            const SampleShare *share = &ply->shares[i];
            assert(share->move >> SHARE_MOVE_BITS == 0);
            at = bytes_put_u32(at, share->move | (uint32_t)share->share << SHARE_MOVE_BITS);
        }
    }
    return at;
}

bool samples_put(SampleFile *file, const SampleGame *game, Error *error) {
    uint8_t block[4 + BLOCK_SIZE_MAX + 4];
    char text[POSITION_TEXT_SIZE];
    size_t text_size = game->rules->write(&game->start, text);
    uint8_t *at = block + 4;
    *at++ = (uint8_t)game->result;
    *at++ = (uint8_t)text_size;
    at = bytes_put_u16(at, (uint16_t)game->count);
    memcpy(at, text, text_size);
    at += text_size;
    for (size_t i = 0; i < game->count; i++) {
        at = put_ply(file, at, &game->plies[i]);
    }
    const size_t size = (size_t)(at - block) - 4;
    bytes_put_u32(block, (uint32_t)size);
    at = bytes_put_u32(at, checksum_crc32(block + 4, size));
    size_t total = (size_t)(at - block);
    if (fwrite(block, 1, total, file->stream) != total || fflush(file->stream) != 0) {
        return error_set(error, ERROR_FILE_UNWRITABLE, "%.150s cannot be written: %s", file->path,
            strerror(errno));
    }
    return true;
}
