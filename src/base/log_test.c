#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <regex.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "unit/check.h"

static char directory[] = "/tmp/weir-log-test-XXXXXX";
static char path[64], rotated[64];

static int set_up(void **state)
{
    (void)state;
    (void)unlink(path);
    (void)unlink(rotated);
    log_set_stderr(false);
    log_set_level(LOG_INFO);
    return 0;
}

static int tear_down(void **state)
{
    log_close_file();
    return set_up(state);
}

static struct buf contents(const char *file)
{
    struct buf text = BUF_LIMITED(16 << 20);
    autoclose int fd = open(file, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    for (ssize_t n = 1; n > 0;) {
        assert_int_equal(buf_reserve(&text, 4096), 0);
        n = read(fd, text.data + text.size, 4096);
        text.size += n > 0 ? (size_t)n : 0;
    }
    return text;
}

static void writes_one_line_an_entry(void **state)
{
    (void)state;
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    log_warn("a line of %d\nbreaks\tand \x1b[31mcolours\x7f", 2);
    struct buf text = contents(path);
    regex_t form;
    assert_int_equal(regcomp(&form,
                             "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z warn  "
                             "a line of 2\\?breaks\\?and \\?\\[31mcolours\\?\n$",
                             REG_EXTENDED | REG_NOSUB),
                     0);
    assert_int_equal(buf_terminate(&text), 0);
    assert_int_equal(regexec(&form, text.data, 0, NULL, 0), 0);
    regfree(&form);
    buf_clear(&text);
}

static void writes_from_its_level_up(void **state)
{
    (void)state;
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    log_set_level(LOG_WARN);
    log_info("not this");
    log_debug("nor this");
    log_error("this");
    log_set_level(LOG_DEBUG);
    log_debug("and that");
    struct buf text = contents(path);
    assert_contains(buf_slice(&text), "error this\n");
    assert_contains(buf_slice(&text), "debug and that\n");
    assert_null(memmem(text.data, text.size, "not this", 8));
    assert_null(memmem(text.data, text.size, "nor this", 8));
    buf_clear(&text);
}

static void knows_the_words_of_levels(void **state)
{
    enum log_level level = LOG_ERROR;
    (void)state;
    assert_int_equal(log_level_parse("debug", &level), 0);
    assert_int_equal(level, LOG_DEBUG);
    assert_int_equal(log_level_parse("error", &level), 0);
    assert_int_equal(level, LOG_ERROR);
    assert_int_equal(log_level_parse("loud", &level), -EINVAL);
    assert_int_equal(log_level_parse("", &level), -EINVAL);
    assert_int_equal(level, LOG_ERROR);
}

static void cuts_a_long_line(void **state)
{
    char words[5000];
    (void)state;
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    log_info("%s", words);
    struct buf text = contents(path);
    assert_true(text.size > 1000 && text.size <= 2048);
    assert_int_equal(text.data[text.size - 1], '\n');
    buf_clear(&text);
}

static void file_stays_below_its_bound(void **state)
{
    struct stat info, old;
    (void)state;
    assert_int_equal(log_open_file(path, 4096), 0);
    for (int i = 0; i < 1000; i++)
        log_info("entry %d", i);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(stat(rotated, &old), 0);
    assert_true(info.st_size <= 4096);
    assert_true(old.st_size <= 4096);
    struct buf text = contents(path);
    assert_contains(buf_slice(&text), "entry 999\n");
    buf_clear(&text);
    assert_int_equal(info.st_mode & 0777, 0600);
}

static void goes_on_with_a_file_that_is_there(void **state)
{
    (void)state;
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    log_info("first");
    log_close_file();
    log_info("nowhere");
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    log_info("second");
    struct buf text = contents(path);
    assert_contains(buf_slice(&text), "first\n");
    assert_contains(buf_slice(&text), "second\n");
    assert_null(memmem(text.data, text.size, "nowhere", 7));
    buf_clear(&text);
}

static void refuses_what_is_no_file(void **state)
{
    char long_path[5000];
    (void)state;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_true(log_open_file(path, 100) < 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_int_equal(log_open_file(path, 100), -ELOOP);
    assert_true(log_file_error() < 0);
    memset(long_path, 'p', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    assert_int_equal(log_open_file(long_path, 100), -ENAMETOOLONG);
    assert_int_equal(log_open_file("/nonexistent/weir/log", 100), -ENOENT);
}

static void survives_a_full_disk(void **state)
{
    struct rlimit before, none;
    struct stat info;
    (void)state;
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    log_info("before");
    assert_int_equal(log_file_error(), 0);
    assert_int_equal(stat(path, &info), 0);
    /* The file may not grow: the kernel answers EFBIG, as it would answer ENOSPC. */
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = (struct rlimit){(rlim_t)info.st_size, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    errno = EINTR;
    log_info("lost");
    int kept = errno, error = log_file_error();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(kept, EINTR);
    assert_int_equal(error, -EFBIG);
    log_info("after");
    assert_int_equal(log_file_error(), 0);
    struct buf text = contents(path);
    assert_contains(buf_slice(&text), "after\n");
    buf_clear(&text);
}

static void *write_many(void *word)
{
    for (int i = 0; i < 500; i++) {
        log_info("%s-%d-%s", (const char *)word, i, (const char *)word);
        log_set_level(LOG_INFO);
    }
    return NULL;
}

static void threads_do_not_mix_their_lines(void **state)
{
    pthread_t threads[4];
    char words[4][2] = {"a", "b", "c", "d"};
    size_t lines = 0;
    (void)state;
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_many, words[i]), 0);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    struct buf text = contents(path);
    assert_int_equal(buf_terminate(&text), 0);
    for (char *line = text.data, *end; (end = strchr(line, '\n')); line = end + 1, lines++) {
        assert_true(end - line >= 36);
        assert_int_equal(line[31], end[-1]); /* the word is at both ends */
    }
    assert_int_equal(lines, 2000);
    buf_clear(&text);
}

static void times_are_iso_8601(void **state)
{
    static const struct {
        int64_t epoch_ms;
        const char *text;
    } cases[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {1767225599999, "2025-12-31T23:59:59.999Z"},
        {951782400001, "2000-02-29T00:00:00.001Z"},
        {-1, "1969-12-31T23:59:59.999Z"},
        {-1000, "1969-12-31T23:59:59.000Z"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[CLOCK_ISO_SIZE];
        clock_format_iso(cases[i].epoch_ms, text);
        assert_string_equal(text, cases[i].text);
    }
    assert_true(clock_epoch_ms() > 1700000000000);
    uint64_t before = clock_monotonic_ns();
    assert_true(clock_monotonic_ns() >= before);
}

/* stderr is a pipe that is full. Answers its other end; *ret_kept is the old stderr. */
static int fill_stderr(int *ret_kept)
{
    int ends[2];
    char bytes[4096];
    assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    memset(bytes, '.', sizeof bytes);
    while (write(ends[1], bytes, sizeof bytes) > 0)
        ;
    assert_int_equal(errno, EAGAIN);
    assert_int_equal(fcntl(ends[1], F_SETFL, 0), 0); /* whoever writes now, blocks */
    *ret_kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    assert_true(*ret_kept >= 0 && dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    (void)close(ends[1]);
    return ends[0];
}

static struct buf read_all(int fd)
{
    struct buf text = BUF_LIMITED(16 << 20);
    for (ssize_t n = 1; n > 0;) {
        assert_int_equal(buf_reserve(&text, 4096), 0);
        n = read(fd, text.data + text.size, 4096);
        text.size += n > 0 ? (size_t)n : 0;
    }
    return text;
}

static void a_stderr_that_nobody_reads_blocks_nothing(void **state)
{
    int kept;
    (void)state;
    assert_int_equal(log_open_file(path, 1 << 20), 0);
    int far_end = fill_stderr(&kept);
    log_set_stderr(true);
    for (int i = 0; i < 5; i++)
        log_info("dropped %d", i);
    log_to_stderr("dropped too\n", 12);
    struct buf before = read_all(far_end);
    log_info("there is room again");
    log_info("and still");
    log_set_stderr(false);
    struct buf after = read_all(far_end);
    int restored = dup2(kept, STDERR_FILENO);
    (void)close(kept);
    (void)close(far_end);
    assert_int_equal(restored, STDERR_FILENO);
    assert_null(memmem(before.data, before.size, "dropped", 7));
    assert_contains(buf_slice(&after), "(6 lines dropped)\n");
    assert_contains(buf_slice(&after), "info  there is room again\n");
    assert_contains(buf_slice(&after), "info  and still\n");
    assert_null(memmem(after.data, after.size, "dropped 4", 9));
    struct buf text = contents(path); /* which has them all */
    assert_contains(buf_slice(&text), "info  dropped 0\n");
    assert_contains(buf_slice(&text), "info  dropped 4\n");
    assert_contains(buf_slice(&text), "info  and still\n");
    buf_clear(&text);
    buf_clear(&before);
    buf_clear(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_one_line_an_entry, set_up, tear_down),
        cmocka_unit_test_setup_teardown(writes_from_its_level_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_the_words_of_levels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cuts_a_long_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_stays_below_its_bound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(goes_on_with_a_file_that_is_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_is_no_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(survives_a_full_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(threads_do_not_mix_their_lines, set_up, tear_down),
        cmocka_unit_test(times_are_iso_8601),
        cmocka_unit_test_setup_teardown(a_stderr_that_nobody_reads_blocks_nothing, set_up, tear_down),
    };
    (void)signal(SIGXFSZ, SIG_IGN);
    if (!mkdtemp(directory))
        return 1;
    (void)snprintf(path, sizeof path, "%s/log", directory);
    (void)snprintf(rotated, sizeof rotated, "%s/log.1", directory);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(directory) < 0 ? 1 : failed;
}
