/* Generated from contract/handover.json by contract/generate; do not edit. */
/* What the daemon writes for the program that takes over from it (daemon.restart), into memory that only that
 * program gets. Not sent to anybody. */
#pragma once

#include "rpc/method.h"
#include "contract/handover_types.h"

struct call;
