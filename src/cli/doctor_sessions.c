#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "cli/ask.h"
#include "cli/doctor.h"
#include "cli/event_line.h"
#include "contract/event.h"
#include "contract/task.h"
#include "json/read.h"
#include "json/write.h"

/* --- decoys: targets of the attempts --- */

static const char secret_variable[] = "WEIR_DOCTOR_TOKEN";

static int make_file(const char *path, const char *text)
{
    size_t size = strlen(text);
    autoclose int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    errno = 0;
    if (write(fd, text, size) != (ssize_t)size)
        return errno ? -errno : -ENOSPC;
    return 0;
}

static int make_directory(const char *above, const char *name, char **ret_path)
{
    int r = paths_join(above, name, ret_path);
    return r == 0 && mkdir(*ret_path, 0700) < 0 ? -errno : r;
}

static int make_root(struct doctor *doctor)
{
    const char *tmp = getenv("TMPDIR");
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/weir-doctor-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp") >= (int)sizeof path)
        return -ENAMETOOLONG;
    if (!mkdtemp(path))
        return -errno;
    doctor->root = realpath(path, NULL);
    return doctor->root ? 0 : -errno;
}

static int make_directories(const struct doctor *doctor, struct doctor_session *session, const char *name)
{
    int r = make_directory(doctor->root, name, &session->directory);
    if (r == 0)
        r = make_directory(session->directory, "scratch", &session->scratch);
    if (r == 0)
        r = paths_join(session->directory, "lock", &session->lock);
    if (r == 0)
        r = paths_join(session->directory, "canary", &session->canary);
    return r == 0 ? make_file(session->canary, doctor->canary) : r;
}

/* Creates a file beside the user's keys, which are not touched. If that fails, the row of the attempt says so. */
static void make_secret(struct doctor *doctor)
{
    char name[64];
    const char *home = getenv("HOME");
    if (!home || *home != '/' || paths_join(home, ".ssh", &doctor->ssh) < 0)
        return;
    doctor->ssh_is_ours = mkdir(doctor->ssh, 0700) == 0;
    (void)snprintf(name, sizeof name, ".weir-doctor-%.8s", doctor->canary);
    if (paths_join(doctor->ssh, name, &doctor->secret) == 0 && make_file(doctor->secret, doctor->canary) < 0)
        free(take_pointer(doctor->secret));
}

enum cli_exit doctor_decoys_make(struct doctor *doctor)
{
    int r = probe_canary(doctor->canary);
    if (r == 0)
        r = make_root(doctor);
    if (r == 0)
        r = make_directories(doctor, &doctor->sessions[DOCTOR_OPEN], "open");
    if (r == 0)
        r = make_directories(doctor, &doctor->sessions[DOCTOR_CLOSED], "closed");
    if (r == 0)
        r = paths_join(doctor->root, "lock", &doctor->outside_lock);
    if (r < 0)
        return cli_fail(doctor->cli, CLI_USAGE, "cannot create a directory for the check: %s", strerror(-r));
    make_secret(doctor);
    /* Attempts outside must find both. */
    (void)setenv(secret_variable, doctor->canary, 1);
    doctor->inherited = open(doctor->sessions[DOCTOR_CLOSED].canary, O_RDONLY);
    return CLI_OK;
}

/* --- removing decoys --- */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    (void)remove(path);
    return 0;
}

