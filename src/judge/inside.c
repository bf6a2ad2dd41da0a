/* Adds a simple command as a part, and the commands that it runs (sudo x, sh -c 'x'). */
#include <errno.h>

#include "judge/internal.h"

/* Programs that run the command in their arguments, with their options. A long option or an unknown one makes the
 * command unclear. */
struct wrapper {
    const char *name;
    const char *flags;  /* options without a value */
    const char *values; /* options with a value, in the same word or the next */
    size_t positional;  /* words before the command */
    bool assigns;       /* allows name=value before the command */
};

static const struct wrapper wrappers[] = {
    {"env", "i0v", "u", 0, true},    {"sudo", "nEHSkbA", "ugp", 0, true},     {"doas", "n", "u", 0, false},
    {"nohup", "", "", 0, false},     {"setsid", "cfw", "", 0, false},         {"nice", "", "n", 0, false},
    {"ionice", "t", "cn", 0, false}, {"timeout", "v", "ks", 1, false},        {"time", "pvqa", "f", 0, false},
    {"stdbuf", "", "ioe", 0, false}, {"command", "p", "", 0, false},          {"builtin", "", "", 0, false},
    {"exec", "cl", "a", 0, false},   {"xargs", "0rtpx", "nPLsdEI", 0, false},
};

/* Programs that run commands in ways that are not analyzed here, or that change the meaning of the words after them. */
static const char *const opaque[] = {
    "su",          "runuser",
    "pkexec",      "script",
    "watch",       "parallel",
    "at",          "batch",
    "ssh",         "flock",
    "chroot",      "nsenter",
    "unshare",     "busybox",
    "toybox",      "strace",
    "ltrace",      "gdb",
    "screen",      "tmux",
    "expect",      "entr",
    "rlwrap",      "setpriv",
    "capsh",       "fakeroot",
    "systemd-run", "fish",
    "zsh",         "ksh",
    "mksh",        "csh",
    "tcsh",        "chrt",
    "taskset",     "start-stop-daemon",
    "source",      ".",
    "trap",        "alias",
    "unalias",     "enable",
    "hash",        "shopt",
    "bind",        "read",
    "mapfile",     "let",
    "unset",       "getopts",
    "readarray",   "complete",
    "compgen",     "compopt",
    "fc",          "history",
    "coproc",      "jobs",
    "caller",      "disown",
    "crontab",     "dbus-run-session",
    "run-parts",
};

static bool is_one_of(struct slice word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (slice_is(word, names[i]))
            return true;
    return false;
}

#define IS_ONE_OF(word, names) is_one_of(word, names, sizeof(names) / sizeof *(names))

bool judge_is_opaque(struct slice program)
{
    return IS_ONE_OF(program, opaque);
}

struct slice judge_base_name(struct slice path)
{
    const char *slash = path.size > 0 ? memrchr(path.data, '/', path.size) : NULL;
    return slash ? (struct slice){slash + 1, (size_t)(path.data + path.size - slash - 1)} : path;
}

/* Most variables can change what a program does (PATH, LD_PRELOAD, GIT_SSH_COMMAND, …), so this lists the harmless
 * ones. A lower-case variable that stays in the shell is harmless, because no program sees it. */
bool judge_may_set(struct slice name, bool before)
{
    static const char *const harmless[] = {"LANG",
                                           "LANGUAGE",
                                           "TZ",
                                           "TERM",
                                           "COLUMNS",
                                           "LINES",
                                           "NO_COLOR",
                                           "CI",
                                           "FORCE_COLOR",
                                           "CLICOLOR",
                                           "RUST_LOG",
                                           "RUST_BACKTRACE",
                                           "DEBUG",
                                           "VERBOSE",
                                           "NODE_ENV",
                                           "COLORTERM",
                                           "DEBIAN_FRONTEND",
                                           "PYTHONUNBUFFERED",
                                           "PYTHONDONTWRITEBYTECODE"};
    if (IS_ONE_OF(name, harmless) || slice_starts_with(name, SLICE("LC_")))
        return true;
    if (before || (name.size > 6 && memcmp(name.data + name.size - 6, "_proxy", 6) == 0))
        return false;
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] >= 'A' && name.data[i] <= 'Z')
            return false;
    return true;
}

/* --- commands that a command runs --- */

struct inside {
    struct judge_found *found;
    const struct judge_word *words;
    size_t count;
    size_t depth;
    size_t part; /* the part of the outer command */
};

static void blur(const struct inside *inside)
{
    inside->found->parts[inside->part].unclear = true;
}

static bool name_of(struct slice raw, struct slice *ret_name)
{
    const char *equals = memchr(raw.data, '=', raw.size);
    *ret_name = (struct slice){raw.data, equals ? (size_t)(equals - raw.data) : 0};
    return equals && judge_is_name(*ret_name);
}

