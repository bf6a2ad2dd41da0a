/* What the files of src/daemon/event share and nobody else needs. */
#pragma once

#include "daemon/event/event.h"

struct arena;
struct call;
struct event_topics;
struct store_request;

/* --- client.c ------------------------------------------------------------------------ */

/* Which subscriptions a client has. A made one belongs to it from then on, and is freed when it is removed; the first
 * takes the place of the implied one, and with the last that one comes back. */
void event_client_add(struct client *client, struct subscription *subscription);
void event_client_remove(struct subscription *subscription);

/* A client without any, not even the implied one. */
int event_client_init(struct client *client);

/* Whether it is the client's by itself: nobody made it, and nobody can end it. */
bool event_client_owns(const struct subscription *subscription);

/* How many there are in its list, whoever made them. */
size_t event_client_count(const struct event_client *events);

/* The newest event that live subscriptions have been given. */
int64_t event_last_pushed(const struct event_hub *hub);

/* --- page.c -------------------------------------------------------------------------- */

/* Reads on as soon as the client has read most of what it was sent; does nothing where there is nothing to read. */
void event_client_go_on(struct client *client);

/* What is on its way was read for this subscription, and is not wanted any more. */
void event_page_drop(struct subscription *subscription);
void event_page_abandon(struct event_page *page); /* its client is gone; may be NULL */

/* --- topics.c ------------------------------------------------------------------------ */

/* The events that the topics name. -ENOENT: *ret_unknown is the index of one that names none. */
int event_topics_find(const struct event_topics *topics, struct store_kinds *ret_kinds, size_t *ret_unknown);

/* --- selection.c ---------------------------------------------------------------------- */

/* What a request asks for. */
struct event_selection {
    const struct event_topics *topics; /* NULL: all */
    struct slice session_id, task_id;  /* empty: any */
};

/* Refuses a topic that names nothing; true: there is none. On the loop, before the store is asked. */
bool event_selection_check(const struct event_selection *selection, struct call *call);

/* On the reader. -ENOENT: no such session (filter.session is 0), or no such task. */
int event_selection_find(const struct event_selection *selection, struct store_tx *tx, struct arena *arena,
                         struct store_event_filter *ret_filter);

/* Answers with what event_selection_find() did not find. */
void event_selection_fail(const struct event_selection *selection, const struct store_event_filter *found,
                          struct call *call);

/* Answers with epoch_changed where the client knows another log; true: it does not. */
bool event_check_epoch(struct call *call, enum field_is is, struct slice epoch, const struct store_position *position);

/* Where what was asked for begins: no earlier than the log does, no later than its end. The gap has 0 in to_seq where
 * there is none. */
struct event_gap event_begin(const struct store_position *position, int64_t asked, int64_t *ret_from);
