#include "cli/notify_watch.h"

#include "cli/ask.h"

/* Keeps keys for the next reader of the terminal. */
static void on_key(uv_poll_t *handle, int status, int events)
{
    struct notify_watch *watch = handle->data;
    char key;
    (void)events;
    int n = status < 0 ? 0 : tty_read_key(&watch->tty, &key);
    if (n > 0)
        tty_keep(&watch->tty, key);
    if (n != 0)
        return;
    (void)uv_poll_stop(handle); /* the terminal is gone */
    watch->polls = false;
    watch->tty.reports = false;
}

void notify_watch_begin(struct notify_watch *watch, struct live *live)
{
    const struct cli *cli = live->cli;
    *watch = (struct notify_watch){.live = live, .tty = {.keys = -1, .display = -1}};
    if (cli->json || tty_init(&watch->tty) < 0)
        return;
    watch->is_open = uv_poll_init(&live->loop, &watch->keys, watch->tty.keys) == 0;
    watch->keys.data = watch;
    if (watch->is_open)
        notify_begin(&watch->notify, cli, &watch->tty);
    else
        tty_clear(&watch->tty);
}

static void on_introduced(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct notify_watch *watch = user;
    (void)weir;
    if (reply->error)
        return;
    notify_configure(&watch->notify, reply->result);
    live_wake(watch->live);
}

void notify_watch_introduce(struct notify_watch *watch, struct slice name)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    const struct initialize_params params = {
        .client = {.name = name, .version = slice_of(weir_version()), .version_is = FIELD_SET},
        .client_is = FIELD_SET,
        .protocol_version = SLICE("1.0"),
    };
    if (watch->is_open && ask_write(&text, &initialize_method, &params) == 0)
        (void)weir_call_async(watch->live->cli->weir, initialize_method.name.data, text.data, text.size,
                              WEIR_TIMEOUT_DEFAULT, on_introduced, watch, NULL);
    buf_clear(&text);
}

void notify_watch_turn(struct notify_watch *watch)
{
    if (!watch->is_open)
        return;
    bool wants = watch->tty.reports && tty_watch(&watch->tty) == 0;
    if (wants && !watch->polls)
        watch->polls = uv_poll_start(&watch->keys, UV_READABLE, on_key) == 0;
    else if (!wants && watch->polls)
        (void)uv_poll_stop(&watch->keys);
    watch->polls = watch->polls && wants;
    if (!wants)
        tty_leave(&watch->tty);
}

void notify_watch_end(struct notify_watch *watch)
{
    if (watch->is_open)
        uv_close((uv_handle_t *)&watch->keys, NULL);
    watch->is_open = watch->polls = false;
    tty_clear(&watch->tty);
}
