/* Reads the files attached to a prompt: pictures as images, other files as text. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/loop.h"
#include "base/attachment.h"
#include "base/base64.h"
#include "base/cleanup.h"

static int add_picture(struct conversation *conversation, const struct attachment *file)
{
    autofree char *text = malloc(base64_size(file->size) + 1);
    if (!text)
        return -ENOMEM;
    base64_encode(file->data, file->size, text);
    return conversation_add(
        conversation, SAID_BY_USER,
        &(struct block){.kind = BLOCK_IMAGE, .text = {text, base64_size(file->size)}, .mime = slice_of(file->mime)});
}

static int add_text(struct conversation *conversation, struct slice path, const struct attachment *file)
{
    struct buf text = BUF_LIMITED(ATTACHMENT_TEXT_MAX + 8192);
    buf_printf(&text, "The file %.*s:\n", SLICE_ARG(path));
    buf_append(&text, file->data, file->size);
    int r = text.error ? text.error : conversation_add_text(conversation, SAID_BY_USER, buf_slice(&text));
    buf_clear(&text);
    return r;
}

static int add(struct conversation *conversation, const struct agent_prompt *prompt, struct slice named, size_t *bytes,
               char problem[static ATTACHMENT_PROBLEM_SIZE])
{
    char path[4096];
    struct attachment file;
    bool absolute = named.size > 0 && named.data[0] == '/';
    if (snprintf(path, sizeof path, "%.*s%s%.*s", SLICE_ARG(absolute ? SLICE("") : prompt->cwd), absolute ? "" : "/",
                 SLICE_ARG(named)) >= (int)sizeof path)
        return -ENAMETOOLONG;
    int r = attachment_read(path, &file, problem);
    if (r < 0)
        return r;
    *bytes += file.size;
    if (*bytes > ATTACHMENTS_BYTES_MAX) {
        (void)snprintf(problem, ATTACHMENT_PROBLEM_SIZE, "the attached files are too large together (limit: %d MiB)",
                       ATTACHMENTS_BYTES_MAX >> 20);
        r = -EFBIG;
    } else {
        r = file.is_picture ? add_picture(conversation, &file) : add_text(conversation, named, &file);
    }
    attachment_clear(&file);
    return r;
}

int attachments_add(struct conversation *conversation, const struct agent_prompt *prompt, char problem[static 256])
{
    char why[ATTACHMENT_PROBLEM_SIZE] = "";
    size_t bytes = 0;
    if (prompt->attachment_count > ATTACHMENTS_MAX) {
        (void)snprintf(problem, 256, "too many attached files (limit: %d)", ATTACHMENTS_MAX);
        return -E2BIG;
    }
    for (size_t i = 0; i < prompt->attachment_count; i++) {
        int r = add(conversation, prompt, prompt->attachments[i].path, &bytes, why);
        if (r == -ENOENT || r == -EACCES)
            (void)snprintf(problem, 256,
                           "cannot attach %.*s: %s; if the file exists, add its path to view.read in the configuration",
                           prompt->attachments[i].path.size < 120 ? (int)prompt->attachments[i].path.size : 120,
                           prompt->attachments[i].path.data, strerror(-r));
        else if (r < 0)
            (void)snprintf(problem, 256, "%.250s", why[0] ? why : strerror(-r));
        if (r < 0)
            return r;
    }
    return 0;
}
