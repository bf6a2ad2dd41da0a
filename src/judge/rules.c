/* A set of rules. Rules for the same tool and first word share a hash chain, so that a call is compared only with rules
 * that may match it. */
#include <errno.h>
#include <stdlib.h>

#include "judge/internal.h"

enum { CHAINS = 4096, PLACES_BYTES = 1 << 20 };

struct judge_rules {
    struct slice home;
    struct judge_rule **all; /* in the order of addition */
    size_t count, room;
    size_t denying;
    size_t sought, lost;               /* open rules by state */
    struct judge_rule *chains[CHAINS]; /* by tool and first word */
    struct judge_rule *general;        /* rules whose tool is a pattern */
};

/* --- storing --- */

static size_t chain_of(struct slice tool, struct slice first)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < tool.size; i++)
        hash = (hash ^ (unsigned char)tool.data[i]) * 0x100000001b3;
    hash = (hash ^ 0xff) * 0x100000001b3; /* a byte that is in no text */
    for (size_t i = 0; i < first.size; i++)
        hash = (hash ^ (unsigned char)first.data[i]) * 0x100000001b3;
    return (size_t)(hash ^ hash >> 32) % CHAINS;
}

static struct judge_rule **head_of(struct judge_rules *rules, const struct judge_rule *rule)
{
    return rule->name.size == 0 ? &rules->general : &rules->chains[chain_of(rule->name, rule->first)];
}

struct judge_rules *judge_rules_new(struct slice home)
{
    struct judge_rules *rules = calloc(1, sizeof *rules);
    char *copy = malloc(home.size + 1);
    if (!rules || !copy) {
        free(rules);
        free(copy);
        return NULL;
    }
    slice_copy(copy, home);
    rules->home = (struct slice){copy, home.size};
    return rules;
}

struct judge_rules *judge_rules_free(struct judge_rules *rules)
{
    if (!rules)
        return NULL;
    for (size_t i = 0; i < rules->count; i++)
        judge_rule_free(rules->all[i]);
    free(rules->all);
    free((char *)rules->home.data);
    free(rules);
    return NULL;
}

static int make_room(struct judge_rules *rules)
{
    if (rules->count < rules->room)
        return 0;
    size_t room = rules->room ? 2 * rules->room : 64;
    struct judge_rule **all = reallocarray(rules->all, room, sizeof(struct judge_rule *));
    if (!all)
        return -ENOMEM;
    rules->all = all;
    rules->room = room;
    return 0;
}

static void count(struct judge_rules *rules, const struct judge_rule *rule, bool is_there)
{
    size_t *counts[] = {&rules->denying, &rules->sought, &rules->lost};
    bool of[] = {rule->effect == PERMISSION_EFFECT_DENY, rule->state == JUDGE_RULE_SOUGHT,
                 rule->state == JUDGE_RULE_LOST};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        *counts[i] += of[i] ? (is_there ? 1 : SIZE_MAX) : 0;
}

int judge_rules_put(struct judge_rules *rules, const struct permission_rule *rule,
                    const struct judge_rule_paths *rule_paths, char problem[static 256], struct judge_rule **ret_rule)
{
    struct judge_rule *made;
    int r = make_room(rules);
    if (r == 0)
        r = judge_rule_new(rule, rules->home, rule_paths, problem, &made);
    if (r < 0)
        return r;
    struct judge_rule **head = head_of(rules, made);
    made->next = *head;
    *head = made;
    rules->all[rules->count++] = made;
    count(rules, made, true);
    if (ret_rule)
        *ret_rule = made;
    return 0;
}

int judge_rules_add(struct judge_rules *rules, const struct permission_rule *rule, char problem[static 256])
{
    struct arena arena = ARENA_LIMITED(PLACES_BYTES);
    struct judge_rule_paths rule_paths;
    struct slice unknown;
    int r = judge_rule_check(rule, rules->home, NULL, problem); /* report errors of the text first */
    if (r == 0)
        r = judge_rule_follow(&arena, rule, rules->home, true, problem, &rule_paths, &unknown);
    if (r == 0)
        r = judge_rules_put(rules, rule, &rule_paths, problem, NULL);
    arena_clear(&arena);
    return r;
}

