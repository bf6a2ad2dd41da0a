#include "cli/follow.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/ask.h"
#include "cli/daemon.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/decode.h"
#include "json/read.h"
#include "json/write.h"

#define CRASHED_NS UINT64_C(4000000000)

enum { PAUSE_FIRST_MS = 50, PAUSE_LONGEST_MS = 2000, MESSAGE_BYTES_MAX = 256 << 20 };

static void subscribe(struct follow *follow);
static void lose(struct follow *follow, const char *reason);
static void on_again(uv_timer_t *timer);

static void fail(struct follow *follow, enum cli_exit exit)
{
    follow->failure = exit;
    live_wake(follow->live);
}

/* The command reports it, after its own output. */
static void refuse(struct follow *follow, const struct weir_error *error)
{
    (void)live_keep_error(follow->live, error);
    follow->refused = true;
    live_wake(follow->live);
}

static void tell_gap(struct follow *follow, const struct event_gap *gap)
{
    char message[160];
    (void)snprintf(message, sizeof message, "events %" PRId64 " to %" PRId64 " are missing: retention has deleted them",
                   gap->from_seq, gap->to_seq);
    follow->handlers.notice(follow->user, FOLLOW_GAP, message);
}

/* --- position --- */

static bool replace_text(char **text, struct slice by)
{
    free(*text);
    *text = strndup(by.data, by.size);
    return *text != NULL;
}

static void stand_at(struct follow *follow, int64_t next)
{
    follow->wanted.from_seq = next;
    follow->wanted.from_seq_is = FIELD_SET;
    follow->wanted.epoch = slice_of(follow->epoch);
    follow->wanted.epoch_is = FIELD_SET;
}

/* --- events --- */

static void take_cursor(struct follow *follow, yyjson_val *params)
{
    struct event_cursor_params cursor;
    struct decode_error error;
    if (json_decode(&follow->arena, &event_cursor_params_shape, params, "params", &cursor, &error) < 0 ||
        !slice_is(cursor.subscription_id, follow->subscription))
        return;
    if (cursor.gap_is == FIELD_SET)
        tell_gap(follow, &cursor.gap);
    follow->caught_up |= cursor.live;
    if (cursor.seq >= follow->wanted.from_seq)
        stand_at(follow, cursor.seq + 1);
}

/* Before the response to event.subscribe, the daemon may push events that it sends to all clients; the subscription
 * repeats them. */
static void on_notification(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct follow *follow = user;
    struct follow_event event = {.method = slice_of(method), .text = params ? params : "{}"};
    struct json_error error;
    (void)weir;
    if (!follow->subscribed || follow->failure != CLI_OK)
        return;
    live_wake(follow->live);
    arena_reset(&follow->arena);
    if (json_read(&follow->arena, params ? (struct slice){params, size} : SLICE("{}"), &event.params, &error) < 0)
        return;
    if (slice_is(event.method, "event.cursor")) {
        take_cursor(follow, event.params);
        return;
    }
    yyjson_val *seq = yyjson_obj_get(event.params, "seq");
    if (seq && json_integer(seq, &event.seq) == 0) {
        if (event.seq < follow->wanted.from_seq)
            return;
        stand_at(follow, event.seq + 1);
    }
    follow->handlers.event(follow->user, &event);
}

/* --- subscribing --- */

static void take_result(struct follow *follow, const char *text)
{
    struct event_subscribe_result result;
    arena_reset(&follow->arena);
    enum cli_exit exit = ask_read(follow->live->cli, &follow->arena, &event_subscribe_result_shape, text, &result);
    if (exit == CLI_OK &&
        (!replace_text(&follow->epoch, result.epoch) || !replace_text(&follow->subscription, result.subscription_id)))
        exit = cli_fail(follow->live->cli, CLI_FAILED, "out of memory");
    if (exit != CLI_OK) {
        fail(follow, exit);
        return;
    }
    follow->subscribed = true;
    follow->caught_up = follow->wanted.from_seq_is != FIELD_SET; /* otherwise event.cursor reports it */
    follow->pause_ms = PAUSE_FIRST_MS;
    if (result.gap_is == FIELD_SET)
        tell_gap(follow, &result.gap);
    stand_at(follow, result.from_seq);
    if (follow->handlers.subscribed)
        follow->handlers.subscribed(follow->user);
}

