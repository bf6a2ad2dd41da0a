/* What the files of src/rpc share and nobody else needs. */
#pragma once

#include "rpc/call.h"
#include "rpc/message.h"
#include "rpc/peer.h"

/* peer.c: one message into the output of a peer. peer_begin() says where it starts; what was appended behind is made a
 * line by peer_end(), or taken back by peer_rollback(). */
size_t peer_begin(struct peer *peer);
int peer_end(struct peer *peer, size_t start);
void peer_rollback(struct peer *peer, size_t start);

/* peer.c: looks whether the peer has nothing left to do and may go. */
void peer_settle(struct peer *peer);

/* receive.c: one line, or one value that was parsed elsewhere. `fds` are closed by the caller where not taken. */
void receive_line(struct peer *peer, struct slice line, struct fd_set_of_message *fds);
void receive_value(struct peer *peer, const yyjson_val *value, struct fd_set_of_message *fds);
void receive_refusal(struct peer *peer, enum error_id error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* call.c */
void call_cancel(struct peer *peer, const yyjson_val *id);
void call_abandon_all(struct peer *peer);
void call_stop_all(struct peer *peer); /* answers them: this side is leaving */
struct batch *batch_new(struct peer *peer);
void batch_hold(struct batch *batch);
void batch_release(struct batch *batch);

/* The data member of an error: {"code":word} and, where it is known, {"path":path}. */
int call_refuse(struct call *call, enum error_id error, const char *path, const char *message);

/* request.c */
void request_answered(struct peer *peer, const struct message *message, struct fd_set_of_message *fds);
void request_fail_all(struct peer *peer, int status);

/* debug.c */
void debug_message(const struct rpc *rpc, const struct peer *peer, const char *arrow, struct slice line);
