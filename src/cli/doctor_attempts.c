#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "cli/doctor.h"

/* --- targets --- */

static bool refuse(struct doctor_case *one, const char *why)
{
    (void)snprintf(one->why, sizeof one->why, "%s", why);
    return false;
}

/* Takes ownership of `path`. */
static bool aim_at(struct doctor_case *one, char *path, const char *why_not)
{
    one->path = path;
    if (!path)
        return refuse(one, why_not);
    one->target.path = path;
    return probe_identify(&one->target) == 0 || refuse(one, why_not);
}

static bool aim_in_state(struct doctor *doctor, struct doctor_case *one, const char *name, const char *why_not)
{
    char *path = NULL;
    if (doctor->facts.state && paths_join(doctor->facts.state, name, &path) < 0)
        path = NULL;
    return aim_at(one, path, why_not);
}

static bool aim_store(struct doctor *doctor, struct doctor_case *one)
{
    return aim_in_state(doctor, one, "weir.db", "the store is not in its usual place");
}

static bool aim_keys(struct doctor *doctor, struct doctor_case *one)
{
    return aim_in_state(doctor, one, "master.key", "the state directory has no master key");
}

static bool aim_state(struct doctor *doctor, struct doctor_case *one)
{
    return aim_in_state(doctor, one, ".", "the state directory is not known");
}

static bool aim_shadow(struct doctor *doctor, struct doctor_case *one)
{
    (void)doctor;
    return aim_at(one, strdup("/etc/shadow"), "the file does not exist");
}

static bool aim_system(struct doctor *doctor, struct doctor_case *one)
{
    (void)doctor;
    return aim_at(one, strdup("/usr"), "/usr does not exist");
}

/* The inode differs in each mount of /proc, although the settings are the same, so compare none. */
static bool aim_settings(struct doctor *doctor, struct doctor_case *one)
{
    (void)doctor;
    one->target.path = "/proc/sys/kernel/core_pattern";
    return true;
}

/* No inode, for the same reason. */
static bool aim_kernel(struct doctor *doctor, struct doctor_case *one)
{
    (void)doctor;
    one->target.path = "/proc/timer_list";
    return true;
}

static bool aim_disk(struct doctor *doctor, struct doctor_case *one)
{
    DIR *disks = opendir("/sys/block");
    char path[PATH_MAX] = "";
    (void)doctor;
    for (const struct dirent *entry; disks && !*path && (entry = readdir(disks));) {
        (void)snprintf(path, sizeof path, "/dev/%s", entry->d_name);
        autoclose int fd = entry->d_name[0] == '.' ? -1 : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        char byte;
        if (fd < 0 || read(fd, &byte, 1) != 1)
            path[0] = '\0';
    }
    if (disks)
        (void)closedir(disks);
    return aim_at(one, *path ? strdup(path) : NULL, "no disk can be read outside");
}

static bool aim_sibling(struct doctor *doctor, struct doctor_case *one)
{
    (void)snprintf(one->text, sizeof one->text, "%s", doctor->canary);
    return aim_at(one, strdup(doctor->sessions[DOCTOR_CLOSED].canary), "out of memory");
}

static bool aim_secret(struct doctor *doctor, struct doctor_case *one)
{
    (void)snprintf(one->text, sizeof one->text, "%s", doctor->canary);
    return aim_at(one, doctor->secret ? strdup(doctor->secret) : NULL, "cannot create a file in ~/.ssh");
}

static bool aim_terminal(struct doctor *doctor, struct doctor_case *one)
{
    char path[64] = "";
    doctor->terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (doctor->terminal < 0 || unlockpt(doctor->terminal) < 0 || ptsname_r(doctor->terminal, path, sizeof path) != 0)
        return refuse(one, "no terminal is available outside");
    return aim_at(one, strdup(path), "no terminal is available outside");
}

static bool aim_handle(struct doctor *doctor, struct doctor_case *one)
{
    if (probe_handle(doctor->sessions[DOCTOR_CLOSED].canary, one->text, &one->target.number) < 0)
        return refuse(one, "the file system does not support handles");
    one->target.path = doctor->sessions[DOCTOR_OPEN].directory;
    return true;
}

static bool aim_socket(struct doctor *doctor, struct doctor_case *one)
{
    one->target.path = doctor->facts.socket ? doctor->facts.socket : doctor->cli->endpoint->socket;
    return true;
}

static bool aim_bystander(struct doctor *doctor, struct doctor_case *one)
{
    one->target.number = doctor->bystander.pid;
    (void)snprintf(one->text, sizeof one->text, "%s", doctor->bystander.canary);
    return true;
}

