/* weir mcp: MCP servers and their tools. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "cli/ask.h"
#include "cli/table.h"
#include "contract/mcp.h"

/* If there is no server of this name, prints a hint: the nearest name, or how to add one. Called after a failure. */
void mcp_suggest(struct cli *cli, const char *server);

/* Like ask(), for a method about this server (NULL: all). */
enum cli_exit mcp_ask(struct cli *cli, const struct method *method, const void *params, const char *server,
                      char **ret_result);

/* Reports success of a server that was configured or started: how many tools it has, or why it does not work. `did` is
 * "added" or "started". */
enum cli_exit mcp_report(const struct cli *cli, const char *did, struct slice server, enum mcp_status status,
                         int64_t tools, struct slice error);

/* Prints the members of a list in a result, each on a line. */
enum cli_exit mcp_print_items(const struct cli *cli, const char *result, const char *member);

/* Prints a table, or `none` if there are no records. Takes the table. */
void mcp_print_table(struct table *table, const char *none);

/* Appends the words as a shell would read them: words with blanks and the like in quotes. */
void mcp_append_word(struct buf *out, struct slice word);

/* Appends the slash command of a prompt: "/mcp__SERVER__PROMPT", with _ for characters that cannot be typed there. */
void mcp_append_prompt(struct buf *out, struct slice server, struct slice name);

/* --- mcp_plan.c: a configuration that is about to be sent --- */

enum { MCP_ITEMS_MAX = 256, MCP_PLAN_BYTES_MAX = 32 << 20, MCP_ID_MAX = 32 };

struct mcp_plan {
    struct arena arena; /* for all strings; wiped */
    struct mcp_connect_params params;
    struct slice args[MCP_ITEMS_MAX], read[MCP_ITEMS_MAX], write[MCP_ITEMS_MAX];
    struct mcp_connect_params_env_pair env[MCP_ITEMS_MAX];
    struct mcp_connect_params_headers_pair headers[MCP_ITEMS_MAX];
};

/* Call mcp_plan_clear() in any case. */
void mcp_plan_init(struct mcp_plan *plan);
void mcp_plan_clear(struct mcp_plan *plan);

/* Each copies its texts. Returns false if a limit is reached or memory is exhausted. */
bool mcp_plan_argument(struct mcp_plan *plan, struct slice text);
bool mcp_plan_variable(struct mcp_plan *plan, struct slice name, struct slice value);
bool mcp_plan_header(struct mcp_plan *plan, struct slice name, struct slice value);

/* Why the name cannot be that of a server; NULL: it can. */
const char *mcp_name_problem(struct slice name);

/* Lets the server see a path; it must exist. */
enum cli_exit mcp_plan_grant(const struct cli *cli, struct mcp_plan *plan, const char *option, const char *path);

/* Looks for existing directories and files among the command and its arguments, which the server could not see. On a
 * terminal, asks whether it may; otherwise says which option lets it. */
void mcp_plan_offer(const struct cli *cli, struct mcp_plan *plan);

/* Sends the configuration, waits for the tools of the server, and reports how it went. */
enum cli_exit mcp_plan_send(struct cli *cli, struct mcp_plan *plan);

/* --- mcp_content.c: what a server returns --- */

struct mcp_saved {
    char *directory; /* made for the first file; NULL: none yet */
    unsigned count;
};
void mcp_saved_clear(struct mcp_saved *saved);

/* Prints text as it is, made safe for a terminal. */
void mcp_print_text(FILE *out, struct slice text);

/* Prints a content block. Stores pictures, sound and other binary content in files, and says where they are. */
void mcp_print_content(const struct cli *cli, struct mcp_saved *saved, FILE *out, yyjson_val *block);

/* Prints one part of a resource: an object with `uri` and `text` or `blob`. */
void mcp_print_resource(const struct cli *cli, struct mcp_saved *saved, FILE *out, yyjson_val *resource);

/* Says where a large result is. */
void mcp_tell_file(const struct cli *cli, const struct connector_file *file);
