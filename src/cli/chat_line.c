#include "cli/chat_line.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/clock.h"
#include "cli/chat_history.h"
#include "cli/prompt.h"
#include "cli/prose.h"
#include "cli/tty.h"

/* --- permission requests while a line is edited --- */

/* All of this runs inside of the editor, while it waits for a key. */

/* A user who has just pressed a key may press another one, which is not meant for a question. */
#define REST_NS UINT64_C(1000000000)

enum { CTRL_R = 0x12, CTRL_S = 0x13, BACKSPACE = 0x08, DELETE = 0x7f, CTRL_W = 0x17 };

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return term && strcmp(term, "dumb") == 0;
}

/* An incremental search handles keys itself until a key ends it. */
static void note_key(struct chat_line *line, wchar_t key)
{
    bool searches = key == CTRL_R || key == CTRL_S;
    bool stays = key >= 0x20 || key == BACKSPACE || key == DELETE || key == CTRL_W;
    line->busy = searches || (line->busy && stays);
    line->pressed_ns = clock_monotonic_ns();
}

/* Returns the number of terminal rows of the line above the row of the cursor. */
static size_t rows_above(const LineInfoW *info, size_t columns)
{
    size_t row = 0, column = sizeof CHAT_PROMPT - 1;
    for (const wchar_t *at = info->buffer; at < info->cursor; at++) {
        int width = *at == L'\t' ? 8 - (int)(column % 8) : *at < 0x20 ? 2 : wcwidth(*at);
        size_t more = width > 0 ? (size_t)width : 0;
        if (*at == L'\n' || column + more > columns) {
            row++;
            column = *at == L'\n' ? 0 : more;
        } else {
            column += more;
        }
        if (column == columns) {
            row++;
            column = 0;
        }
    }
    return row;
}

/* Erases the line from the screen, and moves the cursor to the start of its prompt. */
static void erase_line(EditLine *editor)
{
    if (is_dumb()) {
        (void)putchar('\n');
        return;
    }
    for (size_t rows = rows_above(el_wline(editor), tty_columns(STDOUT_FILENO)); rows > 0; rows--)
        (void)fputs("\033[A", stdout);
    (void)fputs("\r\033[J", stdout);
}

/* Erases the line, and prints the notice and then the line. */
static void show_notice(struct chat_line *line)
{
    erase_line(line->editor);
    (void)printf("%s\n", line->question->notice(line->question->user));
    (void)el_set(line->editor, EL_REFRESH); /* starts on a cleared line */
    line->noticed = true;
}

/* Returns 0; 1 to check again after *ret_wait; -EINTR to end the line, so that the question gets the terminal. */
static int look_for_question(struct chat_line *line, struct timespec *ret_wait)
{
    const LineInfo *info = el_line(line->editor);
    uint64_t rested = clock_monotonic_ns() - line->pressed_ns;
    if (!line->question || line->question->fd < 0 || line->busy || !line->question->wants(line->question->user))
        return 0;
    if (info->lastchar > info->buffer) {
        if (!line->noticed)
            show_notice(line);
        return 0;
    }
    if (rested < REST_NS) {
        *ret_wait = (struct timespec){.tv_nsec = (long)(REST_NS - rested - 1)};
        return 1;
    }
    (void)fputs(is_dumb() ? "\n" : "\r\033[K", stdout);
    line->is_asked = true;
    return -EINTR;
}

/* --- signals and keys --- */

enum { PASTE_MAX = 1 << 20, BYTES_OF_CHARACTER = 4, REPLACEMENT = 0xfffd };

/* Global, because a signal handler has no argument. */
static volatile sig_atomic_t interrupted, resized, resumed, ended_by;

static void on_signal(int number)
{
    if (number == SIGINT)
        interrupted = 1;
    else if (number == SIGHUP || number == SIGTERM)
        ended_by = number;
    else if (number == SIGWINCH)
        resized = 1;
    else
        resumed = 1;
}

