/* Announcements of a server that something in its lists has changed. */
#pragma once

#include "mcp/message.h"

enum mcp_change_kind {
    MCP_CHANGED_NOTHING, /* another message */
    MCP_CHANGED_TOOLS,
    MCP_CHANGED_PROMPTS,
    MCP_CHANGED_RESOURCES, /* and templates */
    MCP_CHANGED_RESOURCE,  /* the content at `uri` */
    MCP_LISTENING,         /* 2026: the subscription began */
    MCP_LISTENING_ENDED,   /* 2026: the server ended it */
};

struct mcp_change {
    enum mcp_change_kind kind;
    struct slice uri;
    int64_t subscription; /* 2026: the id of the subscriptions/listen request; 0: none */
};

/* Reads a notification of either era. MCP_LISTENING_ENDED may also come as the result of the listen request, which the
 * caller knows by its id. */
void mcp_change_read(const struct mcp_message *message, struct mcp_change *ret_change);

/* 2026: a request that stays open and subscribes to what the server can announce. */
int mcp_listen_write(struct buf *out, const struct mcp_sender *sender, int64_t id, bool tools, bool prompts,
                     bool resources, const struct slice *uris, size_t uri_count);
