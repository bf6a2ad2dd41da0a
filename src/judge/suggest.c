/* Makes the rule for "similar calls". */
#include <errno.h>

#include "judge/internal.h"

/* Commands of which no argument executes, writes or shows the content of a file. */
static const char *const harmless[][2] = {
    {"ls", NULL},        {"pwd", NULL},        {"echo", NULL},      {"true", NULL},     {"false", NULL},
    {"stat", NULL},      {"du", NULL},         {"df", NULL},        {"wc", NULL},       {"which", NULL},
    {"whoami", NULL},    {"id", NULL},         {"uname", NULL},     {"basename", NULL}, {"dirname", NULL},
    {"seq", NULL},       {"sleep", NULL},      {"realpath", NULL},  {"readlink", NULL}, {"git", "status"},
    {"git", "ls-files"}, {"git", "rev-parse"}, {"git", "describe"}, {"git", "ls-tree"},
};

static size_t harmless_words(const struct judge_part *part)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        if (part->known > 0 && slice_is(part->words[0], harmless[i][0])) {
            if (!harmless[i][1])
                return 1;
            if (part->known > 1 && slice_is(part->words[1], harmless[i][1]))
                return 2;
        }
    }
    return 0;
}

static bool is_one_of(struct slice word, const char *const *names)
{
    while (*names && !slice_is(word, *names))
        names++;
    return *names != NULL;
}

/* A directory whose meaning does not depend on the current one. */
static bool is_plain_place(struct slice name)
{
    if (name.size == 0 || name.data[0] == '-')
        return false;
    for (size_t at = 0; at < name.size;) {
        const char *slash = memchr(name.data + at, '/', name.size - at);
        size_t end = slash ? (size_t)(slash - name.data) : name.size;
        if (slice_is((struct slice){name.data + at, end - at}, ".."))
            return false;
        at = end + 1;
    }
    return true;
}

/* Whether the same words may have another effect the next time: the command changes the working directory of others
 * relative to the current one, executes its input, or has the rights of another user. */
static bool means_others(const struct judge_part *part)
{
    static const char *const moves[] = {"cd", "pushd", "popd", "chdir", NULL};
    static const char *const users[] = {"sudo", "doas", NULL};
    static const char *const interpreters[] = {"python", "python2", "python3", "perl",    "ruby",
                                               "node",   "nodejs",  "php",     "lua",     "tclsh",
                                               "deno",   "bun",     "irb",     "Rscript", NULL};
    if (part->known == 0)
        return false;
    struct slice program = judge_base_name(part->words[0]);
    if (is_one_of(program, moves))
        return !slice_is(part->words[0], "cd") || part->count != 2 || part->known != 2 ||
               !is_plain_place(part->words[1]);
    if (is_one_of(program, users))
        return true;
    if (!is_one_of(program, interpreters))
        return false;
    for (size_t i = 1; i < part->count; i++)
        if (i >= part->known || part->words[i].size == 0 || part->words[i].data[0] != '-')
            return false;
    return true;
}

static int give(struct arena *arena, struct buf *text, struct slice *ret_text)
{
    int r = text->error;
    if (r == 0) {
        *ret_text = arena_copy(arena, buf_slice(text));
        r = ret_text->data ? 0 : -ENOMEM;
    }
    buf_clear(text);
    return r == -ENOBUFS ? -ENOENT : r; /* longer than a rule can be */
}

static int suggest_command(struct arena *arena, const struct judge_part *part, struct slice *ret_command)
{
    struct buf text = BUF_LIMITED(4096);
    size_t words = harmless_words(part), count = words > 0 ? words : part->count;
    if (part->unclear || part->count == 0 || count > part->known || means_others(part))
        return -ENOENT;
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            (void)buf_append_char(&text, ' ');
        (void)judge_word_quote(&text, part->words[i]);
    }
    if (words > 0)
        (void)buf_append_text(&text, " *");
    return give(arena, &text, ret_command);
}

static int suggest_path(struct arena *arena, const struct judge_call *call, struct slice *ret_path)
{
    struct buf text = BUF_LIMITED(4096);
    struct slice path = call->paths[0];
    for (size_t i = 0; i < path.size; i++) {
        if (strchr("*?\\", path.data[i]))
            (void)buf_append_char(&text, '\\');
        (void)buf_append_char(&text, path.data[i]);
    }
    if (call->trees && path.size > 1)
        (void)buf_append_char(&text, '/');
    return give(arena, &text, ret_path);
}

static bool names_one_file(const struct judge_call *call)
{
    for (size_t i = 1; i < call->path_count; i++)
        if (!slice_equal(call->paths[i], call->paths[0]))
            return false;
    return call->path_count > 0;
}

