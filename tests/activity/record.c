/* Records activity as capture will: through the store's writer. Reads lines of JSON from standard input, one for each
 * row, and adds them to the store at the given path in one batch.
 *
 * usage: record_activity WEIR.DB <ROWS */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#include <yyjson.h>

#include "base/clock.h"
#include "base/list.h"
#include "daemon/store/activity.h"
#include "daemon/store/store.h"

enum { ROWS_MAX = 100000 };

struct recording {
    struct store *store;
    struct store_change change;
    struct store_activity *rows;
    yyjson_doc **documents; /* of the rows */
    size_t count;
    int status;
};

static int apply(struct store_change *change, struct store_tx *tx)
{
    const struct recording *recording = list_member(change, struct recording, change);
    return store_activity_add(tx, recording->rows, recording->count, clock_epoch_ms());
}

static void on_added(struct store_change *change)
{
    struct recording *recording = list_member(change, struct recording, change);
    recording->status = change->status;
    store_close(recording->store, NULL, NULL);
}

static void on_opened(void *user, int status)
{
    struct recording *recording = user;
    recording->status = status;
    if (status < 0) {
        store_close(recording->store, NULL, NULL);
        return;
    }
    recording->change = (struct store_change){.apply = apply, .done = on_added};
    (void)store_write(recording->store, &recording->change);
}

static void on_events(void *user, const struct store_event *events, size_t count)
{
    (void)user;
    (void)events;
    (void)count;
}

static struct slice text_of(yyjson_val *row, const char *name)
{
    yyjson_val *value = yyjson_obj_get(row, name);
    return (struct slice){yyjson_get_str(value), yyjson_get_len(value)};
}

static int64_t number_of(yyjson_val *row, const char *name, int64_t usual)
{
    yyjson_val *value = yyjson_obj_get(row, name);
    return value ? yyjson_get_sint(value) : usual;
}

static int read_row(yyjson_doc *document, struct store_activity *ret_row)
{
    const struct shape *types = &context_activity_type_shape;
    yyjson_val *row = yyjson_doc_get_root(document);
    struct slice type = text_of(row, "type");
    for (uint32_t i = 0; i < types->of.words.count; i++) {
        if (!type.data || !slice_equal(type, types->of.words.items[i]))
            continue;
        *ret_row = (struct store_activity){
            .type = (enum context_activity_type)i,
            .at = number_of(row, "at", 0),
            .duration_ms = number_of(row, "duration", -1),
            .app = text_of(row, "app"),
            .title = text_of(row, "title"),
            .url = text_of(row, "url"),
            .text = text_of(row, "text"),
            .media_type = text_of(row, "mediaType"),
            .count = number_of(row, "count", 0),
        };
        return 0;
    }
    return -EINVAL;
}

static int read_rows(struct recording *recording)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int r = 0;
    while (r == 0 && (size = getline(&line, &capacity, stdin)) > 0) {
        if (recording->count == ROWS_MAX) {
            r = -ENOBUFS;
            break;
        }
        yyjson_doc *document = yyjson_read(line, (size_t)size, 0);
        recording->documents[recording->count] = document;
        r = read_row(document, &recording->rows[recording->count]);
        recording->count++;
    }
    free(line);
    return r;
}

int main(int argc, char **argv)
{
    static struct recording recording;
    uv_loop_t loop;
    recording = (struct recording){.rows = calloc(ROWS_MAX, sizeof *recording.rows),
                                   .documents = calloc(ROWS_MAX, sizeof *recording.documents),
                                   .store = store_new()};
    struct store_options options = {
        .path = argc == 2 ? argv[1] : "", .loop = &loop, .opened = on_opened, .events = on_events, .user = &recording};
    bool is_usable = recording.rows && recording.documents && recording.store && argc == 2;
    int r = is_usable ? read_rows(&recording) : -EINVAL;
    if (r == 0)
        r = uv_loop_init(&loop);
    if (r == 0)
        r = store_open(recording.store, &options);
    if (r == 0) {
        (void)uv_run(&loop, UV_RUN_DEFAULT);
        r = recording.status;
        (void)uv_loop_close(&loop);
    }
    for (size_t i = 0; i < recording.count; i++)
        yyjson_doc_free(recording.documents[i]);
    free(recording.documents);
    free(recording.rows);
    (void)store_free(recording.store);
    if (r < 0)
        (void)fprintf(stderr, "record_activity: %s\n", strerror(-r));
    return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
