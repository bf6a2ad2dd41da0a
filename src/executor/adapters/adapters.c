#include "executor/adapters/probe.h"
#include "executor/adapters/script.h"

const struct adapter *const adapters[] = {&script_adapter, &probe_adapter, NULL};
