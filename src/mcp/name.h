/* The names under which agents see the tools of a server: mcp__SERVER__TOOL. */
#pragma once

#include "base/slice.h"

enum { MCP_NAME_MAX = 64, MCP_NAME_SIZE = MCP_NAME_MAX + 1 };

struct mcp_name {
    struct slice tool;        /* in: the server's name of it */
    char text[MCP_NAME_SIZE]; /* out; "": the name cannot be told from another one */
};

/* Names all tools of a server, the same in whatever order they come. Characters other than letters, digits, "_" and "-"
 * become "_". Names that are too long, and all of those that would be equal, end in "_" and 8 hexadecimal digits of a
 * hash of the tool's own name. Returns -ENOMEM. */
int mcp_names_make(struct slice server, struct mcp_name *names, size_t count);
