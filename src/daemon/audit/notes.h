/* The entries that the daemon writes about itself and its door. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/slice.h"
#include "rpc/timers.h"

struct call;
struct config_settings;
struct daemon;

/* daemon.started, or daemon.restarted where it has taken over from the program `before` (a version). */
void audit_note_started(struct daemon *daemon, const struct slice *before);

/* daemon.stopping; `call` is NULL for a signal. */
void audit_note_stopping(struct daemon *daemon, struct call *call, bool force);

/* settings.changed: which of them, from what to what. Nothing where nothing has. */
void audit_note_settings(struct daemon *daemon, const struct config_settings *old, const struct config_settings *new);

/* client.refused: the first at once, then at most one entry a minute for each reason, with how many there were; who
 * comes again and again shall not fill the log. `reason` is a constant, and there are few. */
struct audit_refusals {
    struct deadline minute;
    struct audit_refusal {
        const char *reason; /* NULL: not used yet */
        int64_t count;      /* since the last entry */
        uid_t uid;          /* who was the last */
        pid_t pid;
    } reasons[4];
};
void audit_refusals_init(struct daemon *daemon);

/* Writes what was only counted so far. */
void audit_refusals_close(struct daemon *daemon);
void audit_note_refused(struct daemon *daemon, const char *reason, uid_t uid, pid_t pid);
