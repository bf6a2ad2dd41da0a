/* mcp.offers and mcp.approve: servers that a project's .mcp.json offers. None is started before a person has approved
 * its entry as it is. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/paths.h"
#include "contract/session.h"
#include "daemon/mcp/configure.h"
#include "daemon/mcp/internal.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/format.h"
#include "json/read.h"
#include "json/write.h"

#define FILE_NAME ".mcp.json"

enum {
    FILE_BYTES = 1 << 20,
    OFFERS_MAX = 100,
    DEPTH_MAX = 32,
    HASH_SIZE = 33,
    PARSED_BYTES = 64 << 20,
    ARENA_BYTES = 32 << 20,
    VARIABLES_MAX = 64,
    NAME_MAX_BYTES = 128, /* of a variable */
};

/* --- reading the file, on a resolver thread --- */

struct project {
    struct session_scan scan;
    bool approves; /* for mcp.approve */
    char *directory;
    char *path;
    const char *problem;
    struct mcp_offer *offers;
    size_t count;
};

static bool is_root(const char *directory)
{
    autofree char *git = NULL;
    return strcmp(directory, "/") == 0 || (paths_join(directory, ".git", &git) == 0 && access(git, F_OK) == 0);
}

/* The nearest directory with the file, up to the root of the repository. */
static int find_file(struct project *project)
{
    char directory[PATH_MAX];
    autofree char *real = realpath(project->scan.cwd, NULL);
    if (!real || strlen(real) >= sizeof directory)
        return real ? -ENAMETOOLONG : -errno;
    (void)snprintf(directory, sizeof directory, "%s", real);
    for (;;) {
        autofree char *path = NULL;
        struct stat info;
        int r = paths_join(directory, FILE_NAME, &path);
        if (r < 0)
            return r;
        if (lstat(path, &info) == 0) {
            project->directory = (char *)arena_copy(&project->scan.arena, slice_of(directory)).data;
            project->path = (char *)arena_copy(&project->scan.arena, slice_of(path)).data;
            return project->path && project->directory ? 0 : -ENOMEM;
        }
        if (is_root(directory))
            return -ENOENT;
        char *slash = strrchr(directory, '/');
        *(slash == directory ? slash + 1 : slash) = '\0';
    }
}

static int read_text(const char *path, struct buf *text, const char **ret_problem)
{
    struct stat info;
    autoclose int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) < 0) {
        *ret_problem = fd < 0 && errno == ELOOP ? "it is a symbolic link" : "it cannot be read";
        return -EINVAL;
    }
    if (!S_ISREG(info.st_mode) || info.st_size > FILE_BYTES) {
        *ret_problem = S_ISREG(info.st_mode) ? "it is larger than 1 MiB" : "it is not a plain file";
        return -EINVAL;
    }
    for (;;) {
        char *room = buf_room(text, 16 << 10);
        ssize_t n = room ? read(fd, room, 16 << 10) : -1;
        if (n < 0) {
            *ret_problem = room ? "it cannot be read" : "it is larger than 1 MiB";
            return -EINVAL;
        }
        if (n == 0)
            return 0;
        text->size += (size_t)n;
    }
}

/* --- an entry --- */

static int compare_keys(const void *a, const void *b)
{
    struct slice one = json_text(*(yyjson_val *const *)a), other = json_text(*(yyjson_val *const *)b);
    int order = memcmp(one.data, other.data, one.size < other.size ? one.size : other.size);
    return order != 0 ? order : (one.size > other.size) - (one.size < other.size);
}

/* Keys sorted, no white space: the same entry has the same hash however it is written. */
static int write_canonical(struct buf *out, yyjson_val *value)
{
    size_t index, max, count = 0;
    yyjson_val *key, *item;
    if (yyjson_is_arr(value)) {
        buf_append_char(out, '[');
        yyjson_arr_foreach(value, index, max, item)
        {
            if (index > 0)
                buf_append_char(out, ',');
            (void)write_canonical(out, item);
        }
        return buf_append_char(out, ']');
    }
    if (!yyjson_is_obj(value))
        return json_write_value(out, value);
    yyjson_val **keys = calloc(yyjson_obj_size(value) + 1, sizeof *keys);
    if (!keys)
        return -ENOMEM;
    yyjson_obj_foreach(value, index, max, key, item) keys[count++] = key;
    qsort(keys, count, sizeof *keys, compare_keys);
    buf_append_char(out, '{');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        json_write_string(out, json_text(keys[i]));
        buf_append_char(out, ':');
        (void)write_canonical(out, yyjson_obj_iter_get_val(keys[i]));
    }
    free(keys);
    return buf_append_char(out, '}');
}