static void obey_signals(EditLine *editor)
{
    if (resumed) /* the shell may have changed the terminal */
        (void)el_set(editor, EL_PREP_TERM, 1);
    if (resized) { /* the editor redraws at the cursor; the terminal has rewrapped the rows already */
        erase_line(editor);
        el_resize(editor);
    }
    if (resized || resumed)
        (void)el_set(editor, EL_REFRESH);
    resized = resumed = 0;
}

/* Signals are unblocked only in ppoll(), so that none is lost between the check and the wait. */
static int read_byte(struct chat_line *line, bool begins, char *ret)
{
    struct pollfd inputs[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    for (;;) {
        struct timespec wait = {0};
        if (interrupted || ended_by) {
            errno = EINTR;
            return -1;
        }
        obey_signals(line->editor);
        int asked = begins ? look_for_question(line, &wait) : 0;
        (void)fflush(stdout);
        if (asked < 0) {
            errno = -asked;
            return -1;
        }
        inputs[1].fd = begins && line->question ? line->question->fd : -1;
        int ready = ppoll(inputs, 2, asked > 0 ? &wait : NULL, &line->outside);
        if (ready < 0 && errno != EINTR)
            return -1;
        if (ready <= 0 || inputs[0].revents == 0)
            continue;
        ssize_t n = read(STDIN_FILENO, ret, 1);
        if (n >= 0 || (errno != EINTR && errno != EAGAIN))
            return (int)n;
    }
}

static int read_key(EditLine *editor, wchar_t *ret)
{
    struct chat_line *line = NULL;
    mbstate_t state = {0};
    (void)el_get(editor, EL_CLIENTDATA, &line);
    for (size_t bytes = 0; bytes < BYTES_OF_CHARACTER; bytes++) {
        char c = 0;
        int n = read_byte(line, bytes == 0 && !line->pastes, &c);
        if (n <= 0)
            return n;
        size_t r = mbrtowc(ret, &c, 1, &state);
        if (r == (size_t)-1)
            break;
        if (r != (size_t)-2) {
            note_key(line, *ret);
            return 1;
        }
    }
    *ret = REPLACEMENT;
    return 1;
}

/* --- key bindings --- */

static bool is_end_of_paste(const wchar_t *text, size_t size)
{
    static const wchar_t end[] = L"\033[201~";
    const size_t length = sizeof end / sizeof *end - 1;
    return size >= length && wmemcmp(text + size - length, end, length) == 0;
}

/* buf_reserve() memory is aligned for any type. */
static wchar_t *letters(const struct buf *bytes)
{
    void *data = bytes->data;
    return data;
}

/* Inserts pasted text literally: newlines do not end the line, tabs do not complete. */
static unsigned char take_paste(EditLine *editor, int key)
{
    struct buf bytes = BUF_LIMITED((PASTE_MAX + 16) * sizeof(wchar_t));
    struct chat_line *line = NULL;
    wchar_t c;
    (void)key;
    (void)el_get(editor, EL_CLIENTDATA, &line);
    line->pastes = true;
    while (bytes.size < PASTE_MAX * sizeof(wchar_t) && el_wgetc(editor, &c) == 1) {
        if (buf_append(&bytes, &c, sizeof c) < 0)
            break;
        if (is_end_of_paste(letters(&bytes), bytes.size / sizeof c)) {
            bytes.size -= 6 * sizeof c;
            break;
        }
    }
    line->pastes = false;
    wchar_t *text = letters(&bytes);
    size_t size = bytes.size / sizeof c, kept = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == L'\r' && i + 1 < size && text[i + 1] == L'\n')
            continue;
        if (text[i] == L'\r')
            text[i] = L'\n';
        if (text[i] >= 0x20 ? text[i] != 0x7f : text[i] == L'\n' || text[i] == L'\t')
            text[kept++] = text[i];
    }
    bytes.size = kept * sizeof c;
    c = 0;
    if (kept > 0 && buf_append(&bytes, &c, sizeof c) == 0)
        (void)el_winsertstr(editor, letters(&bytes));
    buf_clear(&bytes);
    return CC_REFRESH;
}

static unsigned char take_newline(EditLine *editor, int key)
{
    (void)key;
    (void)el_winsertstr(editor, L"\n");
    return CC_REFRESH;
}

