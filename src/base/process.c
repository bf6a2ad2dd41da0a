#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

static int read_text(const char *path, char *text, size_t size)
{
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    ssize_t n = read(fd, text, size - 1);
    if (n < 0)
        return -errno;
    text[n] = '\0';
    return (int)n;
}

/* The name is in parentheses and may contain any character, so the fields are counted from the last parenthesis. */
int process_look(pid_t pid, struct process_facts *ret_facts)
{
    enum { PARENT = 4, START_TIME = 22 };
    char path[64], text[1024];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int n = read_text(path, text, sizeof text);
    if (n <= 0)
        return n == 0 || n == -ENOENT ? -ESRCH : n;
    const char *end = strrchr(text, ')');
    if (!end || end[1] != ' ' || end[2] == '\0' || end[3] != ' ')
        return -EPROTO;
    struct process_facts facts = {.state = end[2]};
    char *at = text + (end + 3 - text);
    for (int field = PARENT; field <= START_TIME; field++) {
        const char *from = at;
        facts.start_time = strtoll(from, &at, 10);
        if (at == from)
            return -EPROTO;
        if (field == PARENT)
            facts.parent = (pid_t)facts.start_time;
    }
    *ret_facts = facts;
    return 0;
}

int process_boot_id(char ret_id[static PROCESS_BOOT_ID_SIZE])
{
    static _Thread_local char known[PROCESS_BOOT_ID_SIZE]; /* constant while the process runs */
    if (known[0] == '\0') {
        char text[PROCESS_BOOT_ID_SIZE];
        int n = read_text("/proc/sys/kernel/random/boot_id", text, sizeof text);
        if (n != PROCESS_BOOT_ID_SIZE - 1)
            return n < 0 ? n : -EPROTO;
        memcpy(known, text, sizeof known);
    }
    memcpy(ret_id, known, sizeof known);
    return 0;
}
