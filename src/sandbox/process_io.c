#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/process_internal.h"

enum {
    CHUNK_BYTES = 64 << 10, // what a pipe holds
    DRAIN_CHUNKS = 32,      // a child that goes on printing after its parent's end is cut off here
};

// A wait is interrupted this often: to see whether the host stops, whether it comes back in time,
// and, where the kernel has no pidfd, whether the program has ended.
static const int64_t PULSE_NS = 10 * NS_PER_MS;

void process_close(int *fd) {
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

static size_t unread_bytes(const Process *process) {
    return process->received.size - process->taken;
}

static bool is_over_output_limit(const Process *process) {
    return process->turn_bytes > process->output_limit_bytes;
}

static bool is_over_errors_limit(const Process *process) {
    return process->errors_limit_bytes > 0 && process->log.size_bytes > process->errors_limit_bytes;
}

// write(), but with a broken pipe as an error only. SIGPIPE goes to the thread that wrote, so it
// can be blocked, taken back and unblocked here without anybody else seeing it.
static ssize_t write_quietly(int fd, Slice text) {
    sigset_t pipe_signal;
    sigset_t before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(fd, text.data, text.size);
    int failure = errno;
    if (written < 0 && failure == EPIPE) {
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0}); // none comes if it is ignored
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return written;
}

// Whether a call on a pipe that never blocks failed only for now.
static bool is_passing(int failure) {
    return failure == EAGAIN || failure == EINTR;
}

static void send_some(Process *process, Slice *pending) {
    ssize_t written = write_quietly(process->input, *pending);
    if (written >= 0) {
        *pending = slice_skip(*pending, (size_t)written);
    } else if (errno == EPIPE) {
        process_close(&process->input);
    } else if (!is_passing(errno)) {
        process->broken = true;
    }
}

// One read from a pipe, closed at its end. Returns the bytes read: 0 when there are none now.
static size_t receive(Process *process, int *fd, char *chunk, size_t size) {
    ssize_t got = read(*fd, chunk, size);
    if (got > 0) {
        return (size_t)got;
    }
    if (got == 0) {
        process_close(fd);
        // One that the kernel ends for want of memory has its pipes closed before its end is seen.
        process_look_at_group(process);
    } else if (!is_passing(errno)) {
        process->broken = true;
        process_close(fd);
    }
    return 0;
}

// Never takes more than one byte above the limit: that one proves that it was passed.
static bool receive_output(Process *process) {
    char chunk[CHUNK_BYTES];
    size_t room = process->output_limit_bytes + 1 - process->turn_bytes;
    size_t got =
        receive(process, &process->output, chunk, room < sizeof chunk ? room : sizeof chunk);
    if (got == 0) {
        return false;
    }
    Text *received = &process->received;
    if (process->taken > 0) {
        // What was handed out is only now given up: the caller could still see it until this call.
        size_t unread = unread_bytes(process);
        memmove(received->data, received->data + process->taken, unread);
        received->size = unread;
        process->searched -= process->taken;
        process->taken = 0;
    }
    text_add_slice(received, (Slice){chunk, got});
    process->turn_bytes += got;
    process->printed = true;
    process->memory_due_ns = 0; // no answer without a look
    return true;
}

static bool receive_errors(Process *process) {
    char chunk[CHUNK_BYTES];
    size_t got = receive(process, &process->errors, chunk, sizeof chunk);
    clipped_add(&process->log, (Slice){chunk, got});
    return got > 0;
}

void process_drain(Process *process) {
    while (process->output >= 0 && !is_over_output_limit(process) && receive_output(process)) {
    }
    for (int i = 0; i < DRAIN_CHUNKS && process->errors >= 0 && receive_errors(process); i++) {
    }
    process_close(&process->input);
    process_close(&process->output);
    process_close(&process->errors);
}

int64_t process_delay_ns(int64_t due_ns, int64_t back_ns) {
    int64_t delay_ns = back_ns - due_ns;
    return delay_ns > PROCESS_DELAY_FLOOR_NS ? delay_ns : 0;
}

// poll() for a pulse at most. Notes how late it came back.
static int poll_until(Process *process, struct pollfd *fds, nfds_t count, int64_t until_ns) {
    int64_t now_ns = clock_now_ns();
    int64_t left_ns = until_ns > now_ns ? until_ns - now_ns : 0;
    left_ns = left_ns < PULSE_NS ? left_ns : PULSE_NS;
    struct timespec left = {.tv_nsec = left_ns};
    int ready = ppoll(fds, count, &left, NULL);
    int failure = errno;
    process->late_ns += process_delay_ns(now_ns + left_ns, clock_now_ns());
    errno = failure;
    return ready;
}

