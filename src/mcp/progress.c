#include "mcp/progress.h"

#include "base/utf8.h"

uint64_t mcp_gate_put(struct mcp_gate *gate, const struct mcp_progress *report, uint64_t now_ms, uint64_t every_ms)
{
    uint64_t passed = now_ms - gate->told_ms;
    struct slice message = utf8_cut(report->message, MCP_PROGRESS_TEXT_MAX);
    gate->holds = true;
    gate->progress = report->progress;
    gate->total = report->total;
    if (message.size > 0)
        slice_copy(gate->message, message);
    else
        gate->message[0] = '\0';
    return gate->has_told && passed < every_ms ? every_ms - passed : 0;
}

bool mcp_gate_take(struct mcp_gate *gate, uint64_t now_ms, struct mcp_progress *ret_report)
{
    if (!gate->holds)
        return false;
    gate->holds = false;
    gate->has_told = true;
    gate->told_ms = now_ms;
    *ret_report =
        (struct mcp_progress){.progress = gate->progress, .total = gate->total, .message = slice_of(gate->message)};
    return true;
}
