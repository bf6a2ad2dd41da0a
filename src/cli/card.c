#include "cli/card.h"

#include <stdarg.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/columns.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"

enum { LIMIT = 256 << 20 };

void card_begin(struct card *card, const struct cli *cli, int column)
{
    *card = (struct card){.out = stdout, .cli = cli, .column = column, .limit = tty_columns(STDOUT_FILENO)};
}

void card_text(const struct card *card, const char *name, struct slice value, const char *color)
{
    struct buf line = BUF_LIMITED(LIMIT);
    size_t hang = (size_t)card->column + 3;
    prose_paragraph(&line, value, card->limit, hang, hang);
    (void)fprintf(card->out, "  %-*s %s%.*s%s\n", card->column, name, color ? pretty_if(card->cli->color, color) : "",
                  (int)line.size, line.size > 0 ? line.data : "", color ? pretty_if(card->cli->color, pretty_off) : "");
    buf_clear(&line);
}

void card_line(const struct card *card, const char *name, const char *format, ...)
{
    struct buf text = BUF_LIMITED(LIMIT);
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&text, format, arguments);
    va_end(arguments);
    card_text(card, name, buf_slice(&text), NULL);
    buf_clear(&text);
}

void card_time(const struct card *card, const char *name, int64_t epoch_ms)
{
    char time[TEXT_TIME_SIZE], ago[TEXT_DURATION_SIZE];
    text_time(epoch_ms, time);
    text_duration((clock_epoch_ms() - epoch_ms) / 1000, ago);
    card_line(card, name, "%s (%s ago)", time, ago);
}

void card_block(const struct card *card, const char *name, struct slice text)
{
    struct buf lines = BUF_LIMITED(LIMIT);
    columns_wrap(&lines, text, "    ", card->limit);
    (void)fprintf(card->out, "  %s\n", name);
    if (lines.size > 0)
        (void)fwrite(lines.data, 1, lines.size, card->out);
    buf_clear(&lines);
}
