/* Hands over a connection to the next program of the same process. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "contract/handover_types.h"
#include "rpc/peer.h"

struct call;

/* Appends the params with which the new program shall replay a waiting call. Returns 0; 1 if the new program
 * answers the call without a replay (its id is recorded as owed); -EOPNOTSUPP if neither is possible. `out`
 * is NULL in a check without output. */
typedef int (*call_again_fn)(const struct call *call, struct buf *out);

/* Whether the peer can be handed over without interrupting any work. If not, *ret_call is the call that it
 * waits for, or NULL. */
bool peer_is_at_rest(const struct peer *peer, call_again_fn again, const struct call **ret_call);

/* Exports the state of a peer at rest, apart from its socket; does not change the peer. Its bytes are
 * appended to `pieces`, lists are allocated in the arena, texts point into the peer. The owner of requests to
 * the other side hands them over: request_id() in the old program, peer_expect() in the new one. */
int peer_export(const struct peer *peer, call_again_fn again, struct arena *arena, struct buf *pieces,
                struct handover_peer *ret_state);

/* Returns 0, or -EINVAL if `pieces` is too short or a descriptor is not of the expected kind. */
int peer_check(const struct handover_peer *state, struct slice pieces);

/* Calls `each` for every descriptor of the state. */
void peer_handover_fds(const struct handover_peer *state, void (*each)(void *user, int fd), void *user);

/* Closes all descriptors of a state that is not imported. */
void peer_handover_close(const struct handover_peer *state);

/* Restores a peer from a state that peer_check() accepted. rpc must be frozen. Takes the descriptors, even on
 * failure. */
int peer_import(struct rpc *rpc, const struct handover_peer *state, struct slice pieces,
                const struct dispatch *dispatch, const struct peer_events *events, void *user, struct peer **ret_peer);

/* Replays the waiting calls. May close the peer. */
void peer_replay(struct peer *peer, const struct handover_peer *state, struct slice pieces);

/* --- requests to the other side --- */

uint64_t request_id(const struct request *request);

/* The time that is left until its timeout; 0: no timeout. */
uint64_t request_left_ms(const struct request *request);

/* Waits for the response to a request that was sent before the handover. */
int peer_expect(struct peer *peer, uint64_t id, const struct method *method, uint64_t timeout_ms, reply_fn done,
                void *user, struct request **ret_request);
