#include "base/attachment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/utf8.h"

enum { HEAD = 16 /* bytes that identify the format of a picture */ };

void attachment_clear(struct attachment *attachment)
{
    free(attachment->data);
    *attachment = (struct attachment){0};
}

static bool has(const void *data, size_t size, size_t at, const char *bytes, size_t count)
{
    return size >= at + count && memcmp((const char *)data + at, bytes, count) == 0;
}

const char *attachment_picture(const void *data, size_t size)
{
    if (has(data, size, 0, "\x89PNG\r\n\x1a\n", 8))
        return "image/png";
    if (has(data, size, 0, "\xff\xd8\xff", 3))
        return "image/jpeg";
    if (has(data, size, 0, "GIF87a", 6) || has(data, size, 0, "GIF89a", 6))
        return "image/gif";
    if (has(data, size, 0, "RIFF", 4) && has(data, size, 8, "WEBP", 4))
        return "image/webp";
    return NULL;
}

static int read_bytes(int fd, char *data, size_t size, size_t *ret_size)
{
    size_t got = 0;
    while (got < size) {
        ssize_t n = pread(fd, data + got, size - got, (off_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        got += (size_t)n;
    }
    *ret_size = got;
    return 0;
}

/* Detects the type from the first bytes, then reads the rest if the size is within the limit of the type. */
static int read_file(const char *path, struct attachment *attachment, uint64_t *ret_bytes)
{
    struct stat facts;
    char head[HEAD];
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &facts) < 0)
        return -errno;
    if (!S_ISREG(facts.st_mode))
        return -EINVAL;
    *ret_bytes = (uint64_t)facts.st_size;
    int r = read_bytes(fd, head, sizeof head, &attachment->size);
    if (r < 0)
        return r;
    const char *picture = attachment_picture(head, attachment->size);
    attachment->is_picture = picture != NULL;
    attachment->mime = picture ? picture : "text/plain";
    if (*ret_bytes > (uint64_t)(picture ? ATTACHMENT_PICTURE_MAX : ATTACHMENT_TEXT_MAX))
        return -EFBIG;
    attachment->data = malloc((size_t)*ret_bytes + 1);
    if (!attachment->data)
        return -ENOMEM;
    r = read_bytes(fd, attachment->data, (size_t)*ret_bytes, &attachment->size);
    if (r == 0 && !picture &&
        (memchr(attachment->data, '\0', attachment->size) ||
         !utf8_is_valid((struct slice){attachment->data, attachment->size})))
        r = -EILSEQ;
    return r;
}

static void explain(char problem[static ATTACHMENT_PROBLEM_SIZE], const char *path, int error,
                    const struct attachment *attachment, uint64_t bytes)
{
    enum { SHOWN = 300 }; /* the end of a long path */
    size_t size = strlen(path);
    const char *shown = size > SHOWN ? path + size - SHOWN : path, *dots = size > SHOWN ? "…" : "";
    if (error == -EFBIG)
        (void)snprintf(problem, ATTACHMENT_PROBLEM_SIZE,
                       "cannot attach %s%s: it has %llu KiB, the limit for a %s is %d KiB", dots, shown,
                       (unsigned long long)(bytes + 1023) / 1024, attachment->is_picture ? "picture" : "text",
                       (attachment->is_picture ? ATTACHMENT_PICTURE_MAX : ATTACHMENT_TEXT_MAX) >> 10);
    else
        (void)snprintf(problem, ATTACHMENT_PROBLEM_SIZE, "cannot attach %s%s: %s", dots, shown,
                       error == -EINVAL   ? "it is not a regular file"
                       : error == -EILSEQ ? "it is neither UTF-8 text nor a picture (PNG, JPEG, GIF, WebP)"
                                          : strerror(-error));
}

int attachment_read(const char *path, struct attachment *ret_attachment, char problem[static ATTACHMENT_PROBLEM_SIZE])
{
    struct attachment attachment = {0};
    uint64_t bytes = 0;
    int r = read_file(path, &attachment, &bytes);
    if (r < 0) {
        explain(problem, path, r, &attachment, bytes);
        attachment_clear(&attachment);
        return r;
    }
    *ret_attachment = attachment;
    return 0;
}
