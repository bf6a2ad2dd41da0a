#include "daemon/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "json/copy.h"
#include "json/decode.h"
#include "json/read.h"

enum { FILE_MAX_BYTES = 1 << 20, MEMORY_MAX_BYTES = 32 << 20, NAME_BYTES = 128 };

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

/* --- checks beyond the schema --- */

/* A configuration file during its checks. */
struct source {
    const char *path;
    struct slice text;
    const struct json_large *parsed;
    char *problem;
    size_t problem_size;
};

/* Follows these names from one object to the next. Returns the last key that exists, for the line number of an
 * error. */
static const char *find_key(const struct source *source, const char *const names[static 3])
{
    yyjson_val *value = json_large_root(source->parsed);
    const char *found = NULL;
    for (size_t i = 0; i < 3 && names[i] && value; i++) {
        yyjson_obj_iter iter = yyjson_obj_iter_with(value);
        value = NULL;
        for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));)
            if (slice_is(json_text(key), names[i])) {
                found = json_text(key).data;
                value = yyjson_obj_iter_get_val(key);
            }
    }
    return found;
}

static int refuse(const struct source *source, const char *const names[static 3], const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(const struct source *source, const char *const names[static 3], const char *format, ...)
{
    char words[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    const char *key = find_key(source, names);
    (void)snprintf(source->problem, source->problem_size, "%s:%zu: settings.%s", source->path,
                   key ? line_at(source->text, json_large_offset(source->parsed, key)) : 1, words);
    return -EINVAL;
}

/* Checks paths that the sandbox shows to agents: absolute or below the home directory, and not the root. */
static int check_paths(const struct source *source, const char *const names[static 3], const char *name,
                       const struct slice *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *path = items[i].data;
        bool at_home = path[0] == '~' && (path[1] == '/' || path[1] == '\0');
        if (!at_home && path[0] != '/')
            return refuse(source, names, "%s: must be absolute paths, or begin with ~/, and %.100s is neither", name,
                          path);
        if (strspn(path, "/") == items[i].size)
            return refuse(source, names,
                          "%s: / would expose the whole file system; to do without a sandbox, set \"sandbox\": \"off\"",
                          name);
    }
    return 0;
}

static int check_executor(const struct source *source, const struct config_settings_executors_pair *executor)
{
    const char *name = executor->key.data; /* NUL-terminated */
    if (slice_is(executor->key, "weir"))
        return refuse(source, (const char *const[3]){"executors", name},
                      "executors.weir: this name is reserved for weir's own executor; choose another");
    if (executor->key.size == 0 || executor->key.size > NAME_BYTES)
        return refuse(source, (const char *const[3]){"executors", name}, "executors: a name must have 1 to %d bytes",
                      NAME_BYTES);
    if (executor->value.cwd_is == FIELD_SET && executor->value.cwd.data[0] != '/')
        return refuse(source, (const char *const[3]){"executors", name, "cwd"},
                      "executors.%s.cwd: must be an absolute path", name);
    const struct config_executor *value = &executor->value;
    int r = 0;
    if (value->read_is == FIELD_SET)
        r = check_paths(source, (const char *const[3]){"executors", name, "read"}, "executors.*.read",
                        value->read.items, value->read.count);
    if (r == 0 && value->write_is == FIELD_SET)
        r = check_paths(source, (const char *const[3]){"executors", name, "write"}, "executors.*.write",
                        value->write.items, value->write.count);
    return r;
}

static int check_view(const struct source *source, const struct config_settings_view *view)
{
    int r = 0;
    if (view->read_is == FIELD_SET)
        r = check_paths(source, (const char *const[3]){"view", "read"}, "view.read", view->read.items,
                        view->read.count);
    if (r == 0 && view->write_is == FIELD_SET)
        r = check_paths(source, (const char *const[3]){"view", "write"}, "view.write", view->write.items,
                        view->write.count);
    if (r == 0 && view->hide_is == FIELD_SET)
        r = check_paths(source, (const char *const[3]){"view", "hide"}, "view.hide", view->hide.items,
                        view->hide.count);
    return r;
}

static int check(const struct source *source, const struct config_settings *settings)
{
    const struct config_settings_pool *pool = &settings->pool;
    if (pool->resume_at >= pool->pause_at)
        return refuse(source, (const char *const[3]){"pool", "resumeAt"},
                      "pool.resumeAt: must be below pool.pauseAt, and %lld is not below %lld",
                      (long long)pool->resume_at, (long long)pool->pause_at);
    int seen = check_view(source, &settings->view);
    if (seen < 0)
        return seen;
    size_t count = settings->executors_is == FIELD_SET ? settings->executors.count : 0;
    for (size_t i = 0; i < count; i++) {
        int r = check_executor(source, &settings->executors.items[i]);
        if (r < 0)
            return r;
    }
    return 0;
}

/* --- reading --- */

/* Copies the settings, so that the text and the parsed document can be freed. */
static int keep(const struct config_settings *settings, struct config *config)
{
    size_t size = json_copy_size(&config_settings_shape, settings);
    config->block = malloc(size ? size : 1);
    if (!config->block)
        return -ENOMEM;
    json_copy(&config_settings_shape, settings, &config->settings, config->block);
    return 0;
}

static int decode(const char *path, struct slice text, struct config *config, char *problem, size_t problem_size)
{
    struct json_error syntax = {0};
    struct decode_error error = {0};
    struct json_large *parsed = NULL;
    struct config_settings settings;
    struct arena arena = ARENA_LIMITED(MEMORY_MAX_BYTES);
    int r = json_read_commented(MEMORY_MAX_BYTES, text, &parsed, &syntax);
    if (r == -EINVAL)
        (void)snprintf(problem, problem_size, "%s:%zu: %s", path, line_at(text, syntax.offset), syntax.message);
    if (r == 0) {
        r = json_decode(&arena, &config_settings_shape, json_large_root(parsed), "settings", &settings, &error);
        if (r == -EINVAL)
            (void)snprintf(problem, problem_size, "%s:%zu: %s %s", path,
                           error.at ? line_at(text, json_large_offset(parsed, error.at)) : 1, error.path,
                           error.message);
    }
    if (r == 0)
        r = check(&(struct source){path, text, parsed, problem, problem_size}, &settings);
    if (r == 0)
        r = keep(&settings, config);
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
        (void)snprintf(problem, problem_size, "%s: %s%s", path,
                       r == -EFBIG ? "the file exceeds the limit of 1 MiB" : strerror(-r),
                       r == -EACCES ? "; set XDG_CONFIG_HOME to a directory that you may read, or name a configuration "
                                      "with 'weird --config FILE'"
                                    : "");
    else
        r = decode(path, buf_slice(&text), &config, problem, problem_size);
    buf_clear(&text);
    if (r < 0)
        return r;
    *ret = config;
    return 0;
}

void config_clear(struct config *config)
{
    free(config->block);
    *config = (struct config){0};
}
