/* Sessions as people see them. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "contract/session.h"

const char *session_state_color(enum session_state state);

/* When it was used last: its last task, else its beginning. */
int64_t session_used_at(const struct session_record *session);

/* Who worked in it last, else who is to; empty: nobody was named. */
struct slice session_agent(const struct session_record *session);

extern const struct table_column session_columns[];
extern const size_t session_column_count;
void session_row(struct table *table, const void *session, const struct table_style *style); /* struct session_record */

void session_card(const struct cli *cli, const struct session_record *session);

/* session.c: the result of a method that answers with a session: its card; with --json as it came. */
enum cli_exit session_print(const struct cli *cli, const char *result);
