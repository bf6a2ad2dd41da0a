#include "base/fault.h"

#ifdef WEIR_FAULTS

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POINTS_MAX = 8 };

static struct {
    const char *name;
    int passes;
} passed[POINTS_MAX];

/* Returns how often this point was passed before. */
static int count_pass(const char *name)
{
    for (int i = 0; i < POINTS_MAX; i++) {
        const char *none = NULL;
        if (__atomic_compare_exchange_n(&passed[i].name, &none, name, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ||
            strcmp(none, name) == 0)
            return __atomic_fetch_add(&passed[i].passes, 1, __ATOMIC_SEQ_CST);
    }
    return 0;
}

static void hold(const char *name)
{
    const char *release = getenv("WEIR_FAULT_RELEASE");
    char own[4096] = "";
    (void)snprintf(own, sizeof own, "%s.%s", release ? release : "", name);
    (void)fprintf(stderr, "fault: holding at %s\n", name);
    while (!release || (access(release, F_OK) != 0 && access(own, F_OK) != 0))
        (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* Whether the action applies to this pass: to all, to those after the first N, or to M of those. */
static bool is_due(const char *name, const char *action)
{
    const char *passes = strpbrk(action, "*,");
    if (!passes || *passes != '*')
        return true;
    char *end = NULL;
    int pass = count_pass(name), first = (int)strtol(passes + 1, &end, 10);
    return pass >= first && (*end != '+' || pass < first + (int)strtol(end + 1, NULL, 10));
}

int fault_point(const char *name)
{
    const char *spec = getenv("WEIR_FAULT"), *begin = getenv("WEIR_FAULT_BEGIN");
    size_t length = strlen(name);
    if (spec && begin && access(begin, F_OK) != 0)
        return 0;
    for (; spec && *spec; spec = strchr(spec, ',') ? strchr(spec, ',') + 1 : NULL) {
        if (strncmp(spec, name, length) != 0 || spec[length] != '=')
            continue;
        const char *action = spec + length + 1;
        if (!is_due(name, action))
            continue;
        if (strncmp(action, "hold", 4) == 0)
            hold(name);
        else if (strncmp(action, "kill", 4) == 0)
            (void)kill(getpid(), SIGKILL);
        else if (strncmp(action, "fail", 4) == 0)
            return -EIO;
    }
    return 0;
}

#endif