static struct slice hash_of(struct arena *arena, yyjson_val *entry)
{
    unsigned char sum[(HASH_SIZE - 1) / 2];
    char hash[HASH_SIZE];
    struct buf text = BUF_LIMITED(FILE_BYTES * 2);
    if (write_canonical(&text, entry) < 0) {
        buf_clear(&text);
        return (struct slice){0};
    }
    (void)crypto_generichash(sum, sizeof sum, (const unsigned char *)text.data, text.size, NULL, 0);
    (void)sodium_bin2hex(hash, sizeof hash, sum, sizeof sum);
    buf_clear(&text);
    return arena_copy(arena, slice_of(hash));
}

static bool begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Finds the next ${NAME} or ${NAME:-default}. False: there is none. */
struct variable {
    size_t start, end; /* in the text, with its braces */
    struct slice name, fallback;
    bool has_fallback;
};

static bool next_variable(struct slice text, size_t from, struct variable *ret)
{
    for (size_t at = from; at + 3 < text.size + 1; at++) {
        if (text.data[at] != '$' || at + 1 >= text.size || text.data[at + 1] != '{')
            continue;
        size_t name = at + 2, end = name;
        while (end < text.size &&
               (begins_name(text.data[end]) || (end > name && text.data[end] >= '0' && text.data[end] <= '9')))
            end++;
        bool has_fallback = end + 1 < text.size && text.data[end] == ':' && text.data[end + 1] == '-';
        const char *close = end < text.size ? memchr(text.data + end, '}', text.size - end) : NULL;
        if (end == name || !close || (!has_fallback && text.data + end != close) || end - name > NAME_MAX_BYTES)
            continue;
        size_t closes = (size_t)(close - text.data);
        *ret = (struct variable){.start = at, .end = closes + 1, .name = {text.data + name, end - name}};
        ret->has_fallback = has_fallback;
        if (has_fallback)
            ret->fallback = (struct slice){text.data + end + 2, closes - end - 2};
        return true;
    }
    return false;
}

static int add_variables(struct mcp_offer *offer, struct slice text)
{
    struct variable found;
    for (size_t at = 0; next_variable(text, at, &found); at = found.end) {
        bool is_known = false;
        for (size_t i = 0; i < offer->variables.count; i++)
            is_known |= slice_equal(offer->variables.items[i], found.name);
        if (is_known)
            continue;
        if (offer->variables.count == VARIABLES_MAX)
            return -E2BIG;
        offer->variables.items[offer->variables.count++] = found.name;
    }
    return 0;
}

static const char *read_text_member(yyjson_val *entry, const char *name, struct slice *ret_text, enum field_is *ret_is)
{
    yyjson_val *value = yyjson_obj_get(entry, name);
    if (!value)
        return NULL;
    if (!yyjson_is_str(value) || yyjson_get_len(value) == 0)
        return "command and url must be texts";
    *ret_text = json_text(value);
    *ret_is = FIELD_SET;
    return memchr(ret_text->data, '\0', ret_text->size) ? "a text has a NUL character" : NULL;
}

static const char *read_args(struct arena *arena, yyjson_val *entry, struct mcp_offer *offer)
{
    enum { ARGS_MAX = 256 };
    size_t index, max;
    yyjson_val *value = yyjson_obj_get(entry, "args"), *item;
    if (!value)
        return NULL;
    if (!yyjson_is_arr(value) || yyjson_arr_size(value) > ARGS_MAX)
        return "args must be an array of at most 256 texts";
    offer->args.items = arena_alloc(arena, (yyjson_arr_size(value) + 1) * sizeof *offer->args.items);
    if (!offer->args.items)
        return "out of memory";
    yyjson_arr_foreach(value, index, max, item)
    {
        if (!yyjson_is_str(item))
            return "args must be an array of texts";
        offer->args.items[offer->args.count++] = json_text(item);
    }
    return NULL;
}