int judge_rules_settle(struct judge_rules *rules, struct judge_rule *rule, const struct permission_rule *source,
                       const struct judge_rule_paths *rule_paths, char problem[static 256])
{
    struct judge_rule *made;
    int r = judge_rule_new(source, rules->home, rule_paths, problem, &made);
    if (r < 0)
        return r;
    count(rules, rule, false);
    judge_rule_take_places(rule, made);
    count(rules, rule, true);
    judge_rule_free(made);
    return 0;
}

void judge_rules_give_up(struct judge_rules *rules, struct judge_rule *rule)
{
    if (rule->state != JUDGE_RULE_SOUGHT)
        return;
    count(rules, rule, false);
    rule->state = JUDGE_RULE_LOST;
    count(rules, rule, true);
}

int judge_rules_remove(struct judge_rules *rules, struct slice id)
{
    size_t i = 0;
    while (i < rules->count && !slice_equal(rules->all[i]->id, id))
        i++;
    if (i == rules->count)
        return -ENOENT;
    struct judge_rule *rule = rules->all[i];
    struct judge_rule **link = head_of(rules, rule);
    while (*link != rule)
        link = &(*link)->next;
    *link = rule->next;
    memmove(rules->all + i, rules->all + i + 1, (rules->count - i - 1) * sizeof(struct judge_rule *));
    rules->count--;
    count(rules, rule, false);
    judge_rule_free(rule);
    return 0;
}

size_t judge_rules_count(const struct judge_rules *rules)
{
    return rules->count;
}

/* --- asking --- */

/* A search: for a rule with this effect for this tool, and for the whole call, a part or a path. */
struct question {
    const struct judge_call *call;
    int64_t now_ms;
    enum permission_effect effect;
    struct slice tool;
    const struct judge_part *part;
    const struct slice *path;
    bool anything; /* any rule for the tool, whatever it matches */
    /* If not KNOWN: an open rule in this state that may turn out to match. */
    enum judge_state state;
    const struct judge_rules *more; /* further rules to include; or NULL */
};

/* An open deny rule counts as written; an open allow rule is ignored. */
static bool is_asked(const struct judge_rule *rule, const struct question *question)
{
    if (question->state != JUDGE_RULE_KNOWN)
        return rule->state == question->state;
    return rule->state == JUDGE_RULE_KNOWN || rule->effect == PERMISSION_EFFECT_DENY;
}

static bool answers(const struct judge_rule *rule, const struct question *question)
{
    bool open = question->state != JUDGE_RULE_KNOWN;
    if (rule->effect != question->effect || !is_asked(rule, question) ||
        !judge_rule_counts(rule, question->call, question->now_ms, open) ||
        !judge_pattern_matches(rule->tool, question->tool))
        return false;
    if (question->anything)
        return true;
    switch (rule->about) {
    case JUDGE_ABOUT_TOOL:
        /* A command that writes a file is not a call of Write. A rule that denies Write applies to it anyway; allowing
         * the file is equivalent to naming it. */
        return true;
    case JUDGE_ABOUT_COMMAND:
        return question->part && judge_rule_fits_part(rule, question->part);
    case JUDGE_ABOUT_PATH:
        return question->path &&
               ((open && rule->path_open) || judge_rule_fits_path(rule, *question->path, question->call));
    }
    return false;
}

static const struct judge_rule *look_along(const struct judge_rule *rule, const struct question *question)
{
    while (rule && !answers(rule, question))
        rule = rule->next;
    return rule;
}

static const struct judge_rule *look_at_all(const struct judge_rules *rules, const struct question *question)
{
    for (size_t i = 0; i < rules->count; i++)
        if (answers(rules->all[i], question))
            return rules->all[i];
    return NULL;
}

static const struct judge_rule *find_in(const struct judge_rules *rules, const struct question *question)
{
    bool denies = question->effect == PERMISSION_EFFECT_DENY;
    if (denies && rules->denying == 0)
        return NULL;
    if (question->anything || question->state != JUDGE_RULE_KNOWN ||
        (denies && question->part && question->part->known == 0))
        return look_at_all(rules, question); /* any of them may match */
    const struct judge_rule *found = look_along(rules->chains[chain_of(question->tool, (struct slice){0})], question);
    if (!found && question->part && question->part->known > 0) {
        struct slice first = question->part->words[0], base = judge_base_name(first);
        if (first.size > 0)
            found = look_along(rules->chains[chain_of(question->tool, first)], question);
        if (!found && denies && base.size > 0 && base.size < first.size)
            found = look_along(rules->chains[chain_of(question->tool, base)], question);
    }
    return found ? found : look_along(rules->general, question);
}

