/* Reads a project's .mcp.json. Its text is not trusted. */
#include "daemon/mcp/project.h"

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
#include "base/paths.h"
#include "json/read.h"
#include "json/write.h"

enum { OFFERS_MAX = 100, DEPTH_MAX = 32, HASH_SIZE = 33, VARIABLES_MAX = 64, NAME_MAX_BYTES = 128 /* of a variable */ };

/* --- the file --- */

static bool is_root(const char *directory)
{
    autofree char *git = NULL;
    return strcmp(directory, "/") == 0 || (paths_join(directory, ".git", &git) == 0 && access(git, F_OK) == 0);
}

/* The nearest directory with the file, up to the root of the repository. */
static int find_file(struct mcp_project *project)
{
    char directory[PATH_MAX];
    autofree char *real = realpath(project->scan.cwd, NULL);
    if (!real || strlen(real) >= sizeof directory)
        return real ? -ENAMETOOLONG : -errno;
    (void)snprintf(directory, sizeof directory, "%s", real);
    for (;;) {
        autofree char *path = NULL;
        struct stat info;
        int r = paths_join(directory, MCP_PROJECT_FILE, &path);
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
    if (!S_ISREG(info.st_mode) || info.st_size > MCP_PROJECT_BYTES) {
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
    struct buf text = BUF_LIMITED((size_t)MCP_PROJECT_BYTES * 2);
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

bool mcp_variable_next(struct slice text, size_t from, struct mcp_variable *ret)
{
    for (size_t at = from; at + 3 < text.size + 1; at++) {
        if (text.data[at] != '$' || at + 1 >= text.size || text.data[at + 1] != '{')
            continue;
        size_t name = at + 2, end = name;
        while (end < text.size &&
               (begins_name(text.data[end]) || (end > name && text.data[end] >= '0' && text.data[end] <= '9')))
            end++;
        bool has_fallback = end + 1 < text.size && text.data[end] == ':' && text.data[end + 1] == '-';
        bool is_closed = end < text.size && text.data[end] == '}';
        if (end == name || end - name > NAME_MAX_BYTES || !(is_closed || has_fallback))
            continue;
        const char *close = memchr(text.data + end, '}', text.size - end);
        if (!close) /* nor has any later one an end: the time must not grow with the square of the text */
            return false;
        size_t closes = (size_t)(close - text.data);
        *ret = (struct mcp_variable){.start = at, .end = closes + 1, .name = {text.data + name, end - name}};
        ret->has_fallback = has_fallback;
        if (has_fallback)
            ret->fallback = (struct slice){text.data + end + 2, closes - end - 2};
        return true;
    }
    return false;
}

static int add_variables(struct mcp_offer *offer, struct slice text)
{
    struct mcp_variable found;
    for (size_t at = 0; mcp_variable_next(text, at, &found); at = found.end) {
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

static const char *check_text(struct slice text)
{
    if (text.size > MCP_TEXT_BYTES)
        return "a text has more than 65536 bytes";
    return memchr(text.data, '\0', text.size) ? "a text has a NUL character" : NULL;
}

static const char *check_name(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.data[i] < 0x20 || name.data[i] == 0x7f)
            return "its name has control characters";
    return name.size == 0 || name.size > MCP_NAME_BYTES ? "its name is empty or has more than 256 bytes" : NULL;
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
    if (ret_text->size > MCP_COMMAND_BYTES)
        return "command and url may have at most 4096 bytes";
    return check_text(*ret_text);
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
        const char *wrong = check_text(json_text(item));
        if (wrong)
            return wrong;
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
        const char *wrong = check_text(json_text(item));
        if (wrong)
            return wrong;
        ret_map->items[ret_map->count++] = (struct mcp_offer_env_pair){json_text(key), json_text(item)};
    }
    *ret_is = FIELD_SET;
    return NULL;
}

static const char *check_type(yyjson_val *entry, struct mcp_offer *offer)
{
    yyjson_val *value = yyjson_obj_get(entry, "type");
    struct slice type = yyjson_is_str(value) ? json_text(value) : value ? SLICE("?") : SLICE("");
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
    wrong = check_name(name);
    if (!wrong && !yyjson_is_obj(entry))
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

int mcp_project_parse(struct mcp_project *project, struct slice text)
{
    struct arena *arena = &project->scan.arena;
    struct json_error error;
    yyjson_val *root = NULL, *key, *entry;
    size_t index, max;
    struct slice copy = arena_copy(arena, text);
    int r = copy.data ? json_read(arena, copy, &root, &error) : -ENOMEM;
    if (r == -EINVAL) {
        char problem[128];
        (void)snprintf(problem, sizeof problem, "it is not JSON that weir reads: %s", error.message);
        project->problem = arena_copy(arena, slice_of(problem)).data;
        return project->problem ? 0 : -ENOMEM;
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

void mcp_project_read(struct session_scan *scan)
{
    struct mcp_project *project = list_member(scan, struct mcp_project, scan);
    struct buf text = BUF_LIMITED(MCP_PROJECT_BYTES + (32 << 10));
    int r = find_file(project);
    if (r == 0 && read_text(project->path, &text, &project->problem) == 0)
        r = mcp_project_parse(project, buf_slice(&text));
    buf_clear(&text);
    scan->status = r == -ENOENT && !project->path && access(scan->cwd, F_OK) == 0 ? 0 : r;
}
