#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(Error *error, const char *format, ...) {
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return false;
}

bool error_prefix(Error *error, const char *format, ...) {
    if (error) {
        char reason[sizeof error->text];
        memcpy(reason, error->text, sizeof reason);
        va_list arguments;
        va_start(arguments, format);
        int length = vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        if (length >= 0 && (size_t)length < sizeof error->text) {
            snprintf(error->text + length, sizeof error->text - (size_t)length, ": %s", reason);
        }
    }
    return false;
}
