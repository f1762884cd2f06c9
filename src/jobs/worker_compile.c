#include <sched.h>

#include "jobs/compile_job.h"
#include "jobs/worker_kinds.h"
#include "jobs/worker_task.h"

#define CACHE_BYTES (256u << 20)

static void compile(
    const WorkerTask *task, const CompileJob *job, Slice bytes, CompileResult *compiled) {
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
        .language = job->language,
        .bytes = bytes,
        .name = job->name.data,
        .cores = task->core >= 0 ? &cores : NULL,
        .stop = &task->stop,
    };
    compiler_run(compiler, &source, compiled);
    compiler_free(compiler);
    text_release(&folder);
}

static bool run_job(WorkerTask *task, const CompileJob *job, Text *result, Error *error) {
    Text path;
    Text bytes;
    CompileResult compiled;
    text_init(&path);
    text_init(&bytes);
    compile_result_init(&compiled);
    bool is_read = task_find_blob(task, job->source, &path, error) &&
                   text_read_file(&bytes, path.data, COMPILE_SOURCE_BYTES_MAX, error);
    if (is_read) {
        compile(task, job, text_slice(&bytes), &compiled);
    }
    bool done = is_read && compiled.status != COMPILE_FAULT;
    if (done) {
        bool is_ok = compiled.status == COMPILE_OK;
        compile_job_write_result(
            &compiled, is_ok ? task_add_output(task, text_slice(&compiled.binary)) : NULL, result);
    } else if (atomic_load(&task->stop)) {
        error_set(error, ERROR_STOPPED, "the compilation was broken off");
    } else if (is_read) {
        error_set(error, ERROR_NOT_COMPILED, "the compiler cannot be run: %.150s",
            compiled.messages.data);
    }
    compile_result_release(&compiled);
    text_release(&bytes);
    text_release(&path);
    return done;
}

static bool run_compile(WorkerTask *task, Text *result, Error *error) {
    CompileJob job;
    bool done = compile_job_read(&job, slice_from(task->payload), error) &&
                run_job(task, &job, result, error);
    compile_job_release(&job);
    return done;
}

const WorkerKind WORKER_COMPILE = {.name = COMPILE_JOB_KIND, .run = run_compile};
