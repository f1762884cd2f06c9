#include <string.h>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "rules/record/detect.h"

// Collections of games can be large, a single one cannot.
#define RECORDS_LIMIT_BYTES (64u << 20)

static bool choose_format(const Arguments *arguments, const char *option, const Rules *rules,
    RecordFormat *format, Error *error) {
    const char *name = arguments_value(arguments, option);
    char quoted[SLICE_QUOTE_SIZE];
    if (!name) {
        return error_set(error, ERROR_OPTION_MISSING, "convert needs --from and --to");
    }
    if (!record_format_find(slice_from(name), format)) {
        return error_set(error, ERROR_UNKNOWN_FORMAT,
            "unknown format %s: see immure convert --help", slice_quote(slice_from(name), quoted));
    }
    return record_format_fits(*format, rules) ||
           error_set(error, ERROR_WRONG_FORMAT, "format %s is not for %s", name, rules->name);
}

// A list of moves does not say which board or rules it is for: the command line does.
static bool convert_list(const Arguments *arguments, const Rules *rules, Notation notation,
    RecordFormat to, Slice input, Text *out, Error *error) {
    const Variant *variant;
    if (!options_variant(arguments, rules, &variant, error)) {
        return false;
    }
    Position start;
    Record record;
    rules->start(&start, variant);
    if (!record_read_moves(input, notation, rules, &start, &record, error)) {
        return false;
    }
    record.result = game_outcome(&record.game).result;
    bool done = record_write(&record, to, out, error);
    record_release(&record);
    return done;
}

typedef RecordNext NextRecord(RecordReader *reader, Record *out, Error *error);

static bool convert_records(
    RecordReader reader, NextRecord *read_next, RecordFormat to, Text *out, Error *error) {
    size_t count = 0;
    for (;; count++) {
        Record record;
        RecordNext next = read_next(&reader, &record, error);
        if (next == RECORD_NEXT_REFUSED) {
            return false;
        }
        if (next == RECORD_NEXT_END) {
            return count > 0 ||
                   error_set(error, ERROR_RECORD_MISSING, "standard input holds no record");
        }
        text_add(out, count > 0 ? "\n" : "");
        bool done = record_write(&record, to, out, error);
        record_release(&record);
        if (!done) {
            return false;
        }
    }
}

static bool convert(const Arguments *arguments, const Rules *rules, RecordFormat to, Slice input,
    Text *out, Error *error) {
    const char *name = arguments_value(arguments, "from");
    if (name && strcmp(name, FORMAT_AUTO) == 0) {
        return convert_records(record_detector(input), record_detect_next, to, out, error);
    }
    RecordFormat from;
    if (!choose_format(arguments, "from", rules, &from, error)) {
        return false;
    }
    if (from >= RECORD_LIST) {
        Notation notation = (Notation)(from - RECORD_LIST);
        return convert_list(arguments, rules, notation, to, input, out, error);
    }
    return convert_records(record_reader(input, from, rules), record_read_next, to, out, error);
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    RecordFormat to;
    if (!options_rules(arguments, &rules, error) ||
        !choose_format(arguments, "to", rules, &to, error)) {
        return EXIT_BAD_INPUT;
    }
    Text input;
    Text out;
    text_init(&input);
    text_init(&out);
    bool done = text_read_stream(&input, stdin, RECORDS_LIMIT_BYTES, "standard input", error) &&
                convert(arguments, rules, to, text_slice(&input), &out, error);
    int status = done ? output_write(&out, error) : EXIT_BAD_INPUT;
    text_release(&input);
    text_release(&out);
    return status;
}

static const Option OPTIONS[] = {
    {"from", "F", "the format of standard input", choices_input_formats, false},
    {"to", "T", "the format of standard output", choices_record_formats, false},
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_CONVERT = {
    .name = "convert",
    .takes_game = true,
    .operands = "GAME --from F --to T",
    .summary = "turn game records from one format into another",
    .description = "Reads records from standard input and writes them in another format. Formats "
                   "are pgn (both games), sgf (amazons, GM[18]), and the notations, each a list of "
                   "moves, one a line. --size and --variant say what a list of moves is for; the "
                   "others know it themselves. --from auto finds format and board out from the "
                   "text: records, moves in any case with or without separators, Botzone's and "
                   "SJTU's numbers, a position and moves after it.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
