#include "arena/name_pattern.h"

void name_pattern(Text *out, Slice part) {
    if (part.size == 0) {
        return;
    }
    text_add_byte(out, '%');
    for (size_t i = 0; i < part.size; i++) {
        char byte = part.data[i];
        if (byte == '%' || byte == '_' || byte == '\\') {
            text_add_byte(out, '\\');
        }
        text_add_byte(out, byte >= 'A' && byte <= 'Z' ? (char)(byte + 'a' - 'A') : byte);
    }
    text_add_byte(out, '%');
}
