#include "connector/journal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "unit/check.h"

static char path[] = "/tmp/journal-XXXXXX";

static int open_log(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    log_set_stderr(false);
    return log_open_file(path, 16 << 20);
}

static int remove_log(void **state)
{
    (void)state;
    log_close_file();
    return unlink(path);
}

/* The lines with this text. */
static size_t count(const char *text)
{
    char line[4096];
    size_t found = 0;
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        found += strstr(line, text) != NULL;
    (void)fclose(file);
    return found;
}

static void a_flood_is_counted_instead_of_written(void **state)
{
    struct journal journal = {0};
    (void)state;
    for (size_t i = 0; i < (size_t)10 * JOURNAL_BURST; i++)
        journal_add(&journal, 1000, "stderr", SLICE("flood"));
    assert_int_equal(count("stderr: flood"), JOURNAL_BURST);
    assert_int_equal(count("dropped"), 0);
    journal_add(&journal, 1000 + 1000 / JOURNAL_PER_SECOND, "stderr", SLICE("later"));
    assert_int_equal(count("stderr: later"), 1);
    assert_int_equal(count("4500 lines of the server were dropped"), 1);
    journal_add(&journal, 1000 + 1000 / JOURNAL_PER_SECOND, "stderr", SLICE("too soon"));
    assert_int_equal(count("too soon"), 0);
    for (size_t i = 0; i < (size_t)2 * JOURNAL_BURST; i++)
        journal_add(&journal, (uint64_t)60 * 60 * 1000, "stderr", SLICE("next hour"));
    assert_int_equal(count("next hour"), JOURNAL_BURST);
    journal_end(&journal);
    assert_int_equal(count("500 lines of the server were dropped"), 2);
}

static void a_line_stays_one_line(void **state)
{
    struct journal journal = {0};
    (void)state;
    journal_add(&journal, 1, "message", SLICE("one\ntwo\x1b[2J"));
    assert_int_equal(count("message: one?two?[2J"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flood_is_counted_instead_of_written),
        cmocka_unit_test(a_line_stays_one_line),
    };
    return cmocka_run_group_tests(tests, open_log, remove_log);
}
