/* The lists of the server: connector.list and connector.changed. */
#include <errno.h>
#include <stdlib.h>

#include "base/log.h"
#include "connector/connector.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/write.h"

enum { PAGE_MS = 30000, REPLY_MAX = 12 << 20 };

struct list_caller {
    struct list link;
    struct call *call;
};

static const enum mcp_list list_of[] = {
    [CONNECTOR_LIST_KIND_TOOLS] = MCP_TOOLS,
    [CONNECTOR_LIST_KIND_PROMPTS] = MCP_PROMPTS,
    [CONNECTOR_LIST_KIND_RESOURCES] = MCP_RESOURCES,
    [CONNECTOR_LIST_KIND_TEMPLATES] = MCP_TEMPLATES,
};

static const char *const words[] = {"tools", "prompts", "resources", "templates"};

static enum connector_list_kind kind_of(const struct catalog *catalog)
{
    return (enum connector_list_kind)(catalog - catalog->connector->catalogs);
}

/* --- as JSON --- */

static void member(struct buf *out, const char *key, struct slice text)
{
    if (text.size == 0)
        return;
    buf_printf(out, ",\"%s\":", key);
    json_write_text(out, text);
}

static void member_json(struct buf *out, const char *key, struct slice json)
{
    if (json.size == 0)
        return;
    buf_printf(out, ",\"%s\":", key);
    buf_append_slice(out, json);
}

static void write_arguments(struct buf *out, const struct mcp_item *item)
{
    buf_append_text(out, ",\"arguments\":[");
    for (size_t i = 0; i < item->argument_count; i++) {
        const struct mcp_prompt_argument *argument = &item->arguments[i];
        buf_append_text(out, i > 0 ? ",{\"name\":" : "{\"name\":");
        json_write_text(out, argument->name);
        member(out, "title", argument->title);
        member(out, "description", argument->description);
        buf_printf(out, ",\"required\":%s}", argument->required ? "true" : "false");
    }
    buf_append_char(out, ']');
}

static void write_item(struct buf *out, enum connector_list_kind kind, const struct mcp_item *item)
{
    buf_append_text(out, "{\"name\":");
    json_write_text(out, item->name);
    member(out, "title", item->title);
    member(out, "description", item->description);
    if (kind == CONNECTOR_LIST_KIND_TOOLS) {
        member_json(out, "inputSchema", item->input_schema.size > 0 ? item->input_schema : SLICE("{}"));
        member_json(out, "outputSchema", item->output_schema);
        member_json(out, "annotations", item->annotations);
        member(out, "definition", slice_of(item->hash));
    } else if (kind == CONNECTOR_LIST_KIND_PROMPTS) {
        write_arguments(out, item);
    } else {
        member(out, kind == CONNECTOR_LIST_KIND_RESOURCES ? "uri" : "uriTemplate", item->uri);
        member(out, "mimeType", item->mime_type);
        if (kind == CONNECTOR_LIST_KIND_RESOURCES && item->size >= 0)
            buf_printf(out, ",\"size\":%lld", (long long)item->size);
    }
    buf_append_char(out, '}');
}

static void write_dropped(struct buf *out, const struct mcp_catalog *content)
{
    buf_append_text(out, ",\"dropped\":[");
    if (content->warning[0]) {
        struct buf name = BUF_LIMITED(64);
        if (content->dropped > 0)
            buf_printf(&name, "%zu %s", content->dropped, content->dropped == 1 ? "entry" : "entries");
        buf_append_text(out, "{\"name\":");
        json_write_text(out, buf_slice(&name));
        buf_append_text(out, ",\"reason\":");
        json_write_text(out, slice_of(content->warning));
        buf_append_char(out, '}');
        buf_clear(&name);
    }
    buf_append_char(out, ']');
}

static void write_list(struct buf *out, enum connector_list_kind kind, const struct mcp_catalog *content)
{
    buf_printf(out, "{\"%s\":[", words[kind]);
    for (size_t i = 0; i < content->count; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        write_item(out, kind, &content->items[i]);
    }
    buf_append_char(out, ']');
    write_dropped(out, content);
    if (content->ttl_ms >= 0)
        buf_printf(out, ",\"ttl_ms\":%lld", (long long)content->ttl_ms);
    buf_append_char(out, '}');
}

