#include "daemon/store/columns.h"

#include <errno.h>

#include "json/decode.h"
#include "json/read.h"

int store_column_struct(struct store_tx *tx, sqlite3_stmt *row, int column, struct arena *arena,
                        const struct shape *shape, void *ret, enum field_is *ret_is)
{
    yyjson_val *root = NULL;
    struct json_error json_error;
    struct decode_error decode_error;
    struct slice text = store_column_bytes(row, column);
    *ret_is = FIELD_ABSENT;
    if (!text.data)
        return 0;
    int r = json_read(arena, text, &root, &json_error);
    if (r == 0)
        r = json_decode(arena, shape, root, "row", ret, &decode_error);
    if (r == 0)
        *ret_is = FIELD_SET;
    return r == -EINVAL ? store_note(tx, SQLITE_CORRUPT) : r;
}
