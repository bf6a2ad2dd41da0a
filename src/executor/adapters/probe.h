/* The agent `probe`: tries to get out. `weir doctor` is who asks for it. */
#pragma once

#include "executor/adapter.h"

extern const struct adapter probe_adapter;
