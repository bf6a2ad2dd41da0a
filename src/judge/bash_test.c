/* The words that bash itself finds in thousands of random commands, against ours. No command of them exists: there is
 * no PATH, and what bash does not find it hands to a function that tells its words. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "unit/judged.h"

enum { COMMANDS = 500, PIECES = 12, TEXT = 256, ANSWER = 8 << 20, WORDS = 8192 };

static const char script[] = "command_not_found_handle() { printf '%s\\0' C \"$#\" \"$@\" >&3; printf p; }\n"
                             "x='p q'\n"
                             "for c; do (eval \"$c\"); printf '%s\\0' E \"$?\" >&3; done\n";

static const char *const pieces[] = {"p",
                                     "q",
                                     "pq ",
                                     " ",
                                     " p ",
                                     "\t",
                                     ";",
                                     "; p ",
                                     "\n",
                                     " && q ",
                                     "'",
                                     "\"",
                                     "\\",
                                     "$'",
                                     "\\n",
                                     "#",
                                     " # ",
                                     "$x",
                                     "${x}",
                                     "$(p",
                                     ")",
                                     "`",
                                     "{ p",
                                     "; }",
                                     "*",
                                     "?",
                                     " p ~",
                                     " p ~/q",
                                     "=",
                                     " y=p ",
                                     "\\\n",
                                     "{p,q}",
                                     "[p]",
                                     "$((1+2))",
                                     "$",
                                     "'p q'",
                                     "\"p $x\"",
                                     "\\'",
                                     "\\\"",
                                     "!p",
                                     "if p; then ",
                                     "; fi",
                                     "\np <<E\nq $x 'q\nE\n",
                                     "''",
                                     "}",
                                     "for y in $(p); do ",
                                     "; done",
                                     "case p in p) ",
                                     ";; esac",
                                     "${x:-q}",
                                     "$\"p\"",
                                     "\\\\",
                                     "-",
                                     "\xc3\xa4"};

static void make_commands(unsigned seed, char commands[COMMANDS][TEXT])
{
    for (size_t i = 0; i < COMMANDS; i++) {
        size_t count = 1 + (size_t)rand_r(&seed) % PIECES;
        commands[i][0] = '\0';
        for (size_t p = 0; p < count; p++) {
            const char *piece = pieces[(size_t)rand_r(&seed) % (sizeof pieces / sizeof *pieces)];
            if (strlen(commands[i]) + strlen(piece) + 1 < TEXT)
                (void)stpcpy(commands[i] + strlen(commands[i]), piece);
        }
    }
}

static void ask_bash(char commands[COMMANDS][TEXT], struct buf *answer)
{
    int ends[2];
    pid_t pid;
    const char *arguments[COMMANDS + 7] = {"bash", "--norc", "--noprofile", "-c", script, "bash"};
    const char *environment[] = {"PATH=/nonexistent", "HOME=" JUDGED_HOME, "LC_ALL=C.UTF-8", NULL};
    for (size_t i = 0; i < COMMANDS; i++)
        arguments[6 + i] = commands[i];
    posix_spawn_file_actions_t actions;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], 3);
    (void)posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    (void)posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    (void)posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    assert_int_equal(
        posix_spawn(&pid, "/bin/bash", &actions, NULL, (char *const *)arguments, (char *const *)environment), 0);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    for (;;) {
        char *room = buf_room(answer, 1 << 16);
        assert_non_null(room);
        ssize_t got = read(ends[0], room, 1 << 16);
        if (got <= 0)
            break;
        answer->size += (size_t)got;
    }
    (void)close(ends[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
}

static struct slice next(struct slice *rest)
{
    const char *end = rest->data ? memchr(rest->data, '\0', rest->size) : NULL;
    assert_non_null(end);
    struct slice word = {rest->data, (size_t)(end - rest->data)};
    *rest = (struct slice){end + 1, rest->size - word.size - 1};
    return word;
}

/* A command that bash has run. */
struct ran {
    struct slice words[WORDS];
    size_t count;
};

static void read_ran(struct slice *rest, struct ran *ran)
{
    struct slice number = next(rest);
    ran->count = number.data ? strtoul(number.data, NULL, 10) : WORDS + 1;
    assert_true(ran->count <= WORDS);
    for (size_t i = 0; i < ran->count; i++)
        ran->words[i] = next(rest);
}

static bool is_part(const struct ran *ran, const struct judge_part *part)
{
    if (ran->count < part->known || (part->known == part->count && ran->count != part->count))
        return false;
    for (size_t i = 0; i < part->known; i++)
        if (!slice_equal(ran->words[i], part->words[i]))
            return false;
    return true;
}

static bool is_found(const struct ran *ran, const struct judge_found *found)
{
    for (size_t i = 0; i < found->part_count; i++)
        if (is_part(ran, &found->parts[i]))
            return true;
    return false;
}

static bool is_known(const struct judge_found *found)
{
    for (size_t i = 0; i < found->part_count; i++)
        if (found->parts[i].known < found->parts[i].count)
            return false;
    return true;
}

/* The name of a file is not looked for, so bash tells nothing of it. */
static bool names_file(const struct judge_found *found)
{
    for (size_t i = 0; i < found->part_count; i++) {
        const struct judge_part *part = &found->parts[i];
        struct slice text = part->known > 0 ? part->words[0] : part->text;
        if (text.size > 0 && memchr(text.data, '/', text.size))
            return true;
    }
    return false;
}

struct tally {
    size_t compared, unclear, wrong;
};

static void compare(const char *command, struct slice *rest, struct tally *tally)
{
    struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
    struct judge_found found = {.arena = &arena, .home = SLICE(JUDGED_HOME)};
    size_t at = 0;
    bool same = true, ordered = true;
    static struct ran ran;
    judge_command_read(&found, slice_of(command), 0);
    while (slice_is(next(rest), "C")) {
        read_ran(rest, &ran);
        same &= is_found(&ran, &found);
        ordered &= at < found.part_count && is_part(&ran, &found.parts[at]);
        at++;
    }
    bool well = slice_is(next(rest), "0");
    if (found.unclear) {
        tally->unclear++;
    } else if (!names_file(&found)) {
        tally->compared++;
        /* What is replaced may become nothing, or run twice; all else runs once, as it stands there. */
        if (!same || (well && is_known(&found) && (!ordered || at != found.part_count))) {
            print_error("bash ran other words (%zu of %zu commands): %s\n", at, found.part_count, command);
            tally->wrong++;
        }
    }
    arena_clear(&arena);
}

static void finds_the_words_that_bash_finds(void **state)
{
    (void)state;
    static char commands[COMMANDS][TEXT];
    struct tally tally = {0};
    if (access("/bin/bash", X_OK) < 0)
        skip();
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct buf answer = BUF_LIMITED(ANSWER);
        make_commands(seed, commands);
        ask_bash(commands, &answer);
        struct slice rest = buf_slice(&answer);
        for (size_t i = 0; i < COMMANDS; i++)
            compare(commands[i], &rest, &tally);
        buf_clear(&answer);
    }
    print_message("%zu compared, %zu unclear\n", tally.compared, tally.unclear);
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.compared > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_the_words_that_bash_finds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
