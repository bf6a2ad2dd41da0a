/* Bash: runs a command line, in the foreground or in the background. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/cleanup.h"
#include "tools/all.h"
#include "tools/call.h"
#include "tools/output.h"
#include "tools/programs.h"
#include "tools/text.h"

enum {
    TIMEOUT_USUAL_MS = 120 * 1000,
    TIMEOUT_MAX_MS = 600 * 1000,
    BACKGROUND_LOOK_MS = 150,       /* a command that ends within this time is reported with its end */
    BACKGROUND_FILE_MAX = 16 << 20, /* limit of the output file */
    BACKGROUND_COMMANDS_MAX = 16,
    OUTPUT_KEPT = TOOL_OUTPUT_MAX - 1024,
    TEXT_ROOM = 4 * TOOL_OUTPUT_MAX, /* U+FFFD is longer than the byte that it replaces */
};

struct running {
    struct tool_call *call;
    struct child *child; /* NULL: ended */
    struct output output;
    uint64_t timeout_ms;

    /* For background commands. */
    bool background, answered, closing;
    uv_timer_t timer;
    int file;
    char path[PATH_MAX]; /* empty: no file */
    uint64_t written;
};

/* --- result --- */

static void note_end(const struct running *running, const struct child_end *end, struct buf *out)
{
    if (end->error)
        (void)buf_printf(out, "[cannot start the command in %s: %s]\n", running->call->box->cwd, strerror(-end->error));
    else if (end->timed_out)
        (void)buf_printf(out, "[timed out after %g s: the command and all processes that it started were ended]\n",
                         (double)running->timeout_ms / 1000);
    else if (end->cancelled)
        (void)buf_append_text(out, "[cancelled: the command and all processes that it started were ended]\n");
    else if (end->status == -1)
        (void)buf_append_text(out, "[the exit code is not known: the command killed its supervisor process]\n");
    else if (WIFSIGNALED(end->status))
        (void)buf_printf(out, "[killed by signal %d, %s]\n", WTERMSIG(end->status), strsignal(WTERMSIG(end->status)));
    else if (WEXITSTATUS(end->status) != 0 || running->background)
        (void)buf_printf(out, "[exit code %d]\n", WEXITSTATUS(end->status));
}

static void answer_end(struct running *running, const struct child_end *end)
{
    struct buf text = BUF_LIMITED(TEXT_ROOM);
    bool failed = end->error || end->timed_out || end->cancelled || end->status != 0;
    (void)tool_output_write(&running->output, &text);
    if (text.size > 0 && text.data[text.size - 1] != '\n')
        (void)buf_append_char(&text, '\n');
    note_end(running, end, &text);
    if (text.size == 0)
        (void)buf_append_text(&text, "[no output]\n");
    running->answered = true;
    tool_call_answer(running->call, &(struct tool_result){.is_error = failed, .text = buf_slice(&text)});
    buf_clear(&text);
}

/* --- process --- */

static void free_running(struct running *running)
{
    if (running->path[0])
        (void)unlink(running->path);
    cleanup_close(&running->file);
    tool_output_clear(&running->output);
    free(running);
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct running *running = handle->data;
    struct tool_call *call = running->call;
    free_running(running);
    tool_call_gone(call);
}

static void leave(struct running *running)
{
    running->call->over = true;
    uv_close((uv_handle_t *)&running->timer, on_timer_closed);
}