/* Skips the options; -EINVAL if one is unknown. *replaced: the placeholder of xargs -I. */
static int skip_options(const struct inside *inside, const struct wrapper *wrapper, struct slice *ret_replaced,
                        size_t *ret_at)
{
    size_t i = 1;
    for (; i < inside->count; i++) {
        struct slice word = inside->words[i].text;
        if (inside->words[i].open)
            return -EINVAL;
        if (slice_is(word, "--")) {
            i++;
            break;
        }
        if (word.size < 2 || word.data[0] != '-')
            break;
        for (size_t at = 1; at < word.size; at++) {
            if (strchr(wrapper->flags, word.data[at]))
                continue;
            if (!strchr(wrapper->values, word.data[at]))
                return -EINVAL;
            struct slice value = {word.data + at + 1, word.size - at - 1};
            if (value.size == 0 && (++i >= inside->count || inside->words[i].open))
                return -EINVAL;
            if (word.data[at] == 'I')
                *ret_replaced = value.size > 0 ? value : inside->words[i].text;
            break;
        }
    }
    *ret_at = i;
    return 0;
}

/* Marks words that another program fills in. */
static void fill_in(struct judge_word *words, size_t count, struct slice mark)
{
    for (size_t i = 0; i < count; i++)
        if (mark.size == 0 || memmem(words[i].text.data, words[i].text.size, mark.data, mark.size))
            words[i].open = true;
}

/* `extra`: an unknown number of words follows. */
static void add_filled(const struct inside *inside, size_t from, size_t to, struct slice mark, bool extra)
{
    size_t count = to - from;
    struct judge_word *words = arena_alloc(inside->found->arena, (count + 1) * sizeof *words);
    if (!words) {
        inside->found->error = -ENOMEM;
        return;
    }
    if (count > 0)
        memcpy(words, inside->words + from, count * sizeof *words);
    words[count] = (struct judge_word){.text = SLICE(""), .raw = SLICE("$..."), .open = true};
    if (mark.size > 0)
        fill_in(words, count, mark);
    judge_part_add(inside->found, words, count + extra, false, inside->depth + 1);
}

static void look_behind(const struct inside *inside, const struct wrapper *wrapper)
{
    struct slice replaced = {0}, name;
    bool clear = true;
    size_t at;
    if (slice_is(slice_of(wrapper->name), "command") && inside->count > 1 &&
        (slice_is(inside->words[1].text, "-v") || slice_is(inside->words[1].text, "-V")))
        return; /* only prints the path */
    if (skip_options(inside, wrapper, &replaced, &at) < 0) {
        blur(inside);
        return;
    }
    if (slice_is(slice_of(wrapper->name), "env") && at < inside->count && slice_is(inside->words[at].text, "-"))
        at++;
    for (size_t i = 0; i < wrapper->positional && at < inside->count; i++, at++)
        if (inside->words[at].open)
            clear = false;
    /* Any word with a =, quoted or not, with any name. */
    for (; wrapper->assigns && at < inside->count &&
           memchr(inside->words[at].text.data, '=', inside->words[at].text.size);
         at++)
        clear &= name_of(inside->words[at].text, &name) && judge_may_set(name, true) && !inside->words[at].open;
    if (!clear)
        blur(inside);
    if (slice_is(slice_of(wrapper->name), "xargs")) {
        if (at < inside->count)
            add_filled(inside, at, inside->count, replaced, replaced.size == 0);
    } else if (at < inside->count) {
        judge_part_add(inside->found, inside->words + at, inside->count - at, !clear, inside->depth + 1);
    }
}

/* sh -c 'x'. A shell without a command and a file reads commands from its input. */
static void look_into_shell(const struct inside *inside)
{
    bool command = false;
    size_t i = 1;
    for (; i < inside->count; i++) {
        struct slice word = inside->words[i].text;
        if (inside->words[i].open || word.size < 2 || (word.data[0] != '-' && word.data[0] != '+'))
            break;
        if (slice_is(word, "--login") || slice_is(word, "--noprofile") || slice_is(word, "--norc") ||
            slice_is(word, "--posix"))
            continue;
        if (slice_is(word, "--")) {
            i++;
            break;
        }
        bool names = false; /* -o pipefail */
        for (size_t at = 1; at < word.size; at++) {
            command |= word.data[at] == 'c';
            names |= word.data[at] == 'o';
            if (!strchr("celxuvfo", word.data[at])) {
                blur(inside);
                return;
            }
        }
        if (names && (++i >= inside->count || !slice_is(inside->words[i].text, "pipefail"))) {
            blur(inside);
            return;
        }
    }
    if (i >= inside->count || inside->words[i].open || slice_starts_with(inside->words[i].text, SLICE("-")) ||
        (!command && (slice_starts_with(inside->words[i].text, SLICE("/dev/")) ||
                      slice_starts_with(inside->words[i].text, SLICE("/proc/")))))
        blur(inside);
    else if (command)
        judge_command_read(inside->found, inside->words[i].text, inside->depth + 1);
}

