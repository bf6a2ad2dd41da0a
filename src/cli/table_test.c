#include "cli/table.h"

#include "cli/columns.h"
#include "unit/check.h"

static const struct table_column columns[] = {
    {.title = "ID"},
    {.title = "N", .right = true},
    {.title = "PRI", .optional = true},
    {.title = "TEXT", .yields = true},
};

static void add(struct table *table, const char *id, const char *number, const char *priority, const char *text)
{
    table_cell(table, slice_of(id), NULL);
    table_cell(table, slice_of(number), NULL);
    table_cell(table, slice_of(priority), NULL);
    table_cell(table, slice_of(text), NULL);
}

static void assert_written(struct table *table, const char *expected)
{
    struct buf out = BUF_LIMITED(1 << 16);
    table_write(table, &out);
    assert_buf(&out, expected);
    buf_clear(&out);
}

static void columns_are_as_wide_as_their_widest_cell(void **state)
{
    (void)state;
    struct table table;
    table_init(&table, columns, 4, COLUMNS_ANY, "");
    add(&table, "a", "1", "", "first");
    add(&table, "long-id", "1000", "", "a text that nobody cuts, as there is no terminal");
    add(&table, "b", "2", "", "");
    assert_written(&table, "ID          N  TEXT\n"
                           "a           1  first\n"
                           "long-id  1000  a text that nobody cuts, as there is no terminal\n"
                           "b           2\n");
    table_clear(&table);
}

static void a_column_that_may_be_left_out_is_there_when_it_has_something(void **state)
{
    (void)state;
    struct table table;
    table_init(&table, columns, 4, COLUMNS_ANY, "");
    add(&table, "a", "1", "", "x");
    add(&table, "b", "2", "5", "y");
    assert_written(&table, "ID  N  PRI  TEXT\n"
                           "a   1       x\n"
                           "b   2  5    y\n");
    table_clear(&table);
}

static void the_yielding_column_is_cut(void **state)
{
    (void)state;
    struct table table;
    table_init(&table, columns, 4, 20, "");
    add(&table, "id-1", "12", "", "the quick brown fox");
    add(&table, "id-2", "3", "", "漢字漢字漢字漢字");
    assert_written(&table, "ID     N  TEXT\n"
                           "id-1  12  the quick…\n"
                           "id-2   3  漢字漢字…\n");
    table_clear(&table);
}

static void a_tiny_terminal_gets_what_fits(void **state)
{
    (void)state;
    for (size_t limit = 1; limit < 24; limit++) {
        struct table table;
        struct buf out = BUF_LIMITED(1 << 16);
        table_init(&table, columns, 4, limit, "");
        add(&table, "identifier", "12", "7", "a\nb\033[31m漢字");
        table_write(&table, &out);
        assert_int_equal(buf_terminate(&out), 0);
        for (char *line = out.data, *end; (end = strchr(line, '\n')); line = end + 1)
            assert_true(columns_width((struct slice){line, (size_t)(end - line)}) <= limit);
        table_clear(&table);
        buf_clear(&out);
    }
}

static void more_rows_go_on_under_the_same_titles(void **state)
{
    (void)state;
    struct table table;
    table_init(&table, columns, 4, COLUMNS_ANY, "");
    add(&table, "abc", "1", "", "x");
    assert_written(&table, "ID   N  TEXT\nabc  1  x\n");
    add(&table, "a", "2", "9", "y");
    assert_written(&table, "a    2  y\n");
    assert_written(&table, "");
    table_clear(&table);
}

static void colour_takes_no_room(void **state)
{
    (void)state;
    struct table table;
    table_init(&table, columns, 4, COLUMNS_ANY, "\033[1m");
    table_cell(&table, slice_of("a"), "\033[31m");
    table_cell(&table, slice_of("1"), NULL);
    table_cell(&table, slice_of(""), NULL);
    table_cell(&table, slice_of("\033[32mz"), NULL);
    assert_written(&table, "\033[1mID\033[0m  \033[1mN\033[0m  \033[1mTEXT\033[0m\n"
                           "\033[31ma\033[0m   1  \\u001b[32mz\n");
    table_clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
        cmocka_unit_test(a_column_that_may_be_left_out_is_there_when_it_has_something),
        cmocka_unit_test(the_yielding_column_is_cut),
        cmocka_unit_test(a_tiny_terminal_gets_what_fits),
        cmocka_unit_test(more_rows_go_on_under_the_same_titles),
        cmocka_unit_test(colour_takes_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
