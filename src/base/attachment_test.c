#include "base/attachment.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct scene {
    char path[64];
    int fd;
    struct attachment read;
    char problem[ATTACHMENT_PROBLEM_SIZE];
};

static int setup(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    strcpy(scene->path, "/tmp/weir-attachment-XXXXXX");
    scene->fd = mkstemp(scene->path);
    *state = scene;
    return scene->fd < 0 ? -1 : 0;
}

static int teardown(void **state)
{
    struct scene *scene = *state;
    attachment_clear(&scene->read);
    (void)unlink(scene->path);
    close(scene->fd);
    free(scene);
    return 0;
}

static int read_as(struct scene *scene, const char *bytes, size_t size)
{
    assert_int_equal(ftruncate(scene->fd, 0), 0);
    assert_int_equal(pwrite(scene->fd, bytes, size, 0), (ssize_t)size);
    attachment_clear(&scene->read);
    return attachment_read(scene->path, &scene->read, scene->problem);
}

#define READ(scene, bytes) read_as(scene, bytes, sizeof(bytes) - 1)

static void test_text(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(READ(scene, "gr\xc3\xbc\xc3\x9f Gott\n"), 0);
    assert_string_equal(scene->read.mime, "text/plain");
    assert_false(scene->read.is_picture);
    assert_int_equal(scene->read.size, 12);
    assert_int_equal(READ(scene, ""), 0);
    assert_int_equal(scene->read.size, 0);
}

static void test_pictures_by_their_content(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(READ(scene, "\x89PNG\r\n\x1a\n\0\0"), 0);
    assert_true(scene->read.is_picture);
    assert_string_equal(scene->read.mime, "image/png");
    assert_int_equal(READ(scene, "\xff\xd8\xff\xe0"), 0);
    assert_string_equal(scene->read.mime, "image/jpeg");
    assert_int_equal(READ(scene, "GIF89a\1"), 0);
    assert_string_equal(scene->read.mime, "image/gif");
    assert_int_equal(READ(scene, "RIFF\1\0\0\0WEBPVP8 "), 0);
    assert_string_equal(scene->read.mime, "image/webp");
    assert_null(attachment_picture("\x89PNG", 4));
}

static void test_what_is_neither(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(READ(scene, "%PDF\0"), -EILSEQ);
    assert_non_null(strstr(scene->problem, scene->path));
    assert_int_equal(READ(scene, "caf\xe9"), -EILSEQ);
}

static void test_limits_are_named(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(READ(scene, "a"), 0);
    assert_int_equal(ftruncate(scene->fd, ATTACHMENT_TEXT_MAX + 1), 0);
    attachment_clear(&scene->read);
    assert_int_equal(attachment_read(scene->path, &scene->read, scene->problem), -EFBIG);
    assert_non_null(strstr(scene->problem, "it has 257 KiB, the limit for a text is 256 KiB"));
    assert_int_equal(pwrite(scene->fd, "GIF87a", 6, 0), 6);
    assert_int_equal(attachment_read(scene->path, &scene->read, scene->problem), 0);
    assert_int_equal(ftruncate(scene->fd, ATTACHMENT_PICTURE_MAX + 1), 0);
    attachment_clear(&scene->read);
    assert_int_equal(attachment_read(scene->path, &scene->read, scene->problem), -EFBIG);
    assert_non_null(strstr(scene->problem, "the limit for a picture is 5120 KiB"));
}

static void test_what_is_no_file(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(attachment_read("/tmp", &scene->read, scene->problem), -EINVAL);
    assert_int_equal(attachment_read("/dev/zero", &scene->read, scene->problem), -EINVAL);
    assert_int_equal(attachment_read("/nowhere/at/all", &scene->read, scene->problem), -ENOENT);
    assert_string_equal(scene->problem, "cannot attach /nowhere/at/all: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pictures_by_their_content, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_neither, setup, teardown),
        cmocka_unit_test_setup_teardown(test_limits_are_named, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_no_file, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
