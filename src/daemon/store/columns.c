#include "daemon/store/columns.h"

#include <errno.h>

#include "base/log.h"
#include "json/decode.h"
#include "json/read.h"

int store_bad_row(sqlite3_stmt *row, int column, const char *problem)
{
    log_error("store: row %lld: the column %s cannot be read: %s", (long long)sqlite3_column_int64(row, 0),
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

int store_column_shown(sqlite3_stmt *row, int column, struct arena *arena, const struct shape *shape, void *ret,
                       enum field_is *ret_is)
{
    int r = store_column_struct(row, column, arena, shape, ret, ret_is);
    return r == -EBADMSG ? 0 : r;
}
