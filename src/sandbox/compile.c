#include "sandbox/compile.h"

#include <pthread.h>
#include <stdlib.h>

#include "sandbox/compile_cache.h"
#include "sandbox/compile_language.h"

const CompileLimits COMPILE_LIMITS = {
    .wall_ms = 60000, // 20 s failed honest programs of others (judgels #993)
    .cpu_s = 60,
    .memory_bytes = 1u << 30,
    .file_bytes = 64u << 20,
    .message_bytes = 16u << 20,
    .process_count = 16,
};

struct Compiler {
    CompilerOptions options;
    pthread_mutex_t lock;                  // guards what follows
    Text versions[COMPILE_LANGUAGE_COUNT]; // empty: not asked yet
};

static const char *const STATUS_NAMES[COMPILE_STATUS_COUNT] = {
    [COMPILE_OK] = "ok",
    [COMPILE_ERRORS] = "errors",
    [COMPILE_TOO_SLOW] = "too-slow",
    [COMPILE_TOO_MUCH_MEMORY] = "too-much-memory",
    [COMPILE_TOO_MUCH_OUTPUT] = "too-much-output",
    [COMPILE_FAULT] = "fault",
};

const char *compile_status_name(CompileStatus status) {
    return STATUS_NAMES[status];
}

bool compile_status_find(Slice name, CompileStatus *out) {
    for (int i = 0; i < COMPILE_STATUS_COUNT; i++) {
        if (slice_is(name, STATUS_NAMES[i])) {
            *out = (CompileStatus)i;
            return true;
        }
    }
    return false;
}

void compile_result_init(CompileResult *result) {
    *result = (CompileResult){.status = COMPILE_FAULT};
    text_init(&result->binary);
    text_init(&result->messages);
    text_init(&result->version);
}

void compile_result_release(CompileResult *result) {
    text_release(&result->binary);
    text_release(&result->messages);
    text_release(&result->version);
}

Compiler *compiler_new(const CompilerOptions *options) {
    Compiler *compiler = calloc(1, sizeof *compiler);
    if (!compiler) {
        abort();
    }
    compiler->options = *options;
    pthread_mutex_init(&compiler->lock, NULL);
    for (size_t i = 0; i < COMPILE_LANGUAGE_COUNT; i++) {
        text_init(&compiler->versions[i]);
    }
    return compiler;
}

void compiler_free(Compiler *compiler) {
    if (compiler) {
        for (size_t i = 0; i < COMPILE_LANGUAGE_COUNT; i++) {
            text_release(&compiler->versions[i]);
        }
        pthread_mutex_destroy(&compiler->lock);
        free(compiler);
    }
}

// Asks a compiler for its version, the first line that it prints, and notes it in the result. False
// with the reason in the result if it cannot be asked.
static bool ask_version(
    const Compiler *compiler, const CompileSource *source, CompileResult *result) {
    CompileResult answer;
    compile_result_init(&answer);
    CompileCommand command = {.words = source->language->version, .output = COMPILE_OUTPUT};
    compile_run(&command, &compiler->options.limits, source, &answer);
    Slice rest = text_slice(&answer.messages);
    Slice line;
    bool done = answer.status == COMPILE_OK && slice_next_line(&rest, &line);
    if (done) {
        text_add_slice(&result->version, line);
    } else {
        text_addf(&result->messages, "%s", answer.messages.data);
    }
    compile_result_release(&answer);
    return done;
}

// The version of the source's compiler, asked once.
static bool find_version(Compiler *compiler, const CompileSource *source, CompileResult *result) {
    Text *known = &compiler->versions[source->language - COMPILE_LANGUAGES];
    pthread_mutex_lock(&compiler->lock);
    text_add_slice(&result->version, text_slice(known));
    pthread_mutex_unlock(&compiler->lock);
    if (result->version.size > 0) {
        return true;
    }
    if (!ask_version(compiler, source, result)) {
        return false;
    }
    pthread_mutex_lock(&compiler->lock);
    text_clear(known);
    text_add_slice(known, text_slice(&result->version));
    pthread_mutex_unlock(&compiler->lock);
    return true;
}

static void compile(const Compiler *compiler, const CompileSource *source, const char *const *words,
    const char *name, CompileResult *result) {
    Text path;
    text_init(&path);
    text_addf(&path, COMPILE_FOLDER "/%s", name);
    CompileCommand command = {
        .words = words,
        .output = COMPILE_OUTPUT,
        .source = {path.data, source->bytes},
    };
    compile_run(&command, &compiler->options.limits, source, result);
    text_release(&path);
    if (result->status == COMPILE_OK && !source->language->makes_file) {
        text_add_slice(&result->binary, source->bytes);
    } else if (result->status == COMPILE_OK && result->binary.size == 0) {
        result->status = COMPILE_FAULT;
    }
}

void compiler_run(Compiler *compiler, const CompileSource *source, CompileResult *result) {
    compile_result_release(result);
    compile_result_init(result);
    if (source->bytes.size > COMPILE_SOURCE_BYTES_MAX) {
        result->status = COMPILE_ERRORS;
        text_addf(
            &result->messages, "the source is longer than %u bytes\n", COMPILE_SOURCE_BYTES_MAX);
        return;
    }
    if (!find_version(compiler, source, result)) {
        return;
    }
    const CompilerOptions *options = &compiler->options;
    FileCache cache = {options->cache_folder, options->cache_bytes};
    const char *words[COMPILE_WORDS_MAX + 2];
    const char *name = compile_source_name(source);
    compile_language_words(source->language, name, words);
    char key[SHA256_TEXT_SIZE];
    compile_cache_key(words, text_slice(&result->version), source->bytes, key);
    if (cache.folder && compile_cache_get(&cache, key, result)) {
        return;
    }
    compile(compiler, source, words, name, result);
    if (cache.folder) {
        compile_cache_put(&cache, key, result);
    }
}
