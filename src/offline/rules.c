#include "offline/rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- words --- */

static bool is_space(char c)
{
    return isspace((unsigned char)c) != 0;
}

static struct slice trim(struct slice text)
{
    return slice_trim(text, SLICE(" \t\n\v\f\r"));
}

/* Removes the punctuation at the end of a sentence. A dot may belong to a name, as in "..". */
static struct slice trim_sentence(struct slice text)
{
    text = trim(text);
    while (text.size > 0 && strchr("?!", text.data[text.size - 1]))
        text = trim((struct slice){text.data, text.size - 1});
    if (text.size > 1 && text.data[text.size - 1] == '.' &&
        (isalnum((unsigned char)text.data[text.size - 2]) || strchr("'\"`", text.data[text.size - 2])))
        text.size--;
    return text;
}

/* Whether the text begins with these words, in any case; *text is the rest then. */
static bool take(struct slice *text, const char *words)
{
    size_t size = strlen(words);
    if (text->size < size || strncasecmp(text->data, words, size) != 0)
        return false;
    if (text->size > size && isalnum((unsigned char)words[size - 1]) && !is_space(text->data[size]) &&
        !strchr(":,", text->data[size]))
        return false;
    *text = trim((struct slice){text->data + size, text->size - size});
    if (text->size > 0 && text->data[0] == ':')
        *text = trim((struct slice){text->data + 1, text->size - 1});
    return true;
}

static bool take_any(struct slice *text, const char *const *phrases)
{
    for (; *phrases; phrases++)
        if (take(text, *phrases))
            return true;
    return false;
}

static bool is_words(struct slice text, const char *words)
{
    return text.size == strlen(words) && strncasecmp(text.data, words, text.size) == 0;
}

static bool is_any(struct slice text, const char *const *phrases)
{
    for (; *phrases; phrases++)
        if (is_words(text, *phrases))
            return true;
    return false;
}

static bool ends_with(struct slice text, const char *words)
{
    size_t size = strlen(words);
    return text.size >= size && strncasecmp(text.data + text.size - size, words, size) == 0;
}

/* Returns the last occurrence of these words in the text, or NULL. */
static const char *find_last(struct slice text, const char *words)
{
    size_t size = strlen(words);
    for (size_t i = text.size; i >= size; i--)
        if (strncasecmp(text.data + i - size, words, size) == 0)
            return text.data + i - size;
    return NULL;
}

static const char *find_first(struct slice text, const char *words)
{
    size_t size = strlen(words);
    for (size_t i = 0; i + size <= text.size; i++)
        if (strncasecmp(text.data + i, words, size) == 0)
            return text.data + i;
    return NULL;
}

/* Returns the size of a quoted string at the beginning, with its quotes; 0: none. */
static size_t quoted_size(struct slice text)
{
    const char *end =
        text.size > 1 && strchr("'\"`", text.data[0]) ? memchr(text.data + 1, text.data[0], text.size - 1) : NULL;
    return end ? (size_t)(end + 1 - text.data) : 0;
}

/* Removes quotes around the whole text. */
static struct slice unquote(struct slice text)
{
    text = trim(text);
    if (text.size > 1 && quoted_size(text) == text.size)
        return (struct slice){text.data + 1, text.size - 2};
    return text;
}

/* --- places --- */

static const char *const here[] = {"here",
                                   "this folder",
                                   "this directory",
                                   "the folder",
                                   "the directory",
                                   "the current folder",
                                   "the current directory",
                                   "the working directory",
                                   "my folder",
                                   "this project",
                                   "the project",
                                   "my project",
                                   "this repo",
                                   "this repository",
                                   "the repo",
                                   "the repository",
                                   "this codebase",
                                   "the codebase",
                                   "the code",
                                   "this code",
                                   "this place",
                                   "this",
                                   "all files",
                                   "it",
                                   ".",
                                   "",
                                   NULL};

