/* What was decided at once is noted behind it: for the preview of rules, for the audit, and how often rules were used.
 * There is one write at a time; what is decided meanwhile gathers for the next. What gathers has a limit: a store that
 * is slow does not make agents wait, and what is not noted is counted. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "json/copy.h"

enum {
    GATHER_COUNT = 8192,
    FLUSHES_MAX = 4, /* on their way to a disk that is slow for a moment */
    GATHER_BYTES = 8 << 20,
    PRUNE_EVERY = 2000,
    EXPIRE_EVERY_MS = 60 * 1000,
};

struct note {
    struct note *next;
    struct slice executor;
    struct store_permission row;
    max_align_t block[]; /* what it points to */
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
    int64_t forgotten, now_ms;
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

/* --- on the writer ------------------------------------------------------------------------- */

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct permission_flush *flush = list_member(change, struct permission_flush, change);
    int r = 0;
    for (const struct note *note = flush->notes; note && r == 0; note = note->next) {
        r = store_permission_add_decided(tx, &note->row);
        if (r == 0)
            r = permission_audit_decided(tx, note->executor, &note->row);
    }
    for (size_t i = 0; i < flush->use_count && r == 0; i++)
        r = store_rule_used(tx, slice_of(flush->uses[i].id), flush->uses[i].uses, flush->uses[i].used_at);
    if (r == 0 && flush->forgotten > 0)
        r = permission_audit_lost(tx, flush->forgotten);
    if (r == 0 && flush->prune)
        r = store_permission_prune(tx);
    if (r == 0 && flush->expire)
        r = store_rule_remove_expired(tx, flush->now_ms);
    return r;
}

/* --- on the loop ------------------------------------------------------------------------------ */

static uint64_t start(struct permissions *permissions);

static void on_flushed(struct store_change *change)
{
    struct permission_flush *flush = list_member(change, struct permission_flush, change);
    struct permissions *permissions = flush->permissions;
    permissions->flushing--;
    if (change->status < 0) {
        log_warn("permission: %zu decisions cannot be noted: %s", flush->count, strerror(-change->status));
        permissions->forgotten += (int64_t)flush->count + flush->forgotten;
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
    while (flush->uses && !list_is_empty(&rules->used)) { /* without memory they wait for the next one */
        struct permission_rule_use *use = list_member(rules->used.next, struct permission_rule_use, link);
        struct use *out = &flush->uses[flush->use_count++];
        (void)snprintf(out->id, sizeof out->id, "%.*s", SLICE_ARG(use->id));
        out->uses = use->uses;
        out->used_at = use->used_at;
        use->uses = 0;
        list_remove(&use->link);
    }
}

/* The ticket; 0: there was nothing to write. */
static uint64_t start(struct permissions *permissions)
{
    bool something = permissions->gathering || !list_is_empty(&permissions->rules.used);
    struct permission_flush *flush = something ? gather(permissions) : NULL;
    if (!flush || !store_is_open(permissions->store))
        return 0;
    permissions->gathering = NULL;
    flush->now_ms = clock_epoch_ms();
    take_uses(&permissions->rules, flush);
    flush->forgotten = permissions->forgotten;
    permissions->forgotten = 0;
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
        permissions->forgotten++;
    }
    if (permissions->flushing == 0)
        (void)start(permissions);
}

void permission_flush(struct permissions *permissions)
{
    (void)start(permissions);
}

void permission_flush_for(struct client *client)
{
    struct permissions *permissions = permissions_of(client->daemon);
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
