#include "jail/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/process.h"
#include "base/standard.h"
#include "jail/cgroup.h"
#include "jail/filter.h"

enum { ORDERS_FD = 0, ORDER_MAX = 64 << 10, STRINGS_MAX = 1024 };

/* --- an order ---------------------------------------------------------------------------- */

struct order {
    char text[ORDER_MAX];
    char *arguments[STRINGS_MAX], *environment[STRINGS_MAX];
    int argument_count;
    const char *end;
};

/* The next `count` strings, and a NULL behind them. NULL if there are not so many. */
static char *take_strings(char *at, const char *end, uint32_t count, char **strings)
{
    if (count >= STRINGS_MAX)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        char *nul = memchr(at, '\0', (size_t)(end - at));
        if (!nul)
            return NULL;
        strings[i] = at;
        at = nul + 1;
    }
    strings[count] = NULL;
    return at;
}

static int read_order(struct order *order, size_t size)
{
    struct {
        uint32_t argument_count, variable_count;
    } head;
    if (size < sizeof head)
        return -EINVAL;
    memcpy(&head, order->text, sizeof head);
    order->end = order->text + size;
    char *at = take_strings(order->text + sizeof head, order->end, head.argument_count, order->arguments);
    if (at)
        at = take_strings(at, order->end, head.variable_count, order->environment);
    order->argument_count = (int)head.argument_count;
    return at == order->end && head.argument_count > 0 ? 0 : -EINVAL;
}

/* --- a copy --------------------------------------------------------------------------------- */

/* A child of whoever gave the order, who can so wait for it. */
static pid_t copy_self(void)
{
    struct clone_args arguments = {.flags = CLONE_PARENT};
    pid_t pid = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    return pid < 0 ? -errno : pid;
}

/* What lists of processes show of this one: the order's strings lie behind each other as the kernel's would. The rest
 * of the map is as it was. */
static void show_title(const struct order *order, struct prctl_mm_map *map)
{
    const char *arguments_end = order->environment[0] ? order->environment[0] : order->end;
    map->arg_start = (uintptr_t)order->arguments[0];
    map->arg_end = map->env_start = (uintptr_t)arguments_end;
    map->env_end = (uintptr_t)order->end;
    map->brk = (uintptr_t)sbrk(0);
    (void)prctl(PR_SET_MM, PR_SET_MM_MAP, map, sizeof *map, 0);
}

/* Fields 26 to 28 and 45 to 47 of proc(5). */
static void read_map(struct prctl_mm_map *ret_map)
{
    char text[1024];
    autoclose int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    *ret_map = (struct prctl_mm_map){.exe_fd = UINT32_MAX};
    if (n <= 0)
        return;
    text[n] = '\0';
    __u64 *const wanted[] = {&ret_map->start_code, &ret_map->end_code, &ret_map->start_stack,
                             &ret_map->start_data, &ret_map->end_data, &ret_map->start_brk};
    static const int numbers[] = {26, 27, 28, 45, 46, 47};
    const char *at = strrchr(text, ')');
    for (int field = 2, next = 0; at && next < 6; field++) {
        if (field == numbers[next])
            *wanted[next++] = strtoull(at, NULL, 10);
        at = strchr(at + 1, ' ');
    }
}

static int become(struct order *order, struct prctl_mm_map *map, int *argc, char ***argv)
{
    close(ORDERS_FD);
    if (open("/dev/null", O_RDONLY) != ORDERS_FD)
        return -EIO;
    show_title(order, map);
    environ = order->environment;
    *argc = order->argument_count;
    *argv = order->arguments;
    return 0;
}

int serve(int *argc, char ***argv)
{
    static struct order order;
    struct prctl_mm_map map;
    char boot_id[PROCESS_BOOT_ID_SIZE]; /* known from then on */
    (void)standard_open();
    (void)close_range(3, ~0U, 0);
    read_map(&map);
    filter_keep();
    cgroup_keep();
    (void)process_boot_id(boot_id);
    for (;;) {
        ssize_t n = recv(ORDERS_FD, order.text, sizeof order.text, MSG_TRUNC);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            return 1;
        if (n < 0) {
            int error = errno;
            (void)fprintf(stderr, "weir-jail: --serve is for the daemon: %s\n", strerror(error));
            return -error;
        }
        pid_t pid = (size_t)n > sizeof order.text ? -E2BIG : read_order(&order, (size_t)n);
        if (pid == 0)
            pid = copy_self();
        if (pid == 0)
            return become(&order, &map, argc, argv);
        (void)send(ORDERS_FD, &pid, sizeof pid, MSG_NOSIGNAL);
    }
}
