#include "jobs/worker_slots.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cores.h"

// Takes the name of a core; -1 if another worker has it, or there are no names to be had.
static int take_name(const char *name, int core) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    // Abstract: the path begins with a zero byte and needs none at its end.
    char *path = address.sun_path + 1;
    int length = snprintf(path, sizeof address.sun_path - 1, "%s-%d", name, core);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, size) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

void worker_slots_init(WorkerSlots *slots, int count, const char *name) {
    *slots = (WorkerSlots){calloc((size_t)count, sizeof *slots->items), count};
    if (!slots->items) {
        abort();
    }
    int core_count = cores_count();
    int next = 0;
    for (int i = 0; i < count; i++) {
        WorkerSlot *slot = &slots->items[i];
        *slot = (WorkerSlot){.core = -1, .name = -1};
        for (; count <= core_count && slot->name < 0 && next < core_count; next++) {
            int core = cores_nth(next);
            slot->name = take_name(name, core);
            slot->core = slot->name >= 0 ? core : -1;
        }
    }
}

void worker_slots_release(WorkerSlots *slots) {
    for (int i = 0; i < slots->count; i++) {
        if (slots->items[i].name >= 0) {
            close(slots->items[i].name);
        }
    }
    free(slots->items);
    *slots = (WorkerSlots){0};
}

int worker_slots_count_free(const WorkerSlots *slots) {
    int count = 0;
    for (int i = 0; i < slots->count; i++) {
        count += !slots->items[i].task;
    }
    return count;
}

bool worker_slots_take(WorkerSlots *slots, int count, const WorkerTask *task, int *core) {
    if (worker_slots_count_free(slots) < count) {
        return false;
    }
    *core = -1;
    for (int i = 0, left = count; left > 0; i++) {
        WorkerSlot *slot = &slots->items[i];
        if (!slot->task) {
            slot->task = task;
            *core = left == count ? slot->core : *core;
            left--;
        }
    }
    return true;
}

void worker_slots_give_back(WorkerSlots *slots, const WorkerTask *task) {
    for (int i = 0; i < slots->count; i++) {
        if (slots->items[i].task == task) {
            slots->items[i].task = NULL;
        }
    }
}
