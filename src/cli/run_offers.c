/* Tells a person who begins a session that the project offers MCP servers: otherwise nobody learns why they are
 * missing. */
#include <stdio.h>

#include "base/cleanup.h"
#include "cli/mcp.h"
#include "cli/pretty.h"
#include "cli/run.h"
#include "contract/mcp.h"
#include "json/decode.h"
#include "json/read.h"

enum { OFFERS_MS = 2000, NAMES_MAX = 3 };

/* Appends "one, two and 3 more"; returns how many wait for a decision. */
static size_t append_open(struct buf *out, const struct mcp_offers_result *result)
{
    size_t count = 0;
    for (size_t i = 0; i < result->offers.count; i++) {
        const struct mcp_offer *offer = &result->offers.items[i];
        if (offer->state != MCP_OFFER_STATE_NEW && offer->state != MCP_OFFER_STATE_CHANGED)
            continue;
        if (count < NAMES_MAX)
            (void)buf_printf(out, "%s%.*s", count > 0 ? ", " : "", SLICE_ARG(offer->name));
        count++;
    }
    if (count > NAMES_MAX)
        (void)buf_printf(out, " and %zu more", count - NAMES_MAX);
    return count;
}

static void tell(struct run *run, const struct mcp_offers_result *result)
{
    struct buf names = BUF_LIMITED(4096), where = BUF_LIMITED(1 << 16);
    size_t count = append_open(&names, result);
    if (cli_option(run->cli, "cwd")) {
        (void)buf_append_text(&where, " --cwd ");
        mcp_append_word(&where, slice_of(run->wish->cwd));
    }
    if (result->problem_is == FIELD_SET)
        run_display_note(&run->display, pretty_yellow, "the project's .mcp.json cannot be used: %.*s",
                         SLICE_ARG(result->problem));
    else if (count > 0)
        run_display_note(&run->display, pretty_yellow,
                         "this project offers %s (%.*s), which the agent cannot use yet; to decide: weir mcp "
                         "approve%.*s",
                         count == 1 ? "an MCP server" : "MCP servers", SLICE_ARG(buf_slice(&names)),
                         SLICE_ARG(buf_slice(&where)));
    buf_clear(&where);
    buf_clear(&names);
}

/* A failure is not reported: the task does not depend on it. */
void run_tell_offers(struct run *run)
{
    const struct mcp_offers_params params = {.cwd = slice_of(run->wish->cwd)};
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_offers_result offers = {0};
    struct json_error json_error;
    struct decode_error decode_error;
    yyjson_val *root = NULL;
    autofree char *result = NULL;
    if (run->display.quiet || run->cli->json)
        return;
    if (live_call(&run->live, &mcp_offers_method, &params, OFFERS_MS, &result) == 0 &&
        json_read(&arena, slice_of(result), &root, &json_error) == 0 &&
        json_decode(&arena, &mcp_offers_result_shape, root, "result", &offers, &decode_error) == 0)
        tell(run, &offers);
    arena_clear(&arena);
}
