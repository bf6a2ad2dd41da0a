#include "daemon/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "json/decode.h"
#include "json/read.h"

enum { FILE_MAX_BYTES = 1 << 20, MEMORY_MAX_BYTES = 32 << 20 };

static int read_file(const char *path, struct buf *text)
{
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) < 0)
        return -errno;
    if (!S_ISREG(info.st_mode))
        return -EINVAL;
    for (;;) {
        int r = buf_reserve(text, 4096);
        if (r < 0)
            return r == -ENOBUFS ? -EFBIG : r;
        ssize_t n = read(fd, text->data + text->size, 4096);
        if (n < 0)
            return -errno;
        if (n == 0)
            return 0;
        text->size += (size_t)n;
    }
}

static size_t line_at(struct slice text, size_t offset)
{
    size_t line = 1;
    for (const char *at = text.data, *end = at + (offset < text.size ? offset : text.size); at && at < end; at++)
        line += *at == '\n';
    return line;
}

static int decode(const char *path, struct slice text, struct config_settings *ret, char *problem, size_t problem_size)
{
    struct json_error syntax = {0};
    struct decode_error error = {0};
    struct json_large *parsed = NULL;
    struct arena arena = ARENA_LIMITED(MEMORY_MAX_BYTES);
    int r = json_read_commented(MEMORY_MAX_BYTES, text, &parsed, &syntax);
    if (r == -EINVAL)
        (void)snprintf(problem, problem_size, "%s:%zu: %s", path, line_at(text, syntax.offset), syntax.message);
    if (r == 0) {
        r = json_decode(&arena, &config_settings_shape, json_large_root(parsed), "settings", ret, &error);
        if (r == -EINVAL)
            (void)snprintf(problem, problem_size, "%s:%zu: %s %s", path,
                           error.at ? line_at(text, json_large_offset(parsed, error.at)) : 1, error.path,
                           error.message);
    }
    if (r < 0 && r != -EINVAL)
        (void)snprintf(problem, problem_size, "%s: %s", path, strerror(-r));
    arena_clear(&arena);
    json_large_free(parsed);
    return r;
}

int config_read(const char *path, bool must_exist, struct config *ret, char *problem, size_t problem_size)
{
    struct buf text = BUF_LIMITED(FILE_MAX_BYTES);
    struct config config = {0};
    int r = read_file(path, &text);
    config.from_file = r == 0;
    if (r == -ENOENT && !must_exist)
        r = buf_append_text(&text, "{}");
    if (r < 0)
        (void)snprintf(problem, problem_size, "%s: %s", path,
                       r == -EFBIG ? "longer than a configuration can be (1 MiB)" : strerror(-r));
    else
        r = decode(path, buf_slice(&text), &config.settings, problem, problem_size);
    buf_clear(&text);
    if (r < 0)
        return r;
    *ret = config;
    return 0;
}
