/* The graphical session to record: the one that a client has named, or that of the daemon's own environment. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/capture/internal.h"
#include "json/copy.h"

static void set(struct slice *field, enum field_is *is, const char *value)
{
    *is = value && *value ? FIELD_SET : FIELD_ABSENT;
    *field = slice_of(*is == FIELD_SET ? value : "");
}

void capture_session_init(struct capture *capture)
{
    struct recorder_session *own = &capture->own;
    const char *home = getenv("HOME"), *type = getenv("XDG_SESSION_TYPE"), *wayland = getenv("WAYLAND_DISPLAY");
    const char *xauthority = getenv("XAUTHORITY"), *bus = getenv("DBUS_SESSION_BUS_ADDRESS");
    if ((!xauthority || !*xauthority) && home && asprintf(&capture->own_xauthority, "%s/.Xauthority", home) >= 0)
        xauthority = capture->own_xauthority;
    if ((!bus || !*bus) && asprintf(&capture->own_bus, "unix:path=/run/user/%u/bus", (unsigned)getuid()) >= 0)
        bus = capture->own_bus;
    set(&own->display, &own->display_is, getenv("DISPLAY"));
    set(&own->xauthority, &own->xauthority_is, xauthority);
    set(&own->bus, &own->bus_is, bus);
    own->wayland = (wayland && *wayland) || (type && strcmp(type, "wayland") == 0);
}

static bool is_named(const struct recorder_session *session)
{
    return session->display_is == FIELD_SET || session->wayland;
}

/* A display of an earlier day may not exist any more, so the newer of the two counts. */
const struct recorder_session *capture_session(const struct capture *capture)
{
    bool is_newer = capture->given && capture->given_at_ms >= *capture->started_at_ms;
    return capture->given && (is_newer || !is_named(&capture->own)) ? capture->given : &capture->own;
}

static bool is_same_field(struct slice one, enum field_is one_is, struct slice other, enum field_is other_is)
{
    return one_is == other_is && (one_is != FIELD_SET || slice_equal(one, other));
}

bool capture_session_is_same(const struct recorder_session *one, const struct recorder_session *other)
{
    return is_same_field(one->display, one->display_is, other->display, other->display_is) &&
           is_same_field(one->xauthority, one->xauthority_is, other->xauthority, other->xauthority_is) &&
           is_same_field(one->bus, one->bus_is, other->bus, other->bus_is) && one->wayland == other->wayland;
}

struct recorder_session *capture_session_copy(const struct recorder_session *session)
{
    const struct shape *shape = &recorder_session_shape;
    struct recorder_session *copy = malloc(sizeof *copy + json_copy_size(shape, session));
    if (copy)
        json_copy(shape, session, copy, copy + 1);
    return copy;
}

/* :N, :N.S, unix:N or unix/:N: a socket of this machine. */
static bool is_local(struct slice display)
{
    static const struct slice prefixes[] = {SLICE_INIT("unix/:"), SLICE_INIT("unix:"), SLICE_INIT(":")};
    size_t at = 0, digits = 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && at == 0; i++)
        if (display.size > prefixes[i].size && memcmp(display.data, prefixes[i].data, prefixes[i].size) == 0)
            at = prefixes[i].size;
    for (; at > 0 && at < display.size && isdigit((unsigned char)display.data[at]); at++)
        digits++;
    if (digits == 0 || digits > 5)
        return false;
    if (at < display.size && display.data[at] == '.')
        for (at++; at < display.size && isdigit((unsigned char)display.data[at]);)
            at++;
    return at == display.size;
}

const char *capture_session_problem(const struct recorder_session *session)
{
    if (session->wayland)
        return "this is a Wayland session, and weir captures X11 only";
    if (session->display_is != FIELD_SET)
        return "no display is known; run 'weir capture on' in a terminal of the graphical session";
    if (!is_local(session->display))
        return "the display is on another machine; weir captures displays of this machine only";
    return NULL;
}

const char *capture_session_check(const struct recorder_session *session, const char **ret_path)
{
    *ret_path = "params.session.display";
    if (session->display_is == FIELD_SET && !is_local(session->display))
        return "must be a display of this machine, such as :0";
    *ret_path = "params.session.xauthority";
    if (session->xauthority_is == FIELD_SET && (session->xauthority.size == 0 || session->xauthority.data[0] != '/' ||
                                                memchr(session->xauthority.data, '\0', session->xauthority.size) ||
                                                memchr(session->xauthority.data, '\n', session->xauthority.size)))
        return "must be an absolute path";
    *ret_path = "params.session.bus";
    if (session->bus_is == FIELD_SET &&
        (memchr(session->bus.data, '\0', session->bus.size) || memchr(session->bus.data, '\n', session->bus.size)))
        return "must be the address of a bus";
    return NULL;
}