static const char *read_map(struct arena *arena, yyjson_val *entry, const char *name, struct mcp_offer_env *ret_map,
                            enum field_is *ret_is)
{
    size_t index, max;
    yyjson_val *value = yyjson_obj_get(entry, name), *key, *item;
    if (!value)
        return NULL;
    if (!yyjson_is_obj(value) || yyjson_obj_size(value) > 256)
        return "env and headers must be objects with at most 256 texts";
    ret_map->items = arena_alloc(arena, (yyjson_obj_size(value) + 1) * sizeof *ret_map->items);
    if (!ret_map->items)
        return "out of memory";
    yyjson_obj_foreach(value, index, max, key, item)
    {
        if (!yyjson_is_str(item))
            return "env and headers must be objects with texts";
        ret_map->items[ret_map->count++] = (struct mcp_offer_env_pair){json_text(key), json_text(item)};
    }
    *ret_is = FIELD_SET;
    return NULL;
}

static const char *check_type(yyjson_val *entry, struct mcp_offer *offer)
{
    struct slice type = json_text(yyjson_obj_get(entry, "type"));
    bool is_http =
        type.size > 0 ? slice_is(type, "http") || slice_is(type, "streamable-http") : offer->url_is == FIELD_SET;
    if (type.size > 0 && !is_http && !slice_is(type, "stdio"))
        return slice_is(type, "sse") ? "its type is sse, the transport of old versions; weir supports stdio and http"
                                     : "its type is not known; weir supports stdio and http";
    offer->transport = is_http ? CONNECTOR_TRANSPORT_HTTP : CONNECTOR_TRANSPORT_STDIO;
    offer->transport_is = FIELD_SET;
    if (is_http)
        return offer->url_is != FIELD_SET ? "an http server needs a url" : NULL;
    return offer->command_is != FIELD_SET ? "a stdio server needs a command" : NULL;
}

static const char *find_variables(struct arena *arena, struct mcp_offer *offer)
{
    int r = 0;
    offer->variables.items = arena_alloc(arena, VARIABLES_MAX * sizeof *offer->variables.items);
    if (!offer->variables.items)
        return "out of memory";
    if (offer->command_is == FIELD_SET)
        r = add_variables(offer, offer->command);
    if (r == 0 && offer->url_is == FIELD_SET)
        r = add_variables(offer, offer->url);
    for (size_t i = 0; r == 0 && i < offer->args.count; i++)
        r = add_variables(offer, offer->args.items[i]);
    for (size_t i = 0; r == 0 && i < offer->env.count; i++)
        r = add_variables(offer, offer->env.items[i].value);
    for (size_t i = 0; r == 0 && i < offer->headers.count; i++)
        r = add_variables(offer, offer->headers.items[i].value);
    return r < 0 ? "it has more than 64 variables" : NULL;
}

static int read_entry(struct arena *arena, struct slice name, yyjson_val *entry, struct mcp_offer *offer)
{
    const char *wrong = NULL;
    struct mcp_offer_env headers = {0};
    *offer = (struct mcp_offer){.name = name, .hash = hash_of(arena, entry), .state = MCP_OFFER_STATE_NEW};
    if (!offer->hash.data)
        return -ENOMEM;
    if (!yyjson_is_obj(entry))
        wrong = "its entry is not an object";
    if (!wrong)
        wrong = read_text_member(entry, "command", &offer->command, &offer->command_is);
    if (!wrong)
        wrong = read_text_member(entry, "url", &offer->url, &offer->url_is);
    if (!wrong)
        wrong = read_args(arena, entry, offer);
    if (!wrong)
        wrong = read_map(arena, entry, "env", &offer->env, &offer->env_is);
    if (!wrong)
        wrong = read_map(arena, entry, "headers", &headers, &offer->headers_is);
    _Static_assert(sizeof headers == sizeof offer->headers, "a map");
    memcpy(&offer->headers, &headers, sizeof headers);
    if (!wrong)
        wrong = check_type(entry, offer);
    if (!wrong)
        wrong = find_variables(arena, offer);
    if (wrong) {
        offer->state = MCP_OFFER_STATE_INVALID;
        offer->problem = slice_of(wrong);
        offer->problem_is = FIELD_SET;
    }
    return 0;
}

