/* What both formats' readers stand on: one answer of a model, made of blocks that grow. Every byte of it is a
 * stranger's. */
#pragma once

#include <stdint.h>
#include <yyjson.h>

#include "agent/model.h"
#include "agent/sse.h"
#include "base/arena.h"

enum {
    STREAM_BLOCKS_MAX = 512,
    STREAM_BLOCK_MAX = 8 << 20,    /* bytes of one block */
    STREAM_MESSAGE_MAX = 32 << 20, /* of all of them */
    STREAM_EVENT_MAX = 24 << 20,   /* of one event, as JSON */
    STREAM_DOCUMENT_MAX = 128 << 20,
    STREAM_WORD_MAX = 256, /* of an id, of a name */
    STREAM_CALLS_MAX = 128,
};

struct stream_block {
    enum block_kind kind;
    enum { STREAM_OPEN, STREAM_STOPPED, STREAM_IGNORED } state;
    struct buf text, signature;
    char id[STREAM_WORD_MAX + 1], name[STREAM_WORD_MAX + 1];
};

/* A call of a tool, in OpenAI's format. */
struct stream_call {
    int64_t index; /* that the provider gives it; -1: none */
    int block;     /* -1: it has no name yet */
    char id[STREAM_WORD_MAX + 1];
};

struct model_stream {
    enum executor_provider_format format;
    struct model_handlers handlers;
    void *user;
    struct sse sse;
    struct arena arena; /* the document of one event */
    struct buf mended;  /* an event that was no JSON, made so */
    struct model_end end;
    int state; /* 0: goes on; 1: complete; negative: failed */
    bool muted;
    bool started;
    int broken; /* the block whose input is no JSON, which is well only where the answer was cut off by a limit; or -1
                 */
    struct stream_block *blocks[STREAM_BLOCKS_MAX];
    int block_count;
    size_t bytes;
    /* OpenAI's: */
    int growing;   /* the block of text or thinking that goes on, or -1 */
    bool finished; /* a finish_reason has come */
    struct stream_call calls[STREAM_CALLS_MAX];
    int call_count;
};

/* An event of each format. What model_stream_feed() answers. */
int anthropic_read(struct model_stream *stream, yyjson_val *event);
int openai_read(struct model_stream *stream, yyjson_val *event);
/* [DONE] has come, or the end behind a finish_reason. */
int openai_end(struct model_stream *stream);

/* --- for those two --- */

/* -EPROTO, with a sentence about what is not the protocol. */
int stream_malformed(struct model_stream *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* -EREMOTEIO, with what the provider says. */
int stream_refused(struct model_stream *stream, yyjson_val *event);

/* Once; later ones are ignored. */
void stream_begin(struct model_stream *stream, struct slice id, struct slice model);
int stream_open(struct model_stream *stream, int64_t index, enum block_kind kind, struct slice id, struct slice name);
/* A block of a kind that is not known: whatever comes for it is passed over. */
int stream_ignore(struct model_stream *stream, int64_t index);
/* NULL: it is not open. One that is ignored is open. */
struct stream_block *stream_find(struct model_stream *stream, int64_t index);
int stream_add(struct model_stream *stream, int index, struct slice text);
int stream_sign(struct model_stream *stream, int index, struct slice text);
int stream_stop(struct model_stream *stream, int index);
void stream_tell_usage(struct model_stream *stream);
/* A word of the provider's, mapped already. */
void stream_set_reason(struct model_stream *stream, struct slice reason);
int stream_complete(struct model_stream *stream);

/* The string that an object has there; empty where it has none. */
struct slice stream_string(yyjson_val *object, const char *name);
/* A number of tokens that it has there, replaces *count. */
void stream_count(yyjson_val *object, const char *name, int64_t *count);

/* --- error.c --- */

/* What an error object means. `status`: 200 where it came in a stream. Fills failure, message and status. */
void error_read(yyjson_val *root, int status, struct model_end *ret_end);
/* One line of plain text, whole characters; what does not fit is cut off. */
void error_copy(char *to, size_t size, struct slice text);
