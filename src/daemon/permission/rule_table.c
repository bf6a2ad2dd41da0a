/* The table of rules in memory, by id, with their use counts. The judge does the matching. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/permission/internal.h"

enum { SLOTS_FIRST = 64 };

static size_t hash(struct slice id)
{
    size_t sum = 1469598103934665603u;
    for (size_t i = 0; i < id.size; i++)
        sum = (sum ^ (unsigned char)id.data[i]) * 1099511628211u;
    return sum;
}

int permission_rules_init(struct permission_rules *rules, struct slice home)
{
    *rules = (struct permission_rules){.judge = judge_rules_new(home)};
    list_init(&rules->used);
    return rules->judge ? 0 : -ENOMEM;
}

void permission_rules_clear(struct permission_rules *rules)
{
    for (size_t i = 0; i < rules->slot_count; i++)
        for (struct permission_rule_use *use = rules->slots[i], *next; use; use = next) {
            next = use->next;
            free(use);
        }
    free(rules->slots);
    judge_rules_free(rules->judge);
    *rules = (struct permission_rules){0};
    list_init(&rules->used);
}

void permission_rules_move(struct permission_rules *to, struct permission_rules *from)
{
    permission_rules_clear(to);
    *to = *from;
    list_init(&to->used); /* no rule was used yet */
    *from = (struct permission_rules){0};
}

static struct permission_rule_use **slot_of(const struct permission_rules *rules, struct slice id)
{
    struct permission_rule_use **slot = &rules->slots[hash(id) & (rules->slot_count - 1)];
    while (*slot && !slice_equal((*slot)->id, id))
        slot = &(*slot)->next;
    return slot;
}

static int grow(struct permission_rules *rules)
{
    size_t count = rules->slot_count ? 2 * rules->slot_count : SLOTS_FIRST;
    struct permission_rule_use **slots = calloc(count, sizeof(struct permission_rule_use *));
    if (!slots)
        return -ENOMEM;
    for (size_t i = 0; i < rules->slot_count; i++)
        for (struct permission_rule_use *use = rules->slots[i], *next; use; use = next) {
            size_t slot = hash(use->id) & (count - 1);
            next = use->next;
            use->next = slots[slot];
            slots[slot] = use;
        }
    free(rules->slots);
    rules->slots = slots;
    rules->slot_count = count;
    return 0;
}

static struct permission_rule_use *use_new(const struct permission_rule *rule)
{
    size_t session = rule->session_id_is == FIELD_SET ? rule->session_id.size : 0;
    struct permission_rule_use *use = calloc(1, sizeof *use + rule->id.size + session);
    if (!use)
        return NULL;
    char *at = (char *)(use + 1);
    memcpy(at, rule->id.data, rule->id.size);
    use->id = (struct slice){at, rule->id.size};
    if (session > 0)
        memcpy(at + rule->id.size, rule->session_id.data, session);
    use->session_id = (struct slice){at + rule->id.size, session};
    use->expires_at = rule->expires_at_is == FIELD_SET ? rule->expires_at : 0;
    list_init(&use->link);
    return use;
}

int permission_rules_put(struct permission_rules *rules, const struct permission_rule *rule,
                         const struct judge_rule_paths *rule_paths, char problem[static 256])
{
    problem[0] = '\0';
    int r = rules->count >= rules->slot_count ? grow(rules) : 0;
    if (r < 0)
        return r;
    struct permission_rule_use *use = use_new(rule);
    if (!use)
        return -ENOMEM;
    r = judge_rules_put(rules->judge, rule, rule_paths, problem, &use->judged);
    if (r < 0) {
        free(use);
        return r;
    }
    *slot_of(rules, use->id) = use;
    rules->count++;
    return 0;
}

static struct permission_rule_use *find_open(const struct permission_rules *rules, struct slice id)
{
    struct permission_rule_use *use = rules->slot_count > 0 ? *slot_of(rules, id) : NULL;
    return use && judge_rule_is_open(use->judged) ? use : NULL;
}

bool permission_rules_is_open(const struct permission_rules *rules, struct slice id)
{
    return find_open(rules, id);
}

int permission_rules_settle(struct permission_rules *rules, const struct permission_rule *rule,
                            const struct judge_rule_paths *rule_paths, char problem[static 256])
{
    struct permission_rule_use *use = find_open(rules, rule->id);
    return use ? judge_rules_settle(rules->judge, use->judged, rule, rule_paths, problem) : 0;
}

void permission_rules_give_up(struct permission_rules *rules, struct slice id)
{
    struct permission_rule_use *use = find_open(rules, id);
    if (use)
        judge_rules_give_up(rules->judge, use->judged);
}

static void drop(struct permission_rules *rules, struct permission_rule_use **slot)
{
    struct permission_rule_use *use = *slot;
    *slot = use->next;
    (void)judge_rules_remove(rules->judge, use->id);
    list_remove(&use->link);
    rules->count--;
    free(use);
}

void permission_rules_drop(struct permission_rules *rules, struct slice id)
{
    if (rules->slot_count == 0)
        return;
    struct permission_rule_use **slot = slot_of(rules, id);
    if (*slot)
        drop(rules, slot);
}

void permission_rules_drop_session(struct permission_rules *rules, struct slice session_id)
{
    for (size_t i = 0; i < rules->slot_count; i++)
        for (struct permission_rule_use **slot = &rules->slots[i]; *slot;) {
            if ((*slot)->session_id.size > 0 && slice_equal((*slot)->session_id, session_id))
                drop(rules, slot);
            else
                slot = &(*slot)->next;
        }
}

void permission_rules_drop_expired(struct permission_rules *rules, int64_t now_ms)
{
    for (size_t i = 0; i < rules->slot_count; i++)
        for (struct permission_rule_use **slot = &rules->slots[i]; *slot;) {
            if ((*slot)->expires_at > 0 && (*slot)->expires_at <= now_ms)
                drop(rules, slot);
            else
                slot = &(*slot)->next;
        }
}

void permission_rules_count(struct permission_rules *rules, struct slice id, int64_t now_ms)
{
    struct permission_rule_use *use = rules->slot_count > 0 ? *slot_of(rules, id) : NULL;
    if (!use)
        return;
    if (use->uses++ == 0)
        list_append(&rules->used, &use->link);
    use->used_at = now_ms;
}
