#include "daemon/store/columns.h"

#include <errno.h>
#include <string.h>

#include "base/log.h"
#include "json/decode.h"
#include "json/read.h"

enum { JSON_BYTES_MAX = 256 << 20 }; /* for the decoded value of a column */

int store_bad_row(sqlite3_stmt *row, int column, const char *problem)
{
    log_error("store: row %lld: cannot read the column %s: %s", (long long)sqlite3_column_int64(row, 0),
              sqlite3_column_name(row, column), problem);
    return -EBADMSG;
}

int store_column_struct(sqlite3_stmt *row, int column, struct arena *arena, const struct shape *shape, void *ret,
                        enum field_is *ret_is)
{
    yyjson_val *root = NULL;
    struct json_error json_error;
    struct decode_error decode_error = {0};
    struct slice text = store_column_bytes(row, column);
    *ret_is = FIELD_ABSENT;
    if (!text.data)
        return 0;
    int r = json_read(arena, text, &root, &json_error);
    if (r == -EINVAL)
        return store_bad_row(row, column, "no JSON");
    if (r == 0)
        r = json_decode(arena, shape, root, sqlite3_column_name(row, column), ret, &decode_error);
    if (r == 0)
        *ret_is = FIELD_SET;
    return r == -EINVAL ? store_bad_row(row, column, decode_error.message) : r;
}

/* Whether the text can be copied into a line of output. Uses memory outside of the arena. */
static int check_json(struct slice text)
{
    struct json_large *read = NULL;
    struct json_error error;
    if (memchr(text.data, '\n', text.size))
        return -EINVAL;
    int r = json_read_large(JSON_BYTES_MAX, text, &read, &error);
    if (r == 0 && json_is_deeper(json_large_root(read), JSON_STORED_DEPTH_MAX))
        r = -EINVAL;
    (void)json_large_free(read);
    return r;
}

int store_column_json(sqlite3_stmt *row, int column, struct arena *arena, struct slice *ret_text, enum field_is *ret_is)
{
    enum field_is is = FIELD_ABSENT;
    int r = store_column_slice(row, column, arena, ret_text, &is);
    if (r == 0 && is == FIELD_SET) {
        r = check_json(*ret_text);
        if (r == -EINVAL)
            r = store_bad_row(row, column, "invalid JSON, or nested too deep");
    }
    *ret_is = r == 0 ? is : FIELD_ABSENT;
    return r;
}

int store_column_json_shown(sqlite3_stmt *row, int column, struct arena *arena, struct slice *ret_text,
                            enum field_is *ret_is)
{
    int r = store_column_json(row, column, arena, ret_text, ret_is);
    return r == -EBADMSG ? 0 : r;
}

int store_column_shown(sqlite3_stmt *row, int column, struct arena *arena, const struct shape *shape, void *ret,
                       enum field_is *ret_is)
{
    int r = store_column_struct(row, column, arena, shape, ret, ret_is);
    return r == -EBADMSG ? 0 : r;
}
