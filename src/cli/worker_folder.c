#include "cli/worker_folder.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void worker_folder_default(Text *out) {
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (geteuid() == 0 || (!cache && !home)) {
        text_add(out, "/var/cache/immure");
    } else if (cache) {
        text_addf(out, "%s/immure", cache);
    } else {
        text_addf(out, "%s/.cache", home);
        mkdir(out->data, 0700);
        text_add(out, "/immure");
    }
}
