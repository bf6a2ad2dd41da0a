/* Parses one rule, and matches it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "judge/internal.h"

enum { RULE_WORDS = 256, PROBLEM_BYTES = 256 };

__attribute__((format(printf, 2, 3))) static int refuse(char *problem, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem, PROBLEM_BYTES, format, arguments);
    va_end(arguments);
    return -EINVAL;
}

static bool has_control(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < 0x20 || text.data[i] == 0x7f)
            return true;
    return false;
}

static int make_pattern(struct slice text, char *problem, struct judge_pattern **ret_pattern)
{
    int r = judge_pattern_new(text, ret_pattern);
    if (r == -E2BIG)
        return refuse(problem, "a pattern can have at most %d bytes", JUDGE_PATTERN_MAX);
    if (r == -EINVAL)
        return refuse(problem, "a \\ at the end of a pattern escapes nothing");
    return r;
}

static int copy_text(struct slice source, struct slice *ret_copy)
{
    char *copy = malloc(source.size + 1);
    if (!copy)
        return -ENOMEM;
    slice_copy(copy, source);
    copy[source.size] = '\0';
    *ret_copy = (struct slice){copy, source.size};
    return 0;
}

/* --- paths --- */

static int check_names(struct slice path, char *problem)
{
    for (size_t at = 0; at < path.size;) {
        const char *slash = memchr(path.data + at, '/', path.size - at);
        size_t end = slash ? (size_t)(slash - path.data) : path.size;
        struct slice name = {path.data + at, end - at};
        if (slice_is(name, "..") || (at > 0 && (slice_is(name, ".") || name.size == 0)))
            return refuse(problem,
                          "the path has ., .. or //; paths are compared without them, so it would never match");
        at = end + 1;
    }
    return 0;
}

/* The directories at the start of the pattern, without wildcards. */
static size_t plain_size(struct slice pattern)
{
    size_t slash = 0;
    for (size_t i = 0; i < pattern.size && !strchr("*?\\", pattern.data[i]); i++)
        if (pattern.data[i] == '/' || i + 1 == pattern.size)
            slash = i + (pattern.data[i] != '/');
    return slash;
}

static int append_escaped(struct buf *buf, struct slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (strchr("*?\\", text.data[i]))
            (void)buf_append_char(buf, '\\');
        (void)buf_append_char(buf, text.data[i]);
    }
    return buf->error;
}

static bool is_own(struct slice path)
{
    return slice_starts_with(path, SLICE("./"));
}

/* Whether the meaning of the path depends on the file system: directories at its start may be links. */
static bool has_place(const struct permission_rule *rule)
{
    return rule->path_is == FIELD_SET && !is_own(rule->path) && plain_size(rule->path) > 0;
}

static int append_path(struct buf *text, struct slice path, struct slice home,
                       const struct judge_rule_paths *rule_paths)
{
    bool homely = slice_starts_with(path, SLICE("~/"));
    size_t skip = is_own(path) ? 2 : homely;
    struct slice begins = homely ? home : (struct slice){0};
    if (rule_paths && rule_paths->path.size > 0) {
        skip = plain_size(path);
        begins = rule_paths->path;
        begins.size = slice_is(begins, "/") ? 0 : begins.size;
    }
    int r = append_escaped(text, begins);
    return r < 0 ? r : buf_append(text, path.data + skip, path.size - skip);
}

static int make_path(struct judge_rule *rule, struct slice path, struct slice home,
                     const struct judge_rule_paths *rule_paths, char *problem)
{
    struct buf text = BUF_LIMITED((size_t)4 * JUDGE_PATTERN_MAX);
    int r = append_path(&text, path, home, rule_paths);
    struct slice made = buf_slice(&text);
    if (r == 0 && (!made.data || made.size == 0 || made.data[made.size - 1] == '/')) /* everything below */
        r = buf_append_text(&text, "**");
    made = buf_slice(&text);
    rule->relative = is_own(path);
    rule->below = r == 0 && made.data &&
                  (slice_is(made, "**") || (made.size > 2 && memcmp(made.data + made.size - 3, "/**", 3) == 0));
    if (r == 0)
        r = make_pattern(made, problem, &rule->path);
    else if (r == -ENOBUFS)
        r = refuse(problem, "the path is too long");
    buf_clear(&text);
    return r;
}

