/* Decides about permissions by the mode and by rules; nobody can be asked. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "agent/runtime/runtime.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "judge/judge.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

enum { FILE_MAX_BYTES = 4 << 20, MEMORY_MAX_BYTES = 128 << 20, JUDGE_MAX_BYTES = 256 << 20 };

/* --- rules --- */

static int add_rule(struct runtime *runtime, size_t number, const struct permission_new_rule *new,
                    char problem[static 256])
{
    char id[32];
    (void)snprintf(id, sizeof id, "%zu", number);
    struct permission_rule rule = judge_rule_of(new);
    rule.id = slice_of(id);
    rule.session_id_is = FIELD_ABSENT;
    return judge_rules_add(runtime->rules, &rule, problem);
}

static int add_rules(struct runtime *runtime, yyjson_val *list, char problem[static 600])
{
    struct arena arena = ARENA_LIMITED(MEMORY_MAX_BYTES);
    int r = yyjson_is_arr(list) ? 0 : -EINVAL;
    if (r < 0)
        (void)snprintf(problem, 600, "not an array of rules");
    for (size_t i = 0; r == 0 && i < yyjson_arr_size(list); i++) {
        struct permission_new_rule rule;
        struct decode_error error = {0};
        char why[256] = "", name[32];
        (void)snprintf(name, sizeof name, "[%zu]", i);
        r = json_decode(&arena, &permission_new_rule_shape, yyjson_arr_get(list, i), name, &rule, &error);
        if (r == -EINVAL)
            (void)snprintf(problem, 600, "%s %s", error.path, error.message);
        if (r == 0) {
            r = add_rule(runtime, i, &rule, why);
            if (r < 0)
                (void)snprintf(problem, 600, "%s: %s", name, why);
        }
    }
    arena_clear(&arena);
    return r;
}

static int read_file(const char *path, struct buf *text)
{
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    for (;;) {
        char *room = buf_room(text, 4096);
        ssize_t n = room ? read(fd, room, 4096) : -1;
        if (n <= 0)
            return !room ? -EFBIG : n < 0 ? -errno : 0;
        text->size += (size_t)n;
    }
}

int runtime_read_rules(struct runtime *runtime)
{
    const char *path = runtime->options.rules;
    struct buf text = BUF_LIMITED(FILE_MAX_BYTES);
    struct json_large *parsed = NULL;
    struct json_error error = {0};
    char problem[600] = "";
    runtime->rules = judge_rules_new(slice_of(runtime->home));
    if (!runtime->rules)
        return -ENOMEM;
    if (!path)
        return 0;
    int r = read_file(path, &text);
    if (r == 0) {
        r = json_read_commented(MEMORY_MAX_BYTES, buf_slice(&text), &parsed, &error);
        if (r == -EINVAL)
            (void)snprintf(problem, sizeof problem, "%s at byte %zu", error.message, error.offset);
    }
    if (r == 0)
        r = add_rules(runtime, json_large_root(parsed), problem);
    if (r < 0)
        (void)fprintf(stderr, "weir-agent: %s: %s\n", path, problem[0] ? problem : strerror(-r));
    json_large_free(parsed);
    buf_clear(&text);
    return r;
}

/* --- tool calls --- */

/* The same order as in the daemon: rules that deny, the mode `plan`, `bypassPermissions`, rules that allow, other
 * modes. */
static enum judge_verdict decide(const struct runtime *runtime, const struct judge_call *call, struct slice *ret_rule)
{
    enum judge_verdict by_rule = judge_rules_ask(runtime->rules, call, clock_epoch_ms(), ret_rule);
    enum judge_verdict by_mode = judge_mode(runtime->options.mode, call);
    if (by_rule == JUDGE_DENY || (by_rule == JUDGE_ALLOW && by_mode == JUDGE_NOTHING))
        return by_rule;
    ret_rule->size = 0;
    return by_mode;
}

/* Names the rule that would allow the call. */
static void explain(const struct runtime *runtime, struct arena *arena, const struct judge_call *call,
                    enum judge_verdict verdict, struct slice rule, struct buf *out)
{
    struct slice mode = session_permission_mode_shape.of.words.items[runtime->options.mode];
    struct permission_new_rule suggested;
    if (verdict == JUDGE_DENY && rule.size > 0) {
        (void)buf_printf(out, "rule [%.*s] of %s denies it", SLICE_ARG(rule), runtime->options.rules);
        return;
    }
    if (verdict == JUDGE_DENY) {
        (void)buf_printf(out, "the permission mode %.*s denies it", SLICE_ARG(mode));
        return;
    }
    (void)buf_printf(out, "the permission mode %.*s asks a person, which is not possible here", SLICE_ARG(mode));
    if (judge_suggest(arena, call, &suggested) < 0)
        return;
    (void)buf_append_text(out, "; to allow it, add this rule to the file of --rules: ");
    suggested.effect = PERMISSION_EFFECT_ALLOW;
    (void)json_encode(out, &permission_new_rule_shape, &suggested);
}

int runtime_work_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered)
{
    struct runtime_work *work = host;
    struct runtime *runtime = work->runtime;
    struct arena arena = ARENA_LIMITED(JUDGE_MAX_BYTES);
    struct buf why = BUF_LIMITED(64 << 10);
    struct judge_call call;
    struct slice rule = {0};
    struct json_error error;
    yyjson_val *value = NULL;
    int r = json_read(&arena, input, &value, &error);
    if (r == 0)
        r = judge_read(&arena, tool, &(struct json_any){.value = value}, slice_of(runtime->cwd),
                       slice_of(runtime->home), SLICE(""), true, &call);
    if (r == 0) {
        enum judge_verdict verdict = decide(runtime, &call, &rule);
        if (verdict != JUDGE_ALLOW)
            explain(runtime, &arena, &call, verdict, rule, &why);
        answered(work->agent, verdict == JUDGE_ALLOW, why.error ? SLICE("refused") : buf_slice(&why), SLICE(""));
    }
    buf_clear(&why);
    arena_clear(&arena);
    return r;
}
