#include "executor/adapters/acp.h"
#include "executor/adapters/builtin.h"
#include "executor/adapters/claude_code.h"
#include "executor/adapters/in_process.h"
#include "executor/adapters/probe.h"
#include "executor/adapters/stdio.h"

const struct adapter *const adapters[] = {
    &builtin_adapter, &stdio_adapter, &claude_code_adapter, &acp_adapter, &offline_adapter, &probe_adapter, NULL};
