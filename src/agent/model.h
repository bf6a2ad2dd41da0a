/* One streamed model call. Nothing here retries, or knows about tools or tasks. libcurl is loaded at the first call: it
 * costs megabytes and milliseconds that other agents do not need. */
#pragma once

#include <uv.h>

#include "agent/conversation.h"
#include "contract/executor_types.h"

struct tool;

struct model_usage {
    int64_t input_tokens, output_tokens, cache_read_tokens, cache_write_tokens;
};

struct model_request {
    const struct executor_provider *provider; /* format, url, header, prefix, headers, time-outs */
    struct slice model;
    struct slice key;    /* empty: none; copied, and wiped after the call */
    struct slice socket; /* of weir-broker: the call goes there, below /SERVICE; or empty */
    struct slice system;
    const struct conversation *conversation;
    const struct tool *const *tools; /* terminated by NULL; or NULL: none */
    int64_t output_tokens;
    int64_t thinking_tokens; /* 0: no thinking */
};

enum model_failure {
    MODEL_OK,
    MODEL_CANCELLED,
    MODEL_UNREACHABLE, /* no connection; can be retried */
    MODEL_BUSY,        /* 429, 529, 5xx, or the provider's wording; can be retried after retry_after_ms */
    MODEL_CUT,         /* the stream ended or stalled before its end */
    MODEL_MALFORMED,   /* the stream violates the protocol */
    MODEL_TOO_LONG,    /* the context is too long */
    MODEL_REFUSED,     /* 4xx: retrying would not help */
    MODEL_NO_BUDGET,   /* weir-broker: the call could exceed a budget */
    MODEL_NO_CURL,     /* libcurl is not available */
};

struct model_end {
    enum model_failure failure;
    char message[512];      /* never contains the key */
    int64_t retry_after_ms; /* -1: not given */
    int status;             /* HTTP status; 0: none */
    char stop_reason[32];   /* end_turn, tool_use, max_tokens, refusal, …: Anthropic's words for all providers */
    struct model_usage usage;
};

/* All callbacks are optional. Blocks may be sequential or interleaved; `index` identifies them. Slices are valid only
 * during the callback. */
struct model_handlers {
    void (*started)(void *user, struct slice message_id, struct slice model);
    void (*block_started)(void *user, int index, enum block_kind kind, struct slice id, struct slice name);
    /* A piece of text, of thinking, or of the JSON of a tool's input. */
    void (*piece)(void *user, int index, enum block_kind kind, struct slice text);
    /* A complete block. The input of a tool_use is a validated JSON object on one line. A call whose input was cut off
     * by a limit (stop_reason max_tokens) is not reported. */
    void (*block_stopped)(void *user, int index, const struct block *block);
    /* The usage of this call so far. */
    void (*usage)(void *user, const struct model_usage *usage);
    /* Called once, after model_start() has returned, unless the call is cancelled. */
    void (*ended)(void *user, const struct model_end *end);
};

struct model_call;

/* The memory of the request is not needed after this returns. Negative: `ended` is not called. */
int model_start(uv_loop_t *loop, const struct model_request *request, const struct model_handlers *handlers, void *user,
                struct model_call **ret_call);
/* Stops or resumes reading. Data that was read already is still delivered. */
void model_pause(struct model_call *call, bool paused);
/* Ends the call without further callbacks. */
void model_cancel(struct model_call *call);

/* GET {url}/v1/models: whether the provider responds, and its first model. Called once, later. */
typedef void (*model_found_fn)(void *user, enum model_failure failure, struct slice first_model);
struct model_check;
int model_check(uv_loop_t *loop, const struct executor_provider *provider, struct slice key, int64_t timeout_ms,
                model_found_fn found, void *user, struct model_check **ret_check);
void model_check_cancel(struct model_check *check);

/* Closes what is kept for the loop between calls, such as connections. Call this before closing the loop, which needs
 * one more turn then. */
void model_close(uv_loop_t *loop);

/* --- parsers and writers without I/O, for tests and fuzzers --- */

struct model_stream; /* parses the body of a streamed response */

/* Does not call `ended` of the handlers. */
struct model_stream *model_stream_new(enum executor_provider_format format, const struct model_handlers *handlers,
                                      void *user);
struct model_stream *model_stream_free(struct model_stream *stream);
/* Accepts pieces of any size. Returns 1 when the response is complete; -EPROTO: it violates the protocol; -EREMOTEIO:
 * an error of the provider. ret_end has the reason of both. */
int model_stream_feed(struct model_stream *stream, struct slice bytes, struct model_end *ret_end);
/* Call this at the end of the body: fills ret_end, with MODEL_CUT if the response is incomplete. */
void model_stream_end(struct model_stream *stream, struct model_end *ret_end);
/* Interprets a status and a body that is not a stream. `retry_after` is the header field, or empty. */
void model_read_error(int status, struct slice retry_after, struct slice body, struct model_end *ret_end);
/* Writes the body of the request, as JSON. */
int model_write(struct buf *out, const struct model_request *request);
