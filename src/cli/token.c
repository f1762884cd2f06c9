#include <time.h>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/store_options.h"
#include "jobs/tokens.h"
#include "jobs/trust.h"

// Opens a store for a moment. An SQLite file that a server has open cannot be written to: then the
// server is asked instead.
static Store *open_store(const char *location, bool is_reader, Error *error) {
    return store_open(
        &(StoreOptions){.location = location, .migrate = !is_reader, .is_reader = is_reader},
        error);
}

static int add(const Arguments *arguments, const char *location, Text *out, Error *error) {
    const char *name = arguments_value(arguments, "scope");
    TokenScope scope = token_scope_find(slice_from(name ? name : ""));
    if (scope == 0) {
        error_set(error, ERROR_BAD_OPTION, "--scope is worker, client or admin");
        return EXIT_BAD_INPUT;
    }
    Store *store = open_store(location, false, error);
    char secret[SECRET_SIZE];
    bool is_done =
        store && token_add(store, slice_from(arguments->operands[0]), scope, secret, error);
    store_free(store);
    if (is_done) {
        text_addf(out, "%s\n", secret);
    }
    return is_done ? EXIT_OK : EXIT_FAILED;
}

static int revoke(const Arguments *arguments, const char *location, Text *out, Error *error) {
    Store *store = open_store(location, false, error);
    bool is_done = store && token_revoke(store, slice_from(arguments->operands[0]), error);
    store_free(store);
    text_addf(out, "revoked %s\n", arguments->operands[0]);
    return is_done ? EXIT_OK : EXIT_FAILED;
}

static int reinstate(const Arguments *arguments, const char *location, Text *out, Error *error) {
    Store *store = open_store(location, false, error);
    bool is_done = store && trust_reinstate(store, slice_from(arguments->operands[0]), error);
    store_free(store);
    text_addf(out, "reinstated %s\n", arguments->operands[0]);
    return is_done ? EXIT_OK : EXIT_FAILED;
}

static void put_day(Text *out, const char *word, int64_t ms) {
    time_t seconds = (time_t)(ms / 1000);
    struct tm day;
    char text[16] = "never";
    if (ms > 0 && gmtime_r(&seconds, &day)) {
        strftime(text, sizeof text, "%Y-%m-%d", &day);
    }
    text_addf(out, " %s %s", word, text);
}

static void put_token(void *context, const TokenRow *row) {
    Text *out = context;
    if (!row) {
        text_clear(out);
        return;
    }
    text_addf(out, "%s %s", row->name, row->scope);
    put_day(out, "made", row->created_ms);
    put_day(out, "used", row->used_ms);
    if (row->revoked_ms > 0) {
        put_day(out, "revoked", row->revoked_ms);
    }
    if (*row->aside_reason) {
        text_addf(out, " set aside: %s", row->aside_reason);
    }
    text_add_byte(out, '\n');
}

static int list(const Arguments *arguments, const char *location, Text *out, Error *error) {
    (void)arguments;
    Store *store = open_store(location, true, error);
    bool is_done = store && token_list(store, put_token, out, error);
    store_free(store);
    return is_done ? EXIT_OK : EXIT_FAILED;
}

static int run_add(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, add, error);
}

static int run_list(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, list, error);
}

static int run_revoke(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, revoke, error);
}

static int run_reinstate(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, reinstate, error);
}

static const Option OPTIONS[] = {
    OPTION_DATA,
    OPTION_STORE,
    OPTIONS_END,
};

static const Option ADD_OPTIONS[] = {
    {"scope", "SCOPE",
        "worker (claims jobs), client (submits them) or admin (that, and sees all of it)", NULL,
        false},
    OPTION_DATA,
    OPTION_STORE,
    OPTIONS_END,
};

const Command COMMAND_TOKEN_ADD = {
    .name = "token add",
    .operands = "NAME --scope SCOPE --data DIR|--store URL",
    .summary = "make a token that lets a worker or a client in",
    .description =
        "Prints the token, once: the store keeps a hash of it. Give every machine its own, so that "
        "it can be revoked, and judged, alone. A store in SQLite must not be open in a server.",
    .options = ADD_OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run_add,
};

const Command COMMAND_TOKEN_LIST = {
    .name = "token list",
    .operands = "--data DIR|--store URL",
    .summary = "all tokens: scopes, when they were made and used",
    .description = "Prints a line for each token, without the token, which nobody knows.",
    .options = OPTIONS,
    .run = run_list,
};

const Command COMMAND_TOKEN_REVOKE = {
    .name = "token revoke",
    .operands = "NAME --data DIR|--store URL",
    .summary = "let a token in no more",
    .description = "From now on the token is refused; jobs that its hosts hold go back.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run_revoke,
};

const Command COMMAND_TOKEN_REINSTATE = {
    .name = "token reinstate",
    .operands = "NAME --data DIR|--store URL",
    .summary = "let hosts work again that were set aside",
    .description =
        "Hosts whose results were refused, or on which programs fail that fail nowhere else, are "
        "set "
        "aside. Once the machine is mended, this forgets what was known against it.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run_reinstate,
};
