/* What the sources behind judge.h share. */
#pragma once

#include "base/buf.h"
#include "judge/judge.h"
#include "judge/pattern.h"

/* --- paths -------------------------------------------------------------------------- */

/* The place that `path` names: absolute, without `.`, `..` and links. Names that are not there (yet) stay as they are.
 * A relative path lies below `cwd`, ~/ below `home`. Behind the result stands a / that does not count. -EINVAL, -ELOOP,
 * -ENAMETOOLONG, -EACCES: it cannot be told; -ENOMEM. `may_wait`: else -EAGAIN where a file system would be asked. */
int judge_path_resolve(struct arena *arena, struct slice path, struct slice cwd, struct slice home, bool may_wait,
                       struct slice *ret_path);

/* Both resolved. A directory is inside itself. */
bool judge_path_is_inside(struct slice path, struct slice directory);

/* --- commands ----------------------------------------------------------------------- */

enum {
    JUDGE_COMMAND_BYTES = 256 << 10,
    JUDGE_WORDS = 4096,  /* of a command */
    JUDGE_PARTS = 512,   /* of a command */
    JUDGE_FILES = 128,   /* of a command */
    JUDGE_NESTED = 24,   /* $( ( { sh -c … in one another */
    JUDGE_HEREDOCS = 16, /* that wait for their line */
};

/* A word as it was read. */
struct judge_word {
    struct slice text; /* without quotes; of one that is open, what is known of it */
    struct slice raw;
    bool open;   /* only known when it runs */
    bool quoted; /* in part at least */
    bool joined; /* over the end of a line */
};

struct judge_file {
    struct slice name;
    bool written;
};

/* What was found in a command, with all that is inside of it. */
struct judge_found {
    struct arena *arena;
    struct slice home;
    struct judge_part *parts;
    size_t part_count, part_room;
    struct judge_file *files;
    size_t file_count, file_room;
    size_t words; /* of all parts */
    size_t steps; /* bytes that were looked at, again and again where they are nested */
    bool moves;   /* it may change its working directory: a relative name is then another one */
    bool unclear;
    int error; /* -ENOMEM */
};

struct judge_heredoc {
    struct slice end;
    bool tabs, quoted;
};

/* A text that is being read; $( ) is read in place, other nested texts get a reader of their own. */
struct judge_reader {
    struct judge_found *found;
    const char *at, *end;
    size_t depth;
    struct judge_heredoc heredocs[JUDGE_HEREDOCS];
    size_t heredoc_count;
};

/* Reads `text` as a shell would and adds its parts. Whatever is not understood makes `found` unclear. */
void judge_command_read(struct judge_found *found, struct slice text, size_t depth);
/* The list of commands in $( ), with the reader behind the (. Afterwards it is behind the ). */
void judge_command_nested(struct judge_reader *reader);
void judge_command_fail(struct judge_reader *reader);

/* At a word's first byte. Commands in it become parts. False: not understood, and `found` is unclear. */
bool judge_word_read(struct judge_reader *reader, struct judge_word *ret_word);
/* The same without expansions, as the end of a here-document is read. */
bool judge_word_read_plain(struct judge_reader *reader, struct judge_word *ret_word);
/* $(…), `…`, ${…} in the body of a here-document. */
bool judge_word_scan(struct judge_reader *reader, struct slice body);

/* Past blanks and continued lines. */
void judge_skip_blanks(struct judge_reader *reader);
bool judge_is_name(struct slice text);
/* Setting this variable changes nothing but what the words say. `before`: before a command, so that it gets it. */
bool judge_may_set(struct slice name, bool before);

/* Adds the part, and those of the commands that it would run: sudo x, sh -c 'x', find -exec x ;. Takes no ownership. */
void judge_part_add(struct judge_found *found, const struct judge_word *words, size_t count, bool unclear,
                    size_t depth);
/* One that cannot be told by its words. */
bool judge_is_opaque(struct slice program);
/* What stands behind the last / of it. */
struct slice judge_base_name(struct slice path);

/* The word as a shell would read it again; also as a rule's word without wildcards. */
int judge_word_quote(struct buf *buf, struct slice word);

/* --- rules -------------------------------------------------------------------------- */

enum judge_about { JUDGE_ABOUT_TOOL, JUDGE_ABOUT_PATH, JUDGE_ABOUT_COMMAND };

enum judge_state {
    JUDGE_RULE_KNOWN,
    JUDGE_RULE_SOUGHT, /* open, and somebody looks where its paths lead */
    JUDGE_RULE_LOST,   /* open, and given up */
};

struct judge_rule {
    enum permission_effect effect;
    enum judge_about about;
    bool relative; /* the path is below the session's working directory */
    bool below;    /* the path's pattern ends in / or in two stars: the directory itself, too */
    bool rest;     /* behind its words there may be any others */
    bool path_open, cwd_open;
    enum judge_state state;
    int64_t expires_ms;
    struct slice id, session_id, cwd; /* a size of 0: any */
    struct judge_pattern *tool, *path;
    struct judge_pattern **words; /* NULL: any one word */
    size_t word_count;
    struct slice first;      /* the first word where it has no wildcard, else empty */
    struct slice name;       /* the tool where it has no wildcard, else empty */
    struct judge_rule *next; /* with the same key */
};

/* `places` NULL: they are not known. -EINVAL: `problem` says why. -ENOMEM. */
int judge_rule_new(const struct permission_rule *source, struct slice home, const struct judge_places *places,
                   char problem[static 256], struct judge_rule **ret_rule);
struct judge_rule *judge_rule_free(struct judge_rule *rule);
/* Takes where its paths lead from `made`, which is the same rule otherwise. */
void judge_rule_take_places(struct judge_rule *rule, struct judge_rule *made);

/* `open`: as far as is known. */
bool judge_rule_counts(const struct judge_rule *rule, const struct judge_call *call, int64_t now_ms, bool open);
/* An allowing rule must fit all of it; a denying one need only be able to. */
bool judge_rule_fits_part(const struct judge_rule *rule, const struct judge_part *part);
bool judge_rule_fits_path(const struct judge_rule *rule, struct slice path, const struct judge_call *call);

/* Whether a part of the call needs no further rule. */
bool judge_rules_allow_part(const struct judge_rules *rules, const struct judge_rules *more,
                            const struct judge_call *call, size_t part, int64_t now_ms);

/* What a tool's name says: JUDGE_OTHER for one that is not known. */
enum judge_kind judge_tool_kind(struct slice tool, bool *ret_trees);
/* Whether the pattern fits a tool of the kind `command` or one that names files. */
bool judge_tool_fits(const struct judge_pattern *pattern, bool command);