static int read_path(struct judge_rule *rule, const struct permission_rule *source, struct slice home,
                     const struct judge_rule_paths *rule_paths, char *problem)
{
    struct slice path = source->path;
    bool homely = slice_starts_with(path, SLICE("~/"));
    if (!judge_tool_fits(rule->tool, false))
        return refuse(problem, "weir does not know which files this tool uses, so a path would never match%s",
                      judge_tool_fits(rule->tool, true) ? "; use \"command\" for commands" : "");
    if (!homely && !is_own(path) && path.data[0] != '/')
        return refuse(problem,
                      "a path must begin with /, with ./ (the working directory) or with ~/ (the home directory)");
    if (homely && home.size == 0)
        return refuse(problem, "the home directory is not known");
    int r = check_names(path, problem);
    if (r < 0)
        return r;
    rule->path_open = !rule_paths && has_place(source);
    return make_path(rule, path, home, rule_paths, problem);
}

/* --- resolving --- */

struct following {
    struct arena *arena;
    struct slice home;
    bool may_wait, denies;
    char *problem;
    struct slice unknown;
};

static int note_unknown(struct following *following, struct slice path)
{
    struct slice home = following->home;
    if (path.data[0] != '~' || home.size == 0) {
        following->unknown = arena_copy(following->arena, path);
    } else {
        char *text = arena_alloc(following->arena, home.size + path.size);
        following->unknown = (struct slice){text, home.size + path.size - 1};
        if (text) {
            slice_copy(text, home);
            slice_copy(text + home.size, (struct slice){path.data + 1, path.size - 1});
            text[home.size + path.size - 1] = '\0';
        }
    }
    return following->unknown.data ? -EAGAIN : -ENOMEM;
}

/* A deny rule stays in force as written even if its path has a loop of links. A call with such a path is unclear, and
 * the rule denies it. */
static int follow(struct following *following, const char *what, struct slice path, struct slice *ret_place)
{
    int r = judge_path_resolve(following->arena, path, SLICE("/"), following->home, following->may_wait, ret_place);
    if (r == 0 || r == -ENOMEM)
        return r;
    if (r == -EAGAIN)
        return note_unknown(following, path);
    if (following->denies && r != -EINVAL)
        return 0;
    if (r == -EINVAL && slice_starts_with(path, SLICE("/proc/")))
        return refuse(following->problem,
                      "the content of /proc differs between processes; only /proc/ as a whole can be named");
    return refuse(following->problem, "cannot resolve %s: %s", what, strerror(-r));
}

int judge_rule_follow(struct arena *arena, const struct permission_rule *rule, struct slice home, bool may_wait,
                      char problem[static PROBLEM_BYTES], struct judge_rule_paths *ret_rule_paths,
                      struct slice *ret_unknown)
{
    struct following following = {.arena = arena,
                                  .home = home,
                                  .may_wait = may_wait,
                                  .denies = rule->effect == PERMISSION_EFFECT_DENY,
                                  .problem = problem};
    struct judge_rule_paths rule_paths = {0};
    int r = 0;
    problem[0] = '\0';
    if (rule->cwd_is == FIELD_SET)
        r = follow(&following, "cwd", rule->cwd, &rule_paths.cwd);
    if (r == 0 && has_place(rule))
        r = follow(&following, "the path", (struct slice){rule->path.data, plain_size(rule->path)}, &rule_paths.path);
    if (r == 0)
        *ret_rule_paths = rule_paths;
    else if (r == -EAGAIN)
        *ret_unknown = following.unknown;
    return r;
}

/* --- commands --- */

