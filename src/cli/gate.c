#include "cli/gate.h"

// Networks are a few MB at most.
#define NETWORK_LIMIT_BYTES (64u << 20)

// A comma separates a player's words, so one inside a path is doubled.
static void add_player(Text *out, const char *name, const char *network, int time_ms) {
    text_addf(out, "name=%s,engine=immure,time=%dms,margin=1s,network=", name, time_ms);
    for (const char *byte = network; *byte; byte++) {
        text_add_byte(out, *byte);
        if (*byte == ',') {
            text_add_byte(out, ',');
        }
    }
}

bool gate_play(const Gate *gate, const atomic_bool *stop, DuelResult *result, Error *error) {
    Text players[2];
    for (int i = 0; i < 2; i++) {
        text_init(&players[i]);
        add_player(&players[i], i == 0 ? "new" : "old",
            i == 0 ? gate->new_network : gate->old_network, gate->time_ms);
    }
    Duel duel = {
        .rules = gate->rules,
        .variant = gate->variant,
        .players = {players[0].data, players[1].data},
        .games = gate->games,
        .concurrency = gate->concurrency,
        .sprt = gate->sprt,
        .journal = gate->journal,
        .seed = gate->seed,
    };
    bool done = duel_play(&duel, stop, result, error);
    text_release(&players[0]);
    text_release(&players[1]);
    return done;
}

const char *gate_verdict_name(SprtStatus verdict) {
    return verdict == SPRT_ACCEPT_H1   ? "better"
           : verdict == SPRT_ACCEPT_H0 ? "not better"
                                       : "undecided";
}

bool gate_install(const char *network, const char *place, Error *error) {
    Text bytes;
    text_init(&bytes);
    bool done = text_read_file(&bytes, network, NETWORK_LIMIT_BYTES, error) &&
                text_write_file(&bytes, place, error);
    text_release(&bytes);
    return done;
}
