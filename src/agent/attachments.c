/* Files that come with a prompt: pictures as pictures, everything else as text. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "agent/loop.h"
#include "base/base64.h"
#include "base/cleanup.h"

static bool is_picture(struct slice mime)
{
    static const char *const kinds[] = {"image/png", "image/jpeg", "image/gif", "image/webp"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (slice_is(mime, kinds[i]))
            return true;
    return false;
}

/* All of a file that is no longer than `limit`. */
static int read_all(const char *path, size_t limit, char **ret_data, size_t *ret_size)
{
    struct stat facts;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &facts) < 0)
        return -errno;
    if (!S_ISREG(facts.st_mode))
        return -EINVAL;
    if ((uint64_t)facts.st_size > limit)
        return -EFBIG;
    autofree char *data = malloc((size_t)facts.st_size + 1);
    size_t size = 0;
    while (data && size < (size_t)facts.st_size) {
        ssize_t n = read(fd, data + size, (size_t)facts.st_size - size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        size += (size_t)n;
    }
    if (!data)
        return -ENOMEM;
    *ret_data = take_pointer(data);
    *ret_size = size;
    return 0;
}

static int add_picture(struct conversation *conversation, const char *data, size_t size, struct slice mime)
{
    autofree char *text = malloc(base64_size(size) + 1);
    if (!text)
        return -ENOMEM;
    base64_encode(data, size, text);
    return conversation_add(conversation, SAID_BY_USER,
                            &(struct block){.kind = BLOCK_IMAGE, .text = {text, base64_size(size)}, .mime = mime});
}

static int add_text(struct conversation *conversation, struct slice path, const char *data, size_t size)
{
    struct buf text = BUF_LIMITED(AGENT_FILE_BYTES_MAX + 8192);
    buf_printf(&text, "The file %.*s:\n", SLICE_ARG(path));
    buf_append(&text, data, size);
    int r = text.error ? text.error : conversation_add_text(conversation, SAID_BY_USER, buf_slice(&text));
    buf_clear(&text);
    return r;
}

static int add(struct conversation *conversation, const struct agent_prompt *prompt,
               const struct agent_attachment *attachment)
{
    char path[4096];
    bool absolute = attachment->path.size > 0 && attachment->path.data[0] == '/';
    bool picture = is_picture(attachment->mime);
    char *data = NULL;
    size_t size = 0;
    if (snprintf(path, sizeof path, "%.*s%s%.*s", SLICE_ARG(absolute ? SLICE("") : prompt->cwd), absolute ? "" : "/",
                 SLICE_ARG(attachment->path)) >= (int)sizeof path)
        return -ENAMETOOLONG;
    int r = read_all(path, picture ? AGENT_IMAGE_BYTES_MAX : AGENT_FILE_BYTES_MAX, &data, &size);
    if (r < 0 || !data)
        return r;
    if (!picture && memchr(data, '\0', size))
        r = -EILSEQ;
    else if (picture)
        r = add_picture(conversation, data, size, attachment->mime);
    else
        r = add_text(conversation, attachment->path, data, size);
    free(data);
    return r;
}

static const char *explain(int error)
{
    switch (error) {
    case -EFBIG:
        return "it is too large; texts may have 256 KiB, pictures 5 MiB";
    case -EINVAL:
        return "it is no regular file";
    case -EILSEQ:
        return "it is neither text nor a picture (PNG, JPEG, GIF or WebP, with its MIME type)";
    default:
        return strerror(-error);
    }
}

int attachments_add(struct conversation *conversation, const struct agent_prompt *prompt, char problem[static 256])
{
    if (prompt->attachment_count > AGENT_FILES_MAX) {
        (void)snprintf(problem, 256, "at most %d files can be attached", AGENT_FILES_MAX);
        return -E2BIG;
    }
    for (size_t i = 0; i < prompt->attachment_count; i++) {
        const struct agent_attachment *attachment = &prompt->attachments[i];
        int r = add(conversation, prompt, attachment);
        if (r < 0) {
            (void)snprintf(problem, 256, "%.*s cannot be attached: %s",
                           attachment->path.size < 120 ? (int)attachment->path.size : 120, attachment->path.data,
                           explain(r));
            return r;
        }
    }
    return 0;
}
