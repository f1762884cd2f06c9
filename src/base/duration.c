#include "base/duration.h"

#include <string.h>

bool duration_parse(Slice text, int *time_ms) {
    static const struct {
        const char *unit;
        double ms;
    } UNITS[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"", 1}};
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        size_t size = strlen(UNITS[i].unit);
        double value;
        if (text.size > size && memcmp(text.data + text.size - size, UNITS[i].unit, size) == 0 &&
            slice_to_double((Slice){text.data, text.size - size}, &value)) {
            double ms = value * UNITS[i].ms;
            if (!(ms >= 1 && ms <= 86400000)) {
                return false;
            }
            *time_ms = (int)ms;
            return true;
        }
    }
    return false;
}
