#include "base/log.h"

#include <time.h>
#include <unistd.h>

static const char *const LEVEL_NAMES[] = {"error", "warning", "info"};

bool log_begin(LogLine *line, const Log *log, LogLevel level, const char *event) {
    if (!log || level > log->level) {
        return false;
    }
    *line = (LogLine){.log = log, .json = {.out = &line->text}};
    text_init(&line->text);
    char date[32] = "";
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc)) {
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    json_open_object(&line->json, NULL);
    json_put_text(&line->json, "time", date);
    json_put_text(&line->json, "level", LEVEL_NAMES[level]);
    json_put_text(&line->json, "event", event);
    return true;
}

void log_end(LogLine *line) {
    json_close_object(&line->json);
    text_add_byte(&line->text, '\n');
    // One call, so that lines of several threads do not mix. A log that cannot be written has
    // nobody to complain to.
    ssize_t written = write(line->log->file, line->text.data, line->text.size);
    (void)written;
    text_release(&line->text);
}

void log_reason(const Log *log, LogLevel level, const char *event, const Error *error) {
    LogLine line;
    if (log_begin(&line, log, level, event)) {
        json_put_error(&line.json, "error", error);
        log_end(&line);
    }
}
