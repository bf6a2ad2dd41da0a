/* Fuzzes the pattern matcher with a pattern and a text, separated by a newline. The bit-parallel matcher must
 * agree with the simple one, and take no more steps than promised. */
#include <string.h>

#include "fuzz.h"
#include "judge/pattern.h"

enum { SIDE = 512 };

/* Dynamic programming: which prefixes of the text match the pattern up to this character. */
static bool obvious(struct slice pattern, struct slice text)
{
    static bool now[SIDE + 1], next[SIDE + 1];
    memset(now, 0, sizeof now);
    now[0] = true;
    for (size_t p = 0; p < pattern.size; p++) {
        char c = pattern.data[p];
        bool any = c == '*' && p + 1 < pattern.size && pattern.data[p + 1] == '*';
        memset(next, 0, sizeof next);
        if (c == '*') {
            p += any;
            for (size_t t = 0; t <= text.size; t++)
                next[t] = now[t] || (t > 0 && next[t - 1] && (any || text.data[t - 1] != '/'));
        } else {
            if (c == '\\')
                c = pattern.data[++p];
            for (size_t t = 0; t < text.size; t++)
                next[t + 1] = now[t] && text.data[t] == c;
        }
        memcpy(now, next, sizeof now);
    }
    return now[text.size];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *all = (const char *)data, *line = size > 0 ? memchr(all, '\n', size) : NULL;
    struct judge_pattern *made = NULL;
    if (!line)
        return 0;
    struct slice pattern = {all, (size_t)(line - all)}, text = {line + 1, size - (size_t)(line - all) - 1};
    if (judge_pattern_new(pattern, &made) < 0)
        return 0;
    size_t steps = 0;
    bool matches = judge_pattern_count(made, text, &steps);
    must(steps <= text.size * (pattern.size / 32 + 1));
    must(!matches || judge_pattern_may_begin(made, text));
    must(!matches || text.size == 0 || judge_pattern_may_begin(made, (struct slice){text.data, text.size / 2}));
    /* Without ?, which unit tests cover: it matches a character, which is not one byte in invalid UTF-8. */
    if (pattern.size <= SIDE && text.size <= SIDE && !memchr(pattern.data, '?', pattern.size))
        must(matches == obvious(pattern, text));
    judge_pattern_free(made);
    return 0;
}