void doctor_decoys_remove(struct doctor *doctor)
{
    (void)unsetenv(secret_variable);
    if (doctor->inherited >= 0)
        (void)close(take_fd(&doctor->inherited));
    if (doctor->terminal >= 0)
        (void)close(take_fd(&doctor->terminal));
    if (doctor->outside_lock)
        (void)probe_outliver_end(doctor->outside_lock);
    for (size_t i = 0; i < DOCTOR_SESSIONS; i++) {
        struct doctor_session *session = &doctor->sessions[i];
        if (session->lock)
            (void)probe_outliver_end(session->lock);
        free(take_pointer(session->directory));
        free(take_pointer(session->canary));
        free(take_pointer(session->scratch));
        free(take_pointer(session->lock));
    }
    if (doctor->root)
        (void)nftw(doctor->root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (doctor->secret)
        (void)unlink(doctor->secret);
    if (doctor->ssh_is_ours)
        (void)rmdir(doctor->ssh);
    free(take_pointer(doctor->root));
    free(take_pointer(doctor->ssh));
    free(take_pointer(doctor->secret));
    free(take_pointer(doctor->outside_lock));
}

/* --- the attempts inside --- */

enum {
    PROMPT_BYTES_MAX = 1 << 20,
    EVENT_BYTES_MAX = 16 << 20,
    RECORD_BYTES_MAX = 16 << 20,
    TRY_MS = 120000, /* ends the task if weir doctor is killed */
    REMOVE_MS = 15000,
};

/* --- calls --- */

static enum cli_exit call(struct doctor *doctor, const struct method *method, const void *params, int64_t timeout_ms,
                          char **ret_result)
{
    int r = live_call(&doctor->live, method, params, timeout_ms, ret_result);
    if (r == -EINTR)
        return CLI_INTERRUPTED;
    if (r == 0)
        return CLI_OK;
    (void)ask_fail(doctor->cli, &doctor->live.error);
    return CLI_USAGE;
}

static enum cli_exit keep(struct doctor *doctor, struct slice text, char **ret_text)
{
    *ret_text = strndup(text.data, text.size);
    return *ret_text ? CLI_OK : cli_fail(doctor->cli, CLI_USAGE, "out of memory");
}

/* --- reports of the agent --- */

static struct doctor_session *session_of(struct doctor *doctor, yyjson_val *params)
{
    yyjson_val *id = yyjson_obj_get(params, "taskId");
    for (size_t i = 0; i < DOCTOR_SESSIONS; i++)
        if (doctor->sessions[i].task_id && yyjson_is_str(id) && slice_is(json_text(id), doctor->sessions[i].task_id))
            return &doctor->sessions[i];
    return NULL;
}

static void take_result(struct doctor_session *session, yyjson_val *data)
{
    int64_t index = -1, error = 0;
    yyjson_val *outcome = yyjson_obj_get(data, "outcome"), *detail = yyjson_obj_get(data, "detail");
    yyjson_val *at = yyjson_obj_get(data, "index"), *number = yyjson_obj_get(data, "errno");
    struct probe_result result = {0};
    if (!at || json_integer(at, &index) < 0 || index < 0 || (uint64_t)index >= session->case_count ||
        !yyjson_is_str(outcome) || probe_outcome_parse(json_text(outcome), &result.outcome) < 0)
        return;
    if (number && json_integer(number, &error) == 0 && error >= 0 && error < 4096)
        result.error = (int)error;
    if (yyjson_is_str(detail))
        (void)snprintf(result.detail, sizeof result.detail, "%s", json_text(detail).data);
    session->cases[index]->inside = result;
    session->cases[index]->tried_inside = true;
}

static void take_message(struct doctor_session *session, yyjson_val *params)
{
    yyjson_val *type = yyjson_obj_get(params, "type");
    if (!yyjson_is_str(type))
        return;
    if (slice_is(json_text(type), "probe_result"))
        take_result(session, yyjson_obj_get(params, "data"));
    else if (slice_is(json_text(type), "probe_end"))
        session->done = true;
}

static void take_end(struct doctor_session *session, yyjson_val *params)
{
    yyjson_val *message = yyjson_obj_get(yyjson_obj_get(params, "error"), "message");
    session->ended = true;
    (void)snprintf(session->problem, sizeof session->problem, "%s",
                   yyjson_is_str(message) ? json_text(message).data : "it ended too early");
}

static void on_notification(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct doctor *doctor = user;
    struct arena arena = ARENA_LIMITED(EVENT_BYTES_MAX);
    struct json_error error;
    yyjson_val *root = NULL;
    (void)weir;
    live_wake(&doctor->live);
    struct doctor_session *session = NULL;
    if (params && json_read(&arena, (struct slice){params, size}, &root, &error) == 0)
        session = session_of(doctor, root);
    if (session && strcmp(method, "event.messageCreated") == 0)
        take_message(session, root);
    else if (session && event_is_final(slice_of(method)))
        take_end(session, root);
    arena_clear(&arena);
}

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct doctor *doctor = user;
    (void)weir;
    (void)reason;
    doctor->lost = true;
    live_wake(&doctor->live);
}

/* --- sessions --- */

