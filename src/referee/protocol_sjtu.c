// The judges of SJTU's Quoridor course, 2017 and 2022 editions, as docs/protocols.md tells.

#include <string.h>

#include "base/foreign_text.h"
#include "referee/conversation.h"
#include "referee/protocols.h"

// No answer has this many words.
#define ANSWER_WORDS_MAX 8

static bool is_digits(Slice word) {
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] < '0' || word.data[i] > '9') {
            return false;
        }
    }
    return word.size > 0;
}

// Adds the words of a line to "a b c"; false if one is not made of digits or there are too many.
static bool add_words(Text *answer, Slice line, int *count) {
    Slice word;
    while (slice_next(&line, " \t\r", &word)) {
        if (!is_digits(word) || ++*count > ANSWER_WORDS_MAX || word.size > 4) {
            return false;
        }
        text_add(answer, *count > 1 ? " " : "");
        text_add_slice(answer, word);
    }
    return true;
}

static bool is_ended(Slice line) {
    return line.size >= 3 && memcmp(line.data + line.size - 3, "END", 3) == 0;
}

// Reads what the program says up to a line that ends in `END`, by which the judge of 2017 knows the
// end of a message; that word is left out. A blank after `END` hides it.
static bool read_message(Player *player, Text *message, Foul *foul) {
    bool is_hidden = false;
    Slice line;
    while (player_read_line(player, &line, foul)) {
        while (line.size > 0 && line.data[line.size - 1] == '\r') {
            line.size--; // ends a line as well, for Python
        }
        Slice trimmed = slice_trim(line);
        bool is_end = is_ended(trimmed);
        if (is_end && (player->options->is_lenient || is_ended(line))) {
            size_t size = (size_t)(trimmed.data - line.data) + trimmed.size - strlen("END");
            text_add_slice(message, (Slice){line.data, size});
            return true;
        }
        is_hidden = is_hidden || is_end;
        text_add_slice(message, line);
        text_add_byte(message, '\n');
    }
    if (is_hidden && foul->kind == VERDICT_TIMEOUT) {
        error_set(foul_as(foul, VERDICT_TIMEOUT), ERROR_END_UNSEEN,
            "no END within %.3f s: this judge does not see it before a blank",
            player_limit_s(player));
    }
    return false;
}

// The 2017 judge is Python: a message is two words for str.split() that are numbers for isdigit()
// and int().
static bool read_answer_2017(Player *player, Text *answer, Foul *foul) {
    Text message;
    text_init(&message);
    bool done = read_message(player, &message, foul);
    if (done) {
        Slice rest = text_slice(&message);
        Slice word;
        int row;
        int column;
        done = python_split(&rest, &word) && python_int(word, &row) && //
               python_split(&rest, &word) && python_int(word, &column) &&
               !python_split(&rest, &word);
        if (done) {
            text_addf(answer, "%d %d", row, column);
        } else {
            char quoted[SLICE_QUOTE_SIZE];
            error_set(foul_as(foul, VERDICT_MALFORMED), ERROR_NOT_TWO_NUMBERS,
                "%s instead of two numbers and END",
                slice_quote(slice_trim(text_slice(&message)), quoted));
        }
    }
    text_release(&message);
    return done;
}

static bool begin_2017(Player *player, const Game *game, Foul *foul) {
    (void)game;
    Text name;
    text_init(&name);
    bool done = player_spawn(player, foul) &&
                player_sendf(player, foul, "%d\n", player->side == SIDE_FIRST ? 0 : 1) &&
                read_message(player, &name, foul);
    text_release(&name);
    return done;
}

// Adds the opponent's last move and a newline; nothing if there is none.
static void add_last_move(Text *out, const Game *game, Notation notation) {
    if (game->count > 0) {
        char move[MOVE_TEXT_SIZE];
        game->rules->format(
            &game->positions[game->count - 1], game->moves[game->count - 1], notation, move);
        text_addf(out, "%s\n", move);
    }
}

static bool ask_2017(Player *player, const Game *game, Move *move, Foul *foul) {
    Text text;
    text_init(&text);
    add_last_move(&text, game, NOTATION_SJTU);
    text_add(&text, game->count > 0 ? "\nAction\n" : "Action\n");
    bool done = player_send(player, &text, foul);
    text_clear(&text);
    done = done && read_answer_2017(player, &text, foul) &&
           player_parse(game, text_slice(&text), NOTATION_SJTU, move, foul);
    text_release(&text);
    return done;
}

static bool begin_2022(Player *player, const Game *game, Foul *foul) {
    (void)game;
    Slice name;
    return player_spawn(player, foul) &&
           player_sendf(player, foul, "%d\n", player->side == SIDE_FIRST ? 0 : 1) &&
           player_read_line(player, &name, foul);
}

static bool ask_2022(Player *player, const Game *game, Move *move, Foul *foul) {
    Text text;
    text_init(&text);
    add_last_move(&text, game, NOTATION_SJTU_2022);
    text_add(&text, game->count > 0 ? "" : "-1 0 0\n");
    Slice line;
    int count = 0;
    bool done = player_send(player, &text, foul) && player_read_line(player, &line, foul);
    text_clear(&text);
    if (done && (!add_words(&text, line, &count) || count != 3)) {
        char quoted[SLICE_QUOTE_SIZE];
        done = error_set(foul_as(foul, VERDICT_MALFORMED), ERROR_NOT_THREE_NUMBERS,
            "%s instead of three numbers", slice_quote(line, quoted));
    }
    done = done && player_parse(game, text_slice(&text), NOTATION_SJTU_2022, move, foul);
    text_release(&text);
    return done;
}

const PlayerProtocol PLAYER_SJTU = {
    .name = "sjtu",
    .game = "quoridor",
    .variant = "sjtu",
    .exit_loses = true,
    .turn_ms = 1000,
    .first_turn_ms = 1000,
    .start_ms = 3000,
    .begin = begin_2017,
    .ask = ask_2017,
};

const PlayerProtocol PLAYER_SJTU_2022 = {
    .name = "sjtu-2022",
    .game = "quoridor",
    .variant = "sjtu-2022",
    .exit_loses = true,
    .turn_ms = 1000,
    .first_turn_ms = 1000,
    .start_ms = 3000,
    .begin = begin_2022,
    .ask = ask_2022,
};