static void look_into_eval(const struct inside *inside)
{
    struct buf text = BUF_LIMITED(JUDGE_COMMAND_BYTES);
    size_t i = 1;
    if (i < inside->count && slice_is(inside->words[i].text, "--"))
        i++;
    for (; i < inside->count; i++) {
        if (inside->words[i].open)
            blur(inside);
        (void)buf_append_slice(&text, inside->words[i].text);
        (void)buf_append_char(&text, ' ');
    }
    struct slice copy = arena_copy(inside->found->arena, buf_slice(&text));
    if (text.error < 0)
        blur(inside);
    else if (!copy.data)
        inside->found->error = -ENOMEM;
    else if (!inside->found->parts[inside->part].unclear)
        judge_command_read(inside->found, copy, inside->depth + 1);
    buf_clear(&text);
}

/* Whether the word is a file name, not an option, whatever it expands to. */
static bool is_file_name(struct slice raw)
{
    return raw.size > 0 && !strchr("-*?[{~+", raw.data[0]) && !memchr(raw.data, '$', raw.size) &&
           !memchr(raw.data, '`', raw.size) && !memchr(raw.data, '<', raw.size) && !memchr(raw.data, '{', raw.size);
}

/* A + ends the command only after {}. */
static bool ends_exec(const struct inside *inside, size_t start, size_t at)
{
    struct slice word = inside->words[at].text;
    return slice_is(word, ";") || (slice_is(word, "+") && at > start && slice_is(inside->words[at - 1].text, "{}"));
}

/* find … -exec x {} ; */
static void look_into_find(const struct inside *inside)
{
    static const char *const runs[] = {"-exec", "-execdir", "-ok", "-okdir"}, *const moves[] = {"-execdir", "-okdir"};
    for (size_t i = 1; i < inside->count; i++) {
        if (!IS_ONE_OF(inside->words[i].text, runs))
            continue;
        inside->found->moves |= IS_ONE_OF(inside->words[i].text, moves);
        size_t start = ++i;
        while (i < inside->count && !ends_exec(inside, start, i))
            i++;
        if (i == start || i == inside->count)
            blur(inside);
        else
            add_filled(inside, start, i, SLICE("{}"), false);
    }
    for (size_t i = 1; i < inside->count; i++)
        if (inside->words[i].open && !is_file_name(inside->words[i].raw))
            blur(inside); /* it may expand to -exec */
}

/* export, declare and similar builtins set variables. */
static void look_at_declaration(const struct inside *inside)
{
    struct slice name;
    for (size_t i = 1; i < inside->count; i++) {
        const struct judge_word *word = &inside->words[i];
        bool dash = word->text.size > 1 && word->text.data[0] == '-';
        bool named = name_of(word->raw, &name);
        if (named ? !judge_may_set(name, true) : word->open || word->quoted)
            blur(inside);
        if (dash && (memchr(word->text.data, 'i', word->text.size) || memchr(word->text.data, 'n', word->text.size)))
            blur(inside); /* -i evaluates arithmetic, -n makes a reference to another variable */
    }
}

static bool has_only(struct slice word, const char *letters)
{
    for (size_t i = 1; i < word.size; i++)
        if (!strchr(letters, word.data[i]))
            return false;
    return word.size > 1 && word.data[0] == '-';
}

/* Builtins that are harmless except with some arguments. */
static void look_at_arguments(const struct inside *inside, struct slice program)
{
    bool tests = slice_is(program, "test") || slice_is(program, "[");
    bool stores = slice_is(program, "printf") || slice_is(program, "wait");
    bool sets = slice_is(program, "set");
    for (size_t i = 1; (tests || stores || sets) && i < inside->count; i++) {
        struct slice word = inside->words[i].text;
        bool open = inside->words[i].open;
        /* $x may expand to -v, whose operand is evaluated; "$x" may too in the position of an operator. */
        if (tests && open && (!inside->words[i].quoted || (i == 1 && inside->count <= 4)))
            blur(inside);
        if (tests && (slice_is(word, "-v") || slice_is(word, "-R")))
            blur(inside);
        if (stores && (slice_starts_with(word, SLICE("-v")) || slice_starts_with(word, SLICE("-p"))))
            blur(inside);
        if (sets && (open || (!slice_is(word, "pipefail") && !has_only(word, "euxo"))))
            blur(inside);
    }
    if (stores && inside->count > 1 && inside->words[1].open)
        blur(inside);
}

