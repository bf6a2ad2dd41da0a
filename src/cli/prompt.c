#include "cli/prompt.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "cli/pretty.h"
#include "cli/text.h"

enum { CHUNK = 64 << 10 };

static enum cli_exit read_input(const struct cli *cli, struct buf *text)
{
    for (;;) {
        char *room = buf_room(text, CHUNK);
        if (!room)
            return cli_fail(cli, CLI_USAGE, "the prompt on standard input is too long (limit: %d MiB)",
                            PROMPT_BYTES_MAX >> 20);
        ssize_t n = read(STDIN_FILENO, room, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cli_fail(cli, CLI_USAGE, "cannot read standard input: %s", strerror(errno));
        if (n == 0)
            break;
        text->size += (size_t)n;
    }
    while (text->size > 0 && (text->data[text->size - 1] == '\n' || text->data[text->size - 1] == '\r'))
        text->size--;
    return CLI_OK;
}

static bool is_blank(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!strchr(" \t\r\n", text.data[i]))
            return false;
    return true;
}

enum cli_exit prompt_check(const struct cli *cli, struct slice text)
{
    if (text.data && memchr(text.data, '\0', text.size))
        return cli_fail(cli, CLI_USAGE, "the prompt contains a NUL byte; it must be text");
    if (is_blank(text))
        return cli_fail(cli, CLI_USAGE, "the prompt is empty; say what the agent should do");
    if (!text_is_utf8(text))
        return cli_fail(cli, CLI_USAGE, "the prompt is not UTF-8 text; convert it first, for example with iconv");
    if (text_width(text) > PROMPT_CHARACTERS_MAX)
        return cli_fail(cli, CLI_USAGE, "the prompt is too long: %zu characters (limit: %d)", text_width(text),
                        PROMPT_CHARACTERS_MAX);
    return CLI_OK;
}

bool prompt_is_piped(int count, char *const *words)
{
    return count > 0 && strcmp(words[count - 1], "-") == 0;
}

enum cli_exit prompt_take(const struct cli *cli, int count, char **words, struct buf *ret_text)
{
    *ret_text = (struct buf)BUF_LIMITED(PROMPT_BYTES_MAX + 2 * CHUNK);
    enum cli_exit exit = CLI_OK;
    bool is_piped = prompt_is_piped(count, words);
    for (int i = 0; i < count - is_piped; i++) {
        (void)buf_append_text(ret_text, i > 0 ? " " : "");
        (void)buf_append_text(ret_text, words[i]);
    }
    if (is_piped && count > 1)
        (void)buf_append_text(ret_text, "\n\n");
    if (is_piped)
        exit = read_input(cli, ret_text);
    if (exit == CLI_OK && ret_text->error)
        exit = cli_fail(cli, CLI_USAGE, "the prompt is too long (limit: %d MiB)", PROMPT_BYTES_MAX >> 20);
    return exit == CLI_OK ? prompt_check(cli, buf_slice(ret_text)) : exit;
}

/* --- attached files --- */

void attach_clear(struct attach *attach)
{
    while (attach->count > 0)
        free((char *)attach->items[--attach->count].path.data);
}

/* Takes ownership of `path`. */
static enum cli_exit add(const struct cli *cli, struct attach *attach, char *path)
{
    for (size_t i = 0; i < attach->count; i++)
        if (slice_is(attach->items[i].path, path)) {
            free(path);
            return CLI_OK;
        }
    if (attach->count == ATTACHMENTS_MAX) {
        free(path);
        return cli_fail(cli, CLI_USAGE, "too many attached files (limit: %d)", ATTACHMENTS_MAX);
    }
    attach->items[attach->count++] = (struct task_attachment){.path = slice_of(path)};
    return CLI_OK;
}

/* Checks the file here, so that an error is reported before a task or session is created for it. */
static enum cli_exit check(const struct cli *cli, const char *path)
{
    struct attachment file = {0};
    char problem[ATTACHMENT_PROBLEM_SIZE];
    if (attachment_read(path, &file, problem) < 0)
        return cli_fail(cli, CLI_FAILED, "%s", problem);
    attachment_clear(&file);
    return CLI_OK;
}

enum cli_exit attach_options(const struct cli *cli, struct attach *attach)
{
    enum cli_exit exit = CLI_OK;
    const char *name;
    for (int at = 0; exit == CLI_OK && (name = cli_option_next(cli, "attach", &at));) {
        char *path = realpath(name, NULL);
        exit = path ? check(cli, path) : cli_fail(cli, CLI_USAGE, "cannot attach %s: %s", name, strerror(errno));
        if (exit == CLI_OK)
            exit = add(cli, attach, take_pointer(path));
        free(path);
    }
    return exit;
}