static enum cli_exit open_session(struct doctor *doctor, enum doctor_which which)
{
    struct doctor_session *session = &doctor->sessions[which];
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(RECORD_BYTES_MAX);
    struct session_record created;
    struct session_create_params params = {
        .cwd = slice_of(session->directory),
        .cwd_is = FIELD_SET,
        .agent = SLICE("probe"),
        .agent_is = FIELD_SET,
        .permission_mode = SESSION_PERMISSION_MODE_DEFAULT,
        .title = SLICE("weir doctor"),
        .title_is = FIELD_SET,
        .network = which == DOCTOR_OPEN ? SESSION_NETWORK_FULL : SESSION_NETWORK_NONE,
        .network_is = FIELD_SET,
    };
    enum cli_exit exit = call(doctor, &session_create_method, &params, WEIR_TIMEOUT_DEFAULT, &result);
    if (exit == CLI_OK)
        exit = ask_read(doctor->cli, &arena, &session_record_shape, result, &created);
    if (exit == CLI_OK)
        exit = keep(doctor, created.id, &session->session_id);
    arena_clear(&arena);
    return exit;
}

enum cli_exit doctor_sessions_open(struct doctor *doctor)
{
    struct weir *weir = doctor->cli->weir;
    weir_on_closed(weir, on_closed, doctor);
    if (weir_on_notification(weir, NULL, on_notification, doctor) < 0)
        return cli_fail_call(doctor->cli);
    enum cli_exit exit = open_session(doctor, DOCTOR_OPEN);
    return exit == CLI_OK ? open_session(doctor, DOCTOR_CLOSED) : exit;
}

/* --- tasks --- */

static void write_attempt(struct buf *out, const struct doctor_case *one)
{
    const struct probe_target *target = &one->target;
    (void)buf_append_text(out, "{\"attempt\":");
    (void)json_write_string(out, slice_of(one->row->attempt));
    (void)buf_append_text(out, ",\"path\":");
    (void)json_write_string(out, slice_of(target->path));
    (void)buf_append_text(out, ",\"text\":");
    (void)json_write_string(out, slice_of(target->text));
    (void)buf_append_text(out, ",\"number\":");
    (void)buf_append_signed(out, target->number);
    (void)buf_append_text(out, ",\"device\":");
    (void)buf_append_signed(out, target->device);
    (void)buf_append_text(out, ",\"inode\":");
    (void)buf_append_signed(out, target->inode);
    (void)buf_append_text(out, ",\"pidNamespace\":");
    (void)buf_append_signed(out, target->pid_namespace);
    (void)buf_append_char(out, '}');
}

static int write_prompt(struct doctor *doctor, enum doctor_which which, struct buf *out)
{
    struct doctor_session *session = &doctor->sessions[which];
    (void)buf_append_text(out, "{\"hold\":true,\"attempts\":[");
    for (size_t i = 0; i < doctor->case_count; i++) {
        struct doctor_case *one = &doctor->cases[i];
        if (one->row->session != which || !one->aimed)
            continue;
        (void)buf_append_text(out, session->case_count > 0 ? "," : "");
        write_attempt(out, one);
        session->cases[session->case_count++] = one;
    }
    (void)buf_append_text(out, "]}");
    return out->error;
}

static enum cli_exit submit(struct doctor *doctor, enum doctor_which which)
{
    struct doctor_session *session = &doctor->sessions[which];
    autofree char *result = NULL;
    struct buf prompt = BUF_LIMITED(PROMPT_BYTES_MAX);
    struct arena arena = ARENA_LIMITED(RECORD_BYTES_MAX);
    struct task_submit_result task;
    enum cli_exit exit =
        write_prompt(doctor, which, &prompt) < 0 ? cli_fail(doctor->cli, CLI_USAGE, "out of memory") : 0;
    struct task_submit_params params = {
        .prompt = buf_slice(&prompt),
        .session_id = slice_of(session->session_id),
        .session_id_is = FIELD_SET,
        .timeout_ms = TRY_MS,
        .timeout_ms_is = FIELD_SET,
    };
    if (exit == CLI_OK)
        exit = call(doctor, &task_submit_method, &params, WEIR_TIMEOUT_DEFAULT, &result);
    if (exit == CLI_OK)
        exit = ask_read(doctor->cli, &arena, &task_submit_result_shape, result, &task);
    if (exit == CLI_OK)
        exit = keep(doctor, task.task_id, &session->task_id);
    arena_clear(&arena);
    buf_clear(&prompt);
    return exit;
}

