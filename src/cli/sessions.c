#include "cli/sessions.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ascii.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/export.h"
#include "cli/pretty.h"
#include "cli/session_view.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/session.h"

/* --- choosing a session on the whole terminal --- */

enum { SESSIONS = 500, FILTER_BYTES = 256, LINES_AROUND = 3, ESCAPE_MS = 50, SCREEN_BYTES = 4 << 20 };

struct picker {
    struct cli *cli;
    struct tty_screen screen;
    struct session_list_result sessions;
    size_t shown[SESSIONS]; /* indexes of the sessions that match the filter */
    size_t shown_count, at, top;
    struct buf filter;
    bool filtering; /* letters extend the filter, and are no commands */
    bool chosen, over;
};

static const struct table_column pick_columns[] = {
    {.title = "AGE", .right = true},
    {.title = "TITLE", .yields = true},
    {.title = "CWD", .yields = true, .path = true, .spare = 2},
    {.title = "AGENT", .spare = 1},
};

/* --- the filter --- */

static bool has_word(struct slice text, struct slice word)
{
    return text.size > 0 && word.size > 0 && word.size <= text.size &&
           strcasestr(text.data, word.data) != NULL; /* both end with NUL */
}

static bool fits(const struct session_record *session, const char *filter)
{
    char words[FILTER_BYTES];
    (void)snprintf(words, sizeof words, "%s", filter);
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        struct slice text = slice_of(word);
        if (!has_word(session->title, text) && !has_word(session->cwd, text) &&
            !has_word(session_agent(session), text) && !has_word(session->id, text))
            return false;
    }
    return true;
}

static void apply_filter(struct picker *picker)
{
    picker->shown_count = picker->at = picker->top = 0;
    if (buf_terminate(&picker->filter) < 0)
        return;
    for (size_t i = 0; i < picker->sessions.count && i < SESSIONS; i++)
        if (fits(&picker->sessions.items[i], picker->filter.data))
            picker->shown[picker->shown_count++] = i;
}

/* --- the screen --- */

static void add_row(struct table *table, const struct session_record *session)
{
    char age[TEXT_BRIEF_SIZE];
    text_brief((clock_epoch_ms() - session_used_at(session)) / 1000, age);
    table_cell(table, slice_of(age), NULL);
    table_cell(table, session->title_is == FIELD_SET && session->title.size > 0 ? session->title : SLICE("(no title)"),
               NULL);
    table_cell(table, session->cwd, NULL);
    struct slice agent = session_agent(session);
    table_cell(table, agent.size > 0 ? agent : SLICE("-"), NULL);
}

static void append_rows(struct picker *picker, struct buf *out, size_t width, size_t rows)
{
    struct buf text = BUF_LIMITED(SCREEN_BYTES);
    struct table table;
    bool color = picker->cli->color;
    table_init(&table, pick_columns, sizeof pick_columns / sizeof *pick_columns, width > 2 ? width - 2 : 1, "");
    table.headless = true;
    for (size_t i = picker->top; i < picker->shown_count && i < picker->top + rows; i++)
        add_row(&table, &picker->sessions.items[picker->shown[i]]);
    table_write(&table, &text);
    table_clear(&table);
    struct slice rest = buf_slice(&text);
    for (size_t i = picker->top; rest.size > 0; i++) {
        const char *newline = memchr(rest.data, '\n', rest.size);
        size_t size = newline ? (size_t)(newline - rest.data) : rest.size;
        bool here = i == picker->at;
        (void)buf_printf(out, "%s%s %.*s%s\033[K\n", pretty_if(color && here, "\033[7m"), here ? ">" : " ", (int)size,
                         rest.data, pretty_if(color && here, pretty_off));
        rest = newline ? (struct slice){newline + 1, rest.size - size - 1} : (struct slice){0};
    }
    buf_clear(&text);
}

