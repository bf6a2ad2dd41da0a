/* The options that make and change a session. */
#pragma once

#include "cli/cli.h"
#include "contract/session.h"

#define SESSION_MODES "default acceptEdits bypassPermissions plan"

/* What a session may; each field untouched where its option was not given. */
#define SESSION_TERMS                                                                                                  \
    {"network", 0, "NETWORK", "full model-only none", "what its agents reach: full, model-only or none"},              \
        {"keys", 0, "KEYS", "direct broker none", "how they get at keys: direct, broker or none"},                     \
        {"service", 0, "SERVICE", NULL, "whose key they may use; may be repeated (default: all)"},                     \
        {"permission-timeout", 0, "SECONDS", NULL, "how long their requests wait for an answer (0: no limit)"},        \
        {"budget-tokens", 0, "COUNT", NULL, "what their model calls may use through the broker"},                      \
        {"budget-cost", 0, "AMOUNT", NULL, "the same in money, in the unit of the price table"},                       \
        {"thinking-tokens", 0, "COUNT", NULL, "that a model may think before it answers"},                             \
        {"tools", 0, "LIST", NULL, "which tools, separated by commas; * stands for any characters ('': none)"},        \
    {                                                                                                                  \
        "context-file", 0, "FILE", NULL, "that its agents read first; may be repeated"                                 \
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

/* --tools, a list with commas, or several; an empty one adds none. Untouched where it was not given. */
enum cli_exit session_tools(const struct cli *cli, struct slice items[static SESSION_TOOLS_MAX], size_t *count,
                            enum field_is *is);

/* --metadata, checked to be JSON; untouched where it was not given. */
enum cli_exit session_metadata(const struct cli *cli, struct json_any *metadata, enum field_is *metadata_is);
