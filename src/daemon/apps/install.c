/* apps:install: from the call to the archive, and the end. */
#include "daemon/apps/install.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/utf8.h"
#include "contract/apps.h"
#include "daemon/apps/files.h"
#include "rpc/call.h"
#include "json/write.h"

enum { ARENA_BYTES = 4 << 20, PACKED_MAX = 64 << 20, DATA_MAX = 8 << 10 };

/* --- failures --- */

/* Parts of the message come from weir-unpack, from libarchive, or from paths, and some were cut. */
static void clean(char *text)
{
    bool is_valid = utf8_is_valid(slice_of(text));
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f || (!is_valid && (unsigned char)*at >= 0x80))
            *at = '?';
}

void apps_install_refuse(struct apps_installing *install, enum error_id error, const char *format, ...)
{
    va_list arguments;
    if (install->failed)
        return;
    install->failed = true;
    install->error = error;
    va_start(arguments, format);
    (void)vsnprintf(install->message, sizeof install->message, format, arguments);
    va_end(arguments);
    clean(install->message);
}

void apps_install_refuse_archive(struct apps_installing *install, enum unpacker_refusal reason, struct slice message,
                                 struct slice entry)
{
    if (install->failed)
        return;
    install->reason = reason;
    (void)snprintf(install->entry, sizeof install->entry, "%.*s", SLICE_ARG(entry));
    clean(install->entry);
    apps_install_refuse(install, ERROR_ARCHIVE_REFUSED, "%.*s", SLICE_ARG(message));
}

void apps_install_refuse_disk(struct apps_installing *install, const char *what, int status)
{
    char message[512];
    bool is_full = status == -ENOSPC || status == -EDQUOT;
    (void)snprintf(message, sizeof message, "%s: %s", what, strerror(-status));
    apps_install_refuse_archive(install, is_full ? UNPACKER_REFUSAL_NO_SPACE : UNPACKER_REFUSAL_FAILED,
                                slice_of(message), (struct slice){0});
}

/* --- the end --- */

static void write_field(struct buf *data, const char *name, struct slice value)
{
    buf_printf(data, ",\"%s\":", name);
    json_write_string(data, value);
}

static void answer_failure(const struct apps_installing *install)
{
    const struct error_type *error = &contract_errors[install->error];
    struct buf data = BUF_LIMITED(DATA_MAX);
    buf_append_text(&data, "{\"code\":");
    json_write_string(&data, error->word);
    if (install->error == ERROR_ARCHIVE_REFUSED)
        write_field(&data, "reason", unpacker_refusal_shape.of.words.items[install->reason]);
    if (*install->entry)
        write_field(&data, "entry", slice_of(install->entry));
    if (install->error == ERROR_APP_NOT_NEWER) {
        write_field(&data, "installed", slice_of(install->old_version));
        write_field(&data, "version", slice_of(install->new_version));
    }
    buf_append_char(&data, '}');
    (void)call_fail_text(install->call, error->code, slice_of(install->message),
                         data.error ? SLICE("") : buf_slice(&data));
    buf_clear(&data);
}

static void answer(const struct apps_installing *install)
{
    const struct apps_installed_app *record = &install->app.record;
    if (install->failed) {
        answer_failure(install);
        return;
    }
    (void)apps_install_reply(install->call, &(struct apps_install_result){.app_id = record->app_id,
                                                                          .name = record->name,
                                                                          .version = record->version,
                                                                          .permissions = record->permissions,
                                                                          .requested = record->requested});
}

static void install_free(struct apps_installing *install)
{
    if (install->archive_fd >= 0)
        close(install->archive_fd);
    service_clear(&install->service);
    apps_check_clear(&install->check);
    (void)call_drop(install->call);
    arena_clear(&install->arena);
    free(install);
}

void apps_install_leave(struct apps_installing *install)
{
    list_remove(&install->link);
    install_free(install);
}

static void finish(struct apps_installing *install)
{
    struct apps *apps = install->apps;
    answer(install);
    list_remove(&install->link);
    apps->install_count--;
    apps->installs_at_work -= install->at_work;
    install_free(install);
    apps_installs_go_on(apps);
    if (apps->install_count == 0)
        apps->emptied(apps->user);
}

static void on_removed(void *user)
{
    finish(user);
}

/* A refusal is answered when nothing is left: who has a full disk may need the room at once. */
void apps_install_end(struct apps_installing *install)
{
    if (install->failed && *install->directory)
        apps_files_remove(install->apps, slice_of(install->directory), on_removed, install);
    else
        finish(install);
}

static struct apps_installing *next_waiting(const struct apps *apps)
{
    if (apps->sweeping || apps->installs_at_work >= INSTALLS_AT_WORK)
        return NULL;
    for (struct list *link = apps->installs.next; link != &apps->installs; link = link->next) {
        struct apps_installing *install = list_member(link, struct apps_installing, link);
        if (!install->at_work && install->archive_fd >= 0)
            return install;
    }
    return NULL;
}