static int read_offers(struct project *project, struct slice text)
{
    struct arena *arena = &project->scan.arena;
    struct json_error error;
    yyjson_val *root = NULL, *key, *entry;
    size_t index, max;
    struct slice copy = arena_copy(arena, text);
    int r = copy.data ? json_read(arena, copy, &root, &error) : -ENOMEM;
    if (r == -EINVAL) {
        project->problem = "it is not JSON";
        return 0;
    }
    yyjson_val *servers = r == 0 ? yyjson_obj_get(root, "mcpServers") : NULL;
    if (r == 0 &&
        (!yyjson_is_obj(servers) || yyjson_obj_size(servers) > OFFERS_MAX || json_is_deeper(root, DEPTH_MAX))) {
        project->problem = yyjson_is_obj(servers) ? "it has more than 100 servers, or is nested too deeply"
                                                  : "it has no object mcpServers";
        return 0;
    }
    if (r < 0)
        return r;
    project->offers = arena_zeroed(arena, (yyjson_obj_size(servers) + 1) * sizeof *project->offers);
    if (!project->offers)
        return -ENOMEM;
    yyjson_obj_foreach(servers, index, max, key, entry)
    {
        if (r == 0)
            r = read_entry(arena, json_text(key), entry, &project->offers[project->count++]);
    }
    return r;
}

static void read_project(struct session_scan *scan)
{
    struct project *project = list_member(scan, struct project, scan);
    struct buf text = BUF_LIMITED(FILE_BYTES + (32 << 10));
    int r = find_file(project);
    if (r == 0 && read_text(project->path, &text, &project->problem) == 0)
        r = read_offers(project, buf_slice(&text));
    buf_clear(&text);
    scan->status = r == -ENOENT && !project->path && access(scan->cwd, F_OK) == 0 ? 0 : r;
}

/* --- ids --- */

/* An id like the name, and with a hash of the project if another server has it. */
static void make_id(const struct mcp_hub *hub, const struct project *project, struct slice name,
                    char id[static MCP_ID_MAX + 1])
{
    enum { HASHED = 8 };
    unsigned char sum[16];
    size_t size = 0;
    for (size_t i = 0; i < name.size && size < MCP_ID_MAX; i++) {
        char c = name.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || (size > 0 && id[size - 1] != '-'))
            id[size++] = plain ? c : '-';
    }
    while (size > 0 && id[size - 1] == '-')
        size--;
    id[size] = '\0';
    const struct mcp_entry *entry = mcp_entry_find(hub, slice_of(id));
    bool is_other =
        entry && (!entry->project || strcmp(entry->project, project->directory) != 0 || !slice_is(name, entry->name));
    if (size > 0 && !is_other && strcmp(id, "weir") != 0 && strcmp(id, "browser") != 0)
        return;
    if (size > MCP_ID_MAX - HASHED - 1)
        size = MCP_ID_MAX - HASHED - 1;
    struct buf text = BUF_LIMITED(PATH_MAX + 4096);
    buf_append_text(&text, project->directory);
    buf_append_char(&text, '\n');
    buf_append_slice(&text, name);
    (void)crypto_generichash(sum, sizeof sum, (const unsigned char *)text.data, text.size, NULL, 0);
    buf_clear(&text);
    if (size == 0)
        id[size++] = 'p';
    (void)snprintf(id + size, MCP_ID_MAX + 1 - size, "-%02x%02x%02x%02x", sum[0], sum[1], sum[2], sum[3]);
}

/* --- the approvals --- */

struct look {
    struct project *project; /* its arena has the offers; owned by the request until its answer */
    struct store_mcp_offers known;
};