/* Returns the length of the common prefix. */
static size_t common(const char *a, const char *b)
{
    size_t size = 0;
    while (a[size] && a[size] == b[size])
        size++;
    return size;
}

/* Prints the completions below the line, wrapped between words. */
static void list_offers(const char *const *offers, size_t count)
{
    struct buf out = BUF_LIMITED(1 << 20);
    struct prose prose = {.width = tty_columns(STDOUT_FILENO), .bare = true};
    for (size_t i = 0; i < count; i++) {
        prose_text(&prose, &out, i > 0 ? "  " : "", 0);
        prose_text(&prose, &out, offers[i], 0);
    }
    prose_end_line(&prose, &out);
    (void)putchar('\n');
    (void)fwrite(out.data, 1, out.size, stdout);
    prose_clear(&prose);
    buf_clear(&out);
}

/* Finds the commands of weir, then those of the agent, that begin with the typed text. The caller frees them. */
static size_t find_commands(const struct chat_line *line, const char *typed, char *ret_names[static CHAT_OFFERS_MAX])
{
    char *others[CHAT_OFFERS_MAX];
    size_t size = strlen(typed), count = 0;
    for (const char *const *word = line->words; *word && count < CHAT_OFFERS_MAX; word++)
        if (strncmp(*word, typed, size) == 0 && (ret_names[count] = strdup(*word)))
            count++;
    size_t more = line->commands ? line->commands(line->offers_user, others) : 0;
    for (size_t i = 0; i < more; i++)
        if (strncmp(others[i], typed, size) == 0 && count < CHAT_OFFERS_MAX)
            ret_names[count++] = others[i];
        else
            free(others[i]);
    return count;
}

/* Returns the beginning of the file name at the cursor, after an @; NULL if there is none. */
static const char *mention_at(const LineInfo *info)
{
    const char *at = info->cursor;
    while (at > info->buffer && at[-1] != ' ' && at[-1] != '\t' && at[-1] != '\n')
        at--;
    return at < info->cursor && *at == '@' ? at : NULL;
}

/* Returns the length of the prefix that all matching paths share; *ret_first is the first match. */
static size_t common_of(char *const *paths, size_t count, const char *query, size_t *ret_begin, const char **ret_first)
{
    size_t same = 0;
    *ret_begin = 0;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(paths[i], query, strlen(query)) != 0)
            continue;
        same = *ret_begin == 0                       ? strlen(paths[i])
               : common(*ret_first, paths[i]) < same ? common(*ret_first, paths[i])
                                                     : same;
        *ret_first = (*ret_begin)++ == 0 ? paths[i] : *ret_first;
    }
    return same;
}

/* Replaces the word by the path, in quotes if it has spaces. A directory can be continued. */
static unsigned char replace_mention(EditLine *editor, size_t typed, const char *path)
{
    char text[4200];
    size_t size = strlen(path);
    bool is_directory = size > 0 && path[size - 1] == '/', quoted = strchr(path, ' ') && !is_directory;
    if (snprintf(text, sizeof text, "@%s%s%s%s", quoted ? "\"" : "", path, quoted ? "\"" : "",
                 is_directory ? "" : " ") >= (int)sizeof text)
        return CC_ERROR;
    el_deletestr(editor, (int)typed);
    (void)el_insertstr(editor, text);
    return CC_REFRESH;
}

static unsigned char complete_path(EditLine *editor, const struct chat_line *line, const LineInfo *info,
                                   const char *word)
{
    char query[4096], *paths[CHAT_OFFERS_MAX];
    size_t typed = (size_t)(info->cursor - word), begin;
    const char *first = NULL;
    unsigned char result = CC_ERROR;
    if (!line->paths || typed > sizeof query)
        return CC_ERROR;
    (void)snprintf(query, sizeof query, "%.*s", (int)typed - 1, word + 1);
    size_t count = line->paths(line->offers_user, query, paths);
    size_t same = common_of(paths, count, query, &begin, &first);
    if (begin == 1 || (begin == 0 && count == 1)) {
        result = replace_mention(editor, typed, begin == 1 ? first : paths[0]);
    } else if (begin > 1 && same > typed - 1) {
        (void)snprintf(query, sizeof query, "%.*s", (int)(same - (typed - 1)), first + typed - 1);
        (void)el_insertstr(editor, query);
        result = CC_REFRESH;
    } else if (count > 0) {
        list_offers((const char *const *)paths, count);
        result = CC_REDISPLAY;
    }
    while (count > 0)
        free(paths[--count]);
    return result;
}

