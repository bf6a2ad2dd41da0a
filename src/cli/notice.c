#include "cli/notice.h"

#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/write.h"

enum { LINE_BYTES_MAX = 256 << 20, HANG = 3 };

void notice_print_entry(struct slice method, const char *params)
{
    struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
    (void)buf_append_text(&line, "{\"method\":");
    (void)json_write_string(&line, method);
    (void)buf_append_text(&line, ",\"params\":");
    (void)buf_append_text(&line, params);
    (void)buf_append_char(&line, '}');
    text_write(stdout, buf_slice(&line)); /* what it escapes stands in strings only, where JSON knows the same escape */
    (void)putchar('\n');
    buf_clear(&line);
}

void notice_print(const struct cli *cli, enum follow_notice notice, const char *message)
{
    static const char *const words[] = {[FOLLOW_LOST] = "connection_lost",
                                        [FOLLOW_FOUND] = "connected_again",
                                        [FOLLOW_GAP] = "gap",
                                        [FOLLOW_NEW_EPOCH] = "epoch_changed"};
    bool in_stream = notice == FOLLOW_GAP || notice == FOLLOW_NEW_EPOCH;
    (void)fflush(stdout);
    if (cli->json) {
        struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
        (void)buf_printf(&line, "{\"notice\":{\"code\":\"%s\",\"message\":", words[notice]);
        (void)json_write_string(&line, slice_of(message));
        (void)buf_append_text(&line, "}}");
        text_write(stderr, buf_slice(&line));
        (void)fputc('\n', stderr);
        buf_clear(&line);
        return;
    }
    FILE *out = in_stream ? stdout : stderr;
    bool color = in_stream ? cli->color : cli->color_errors;
    struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
    (void)buf_printf(&line, "%s-- ", pretty_if(color, pretty_yellow));
    prose_paragraph(&line, slice_of(message), tty_columns(fileno(out)), HANG, HANG);
    (void)buf_printf(&line, "%s\n", pretty_if(color, pretty_off));
    (void)fwrite(line.data, 1, line.size, out);
    (void)fflush(out);
    buf_clear(&line);
}
