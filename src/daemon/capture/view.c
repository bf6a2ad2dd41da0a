/* What the sandbox of weir-capture shows: the sockets of X displays, the cookies, and the accessibility bus. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cached.h"
#include "base/cleanup.h"
#include "base/log.h"
#include "daemon/capture/internal.h"
#include "daemon/sandbox/sandbox.h"

/* The directory, because a server that starts again makes a new socket. */
#define X_SOCKETS "/tmp/.X11-unix"

enum { PATHS_MAX = 3 };

struct shown {
    char *paths[PATHS_MAX];
    size_t count;
};

static void shown_clear(struct shown *shown)
{
    for (size_t i = 0; i < shown->count; i++)
        free(shown->paths[i]);
}

/* A client has named the path, so only the kernel's caches are asked. What is not of this type, or does not exist, is
 * left out: the program then says what it lacks. */
static void show(struct shown *shown, const char *path, mode_t type)
{
    autofree char *real = NULL;
    struct statx status;
    int r = cached_resolve(path, &real);
    if (r == 0 && statx(AT_FDCWD, real, AT_SYMLINK_NOFOLLOW | AT_STATX_DONT_SYNC, STATX_TYPE, &status) < 0)
        r = -errno;
    if (r == 0 && (status.stx_mode & S_IFMT) == type)
        shown->paths[shown->count++] = take_pointer(real);
    else if (r < 0 && r != -ENOENT)
        log_warn("capture: the sandbox does not show %s: %s", path, strerror(-r));
}

/* "unix:path=/run/user/1000/bus,guid=…": the directory at-spi beside the socket. It is needed for texts only. */
static void show_accessibility(struct shown *shown, const struct recorder_session *session)
{
    static const struct slice start = SLICE_INIT("unix:path=/");
    char path[4096 + sizeof "/at-spi"];
    struct slice address = session->bus;
    if (session->bus_is != FIELD_SET || !slice_starts_with(address, start) || address.size >= 4096)
        return;
    (void)snprintf(path, sizeof path, "%.*s", (int)(address.size - (start.size - 1)), address.data + start.size - 1);
    path[strcspn(path, ",;")] = '\0';
    char *slash = strrchr(path, '/');
    (void)snprintf(slash, sizeof path - (size_t)(slash - path), "/at-spi");
    show(shown, path, S_IFDIR);
}

static void collect(struct shown *shown, const struct capture *capture, const struct recorder_session *session)
{
    char path[4097];
    show(shown, X_SOCKETS, S_IFDIR);
    if (session->xauthority_is == FIELD_SET && session->xauthority.size < sizeof path) {
        (void)snprintf(path, sizeof path, "%.*s", (int)session->xauthority.size, session->xauthority.data);
        show(shown, path, S_IFREG);
    }
    if (capture->consent.keystroke_text)
        show_accessibility(shown, session);
}

int capture_view_describe(void *user, const struct sandbox_program *program, struct buf *view)
{
    const struct capture *capture = user;
    AUTO(shown_clear) struct shown shown = {0};
    collect(&shown, capture, capture->recorded);
    return sandbox_view_write_closed(capture->sandbox, CAPTURE_PROGRAM, (const char *const *)shown.paths, shown.count,
                                     program, view);
}
