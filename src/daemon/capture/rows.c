/* What weir-capture reports. Nothing has asked it to record yet, so nothing is stored. */
#include "contract/errors.h"
#include "contract/recorder.h"
#include "rpc/call.h"

int recorder_rows(struct call *call, const struct recorder_rows_params *params)
{
    return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot store %zu rows: capture is off", params->rows.count);
}

int recorder_state(struct call *call, const struct recorder_state_params *params)
{
    (void)call, (void)params;
    return 0;
}
