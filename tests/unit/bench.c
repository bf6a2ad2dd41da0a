#include "unit/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "json/read.h"

int bench_setup(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    *bench = (struct bench){.arena = ARENA_LIMITED(64 << 20),
                            .text = BUF_LIMITED(8 << 20),
                            .image = BUF_LIMITED(8 << 20),
                            .mime = BUF_LIMITED(64)};
    (void)snprintf(bench->place, sizeof bench->place, "/tmp/weir-tools-XXXXXX");
    assert_non_null(mkdtemp(bench->place));
    assert_int_equal(uv_loop_init(&bench->loop), 0);
    assert_int_equal(tool_box_init(&bench->box, &bench->loop, slice_of(bench->place), slice_of("/home/somebody")), 0);
    *state = bench;
    return 0;
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *walk)
{
    (void)facts;
    (void)walk;
    return kind == FTW_DP ? rmdir(path) : unlink(path);
}

static void on_closed(void *user)
{
    ((struct bench *)user)->closed = true;
}

int bench_teardown(void **state)
{
    struct bench *bench = *state;
    tool_box_close(&bench->box, on_closed, bench);
    (void)uv_run(&bench->loop, UV_RUN_DEFAULT);
    assert_true(bench->closed);
    assert_int_equal(uv_loop_close(&bench->loop), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    (void)nftw(bench->place, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    assert_int_equal(access(bench->place, F_OK), -1);
    buf_clear(&bench->text);
    buf_clear(&bench->image);
    buf_clear(&bench->mime);
    arena_clear(&bench->arena);
    free(bench);
    return 0;
}

static void on_done(void *user, const struct tool_result *result)
{
    struct bench *bench = user;
    assert_false(bench->done);
    bench->done = true;
    bench->is_error = result->is_error;
    (void)buf_append_slice(&bench->text, result->text);
    (void)buf_append_slice(&bench->image, result->image);
    (void)buf_append_slice(&bench->mime, result->mime);
}

void bench_start(struct bench *bench, const char *name, const char *input)
{
    struct json_error error = {0};
    yyjson_val *root = NULL;
    char *text = strdup(input);
    for (char *at = text; *at; at++)
        if (*at == '\'')
            *at = '"';
    assert_int_equal(json_read(&bench->arena, slice_of(text), &root, &error), 0);
    free(text);
    const struct tool *tool = tool_find(tools_own, slice_of(name));
    assert_non_null(tool);
    buf_reset(&bench->text, 0);
    buf_reset(&bench->image, 0);
    buf_reset(&bench->mime, 0);
    bench->done = bench->is_error = false;
    bench->call = NULL;
    if (tool_start(&bench->box, tool, SLICE(""), root, on_done, bench, &bench->call, bench->problem) < 0) {
        bench->is_error = true;
        (void)buf_append_text(&bench->text, bench->problem);
    } else {
        assert_false(bench->done);
    }
}

void bench_wait(struct bench *bench)
{
    while (bench->call && !bench->done)
        assert_true(uv_run(&bench->loop, UV_RUN_ONCE) != 0 || bench->done);
}

struct slice bench_run(struct bench *bench, const char *name, const char *input)
{
    bench_start(bench, name, input);
    bench_wait(bench);
    return buf_slice(&bench->text);
}

const char *bench_path(struct bench *bench, const char *name)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", bench->place, name);
    return arena_copy(&bench->arena, slice_of(path)).data;
}

void bench_write(const struct bench *bench, const char *name, struct slice content)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", bench->place, name);
    for (char *at = path + strlen(bench->place) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        assert_true(mkdir(path, 0755) == 0 || errno == EEXIST);
        *at = '/';
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, content.data, content.size), content.size);
    assert_int_equal(close(fd), 0);
}

struct slice bench_read(struct bench *bench, const char *name)
{
    struct stat facts;
    int fd = open(bench_path(bench, name), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &facts), 0);
    char *text = arena_alloc(&bench->arena, (size_t)facts.st_size + 1);
    assert_int_equal(read(fd, text, (size_t)facts.st_size), facts.st_size);
    assert_int_equal(close(fd), 0);
    return (struct slice){text, (size_t)facts.st_size};
}
