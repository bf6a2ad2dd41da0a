/* weir approve: the requests that wait, one after the other, and a person's answers. */
#pragma once

#include "base/arena.h"
#include "base/list.h"
#include "cli/live.h"
#include "cli/notify.h"
#include "cli/tty.h"
#include "contract/permission.h"

enum { APPROVE_REASON_MAX = 1024 };

/* One that was asked for. */
struct approve_item {
    struct list link; /* in approve->waiting */
    struct arena arena;
    struct permission_request request;
    bool later; /* put off until the others are done */
};

struct approve {
    struct cli *cli;
    struct live *live;
    const char *session_id; /* whose requests are asked about, amid something else; NULL: all, and nothing else */
    char *const *tasks;     /* whose, too, wherever they are: their ids */
    size_t task_count;
    struct tty tty;
    struct notify notify;
    uv_poll_t keys;
    uv_timer_t tick; /* of the time that is left to answer, once a second */
    bool reads_keys, ticks, quit, dirty, lost;
    bool answering; /* the answer is on its way, and its line is not written yet */
    bool held_back; /* the one that was shown went away by itself: the next is shown only behind a key */
    struct list waiting;
    struct approve_item *shown; /* the one that is being asked; or NULL */
    enum {
        APPROVE_ASKING, /* which answer */
        APPROVE_RULE,   /* whether the rule is meant so */
        APPROVE_REASON, /* why not; a line */
    } step;
    enum permission_decision wanted; /* of APPROVE_RULE */
    char reason[APPROVE_REASON_MAX];
    size_t reason_size;
    unsigned answered;
};

/* approve.c: keeps in step with what the daemon pushes. To be cleared before the loop of the connection ends. */
void approve_items_begin(struct approve *approve);
void approve_items_clear(struct approve *approve);
struct approve_item *approve_next(struct approve *approve);
/* Whether one waits that was not put off. */
bool approve_has_new(const struct approve *approve);
void approve_put_off(struct approve *approve); /* all */
void approve_forget(struct approve *approve, struct approve_item *item);
/* Those that the daemon has already. A failure has been reported. */
enum cli_exit approve_fetch(struct approve *approve);
/* Says that somebody is here who can answer, and fetches. A failure has been reported. */
enum cli_exit approve_introduce(struct approve *approve, struct slice name);

/* Takes keys in the connection's loop, until approve_keys_end(). False: it cannot. */
bool approve_keys_begin(struct approve *approve);
void approve_keys_end(struct approve *approve);
/* Asks one question after the other: amid something else until none is left that was not put off, else until the person
 * has enough. The end may be asked for, or the connection lost, before. */
void approve_ask(struct approve *approve);

/* approve_keys.c: shows an item, and takes keys. */
void approve_show(struct approve *approve, struct approve_item *item);
void approve_take_key(struct approve *approve, char key);
/* Of the timer: writes anew how much time is left, where the question stands. */
void approve_on_tick(uv_timer_t *timer);
/* The key that a person is about to press was meant for the question that has just gone: it must not answer another. */
void approve_hold_back(struct approve *approve);