int judge_suggest(struct arena *arena, const struct judge_call *call, struct permission_new_rule *ret_rule)
{
    struct permission_new_rule rule = {.effect = PERMISSION_EFFECT_ALLOW};
    int r = 0;
    struct buf tool = BUF_LIMITED(128);
    if (call->unclear || call->tool.size == 0 || slice_is(call->tool, "Other"))
        return -ENOENT; /* Other is not a tool: a rule for it would allow whatever an agent gives no kind */
    for (size_t i = 0; i < call->tool.size; i++) {
        if (strchr("*?\\", call->tool.data[i]))
            (void)buf_append_char(&tool, '\\');
        (void)buf_append_char(&tool, call->tool.data[i]);
    }
    r = give(arena, &tool, &rule.tool);
    if (r == 0 && call->kind == JUDGE_COMMAND) {
        rule.command_is = FIELD_SET;
        r = call->part_count == 1 && call->path_count == 0 ? suggest_command(arena, call->parts, &rule.command)
                                                           : -ENOENT;
    } else if (r == 0 && call->kind != JUDGE_OTHER) {
        rule.path_is = FIELD_SET;
        r = names_one_file(call) ? suggest_path(arena, call, &rule.path) : -ENOENT;
    }
    /* A command named like a keyword, such as `if`, cannot be in a rule. The path is already resolved. */
    struct permission_rule full = judge_rule_of(&rule);
    if (r == 0 && !judge_rule_matches(&full, (struct slice){0}, &(struct judge_rule_paths){0}, call))
        r = -ENOENT;
    if (r == 0)
        *ret_rule = rule;
    return r;
}

/* --- several rules --- */

static int add(struct judge_rules *made, const struct permission_new_rule *rule)
{
    struct permission_rule whole = judge_rule_of(rule);
    char problem[256];
    whole.id = SLICE("1");
    int r = judge_rules_put(made, &whole, &(struct judge_rule_paths){0}, problem, NULL);
    return r == -EINVAL ? -ENOENT : r;
}

/* The file that the command writes with >: only one, in the working directory, which nobody else executes. It comes
 * first because permission.answer resolves the path of the first rule on a thread. */
static int suggest_file(struct arena *arena, const struct judge_rules *rules, const struct judge_call *call,
                        int64_t now_ms, struct permission_new_rule *ret_rule, size_t *ret_count)
{
    struct permission_new_rule rule = {.effect = PERMISSION_EFFECT_ALLOW, .tool = SLICE("Write"), .path_is = FIELD_SET};
    *ret_count = 0;
    if (judge_rules_allow_paths(rules, call, now_ms))
        return 0;
    for (size_t i = 0; i < call->written; i++)
        if (!slice_equal(call->paths[i], call->paths[0]) || !judge_path_is_inside(call->paths[i], call->cwd) ||
            judge_path_is_run_by_others(call->paths[i], call->cwd))
            return -ENOENT;
    int r = call->written > 0 ? suggest_path(arena, call, &rule.path) : -ENOENT;
    if (r == 0) {
        *ret_rule = rule;
        *ret_count = 1;
    }
    return r;
}

static int suggest_parts(struct arena *arena, const struct judge_rules *rules, const struct judge_call *call,
                         int64_t now_ms, struct judge_rules *made, struct permission_new_rule *ret_rules,
                         size_t *ret_count)
{
    size_t count = 0;
    int r = suggest_file(arena, rules, call, now_ms, ret_rules, &count);
    if (r == 0 && count > 0)
        r = add(made, ret_rules);
    for (size_t i = 0; i < call->part_count && r == 0; i++) {
        struct permission_new_rule rule = {
            .effect = PERMISSION_EFFECT_ALLOW, .tool = call->tool, .command_is = FIELD_SET};
        if (judge_rules_allow_part(rules, made, call, i, now_ms))
            continue;
        r = count == JUDGE_SUGGESTIONS ? -ENOENT : suggest_command(arena, &call->parts[i], &rule.command);
        if (r == 0)
            r = add(made, &rule);
        if (r == 0)
            ret_rules[count++] = rule;
    }
    if (r == 0 && (count == 0 || !judge_rules_allow(rules, made, call, now_ms)))
        r = -ENOENT; /* a file that it reads, or a command named like a keyword */
    *ret_count = r == 0 ? count : 0;
    return r;
}

int judge_suggest_all(struct arena *arena, const struct judge_rules *rules, const struct judge_call *call,
                      int64_t now_ms, struct permission_new_rule ret_rules[static JUDGE_SUGGESTIONS], size_t *ret_count)
{
    if (call->kind != JUDGE_COMMAND || call->unclear) {
        int r = judge_suggest(arena, call, ret_rules);
        *ret_count = r == 0;
        return r;
    }
    struct judge_rules *none = judge_rules_new((struct slice){0}), *made = judge_rules_new((struct slice){0});
    int r =
        !none || !made ? -ENOMEM : suggest_parts(arena, rules ? rules : none, call, now_ms, made, ret_rules, ret_count);
    judge_rules_free(none);
    judge_rules_free(made);
    return r;
}
