/* Limits how often the progress of a call is told. The newest report is never lost: one that comes too early waits, and
 * replaces the one that waited before. */
#pragma once

#include "mcp/call.h"

enum { MCP_PROGRESS_TEXT_MAX = 1000 };

struct mcp_gate {
    bool has_told, holds;
    uint64_t told_ms; /* the last time */
    double progress, total;
    char message[MCP_PROGRESS_TEXT_MAX + 1];
};

/* Takes a report; a long message is cut. Returns after how many milliseconds it may be told; 0: now. */
uint64_t mcp_gate_put(struct mcp_gate *gate, const struct mcp_progress *report, uint64_t now_ms, uint64_t every_ms);

/* The report that waits. False: none does. Its message is valid until the next report. */
bool mcp_gate_take(struct mcp_gate *gate, uint64_t now_ms, struct mcp_progress *ret_report);
