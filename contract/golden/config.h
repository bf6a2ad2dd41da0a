/* Generated from contract/config.json by contract/generate; do not edit. */
/* The configuration file of the daemon: JSON with comments, in $XDG_CONFIG_HOME/weir/config.jsonc. */
#pragma once

#include "rpc/method.h"
#include "contract/config_types.h"

struct call;
