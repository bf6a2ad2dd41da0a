/* The transcript of a session as a file: Markdown, or one page of HTML that needs nothing else. What agents said is
 * hostile: in HTML all of it is escaped, in Markdown nothing of it ends the block that it stands in. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "cli/cli.h"
#include "contract/session.h"
#include "contract/task.h"

/* What a transcript is made of, in the order in which it happened. All append to `out`. */
struct export_format {
    const char *name;
    void (*begin)(struct buf *out, const struct session_record *session);
    void (*prompt)(struct buf *out, struct slice text, int64_t at_ms);
    void (*text)(struct buf *out, struct slice text);
    void (*thought)(struct buf *out, struct slice text);
    void (*call)(struct buf *out, struct slice line, struct slice input); /* a tool; its input is JSON */
    void (*result)(struct buf *out, struct slice text, bool failed);
    void (*change)(struct buf *out, struct slice head, struct slice diff); /* of a file; the diff may be empty */
    void (*note)(struct buf *out, struct slice text, bool bad);
    void (*end)(struct buf *out);
};

extern const struct export_format export_markdown, export_html;

/* Writes it to the file, or to the standard output where `path` is NULL. `format` may be NULL: what the file's name
 * says, else Markdown. */
enum cli_exit export_session(struct cli *cli, const char *session_id, const char *format, const char *path);

/* Options of the commands that do it. */
#define EXPORT_FORMATS "markdown html"