static void set_state(const struct mcp_hub *hub, const struct project *project, const struct store_mcp_offers *known,
                      struct mcp_offer *offer, struct arena *arena)
{
    char id[MCP_ID_MAX + 1];
    if (offer->state == MCP_OFFER_STATE_INVALID)
        return;
    make_id(hub, project, offer->name, id);
    offer->server_id = arena_copy(arena, slice_of(id));
    for (size_t i = 0; i < known->count; i++) {
        const struct store_mcp_offer *one = &known->items[i];
        if (!slice_equal(one->name, offer->name))
            continue;
        if (one->approved && one->server.size > 0)
            offer->server_id = one->server;
        if (slice_equal(one->hash, offer->hash))
            offer->state = one->approved ? MCP_OFFER_STATE_APPROVED : MCP_OFFER_STATE_DECLINED;
        else if (one->approved)
            offer->state = MCP_OFFER_STATE_CHANGED;
    }
    offer->server_id_is = offer->server_id.data ? FIELD_SET : FIELD_ABSENT;
}

static int find_known(struct store_request *request, struct store_tx *tx)
{
    struct look *look = request->more;
    return store_mcp_offer_list(tx, slice_of(look->project->directory), &request->arena, &look->known);
}

static void release(struct project *project)
{
    arena_clear(&project->scan.arena);
    free(project);
}

static void answer_known(struct store_request *request);

/* The scan is freed after this returns: the project lives on with its arena. */
static void on_read(struct session_scan *scan)
{
    struct project *read = list_member(scan, struct project, scan);
    struct call *call = scan->call;
    if (!read->path || read->problem) {
        struct mcp_offers_result result = {.path = slice_of(read->path),
                                           .path_is = read->path ? FIELD_SET : FIELD_ABSENT,
                                           .problem = slice_of(read->problem),
                                           .problem_is = read->problem ? FIELD_SET : FIELD_ABSENT};
        if (read->approves)
            (void)call_fail(call, ERROR_MCP_NOT_OFFERED, "the project offers no servers: %s",
                            read->problem ? read->problem : "there is no " FILE_NAME);
        else
            (void)mcp_offers_reply(call, &result);
        return;
    }
    struct project *project = malloc(sizeof *project);
    if (!project) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
        return;
    }
    *project = *read;
    read->scan.arena = (struct arena)ARENA_LIMITED(0);
    const struct look look = {.project = project};
    scan->call = NULL;
    int r = store_request_read_with(call, &look, sizeof look, find_known, answer_known);
    if (r == 0)
        return;
    (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    (void)call_drop(call);
    release(project);
}

/* --- mcp.approve --- */

struct approving {
    struct project *project;
    struct arena arena; /* of the request's rows */
    struct mcp_offer *offer;
    struct store_mcp_offer row;
    struct mcp_connect_params params;
    struct store_change change; /* of a refusal */
    struct mcp_hub *hub;
    struct call *call; /* deferred and held */
};

static void approving_free(struct approving *approving)
{
    release(approving->project);
    arena_wipe(&approving->arena);
    arena_clear(&approving->arena);
    free(approving);
}

static const struct slice *value_of(const struct mcp_approve_params *params, struct slice name)
{
    for (size_t i = 0; params->variables_is == FIELD_SET && i < params->variables.count; i++)
        if (slice_equal(params->variables.items[i].key, name))
            return &params->variables.items[i].value;
    return NULL;
}

/* Replaces the variables. -ENOENT: one has neither value nor default; *ret_missing names it. */
static int expand(struct approving *approving, struct slice text, struct slice *ret_text, struct slice *ret_missing)
{
    const struct mcp_approve_params *params = approving->call->params;
    struct buf out = BUF_LIMITED(FILE_BYTES);
    struct variable found;
    size_t at = 0;
    out.traceless = true;
    while (next_variable(text, at, &found)) {
        const struct slice *value = value_of(params, found.name);
        buf_append(&out, text.data + at, found.start - at);
        at = found.end;
        if (!value && !found.has_fallback) {
            *ret_missing = found.name;
            buf_clear(&out);
            return -ENOENT;
        }
        buf_append_slice(&out, value ? *value : found.fallback);
    }
    buf_append(&out, text.data + at, text.size - at);
    *ret_text = out.error ? (struct slice){0} : arena_copy(&approving->arena, out.data ? buf_slice(&out) : SLICE(""));
    buf_wipe(&out);
    buf_clear(&out);
    return ret_text->data ? 0 : -ENOMEM;
}

