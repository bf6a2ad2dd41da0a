/* Rows of what the person did: five tables, and an index of their words. The rules of rows.h apply.
 *
 *     activity.c         adding, removing old rows, listing
 *     activity_search.c  searching
 *     activity_forget.c  removing so that nothing is left in the file */
#pragma once

#include "contract/context_types.h"
#include "daemon/store/rows.h"

enum { ACTIVITY_KEPT_DAYS = 30, ACTIVITY_TYPES = CONTEXT_ACTIVITY_TYPE_BROWSER + 1 };

/* A row to be added. Texts that are too long are cut; invalid UTF-8 is refused with -EINVAL. */
struct store_activity {
    enum context_activity_type type;
    int64_t at, duration_ms;      /* epoch; duration_ms negative: not known */
    struct slice app, title, url; /* empty: none */
    struct slice text;            /* of a keystroke or a clipboard row; empty: none, or not recorded */
    struct slice media_type;      /* of a clipboard row */
    int64_t count;                /* keys of a keystroke row, bytes of a clipboard row */
};

/* Adds a batch of rows, and removes some of those that are older than ACTIVITY_KEPT_DAYS: more than it adds, so that
 * the tables do not grow for ever. */
int store_activity_add(struct store_tx *tx, const struct store_activity *rows, size_t count, int64_t now_ms);

/* Removes a bounded number of old rows. */
int store_activity_prune(struct store_tx *tx, int64_t now_ms, int64_t *ret_removed);

/* A set of types. */
#define ACTIVITY_BIT(type) (1U << (type))
enum { ACTIVITY_ALL = (1 << ACTIVITY_TYPES) - 1 };

/* Counts the rows of these types that ended at `since_ms` or later (INT64_MIN: all). */
int store_activity_count(struct store_tx *tx, unsigned types, int64_t since_ms, int64_t *ret_count);

/* Removes a bounded number of them, the newest first, and overwrites their texts. To be repeated until none was
 * removed; then store_activity_scrub() until there is no more to do, then store_compact() and store_checkpoint(): only
 * after that the texts are gone from the index of words, from unused pages and from the write-ahead log. */
int store_activity_forget(struct store_tx *tx, unsigned types, int64_t since_ms, int64_t *ret_removed);
int store_activity_scrub(struct store_tx *tx, bool *ret_more);

struct store_activities {
    struct context_activity_record *items;
    size_t count;
};

/* Lists rows of these types that began at `since_ms` or later, newest first. */
int store_activity_recent(struct store_tx *tx, unsigned types, int64_t since_ms, int64_t limit, struct arena *arena,
                          struct store_activities *ret_activities);

/* Calls `each` for windows, newest first, until it returns something else than 0. A negative result is returned. */
int store_activity_windows(struct store_tx *tx, int64_t since_ms, int64_t limit,
                           int (*each)(void *user, int64_t at, int64_t end, struct slice app, struct slice title),
                           void *user);

/* Finds the page that was in front last; its end is at + duration. -ENOENT */
int store_activity_page(struct store_tx *tx, struct arena *arena, int64_t *ret_end, struct slice *ret_app,
                        struct slice *ret_url);

/* Writes a query for the index of words, terminated by NUL: the words of a person, each quoted, so that nothing in them
 * is an operator. Returns the number of words; 0: there is none. */
int store_activity_quote(struct buf *out, struct slice words, bool any);

/* Searches rows of these types by keywords: only on the connection of store_search(). Ranks the newest matches until
 * the time is over. Rows of other types have no effect on the result. */
int store_activity_search(struct store_tx *tx, unsigned types, struct slice words, int64_t limit, uint64_t until_ns,
                          struct arena *arena, struct store_activities *ret_activities);
