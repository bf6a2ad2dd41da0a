/* Splits a shell text into simple commands. It does not check the syntax: where a shell would stop at an error, this
 * finds more commands than would run, never fewer. Keywords such as if, then, do and { are skipped. */
#include <errno.h>

#include "judge/internal.h"

enum stop { STOP_END, STOP_PAREN, STOP_CASE };

struct simple {
    struct judge_word *words;
    size_t count, room;
    size_t assignments;
    bool redirected;
    bool unclear;
    bool clear_alone, clear_before; /* what the assignments allow, without and with a command after them */
};

void judge_command_fail(struct judge_reader *reader)
{
    reader->found->unclear = true;
    reader->at = reader->end;
}

static char peek(const struct judge_reader *reader, size_t ahead)
{
    return ahead < (size_t)(reader->end - reader->at) ? reader->at[ahead] : '\0';
}

static bool is_end(const struct judge_reader *reader)
{
    return reader->at == reader->end;
}

static void skip_comment(struct judge_reader *reader)
{
    while (!is_end(reader) && *reader->at != '\n')
        reader->at++;
}

/* --- here-documents --- */

static struct slice next_line(struct judge_reader *reader)
{
    const char *start = reader->at;
    skip_comment(reader);
    struct slice line = {start, (size_t)(reader->at - start)};
    if (!is_end(reader))
        reader->at++;
    return line;
}

static bool read_heredoc(struct judge_reader *reader, const struct judge_heredoc *heredoc)
{
    const char *start = reader->at;
    while (!is_end(reader)) {
        const char *line_start = reader->at;
        struct slice line = next_line(reader);
        while (heredoc->tabs && line.size > 0 && line.data[0] == '\t')
            line = (struct slice){line.data + 1, line.size - 1};
        if (slice_equal(line, heredoc->end))
            return heredoc->quoted || judge_word_scan(reader, (struct slice){start, (size_t)(line_start - start)});
    }
    return false;
}

/* At the end of a line: skips the here-documents that were announced in it. */
static void end_line(struct judge_reader *reader)
{
    reader->at++;
    for (size_t i = 0; i < reader->heredoc_count; i++)
        if (!read_heredoc(reader, &reader->heredocs[i]))
            judge_command_fail(reader);
    reader->heredoc_count = 0;
}

static void skip_lines(struct judge_reader *reader)
{
    for (;;) {
        judge_skip_blanks(reader);
        if (peek(reader, 0) == '#')
            skip_comment(reader);
        if (peek(reader, 0) != '\n')
            return;
        end_line(reader);
    }
}

/* --- redirections --- */

static void add_file(struct judge_found *found, struct slice name, bool written)
{
    if (found->file_count == JUDGE_FILES) {
        found->unclear = true;
        return;
    }
    if (found->file_count == found->file_room) {
        size_t room = found->file_room ? 2 * found->file_room : 4;
        struct judge_file *files =
            arena_realloc(found->arena, found->files, found->file_room * sizeof *files, room * sizeof *files);
        if (!files) {
            found->error = -ENOMEM;
            return;
        }
        found->files = files;
        found->file_room = room;
    }
    found->files[found->file_count++] = (struct judge_file){name, written};
}

static bool is_descriptor(struct slice text)
{
    size_t digits = 0;
    while (digits < text.size && text.data[digits] >= '0' && text.data[digits] <= '9')
        digits++;
    return text.size > 0 && (digits == text.size || (digits + 1 == text.size && text.data[digits] == '-'));
}

static void announce(struct judge_reader *reader, bool tabs)
{
    struct judge_word word;
    if (reader->heredoc_count == JUDGE_HEREDOCS || !judge_word_read_plain(reader, &word)) {
        judge_command_fail(reader);
        return;
    }
    reader->heredocs[reader->heredoc_count++] =
        (struct judge_heredoc){.end = word.text, .tabs = tabs, .quoted = word.quoted};
}

static struct slice read_operator(struct judge_reader *reader)
{
    static const struct slice operators[] = {SLICE_INIT("&>>"), SLICE_INIT("<<<"), SLICE_INIT("<<-"), SLICE_INIT("&>"),
                                             SLICE_INIT("<<"),  SLICE_INIT("<&"),  SLICE_INIT("<>"),  SLICE_INIT(">>"),
                                             SLICE_INIT(">&"),  SLICE_INIT(">|"),  SLICE_INIT("<"),   SLICE_INIT(">")};
    struct slice rest = {reader->at, (size_t)(reader->end - reader->at)};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (slice_starts_with(rest, operators[i])) {
            reader->at += operators[i].size;
            return operators[i];
        }
    }
    return (struct slice){0};
}

