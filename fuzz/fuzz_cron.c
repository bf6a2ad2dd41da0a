/* Fuzzes the reader of cron expressions. An expression that it takes has a next time, which suits it; what it says in
 * words is complete; and a problem is inside the text. */
#include <errno.h>
#include <string.h>

#include "fuzz.h"
#include "schedule/civil.h"
#include "schedule/schedule.h"

static bool suits(const struct cron *cron, int64_t local)
{
    struct civil at;
    civil_of(local, &at);
    bool day = cron->days >> at.day & 1u, weekday = cron->weekdays >> at.weekday & 1u;
    bool either = !cron->any_day && !cron->any_weekday;
    return at.second == 0 && cron->minutes >> at.minute & 1u && cron->hours >> at.hour & 1u &&
           cron->months >> at.month & 1u && (either ? day || weekday : day && weekday);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size};
    struct schedule schedule = {.kind = SCHEDULE_CRON};
    struct cron_problem problem = {.at = SIZE_MAX};
    if (cron_read(text, &schedule.cron, &problem) < 0) {
        must(problem.at <= size && *problem.text && strlen(problem.text) < sizeof problem.text);
        return 0;
    }
    int64_t at = 1793000000000 + (int64_t)size * 86399000, last;
    for (int i = 0; i < 4; i++) {
        int64_t before = at;
        must(schedule_next(&schedule, before, &at) == 0 && at > before && suits(&schedule.cron, at / 1000));
        must(schedule_last(&schedule, at, &last) == 0 && last == at);
        must(schedule_last(&schedule, at - 1, &last) == 0 && last <= before);
    }
    char words[CRON_WORDS_SIZE] = "";
    int r = cron_words(&schedule.cron, words);
    must(r == 0 ? *words && strlen(words) < sizeof words : r == -ENOTSUP);
    return 0;
}
