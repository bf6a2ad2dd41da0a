/* Hands over terminals in a restart in place: their descriptors stay open, so no output is lost, and attached clients
 * continue at their offset. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"
#include "rpc/handover_part.h"
#include "rpc/peer.h"
#include "json/decode.h"
#include "json/encode.h"

enum { ARENA_BYTES = 1 << 26 };

/* --- exporting --- */

/* Whether the terminal can be handed over; one that is being opened or closed cannot. */
static bool is_settled(const struct terminal *terminal)
{
    const struct executor *executor = terminal->executor;
    return (terminal->state == TERMINAL_OPEN || terminal->state == TERMINAL_OVER) && terminal->pending == 0 &&
           !terminal->opening && list_is_empty(&terminal->closers) &&
           (!executor || (executor->state == EXECUTOR_READY && executor->peer));
}

static int ready(void *user, char problem[static 256])
{
    const struct terminal_set *set = user;
    const struct list *all = &set->terminals;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct terminal *terminal = list_member(link, struct terminal, link);
        if (is_settled(terminal))
            continue;
        (void)snprintf(problem, 256, "terminal %s is being opened or closed; try again", terminal->id);
        return -EAGAIN;
    }
    return 0;
}

static void freeze(void *user, bool frozen)
{
    struct terminal_set *set = user;
    const struct list *all = &set->terminals;
    set->frozen = frozen;
    for (struct list *link = all->next; link != all; link = link->next)
        terminal_watch(list_member(link, struct terminal, link));
}

static int export_attachments(const struct terminal *terminal, struct arena *arena,
                              struct handover_terminal_attachments *ret)
{
    size_t count = 0;
    for (const struct list *link = terminal->attachments.next; link != &terminal->attachments; link = link->next)
        count++;
    *ret = (struct handover_terminal_attachments){.items = arena_zeroed(arena, (count + 1) * sizeof *ret->items)};
    if (!ret->items)
        return -ENOMEM;
    for (const struct list *link = terminal->attachments.next; link != &terminal->attachments; link = link->next) {
        const struct terminal_attachment *attachment = list_member(link, struct terminal_attachment, link);
        ret->items[ret->count++] =
            (struct handover_attachment){.client = attachment->client->peer->fd, .offset = (int64_t)attachment->offset};
    }
    return 0;
}

static int export_inputs(const struct terminal *terminal, struct arena *arena, struct buf *pieces,
                         struct handover_terminal_inputs *ret)
{
    size_t count = 0;
    for (const struct list *link = terminal->inputs.next; link != &terminal->inputs; link = link->next)
        count++;
    *ret = (struct handover_terminal_inputs){.items = arena_zeroed(arena, (count + 1) * sizeof *ret->items)};
    if (!ret->items)
        return -ENOMEM;
    for (const struct list *link = terminal->inputs.next; link != &terminal->inputs; link = link->next) {
        const struct terminal_input *input = list_member(link, struct terminal_input, link);
        size_t left = input->size - input->taken;
        (void)buf_append(pieces, input->bytes + input->taken, left);
        ret->items[ret->count++] = (struct handover_input){
            .client = input->call ? input->call->peer->fd : 0,
            .client_is = input->call ? FIELD_SET : FIELD_ABSENT,
            .bytes = (int64_t)left,
        };
    }
    return pieces->error;
}

static enum field_is set_if(bool there)
{
    return there ? FIELD_SET : FIELD_ABSENT;
}

