/* What an edit would change, worked out here from the file as it is now. */
#pragma once

#include "cli/cli.h"
#include "contract/permission.h"

/* Prints the file's name and the difference. False: it is no edit, or nothing can be said of it. */
bool permission_edit_print(const struct cli *cli, const struct permission_request *request);
