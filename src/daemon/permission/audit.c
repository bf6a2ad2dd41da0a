/* What the audit log has of permissions. */
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "daemon/audit/audit.h"
#include "daemon/permission/internal.h"
#include "daemon/task/transitions.h"
#include "json/encode.h"
#include "json/write.h"

/* What an agent writes must not make an entry too long to be kept whole, or nobody would know what was allowed: each
 * text has so much room, as JSON, and all of them together less than AUDIT_DATA_MAX. */
enum { DATA_BYTES = 64 << 10, COMMAND_BYTES = 4096, NOTE_BYTES = 2048, PATHS = 8, PATH_BYTES = 1024 };

void permission_actor_init(struct permission_actor *actor, struct call *call)
{
    struct audit_note note = {0};
    *actor = (struct permission_actor){0};
    audit_actor(call, &note);
    actor->uid = note.uid;
    actor->pid = note.pid;
    (void)snprintf(actor->name, sizeof actor->name, "%.*s", SLICE_ARG(note.client));
}

static void add_text(struct buf *out, const char *name, struct slice text)
{
    if (out->size > 1)
        buf_append_char(out, ',');
    json_write_string(out, slice_of(name));
    buf_append_char(out, ':');
    json_write_string(out, text);
}

/* True: something of it was left out. */
static bool write_short(struct buf *out, struct slice text, size_t room)
{
    size_t start = out->size;
    for (size_t bytes = room;; bytes /= 2) {
        struct slice beginning = task_text_cut(text, bytes);
        json_write_string(out, beginning);
        if (out->error || out->size - start <= room + 2)
            return beginning.size < text.size;
        out->size = start;
    }
}

static bool add_short(struct buf *out, const char *name, struct slice text, size_t room)
{
    buf_append_char(out, ',');
    json_write_string(out, slice_of(name));
    buf_append_char(out, ':');
    return write_short(out, text, room);
}

/* What the call is about: enough to know it again, and no content of files. */
static void add_call(struct buf *out, const struct permission_request *record)
{
    add_text(out, "tool", record->tool);
    if (record->command_is == FIELD_SET && add_short(out, "command", record->command, COMMAND_BYTES))
        buf_append_text(out, ",\"commandIsCut\":true");
    if (record->paths_is != FIELD_SET)
        return;
    buf_append_text(out, ",\"paths\":[");
    for (size_t i = 0; i < record->paths.count && i < PATHS; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        (void)write_short(out, record->paths.items[i], PATH_BYTES);
    }
    buf_append_char(out, ']');
}

static int add(struct store_tx *tx, struct audit_note *note, struct buf *data)
{
    buf_append_char(data, '}');
    if (data->error == 0)
        note->data = buf_slice(data);
    return store_audit_add(tx, note);
}

int permission_audit_answered(struct store_tx *tx, const struct permission_actor *actor,
                              const struct permission_request *answer, struct slice rule_id)
{
    AUTO(buf_clear) struct buf data = BUF_LIMITED(DATA_BYTES);
    struct audit_note note = {.what = SLICE("permission.answered"),
                              .session_id = answer->session_id,
                              .task_id = answer->task_id,
                              .uid = actor->uid,
                              .pid = actor->pid,
                              .client = slice_of(actor->name)};
    buf_append_char(&data, '{');
    add_text(&data, "requestId", answer->id);
    add_text(&data, "state", permission_request_state_shape.of.words.items[answer->state]);
    add_text(&data, "reason", answer->reason);
    if (answer->note_is == FIELD_SET)
        (void)add_short(&data, "note", answer->note, NOTE_BYTES);
    if (rule_id.size > 0)
        add_text(&data, "ruleId", rule_id);
    add_call(&data, answer);
    return add(tx, &note, &data);
}

int permission_audit_rule(struct store_tx *tx, const struct permission_actor *actor, struct slice what,
                          const struct permission_rule *rule)
{
    AUTO(buf_clear) struct buf data = BUF_LIMITED(DATA_BYTES);
    struct audit_note note = {.what = what,
                              .session_id = rule->session_id_is == FIELD_SET ? rule->session_id : SLICE(""),
                              .uid = actor->uid,
                              .pid = actor->pid,
                              .client = slice_of(actor->name)};
    buf_append_text(&data, "{\"rule\":");
    (void)json_encode(&data, &permission_rule_shape, rule);
    return add(tx, &note, &data);
}

int permission_audit_decided(struct store_tx *tx, struct slice executor, const struct store_permission *row)
{
    const struct permission_request *record = &row->record;
    AUTO(buf_clear) struct buf data = BUF_LIMITED(DATA_BYTES);
    char client[128];
    struct audit_note note = {0};
    audit_self(&note);
    (void)snprintf(client, sizeof client, "executor %.*s", SLICE_ARG(executor));
    note.what = SLICE("permission.decided");
    note.session_id = record->session_id;
    note.task_id = record->task_id;
    note.client = slice_of(client);
    buf_append_char(&data, '{');
    add_text(&data, "state", permission_request_state_shape.of.words.items[record->state]);
    add_text(&data, "reason", record->reason);
    add_call(&data, record);
    return add(tx, &note, &data);
}

int permission_audit_ended(struct store_tx *tx, const struct task_ids *place, const struct permission_request *answer)
{
    AUTO(buf_clear) struct buf data = BUF_LIMITED(DATA_BYTES);
    struct audit_note note = {0};
    audit_self(&note);
    note.what = SLICE("permission.ended");
    note.session_id = place->session_id;
    note.task_id = place->id;
    buf_append_char(&data, '{');
    add_text(&data, "requestId", answer->id);
    add_text(&data, "state", permission_request_state_shape.of.words.items[answer->state]);
    add_text(&data, "reason", answer->reason);
    return add(tx, &note, &data);
}

int permission_audit_lost(struct store_tx *tx, int64_t count)
{
    AUTO(buf_clear) struct buf data = BUF_LIMITED(DATA_BYTES);
    struct audit_note note = {0};
    audit_self(&note);
    note.what = SLICE("audit.lost");
    buf_printf(&data, "{\"what\":\"permission.decided\",\"count\":%lld", (long long)count);
    return add(tx, &note, &data);
}
