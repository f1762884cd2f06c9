#include <sched.h>

#include "base/clock.h"
#include "base/json.h"
#include "jobs/worker_kinds.h"
#include "jobs/worker_task.h"
#include "sandbox/compile.h"

#define CACHE_BYTES (256u << 20)

// What a job says: {"source": SHA256, "language": "c++17", "name": "bot.cpp"}.
typedef struct CompileOrder {
    const char *source;
    const char *name;
    const CompileLanguage *language;
} CompileOrder;

static bool read_order(const json_t *root, CompileOrder *order, Error *error) {
    const char *language;
    if (json_unpack_ex((json_t *)root, NULL, JSON_STRICT, "{s:s s:s s:s}", "source", &order->source,
            "language", &language, "name", &order->name) != 0) {
        return error_set(error, ERROR_BAD_JOB, "this is no source to compile");
    }
    char quoted[SLICE_QUOTE_SIZE];
    order->language = compile_language_find(slice_from(language));
    return order->language || error_set(error, ERROR_UNKNOWN_LANGUAGE, "unknown language %s",
                                  slice_quote(slice_from(language), quoted));
}

static void write_result(WorkerTask *task, const CompileResult *compiled, Text *result) {
    JsonWriter json = {.out = result};
    json_open_object(&json, NULL);
    json_put_text(&json, "status", compile_status_name(compiled->status));
    json_put_slice(&json, "messages", text_slice(&compiled->messages));
    json_put_slice(&json, "compiler", text_slice(&compiled->version));
    json_put_integer(&json, "timeMs", compiled->time_ns / NS_PER_MS);
    json_put_integer(&json, "memoryBytes", (int64_t)compiled->memory_bytes);
    if (compiled->status == COMPILE_OK) {
        json_put_text(&json, "binary", task_add_output(task, text_slice(&compiled->binary)));
    }
    json_close_object(&json);
}

static void compile(
    const WorkerTask *task, const CompileOrder *order, Slice bytes, CompileResult *compiled) {
    Text folder;
    text_init(&folder);
    text_addf(&folder, "%s/compiled", task->options->folder);
    Compiler *compiler = compiler_new(&(CompilerOptions){
        .limits = COMPILE_LIMITS, .cache_folder = folder.data, .cache_bytes = CACHE_BYTES});
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (task->core >= 0) {
        CPU_SET(task->core, &cores);
    }
    CompileSource source = {
        .language = order->language,
        .bytes = bytes,
        .name = order->name,
        .cores = task->core >= 0 ? &cores : NULL,
        .stop = &task->stop,
    };
    compiler_run(compiler, &source, compiled);
    compiler_free(compiler);
    text_release(&folder);
}

static bool run_order(WorkerTask *task, const CompileOrder *order, Text *result, Error *error) {
    Text path;
    Text bytes;
    CompileResult compiled;
    text_init(&path);
    text_init(&bytes);
    compile_result_init(&compiled);
    bool done = task_find_blob(task, order->source, &path, error) &&
                text_read_file(&bytes, path.data, COMPILE_SOURCE_BYTES_MAX, error);
    if (done) {
        compile(task, order, text_slice(&bytes), &compiled);
        done = compiled.status != COMPILE_FAULT;
    }
    if (done) {
        write_result(task, &compiled, result);
    } else if (atomic_load(&task->stop)) {
        error_set(error, ERROR_STOPPED, "the compilation was broken off");
    } else if (compiled.status == COMPILE_FAULT) {
        error_set(error, ERROR_NOT_COMPILED, "the compiler cannot be run: %.150s",
            compiled.messages.data);
    }
    compile_result_release(&compiled);
    text_release(&bytes);
    text_release(&path);
    return done;
}

static bool run_compile(WorkerTask *task, Text *result, Error *error) {
    json_t *root = json_loads(task->payload, 0, NULL);
    CompileOrder order;
    bool done = read_order(root, &order, error) && run_order(task, &order, result, error);
    json_decref(root);
    return done;
}

const WorkerKind WORKER_COMPILE = {.name = "compile", .run = run_compile};