static int export_one(const struct terminal *terminal, struct handover_out *out, struct handover_terminal *ret)
{
    const struct terminal_exit *exit = &terminal->exit;
    *ret = (struct handover_terminal){
        .id = slice_of(terminal->id),
        .session_id = slice_of(terminal->session_id),
        .session_id_is = set_if(terminal->session_id),
        .cwd = slice_of(terminal->cwd),
        .shell = slice_of(terminal->shell),
        .use_tmux = terminal->use_tmux,
        .created_at = terminal->created_at_ms,
        .pid = terminal->pid,
        .executor = terminal->executor ? slice_of(terminal->executor->process.id) : SLICE(""),
        .executor_is = set_if(terminal->executor),
        .over = terminal->state == TERMINAL_OVER,
        .told = terminal->exit_stored,
        .owes_event = terminal->owes_event,
        .exit = {.code = exit->code, .code_is = exit->code_is, .signal = exit->signal, .signal_is = exit->signal_is},
        .exit_is = set_if(exit->known),
        .master = terminal->master,
        .master_is = set_if(terminal->master >= 0),
        .memory = terminal->memory,
        .memory_is = set_if(terminal->memory >= 0),
        .total = (int64_t)scrollback_total(&terminal->scrollback),
        .holder = terminal->holder ? terminal->holder->peer->fd : 0,
        .holder_is = set_if(terminal->holder),
        .at = (int64_t)out->pieces.size,
    };
    if (terminal->master >= 0)
        handover_add_fd(out, terminal->master);
    if (terminal->memory >= 0)
        handover_add_fd(out, terminal->memory);
    int r = export_attachments(terminal, &out->arena, &ret->attachments);
    return r < 0 ? r : export_inputs(terminal, &out->arena, &out->pieces, &ret->inputs);
}

static int export_all(void *user, struct handover_out *out, struct buf *json)
{
    const struct terminal_set *set = user;
    const struct list *all = &set->terminals;
    size_t count = 0;
    for (const struct list *link = all->next; link != all; link = link->next)
        count++;
    struct handover_terminals state = {
        .terminals = {.items = arena_zeroed(&out->arena, (count + 1) * sizeof *state.terminals.items)}};
    if (!state.terminals.items)
        return -ENOMEM;
    for (const struct list *link = all->next; link != all; link = link->next) {
        int r =
            export_one(list_member(link, struct terminal, link), out, &state.terminals.items[state.terminals.count++]);
        if (r < 0)
            return r;
    }
    return json_encode(json, &handover_terminals_shape, &state);
}

/* --- importing --- */

static int decode(const yyjson_val *value, struct arena *arena, struct handover_terminals *ret)
{
    struct decode_error error;
    *arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    return json_decode(arena, &handover_terminals_shape, value, "terminals", ret, &error);
}

static bool is_complete(const struct handover_terminal *state, struct slice pieces)
{
    uint64_t end = (uint64_t)state->at;
    for (size_t i = 0; i < state->inputs.count; i++)
        end += (uint64_t)state->inputs.items[i].bytes;
    return end <= pieces.size && (state->over || state->master_is == FIELD_SET) &&
           (state->master_is != FIELD_SET || isatty((int)state->master)) &&
           (state->memory_is != FIELD_SET || fcntl((int)state->memory, F_GET_SEALS) >= 0);
}

static int check(const yyjson_val *value, struct slice pieces)
{
    struct arena arena;
    struct handover_terminals state;
    int r = decode(value, &arena, &state);
    for (size_t i = 0; r == 0 && i < state.terminals.count; i++)
        if (!is_complete(&state.terminals.items[i], pieces))
            r = -EINVAL;
    arena_clear(&arena);
    return r;
}

static int own_fd(int64_t fd, enum field_is is)
{
    if (is != FIELD_SET)
        return -1;
    (void)fcntl((int)fd, F_SETFD, FD_CLOEXEC);
    return (int)fd;
}

static void import_clients(struct terminal *terminal, const struct handover_terminal *state, struct slice pieces)
{
    struct terminal_set *set = terminal->set;
    pieces = (struct slice){pieces.data + state->at, pieces.size - (size_t)state->at};
    terminal->holder = state->holder_is == FIELD_SET ? client_of_fd(set->clients, (int)state->holder) : NULL;
    for (size_t i = 0; i < state->attachments.count; i++) {
        const struct handover_attachment *attachment = &state->attachments.items[i];
        struct client *client = client_of_fd(set->clients, (int)attachment->client);
        if (client && terminal_attach_at(terminal, client, (uint64_t)attachment->offset) < 0)
            log_error("terminal %s: out of memory for an attached client", terminal->id);
    }
    for (size_t i = 0; i < state->inputs.count; i++) {
        const struct handover_input *handed = &state->inputs.items[i];
        struct terminal_input *input = terminal_add_input(terminal, (struct slice){pieces.data, (size_t)handed->bytes});
        if (input && handed->client_is == FIELD_SET)
            input->replay_client = client_of_fd(set->clients, (int)handed->client);
        pieces = (struct slice){pieces.data + handed->bytes, pieces.size - (size_t)handed->bytes};
    }
}

