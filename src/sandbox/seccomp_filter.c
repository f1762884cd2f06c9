#include "sandbox/seccomp_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

// Refused with EPERM.
static const int DENIED[] = {
    // The network, and whatever else has addresses: AF_VSOCK reaches a virtual machine's host.
    SCMP_SYS(socket),
    SCMP_SYS(socketpair),
    SCMP_SYS(connect),
    SCMP_SYS(bind),
    SCMP_SYS(listen),
    // Keys, which no namespace divides.
    SCMP_SYS(add_key),
    SCMP_SYS(keyctl),
    SCMP_SYS(request_key),
    // Further namespaces and mounts; what makes a new user namespace is the beginning of most
    // escapes.
    SCMP_SYS(chroot),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fsopen),
    SCMP_SYS(mount),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(move_mount),
    SCMP_SYS(name_to_handle_at),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(open_tree),
    SCMP_SYS(pivot_root),
    SCMP_SYS(setns),
    SCMP_SYS(umount2),
    SCMP_SYS(unshare),
    // Other processes and the kernel's less trodden paths.
    SCMP_SYS(bpf),
    SCMP_SYS(kcmp),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(ptrace),
    SCMP_SYS(userfaultfd),
    // Memory that outlives or evades the limits on a process.
    SCMP_SYS(memfd_create),
    SCMP_SYS(memfd_secret),
    SCMP_SYS(msgget),
    SCMP_SYS(semget),
    SCMP_SYS(shmget),
    // Out of the group that the referee suspends, or off the cores that it gave.
    SCMP_SYS(sched_setaffinity),
    SCMP_SYS(sched_setattr),
    SCMP_SYS(sched_setscheduler),
    SCMP_SYS(setpgid),
    SCMP_SYS(setsid),
    // What sends a signal later, also to a program that is suspended: SIGCONT would wake it.
    SCMP_SYS(mq_notify),
    SCMP_SYS(timer_create),
    // A file lock would be a way to talk to another program.
    SCMP_SYS(flock),
    // The machine.
    SCMP_SYS(acct),
    SCMP_SYS(delete_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(init_module),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(kexec_load),
    SCMP_SYS(quotactl),
    SCMP_SYS(reboot),
    SCMP_SYS(swapoff),
    SCMP_SYS(swapon),
    SCMP_SYS(syslog),
};

// As if the kernel did not know them: C libraries then take the older call, which can be looked
// into.
static const int UNKNOWN[] = {
    SCMP_SYS(clone3),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(io_uring_setup),
};

// The kernel reads the lower half of an argument, so only that half may be compared
// (CVE-2019-10063).
#define LOW_HALF UINT64_C(0xffffffff)

// Nobody in a box sends SIGCONT: not by hand, while the others of its group are being stopped, and
// not by the end of a child or a parent, or by input.
static bool deny_waking(scmp_filter_ctx filter) {
    static const struct {
        int call;
        unsigned argument; // the signal
    } SENDERS[] = {
        {SCMP_SYS(kill), 1},
        {SCMP_SYS(pidfd_send_signal), 1},
        {SCMP_SYS(rt_sigqueueinfo), 1},
        {SCMP_SYS(rt_tgsigqueueinfo), 2},
        {SCMP_SYS(tgkill), 2},
        {SCMP_SYS(tkill), 1},
    };
    const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);
    bool done = true;
    for (size_t i = 0; done && i < sizeof SENDERS / sizeof *SENDERS; i++) {
        done = seccomp_rule_add(filter, refuse, SENDERS[i].call, 1,
                   SCMP_CMP64(SENDERS[i].argument, SCMP_CMP_MASKED_EQ, LOW_HALF, SIGCONT)) == 0;
    }
    return done &&
           seccomp_rule_add(filter, refuse, SCMP_SYS(clone), 1,
               SCMP_A0_64(SCMP_CMP_MASKED_EQ, CSIGNAL, SIGCONT)) == 0 &&
           seccomp_rule_add(filter, refuse, SCMP_SYS(fcntl), 1,
               SCMP_A1_64(SCMP_CMP_MASKED_EQ, LOW_HALF, F_SETSIG)) == 0 &&
           seccomp_rule_add(filter, refuse, SCMP_SYS(prctl), 2,
               SCMP_A0_64(SCMP_CMP_MASKED_EQ, LOW_HALF, PR_SET_PDEATHSIG),
               SCMP_A1_64(SCMP_CMP_MASKED_EQ, LOW_HALF, SIGCONT)) == 0;
}

static bool deny_some(scmp_filter_ctx filter) {
    const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);
    return seccomp_rule_add(filter, refuse, SCMP_SYS(clone), 1,
               SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER)) == 0 &&
           seccomp_rule_add(filter, refuse, SCMP_SYS(ioctl), 1,
               SCMP_A1_64(SCMP_CMP_MASKED_EQ, LOW_HALF, TIOCSTI)) == 0 &&
           seccomp_rule_add(filter, refuse, SCMP_SYS(ioctl), 1,
               SCMP_A1_64(SCMP_CMP_MASKED_EQ, LOW_HALF, TIOCLINUX)) == 0;
}

static bool deny_all(scmp_filter_ctx filter) {
    bool done = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0;
    for (size_t i = 0; done && i < sizeof DENIED / sizeof *DENIED; i++) {
        done = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), DENIED[i], 0) == 0;
    }
    for (size_t i = 0; done && i < sizeof UNKNOWN / sizeof *UNKNOWN; i++) {
        done = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), UNKNOWN[i], 0) == 0;
    }
    return done && deny_some(filter) && deny_waking(filter);
}

int seccomp_filter_open(Error *error) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int file = memfd_create("seccomp", MFD_CLOEXEC);
    bool done = filter && file >= 0 && deny_all(filter) && seccomp_export_bpf(filter, file) == 0 &&
                lseek(file, 0, SEEK_SET) == 0;
    seccomp_release(filter);
    if (!done) {
        error_set(
            error, ERROR_NO_SANDBOX, "the seccomp filter cannot be made: %s", strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return -1;
    }
    return file;
}