void process_pump(Process *process, Slice *pending, int64_t until_ns) {
    bool running = process->state.kind == PROCESS_RUNNING;
    struct pollfd fds[] = {
        {.fd = pending && pending->size > 0 ? process->input : -1, .events = POLLOUT},
        {.fd = is_over_output_limit(process) ? -1 : process->output, .events = POLLIN},
        {.fd = process->errors, .events = POLLIN},
        {.fd = running ? process->pidfd : -1, .events = POLLIN},
    };
    bool may_have_ended = running && process->pidfd < 0;
    if (poll_until(process, fds, sizeof fds / sizeof *fds, until_ns) < 0 && !is_passing(errno)) {
        process->broken = true;
        may_have_ended = running;
        nanosleep(&(struct timespec){.tv_nsec = NS_PER_MS}, NULL); // no busy loop in process_wait
    }
    // An error or a hang-up shows in the call, so every event leads to one.
    if (fds[0].revents) {
        send_some(process, pending);
    }
    if (fds[1].revents) {
        receive_output(process);
    }
    if (fds[2].revents) {
        receive_errors(process);
    }
    if (may_have_ended || fds[3].revents) {
        process_note_end(process);
    }
}

// What a wait is for.
typedef enum Wanted { WANTED_SENT, WANTED_LINE, WANTED_ALL } Wanted;

static bool has_line(Process *process) {
    const Text *received = &process->received;
    const char *newline =
        memchr(received->data + process->searched, '\n', received->size - process->searched);
    process->searched = newline ? (size_t)(newline - received->data) : received->size;
    return newline != NULL;
}

static bool is_met(Process *process, Wanted wanted, const Slice *pending) {
    switch (wanted) {
    case WANTED_SENT:
        return pending->size == 0;
    case WANTED_LINE:
        return has_line(process);
    case WANTED_ALL:
        return process->output < 0 && !is_over_output_limit(process);
    }
    return false;
}

// Why a wait cannot go on; PROCESS_OK if it can. Our own failure comes first: it must not be blamed
// on the program.
static ProcessStatus find_obstacle(const Process *process, Wanted wanted) {
    if (process->broken || (process->stop && atomic_load(process->stop))) {
        return PROCESS_FAULT;
    }
    if (process_is_over_memory(process)) {
        return PROCESS_MEMORY_LIMIT;
    }
    if (is_over_output_limit(process) || is_over_errors_limit(process)) {
        return PROCESS_OUTPUT_LIMIT;
    }
    int fd = wanted == WANTED_SENT ? process->input : process->output;
    return fd >= 0 ? PROCESS_OK : PROCESS_CLOSED;
}

static ProcessStatus wait_for(
    Process *process, Wanted wanted, Slice *pending, int64_t deadline_ns) {
    bool late = false;
    for (;;) {
        if (is_met(process, wanted, pending)) {
            if (wanted == WANTED_SENT) {
                return PROCESS_OK;
            }
            process_watch_memory(process, clock_now_ns());
            return process_is_over_memory(process) ? PROCESS_MEMORY_LIMIT : PROCESS_OK;
        }
        int64_t now_ns = clock_now_ns();
        int64_t next_look_ns = process_watch_memory(process, now_ns);
        ProcessStatus obstacle = find_obstacle(process, wanted);
        if (obstacle != PROCESS_OK) {
            return obstacle;
        }
        if (late) {
            return PROCESS_TIMEOUT;
        }
        // The last look comes after the deadline: what has arrived by then counts.
        late = now_ns >= deadline_ns;
        process_pump(process, pending, next_look_ns < deadline_ns ? next_look_ns : deadline_ns);
    }
}

ProcessStatus process_write(Process *process, Slice text, int64_t deadline_ns) {
    process->turn_bytes = unread_bytes(process);
    if (process->input >= 0 && text.size > 0) {
        send_some(process, &text); // most often that is all
    }
    return wait_for(process, WANTED_SENT, &text, deadline_ns);
}

void process_close_input(Process *process) {
    process_close(&process->input);
}

static Slice unread(const Process *process) {
    return slice_skip(text_slice(&process->received), process->taken);
}

ProcessStatus process_read_line(Process *process, int64_t deadline_ns, Slice *line) {
    ProcessStatus status = wait_for(process, WANTED_LINE, NULL, deadline_ns);
    *line = unread(process);
    if (status == PROCESS_OK) {
        line->size = process->searched - process->taken;
        process->taken = ++process->searched;
    }
    return status;
}

ProcessStatus process_read_all(Process *process, int64_t deadline_ns, Slice *output) {
    ProcessStatus status = wait_for(process, WANTED_ALL, NULL, deadline_ns);
    *output = unread(process);
    if (status == PROCESS_OK) {
        process->taken = process->searched = process->received.size;
    }
    return status;
}

bool process_has_output(Process *process) {
    process_pump(process, NULL, 0);
    return unread_bytes(process) > 0;
}

ProcessState process_wait(Process *process, int64_t deadline_ns) {
    bool late = false;
    while (process->state.kind == PROCESS_RUNNING && !late) {
        late = clock_now_ns() >= deadline_ns;
        process_pump(process, NULL, deadline_ns);
    }
    return process->state;
}
