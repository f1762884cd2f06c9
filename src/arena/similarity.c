#include "arena/similarity.h"

#include <stdlib.h>

#include "arena/fingerprints.h"
#include "arena/similarity_match.h"

// How often a program may repeat a fingerprint before the rest is not looked at: tables of numbers
// do so by the hundred, and every two of them would be a place to begin.
#define REPEATS_MAX 8
// And how often it counts for one owner, who may have a hundred bots of one source.
#define OWNER_MARKS_MAX 16
// At 16 bytes each. A course of 2,000 programs, all of them copies in tens, has as many.
#define MEETINGS_MAX ((size_t)4 << 20)

// A fingerprint of one of all programs.
typedef struct ProgramFingerprint {
    uint64_t hash;
    uint32_t program;
    uint32_t position;
} ProgramFingerprint;

// Two programs have the same fingerprint.
typedef struct Meeting {
    uint32_t a;
    uint32_t b;
    SimilaritySeed seed;
} Meeting;

typedef struct Comparison {
    const SimilarityProgram *programs;
    size_t count;
    SimilarityText *texts;
    uint64_t *kit_hashes; // sorted
    size_t kit_hash_count;
    ProgramFingerprint *marks; // sorted by hash, program and position
    size_t mark_count;
    Meeting *meetings;
    size_t meeting_count;
    size_t meeting_capacity;
} Comparison;

static void *resize(void *memory, size_t count, size_t size) {
    memory = realloc(memory, (count ? count : 1) * size);
    if (!memory) {
        abort();
    }
    return memory;
}

