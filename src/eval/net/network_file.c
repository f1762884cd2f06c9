// Networks as files (docs/formats.md):
//
//      magic, version, name and counts of the shape, hidden units, length of the card
//      with a policy, which is version 2: its counts of outputs and features
//      weights of the inputs, the bias, the output, the linear terms, the policy
//      card, checksum of everything before
//
// Nothing is taken from a file before its checksum is right and its counts are those of a shape of
// this program, and then its length must be just what follows from them.

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/net/network.h"

#define MAGIC "IMMURNET"
#define MAGIC_SIZE 8
#define VERSION 1
#define VERSION_POLICY 2
#define NAME_SIZE 32
#define COUNT_SIZE 4
#define CHECKSUM_SIZE 4
#define HEADER_SIZE (MAGIC_SIZE + COUNT_SIZE + NAME_SIZE + 5 * COUNT_SIZE)
#define HEADER_POLICY_SIZE (HEADER_SIZE + 2 * COUNT_SIZE)
#define CARD_SIZE_MAX (1u << 20)
#define FILE_SIZE_MAX (UINT64_C(1) << 28)
#define OUTPUT_MAX 127

typedef struct Header {
    char name[NAME_SIZE + 1];
    uint32_t input_count;
    uint32_t bucket_count;
    uint32_t linear_count;
    uint32_t hidden_count;
    uint32_t card_size;
    bool has_policy;
    uint32_t policy_output_count;
    uint32_t policy_feature_count;
} Header;

static size_t header_size(bool has_policy) {
    return has_policy ? HEADER_POLICY_SIZE : HEADER_SIZE;
}

static uint32_t take_count(const uint8_t **at) {
    const uint32_t count = bytes_u32(*at);
    *at += COUNT_SIZE;
    return count;
}

// What every network file has, whatever its shape.
static bool read_header(Slice bytes, Header *out, Error *error) {
    if (bytes.size < MAGIC_SIZE || memcmp(bytes.data, MAGIC, MAGIC_SIZE) != 0) {
        return error_set(error, ERROR_NOT_A_NETWORK, "not a network of this program");
    }
    if (bytes.size < HEADER_SIZE + CHECKSUM_SIZE) {
        return error_set(
            error, ERROR_NETWORK_DAMAGED, "damaged network: cut short after %zu bytes", bytes.size);
    }
    const uint8_t *data = (const uint8_t *)bytes.data;
    const uint8_t *at = data + MAGIC_SIZE;
    const uint32_t version = take_count(&at);
    if (version != VERSION && version != VERSION_POLICY) {
        return error_set(error, ERROR_NETWORK_VERSION,
            "a network of format version %u, this program reads versions %d and %d", version,
            VERSION, VERSION_POLICY);
    }
    *out = (Header){.has_policy = version == VERSION_POLICY};
    if (bytes.size < header_size(out->has_policy) + CHECKSUM_SIZE) {
        return error_set(
            error, ERROR_NETWORK_DAMAGED, "damaged network: cut short after %zu bytes", bytes.size);
    }
    const size_t size = bytes.size - CHECKSUM_SIZE;
    if (checksum_crc32(data, size) != bytes_u32(data + size)) {
        return error_set(error, ERROR_NETWORK_DAMAGED, "damaged network: its checksum is wrong");
    }
    memcpy(out->name, at, NAME_SIZE);
    out->name[NAME_SIZE] = '\0';
    for (size_t i = strlen(out->name); i < NAME_SIZE; i++) {
        if (out->name[i] != '\0') {
            return error_set(
                error, ERROR_NETWORK_DAMAGED, "damaged network: bytes after the name of its shape");
        }
    }
    at += NAME_SIZE;
    out->input_count = take_count(&at);
    out->bucket_count = take_count(&at);
    out->linear_count = take_count(&at);
    out->hidden_count = take_count(&at);
    out->card_size = take_count(&at);
    if (out->has_policy) {
        out->policy_output_count = take_count(&at);
        out->policy_feature_count = take_count(&at);
    }
    return true;
}

