/* A connection, from one program to the next one of the same process. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "contract/handover_types.h"
#include "rpc/peer.h"

struct call;

/* Appends the params with which a waiting call shall be made once more in the new program. 0; 1: it is to be answered
 * there (its id is noted as owed); -EOPNOTSUPP: neither. `out` is NULL where only that is asked. */
typedef int (*call_again_fn)(const struct call *call, struct buf *out);

/* Whether nothing of it is at work that a hand-over would cut off. If not, *ret_call is the call that it waits for, or
 * NULL. */
bool peer_is_at_rest(const struct peer *peer, call_again_fn again, const struct call **ret_call);

/* What it is besides its socket, for a peer that is at rest; nothing of it changes. Its bytes are appended to `pieces`,
 * lists lie in the arena, texts in the peer. Calls to the other side are their owner's to hand over: request_id() here,
 * peer_expect() there. */
int peer_export(const struct peer *peer, call_again_fn again, struct arena *arena, struct buf *pieces,
                struct handover_peer *ret_state);

/* 0; -EINVAL where the pieces are too few, or a descriptor is not what it must be. */
int peer_check(const struct handover_peer *state, struct slice pieces);

/* All descriptors of it, one after another. */
void peer_handover_fds(const struct handover_peer *state, void (*each)(void *user, int fd), void *user);

/* Nobody takes it: its descriptors are closed. */
void peer_handover_close(const struct handover_peer *state);

/* The peer again, in the new program, for a state that was checked. rpc must be frozen. Takes the descriptors, even on
 * failure. */
int peer_import(struct rpc *rpc, const struct handover_peer *state, struct slice pieces,
                const struct dispatch *dispatch, const struct peer_events *events, void *user, struct peer **ret_peer);

/* The calls that waited are received once more. May close the peer. */
void peer_replay(struct peer *peer, const struct handover_peer *state, struct slice pieces);

/* --- calls to the other side ---------------------------------------------------- */

uint64_t request_id(const struct request *request);

/* How long it may still take; 0: without end. */
uint64_t request_left_ms(const struct request *request);

/* The answer to a call that was made before the hand-over. */
int peer_expect(struct peer *peer, uint64_t id, const struct method *method, uint64_t timeout_ms, reply_fn done,
                void *user, struct request **ret_request);
