#include "daemon/key/master_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "unit/check.h"

struct world {
    char directory[64];
    struct key_master_file place;
    struct key_master old, new;
    char problem[KEY_PROBLEM_SIZE];
};

static int set_up(void **state)
{
    static struct world world;
    world = (struct world){.directory = "/tmp/weir-place-XXXXXX"};
    (void)unsetenv("WEIR_MASTER_KEY_FILE");
    (void)unsetenv("CREDENTIALS_DIRECTORY");
    if (!mkdtemp(world.directory) || key_seal_init() < 0)
        return -1;
    if (key_master_file_init(&world.place, world.directory) < 0 || key_master_make(&world.old) < 0)
        return -1;
    *state = &world;
    return key_master_make(&world.new);
}

static int tear_down(void **state)
{
    struct world *world = *state;
    (void)unlink(world->place.path);
    if (world->place.next)
        (void)unlink(world->place.next);
    key_master_file_clear(&world->place);
    key_master_clear(&world->old);
    key_master_clear(&world->new);
    return rmdir(world->directory); /* the test left no other files */
}

static void write_file(const char *path, const void *bytes, size_t size, mode_t mode)
{
    autoclose int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size), size);
    assert_int_equal(fchmod(fd, mode), 0);
}

static int read_again(struct world *world, const char *expected_id)
{
    struct key_master found = {0};
    int r = key_master_file_read(world->place.path, false, &found, world->problem);
    if (r == 0)
        assert_string_equal(found.id, expected_id);
    key_master_clear(&found);
    return r;
}

static void is_written_whole_and_once(void **state)
{
    struct world *world = *state;
    struct stat info;
    assert_int_equal(read_again(world, ""), -ENOENT);
    assert_int_equal(key_master_file_write(world->place.path, &world->old, world->problem), 0);
    assert_int_equal(stat(world->place.path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(info.st_size, KEY_MASTER_BYTES);
    assert_int_equal(key_master_file_write(world->place.path, &world->new, world->problem), -EEXIST);
    assert_int_equal(read_again(world, world->old.id), 0);
}

static void reads_digits_too(void **state)
{
    struct world *world = *state;
    char text[2 * KEY_MASTER_BYTES + 2];
    for (size_t i = 0; i < KEY_MASTER_BYTES; i++)
        (void)snprintf(text + 2 * i, 3, i % 2 ? "%02x" : "%02X", world->old.bytes[i]);
    write_file(world->place.path, text, 64, 0600);
    assert_int_equal(read_again(world, world->old.id), 0);
    text[64] = '\n';
    write_file(world->place.path, text, 65, 0400);
    assert_int_equal(read_again(world, world->old.id), 0);
}

static void refuses_untrusted_files(void **state)
{
    static const size_t sizes[] = {0, 1, 31, 33, 63, 65, 66};
    struct world *world = *state;
    char text[128];
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_file(world->place.path, text, sizes[i], 0600);
        assert_int_equal(read_again(world, ""), -EMSGSIZE);
        assert_contains(slice_of(world->problem), "wrong length");
    }
    text[7] = 'x';
    write_file(world->place.path, text, 64, 0600);
    assert_int_equal(read_again(world, ""), -EINVAL);
    for (mode_t bit = 01; bit <= 040; bit <<= 1) {
        write_file(world->place.path, world->old.bytes, KEY_MASTER_BYTES, 0600 | bit);
        assert_int_equal(read_again(world, ""), -EPERM);
    }
    assert_int_equal(unlink(world->place.path), 0);
    assert_int_equal(symlink("/dev/null", world->place.path), 0);
    assert_int_equal(read_again(world, ""), -ELOOP);
    assert_contains(slice_of(world->problem), "is a symbolic link");
}

static void settle(struct world *world, int expected, const char *id, const char *kept)
{
    struct key_master found = {0};
    assert_int_equal(key_master_file_settle(&world->place, id, &found, world->problem), expected);
    if (expected == 0)
        assert_string_equal(found.id, id);
    key_master_clear(&found);
    if (kept)
        assert_int_equal(read_again(world, kept), 0);
}

static void a_rotation_that_was_cut_off_is_settled(void **state)
{
    struct world *world = *state;
    /* Crash before the keys were sealed again: the old file is valid. */
    assert_int_equal(key_master_file_write(world->place.path, &world->old, world->problem), 0);
    assert_int_equal(key_master_file_write(world->place.next, &world->new, world->problem), 0);
    settle(world, 0, world->old.id, world->old.id);
    assert_int_equal(access(world->place.next, F_OK), -1);
    /* Crash after that: the new file is valid and replaces the old one. */
    assert_int_equal(key_master_file_write(world->place.next, &world->new, world->problem), 0);
    settle(world, 0, world->new.id, world->new.id);
    assert_int_equal(access(world->place.next, F_OK), -1);
    settle(world, 0, world->new.id, world->new.id);
}

static void no_file_is_touched_if_no_id_matches(void **state)
{
    struct world *world = *state;
    settle(world, -ENOENT, world->old.id, NULL);
    assert_int_equal(key_master_file_write(world->place.path, &world->old, world->problem), 0);
    assert_int_equal(key_master_file_write(world->place.next, &world->new, world->problem), 0);
    settle(world, -ESTALE, "00112233445566778899aabbccddeeff", world->old.id);
    assert_int_equal(access(world->place.next, F_OK), 0);
}

static void files_from_the_environment_win(void **state)
{
    struct world *world = *state;
    struct key_master_file place;
    (void)setenv("CREDENTIALS_DIRECTORY", world->directory, 1);
    assert_int_equal(key_master_file_init(&place, "/state"), 0);
    assert_string_equal(place.path, "/state/master.key"); /* the credential does not exist */
    key_master_file_clear(&place);
    (void)setenv("WEIR_MASTER_KEY_FILE", "/given", 1);
    assert_int_equal(key_master_file_init(&place, "/state"), 0);
    assert_string_equal(place.path, "/given");
    assert_null(place.next);
    key_master_file_clear(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(is_written_whole_and_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_digits_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_untrusted_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_rotation_that_was_cut_off_is_settled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_file_is_touched_if_no_id_matches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_from_the_environment_win, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
