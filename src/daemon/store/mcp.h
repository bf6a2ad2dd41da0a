/* Rows of MCP servers: their configuration, what is known of them, and offers of projects. The rules of rows.h apply.
 */
#pragma once

#include "contract/connector_types.h"
#include "contract/mcp_types.h"
#include "daemon/store/rows.h"

enum { STORE_MCP_DIGEST_SIZE = 33 };

struct store_mcp_server {
    struct slice digest; /* of the configuration */
    struct mcp_server record;
    int64_t prompt_count, resource_count;
    int64_t tool_bytes; /* the size of the list of tools */
    /* When the tools were listed, and for how long the server says that they are valid; 0: not known. */
    int64_t listed_at, ttl_ms;
};
struct store_mcp_servers {
    struct store_mcp_server *items;
    size_t count;
};

/* Adds the server or replaces its configuration. What is known of it stays only if the digest is the same. */
int store_mcp_put(struct store_tx *tx, const struct store_mcp_server *server);
/* -ENOENT */
int store_mcp_remove(struct store_tx *tx, struct slice id);
/* The state in the record is the last stored one. -ENOENT */
int store_mcp_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_mcp_server *ret_server);
/* Sorted by id. Rows that cannot be read are skipped. */
int store_mcp_all(struct store_tx *tx, struct arena *arena, struct store_mcp_servers *ret_servers);

/* Stores state, error, protocol, server, instructions and last answer of the record. Absent fields keep their value,
 * except the error. Does nothing if the server is gone. */
struct store_mcp_state {
    struct slice id;
    enum mcp_state state;
    struct slice error, protocol, instructions; /* empty: none */
    const struct connector_implementation *implementation;
    int64_t answered_at;
};
int store_mcp_note(struct store_tx *tx, const struct store_mcp_state *state, int64_t now_ms);

/* A list of the server: an encoded connector_list_result. Does nothing if the server is gone or has another digest. */
struct store_mcp_list {
    struct slice id, digest;
    enum connector_list_kind kind;
    struct slice text;
    int64_t entries, ttl_ms; /* ttl_ms 0: not known */
};
int store_mcp_list_put(struct store_tx *tx, const struct store_mcp_list *list, int64_t now_ms);
/* The text of the list. -ENOENT: not known. */
int store_mcp_list_find(struct store_tx *tx, struct slice id, enum connector_list_kind kind, struct arena *arena,
                        struct slice *ret_text);

/* --- offers of projects --- */

struct store_mcp_offer {
    struct slice name, hash, server; /* server: empty: none */
    bool approved;
};
struct store_mcp_offers {
    struct store_mcp_offer *items;
    size_t count;
};
int store_mcp_offer_put(struct store_tx *tx, struct slice project, const struct store_mcp_offer *offer, int64_t now_ms);
int store_mcp_offer_list(struct store_tx *tx, struct slice project, struct arena *arena,
                         struct store_mcp_offers *ret_offers);

/* --- definitions that rules refer to --- */

/* Also removes old ones to which no rule refers. */
int store_mcp_definition_keep(struct store_tx *tx, struct slice hash, struct slice definition);
/* -ENOENT */
int store_mcp_definition_find(struct store_tx *tx, struct slice hash, struct arena *arena, struct slice *ret_text);
