/* Files that are sent with a prompt: a text or a picture, detected from the content. The daemon checks them when the
 * prompt arrives; the executor reads them when the task starts. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    ATTACHMENTS_MAX = 32,             /* of a prompt */
    ATTACHMENTS_BYTES_MAX = 10 << 20, /* of all attachments of a prompt */
    ATTACHMENT_TEXT_MAX = 256 << 10,  /* of a text */
    ATTACHMENT_PICTURE_MAX = 5 << 20, /* the limit of the services */
    ATTACHMENT_PROBLEM_SIZE = 512,
};

struct attachment {
    const char *mime; /* of a picture; otherwise text/plain */
    bool is_picture;
    char *data;
    size_t size;
};

void attachment_clear(struct attachment *attachment);

/* Reads the whole file; may block on its file system. Returns -EFBIG, -EINVAL (not a regular file), -EILSEQ (neither
 * UTF-8 text nor a picture) or an error of open(2), with a sentence in `problem` that names the file and the limit. */
int attachment_read(const char *path, struct attachment *ret_attachment, char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* Detects the format of a picture: image/png, image/jpeg, image/gif, image/webp. NULL: none of these. */
const char *attachment_picture(const void *data, size_t size);
