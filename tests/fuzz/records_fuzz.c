// Records in every format: what is accepted survives being written and read again, byte for byte.

#include "fuzz.h"

#include "rules/record/record_io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) {
        return 0;
    }
    const Rules *rules = rules_at(data[0] & 1);
    RecordFormat format = data[0] & 2 ? RECORD_SGF : RECORD_PGN;
    Slice text = {(const char *)data + 1, size - 1};
    RecordReader reader = record_reader(text, format, rules);
    Record record;
    Error error;
    while (record_read_next(&reader, &record, &error) == RECORD_NEXT_READ) {
        Text first;
        Text second;
        Record again;
        text_init(&first);
        text_init(&second);
        FUZZ_REQUIRE(record_write(&record, format, &first, &error));
        FUZZ_REQUIRE(record_read(text_slice(&first), format, rules, &again, &error));
        FUZZ_REQUIRE(record_write(&again, format, &second, &error));
        FUZZ_REQUIRE(strcmp(first.data, second.data) == 0);
        FUZZ_REQUIRE(again.game.count == record.game.count);
        record_release(&again);
        record_release(&record);
        text_release(&first);
        text_release(&second);
    }
    return 0;
}