static void write_file(struct running *running, struct slice bytes)
{
    while (bytes.size > 0 && running->written < BACKGROUND_FILE_MAX) {
        ssize_t n = write(running->file, bytes.data, bytes.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        running->written += (uint64_t)n;
        bytes.data += n;
        bytes.size -= (size_t)n;
    }
}

static void on_output(void *user, struct slice bytes)
{
    struct running *running = user;
    if (!running->answered)
        tool_output_add(&running->output, bytes);
    if (running->file >= 0)
        write_file(running, bytes);
}

/* The output file of a background command stays until the box is closed. */
static void on_gone(void *user, const struct child_end *end)
{
    struct running *running = user;
    running->child = NULL;
    if (running->file >= 0) {
        struct buf note = BUF_LIMITED(512);
        if (running->written >= BACKGROUND_FILE_MAX)
            (void)buf_append_text(&note, "\n[output limit reached; the rest was discarded]\n");
        note_end(running, end, &note);
        running->written = 0;
        write_file(running, buf_slice(&note));
        buf_clear(&note);
    }
    if (running->answered && !running->closing)
        return;
    running->call->over = true; /* before `done`, which may start something else */
    if (!running->answered)
        answer_end(running, end);
    leave(running);
}

static void on_background_timer(uv_timer_t *timer)
{
    struct running *running = timer->data;
    char text[PATH_MAX + 512];
    if (child_has_ended(running->child))
        return; /* the end follows */
    (void)snprintf(
        text, sizeof text,
        "runs in the background as %.40s, pid %d. Its output goes to %s; use Read to see it. It ends with the task; to "
        "end it earlier: kill -- -%d",
        strrchr(running->path, '/') + 1, (int)child_pid(running->child), running->path, (int)child_pid(running->child));
    running->answered = true;
    tool_call_answer(running->call, &(struct tool_result){.text = slice_of(text)});
}

static void cancel(struct tool_call *call)
{
    struct running *running = call->state;
    running->closing = true;
    if (running->child)
        child_end(running->child, false);
    else
        leave(running);
}

/* --- tool --- */

static int open_file(struct running *running)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || folder[0] != '/')
        folder = "/tmp";
    if (snprintf(running->path, sizeof running->path, "%s/weir-bash-XXXXXX", folder) >= (int)sizeof running->path) {
        running->path[0] = '\0';
        return -ENAMETOOLONG;
    }
    running->file = mkostemp(running->path, O_CLOEXEC);
    if (running->file >= 0)
        return 0;
    running->path[0] = '\0';
    return -errno;
}

static size_t count_background(const struct tool_box *box)
{
    size_t count = 0;
    for (const struct tool_call *call = box->calls; call; call = call->next)
        count += call->tool == &tool_bash && call->state && ((const struct running *)call->state)->background;
    return count;
}

static int start_child(struct running *running, const char *command)
{
    static const struct child_handlers handlers = {.output = on_output, .gone = on_gone};
    struct tool_box *box = running->call->box;
    autofree char *shell = NULL;
    autofree char **environment = programs_environment();
    int r = programs_find("bash", &shell);
    if (r < 0)
        r = programs_find("sh", &shell);
    if (r < 0 || !environment)
        return r < 0 ? r : -ENOMEM;
    char *const arguments[] = {shell, (char *)"-c", (char *)command, NULL};
    struct warden_order order = {.cwd = box->cwd, .arguments = arguments, .environment = environment};
    return child_start(box->loop, &order, running->background ? 0 : running->timeout_ms, &handlers, running,
                       &running->child);
}

static int prepare(struct running *running, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct tool_box *box = running->call->box;
    int64_t timeout = tool_number(input, "timeout", TIMEOUT_USUAL_MS);
    running->timeout_ms = timeout < TIMEOUT_MAX_MS ? (uint64_t)timeout : TIMEOUT_MAX_MS;
    running->background = tool_flag(input, "run_in_background", false);
    struct slice command = tool_text(input, "command");
    if (memchr(command.data, '\0', command.size)) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "the field command contains a NUL character");
        return -EINVAL;
    }
    if (!running->background)
        return 0;
    if (count_background(box) >= BACKGROUND_COMMANDS_MAX) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "limit of %d background commands reached", BACKGROUND_COMMANDS_MAX);
        return -EBUSY;
    }
    int r = open_file(running);
    if (r < 0)
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "cannot create the output file of a background command: %s",
                       strerror(-r));
    return r;
}

static int start(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct running *running = calloc(1, sizeof *running);
    if (!running)
        return -ENOMEM;
    running->call = call;
    running->file = -1;
    tool_output_init(&running->output, OUTPUT_KEPT);
    int r = prepare(running, input, problem);
    if (r == 0)
        r = start_child(running, tool_text(input, "command").data);
    if (r < 0) {
        free_running(running);
        return r;
    }
    call->state = running;
    (void)uv_timer_init(call->box->loop, &running->timer);
    running->timer.data = running;
    if (running->background)
        (void)uv_timer_start(&running->timer, on_background_timer, BACKGROUND_LOOK_MS, 0);
    return 0;
}

static enum tool_touches touches(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                 struct slice *ret_path)
{
    (void)box;
    (void)input;
    (void)arena;
    *ret_path = SLICE("");
    return TOOL_TOUCHES_ANY;
}