static int by_hash(const void *x, const void *y) {
    const uint64_t a = *(const uint64_t *)x;
    const uint64_t b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static int by_mark(const void *x, const void *y) {
    const ProgramFingerprint *s = x;
    const ProgramFingerprint *t = y;
    int order = by_hash(&s->hash, &t->hash);
    order = order ? order : (s->program > t->program) - (s->program < t->program);
    return order ? order : (s->position > t->position) - (s->position < t->position);
}

static int by_meeting(const void *x, const void *y) {
    const Meeting *s = x;
    const Meeting *t = y;
    int order = (s->a > t->a) - (s->a < t->a);
    return order ? order : (s->b > t->b) - (s->b < t->b);
}

static int by_share(const void *x, const void *y) {
    const SimilarPair *s = x;
    const SimilarPair *t = y;
    double a = s->share_a > s->share_b ? s->share_a : s->share_b;
    double b = t->share_a > t->share_b ? t->share_a : t->share_b;
    int order = (a < b) - (a > b);
    order = order ? order : (s->a > t->a) - (s->a < t->a);
    return order ? order : (s->b > t->b) - (s->b < t->b);
}

// All of them, not only those that winnowing keeps: a changed line next to kit code moves those.
static void read_kits(Comparison *comparison, const SimilarityProgram *kits, size_t kit_count) {
    comparison->kit_hashes = resize(NULL, 0, sizeof *comparison->kit_hashes);
    for (size_t i = 0; i < kit_count; i++) {
        SourceTokens tokens;
        Fingerprints all;
        source_tokens_init(&tokens, kits[i].source, kits[i].syntax);
        fingerprints_all(&all, &tokens);
        size_t count = comparison->kit_hash_count;
        comparison->kit_hashes =
            resize(comparison->kit_hashes, count + all.count, sizeof *comparison->kit_hashes);
        for (size_t j = 0; j < all.count; j++) {
            comparison->kit_hashes[count + j] = all.items[j].hash;
        }
        comparison->kit_hash_count += all.count;
        fingerprints_release(&all);
        source_tokens_release(&tokens);
    }
    qsort(comparison->kit_hashes, comparison->kit_hash_count, sizeof *comparison->kit_hashes,
        by_hash);
}

static bool is_of_kit(const Comparison *comparison, uint64_t hash) {
    return bsearch(&hash, comparison->kit_hashes, comparison->kit_hash_count,
        sizeof *comparison->kit_hashes, by_hash);
}

static void set_common(SimilarityText *text, uint32_t position) {
    for (uint32_t i = 0; i < FINGERPRINT_TOKENS; i++) {
        text->is_common[position + i] = true;
    }
}

static void read_program(Comparison *comparison, size_t index) {
    const SimilarityProgram *program = &comparison->programs[index];
    SimilarityText *text = &comparison->texts[index];
    Fingerprints all;
    Fingerprints kept;
    source_tokens_init(&text->tokens, program->source, program->syntax);
    fingerprints_all(&all, &text->tokens);
    fingerprints_winnow(&kept, &all);
    text->is_common = resize(NULL, text->tokens.count, sizeof *text->is_common);
    for (size_t i = 0; i < text->tokens.count; i++) {
        text->is_common[i] = false;
    }
    for (size_t i = 0; i < all.count; i++) {
        if (is_of_kit(comparison, all.items[i].hash)) {
            set_common(text, all.items[i].position);
        }
    }
    comparison->marks =
        resize(comparison->marks, comparison->mark_count + kept.count, sizeof *comparison->marks);
    for (size_t i = 0; i < kept.count; i++) {
        comparison->marks[comparison->mark_count++] =
            (ProgramFingerprint){kept.items[i].hash, (uint32_t)index, kept.items[i].position};
    }
    fingerprints_release(&kept);
    fingerprints_release(&all);
}

// The marks of one fingerprint that count.
typedef struct MarkGroup {
    const ProgramFingerprint *items[SIMILARITY_COMMON_MAX * OWNER_MARKS_MAX];
    size_t count;
    int64_t owners[SIMILARITY_COMMON_MAX];
    size_t owner_counts[SIMILARITY_COMMON_MAX]; // of their marks
    size_t owner_count;
} MarkGroup;

// Whether a program has had this fingerprint too often before this mark.
static bool is_repeat(const ProgramFingerprint *marks, size_t i) {
    return i >= REPEATS_MAX && marks[i - REPEATS_MAX].program == marks[i].program;
}

// Takes a mark unless its owner has enough. False if it is of one owner too many.
static bool group_add(MarkGroup *group, const ProgramFingerprint *mark, int64_t owner) {
    size_t i = 0;
    while (i < group->owner_count && group->owners[i] != owner) {
        i++;
    }
    if (i == group->owner_count) {
        if (i == SIMILARITY_COMMON_MAX) {
            return false;
        }
        group->owners[group->owner_count++] = owner;
    }
    if (group->owner_counts[i] < OWNER_MARKS_MAX) {
        group->owner_counts[i]++;
        group->items[group->count++] = mark;
    }
    return true;
}

// False if the fingerprint is of too many owners.
static bool group_read(
    const Comparison *comparison, const ProgramFingerprint *marks, size_t count, MarkGroup *out) {
    *out = (MarkGroup){0};
    bool is_rare = true;
    for (size_t i = 0; i < count && is_rare; i++) {
        is_rare = is_repeat(marks, i) ||
                  group_add(out, &marks[i], comparison->programs[marks[i].program].owner);
    }
    return is_rare;
}

// Those that do not fit any more are left out: what the programs share is followed from those of
// other fingerprints, for their order by hash is as good as random.
static void add_meetings(Comparison *comparison, const MarkGroup *group) {
    for (size_t i = 0; i < group->count; i++) {
        const ProgramFingerprint *a = group->items[i];
        for (size_t j = i + 1; j < group->count; j++) {
            const ProgramFingerprint *b = group->items[j];
            if (comparison->programs[a->program].owner == comparison->programs[b->program].owner) {
                continue;
            }
            if (comparison->meeting_count == MEETINGS_MAX) {
                return;
            }
            if (comparison->meeting_count == comparison->meeting_capacity) {
                comparison->meeting_capacity = 2 * comparison->meeting_capacity + 64;
                comparison->meetings = resize(comparison->meetings, comparison->meeting_capacity,
                    sizeof *comparison->meetings);
            }
            comparison->meetings[comparison->meeting_count++] =
                (Meeting){a->program, b->program, {a->position, b->position}};
        }
    }
}

// Marks what is common, and pairs the rest.
static void meet(Comparison *comparison) {
    qsort(comparison->marks, comparison->mark_count, sizeof *comparison->marks, by_mark);
    size_t end;
    for (size_t start = 0; start < comparison->mark_count; start = end) {
        const ProgramFingerprint *marks = &comparison->marks[start];
        end = start + 1;
        while (end < comparison->mark_count && comparison->marks[end].hash == marks->hash) {
            end++;
        }
        MarkGroup group;
        if (group_read(comparison, marks, end - start, &group)) {
            add_meetings(comparison, &group);
            continue;
        }
        for (size_t i = 0; i < end - start; i++) {
            set_common(&comparison->texts[marks[i].program], marks[i].position);
        }
    }
    qsort(
        comparison->meetings, comparison->meeting_count, sizeof *comparison->meetings, by_meeting);
}

static void count_own(SimilarityText *text) {
    for (size_t i = 0; i < text->tokens.count; i++) {
        text->own_count += !text->is_common[i];
    }
}

// Compares the two programs whose meetings begin at `start`; returns where the next two begin.
static size_t compare_pair(const Comparison *comparison, size_t start, SimilarPair *out) {
    const Meeting *meetings = comparison->meetings;
    size_t end = start;
    SimilaritySeed *seeds = NULL;
    while (end < comparison->meeting_count && by_meeting(&meetings[start], &meetings[end]) == 0) {
        end++;
    }
    seeds = resize(NULL, end - start, sizeof *seeds);
    for (size_t i = start; i < end; i++) {
        seeds[i - start] = meetings[i].seed;
    }
    *out = (SimilarPair){.a = meetings[start].a, .b = meetings[start].b};
    similarity_match(
        &comparison->texts[out->a], &comparison->texts[out->b], seeds, end - start, out);
    free(seeds);
    return end;
}

void similarity_find(Similarities *out, const SimilarityProgram *programs, size_t count,
    const SimilarityProgram *kits, size_t kit_count) {
    Comparison comparison = {.programs = programs, .count = count};
    comparison.texts = calloc(count ? count : 1, sizeof *comparison.texts);
    if (!comparison.texts) {
        abort();
    }
    comparison.marks = resize(NULL, 0, sizeof *comparison.marks);
    comparison.meetings = resize(NULL, 0, sizeof *comparison.meetings);
    read_kits(&comparison, kits, kit_count);
    for (size_t i = 0; i < count; i++) {
        read_program(&comparison, i);
    }
    meet(&comparison);
    for (size_t i = 0; i < count; i++) {
        count_own(&comparison.texts[i]);
    }
    *out = (Similarities){0};
    for (size_t start = 0; start < comparison.meeting_count;) {
        SimilarPair pair;
        start = compare_pair(&comparison, start, &pair);
        if (pair.token_count < FINGERPRINT_CERTAIN) {
            free(pair.ranges);
            continue;
        }
        out->items = resize(out->items, out->count + 1, sizeof *out->items);
        out->items[out->count++] = pair;
    }
    if (out->count > 0) {
        qsort(out->items, out->count, sizeof *out->items, by_share);
    }
    for (size_t i = 0; i < count; i++) {
        source_tokens_release(&comparison.texts[i].tokens);
        free(comparison.texts[i].is_common);
    }
    free(comparison.texts);
    free(comparison.kit_hashes);
    free(comparison.marks);
    free(comparison.meetings);
}

void similarities_release(Similarities *similarities) {
    for (size_t i = 0; i < similarities->count; i++) {
        free(similarities->items[i].ranges);
    }
    free(similarities->items);
    *similarities = (Similarities){0};
}
