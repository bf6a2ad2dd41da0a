/* What a call of a tool is about, and what rules and modes say of it. Nothing here waits, and nothing here knows of
 * executors, clients or the store: it can be tested, fuzzed and measured alone. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "contract/permission_types.h"
#include "contract/session_types.h"
#include "json/shape.h"

/* --- a call, as it is judged ------------------------------------------------------- */

enum judge_kind {
    JUDGE_READS,   /* looks at files: Read, Grep, Glob */
    JUDGE_EDITS,   /* changes files: Write, Edit, MultiEdit, NotebookEdit */
    JUDGE_COMMAND, /* runs a command: Bash */
    JUDGE_OTHER,   /* whatever it does, it may change something */
};

/* A simple command. Its words are as the program would get them: without quotes and escapes. */
struct judge_part {
    struct slice *words;
    size_t count;
    size_t known; /* the words from here on are only known when it runs: $x, $(x), a*, or how many they are */
    bool unclear; /* it may do something else than its words say (PATH=… before it, a shell that reads its input, a
                     program that runs others and is not understood): no rule for commands can allow it */
    struct slice text; /* the words, quoted where they must be */
};

struct judge_call {
    enum judge_kind kind;
    struct slice tool, cwd, session_id; /* cwd: resolved */
    /* Resolved: absolute, without links and dots, also where the last names are not there yet. The files that a command
     * is told to read or write by < and > are here too. */
    struct slice *paths;
    size_t path_count;
    size_t written; /* so many of them, the first, are written; the others are read */
    bool trees;     /* the paths are directories that are looked through: Grep, Glob */
    bool inside;    /* all paths are in the working directory, and there is at least one */
    bool unclear; /* the input does not say what it is about: only a rule for the whole tool can allow it, and any that
                     denies something of the tool denies it */
    struct slice command; /* of JUDGE_COMMAND */
    struct judge_part *parts;
    size_t part_count;
};

/* `home`: for ~. All that is found lies in the arena; it needs about twenty times the input. -EINVAL never: what cannot
 * be read is `unclear`. -ENOMEM. Without `may_wait` only the kernel's caches are looked at, and -EAGAIN says that a
 * file system would have to be asked, which may hang.
 *
 * It looks at links in the file system, and what it finds may be another thing a moment later, when the call is made:
 * this tells a person and the rules what is meant; what an agent cannot reach is up to the sandbox. */
int judge_read(struct arena *arena, struct slice tool, const struct json_any *input, struct slice cwd,
               struct slice home, struct slice session_id, bool may_wait, struct judge_call *ret_call);

/* The same for a call whose paths were found before: they are taken as they are, in their order, and no file system is
 * asked. What names more of them is unclear. */
int judge_read_again(struct arena *arena, struct slice tool, const struct json_any *input, struct slice cwd,
                     struct slice home, struct slice session_id, const struct slice *paths, size_t path_count,
                     struct judge_call *ret_call);

/* --- rules --------------------------------------------------------------------------- */

/* Where the paths of a rule lead. Calls are judged by paths without links, so those of a rule are followed too, when it
 * is made or read from the store, and not again. */
struct judge_places {
    struct slice path; /* of the directories that its pattern begins with; empty: as it is written */
    struct slice cwd;  /* likewise */
};

/* In the arena. -EINVAL: the rule may not be, and `problem` says why. Without `may_wait` only the kernel's caches are
 * looked at; -EAGAIN then says that a file system would have to be asked, and *ret_unknown is the path in question. */
int judge_rule_follow(struct arena *arena, const struct permission_rule *rule, struct slice home, bool may_wait,
                      char problem[static 256], struct judge_places *ret_places, struct slice *ret_unknown);

/* Whether such a rule may be; `places` NULL: by its text alone. -EINVAL: it could never match or means less than it
 * seems; `problem` says why. */
int judge_rule_check(const struct permission_rule *rule, struct slice home, const struct judge_places *places,
                     char problem[static 256]);

/* As it will be, without an id. */
struct permission_rule judge_rule_of(const struct permission_new_rule *wanted);

struct judge_rule;  /* one of them */
struct judge_rules; /* many rules, ready to be asked */

struct judge_rules *judge_rules_new(struct slice home);
struct judge_rules *judge_rules_free(struct judge_rules *rules);

