/* The lists of a server: tools, prompts, resources and resource templates, page by page. */
#pragma once

#include "mcp/message.h"
#include "mcp/param.h"

enum mcp_list { MCP_TOOLS, MCP_PROMPTS, MCP_RESOURCES, MCP_TEMPLATES };

enum { MCP_HASH_SIZE = 65 }; /* SHA-256 in hexadecimal, with a NUL */

struct mcp_prompt_argument {
    struct slice name, title, description;
    bool required;
};

/* A tool, prompt, resource or template. Texts are empty if absent; JSON is text in canonical form. */
struct mcp_item {
    struct slice name, title, description;
    char hash[MCP_HASH_SIZE]; /* of the definition: name, title, description, schemas, annotations, … */
    struct slice definition;  /* the canonical JSON that the hash is of */
    struct slice annotations; /* JSON */
    struct slice input_schema, output_schema; /* tools: JSON */
    const struct mcp_param *params;           /* tools over HTTP */
    size_t param_count;
    const struct mcp_prompt_argument *arguments; /* prompts */
    size_t argument_count;
    struct slice uri; /* resources: the URI; templates: the URI template */
    struct slice mime_type;
    int64_t size; /* resources, -1: not stated */
};

struct mcp_catalog {
    enum mcp_list list;
    struct mcp_item *items; /* sorted by name, resources and templates by URI, when complete */
    size_t count;
    size_t dropped;                 /* items that are not valid */
    char warning[MCP_PROBLEM_SIZE]; /* why items are missing: the first reason; "": nothing is missing */
    int64_t ttl_ms;                 /* how long the list may be kept; -1: not stated */
    bool complete;

    /* private */
    struct arena arena;
    struct arena scratch;
    bool params;
    size_t capacity, pages, bytes;
    struct slice cursor;
    char cursor_text[MCP_CURSOR_MAX];
    uint64_t cursors[MCP_PAGES_MAX]; /* hashes of those that were used */
};

/* `params`: the server is reached over HTTP in the 2026 era, so tools with invalid x-mcp-header are dropped. */
void mcp_catalog_init(struct mcp_catalog *catalog, enum mcp_list list, bool params);
void mcp_catalog_clear(struct mcp_catalog *catalog);

/* Writes the request for the first or next page. */
int mcp_catalog_write(const struct mcp_catalog *catalog, struct buf *out, const struct mcp_sender *sender, int64_t id);

/* Adds a page, the result of that request. Returns 1 if another page is to be asked for, 0 if the list is complete (at
 * a limit or a repeated cursor too: the warning then says so), -EINVAL if the result is not a page (the warning says
 * what is wrong). */
int mcp_catalog_add(struct mcp_catalog *catalog, const yyjson_val *result);

/* By name; resources and templates by URI. Only when complete. */
const struct mcp_item *mcp_catalog_find(const struct mcp_catalog *catalog, struct slice name);
