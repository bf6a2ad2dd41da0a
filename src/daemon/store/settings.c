#include "daemon/store/settings.h"

#include <errno.h>

#include "daemon/store/columns.h"
#include "json/encode.h"

enum { VALUE_MAX = 64 << 10 };

int store_setting_get(struct store_tx *tx, struct slice name, const struct shape *shape, struct arena *arena, void *ret)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT value FROM settings WHERE name = ?1");
    enum field_is is = FIELD_ABSENT;
    store_bind_slice(find, 1, name);
    int r = store_step(tx, find);
    if (r <= 0)
        return r;
    void *value = arena_zeroed(arena, shape->size);
    if (!value)
        return -ENOMEM;
    r = store_column_shown(find, 0, arena, shape, value, &is);
    if (r < 0 || is != FIELD_SET)
        return r;
    memcpy(ret, value, shape->size);
    return 1;
}

int store_setting_put(struct store_tx *tx, struct slice name, const struct shape *shape, const void *value)
{
    struct buf text = BUF_LIMITED(VALUE_MAX);
    int r = json_encode(&text, shape, value);
    if (r == 0) {
        autoreset sqlite3_stmt *put = store_sql(tx, "INSERT INTO settings (name, value) VALUES (?1, ?2)"
                                                    " ON CONFLICT (name) DO UPDATE SET value = ?2");
        store_bind_slice(put, 1, name);
        store_bind_slice(put, 2, buf_slice(&text));
        r = store_run(tx, put);
    }
    buf_clear(&text);
    return r;
}