/* -EINVAL: it could never match or means less than it seems; `problem` says why. Copies the rule. Waits for the file
 * system. */
int judge_rules_add(struct judge_rules *rules, const struct permission_rule *rule, char problem[static 256]);

/* The same without a look at any file. Where the rule names paths and `places` is NULL, the rule is open: it is not
 * known yet where they lead. An open rule that allows does not count. One that denies counts as it is written; and any
 * other call that it might deny, were its paths links, is not decided by rules. *ret_rule, which may be NULL, is good
 * until the rule is removed. */
int judge_rules_put(struct judge_rules *rules, const struct permission_rule *rule, const struct judge_places *places,
                    char problem[static 256], struct judge_rule **ret_rule);
bool judge_rule_is_open(const struct judge_rule *rule);
/* An open rule's paths are known now. `source` is what it was made of. As judge_rules_put(); it stays open then. */
int judge_rules_settle(struct judge_rules *rules, struct judge_rule *rule, const struct permission_rule *source,
                       const struct judge_places *places, char problem[static 256]);
/* Nobody waits for an open rule's paths any more: judge_rules_ask() no longer says that they will be known soon. */
void judge_rules_give_up(struct judge_rules *rules, struct judge_rule *rule);

/* -ENOENT */
int judge_rules_remove(struct judge_rules *rules, struct slice id);
size_t judge_rules_count(const struct judge_rules *rules);

enum judge_verdict {
    JUDGE_NOTHING,
    JUDGE_ALLOW,
    JUDGE_DENY,
    JUDGE_MAY_DENY,  /* an open rule might: to be asked again when its paths are known */
    JUDGE_MAY_ALLOW, /* no rule decides; an open one might: likewise */
    JUDGE_UNKNOWN,   /* an open rule might deny it, and was given up: for a person */
};

/* Deny beats allow; a compound command is allowed when each part is, by whatever rules, and each file that it is told
 * to write or read by > and < is too, by rules for Write and Read (reading inside the working directory needs none).
 * *ret_id: the rule that decided (of several: the first part's), good until the rules change. Rules that have expired
 * do not count. A part that is a cd to the working directory itself needs no rule where another part has one. */
enum judge_verdict judge_rules_ask(const struct judge_rules *rules, const struct judge_call *call, int64_t now_ms,
                                   struct slice *ret_id);

/* Whether a single rule would decide the call, were it the only one: for the preview, and to see that a rule that a
 * person has written fits what was asked. False also for one that judge_rules_put() would refuse. */
bool judge_rule_matches(const struct permission_rule *rule, struct slice home, const struct judge_places *places,
                        const struct judge_call *call);

/* For rules that come with an answer. Whether they and those in force allow the call together, as judge_rules_ask() has
 * it, whatever denies it; and whether each of them fits something of it. */
bool judge_rules_allow(const struct judge_rules *rules, const struct judge_rules *more, const struct judge_call *call,
                       int64_t now_ms);
bool judge_rules_all_fit(const struct judge_rules *rules, const struct judge_call *call);

/* What the mode says: bypassPermissions allows, plan denies what is not JUDGE_READS, acceptEdits allows edits inside
 * (but of .git and .weir, whose content others run), reading inside the working directory is allowed in every mode. */
enum judge_verdict judge_mode(enum session_permission_mode mode, const struct judge_call *call);

/* The rule that "like this one" means: the same tool; of a file, its path; of a command, its first words with * behind
 * where none of its arguments can do harm (ls *, git status *), else the command itself. In the arena. -ENOENT: nothing
 * sensible can be said, and only allow_once and deny are possible. */
int judge_suggest(struct arena *arena, const struct judge_call *call, struct permission_new_rule *ret_rule);

enum { JUDGE_SUGGESTIONS = 16 };

/* The same for each part of a command that no rule in force allows yet; of anything else, the one rule. -ENOENT also
 * where a part of it, or a file that it writes, cannot be named by a rule that means this call alone, and where there
 * are too many. `rules` may be NULL. */
int judge_suggest_all(struct arena *arena, const struct judge_rules *rules, const struct judge_call *call,
                      int64_t now_ms, struct permission_new_rule ret_rules[static JUDGE_SUGGESTIONS],
                      size_t *ret_count);
