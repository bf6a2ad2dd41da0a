#include "cli/approve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/core.h"
#include "json/decode.h"
#include "json/read.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {NOTIFY_OPTION, {0}};

const struct cli_command command_approve = {
    .name = "approve",
    .arguments = "",
    .summary = "Answer permission requests and questions, one after the other",
    .details =
        "Shows an edit as a difference and a command in full. Each request takes one key:\n"
        "\n"
        "  y  allow this call\n"
        "  s  allow calls like it until the session is closed\n"
        "  a  allow calls like it always; first show which past calls the rule would have matched\n"
        "  n  deny it\n"
        "  r  deny it and tell the agent why\n"
        "  v  show the whole request\n"
        "  l  decide later\n"
        "  q  quit; requests without an answer stay pending\n"
        "\n"
        "A question of an MCP server takes y to answer it, field by field, or n to decline; an empty line keeps the\n"
        "default, and Ctrl-C cancels. A page that a server wants you to open is shown, and never opened by weir.\n"
        "\n"
        "While approve runs, requests stay pending instead of being denied. For scripts, use 'weir permissions'.",
    .options = options,
    .run = run,
};

static void on_key(uv_poll_t *handle, int status, int events)
{
    struct approve *approve = handle->data;
    char key;
    (void)events;
    /* Reads one key only: later keys may have been typed before the next question was shown. */
    int n = status < 0 ? 0 : tty_read_key(&approve->tty, &key);
    if (n == 0)
        approve->quit = true;
    else if (n > 0)
        approve_take_key(approve, key);
    live_wake(approve->live);
}

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct approve *approve = user;
    (void)weir;
    (void)reason;
    approve->lost = true;
    live_wake(approve->live);
}

enum cli_exit approve_introduce(struct approve *approve, struct slice name)
{
    autofree char *text = NULL;
    struct slice health = SLICE("system:health");
    const struct initialize_params params = {
        .client = {.name = name, .version = slice_of(weir_version()), .version_is = FIELD_SET},
        .client_is = FIELD_SET,
        .protocol_version = SLICE("1.0"),
        .approves = true,
        .opt_out_notification_methods = {.items = &health, .count = 1},
        .opt_out_notification_methods_is = FIELD_SET,
    };
    int r = live_call(approve->live, &initialize_method, &params, WEIR_TIMEOUT_DEFAULT, &text);
    if (r == -EINTR)
        return CLI_INTERRUPTED;
    if (r == 0)
        notify_configure(&approve->notify, text);
    return r < 0 ? ask_fail(approve->cli, &approve->live->error) : approve_fetch(approve);
}

/* --- questions --- */

static void wait_for_more(struct approve *approve)
{
    (void)tty_enter_keys(&approve->tty);
    (void)puts(approve->answered ? "No more pending requests. Waiting; press q to quit."
                                 : "No pending requests. Waiting; press q to quit.");
}

static void show(struct approve *approve, struct approve_item *item)
{
    const struct permission_request *request = &item->request;
    approve_show(approve, item);
    notify_send(&approve->notify, request->command_is == FIELD_SET ? request->command : request->tool,
                item->is_question ? "asks a question" : "waiting for permission");
}

static bool is_done(const struct approve *approve)
{
    bool amid = approve->session_id && !approve->shown && !approve->held_back;
    return approve->quit || approve->lost || (amid && !approve_has_new(approve));
}

void approve_ask(struct approve *approve)
{
    bool idle = false;
    approve->dirty = true;
    while (!is_done(approve)) {
        approve->held_back = approve->held_back && !list_is_empty(&approve->waiting);
        if (approve->dirty && !approve->shown && !approve->held_back) {
            struct approve_item *next = approve_next(approve);
            approve->dirty = false;
            if (next)
                show(approve, next);
            else if (!idle)
                wait_for_more(approve);
            idle = next == NULL;
        }
        if (!cli_flush(approve->cli) || (!live_turn(approve->live) && !approve_question_interrupt(approve)))
            break;
    }
    tty_leave(&approve->tty);
}

bool approve_keys_begin(struct approve *approve)
{
    approve->reads_keys = uv_poll_init(&approve->live->loop, &approve->keys, approve->tty.keys) == 0;
    if (!approve->reads_keys)
        return false;
    approve->keys.data = approve;
    return uv_poll_start(&approve->keys, UV_READABLE, on_key) == 0;
}

void approve_keys_end(struct approve *approve)
{
    if (approve->reads_keys)
        uv_close((uv_handle_t *)&approve->keys, NULL);
    approve->reads_keys = false;
}