void apps_installs_go_on(struct apps *apps)
{
    struct apps_installing *install;
    while ((install = next_waiting(apps))) {
        install->at_work = true;
        apps->installs_at_work++;
        if (apps->closed)
            apps_install_refuse(install, ERROR_STOPPING, "the daemon is stopping");
        if (install->failed || apps_install_unpack(install) < 0)
            apps_install_end(install);
    }
}

/* --- opening the archive --- */

struct opening {
    struct resolve_job job;
    struct apps_installing *install;
    int fd; /* or a negative errno */
    char path[];
};

/* A pipe would block, and opening some devices has effects: only a descriptor of a file is made one for reading. */
static int open_file(const char *path)
{
    struct stat about;
    char again[sizeof "/proc/self/fd/" + 11];
    autoclose int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &about) < 0)
        return -errno;
    if (S_ISDIR(about.st_mode))
        return -EISDIR;
    if (!S_ISREG(about.st_mode))
        return -ENXIO;
    if (about.st_size > PACKED_MAX)
        return -EFBIG;
    (void)snprintf(again, sizeof again, "/proc/self/fd/%d", fd);
    int opened = open(again, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return opened < 0 ? -errno : opened;
}

static void open_archive(struct resolve_job *job)
{
    struct opening *opening = list_member(job, struct opening, job);
    opening->fd = open_file(opening->path);
}

static void release(struct resolve_job *job)
{
    struct opening *opening = list_member(job, struct opening, job);
    if (opening->fd >= 0)
        close(opening->fd);
    free(opening);
}

static void refuse_path(struct apps_installing *install, const char *path, int status)
{
    if (status == -EFBIG)
        apps_install_refuse_archive(install, UNPACKER_REFUSAL_TOO_LARGE, SLICE("the archive is larger than 64 MiB"),
                                    (struct slice){0});
    else if (status == -ETIMEDOUT || status == -EBUSY)
        apps_install_refuse(install, ERROR_DIRECTORY_UNAVAILABLE,
                            "the directory of %.512s does not respond (a network mount whose server is down?)", path);
    else
        apps_install_refuse(install, ERROR_FILE_FAILED, "cannot open %.512s: %s", path,
                            status == -ENXIO ? "it is no file" : strerror(-status));
}

static void on_opened(struct resolve_job *job, int status)
{
    struct opening *opening = list_member(job, struct opening, job);
    struct apps_installing *install = opening->install;
    if (status == 0 && opening->fd < 0)
        status = opening->fd;
    if (install->apps->closed)
        apps_install_refuse(install, ERROR_STOPPING, "the daemon is stopping");
    else if (status < 0)
        refuse_path(install, opening->path, status);
    if (install->failed) {
        apps_install_end(install);
        return;
    }
    install->archive_fd = take_fd(&opening->fd);
    apps_installs_go_on(install->apps);
}

static int start_opening(struct apps_installing *install, struct slice path)
{
    struct opening *opening = calloc(1, sizeof *opening + path.size + 1);
    autofree char *copy = strndup(path.data, path.size);
    if (!opening || !copy) {
        free(opening);
        return -ENOMEM;
    }
    memcpy(opening->path, path.data, path.size);
    opening->install = install;
    opening->fd = -1;
    opening->job = (struct resolve_job){.work = open_archive, .done = on_opened, .release = release};
    int r = resolver_start(install->apps->resolver, dirname(copy), &opening->job);
    if (r < 0)
        release(&opening->job);
    return r;
}

/* --- the call --- */

static struct apps_installing *install_new(struct apps *apps)
{
    struct apps_installing *install = calloc(1, sizeof *install);
    if (!install)
        return NULL;
    install->apps = apps;
    install->archive_fd = -1;
    install->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    return install;
}

int apps_install(struct call *call, const struct apps_install_params *params)
{
    struct apps *apps = apps_of(call);
    if (params->zip_path.data[0] != '/' || memchr(params->zip_path.data, '\0', params->zip_path.size))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.zipPath", "params.zipPath: must be an absolute path");
    if (apps->closed)
        return call_fail(call, ERROR_STOPPING, "the daemon is stopping");
    if (apps->install_count == INSTALLS_MAX)
        return call_fail(call, ERROR_TOO_MANY_INSTALLS, "%d apps are being installed; try again later", INSTALLS_MAX);
    struct apps_installing *install = install_new(apps);
    if (!install)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &install->call);
    if (r < 0) {
        free(install);
        return r;
    }
    call_hold(install->call);
    install->grant = params->grant;
    audit_actor(install->call, &install->actor);
    (void)snprintf(install->client, sizeof install->client, "%.*s", SLICE_ARG(install->actor.client));
    install->actor.client = slice_of(install->client);
    list_append(&apps->installs, &install->link);
    apps->install_count++;
    r = start_opening(install, params->zip_path);
    if (r < 0) {
        refuse_path(install, "the archive", r);
        apps_install_end(install);
    }
    return 0;
}
