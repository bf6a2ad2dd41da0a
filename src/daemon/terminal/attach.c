/* terminal.attach and terminal.detach: which clients get the output, and which one has the descriptor. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/cleanup.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- attachments --- */

static struct terminal_attachment *find(const struct terminal *terminal, const struct client *client)
{
    for (struct list *link = terminal->attachments.next; link != &terminal->attachments; link = link->next) {
        struct terminal_attachment *attachment = list_member(link, struct terminal_attachment, link);
        if (attachment->client == client)
            return attachment;
    }
    return NULL;
}

void terminal_detach_from(struct terminal_attachment *attachment)
{
    list_remove(&attachment->link);
    list_remove(&attachment->of_client);
    free(attachment);
}

int terminal_attach_at(struct terminal *terminal, struct client *client, uint64_t offset)
{
    struct terminal_attachment *attachment = find(terminal, client);
    if (!attachment) {
        attachment = calloc(1, sizeof *attachment);
        if (!attachment)
            return -ENOMEM;
        attachment->terminal = terminal;
        attachment->client = client;
        list_append(&terminal->attachments, &attachment->link);
        list_append(&client->terminals, &attachment->of_client);
    }
    attachment->offset = offset;
    return 0;
}

/* --- descriptor --- */

static void release_descriptor(struct terminal *terminal)
{
    terminal->holder = NULL;
    terminal_watch(terminal);
}

static int attach_descriptor(const struct terminal *terminal, struct call *call)
{
    int fd = fcntl(terminal->master, F_DUPFD_CLOEXEC, 0);
    return fd < 0 ? -errno : call_attach_fd(call, fd);
}

static void lend_descriptor(struct terminal *terminal, struct client *client)
{
    struct terminal_attachment *attachment = find(terminal, client);
    if (attachment)
        terminal_detach_from(attachment);
    terminal->holder = client;
    terminal_watch(terminal);
}

/* False: the client may not have the descriptor; the call was answered. */
static bool may_hold(const struct terminal *terminal, struct call *call)
{
    if (call->peer->caller != CALLER_CLIENT || call->batch)
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.passFd",
                          "Invalid params: params.passFd needs a Unix socket and a request outside of a batch");
    else if (terminal->holder && terminal->holder != client_of(call))
        (void)call_fail(call, ERROR_TERMINAL_TAKEN, "another client has the descriptor of terminal %s", terminal->id);
    else
        return true;
    return false;
}

/* --- connections --- */

int terminal_client_init(void *set, struct client *client)
{
    (void)set;
    list_init(&client->terminals);
    return 0;
}

int terminal_client_take(void *set, struct client *client, const struct handover_client *state)
{
    (void)state; /* attachments are imported with the terminals */
    return terminal_client_init(set, client);
}

void terminal_client_gone(void *user, struct client *client)
{
    const struct terminal_set *set = user;
    if (!client->terminals.next)
        return;
    const struct list *all = &set->terminals;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        if (terminal->holder == client)
            release_descriptor(terminal);
    }
    while (!list_is_empty(&client->terminals)) {
        struct terminal_attachment *attachment =
            list_member(client->terminals.next, struct terminal_attachment, of_client);
        struct terminal *terminal = attachment->terminal;
        terminal_detach_from(attachment);
        if (terminal->state == TERMINAL_OVER)
            terminal_read_on(terminal);
    }
}

void terminal_client_drained(struct client *client)
{
    for (struct list *link = client->terminals.next, *next; link != &client->terminals; link = next) {
        struct terminal_attachment *attachment = list_member(link, struct terminal_attachment, of_client);
        struct terminal *terminal = attachment->terminal;
        next = link->next;
        if (terminal_catch_up(attachment) < 0)
            return;
        if (terminal->state == TERMINAL_OVER)
            terminal_read_on(terminal);
    }
}

/* --- handlers --- */

static int make_scrollback(const struct terminal *terminal, char **ret_text, size_t *ret_size)
{
    uint64_t offset = scrollback_first(&terminal->scrollback);
    size_t size = (size_t)(scrollback_total(&terminal->scrollback) - offset);
    autofree char *bytes = malloc(size + 1);
    char *text = malloc(base64_size(size) + 1);
    if (!bytes || !text) {
        free(text);
        return -ENOMEM;
    }
    size = scrollback_read(&terminal->scrollback, &offset, bytes, size);
    base64_encode(bytes, size, text);
    *ret_text = text;
    *ret_size = base64_size(size);
    return 0;
}

/* The record as it will be once the client is attached, or has the descriptor. */
static struct terminal_record describe_for(const struct terminal *terminal, const struct client *client, bool holds)
{
    struct terminal_record record = terminal_describe(terminal);
    bool held = terminal->holder == client, attached = find(terminal, client);
    record.held = holds || (terminal->holder && !held);
    record.clients += 1 - held - attached;
    return record;
}

/* If the response cannot be sent, the client's attachment stays as before. */
int terminal_attach(struct call *call, const struct terminal_attach_params *params)
{
    autofree char *text = NULL;
    size_t size = 0;
    struct client *client = client_of(call);
    struct terminal *terminal = terminal_find_for(call, params->terminal_id);
    if (!terminal || (params->pass_fd && !may_hold(terminal, call)))
        return 0;
    struct terminal_attachment *before = find(terminal, client);
    uint64_t total = scrollback_total(&terminal->scrollback), had = before ? before->offset : 0;
    int r = make_scrollback(terminal, &text, &size);
    if (r == 0)
        r = params->pass_fd ? attach_descriptor(terminal, call) : terminal_attach_at(terminal, client, total);
    if (r < 0)
        return call_fail(call, ERROR_INTERNAL_ERROR, "terminal %s: %s", terminal->id, strerror(-r));
    const struct terminal_attach_result result = {
        .terminal = describe_for(terminal, client, params->pass_fd),
        .scrollback = {text, size},
        .offset = (int64_t)total,
    };
    r = terminal_attach_reply(call, &result);
    if (r == 0 && params->pass_fd)
        lend_descriptor(terminal, client);
    else if (r == 0 && terminal->holder == client)
        release_descriptor(terminal);
    else if (r < 0 && before)
        before->offset = had;
    else if (r < 0 && !params->pass_fd)
        terminal_detach_from(find(terminal, client));
    if (r == 0)
        terminal_is_seen(terminal);
    return r;
}

int terminal_detach(struct call *call, const struct terminal_detach_params *params)
{
    struct terminal *terminal = terminal_find_for(call, params->terminal_id);
    if (!terminal)
        return 0;
    struct terminal_attachment *attachment = find(terminal, client_of(call));
    if (attachment)
        terminal_detach_from(attachment);
    if (terminal->holder == client_of(call))
        release_descriptor(terminal);
    return terminal_detach_reply(call, &(struct terminal_ref){.terminal_id = slice_of(terminal->id)});
}