/* Reads the next word of the pattern, converting quotes to \. */
static int read_word(struct slice *rest, struct slice home, struct buf *word, char *problem)
{
    char quote = '\0';
    buf_reset(word, JUDGE_PATTERN_MAX);
    if (rest->data[0] == '~' && home.size > 0 && (rest->size == 1 || strchr("/ \t", rest->data[1]))) {
        (void)append_escaped(word, home); /* as in the command */
        *rest = (struct slice){rest->data + 1, rest->size - 1};
    }
    for (; rest->size > 0; rest->data++, rest->size--) {
        char c = rest->data[0];
        if (quote == '\0' && (c == ' ' || c == '\t'))
            break;
        if (quote == '\0' && strchr("|&;<>()$`\n#!{}~", c))
            return refuse(problem,
                          "a rule matches one command, word by word; quote the %c, or add a rule for each command", c);
        if (c == quote) {
            quote = '\0';
            continue;
        }
        if (quote == '\0' && (c == '\'' || c == '"')) {
            quote = c;
            continue;
        }
        if (c == '\\' && quote != '\'' && rest->size > 1) {
            rest->data++;
            rest->size--;
            (void)buf_append_char(word, '\\');
        } else if (quote != '\0' && strchr("*?\\", c)) {
            (void)buf_append_char(word, '\\');
        }
        (void)buf_append_char(word, rest->data[0]);
    }
    if (quote != '\0')
        return refuse(problem, "a quote is not closed");
    return word->error == -ENOBUFS ? refuse(problem, "a pattern can have at most %d bytes", JUDGE_PATTERN_MAX)
                                   : word->error;
}

static int add_word(struct judge_rule *rule, struct slice text, bool last, char *problem)
{
    bool any = text.data && (slice_is(text, "*") || slice_is(text, "**"));
    if (any && last) {
        rule->rest = true;
        return 0;
    }
    if (rule->word_count == RULE_WORDS)
        return refuse(problem, "the command of a rule can have at most %d words", RULE_WORDS);
    struct judge_pattern *pattern = NULL;
    int r = any ? 0 : make_pattern(text, problem, &pattern);
    if (r == 0)
        rule->words[rule->word_count++] = pattern;
    return r;
}

/* Rejects patterns that never match a command. */
static int check_first(const struct judge_rule *rule, char *problem)
{
    static const char *const keywords[] = {"if",   "then", "elif", "else", "fi",     "while", "until", "do",
                                           "done", "case", "esac", "for",  "select", "in",    "time",  "function"};
    struct slice first = rule->first;
    const char *equals = first.size > 0 ? memchr(first.data, '=', first.size) : NULL;
    if (equals && judge_is_name((struct slice){first.data, (size_t)(equals - first.data)}))
        return refuse(problem, "an assignment before a command is not one of its words, so this would never match");
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (slice_is(first, keywords[i]))
            return refuse(problem, "%s is a keyword, not a command; add a rule for each command in it", keywords[i]);
    if (rule->effect == PERMISSION_EFFECT_ALLOW && judge_is_opaque(judge_base_name(first)))
        return refuse(problem,
                      "the effect of %.*s cannot be read from its words, so only a rule for the whole tool allows it",
                      SLICE_ARG(first));
    return 0;
}

static int read_command(struct judge_rule *rule, struct slice command, struct slice home, char *problem)
{
    struct buf word = BUF_LIMITED((size_t)2 * JUDGE_PATTERN_MAX);
    struct slice rest = command;
    int r = 0;
    if (!judge_tool_fits(rule->tool, true))
        return refuse(problem, "weir does not know the commands of this tool, so a command would never match");
    rule->words = calloc(RULE_WORDS, sizeof *rule->words);
    if (!rule->words)
        return -ENOMEM;
    while (r == 0) {
        while (rest.size > 0 && (rest.data[0] == ' ' || rest.data[0] == '\t'))
            rest = (struct slice){rest.data + 1, rest.size - 1};
        if (rest.size == 0)
            break;
        r = read_word(&rest, home, &word, problem);
        size_t left = 0;
        while (left < rest.size && (rest.data[left] == ' ' || rest.data[left] == '\t'))
            left++;
        if (r == 0)
            r = add_word(rule, buf_slice(&word), left == rest.size, problem);
    }
    buf_clear(&word);
    if (r == 0 && rule->word_count == 0 && !rule->rest)
        return refuse(problem, "the command has no words");
    struct judge_pattern **fewer = realloc(rule->words, (rule->word_count + 1) * sizeof *fewer);
    rule->words = fewer ? fewer : rule->words;
    if (r == 0 && rule->word_count > 0 && rule->words[0])
        (void)judge_pattern_is_plain(rule->words[0], &rule->first);
    return r < 0 ? r : check_first(rule, problem);
}

