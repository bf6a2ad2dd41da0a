/* Runs weir-unpack, one for each archive: it reads what nobody has checked, so it sees nothing but the directory that
 * it fills. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "contract/daemon_dispatch.h"
#include "contract/unpacker.h"
#include "daemon/apps/files.h"
#include "daemon/apps/install.h"
#include "rpc/peer.h"

#define PROGRAM "weir-unpack"

enum { READY_MS = 30000 };

/* --- the sandbox --- */

static int describe(void *user, const struct sandbox_program *program, struct buf *view)
{
    const struct apps_installing *install = user;
    const struct apps *apps = install->apps;
    autofree char *all = NULL, *directory = NULL;
    int r = paths_join(apps->state_dir, "apps", &all);
    if (r == 0)
        r = paths_join(all, install->directory, &directory);
    return r < 0 ? r : sandbox_view_write_unpacker(apps->sandbox, directory, program, view);
}

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    return sandbox_prepare_helper(process, describe, user, problem);
}

/* --- the request --- */

static void on_unpacked(void *user, const struct reply *reply)
{
    struct apps_installing *install = user;
    const struct unpacker_unpack_result *result = reply->result;
    if (reply->status == -ECONNRESET || reply->status == -ECANCELED)
        return; /* it has ended: on_lost() or on_emptied() says why */
    install->has_answered = true;
    if (reply->status == -EREMOTEIO)
        apps_install_refuse(install, ERROR_INTERNAL_ERROR, PROGRAM " has failed: %.*s", SLICE_ARG(reply->message));
    else if (reply->status == -ETIMEDOUT)
        apps_install_refuse_archive(install, UNPACKER_REFUSAL_FAILED,
                                    SLICE("the archive was not unpacked within five minutes"), (struct slice){0});
    else if (reply->status < 0)
        apps_install_refuse(install, ERROR_INTERNAL_ERROR, PROGRAM " has failed: %s", strerror(-reply->status));
    else if (result->refusal_is == FIELD_SET)
        apps_install_refuse_archive(install, result->refusal,
                                    result->message_is == FIELD_SET ? result->message
                                                                    : SLICE("the archive was refused"),
                                    result->entry_is == FIELD_SET ? result->entry : (struct slice){0});
    service_stop(&install->service, true); /* on_emptied() follows: from then on nobody writes there */
}

static int send_archive(struct apps_installing *install)
{
    autofree char *all = NULL, *directory = NULL;
    int r = paths_join(install->apps->state_dir, "apps", &all);
    if (r == 0)
        r = paths_join(all, install->directory, &directory);
    if (r == 0)
        r = fault_point("apps.before_unpack");
    if (r == 0)
        r = peer_attach_fd(install->service.peer, take_fd(&install->archive_fd));
    if (r < 0)
        return r;
    const struct unpacker_unpack_params params = {.directory = slice_of(directory)};
    return peer_call(install->service.peer, &unpacker_unpack_method, &params, INSTALL_UNPACK_MS, on_unpacked, install,
                     NULL);
}

/* --- the process --- */

static void on_connected(struct service *service)
{
    struct apps_installing *install = service->user;
    int r = send_archive(install);
    if (r == 0)
        return;
    apps_install_refuse(install, ERROR_INTERNAL_ERROR, "cannot ask " PROGRAM ": %s", strerror(-r));
    service_stop(service, true);
}

static void on_lost(struct service *service)
{
    struct apps_installing *install = service->user;
    if (!install->has_answered)
        apps_install_refuse(install, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot unpack the archive: " PROGRAM ": %.400s",
                            service->problem);
}

static void on_emptied(struct service *service)
{
    struct apps_installing *install = service->user;
    if (install->apps->closed)
        apps_install_refuse(install, ERROR_STOPPING, "the daemon is stopping");
    if (install->failed)
        apps_install_end(install);
    else
        apps_install_accept(install);
}

static const struct service_kind kind = {
    .name = "unpack",
    .program = PROGRAM,
    .use = EXECUTOR_RECORD_USE_UNPACKER,
    .dispatch = &daemon_dispatch, /* it may call nothing */
    .prepare = prepare,
    .connected = on_connected,
    .lost = on_lost,
    .emptied = on_emptied,
};

static int make_directory(struct apps_installing *install)
{
    struct apps *apps = install->apps;
    char name[ID_SIZE];
    int all = -1;
    int r = id_make(&apps->ids, FILES_NEW, name);
    if (r == 0)
        r = apps_files_open_all(apps->state_dir, &all);
    if (r < 0)
        return r;
    if (mkdirat(all, name, 0700) < 0)
        r = -errno;
    else
        memcpy(install->directory, name, sizeof name);
    close(all);
    return r < 0 ? r : fault_point("apps.made");
}

int apps_install_unpack(struct apps_installing *install)
{
    struct service *service = &install->service;
    int r = make_directory(install);
    if (r < 0) {
        apps_install_refuse_disk(install, "cannot create a directory for the app", r);
        return r;
    }
    service->kind = &kind;
    service->user = install;
    service->table = install->apps->processes;
    service->rpc = install->apps->rpc;
    service->ready_ms = READY_MS;
    service_init(service);
    service_start(service);
    return service_is_gone(service) ? -EIO : 0; /* on_lost() has said why */
}

void apps_install_stop(struct apps_installing *install)
{
    if (install->service.kind && !service_is_gone(&install->service))
        service_stop(&install->service, true);
}

/* --- processes of an earlier daemon --- */

static void on_leftover_emptied(struct service *service)
{
    struct apps *apps = service->user;
    apps_files_leftover_gone(apps);
    apps->emptied(apps->user);
}

static const struct service_kind leftover_kind = {
    .name = "unpack",
    .program = PROGRAM,
    .use = EXECUTOR_RECORD_USE_UNPACKER,
    .dispatch = &daemon_dispatch,
    .prepare = prepare,
    .emptied = on_leftover_emptied,
};

void apps_unpack_leftover_init(struct apps *apps)
{
    apps->leftover.kind = &leftover_kind;
    apps->leftover.user = apps;
    apps->leftover.table = apps->processes;
    apps->leftover.rpc = apps->rpc;
    service_init(&apps->leftover);
}

void apps_unpack_found(void *apps, const char *id, const struct executor_record *record)
{
    service_adopt(&((struct apps *)apps)->leftover, id, record);
}
