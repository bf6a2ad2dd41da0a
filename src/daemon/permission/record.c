/* Writes the audit entries about permissions, and stores the requests that rules and modes decided. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/utf8.h"
#include "daemon/audit/audit.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "daemon/task/transitions.h"
#include "json/copy.h"
#include "json/encode.h"
#include "json/write.h"

/* --- audit log --- */

/* An agent's text must not make an entry too long to be stored whole, or the audit log would not show what was allowed.
 * Each text is limited to this many bytes of JSON; all of them together stay below AUDIT_DATA_MAX. */
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

/* Returns true if the text was cut. */
static bool write_short(struct buf *out, struct slice text, size_t room)
{
    size_t start = out->size;
    for (size_t bytes = room;; bytes /= 2) {
        struct slice beginning = utf8_cut(text, bytes);
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

/* Identifies the call; contains no content of files. */
static void add_call(struct buf *out, const struct permission_request *record)
{
    add_text(out, "tool", record->tool);
    if (record->mcp_is == FIELD_SET) {
        add_text(out, "serverId", record->mcp.server_id);
        (void)add_short(out, "serverTool", record->mcp.tool, PATH_BYTES);
    }
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

static int audit_decided(struct store_tx *tx, struct slice executor, const struct store_permission *row)
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

static int audit_lost(struct store_tx *tx, int64_t count)
{
    AUTO(buf_clear) struct buf data = BUF_LIMITED(DATA_BYTES);
    struct audit_note note = {0};
    audit_self(&note);
    note.what = SLICE("audit.lost");
    buf_printf(&data, "{\"what\":\"permission.decided\",\"count\":%lld", (long long)count);
    return add(tx, &note, &data);
}

/* --- recent decisions --- */

enum {
    GATHER_COUNT = 8192,
    FLUSHES_MAX = 4, /* writes in progress, for a disk that is slow for a moment */
    GATHER_BYTES = 8 << 20,
    PRUNE_EVERY = 2000,
    EXPIRE_EVERY_MS = 60 * 1000,
};

struct note {
    struct note *next;
    struct slice executor;
    struct store_permission row;
    max_align_t block[]; /* memory for the strings of `row` */
};

struct use {
    char id[ID_SIZE];
    int64_t uses, used_at;
};

struct permission_flush {
    struct store_change change;
    struct permissions *permissions;
    struct note *notes, **end;
    size_t count, bytes;
    struct use *uses;
    size_t use_count;
    int64_t dropped, now_ms;
    bool prune, expire;
};

static void flush_free(struct permission_flush *flush)
{
    for (struct note *note = flush->notes, *next; note; note = next) {
        next = note->next;
        free(note);
    }
    free(flush->uses);
    free(flush);
}

/* --- on the writer thread --- */

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct permission_flush *flush = list_member(change, struct permission_flush, change);
    int r = 0;
    for (const struct note *note = flush->notes; note && r == 0; note = note->next) {
        r = store_permission_add_decided(tx, &note->row);
        if (r == 0)
            r = audit_decided(tx, note->executor, &note->row);
    }
    for (size_t i = 0; i < flush->use_count && r == 0; i++)
        r = store_rule_used(tx, slice_of(flush->uses[i].id), flush->uses[i].uses, flush->uses[i].used_at);
    if (r == 0 && flush->dropped > 0)
        r = audit_lost(tx, flush->dropped);
    if (r == 0 && flush->prune)
        r = store_permission_prune(tx);
    if (r == 0 && flush->expire)
        r = store_rule_remove_expired(tx, flush->now_ms);
    return r;
}

/* --- on the loop thread --- */

static uint64_t start(struct permissions *permissions);

static void on_flushed(struct store_change *change)
{
    struct permission_flush *flush = list_member(change, struct permission_flush, change);
    struct permissions *permissions = flush->permissions;
    permissions->flushing--;
    if (change->status < 0) {
        log_warn("permission: cannot store %zu decisions: %s", flush->count, strerror(-change->status));
        permissions->dropped += (int64_t)flush->count + flush->dropped;
    }
    bool worked = change->status == 0;
    flush_free(flush);
    if (worked && permissions->flushing == 0)
        (void)start(permissions);
}

static struct permission_flush *gather(struct permissions *permissions)
{
    if (!permissions->gathering) {
        permissions->gathering = calloc(1, sizeof *permissions->gathering);
        if (!permissions->gathering)
            return NULL;
        permissions->gathering->permissions = permissions;
        permissions->gathering->end = &permissions->gathering->notes;
    }
    return permissions->gathering;
}

static void take_uses(struct permission_rules *rules, struct permission_flush *flush)
{
    size_t count = 0;
    for (const struct list *link = rules->used.next; link != &rules->used; link = link->next)
        count++;
    flush->uses = count > 0 ? calloc(count, sizeof *flush->uses) : NULL;
    while (flush->uses && !list_is_empty(&rules->used)) { /* without memory, they stay for the next write */
        struct permission_rule_use *use = list_member(rules->used.next, struct permission_rule_use, link);
        struct use *out = &flush->uses[flush->use_count++];
        (void)snprintf(out->id, sizeof out->id, "%.*s", SLICE_ARG(use->id));
        out->uses = use->uses;
        out->used_at = use->used_at;
        use->uses = 0;
        list_remove(&use->link);
    }
}

/* Starts a write. Returns its ticket; 0: there is nothing to write. */
static uint64_t start(struct permissions *permissions)
{
    bool something = permissions->gathering || !list_is_empty(&permissions->rules.used);
    struct permission_flush *flush = something ? gather(permissions) : NULL;
    if (!flush || !store_is_open(permissions->store))
        return 0;
    permissions->gathering = NULL;
    flush->now_ms = clock_epoch_ms();
    take_uses(&permissions->rules, flush);
    flush->dropped = permissions->dropped;
    permissions->dropped = 0;
    permissions->flushed += (unsigned)flush->count;
    flush->prune = permissions->flushed > PRUNE_EVERY;
    if (flush->prune)
        permissions->flushed = 0;
    flush->expire = flush->now_ms - permissions->expired_ms > EXPIRE_EVERY_MS;
    if (flush->expire) {
        permissions->expired_ms = flush->now_ms;
        permission_rules_drop_expired(&permissions->rules, flush->now_ms);
    }
    permissions->flushing++;
    flush->change = (struct store_change){.apply = apply, .done = on_flushed, .lazy = true};
    permissions->last_flush = store_write(permissions->store, &flush->change);
    return permissions->last_flush;
}

static struct note *note_new(const struct store_permission *row, struct slice executor, size_t *ret_bytes)
{
    size_t deep = json_copy_size(&permission_request_shape, &row->record);
    size_t bytes = sizeof(struct note) + deep + row->key.size + executor.size;
    struct note *note = malloc(bytes);
    if (!note)
        return NULL;
    char *at = (char *)note->block + deep;
    *note = (struct note){.row = *row};
    json_copy(&permission_request_shape, &row->record, &note->row.record, note->block);
    slice_copy(at, row->key);
    note->row.key = (struct slice){at, row->key.size};
    slice_copy(at + row->key.size, executor);
    note->executor = (struct slice){at + row->key.size, executor.size};
    *ret_bytes = bytes;
    return note;
}

static bool is_full(const struct permission_flush *flush)
{
    return flush->count >= GATHER_COUNT || flush->bytes >= GATHER_BYTES;
}

void permission_record(struct permissions *permissions, const struct store_permission *row, const char *executor)
{
    struct permission_flush *flush = gather(permissions);
    size_t bytes = 0;
    if (flush && is_full(flush) && permissions->flushing < FLUSHES_MAX && start(permissions) > 0)
        flush = gather(permissions);
    struct note *note = flush && !is_full(flush) ? note_new(row, slice_of(executor), &bytes) : NULL;
    if (note) {
        *flush->end = note;
        flush->end = &note->next;
        flush->count++;
        flush->bytes += bytes;
    } else {
        permissions->dropped++;
    }
    if (permissions->flushing == 0)
        (void)start(permissions);
}

void permission_flush(struct permissions *permissions)
{
    (void)start(permissions);
}

void permission_flush_for(struct permissions *permissions, struct client *client)
{
    uint64_t ticket = start(permissions);
    if (ticket == 0 && permissions->flushing > 0)
        ticket = permissions->last_flush;
    if (ticket > client->written)
        client->written = ticket;
}

void permission_record_clear(struct permissions *permissions)
{
    if (permissions->gathering)
        flush_free(permissions->gathering);
    permissions->gathering = NULL;
}