static int expand_pairs(struct approving *approving, const struct mcp_offer_env *from,
                        struct mcp_connect_params_env *to, struct slice *ret_missing)
{
    to->items = arena_zeroed(&approving->arena, (from->count + 1) * sizeof *to->items);
    int r = to->items ? 0 : -ENOMEM;
    for (size_t i = 0; r == 0 && i < from->count; i++) {
        to->items[i].key = from->items[i].key;
        r = expand(approving, from->items[i].value, &to->items[i].value, ret_missing);
        to->count++;
    }
    return r;
}

static int fill(struct approving *approving, struct slice *ret_missing)
{
    const struct mcp_offer *offer = approving->offer;
    struct mcp_connect_params *params = &approving->params;
    struct mcp_connect_params_env headers = {0};
    struct mcp_offer_env offered = {0};
    struct slice *args = arena_zeroed(&approving->arena, (offer->args.count + 1) * sizeof *args);
    *params = (struct mcp_connect_params){
        .server_id = offer->server_id,
        .name = offer->name,
        .transport = offer->transport,
        .command_is = offer->command_is,
        .url_is = offer->url_is,
        .args = {args, offer->args.count},
        .api_key_env = SLICE("API_KEY"),
        .network = MCP_NETWORK_FULL,
    };
    int r = args ? 0 : -ENOMEM;
    if (r == 0 && offer->command_is == FIELD_SET)
        r = expand(approving, offer->command, &params->command, ret_missing);
    if (r == 0 && offer->url_is == FIELD_SET)
        r = expand(approving, offer->url, &params->url, ret_missing);
    for (size_t i = 0; r == 0 && i < offer->args.count; i++)
        r = expand(approving, offer->args.items[i], &args[i], ret_missing);
    if (r == 0)
        r = expand_pairs(approving, &offer->env, &params->env, ret_missing);
    memcpy(&offered, &offer->headers, sizeof offered);
    if (r == 0)
        r = expand_pairs(approving, &offered, &headers, ret_missing);
    memcpy(&params->headers, &headers, sizeof headers);
    if (offer->transport == CONNECTOR_TRANSPORT_STDIO) { /* it works on the project */
        params->cwd = slice_of(approving->project->directory);
        params->cwd_is = FIELD_SET;
    }
    return r;
}

static void reply_offer(struct approving *approving, enum mcp_offer_state state)
{
    struct mcp_offer offer = *approving->offer;
    offer.state = state;
    (void)mcp_approve_reply(approving->call, &offer);
    (void)call_drop(approving->call);
    approving_free(approving);
}

static void on_configured(struct mcp_entry *entry, const struct mcp_configuration *configuration)
{
    struct approving *approving = configuration->user;
    if (entry) {
        reply_offer(approving, MCP_OFFER_STATE_APPROVED);
        return;
    }
    (void)call_drop(approving->call);
    approving_free(approving);
}

