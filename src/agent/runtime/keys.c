/* Keys: from a file or a descriptor that the host names, otherwise from the daemon if it is running. Never from
 * arguments or the environment, where other processes could read them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/runtime/runtime.h"
#include "base/cleanup.h"
#include "base/secret.h"
#include "client/weir.h"
#include "json/read.h"
#include "json/write.h"

enum { ANSWER_MAX_BYTES = 4 << 20, PROBLEM_SIZE = 640 };

/* --- a file, or a descriptor --- */

/* Reads the key without its newline. The owner of the buffer wipes it. */
static int read_key(int fd, struct buf *key)
{
    key->traceless = true;
    for (;;) {
        char *room = buf_room(key, 4096);
        ssize_t n = room ? read(fd, room, 4096) : -1;
        if (n < 0 && room && errno == EINTR)
            continue;
        if (n < 0)
            return !room ? -EFBIG : -errno;
        if (n == 0)
            break;
        key->size += (size_t)n;
    }
    while (key->size > 0 && strchr("\r\n \t", key->data[key->size - 1]))
        key->size--;
    return key->size > 0 ? 0 : -ENODATA;
}

static void clear_key(struct buf *key)
{
    buf_wipe(key);
    buf_clear(key);
    secret_clear_registers();
}

/* A key that other users can read is not secret. The mode of a pipe does not matter. */
static int check_mode(const struct stat *about, const char *path, char problem[static PROBLEM_SIZE])
{
    if (!S_ISREG(about->st_mode) || (about->st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return 0;
    (void)snprintf(problem, PROBLEM_SIZE,
                   "other users can read or change the key file %.300s (mode %04o); run chmod 600 on it, replace the "
                   "key if others may have seen it, or use --key-fd",
                   path, (unsigned)(about->st_mode & 07777));
    return -EPERM;
}

/* Checks the file before the first request. It may be created later. */
static int check_file(const char *path)
{
    struct stat about;
    char problem[PROBLEM_SIZE];
    int r = stat(path, &about) == 0 ? check_mode(&about, path, problem) : 0;
    if (r < 0)
        (void)fprintf(stderr, "weir-agent: %s\n", problem);
    return r;
}

int runtime_keys_open(struct runtime *runtime)
{
    struct buf key = BUF_LIMITED(RUNTIME_KEY_MAX);
    list_init(&runtime->keys.waiting);
    if (runtime->options.key_file)
        return check_file(runtime->options.key_file);
    if (runtime->options.key_fd < 0)
        return 0;
    int r = read_key(runtime->options.key_fd, &key);
    (void)close(runtime->options.key_fd);
    runtime->options.key_fd = -1;
    if (r < 0) {
        (void)fprintf(stderr, "weir-agent: --key-fd: %s\n", r == -ENODATA ? "no key was read" : strerror(-r));
        clear_key(&key);
        return r;
    }
    runtime->keys.given = key.data; /* wiped at the end */
    runtime->keys.given_size = key.size;
    return 0;
}

static bool is_given(const struct runtime *runtime)
{
    return runtime->options.key_file || runtime->keys.given;
}

static struct slice given_service(const struct runtime *runtime)
{
    const struct runtime_options *options = &runtime->options;
    return slice_of(options->service ? options->service : options->provider ? options->provider : "anthropic");
}

static void answer_from_file(struct runtime_work *work, agent_key_fn answered)
{
    const char *path = work->runtime->options.key_file;
    struct buf key = BUF_LIMITED(RUNTIME_KEY_MAX);
    struct stat about;
    char problem[PROBLEM_SIZE] = "";
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    int r = fd < 0 || fstat(fd, &about) < 0 ? -errno : check_mode(&about, path, problem);
    if (r == 0)
        r = read_key(fd, &key);
    if (!problem[0])
        (void)snprintf(problem, sizeof problem, "cannot read the key from %.300s: %s", path,
                       r == -ENODATA ? "the file is empty" : strerror(-r));
    answered(work->agent, r, r < 0 ? SLICE("") : buf_slice(&key), r < 0 ? slice_of(problem) : SLICE(""));
    clear_key(&key);
}

/* --- the daemon --- */

static void mark(struct runtime *runtime, struct slice service)
{
    for (size_t i = 0; i < runtime->provider_count; i++)
        if (runtime->providers[i].header.size > 0 &&
            (!service.data || slice_equal(runtime->providers[i].service, service)))
            runtime->providers[i].has_key = service.data;
}

/* Continues all waiting requests with what is known. A request that ends at once may let others begin, which are
 * appended to the list during the loop; the same applies to them. */
void runtime_keys_go_on(struct runtime *runtime)
{
    agent_find_cancel(take_pointer(runtime->found.find));
    while (!list_is_empty(&runtime->keys.waiting)) {
        struct runtime_work *work = list_member(runtime->keys.waiting.next, struct runtime_work, waits);
        list_remove(&work->waits);
        runtime_work_go_on(work);
    }
    runtime->keys.asking = false;
}

static void on_list(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct runtime *runtime = user;
    struct json_large *parsed = NULL;
    struct json_error error;
    (void)weir;
    if (reply->error) {
        (void)snprintf(runtime->keys.problem, sizeof runtime->keys.problem,
                       "cannot get the keys from the daemon: %.200s", reply->error->message);
    } else if (json_read_large(ANSWER_MAX_BYTES, (struct slice){reply->result, reply->size}, &parsed, &error) == 0) {
        yyjson_arr_iter iter = yyjson_arr_iter_with(json_large_root(parsed));
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
            yyjson_val *service = yyjson_obj_get(item, "service");
            if (yyjson_is_str(service))
                mark(runtime, json_text(service));
        }
        json_large_free(parsed);
    }
    runtime_find(runtime);
}

static void ask_list(struct runtime *runtime)
{
    if (weir_call_async(runtime->keys.daemon, "key.list", NULL, 0, RUNTIME_DAEMON_MS, on_list, runtime, NULL) < 0)
        runtime_find(runtime);
}

/* Names this client for the daemon's audit log. */
static void on_introduced(struct weir *weir, const struct weir_reply *reply, void *user)
{
    (void)weir;
    (void)reply;
    (void)user;
}

static void on_connected(struct weir *weir, int status, void *user)
{
    static const char self[] = "{\"client\":{\"name\":\"weir-agent\",\"version\":\"" WEIR_VERSION
                               "\"},\"optOutNotificationMethods\":[\"system:health\"]}";
    struct runtime *runtime = user;
    if (status < 0) {
        (void)snprintf(runtime->keys.problem, sizeof runtime->keys.problem,
                       "no daemon is running; start it (weir daemon start), or name a key file with --key-file");
        runtime_find(runtime);
    } else {
        (void)weir_call_async(weir, "initialize", self, sizeof self - 1, RUNTIME_DAEMON_MS, on_introduced, NULL, NULL);
        ask_list(runtime);
    }
}

void runtime_keys_await(struct runtime *runtime, struct runtime_work *work)
{
    list_append(&runtime->keys.waiting, &work->waits);
    if (runtime->keys.asking)
        return;
    runtime->keys.asking = true;
    runtime->keys.problem[0] = '\0';
    mark(runtime, (struct slice){0});
    if (is_given(runtime)) {
        mark(runtime, given_service(runtime));
        runtime_find(runtime);
        return;
    }
    if (!runtime->keys.daemon) {
        runtime->keys.daemon = weir_new_on(&runtime->loop);
        if (runtime->keys.daemon)
            weir_set_timeout(runtime->keys.daemon, RUNTIME_DAEMON_MS);
    }
    if (!runtime->keys.daemon)
        runtime_find(runtime);
    else if (weir_is_connected(runtime->keys.daemon))
        ask_list(runtime);
    else if (weir_connect_async(runtime->keys.daemon, NULL, on_connected, runtime) < 0)
        on_connected(runtime->keys.daemon, -ENOTCONN, runtime);
}

/* -ECANCELED: the agent has ended. */
static void on_key(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct runtime_work *work = user;
    struct json_large *parsed = NULL;
    struct json_error error;
    yyjson_val *key = NULL;
    (void)weir;
    agent_key_fn answered = work->key_answered;
    work->key_answered = NULL;
    if (reply->error && reply->error->status == -ECANCELED)
        return;
    if (reply->error) {
        answered(work->agent, reply->error->status, SLICE(""), slice_of(reply->error->message));
        return;
    }
    if (json_read_large(ANSWER_MAX_BYTES, (struct slice){reply->result, reply->size}, &parsed, &error) == 0)
        key = yyjson_obj_get(json_large_root(parsed), "api_key");
    if (yyjson_is_str(key))
        answered(work->agent, 0, json_text(key), SLICE(""));
    else
        answered(work->agent, -EPROTO, SLICE(""), SLICE("the daemon returned no key"));
    json_large_wipe(parsed);
    secret_clear_registers();
}

static int ask_daemon(struct runtime_work *work, struct slice service, agent_key_fn answered)
{
    struct buf params = BUF_LIMITED(1024);
    (void)buf_append_text(&params, "{\"service\":");
    (void)json_write_string(&params, service);
    (void)buf_append_char(&params, '}');
    work->key_answered = answered;
    int r = params.error ? params.error
                         : weir_call_async(work->runtime->keys.daemon, "key.give", params.data, params.size,
                                           RUNTIME_DAEMON_MS, on_key, work, &work->key_ticket);
    buf_clear(&params);
    if (r < 0)
        work->key_answered = NULL;
    return r;
}

int runtime_work_get_key(void *host, struct slice service, agent_key_fn answered)
{
    struct runtime_work *work = host;
    struct runtime *runtime = work->runtime;
    if (is_given(runtime) && !slice_equal(service, given_service(runtime)))
        answered(work->agent, -ENOKEY, SLICE(""),
                 SLICE("the given key belongs to another provider; name its provider with --service"));
    else if (runtime->keys.given)
        answered(work->agent, 0, (struct slice){runtime->keys.given, runtime->keys.given_size}, SLICE(""));
    else if (runtime->options.key_file)
        answer_from_file(work, answered);
    else if (!runtime->keys.daemon || ask_daemon(work, service, answered) < 0)
        answered(work->agent, -ENOTCONN, SLICE(""),
                 SLICE("lost the connection to the daemon, which has the key; start it (weir daemon start), or use "
                       "--key-file"));
    return 0;
}

void runtime_keys_forget(struct runtime_work *work)
{
    if (work->key_answered)
        (void)weir_cancel(work->runtime->keys.daemon, work->key_ticket);
}

void runtime_keys_close(struct runtime *runtime)
{
    runtime->keys.daemon = weir_free(runtime->keys.daemon);
    if (runtime->keys.given)
        explicit_bzero(runtime->keys.given, runtime->keys.given_size);
    free(runtime->keys.given);
    runtime->keys.given = NULL;
}
