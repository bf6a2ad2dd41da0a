/* What the files of src/daemon/event share and nobody else needs. */
#pragma once

#include "daemon/event/event.h"

struct arena;
struct call;
struct event_topics;
struct store_request;

/* --- client.c --- */

/* Not for what a session inherited: that is nobody's but the store's to find. */
static inline bool subscription_matches(const struct store_event_filter *filter, unsigned kind, int64_t session,
                                        int64_t task)
{
    return (filter->all_kinds || store_kinds_has(&filter->kinds, kind)) &&
           (filter->session == 0 || filter->session == session) && (filter->task == 0 || filter->task == task);
}

/* Pushes event.cursor; `gap` may be NULL. Negative: it could not, and the connection ends. */
int subscription_tell(struct subscription *subscription, int64_t seq, bool live, const struct event_gap *gap);

/* The same, where there is a reason to: the client waits for it, or much was passed over. */
int subscription_tell_if_due(struct subscription *subscription, int64_t seq, bool live);

/* Which subscriptions a client has. A made one belongs to it from then on, and is freed when it is removed; the first
 * takes the place of the implied one, and with the last that one comes back. */
void event_client_add(struct client *client, struct subscription *subscription);
void event_client_remove(struct subscription *subscription);

/* Whether it is the client's by itself: nobody made it, and nobody can end it. */
bool event_client_owns(const struct subscription *subscription);

/* How many there are in its list, whoever made them. */
size_t event_client_count(const struct event_client *events);

/* The newest event that live subscriptions have been given. */
int64_t event_last_pushed(const struct event_hub *hub);

/* --- push.c --- */

/* Reads on as soon as the client has read most of what it was sent; does nothing where there is nothing to read. */
void event_client_go_on(struct client *client);

/* What is on its way was read for this subscription, and is not wanted any more. */
void event_page_drop(struct subscription *subscription);
void event_page_abandon(struct event_page *page); /* its client is gone; may be NULL */

/* --- handlers.c --- */

/* The events that the topics name. -ENOENT: *ret_unknown is the index of one that names none. */
int event_topics_find(const struct event_topics *topics, struct store_kinds *ret_kinds, size_t *ret_unknown);