static void approve(struct approving *approving)
{
    struct slice missing = {0};
    int r = fill(approving, &missing);
    const struct mcp_configuration configuration = {
        .call = approving->call,
        .params = &approving->params,
        .project = slice_of(approving->project->directory),
        .offer = &approving->row,
        .then = on_configured,
        .user = approving,
    };
    if (r == -ENOENT)
        (void)call_fail(approving->call, ERROR_MCP_SERVER_REFUSED,
                        "the entry needs a value for the variable %.*s; pass it in variables", SLICE_ARG(missing));
    if (r == 0)
        r = mcp_configure(approving->hub, &configuration);
    if (r == 1)
        return;
    if (r < 0 && r != -ENOENT)
        (void)call_fail(approving->call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    (void)call_drop(approving->call);
    approving_free(approving);
}

static int apply_refusal(struct store_change *change, struct store_tx *tx)
{
    const struct approving *approving = list_member(change, struct approving, change);
    return store_mcp_offer_put(tx, slice_of(approving->project->directory), &approving->row, clock_epoch_ms());
}

/* A declined server that was approved before is removed by mcp.remove. */
static void on_refused(struct store_change *change)
{
    struct approving *approving = list_member(change, struct approving, change);
    if (change->status == 0) {
        reply_offer(approving, MCP_OFFER_STATE_DECLINED);
        return;
    }
    (void)store_fail_call(approving->hub->store, approving->call, change->status);
    (void)call_drop(approving->call);
    approving_free(approving);
}

/* Takes the project and the call, which is deferred and held. */
static void decide(struct mcp_hub *hub, struct call *call, struct project *project,
                   const struct store_mcp_offers *known)
{
    const struct mcp_approve_params *params = call->params;
    struct approving *approving = calloc(1, sizeof *approving);
    if (!approving) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
        (void)call_drop(call);
        release(project);
        return;
    }
    *approving = (struct approving){.project = project, .hub = hub, .call = call, .arena = ARENA_LIMITED(ARENA_BYTES)};
    for (size_t i = 0; i < project->count; i++)
        if (slice_equal(project->offers[i].name, params->name))
            approving->offer = &project->offers[i];
    struct mcp_offer *offer = approving->offer;
    if (!offer || !slice_equal(offer->hash, params->hash) || offer->state == MCP_OFFER_STATE_INVALID) {
        (void)call_fail(call, ERROR_MCP_NOT_OFFERED, "%.256s offers %s", project->path,
                        !offer                                    ? "no server of this name"
                        : offer->state == MCP_OFFER_STATE_INVALID ? offer->problem.data
                                                                  : "another entry of this name now; look at it again");
        (void)call_drop(call);
        approving_free(approving);
        return;
    }
    set_state(hub, project, known, offer, &project->scan.arena);
    struct slice id = offer->server_id;
    offer->server_id = arena_copy(&project->scan.arena, id);
    approving->row = (struct store_mcp_offer){
        .name = offer->name, .hash = offer->hash, .server = offer->server_id, .approved = params->approve};
    if (params->approve) {
        approve(approving);
        return;
    }
    approving->change = (struct store_change){.apply = apply_refusal, .done = on_refused};
    (void)store_write(hub->store, &approving->change);
}

/* --- mcp.offers --- */

static void answer_known(struct store_request *request)
{
    struct look *look = request->more;
    struct project *project = look->project;
    struct mcp_hub *hub = mcp_hub_of(request->call);
    if (request->call->answered || request->status < 0) {
        if (!request->call->answered)
            (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
        release(project);
        return;
    }
    if (project->approves) {
        decide(hub, store_request_keep_call(request), project, &look->known);
        return;
    }
    for (size_t i = 0; i < project->count; i++)
        set_state(hub, project, &look->known, &project->offers[i], &project->scan.arena);
    (void)mcp_offers_reply(request->call, &(struct mcp_offers_result){
                                              .path = slice_of(project->path),
                                              .path_is = FIELD_SET,
                                              .offers = {project->offers, project->count},
                                          });
    release(project);
}

/* --- handlers --- */

static void where_offers(const void *params, struct slice *ret_session_id, struct slice *ret_cwd)
{
    *ret_session_id = (struct slice){0};
    *ret_cwd = ((const struct mcp_offers_params *)params)->cwd;
}

static void where_approve(const void *params, struct slice *ret_session_id, struct slice *ret_cwd)
{
    *ret_session_id = (struct slice){0};
    *ret_cwd = ((const struct mcp_approve_params *)params)->cwd;
}

static int fill_offers(struct session_scan *scan)
{
    (void)scan;
    return 0;
}

static int fill_approve(struct session_scan *scan)
{
    list_member(scan, struct project, scan)->approves = true;
    return 0;
}

int mcp_offers(struct call *call, const struct mcp_offers_params *params)
{
    static const struct session_scan_kind kind = {.lane = "mcp",
                                                  .size = sizeof(struct project),
                                                  .arena_bytes = PARSED_BYTES,
                                                  .where = where_offers,
                                                  .fill = fill_offers,
                                                  .work = read_project,
                                                  .answer = on_read};
    (void)params;
    return mcp_hub_refuses(mcp_hub_of(call), call) ? 0 : session_scan(call, &kind);
}

int mcp_approve(struct call *call, const struct mcp_approve_params *params)
{
    static const struct session_scan_kind kind = {.lane = "mcp",
                                                  .size = sizeof(struct project),
                                                  .arena_bytes = PARSED_BYTES,
                                                  .where = where_approve,
                                                  .fill = fill_approve,
                                                  .work = read_project,
                                                  .answer = on_read};
    (void)params;
    return mcp_hub_refuses(mcp_hub_of(call), call) ? 0 : session_scan(call, &kind);
}
