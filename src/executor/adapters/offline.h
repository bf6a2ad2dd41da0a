/* The agent `offline`: src/offline, run in a task. */
#pragma once

#include "executor/adapter.h"

extern const struct adapter offline_adapter;