static void redirect(struct judge_reader *reader, struct simple *simple)
{
    struct judge_word word;
    struct slice operator= read_operator(reader);
    bool joined = peek(reader, 0) == '\\' && peek(reader, 1) == '\n'; /* the operator may continue on the next line */
    simple->redirected = true;
    judge_skip_blanks(reader);
    if (operator.size == 0 || joined) {
        judge_command_fail(reader);
        return;
    }
    if (slice_is(operator, "<<") || slice_is(operator, "<<-")) {
        announce(reader, operator.size == 3);
        return;
    }
    if (!judge_word_read(reader, &word) || word.raw.size == 0) {
        judge_command_fail(reader);
        return;
    }
    if (slice_is(operator, "<<<"))
        return;
    bool copies = slice_is(operator, "<&") || slice_is(operator, ">&");
    if (word.open)
        simple->unclear = true;
    else if (copies && is_descriptor(word.text))
        return;
    else if (slice_is(operator, "<&"))
        judge_command_fail(reader);
    else
        add_file(reader->found, word.text, !slice_is(operator, "<"));
}

/* --- keywords --- */

static bool list(struct judge_reader *reader, enum stop stop);

static bool add_word(struct judge_reader *reader, struct simple *simple, struct judge_word word)
{
    if (reader->found->words++ >= JUDGE_WORDS) {
        judge_command_fail(reader);
        return false;
    }
    if (simple->count == simple->room) {
        size_t room = simple->room ? 2 * simple->room : 8;
        struct judge_word *words =
            arena_realloc(reader->found->arena, simple->words, simple->room * sizeof *words, room * sizeof *words);
        if (!words) {
            reader->found->error = -ENOMEM;
            judge_command_fail(reader);
            return false;
        }
        simple->words = words;
        simple->room = room;
    }
    simple->words[simple->count++] = word;
    return true;
}

/* A word that a shell can take for a keyword: written literally, without quotes or expansions. */
static bool is_bare(const struct judge_word *word)
{
    return !word->quoted && !word->open && !word->joined;
}

static bool read_bare(struct judge_reader *reader, struct judge_word *word)
{
    judge_skip_blanks(reader);
    return judge_word_read(reader, word) && word->raw.size > 0 && !word->joined;
}

/* for x in a b; do: reads the name and the words; the list follows. */
static void read_for(struct judge_reader *reader)
{
    struct judge_word word;
    if (!read_bare(reader, &word) || !is_bare(&word) || !judge_is_name(word.text) || !judge_may_set(word.text, false)) {
        judge_command_fail(reader);
        return;
    }
    judge_skip_blanks(reader);
    const char *before = reader->at;
    if (is_end(reader) || *reader->at == ';' || *reader->at == '\n')
        return;
    if (!read_bare(reader, &word)) {
        judge_command_fail(reader);
        return;
    }
    if (!is_bare(&word) || !slice_is(word.text, "in")) {
        reader->at = before;
        return;
    }
    for (;;) {
        judge_skip_blanks(reader);
        char c = peek(reader, 0);
        if (is_end(reader) || c == ';' || c == '\n')
            return;
        if (c == '#' || !judge_word_read(reader, &word) || word.raw.size == 0) {
            judge_command_fail(reader);
            return;
        }
    }
}

/* Reads the patterns before a ). Returns true if a list follows, false after esac or an error. */
static bool read_choice(struct judge_reader *reader)
{
    struct judge_word word;
    skip_lines(reader);
    bool paren = peek(reader, 0) == '(';
    if (paren)
        reader->at++;
    for (bool first = true;; first = false) {
        if (!read_bare(reader, &word))
            break;
        if (first && !paren && is_bare(&word) && slice_is(word.text, "esac"))
            return false;
        judge_skip_blanks(reader);
        char c = peek(reader, 0);
        if (c != '|' && c != ')')
            break;
        reader->at++;
        if (c == ')')
            return true;
    }
    judge_command_fail(reader);
    return false;
}

static void read_case(struct judge_reader *reader)
{
    struct judge_word word;
    if (!read_bare(reader, &word)) {
        judge_command_fail(reader);
        return;
    }
    skip_lines(reader);
    if (!read_bare(reader, &word) || !is_bare(&word) || !slice_is(word.text, "in") || ++reader->depth > JUDGE_NESTED) {
        judge_command_fail(reader);
        return;
    }
    while (read_choice(reader)) {
        if (list(reader, STOP_CASE))
            break;
        while (peek(reader, 0) == ';' || peek(reader, 0) == '&') /* ;; ;& ;;& */
            reader->at++;
    }
    reader->depth--;
}