/* --- callers --- */

static void on_abandoned(struct call *call)
{
    struct list_caller *caller = call->user;
    list_remove(&caller->link);
    free(caller);
}

static struct call *take_caller(struct catalog *catalog)
{
    struct list_caller *caller = list_member(catalog->callers.next, struct list_caller, link);
    struct call *call = caller->call;
    list_remove(&caller->link);
    free(caller);
    return call;
}

static void reply_all(struct catalog *catalog)
{
    struct buf out = BUF_LIMITED(REPLY_MAX);
    if (!list_is_empty(&catalog->callers))
        write_list(&out, kind_of(catalog), &catalog->content);
    while (!list_is_empty(&catalog->callers)) {
        struct call *call = take_caller(catalog);
        if (out.error)
            (void)call_fail(call, ERROR_MCP_SERVER_FAILED, "the list of %s is too long", words[kind_of(catalog)]);
        else
            (void)call_reply_text(call, buf_slice(&out));
    }
    buf_clear(&out);
}

static void fail_all(struct catalog *catalog, enum error_id error, const char *problem)
{
    while (!list_is_empty(&catalog->callers))
        (void)call_fail(take_caller(catalog), error, "%s", problem);
}

/* --- reading a list --- */

static void read_list(struct catalog *catalog);

static void reading_failed(struct catalog *catalog, enum error_id error, const char *problem)
{
    catalog->reading = false;
    mcp_catalog_clear(&catalog->next);
    log_warn("cannot read the list of %s: %s", words[kind_of(catalog)], problem);
    fail_all(catalog, error, problem);
    if (kind_of(catalog) == CONNECTOR_LIST_KIND_TOOLS)
        calls_go_on(catalog->connector, problem);
}

static void reading_done(struct catalog *catalog)
{
    catalog->reading = false;
    if (catalog->known)
        mcp_catalog_clear(&catalog->content);
    catalog->content = catalog->next;
    catalog->next = (struct mcp_catalog){0};
    catalog->known = true;
    catalog->stale = catalog->again;
    catalog->again = false;
    if (catalog->content.warning[0])
        log_warn("the list of %s is not whole: %s", words[kind_of(catalog)], catalog->content.warning);
    reply_all(catalog);
    if (kind_of(catalog) == CONNECTOR_LIST_KIND_TOOLS)
        calls_go_on(catalog->connector, NULL);
}

static int write_page(struct query *query, struct buf *out, const struct mcp_sender *sender, int64_t id)
{
    const struct catalog *catalog = list_member(query, struct catalog, query);
    return mcp_catalog_write(&catalog->next, out, sender, id);
}

static void page_ended(struct query *query, const struct answer *answer);

static const struct query_kind page_kind = {.write = write_page, .ended = page_ended};

static void page_ended(struct query *query, const struct answer *answer)
{
    struct catalog *catalog = list_member(query, struct catalog, query);
    char text[MCP_PROBLEM_SIZE];
    if (answer->end == QUERY_ERROR) {
        mcp_error_explain(answer->error, text, sizeof text);
        reading_failed(catalog, ERROR_MCP_REQUEST_FAILED, text);
        return;
    }
    if (answer->end != QUERY_RESULT) {
        reading_failed(catalog, answer->end == QUERY_TIMEOUT ? ERROR_TIMEOUT : ERROR_MCP_SERVER_FAILED,
                       answer->problem);
        return;
    }
    int r = mcp_catalog_add(&catalog->next, answer->result);
    if (r == 1)
        query_send(&catalog->connector->server, &catalog->query, &page_kind, PAGE_MS);
    else if (r == 0)
        reading_done(catalog);
    else
        reading_failed(catalog, ERROR_MCP_SERVER_FAILED,
                       r == -EINVAL ? catalog->next.warning : "weir-mcp is out of memory");
}

