/* Creates a store with much activity of the last days, written through the store's own rows, but without its threads
 * and syncs. Titles have words whose frequencies follow Zipf's law, which context_measures.py repeats for its queries:
 * "word1" is the most frequent.
 *
 * usage: fill_activity NEW-DATABASE ROWS WORDS SEED */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/store/activity.h"
#include "daemon/store/internal.h"

enum { BATCH = 10000, TITLE_WORDS = 6, TEXT_SIZE = 160, APPS = 30 };

#define SPAN_MS (INT64_C(29) * 24 * 60 * 60 * 1000)

struct fill {
    struct store_tx tx;
    int64_t rows, words, done, now_ms;
    uint64_t random;
    double *sums; /* of 1 / rank, up to each rank */
    struct store_activity *batch;
    char (*texts)[3][TEXT_SIZE]; /* app, title and address of each row */
};

/* xorshift64* */
static uint64_t next_random(struct fill *fill)
{
    fill->random ^= fill->random >> 12;
    fill->random ^= fill->random << 25;
    fill->random ^= fill->random >> 27;
    return fill->random * UINT64_C(2685821657736338717);
}

static int64_t next_rank(struct fill *fill)
{
    double at = (double)(next_random(fill) >> 11) / (double)(UINT64_C(1) << 53) * fill->sums[fill->words - 1];
    int64_t low = 0, high = fill->words - 1;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (fill->sums[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1;
}

/* Of 100 rows, 50 are windows, 15 focus, 10 keystrokes, 5 copied texts and 20 pages. */
static enum context_activity_type next_type(struct fill *fill)
{
    uint64_t part = next_random(fill) % 100;
    return part < 50   ? CONTEXT_ACTIVITY_TYPE_WINDOW
           : part < 65 ? CONTEXT_ACTIVITY_TYPE_FOCUS
           : part < 75 ? CONTEXT_ACTIVITY_TYPE_KEYSTROKE
           : part < 80 ? CONTEXT_ACTIVITY_TYPE_CLIPBOARD
                       : CONTEXT_ACTIVITY_TYPE_BROWSER;
}

static void make_row(struct fill *fill, size_t i)
{
    struct store_activity *row = &fill->batch[i];
    char *app = fill->texts[i][0], *title = fill->texts[i][1], *url = fill->texts[i][2];
    size_t size = 0;
    *row = (struct store_activity){.type = next_type(fill),
                                   .at = fill->now_ms - SPAN_MS + fill->done * SPAN_MS / fill->rows,
                                   .duration_ms = (int64_t)(next_random(fill) % 60000),
                                   .count = 10};
    (void)snprintf(app, TEXT_SIZE, "Application%d", (int)(next_random(fill) % APPS));
    for (int word = 0; word < TITLE_WORDS; word++)
        size +=
            (size_t)snprintf(title + size, TEXT_SIZE - size, "%sword%" PRId64, word > 0 ? " " : "", next_rank(fill));
    (void)snprintf(url, TEXT_SIZE, "https://site%d.example/word%" PRId64, (int)(next_random(fill) % 1000),
                   next_rank(fill));
    row->app = slice_of(app);
    if (row->type == CONTEXT_ACTIVITY_TYPE_CLIPBOARD)
        row->text = slice_of(title);
    else
        row->title = slice_of(title);
    if (row->type == CONTEXT_ACTIVITY_TYPE_BROWSER)
        row->url = slice_of(url);
    fill->done++;
}

static int fill_batch(struct fill *fill)
{
    size_t count = 0;
    while (count < BATCH && fill->done < fill->rows)
        make_row(fill, count++);
    return store_activity_add(&fill->tx, fill->batch, count, fill->now_ms);
}

/* No other process uses the file, and it need not survive a crash. */
static int fill_file(struct fill *fill, const char *path)
{
    int r = store_tx_open(&fill->tx, path, true);
    if (r == 0)
        r = store_migrate(&fill->tx);
    if (r == 0)
        r = store_exec(&fill->tx, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                                  "PRAGMA cache_size=-262144; BEGIN");
    while (r == 0 && fill->done < fill->rows)
        r = fill_batch(fill);
    return r < 0 ? r : store_exec(&fill->tx, "COMMIT; PRAGMA locking_mode=NORMAL; PRAGMA journal_mode=WAL");
}

static int64_t number_of(const char *text)
{
    char *end = NULL;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && number > 0 && number <= 1000000000 ? number : -1;
}

int main(int argc, char **argv)
{
    static struct fill fill;
    int64_t seed = -1;
    if (argc == 5) {
        fill.rows = number_of(argv[2]);
        fill.words = number_of(argv[3]);
        seed = number_of(argv[4]);
    }
    if (fill.rows <= 0 || fill.words <= 0 || seed <= 0) {
        (void)fprintf(stderr, "usage: fill_activity NEW-DATABASE ROWS WORDS SEED\n");
        return 2;
    }
    fill.random = (uint64_t)seed;
    fill.now_ms = clock_epoch_ms();
    fill.sums = calloc((size_t)fill.words, sizeof *fill.sums);
    fill.batch = calloc(BATCH, sizeof *fill.batch);
    fill.texts = calloc(BATCH, sizeof *fill.texts);
    int r = fill.sums && fill.batch && fill.texts ? 0 : -ENOMEM;
    for (int64_t i = 0; r == 0 && i < fill.words; i++)
        fill.sums[i] = (i > 0 ? fill.sums[i - 1] : 0) + 1 / (double)(i + 1);
    if (r == 0)
        r = fill_file(&fill, argv[1]);
    if (r < 0)
        (void)fprintf(stderr, "fill_activity: %s\n", fill.tx.error < 0 ? fill.tx.problem : strerror(-r));
    store_tx_close(&fill.tx);
    if (r == 0)
        (void)printf("{\"rows\":%" PRId64 "}\n", fill.done);
    free(fill.sums);
    free(fill.batch);
    free(fill.texts);
    return r < 0 ? 1 : 0;
}
