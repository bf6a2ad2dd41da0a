/* MCP servers for the agent `builtin`: their tools as tools of the agent, their prompts as slash commands, and their
 * resources as attachments. Without the daemon's methods for MCP, nothing of it exists. */
#pragma once

#include "executor/adapters/builtin.h"

enum {
    BUILTIN_MCP_TOOLS_MAX = 4096,
    BUILTIN_MCP_SERVERS_MAX = 100,
    BUILTIN_MCP_LISTS_MAX = 32,        /* lists of tools in one task: a server may change its own all the time */
    BUILTIN_MCP_LIST_BYTES = 64 << 20, /* memory of one list */
    BUILTIN_MCP_MENTIONS_MAX = 8,      /* resources that a prompt names */
    BUILTIN_MCP_PROMPT_MAX = 4 << 20,  /* bytes of a prompt with its resources */
    BUILTIN_MCP_PROGRESS_MS = 500,     /* between two reports of a call's progress */
};

struct builtin_mcp;

/* Finds the servers and tools of the task, and replaces a prompt that is a server's; then calls `ready`, later or from
 * inside, unless the task ends first. A server that does not answer delays nothing: the daemon knows the tools already,
 * or leaves them out. context_tokens 0: not known. */
void builtin_mcp_begin(struct builtin *builtin, int64_t context_tokens, void (*ready)(struct builtin *builtin));
struct builtin_mcp *builtin_mcp_free(struct builtin_mcp *mcp);

/* The agent has started: reports the servers' prompts as commands, and follows changes of the tools. */
void builtin_mcp_go_on(struct builtin *builtin);

/* Returns `own` and the tools of servers, terminated by NULL. The caller frees the list; NULL: out of memory. */
const struct tool **builtin_mcp_tools(const struct builtin *builtin, const struct tool *const *own);
size_t builtin_mcp_servers(const struct builtin *builtin,
                           struct agent_server ret_items[static BUILTIN_MCP_SERVERS_MAX]);
/* The prompt, or what replaces it. */
struct slice builtin_mcp_prompt(const struct builtin *builtin, struct slice prompt);
/* Why the prompt cannot be used; empty: it can. */
struct slice builtin_mcp_problem(const struct builtin *builtin);

/* --- builtin_mcp_items.c: prompts and resources --- */

struct builtin_mcp_items;

/* Calls `done` once, later or from inside, when the prompt and its resources are there. */
void builtin_mcp_items_begin(struct builtin *builtin, const struct executor_mcp_host *hosts, size_t count,
                             void (*done)(struct builtin *builtin), struct builtin_mcp_items **ret_items);
struct builtin_mcp_items *builtin_mcp_items_free(struct builtin_mcp_items *items);
struct slice builtin_mcp_items_prompt(const struct builtin_mcp_items *items, struct slice prompt);
struct slice builtin_mcp_items_problem(const struct builtin_mcp_items *items);
void builtin_mcp_items_report(struct builtin_mcp_items *items);

/* Finds "@SERVER:URI" at the beginning of a word, from *at on. Returns false if there is no more. */
bool builtin_mcp_mention(struct slice prompt, size_t *at, struct slice *ret_server, struct slice *ret_uri);