/* Returns the name of a place without the words around it; empty for the working directory. */
static struct slice place_of(struct slice text)
{
    static const char *const before[] = {"the contents of", "the content of", "contents of",   "the file",  "file",
                                         "the folder",      "folder",         "the directory", "directory", NULL};
    static const char *const behind[] = {" folder", " directory", " file"};
    text = trim_sentence(text);
    if (is_any(text, here))
        return SLICE("");
    struct slice whole = text;
    if (take_any(&text, before) && text.size == 0)
        text = whole; /* a file of that name */
    text = unquote(text);
    if (text.size > 1 && text.data[0] == '@') /* front ends mark attached files so */
        text = (struct slice){text.data + 1, text.size - 1};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (ends_with(text, behind[i]))
            text.size -= strlen(behind[i]);
    if (slice_starts_with(text, SLICE("the ")) && !memchr(text.data + 4, ' ', text.size - 4))
        text = (struct slice){text.data + 4, text.size - 4};
    return is_any(text, here) ? SLICE("") : text;
}

/* A path is one word, or quoted. */
static bool is_path(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (is_space(text.data[i]))
            return false;
    return text.size > 0;
}

/* --- rules, one for each kind of request --- */

/* Common phrases with a known command. */
static bool understand_phrase(struct slice text, struct offline_intent *intent)
{
    static const struct {
        const char *phrase, *command;
    } known[] = {
        {"what changed", "git status --short"},
        {"what has changed", "git status --short"},
        {"what did i change", "git status --short"},
        {"show the changes", "git diff"},
        {"show me the changes", "git diff"},
        {"show the git log", "git log --oneline -n 20"},
        {"show the last commits", "git log --oneline -n 20"},
        {"show me the last commits", "git log --oneline -n 20"},
        {"who wrote this", "git shortlog --summary --numbered HEAD"},
        {"who works on this", "git shortlog --summary --numbered HEAD"},
    };
    text = trim_sentence(text);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_words(text, known[i].phrase)) {
            *intent = (struct offline_intent){.what = OFFLINE_RUN, .text = slice_of(known[i].command)};
            return true;
        }
    return false;
}

/* A command name that is not also a common word. */
static bool is_command(struct slice text)
{
    static const char *const commands[] = {"git ",   "npm ",  "cargo ", "pytest", "ninja",
                                           "cmake ", "ctest", "pwd",    "whoami"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        size_t size = strlen(commands[i]);
        if (slice_starts_with(text, slice_of(commands[i])) &&
            (text.size == size || commands[i][size - 1] == ' ' || text.data[size] == ' '))
            return text.size > 0 && !strchr("?!.", text.data[text.size - 1]);
    }
    return false;
}

/* Requests to test or build; the project's files determine the command. */
static bool understand_chore(struct slice text, struct offline_intent *intent)
{
    static const char *const before[] = {"run", "execute", "start", "do",   "are",  "check",
                                         "all", "the",     "my",    "your", "unit", NULL};
    static const char *const tests[] = {"tests",   "test suite", "tests pass",       "tests passing",
                                        "test it", "test this",  "test the project", "tests green",
                                        NULL};
    static const char *const builds[] = {
        "build",   "build it",   "build this",   "build the project",   "build this project",
        "compile", "compile it", "compile this", "compile the project", "compile this project",
        NULL};
    struct slice rest = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_BUILD};
    if (is_any(rest, builds))
        return true;
    while (take_any(&rest, before))
        ;
    intent->what = OFFLINE_TEST;
    return is_any(rest, tests);
}

static bool understand_count(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"how many", "count the", "count all", "count", NULL};
    static const char *const between[] = {"of code", "are there", "are",  "there", "does", "do", "has",
                                          "is",      "we",        "have", "in",    "of",   NULL};
    static const char *const behind[] = {" have", " contain", " has"};
    if (!take_any(&text, verbs))
        return false;
    text = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_COUNT};
    if (take(&text, "lines"))
        intent->what = OFFLINE_LINES;
    else if (!take(&text, "files"))
        return false;
    while (take_any(&text, between))
        ;
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (ends_with(text, behind[i]))
            text.size -= strlen(behind[i]);
    intent->place = place_of(text);
    return intent->place.size == 0 || is_path(intent->place);
}

