/* Configures a server, for mcp:connect and for those that a project offers. */
#pragma once

#include "contract/mcp.h"
#include "daemon/mcp/mcp.h"
#include "daemon/store/mcp.h"

struct mcp_entry;

struct mcp_configuration {
    struct call *call; /* deferred and held */
    const struct mcp_connect_params *params;
    struct slice project;                /* the directory of the project that offers it; empty: none */
    const struct store_mcp_offer *offer; /* the approval, to be stored with it; or NULL */
    /* It is stored, and the server stopped; NULL: the call was failed. Must drop the call. */
    void (*then)(struct mcp_entry *entry, const struct mcp_configuration *configuration);
    void *user;
};

/* 1: `then` follows; everything that `configuration` points to must live until then. 0: the call was failed. */
int mcp_configure(struct mcp_hub *hub, const struct mcp_configuration *configuration);

/* It is not in the store any more: stops its processes, and frees it when they are gone. */
void mcp_entry_remove(struct mcp_entry *entry);

/* A call other than those of configure.c has waited for the tools. agent.c */
void mcp_waiter_go_on(struct mcp_entry *entry, struct call *call);

/* The same for call_mcp_tool. agent_call.c */
void mcp_call_go_on(struct mcp_entry *entry, struct call *call);
