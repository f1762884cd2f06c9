#pragma once
// What ends a thread that does something every now and then: it sleeps here, and is woken to stop.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct StopSignal {
    pthread_mutex_t mutex;
    pthread_cond_t given;
    bool is_given;
} StopSignal;

void stop_signal_init(StopSignal *signal);
void stop_signal_release(StopSignal *signal);

// Sleeps so long and returns true; false at once when the signal was or is given.
bool stop_signal_sleep(StopSignal *signal, int64_t time_ms);

void stop_signal_give(StopSignal *signal);