/* A server that does not have such a list has an empty one. */
static bool is_offered(const struct catalog *catalog)
{
    const struct mcp_capabilities *can = &catalog->connector->server.session.server.can;
    switch (kind_of(catalog)) {
    case CONNECTOR_LIST_KIND_TOOLS:
        return can->tools;
    case CONNECTOR_LIST_KIND_PROMPTS:
        return can->prompts;
    default:
        return can->resources;
    }
}

static void read_list(struct catalog *catalog)
{
    struct server *server = &catalog->connector->server;
    bool has_headers = server->web && server->session.era == MCP_ERA_2026;
    if (catalog->reading)
        return;
    mcp_catalog_init(&catalog->next, list_of[kind_of(catalog)], has_headers);
    catalog->again = false;
    if (!is_offered(catalog)) {
        catalog->next.complete = true;
        catalog->next.ttl_ms = -1;
        reading_done(catalog);
        return;
    }
    catalog->reading = true;
    query_send(server, &catalog->query, &page_kind, PAGE_MS);
}

const struct mcp_catalog *lists_tools(struct connector *connector)
{
    struct catalog *catalog = &connector->catalogs[CONNECTOR_LIST_KIND_TOOLS];
    if (!catalog->known || catalog->stale)
        read_list(catalog);
    return catalog->known && !catalog->stale && !catalog->reading ? &catalog->content : NULL;
}

/* --- changes --- */

static void tell(struct catalog *catalog)
{
    struct peer *daemon = catalog->connector->helper.daemon;
    catalog->has_news = !daemon || peer_is_over(daemon);
    catalog->told_lately = true;
    (void)timers_set(&catalog->connector->helper.rpc.timers, &catalog->news, CONNECTOR_CHANGED_MS);
    if (!catalog->has_news)
        (void)peer_notify(daemon, &connector_changed_method,
                          &(struct connector_changed_params){.kind = kind_of(catalog)});
}

static void on_news(struct deadline *deadline)
{
    struct catalog *catalog = list_member(deadline, struct catalog, news);
    catalog->told_lately = false;
    if (catalog->has_news)
        tell(catalog);
}

void lists_changed(struct connector *connector, enum connector_list_kind kind)
{
    struct catalog *catalog = &connector->catalogs[kind];
    catalog->stale = true;
    catalog->again = catalog->reading;
    catalog->has_news = true;
    if (!catalog->told_lately)
        tell(catalog);
}

/* --- connector.list --- */

int connector_list(struct call *call, const struct connector_list_params *params)
{
    struct connector *connector = connector_of(call);
    struct catalog *catalog = &connector->catalogs[params->kind];
    if (!connector_is_open(call))
        return 0;
    struct list_caller *caller = calloc(1, sizeof *caller);
    if (!caller)
        return -ENOMEM;
    int r = call_defer(call, on_abandoned, caller, &caller->call);
    if (r < 0) {
        free(caller);
        return r;
    }
    list_append(&catalog->callers, &caller->link);
    read_list(catalog);
    return 0;
}

void lists_fail(struct connector *connector, const char *problem)
{
    for (size_t i = 0; i < CONNECTOR_LISTS; i++)
        fail_all(&connector->catalogs[i], ERROR_MCP_SERVER_FAILED, problem);
}

void lists_init(struct connector *connector)
{
    for (size_t i = 0; i < CONNECTOR_LISTS; i++) {
        struct catalog *catalog = &connector->catalogs[i];
        *catalog = (struct catalog){.connector = connector};
        catalog->news.expired = on_news;
        list_init(&catalog->callers);
    }
}

void lists_clear(struct connector *connector)
{
    for (size_t i = 0; i < CONNECTOR_LISTS; i++) {
        struct catalog *catalog = &connector->catalogs[i];
        timers_unset(&connector->helper.rpc.timers, &catalog->news);
        if (catalog->known)
            mcp_catalog_clear(&catalog->content);
        if (catalog->reading)
            mcp_catalog_clear(&catalog->next);
    }
}