static bool understand_run(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"run the command", "run command", "run", "execute the command",
                                        "execute",         "$",           "!",   NULL};
    static const char *const vague[] = {"the ", "all ", "my ", "a ", "some ", "this ", "it ", NULL};
    bool is_quoted = text.size > 2 && text.data[0] == '`' && quoted_size(text) == text.size;
    if (!is_quoted && !is_command(text) && !take_any(&text, verbs))
        return false;
    struct slice command = unquote(text);
    if (command.size == text.size)
        for (size_t i = 0; vague[i]; i++)
            if (command.size >= strlen(vague[i]) && strncasecmp(command.data, vague[i], strlen(vague[i])) == 0)
                return false; /* "run the tests" is not a command */
    if (command.size == 0 || is_words(command, "it") || memchr(command.data, '\n', command.size))
        return false;
    *intent = (struct offline_intent){.what = OFFLINE_RUN, .text = command};
    return true;
}

/* "A with B in FILE": splits at " with " and the last " in ", using quotes if there are any. */
static bool understand_replace(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"replace", "change", "substitute", "rename", NULL};
    static const char *const alls[] = {
        "all occurrences of", "every occurrence of", "each occurrence of", "all", "every", NULL};
    static const char *const betweens[] = {" with ", " by ", " to ", " for "};
    if (!take_any(&text, verbs))
        return false;
    text = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_REPLACE, .all = take_any(&text, alls)};
    if (ends_with(text, " everywhere")) {
        intent->all = true;
        text.size -= strlen(" everywhere");
    }
    size_t first = quoted_size(text);
    const char *middle = NULL, *at = NULL;
    size_t size = 0;
    struct slice rest = {text.data + first, text.size - first};
    for (size_t i = 0; i < sizeof betweens / sizeof *betweens; i++)
        if ((at = find_first(rest, betweens[i])) && (!middle || at < middle)) {
            middle = at;
            size = strlen(betweens[i]);
        }
    const char *end = find_last(text, " in ");
    if (!middle || !end || end < middle + size)
        return false;
    intent->text = unquote((struct slice){text.data, (size_t)(middle - text.data)});
    intent->instead = unquote((struct slice){middle + size, (size_t)(end - middle) - size});
    intent->place = place_of((struct slice){end + 4, (size_t)(text.data + text.size - end - 4)});
    return intent->text.size > 0 && is_path(intent->place);
}

/* "X in PLACE": splits at the last " in " outside of quotes. */
static void split_place(struct slice text, struct slice *ret_text, struct slice *ret_place)
{
    size_t first = quoted_size(text);
    struct slice rest = {text.data + first, text.size - first};
    const char *at = find_last(rest, " in ");
    if (!at)
        at = find_last(rest, " below ");
    *ret_text = unquote(at ? (struct slice){text.data, (size_t)(at - text.data)} : text);
    size_t size = at ? strcspn(at + 1, " ") + 2 : 0;
    *ret_place = at ? place_of((struct slice){at + size, (size_t)(text.data + text.size - at) - size}) : SLICE("");
}

static bool understand_search(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"search for the text",
                                        "search for the word",
                                        "search for",
                                        "search",
                                        "look for",
                                        "where is",
                                        "where are",
                                        "who uses",
                                        "who calls",
                                        "find the text",
                                        "find text",
                                        "find the word",
                                        "find usages of",
                                        "find uses of",
                                        "find all uses of",
                                        NULL};
    static const char *const behind[] = {" defined", " used", " mentioned", " called", " declared"};
    bool is_grep = take(&text, "grep for") || take(&text, "grep") || take(&text, "rg");
    if (!is_grep && !take_any(&text, verbs))
        return false;
    text = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_SEARCH, .is_expression = is_grep};
    split_place(text, &intent->text, &intent->place);
    for (size_t i = 0; !is_grep && i < sizeof behind / sizeof *behind; i++)
        if (ends_with(intent->text, behind[i]))
            intent->text = unquote((struct slice){intent->text.data, intent->text.size - strlen(behind[i])});
    return intent->text.size > 0 && (intent->place.size == 0 || is_path(intent->place));
}

/* "what is NAME": searches for the word. */
static bool understand_name(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"what is", "what's", "what are", "explain", NULL};
    if (!take_any(&text, verbs))
        return false;
    *intent = (struct offline_intent){.what = OFFLINE_SEARCH, .text = unquote(trim_sentence(text))};
    return is_path(intent->text) && !is_any(intent->text, here) && !is_words(intent->text, "there");
}