static void draw(struct picker *picker)
{
    struct buf out = BUF_LIMITED(SCREEN_BYTES);
    size_t width, height;
    tty_size(STDOUT_FILENO, &width, &height);
    width -= width > 1; /* at the last column, erasing the rest of the line would erase that column too */
    size_t rows = height > LINES_AROUND ? height - LINES_AROUND : 1;
    if (picker->at < picker->top)
        picker->top = picker->at;
    if (picker->at >= picker->top + rows)
        picker->top = picker->at - rows + 1;
    (void)buf_append_text(&out, "\033[H");
    (void)buf_append_text(&out, pretty_if(picker->cli->color, pretty_dim));
    (void)columns_append(&out, SLICE("Enter chooses, Esc leaves, type to filter"), width);
    (void)buf_printf(&out, "%s\033[K\n> ", pretty_if(picker->cli->color, pretty_off));
    (void)columns_append_end(&out, buf_slice(&picker->filter), width > 4 ? width - 4 : 1);
    (void)buf_append_text(&out, "\033[K\n");
    append_rows(picker, &out, width, rows);
    if (picker->shown_count == 0)
        (void)buf_append_text(&out, "  no matching session\033[K\n");
    (void)buf_append_text(&out, "\033[J");
    (void)fwrite(out.data, 1, out.size, stdout);
    (void)fflush(stdout);
    buf_clear(&out);
}

/* --- keys --- */

static void move(struct picker *picker, long by)
{
    long last = (long)picker->shown_count - 1, to = (long)picker->at + by;
    picker->at = (size_t)(to < 0 || last < 0 ? 0 : to > last ? last : to);
}

/* Returns false on a timeout. */
static bool next_key(const struct picker *picker, int timeout_ms, char *ret_key)
{
    struct pollfd keys = {.fd = picker->screen.keys, .events = POLLIN};
    return poll(&keys, 1, timeout_ms) > 0 && read(picker->screen.keys, ret_key, 1) == 1;
}

/* Escape alone quits; otherwise it begins a sequence for another key. */
static void take_escape(struct picker *picker)
{
    char key = 0, number = 0;
    if (!next_key(picker, ESCAPE_MS, &key)) {
        picker->over = true;
        return;
    }
    if (key != '[' && key != 'O')
        return;
    while (next_key(picker, ESCAPE_MS, &key) && ((key >= '0' && key <= '9') || key == ';'))
        number = key;
    long page = 10, all = SESSIONS;
    if (key == 'A' || key == 'B')
        move(picker, key == 'A' ? -1 : 1);
    else if (key == '~' && (number == '5' || number == '6'))
        move(picker, number == '5' ? -page : page);
    else if (key == 'H' || key == 'F')
        move(picker, key == 'H' ? -all : all);
}

/* Removes a whole character, which may have several bytes. */
static void erase(struct picker *picker)
{
    struct buf *filter = &picker->filter;
    while (filter->size > 0 && ((unsigned char)filter->data[filter->size - 1] & 0xc0) == 0x80)
        filter->size--;
    filter->size -= filter->size > 0;
    picker->filtering = filter->size > 0;
    apply_filter(picker);
}

static void take_key(struct picker *picker, char key)
{
    enum { CTRL_N = 14, CTRL_P = 16, CTRL_U = 21, ESCAPE = 27, DELETE = 127 };
    if (key == '\r' || key == '\n') {
        picker->chosen = picker->over = picker->shown_count > 0;
    } else if (key == ESCAPE) {
        take_escape(picker);
    } else if (key == CTRL_N || (!picker->filtering && key == 'j')) {
        move(picker, 1);
    } else if (key == CTRL_P || (!picker->filtering && key == 'k')) {
        move(picker, -1);
    } else if (key == DELETE || key == '\b') {
        erase(picker);
    } else if (key == CTRL_U) {
        picker->filter.size = 0;
        picker->filtering = false;
        apply_filter(picker);
    } else if (!picker->filtering && key == '/') {
        picker->filtering = true;
    } else if ((unsigned char)key >= ' ') {
        picker->filtering = true;
        if (picker->filter.size + 2 < FILTER_BYTES)
            (void)buf_append_char(&picker->filter, key);
        apply_filter(picker);
    }
}

static void on_resize(int number)
{
    (void)number; /* interrupts the wait for a key, after which everything is drawn again */
}

static void pick(struct picker *picker)
{
    struct sigaction resize = {.sa_handler = on_resize}, before;
    (void)sigaction(SIGWINCH, &resize, &before);
    tty_screen_init(&picker->screen);
    tty_screen_enter(&picker->screen);
    apply_filter(picker);
    while (!picker->over && picker->screen.keys >= 0) {
        char key = 0;
        draw(picker);
        errno = 0;
        if (next_key(picker, -1, &key))
            take_key(picker, key);
        else if (errno != EINTR && errno != EAGAIN)
            break; /* the terminal is gone */
    }
    tty_screen_clear(&picker->screen);
    (void)sigaction(SIGWINCH, &before, NULL);
}

/* --- picking --- */

