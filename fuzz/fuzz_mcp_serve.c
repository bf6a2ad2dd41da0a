/* Fuzzes what weir-executor reads from an agent over the FIFOs of an MCP server: the lines at the door, and the lines
 * of a client. Whatever comes, each line sent is one JSON object, and no request is answered twice or lost. */
#include "fuzz.h"

#include "executor/relay_internal.h"
#include "json/read.h"

enum { MEMORY = 256 << 20, HELD = 8 };

struct scene {
    struct mcp_serve serve;
    struct mcp_serve_request *held[HELD];
    size_t held_count;
    unsigned turn;
    size_t open;
};

static void on_send(void *user, struct slice line)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    yyjson_val *root;
    struct json_error error;
    (void)user;
    must(json_read(&arena, line, &root, &error) == 0 && yyjson_is_obj(root) && !memchr(line.data, '\n', line.size));
    arena_clear(&arena);
}

static void settle(struct scene *scene, struct mcp_serve_request *request)
{
    double total = 3;
    scene->open--;
    mcp_serve_progress(request, scene->turn, scene->turn % 2 ? &total : NULL, SLICE("so far"));
    if (scene->turn++ % 3 == 0)
        mcp_serve_fail(request, MCP_SERVE_INTERNAL_ERROR, SLICE("no"), (struct slice){0});
    else
        mcp_serve_answer(request, SLICE("\"content\":[]"));
}

static void on_request(void *user, struct mcp_serve_request *request, yyjson_val *params)
{
    struct scene *scene = user;
    must(!params || yyjson_is_obj(params));
    scene->open++;
    if (scene->held_count < HELD && scene->turn++ % 2)
        scene->held[scene->held_count++] = request;
    else
        settle(scene, request);
}

static void on_cancelled(void *user, struct mcp_serve_request *request)
{
    struct scene *scene = user;
    size_t at = 0;
    while (at < scene->held_count && scene->held[at] != request)
        at++;
    must(at < scene->held_count);
    scene->held[at] = scene->held[--scene->held_count];
    scene->open--;
}

static const struct mcp_serve_handlers handlers = {on_send, on_request, on_cancelled};

static void check_knock(struct slice line)
{
    char instance[RELAY_INSTANCE_DIGITS + 1];
    struct slice server;
    if (!relay_knock_read(line, instance, &server))
        return;
    must(strlen(instance) == RELAY_INSTANCE_DIGITS && strspn(instance, "0123456789abcdef") == RELAY_INSTANCE_DIGITS);
    must(server.size > 0 && server.data + server.size == line.data + line.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct mcp_serve_options options = {.name = SLICE("s"),
                                              .title = SLICE("S"),
                                              .version = SLICE("1"),
                                              .tools = true,
                                              .prompts = true,
                                              .resources = true};
    struct scene scene = {0};
    struct framer framer = FRAMER_LIMITED(64 << 10);
    struct slice bytes = {(const char *)data, size}, line;
    mcp_serve_init(&scene.serve, &options, &handlers, &scene);
    for (enum frame frame; (frame = framer_next(&framer, &bytes, &line)) != FRAME_NONE;) {
        if (frame != FRAME_LINE)
            continue;
        check_knock(line);
        mcp_serve_take(&scene.serve, line);
        must(scene.serve.request_count == scene.open && scene.held_count == scene.open);
        mcp_serve_changed(&scene.serve, (enum mcp_serve_change)(scene.turn % 3));
        if (scene.held_count > 0 && scene.turn % 5 == 0)
            settle(&scene, scene.held[--scene.held_count]);
    }
    mcp_serve_clear(&scene.serve);
    must(scene.open == 0 && scene.held_count == 0);
    framer_clear(&framer);
    return 0;
}
