/* Declarations that are private to src/daemon/audit. */
#pragma once

#include "daemon/audit/audit.h"

void audit_refusals_init(struct audit *audit);