static unsigned char complete_command(EditLine *editor, const struct chat_line *line, const char *typed)
{
    char *names[CHAT_OFFERS_MAX], rest[512];
    size_t size = strlen(typed), count = find_commands(line, typed, names), same = count > 0 ? strlen(names[0]) : 0;
    unsigned char result = CC_ERROR;
    for (size_t i = 1; i < count; i++)
        same = common(names[0], names[i]) < same ? common(names[0], names[i]) : same;
    if (count > 1 && same <= size) {
        list_offers((const char *const *)names, count);
        result = CC_REDISPLAY;
    } else if (count > 0) {
        (void)snprintf(rest, sizeof rest, "%.*s%s", (int)(same - size), names[0] + size, count == 1 ? " " : "");
        (void)el_insertstr(editor, rest);
        result = CC_REFRESH;
    }
    while (count > 0)
        free(names[--count]);
    return result;
}

static unsigned char complete(EditLine *editor, int key)
{
    const LineInfo *info = el_line(editor);
    const char *mention = mention_at(info);
    size_t size = (size_t)(info->cursor - info->buffer);
    struct chat_line *line = NULL;
    char typed[256];
    (void)key;
    (void)el_get(editor, EL_CLIENTDATA, &line);
    if (mention)
        return complete_path(editor, line, info, mention);
    if (size == 0 || size >= sizeof typed || info->buffer[0] != '/')
        return CC_ERROR;
    (void)snprintf(typed, sizeof typed, "%.*s", (int)size, info->buffer);
    return complete_command(editor, line, typed);
}

/* --- init and clear --- */

static char *prompt(EditLine *editor)
{
    static char text[] = CHAT_PROMPT;
    (void)editor;
    return text;
}

static void add_to_history(void *user, const char *entry)
{
    HistEvent event;
    struct chat_line *line = user;
    (void)history(line->history, &event, H_ENTER, entry);
}

