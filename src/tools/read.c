/* Read: shows a file with line numbers, or an image. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/base64.h"
#include "base/cleanup.h"
#include "tools/all.h"
#include "tools/call.h"
#include "tools/files.h"
#include "tools/text.h"

enum {
    LINES_USUAL = 2000,
    LINE_SHOWN = 2000,        /* bytes */
    TEXT_MAX = 48 << 10,      /* of the lines; leaves room for a note and for U+FFFD */
    TEXT_ROOM = 4 * TEXT_MAX, /* the hard limit */
    CHUNK = 64 << 10,
    HEAD = 8 << 10,               /* bytes that identify the type of a file */
    IMAGE_MAX = 3840 << 10,       /* 5 MiB in base64, the limit of the providers */
    LINE_SKIPPED_MAX = 256 << 20, /* of a line after the part that is shown */
};
#define SKIPPED_MAX (INT64_C(8) << 30) /* bytes before the first requested line */

struct reading {
    struct work work; /* must be the first member */
    char *path;
    int64_t offset, limit;
    int fd;
    char chunk[CHUNK];
    size_t at, size; /* position and size in the chunk */
};

/* --- bytes --- */

/* Returns 0 at the end of the file. */
static ssize_t fill(struct reading *reading)
{
    if (reading->at < reading->size)
        return (ssize_t)(reading->size - reading->at);
    if (atomic_load(&reading->work.cancelled))
        return -ECANCELED;
    ssize_t n;
    do
        n = read(reading->fd, reading->chunk, sizeof reading->chunk);
    while (n < 0 && errno == EINTR);
    reading->at = 0;
    reading->size = n > 0 ? (size_t)n : 0;
    return n < 0 ? -errno : n;
}

/* Skips to the next line. *ret_skipped grows by the skipped bytes. Returns 1 if there was a newline, 0 at the end of
 * the file. */
static int skip_line(struct reading *reading, int64_t *skipped, int64_t limit)
{
    for (;;) {
        ssize_t n = fill(reading);
        if (n <= 0)
            return (int)n;
        const char *from = reading->chunk + reading->at;
        const char *end = memchr(from, '\n', (size_t)n);
        *skipped += end ? end - from : n;
        reading->at = end ? (size_t)(end + 1 - reading->chunk) : reading->size;
        if (end)
            return 1;
        if (*skipped > limit)
            return -EFBIG;
    }
}

/* --- lines --- */

/* Returns 1 if a line was shown, 0 at the end of the file. */
static int show_line(struct reading *reading, int64_t number)
{
    struct buf *text = &reading->work.text;
    char line[LINE_SHOWN + 4]; /* one more byte, to detect whether the last character is complete */
    size_t size = 0;
    int64_t skipped = 0;
    int r = (int)fill(reading);
    bool ended = false;
    if (r <= 0)
        return r;
    while (!ended && size < sizeof line) {
        ssize_t n = fill(reading);
        if (n < 0)
            return (int)n;
        ended = n == 0 || reading->chunk[reading->at] == '\n';
        if (n > 0 && !ended)
            line[size++] = reading->chunk[reading->at];
        reading->at += n > 0;
    }
    struct slice shown = text_cut((struct slice){line, size}, LINE_SHOWN);
    (void)buf_printf(text, "%6" PRId64 "\t", number);
    (void)text_append(text, shown);
    r = ended ? 1 : skip_line(reading, &skipped, LINE_SKIPPED_MAX);
    int64_t cut = (int64_t)(size - shown.size) + skipped;
    if (cut > 0)
        (void)buf_printf(text, " [… %s%" PRId64 " more bytes of this line]", r == -EFBIG ? "over " : "", cut);
    (void)buf_append_char(text, '\n');
    return r == -EFBIG ? r : r < 0 ? r : 1;
}

static int skip_to_offset(struct reading *reading)
{
    int64_t skipped = 0, lines = 0;
    int r = 1;
    while (r > 0 && lines + 1 < reading->offset) {
        int64_t before = skipped;
        r = skip_line(reading, &skipped, SKIPPED_MAX);
        lines += r > 0 || skipped > before; /* the last line may have no newline */
    }
    if (r == -EFBIG || skipped > SKIPPED_MAX)
        work_fail(&reading->work, "line %" PRId64 " of %s is too far from its beginning; use sed or tail in Bash",
                  reading->offset, reading->path);
    else if (r < 0)
        work_fail(&reading->work, "cannot read %s: %s", reading->path, paths_problem(r));
    else if (r == 0 || (reading->offset > 1 && fill(reading) == 0))
        work_fail(&reading->work, "%s has only %" PRId64 " line%s; line %" PRId64 " was requested", reading->path,
                  lines, lines == 1 ? "" : "s", reading->offset);
    return reading->work.is_error ? -EINVAL : 0;
}

static void show_lines(struct reading *reading, uint64_t file_size)
{
    struct buf *text = &reading->work.text;
    char size[TEXT_SIZE_SIZE];
    int r = 1;
    int64_t number = reading->offset;
    if (skip_to_offset(reading) < 0)
        return;
    for (; number - reading->offset < reading->limit && text->size < TEXT_MAX; number++) {
        r = show_line(reading, number);
        if (r <= 0)
            break;
    }
    if (r < 0 && r != -EFBIG)
        work_fail(&reading->work, "cannot read %s: %s", reading->path, paths_problem(r));
    else if (r == -EFBIG)
        (void)buf_printf(text, "[the rest of this line was not read; the file has %s]\n", text_size(file_size, size));
    else if (number == reading->offset)
        (void)buf_append_text(text, "[the file is empty]\n");
    else if (r > 0 && fill(reading) > 0)
        (void)buf_printf(
            text, "[lines %" PRId64 " to %" PRId64 "; the file has %s; to continue, read with offset %" PRId64 "]\n",
            reading->offset, number - 1, text_size(file_size, size), number);
}

