/* The agent `probe`, which tries to escape from the sandbox, for `weir doctor`. */
#pragma once

#include "executor/adapter.h"

extern const struct adapter probe_adapter;
