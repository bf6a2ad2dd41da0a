/* Tests multi.c with a simulated libcurl. */
#include "transfer/multi.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unit/check.h"

/* The simulated libcurl. */
static struct {
    curl_socket_callback watch;
    curl_multi_timer_callback set_timer;
    void *user;
    void *watched;
    CURLMcode result;
    CURLMsg messages[2];
    int message_count;
    int acts, last_flags;
    int begun, cleaned;
    bool forgets; /* does not report that a descriptor is no longer needed */
} library;

static struct {
    int ended, broke, acted;
    void *transfer;
    CURLcode code;
} heard;

static int multi_object, easy_object, transfer_object;

static CURLM *begin(void)
{
    if (library.result == CURLM_OUT_OF_MEMORY)
        return NULL;
    library.begun++;
    return (CURLM *)&multi_object;
}

static CURLMcode cleanup(CURLM *multi)
{
    (void)multi;
    library.cleaned++;
    return CURLM_OK;
}

static CURLMcode set(CURLM *multi, CURLMoption option, ...)
{
    va_list more;
    (void)multi;
    va_start(more, option);
    if (option == CURLMOPT_SOCKETFUNCTION)
        library.watch = va_arg(more, curl_socket_callback);
    else if (option == CURLMOPT_TIMERFUNCTION)
        library.set_timer = va_arg(more, curl_multi_timer_callback);
    else if (option == CURLMOPT_SOCKETDATA)
        library.user = va_arg(more, void *);
    va_end(more);
    return CURLM_OK;
}

static CURLMcode add(CURLM *multi, CURL *easy)
{
    (void)multi;
    (void)easy;
    return library.result;
}

static CURLMcode take_away(CURLM *multi, CURL *easy)
{
    (void)multi;
    (void)easy;
    return CURLM_OK;
}

static CURLMcode act(CURLM *multi, curl_socket_t fd, int flags, int *running)
{
    (void)multi;
    *running = 0;
    library.acts++;
    library.last_flags = flags;
    if (fd != CURL_SOCKET_TIMEOUT && !library.forgets)
        library.watch((CURL *)&easy_object, fd, CURL_POLL_REMOVE, library.user, library.watched);
    return library.result;
}

static CURLMcode assign(CURLM *multi, curl_socket_t fd, void *user)
{
    (void)multi;
    (void)fd;
    library.watched = user;
    return CURLM_OK;
}

static CURLMsg *next_message(CURLM *multi, int *left)
{
    (void)multi;
    *left = 0;
    return library.message_count > 0 ? &library.messages[--library.message_count] : NULL;
}

static CURLcode get(CURL *easy, CURLINFO info, ...)
{
    va_list more;
    (void)easy;
    va_start(more, info);
    *va_arg(more, char **) = (char *)&transfer_object;
    va_end(more);
    return CURLE_OK;
}

static const struct curl_api api = {
    .easy_getinfo = get,
    .multi_init = begin,
    .multi_cleanup = cleanup,
    .multi_setopt = set,
    .multi_add_handle = add,
    .multi_remove_handle = take_away,
    .multi_socket_action = act,
    .multi_assign = assign,
    .multi_info_read = next_message,
};

static void on_ended(void *transfer, CURLcode code)
{
    heard.ended++;
    heard.transfer = transfer;
    heard.code = code;
}

static void on_broke(void *user)
{
    assert_ptr_equal(user, &heard);
    assert_int_equal(heard.acted, 0);
    heard.broke++;
}

static void on_acted(void *user)
{
    assert_ptr_equal(user, &heard);
    heard.acted++;
}

static const struct multi_handlers handlers = {.ended = on_ended, .broke = on_broke, .acted = on_acted};

struct fixture {
    uv_loop_t loop;
    struct multi multi;
};

static void open_place(struct fixture *place)
{
    memset(&library, 0, sizeof library);
    memset(&heard, 0, sizeof heard);
    assert_int_equal(uv_loop_init(&place->loop), 0);
    multi_init(&place->multi, &place->loop);
    assert_int_equal(multi_open(&place->multi, &api, 4, &handlers, &heard), 0);
}

static void close_place(struct fixture *place)
{
    multi_close(&place->multi, NULL);
    assert_int_equal(library.cleaned, library.begun);
    (void)uv_run(&place->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&place->loop), 0);
}

/* Not from inside of set_timer(), which libcurl calls while it is active. */
static void a_time_that_has_come_is_told_in_the_next_turn(void **state)
{
    struct fixture place;
    (void)state;
    open_place(&place);
    library.set_timer((CURLM *)&multi_object, 0, &place.multi);
    assert_int_equal(library.acts, 0);
    (void)uv_run(&place.loop, UV_RUN_DEFAULT);
    assert_int_equal(library.acts, 1);
    assert_int_equal(heard.acted, 1);
    assert_int_equal(heard.broke, 0);
    library.set_timer((CURLM *)&multi_object, 0, &place.multi);
    library.set_timer((CURLM *)&multi_object, -1, &place.multi);
    (void)uv_run(&place.loop, UV_RUN_DEFAULT);
    assert_int_equal(library.acts, 1);
    close_place(&place);
}

