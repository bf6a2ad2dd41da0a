/* The agents of the staged weir-executor: those of the one that is shipped, and `script`. */
#include "executor/adapters/acp.h"
#include "executor/adapters/builtin.h"
#include "executor/adapters/claude_code.h"
#include "executor/adapters/in_process.h"
#include "executor/adapters/probe.h"
#include "executor/adapters/stdio.h"
#include "script/script.h"

const struct adapter *const adapters[] = {&builtin_adapter, &stdio_adapter,  &claude_code_adapter, &acp_adapter,
                                          &offline_adapter, &script_adapter, &probe_adapter,       NULL};
