/* Makes model calls as the built-in agent does, and prints the results. Used by tests/integration/test_model.py to test
 * src/agent/model.h over real sockets.
 *
 * The first line of stdin is the key, or empty. Each further line is a command: "go" ends a pause, "more" makes the
 * next call, "cancel" cancels it, "silence MS" sets the time limit of silence for later calls. The end of stdin ends
 * the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/transcript.h"

struct caller {
    struct transcript transcript; /* first, because callbacks get a pointer to it */
    uv_loop_t loop;
    uv_pipe_t input;
    char line[256];
    size_t line_size;
    bool has_key;
    char key[256];
    struct executor_provider provider;
    struct slice socket, prompt;
    int64_t thinking;
    int pause_at, cancel_at, pieces; /* counted in pieces of the response */
    bool looks;
    struct model_call *call;
    struct model_check *look;
};

static void say(struct caller *caller)
{
    (void)fwrite(caller->transcript.text.data, 1, caller->transcript.text.size, stdout);
    (void)fflush(stdout);
    buf_reset(&caller->transcript.text, 1 << 20);
}

static void on_piece(void *user, int index, enum block_kind kind, struct slice text)
{
    struct caller *caller = user;
    transcript_handlers.piece(user, index, kind, text);
    say(caller);
    caller->pieces++;
    if (caller->pieces == caller->pause_at) {
        model_pause(caller->call, true);
        buf_append_text(&caller->transcript.text, "paused\n");
        say(caller);
    }
    if (caller->pieces == caller->cancel_at) {
        model_cancel(caller->call);
        caller->call = NULL;
        buf_append_text(&caller->transcript.text, "cancelled\n");
        say(caller);
    }
}

static void on_ended(void *user, const struct model_end *end)
{
    struct caller *caller = user;
    static const char *const words[] = {
        [MODEL_OK] = "ok",
        [MODEL_CANCELLED] = "cancelled",
        [MODEL_UNREACHABLE] = "unreachable",
        [MODEL_BUSY] = "busy",
        [MODEL_CUT] = "cut",
        [MODEL_MALFORMED] = "malformed",
        [MODEL_TOO_LONG] = "too_long",
        [MODEL_REFUSED] = "refused",
        [MODEL_NO_BUDGET] = "no_budget",
        [MODEL_NO_CURL] = "no_curl",
    };
    caller->call = NULL;
    buf_printf(&caller->transcript.text, "end %s status=%d retry=%lld stop=%s %s\n", words[end->failure], end->status,
               (long long)end->retry_after_ms, end->stop_reason, end->message);
    say(caller);
}

static void on_found(void *user, enum model_failure failure, struct slice first)
{
    struct caller *caller = user;
    caller->look = NULL;
    buf_printf(&caller->transcript.text, "found %d %.*s\n", failure, SLICE_ARG(first));
    say(caller);
}

static void call_model(struct caller *caller)
{
    struct block block = {.kind = BLOCK_TEXT, .text = caller->prompt};
    struct said said = {.by = SAID_BY_USER, .blocks = &block};
    struct conversation conversation = {.first = &said, .count = 1};
    struct model_handlers handlers = transcript_handlers;
    struct model_request request = {.provider = &caller->provider,
                                    .model = SLICE("test-model"),
                                    .key = slice_of(caller->key),
                                    .socket = caller->socket,
                                    .conversation = &conversation,
                                    .output_tokens = 4000,
                                    .thinking_tokens = caller->thinking};
    handlers.piece = on_piece;
    handlers.ended = on_ended;
    caller->pieces = 0;
    int r = caller->looks ? model_check(&caller->loop, &caller->provider, slice_of(caller->key), 60000, on_found,
                                        caller, &caller->look)
                          : model_start(&caller->loop, &request, &handlers, caller, &caller->call);
    explicit_bzero(caller->key, sizeof caller->key);
    if (r < 0) {
        buf_printf(&caller->transcript.text, "not started: %s\n", strerror(-r));
        say(caller);
    }
}