static void a_descriptor_that_is_ready_is_told_and_left_when_libcurl_says_so(void **state)
{
    struct fixture place;
    int pair[2];
    (void)state;
    open_place(&place);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    assert_int_equal(library.watch((CURL *)&easy_object, pair[0], CURL_POLL_IN, library.user, NULL), 0);
    assert_non_null(library.watched);
    assert_int_equal(library.watch((CURL *)&easy_object, pair[0], CURL_POLL_INOUT, library.user, library.watched), 0);
    (void)uv_run(&place.loop, UV_RUN_DEFAULT); /* returns because the descriptor is no longer watched */
    assert_int_equal(library.acts, 1);
    assert_int_equal(library.last_flags, CURL_CSELECT_OUT);
    assert_null(library.watched);
    (void)close(pair[0]);
    (void)close(pair[1]);
    close_place(&place);
}

static void what_is_over_is_told_of(void **state)
{
    struct fixture place;
    (void)state;
    open_place(&place);
    library.messages[0] = (CURLMsg){.msg = CURLMSG_DONE, .data.result = CURLE_COULDNT_CONNECT};
    library.messages[1] = (CURLMsg){.msg = CURLMSG_NONE};
    library.message_count = 2;
    library.set_timer((CURLM *)&multi_object, 0, &place.multi);
    (void)uv_run(&place.loop, UV_RUN_DEFAULT);
    assert_int_equal(heard.ended, 1);
    assert_ptr_equal(heard.transfer, &transfer_object);
    assert_int_equal(heard.code, CURLE_COULDNT_CONNECT);
    close_place(&place);
}

/* Transfers that ended before the error are successful. */
static void a_libcurl_that_does_nothing_more_is_told_of_behind_what_has_ended(void **state)
{
    struct fixture place;
    (void)state;
    open_place(&place);
    library.messages[0] = (CURLMsg){.msg = CURLMSG_DONE, .data.result = CURLE_OK};
    library.message_count = 1;
    library.result = CURLM_ABORTED_BY_CALLBACK;
    library.set_timer((CURLM *)&multi_object, 0, &place.multi);
    (void)uv_run(&place.loop, UV_RUN_DEFAULT);
    assert_int_equal(heard.ended, 1);
    assert_int_equal(heard.broke, 1);
    assert_int_equal(heard.acted, 1);
    close_place(&place);
}

/* As the real libcurl does, which miscounts from then on. */
static void one_that_is_broken_is_replaced_when_its_last_transfer_is_gone(void **state)
{
    struct fixture place;
    int pair[2];
    (void)state;
    open_place(&place);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    assert_int_equal(multi_add(&place.multi, (CURL *)&easy_object), 0);
    assert_int_equal(multi_add(&place.multi, (CURL *)&easy_object), 0);
    assert_int_equal(library.watch((CURL *)&easy_object, pair[0], CURL_POLL_OUT, library.user, NULL), 0);
    library.forgets = true;
    library.result = CURLM_ABORTED_BY_CALLBACK;
    (void)uv_run(&place.loop, UV_RUN_ONCE);
    assert_int_equal(heard.broke, 1);
    library.result = CURLM_OK;
    assert_int_equal(multi_add(&place.multi, (CURL *)&easy_object), -ENOMEM);
    multi_remove(&place.multi, (CURL *)&easy_object);
    assert_int_equal(library.cleaned, 0);
    multi_remove(&place.multi, (CURL *)&easy_object);
    assert_int_equal(library.cleaned, 1);
    (void)uv_run(&place.loop, UV_RUN_DEFAULT); /* returns because nothing is watched */
    assert_int_equal(multi_add(&place.multi, (CURL *)&easy_object), 0);
    assert_int_equal(library.begun, 2);
    multi_remove(&place.multi, (CURL *)&easy_object);
    (void)close(pair[0]);
    (void)close(pair[1]);
    close_place(&place);
}

static void what_cannot_be_watched_is_refused(void **state)
{
    struct fixture place;
    (void)state;
    open_place(&place);
    assert_int_equal(library.watch((CURL *)&easy_object, -1, CURL_POLL_IN, library.user, NULL), -1);
    assert_null(library.watched);
    library.result = CURLM_OUT_OF_MEMORY;
    assert_int_equal(multi_add(&place.multi, (CURL *)&easy_object), -ENOMEM);
    close_place(&place);
}

static void without_memory_it_is_not_open_and_can_be_closed(void **state)
{
    struct fixture place;
    (void)state;
    memset(&library, 0, sizeof library);
    library.result = CURLM_OUT_OF_MEMORY;
    assert_int_equal(uv_loop_init(&place.loop), 0);
    multi_init(&place.multi, &place.loop);
    assert_int_equal(multi_open(&place.multi, &api, 4, &handlers, &heard), -ENOMEM);
    multi_close(&place.multi, NULL);
    assert_int_equal(library.cleaned, 0);
    (void)uv_run(&place.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&place.loop), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_that_has_come_is_told_in_the_next_turn),
        cmocka_unit_test(a_descriptor_that_is_ready_is_told_and_left_when_libcurl_says_so),
        cmocka_unit_test(what_is_over_is_told_of),
        cmocka_unit_test(a_libcurl_that_does_nothing_more_is_told_of_behind_what_has_ended),
        cmocka_unit_test(one_that_is_broken_is_replaced_when_its_last_transfer_is_gone),
        cmocka_unit_test(what_cannot_be_watched_is_refused),
        cmocka_unit_test(without_memory_it_is_not_open_and_can_be_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