/* [[ … ]]: its words become a part; arithmetic in it makes the command unclear. */
static void read_test(struct judge_reader *reader, struct simple *simple)
{
    static const char *const calculates[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R"};
    struct judge_word word;
    for (;;) {
        judge_skip_blanks(reader);
        char c = peek(reader, 0);
        bool substitution = (c == '<' || c == '>') && peek(reader, 1) == '(';
        if (c == '\0' || c == ';' || c == '#') {
            judge_command_fail(reader);
            return;
        }
        if (strchr("\n&|()<>", c) && !substitution) {
            if (c == '\n')
                end_line(reader);
            else
                reader->at++;
            continue;
        }
        if (!judge_word_read(reader, &word) || word.joined || !add_word(reader, simple, word)) {
            judge_command_fail(reader);
            return;
        }
        if (is_bare(&word) && slice_is(word.text, "]]"))
            break;
        for (size_t i = 0; i < sizeof calculates / sizeof *calculates; i++)
            simple->unclear |= slice_is(word.text, calculates[i]);
    }
    judge_part_add(reader->found, simple->words, simple->count, simple->unclear, reader->depth);
}

static void read_time(struct judge_reader *reader)
{
    judge_skip_blanks(reader);
    while (peek(reader, 0) == '-' && (peek(reader, 1) == 'p' || peek(reader, 1) == '-') &&
           (peek(reader, 2) == ' ' || peek(reader, 2) == '\t')) {
        reader->at += 2;
        judge_skip_blanks(reader);
    }
}

/* function name { … }: the commands in it count as if they ran here. */
static void read_function(struct judge_reader *reader)
{
    struct judge_word word;
    if (!read_bare(reader, &word) || word.open) {
        judge_command_fail(reader);
        return;
    }
    judge_skip_blanks(reader);
    if (peek(reader, 0) != '(')
        return;
    reader->at++;
    judge_skip_blanks(reader);
    if (peek(reader, 0) != ')')
        judge_command_fail(reader);
    else
        reader->at++;
}

enum keyword { KEYWORD_NONE, KEYWORD_DONE, KEYWORD_ESAC };

static enum keyword read_keyword(struct judge_reader *reader, struct simple *simple, const struct judge_word *word)
{
    static const char *const plain[] = {"if",    "then", "elif", "else", "fi", "while",
                                        "until", "do",   "done", "{",    "}",  "!"};
    struct slice text = word->text;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (slice_is(text, plain[i]))
            return KEYWORD_DONE;
    if (slice_is(text, "esac"))
        return KEYWORD_ESAC;
    if (slice_is(text, "for") || slice_is(text, "select"))
        read_for(reader);
    else if (slice_is(text, "case"))
        read_case(reader);
    else if (slice_is(text, "function"))
        read_function(reader);
    else if (slice_is(text, "time"))
        read_time(reader);
    else if (slice_is(text, "coproc"))
        judge_command_fail(reader);
    else if (slice_is(text, "[[") && add_word(reader, simple, *word))
        read_test(reader, simple);
    else
        return KEYWORD_NONE;
    return KEYWORD_DONE;
}

/* --- simple commands --- */

/* name=value or name+=value. */
static bool is_assignment(struct slice raw, struct slice *ret_name)
{
    const char *equals = memchr(raw.data, '=', raw.size);
    if (!equals)
        return false;
    struct slice name = {raw.data, (size_t)(equals - raw.data)};
    if (name.size > 1 && name.data[name.size - 1] == '+')
        name.size--;
    *ret_name = name;
    return judge_is_name(name);
}

/* name=(a b c) */
static void read_array(struct judge_reader *reader)
{
    struct judge_word word;
    for (reader->at++;;) {
        skip_lines(reader);
        if (peek(reader, 0) == ')') {
            reader->at++;
            return;
        }
        if (is_end(reader) || *reader->at == '[' || !judge_word_read(reader, &word) || word.raw.size == 0) {
            judge_command_fail(reader);
            return;
        }
    }
}

static void assign(struct judge_reader *reader, struct simple *simple, struct slice name)
{
    simple->assignments++;
    simple->clear_alone &= judge_may_set(name, false);
    simple->clear_before &= judge_may_set(name, true);
    if (peek(reader, 0) == '(') {
        if (reader->at[-1] == '=')
            read_array(reader);
        else
            judge_command_fail(reader);
    }
}

/* name() { … } */
static bool read_definition(struct judge_reader *reader, const struct simple *simple)
{
    reader->at++;
    judge_skip_blanks(reader);
    if (simple->count != 1 || simple->assignments > 0 || simple->redirected || simple->words[0].open ||
        simple->words[0].quoted || peek(reader, 0) != ')') {
        judge_command_fail(reader);
        return false;
    }
    reader->at++;
    return true;
}

/* Classifies a word: a descriptor before < or >, an assignment, or a word of the command. */
static void take_word(struct judge_reader *reader, struct simple *simple, const struct judge_word *word)
{
    char next = peek(reader, 0);
    struct slice name;
    bool before_redirection = next == '<' || next == '>';
    bool digits = is_descriptor(word->raw) && word->raw.data[word->raw.size - 1] != '-';
    bool joined = word->joined && (simple->count == 0 || before_redirection);
    if (!joined && before_redirection && digits && peek(reader, 1) != '(')
        return;
    bool element = simple->count == 0 && !word->quoted && memchr(word->raw.data, '=', word->raw.size) &&
                   memchr(word->raw.data, '[', word->raw.size); /* a[x]=y */
    bool odd = joined || (before_redirection && (digits || word->raw.data[0] == '{'));
    bool assigned = !odd && simple->count == 0 && is_assignment(word->raw, &name);
    if (assigned)
        assign(reader, simple, name);
    else if (odd || element)
        judge_command_fail(reader);
    else
        (void)add_word(reader, simple, *word);
}

static bool at_redirection(const struct judge_reader *reader)
{
    char c = peek(reader, 0), next = peek(reader, 1);
    return (c == '&' && next == '>') || ((c == '<' || c == '>') && next != '(');
}

/* Returns true if it was esac. */
static bool read_simple(struct judge_reader *reader)
{
    struct simple simple = {.clear_alone = true, .clear_before = true};
    struct judge_word word;
    for (;;) {
        judge_skip_blanks(reader);
        char c = peek(reader, 0);
        if (at_redirection(reader)) {
            redirect(reader, &simple);
            continue;
        }
        if (c == '#')
            skip_comment(reader);
        if (is_end(reader) || strchr("\n;&|)", *reader->at))
            break;
        if (c == '(') {
            if (read_definition(reader, &simple))
                return false;
            break;
        }
        if (!judge_word_read(reader, &word))
            break;
        bool first = simple.count == 0 && simple.assignments == 0 && !simple.redirected && is_bare(&word);
        enum keyword keyword = first ? read_keyword(reader, &simple, &word) : KEYWORD_NONE;
        if (keyword != KEYWORD_NONE)
            return keyword == KEYWORD_ESAC;
        take_word(reader, &simple, &word);
    }
    bool clear = simple.count > 0 ? simple.clear_before : simple.clear_alone;
    if (simple.count > 0 || !clear || simple.unclear)
        judge_part_add(reader->found, simple.words, simple.count, simple.unclear || !clear, reader->depth);
    return false;
}

/* --- lists --- */

/* Reads up to the terminator. Returns true if that was esac. */
static bool list(struct judge_reader *reader, enum stop stop)
{
    for (;;) {
        judge_skip_blanks(reader);
        char c = peek(reader, 0), next = peek(reader, 1);
        if (is_end(reader)) {
            reader->found->unclear |= stop != STOP_END;
            return true;
        }
        if (c == '\n') {
            end_line(reader);
        } else if (c == '#') {
            skip_comment(reader);
        } else if (c == ';' && (next == ';' || next == '&')) {
            if (stop == STOP_CASE)
                return false;
            judge_command_fail(reader);
        } else if (c == ';' || c == '|' || (c == '&' && next != '>')) {
            reader->at++;
        } else if (c == '(') {
            reader->at++;
            if (next == '(')
                judge_command_fail(reader); /* ((…)): arithmetic */
            else
                judge_command_nested(reader);
        } else if (c == ')') {
            reader->at++;
            if (stop != STOP_PAREN)
                judge_command_fail(reader);
            return false;
        } else if (read_simple(reader)) {
            if (stop != STOP_CASE)
                judge_command_fail(reader);
            return true;
        }
    }
}

void judge_command_nested(struct judge_reader *reader)
{
    if (reader->heredoc_count > 0 || reader->depth >= JUDGE_NESTED) {
        judge_command_fail(reader);
        return;
    }
    reader->depth++;
    (void)list(reader, STOP_PAREN);
    reader->depth--;
    if (reader->heredoc_count > 0) /* announced inside but continued outside: shells differ in that */
        judge_command_fail(reader);
}

/* Excludes bytes that bash uses internally in words, or that a terminal would not show. */
static bool is_readable(struct slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f)
            return false;
    }
    return true;
}

void judge_command_read(struct judge_found *found, struct slice text, size_t depth)
{
    if (text.size == 0)
        return;
    struct judge_reader reader = {.found = found, .at = text.data, .end = text.data + text.size, .depth = depth};
    found->steps += text.size;
    if (depth >= JUDGE_NESTED || found->steps > (size_t)4 * JUDGE_COMMAND_BYTES || !is_readable(text)) {
        found->unclear = true;
        return;
    }
    (void)list(&reader, STOP_END);
    if (reader.at != reader.end || reader.heredoc_count > 0)
        found->unclear = true;
}
