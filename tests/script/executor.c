/* weir-script: an executor whose only agent is `script`. The daemon starts it like an executor from the configuration,
 * and names no agent, so there is nothing to choose. */
#include "executor/choose.h"
#include "script/script.h"

const struct adapter *const adapters[] = {&script_adapter, NULL};

const struct adapter choose_adapter = {
    .name = "script",
    .hidden = true,
    .start = script_start,
    .stop = script_stop,
    .kill = script_kill,
    .pause = script_pause,
};

/* This executor runs no agent programs. */
const struct adapter choose_program_adapter = {.name = "(program)", .hidden = true};
