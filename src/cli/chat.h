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
    char *agent, *model;                   /* storage for the values of `wish` that were chosen in the conversation */
    char *last_task;                       /* task of the last message; or NULL */
    char *background[CHAT_BACKGROUND_MAX]; /* tasks of /run, the newest last */
    size_t background_count;
    struct terminal_shell shell; /* the terminal of !COMMAND */
    bool over;
};

/* --- chat_commands.c --- */

/* Names of the commands, with slashes; ends with NULL. */
extern const char *const chat_command_names[];

/* Runs a line that begins with a slash, and reports errors. Returns false if it is a command for the agent. */
bool chat_command(struct chat *chat, struct slice line);

/* --- chat_session.c --- */

/* Returns the id of the session, also one that was named and not used yet; or NULL. */
const char *chat_session(const struct chat *chat);

/* Prints the title of the session that the chat continues, if it has one. */
void chat_name_session(const struct chat *chat);

/* Returns whether the agent has the command, "/NAME". */
bool chat_agent_knows(struct chat *chat, const char *name);

void chat_agent_help(struct chat *chat);

/* Calls on a separate connection and reports no errors, for completions. */
bool chat_ask_quietly(const struct chat *chat, const struct method *method, const void *params, struct arena *arena,
                      void *ret);

/* Completes file names of the session; directories end with /. The caller frees the names. `user` is the chat. */
size_t chat_offer_paths(void *user, const char *query, char *ret_paths[static CHAT_OFFERS_MAX]);

void chat_print_history(struct chat *chat);

/* Prints the tasks of the session and those of /run. */
void chat_print_tasks(struct chat *chat);
/* Completes slash commands of the agent, with two slashes if weir has a command of that name. The caller frees the
 * names. `user` is the chat. */
size_t chat_offer_commands(void *user, char *ret_names[static CHAT_OFFERS_MAX]);

/* --- chat_mcp.c --- */

enum chat_mcp {
    CHAT_MCP_OTHER,  /* the line is no prompt of an MCP server */
    CHAT_MCP_FAILED, /* it is one, and the error was reported */
    CHAT_MCP_TEXT,   /* the text is to be sent to the agent */
};

/* Takes a line such as "/mcp__SERVER__PROMPT words". */
enum chat_mcp chat_mcp_take(struct chat *chat, struct slice line, struct buf *ret_text);
void chat_mcp_help(struct chat *chat);

/* Complete "/mcp__…" and, after an @, "SERVER:URI". The caller frees the names. */
size_t chat_mcp_offer_prompts(const struct chat *chat, char **ret_names, size_t max);
size_t chat_mcp_offer_resources(const struct chat *chat, const char *query, char **ret_names, size_t max);