static void look_inside(const struct inside *inside)
{
    static const char *const shells[] = {"sh", "bash", "dash", "ash", "rbash"};
    static const char *const declares[] = {"export", "declare", "typeset", "readonly", "local"};
    if (inside->words[0].open)
        return;
    struct slice program = judge_base_name(inside->words[0].text);
    if (judge_is_opaque(program))
        blur(inside);
    else if (IS_ONE_OF(program, shells))
        look_into_shell(inside);
    else if (slice_is(program, "eval"))
        look_into_eval(inside);
    else if (slice_is(program, "find"))
        look_into_find(inside);
    else if (IS_ONE_OF(program, declares))
        look_at_declaration(inside);
    else
        look_at_arguments(inside, program);
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (slice_is(program, wrappers[i].name))
            look_behind(inside, &wrappers[i]);
}

/* --- adding --- */

int judge_word_quote(struct buf *buf, struct slice word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    size_t i = 0;
    while (i < word.size && word.data[i] != '\0' && strchr(plain, word.data[i]))
        i++;
    if (word.size > 0 && i == word.size)
        return buf_append_slice(buf, word);
    (void)buf_append_char(buf, '\'');
    for (i = 0; i < word.size; i++)
        (void)(word.data[i] == '\'' ? buf_append_text(buf, "'\\''") : buf_append_char(buf, word.data[i]));
    return buf_append_char(buf, '\'');
}

/* Whether a shell would read it as something else in the first position: a keyword, an assignment. */
static bool means_more(struct slice word)
{
    static const char *const keywords[] = {"if",   "then", "elif", "else",   "fi",   "while",    "until", "do",
                                           "done", "case", "esac", "select", "time", "function", "for",   "coproc"};
    return IS_ONE_OF(word, keywords) || (word.size > 0 && memchr(word.data, '=', word.size));
}

static int quote_first(struct buf *buf, struct slice word)
{
    if (!means_more(word))
        return judge_word_quote(buf, word);
    (void)buf_append_text(buf, "''"); /* the quotes make it a literal word */
    return judge_word_quote(buf, word);
}

static int join(struct arena *arena, const struct judge_word *words, size_t count, struct slice *ret_text)
{
    struct buf text = BUF_LIMITED((size_t)8 * JUDGE_COMMAND_BYTES);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            (void)buf_append_char(&text, ' ');
        if (words[i].open)
            (void)buf_append_slice(&text, words[i].raw);
        else
            (void)(i == 0 ? quote_first(&text, words[i].text) : judge_word_quote(&text, words[i].text));
    }
    int r = text.error < 0 ? -ENOMEM : 0;
    if (r == 0) {
        *ret_text = arena_copy(arena, buf_slice(&text));
        r = ret_text->data ? 0 : -ENOMEM;
    }
    buf_clear(&text);
    return r;
}

static int add(struct judge_found *found, const struct judge_word *words, size_t count, bool unclear)
{
    if (found->part_count == found->part_room) {
        size_t room = found->part_room ? 2 * found->part_room : 8;
        struct judge_part *parts =
            arena_realloc(found->arena, found->parts, found->part_room * sizeof *parts, room * sizeof *parts);
        if (!parts)
            return -ENOMEM;
        found->parts = parts;
        found->part_room = room;
    }
    struct judge_part part = {.count = count, .known = count, .unclear = unclear};
    part.words = arena_alloc(found->arena, (count + 1) * sizeof *part.words);
    if (!part.words || join(found->arena, words, count, &part.text) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        part.words[i] = words[i].text;
        if (words[i].open && part.known == count)
            part.known = i;
    }
    found->parts[found->part_count++] = part;
    return 0;
}

void judge_part_add(struct judge_found *found, const struct judge_word *words, size_t count, bool unclear, size_t depth)
{
    static const char *const moves[] = {"cd", "pushd", "popd", "chdir"};
    struct inside inside = {found, words, count, depth, found->part_count};
    found->steps += count; /* limits nested commands that are read again word by word: env env env … */
    if (found->part_count == JUDGE_PARTS || depth > JUDGE_NESTED || found->steps > (size_t)4 * JUDGE_COMMAND_BYTES) {
        found->unclear = true;
        return;
    }
    if (add(found, words, count, unclear) < 0) {
        found->error = -ENOMEM;
        return;
    }
    if (count == 0)
        return;
    found->moves |= words[0].open || IS_ONE_OF(words[0].text, moves);
    look_inside(&inside);
}
