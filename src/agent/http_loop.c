/* The calls of a loop: events from libcurl, and deadlines. */
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/http_internal.h"

enum { SPARE_MAX = 1 << 20, CONNECTIONS_KEPT = 8 };

/* The states of all loops; most programs have one loop. */
static struct http *all;

/* --- events from libcurl --- */

static void end_call(struct http_call *call, CURLcode code)
{
    call->is_done = true;
    call->code = code;
}

static void on_ended(void *call, CURLcode code)
{
    end_call(call, code);
}

static void on_broke(void *user)
{
    struct http *http = user;
    for (struct list *link = http->calls.next; link != &http->calls; link = link->next) {
        struct http_call *call = list_member(link, struct http_call, link);
        if (!call->is_done)
            end_call(call, CURLE_OUT_OF_MEMORY);
    }
}

static void on_acted(void *http)
{
    http_tell(http);
}

static const struct multi_handlers handlers = {.ended = on_ended, .broke = on_broke, .acted = on_acted};

/* --- deadlines --- */

static void on_silence(uv_timer_t *timer)
{
    struct http *http = timer->data;
    for (struct list *link = http->calls.next; link != &http->calls; link = link->next) {
        struct http_call *call = list_member(link, struct http_call, link);
        call->is_late |= !call->is_done && http_call_deadline(call) <= uv_now(http->loop);
    }
    http_watch_silence(http);
    http_tell(http);
}

void http_watch_silence(struct http *http)
{
    uint64_t next = UINT64_MAX, now = uv_now(http->loop);
    for (struct list *link = http->calls.next; link != &http->calls; link = link->next) {
        struct http_call *call = list_member(link, struct http_call, link);
        uint64_t deadline = call->is_done || call->is_late ? UINT64_MAX : http_call_deadline(call);
        next = deadline < next ? deadline : next;
    }
    if (next == UINT64_MAX)
        (void)uv_timer_stop(&http->silence);
    else
        (void)uv_timer_start(&http->silence, on_silence, next > now ? next - now : 0, 0);
}

/* --- lifetime --- */

static void on_soon(uv_timer_t *timer)
{
    http_tell(timer->data);
}

void http_tell_soon(struct http *http)
{
    (void)uv_timer_start(&http->soon, on_soon, 0, 0);
}

/* Without calls, the handles must not keep the loop alive. */
static void keep_loop(struct http *http, bool kept)
{
    uv_timer_t *timers[] = {&http->multi.timer, &http->silence, &http->soon};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        (kept ? uv_ref : uv_unref)((uv_handle_t *)timers[i]);
}

struct http *http_of(uv_loop_t *loop)
{
    for (struct http *http = all; http; http = http->next)
        if (http->loop == loop)
            return http;
    struct http *http = calloc(1, sizeof *http);
    if (!http)
        return NULL;
    http->loop = loop;
    http->spare.limit = SPARE_MAX;
    list_init(&http->calls);
    uv_timer_t *timers[] = {&http->multi.timer, &http->silence, &http->soon};
    multi_init(&http->multi, loop);
    (void)uv_timer_init(loop, &http->silence);
    (void)uv_timer_init(loop, &http->soon);
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        timers[i]->data = http;
    http->open_handles = sizeof timers / sizeof *timers;
    keep_loop(http, false);
    http->curl = curl_load(http->problem);
    if (http->curl)
        (void)multi_open(&http->multi, http->curl, CONNECTIONS_KEPT, &handlers, http);
    http->next = all;
    all = http;
    return http;
}

int http_add(struct http *http, struct http_call *call)
{
    int r = http->curl ? multi_add(&http->multi, call->easy) : 0;
    if (r < 0) {
        http->curl->easy_cleanup(call->easy);
        call->easy = NULL;
        return r;
    }
    list_append(&http->calls, &call->link);
    keep_loop(http, true);
    http_watch_silence(http);
    return 0;
}

void http_remove(struct http *http, struct http_call *call)
{
    if (call->easy)
        multi_remove(&http->multi, call->easy);
    list_remove(&call->link);
    if (list_is_empty(&http->calls)) {
        keep_loop(http, false);
        (void)uv_timer_stop(&http->silence);
    }
}

static void on_closed(uv_handle_t *handle)
{
    struct http *http = handle->data;
    if (--http->open_handles > 0)
        return;
    buf_clear(&http->spare);
    free(http);
}

