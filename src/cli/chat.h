/* weir chat: a conversation in a session. */
#pragma once

#include "cli/chat_line.h"
#include "cli/run.h"
#include "cli/terminal_shell.h"

enum { CHAT_BACKGROUND_MAX = 32 };

struct chat {
    struct cli *cli;
    struct run_wish wish;
    struct chat_line line;
    char *agent, *model;                   /* what wish points to, once chosen here */
    char *last_task;                       /* of the last message; or NULL */
    char *background[CHAT_BACKGROUND_MAX]; /* tasks of /run, the newest last */
    size_t background_count;
    struct terminal_shell shell; /* where !COMMAND runs */
    bool over;
};

/* --- chat_commands.c ------------------------------------------------------------------- */

/* The commands' names, each with its slash; ends with NULL. */
extern const char *const chat_command_names[];

/* A line that begins with a slash. What goes wrong is said; the conversation goes on. False: it is a command of the
 * agent, which is to hear it. */
bool chat_command(struct chat *chat, struct slice line);

/* --- chat_session.c -------------------------------------------------------------------- */

/* The id of the session, one too that was named and not looked at yet; or NULL. */
const char *chat_session(const struct chat *chat);

/* Whether the agent knows the command, "/NAME". */
bool chat_agent_knows(struct chat *chat, const char *name);

/* Lists its commands. */
void chat_agent_help(struct chat *chat);

/* For Tab: files of the session; of a directory with a / behind it. They are the caller's. `user` is the chat. */
size_t chat_offer_paths(void *user, const char *query, char *ret_paths[static CHAT_OFFERS_MAX]);

/* What was said in the session so far. */
void chat_print_history(struct chat *chat);

/* The tasks of the session, and those that were started beside it. */
void chat_print_tasks(struct chat *chat);
/* Slash commands of the agent; two slashes where weir has one of the same name. Likewise. */
size_t chat_offer_commands(void *user, char *ret_names[static CHAT_OFFERS_MAX]);