/* Returns the file extensions of a language. */
static struct slice ending_of(struct slice language)
{
    static const struct {
        const char *name, *pattern;
    } known[] = {
        {"python", "*.py"}, {"c", "*.c"},       {"c++", "*.cpp"},       {"header", "*.h"},      {"rust", "*.rs"},
        {"go", "*.go"},     {"java", "*.java"}, {"javascript", "*.js"}, {"typescript", "*.ts"}, {"markdown", "*.md"},
        {"text", "*.txt"},  {"shell", "*.sh"},  {"ruby", "*.rb"},       {"json", "*.json"},     {"html", "*.html"},
        {"css", "*.css"},   {"yaml", "*.y*ml"}, {"sql", "*.sql"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_words(language, known[i].name))
            return slice_of(known[i].pattern);
    return SLICE("");
}

/* "list all Python files in PLACE" */
static bool understand_kind(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"list", "show me", "show", "find", "which", NULL};
    static const char *const alls[] = {"all", "the", NULL};
    if (!take_any(&text, verbs))
        return false;
    while (take_any(&text, alls))
        ;
    text = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_FIND};
    split_place(text, &intent->text, &intent->place);
    static const char *const behind[] = {" are there", " do we have"};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (ends_with(intent->text, behind[i]))
            intent->text.size -= strlen(behind[i]);
    if (!ends_with(intent->text, " files"))
        return false;
    intent->text = ending_of((struct slice){intent->text.data, intent->text.size - strlen(" files")});
    return intent->text.size > 0 && (intent->place.size == 0 || is_path(intent->place));
}

static bool has_any(struct slice text, const char *letters)
{
    for (size_t i = 0; i < text.size; i++)
        if (strchr(letters, text.data[i]))
            return true;
    return false;
}

static bool understand_find(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"find all files named",
                                        "find files named",
                                        "find all files called",
                                        "find files called",
                                        "find files matching",
                                        "find the file",
                                        "find file",
                                        "find all",
                                        "find files",
                                        "find",
                                        "glob",
                                        "which files match",
                                        "which files are named",
                                        "list all",
                                        "locate",
                                        NULL};
    if (!take_any(&text, verbs))
        return false;
    text = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_FIND};
    split_place(text, &intent->text, &intent->place);
    if (ends_with(intent->text, " files"))
        intent->text = trim((struct slice){intent->text.data, intent->text.size - strlen(" files")});
    /* "find the bug" names neither a file nor a word to search for. */
    bool is_thing = take(&intent->text, "the") && !has_any(intent->text, ".*?[{");
    return is_path(intent->text) && !is_thing && !is_any(intent->text, here) && !is_words(intent->text, "files") &&
           (intent->place.size == 0 || is_path(intent->place));
}

/* Parses line ranges: "lines 3 to 9 of FILE", "FILE lines 3-9", "FILE:3". */
static void take_lines(struct slice *text, struct offline_intent *intent)
{
    char numbers[64];
    const char *of = find_first(*text, " of ");
    const char *at = find_last(*text, " line");
    bool begins = (take(text, "lines") || take(text, "line"));
    if (!begins && !at)
        return;
    struct slice part = begins ? (struct slice){text->data, of ? (size_t)(of - text->data) : text->size}
                               : (struct slice){at + 5, (size_t)(text->data + text->size - at - 5)};
    size_t size = part.size < sizeof numbers - 1 ? part.size : sizeof numbers - 1;
    memcpy(numbers, part.data, size);
    numbers[size] = '\0';
    char *next = numbers + strcspn(numbers, "0123456789");
    intent->from = strtol(next, &next, 10);
    next += strcspn(next, "0123456789");
    intent->to = strtol(next, &next, 10);
    if (intent->from > 0 && begins && of)
        *text = trim((struct slice){of + 4, (size_t)(text->data + text->size - of - 4)});
    else if (intent->from > 0 && !begins)
        *text = trim((struct slice){text->data, (size_t)(at - text->data)});
    if (ends_with(*text, " from"))
        text->size -= strlen(" from");
}

