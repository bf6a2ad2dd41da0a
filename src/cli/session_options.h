/* Options that create and change sessions. */
#pragma once

#include "cli/cli.h"
#include "contract/session.h"

#define SESSION_MODES "default acceptEdits bypassPermissions plan"

/* What agents of a session may do; leaves fields unchanged whose options were not given. */
#define SESSION_TERMS                                                                                                  \
    {"network", 0, "NETWORK", "full model-only none", "network of its agents: full, model-only or none"},              \
        {"keys", 0, "KEYS", "direct broker none", "how its executors get keys: direct, broker or none"},               \
        {"service", 0, "SERVICE", NULL, "service whose key they may use; may be repeated (default: all)"},             \
        {"permission-timeout", 0, "SECONDS", NULL, "how long permission requests stay pending (0: no limit)"},         \
        {"budget-tokens", 0, "COUNT", NULL, "tokens that model calls through the broker may use"},                     \
        {"budget-cost", 0, "AMOUNT", NULL, "cost of these calls, in the unit of the price table"},                     \
        {"thinking-tokens", 0, "COUNT", NULL, "tokens that a model may use for thinking"},                             \
        {"use-context", 0, "WHETHER", "yes no", "whether its agents get recent activity of yours: yes or no"},         \
        {"tools", 0, "LIST", NULL,                                                                                     \
         "tools that its agents may use, separated by commas; * stands for any characters ('': none)"},                \
    {                                                                                                                  \
        "context-file", 0, "FILE", NULL, "file that its agents read first; may be repeated"                            \
    }

enum { SESSION_SERVICES_MAX = 64, SESSION_FILES_MAX = 64, SESSION_TOOLS_MAX = 256 };

struct session_terms_given {
    struct session_terms terms;
    enum field_is network_is, keys_is;
    bool any;
    struct slice services[SESSION_SERVICES_MAX];
    struct slice files[SESSION_FILES_MAX];
    struct slice tools[SESSION_TOOLS_MAX];
};

enum cli_exit session_terms_read(const struct cli *cli, struct session_terms_given *ret_given);

/* Reads --tools, a list with commas, possibly repeated; an empty list adds no tool. Leaves the fields unchanged if the
 * option was not given. */
enum cli_exit session_tools(const struct cli *cli, struct slice items[static SESSION_TOOLS_MAX], size_t *count,
                            enum field_is *is);

/* Reads --metadata and checks that it is JSON. Leaves the fields unchanged if the option was not given. */
enum cli_exit session_metadata(const struct cli *cli, struct json_any *metadata, enum field_is *metadata_is);
