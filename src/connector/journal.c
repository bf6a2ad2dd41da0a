#include "connector/journal.h"

#include "base/log.h"

enum { LINE_SHOWN = 1900 }; /* bytes of a line; log.c cuts longer ones too */

void journal_end(struct journal *journal)
{
    if (journal->dropped > 0)
        log_warn("%zu lines of the server were dropped (limit: %d lines per second)", journal->dropped,
                 (int)JOURNAL_PER_SECOND);
    journal->dropped = 0;
}

static void refill(struct journal *journal, uint64_t now_ms)
{
    uint64_t passed = now_ms - journal->filled_ms;
    uint64_t more = passed * JOURNAL_PER_SECOND / 1000;
    if (journal->filled_ms == 0 || more >= JOURNAL_BURST) {
        journal->room = JOURNAL_BURST;
        journal->filled_ms = now_ms;
    } else if (more > 0) {
        journal->room = journal->room + more > JOURNAL_BURST ? JOURNAL_BURST : journal->room + (unsigned)more;
        journal->filled_ms += more * 1000 / JOURNAL_PER_SECOND;
    }
}

void journal_add(struct journal *journal, uint64_t now_ms, const char *source, struct slice text)
{
    refill(journal, now_ms);
    if (journal->room == 0) {
        journal->dropped++;
        return;
    }
    journal_end(journal);
    journal->room--;
    log_info("%s: %.*s", source, text.size < LINE_SHOWN ? (int)text.size : (int)LINE_SHOWN, text.data ? text.data : "");
}
