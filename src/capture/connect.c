#include "capture/connect.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <xcb/screensaver.h>
#include <xcb/xfixes.h>
#include <xcb/xinput.h>

#include "base/cleanup.h"
#include "capture/authority.h"
#include "capture/keymap.h"

enum { CONNECT_SECONDS = 5, COOKIES_MAX = 256 << 10, DISPLAYS = 65536 };

#define SOCKETS "/tmp/.X11-unix"

/* --- where --- */

/* ":N", ":N.S", "unix:N" and "unix/:N": a display of this machine. */
static bool read_number(const char *name, unsigned *ret_number)
{
    static const char *const starts[] = {":", "unix:", "unix/:"};
    const char *digits = "";
    char *end;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            digits = name + strlen(starts[i]);
    if (*digits < '0' || *digits > '9')
        return false;
    unsigned long number = strtoul(digits, &end, 10);
    if ((*end && *end != '.') || number >= DISPLAYS)
        return false;
    *ret_number = (unsigned)number;
    return true;
}

static int fail(struct display_attempt *attempt, int error, const char *what)
{
    if (error == -EAFNOSUPPORT)
        (void)snprintf(attempt->problem, sizeof attempt->problem,
                       "the sandbox level landlock has no local sockets, which X needs; capture needs user namespaces "
                       "(see: weir doctor)");
    else
        (void)snprintf(attempt->problem, sizeof attempt->problem, "cannot connect to display %.64s: %s: %s",
                       attempt->name, what, strerror(-error));
    attempt->is_hopeless = error == -EAFNOSUPPORT;
    return error;
}

/* A sandbox shows a file that was there when it was made. If the file was replaced, or did not exist yet, only another
 * sandbox shows the new one. */
static bool is_stale(const char *path)
{
    struct stat status;
    return stat(path, &status) < 0 ? errno == ENOENT : status.st_nlink == 0;
}

/* weir-jail shows files, so the socket in the file system is used, not the abstract one. */
static int open_socket(struct display_attempt *attempt, unsigned number, int *ret_fd)
{
    static const struct timeval most = {.tv_sec = CONNECT_SECONDS}, none;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, SOCKETS "/X%u", number);
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return fail(attempt, -errno, "socket");
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most); /* a server that does not accept */
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0) {
        int error = -errno;
        attempt->is_stale = is_stale(SOCKETS);
        return fail(attempt, error, address.sun_path);
    }
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
    *ret_fd = take_fd(&fd);
    return 0;
}

static struct slice read_file(const char *path, char *bytes, size_t size)
{
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    size_t done = 0;
    if (fd < 0 || fstat(fd, &status) < 0 || !S_ISREG(status.st_mode))
        return (struct slice){0};
    for (ssize_t n = 1; n > 0 && done<size; done += n> 0 ? (size_t)n : 0)
        n = read(fd, bytes + done, size - done);
    return (struct slice){bytes, done};
}

/* --- what the server can do --- */

static void read_atoms(xcb_connection_t *connection, xcb_atom_t atoms[static ATOM_COUNT])
{
    static const char *const texts[] = {
#define EACH(name, text) [ATOM_##name] = (text),
        ATOMS(EACH)
#undef EACH
    };
    xcb_intern_atom_cookie_t cookies[ATOM_COUNT];
    for (size_t i = 0; i < ATOM_COUNT; i++)
        cookies[i] = xcb_intern_atom(connection, 0, (uint16_t)strlen(texts[i]), texts[i]);
    for (size_t i = 0; i < ATOM_COUNT; i++) {
        autofree xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(connection, cookies[i], NULL);
        atoms[i] = reply ? reply->atom : XCB_ATOM_NONE;
    }
}

static bool has_extension(xcb_connection_t *connection, xcb_extension_t *extension)
{
    const xcb_query_extension_reply_t *reply = xcb_get_extension_data(connection, extension);
    return reply && reply->present;
}

static void read_extensions(xcb_connection_t *connection, struct display_parts *parts)
{
    static const char xwayland[] = "XWAYLAND";
    parts->has_screensaver = has_extension(connection, &xcb_screensaver_id);
    if (has_extension(connection, &xcb_xfixes_id)) {
        autofree xcb_xfixes_query_version_reply_t *version =
            xcb_xfixes_query_version_reply(connection, xcb_xfixes_query_version(connection, 5, 0), NULL);
        if (version)
            parts->fixes_event = (uint8_t)(xcb_get_extension_data(connection, &xcb_xfixes_id)->first_event +
                                           XCB_XFIXES_SELECTION_NOTIFY);
    }
    if (has_extension(connection, &xcb_input_id)) {
        /* From 2.1 on raw events arrive although another client has grabbed the keyboard. */
        autofree xcb_input_xi_query_version_reply_t *version =
            xcb_input_xi_query_version_reply(connection, xcb_input_xi_query_version(connection, 2, 2), NULL);
        parts->has_input =
            version && (version->major_version > 2 || (version->major_version == 2 && version->minor_version >= 1));
        parts->input_opcode = xcb_get_extension_data(connection, &xcb_input_id)->major_opcode;
    }
    autofree xcb_query_extension_reply_t *reply =
        xcb_query_extension_reply(connection, xcb_query_extension(connection, sizeof xwayland - 1, xwayland), NULL);
    parts->is_xwayland = reply && reply->present;
}

