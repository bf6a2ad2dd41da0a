/* Fuzzes a project's .mcp.json: each offer is valid within the limits of mcp:connect or says what is wrong with it, and
 * each variable is found where it stands. */
#include "fuzz.h"

#include <string.h>

#include "daemon/mcp/project.h"

enum { MEMORY = 64 << 20, VARIABLES_MAX = 64 };

static bool is_listed(const struct mcp_offer *offer, struct slice name)
{
    for (size_t i = 0; i < offer->variables.count; i++)
        if (slice_equal(offer->variables.items[i], name))
            return true;
    return false;
}

static void check_text(const struct mcp_offer *offer, struct slice text, size_t most)
{
    struct mcp_variable found;
    must(text.size <= most && !memchr(text.data, '\0', text.size));
    for (size_t at = 0; mcp_variable_next(text, at, &found); at = found.end) {
        must(found.start >= at && found.end <= text.size && found.end > found.start + 3);
        must(text.data[found.start] == '$' && text.data[found.start + 1] == '{' && text.data[found.end - 1] == '}');
        must(found.name.data == text.data + found.start + 2 && found.name.size > 0);
        must(!found.has_fallback || found.fallback.data + found.fallback.size == text.data + found.end - 1);
        must(is_listed(offer, found.name));
    }
}

static void check_offer(const struct mcp_offer *offer)
{
    must(offer->hash.size == 32);
    if (offer->state == MCP_OFFER_STATE_INVALID) {
        must(offer->problem_is == FIELD_SET && offer->problem.size > 0);
        return;
    }
    bool is_http = offer->transport == CONNECTOR_TRANSPORT_HTTP;
    must(offer->name.size > 0 && offer->name.size <= MCP_NAME_BYTES);
    must(is_http ? offer->url_is == FIELD_SET : offer->command_is == FIELD_SET);
    must(offer->variables.count <= VARIABLES_MAX);
    if (offer->command_is == FIELD_SET)
        check_text(offer, offer->command, MCP_COMMAND_BYTES);
    if (offer->url_is == FIELD_SET)
        check_text(offer, offer->url, MCP_COMMAND_BYTES);
    for (size_t i = 0; i < offer->args.count; i++)
        check_text(offer, offer->args.items[i], MCP_TEXT_BYTES);
    for (size_t i = 0; i < offer->env.count; i++)
        check_text(offer, offer->env.items[i].value, MCP_TEXT_BYTES);
    for (size_t i = 0; i < offer->headers.count; i++)
        check_text(offer, offer->headers.items[i].value, MCP_TEXT_BYTES);
}

/* What is read must not depend on anything but the text. */
static void check_again(struct slice text, const struct mcp_project *first)
{
    struct mcp_project again = {.scan.arena = ARENA_LIMITED(MEMORY)};
    must(mcp_project_parse(&again, text) == 0 && again.count == first->count && !again.problem == !first->problem);
    for (size_t i = 0; i < first->count; i++)
        must(slice_equal(again.offers[i].hash, first->offers[i].hash));
    arena_clear(&again.scan.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mcp_project project = {.scan.arena = ARENA_LIMITED(MEMORY)};
    struct slice text = {(const char *)data, size};
    if (size > MCP_PROJECT_BYTES)
        return 0;
    int r = mcp_project_parse(&project, text);
    if (r == 0) {
        must(project.count == 0 || !project.problem);
        for (size_t i = 0; i < project.count; i++)
            check_offer(&project.offers[i]);
        check_again(text, &project);
    }
    arena_clear(&project.scan.arena);
    return 0;
}