static bool aim_bystander_name(struct doctor *doctor, struct doctor_case *one)
{
    one->target.number = doctor->bystander.pid;
    (void)snprintf(one->text, sizeof one->text, "%s", doctor->bystander.name);
    return true;
}

static bool aim_memory(struct doctor *doctor, struct doctor_case *one)
{
    one->target.number = doctor->bystander.memory;
    (void)snprintf(one->text, sizeof one->text, "%s", doctor->bystander.canary);
    return doctor->bystander.memory >= 0 || refuse(one, "cannot create shared memory outside");
}

static bool aim_keyring(struct doctor *doctor, struct doctor_case *one)
{
    one->target.path = doctor->bystander.abstract;
    (void)snprintf(one->text, sizeof one->text, "%s", doctor->bystander.canary);
    return doctor->bystander.key > 0 || refuse(one, "no keyring is available outside");
}

static bool aim_daemon(struct doctor *doctor, struct doctor_case *one)
{
    char path[64];
    one->target.number = doctor->facts.pid;
    (void)snprintf(path, sizeof path, "/proc/%d/comm", (int)doctor->facts.pid);
    FILE *file = fopen(path, "re");
    bool known = file && fgets(one->text, sizeof one->text, file);
    if (file)
        (void)fclose(file);
    one->text[strcspn(one->text, "\n")] = '\0';
    return known || refuse(one, "the daemon's process is not known");
}

static bool aim_scratch(struct doctor *doctor, struct doctor_case *one)
{
    one->target.path = doctor->sessions[DOCTOR_OPEN].scratch;
    return true;
}

static bool aim_lock(struct doctor *doctor, struct doctor_case *one)
{
    one->target.path = doctor->sessions[DOCTOR_OPEN].lock;
    return true;
}

static bool aim_port(struct doctor_case *one, int port, const char *canary)
{
    one->target.number = port;
    (void)snprintf(one->text, sizeof one->text, "%s", canary);
    return port > 0 || refuse(one, "there is no loopback network");
}

static bool aim_tcp(struct doctor *doctor, struct doctor_case *one)
{
    return aim_port(one, doctor->bystander.tcp_port, doctor->bystander.canary);
}

static bool aim_udp(struct doctor *doctor, struct doctor_case *one)
{
    return aim_port(one, doctor->bystander.udp_port, doctor->bystander.canary);
}

static bool aim_abstract(struct doctor *doctor, struct doctor_case *one)
{
    one->target.path = doctor->bystander.abstract;
    (void)snprintf(one->text, sizeof one->text, "%s", doctor->bystander.canary);
    return true;
}

/* The executor of the first session, which still runs when the second one is tried. */
static bool aim_executor(struct doctor *doctor, struct doctor_case *one)
{
    const struct doctor_case *where = doctor_find(doctor, "where");
    if (!where || !where->tried_inside || where->inside.outcome != PROBE_SUCCEEDED)
        return refuse(one, "the other executor did not report its directory");
    char *path = strdup(where->inside.detail);
    return aim_at(one, path ? dirname(path) : NULL, "the other executor's directory is not visible from outside");
}

static bool aim_own(struct doctor *doctor, struct doctor_case *one)
{
    return aim_at(one, strdup(doctor->sessions[one->row->session].directory), "out of memory");
}

static bool aim_nowhere(struct doctor *doctor, struct doctor_case *one)
{
    (void)doctor;
    (void)one;
    return true;
}

/* --- the table --- */

