/* Fuzzes what Streamable HTTP brings: an event stream, whose events must not depend on how it is split, and header
 * values. The messages in the events are those of fuzz_mcp_message. */
#include "fuzz.h"

#include <errno.h>
#include <string.h>

#include "base/base64.h"
#include "base/sse.h"
#include "mcp/http.h"

enum { EVENT_MAX = 4096 };

static int on_event(void *user, struct slice name, struct slice data)
{
    must(data.size <= EVENT_MAX && name.size <= SSE_NAME_MAX);
    buf_append_slice(user, name);
    buf_append_char(user, '|');
    buf_append_slice(user, data);
    return buf_append_char(user, '\n');
}

static int read_stream(struct slice bytes, bool split, struct buf *seen)
{
    struct sse sse;
    int r = 0;
    sse_init(&sse, EVENT_MAX);
    while (bytes.size > 0 && r == 0) {
        size_t size = split ? 1u + (unsigned char)bytes.data[0] % 5u : bytes.size;
        size = size < bytes.size ? size : bytes.size;
        r = sse_feed(&sse, (struct slice){bytes.data, size}, on_event, seen);
        bytes = (struct slice){bytes.data + size, bytes.size - size};
    }
    must(r == 0 || r == -EMSGSIZE);
    must(sse.retry_ms >= -1 && sse.retry_ms <= SSE_RETRY_MAX_MS && sse_last_id(&sse).size <= SSE_ID_MAX);
    buf_append_slice(seen, sse_last_id(&sse));
    buf_append_signed(seen, sse.retry_ms);
    sse_clear(&sse);
    return r;
}

/* A header value is one line of ASCII, and the receiver gets the same bytes back. */
static void check_value(struct slice value)
{
    struct buf out = BUF_LIMITED(4u << 20);
    must(mcp_http_value(&out, value) == 0);
    for (size_t i = 0; i < out.size; i++)
        must(out.data[i] == '\t' || (out.data[i] >= ' ' && out.data[i] <= '~'));
    struct slice written = buf_slice(&out);
    if (!slice_equal(written, value)) {
        struct slice inner = {written.data + 9, written.size - 11};
        char *decoded = malloc(inner.size + 1);
        size_t size = 0;
        must(decoded && slice_starts_with(written, SLICE("=?base64?")));
        must(base64_decode(inner, decoded, &size) == 0 && slice_equal((struct slice){decoded, size}, value));
        free(decoded);
    }
    buf_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice bytes = {(const char *)data, size};
    struct buf whole = BUF_LIMITED(4u << 20), pieces = BUF_LIMITED(4u << 20);
    int r = read_stream(bytes, false, &whole);
    must(read_stream(bytes, true, &pieces) == r);
    must(slice_equal(buf_slice(&whole), buf_slice(&pieces)));
    check_value(bytes);
    struct mcp_headers headers;
    static const struct mcp_client client = {.name = SLICE_INIT("w"), .version = SLICE_INIT("1")};
    const struct mcp_sender sender = {MCP_ERA_2025, SLICE(MCP_VERSION_2025), &client};
    struct arena arena = ARENA_LIMITED(1 << 20);
    const struct mcp_http_request request = {.sender = &sender, .method = SLICE("x"), .session = bytes};
    if (mcp_http_headers(&arena, &request, &headers) == 0)
        for (size_t i = 0; i < headers.count; i++)
            must(!memchr(headers.lines[i].data, '\n', headers.lines[i].size));
    for (int method = 0; method < 3; method++)
        (void)mcp_http_meaning((enum mcp_http_method)method, size > 1 ? data[0] * 4 + data[1] : 200, bytes, size % 2);
    buf_clear(&whole);
    buf_clear(&pieces);
    arena_clear(&arena);
    return 0;
}
