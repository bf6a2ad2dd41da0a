/* The search thread: executes queries that may take long, with a connection of its own, so that they delay no other
 * read. It starts with the first of them. */
#include <errno.h>
#include <string.h>

#include "base/fault.h"
#include "daemon/store/activity_rows.h"
#include "daemon/store/internal.h"

static int open_file(struct store *store)
{
    int r = store_open_for_reading(store, &store->searching);
    if (r == 0)
        r = activity_prepare(&store->searching);
    if (r < 0)
        store_tx_close(&store->searching);
    return r;
}

/* NULL: the store closes. */
static struct store_query *take_query(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    while (!(store->announced && store->searches) && !store->closing)
        (void)pthread_cond_wait(&store->searcher_wakes, &store->lock);
    struct store_query *query = store->announced ? store->searches : NULL;
    if (query)
        store->searches = query->next;
    if (!store->searches)
        store->searches_end = &store->searches;
    (void)pthread_mutex_unlock(&store->lock);
    if (query)
        query->next = NULL;
    return query;
}

static void *store_searcher_main(void *user)
{
    struct store *store = user;
    struct store_query *query;
    int opened = -EAGAIN;
    while ((query = take_query(store))) {
        if (opened < 0)
            opened = open_file(store);
        if (opened == 0) {
            store_run_query(&store->searching, query);
        } else {
            query->status = opened;
            query->failed = true;
        }
        if (store->searching.damaged)
            store_forbid_writing(store, STORE_DAMAGE_MET);
        store_hand_back(store, query);
    }
    store_tx_close(&store->searching);
    (void)pthread_mutex_lock(&store->lock);
    store->searcher_runs = false;
    (void)pthread_cond_signal(&store->writer_wakes);
    (void)pthread_mutex_unlock(&store->lock);
    return NULL;
}

void store_search(struct store *store, struct store_query *query)
{
    int error = 0;
    query->status = 0;
    query->failed = false;
    query->next = NULL;
    store->reading_count++;
    (void)pthread_mutex_lock(&store->lock);
    if (!store->has_searcher) {
        store->searches_end = &store->searches;
        error = pthread_create(&store->searcher, NULL, store_searcher_main, store);
        store->has_searcher = store->searcher_runs = error == 0;
    }
    if (error == 0) {
        *store->searches_end = query;
        store->searches_end = &query->next;
        (void)pthread_cond_signal(&store->searcher_wakes);
    }
    (void)pthread_mutex_unlock(&store->lock);
    if (error != 0) {
        query->status = -error;
        query->failed = true;
        store_hand_back(store, query);
    }
}
