#include "jail/title.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/cleanup.h"

static struct prctl_mm_map map;

/* Reads fields 26 to 28 and 45 to 47 of proc(5). */
void title_keep(void)
{
    char text[1024];
    autoclose int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    map = (struct prctl_mm_map){.exe_fd = UINT32_MAX};
    if (n <= 0)
        return;
    text[n] = '\0';
    __u64 *const wanted[] = {&map.start_code, &map.end_code, &map.start_stack,
                             &map.start_data, &map.end_data, &map.start_brk};
    static const int numbers[] = {26, 27, 28, 45, 46, 47};
    const char *at = strrchr(text, ')');
    for (int field = 2, next = 0; at && next < 6; field++) {
        if (field == numbers[next])
            *wanted[next++] = strtoull(at, NULL, 10);
        at = strchr(at + 1, ' ');
    }
}

/* The kernel accepts only memory of the process itself. */
void title_show(const struct title *title)
{
    static char text[TITLE_MAX];
    size_t size = (size_t)(title->end - title->arguments);
    if (size > sizeof text)
        return;
    memcpy(text, title->arguments, size);
    map.arg_start = (uintptr_t)text;
    map.arg_end = map.env_start = (uintptr_t)text + (size_t)(title->environment - title->arguments);
    map.env_end = (uintptr_t)text + size;
    map.brk = (uintptr_t)sbrk(0);
    (void)prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof map, 0);
}
