/* Who did what: entries of a chain that the store keeps (daemon/store/audit_chain.h), and that nobody removes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct daemon;
struct call;
struct store_tx;

struct audit_note {
    struct slice what;                /* key.set, permission.answered, executor.started, … */
    struct slice session_id, task_id; /* empty: none */
    struct slice data;                /* JSON text, or empty; never a secret */
    int64_t uid, pid;                 /* pid 0: the daemon itself */
    struct slice client;              /* the name that it gave, "weird", or "executor ID" */
};

/* Who makes this call: fills uid, pid and client. The text lives as long as the call's peer, which may go at any time:
 * what is for the writer needs a copy, such as the `actor` of a store_request. */
void audit_actor(struct call *call, struct audit_note *entry);

/* The daemon itself. On any thread. */
void audit_self(struct audit_note *entry);

/* On the loop: written by the next group; everything is copied. Nobody waits for it. What the store does not take waits
 * in memory; where that is full, entries are lost, and an entry audit.lost {count} follows. */
void audit_write(struct daemon *daemon, const struct audit_note *entry);

/* On the writer, inside of the change that it tells of: both are written or neither is. */
int store_audit_add(struct store_tx *tx, const struct audit_note *entry);
