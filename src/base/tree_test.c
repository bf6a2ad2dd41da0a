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

int main(void)
{
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_same_by_both_ways),
        cmocka_unit_test(ends_them_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
