/* Files that come with a prompt: a text or a picture, as its content says. The daemon looks at them when the prompt
 * comes, whoever runs the agent reads them when it starts. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    ATTACHMENTS_MAX = 32,             /* of a prompt */
    ATTACHMENTS_BYTES_MAX = 10 << 20, /* of them all */
    ATTACHMENT_TEXT_MAX = 256 << 10,  /* of a text */
    ATTACHMENT_PICTURE_MAX = 5 << 20, /* of a picture: what the services take */
    ATTACHMENT_PROBLEM_SIZE = 512,
};

struct attachment {
    const char *mime; /* of a picture; else text/plain */
    bool is_picture;
    char *data;
    size_t size;
};

void attachment_clear(struct attachment *attachment);

/* The whole file. Waits for its file system. -EFBIG, -EINVAL (it is no regular file), -EILSEQ (it is neither UTF-8 text
 * nor a picture), or as open(2), with a sentence that names the file and the limit. */
int attachment_read(const char *path, struct attachment *ret_attachment, char problem[static ATTACHMENT_PROBLEM_SIZE]);

/* The kind of picture that data begins with: image/png, image/jpeg, image/gif, image/webp. NULL: none of them. */
const char *attachment_picture(const void *data, size_t size);
