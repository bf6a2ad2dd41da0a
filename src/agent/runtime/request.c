#include "agent/runtime/request.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "json/read.h"

static int refuse(int error, char problem[static RUNTIME_PROBLEM_SIZE], const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(int error, char problem[static RUNTIME_PROBLEM_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem, RUNTIME_PROBLEM_SIZE, format, arguments);
    va_end(arguments);
    return error;
}

static bool take_text(yyjson_val *object, const char *name, struct slice *ret_text)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    if (yyjson_is_str(value))
        *ret_text = json_text(value);
    return yyjson_is_str(value);
}

/* Paths are opened as C strings: a NUL would truncate them. */
static bool has_nul(struct slice text)
{
    return text.size > 0 && memchr(text.data, '\0', text.size);
}

static int read_attachments(struct arena *arena, yyjson_val *list, struct runtime_request *request,
                            char problem[static RUNTIME_PROBLEM_SIZE])
{
    size_t count = yyjson_arr_size(list);
    if (!list || yyjson_is_null(list))
        return 0;
    if (!yyjson_is_arr(list) || count > RUNTIME_ATTACHMENTS_MAX)
        return refuse(-EINVAL, problem, "attachments must be a list of at most %d items", RUNTIME_ATTACHMENTS_MAX);
    request->attachments = arena_zeroed(arena, (count + 1) * sizeof *request->attachments);
    if (!request->attachments)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        struct agent_attachment *attachment = &request->attachments[i];
        yyjson_val *item = yyjson_arr_get(list, i);
        bool whole = yyjson_is_obj(item) && take_text(item, "path", &attachment->path) &&
                     take_text(item, "mime", &attachment->mime);
        if (!whole || attachment->path.size == 0 || has_nul(attachment->path))
            return refuse(-EINVAL, problem, "attachments[%zu] must have a path and a mime", i);
    }
    request->attachment_count = count;
    return 0;
}

static int read_kind(yyjson_val *root, struct runtime_request *request, char problem[static RUNTIME_PROBLEM_SIZE])
{
    static const char *const words[] = {[RUNTIME_USER_MESSAGE] = "user_message",
                                        [RUNTIME_CLEAR_HISTORY] = "clear_history",
                                        [RUNTIME_GET_STATUS] = "get_status"};
    struct slice kind;
    if (!take_text(root, "kind", &kind))
        return refuse(-EINVAL, problem, "kind is missing; expected user_message, clear_history or get_status");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(kind, words[i])) {
            request->kind = (enum runtime_kind)i;
            return 0;
        }
    return refuse(-EINVAL, problem, "unknown kind %.*s; expected user_message, clear_history or get_status",
                  (int)(kind.size < 64 ? kind.size : 64), kind.data);
}

static int read_conversation(yyjson_val *root, struct runtime_request *request,
                             char problem[static RUNTIME_PROBLEM_SIZE])
{
    yyjson_val *metadata = yyjson_obj_get(root, "metadata");
    yyjson_val *name = yyjson_obj_get(metadata, "conversationId");
    if (!name || yyjson_is_null(name))
        return 0;
    if (!yyjson_is_str(name) || json_text(name).size > RUNTIME_ID_MAX)
        return refuse(-EINVAL, problem, "metadata.conversationId must be a string of at most %d bytes", RUNTIME_ID_MAX);
    request->conversation_id = json_text(name);
    return 0;
}

int runtime_request_read(struct arena *arena, struct slice line, struct runtime_request *ret_request,
                         char problem[static RUNTIME_PROBLEM_SIZE])
{
    struct json_error error = {0};
    struct runtime_request request = {0};
    yyjson_val *root = NULL;
    int r = json_read(arena, line, &root, &error);
    if (r == -EINVAL)
        return refuse(-EBADMSG, problem, "not JSON: %s at byte %zu", error.message ? error.message : "", error.offset);
    if (r < 0)
        return r;
    if (!yyjson_is_obj(root))
        return refuse(-EBADMSG, problem, "a request must be an object");
    if (!take_text(root, "id", &request.id) || request.id.size == 0 || request.id.size > RUNTIME_ID_MAX)
        return refuse(-EINVAL, problem, "a request must have an id, a string of 1 to %d bytes", RUNTIME_ID_MAX);
    ret_request->id = request.id;
    r = read_kind(root, &request, problem);
    if (r == 0)
        r = read_conversation(root, &request, problem);
    if (r == 0 && request.kind == RUNTIME_USER_MESSAGE && !take_text(root, "message", &request.message))
        r = refuse(-EINVAL, problem, "a user_message must have a message, a string");
    if (r == 0 && request.kind == RUNTIME_USER_MESSAGE)
        r = read_attachments(arena, yyjson_obj_get(root, "attachments"), &request, problem);
    if (r == 0)
        *ret_request = request;
    return r;
}
