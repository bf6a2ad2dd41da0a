#include "unit/scarce.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The worker thread allocates, too. */
static size_t fails_at, count;
static bool fails_behind, on, failed, late;

static bool runs_out(void)
{
    if (!__atomic_load_n(&on, __ATOMIC_SEQ_CST))
        return false;
    size_t n = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    if (n != fails_at && !(fails_behind && n > fails_at))
        return false;
    __atomic_store_n(&failed, true, __ATOMIC_SEQ_CST);
    errno = ENOMEM;
    return true;
}

void scarce_begin(size_t n, bool all)
{
    fails_at = n;
    fails_behind = all;
    count = 0;
    failed = late = false;
    __atomic_store_n(&on, true, __ATOMIC_SEQ_CST);
}

bool scarce_end(void)
{
    __atomic_store_n(&on, false, __ATOMIC_SEQ_CST);
    return failed;
}

bool scarce_late(void)
{
    bool is_slow = !__atomic_load_n(&failed, __ATOMIC_SEQ_CST);
    late = late || is_slow;
    return is_slow;
}

size_t scarce_try(void (*scenario)(void))
{
    for (size_t n = 1;; n++) {
        do {
            scarce_begin(n, false);
            scenario();
        } while (!scarce_end() && late);
        if (!failed)
            return n - 1;
        scarce_begin(n, true);
        scenario();
        (void)scarce_end();
    }
}

/* The linker replaces the functions by these. NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_realpath(const char *path, char *resolved);
int __real_vasprintf(char **result, const char *format, va_list arguments);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t items, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_realpath(const char *path, char *resolved);
int __wrap_vasprintf(char **result, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
int __wrap___vasprintf_chk(char **result, int flag, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t items, size_t size)
{
    return runs_out() ? NULL : __real_calloc(items, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return runs_out() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return runs_out() ? NULL : __real_strdup(text);
}

char *__wrap_realpath(const char *path, char *resolved)
{
    return runs_out() ? NULL : __real_realpath(path, resolved);
}

int __wrap_vasprintf(char **result, const char *format, va_list arguments)
{
    return runs_out() ? -1 : __real_vasprintf(result, format, arguments);
}

int __wrap___vasprintf_chk(char **result, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return runs_out() ? -1 : __real_vasprintf(result, format, arguments);
}
/* NOLINTEND(bugprone-reserved-identifier) */
