/* The health of all servers together, and another try of those that do not work. */
#include "daemon/mcp/internal.h"

static void count(struct mcp_health *health, enum mcp_state state)
{
    health->servers++;
    health->failed += state == MCP_STATE_FAILED;
    health->degraded += state == MCP_STATE_DEGRADED;
    health->restarting += state == MCP_STATE_RESTARTING;
    health->starting += state == MCP_STATE_STARTING;
}

struct mcp_health mcp_hub_health(const struct mcp_hub *hub)
{
    struct mcp_health health = {0};
    const struct mcp_entry *first = NULL;
    for (const struct list *link = hub->entries.next; link && link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        enum mcp_state state = mcp_entry_state(entry);
        if (entry->removing)
            continue;
        count(&health, state);
        bool is_worse = state == MCP_STATE_FAILED && first && mcp_entry_state(first) != MCP_STATE_FAILED;
        bool is_bad = state == MCP_STATE_FAILED || state == MCP_STATE_DEGRADED || state == MCP_STATE_RESTARTING;
        first = is_worse || (is_bad && !first) ? entry : first;
    }
    health.first_id = first ? first->id : NULL;
    health.problem = first ? mcp_entry_error(first) : NULL;
    return health;
}

static void retry_runs(const struct mcp_entry *entry)
{
    for (const struct list *link = entry->runs.next, *next; link != &entry->runs; link = next) {
        struct mcp_run *run = list_member(link, struct mcp_run, link);
        enum mcp_state state = mcp_run_state(run);
        next = link->next;
        if (state == MCP_STATE_FAILED || state == MCP_STATE_DEGRADED)
            mcp_run_restart(run);
    }
}

void mcp_hub_retry(struct mcp_hub *hub)
{
    for (struct list *link = hub->entries.next, *next; link != &hub->entries && !hub->closed; link = next) {
        struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        next = link->next;
        if (!entry->removing)
            retry_runs(entry);
    }
}
