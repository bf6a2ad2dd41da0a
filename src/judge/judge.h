/* Finds out which files and commands a tool call concerns, and decides it by rules and modes. Nothing here blocks, and
 * nothing depends on executors, clients or the store: it can be tested, fuzzed and measured alone. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "contract/permission_types.h"
#include "contract/session_types.h"
#include "json/shape.h"

/* --- a call --- */

enum judge_kind {
    JUDGE_READS,   /* reads files: Read, Grep, Glob */
    JUDGE_EDITS,   /* changes files: Write, Edit, MultiEdit, NotebookEdit */
    JUDGE_COMMAND, /* runs a command: Bash */
    JUDGE_OTHER,   /* unknown; may change anything */
};

/* A simple command. Its words are as the program gets them: without quotes and escapes. */
struct judge_part {
    struct slice *words;
    size_t count;
    size_t known;      /* words from here on are known only at run time: $x, $(x), a*, or their number is */
    bool unclear;      /* may do something else than its words say (PATH=… before it, a shell that reads its input, an
                          unknown program that runs others): no rule for commands can allow it */
    struct slice text; /* the words, quoted where necessary */
};

struct judge_call {
    enum judge_kind kind;
    struct slice tool, cwd, session_id; /* cwd: resolved */
    /* Resolved: absolute, without links and dots, even if the last names do not exist. Includes the files that a
     * command reads or writes with < and >. */
    struct slice *paths;
    size_t path_count;
    size_t written; /* the first paths are written, this many; the others are read */
    bool trees;     /* the paths are directories to search: Grep, Glob */
    bool inside;    /* all paths are in the working directory, and there is at least one */
    bool unclear;   /* the input does not show what the call concerns: only a rule for the whole tool can allow it, and
                       any deny rule of the tool denies it */
    struct slice definition; /* the hash of the definition of an MCP tool; the caller sets it. Empty: another tool */
    struct slice command;    /* for JUDGE_COMMAND */
    struct judge_part *parts;
    size_t part_count;
};

/* Analyzes the input of a call. `home`: for ~. The result is allocated in the arena and needs about twenty times the
 * size of the input. Never returns -EINVAL: input that cannot be read is `unclear`. Returns -ENOMEM. Without
 * `may_wait`, only the kernel's caches are used, and -EAGAIN means that a file system would have to be asked, which can
 * block. Links in the file system are resolved now and may change before the call is executed: the result is for people
 * and rules; the sandbox limits what an agent can reach. */
int judge_read(struct arena *arena, struct slice tool, const struct json_any *input, struct slice cwd,
               struct slice home, struct slice session_id, bool may_wait, struct judge_call *ret_call);

/* The same for a call whose paths were resolved before: uses them in their order without asking a file system. A path
 * that is not among them makes the call unclear. */
int judge_read_again(struct arena *arena, struct slice tool, const struct json_any *input, struct slice cwd,
                     struct slice home, struct slice session_id, const struct slice *paths, size_t path_count,
                     struct judge_call *ret_call);

/* --- rules --- */

/* The resolved paths of a rule. Calls are judged by paths without links, so the paths of a rule are resolved too, once,
 * when it is added or read from the store. */
struct judge_rule_paths {
    struct slice path; /* of the directories at the start of its pattern; empty: as written */
    struct slice cwd;  /* the same for its cwd */
};

/* Resolves the paths of a rule in the arena. Returns -EINVAL with a reason in `problem` if the rule is invalid. Without
 * `may_wait`, only the kernel's caches are used; -EAGAIN then means that a file system would have to be asked about
 * *ret_unknown. */
int judge_rule_follow(struct arena *arena, const struct permission_rule *rule, struct slice home, bool may_wait,
                      char problem[static 256], struct judge_rule_paths *ret_rule_paths, struct slice *ret_unknown);

/* Whether a rule is valid; `rule_paths` NULL: by its text alone. Returns -EINVAL with a reason in `problem` if it could
 * never match or matches less than it seems to. */
int judge_rule_check(const struct permission_rule *rule, struct slice home, const struct judge_rule_paths *rule_paths,
                     char problem[static 256]);

/* The rule without an id. */
struct permission_rule judge_rule_of(const struct permission_new_rule *wanted);

struct judge_rule;  /* one rule */
struct judge_rules; /* a set of rules */

struct judge_rules *judge_rules_new(struct slice home);
struct judge_rules *judge_rules_free(struct judge_rules *rules);

/* Adds a copy of the rule. Returns -EINVAL with a reason in `problem` if it could never match or matches less than it
 * seems to. May block on the file system. */
