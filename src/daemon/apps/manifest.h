/* The manifest of an app, and permissions. Does no I/O. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/slice.h"
#include "contract/apps_types.h"

enum { MANIFEST_MAX = 64 << 10, MANIFEST_PROBLEM_SIZE = 512 };

/* Strings lie in the arena. -EINVAL: `problem` says what is wrong. Whether entry and icon exist is not checked. */
int apps_manifest_read(struct arena *arena, struct slice text, struct apps_manifest *ret_manifest,
                       char problem[static MANIFEST_PROBLEM_SIZE]);

/* Whether it is the name of a tool, or a pattern of names. */
bool apps_permission_tool_is_valid(struct slice tool);

/* Whether what is asked for contains the tool or pattern: every name that it matches. */
bool apps_permission_has_tool(const struct apps_permissions *asked, struct slice tool);

/* What of `granted` is still asked for. The items are those of `granted`. -ENOMEM. */
int apps_permission_keep(struct arena *arena, const struct apps_permissions *granted,
                         const struct apps_permissions *asked, struct apps_permissions *ret_kept);
