#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "probe/internal.h"

const struct probe_attempt probe_attempts[] = {
    {"read", probe_read},
    {"append", probe_append},
    {"create", probe_create},
    {"open_by_handle", probe_open_by_handle},
    {"open_for_writing", probe_open_for_writing},
    {"change_mode", probe_change_mode},
    {"watch", probe_watch},
    {"set_id", probe_set_id},
    {"device", probe_device},
    {"ptrace", probe_ptrace},
    {"environment", probe_environment},
    {"command_line", probe_command_line},
    {"signal", probe_signal},
    {"limits", probe_limits},
    {"schedule", probe_schedule},
    {"outlive", probe_outlive},
    {"mount", probe_mount},
    {"user_namespace", probe_user_namespace},
    {"module", probe_module},
    {"bpf", probe_bpf},
    {"io_uring", probe_io_uring},
    {"type_ahead", probe_type_ahead},
    {"tcp", probe_tcp},
    {"udp", probe_udp},
    {"abstract", probe_abstract},
    {"vsock", probe_vsock},
    {"ping", probe_ping},
    {"keyring", probe_keyring},
    {"shared_memory", probe_shared_memory},
    {"descriptors", probe_descriptors},
    {"privileges", probe_privileges},
    {"capabilities", probe_capabilities},
    {"secrets", probe_secrets},
    {"where", probe_where},
    {NULL, NULL},
};

const struct probe_attempt *probe_find(struct slice name)
{
    for (const struct probe_attempt *attempt = probe_attempts; attempt->name; attempt++)
        if (slice_is(name, attempt->name))
            return attempt;
    return NULL;
}

/* --- words --- */

static const char *const words[] = {
    [PROBE_SUCCEEDED] = "succeeded", [PROBE_REFUSED] = "refused", [PROBE_IMPOSSIBLE] = "impossible"};

const char *probe_outcome_word(enum probe_outcome outcome)
{
    return words[outcome];
}

int probe_outcome_parse(struct slice word, enum probe_outcome *ret_outcome)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(word, words[i])) {
            *ret_outcome = (enum probe_outcome)i;
            return 0;
        }
    return -ENOENT;
}

const char *probe_error_name(int error)
{
    const char *name = error ? strerrorname_np(error) : NULL;
    return name ? name : "";
}

/* --- results --- */

__attribute__((format(printf, 4, 0))) static void say(struct probe_result *result, enum probe_outcome outcome,
                                                      int error, const char *format, va_list arguments)
{
    *result = (struct probe_result){.outcome = outcome, .error = error};
    (void)vsnprintf(result->detail, sizeof result->detail, format, arguments);
}

void probe_succeeded(struct probe_result *result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(result, PROBE_SUCCEEDED, 0, format, arguments);
    va_end(arguments);
}

void probe_refused(struct probe_result *result, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(result, PROBE_REFUSED, error, format, arguments);
    va_end(arguments);
}

void probe_impossible(struct probe_result *result, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(result, PROBE_IMPOSSIBLE, error, format, arguments);
    va_end(arguments);
}

/* --- targets --- */

int probe_identify(struct probe_target *target)
{
    struct stat status;
    if (stat(target->path, &status) < 0)
        return -errno;
    target->device = (int64_t)status.st_dev;
    target->inode = (int64_t)status.st_ino;
    return 0;
}

int64_t probe_pid_namespace(void)
{
    struct stat status;
    return stat("/proc/self/ns/pid", &status) < 0 ? 0 : (int64_t)status.st_ino;
}

bool probe_is_meant(const struct probe_target *target, int fd)
{
    struct stat status;
    if (target->inode == 0)
        return true;
    return fstat(fd, &status) == 0 && (int64_t)status.st_dev == target->device &&
           (int64_t)status.st_ino == target->inode;
}

bool probe_holds(struct slice data, const char *text)
{
    return data.size > 0 && *text && memmem(data.data, data.size, text, strlen(text));
}
