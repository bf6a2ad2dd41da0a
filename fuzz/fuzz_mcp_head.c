/* Fuzzes the heads of HTTP responses, line by line: what they leave is a type and a session id that may be written into
 * a request. */
#include "fuzz.h"

#include <string.h>

#include "mcp/http.h"

/* The session id comes back in a request, and is one header with one line. */
static void check_head(struct arena *arena, const struct mcp_http_head *head)
{
    static const struct mcp_client client = {.name = SLICE_INIT("w"), .version = SLICE_INIT("1")};
    const struct mcp_sender sender = {MCP_ERA_2025, SLICE(MCP_VERSION_2025), &client};
    struct slice session = slice_of(head->session);
    struct mcp_headers headers;
    bool has_session = false;
    must(memchr(head->type, '\0', sizeof head->type) && memchr(head->session, '\0', sizeof head->session));
    must(session.size == 0 || mcp_http_session_is_valid(session));
    const struct mcp_http_request request = {.sender = &sender, .method = SLICE("x"), .session = session};
    must(mcp_http_headers(arena, &request, &headers) == 0);
    for (size_t i = 0; i < headers.count; i++) {
        must(!memchr(headers.lines[i].data, '\n', headers.lines[i].size));
        has_session |= slice_starts_with(headers.lines[i], SLICE("Mcp-Session-Id: "));
    }
    must(has_session == (session.size > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice rest = {(const char *)data, size};
    struct mcp_http_head head = {.type = ""};
    struct arena arena = ARENA_LIMITED(1 << 20);
    while (rest.size > 0) {
        const char *end = memchr(rest.data, '\n', rest.size);
        struct slice line = {rest.data, end ? (size_t)(end - rest.data) + 1 : rest.size};
        rest = (struct slice){rest.data + line.size, rest.size - line.size};
        if (mcp_http_head_add(&head, line)) {
            arena_reset(&arena);
            check_head(&arena, &head);
        }
        if (slice_starts_with(line, SLICE("HTTP/")))
            must(head.type[0] == '\0' && head.session[0] == '\0');
    }
    arena_reset(&arena);
    check_head(&arena, &head);
    for (int status = 100; status < 600; status++)
        (void)mcp_http_meaning(MCP_HTTP_POST, status, slice_of(head.type), head.session[0]);
    arena_clear(&arena);
    return 0;
}