static bool check_shape(const Header *header, const NetworkShape *shape, Error *error) {
    char quote[SLICE_QUOTE_SIZE];
    if (!shape || strcmp(header->name, shape->name) != 0) {
        slice_quote(slice_from(header->name), quote);
        return shape ? error_set(error, ERROR_NETWORK_SHAPE, "a network of shape %s, not %s", quote,
                           shape->name)
                     : error_set(error, ERROR_NETWORK_UNKNOWN_SHAPE,
                           "a network of unknown shape %s", quote);
    }
    if (header->has_policy && !shape->policy) {
        return error_set(error, ERROR_NETWORK_COUNTS,
            "a network of another %s: it has a policy, for which this program has no use",
            shape->name);
    }
    const PolicyShape *policy = header->has_policy ? shape->policy : NULL;
    const struct {
        const char *what;
        uint32_t found;
        int expected;
    } counts[] = {
        {"inputs", header->input_count, shape->input_count},
        {"buckets", header->bucket_count, shape->bucket_count},
        {"linear terms", header->linear_count, shape->linear_count},
        {"policy outputs", header->policy_output_count, policy ? policy->output_count : 0},
        {"policy features", header->policy_feature_count, policy ? policy->feature_count : 0},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i].found != (uint32_t)counts[i].expected) {
            return error_set(error, ERROR_NETWORK_COUNTS,
                "a network of another %s: it has %u %s, not %d", shape->name, counts[i].found,
                counts[i].what, counts[i].expected);
        }
    }
    if (header->hidden_count < NETWORK_HIDDEN_STEP || header->hidden_count > NETWORK_HIDDEN_MAX ||
        header->hidden_count % NETWORK_HIDDEN_STEP != 0) {
        return error_set(error, ERROR_NETWORK_HIDDEN,
            "a network of %u hidden units; this program wants a multiple of %d up to %d",
            header->hidden_count, NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX);
    }
    if (header->card_size > CARD_SIZE_MAX) {
        return error_set(error, ERROR_NETWORK_DAMAGED, "damaged network: its card has %u bytes",
            header->card_size);
    }
    return true;
}

static size_t weights_size(const NetworkShape *shape, const Header *header) {
    const size_t rows =
        (size_t)shape->input_count + 1 + (size_t)shape->bucket_count + header->policy_output_count;
    const size_t terms = (size_t)(shape->bucket_count * shape->linear_count);
    return rows * header->hidden_count * sizeof(int16_t) +
           (terms + header->policy_feature_count) * sizeof(int32_t);
}

static const uint8_t *read_shorts(const uint8_t *at, int16_t *out, size_t count) {
    for (size_t i = 0; i < count; i++, at += sizeof *out) {
        out[i] = (int16_t)bytes_u16(at);
    }
    return at;
}

static const uint8_t *read_words(const uint8_t *at, int32_t *out, size_t count) {
    for (size_t i = 0; i < count; i++, at += sizeof *out) {
        out[i] = (int32_t)bytes_u32(at);
    }
    return at;
}

static const uint8_t *read_weights(const uint8_t *at, Network *network) {
    const NetworkShape *shape = network->shape;
    const size_t hidden_count = (size_t)network->hidden_count;
    at = read_shorts(at, network->input, (size_t)shape->input_count * hidden_count);
    at = read_shorts(at, network->bias, hidden_count);
    at = read_shorts(at, network->output, (size_t)shape->bucket_count * hidden_count);
    at = read_words(at, network->linear, (size_t)shape->bucket_count * (size_t)shape->linear_count);
    if (network->policy_output) {
        at = read_shorts(
            at, network->policy_output, (size_t)shape->policy->output_count * hidden_count);
        at = read_words(at, network->policy_feature, (size_t)shape->policy->feature_count);
    }
    return at;
}

static bool outputs_fit(const int16_t *outputs, int count) {
    for (int i = 0; i < count; i++) {
        if (outputs[i] > OUTPUT_MAX || outputs[i] < -OUTPUT_MAX) {
            return false;
        }
    }
    return true;
}

static bool policy_fits(const Network *network) {
    const NetworkShape *shape = network->shape;
    bool fits =
        outputs_fit(network->policy_output, shape->policy->output_count * network->hidden_count);
    for (size_t i = 0; i < (size_t)shape->policy->feature_count && fits; i++) {
        const int32_t weight = network->policy_feature[i];
        fits = weight <= NETWORK_FEATURE_MAX && weight >= -NETWORK_FEATURE_MAX;
    }
    return fits;
}

// Whether no weight is beyond what the kernels can take.
static bool weights_fit(const Network *network) {
    return outputs_fit(network->output, network->shape->bucket_count * network->hidden_count) &&
           (!network->policy_output || policy_fits(network));
}