static bool understand_read(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"read", "show me",    "show",      "cat",      "open",      "print", "display",
                                        "view", "what is in", "what's in", "whats in", "what does", NULL};
    static const char *const behind[] = {" say", " contain", " hold", " do", " have in it"};
    if (!take_any(&text, verbs))
        return false;
    text = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_READ};
    take_lines(&text, intent);
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (ends_with(text, behind[i]))
            text.size -= strlen(behind[i]);
    bool is_quoted = quoted_size(text) == text.size && text.size > 0;
    intent->place = place_of(text);
    if (intent->place.size == 0)
        intent->what = OFFLINE_OVERVIEW;
    return intent->place.size == 0 || is_quoted || is_path(intent->place);
}

static bool understand_list(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {"ls",
                                        "dir",
                                        "tree",
                                        "list",
                                        "show me the files",
                                        "show the files",
                                        "what files are",
                                        "which files are",
                                        "what is there",
                                        NULL};
    static const char *const before[] = {"all the files", "all files",    "the files", "files",
                                         "everything",    "the contents", "contents",  NULL};
    static const char *const ins[] = {"there", "in", "of", "below", NULL};
    if (!take_any(&text, verbs))
        return false;
    text = trim_sentence(text);
    while (text.size > 0 && text.data[0] == '-') { /* options of ls */
        size_t size = 0;
        while (size < text.size && !is_space(text.data[size]))
            size++;
        text = trim((struct slice){text.data + size, text.size - size});
    }
    (void)take_any(&text, before);
    while (take_any(&text, ins))
        ;
    *intent = (struct offline_intent){.what = OFFLINE_LIST, .place = place_of(text)};
    return intent->place.size == 0 || is_path(intent->place);
}

static bool understand_overview(struct slice text, struct offline_intent *intent)
{
    static const char *const verbs[] = {
        "describe",    "explain", "summarise", "summarize", "tell me about", "give me an overview of",
        "overview of", "what is", "what's",    "whats",     "what are",      NULL};
    static const char *const whole[] = {
        "overview",    "where am i",         "what do we have here",       "what is here",
        "what's here", "what is this about", "what is this project about", "what files are here",
        NULL};
    text = trim_sentence(text);
    *intent = (struct offline_intent){.what = OFFLINE_OVERVIEW};
    if (is_any(text, whole))
        return true;
    if (!take_any(&text, verbs))
        return false;
    (void)take(&text, "in");
    return is_any(text, here);
}

static bool understand_help(struct slice text, struct offline_intent *intent)
{
    static const char *const phrases[] = {"",
                                          "help",
                                          "/help",
                                          "what can you do",
                                          "what can i do",
                                          "what can i ask",
                                          "who are you",
                                          "what are you",
                                          "hello",
                                          "hi",
                                          "hey",
                                          "how do you work",
                                          "how does this work",
                                          "test",
                                          NULL};
    *intent = (struct offline_intent){.what = OFFLINE_HELP};
    return is_any(trim_sentence(text), phrases);
}

void offline_understand(struct slice prompt, struct offline_intent *ret_intent)
{
    static bool (*const rules[])(struct slice text, struct offline_intent * intent) = {
        understand_help,    understand_phrase, understand_chore, understand_count, understand_run,
        understand_replace, understand_search, understand_kind,  understand_find,  understand_overview,
        understand_list,    understand_name,   understand_read,
    };
    static const char *const polite[] = {"please",        "can you", "could you", "would you", "will you",
                                         "i want you to", "kindly",  "just",      "now",       "ok",
                                         "okay",          "hey",     "hello",     "hi",        NULL};
    struct slice text = trim(prompt);
    for (;;) {
        struct slice before = text;
        if (!take_any(&text, polite) || text.size == 0) {
            text = before;
            break;
        }
        while (text.size > 0 && text.data[0] == ',')
            text = trim((struct slice){text.data + 1, text.size - 1});
    }
    static const char *const last[] = {", please", " please"};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        if (ends_with(text, last[i]))
            text.size -= strlen(last[i]);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i](text, ret_intent))
            return;
    *ret_intent = (struct offline_intent){.what = OFFLINE_UNKNOWN};
}
