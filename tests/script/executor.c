/* weir-script: an executor of which `script` is the only agent. The daemon starts it as it starts those of others, and
 * names no agent: so nothing is chosen here. */
#include "executor/choose.h"
#include "script/script.h"

const struct adapter *const adapters[] = {&script_adapter, NULL};

bool choose_keeps(const struct execute_prompt_params *params, const struct adapter *adapter)
{
    (void)params;
    (void)adapter;
    return false;
}

const struct adapter choose_adapter = {
    .name = "script",
    .hidden = true,
    .start = script_start,
    .stop = script_stop,
    .kill = script_kill,
    .pause = script_pause,
};

/* There are no programs here. */
const struct adapter choose_program_adapter = {.name = "(program)", .hidden = true};
