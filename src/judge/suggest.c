/* The rule that "calls like this one" means. */
#include <errno.h>

#include "judge/internal.h"

/* Commands of which no argument runs something, writes something or shows what is in a file. */
static const char *const harmless[][2] = {
    {"ls", NULL},      {"pwd", NULL},       {"echo", NULL},       {"true", NULL},      {"false", NULL},
    {"stat", NULL},    {"du", NULL},        {"df", NULL},         {"wc", NULL},        {"which", NULL},
    {"whoami", NULL},  {"id", NULL},        {"uname", NULL},      {"basename", NULL},  {"dirname", NULL},
    {"seq", NULL},     {"sleep", NULL},     {"realpath", NULL},   {"readlink", NULL},  {"cd", NULL},
    {"git", "status"}, {"git", "ls-files"}, {"git", "rev-parse"}, {"git", "describe"}, {"git", "ls-tree"},
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

static int give(struct arena *arena, struct buf *text, struct slice *ret_text)
{
    int r = text->error;
    if (r == 0) {
        *ret_text = arena_copy(arena, buf_slice(text));
        r = ret_text->data ? 0 : -ENOMEM;
    }
    buf_clear(text);
    return r == -ENOBUFS ? -ENOENT : r; /* longer than a rule may be */
}

static int suggest_command(struct arena *arena, const struct judge_part *part, struct slice *ret_command)
{
    struct buf text = BUF_LIMITED(4096);
    size_t words = harmless_words(part), count = words > 0 ? words : part->count;
    if (part->unclear || part->count == 0 || count > part->known)
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
    struct buf tool = BUF_LIMITED(256);
    if (call->unclear || call->tool.size == 0)
        return -ENOENT;
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
    if (r == 0 && !judge_rule_matches(&rule, (struct slice){0}, call))
        r = -ENOENT; /* a command named `if`, and the like */
    if (r == 0)
        *ret_rule = rule;
    return r;
}