static enum cli_exit subscribe(struct doctor *doctor, const struct doctor_session *session)
{
    autofree char *result = NULL;
    struct event_subscribe_params params = {
        .task_id = slice_of(session->task_id), .task_id_is = FIELD_SET, .from_seq = 0, .from_seq_is = FIELD_SET};
    return call(doctor, &event_subscribe_method, &params, WEIR_TIMEOUT_DEFAULT, &result);
}

static void on_limit(uv_timer_t *timer)
{
    struct doctor *doctor = timer->data;
    doctor->late = true;
    live_wake(&doctor->live);
}

static enum cli_exit wait_for(struct doctor *doctor, const struct doctor_session *session)
{
    int64_t limit = doctor->cli->timeout_ms;
    doctor->late = false;
    if (limit != WEIR_TIMEOUT_NONE)
        (void)uv_timer_start(&doctor->limit, on_limit, limit > 0 ? (uint64_t)limit : TRY_MS / 2, 0);
    bool goes_on = true;
    while (goes_on && !session->done && !session->ended && !doctor->late && !doctor->lost)
        goes_on = live_turn(&doctor->live);
    (void)uv_timer_stop(&doctor->limit);
    if (session->done)
        return CLI_OK;
    if (!goes_on)
        return CLI_INTERRUPTED;
    if (doctor->lost)
        return cli_fail(doctor->cli, CLI_USAGE, "the daemon closed the connection");
    if (doctor->late)
        return cli_fail(doctor->cli, CLI_USAGE, "the task that makes the attempts does not end");
    return cli_fail(doctor->cli, CLI_USAGE, "the task that makes the attempts failed: %s", session->problem);
}

static enum cli_exit look(struct doctor *doctor, struct doctor_session *session)
{
    autofree char *result = NULL;
    struct session_get_params params = {.session_id = slice_of(session->session_id)};
    enum cli_exit exit = call(doctor, &session_get_method, &params, WEIR_TIMEOUT_DEFAULT, &result);
    session->arena = (struct arena)ARENA_LIMITED(RECORD_BYTES_MAX);
    if (exit == CLI_OK)
        exit = ask_read(doctor->cli, &session->arena, &session_record_shape, result, &session->record);
    session->recorded = exit == CLI_OK;
    return exit;
}

enum cli_exit doctor_session_try(struct doctor *doctor, enum doctor_which which)
{
    struct doctor_session *session = &doctor->sessions[which];
    enum cli_exit exit = submit(doctor, which);
    if (exit == CLI_OK)
        exit = subscribe(doctor, session);
    if (exit == CLI_OK)
        exit = wait_for(doctor, session);
    return exit == CLI_OK ? look(doctor, session) : exit;
}

/* --- cleanup --- */

enum cli_exit doctor_sessions_stop(struct doctor *doctor)
{
    for (size_t i = 0; i < DOCTOR_SESSIONS; i++) {
        struct doctor_session *session = &doctor->sessions[i];
        autofree char *result = NULL;
        struct task_cancel_params params = {.task_id = slice_of(session->task_id), .reason = SLICE("doctor")};
        if (!session->task_id)
            continue;
        enum cli_exit exit = call(doctor, &task_cancel_method, &params, TRY_MS / 2, &result);
        if (exit != CLI_OK)
            return exit;
        free(take_pointer(session->task_id));
    }
    return CLI_OK;
}

/* Closing a session stops its tasks. */
static int remove_session(struct doctor *doctor, const struct doctor_session *session)
{
    autofree char *closed = NULL, *deleted = NULL;
    struct session_close_params close = {.session_id = slice_of(session->session_id)};
    struct session_delete_params delete = {.session_id = slice_of(session->session_id)};
    int r = live_call(&doctor->live, &session_close_method, &close, REMOVE_MS, &closed);
    return r < 0 ? r : live_call(&doctor->live, &session_delete_method, &delete, REMOVE_MS, &deleted);
}

void doctor_sessions_remove(struct doctor *doctor)
{
    /* The signal that asked to end has its effect after this; a second Ctrl-C interrupts it. */
    doctor->live.ended_by = 0;
    doctor->live.unread = false;
    for (size_t i = 0; i < DOCTOR_SESSIONS; i++) {
        struct doctor_session *session = &doctor->sessions[i];
        if (session->session_id && remove_session(doctor, session) < 0)
            cli_hint(doctor->cli, "a session of the check remains; to close it: weir session close %s",
                     session->session_id);
        free(take_pointer(session->session_id));
        free(take_pointer(session->task_id));
        arena_clear(&session->arena);
    }
}
