#include "mcp/change.h"

#include "json/read.h"
#include "json/write.h"

void mcp_change_read(const struct mcp_message *message, struct mcp_change *ret_change)
{
    static const struct {
        const char *method;
        enum mcp_change_kind kind;
    } methods[] = {
        {"notifications/tools/list_changed", MCP_CHANGED_TOOLS},
        {"notifications/prompts/list_changed", MCP_CHANGED_PROMPTS},
        {"notifications/resources/list_changed", MCP_CHANGED_RESOURCES},
        {"notifications/resources/updated", MCP_CHANGED_RESOURCE},
        {"notifications/subscriptions/acknowledged", MCP_LISTENING},
        {"notifications/cancelled", MCP_LISTENING_ENDED},
    };
    struct mcp_change change = {.kind = MCP_CHANGED_NOTHING};
    for (size_t i = 0; message->kind == MCP_NOTIFICATION && i < sizeof methods / sizeof *methods; i++)
        if (slice_is(message->method, methods[i].method))
            change.kind = methods[i].kind;
    bool ended = change.kind == MCP_LISTENING_ENDED;
    const yyjson_val *id =
        ended ? mcp_member(message->params, "requestId")
              : mcp_member(mcp_member(message->params, "_meta"), "io.modelcontextprotocol/subscriptionId");
    if (!id || json_integer(id, &change.subscription) < 0)
        change.subscription = 0;
    change.uri = mcp_get_text(message->params, "uri");
    if ((change.kind == MCP_CHANGED_RESOURCE && change.uri.size == 0) || (ended && change.subscription == 0))
        change.kind = MCP_CHANGED_NOTHING;
    *ret_change = change;
}

int mcp_listen_write(struct buf *out, const struct mcp_sender *sender, int64_t id, bool tools, bool prompts,
                     bool resources, const struct slice *uris, size_t uri_count)
{
    mcp_write_request(out, sender, id, "subscriptions/listen", false);
    mcp_write_key(out, "notifications");
    buf_append_char(out, '{');
    if (tools) {
        mcp_write_key(out, "toolsListChanged");
        buf_append_text(out, "true");
    }
    if (prompts) {
        mcp_write_key(out, "promptsListChanged");
        buf_append_text(out, "true");
    }
    if (resources) {
        mcp_write_key(out, "resourcesListChanged");
        buf_append_text(out, "true");
    }
    if (uri_count > 0) {
        mcp_write_key(out, "resourceSubscriptions");
        for (size_t i = 0; i < uri_count; i++) {
            buf_append_char(out, i > 0 ? ',' : '[');
            json_write_text(out, uris[i]);
        }
        buf_append_char(out, ']');
    }
    buf_append_char(out, '}');
    return mcp_write_end(out);
}
