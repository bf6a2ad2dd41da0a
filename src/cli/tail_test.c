#include "cli/tail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit/check.h"

/* A log in its own directory, and the lines passed on, each followed by '|'. */
struct world {
    char root[64], path[96], rotated[96];
    struct tail tail;
    struct buf seen;
};

static void on_line(void *user, struct slice line)
{
    struct world *world = user;
    buf_append_slice(&world->seen, line);
    buf_append_char(&world->seen, '|');
}

static int setup(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    world->seen.limit = 1 << 20;
    (void)snprintf(world->root, sizeof world->root, "/tmp/weir-tail-XXXXXX");
    assert_non_null(mkdtemp(world->root));
    (void)snprintf(world->path, sizeof world->path, "%s/log", world->root);
    (void)snprintf(world->rotated, sizeof world->rotated, "%s/log.1", world->root);
    assert_int_equal(tail_init(&world->tail, world->path, on_line, world), 0);
    *state = world;
    return 0;
}

static int teardown(void **state)
{
    struct world *world = *state;
    tail_clear(&world->tail);
    buf_clear(&world->seen);
    (void)unlink(world->path);
    (void)unlink(world->rotated);
    int r = rmdir(world->root);
    free(world);
    return r;
}

static void add(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static void assert_seen(struct world *world, const char *expected)
{
    assert_buf(&world->seen, expected);
    buf_reset(&world->seen, 0);
}

static void hands_out_the_last_lines(void **state)
{
    struct world *world = *state;
    add(world->path, "a\nb\nc\n");
    assert_int_equal(tail_last(&world->tail, 2), 0);
    assert_seen(world, "b|c|");
}

static void takes_from_the_rotated_file_what_is_missing(void **state)
{
    struct world *world = *state;
    add(world->rotated, "a\nb\nc\n");
    add(world->path, "d\n");
    assert_int_equal(tail_last(&world->tail, 3), 0);
    assert_seen(world, "b|c|d|");
}

static void has_no_more_than_there_is(void **state)
{
    struct world *world = *state;
    add(world->path, "");
    assert_int_equal(tail_last(&world->tail, 10), 0);
    assert_seen(world, "");
    add(world->path, "a\n");
    assert_int_equal(tail_more(&world->tail), 0);
    assert_seen(world, "a|");
}

static void finds_the_beginning_of_a_line_across_blocks(void **state)
{
    struct world *world = *state;
    char line[1001];
    memset(line, 'x', sizeof line);
    line[999] = '\n';
    line[1000] = '\0';
    for (int i = 0; i < 200; i++)
        add(world->path, line);
    assert_int_equal(tail_last(&world->tail, 150), 0);
    assert_int_equal(world->seen.size, 150 * 1000);
}

static void a_line_in_pieces_is_one_line(void **state)
{
    struct world *world = *state;
    add(world->path, "be");
    assert_int_equal(tail_last(&world->tail, 5), 0);
    assert_seen(world, "");
    add(world->path, "gin\nend");
    assert_int_equal(tail_more(&world->tail), 0);
    assert_seen(world, "begin|");
    tail_finish(&world->tail);
    assert_seen(world, "end|");
}

static void follows_through_rotations(void **state)
{
    struct world *world = *state;
    add(world->path, "a\n");
    assert_int_equal(tail_last(&world->tail, 5), 0);
    add(world->path, "b\n");
    assert_int_equal(rename(world->path, world->rotated), 0);
    add(world->path, "c\n");
    assert_int_equal(tail_more(&world->tail), 0);
    assert_seen(world, "a|b|c|");
    /* Two rotations at once: the file between them was never read under its own name. */
    add(world->path, "d\n");
    assert_int_equal(rename(world->path, world->rotated), 0);
    add(world->path, "e\n");
    assert_int_equal(rename(world->path, world->rotated), 0);
    add(world->path, "f\n");
    assert_int_equal(tail_more(&world->tail), 0);
    assert_seen(world, "d|e|f|");
}

static void waits_for_a_file_that_is_not_there(void **state)
{
    struct world *world = *state;
    assert_int_equal(tail_last(&world->tail, 5), -ENOENT);
    assert_int_equal(tail_more(&world->tail), 0);
    add(world->path, "a\n");
    assert_int_equal(tail_more(&world->tail), 0);
    assert_seen(world, "a|");
}

static void begins_again_in_a_file_that_was_cut(void **state)
{
    struct world *world = *state;
    add(world->path, "a\nb\n");
    assert_int_equal(tail_last(&world->tail, 5), 0);
    assert_int_equal(truncate(world->path, 0), 0);
    add(world->path, "c\n");
    assert_int_equal(tail_more(&world->tail), 0);
    assert_seen(world, "a|b|c|");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(hands_out_the_last_lines),           TEST(takes_from_the_rotated_file_what_is_missing),
        TEST(has_no_more_than_there_is),          TEST(finds_the_beginning_of_a_line_across_blocks),
        TEST(a_line_in_pieces_is_one_line),       TEST(follows_through_rotations),
        TEST(waits_for_a_file_that_is_not_there), TEST(begins_again_in_a_file_that_was_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