const struct doctor_attempt doctor_attempts[] = {
    {"own_directory", "write into its own directory", "create", DOCTOR_OPEN, aim_own, DOCTOR_CONTROL, NULL},
    {"where", "", "where", DOCTOR_OPEN, aim_nowhere, DOCTOR_FACT, NULL},
    {"read_store", "read the store", "read", DOCTOR_OPEN, aim_store, 0, NULL},
    {"read_keys", "read the master key", "read", DOCTOR_OPEN, aim_keys, 0, NULL},
    {"read_state", "list the daemon's state directory", "read", DOCTOR_OPEN, aim_state, 0, NULL},
    {"read_shadow", "read /etc/shadow", "read", DOCTOR_OPEN, aim_shadow, 0, NULL},
    {"read_sibling", "read another session's directory", "read", DOCTOR_OPEN, aim_sibling, 0, NULL},
    {"write_sibling", "write into another session's directory", "append", DOCTOR_OPEN, aim_sibling, 0, NULL},
    {"read_ssh", "read ~/.ssh", "read", DOCTOR_OPEN, aim_secret, 0, NULL},
    {"change_mode", "make a file in ~/.ssh readable for others (chmod)", "change_mode", DOCTOR_OPEN, aim_secret, 0,
     "the mode"},
    {"watch", "watch ~/.ssh for changes (inotify)", "watch", DOCTOR_OPEN, aim_secret, 0, NULL},
    {"terminal", "read from another terminal, and write to it", "open_for_writing", DOCTOR_OPEN, aim_terminal, 0,
     "the user's other terminals"},
    {"set_id", "create a program that runs as the user", "set_id", DOCTOR_OPEN, aim_scratch, 0, NULL},
    {"write_system", "write to the system's programs", "create", DOCTOR_OPEN, aim_system, 0, NULL},
    {"write_settings", "change the kernel's settings (/proc/sys)", "open_for_writing", DOCTOR_OPEN, aim_settings, 0,
     NULL},
    {"read_kernel", "read files of /proc that only root can read", "read", DOCTOR_OPEN, aim_kernel, 0,
     "files of /proc"},
    {"read_disk", "read a disk directly", "read", DOCTOR_OPEN, aim_disk, 0, NULL},
    {"device", "create a device", "device", DOCTOR_OPEN, aim_scratch, 0, NULL},
    {"open_by_handle", "open a file by its handle", "open_by_handle", DOCTOR_OPEN, aim_handle, 0, NULL},
    {"client_socket", "talk to the daemon as a client", "ping", DOCTOR_OPEN, aim_socket, 0, NULL},
    {"see_daemon", "see the daemon's process", "command_line", DOCTOR_OPEN, aim_daemon, 0, "other processes"},
    {"signal_daemon", "signal the daemon", "signal", DOCTOR_OPEN, aim_daemon, 0, "signals"},
    {"see_processes", "see another process's command line", "command_line", DOCTOR_OPEN, aim_bystander_name, 0,
     "other processes"},
    {"read_environment", "read another process's environment", "environment", DOCTOR_OPEN, aim_bystander, 0, NULL},
    {"ptrace", "trace another process", "ptrace", DOCTOR_OPEN, aim_bystander, 0, NULL},
    {"signal", "signal another process", "signal", DOCTOR_OPEN, aim_bystander, 0, "signals"},
    {"limits", "set another process's limits", "limits", DOCTOR_OPEN, aim_bystander, 0, NULL},
    {"schedule", "set another process's priority or processors", "schedule", DOCTOR_OPEN, aim_bystander, 0, NULL},
    {"shared_memory", "attach another process's shared memory", "shared_memory", DOCTOR_OPEN, aim_memory, 0,
     "shared memory"},
    {"keyring", "read the user's keyring in the kernel", "keyring", DOCTOR_OPEN, aim_keyring, 0, NULL},
    {"secrets", "find secrets in its environment", "secrets", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"descriptors", "use inherited descriptors", "descriptors", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"setuid", "gain privileges with a setuid program", "privileges", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"capabilities", "hold capabilities", "capabilities", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"mount", "mount a file system", "mount", DOCTOR_OPEN, aim_scratch, 0, NULL},
    {"user_namespace", "create a user namespace", "user_namespace", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"module", "load a kernel module", "module", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"bpf", "load a BPF program", "bpf", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"io_uring", "create an io_uring", "io_uring", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"type_ahead", "type into a terminal (TIOCSTI)", "type_ahead", DOCTOR_OPEN, aim_nowhere, 0, NULL},
    {"outlive", "outlive its task", "outlive", DOCTOR_OPEN, aim_lock, 0, NULL},
    {"own_directory_closed", "write into its own directory", "create", DOCTOR_CLOSED, aim_own, DOCTOR_CONTROL, NULL},
    {"executor_directory", "list another executor's directory", "read", DOCTOR_CLOSED, aim_executor, 0, NULL},
    {"tcp", "reach the closed network by TCP", "tcp", DOCTOR_CLOSED, aim_tcp, 0, NULL},
    {"udp", "reach the closed network by UDP", "udp", DOCTOR_CLOSED, aim_udp, 0, NULL},
    {"abstract", "reach an abstract Unix socket", "abstract", DOCTOR_CLOSED, aim_abstract, 0, NULL},
    {"vsock", "reach the host of a virtual machine (vsock)", "vsock", DOCTOR_CLOSED, aim_nowhere, 0, NULL},
    {0},
};

struct doctor_case *doctor_find(struct doctor *doctor, const char *id)
{
    for (size_t i = 0; i < doctor->case_count; i++)
        if (strcmp(doctor->cases[i].row->id, id) == 0)
            return &doctor->cases[i];
    return NULL;
}