int judge_rules_add(struct judge_rules *rules, const struct permission_rule *rule, char problem[static 256]);

/* The same without asking a file system. If the rule names paths and `rule_paths` is NULL, the rule is open: its paths
 * are not resolved yet. An open allow rule is ignored. An open deny rule applies as written; any other call that it
 * could deny if its paths had links is not decided by rules. *ret_rule, which may be NULL, is valid until the rule is
 * removed. */
int judge_rules_put(struct judge_rules *rules, const struct permission_rule *rule,
                    const struct judge_rule_paths *rule_paths, char problem[static 256], struct judge_rule **ret_rule);
bool judge_rule_is_open(const struct judge_rule *rule);
/* Sets the resolved paths of an open rule. `source` is the rule that it was made from. Errors as in judge_rules_put();
 * the rule then stays open. */
int judge_rules_settle(struct judge_rules *rules, struct judge_rule *rule, const struct permission_rule *source,
                       const struct judge_rule_paths *rule_paths, char problem[static 256]);
/* The paths of an open rule will not be resolved: judge_rules_ask() no longer reports that they will be. */
void judge_rules_give_up(struct judge_rules *rules, struct judge_rule *rule);

/* -ENOENT */
int judge_rules_remove(struct judge_rules *rules, struct slice id);
size_t judge_rules_count(const struct judge_rules *rules);

enum judge_verdict {
    JUDGE_NOTHING,
    JUDGE_ALLOW,
    JUDGE_DENY,
    JUDGE_MAY_DENY,  /* an open rule might deny it: ask again when its paths are resolved */
    JUDGE_MAY_ALLOW, /* no rule decides, but an open rule might allow it: ask again when its paths are resolved */
    JUDGE_UNKNOWN,   /* an open rule that was given up might deny it: ask a person */
};

/* Deny rules take precedence. A compound command is allowed if each part is, by any rules, and each file that it writes
 * or reads with > and < is, by rules for Write and Read (reading inside the working directory needs none). *ret_id: the
 * rule that decided (of several, the one of the first part), valid until the rules change. Expired rules are ignored. A
 * part that is a cd to the working directory itself needs no rule if another part has one. */
enum judge_verdict judge_rules_ask(const struct judge_rules *rules, const struct judge_call *call, int64_t now_ms,
                                   struct slice *ret_id);

/* Whether an allow rule would allow this call of an MCP tool, but was made for another definition of the tool.
 * *ret_definition: the hash of that one, valid until the rules change. */
bool judge_rules_outdated(const struct judge_rules *rules, const struct judge_call *call, int64_t now_ms,
                          struct slice *ret_definition);

/* Whether this rule alone would decide the call: for previews, and to check that a person's rule matches the request.
 * Also false for a rule that judge_rules_put() would reject. */
bool judge_rule_matches(const struct permission_rule *rule, struct slice home,
                        const struct judge_rule_paths *rule_paths, const struct judge_call *call);

/* For rules that are added with an answer: whether they and the existing rules together allow the call as in
 * judge_rules_ask(), ignoring deny rules, and whether each of them matches a part of it. */
bool judge_rules_allow(const struct judge_rules *rules, const struct judge_rules *more, const struct judge_call *call,
                       int64_t now_ms);
bool judge_rules_all_fit(const struct judge_rules *rules, const struct judge_call *call);

/* The verdict of the mode: bypassPermissions allows, plan denies everything except JUDGE_READS, acceptEdits allows
 * edits inside the working directory (except in .git and .weir, whose content other programs execute). Every mode
 * allows reading inside the working directory. */
enum judge_verdict judge_mode(enum session_permission_mode mode, const struct judge_call *call);

/* The rule for "similar calls": the same tool; for a file, its path; for a command, its first words followed by * if no
 * argument can do harm (ls *, git status *), else the command itself. Allocated in the arena. Returns -ENOENT if there
 * is no suitable rule; then only allow_once and deny are possible. */
int judge_suggest(struct arena *arena, const struct judge_call *call, struct permission_new_rule *ret_rule);

enum { JUDGE_SUGGESTIONS = 16 };

/* The same for each part of a command that no existing rule allows, and before them for the one file that it writes
 * with
 * >, if that is in the working directory; for other calls, one rule. Also returns -ENOENT if there is no rule that
 * matches only this part or file, and if there are too many parts. `rules` may be NULL. */
int judge_suggest_all(struct arena *arena, const struct judge_rules *rules, const struct judge_call *call,
                      int64_t now_ms, struct permission_new_rule ret_rules[static JUDGE_SUGGESTIONS],
                      size_t *ret_count);
