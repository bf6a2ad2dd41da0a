/* A conversation between a user, a model and its tools, in the form of model APIs: messages of blocks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

enum block_kind {
    BLOCK_TEXT,
    BLOCK_THINKING,          /* text and signature */
    BLOCK_REDACTED_THINKING, /* text is the encrypted data */
    BLOCK_IMAGE,             /* text is base64, mime */
    BLOCK_TOOL_USE,          /* id, name, input */
    BLOCK_TOOL_RESULT,       /* id, name, text, is_error; image and mime if the result is an image */
};

/* All slices point into the same allocation. */
struct block {
    struct block *next;
    enum block_kind kind;
    struct slice text;
    struct slice signature;
    struct slice id, name;
    struct slice input; /* JSON text of an object */
    struct slice image, mime;
    bool is_error;
};

struct said {
    struct said *next;
    enum { SAID_BY_USER, SAID_BY_ASSISTANT } by;
    struct block *blocks, **end;
};

struct conversation {
    struct said *first, **end;
    size_t count; /* of messages */
    size_t bytes; /* of all texts, to estimate tokens; an image counts as CONVERSATION_IMAGE_BYTES */
};

/* The token cost of an image does not depend on its size in bytes. */
enum { CONVERSATION_IMAGE_BYTES = 6400 };

/* Replaces the missing result of a call. */
#define CONVERSATION_INTERRUPTED "This call was interrupted; its effects are unknown."

/* Returns a copy in one allocation; its `next` is NULL. */
struct block *block_new(const struct block *block);
struct block *block_free(struct block *block);
size_t block_bytes(const struct block *block);

void conversation_init(struct conversation *conversation);
void conversation_clear(struct conversation *conversation);
/* Copies the block to the last message if that is by the same side, because APIs reject two in a row; otherwise begins
 * a message. */
int conversation_add(struct conversation *conversation, int by, const struct block *block);
int conversation_add_text(struct conversation *conversation, int by, struct slice text);
/* The same for a block on the heap. Takes it. Fails only with -ENOMEM, and frees it then. */
int conversation_take(struct conversation *conversation, int by, struct block *block);
struct said *conversation_last(const struct conversation *conversation);
/* Keeps only the newest `count` messages, after a user message with this text. */
int conversation_cut(struct conversation *conversation, size_t count, struct slice text);
/* Makes the conversation valid for APIs: every tool_use is followed by its tool_result (or one that says it was
 * interrupted), in the same order; every tool_result has its tool_use; the user speaks first. */
int conversation_mend(struct conversation *conversation);
