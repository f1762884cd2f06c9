#include "submission/site_file.h"

#include <string.h>

#include "eval/net/builtin.h"
#include "search/book_builtin.h"

#define MEMORY_DEFAULT_MB 128
#define COURSE_ENDING "-course"

const BotProtocol *const SUBMISSION_PROTOCOLS[] = {
    &BOT_BOTZONE, &BOT_BOTZONE_JSON, &BOT_SJTU, &BOT_SJTU_2022, NULL};

const BotProtocol *submission_protocol(Slice name, const char *game) {
    for (const BotProtocol *const *protocol = SUBMISSION_PROTOCOLS; *protocol; protocol++) {
        if ((!game || strcmp((*protocol)->game, game) == 0) &&
            (!name.data || slice_is(name, (*protocol)->name))) {
            return *protocol;
        }
    }
    return NULL;
}

SubmissionOptions submission_defaults(const BotProtocol *protocol) {
    return (SubmissionOptions){
        .protocol = protocol->name,
        .keep_running = strcmp(protocol->game, "amazons") == 0,
        .time_ms = protocol->time_ms,
        .level = LEVELS_COUNT,
        .memory_mb = MEMORY_DEFAULT_MB,
    };
}

const NetworkShape *submission_board(const BotProtocol *protocol) {
    const Rules *rules = rules_find(slice_from(protocol->game));
    const Variant *variant = protocol->variant ? rules_variant(rules, slice_from(protocol->variant))
                                               : &rules->variants[0];
    return network_shape_for(rules, variant);
}

bool submission_file_find(Slice name, SubmissionOptions *out) {
    size_t ending = strlen(COURSE_ENDING);
    bool is_course =
        name.size > ending && slice_is(slice_skip(name, name.size - ending), COURSE_ENDING);
    name.size -= is_course ? ending : 0;
    const BotProtocol *protocol = submission_protocol(name, is_course ? "quoridor" : NULL);
    if (protocol) {
        *out = submission_defaults(protocol);
        out->is_course = is_course;
    }
    return protocol != NULL;
}

bool submission_file_write(const SubmissionOptions *options, Text *out, Error *error) {
    const BotProtocol *protocol = submission_protocol(slice_from(options->protocol), NULL);
    const NetworkShape *shape = submission_board(protocol);
    return submission_write(options, network_builtin(shape), book_builtin(shape->name), out, error);
}
