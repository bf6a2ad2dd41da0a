/* A project's .mcp.json: what mcp.offers and mcp.approve read. */
#pragma once

#include "daemon/mcp/internal.h"
#include "daemon/session/session.h"

#define MCP_PROJECT_FILE ".mcp.json"

enum {
    MCP_PROJECT_BYTES = 1 << 20,
    /* As in mcp:connect, in bytes; after the variables are replaced, too. */
    MCP_NAME_BYTES = 256,
    MCP_COMMAND_BYTES = 4096, /* or a URL */
    MCP_TEXT_BYTES = 65536,   /* an argument; a value */
};

struct mcp_project {
    struct session_scan scan;
    bool approves;       /* for mcp.approve */
    char *directory;     /* the project */
    char *path;          /* the file; NULL: there is none */
    const char *problem; /* why it cannot be used; or NULL */
    struct mcp_offer *offers;
    size_t count;
};

/* Reads the file. On a resolver thread. */
void mcp_project_read(struct session_scan *scan);

/* Reads the text of the file into project->offers, or sets project->problem. Strings are in the arena of the scan,
 * which also has a copy of the text. */
int mcp_project_parse(struct mcp_project *project, struct slice text);

/* A variable in a text, written as ${NAME} or ${NAME:-default}. */
struct mcp_variable {
    size_t start, end; /* in the text, with its braces */
    struct slice name, fallback;
    bool has_fallback;
};

/* Finds the next one from this offset on. False: there is none. */
bool mcp_variable_next(struct slice text, size_t from, struct mcp_variable *ret);
