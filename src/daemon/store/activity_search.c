/* Searches activity by keywords, with a full-text index (FTS5). SQLite finds the matches, the newest first; a function
 * of this file rates each by the words that it has, and where. */
#include <errno.h>
#include <sqlite3.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/store/activity_rows.h"

enum {
    WORDS_MAX = 32,
    CANDIDATES = 2000,
    RESULTS_MAX = 200,
    LOOK_OPS = 1000, /* virtual instructions between two looks at the clock */
    HITS_MAX = 8,    /* of a word, in a row */
    EXPRESSION_MAX = 16 << 10,
};

/* --- the person's words --- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
}

static struct slice next_word(struct slice *rest)
{
    size_t from = 0, to;
    while (from < rest->size && is_blank(rest->data[from]))
        from++;
    to = from;
    while (to < rest->size && !is_blank(rest->data[to]))
        to++;
    struct slice word = {rest->data + from, to - from};
    *rest = (struct slice){rest->data + to, rest->size - to};
    return word;
}

static void quote(struct buf *out, struct slice word)
{
    buf_append_char(out, '"');
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] == '"')
            buf_append_char(out, '"');
        buf_append_char(out, word.data[i]);
    }
    buf_append_char(out, '"');
}

int store_activity_quote(struct buf *out, struct slice words, bool any)
{
    int count = 0;
    for (struct slice word; count < WORDS_MAX && (word = next_word(&words)).size > 0; count++) {
        /* A space means AND, and unlike the operator it ignores a word that has nothing but punctuation. */
        buf_append_text(out, count == 0 ? "" : any ? " OR " : " ");
        quote(out, word);
    }
    int r = buf_terminate(out);
    return r < 0 ? r : count;
}

/* --- rating --- */

/* How much a word in a column counts, in the order of the columns. */
static const int weights[] = {4, 5, 2, 1}; /* app, title, url, text */

/* Each different word counts more than all repetitions of another one together. */
static void rate(const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *result, int count,
                 sqlite3_value **arguments)
{
    enum { PHRASES_MAX = WORDS_MAX, DISTINCT = 1000 };
    int best[PHRASES_MAX] = {0}, hits[PHRASES_MAX] = {0}, instances = 0, score = 0;
    (void)count;
    (void)arguments;
    int code = api->xInstCount(row, &instances);
    for (int i = 0; code == SQLITE_OK && i < instances; i++) {
        int phrase = 0, column = 0, offset = 0;
        code = api->xInst(row, i, &phrase, &column, &offset);
        if (code != SQLITE_OK || phrase >= PHRASES_MAX || column >= (int)(sizeof weights / sizeof *weights))
            continue;
        best[phrase] = weights[column] > best[phrase] ? weights[column] : best[phrase];
        hits[phrase] += hits[phrase] < HITS_MAX;
    }
    for (int i = 0; i < PHRASES_MAX; i++)
        score += best[i] > 0 ? DISTINCT + 20 * best[i] + hits[i] : 0;
    if (code == SQLITE_OK)
        sqlite3_result_int(result, score);
    else
        sqlite3_result_error_code(result, code);
}

