/* Writes the transcript of a session as Markdown, or as one page of HTML. Text of agents is untrusted: HTML escapes all
 * of it; in Markdown it cannot end the block that contains it. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "cli/cli.h"
#include "contract/session.h"
#include "contract/task.h"

/* Functions that append the parts of a transcript to `out`, in the order of the events. */
struct export_format {
    const char *name;
    void (*begin)(struct buf *out, const struct session_record *session);
    void (*prompt)(struct buf *out, struct slice text, int64_t at_ms);
    void (*text)(struct buf *out, struct slice text);
    void (*thought)(struct buf *out, struct slice text);
    void (*call)(struct buf *out, struct slice line, struct slice input); /* a call of a tool; its input is JSON */
    void (*result)(struct buf *out, struct slice text, bool failed);
    void (*change)(struct buf *out, struct slice head, struct slice diff); /* of a file; `diff` may be empty */
    void (*note)(struct buf *out, struct slice text, bool bad);
    void (*end)(struct buf *out);
};

extern const struct export_format export_markdown, export_html;

/* Writes to the file, or to standard output if `path` is NULL. If `format` is NULL, the name of the file decides, else
 * Markdown. */
enum cli_exit export_session(struct cli *cli, const char *session_id, const char *format, const char *path);

#define EXPORT_FORMATS "markdown html"
