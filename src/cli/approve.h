/* weir approve: asks the pending permission requests and the questions of MCP servers one after the other, and sends
 * the answers. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "base/list.h"
#include "cli/live.h"
#include "cli/notify.h"
#include "cli/question_form.h"
#include "cli/tty.h"
#include "contract/permission.h"
#include "contract/question.h"

enum { APPROVE_REASON_MAX = 1024 };

struct approve_item {
    struct list link; /* in approve->waiting */
    struct arena arena;
    struct permission_request request; /* of a question: only its id, session and task, and the server as its tool */
    bool is_question;
    struct question_record question;
    struct question_form *form; /* while its fields are asked; or NULL */
    bool later;                 /* put off until the others are answered */
};

struct approve {
    struct cli *cli;
    struct live *live;
    const char *session_id; /* asks only requests of this session, as a part of another command; NULL: all requests,
                               until the user quits */
    char *const *tasks;     /* and requests of these tasks, by id, in any session */
    size_t task_count;
    const char *server_id; /* and questions of this MCP server that belong to no session; or NULL */
    struct tty tty;
    struct notify notify;
    uv_poll_t keys;
    uv_timer_t tick; /* updates the remaining time, once a second */
    bool reads_keys, ticks, quit, dirty, lost;
    struct approve_item *answering; /* its answer was sent, and the response has not arrived; or NULL */
    bool answer_told;               /* the result of that answer is printed */
    bool held_back;                 /* the shown request was resolved elsewhere: show the next one only after a key */
    struct list waiting;
    struct approve_item *shown; /* the request that is being asked; or NULL */
    enum {
        APPROVE_ASKING, /* waiting for an answer */
        APPROVE_RULE,   /* waiting for y or n about the rules */
        APPROVE_REASON, /* reading the reason of a denial, one line */
        APPROVE_FIELD,  /* reading a field of a question, one line */
    } step;
    enum permission_decision wanted; /* the decision during APPROVE_RULE */
    char reason[APPROVE_REASON_MAX];
    size_t reason_size;
    struct buf line; /* of APPROVE_FIELD */
    unsigned answered;
};

/* approve.c: follows the requests that the daemon pushes. Call approve_items_clear() before the loop ends. */
void approve_items_begin(struct approve *approve);
void approve_items_clear(struct approve *approve);
struct approve_item *approve_next(struct approve *approve);
/* Returns whether a request is pending that was not put off. */
bool approve_has_new(const struct approve *approve);
void approve_put_off(struct approve *approve); /* all requests */
void approve_forget(struct approve *approve, struct approve_item *item);
/* approve_keys.c: prints the result of the answer that was sent, once. */
void approve_tell_answer(struct approve *approve, bool allowed);
/* Fetches the requests that are pending already, and reports a failure. */
enum cli_exit approve_fetch(struct approve *approve);
/* Announces a front end that can answer, and fetches pending requests. Reports a failure. */
enum cli_exit approve_introduce(struct approve *approve, struct slice name);

/* Reads keys in the loop of the connection until approve_keys_end(). Returns false on failure. */
bool approve_keys_begin(struct approve *approve);
void approve_keys_end(struct approve *approve);
/* Asks one request after the other: as a part of another command until only requests are left that were put off,
 * otherwise until the user quits. Ends early on a signal, or if the connection is lost. */
void approve_ask(struct approve *approve);

/* approve_keys.c: shows requests and handles keys. */
void approve_show(struct approve *approve, struct approve_item *item);
void approve_take_key(struct approve *approve, char key);
/* Timer callback: updates the remaining time after the question. */
void approve_on_tick(uv_timer_t *timer);
/* The next key may have been meant for the question that was just resolved, so it must not answer another one. */
void approve_hold_back(struct approve *approve);
/* Sets keys to be read one by one. */
void approve_await_key(struct approve *approve);

/* --- approve_question.c --- */

/* Follows the questions too, which approve_items_begin() and approve_fetch() call. */
void approve_questions_begin(struct approve *approve);
enum cli_exit approve_questions_fetch(struct approve *approve);
/* The part of approve_show() and approve_take_key() for questions. */
void approve_question_show(struct approve *approve, struct approve_item *item);
void approve_question_key(struct approve *approve, char key);
/* Ctrl-C while a field is read: cancels the question. Returns false if no field is read. */
bool approve_question_interrupt(struct approve *approve);

/* --- approve.c, for approve_question.c --- */

/* What is asked: permission requests, or questions. */
struct approve_kind {
    const char *member; /* of the event that brings one */
    /* Reads it from a value in the arena of the item. False: it is not valid, not pending, or not asked here. */
    bool (*read)(struct approve *approve, yyjson_val *value, struct approve_item *item);
};
void approve_take_event(struct approve *approve, const struct approve_kind *kind, const char *params, size_t size);
/* Takes those that a method lists, newest first. Reports a failure. */
enum cli_exit approve_take_list(struct approve *approve, const struct approve_kind *kind, const struct method *method,
                                const void *params);
/* An item was answered elsewhere, has timed out or was withdrawn. NULL: it is not known here. */
void approve_end(struct approve *approve, struct approve_item *item, struct slice state, struct slice by,
                 struct slice why);
/* approve_keys.c: the keys that leave an item as it is. */
void approve_take_leaving_key(struct approve *approve, char key);

struct approve_item *approve_find(struct approve *approve, struct slice id);
/* Whether these requests and questions are asked here. */
bool approve_concerns(const struct approve *approve, const struct permission_request *request);
