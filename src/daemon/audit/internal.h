/* What the files of src/daemon/audit share and nobody else needs. */
#pragma once

#include "daemon/audit/audit.h"

void audit_refusals_init(struct audit *audit);
