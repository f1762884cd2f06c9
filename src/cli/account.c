#include "arena/links.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/site_url.h"
#include "cli/store_options.h"

static int link_admin(const Arguments *arguments, const char *location, Text *out, Error *error) {
    char secret[SECRET_SIZE];
    if (!site_url_read(arguments, out, error)) {
        return EXIT_BAD_INPUT;
    }
    text_add(out, out->size > 0 ? "" : "http://127.0.0.1:8080/");
    Store *store = store_open(&(StoreOptions){.location = location, .migrate = true}, error);
    bool is_done = store && link_make_admin(store, false, secret, error);
    store_free(store);
    if (is_done) {
        text_addf(out, "#/setup/%s\n", secret);
    }
    return is_done ? EXIT_OK : EXIT_FAILED;
}

static int run(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, link_admin, error);
}

static const Option OPTIONS[] = {
    OPTION_DATA,
    OPTION_STORE,
    {"url", "URL", "where the page is, to begin the link with (default http://127.0.0.1:8080/)",
        NULL, false},
    OPTIONS_END,
};

const Command COMMAND_ACCOUNT_LINK = {
    .name = "account link",
    .operands = "--data DIR|--store URL",
    .summary = "make a one-time link by which somebody becomes an admin",
    .description =
        "Prints a link that works once and for a day: whoever opens it makes an admin's account. "
        "For an operator who has no admin, or whose admin has lost his password; an admin then "
        "gives others links to new passwords. A store in SQLite must not be open in a server.",
    .options = OPTIONS,
    .run = run,
};