static enum cli_exit go(struct approve *approve)
{
    enum cli_exit exit = live_connect(approve->live);
    if (exit != CLI_OK)
        return exit;
    weir_on_closed(approve->cli->weir, on_closed, approve);
    approve_items_begin(approve);
    exit = approve_introduce(approve, SLICE("weir approve"));
    if (exit != CLI_OK)
        return exit;
    if (approve_keys_begin(approve))
        approve_ask(approve);
    else
        exit = cli_fail(approve->cli, CLI_FAILED, "cannot read the keyboard");
    approve_keys_end(approve);
    if (approve->live->ended_by || approve->quit)
        (void)putchar('\n');
    return approve->lost ? cli_fail(approve->cli, CLI_NO_DAEMON, "the daemon closed the connection") : exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct live live;
    struct approve approve = {.cli = cli, .live = &live};
    if (cli->json || tty_init(&approve.tty) < 0)
        return cli_fail(cli, CLI_USAGE,
                        "approve needs a terminal; for scripts, use: weir permissions list, weir permissions answer");
    list_init(&approve.waiting);
    notify_begin(&approve.notify, cli, &approve.tty);
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = go(&approve);
    if (cli->weir)
        weir_on_closed(cli->weir, NULL, NULL);
    tty_leave(&approve.tty);
    approve_items_clear(&approve);
    live_end(&live);
    tty_clear(&approve.tty);
    return exit == CLI_INTERRUPTED ? CLI_OK : exit;
}

/* --- pending requests --- */

enum { ITEM_BYTES_MAX = 16 << 20, FETCH_MAX = 1000 };

struct approve_item *approve_find(struct approve *approve, struct slice id)
{
    for (struct list *at = approve->waiting.next; at != &approve->waiting; at = at->next) {
        struct approve_item *item = list_member(at, struct approve_item, link);
        if (slice_equal(item->request.id, id))
            return item;
    }
    return NULL;
}

void approve_forget(struct approve *approve, struct approve_item *item)
{
    if (approve->shown == item)
        approve->shown = NULL;
    list_remove(&item->link);
    item->form = question_form_free(item->form);
    arena_clear(&item->arena);
    free(item);
    approve->dirty = true;
}

void approve_items_clear(struct approve *approve)
{
    while (!list_is_empty(&approve->waiting))
        approve_forget(approve, list_member(approve->waiting.next, struct approve_item, link));
    buf_clear(&approve->line);
    if (approve->ticks)
        uv_close((uv_handle_t *)&approve->tick, NULL);
    approve->ticks = false;
}

/* Requests that were put off come last. */
struct approve_item *approve_next(struct approve *approve)
{
    for (int later = 0; later < 2; later++)
        for (struct list *at = approve->waiting.next; at != &approve->waiting; at = at->next) {
            struct approve_item *item = list_member(at, struct approve_item, link);
            if (item->later == (later == 1)) {
                item->later = false;
                return item;
            }
        }
    return NULL;
}

bool approve_has_new(const struct approve *approve)
{
    for (const struct list *at = approve->waiting.next; at != &approve->waiting; at = at->next)
        if (!list_member(at, const struct approve_item, link)->later)
            return true;
    return false;
}

void approve_put_off(struct approve *approve)
{
    approve->shown = NULL;
    approve->held_back = false;
    for (struct list *at = approve->waiting.next; at != &approve->waiting; at = at->next)
        list_member(at, struct approve_item, link)->later = true;
}

bool approve_concerns(const struct approve *approve, const struct permission_request *request)
{
    if (!approve->session_id || slice_is(request->session_id, approve->session_id))
        return true;
    for (size_t i = 0; i < approve->task_count; i++)
        if (slice_is(request->task_id, approve->tasks[i]))
            return true;
    return false;
}

static void take(struct approve *approve, const struct approve_kind *kind, yyjson_val *value)
{
    autofree char *text = yyjson_val_write(value, 0, NULL);
    struct approve_item *item = text ? calloc(1, sizeof *item) : NULL;
    struct json_error error;
    yyjson_val *root = NULL;
    if (!item)
        return;
    item->arena = (struct arena)ARENA_LIMITED(ITEM_BYTES_MAX);
    if (json_read(&item->arena, slice_of(text), &root, &error) < 0 || !kind->read(approve, root, item) ||
        approve_find(approve, item->request.id)) {
        arena_clear(&item->arena);
        free(item);
        return;
    }
    list_append(&approve->waiting, &item->link);
    approve->dirty = true;
    live_wake(approve->live);
}

