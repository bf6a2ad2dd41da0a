#include "cli/prompt.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/text.h"

enum { CHUNK = 64 << 10 };

static enum cli_exit read_input(const struct cli *cli, struct buf *text)
{
    for (;;) {
        char *room = buf_room(text, CHUNK);
        if (!room)
            return cli_fail(cli, CLI_USAGE, "the prompt on the standard input is longer than %d MiB",
                            PROMPT_BYTES_MAX >> 20);
        ssize_t n = read(STDIN_FILENO, room, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cli_fail(cli, CLI_USAGE, "the standard input cannot be read: %s", strerror(errno));
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
        return cli_fail(cli, CLI_USAGE, "the prompt holds a NUL byte: it must be text");
    if (is_blank(text))
        return cli_fail(cli, CLI_USAGE, "the prompt is empty: say what the agent shall do");
    if (!text_is_utf8(text))
        return cli_fail(cli, CLI_USAGE, "the prompt is not UTF-8 text: convert it first, with iconv for example");
    if (text_width(text) > PROMPT_CHARACTERS_MAX)
        return cli_fail(cli, CLI_USAGE, "the prompt has %zu characters, and may have %d", text_width(text),
                        PROMPT_CHARACTERS_MAX);
    return CLI_OK;
}

enum cli_exit prompt_take(const struct cli *cli, int count, char **words, struct buf *ret_text)
{
    *ret_text = (struct buf)BUF_LIMITED(PROMPT_BYTES_MAX + 2 * CHUNK);
    enum cli_exit exit = CLI_OK;
    if (count == 1 && strcmp(words[0], "-") == 0)
        exit = read_input(cli, ret_text);
    else
        for (int i = 0; i < count; i++) {
            (void)buf_append_text(ret_text, i > 0 ? " " : "");
            (void)buf_append_text(ret_text, words[i]);
        }
    if (exit == CLI_OK && ret_text->error)
        exit = cli_fail(cli, CLI_USAGE, "the prompt is longer than %d MiB", PROMPT_BYTES_MAX >> 20);
    return exit == CLI_OK ? prompt_check(cli, buf_slice(ret_text)) : exit;
}