static const struct judge_rule *find(const struct judge_rules *rules, const struct question *question)
{
    const struct judge_rule *found = find_in(rules, question);
    return found || !question->more ? found : find_in(question->more, question);
}

static struct slice tool_for(const struct judge_call *call, size_t path)
{
    if (call->kind != JUDGE_COMMAND)
        return call->tool;
    return path < call->written ? SLICE("Write") : SLICE("Read");
}

/* Searches for the whole call, or for any part or path of it. */
static const struct judge_rule *find_any(const struct judge_rules *rules, struct question question)
{
    const struct judge_call *call = question.call;
    question.anything = call->unclear;
    const struct judge_rule *found = find(rules, &question);
    question.anything = false;
    for (size_t i = 0; i < call->part_count && !found; i++) {
        question.part = &call->parts[i];
        found = find(rules, &question);
    }
    question.part = NULL;
    for (size_t i = 0; i < call->path_count && !found; i++) {
        question.path = &call->paths[i];
        question.tool = tool_for(call, i);
        found = find(rules, &question);
    }
    return found;
}

/* NULL: one of the paths is not allowed, or no path needs a rule. */
static const struct judge_rule *find_allowing_paths(const struct judge_rules *rules, struct question question)
{
    const struct judge_call *call = question.call;
    const struct judge_rule *first = NULL;
    for (size_t i = 0; i < call->path_count; i++) {
        question.path = &call->paths[i];
        question.tool = tool_for(call, i);
        const struct judge_rule *found = find(rules, &question);
        if (!found && (i < call->written || !judge_path_is_inside(call->paths[i], call->cwd)))
            return NULL;
        first = first ? first : found;
    }
    return first;
}

static bool needs_no_path(const struct judge_call *call)
{
    for (size_t i = 0; i < call->path_count; i++)
        if (i < call->written || !judge_path_is_inside(call->paths[i], call->cwd))
            return false;
    return true;
}

/* Whether the command is a cd to the current directory, which needs no rule. */
static bool stays(const struct judge_part *part, struct slice cwd)
{
    if (part->unclear || part->count != 2 || part->known != 2 || !slice_is(part->words[0], "cd"))
        return false;
    struct slice place = part->words[1];
    while (place.size > 1 && place.data[place.size - 1] == '/')
        place.size--;
    return slice_is(place, ".") || slice_equal(place, cwd);
}

static const struct judge_rule *find_allowing(const struct judge_rules *rules, struct question question)
{
    const struct judge_call *call = question.call;
    question.effect = PERMISSION_EFFECT_ALLOW;
    const struct judge_rule *found = find(rules, &question), *first = NULL;
    if (found || call->unclear)
        return found;
    if (call->kind != JUDGE_COMMAND)
        return find_allowing_paths(rules, question);
    for (size_t i = 0; i < call->part_count; i++) {
        question.part = &call->parts[i];
        found = find(rules, &question);
        if (!found && !stays(question.part, call->cwd))
            return NULL;
        first = first ? first : found;
    }
    question.part = NULL;
    return needs_no_path(call) || find_allowing_paths(rules, question) ? first : NULL;
}

/* Searches the rules whose paths are not resolved yet. */
static const struct judge_rule *find_open(const struct judge_rules *rules, struct question question,
                                          enum permission_effect effect, enum judge_state state)
{
    if ((state == JUDGE_RULE_SOUGHT ? rules->sought : rules->lost) == 0)
        return NULL;
    question.effect = effect;
    question.state = state;
    return find_any(rules, question);
}

