/* The Model Context Protocol (MCP) without I/O: versions, limits, and the words that the other headers share.
 *
 * message.h reads and writes messages, session.h negotiates, catalog.h collects the lists of a server, call.h makes
 * calls and reads their results, elicit.h checks forms, schema.h checks arguments, name.h names tools for agents,
 * http.h is what Streamable HTTP adds. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* How a connection works. 2025 stands for all versions that begin with `initialize`. */
enum mcp_era {
    MCP_ERA_UNKNOWN,
    MCP_ERA_2025, /* `initialize` once; the server may send requests */
    MCP_ERA_2026, /* stateless: each request carries version and capabilities in _meta; `server/discover` */
};

#define MCP_VERSION_2026 "2026-07-28"
#define MCP_VERSION_2025 "2025-11-25" /* offered in `initialize` */

/* The era of a version that this library speaks, MCP_ERA_UNKNOWN for others. */
enum mcp_era mcp_version_era(struct slice version);

/* The newest version of an era that is in a list of the server, NULL if none is. */
struct yyjson_val;
const char *mcp_version_choose(enum mcp_era era, const struct yyjson_val *list);

enum {
    MCP_LINE_MAX = 16 << 20,         /* bytes of one message from a server */
    MCP_ARENA_MAX = 96 << 20,        /* memory to parse one such message */
    MCP_ITEMS_MAX = 2000,            /* tools, prompts, resources or templates of a server */
    MCP_CATALOG_MAX = 4 << 20,       /* bytes of the definitions in one list */
    MCP_PAGES_MAX = 500,             /* pages of one list */
    MCP_CURSOR_MAX = 4 << 10,        /* bytes of a cursor */
    MCP_TEXT_MAX = 256,              /* bytes of a name or version that a server states of itself */
    MCP_INSTRUCTIONS_MAX = 16 << 10, /* bytes of a server's instructions */
    MCP_TOOL_NAME_MAX = 1024,        /* bytes of the name of a tool */
    MCP_URI_MAX = 8 << 10,           /* bytes of a URI */
    MCP_CONTENTS_MAX = 4096,         /* content items of one result */
    MCP_QUESTIONS_MAX = 16,          /* questions of one result */
    MCP_STATE_MAX = 1 << 20,         /* bytes of a requestState */
    MCP_ROUNDS_MAX = 16,             /* answers to one call before its caller should give up */
    MCP_FIELDS_MAX = 100,            /* fields of a form */
    MCP_OPTIONS_MAX = 1000,          /* options of one field */
    MCP_PROBLEM_SIZE = 512,          /* room for the reason of a failure, with its NUL */

    MCP_PROBE_MS = 5000,       /* until a server that does not answer `server/discover` gets `initialize` */
    MCP_INITIALIZE_MS = 60000, /* until a server that does not answer has failed */
    MCP_HEALTH_EVERY_MS = 30000 /* silence after which a ready server is asked whether it lives */,
    MCP_HEALTH_MS = 10000, /* until it counts as silent */
};

/* Codes of JSON-RPC and MCP. */
enum {
    MCP_PARSE_ERROR = -32700,
    MCP_INVALID_REQUEST = -32600,
    MCP_METHOD_NOT_FOUND = -32601,
    MCP_INVALID_PARAMS = -32602,
    MCP_INTERNAL_ERROR = -32603,
    MCP_RESOURCE_NOT_FOUND = -32002,  /* until 2025-11-25 */
    MCP_HEADER_MISMATCH = -32020,     /* since 2026-07-28 */
    MCP_CAPABILITY_MISSING = -32021,  /* since 2026-07-28 */
    MCP_VERSION_UNSUPPORTED = -32022, /* since 2026-07-28 */
    MCP_URL_NEEDED = -32042,          /* 2025-11-25 only */
};

/* A directory that a server may know of. */
struct mcp_root {
    struct slice uri; /* file://… */
    struct slice name;
};

/* This side. Its strings must stay valid as long as the session or sender. */
struct mcp_client {
    struct slice name, title, version;
    bool forms, urls;             /* elicitation: fill in forms, open URLs */
    const struct mcp_root *roots; /* offered if there are any */
    size_t root_count;
};
