#include "cli/terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/columns.h"
#include "cli/text.h"

enum { COLUMNS_DEFAULT = 80, ROWS_DEFAULT = 24, SIZE_LIMIT = 10000 };

static size_t from_environment(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    int64_t value = 0;
    return text && text_parse_count(text, SIZE_LIMIT, &value) == 0 && value > 0 ? (size_t)value : otherwise;
}

void terminal_size(int fd, size_t *ret_columns, size_t *ret_rows)
{
    struct winsize size = {0};
    (void)ioctl(fd, TIOCGWINSZ, &size);
    *ret_columns = size.ws_col > 0 ? size.ws_col : from_environment("COLUMNS", COLUMNS_DEFAULT);
    *ret_rows = size.ws_row > 0 ? size.ws_row : from_environment("LINES", ROWS_DEFAULT);
}

size_t terminal_columns(int fd)
{
    size_t columns, rows;
    if (!isatty(fd))
        return COLUMNS_ANY;
    terminal_size(fd, &columns, &rows);
    return columns;
}

bool terminal_obeys(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}
