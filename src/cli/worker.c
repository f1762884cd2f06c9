#include <stdio.h>
#include <unistd.h>

#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/game_server.h"
#include "cli/output.h"
#include "cli/self.h"
#include "cli/stopping.h"
#include "cli/worker_folder.h"
#include "jobs/worker_host.h"
#include "sandbox/process.h"

#define CACHE_MB 1024

static void say(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "immure: worker: %s\n", line);
}

static int work(const Arguments *arguments, const char *folder, Error *error) {
    char self[SELF_PATH_SIZE];
    char name[64] = "worker";
    gethostname(name, sizeof name - 1);
    WorkerHostOptions options = {
        .url = arguments_value(arguments, "server"),
        .folder = folder,
        .cache_mb = CACHE_MB,
        .cores = cores_count(),
        .self = self,
        .name = name,
        .say = say,
    };
    int cache_mb = CACHE_MB;
    int retry_s = WORKER_RETRY_MS / 1000;
    if (!options.url) {
        error_set(error, ERROR_OPTION_MISSING, "worker needs --server URL");
        return EXIT_BAD_INPUT;
    }
    if (!(options.token = game_server_token(arguments, error)) ||
        !arguments_int(arguments, "cores", 1, 1024, &options.cores, error) ||
        !arguments_int(arguments, "cache-mb", 1, 1 << 20, &cache_mb, error) ||
        !arguments_int(arguments, "retry", 1, 3600, &retry_s, error) || !self_path(self, error) ||
        !process_adopt_orphans(error)) {
        return EXIT_BAD_INPUT;
    }
    options.cache_mb = (unsigned)cache_mb;
    options.retry_ms = retry_s * 1000;
    return worker_host_run(&options, stopping_flag(), error) ? EXIT_OK : EXIT_FAILED;
}

static int run(const Arguments *arguments, Error *error) {
    Text folder;
    text_init(&folder);
    if (arguments_value(arguments, "cache")) {
        text_add(&folder, arguments_value(arguments, "cache"));
    } else {
        worker_folder_default(&folder);
    }
    int status = work(arguments, folder.data, error);
    text_release(&folder);
    return status;
}

static const Option OPTIONS[] = {
    {"server", "URL", "whose jobs to do", NULL, false},
    OPTION_TOKEN,
    {"cores", "N", "jobs at a time (default: one for each core)", NULL, false},
    {"cache", "DIR",
        "where programs and networks are kept (default ~/.cache/immure, of root "
        "/var/cache/immure)",
        NULL, false},
    {"cache-mb", "M", "of them at most (default 1024)", NULL, false},
    {"retry", "S",
        "seconds to wait after trouble with server or network, longer each time (default 15)", NULL,
        false},
    OPTIONS_END,
};

const Command COMMAND_WORKER = {
    .name = "worker",
    .operands = "--server URL",
    .summary = "play the games of a server's matches on this machine",
    .description =
        "Leases jobs from a server and does them: pairs of games, compilations, chunks of "
        "self-play. Strangers' "
        "programs run in a sandbox. The first Ctrl-C or SIGTERM hands back what is under way; a "
        "worker that is killed costs nothing but time. docs/workers.md tells more.",
    .options = OPTIONS,
    .run = run,
};