/* --- creating --- */

struct permission_rule judge_rule_of(const struct permission_new_rule *wanted)
{
    return (struct permission_rule){
        .effect = wanted->effect,
        .tool = wanted->tool,
        .path = wanted->path,
        .path_is = wanted->path_is,
        .command = wanted->command,
        .command_is = wanted->command_is,
        .session_id = wanted->session_id,
        .session_id_is = wanted->session_id_is,
        .cwd = wanted->cwd,
        .cwd_is = wanted->cwd_is,
        .expires_at = wanted->expires_at,
        .expires_at_is = wanted->expires_at_is,
        .note = wanted->note,
        .note_is = wanted->note_is,
        .definition = wanted->definition,
        .definition_is = wanted->definition_is,
    };
}

static int read_scope(struct judge_rule *rule, const struct permission_rule *source,
                      const struct judge_rule_paths *rule_paths, char *problem)
{
    int r = 0;
    rule->expires_ms = source->expires_at_is == FIELD_SET ? source->expires_at : INT64_MAX;
    if (source->session_id_is == FIELD_SET)
        r = copy_text(source->session_id, &rule->session_id);
    if (r == 0 && source->definition_is == FIELD_SET)
        r = copy_text(source->definition, &rule->definition);
    if (r < 0 || source->cwd_is != FIELD_SET)
        return r;
    if (source->cwd.size == 0 || (source->cwd.data[0] != '/' && source->cwd.data[0] != '~'))
        return refuse(problem, "cwd must be an absolute path");
    rule->cwd_open = !rule_paths;
    return copy_text(rule_paths && rule_paths->cwd.size > 0 ? rule_paths->cwd : source->cwd, &rule->cwd);
}

static int fill(struct judge_rule *rule, const struct permission_rule *source, struct slice home,
                const struct judge_rule_paths *rule_paths, char *problem)
{
    bool path = source->path_is == FIELD_SET, command = source->command_is == FIELD_SET;
    if (has_control(source->tool) || (path && has_control(source->path)) || (command && has_control(source->command)))
        return refuse(problem, "a rule cannot have control characters");
    if (source->tool.size == 0 || memchr(source->tool.data, ' ', source->tool.size))
        return refuse(problem, "the name of a tool cannot have blanks");
    if (path && command)
        return refuse(problem, "a rule can have a path or a command, not both");
    if ((path && source->path.size == 0) || (command && source->command.size == 0))
        return refuse(problem, "an empty pattern would never match");
    rule->effect = source->effect;
    rule->about = path ? JUDGE_ABOUT_PATH : command ? JUDGE_ABOUT_COMMAND : JUDGE_ABOUT_TOOL;
    int r = make_pattern(source->tool, problem, &rule->tool);
    if (r == 0)
        (void)judge_pattern_is_plain(rule->tool, &rule->name);
    if (r == 0)
        r = read_scope(rule, source, rule_paths, problem);
    if (r == 0 && path)
        r = read_path(rule, source, home, rule_paths, problem);
    if (r == 0 && command)
        r = read_command(rule, source->command, home, problem);
    rule->state = rule->path_open || rule->cwd_open ? JUDGE_RULE_SOUGHT : JUDGE_RULE_KNOWN;
    return r;
}

int judge_rule_new(const struct permission_rule *source, struct slice home, const struct judge_rule_paths *rule_paths,
                   char problem[static PROBLEM_BYTES], struct judge_rule **ret_rule)
{
    struct judge_rule *rule = calloc(1, sizeof *rule);
    if (!rule)
        return -ENOMEM;
    problem[0] = '\0';
    int r = copy_text(source->id, &rule->id);
    if (r == 0)
        r = fill(rule, source, home, rule_paths, problem);
    if (r < 0) {
        judge_rule_free(rule);
        return r;
    }
    *ret_rule = rule;
    return 0;
}