static void begin_editing(struct chat_line *line)
{
    HistEvent event;
    EditLine *editor = line->editor;
    (void)el_set(editor, EL_CLIENTDATA, line);
    (void)el_set(editor, EL_PROMPT, prompt);
    (void)el_set(editor, EL_EDITOR, "emacs");
    (void)el_wset(editor, EL_GETCFN, read_key);
    /* libedit keeps pointers to wide names; narrow names it would copy and never free. */
    (void)el_wset(editor, EL_ADDFN, L"weir-complete", L"Complete a command", complete);
    (void)el_wset(editor, EL_ADDFN, L"weir-paste", L"Insert pasted text", take_paste);
    (void)el_wset(editor, EL_ADDFN, L"weir-newline", L"Begin a new line", take_newline);
    (void)el_set(editor, EL_BIND, "^I", "weir-complete", NULL);
    (void)el_set(editor, EL_BIND, "\\e[200~", "weir-paste", NULL);
    (void)el_set(editor, EL_BIND, "\\e\\r", "weir-newline", NULL);
    (void)el_set(editor, EL_BIND, "\\e\\n", "weir-newline", NULL);
    (void)el_set(editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    if (!line->history)
        return;
    (void)history(line->history, &event, H_SETSIZE, CHAT_HISTORY_ENTRIES);
    (void)history(line->history, &event, H_SETUNIQUE, 1);
    chat_history_load(add_to_history, line);
    (void)el_set(editor, EL_HIST, history, line->history);
}

void chat_line_init(struct chat_line *line, const char *const *words, bool plain)
{
    *line = (struct chat_line){.words = words};
    if (plain || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return;
    /* libedit uses the character set of the locale, and weir always needs UTF-8. */
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        (void)setlocale(LC_CTYPE, "");
    line->editor = el_init("weir", stdin, stdout, stderr);
    line->history = line->editor ? history_init() : NULL;
    if (line->editor)
        begin_editing(line);
}

void chat_line_clear(struct chat_line *line)
{
    if (line->history)
        history_end(line->history);
    if (line->editor)
        el_end(line->editor);
    *line = (struct chat_line){0};
}

void chat_line_remember(struct chat_line *line, struct slice text)
{
    struct buf entry = BUF_LIMITED(PROMPT_BYTES_MAX + 1);
    if (!line->history || text.size == 0)
        return;
    if (buf_append_slice(&entry, text) == 0 && buf_terminate(&entry) == 0) {
        add_to_history(line, entry.data);
        chat_history_add(text);
    }
    buf_clear(&entry);
}

/* --- reading --- */

static const int signals[] = {SIGINT, SIGWINCH, SIGCONT, SIGHUP, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

static void append_line(struct buf *out, const char *text, int size)
{
    if (size > 0 && text[size - 1] == '\n')
        size--;
    (void)buf_append(out, text, (size_t)size);
}

static enum chat_read edit(struct chat_line *line, struct buf *ret_text)
{
    struct sigaction before[SIGNALS], action = {.sa_handler = on_signal};
    sigset_t ours;
    bool pastes = tty_obeys(STDOUT_FILENO);
    int size = 0;
    (void)sigemptyset(&action.sa_mask);
    (void)sigemptyset(&ours);
    for (size_t i = 0; i < SIGNALS; i++)
        (void)sigaddset(&ours, signals[i]);
    (void)sigprocmask(SIG_BLOCK, &ours, &line->outside);
    interrupted = resized = resumed = ended_by = 0;
    line->noticed = line->is_asked = line->busy = line->pastes = false;
    for (size_t i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], &action, &before[i]) == 0 && before[i].sa_handler == SIG_IGN)
            (void)sigaction(signals[i], &before[i], NULL); /* keep what nohup(1) has set */
    const char *enter = pastes ? "\033[?2004h" : "", *leave = pastes ? "\033[?2004l" : "";
    struct termios usual;
    if (tcgetattr(STDIN_FILENO, &usual) == 0)
        tty_rescue(STDIN_FILENO, &usual, leave, enter);
    (void)el_set(line->editor, EL_PREP_TERM,
                 1); /* before the prompt is shown, so that the terminal does not echo input twice */
    (void)fputs(enter, stdout);
    (void)fflush(stdout);
    const char *text = el_gets(line->editor, &size);
    (void)fputs(leave, stdout);
    tty_rescued();
    enum chat_read result = line->is_asked     ? CHAT_QUESTION
                            : text && size > 0 ? CHAT_LINE
                            : interrupted      ? CHAT_INTERRUPTED
                                               : CHAT_END;
    line->ended_by = ended_by;
    if (result == CHAT_LINE) {
        append_line(ret_text, text, size);
    } else if (result == CHAT_INTERRUPTED) {
        const LineInfo *info = el_line(line->editor);
        append_line(ret_text, info->buffer, (int)(info->lastchar - info->buffer));
    }
    (void)fputs(result == CHAT_INTERRUPTED ? "^C\n" : result == CHAT_END ? "\n" : "", stdout);
    (void)fflush(stdout);
    for (size_t i = 0; i < SIGNALS; i++)
        (void)sigaction(signals[i], &before[i], NULL);
    (void)sigprocmask(SIG_SETMASK, &line->outside, NULL);
    return result;
}

enum chat_read chat_line_read(struct chat_line *line, struct buf *ret_text)
{
    buf_reset(ret_text, 0);
    if (line->editor) {
        enum chat_read result = edit(line, ret_text);
        return result == CHAT_LINE && ret_text->error ? CHAT_TOO_LONG : result;
    }
    int c;
    bool any = false;
    while ((c = getchar()) != EOF && c != '\n') {
        any = true;
        (void)buf_append_char(ret_text, (char)c);
    }
    if (c == EOF && !any)
        return CHAT_END;
    return ret_text->error ? CHAT_TOO_LONG : CHAT_LINE;
}
