/* Declarations that are private to src/daemon/event. */
#pragma once

#include "daemon/event/event.h"

struct arena;
struct call;
struct event_topics;
struct store_request;

/* --- client.c --- */

/* Does not match events that a fork inherited from another session: only the store can find those. */
static inline bool subscription_matches(const struct store_event_filter *filter, unsigned kind, int64_t session,
                                        int64_t task)
{
    return (filter->all_kinds || store_kinds_has(&filter->kinds, kind)) &&
           (filter->session == 0 || filter->session == session) && (filter->task == 0 || filter->task == task);
}

/* Pushes event.cursor; `gap` may be NULL. Negative: it could not be sent, and the connection ends. */
int subscription_tell(struct subscription *subscription, int64_t seq, bool live, const struct event_gap *gap);

/* The same, but only if the client waits for it, or if many events did not match. */
int subscription_tell_if_due(struct subscription *subscription, int64_t seq, bool live);

/* Adds or removes a subscription of the client. The client owns an added one, and frees it on removal. The
 * implied subscription is active only while the client has no other. */
void event_client_add(struct client *client, struct subscription *subscription);
void event_client_remove(struct subscription *subscription);

/* Whether the subscription is an implicit one, which clients neither make nor end. */
bool event_client_owns(const struct subscription *subscription);

/* The number of subscriptions in the client's list, including implicit ones. */
size_t event_client_count(const struct event_client *events);

/* The newest event that was sent to live subscriptions. */
int64_t event_last_pushed(const struct event_hub *hub);

/* --- push.c --- */

/* Reads the next page once the client has read most of its output. Does nothing if no page is needed. */
void event_client_go_on(struct client *client);

/* Drops the page being read if it is for this subscription. */
void event_page_drop(struct subscription *subscription);
void event_page_abandon(struct event_page *page); /* the client has disconnected; `page` may be NULL */

/* --- handlers.c --- */

/* Converts topics to event kinds. -ENOENT: *ret_unknown is the index of a topic that matches no event. */
int event_topics_find(const struct event_topics *topics, struct store_kinds *ret_kinds, size_t *ret_unknown);
