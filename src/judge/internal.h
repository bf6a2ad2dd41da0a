/* Declarations that are private to src/judge. */
#pragma once

#include "base/buf.h"
#include "judge/judge.h"
#include "judge/pattern.h"

/* --- paths --- */

/* Resolves `path` to an absolute path without `.`, `..` and links. Names that do not exist stay as they are. A relative
 * path is below `cwd`, ~/ below `home`. The result is followed by a / that its size does not count. Returns -EINVAL,
 * -ELOOP, -ENAMETOOLONG or -EACCES if the path cannot be resolved, or -ENOMEM. Without `may_wait`: -EAGAIN if a file
 * system would have to be asked. */
int judge_path_resolve(struct arena *arena, struct slice path, struct slice cwd, struct slice home, bool may_wait,
                       struct slice *ret_path);

/* Whether the path, which is inside `cwd`, is in a directory whose files Git or weir executes outside of every
 * sandbox. */
bool judge_path_is_run_by_others(struct slice path, struct slice cwd);

/* Both paths must be resolved. A directory is inside itself. */
bool judge_path_is_inside(struct slice path, struct slice directory);

/* --- commands --- */

enum {
    JUDGE_COMMAND_BYTES = 256 << 10,
    JUDGE_WORDS = 4096,  /* of a command */
    JUDGE_PARTS = 512,   /* of a command */
    JUDGE_FILES = 128,   /* of a command */
    JUDGE_NESTED = 24,   /* nesting of $( ( { sh -c … */
    JUDGE_HEREDOCS = 16, /* announced, before their text */
};

/* A word of a shell text. */
struct judge_word {
    struct slice text; /* without quotes; for an open word, the known part */
    struct slice raw;
    bool open;   /* its value is known only at run time */
    bool quoted; /* at least partly quoted */
    bool joined; /* continued over the end of a line */
};

struct judge_file {
    struct slice name;
    bool written;
};

/* The parts of a command, including all nested commands. */
struct judge_found {
    struct arena *arena;
    struct slice home;
    struct judge_part *parts;
    size_t part_count, part_room;
    struct judge_file *files;
    size_t file_count, file_room;
    size_t words; /* of all parts */
    size_t steps; /* bytes read, counted again for each nesting */
    bool moves;   /* may change the working directory, which changes the meaning of relative names */
    bool unclear;
    int error; /* -ENOMEM */
};

struct judge_heredoc {
    struct slice end;
    bool tabs, quoted;
};

/* A text and the position in it. $( ) is read in place; other nested texts have their own reader. */
struct judge_reader {
    struct judge_found *found;
    const char *at, *end;
    size_t depth;
    struct judge_heredoc heredocs[JUDGE_HEREDOCS];
    size_t heredoc_count;
};

/* Reads `text` like a shell and adds its parts. Anything that is not understood makes `found` unclear. */
void judge_command_read(struct judge_found *found, struct slice text, size_t depth);
/* Reads the list of commands in $( ), from after the ( to after the ). */
void judge_command_nested(struct judge_reader *reader);
void judge_command_fail(struct judge_reader *reader);

/* Reads a word; commands in it become parts. Returns false if it is not understood; `found` is then unclear. */
bool judge_word_read(struct judge_reader *reader, struct judge_word *ret_word);
/* The same without expansions, as for the delimiter of a here-document. */
bool judge_word_read_plain(struct judge_reader *reader, struct judge_word *ret_word);
/* Reads $(…), `…`, ${…} in the body of a here-document. */
bool judge_word_scan(struct judge_reader *reader, struct slice body);

/* Skips blanks and continued lines. */
void judge_skip_blanks(struct judge_reader *reader);
bool judge_is_name(struct slice text);
/* Whether setting this variable has no effect beyond expansion. `before`: before a command, which gets the variable. */
bool judge_may_set(struct slice name, bool before);

/* Adds the part, and those of the commands that it runs: sudo x, sh -c 'x', find -exec x ;. Takes no ownership. */
void judge_part_add(struct judge_found *found, const struct judge_word *words, size_t count, bool unclear,
                    size_t depth);
/* Whether the effect of the program cannot be read from its words. */
bool judge_is_opaque(struct slice program);
/* The part after the last /. */
struct slice judge_base_name(struct slice path);

/* Quotes a word for a shell; the result is also a word without wildcards in a rule. */
int judge_word_quote(struct buf *buf, struct slice word);

/* --- rules --- */

enum judge_about { JUDGE_ABOUT_TOOL, JUDGE_ABOUT_PATH, JUDGE_ABOUT_COMMAND };

enum judge_state {
    JUDGE_RULE_KNOWN,
    JUDGE_RULE_SOUGHT, /* open: the resolution of its paths is in progress */
    JUDGE_RULE_LOST,   /* open: the resolution was given up */
};

struct judge_rule {
    enum permission_effect effect;
    enum judge_about about;
    bool relative; /* the path is relative to the session's working directory */
    bool below;    /* the path pattern ends in / or two stars: matches the directory itself, too */
    bool rest;     /* further words may follow */
    bool path_open, cwd_open;
    enum judge_state state;
    int64_t expires_ms;
    struct slice id, session_id, cwd, definition; /* a size of 0: any */
    struct judge_pattern *tool, *path;
    struct judge_pattern **words; /* NULL: any one word */
    size_t word_count;
    struct slice first;      /* the first word if it has no wildcard, else empty */
    struct slice name;       /* the tool if it has no wildcard, else empty */
    struct judge_rule *next; /* with the same key */
};

/* `rule_paths` NULL: not known yet. Returns -EINVAL with a reason in `problem`, or -ENOMEM. */
int judge_rule_new(const struct permission_rule *source, struct slice home, const struct judge_rule_paths *rule_paths,
                   char problem[static 256], struct judge_rule **ret_rule);
struct judge_rule *judge_rule_free(struct judge_rule *rule);
/* Moves the resolved paths from `made`, which is otherwise the same rule, to `rule`. */
void judge_rule_take_places(struct judge_rule *rule, struct judge_rule *made);

/* Whether the rule applies to the call. `open`: as far as is known. */
bool judge_rule_counts(const struct judge_rule *rule, const struct judge_call *call, int64_t now_ms, bool open);
/* An allow rule must match the whole part; a deny rule applies if it may match. */
bool judge_rule_fits_part(const struct judge_rule *rule, const struct judge_part *part);
bool judge_rule_fits_path(const struct judge_rule *rule, struct slice path, const struct judge_call *call);

/* Whether no further rule is needed for a part of the call. */
/* Whether the rules allow each file that the command writes or reads with < and >. */
bool judge_rules_allow_paths(const struct judge_rules *rules, const struct judge_call *call, int64_t now_ms);
bool judge_rules_allow_part(const struct judge_rules *rules, const struct judge_rules *more,
                            const struct judge_call *call, size_t part, int64_t now_ms);

/* The kind of a tool by its name: JUDGE_OTHER for unknown tools. */
enum judge_kind judge_tool_kind(struct slice tool, bool *ret_trees);
/* Whether the pattern matches a tool that runs commands (`command`) or one that names files. */
bool judge_tool_fits(const struct judge_pattern *pattern, bool command);
