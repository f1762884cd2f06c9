#include "base/cpu.h"
#include "rules/amazons/amazons.h"
#include "rules/quoridor/quoridor.h"
#include "rules/rules.h"

size_t rules_count(void) {
    return 2;
}

const Rules *rules_at(size_t index) {
    return index == 0 ? amazons_rules(cpu_level()) : quoridor_rules(cpu_level());
}

const Rules *rules_find(Slice name) {
    for (size_t i = 0; i < rules_count(); i++) {
        if (slice_is(name, rules_at(i)->name)) {
            return rules_at(i);
        }
    }
    return NULL;
}
