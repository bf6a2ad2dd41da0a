#include "base/tree.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/check.h"

enum { BROOD = 4 };

/* A child in a session of its own that has a brood; returns when all are there. */
static void plant(void)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    if (fork() == 0) {
        (void)setsid();
        for (int i = 0; i < BROOD; i++)
            if (fork() == 0)
                break;
        (void)!write(ends[1], "", 1);
        for (;;)
            (void)pause();
    }
    char byte;
    for (int i = 0; i < BROOD + 1; i++)
        assert_int_equal(read(ends[0], &byte, 1), 1);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

static void clear_away(struct tree *tree)
{
    for (;;) {
        tree_end(tree, getpid());
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
            break;
    }
    tree_clear(tree);
}

static void finds_the_same_by_both_ways(void **state)
{
    (void)state;
    struct tree lists = {0}, stats = {.by_stat = true};
    plant();
    assert_int_equal(tree_find(&lists, getpid(), 0), 0);
    assert_int_equal(tree_find(&stats, getpid(), 0), 0);
    assert_int_equal(lists.count, BROOD + 1);
    assert_int_equal(stats.count, BROOD + 1);
    assert_int_equal(tree_living(&lists), BROOD + 1);
    tree_clear(&lists);
    clear_away(&stats);
}

static void ends_them_all(void **state)
{
    (void)state;
    struct tree tree = {0};
    plant();
    plant();
    clear_away(&tree);
    assert_int_equal(tree_find(&tree, getpid(), 0), 0);
    assert_int_equal(tree.count, 0);
    tree_clear(&tree);
}

/* Says when it is ready, and then how often it was asked. */
_Noreturn static void count_questions(int fd)
{
    sigset_t questions;
    (void)sigemptyset(&questions);
    (void)sigaddset(&questions, SIGTERM);
    (void)sigprocmask(SIG_BLOCK, &questions, NULL);
    char count = 0;
    (void)!write(fd, &count, 1);
    const struct timespec never = {.tv_sec = 10}, now = {.tv_nsec = 1000000};
    while (count < 2 && sigtimedwait(&questions, NULL, count ? &now : &never) == SIGTERM)
        count++;
    (void)!write(fd, &count, 1);
    _exit(0);
}

/* Some that end at once when they are asked, each above one that does not. */
static void asks_also_those_whose_parent_ends(void **state)
{
    enum { PAIRS = 64 };
    (void)state;
    struct tree tree = {0};
    int ends[2];
    char count = 0;
    assert_int_equal(pipe(ends), 0);
    for (int i = 0; i < PAIRS; i++) {
        if (fork() > 0)
            continue;
        if (fork() == 0)
            count_questions(ends[1]);
        for (;;)
            (void)pause();
    }
    for (int i = 0; i < PAIRS; i++)
        assert_int_equal(read(ends[0], &count, 1), 1);
    tree_ask(&tree, getpid(), SIGTERM);
    for (int i = 0; i < PAIRS; i++) {
        assert_int_equal(read(ends[0], &count, 1), 1);
        assert_int_equal(count, 1);
    }
    (void)close(ends[0]);
    (void)close(ends[1]);
    clear_away(&tree);
}

/* Scripts that would go on when their command has ended. */
static void asks_first_who_lies_above(void **state)
{
    enum { PAIRS = 64 };
    (void)state;
    struct tree tree = {0};
    int ends[2];
    char byte = 0;
    assert_int_equal(pipe(ends), 0);
    for (int i = 0; i < PAIRS; i++) {
        if (fork() > 0)
            continue;
        pid_t command = fork();
        (void)close(ends[0]);
        if (command > 0) {
            (void)waitpid(command, NULL, 0);
            (void)!write(ends[1], "n", 1);
            _exit(0);
        }
        (void)!write(ends[1], "c", 1);
        for (;;)
            (void)pause();
    }
    for (int i = 0; i < PAIRS; i++)
        assert_int_equal(read(ends[0], &byte, 1), 1);
    tree_ask(&tree, getpid(), SIGTERM);
    (void)close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    (void)close(ends[0]);
    clear_away(&tree);
}

int main(void)
{
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_same_by_both_ways),
        cmocka_unit_test(ends_them_all),
        cmocka_unit_test(asks_also_those_whose_parent_ends),
        cmocka_unit_test(asks_first_who_lies_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
