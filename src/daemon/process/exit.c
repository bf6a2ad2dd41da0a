#include "daemon/process/exit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { STATUS_MAX = 2048 };

/* --- status --- */

static bool take_word(struct slice *line, const char *word)
{
    struct slice wanted = slice_of(word);
    if (!slice_starts_with(*line, wanted))
        return false;
    if (line->size > wanted.size && line->data[wanted.size] != ' ')
        return false;
    size_t taken = line->size > wanted.size ? wanted.size + 1 : wanted.size;
    *line = (struct slice){line->data + taken, line->size - taken};
    return true;
}

/* Returns false if there is no number, or if it has more digits than the jail writes. */
static bool take_number(struct slice *line, int *ret_number)
{
    int number = 0;
    size_t digits = 0;
    for (; digits < line->size && line->data[digits] >= '0' && line->data[digits] <= '9'; digits++) {
        if (digits == 9)
            return false;
        number = 10 * number + (line->data[digits] - '0');
    }
    if (digits == 0)
        return false;
    if (digits < line->size && line->data[digits] == ' ')
        digits++;
    *line = (struct slice){line->data + digits, line->size - digits};
    *ret_number = number;
    return true;
}

static void parse_line(struct slice line, struct process_exit *exit)
{
    int number = 0;
    if (take_word(&line, "exited") && take_number(&line, &number)) {
        exit->how = PROCESS_EXIT_CODE;
        exit->number = number;
    } else if (take_word(&line, "signal") && take_number(&line, &number)) {
        exit->how = PROCESS_EXIT_SIGNAL;
        exit->number = number;
    } else if (take_word(&line, "failed") && take_number(&line, &number)) {
        exit->how = PROCESS_EXIT_NOT_STARTED;
        exit->number = number;
        (void)snprintf(exit->message, sizeof exit->message, "%.*s", SLICE_ARG(line));
    } else if (take_word(&line, "ended") && take_number(&line, &number)) {
        exit->ended = (unsigned)number;
    } else if (take_word(&line, "stopped")) {
        exit->stopped = true;
    } else if (take_word(&line, "sandbox")) {
        exit->sandboxed = true;
    } else if (take_word(&line, "limit")) {
        if (slice_is(line, "memory"))
            exit->over_limit = SLICE("memory");
        else if (slice_is(line, "processes"))
            exit->over_limit = SLICE("processes");
    }
}

void process_exit_parse(struct slice text, struct process_exit *ret_exit)
{
    *ret_exit = (struct process_exit){.how = PROCESS_EXIT_UNKNOWN, .over_limit = SLICE("")};
    while (text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end ? (size_t)(end - text.data) : text.size;
        parse_line((struct slice){text.data, size}, ret_exit);
        size += end != NULL;
        text = (struct slice){text.data + size, text.size - size};
    }
}

/* --- last lines of stderr --- */

/* Returns the length of the valid UTF-8 character at `at`; 0: invalid. */
static size_t character_size(const unsigned char *at, size_t left)
{
    unsigned char first = at[0];
    if (first < 0x80)
        return 1;
    size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    if ((first == 0xe0 && at[1] < 0xa0) || (first == 0xed && at[1] > 0x9f) || (first == 0xf0 && at[1] < 0x90) ||
        (first == 0xf4 && at[1] > 0x8f))
        return 0;
    return size;
}

static bool is_control(const unsigned char *at, size_t size)
{
    if (size == 1)
        return (at[0] < ' ' && at[0] != '\n' && at[0] != '\t') || at[0] == 0x7f;
    return size == 2 && at[0] == 0xc2 && at[1] < 0xa0;
}

/* Replaces control characters and invalid UTF-8. Never makes the text longer. */
static char *sanitize(struct slice text)
{
    char *out = malloc(text.size + 1), *end = out;
    if (!out)
        return NULL;
    for (size_t i = 0; i < text.size;) {
        const unsigned char *at = (const unsigned char *)text.data + i;
        size_t size = character_size(at, text.size - i);
        if (size == 0 || is_control(at, size)) {
            if (*at != '\r')
                *end++ = '?';
            i += size ? size : 1;
            continue;
        }
        memcpy(end, at, size);
        end += size;
        i += size;
    }
    *end = '\0';
    return out;
}

char *process_exit_tail(struct slice text)
{
    if (text.size > PROCESS_TAIL_MAX) {
        text = (struct slice){text.data + text.size - PROCESS_TAIL_MAX, PROCESS_TAIL_MAX};
        const char *line = memchr(text.data, '\n', text.size - 1);
        size_t skipped = line ? (size_t)(line + 1 - text.data) : 0;
        while (!line && skipped < 3 && ((unsigned char)text.data[skipped] & 0xc0) == 0x80)
            skipped++; /* the rest of a cut character */
        text = (struct slice){text.data + skipped, text.size - skipped};
    }
    return sanitize(text);
}

/* --- files --- */

/* Reads up to `size` bytes from the end of a file. */
static size_t read_end(int directory_fd, const char *name, char *data, size_t size)
{
    struct stat info;
    autoclose int fd = openat(directory_fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &info) < 0 || !S_ISREG(info.st_mode))
        return 0;
    off_t from = info.st_size > (off_t)size ? info.st_size - (off_t)size : 0;
    ssize_t n = pread(fd, data, size, from);
    return n > 0 ? (size_t)n : 0;
}

/* Reads more than needed, so that the cut is at the start of a line. Includes the older file in case the newer
 * one has just been started. */
static char *read_tail(int directory_fd)
{
    enum { ROOM = 2 * PROCESS_TAIL_MAX };
    autofree char *text = malloc((size_t)2 * ROOM);
    if (!text)
        return NULL;
    size_t newer = read_end(directory_fd, "stderr", text + ROOM, ROOM);
    size_t older = newer < ROOM ? read_end(directory_fd, "stderr.old", text, ROOM) : 0;
    memmove(text + ROOM - older, text, older);
    return process_exit_tail((struct slice){text + ROOM - older, older + newer});
}

void process_exit_read(const char *directory, struct process_exit *ret_exit)
{
    char status[STATUS_MAX];
    autoclose int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    size_t size = fd < 0 ? 0 : read_end(fd, "status", status, sizeof status);
    process_exit_parse((struct slice){status, size}, ret_exit);
    ret_exit->stderr_tail = fd < 0 ? NULL : read_tail(fd);
}