/* Fills in a terminal that is in the set already. */
static void import_one(struct terminal *terminal, const struct handover_terminal *state, struct slice pieces)
{
    struct terminal_set *set = terminal->set;
    memset(terminal->id, 0, sizeof terminal->id);
    memcpy(terminal->id, state->id.data, state->id.size);
    terminal->state = state->over ? TERMINAL_OVER : TERMINAL_OPEN;
    if (state->over)
        set->count--;
    terminal->use_tmux = state->use_tmux;
    terminal->created_at_ms = state->created_at;
    terminal->pid = state->pid;
    terminal->exit_stored = state->told;
    terminal->owes_event = state->owes_event;
    terminal->exit = (struct terminal_exit){
        .known = state->exit_is == FIELD_SET,
        .code = state->exit.code,
        .code_is = state->exit.code_is,
        .signal = state->exit.signal,
        .signal_is = state->exit.signal_is,
    };
    terminal->executor = state->executor_is == FIELD_SET ? executor_find(set->executors, state->executor) : NULL;
    if (terminal->executor)
        terminal->executor->terminals++;
    import_clients(terminal, state, pieces);
}

/* A terminal that cannot be imported is adopted from its executor instead, as after a crash. */
static int import_all(void *user, const yyjson_val *value, struct slice pieces)
{
    struct terminal_set *set = user;
    struct arena arena;
    struct handover_terminals all;
    int r = decode(value, &arena, &all);
    set->frozen = true;
    for (size_t i = 0; r == 0 && i < all.terminals.count; i++) {
        const struct handover_terminal *state = &all.terminals.items[i];
        struct scrollback scrollback = {0};
        int master = own_fd(state->master, state->master_is), memory = own_fd(state->memory, state->memory_is);
        int mapped = memory < 0 ? 0 : scrollback_map(&scrollback, memory);
        struct terminal *terminal =
            mapped < 0 ? NULL
                       : terminal_new(set, state->session_id_is == FIELD_SET ? state->session_id : SLICE(""),
                                      state->cwd, state->shell);
        if (!terminal) {
            log_error("terminal %.*s: cannot take it over", SLICE_ARG(state->id));
            scrollback_unmap(&scrollback);
            close(master);
            close(memory);
            continue;
        }
        terminal->master = master;
        terminal->memory = memory;
        terminal->scrollback = scrollback;
        terminal->scrollback.total = (uint64_t)state->total;
        import_one(terminal, state, pieces);
    }
    arena_clear(&arena);
    return 0;
}

/* Sends attached clients what they have not got yet, and stores an exit that happened meanwhile. */
static void continue_terminal(struct terminal *terminal)
{
    for (struct list *link = terminal->inputs.next; link != &terminal->inputs; link = link->next)
        list_member(link, struct terminal_input, link)->replay_client = NULL;
    for (struct list *link = terminal->attachments.next, *next; link != &terminal->attachments; link = next) {
        next = link->next;
        (void)terminal_catch_up(list_member(link, struct terminal_attachment, link));
    }
    if (terminal->state == TERMINAL_OVER)
        terminal_read_on(terminal);
    /* Not a terminal whose terminal.open call was just replayed. */
    else if (terminal->state == TERMINAL_OPEN && !terminal->executor)
        terminal_lost(terminal);
}

/* Sending may close a client, which may end other terminals; the references keep all of them until the end of the
 * loop. */
static void resume_all(void *user, const yyjson_val *value, struct slice pieces)
{
    const struct terminal_set *set = user;
    const struct list *all = &set->terminals;
    (void)value;
    (void)pieces;
    for (struct list *link = all->next; link != all; link = link->next)
        list_member(link, struct terminal, link)->pending++;
    for (struct list *link = all->next; link != all; link = link->next)
        continue_terminal(list_member(link, struct terminal, link));
    for (struct list *link = all->next, *next; link != all; link = next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        next = link->next;
        terminal->pending--;
        terminal_settle(terminal);
    }
}

const struct handover_part terminal_handover = {
    .name = "terminals",
    .ready = ready,
    .freeze = freeze,
    .write = export_all,
    .check = check,
    .take = import_all,
    .resume = resume_all,
};
