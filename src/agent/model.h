/* One call of a model, streamed. Nothing here retries, and nothing here knows of tools or tasks. libcurl is loaded when
 * the first call is made: it costs megabytes and milliseconds that other agents do not need. */
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
    const struct tool *const *tools; /* NULL behind the last; or NULL: none */
    int64_t output_tokens;
    int64_t thinking_tokens; /* 0: does not think */
};

enum model_failure {
    MODEL_OK,
    MODEL_CANCELLED,
    MODEL_UNREACHABLE, /* no connection; may be tried again */
    MODEL_BUSY,        /* 429, 529, 5xx, or the provider's words for it; may be tried again after retry_after_ms */
    MODEL_CUT,         /* the stream ended, or fell silent, before its end */
    MODEL_MALFORMED,   /* it brought what is not the protocol */
    MODEL_TOO_LONG,    /* the context does not fit */
    MODEL_REFUSED,     /* 4xx: it would be refused again */
    MODEL_NO_CURL,     /* libcurl is not there */
};

struct model_end {
    enum model_failure failure;
    char message[512];      /* a sentence, never with the key in it */
    int64_t retry_after_ms; /* -1: not said */
    int status;             /* of HTTP; 0: none */
    char stop_reason[32];   /* end_turn, tool_use, max_tokens, refusal, …: Anthropic's words in any case */
    struct model_usage usage;
};

/* All optional. Blocks come one after the other or interleaved; an index is theirs. Slices die with the callback. */
struct model_handlers {
    void (*started)(void *user, struct slice message_id, struct slice model);
    void (*block_started)(void *user, int index, enum block_kind kind, struct slice id, struct slice name);
    /* A piece of text, of thinking, or of the JSON of a tool's input. */
    void (*piece)(void *user, int index, enum block_kind kind, struct slice text);
    /* The whole of it. The input of a tool_use is a JSON object, checked, on one line. A call whose input was cut off
     * by a limit (stop_reason max_tokens) is not told of here. */
    void (*block_stopped)(void *user, int index, const struct block *block);
    /* So far, in this call. */
    void (*usage)(void *user, const struct model_usage *usage);
    /* Once, later than model_start(), unless it is cancelled before. */
    void (*ended)(void *user, const struct model_end *end);
};

struct model_call;

/* What the request points to may go when it returns. Negative: `ended` will not be called. */
int model_start(uv_loop_t *loop, const struct model_request *request, const struct model_handlers *handlers, void *user,
                struct model_call **ret_call);
/* Not read any more, or again. What has been read is told still. */
void model_pause(struct model_call *call, bool paused);
/* Nothing is called any more. */
void model_cancel(struct model_call *call);

/* GET {url}/v1/models: whether anybody answers, and the first model that is listed. Once, later. */
typedef void (*model_found_fn)(void *user, enum model_failure failure, struct slice first_model);
struct model_look;
int model_look(uv_loop_t *loop, const struct executor_provider *provider, struct slice key, int64_t timeout_ms,
               model_found_fn found, void *user, struct model_look **ret_look);
void model_look_cancel(struct model_look *look);

/* Ends what is kept for the loop between calls, connections above all. To be called before the loop is closed, which
 * then needs one more turn. */
void model_close(uv_loop_t *loop);

/* --- what speaks the formats: no I/O, for tests and fuzzers --- */

struct model_stream; /* reads the body of a streamed answer */

/* The handlers' `ended` is not called by it. */
struct model_stream *model_stream_new(enum executor_provider_format format, const struct model_handlers *handlers,
                                      void *user);
struct model_stream *model_stream_free(struct model_stream *stream);
/* Any pieces. -EPROTO: it is not the protocol; -EREMOTEIO: an error of the provider's, both told by ret_end. 1: it is
 * complete. */
int model_stream_feed(struct model_stream *stream, struct slice bytes, struct model_end *ret_end);
/* The body has ended: fills ret_end, MODEL_CUT where it was too early. */
void model_stream_end(struct model_stream *stream, struct model_end *ret_end);
/* What a status and a body that is no stream mean. `retry_after`: the header, or empty. */
void model_read_error(int status, struct slice retry_after, struct slice body, struct model_end *ret_end);
/* The body of the request: JSON. */
int model_write(struct buf *out, const struct model_request *request);
