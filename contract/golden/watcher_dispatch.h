/* Generated from the files of contract/ by contract/generate; do not edit. */
#pragma once

#include "rpc/method.h"

extern const struct dispatch watcher_dispatch;
