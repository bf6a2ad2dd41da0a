/* Generated from contract/handover.json by contract/generate; do not edit. */
/* The data that the daemon passes in memory to the program that replaces it (daemon.restart). Never sent. */
#pragma once

#include "rpc/method.h"
#include "contract/handover_types.h"

struct call;