/* --- files that a text names --- */

static char *find_file(struct slice name, const char *base)
{
    char path[PATH_MAX];
    struct stat facts;
    const char *home = getenv("HOME");
    bool at_home = home && name.size > 1 && name.data[0] == '~' && name.data[1] == '/';
    const char *before = at_home ? home : name.data[0] == '/' || !base ? "" : base;
    if (snprintf(path, sizeof path, "%s%s%.*s", before, *before && !at_home ? "/" : "",
                 (int)(name.size - (at_home ? 1 : 0)), name.data + (at_home ? 1 : 0)) >= (int)sizeof path)
        return NULL;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? realpath(path, NULL) : NULL;
}

/* The name may be followed by punctuation: "look at @a.c, then …". */
static char *find_named(struct slice word, const char *base)
{
    char *path = NULL;
    while (word.size > 0 && !(path = find_file(word, base)) && strchr(",.;:!?)]}'\"", word.data[word.size - 1]))
        word.size--;
    return path;
}

/* Returns the name after an @: a word, or text in quotes. */
static struct slice name_at(struct slice rest)
{
    bool quoted = rest.size > 0 && rest.data[0] == '"';
    const char *end = quoted ? memchr(rest.data + 1, '"', rest.size - 1) : NULL;
    if (quoted)
        return end ? (struct slice){rest.data + 1, (size_t)(end - rest.data - 1)} : (struct slice){0};
    size_t size = 0;
    while (size < rest.size && !strchr(" \t\r\n", rest.data[size]))
        size++;
    return (struct slice){rest.data, size};
}

/* "SERVER:URI" may be a resource of an MCP server, which the executor attaches. */
static bool is_resource(struct slice name)
{
    size_t size = 0;
    while (size < name.size && (isalnum((unsigned char)name.data[size]) || name.data[size] == '-'))
        size++;
    return size > 0 && size + 1 < name.size && name.data[size] == ':';
}

/* An @ in a text may mean anything. With a dot or a slash in the word, it is probably a file, so tell the user. */
static void tell_missing(const struct cli *cli, struct slice name)
{
    while (name.size > 0 && strchr(",.;:!?)]}'\"", name.data[name.size - 1]))
        name.size--;
    if (is_resource(name))
        return;
    if (memchr(name.data, '.', name.size) || memchr(name.data, '/', name.size))
        cli_note(cli, pretty_yellow, "no such file: %.*s; the agent gets only the name", SLICE_ARG(name));
}

static enum cli_exit take_named(const struct cli *cli, char *path, struct attach *attach)
{
    struct attachment file = {0};
    char problem[ATTACHMENT_PROBLEM_SIZE];
    if (attachment_read(path, &file, problem) < 0) {
        cli_hint(cli, "%s; the agent gets only its name", problem);
        free(path);
        return CLI_OK;
    }
    attachment_clear(&file);
    return add(cli, attach, path);
}

/* "attached: a.py, src/b.c" */
static void tell_attached(const struct cli *cli, const struct attach *attach, size_t from, const char *base)
{
    struct buf names = BUF_LIMITED((size_t)ATTACHMENTS_MAX * (PATH_MAX + 2));
    size_t skip = base && strcmp(base, "/") != 0 ? strlen(base) : 0;
    for (size_t i = from; i < attach->count; i++) {
        struct slice path = attach->items[i].path;
        if (skip > 0 && path.size > skip + 1 && strncmp(path.data, base, skip) == 0 && path.data[skip] == '/')
            path = (struct slice){path.data + skip + 1, path.size - skip - 1};
        (void)buf_printf(&names, "%s%.*s", i > from ? ", " : "", SLICE_ARG(path));
    }
    cli_note(cli, pretty_dim, "attached: %.*s", SLICE_ARG(buf_slice(&names)));
    buf_clear(&names);
}

enum cli_exit attach_named(const struct cli *cli, struct slice text, const char *base, struct attach *attach)
{
    enum cli_exit exit = CLI_OK;
    size_t before = attach->count;
    for (size_t i = 0; i + 1 < text.size && exit == CLI_OK; i++) {
        bool begins = i == 0 || strchr(" \t\r\n([{\"'", text.data[i - 1]);
        if (text.data[i] != '@' || !begins)
            continue;
        struct slice name = name_at((struct slice){text.data + i + 1, text.size - i - 1});
        char *path = find_named(name, base);
        if (path)
            exit = take_named(cli, path, attach);
        else if (!cli->json && name.size > 0)
            tell_missing(cli, name);
    }
    if (exit == CLI_OK && attach->count > before && !cli->json && !cli_option(cli, "quiet"))
        tell_attached(cli, attach, before, base);
    return exit;
}
