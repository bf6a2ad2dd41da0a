/* Shared by the parsers of both formats: one response of a model, made of growing blocks. All input is untrusted. */
#pragma once

#include <stdint.h>
#include <yyjson.h>

#include "agent/model.h"
#include "base/arena.h"
#include "base/sse.h"

enum {
    STREAM_BLOCKS_MAX = 512,
    STREAM_BLOCK_MAX = 8 << 20,    /* bytes of one block */
    STREAM_MESSAGE_MAX = 32 << 20, /* of all blocks */
    STREAM_EVENT_MAX = 24 << 20,   /* of one event, as JSON */
    STREAM_DOCUMENT_MAX = 128 << 20,
    STREAM_WORD_MAX = 256, /* of an id or a name */
    STREAM_CALLS_MAX = 128,
};

struct stream_block {
    enum block_kind kind;
    enum { STREAM_OPEN, STREAM_STOPPED, STREAM_IGNORED } state;
    struct buf text, signature;
    char id[STREAM_WORD_MAX + 1], name[STREAM_WORD_MAX + 1];
};

/* A tool call in OpenAI's format. */
struct stream_call {
    int64_t index; /* from the provider; -1: none */
    int block;     /* -1: it has no name so far */
    char id[STREAM_WORD_MAX + 1];
};

struct model_stream {
    enum executor_provider_format format;
    struct model_handlers handlers;
    void *user;
    struct sse sse;
    struct arena arena; /* the parsed event */
    struct buf mended;  /* an event after repair */
    struct model_end end;
    int state; /* 0: in progress; 1: complete; negative: failed */
    bool muted;
    bool started;
    int broken; /* the block whose input is not JSON, valid only if a limit cut it off; or -1 */
    struct stream_block *blocks[STREAM_BLOCKS_MAX];
    int block_count;
    size_t bytes;
    /* For OpenAI's format: */
    int growing;   /* the open block of text or thinking, or -1 */
    bool finished; /* a finish_reason was received */
    struct stream_call calls[STREAM_CALLS_MAX];
    int call_count;
};

/* Handle one event of each format. Return values as of model_stream_feed(). */
int anthropic_read(struct model_stream *stream, yyjson_val *event);
int openai_read(struct model_stream *stream, yyjson_val *event);
/* Called at [DONE], or at the end of the stream after a finish_reason. */
int openai_end(struct model_stream *stream);

/* --- for the parsers --- */

/* Returns -EPROTO and stores the message. */
int stream_malformed(struct model_stream *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns -EREMOTEIO and stores the provider's message. */
int stream_refused(struct model_stream *stream, yyjson_val *event);

/* Only the first call has an effect. */
void stream_begin(struct model_stream *stream, struct slice id, struct slice model);
int stream_open(struct model_stream *stream, int64_t index, enum block_kind kind, struct slice id, struct slice name);
/* Opens a block of an unknown type, whose content is ignored. */
int stream_ignore(struct model_stream *stream, int64_t index);
/* Returns NULL if the block is not open. An ignored block is open. */
struct stream_block *stream_find(struct model_stream *stream, int64_t index);
int stream_add(struct model_stream *stream, int index, struct slice text);
int stream_sign(struct model_stream *stream, int index, struct slice text);
int stream_stop(struct model_stream *stream, int index);
void stream_tell_usage(struct model_stream *stream);
/* `reason` is a provider's word, translated to Anthropic's. */
void stream_set_reason(struct model_stream *stream, struct slice reason);
int stream_complete(struct model_stream *stream);

/* Returns the string in this member; empty if there is none. */
struct slice stream_string(yyjson_val *object, const char *name);
/* Replaces *count if the member is a valid number of tokens. */
void stream_count(yyjson_val *object, const char *name, int64_t *count);

/* --- endpoint.c: errors --- */

/* Interprets an error object. `status` is 200 for an error in a stream. Fills failure, message and status. */
void error_read(yyjson_val *root, int status, struct model_end *ret_end);
/* Writes one line of plain text, truncated at a character boundary. */
void error_copy(char *to, size_t size, struct slice text);
