/* What was said between a person, a model and its tools, as models want it: messages of blocks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

enum block_kind {
    BLOCK_TEXT,
    BLOCK_THINKING,          /* text and signature */
    BLOCK_REDACTED_THINKING, /* text is the sealed data */
    BLOCK_IMAGE,             /* text is base64, mime */
    BLOCK_TOOL_USE,          /* id, name, input */
    BLOCK_TOOL_RESULT,       /* id, name, text, is_error; image and mime where it is one */
};

/* All slices point into one block of memory of its own. */
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
    size_t bytes; /* of all texts, for an estimate of tokens; a picture counts as CONVERSATION_IMAGE_BYTES */
};

/* What a picture costs a model has nothing to do with its bytes. */
enum { CONVERSATION_IMAGE_BYTES = 6400 };

/* The result of a call that never got one. */
#define CONVERSATION_INTERRUPTED "This call was interrupted, and it is not known what it has done."

/* A copy in one block of memory; its `next` is NULL. */
struct block *block_new(const struct block *block);
struct block *block_free(struct block *block);
size_t block_bytes(const struct block *block);

void conversation_init(struct conversation *conversation);
void conversation_clear(struct conversation *conversation);
/* Adds to the last message where that is by the same, since two in a row are not allowed; else begins one. Copies. */
int conversation_add(struct conversation *conversation, int by, const struct block *block);
int conversation_add_text(struct conversation *conversation, int by, struct slice text);
/* The same for a block that is on the heap already. Takes it. Only -ENOMEM, and then it is freed. */
int conversation_take(struct conversation *conversation, int by, struct block *block);
/* The last message, or NULL. */
struct said *conversation_last(const struct conversation *conversation);
/* Leaves only the newest `count` messages, behind one of the user's that says this. */
int conversation_cut(struct conversation *conversation, size_t count, struct slice text);
/* Makes it fit for a provider: every tool_use has its tool_result (one that says "was interrupted" where there is
 * none), right behind it and in the same order; every tool_result its tool_use; it begins with the user. */
int conversation_mend(struct conversation *conversation);
