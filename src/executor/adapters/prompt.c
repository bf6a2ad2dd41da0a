#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <yyjson.h>

#include "agent/activity.h"
#include "base/base64.h"
#include "executor/adapters/catalog.h"
#include "executor/adapters/prompt.h"
#include "json/read.h"
#include "json/write.h"

enum { ARENA_MAX = 16 << 20 };

static struct slice member(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

/* Returns the speaker and the text of a message, or an empty text if another agent does not need it. */
static struct slice text_of(const struct executor_said *said, yyjson_val *content, const char **ret_who)
{
    yyjson_val *block = yyjson_is_obj(content) ? yyjson_obj_get(content, "content_block") : NULL;
    *ret_who = said->role == EXECUTOR_SAID_ROLE_USER ? "User" : "Assistant";
    if (yyjson_is_str(content))
        return json_text(content);
    if (slice_is(said->type, "tool_call")) {
        *ret_who = "Assistant used the tool";
        return member(content, "tool");
    }
    if (block && slice_is(member(block, "type"), "text"))
        return member(block, "text");
    if (slice_is(said->type, "content_block_delta") && yyjson_is_obj(content))
        return member(yyjson_obj_get(content, "delta"), "text");
    return !block && !slice_is(said->type, "tool_result") ? member(content, "text") : (struct slice){0};
}

/* Writes the names of the files attached to a prompt. */
static void write_attached(struct buf *out, yyjson_val *content)
{
    yyjson_val *list = yyjson_is_obj(content) ? yyjson_obj_get(content, "attachments") : NULL, *item;
    size_t index, count;
    if (!yyjson_is_arr(list))
        return;
    yyjson_arr_foreach(list, index, count, item)
    {
        struct slice path = member(item, "path");
        if (path.size > 0)
            (void)buf_printf(out, "User attached the file %.*s\n\n", SLICE_ARG(path));
    }
}

static void write_one(struct buf *out, struct arena *arena, const struct executor_said *said)
{
    yyjson_val *content = (yyjson_val *)said->content.value;
    yyjson_val *root = NULL;
    struct json_error error;
    const char *who;
    if (said->content.text.size > 0 && json_read(arena, said->content.text, &root, &error) == 0)
        content = root;
    struct slice text = text_of(said, content, &who);
    if (text.size > PROMPT_EARLIER_MAX)
        text = (struct slice){text.data, 0};
    if (said->role == EXECUTOR_SAID_ROLE_USER)
        write_attached(out, content);
    if (text.size > 0)
        (void)buf_printf(out, "%s: %.*s\n\n", who, (int)text.size, text.data);
    arena_reset(arena);
}

void prompt_write_activity(struct buf *out, const struct get_execution_context_result *context,
                           const struct execute_prompt_params *params)
{
    size_t before = out->size;
    if (context->activity_is == FIELD_SET && !slash_is_command(params->prompt))
        activity_write(out, context->activity.items, context->activity.count);
    if (out->size > before)
        (void)buf_append_char(out, '\n');
}

int prompt_write_earlier(struct buf *out, const struct executor_said *items, size_t count)
{
    struct arena arena = ARENA_LIMITED(ARENA_MAX);
    struct buf one = BUF_LIMITED(PROMPT_EARLIER_MAX + 64);
    size_t first = count, bytes = 0;
    /* Goes back from the newest message until the limit is reached, then writes forward. */
    while (first > 0 && bytes <= PROMPT_EARLIER_MAX) {
        buf_reset(&one, PROMPT_EARLIER_MAX);
        write_one(&one, &arena, &items[first - 1]);
        bytes += one.size;
        if (bytes <= PROMPT_EARLIER_MAX)
            first--;
    }
    if (first < count && bytes > 0)
        (void)buf_append_text(out, "Earlier in this conversation, oldest first:\n\n");
    for (size_t i = first; i < count; i++)
        write_one(out, &arena, &items[i]);
    if (first < count && bytes > 0)
        (void)buf_append_text(out, "The conversation continues:\n\n");
    buf_clear(&one);
    arena_clear(&arena);
    return out->error;
}

/* --- attached files --- */

/* Writes one attached file of the prompt. */
typedef void (*write_fn)(struct buf *line, struct slice path, const struct attachment *file, const void *how);

static void write_base64(struct buf *line, const struct attachment *file)
{
    char *room = buf_room(line, base64_size(file->size));
    if (!room)
        return;
    base64_encode(file->data, file->size, room);
    line->size += base64_size(file->size);
}

static int write_attachment(struct buf *line, struct slice named, size_t *bytes, write_fn write, const void *how,
                            char problem[static ATTACHMENT_PROBLEM_SIZE])
{
    struct attachment file;
    char *path = strndup(named.data, named.size);
    int r = path ? attachment_read(path, &file, problem) : -ENOMEM;
    if (r == -ENOENT || r == -EACCES)
        (void)snprintf(problem, ATTACHMENT_PROBLEM_SIZE,
                       "cannot attach %.200s: %s; if the file exists, add its path to view.read in the configuration",
                       path, strerror(-r));
    free(path);
    if (r < 0)
        return r;
    *bytes += file.size;
    if (*bytes > ATTACHMENTS_BYTES_MAX) {
        (void)snprintf(problem, ATTACHMENT_PROBLEM_SIZE, "the attached files are too large together (limit: %d MiB)",
                       ATTACHMENTS_BYTES_MAX >> 20);
        r = -EFBIG;
    } else {
        write(line, named, &file, how);
    }
    attachment_clear(&file);
    return r;
}

static int write_attachments(struct buf *line, const struct execute_prompt_params *params, write_fn write,
                             const void *how, char problem[static ATTACHMENT_PROBLEM_SIZE])
{
    size_t bytes = 0;
    int r = 0;
    (void)snprintf(problem, ATTACHMENT_PROBLEM_SIZE, "out of memory for the attached files");
    for (size_t i = 0; params->attachments_is == FIELD_SET && i < params->attachments.count && r == 0; i++)
        r = write_attachment(line, params->attachments.items[i].path, &bytes, write, how, problem);
    return r;
}

/* --- Claude --- */

static void write_claude(struct buf *line, struct slice path, const struct attachment *file, const void *how)
{
    (void)how;
    if (file->is_picture) {
        (void)buf_printf(line, "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"%s\",\"data\":\"",
                         file->mime);
        write_base64(line, file);
        (void)buf_append_text(line, "\"}},");
        return;
    }
    struct buf text = BUF_LIMITED(ATTACHMENT_TEXT_MAX + 8192);
    (void)buf_printf(&text, "The file %.*s:\n", SLICE_ARG(path));
    (void)buf_append(&text, file->data, file->size);
    (void)buf_append_text(line, "{\"type\":\"text\",\"text\":");
    (void)json_write_string(line, buf_slice(&text));
    (void)buf_append_text(line, "},");
    if (text.error)
        line->error = text.error;
    buf_clear(&text);
}

int prompt_write_attached_claude(struct buf *line, const struct execute_prompt_params *params,
                                 char problem[static ATTACHMENT_PROBLEM_SIZE])
{
    return write_attachments(line, params, write_claude, NULL, problem);
}

/* --- the Agent Client Protocol --- */

/* RFC 8089; other characters are percent-encoded. */
static void write_uri(struct buf *line, struct slice path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    (void)buf_append_text(line, "\"uri\":\"file://");
    for (size_t i = 0; i < path.size; i++)
        if (memchr(plain, path.data[i], sizeof plain - 1))
            (void)buf_append_char(line, path.data[i]);
        else
            (void)buf_printf(line, "%%%02X", (unsigned char)path.data[i]);
    (void)buf_append_char(line, '"');
}

static void write_acp(struct buf *line, struct slice path, const struct attachment *file, const void *how)
{
    const struct prompt_abilities *abilities = how;
    const char *slash = memrchr(path.data, '/', path.size);
    struct slice name = slash ? (struct slice){slash + 1, path.size - (size_t)(slash + 1 - path.data)} : path;
    if (file->is_picture && abilities->picture) {
        (void)buf_printf(line, ",{\"type\":\"image\",\"mimeType\":\"%s\",\"data\":\"", file->mime);
        write_base64(line, file);
        (void)buf_append_text(line, "\",");
        write_uri(line, path);
        (void)buf_append_char(line, '}');
    } else if (!file->is_picture && abilities->embedded) {
        (void)buf_append_text(line, ",{\"type\":\"resource\",\"resource\":{");
        write_uri(line, path);
        (void)buf_printf(line, ",\"mimeType\":\"%s\",\"text\":", file->mime);
        (void)json_write_string(line, (struct slice){file->data, file->size});
        (void)buf_append_text(line, "}}");
    } else {
        (void)buf_append_text(line, ",{\"type\":\"resource_link\",");
        write_uri(line, path);
        (void)buf_append_text(line, ",\"name\":");
        (void)json_write_string(line, name);
        (void)buf_printf(line, ",\"mimeType\":\"%s\",\"size\":%zu}", file->mime, file->size);
    }
}

int prompt_write_attached_acp(struct buf *line, const struct execute_prompt_params *params,
                              const struct prompt_abilities *abilities, char problem[static ATTACHMENT_PROBLEM_SIZE])
{
    return write_attachments(line, params, write_acp, abilities, problem);
}

/* --- agents that read the files themselves --- */

void prompt_write_attached_paths(struct buf *line, const struct execute_prompt_params *params)
{
    for (size_t i = 0; i < params->attachments.count; i++) {
        const struct task_attachment *attachment = &params->attachments.items[i];
        (void)buf_append_text(line, i > 0 ? ",{\"path\":" : "[{\"path\":");
        (void)json_write_string(line, attachment->path);
        (void)buf_append_text(line, ",\"mime\":");
        (void)json_write_string(line, attachment->mime_is == FIELD_SET ? attachment->mime : SLICE("text/plain"));
        (void)buf_append_char(line, '}');
    }
    (void)buf_append_text(line, params->attachments.count > 0 ? "]" : "[]");
}
