#include "submission/program/player.h"

#include <unistd.h>

#include "base/clock.h"
#include "search/kinds.h"
#include "submission/program/settings.h"

const EngineKind *const ENGINE_KINDS[] = {&ENGINE_IMMURE, NULL};

static const Variant *choose_variant(const Rules *rules) {
    const char *name = SUBMISSION_PROTOCOL->variant;
    return name ? rules_variant(rules, slice_from(name)) : &rules->variants[0];
}

bool player_init(Bot *bot, Error *error) {
    int64_t start_ms = clock_now_ms();
    Bot made = {
        .rules = submission_rules(),
        .options = {.thread_count = 1, .memory_mb = SUBMISSION_MEMORY_MB},
        .level = level_at(SUBMISSION_LEVEL),
        .in = stdin,
        .out = stdout,
        .time_ms = SUBMISSION_TIME_MS,
        .keep_running = SUBMISSION_KEEP_RUNNING != 0,
        .ponders = SUBMISSION_PONDERS != 0,
    };
    made.variant = choose_variant(made.rules);
    made.options.rules = made.rules;
    made.options.variant = made.variant;
    rng_init(&made.rng, (uint64_t)clock_now_ns() ^ (uint64_t)getpid() << 32);
    made.engine = engine_new(slice_from(ENGINE_KINDS[0]->name), &made.options, error);
    if (!made.engine) {
        return false;
    }
    Book *book = book_new(made.rules);
    if (SUBMISSION_BOOK[0] != '\0' &&
        !book_read(book, slice_from(SUBMISSION_BOOK), "the book", error)) {
        return false;
    }
    made.book = book;
    made.spent_ms = (int)(clock_now_ms() - start_ms);
    *bot = made;
    return true;
}