static void on_subscribed(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct follow *follow = user;
    (void)weir;
    live_wake(follow->live);
    if (!reply->error) {
        take_result(follow, reply->result);
        return;
    }
    if (reply->error->status == -ECANCELED || reply->error->status == -ECONNRESET)
        return; /* the end of the connection, reported elsewhere */
    if (strcmp(reply->error->word, "stopping") == 0)
        return; /* the daemon is stopping, so the connection ends soon */
    if (strcmp(reply->error->word, "epoch_changed") != 0) {
        refuse(follow, reply->error);
        return;
    }
    follow->handlers.notice(follow->user, FOLLOW_NEW_EPOCH,
                            "the event log was replaced, and its numbers begin again; continuing with new events");
    follow->wanted.from_seq_is = follow->wanted.epoch_is = FIELD_ABSENT;
    subscribe(follow);
}

static void subscribe(struct follow *follow)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    struct cli *cli = follow->live->cli;
    int r = ask_write(&text, &event_subscribe_method, &follow->wanted);
    if (r == 0)
        r = weir_call_async(cli->weir, event_subscribe_method.name.data, text.data, text.size, WEIR_TIMEOUT_DEFAULT,
                            on_subscribed, follow, NULL);
    buf_clear(&text);
    if (r < 0 && weir_is_connected(cli->weir))
        fail(follow, cli_fail_call(cli));
    else if (r < 0) /* the connection may have ended before on_closed was set */
        lose(follow, "the daemon closed the connection");
}

/* --- reconnecting --- */

/* A daemon that crashed leaves its socket behind, one that was stopped removes it. What restarts daemons, if anything
 * does, has had its time. Once for each loss, through a connection of its own. */
static void start_daemon(struct follow *follow)
{
    struct cli own = *follow->live->cli;
    bool started = false;
    own.weir = NULL;
    follow->restarts = true;
    follow->handlers.notice(follow->user, FOLLOW_LOST, "the daemon has crashed: starting it again");
    (void)daemon_start_if_none(&own, &started);
    cli_disconnect(&own);
}

static void on_connected(struct weir *weir, int status, void *user)
{
    struct follow *follow = user;
    if (status == 0) {
        follow->restarts = false;
        follow->handlers.notice(follow->user, FOLLOW_FOUND, "connected again");
        subscribe(follow);
        return;
    }
    if (status == -ECANCELED)
        return;
    uint64_t gone = clock_monotonic_ns() - follow->lost_ns;
    if (status == -ECONNREFUSED && gone >= CRASHED_NS && follow->live->cli->command->starts && !follow->restarts)
        start_daemon(follow);
    if (follow->give_up_ms > 0 && gone / 1000000 >= (uint64_t)follow->give_up_ms)
        refuse(follow, weir_last_error(weir));
    else
        (void)uv_timer_start(&follow->again, on_again, (uint64_t)follow->pause_ms, 0);
}

static void on_again(uv_timer_t *timer)
{
    struct follow *follow = timer->data;
    struct cli *cli = follow->live->cli;
    follow->pause_ms = follow->pause_ms * 2 < PAUSE_LONGEST_MS ? follow->pause_ms * 2 : PAUSE_LONGEST_MS;
    int r = weir_connect_async(cli->weir, cli->endpoint->socket, on_connected, follow);
    if (r < 0)
        fail(follow, cli_fail_call(cli));
}

static void lose(struct follow *follow, const char *reason)
{
    char message[512];
    live_wake(follow->live);
    follow->subscribed = false;
    if (follow->failure != CLI_OK || uv_is_active((uv_handle_t *)&follow->again))
        return;
    (void)snprintf(message, sizeof message, "connection lost (%.300s), trying to reconnect", reason);
    follow->lost_ns = clock_monotonic_ns();
    follow->handlers.notice(follow->user, FOLLOW_LOST, message);
    (void)uv_timer_start(&follow->again, on_again, (uint64_t)follow->pause_ms, 0);
}

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    (void)weir;
    lose(user, reason);
}

