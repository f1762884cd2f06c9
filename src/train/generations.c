#include "train/generations.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/html.h"
#include "base/text.h"

#define TABLE_LIMIT_BYTES (8u << 20)
#define TABLE_HEAD                                                                                 \
    "generation,games,positions,validation_loss,taken,elo,elo_error,anchor_elo,anchor_error\n"
#define FIELDS 9

static bool parse_line(Slice line, Generation *out) {
    double field[FIELDS];
    Slice piece;
    for (int i = 0; i < FIELDS; i++) {
        if (!slice_next(&line, ",", &piece) || !slice_to_double(piece, &field[i])) {
            return false;
        }
    }
    *out = (Generation){.number = (int)field[0],
        .games = (long long)field[1],
        .positions = (long long)field[2],
        .loss = field[3],
        .is_better = field[4] != 0,
        .elo = field[5],
        .elo_error = field[6],
        .anchor_elo = field[7],
        .anchor_error = field[8]};
    return true;
}

bool generations_read(Generations *generations, const char *path, Error *error) {
    generations->count = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        return errno == ENOENT || error_set(error, ERROR_FILE_UNREADABLE,
                                      "%.100s cannot be read: %s", path, strerror(errno));
    }
    Text text;
    text_init(&text);
    bool done = text_read_stream(&text, file, TABLE_LIMIT_BYTES, path, error);
    fclose(file);
    Slice rest = text_slice(&text);
    Slice line;
    slice_next_line(&rest, &line); // the head
    while (done && slice_next_line(&rest, &line) && generations->count < GENERATIONS_MAX) {
        done = parse_line(line, &generations->items[generations->count]) ||
               error_set(error, ERROR_BAD_GENERATION, "%.100s: line %zu is no generation", path,
                   generations->count + 2);
        generations->count += done;
    }
    text_release(&text);
    return done;
}

bool generations_add(
    Generations *generations, const Generation *generation, const char *path, Error *error) {
    if (generations->count == GENERATIONS_MAX) {
        return error_set(error, ERROR_TOO_MANY_GENERATIONS, "%.100s is full", path);
    }
    generations->items[generations->count++] = *generation;
    Text text;
    text_init(&text);
    text_add(&text, TABLE_HEAD);
    for (size_t i = 0; i < generations->count; i++) {
        const Generation *line = &generations->items[i];
        text_addf(&text, "%d,%lld,%lld,%.5f,%d,%.1f,%.1f,%.1f,%.1f\n", line->number, line->games,
            line->positions, line->loss, line->is_better, line->elo, line->elo_error,
            line->anchor_elo, line->anchor_error);
    }
    bool done = text_write_file(&text, path, error);
    text_release(&text);
    return done;
}

// The picture

#define LEFT 60
#define TOP 20
#define WIDTH 600
#define HEIGHT 300
#define ELO_STEP 100

static double highest_elo(const Generations *generations) {
    double highest = ELO_STEP;
    for (size_t i = 0; i < generations->count; i++) {
        const Generation *generation = &generations->items[i];
        highest = fmax(highest, generation->anchor_elo + generation->anchor_error);
    }
    return ELO_STEP * ceil(highest / ELO_STEP);
}

static double lowest_elo(const Generations *generations) {
    double lowest = 0;
    for (size_t i = 0; i < generations->count; i++) {
        const Generation *generation = &generations->items[i];
        lowest = fmin(lowest, generation->anchor_elo - generation->anchor_error);
    }
    return ELO_STEP * floor(lowest / ELO_STEP);
}

static void draw(const Generations *generations, const char *anchor, Text *out) {
    double low = lowest_elo(generations);
    double high = highest_elo(generations);
    text_addf(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%%\" height=\"100%%\" "
        "fill=\"#fff\"/>\n<text x=\"%d\" y=\"14\">Elo against ",
        LEFT + WIDTH + 30, TOP + HEIGHT + 40, LEFT);
    html_add_short_text(out, slice_from(anchor), 60);
    text_add(out, ", by generation</text>\n");
    for (double elo = low; elo <= high; elo += ELO_STEP) {
        double y = TOP + HEIGHT * (high - elo) / (high - low);
        text_addf(out,
            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ccc\"/><text x=\"%d\" "
            "y=\"%.1f\" text-anchor=\"end\">%+.0f</text>\n",
            LEFT, LEFT + WIDTH, y, y, LEFT - 8, y + 4, elo);
    }
    for (size_t i = 0; i < generations->count; i++) {
        const Generation *generation = &generations->items[i];
        double x = LEFT + WIDTH * ((double)i + 0.5) / (double)generations->count;
        double y = TOP + HEIGHT * (high - generation->anchor_elo) / (high - low);
        double error = HEIGHT * generation->anchor_error / (high - low);
        text_addf(out,
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#1f5f8b\"/><circle "
            "cx=\"%.1f\" cy=\"%.1f\" r=\"5\" stroke=\"#1f5f8b\" fill=\"%s\"/><text x=\"%.1f\" "
            "y=\"%d\" text-anchor=\"middle\">%d</text>\n",
            x, x, y - error, y + error, x, y, generation->is_better ? "#1f5f8b" : "#fff", x,
            TOP + HEIGHT + 20, generation->number);
    }
    text_addf(out, "<text x=\"%d\" y=\"%d\">filled: took over from the one before</text></svg>\n",
        LEFT, TOP + HEIGHT + 36);
}

bool generations_plot(
    const Generations *generations, const char *anchor, const char *path, Error *error) {
    Text text;
    text_init(&text);
    draw(generations, anchor, &text);
    bool done = text_write_file(&text, path, error);
    text_release(&text);
    return done;
}
