#include "daemon/agent/agent.h"

/* Only what its makers document: the command that speaks on stdin and stdout, and where it keeps its settings and its
 * login. A login that is hidden from agents (sandbox/hidden.c) is named by itself: it is no secret to its owner. */
const struct agent_known agent_known[] = {
    {"claude",
     "claude-code",
     {"claude"},
     {"~/.claude", "~/.claude/.credentials.json", "~/.claude.json"},
     .automatic = true},
    {"gemini", "acp", {"gemini", "--experimental-acp"}, {"~/.gemini", "~/.gemini/oauth_creds.json"}, .automatic = true},
    {"codex", "acp", {"codex-acp"}, {"~/.codex", "~/.codex/auth.json"}, .automatic = true},
    {"opencode",
     "acp",
     {"opencode", "acp"},
     {"~/.config/opencode", "~/.local/share/opencode", "~/.local/state/opencode", "~/.cache/opencode"},
     .automatic = true},
    /* A well-known tool for databases has the same name. */
    {"goose",
     "acp",
     {"goose", "acp"},
     {"~/.config/goose", "~/.local/share/goose", "~/.local/state/goose"},
     .automatic = false},
};

const size_t agent_known_count = sizeof agent_known / sizeof *agent_known;