/* --- images and binary files --- */

static const char *image_type(struct slice head)
{
    if (slice_starts_with(head, SLICE("\x89PNG\r\n\x1a\n")))
        return "image/png";
    if (slice_starts_with(head, SLICE("\xff\xd8\xff")))
        return "image/jpeg";
    if (slice_starts_with(head, SLICE("GIF87a")) || slice_starts_with(head, SLICE("GIF89a")))
        return "image/gif";
    if (head.size >= 12 && memcmp(head.data, "RIFF", 4) == 0 && memcmp(head.data + 8, "WEBP", 4) == 0)
        return "image/webp";
    return NULL;
}

static void show_image(struct reading *reading, const char *mime, uint64_t file_size)
{
    struct work *work = &reading->work;
    char text[TEXT_SIZE_SIZE];
    if (file_size > IMAGE_MAX) {
        work_fail(work, "%s is an image (%s) of %s: too large to show; make a smaller copy with Bash", reading->path,
                  mime, text_size(file_size, text));
        return;
    }
    struct buf bytes = BUF_LIMITED(IMAGE_MAX + CHUNK);
    ssize_t n;
    while ((n = fill(reading)) > 0 && bytes.size <= IMAGE_MAX) {
        (void)buf_append(&bytes, reading->chunk + reading->at, (size_t)n);
        reading->at = reading->size;
    }
    work->image = (struct buf)BUF_LIMITED(base64_size(IMAGE_MAX + CHUNK) + 1);
    char *room =
        n < 0 || bytes.error || bytes.size > IMAGE_MAX ? NULL : buf_room(&work->image, base64_size(bytes.size));
    if (room) {
        base64_encode(bytes.data, bytes.size, room);
        work->image.size = base64_size(bytes.size);
        work->mime = mime;
        (void)buf_printf(&work->text, "an image, %s, %s", mime, text_size(bytes.size, text));
    } else {
        work_fail(work, "cannot read %s: %s", reading->path,
                  n < 0 ? paths_problem((int)n)
                        : "the file changes, or memory "
                          "is exhausted");
    }
    buf_clear(&bytes);
}

/* --- tool --- */

static void run(struct work *work)
{
    struct reading *reading = (struct reading *)work;
    struct stat facts;
    char size[TEXT_SIZE_SIZE];
    int r = paths_open_file(reading->path, &reading->fd, &facts);
    if (r == -EISDIR)
        work_fail(work, "%s is a directory; list it with Glob, or with ls in Bash", reading->path);
    else if (r < 0)
        work_fail(work, "cannot read %s: %s", reading->path, paths_problem(r));
    if (r < 0)
        return;
    ssize_t n = fill(reading);
    struct slice head = {reading->chunk, n < 0 ? 0 : n < HEAD ? (size_t)n : HEAD};
    const char *mime = image_type(head);
    if (n < 0)
        work_fail(work, "cannot read %s: %s", reading->path, paths_problem((int)n));
    else if (mime)
        show_image(reading, mime, (uint64_t)facts.st_size);
    else if (text_is_binary(head))
        work_fail(work, "%s is a binary file of %s; use a program in Bash (file, xxd, strings)", reading->path,
                  text_size((uint64_t)facts.st_size, size));
    else
        show_lines(reading, (uint64_t)facts.st_size);
}

static void free_reading(struct work *work)
{
    struct reading *reading = (struct reading *)work;
    cleanup_close(&reading->fd);
    free(reading->path);
    free(reading);
}

static int start(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return -ENOMEM;
    reading->work = (struct work){.run = run, .free = free_reading, .text = BUF_LIMITED(TEXT_ROOM)};
    reading->fd = -1;
    reading->offset = tool_number(input, "offset", 1);
    reading->limit = tool_number(input, "limit", LINES_USUAL);
    if (reading->offset < 1)
        reading->offset = 1;
    int r = paths_resolve(call->box, tool_text(input, "file_path"), &reading->path);
    if (r < 0) {
        paths_refuse("file_path", r, problem);
        free_reading(&reading->work);
        return r;
    }
    return work_start(&reading->work, call);
}

const struct tool tool_read = {
    .name = "Read",
    .description =
        "Shows a text file, each line after its number and a tab. Shows up to 2000 lines from the beginning unless a "
        "range is given; for a longer file, a note at the end gives the offset to continue from. Lines over 2000 bytes "
        "are cut. Shows images (PNG, JPEG, GIF, WebP) as images. Does not list directories: use Glob, or ls in Bash.",
    .schema =
        "{\"type\":\"object\",\"properties\":{"
        "\"file_path\":{\"type\":\"string\",\"minLength\":1,"
        "\"description\":\"The file: an absolute path, or a path relative to the working directory.\"},"
        "\"offset\":{\"type\":\"integer\",\"minimum\":0,"
        "\"description\":\"The number of the first line to show; the first line is 1.\"},"
        "\"limit\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"The maximum number of lines to show.\"}},"
        "\"required\":[\"file_path\"],\"additionalProperties\":false}",
    .only_reads = true,
    .touches = tool_touches_nothing,
    .start = start,
    .cancel = work_cancel,
};
