/* Measures how many permission requests can be decided in a second: parses the input, splits its command or
 * resolves its path, and matches 1,000 rules. `limit` is a simple loop over the same rules that only compares
 * their first words with the text. Prints one line of JSON.
 *
 *     permissions MILLISECONDS */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "judge/judge.h"

enum { RULES = 1000, CALLS = 4 };

struct calls {
    struct slice tools[CALLS];
    struct json_any inputs[CALLS];
    char rules[RULES][48];
    size_t rule_sizes[RULES];
};

static uint64_t now_ns(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void add(struct judge_rules *rules, struct permission_rule rule)
{
    char problem[256];
    if (judge_rules_add(rules, &rule, problem) < 0) {
        (void)fprintf(stderr, "permissions: %s\n", problem);
        exit(EXIT_FAILURE);
    }
}

/* Half of the rules are for commands, half for paths; one in ten denies. */
static void fill(struct judge_rules *rules, struct calls *calls)
{
    for (int i = 0; i < RULES; i++) {
        struct permission_rule rule = {.id = SLICE("rule"),
                                       .effect = i % 10 == 9 ? PERMISSION_EFFECT_DENY : PERMISSION_EFFECT_ALLOW};
        int size = snprintf(calls->rules[i], sizeof calls->rules[i], i % 2 ? "program%d run *" : "./part%d/**/*.c", i);
        calls->rule_sizes[i] = (size_t)size;
        struct slice text = {calls->rules[i], (size_t)size};
        rule.tool = i % 2 ? SLICE("Bash") : SLICE("Edit");
        if (i % 2) {
            rule.command = text;
            rule.command_is = FIELD_SET;
        } else {
            rule.path = text;
            rule.path_is = FIELD_SET;
        }
        add(rules, rule);
    }
}

/* As the daemon does: tries the kernel's caches first; otherwise a thread blocks. */
static int read_call(struct arena *arena, const struct calls *calls, size_t i, struct judge_call *ret_call)
{
    int r = -EAGAIN;
    for (int may_wait = 0; may_wait < 2 && r == -EAGAIN; may_wait++)
        r = judge_read(arena, calls->tools[i], &calls->inputs[i], SLICE("/usr"), SLICE("/root"), SLICE("session"),
                       may_wait, ret_call);
    return r;
}

static uint64_t decide(const struct judge_rules *rules, const struct calls *calls, uint64_t until_ns, uint64_t *allowed)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    uint64_t count = 0;
    while (now_ns() < until_ns) {
        for (size_t i = 0; i < CALLS; i++, count++) {
            struct judge_call call;
            struct slice id;
            arena_reset(&arena);
            if (read_call(&arena, calls, i, &call) < 0)
                exit(EXIT_FAILURE);
            *allowed += judge_rules_ask(rules, &call, 1, &id) == JUDGE_ALLOW;
        }
    }
    arena_clear(&arena);
    return count;
}

static uint64_t compare(const struct calls *calls, uint64_t until_ns, uint64_t *alike)
{
    uint64_t count = 0;
    while (now_ns() < until_ns) {
        for (size_t i = 0; i < CALLS; i++, count++) {
            struct slice text = calls->inputs[i].text;
            for (size_t r = 0; r < RULES; r++) {
                const char *volatile rule = calls->rules[r]; /* keeps the compiler from removing the loop */
                *alike += text.size > 12 + calls->rule_sizes[r] &&
                          memcmp(text.data + 12, rule, calls->rule_sizes[r] - 2) == 0;
            }
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    static struct calls calls = {
        .tools = {SLICE_INIT("Bash"), SLICE_INIT("Bash"), SLICE_INIT("Edit"), SLICE_INIT("Bash")},
        .inputs = {{.text = SLICE_INIT("{\"command\":\"program501 run --fast 'a b' | program503 run 2>/dev/null\"}")},
                   {.text = SLICE_INIT("{\"command\":\"cd src && program7 run; rm -rf build\"}")},
                   {.text = SLICE_INIT(
                        "{\"file_path\":\"part500/deep/down/file.c\",\"old_string\":\"a\",\"new_string\":\"b\"}")},
                   {.text = SLICE_INIT("{\"command\":\"for f in *.c; do program11 run \\\"$f\\\"; done\"}")}}};
    uint64_t allowed = 0, alike = 0;
    uint64_t span_ns = (argc > 1 ? strtoull(argv[1], NULL, 10) : 500) * 1000000;
    struct judge_rules *rules = judge_rules_new(SLICE("/root"));
    if (!rules || span_ns == 0)
        return EXIT_FAILURE;
    fill(rules, &calls);
    uint64_t start = now_ns();
    uint64_t decided = decide(rules, &calls, start + span_ns, &allowed);
    uint64_t middle = now_ns();
    uint64_t compared = compare(&calls, middle + span_ns, &alike);
    uint64_t end = now_ns();
    (void)printf("{\"decisions_per_second\": %.0f, \"comparisons_per_second\": %.0f, \"allowed\": %" PRIu64
                 ", \"decided\": %" PRIu64 ", \"alike\": %" PRIu64 "}\n",
                 (double)decided * 1e9 / (double)(middle - start), (double)compared * 1e9 / (double)(end - middle),
                 allowed, decided, alike);
    judge_rules_free(rules);
    return allowed * 4 == decided * 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
