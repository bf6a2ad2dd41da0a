/* The options that make and change a session. */
#pragma once

#include "cli/cli.h"
#include "contract/session.h"

#define SESSION_MODES "default acceptEdits bypassPermissions plan"

/* --mode; untouched where it was not given. */
void session_mode(const struct cli *cli, enum session_permission_mode *mode, enum field_is *ret_is);

/* --metadata, checked to be JSON; untouched where it was not given. */
enum cli_exit session_metadata(const struct cli *cli, struct json_any *metadata, enum field_is *metadata_is);