/* --- begin and end --- */

void follow_begin(struct follow *follow, struct live *live, const struct event_subscribe_params *wanted,
                  const struct follow_handlers *handlers, void *user)
{
    struct weir *weir = live->cli->weir;
    *follow = (struct follow){.live = live,
                              .wanted = *wanted,
                              .handlers = *handlers,
                              .user = user,
                              .pause_ms = PAUSE_FIRST_MS,
                              .arena = ARENA_LIMITED(MESSAGE_BYTES_MAX)};
    (void)uv_timer_init(&live->loop, &follow->again);
    follow->again.data = follow;
    follow->begun = true;
    weir_on_closed(weir, on_closed, follow);
    if (weir_on_notification(weir, NULL, on_notification, follow) < 0)
        fail(follow, cli_fail_call(live->cli));
    else
        subscribe(follow);
}

/* Disconnects first: callbacks of open calls still use `follow`. */
void follow_end(struct follow *follow)
{
    if (!follow->begun)
        return;
    weir_on_closed(follow->live->cli->weir, NULL, NULL);
    cli_disconnect(follow->live->cli);
    uv_close((uv_handle_t *)&follow->again, NULL);
    arena_clear(&follow->arena);
    free(follow->epoch);
    free(follow->subscription);
    follow->begun = false;
}

static bool can_go_on(const struct follow *follow)
{
    return follow->failure == CLI_OK && !follow->refused;
}

bool follow_turn(struct follow *follow)
{
    return can_go_on(follow) && live_turn(follow->live) && can_go_on(follow);
}

enum cli_exit follow_report(struct follow *follow)
{
    if (follow->failure == CLI_OK && follow->refused)
        follow->failure = ask_fail(follow->live->cli, &follow->live->error);
    return follow->failure;
}

/* --- printing --- */

enum { LINE_BYTES_MAX = 256 << 20, HANG = 3 };

void follow_print_event(struct slice method, const char *params)
{
    struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
    (void)buf_append_text(&line, "{\"method\":");
    (void)json_write_string(&line, method);
    (void)buf_append_text(&line, ",\"params\":");
    (void)buf_append_text(&line, params);
    (void)buf_append_char(&line, '}');
    text_write(
        stdout,
        buf_slice(&line)); /* text_append() escapes only characters inside of strings, with escapes that JSON has too */
    (void)putchar('\n');
    buf_clear(&line);
}

void follow_print_notice(const struct cli *cli, enum follow_notice notice, const char *message)
{
    static const char *const words[] = {[FOLLOW_LOST] = "connection_lost",
                                        [FOLLOW_FOUND] = "connected_again",
                                        [FOLLOW_GAP] = "gap",
                                        [FOLLOW_NEW_EPOCH] = "epoch_changed"};
    bool in_stream = notice == FOLLOW_GAP || notice == FOLLOW_NEW_EPOCH;
    (void)fflush(stdout);
    if (cli->json) {
        struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
        (void)buf_printf(&line, "{\"notice\":{\"code\":\"%s\",\"message\":", words[notice]);
        (void)json_write_string(&line, slice_of(message));
        (void)buf_append_text(&line, "}}");
        text_write(stderr, buf_slice(&line));
        (void)fputc('\n', stderr);
        buf_clear(&line);
        return;
    }
    FILE *out = in_stream ? stdout : stderr;
    bool color = in_stream ? cli->color : cli->color_errors;
    struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
    (void)buf_printf(&line, "%s-- ", pretty_if(color, pretty_yellow));
    prose_paragraph(&line, slice_of(message), tty_columns(fileno(out)), HANG, HANG);
    (void)buf_printf(&line, "%s\n", pretty_if(color, pretty_off));
    (void)fwrite(line.data, 1, line.size, out);
    (void)fflush(out);
    buf_clear(&line);
}
