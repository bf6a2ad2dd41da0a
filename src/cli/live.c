#include "cli/live.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/ask.h"
#include "cli/cli.h"

enum { READER_MS = 1000 };

/* --- signals --- */

static void on_signal(uv_signal_t *handle, int number)
{
    struct live *live = handle->data;
    live->ended_by = number;
    live_wake(live);
}

/* Keeps SIGHUP ignored if the parent process set that, as nohup(1) does. */
static bool is_ignored(int number)
{
    struct sigaction action;
    return number == SIGHUP && sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Checks whether the reader of the output is gone, which a process that writes nothing would not notice. */
static void on_reader(uv_timer_t *timer)
{
    struct live *live = timer->data;
    struct pollfd output = {.fd = STDOUT_FILENO};
    if (poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)))
        live->unread = true;
    live_wake(live);
}

void live_mind_signals(struct live *live, bool minds)
{
    static const int numbers[LIVE_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < LIVE_SIGNALS; i++)
        if (!minds)
            (void)uv_signal_stop(&live->signals[i]);
        else if (!is_ignored(numbers[i]))
            (void)uv_signal_start(&live->signals[i], on_signal, numbers[i]);
    live->ended_by = 0;
}

/* --- begin and end --- */

enum cli_exit live_begin(struct live *live, struct cli *cli)
{
    *live = (struct live){0};
    enum cli_exit exit = cli->command->starts ? cli_need_daemon(cli) : cli_find_socket(cli);
    if (exit != CLI_OK)
        return exit;
    if (uv_loop_init(&live->loop) < 0)
        return cli_fail(cli, CLI_FAILED, "out of memory or file descriptors");
    live->cli = cli;
    for (size_t i = 0; i < LIVE_SIGNALS; i++) {
        (void)uv_signal_init(&live->loop, &live->signals[i]);
        live->signals[i].data = live;
    }
    live_mind_signals(live, true);
    (void)uv_timer_init(&live->loop, &live->reader);
    live->reader.data = live;
    (void)uv_timer_start(&live->reader, on_reader, READER_MS, READER_MS);
    if (cli_connect_quietly(cli) == 0)
        cli_introduce(cli);
    cli_disconnect(cli);
    cli->weir = weir_new_on(&live->loop);
    if (!cli->weir)
        return cli_fail(cli, CLI_FAILED, "out of memory or file descriptors");
    weir_set_timeout(cli->weir, cli->timeout_ms);
    cli->introduced = true; /* commands with a loop send "initialize" themselves, or only read */
    return CLI_OK;
}

static void close_handle(uv_handle_t *handle, void *user)
{
    (void)user;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* libweir needs some turns of the loop to close its handles; close only handles of this file here. */
void live_end(struct live *live)
{
    if (!live->cli)
        return;
    for (size_t i = 0; i < LIVE_SIGNALS; i++)
        close_handle((uv_handle_t *)&live->signals[i], NULL);
    close_handle((uv_handle_t *)&live->reader, NULL);
    cli_disconnect(live->cli);
    while (uv_run(&live->loop, UV_RUN_DEFAULT) != 0) {
    }
    (void)uv_loop_close(&live->loop);
    free(live->error_text);
    *live = (struct live){0};
}

bool live_turn(struct live *live)
{
    if (live->ended_by == 0 && !live->unread)
        (void)uv_run(&live->loop, UV_RUN_ONCE);
    return live->ended_by == 0 && !live->unread;
}

void live_wake(struct live *live)
{
    uv_stop(&live->loop);
}

/* --- errors --- */

int live_keep_error(struct live *live, const struct weir_error *error)
{
    size_t message = strlen(error->message) + 1, word = strlen(error->word) + 1, path = strlen(error->path) + 1;
    char *text = malloc(message + word + path + error->data_size + 1);
    free(live->error_text);
    live->error_text = text;
    live->error = (struct weir_error){.status = error->status, .message = "", .word = "", .path = "", .data = ""};
    if (!text)
        return error->status;
    live->error.code = error->code;
    live->error.message = memcpy(text, error->message, message);
    live->error.word = memcpy(text + message, error->word, word);
    live->error.path = memcpy(text + message + word, error->path, path);
    live->error.data = memcpy(text + message + word + path, error->data, error->data_size + 1);
    live->error.data_size = error->data_size;
    return error->status;
}

/* --- connecting --- */

struct attempt {
    struct live *live;
    bool known;
    int status;
};

static void on_connected(struct weir *weir, int status, void *user)
{
    struct attempt *attempt = user;
    (void)weir;
    attempt->known = true;
    attempt->status = status;
    live_wake(attempt->live);
}

enum cli_exit live_connect(struct live *live)
{
    struct attempt attempt = {.live = live};
    struct weir *weir = live->cli->weir;
    int r = weir_connect_async(weir, live->cli->endpoint->socket, on_connected, &attempt);
    while (r == 0 && !attempt.known)
        if (!live_turn(live) && !attempt.known) {
            cli_disconnect(live->cli); /* `attempt` goes out of scope */
            return CLI_INTERRUPTED;
        }
    if (r == 0)
        r = attempt.status;
    return r < 0 ? cli_fail_call(live->cli) : CLI_OK;
}

/* --- calls --- */

struct outcome {
    struct live *live;
    bool known;
    int status;
    char *result;
};

static void on_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct outcome *outcome = user;
    (void)weir;
    outcome->known = true;
    live_wake(outcome->live);
    if (reply->error) {
        outcome->status = live_keep_error(outcome->live, reply->error);
        return;
    }
    outcome->result = malloc(reply->size + 1);
    if (outcome->result)
        memcpy(outcome->result, reply->result, reply->size + 1);
    else
        outcome->status = -ENOMEM;
}

int live_call(struct live *live, const struct method *method, const void *params, int64_t timeout_ms, char **ret_result)
{
    struct buf text = {.limit = ASK_BYTES_MAX, .traceless = method->flags & METHOD_SECRET};
    struct outcome outcome = {.live = live};
    struct weir *weir = live->cli->weir;
    uint64_t ticket = 0;
    int r = ask_write(&text, method, params);
    if (r == 0) {
        r = weir_call_async(weir, method->name.data, text.data, text.size, timeout_ms, on_reply, &outcome, &ticket);
        if (r < 0)
            r = live_keep_error(live, weir_last_error(weir));
    }
    if (text.traceless)
        buf_wipe(&text);
    buf_clear(&text);
    while (r == 0 && !outcome.known)
        if (!live_turn(live) && !outcome.known) {
            (void)weir_cancel(weir, ticket); /* `outcome` goes out of scope */
            r = -EINTR;
        }
    if (r == 0)
        r = outcome.status;
    if (r == 0)
        *ret_result = outcome.result;
    else
        free(outcome.result);
    return r;
}
