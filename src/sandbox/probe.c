#include "sandbox/probe.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/cgroup.h"
#include "sandbox/process.h"

// The first is bubblewrap itself, then come what box_entry looks at, and what depends on the host.
static const SandboxLayer LAYERS[SANDBOX_LAYERS] = {
    {.name = "bubblewrap", .is_needed = true},
    {.name = "process-namespace", .is_needed = true},
    {.name = "user-namespace", .is_needed = true},
    {.name = "own-root", .is_needed = true},
    {.name = "read-only-root", .is_needed = true},
    {.name = "no-network", .is_needed = true},
    {.name = "no-new-privileges", .is_needed = true},
    {.name = "seccomp", .is_needed = true},
    {.name = "process-limits", .is_needed = true},
    {.name = "cgroup"},
    {.name = "c-compiler"},
    {.name = "python"},
};

#define PROBE_MEMORY_BYTES (64u << 20)
#define PROBE_NS (10 * NS_PER_S)

static SandboxLayer *find_layer(SandboxLayer *layers, Slice name) {
    for (size_t i = 0; i < SANDBOX_LAYERS; i++) {
        if (slice_is(name, layers[i].name)) {
            return &layers[i];
        }
    }
    return NULL;
}

// Runs a command in a box; its output goes to `out`. False with a reason if it did not end well.
static bool run_boxed(const char *command, Text *out, Error *error) {
    Box box = {.limits = box_limits(PROBE_MEMORY_BYTES)};
    Process *process = process_new(&(ProcessOptions){.command = command, .box = &box}, error);
    if (!process) {
        return false;
    }
    Slice printed;
    process_read_all(process, clock_now_ns() + PROBE_NS, &printed);
    text_add_slice(out, printed);
    ProcessState state = process_wait(process, clock_now_ns() + PROBE_NS);
    process_free(process);
    switch (state.kind) {
    case PROCESS_EXITED:
    case PROCESS_NEVER_STARTED:
        return state.code == 0 || error_set(error, ERROR_PROGRAM_EXITED,
                                      "%s exited with code %d in a box", command, state.code);
    case PROCESS_SIGNALED:
        return error_set(error, ERROR_PROGRAM_KILLED, "%s was killed by signal %d in a box",
            command, state.code);
    case PROCESS_RUNNING:
        break;
    }
    return error_set(error, ERROR_STILL_RUNNING, "%s did not end in a box", command);
}

static void probe_inside(SandboxLayer *layers) {
    Text out;
    text_init(&out);
    Error error;
    SandboxLayer *bubblewrap = &layers[0];
    bubblewrap->holds = run_boxed(BOX_ENTRY_PATH " --probe", &out, &error);
    if (!bubblewrap->holds) {
        bool is_there = access("/usr/bin/bwrap", X_OK) == 0;
        snprintf(bubblewrap->detail, sizeof bubblewrap->detail, "%s",
            is_there ? error.text : "bubblewrap is not installed: apt-get install bubblewrap");
    }
    Slice rest = text_slice(&out);
    Slice line;
    Slice name;
    while (slice_next_line(&rest, &line) && slice_next(&line, " ", &name)) {
        SandboxLayer *layer = find_layer(layers, name);
        if (layer) {
            layer->holds = slice_is(slice_trim(line), "yes");
        }
    }
    text_release(&out);
}

static void probe_tool(SandboxLayer *layer, const char *command, const char *package) {
    Text out;
    text_init(&out);
    layer->holds = run_boxed(command, &out, NULL);
    Slice rest = text_slice(&out);
    Slice line = {"", 0};
    slice_next_line(&rest, &line);
    if (layer->holds) {
        snprintf(layer->detail, sizeof layer->detail, "%.*s", (int)line.size, line.data);
    } else {
        snprintf(layer->detail, sizeof layer->detail, "not there: apt-get install %s", package);
    }
    text_release(&out);
}

void sandbox_probe(SandboxLayer layers[SANDBOX_LAYERS]) {
    memcpy(layers, LAYERS, sizeof LAYERS);
    probe_inside(layers);
    Error error;
    SandboxLayer *cgroup = find_layer(layers, slice_from("cgroup"));
    CgroupVersion version = cgroup_version(&error);
    cgroup->holds = version != CGROUP_NONE;
    snprintf(cgroup->detail, sizeof cgroup->detail, "%s",
        cgroup->holds ? cgroup_version_name(version) : error.text);
    probe_tool(find_layer(layers, slice_from("c-compiler")), "g++ --version", "g++");
    probe_tool(find_layer(layers, slice_from("python")), "python3 --version", "python3");
}

bool sandbox_holds(const SandboxLayer layers[SANDBOX_LAYERS], Error *error) {
    static const char ADVICE[] = "see immure judge --probe";
    for (size_t i = 0; i < SANDBOX_LAYERS; i++) {
        const SandboxLayer *layer = &layers[i];
        if (layer->is_needed && !layer->holds) {
            // The first layer says by itself what it is.
            return i == 0 ? error_set(error, ERROR_NO_SANDBOX, "no sandbox here: %.190s (%s)",
                                layer->detail, ADVICE)
                          : error_set(error, ERROR_NO_SANDBOX, "no sandbox here: %s (%s)",
                                layer->name, ADVICE);
        }
    }
    return true;
}

bool sandbox_check(Error *error) {
    SandboxLayer layers[SANDBOX_LAYERS];
    memcpy(layers, LAYERS, sizeof LAYERS);
    probe_inside(layers);
    return sandbox_holds(layers, error);
}
