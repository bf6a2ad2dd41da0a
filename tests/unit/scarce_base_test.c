/* src/base and src/json with every allocation failing in turn: a clean error, nothing lost. */
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/log.h"
#include "base/paths.h"
#include "contract/sample.h"
#include "unit/check.h"
#include "unit/everything.h"
#include "unit/scarce.h"
#include "json/copy.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

static char root[] = "/tmp/weir-scarce-test-XXXXXX";

static void check_errno(int r)
{
    if (r != 0 && r != -ENOMEM)
        fail_msg("an error that is not -ENOMEM: %d", r);
}

static void use_buffers(void)
{
    struct buf buf = BUF_LIMITED(1 << 20);
    for (int i = 0; i < 100; i++)
        buf_printf(&buf, "%d and some more text to make it grow", i);
    for (int i = 0; i < 1000; i++)
        buf_append_unsigned(&buf, UINT64_MAX);
    check_errno(buf.error);
    check_errno(buf_terminate(&buf));
    buf_clear(&buf);
}

static void buffers(void **state)
{
    (void)state;
    assert_true(scarce_try(use_buffers) > 5);
}

static void use_arena(void)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    char *grown = NULL;
    for (size_t size = 1000, old = 0; size < 100000; old = size, size *= 3) {
        char *next = arena_realloc(&arena, grown, old, size);
        if (!next)
            break;
        memset(next, 'g', size);
        grown = next;
    }
    struct slice copy = arena_copy(&arena, SLICE("text"));
    if (copy.data)
        assert_string_equal(copy.data, "text");
    arena_reset(&arena);
    arena_clear(&arena);
}

static void arenas(void **state)
{
    (void)state;
    assert_true(scarce_try(use_arena) >= 3);
}

static void use_places(void)
{
    char *path = NULL, *project = NULL, *socket = NULL;
    bool registered = false;
    int (*const places[])(char **) = {paths_runtime_dir, paths_state_dir, paths_config_file, paths_user_socket};
    for (size_t i = 0; i < 4; i++) {
        path = NULL;
        int r = places[i](&path);
        check_errno(r);
        if (r == 0)
            free(path);
    }
    check_errno(paths_make_private(root));
    check_errno(paths_register_project(root));
    check_errno(paths_project_is_registered(root, &registered));
    check_errno(paths_find_project(root, &project, &socket));
    free(project);
    free(socket);
}

static void places(void **state)
{
    (void)state;
    assert_true(scarce_try(use_places) > 10);
}

static void use_reader(void)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error = {0};
    struct json_large *large = NULL;
    yyjson_val *tree = NULL;
    struct slice text =
        SLICE("{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":[1,[2,[3]]]}");
    check_errno(json_read(&arena, text, &tree, &error));
    int r = json_read_large(1 << 20, text, &large, &error);
    check_errno(r);
    if (r == 0)
        large = json_large_free(large);
    assert_null(large);
    r = json_read_commented(1 << 20, text, &large, &error);
    check_errno(r);
    if (r == 0)
        large = json_large_free(large);
    arena_clear(&arena);
}

static void reading(void **state)
{
    (void)state;
    assert_true(scarce_try(use_reader) > 5);
}

static void use_codec(void)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct buf out = BUF_LIMITED(64 << 10);
    struct json_error problem = {0};
    struct decode_error error;
    struct sample_everything_params params, copy;
    yyjson_val *tree = NULL;
    int r = json_read(&arena, SLICE(EVERYTHING), &tree, &problem);
    check_errno(r);
    if (r == 0)
        check_errno(r = json_decode(&arena, &sample_everything_params_shape, tree, "params", &params, &error));
    if (r == 0)
        check_errno(r = json_encode(&out, &sample_everything_params_shape, &params));
    if (r == 0) {
        assert_buf(&out, EVERYTHING);
        autofree void *block = malloc(json_copy_size(&sample_everything_params_shape, &params));
        if (block)
            json_copy(&sample_everything_params_shape, &params, &copy, block);
        buf_reset(&out, SIZE_MAX);
        if (block && json_encode(&out, &sample_everything_params_shape, &copy) == 0)
            assert_buf(&out, EVERYTHING);
    }
    buf_clear(&out);
    arena_clear(&arena);
}

static void decoding_encoding_copying(void **state)
{
    (void)state;
    assert_true(scarce_try(use_codec) > 3);
}

static void use_wrong_word(void)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error problem = {0};
    struct decode_error error;
    enum sample_level_result level;
    yyjson_val *tree = NULL;
    if (json_read(&arena, SLICE("\"middle\""), &tree, &problem) == 0) {
        assert_int_equal(json_decode(&arena, sample_level_method.result, tree, "result", &level, &error), -EINVAL);
        assert_string_equal(error.path, "result");
    }
    arena_clear(&arena);
}

static void refusing_needs_no_memory(void **state)
{
    (void)state;
    assert_true(scarce_try(use_wrong_word) > 0);
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers),
        cmocka_unit_test(arenas),
        cmocka_unit_test(places),
        cmocka_unit_test(reading),
        cmocka_unit_test(decoding_encoding_copying),
        cmocka_unit_test(refusing_needs_no_memory),
    };
    if (!mkdtemp(root))
        return 1;
    (void)setenv("HOME", root, 1);
    (void)unsetenv("XDG_RUNTIME_DIR");
    (void)unsetenv("XDG_STATE_HOME");
    (void)unsetenv("XDG_CONFIG_HOME");
    log_set_stderr(false);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS) < 0 ? 1 : failed;
}
