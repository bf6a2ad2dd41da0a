#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/cli.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/write.h"

enum { MESSAGE_BYTES = 4096, LIMIT = 64 << 20, HANG = 2, NOTE_HANG = 3 };

static const char *word_of(enum cli_exit exit)
{
    switch (exit) {
    case CLI_USAGE:
        return "usage";
    case CLI_NO_DAEMON:
        return "no_daemon";
    case CLI_TIMEOUT:
        return "timeout";
    default:
        return "failed";
    }
}

static void write_error_json(const char *code, const char *message, const char *data)
{
    struct buf line = BUF_LIMITED(LIMIT);
    buf_printf(&line, "{\"error\":{%s\"message\":", code);
    json_write_string(&line, slice_of(message));
    buf_append_text(&line, ",\"data\":");
    buf_append_text(&line, data);
    buf_append_text(&line, "}}");
    text_write(stderr, buf_slice(&line));
    (void)fputc('\n', stderr);
    buf_clear(&line);
}

static void write_line(const struct cli *cli, const char *head, const char *color, const char *message)
{
    struct buf line = BUF_LIMITED(LIMIT);
    (void)buf_append_text(&line, pretty_if(cli->color_errors, color));
    text_append(&line, slice_of(head));
    (void)buf_printf(&line, "%s ", pretty_if(cli->color_errors, pretty_off));
    prose_paragraph(&line, slice_of(message), tty_columns(STDERR_FILENO), strlen(head) + 1, HANG);
    (void)buf_append_char(&line, '\n');
    (void)fwrite(line.data, 1, line.size, stderr);
    buf_clear(&line);
}

enum cli_exit cli_fail(const struct cli *cli, enum cli_exit exit, const char *format, ...)
{
    char message[MESSAGE_BYTES], data[64];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)fflush(stdout);
    (void)snprintf(data, sizeof data, "{\"code\":\"%s\"}", word_of(exit));
    if (cli->json)
        write_error_json("", message, data);
    else
        write_line(cli, "weir:", pretty_red, message);
    return exit;
}

void cli_hint(const struct cli *cli, const char *format, ...)
{
    char message[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)fflush(stdout);
    if (!cli->json)
        write_line(cli, "hint:", pretty_yellow, message);
}

void cli_note(const struct cli *cli, const char *color, const char *format, ...)
{
    char message[MESSAGE_BYTES];
    struct buf line = BUF_LIMITED(LIMIT);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)fflush(stdout);
    (void)buf_printf(&line, "%s-- ", pretty_if(cli->color_errors, color));
    prose_paragraph(&line, slice_of(message), tty_columns(STDERR_FILENO), NOTE_HANG, NOTE_HANG);
    (void)buf_printf(&line, "%s\n", pretty_if(cli->color_errors, pretty_off));
    (void)fwrite(line.data, 1, line.size, stderr);
    buf_clear(&line);
}

static void show_remote(const struct cli *cli, const struct weir_error *error)
{
    char head[64];
    (void)fflush(stdout);
    if (cli->json) {
        (void)snprintf(head, sizeof head, "\"code\":%d,", error->code);
        write_error_json(head, error->message, *error->data ? error->data : "null");
        return;
    }
    char message[MESSAGE_BYTES], number[32];
    (void)snprintf(number, sizeof number, "error %d", error->code);
    (void)snprintf(message, sizeof message, "%s (%.40s)", error->message, *error->word ? error->word : number);
    write_line(cli, "weir:", pretty_red, message);
    if (*error->path)
        write_line(cli, "  at", pretty_dim, error->path);
}

enum cli_exit cli_fail_call(const struct cli *cli)
{
    return cli_fail_error(cli, weir_last_error(cli->weir));
}

enum cli_exit cli_fail_error(const struct cli *cli, const struct weir_error *error)
{
    switch (error->status) {
    case -EREMOTEIO:
        show_remote(cli, error);
        return CLI_FAILED;
    case -ETIMEDOUT:
        return cli_fail(cli, CLI_TIMEOUT, "%s", error->message);
    case -ENAMETOOLONG:
    case -EINVAL:
    case -EMSGSIZE:
        return cli_fail(cli, CLI_USAGE, "%s", error->message);
    case -ENOENT:
    case -ECONNREFUSED:
    case -EPERM:
    case -EPROTOTYPE:
        return cli_fail(cli, CLI_NO_DAEMON, "%s", error->message);
    default:
        return cli_fail(cli, CLI_FAILED, "%s", error->message);
    }
}

bool cli_flush(struct cli *cli)
{
    if (fflush(stdout) == EOF && cli->output_error == 0)
        cli->output_error = errno;
    return cli->output_error == 0;
}

enum cli_exit cli_finish(struct cli *cli, enum cli_exit exit)
{
    bool failed = !cli_flush(cli) || ferror(stdout);
    /* A closed pipe is no error: the reader wants no more output. */
    if (!failed || cli->output_error == EPIPE)
        return exit;
    return cli_fail(cli, CLI_FAILED, "cannot write output: %s", strerror(cli->output_error ? cli->output_error : EIO));
}