int activity_prepare(struct store_tx *tx)
{
    fts5_api *api = NULL;
    sqlite3_stmt *find = NULL;
    int code = sqlite3_prepare_v2(tx->db, "SELECT fts5(?1)", -1, &find, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_pointer(find, 1, (void *)&api, "fts5_api_ptr", NULL);
    if (code == SQLITE_OK && sqlite3_step(find) == SQLITE_ROW && api)
        code = api->xCreateFunction(api, "activity_rate", NULL, rate, NULL);
    else if (code == SQLITE_OK)
        code = SQLITE_ERROR;
    (void)sqlite3_finalize(find);
    return code == SQLITE_OK ? 0 : store_note(tx, code);
}

/* --- searching --- */

struct match {
    int64_t no;
    int score;
};

/* The best matches so far, best first; of equals the newest first. */
struct matches {
    struct match items[RESULTS_MAX];
    size_t count, most;
    unsigned types;
    uint64_t until_ns;
};

static bool is_late(const struct matches *matches)
{
    return clock_monotonic_ns() >= matches->until_ns;
}

static int on_progress(void *user)
{
    return is_late(user);
}

static bool is_known(const struct matches *matches, int64_t no)
{
    for (size_t i = 0; i < matches->count; i++)
        if (matches->items[i].no == no)
            return true;
    return false;
}

/* Matches come newest first, so an equal one goes behind. */
static void keep(struct matches *matches, size_t from, struct match match)
{
    size_t at = matches->count;
    while (at > from && matches->items[at - 1].score < match.score)
        at--;
    if (at >= matches->most)
        return;
    size_t moved = matches->count < matches->most ? matches->count - at : matches->most - at - 1;
    memmove(&matches->items[at + 1], &matches->items[at], moved * sizeof *matches->items);
    matches->items[at] = match;
    matches->count += matches->count < matches->most;
}

/* Adds matches behind those that are there. Running out of time is no error. */
static int collect(struct store_tx *tx, const char *expression, struct matches *matches)
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT rowid, activity_rate(activity_words) FROM activity_words WHERE activity_words MATCH ?1"
                      " AND ?3 >> (rowid % ?4) & 1 ORDER BY rowid DESC LIMIT ?2");
    size_t from = matches->count;
    int code = SQLITE_ROW;
    if (!find)
        return tx->error;
    (void)sqlite3_bind_text(find, 1, expression, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(find, 2, CANDIDATES);
    (void)sqlite3_bind_int64(find, 3, matches->types);
    (void)sqlite3_bind_int64(find, 4, ACTIVITY_NUMBER_STEP);
    while (!is_late(matches) && (code = sqlite3_step(find)) == SQLITE_ROW) {
        const struct match match = {sqlite3_column_int64(find, 0), sqlite3_column_int(find, 1)};
        if (from == 0 || !is_known(matches, match.no))
            keep(matches, from, match);
    }
    return code == SQLITE_ROW || code == SQLITE_DONE || code == SQLITE_INTERRUPT ? 0 : store_note(tx, code);
}

/* First the rows with all words; if they are too few, those with some. */
static int find(struct store_tx *tx, struct slice words, struct matches *matches)
{
    struct buf all = BUF_LIMITED(EXPRESSION_MAX), any = BUF_LIMITED(EXPRESSION_MAX);
    int count = store_activity_quote(&all, words, false);
    int r = count > 0 ? collect(tx, all.data, matches) : count;
    if (r == 0 && count > 1 && matches->count < matches->most && !is_late(matches)) {
        count = store_activity_quote(&any, words, true);
        r = count > 0 ? collect(tx, any.data, matches) : count;
    }
    buf_clear(&all);
    buf_clear(&any);
    return r;
}

int store_activity_search(struct store_tx *tx, unsigned types, struct slice words, int64_t limit, uint64_t until_ns,
                          struct arena *arena, struct store_activities *ret_activities)
{
    struct matches matches = {
        .most = limit < RESULTS_MAX ? (size_t)limit : RESULTS_MAX, .types = types, .until_ns = until_ns};
    sqlite3_progress_handler(tx->db, LOOK_OPS, on_progress, &matches);
    int r = find(tx, words, &matches);
    sqlite3_progress_handler(tx->db, 0, NULL, NULL);
    struct store_activities found = {.items = arena_alloc(arena, (matches.count + 1) * sizeof *found.items)};
    if (r == 0 && !found.items)
        r = -ENOMEM;
    for (size_t i = 0; r == 0 && i < matches.count; i++) {
        r = activity_find(tx, matches.items[i].no, arena, &found.items[found.count]);
        found.count += r == 0;
        r = r == -ENOENT ? 0 : r;
    }
    if (r == 0)
        *ret_activities = found;
    return r;
}
