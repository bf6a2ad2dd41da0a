/* Shows sessions. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "contract/session.h"

const char *session_state_color(enum session_state state);

/* The time of the last task, or of the creation if there is none. */
int64_t session_used_at(const struct session_record *session);

/* The agent of the last task, or else the session's agent; empty if neither is known. */
struct slice session_agent(const struct session_record *session);

extern const struct table_column session_columns[];
extern const size_t session_column_count;
void session_row(struct table *table, const void *session,
                 const struct table_style *style); /* `session` is a struct session_record */

void session_card(const struct cli *cli, const struct session_record *session);

/* session.c: prints the result of a method that returns a session: as a card, or with --json unchanged. */
enum cli_exit session_print(const struct cli *cli, const char *result);