int judge_rule_check(const struct permission_rule *rule, struct slice home, const struct judge_rule_paths *rule_paths,
                     char problem[static PROBLEM_BYTES])
{
    struct judge_rule *made = NULL;
    int r = judge_rule_new(rule, home, rule_paths, problem, &made);
    judge_rule_free(made);
    return r;
}

void judge_rule_take_places(struct judge_rule *rule, struct judge_rule *made)
{
    struct judge_pattern *path = rule->path;
    struct slice cwd = rule->cwd;
    rule->path = made->path;
    rule->cwd = made->cwd;
    rule->below = made->below;
    rule->path_open = rule->cwd_open = false;
    rule->state = JUDGE_RULE_KNOWN;
    made->path = path;
    made->cwd = cwd;
}

bool judge_rule_is_open(const struct judge_rule *rule)
{
    return rule->state != JUDGE_RULE_KNOWN;
}

struct judge_rule *judge_rule_free(struct judge_rule *rule)
{
    if (!rule)
        return NULL;
    for (size_t i = 0; i < rule->word_count; i++)
        judge_pattern_free(rule->words[i]);
    free(rule->words);
    judge_pattern_free(rule->tool);
    judge_pattern_free(rule->path);
    free((char *)rule->id.data);
    free((char *)rule->session_id.data);
    free((char *)rule->cwd.data);
    free((char *)rule->definition.data);
    free(rule);
    return NULL;
}

/* --- matching --- */

bool judge_rule_counts(const struct judge_rule *rule, const struct judge_call *call, int64_t now_ms, bool open)
{
    return rule->expires_ms > now_ms &&
           (rule->session_id.size == 0 || slice_equal(rule->session_id, call->session_id)) &&
           (rule->definition.size == 0 || slice_equal(rule->definition, call->definition)) &&
           (rule->cwd.size == 0 || (open && rule->cwd_open) || slice_equal(rule->cwd, call->cwd));
}

/* rm in a deny rule also matches /bin/rm. */
static bool fits_word(const struct judge_rule *rule, size_t number, struct slice word)
{
    const struct judge_pattern *pattern = rule->words[number];
    if (!pattern || judge_pattern_matches(pattern, word))
        return true;
    return number == 0 && rule->effect == PERMISSION_EFFECT_DENY &&
           judge_pattern_matches(pattern, judge_base_name(word));
}

bool judge_rule_fits_part(const struct judge_rule *rule, const struct judge_part *part)
{
    bool denies = rule->effect == PERMISSION_EFFECT_DENY;
    if (part->unclear && (!denies || part->count == 0))
        return false;
    for (size_t i = 0; i < rule->word_count; i++) {
        if (i >= part->known) /* the words that follow are not known and may be these */
            return denies && i < part->count;
        if (!fits_word(rule, i, part->words[i]))
            return false;
    }
    if (rule->rest || (denies && part->known < part->count))
        return true;
    return part->count == rule->word_count;
}

bool judge_rule_fits_path(const struct judge_rule *rule, struct slice path, const struct judge_call *call)
{
    bool denies = rule->effect == PERMISSION_EFFECT_DENY;
    struct slice text = {path.data, path.size > 1 ? path.size + 1 : path.size}; /* with the / after it */
    if (rule->relative) {
        if (!judge_path_is_inside(path, call->cwd))
            return false;
        size_t skip = call->cwd.size > 1 ? call->cwd.size + 1 : 1;
        text = (struct slice){text.data + skip, text.size - skip};
    }
    if (call->trees && !denies)
        return rule->below && judge_pattern_matches(rule->path, text);
    if (call->trees && judge_pattern_may_begin(rule->path, text)) /* everything below the path is searched */
        return true;
    if (!rule->below && text.size > 0 && path.size > 1)
        text.size--;
    return judge_pattern_matches(rule->path, text);
}