/* Sorts by last use, then by creation, the newest first. */
static int by_use(const void *a, const void *b)
{
    const struct session_record *one = a, *other = b;
    int64_t one_ms = session_used_at(one), other_ms = session_used_at(other);
    return one_ms != other_ms ? (one_ms < other_ms) - (one_ms > other_ms) : strcmp(other->id.data, one->id.data);
}

bool session_pick_can(const struct cli *cli)
{
    return !cli->json && isatty(STDIN_FILENO) && tty_obeys(STDOUT_FILENO);
}

enum cli_exit session_pick(struct cli *cli, char **ret_id)
{
    struct picker picker = {.cli = cli, .filter = BUF_LIMITED(FILTER_BYTES)};
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    autofree char *result = NULL;
    const struct session_list_params params = {
        .limit = SESSIONS}; /* includes closed sessions, which are reopened when used */
    enum cli_exit exit = ask(cli, &session_list_method, &params, &result);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &session_list_result_shape, result, &picker.sessions);
    if (picker.sessions.count > 1)
        qsort(picker.sessions.items, picker.sessions.count, sizeof *picker.sessions.items, by_use);
    if (exit == CLI_OK && picker.sessions.count == 0)
        exit = cli_fail(cli, CLI_FAILED, "no sessions; to create one: weir run, weir chat");
    if (exit == CLI_OK) {
        pick(&picker);
        exit = picker.chosen ? CLI_OK : CLI_INTERRUPTED;
    }
    if (exit == CLI_OK) {
        struct slice id = picker.sessions.items[picker.shown[picker.at]].id;
        *ret_id = strndup(id.data, id.size);
        exit = *ret_id ? CLI_OK : cli_fail(cli, CLI_FAILED, "out of memory");
    }
    buf_clear(&picker.filter);
    arena_clear(&arena);
    return exit;
}

/* --- the command --- */

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"export", 0, "FORMAT", EXPORT_FORMATS, "write the transcript of the chosen session: markdown or html"},
    {"output", 'o', "FILE", NULL, "write it to this file (default: standard output)"},
    {0},
};

const struct cli_command command_sessions = {
    .name = "sessions",
    .arguments = "[SESSION]",
    .summary = "Choose a session, and continue the conversation",
    .details =
        "The arrow keys, j and k move, letters filter by title, directory, agent and id, Enter opens the session as\n"
        "'weir chat --session' does, Escape leaves. If standard output is not a terminal, prints the list, as\n"
        "'weir session list' does. With --export, writes the transcript of the chosen session instead.",
    .options = options,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    autofree char *picked = NULL;
    const char *format = cli_option(cli, "export");
    if (cli_option(cli, "output") && !format)
        return cli_fail(cli, CLI_USAGE, "--output needs --export markdown or --export html");
    if (count == 0 && !session_pick_can(cli)) {
        if (format)
            return cli_fail(cli, CLI_USAGE,
                            "missing argument SESSION, since there is no terminal to choose a session on");
        return command_session_list.run(cli, 0, arguments);
    }
    enum cli_exit exit = count == 0 ? session_pick(cli, &picked) : CLI_OK;
    if (exit != CLI_OK)
        return exit;
    const char *id = count > 0 ? arguments[0] : picked;
    return format ? export_session(cli, id, format, cli_option(cli, "output")) : session_pick_talk(cli, id);
}

/* --- continuing in weir chat --- */

/* Options that chose the session do not apply to the conversation. */
static bool is_for_chat(const char *option)
{
    static const char *const others[] = {"resume", "session", "continue", "export", "output"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(option, others[i]) == 0)
            return false;
    return true;
}

enum cli_exit session_pick_talk(struct cli *cli, const char *id)
{
    char *arguments[CLI_GIVEN_MAX + 5] = {(char *)"weir", (char *)"chat", (char *)"--session", (char *)id};
    size_t count = 4;
    for (int i = 0; i < cli->given_count; i++) {
        const char *name = cli->given[i].option->name, *value = cli->given[i].value;
        bool has_value = cli->given[i].option->value && *value;
        if (is_for_chat(name) &&
            asprintf(&arguments[count++], "--%s%s%s", name, has_value ? "=" : "", has_value ? value : "") < 0)
            return cli_fail(cli, CLI_FAILED, "out of memory");
    }
    cli_disconnect(cli);
    (void)fflush(NULL);
    (void)execv("/proc/self/exe", arguments);
    enum cli_exit exit = cli_fail(cli, CLI_FAILED, "cannot start weir chat: %s", strerror(errno));
    while (count > 4)
        free(arguments[--count]);
    return exit;
}
