#include "daemon/task/said.h"

#include <errno.h>

#include "base/arena.h"
#include "contract/task_types.h"
#include "daemon/task/job.h"
#include "daemon/task/transitions.h"
#include "json/read.h"

enum said_kind said_kind_of(struct slice type)
{
    static const struct {
        struct slice type;
        enum said_kind kind;
    } kinds[] = {
        {SLICE_INIT("message_start"), SAID_BEGIN}, {SLICE_INIT("content_block_stop"), SAID_BLOCK},
        {SLICE_INIT("message_stop"), SAID_END},    {SLICE_INIT("content_block"), SAID_MESSAGE},
        {SLICE_INIT("text"), SAID_MESSAGE},        {SLICE_INIT("message"), SAID_MESSAGE},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (slice_equal(type, kinds[i].type))
            return kinds[i].kind;
    return SAID_OTHER;
}

static struct slice member(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

struct slice said_text(yyjson_val *data)
{
    if (yyjson_is_str(data))
        return json_text(data);
    yyjson_val *inner = yyjson_obj_get(data, "content_block");
    if (!inner)
        inner = yyjson_obj_get(data, "delta");
    if (yyjson_is_obj(inner))
        data = inner;
    struct slice type = member(data, "type"), text = member(data, "text");
    if (type.size > 0 && !slice_is(type, "text") && !slice_is(type, "text_delta"))
        return SLICE("");
    return text.size > 0 ? text : member(data, "content");
}

/* --- on the writer thread --- */

enum { SAID_ARENA_BYTES = 64 << 20, SAID_AT_ONCE = sizeof((struct task_said){0}.messages) / sizeof(struct store_said) };

int task_said_flush(struct task_said *said)
{
    size_t count = said->count;
    said->count = 0;
    return count == 0 ? 0 : store_said_add(said->tx, said->ids->session_no, said->messages, count);
}

static int read_text(struct arena *arena, struct slice data, struct slice *ret_text)
{
    struct json_error error;
    yyjson_val *root = NULL;
    int r = json_read(arena, data, &root, &error);
    if (r == 0)
        *ret_text = said_text(root);
    return r == -EINVAL ? 0 : r;
}

int task_said_note(struct task_said *said, int64_t seq, enum said_kind kind, struct slice data)
{
    struct slice text = {0};
    int r = kind == SAID_BLOCK || kind == SAID_MESSAGE ? read_text(said->arena, data, &text) : 0;
    if (r < 0)
        return r;
    switch (kind) {
    case SAID_BEGIN:
        return store_draft_drop(said->tx, said->ids->no);
    case SAID_BLOCK:
        return store_draft_add(said->tx, said->ids->no, seq, text);
    case SAID_END:
        r = task_said_flush(said);
        return r < 0 ? r : store_draft_finish(said->tx, said->ids->no, said->ids->session_no, seq);
    case SAID_MESSAGE:
        if (said->count == SAID_AT_ONCE)
            r = task_said_flush(said);
        said->messages[said->count++] = (struct store_said){.seq = seq, .role = CHAT_ROLE_ASSISTANT, .text = text};
        return r;
    case SAID_OTHER:
        break;
    }
    return 0;
}

/* Adds a message for the last event. */
static int add_last(struct store_tx *tx, const struct task_ids *ids, enum chat_role role, struct slice text)
{
    const struct store_said said = {.seq = store_event_last(tx), .role = role, .text = text};
    return store_said_add(tx, ids->session_no, &said, 1);
}

int task_said_state(struct store_tx *tx, const struct task_ids *ids, const struct task_statement *statement)
{
    struct arena arena = ARENA_LIMITED(SAID_ARENA_BYTES);
    struct slice text = {0};
    int r = 0;
    if (statement->by_user || said_kind_of(statement->type) == SAID_MESSAGE)
        r = read_text(&arena, statement->data, &text);
    if (r == 0)
        r = add_last(tx, ids, statement->by_user ? CHAT_ROLE_USER : CHAT_ROLE_ASSISTANT, text);
    arena_clear(&arena);
    return r;
}

int task_said_prompt(struct store_tx *tx, const struct task_ids *ids, struct slice prompt)
{
    return add_last(tx, ids, CHAT_ROLE_USER, prompt);
}

int task_said_cut(struct store_tx *tx, const struct task_ids *ids)
{
    return store_draft_finish(tx, ids->no, ids->session_no, 0);
}

int task_said_end(struct store_tx *tx, const struct task_ids *ids, const struct task_result *result)
{
    if (result->error_is == FIELD_SET)
        return add_last(tx, ids, CHAT_ROLE_SYSTEM, result->error.message);
    if (result->text_is != FIELD_SET || result->text.size == 0)
        return 0;
    int r = store_thread_awaits(tx, ids->session_no); /* an agent that reported no complete message */
    return r > 0 ? add_last(tx, ids, CHAT_ROLE_ASSISTANT, result->text) : r;
}
