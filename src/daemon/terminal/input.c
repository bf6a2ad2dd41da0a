/* terminal.input and terminal.resize. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/fault.h"
#include "daemon/client/client.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"

static int reply(struct terminal *terminal, struct call *call)
{
    return terminal_input_reply(call, &(struct terminal_ref){.terminal_id = slice_of(terminal->id)});
}

static void drop(struct terminal *terminal, struct terminal_input *input)
{
    list_remove(&input->link);
    terminal->input_bytes -= input->size;
    free(input);
}

static void on_abandoned(struct call *call)
{
    struct terminal_input *input = call->user;
    input->call = NULL; /* it was typed all the same */
}

/* How many bytes it took; -EAGAIN: none, for now; -EINTR: none, and the guard had to end the call. */
static ssize_t write_some(const struct terminal *terminal, const char *bytes, size_t size)
{
    if (fault_point("terminal.write") < 0)
        return -EINTR;
    terminal_guard_begin(terminal);
    ssize_t n = write(terminal->master, bytes, size);
    int error = errno;
    terminal_guard_end();
    return n < 0 ? -error : n;
}

/* Whether all of it was taken. What the terminal does not want at all is lost, as in a terminal that nobody reads. */
static bool write_one(struct terminal *terminal, struct terminal_input *input)
{
    while (input->taken < input->size) {
        ssize_t n = write_some(terminal, input->bytes + input->taken, input->size - input->taken);
        if (n == -EINTR)
            terminal_rest(terminal); /* each further attempt may take as long */
        if (n == -EINTR || n == -EAGAIN || n == 0)
            return false;
        input->taken = n < 0 ? input->size : input->taken + (size_t)n;
    }
    return true;
}

void terminal_write(struct terminal *terminal)
{
    while (!list_is_empty(&terminal->inputs)) {
        struct terminal_input *input = list_member(terminal->inputs.next, struct terminal_input, link);
        if (!write_one(terminal, input))
            return;
        struct call *call = input->call;
        drop(terminal, input);
        if (call)
            (void)reply(terminal, call);
    }
    terminal_watch(terminal);
}

void terminal_fail_inputs(struct terminal *terminal)
{
    while (!list_is_empty(&terminal->inputs)) {
        struct terminal_input *input = list_member(terminal->inputs.next, struct terminal_input, link);
        struct call *call = input->call;
        drop(terminal, input);
        if (call)
            (void)call_fail(call, ERROR_TERMINAL_CLOSED, "the terminal %s has ended", terminal->id);
    }
}

struct terminal_input *terminal_add_input(struct terminal *terminal, struct slice bytes)
{
    struct terminal_input *input = calloc(1, sizeof *input + bytes.size);
    if (!input)
        return NULL;
    memcpy(input->bytes, bytes.data, bytes.size);
    input->size = bytes.size;
    list_append(&terminal->inputs, &input->link);
    terminal->input_bytes += input->size;
    return input;
}

/* What a new program was handed over while the call waited for it: the same call, once more. */
static struct terminal_input *find_handed(const struct terminal *terminal, const struct client *client)
{
    for (struct list *link = terminal->inputs.next; link != &terminal->inputs; link = link->next) {
        struct terminal_input *input = list_member(link, struct terminal_input, link);
        if (input->is_called_by == client)
            return input;
    }
    return NULL;
}

static int wait_again(struct terminal_input *input, struct call *call)
{
    input->is_called_by = NULL;
    return call_defer(call, on_abandoned, input, &input->call);
}

/* Takes the input, which was taken in part or not at all. */
static int wait_for_room(struct terminal *terminal, struct call *call, struct terminal_input *input)
{
    int r = call_defer(call, on_abandoned, input, &input->call);
    if (r < 0) {
        free(input);
        return r;
    }
    list_append(&terminal->inputs, &input->link);
    terminal->input_bytes += input->size;
    terminal_watch(terminal);
    return 0;
}

int terminal_input(struct call *call, const struct terminal_input_params *params)
{
    struct terminal *terminal = terminal_find_for(call, params->terminal_id);
    if (!terminal)
        return 0;
    struct terminal_input *handed = find_handed(terminal, client_of(call));
    if (handed)
        return wait_again(handed, call);
    if (terminal->holder && terminal->holder != client_of(call))
        return call_fail(call, ERROR_TERMINAL_TAKEN, "another client holds the terminal %s", terminal->id);
    struct terminal_input *input = calloc(1, sizeof *input + params->data.size / 4 * 3 + 1);
    if (!input)
        return -ENOMEM;
    if (base64_decode(params->data, input->bytes, &input->size) < 0) {
        free(input);
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.data", "Invalid params: params.data must be base64");
    }
    if (input->size > TERMINAL_INPUT_BYTES - terminal->input_bytes) {
        free(input);
        return call_fail(call, ERROR_TOO_MANY_WAITING,
                         "the terminal %s has not taken what was typed before; try again when that is answered",
                         terminal->id);
    }
    if (!list_is_empty(&terminal->inputs) || !write_one(terminal, input))
        return wait_for_room(terminal, call, input);
    free(input);
    return reply(terminal, call);
}

int terminal_resize(struct call *call, const struct terminal_resize_params *params)
{
    const struct winsize size = {.ws_col = (unsigned short)params->cols, .ws_row = (unsigned short)params->rows};
    struct terminal *terminal = terminal_find_for(call, params->terminal_id);
    if (!terminal)
        return 0;
    if (ioctl(terminal->master, TIOCSWINSZ, &size) < 0)
        return call_fail(call, ERROR_INTERNAL_ERROR, "terminal %s: %s", terminal->id, strerror(errno));
    return terminal_resize_reply(call, &(struct terminal_ref){.terminal_id = slice_of(terminal->id)});
}
