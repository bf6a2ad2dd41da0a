/* WEIR_IPC_DEBUG shows every message and no secret. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "contract/probe.h"
#include "unit/pair.h"

/* What the peers wrote to stderr while `text` was sent and answered. */
static struct buf debug_of(const char *text)
{
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), log = memfd_create("stderr", MFD_CLOEXEC);
    assert_true(kept >= 0 && log >= 0);
    assert_true(dup2(log, STDERR_FILENO) >= 0);
    struct pair *pair = pair_open_wire();
    wire_send(pair, text);
    (void)wire_line(pair);
    pair_close(pair);
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    struct buf shown = BUF_LIMITED(1 << 20);
    off_t size = lseek(log, 0, SEEK_END);
    assert_int_equal(buf_reserve(&shown, (size_t)size + 1), 0);
    assert_int_equal(pread(log, shown.data, (size_t)size, 0), size);
    shown.size = (size_t)size;
    (void)close(log);
    (void)close(kept);
    return shown;
}

static void shows_messages_both_ways(void **state)
{
    (void)state;
    (void)setenv("WEIR_IPC_DEBUG", "1", 1);
    struct buf shown = debug_of("{\"id\":1,\"method\":\"probe.echo\",\"params\":[[1,{\"a\":true}]]}\n");
    assert_contains(buf_slice(&shown), "test[");
    assert_contains(buf_slice(&shown), "<- ");
    assert_contains(buf_slice(&shown), " {\"id\":1,\"method\":\"probe.echo\",\"params\":[[1,{\"a\":true}]]}\n");
    assert_contains(buf_slice(&shown), "-> ");
    assert_contains(buf_slice(&shown), " {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[1,{\"a\":true}]}\n");
    buf_clear(&shown);
}

static void shows_no_secret(void **state)
{
    (void)state;
    (void)setenv("WEIR_IPC_DEBUG", "1", 1);
    struct buf shown = debug_of("{\"id\":1,\"method\":\"probe.echo\",\"params\":{\"value\":"
                                "[{\"password\":\"hunter2\",\"apiKey\":{\"deep\":\"hunter2\"},\"user\":\"me\"}]}}\n");
    assert_contains(buf_slice(&shown), "{\"password\":\"[redacted]\",\"apiKey\":\"[redacted]\",\"user\":\"me\"}");
    assert_null(memmem(shown.data, shown.size, "hunter2", 7));
    buf_clear(&shown);
    shown = debug_of("{\"password\":\"hunter2\" and not JSON\n");
    assert_contains(buf_slice(&shown), "bytes that are not JSON");
    assert_null(memmem(shown.data, shown.size, "hunter2", 7));
    buf_clear(&shown);
}

static void shows_nothing_unless_asked(void **state)
{
    static const char *const off[] = {NULL, "", "0"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        if (off[i])
            (void)setenv("WEIR_IPC_DEBUG", off[i], 1);
        else
            (void)unsetenv("WEIR_IPC_DEBUG");
        struct buf shown = debug_of("{\"id\":1,\"method\":\"ping\"}\n");
        assert_int_equal(shown.size, 0);
        buf_clear(&shown);
    }
}

static void knows_a_secret_by_the_end_of_its_name(void **state)
{
    static const char *const secret[] = {"accessToken",  "access_token", "API_KEY",       "OPENAI-API-KEY",
                                         "apikey",       "x-Api-Key",    "Authorization", "sessionToken",
                                         "clientSecret", "PASSWORD",     "user_password"};
    static const char *const plain[] = {"input_tokens", "tokens", "maxTokens",   "secretary",
                                        "keys",         "key",    "passwordless"};
    char text[512];
    (void)state;
    (void)setenv("WEIR_IPC_DEBUG", "1", 1);
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++) {
        (void)snprintf(text, sizeof text,
                       "{\"id\":1,\"method\":\"no.such\",\"params\":{\"a\":[{\"%s\":\"hunter2\"}]}}\n", secret[i]);
        struct buf shown = debug_of(text);
        (void)snprintf(text, sizeof text, "{\"%s\":\"[redacted]\"}", secret[i]);
        assert_contains(buf_slice(&shown), text);
        assert_null(memmem(shown.data, shown.size, "hunter2", 7));
        buf_clear(&shown);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        (void)snprintf(text, sizeof text, "{\"id\":1,\"method\":\"no.such\",\"params\":{\"%s\":17}}\n", plain[i]);
        struct buf shown = debug_of(text);
        (void)snprintf(text, sizeof text, "{\"%s\":17}", plain[i]);
        assert_contains(buf_slice(&shown), text);
        buf_clear(&shown);
    }
}

static void shows_no_params_of_a_secret_method(void **state)
{
    (void)state;
    (void)setenv("WEIR_IPC_DEBUG", "1", 1);
    struct buf shown =
        debug_of("[{\"id\":1,\"method\":\"probe:secret\",\"params\":{\"value\":\"hunter2\",\"later\":3}}]\n");
    assert_contains(buf_slice(&shown), "{\"id\":1,\"method\":\"probe:secret\",\"params\":\"[redacted]\"}");
    assert_null(memmem(shown.data, shown.size, "hunter2", 7));
    buf_clear(&shown);
    shown = debug_of("{\"id\":1,\"method\":\"probe.echo\",\"params\":{\"value\":\"shown\"}}\n");
    assert_contains(buf_slice(&shown), "{\"value\":\"shown\"}");
    buf_clear(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_messages_both_ways),
        cmocka_unit_test(shows_no_secret),
        cmocka_unit_test(shows_no_params_of_a_secret_method),
        cmocka_unit_test(shows_nothing_unless_asked),
        cmocka_unit_test(knows_a_secret_by_the_end_of_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
