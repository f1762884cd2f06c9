#pragma once
// What a child tells its host through a pipe while it becomes the program.
//
// The pipe closes by itself at exec, so its end means that the program runs. Before that comes
// SPAWN_BOXED, if there is a box and it stands, or the step that failed with the reason.

typedef enum SpawnStep {
    SPAWN_SESSION,
    SPAWN_PIPES,
    SPAWN_FILES,
    SPAWN_CORES,
    SPAWN_DIRECTORY,
    SPAWN_CGROUP,
    SPAWN_USER,
    SPAWN_LIMITS,
    SPAWN_EXEC,
    SPAWN_BOXED, // no failure
} SpawnStep;

typedef struct SpawnReport {
    SpawnStep step;
    int error; // an errno
} SpawnReport;
