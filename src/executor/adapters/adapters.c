#include "executor/adapters/script.h"

const struct adapter *const adapters[] = {&script_adapter, NULL};
