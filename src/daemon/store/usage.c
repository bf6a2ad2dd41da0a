/* Usage of model calls, and reservations for calls in progress. */
#include <errno.h>
#include <string.h>

#include "daemon/store/columns.h"

/* Above all budgets, and small enough that sums of many rows cannot overflow. */
#define MOST "1000000000000000"
#define ADDED(column) column " = min(" column " + excluded." column ", " MOST ")"

static int sum_usage(struct store_tx *tx, int64_t session, const char *day, struct store_account *account)
{
    autoreset sqlite3_stmt *sum =
        store_sql(tx, session > 0 ? "SELECT coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0),"
                                    " coalesce(sum(cost_micros), 0) FROM usage WHERE session = ?1"
                                  : "SELECT coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0),"
                                    " coalesce(sum(cost_micros), 0) FROM usage WHERE day = ?2 AND ?1 = 0");
    (void)sqlite3_bind_int64(sum, 1, session);
    if (session == 0)
        store_bind_slice(sum, 2, slice_of(day));
    int r = store_step(tx, sum);
    if (r <= 0)
        return r < 0 ? r : store_note(tx, SQLITE_CORRUPT);
    account->input_tokens = sqlite3_column_int64(sum, 0);
    account->output_tokens = sqlite3_column_int64(sum, 1);
    account->cost_micros = sqlite3_column_int64(sum, 2);
    return 0;
}

static int sum_reserved(struct store_tx *tx, int64_t session, const char *day, struct store_account *account)
{
    autoreset sqlite3_stmt *sum = store_sql(
        tx, session > 0 ? "SELECT coalesce(sum(input_tokens + output_tokens), 0), coalesce(sum(cost_micros), 0)"
                          " FROM reservations WHERE session = ?1"
                        : "SELECT coalesce(sum(input_tokens + output_tokens), 0), coalesce(sum(cost_micros), 0)"
                          " FROM reservations WHERE day = ?2 AND ?1 = 0");
    (void)sqlite3_bind_int64(sum, 1, session);
    if (session == 0)
        store_bind_slice(sum, 2, slice_of(day));
    int r = store_step(tx, sum);
    if (r <= 0)
        return r < 0 ? r : store_note(tx, SQLITE_CORRUPT);
    account->reserved_tokens = sqlite3_column_int64(sum, 0);
    account->reserved_micros = sqlite3_column_int64(sum, 1);
    return 0;
}

int store_usage_account(struct store_tx *tx, int64_t session, const char *day, struct store_account *ret_account)
{
    struct store_account account = {0};
    int r = sum_usage(tx, session, day, &account);
    if (r == 0)
        r = sum_reserved(tx, session, day, &account);
    if (r == 0)
        *ret_account = account;
    return r;
}

/* --- reservations --- */

int store_reservation_add(struct store_tx *tx, struct store_reservation *reservation)
{
    int r = id_make(&tx->ids, "res_", reservation->id);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO reservations (id, session, day, service, model, input_tokens, output_tokens,"
                      " cost_micros, input_price, output_price) VALUES (?1, ?2, ?3, ?4, ?5, min(?6, " MOST "),"
                      " min(?7, " MOST "), min(?8, " MOST "), ?9, ?10)");
    store_bind_slice(add, 1, slice_of(reservation->id));
    (void)sqlite3_bind_int64(add, 2, reservation->session);
    store_bind_slice(add, 3, slice_of(reservation->day));
    store_bind_optional(add, 4, FIELD_SET, reservation->service);
    store_bind_optional(add, 5, FIELD_SET, reservation->model);
    (void)sqlite3_bind_int64(add, 6, reservation->input_tokens);
    (void)sqlite3_bind_int64(add, 7, reservation->output_tokens);
    (void)sqlite3_bind_int64(add, 8, reservation->cost_micros);
    (void)sqlite3_bind_int64(add, 9, reservation->input_price);
    (void)sqlite3_bind_int64(add, 10, reservation->output_price);
    return store_run(tx, add);
}

int store_reservation_find(struct store_tx *tx, struct slice id, struct store_reservation *ret_reservation)
{
    struct store_reservation found = {0};
    if (id.size >= sizeof found.id)
        return -ENOENT;
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT input_tokens, output_tokens, cost_micros, input_price, output_price FROM reservations"
                      " WHERE id = ?1");
    store_bind_slice(find, 1, id);
    int r = store_step(tx, find);
    if (r <= 0)
        return r < 0 ? r : -ENOENT;
    memcpy(found.id, id.data, id.size);
    found.input_tokens = sqlite3_column_int64(find, 0);
    found.output_tokens = sqlite3_column_int64(find, 1);
    found.cost_micros = sqlite3_column_int64(find, 2);
    found.input_price = sqlite3_column_int64(find, 3);
    found.output_price = sqlite3_column_int64(find, 4);
    *ret_reservation = found;
    return 0;
}

int store_reservation_drop(struct store_tx *tx, struct slice id)
{
    autoreset sqlite3_stmt *drop = store_sql(tx, "DELETE FROM reservations WHERE id = ?1");
    store_bind_slice(drop, 1, id);
    int r = store_run(tx, drop);
    return r < 0 || sqlite3_changes(tx->db) > 0 ? r : -ENOENT;
}

int store_reservation_settle(struct store_tx *tx, const struct store_reservation *reservation, int64_t input_tokens,
                             int64_t output_tokens, int64_t cost_micros)
{
    autoreset sqlite3_stmt *use = store_sql(
        tx, "INSERT INTO usage (day, session, service, model, calls, input_tokens, output_tokens, cost_micros)"
            " SELECT day, session, service, model, 1, min(?2, " MOST "), min(?3, " MOST "), min(?4, " MOST
            ") FROM reservations WHERE id = ?1"
            " ON CONFLICT DO UPDATE SET calls = calls + 1, " ADDED("input_tokens") ", " ADDED(
                "output_tokens") ", " ADDED("cost_micros"));
    store_bind_slice(use, 1, slice_of(reservation->id));
    (void)sqlite3_bind_int64(use, 2, input_tokens);
    (void)sqlite3_bind_int64(use, 3, output_tokens);
    (void)sqlite3_bind_int64(use, 4, cost_micros);
    int r = store_run(tx, use);
    return r < 0 ? r : store_reservation_drop(tx, slice_of(reservation->id));
}

int store_reservations_use(struct store_tx *tx)
{
    autoreset sqlite3_stmt *use = store_sql(
        tx, "INSERT INTO usage (day, session, service, model, calls, input_tokens, output_tokens, cost_micros)"
            " SELECT day, session, service, model, 1, input_tokens, output_tokens, cost_micros FROM reservations"
            " WHERE true ON CONFLICT DO UPDATE SET calls = calls + 1, " ADDED("input_tokens") ", " ADDED(
                "output_tokens") ", " ADDED("cost_micros"));
    autoreset sqlite3_stmt *drop = store_sql(tx, "DELETE FROM reservations");
    int r = store_run(tx, use);
    return r < 0 ? r : store_run(tx, drop);
}

int store_usage_forget(struct store_tx *tx, const char *day)
{
    autoreset sqlite3_stmt *forget =
        store_sql(tx, "DELETE FROM usage WHERE day < ?1 AND session NOT IN (SELECT no FROM sessions)");
    store_bind_slice(forget, 1, slice_of(day));
    return store_run(tx, forget);
}
