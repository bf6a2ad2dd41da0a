#include "daemon/audit/internal.h"

#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "json/write.h"

enum { REFUSALS_MS = 60 * 1000, DATA_BYTES = 4096 };

static void write_note(struct audit *audit, struct audit_note *note, struct buf *data)
{
    if (!data->error)
        note->data = buf_slice(data);
    audit_write(audit, note);
    buf_clear(data);
}

void audit_note_started(struct audit *audit, const char *config_path, const struct slice *before)
{
    struct audit_note note = {.what = before ? SLICE("daemon.restarted") : SLICE("daemon.started")};
    struct buf data = BUF_LIMITED(DATA_BYTES);
    audit_self(&note);
    buf_append_text(&data, "{\"version\":");
    json_write_string(&data, SLICE(WEIR_VERSION));
    if (before) {
        buf_append_text(&data, ",\"before\":");
        json_write_string(&data, *before);
    }
    buf_printf(&data, ",\"process\":%d,\"config\":", (int)getpid());
    json_write_string(&data, slice_of(config_path));
    buf_append_char(&data, '}');
    write_note(audit, &note, &data);
}

void audit_note_stopping(struct audit *audit, struct call *call, bool force)
{
    struct audit_note note = {.what = SLICE("daemon.stopping")};
    struct buf data = BUF_LIMITED(DATA_BYTES);
    if (call)
        audit_actor(call, &note);
    else
        audit_self(&note);
    buf_printf(&data, "{\"reason\":\"%s\",\"force\":%s}", call ? "request" : "signal", force ? "true" : "false");
    write_note(audit, &note, &data);
}

/* --- the door --------------------------------------------------------------------------- */

static void write_refusal(struct audit *audit, struct audit_refusal *refusal)
{
    struct audit_note note = {.what = SLICE("client.refused"), .uid = refusal->uid, .pid = refusal->pid};
    struct buf data = BUF_LIMITED(DATA_BYTES);
    buf_printf(&data, "{\"reason\":\"%s\",\"count\":%lld}", refusal->reason, (long long)refusal->count);
    refusal->count = 0;
    write_note(audit, &note, &data);
}

static bool write_refusals(struct audit *audit)
{
    struct audit_refusals *refusals = &audit->refusals;
    bool any = false;
    for (size_t i = 0; i < sizeof refusals->reasons / sizeof *refusals->reasons; i++) {
        if (refusals->reasons[i].count > 0) {
            write_refusal(audit, &refusals->reasons[i]);
            any = true;
        } else {
            refusals->reasons[i].reason = NULL; /* the next is told at once */
        }
    }
    return any;
}

static void on_minute(struct deadline *deadline)
{
    struct audit *audit = list_member(deadline, struct audit, refusals.minute);
    if (write_refusals(audit))
        (void)timers_set(&audit->rpc->timers, deadline, REFUSALS_MS);
}

void audit_refusals_init(struct audit *audit)
{
    audit->refusals = (struct audit_refusals){.minute = {.expired = on_minute}};
}

void audit_note_refusals(struct audit *audit)
{
    timers_unset(&audit->rpc->timers, &audit->refusals.minute);
    (void)write_refusals(audit);
}

void audit_note_refused(struct audit *audit, const char *reason, uid_t uid, pid_t pid)
{
    struct audit_refusal *refusal = audit->refusals.reasons;
    const struct audit_refusal *last = refusal + sizeof audit->refusals.reasons / sizeof *audit->refusals.reasons - 1;
    while (refusal < last && refusal->reason && strcmp(refusal->reason, reason) != 0)
        refusal++;
    bool first = !refusal->reason;
    refusal->reason = reason;
    refusal->count++;
    refusal->uid = uid;
    refusal->pid = pid;
    if (first)
        write_refusal(audit, refusal);
    if (audit->refusals.minute.index == 0)
        (void)timers_set(&audit->rpc->timers, &audit->refusals.minute, REFUSALS_MS);
}