static void obey(struct caller *caller)
{
    if (!caller->has_key) {
        caller->has_key = true;
        memcpy(caller->key, caller->line, sizeof caller->line);
        call_model(caller);
    } else if (strcmp(caller->line, "more") == 0) {
        call_model(caller);
    } else if (strncmp(caller->line, "silence ", 8) == 0) {
        caller->provider.silence_ms = atoll(caller->line + 8);
    } else if (strcmp(caller->line, "go") == 0 && caller->call) {
        model_pause(caller->call, false);
    } else if (strcmp(caller->line, "cancel") == 0) {
        model_cancel(caller->call);
        model_check_cancel(caller->look);
        caller->call = NULL;
        caller->look = NULL;
        (void)puts("cancelled");
        (void)fflush(stdout);
    }
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    static char byte;
    (void)handle;
    (void)size;
    *buf = uv_buf_init(&byte, 1);
}

static void on_input(uv_stream_t *stream, ssize_t size, const uv_buf_t *buf)
{
    struct caller *caller = stream->data;
    if (size < 0) {
        uv_close((uv_handle_t *)stream, NULL);
        model_cancel(caller->call);
        model_check_cancel(caller->look);
        model_close(&caller->loop);
        return;
    }
    if (size == 0)
        return;
    if (*buf->base != '\n' && caller->line_size + 1 < sizeof caller->line) {
        caller->line[caller->line_size++] = *buf->base;
        return;
    }
    obey(caller);
    explicit_bzero(caller->line, sizeof caller->line);
    caller->line_size = 0;
    *buf->base = 0;
}

static void read_options(struct caller *caller, int argc, char **argv)
{
    caller->provider = (struct executor_provider){.service = SLICE("anthropic"),
                                                  .format = EXECUTOR_PROVIDER_FORMAT_ANTHROPIC,
                                                  .header = SLICE("x-api-key"),
                                                  .connect_ms = 5000,
                                                  .silence_ms = 60000};
    caller->prompt = SLICE("Hello");
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--url") == 0)
            caller->provider.url = slice_of(value);
        else if (strcmp(name, "--openai") == 0)
            caller->provider.service = slice_of(value), caller->provider.header = SLICE("Authorization"),
            caller->provider.prefix = SLICE("Bearer "), caller->provider.format = EXECUTOR_PROVIDER_FORMAT_OPENAI;
        else if (strcmp(name, "--socket") == 0)
            caller->socket = slice_of(value);
        else if (strcmp(name, "--prompt") == 0)
            caller->prompt = slice_of(value);
        else if (strcmp(name, "--silence-ms") == 0)
            caller->provider.silence_ms = atoll(value);
        else if (strcmp(name, "--thinking") == 0)
            caller->thinking = atoll(value);
        else if (strcmp(name, "--pause-at") == 0)
            caller->pause_at = atoi(value);
        else if (strcmp(name, "--cancel-at") == 0)
            caller->cancel_at = atoi(value);
        else if (strcmp(name, "--look") == 0)
            caller->looks = true;
    }
}

int main(int argc, char **argv)
{
    static struct caller caller = {.transcript.text = BUF_LIMITED(64 << 20)};
    read_options(&caller, argc, argv);
    if (uv_loop_init(&caller.loop) < 0 || uv_pipe_init(&caller.loop, &caller.input, 0) < 0 ||
        uv_pipe_open(&caller.input, STDIN_FILENO) < 0)
        return EXIT_FAILURE;
    caller.input.data = &caller;
    (void)uv_read_start((uv_stream_t *)&caller.input, on_alloc, on_input);
    (void)uv_run(&caller.loop, UV_RUN_DEFAULT);
    buf_clear(&caller.transcript.text);
    return uv_loop_close(&caller.loop) == 0 ? EXIT_SUCCESS : EXIT_FAILURE; /* fails if a handle was left open */
}
