/* The MCP servers of a task for an agent that is a program. The agent gets one MCP server on standard input and output
 * for each: `weir-mcp --proxy`, which only copies bytes between the agent and this process over two FIFOs, because a
 * sandbox may not allow Unix sockets. The relay speaks MCP with the agent, and calls the daemon, which decides about
 * every call. Everything that arrives over a FIFO comes from the agent and may be hostile. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/slice.h"

struct relay;
struct task;

enum { RELAY_SERVERS_MAX = 100 };

/* Asks the daemon for the servers of the task, and sets task->relay if there are any. Calls `ready` once, later or from
 * inside, unless the task ends first; also if there are no servers, or if they cannot be offered. */
void relay_begin(struct task *task, void (*ready)(struct task *task));
/* Ends all calls. Returns NULL. */
struct relay *relay_end(struct relay *relay);

/* --- for the adapters; the relay may be NULL --- */

size_t relay_count(const struct relay *relay);
/* The name of the server for the agent: its id. */
struct slice relay_name(const struct relay *relay, size_t index);
/* Writes the members of the configuration that starts its proxy: "command":…,"args":[…],"env":… . */
int relay_write_command(const struct relay *relay, size_t index, struct buf *out);

/* Whether a tool, by the name that the agent gives to it (mcp__SERVER__TOOL), is certainly one of a server of this
 * relay: the daemon itself then asks for permission when the agent calls it. Agents find servers by their names; if the
 * agent has a server of its own with the same name and uses that, it does not start ours, and the answer is false. */
bool relay_serves(const struct relay *relay, struct slice tool);