bool network_read_as(Network *network, const NetworkShape *wanted, Slice bytes, Error *error) {
    Header header;
    if (!read_header(bytes, &header, error)) {
        return false;
    }
    const NetworkShape *shape = wanted;
    for (const NetworkShape *const *known = NETWORK_SHAPES; !wanted && *known; known++) {
        shape = strcmp((*known)->name, header.name) == 0 ? *known : shape;
    }
    if (!check_shape(&header, shape, error)) {
        return false;
    }
    const size_t expected = header_size(header.has_policy) + weights_size(shape, &header) +
                            header.card_size + CHECKSUM_SIZE;
    if (bytes.size != expected) {
        return error_set(error, ERROR_NETWORK_DAMAGED,
            "damaged network: %zu bytes where %zu are expected", bytes.size, expected);
    }
    Network read;
    const int hidden_count = (int)header.hidden_count;
    if (!(header.has_policy ? network_init_with_policy(&read, shape, hidden_count)
                            : network_init(&read, shape, hidden_count))) {
        return error_set(error, ERROR_OUT_OF_MEMORY, "no memory for a network");
    }
    const uint8_t *card =
        read_weights((const uint8_t *)bytes.data + header_size(header.has_policy), &read);
    if (!weights_fit(&read)) {
        network_release(&read);
        return error_set(error, ERROR_NETWORK_DAMAGED,
            "damaged network: an output weight is beyond %d", OUTPUT_MAX);
    }
    text_add_slice(&read.card, (Slice){(const char *)card, header.card_size});
    *network = read;
    return true;
}

bool network_read(Network *network, Slice bytes, Error *error) {
    return network_read_as(network, NULL, bytes, error);
}

bool network_load(Network *network, const NetworkShape *shape, const char *path, Error *error) {
    Text bytes;
    text_init(&bytes);
    bool loaded = text_read_file(&bytes, path, FILE_SIZE_MAX, error);
    if (loaded && !network_read_as(network, shape, text_slice(&bytes), error)) {
        loaded = error_prefix(error, ERROR_AT_FILE, "%.150s", path);
    }
    text_release(&bytes);
    return loaded;
}

bool network_check(const char *path, const NetworkShape *shape, Error *error) {
    Network network;
    bool fits = network_load(&network, shape, path, error);
    if (fits) {
        network_release(&network);
    }
    return fits;
}

static void put_words(Text *out, const int32_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bytes_add_u32(out, (uint32_t)numbers[i]);
    }
}

static void put_shorts(Text *out, const int16_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bytes_add_u16(out, (uint16_t)numbers[i]);
    }
}

void network_write(const Network *network, Text *out) {
    const NetworkShape *shape = network->shape;
    const size_t start = out->size;
    const size_t hidden_count = (size_t)network->hidden_count;
    assert(strlen(shape->name) < NAME_SIZE && network->card.size <= CARD_SIZE_MAX);
    char name[NAME_SIZE] = "";
    memcpy(name, shape->name, strlen(shape->name));
    text_add_slice(out, (Slice){MAGIC, MAGIC_SIZE});
    bytes_add_u32(out, network->policy_output ? VERSION_POLICY : VERSION);
    text_add_slice(out, (Slice){name, NAME_SIZE});
    bytes_add_u32(out, (uint32_t)shape->input_count);
    bytes_add_u32(out, (uint32_t)shape->bucket_count);
    bytes_add_u32(out, (uint32_t)shape->linear_count);
    bytes_add_u32(out, (uint32_t)hidden_count);
    bytes_add_u32(out, (uint32_t)network->card.size);
    if (network->policy_output) {
        bytes_add_u32(out, (uint32_t)shape->policy->output_count);
        bytes_add_u32(out, (uint32_t)shape->policy->feature_count);
    }
    put_shorts(out, network->input, (size_t)shape->input_count * hidden_count);
    put_shorts(out, network->bias, hidden_count);
    put_shorts(out, network->output, (size_t)shape->bucket_count * hidden_count);
    put_words(out, network->linear, (size_t)shape->bucket_count * (size_t)shape->linear_count);
    if (network->policy_output) {
        put_shorts(out, network->policy_output, (size_t)shape->policy->output_count * hidden_count);
        put_words(out, network->policy_feature, (size_t)shape->policy->feature_count);
    }
    text_add_slice(out, text_slice(&network->card));
    bytes_add_u32(out, checksum_crc32((const uint8_t *)out->data + start, out->size - start));
}

bool network_save(const Network *network, const char *path, Error *error) {
    Text bytes;
    text_init(&bytes);
    network_write(network, &bytes);
    bool done = text_write_file(&bytes, path, error);
    text_release(&bytes);
    return done;
}

bool network_install(const char *path, const char *place, Error *error) {
    Network network;
    if (!network_load(&network, NULL, path, error)) {
        return false;
    }
    bool done = network_save(&network, place, error);
    network_release(&network);
    return done;
}