const struct tool tool_bash = {
    .name = "Bash",
    .description =
        "Runs a command line with bash in the working directory. Returns its output (stdout and stderr combined, in "
        "order) and its exit code. Each call starts a new shell: a changed directory or variable does not persist, so "
        "put cd and the command into one command line. There is no terminal and no standard input. Processes that "
        "still "
        "run when the command ends or times out are killed. Long output is shortened in the middle. With "
        "run_in_background, the call returns at once, and the output is written to a file that Read can show. Prefer "
        "the other tools to read, search and change files.",
    .schema = "{\"type\":\"object\",\"properties\":{"
              "\"command\":{\"type\":\"string\",\"minLength\":1,\"description\":\"The command line.\"},"
              "\"timeout\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,"
              "\"description\":\"Time limit in milliseconds; default 120000.\"},"
              "\"description\":{\"type\":\"string\",\"description\":\"What the command does, in a few words, shown to "
              "the user.\"},"
              "\"run_in_background\":{\"type\":\"boolean\","
              "\"description\":\"Run the command without waiting for its end, for example a server.\"}},"
              "\"required\":[\"command\"],\"additionalProperties\":false}",
    .touches = touches,
    .start = start,
    .cancel = cancel,
};

/* --- output --- */

void tool_output_init(struct output *output, size_t limit)
{
    *output = (struct output){.head = BUF_LIMITED(limit / 2), .room = limit / 2};
}

void tool_output_clear(struct output *output)
{
    buf_clear(&output->head);
    free(output->tail);
    *output = (struct output){0};
}

static void add_to_tail(struct output *output, struct slice bytes)
{
    if (!output->tail)
        output->tail = malloc(output->room);
    if (!output->tail)
        return;
    if (bytes.size > output->room) {
        bytes.data += bytes.size - output->room;
        bytes.size = output->room;
    }
    while (bytes.size > 0) {
        size_t n = output->room - output->at < bytes.size ? output->room - output->at : bytes.size;
        memcpy(output->tail + output->at, bytes.data, n);
        output->at = (output->at + n) % output->room;
        output->kept = output->kept + n < output->room ? output->kept + n : output->room;
        bytes.data += n;
        bytes.size -= n;
    }
}

void tool_output_add(struct output *output, struct slice bytes)
{
    output->total += bytes.size;
    size_t room = output->head.limit - output->head.size;
    size_t first = bytes.size < room ? bytes.size : room;
    if (first > 0)
        (void)buf_append(&output->head, bytes.data, first);
    if (first < bytes.size)
        add_to_tail(output, (struct slice){bytes.data + first, bytes.size - first});
}

/* Prefers complete lines. */
static struct slice end_with_line(struct slice head)
{
    const char *last = head.data && head.size > 0 ? memrchr(head.data, '\n', head.size) : NULL;
    return last ? (struct slice){head.data, (size_t)(last + 1 - head.data)} : text_cut(head, head.size);
}

static struct slice begin_with_line(struct slice tail)
{
    const char *first = tail.size > 0 ? memchr(tail.data, '\n', tail.size) : NULL;
    size_t skip = first && first + 1 < tail.data + tail.size ? (size_t)(first + 1 - tail.data) : 0;
    while (skip < tail.size && skip < 3 && !first && ((unsigned char)tail.data[skip] & 0xc0) == 0x80)
        skip++;
    return (struct slice){tail.data + skip, tail.size - skip};
}

int tool_output_write(const struct output *output, struct buf *out)
{
    struct slice head = output->head.data ? buf_slice(&output->head) : SLICE("");
    autofree char *straight = output->kept > 0 ? malloc(output->kept) : NULL;
    if (output->kept == 0 || !straight)
        return text_append(out, head);
    size_t begin = (output->at + output->room - output->kept) % output->room;
    size_t first = output->room - begin < output->kept ? output->room - begin : output->kept;
    memcpy(straight, output->tail + begin, first);
    memcpy(straight + first, output->tail, output->kept - first);
    struct slice tail = {straight, output->kept};
    if (output->total > head.size + tail.size) {
        char size[TEXT_SIZE_SIZE];
        head = end_with_line(head);
        tail = begin_with_line(tail);
        (void)text_append(out, head);
        (void)buf_printf(out, "%s[… %s omitted …]\n", head.size > 0 && head.data[head.size - 1] == '\n' ? "" : "\n",
                         text_size(output->total - head.size - tail.size, size));
    } else {
        /* Head and tail are adjacent, and a character may be split between them. */
        struct buf whole = BUF_LIMITED(head.size + tail.size + 1);
        (void)buf_append_slice(&whole, head);
        (void)buf_append_slice(&whole, tail);
        int r = whole.error ? whole.error : text_append(out, buf_slice(&whole));
        buf_clear(&whole);
        return r;
    }
    return text_append(out, tail);
}

int tool_fold(struct buf *out, struct slice text)
{
    struct output output;
    tool_output_init(&output, TOOL_OUTPUT_MAX);
    tool_output_add(&output, text);
    int r = tool_output_write(&output, out);
    tool_output_clear(&output);
    return r;
}
