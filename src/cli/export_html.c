#include <string.h>

#include "cli/columns.h"
#include "cli/export.h"
#include "cli/text.h"

enum { HARMLESS_BYTES_MAX = 256 << 20, FEW_LINES = 12 };

/* Forbids the page to load or run anything, even if unescaped text gets into it. */
#define POLICY "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

static const char style[] =
    ":root{color-scheme:light "
    "dark;--line:#d0d7de;--soft:#f6f8fa;--dim:#59636e;--bad:#b3261e;--add:#1a7f37;--del:#b3261e;"
    "--mine:#eef4ff}"
    "@media(prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#151b23;--dim:#9198a1;--bad:#ff8f87;--add:#56d364;"
    "--del:#ff8f87;--mine:#16233a}}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}"
    "h1{font-size:1.5rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem "
    "1rem;color:var(--dim)}dd{margin:0}"
    "section{border-top:1px solid var(--line);margin-top:1.5rem;padding-top:.5rem}"
    ".prompt{background:var(--mine);border-radius:.5rem;padding:.7rem 1rem;white-space:pre-wrap}"
    ".text{white-space:pre-wrap;margin:1rem 0}.note{color:var(--dim);font-size:.9rem}.bad{color:var(--bad)}"
    "time{color:var(--dim);font-size:.85rem}details{margin:.6rem 0}summary{cursor:pointer;color:var(--dim)}"
    "summary code{color:inherit}pre{background:var(--soft);border:1px solid "
    "var(--line);border-radius:.4rem;padding:.6rem;"
    "overflow:auto;font:13px/1.45 "
    "ui-monospace,monospace}.add{color:var(--add)}.del{color:var(--del)}.at{color:var(--dim)}";

static void append_escaped(struct buf *out, struct slice text)
{
    struct buf harmless = BUF_LIMITED(HARMLESS_BYTES_MAX);
    columns_append_verbatim(&harmless, text);
    for (size_t i = 0; i < harmless.size; i++) {
        char c = harmless.data[i];
        const char *entity = c == '&'    ? "&amp;"
                             : c == '<'  ? "&lt;"
                             : c == '>'  ? "&gt;"
                             : c == '"'  ? "&quot;"
                             : c == '\'' ? "&#39;"
                                         : NULL;
        if (entity)
            (void)buf_append_text(out, entity);
        else
            (void)buf_append_char(out, c);
    }
    buf_clear(&harmless);
}

static void append_fact(struct buf *out, const char *name, struct slice value)
{
    (void)buf_printf(out, "<dt>%s</dt><dd>", name);
    append_escaped(out, value);
    (void)buf_append_text(out, "</dd>");
}

static struct slice without_newlines_behind(struct slice text)
{
    while (text.size > 0 && text.data[text.size - 1] == '\n')
        text.size--;
    return text;
}

static size_t lines_of(struct slice text)
{
    size_t lines = text.size > 0;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    return lines;
}

/* --- parts --- */

static void begin(struct buf *out, const struct session_record *session)
{
    char created[TEXT_TIME_SIZE];
    struct slice title = session->title_is == FIELD_SET && session->title.size > 0 ? session->title : SLICE("Session");
    text_time(session->created_at, created);
    (void)buf_printf(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"referrer\" content=\"no-referrer\">"
        "<title>",
        POLICY);
    append_escaped(out, title);
    (void)buf_printf(out, "</title><style>%s</style></head>\n<body><h1>", style);
    append_escaped(out, title);
    (void)buf_append_text(out, "</h1><dl>");
    append_fact(out, "session", session->id);
    append_fact(out, "directory", session->cwd);
    if (session->agent_is == FIELD_SET)
        append_fact(out, "agent", session->agent);
    if (session->model_is == FIELD_SET)
        append_fact(out, "model", session->model);
    append_fact(out, "created", slice_of(created));
    (void)buf_append_text(out, "</dl>\n");
}

static void prompt(struct buf *out, struct slice text, int64_t at_ms)
{
    char time[TEXT_TIME_SIZE];
    text_time(at_ms, time);
    (void)buf_printf(out, "<section><time>%s</time><div class=\"prompt\">", time);
    append_escaped(out, without_newlines_behind(text));
    (void)buf_append_text(out, "</div></section>\n");
}

static void text(struct buf *out, struct slice said)
{
    (void)buf_append_text(out, "<div class=\"text\">");
    append_escaped(out, without_newlines_behind(said));
    (void)buf_append_text(out, "</div>\n");
}

static void thought(struct buf *out, struct slice said)
{
    (void)buf_append_text(out, "<details><summary>Thinking</summary><pre>");
    append_escaped(out, said);
    (void)buf_append_text(out, "</pre></details>\n");
}

static void call(struct buf *out, struct slice line, struct slice input)
{
    (void)buf_append_text(out, "<details><summary>Tool <code>");
    append_escaped(out, line);
    (void)buf_append_text(out, "</code></summary><pre>");
    append_escaped(out, input);
    (void)buf_append_text(out, "</pre></details>\n");
}

static void result(struct buf *out, struct slice said, bool failed)
{
    said = without_newlines_behind(said);
    size_t lines = lines_of(said);
    (void)buf_printf(out, "<details%s><summary%s>%s, %zu %s</summary><pre>", lines <= FEW_LINES ? " open" : "",
                     failed ? " class=\"bad\"" : "", failed ? "Failed" : "Result", lines,
                     lines == 1 ? "line" : "lines");
    append_escaped(out, said);
    (void)buf_append_text(out, "</pre></details>\n");
}

static void change(struct buf *out, struct slice head, struct slice diff)
{
    (void)buf_append_text(out, "<details open><summary>Changed <code>");
    append_escaped(out, head);
    (void)buf_append_text(out, "</code></summary><pre>");
    while (diff.size > 0) {
        const char *newline = memchr(diff.data, '\n', diff.size);
        struct slice line = {diff.data, newline ? (size_t)(newline - diff.data) + 1 : diff.size};
        char first = line.data[0];
        const char *kind = first == '+' ? "add" : first == '-' ? "del" : first == '@' ? "at" : NULL;
        if (kind)
            (void)buf_printf(out, "<span class=\"%s\">", kind);
        append_escaped(out, line);
        (void)buf_append_text(out, kind ? "</span>" : "");
        diff = (struct slice){diff.data + line.size, diff.size - line.size};
    }
    (void)buf_append_text(out, "</pre></details>\n");
}

static void note(struct buf *out, struct slice said, bool bad)
{
    (void)buf_printf(out, "<p class=\"note%s\">", bad ? " bad" : "");
    append_escaped(out, said);
    (void)buf_append_text(out, "</p>\n");
}

static void end(struct buf *out)
{
    (void)buf_append_text(out, "</body></html>\n");
}

const struct export_format export_html = {
    .name = "html",
    .begin = begin,
    .prompt = prompt,
    .text = text,
    .thought = thought,
    .call = call,
    .result = result,
    .change = change,
    .note = note,
    .end = end,
};