enum judge_verdict judge_rules_ask(const struct judge_rules *rules, const struct judge_call *call, int64_t now_ms,
                                   struct slice *ret_id)
{
    struct question question = {.call = call, .now_ms = now_ms, .tool = call->tool, .effect = PERMISSION_EFFECT_DENY};
    const struct judge_rule *found = find_any(rules, question);
    enum judge_verdict verdict = JUDGE_DENY;
    if (!found) {
        found = find_open(rules, question, PERMISSION_EFFECT_DENY, JUDGE_RULE_SOUGHT);
        verdict = JUDGE_MAY_DENY;
    }
    if (!found) {
        found = find_open(rules, question, PERMISSION_EFFECT_DENY, JUDGE_RULE_LOST);
        verdict = JUDGE_UNKNOWN;
    }
    if (!found) {
        found = find_allowing(rules, question);
        verdict = JUDGE_ALLOW;
    }
    if (!found) {
        found = find_open(rules, question, PERMISSION_EFFECT_ALLOW, JUDGE_RULE_SOUGHT);
        verdict = JUDGE_MAY_ALLOW;
    }
    if (!found)
        return JUDGE_NOTHING;
    *ret_id = found->id;
    return verdict;
}

bool judge_rules_outdated(const struct judge_rules *rules, const struct judge_call *call, int64_t now_ms,
                          struct slice *ret_definition)
{
    for (size_t i = rules->count; i > 0; i--) {
        const struct judge_rule *rule = rules->all[i - 1];
        struct judge_call before = *call;
        const struct question question = {
            .call = &before, .now_ms = now_ms, .tool = call->tool, .effect = PERMISSION_EFFECT_ALLOW};
        before.definition = rule->definition;
        if (rule->definition.size == 0 || slice_equal(rule->definition, call->definition) || !answers(rule, &question))
            continue;
        *ret_definition = rule->definition;
        return true;
    }
    return false;
}

bool judge_rules_allow_part(const struct judge_rules *rules, const struct judge_rules *more,
                            const struct judge_call *call, size_t part, int64_t now_ms)
{
    struct question question = {.call = call,
                                .now_ms = now_ms,
                                .tool = call->tool,
                                .effect = PERMISSION_EFFECT_ALLOW,
                                .part = &call->parts[part],
                                .more = more};
    return stays(question.part, call->cwd) || find(rules, &question);
}

bool judge_rules_allow_paths(const struct judge_rules *rules, const struct judge_call *call, int64_t now_ms)
{
    struct question question = {.call = call, .now_ms = now_ms, .effect = PERMISSION_EFFECT_ALLOW};
    return needs_no_path(call) || find_allowing_paths(rules, question);
}

bool judge_rules_allow(const struct judge_rules *rules, const struct judge_rules *more, const struct judge_call *call,
                       int64_t now_ms)
{
    return find_allowing(rules, (struct question){.call = call, .now_ms = now_ms, .tool = call->tool, .more = more}) !=
           NULL;
}

bool judge_rules_all_fit(const struct judge_rules *rules, const struct judge_call *call)
{
    bool all = true;
    for (size_t i = 0; i < rules->count && all; i++) {
        struct question question = {.call = call, .tool = call->tool, .effect = rules->all[i]->effect};
        all = answers(rules->all[i], &question);
        for (size_t k = 0; k < call->part_count && !all; k++) {
            question.part = &call->parts[k];
            all = answers(rules->all[i], &question);
        }
        question.part = NULL;
        for (size_t k = 0; k < call->path_count && !all; k++) {
            question.path = &call->paths[k];
            question.tool = tool_for(call, k);
            all = answers(rules->all[i], &question);
        }
    }
    return all;
}

bool judge_rule_matches(const struct permission_rule *rule, struct slice home,
                        const struct judge_rule_paths *rule_paths, const struct judge_call *call)
{
    struct permission_rule only = *rule;
    struct judge_rules *rules = judge_rules_new(home);
    struct slice id;
    char problem[256];
    only.id = SLICE("1");
    only.expires_at_is = FIELD_ABSENT;
    enum judge_verdict verdict = JUDGE_NOTHING;
    if (rules && judge_rules_put(rules, &only, rule_paths, problem, NULL) == 0)
        verdict = judge_rules_ask(rules, call, 0, &id);
    judge_rules_free(rules);
    return verdict == JUDGE_ALLOW || verdict == JUDGE_DENY;
}