/* --- the thread --- */

/* From here on attempt_abort() can end what waits for the server. */
static bool publish(struct display_attempt *attempt, int fd)
{
    (void)pthread_mutex_lock(&attempt->lock);
    attempt->fd = fd;
    bool is_aborted = attempt->is_aborted;
    (void)pthread_mutex_unlock(&attempt->lock);
    return !is_aborted;
}

static int take_refusal(struct display_attempt *attempt, xcb_connection_t *connection, bool has_cookie)
{
    int error = xcb_connection_has_error(connection);
    if (error == 0)
        return 0;
    (void)publish(attempt, -1);
    xcb_disconnect(connection);
    (void)snprintf(
        attempt->problem, sizeof attempt->problem,
        has_cookie || !*attempt->authority
            ? "the X server of display %.64s refuses the connection"
            : "the X server of display %.64s refuses the connection: no cookie for it in the Xauthority file",
        attempt->name);
    attempt->is_stale = *attempt->authority && is_stale(attempt->authority);
    return -EACCES;
}

static void connect_display(struct display_attempt *attempt)
{
    static char mechanism[] = "MIT-MAGIC-COOKIE-1";
    unsigned number = 0;
    int fd = -1;
    char host[256] = "";
    if (!read_number(attempt->name, &number)) {
        (void)snprintf(attempt->problem, sizeof attempt->problem,
                       "the display %.64s is not one of this machine, such as :0", attempt->name);
        attempt->is_hopeless = true;
        return;
    }
    if (open_socket(attempt, number, &fd) < 0)
        return;
    autofree char *cookies = malloc(COOKIES_MAX);
    struct slice cookie = {0};
    (void)gethostname(host, sizeof host - 1);
    bool has_cookie =
        cookies && authority_find(read_file(attempt->authority, cookies, COOKIES_MAX), slice_of(host), number, &cookie);
    xcb_auth_info_t auth = {sizeof mechanism - 1, mechanism, (int)cookie.size, (char *)cookie.data};
    if (!publish(attempt, fd))
        (void)shutdown(fd, SHUT_RDWR);
    xcb_connection_t *connection = xcb_connect_to_fd(fd, has_cookie ? &auth : NULL);
    if (cookies)
        explicit_bzero(cookies, COOKIES_MAX);
    if (take_refusal(attempt, connection, has_cookie) < 0)
        return;
    attempt->parts.root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root;
    read_atoms(connection, attempt->parts.atoms);
    read_extensions(connection, &attempt->parts);
    if (attempt->wants_keys)
        attempt->parts.keymap = keymap_new(connection, &attempt->parts.xkb_event, &attempt->parts.xkb_device);
    if (take_refusal(attempt, connection, true) < 0)
        return;
    (void)publish(attempt, -1);
    attempt->connection = connection;
    if (attempt->parts.is_xwayland) { /* shows only the windows of old programs */
        (void)snprintf(attempt->problem, sizeof attempt->problem, "this is a Wayland session; weir captures X11 only");
        attempt->is_hopeless = true;
        xcb_disconnect(take_pointer(attempt->connection));
    }
}

static void on_work(uv_work_t *work)
{
    connect_display(work->data);
}

static void on_worked(uv_work_t *work, int status)
{
    struct display_attempt *attempt = work->data;
    (void)status;
    attempt->done(attempt->display, attempt);
}

/* --- the loop --- */

int attempt_start(struct display *display, bool wants_keys,
                  void (*done)(struct display *display, struct display_attempt *attempt),
                  struct display_attempt **ret_attempt)
{
    struct display_attempt *attempt = calloc(1, sizeof *attempt);
    if (!attempt)
        return -ENOMEM;
    attempt->work.data = attempt;
    attempt->display = display;
    attempt->done = done;
    attempt->wants_keys = wants_keys;
    attempt->fd = -1;
    (void)pthread_mutex_init(&attempt->lock, NULL);
    (void)snprintf(attempt->name, sizeof attempt->name, "%s", display->name);
    (void)snprintf(attempt->authority, sizeof attempt->authority, "%s", display->authority);
    int r = uv_queue_work((uv_loop_t *)uv_handle_get_loop((uv_handle_t *)&display->prepare), &attempt->work, on_work,
                          on_worked);
    if (r < 0) {
        attempt_free(attempt);
        return r;
    }
    *ret_attempt = attempt;
    return 0;
}

void attempt_abort(struct display_attempt *attempt)
{
    (void)pthread_mutex_lock(&attempt->lock);
    attempt->is_aborted = true;
    if (attempt->fd >= 0)
        (void)shutdown(attempt->fd, SHUT_RDWR);
    (void)pthread_mutex_unlock(&attempt->lock);
}

void attempt_free(struct display_attempt *attempt)
{
    if (!attempt)
        return;
    if (attempt->connection)
        xcb_disconnect(attempt->connection);
    (void)keymap_free(attempt->parts.keymap);
    (void)pthread_mutex_destroy(&attempt->lock);
    free(attempt);
}
