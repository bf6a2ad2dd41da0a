/* libcurl, loaded when it is first needed: linked in, it would cost every executor megabytes. */
#pragma once

#include <curl/curl.h>

/* The functions that are used, by their names without curl_. */
struct curl_api {
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
    CURLcode (*easy_pause)(CURL *easy, int mask);
    const char *(*easy_strerror)(CURLcode code);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
    void (*slist_free_all)(struct curl_slist *list);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *multi);
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_socket_action)(CURLM *multi, curl_socket_t fd, int flags, int *running);
    CURLMcode (*multi_assign)(CURLM *multi, curl_socket_t fd, void *user);
    CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
};

enum { CURL_PROBLEM_SIZE = 256 };

/* NULL, with a sentence that says what to do: it is not there, or too old. */
const struct curl_api *curl_load(char problem[static CURL_PROBLEM_SIZE]);