void approve_take_event(struct approve *approve, const struct approve_kind *kind, const char *params, size_t size)
{
    yyjson_doc *document = yyjson_read(params, size, YYJSON_READ_NUMBER_AS_RAW);
    take(approve, kind, yyjson_obj_get(yyjson_doc_get_root(document), kind->member));
    yyjson_doc_free(document);
}

enum cli_exit approve_take_list(struct approve *approve, const struct approve_kind *kind, const struct method *method,
                                const void *params)
{
    autofree char *text = NULL;
    int r = live_call(approve->live, method, params, WEIR_TIMEOUT_DEFAULT, &text);
    if (r == -EINTR)
        return CLI_INTERRUPTED;
    if (r < 0)
        return ask_fail(approve->cli, &approve->live->error);
    yyjson_doc *document = yyjson_read(text, strlen(text), YYJSON_READ_NUMBER_AS_RAW);
    yyjson_val *list = yyjson_doc_get_root(document);
    for (size_t i = yyjson_arr_size(list); i > 0; i--) /* the oldest first */
        take(approve, kind, yyjson_arr_get(list, i - 1));
    yyjson_doc_free(document);
    return CLI_OK;
}

static bool read_request(struct approve *approve, yyjson_val *value, struct approve_item *item)
{
    struct decode_error error;
    return json_decode(&item->arena, &permission_request_shape, value, "request", &item->request, &error) == 0 &&
           item->request.state == PERMISSION_REQUEST_STATE_PENDING && approve_concerns(approve, &item->request);
}

static const struct approve_kind request_kind = {"request", read_request};

static void on_requested(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    (void)weir;
    (void)method;
    approve_take_event(user, &request_kind, params, size);
}

/* Prints the dim line that tells how an item ended elsewhere. */
static void say_gone(const struct approve *approve, struct slice state, struct slice by, struct slice why)
{
    bool color = approve->cli->color;
    (void)printf("%s%.*s", pretty_if(color, pretty_dim), SLICE_ARG(state));
    if (by.size > 0) {
        (void)fputs(" by ", stdout);
        text_write(stdout, by);
    }
    if (why.size > 0) {
        (void)fputs(" (", stdout);
        text_write(stdout, why);
        (void)putchar(')');
    }
    (void)printf("%s\n%s", pretty_if(color, pretty_off), approve->session_id ? "" : "\n");
}

void approve_end(struct approve *approve, struct approve_item *item, struct slice state, struct slice by,
                 struct slice why)
{
    bool was_shown = item && item == approve->shown;
    if (was_shown)
        say_gone(approve, state, by, why);
    if (item)
        approve_forget(approve, item);
    if (was_shown && !list_is_empty(&approve->waiting))
        approve_hold_back(approve);
    live_wake(approve->live);
}

static void on_resolved(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct approve *approve = user;
    struct arena arena = ARENA_LIMITED(ITEM_BYTES_MAX);
    struct event_permission_resolved_params event;
    struct json_error json_error;
    struct decode_error decode_error;
    yyjson_val *root = NULL;
    (void)weir;
    (void)method;
    if (json_read(&arena, (struct slice){params, size}, &root, &json_error) == 0 &&
        json_decode(&arena, &event_permission_resolved_params_shape, root, "params", &event, &decode_error) == 0) {
        struct approve_item *item = approve_find(approve, event.request_id);
        const struct approve_item *answering = approve->answering;
        /* The agent may go on, and report so, before the response to the answer is here. */
        if (answering && slice_equal(answering->request.id, event.request_id) &&
            (event.state == PERMISSION_REQUEST_STATE_ALLOWED || event.state == PERMISSION_REQUEST_STATE_DENIED))
            approve_tell_answer(approve, event.state == PERMISSION_REQUEST_STATE_ALLOWED);
        approve_end(approve, item, permission_request_state_shape.of.words.items[event.state],
                    event.answered_by_is == FIELD_SET ? event.answered_by : SLICE(""), event.reason);
    }
    arena_clear(&arena);
}

void approve_items_begin(struct approve *approve)
{
    struct weir *weir = approve->cli->weir;
    approve->ticks = uv_timer_init(&approve->live->loop, &approve->tick) == 0;
    approve->tick.data = approve;
    (void)weir_on_notification(weir, "event.permissionRequested", on_requested, approve);
    (void)weir_on_notification(weir, "event.permissionResolved", on_resolved, approve);
    approve_questions_begin(approve);
}

enum cli_exit approve_fetch(struct approve *approve)
{
    const struct permission_list_params params = {.limit = FETCH_MAX};
    enum cli_exit exit = approve_take_list(approve, &request_kind, &permission_list_method, &params);
    return exit == CLI_OK ? approve_questions_fetch(approve) : exit;
}
