/* cmocka with the headers that it needs, and checks for types of weir. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/slice.h"

#define assert_slice(actual, text) check_slice((actual), (text), __FILE__, __LINE__)

static inline void check_slice(struct slice actual, const char *text, const char *file, int line)
{
    if (actual.data ? slice_is(actual, text) : *text == '\0')
        return;
    print_error("expected: %s\n  actual: %.*s\n", text, SLICE_ARG(actual));
    _fail(file, line);
}

#define assert_buf(buf, text) assert_slice(buf_slice(buf), text)

static inline void check_contains(struct slice actual, const char *part, const char *file, int line)
{
    if (actual.data && memmem(actual.data, actual.size, part, strlen(part)))
        return;
    print_error("not found: %s\n       in: %.*s\n", part, SLICE_ARG(actual));
    _fail(file, line);
}

#define assert_contains(actual, part) check_contains((actual), (part), __FILE__, __LINE__)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHECK_SANITIZED 1
#endif
#endif
#ifndef CHECK_SANITIZED
#define CHECK_SANITIZED 0
#endif