void http_close(uv_loop_t *loop)
{
    struct http **place = &all;
    while (*place && (*place)->loop != loop)
        place = &(*place)->next;
    struct http *http = *place;
    if (!http)
        return;
    *place = http->next;
    while (!list_is_empty(&http->calls))
        http_call_free(list_member(http->calls.next, struct http_call, link));
    multi_close(&http->multi, on_closed);
    uv_close((uv_handle_t *)&http->silence, on_closed);
    uv_close((uv_handle_t *)&http->soon, on_closed);
}

/* --- loading libcurl --- */

enum { OLDEST = 0x075500 }; /* 7.85: the first version with CURLOPT_PROTOCOLS_STR */

/* --- memory --- */

/* Keys pass through libcurl's buffers: wipes all its memory before it is freed. */
static void wipe_and_free(void *memory)
{
    if (memory)
        explicit_bzero(memory, malloc_usable_size(memory));
    free(memory);
}

static void *move(void *memory, size_t size)
{
    void *moved = malloc(size ? size : 1);
    if (moved && memory) {
        size_t old = malloc_usable_size(memory);
        memcpy(moved, memory, old < size ? old : size);
        wipe_and_free(memory);
    }
    return moved;
}

/* --- loading --- */

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
    {"curl_easy_init", offsetof(struct curl_api, easy_init)},
    {"curl_easy_cleanup", offsetof(struct curl_api, easy_cleanup)},
    {"curl_easy_setopt", offsetof(struct curl_api, easy_setopt)},
    {"curl_easy_getinfo", offsetof(struct curl_api, easy_getinfo)},
    {"curl_easy_pause", offsetof(struct curl_api, easy_pause)},
    {"curl_easy_strerror", offsetof(struct curl_api, easy_strerror)},
    {"curl_slist_append", offsetof(struct curl_api, slist_append)},
    {"curl_slist_free_all", offsetof(struct curl_api, slist_free_all)},
    {"curl_multi_init", offsetof(struct curl_api, multi_init)},
    {"curl_multi_cleanup", offsetof(struct curl_api, multi_cleanup)},
    {"curl_multi_setopt", offsetof(struct curl_api, multi_setopt)},
    {"curl_multi_add_handle", offsetof(struct curl_api, multi_add_handle)},
    {"curl_multi_remove_handle", offsetof(struct curl_api, multi_remove_handle)},
    {"curl_multi_socket_action", offsetof(struct curl_api, multi_socket_action)},
    {"curl_multi_assign", offsetof(struct curl_api, multi_assign)},
    {"curl_multi_info_read", offsetof(struct curl_api, multi_info_read)},
};

static bool find(void *library, const char *name, void *place)
{
    void *function = dlsym(library, name);
    memcpy(place, &function, sizeof function);
    return function != NULL;
}

static bool begin(void *library, char problem[static CURL_PROBLEM_SIZE])
{
    CURLcode (*init)(long, curl_malloc_callback, curl_free_callback, curl_realloc_callback, curl_strdup_callback,
                     curl_calloc_callback) = NULL;
    curl_version_info_data *(*version)(CURLversion) = NULL;
    if (!find(library, "curl_global_init_mem", (void *)&init) ||
        !find(library, "curl_version_info", (void *)&version)) {
        (void)snprintf(problem, CURL_PROBLEM_SIZE, "libcurl.so.4 is not libcurl: it has no curl_version_info");
        return false;
    }
    const curl_version_info_data *info = version(CURLVERSION_NOW);
    if (info->version_num < OLDEST) {
        (void)snprintf(problem, CURL_PROBLEM_SIZE, "libcurl %s is too old; version 7.85 or later is needed",
                       info->version);
        return false;
    }
    CURLcode code = init(CURL_GLOBAL_DEFAULT, malloc, wipe_and_free, move, strdup, calloc);
    if (code != CURLE_OK)
        (void)snprintf(problem, CURL_PROBLEM_SIZE, "cannot initialize libcurl (error %d)", (int)code);
    return code == CURLE_OK;
}

const struct curl_api *curl_load(char problem[static CURL_PROBLEM_SIZE])
{
    /* Loaded once per process: libraries that libcurl has loaded cannot be unloaded. */
    static struct curl_api api;
    static bool is_loaded;
    if (is_loaded)
        return &api;
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        (void)snprintf(problem, CURL_PROBLEM_SIZE, "cannot load libcurl; install libcurl4 (%.120s)",
                       why ? why : "no reason given");
        return NULL;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (find(library, functions[i].name, (char *)&api + functions[i].offset))
            continue;
        (void)snprintf(problem, CURL_PROBLEM_SIZE, "libcurl.so.4 has no %s, so it is too old", functions[i].name);
        return NULL;
    }
    is_loaded = begin(library, problem);
    return is_loaded ? &api : NULL;
}
