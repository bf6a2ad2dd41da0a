/* The methods fs/read_text_file and fs/write_text_file. The agent could access the same files directly, in the same
 * sandbox; these methods allow weir to ask for permission. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "executor/adapters/acp.h"
#include "json/write.h"

enum { FILE_MAX = 8 << 20, NOT_FOUND = -32002 };

static void fail(struct acp_request *request, int r)
{
    acp_answer_error(request->acp, slice_of(request->id), r == -ENOENT ? NOT_FOUND : -32603, "%.200s: %s",
                     request->path, r == -EFBIG ? "the file is longer than 8 MiB" : strerror(-r));
}

static void refuse(struct acp_request *request, const struct hosted_verdict *verdict)
{
    struct reporter_call call = {.id = slice_of(request->call), .tool = slice_of(request->tool)};
    reporter_denied(&request->acp->hosted.reporter, &call, verdict->reason);
    acp_answer_error(request->acp, slice_of(request->id), -32603, "permission denied (%.*s)%s%.*s",
                     (int)(verdict->reason.size < 100 ? verdict->reason.size : 100), verdict->reason.data,
                     verdict->note.size > 0 ? ": " : "", (int)(verdict->note.size < 200 ? verdict->note.size : 200),
                     verdict->note.size > 0 ? verdict->note.data : "");
}

/* --- reading --- */

/* Reads only regular files: a device or a FIFO may never end. */
static int read_whole(const char *path, struct buf *out)
{
    struct stat about;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &about) < 0)
        return -errno;
    if (!S_ISREG(about.st_mode))
        return S_ISDIR(about.st_mode) ? -EISDIR : -EINVAL;
    for (;;) {
        char *room = buf_room(out, 64 << 10);
        ssize_t n = room ? read(fd, room, 64 << 10) : 0;
        if (!room)
            return out->error == -ENOMEM ? -ENOMEM : -EFBIG;
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0)
            return 0;
        out->size += n > 0 ? (size_t)n : 0;
    }
}

/* Returns `limit` lines, beginning at `line`, counted from 1. */
static struct slice lines_of(struct slice text, int64_t line, int64_t limit)
{
    const char *at = text.data, *end = text.data + text.size;
    for (int64_t skipped = 1; skipped < line && at < end; skipped++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    const char *stop = at;
    for (int64_t taken = 0; taken < limit && stop < end; taken++) {
        const char *newline = memchr(stop, '\n', (size_t)(end - stop));
        stop = newline ? newline + 1 : end;
    }
    return (struct slice){at, (size_t)(stop - at)};
}

static void read_judged(struct acp_request *request, const struct hosted_verdict *verdict)
{
    struct buf text = BUF_LIMITED(FILE_MAX + (64 << 10)), out = BUF_LIMITED((size_t)2 * PROGRAM_LINE_MAX);
    if (!verdict->approved) {
        refuse(request, verdict);
    } else {
        int r = read_whole(request->path, &text);
        if (r < 0) {
            fail(request, r);
        } else {
            (void)buf_append_text(&out, "{\"content\":");
            (void)json_write_string(&out, text.size > 0 ? lines_of(buf_slice(&text), request->line, request->limit)
                                                        : SLICE(""));
            (void)buf_append_char(&out, '}');
            if (out.error)
                fail(request, -EFBIG);
            else
                acp_answer(request->acp, slice_of(request->id), buf_slice(&out));
        }
    }
    buf_clear(&text);
    buf_clear(&out);
    acp_request_free(request);
}

/* --- writing --- */

static int make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int r = mkdir(path, 0777) < 0 && errno != EEXIST ? -errno : 0;
        *slash = '/';
        if (r < 0)
            return r;
    }
    return 0;
}

static int write_whole(char *path, struct slice text)
{
    int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    struct stat about;
    autoclose int fd = open(path, flags, 0666);
    if (fd < 0 && errno == ENOENT && make_parents(path) == 0)
        fd = open(path, flags, 0666);
    if (fd < 0 || fstat(fd, &about) < 0)
        return -errno;
    if (!S_ISREG(about.st_mode))
        return -EINVAL;
    if (ftruncate(fd, 0) < 0)
        return -errno;
    while (text.size > 0) {
        ssize_t n = write(fd, text.data, text.size);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0)
            text = (struct slice){text.data + n, text.size - (size_t)n};
    }
    return 0;
}

static void write_judged(struct acp_request *request, const struct hosted_verdict *verdict)
{
    if (!verdict->approved) {
        refuse(request, verdict);
    } else {
        int r = write_whole(request->path, (struct slice){request->text, (size_t)request->limit});
        if (r < 0)
            fail(request, r);
        else
            acp_answer(request->acp, slice_of(request->id), SLICE("{}"));
    }
    acp_request_free(request);
}

/* --- requests --- */

/* Returns NULL if the request was answered with an error. */
static struct acp_request *begin(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct slice path = acp_text(params, "path");
    if (path.size == 0 || path.data[0] != '/' || path.size >= 4096 || memchr(path.data, '\0', path.size)) {
        acp_answer_error(acp, id, -32602, "path must be an absolute path");
        return NULL;
    }
    struct acp_request *request = acp_request_new(acp, id);
    if (!request)
        return NULL;
    request->path = strndup(path.data, path.size);
    (void)snprintf(request->call, sizeof request->call, "%.*s", SLICE_ARG(id));
    if (!request->path) {
        acp_answer_error(acp, id, -32603, "out of memory");
        acp_request_free(request);
        return NULL;
    }
    return request;
}

void acp_read_file(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct buf input = BUF_LIMITED(64 << 10);
    struct acp_request *request = begin(acp, id, params);
    if (!request)
        return;
    request->judged = read_judged;
    request->line = acp_count(params, "line", 1);
    request->limit = acp_count(params, "limit", INT64_MAX);
    (void)buf_append_text(&input, "{\"file_path\":");
    (void)json_write_string(&input, slice_of(request->path));
    (void)buf_append_char(&input, '}');
    acp_request_judge(request, SLICE("Read"), buf_slice(&input), (struct slice){0});
    buf_clear(&input);
}

void acp_write_file(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct buf input = BUF_LIMITED(PROGRAM_LINE_MAX), grant = BUF_LIMITED(8 << 10);
    struct slice text = acp_text(params, "content");
    struct acp_request *request = begin(acp, id, params);
    if (!request)
        return;
    request->judged = write_judged;
    request->limit = (int64_t)text.size;
    request->text = malloc(text.size + 1);
    if (request->text)
        slice_copy(request->text, text);
    (void)buf_append_text(&input, "{\"file_path\":");
    (void)json_write_string(&input, slice_of(request->path));
    (void)buf_append_text(&input, ",\"content\":");
    (void)json_write_string(&input, text);
    (void)buf_append_char(&input, '}');
    (void)buf_printf(&grant, "W%s", request->path);
    if (!yyjson_is_str(acp_member(params, "content")) || !request->text || input.error) {
        acp_answer_error(acp, id, -32602, "content must be a string of at most 8 MiB");
        acp_request_free(request);
    } else {
        acp_request_judge(request, SLICE("Write"), buf_slice(&input), buf_slice(&grant));
    }
    buf_clear(&input);
    buf_clear(&grant);
}
