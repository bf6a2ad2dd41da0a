#include "agent/curl.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
