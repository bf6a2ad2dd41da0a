/* The agent `offline`: src/offline, hosted by a task. */
#pragma once

#include "executor/adapter.h"

extern const struct adapter offline_adapter;
