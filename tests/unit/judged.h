/* Calls and rules for the tests of src/judge. */
#pragma once

#include <stdlib.h>

#include "judge/internal.h"
#include "unit/check.h"

enum { JUDGED_ARENA = 64 << 20 };

#define JUDGED_CWD "/nonexistent/work"
#define JUDGED_HOME "/nonexistent/home"

/* `input` is JSON. */
static inline struct judge_call judged_call(struct arena *arena, const char *tool, const char *input, const char *cwd)
{
    struct judge_call call;
    struct json_any any = {.text = slice_of(input)};
    assert_int_equal(
        judge_read(arena, slice_of(tool), &any, slice_of(cwd), SLICE(JUDGED_HOME), SLICE("s1"), true, &call), 0);
    return call;
}

static inline struct judge_call judged_command(struct arena *arena, struct slice command)
{
    struct buf input = BUF_LIMITED(16 << 20);
    (void)buf_append_text(&input, "{\"command\":\"");
    for (size_t i = 0; i < command.size; i++) {
        unsigned char c = (unsigned char)command.data[i];
        if (c < 0x20 || c == '"' || c == '\\')
            (void)buf_printf(&input, "\\u%04x", c);
        else
            (void)buf_append_char(&input, (char)c);
    }
    (void)buf_append_text(&input, "\"}");
    (void)buf_terminate(&input);
    struct judge_call call = judged_call(arena, "Bash", input.data, JUDGED_CWD);
    buf_clear(&input);
    return call;
}

static inline struct permission_rule judged_rule(const char *id, enum permission_effect effect, const char *tool,
                                                 const char *path, const char *command)
{
    return (struct permission_rule){.id = slice_of(id),
                                    .effect = effect,
                                    .tool = slice_of(tool),
                                    .path = slice_of(path),
                                    .path_is = path ? FIELD_SET : FIELD_ABSENT,
                                    .command = slice_of(command),
                                    .command_is = command ? FIELD_SET : FIELD_ABSENT};
}

static inline void judged_add(struct judge_rules *rules, struct permission_rule rule)
{
    char problem[256];
    int r = judge_rules_add(rules, &rule, problem);
    if (r < 0)
        print_error("%.*s: %s\n", SLICE_ARG(rule.id), problem);
    assert_int_equal(r, 0);
}
