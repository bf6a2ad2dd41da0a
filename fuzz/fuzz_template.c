/* Fuzzes texts with fields: the template, a line feed, and the data as JSON. A value is never read as a template, and
 * every line of a value in a fence has a mark. */
#include "daemon/automation/template.h"

#include <errno.h>

#include "base/arena.h"
#include "fuzz.h"
#include "json/read.h"

enum { BYTES = 1 << 20 };

static void expand(struct slice text, const struct template_values *values, bool prompt)
{
    struct buf out = BUF_LIMITED(BYTES);
    char problem[TEMPLATE_PROBLEM_SIZE] = "";
    int r = template_expand(&out, text, values, prompt, problem);
    must(r == 0 || r == -EINVAL || r == -ENOBUFS);
    must((r == -EINVAL) == (problem[0] != '\0'));
    if (r == 0)
        must(!memchr(text.data, '\0', text.size) ? !out.data || !memchr(out.data, '\0', out.size) : true);
    buf_clear(&out);
}

/* The braces of a value stay as they are. */
static void expand_braces(void)
{
    struct buf out = BUF_LIMITED(BYTES);
    char problem[TEMPLATE_PROBLEM_SIZE];
    const struct template_values values = {.rule_name = SLICE("{{run.id}}{{{{"), .run_id = SLICE("no")};
    must(template_expand(&out, SLICE("{{rule.name}}"), &values, true, problem) == 0);
    must(slice_is(buf_slice(&out), "{{run.id}}{{{{"));
    buf_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(BYTES * 4);
    struct slice all = {(const char *)data, size};
    const char *line = size > 0 ? memchr(all.data, '\n', size) : NULL;
    struct slice text = {all.data, line ? (size_t)(line - all.data) : size};
    struct slice rest = {line ? line + 1 : "", line ? size - text.size - 1 : 0};
    struct json_error error;
    yyjson_val *root = NULL;
    char problem[TEMPLATE_PROBLEM_SIZE];
    struct template_values values = {.rule_id = SLICE("auto_1"),
                                     .rule_name = SLICE("rule"),
                                     .run_id = SLICE("run_1"),
                                     .time = SLICE("2026-01-31T12:00:00.000Z")};
    if (rest.size > 0 && json_read(&arena, rest, &root, &error) == 0)
        values.data = root;
    for (int kind = 0; kind <= AUTOMATION_TRIGGER_KIND_MANUAL; kind++)
        (void)template_check(text, &(struct template_fields){.kind = (enum automation_trigger_kind)kind}, problem);
    for (int i = 0; i < 4; i++) {
        values.outside = i & 1;
        expand(text, &values, i & 2);
    }
    expand_braces();
    arena_clear(&arena);
    return 0;
}
