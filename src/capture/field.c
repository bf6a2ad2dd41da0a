#include "capture/field.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "capture/capture.h"

enum {
    ROLE_PASSWORD = 40, /* numbers of AT-SPI */
    ROLE_TERMINAL = 60,
    STATE_EDITABLE = 7,
    STATE_FOCUSED = 12,
};

enum {
    SETTLE_MS = 200, /* after the focus may have moved: the application has to see it too */
    RETRY_MS = 10000,
    LOOK_MS = 500, /* anybody can change the address all the time */
};

/* --- the state --- */

static void shut(struct field *field)
{
    field->is_open = false;
    field->generation++;
    keys_forget(&field->capture->keys);
}

static void forget_object(struct field *field)
{
    field->owner[0] = field->path[0] = '\0';
    field->owner_pid = 0;
    shut(field);
}

/* NULL: the same as before. */
static void set_problem(struct field *field, const char *problem)
{
    if (!problem || strcmp(problem, field->problem) == 0)
        return;
    (void)snprintf(field->problem, sizeof field->problem, "%s", problem);
    capture_report(field->capture);
}

/* Answers that come later are not heard. */
static void drop_questions(struct field *field)
{
    for (size_t i = 0; i < FIELD_QUESTIONS; i++)
        field->questions[i] = sd_bus_slot_unref(field->questions[i]);
    field->asked.open = 0;
}

static void drop_bus(struct field *field, const char *problem)
{
    struct timers *timers = &field->capture->helper.rpc.timers;
    drop_questions(field);
    bus_close(&field->bus);
    timers_unset(timers, &field->limit);
    timers_unset(timers, &field->settle);
    forget_object(field);
    set_problem(field, problem);
}

/* --- answers --- */

static bool may_keep(const struct field *field)
{
    const struct front *front = &field->capture->front;
    uint32_t wanted = 1U << STATE_EDITABLE | 1U << STATE_FOCUSED;
    return !field->asked.has_failed && (field->asked.states & wanted) == wanted && field->asked.role != 0 &&
           field->asked.role != ROLE_PASSWORD && field->asked.role != ROLE_TERMINAL && field->owner_pid != 0 &&
           field->owner_pid == front->now.pid && !front->again_front && !front->is_grabbed && !front->is_left;
}

static void decide(struct field *field)
{
    struct keys *keys = &field->capture->keys;
    timers_unset(&field->capture->helper.rpc.timers, &field->limit);
    if (field->asked.generation != field->generation) /* the focus may have moved since the question */
        return;
    field->is_open = may_keep(field);
    if (!field->is_open) {
        keys_forget(keys);
        return;
    }
    keys_keep(keys, field->asked.size);
    if (keys->pending.size > 0)
        (void)timers_set(&field->capture->helper.rpc.timers, &field->settle, SETTLE_MS);
}

static void answered(struct field *field, bool is_good)
{
    if (field->asked.open == 0)
        return;
    field->asked.has_failed = field->asked.has_failed || !is_good;
    if (--field->asked.open == 0)
        decide(field);
}

static int on_role(sd_bus_message *message, void *user, sd_bus_error *error)
{
    struct field *field = user;
    (void)error;
    answered(field, sd_bus_message_read(message, "u", &field->asked.role) > 0);
    return 0;
}

static int on_state(sd_bus_message *message, void *user, sd_bus_error *error)
{
    struct field *field = user;
    const void *words = NULL;
    size_t size = 0;
    (void)error;
    bool is_good = sd_bus_message_read_array(message, 'u', &words, &size) > 0 && size >= sizeof(uint32_t);
    if (is_good)
        memcpy(&field->asked.states, words, sizeof field->asked.states);
    answered(field, is_good);
    return 0;
}

static int on_pid(sd_bus_message *message, void *user, sd_bus_error *error)
{
    struct field *field = user;
    (void)error;
    answered(field, sd_bus_message_read(message, "u", &field->owner_pid) > 0);
    return 0;
}

/* --- questions --- */

static void on_limit(struct deadline *deadline)
{
    struct field *field = list_member(deadline, struct field, limit);
    drop_questions(field);
    shut(field);
}

static int ask_all(struct field *field)
{
    static const char interface[] = "org.a11y.atspi.Accessible";
    sd_bus *bus = field->bus.bus;
    sd_bus_slot **slots = field->questions;
    field->asked.open = FIELD_QUESTIONS;
    int r =
        sd_bus_call_method_async(bus, &slots[0], field->owner, field->path, interface, "GetRole", on_role, field, "");
    if (r >= 0)
        r = sd_bus_call_method_async(bus, &slots[1], field->owner, field->path, interface, "GetState", on_state, field,
                                     "");
    if (r >= 0)
        r = sd_bus_call_method_async(bus, &slots[2], "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                     "org.freedesktop.DBus", "GetConnectionUnixProcessID", on_pid, field, "s",
                                     field->owner);
    return r;
}

static void ask(struct field *field)
{
    struct capture *capture = field->capture;
    if (!field->bus.bus || field->asked.open > 0 || !field->owner[0])
        return;
    drop_questions(field);
    memset(&field->asked, 0, sizeof field->asked);
    field->asked.generation = field->generation;
    field->asked.size = capture->keys.pending.size;
    (void)timers_set(&capture->helper.rpc.timers, &field->limit, capture->times.give_up_ms);
    if (ask_all(field) < 0) {
        drop_questions(field);
        shut(field);
    }
    (void)timers_set(&capture->helper.rpc.timers, &field->bus.wake, 0);
}

static void on_settle(struct deadline *deadline)
{
    struct field *field = list_member(deadline, struct field, settle);
    if (field->asked.open > 0)
        (void)timers_set(&field->capture->helper.rpc.timers, &field->settle, SETTLE_MS);
    else
        ask(field);
}

bool field_is_open(const struct field *field)
{
    return field->is_open;
}

void field_check(struct field *field)
{
    if (field->asked.open == 0 && !field->settle.index)
        ask(field);
}

void field_limit(struct field *field, size_t size)
{
    if (field->asked.size > size)
        field->asked.size = size;
}

void field_shift(struct field *field)
{
    if (!field->bus.bus)
        return;
    shut(field);
    (void)timers_set(&field->capture->helper.rpc.timers, &field->settle, SETTLE_MS);
}

/* --- the accessibility bus --- */

/* An object has or has lost the focus. */
static int on_event(sd_bus_message *message, void *user, sd_bus_error *error)
{
    struct field *field = user;
    const char *what, *sender = sd_bus_message_get_sender(message), *path = sd_bus_message_get_path(message);
    int has_focus;
    (void)error;
    if (!sender || !path || sd_bus_message_read(message, "si", &what, &has_focus) <= 0 ||
        strcmp(what, "focused") != 0 || strlen(sender) >= sizeof field->owner || strlen(path) >= sizeof field->path)
        return 0;
    bool is_same = strcmp(sender, field->owner) == 0 && strcmp(path, field->path) == 0;
    if (is_same && !has_focus)
        forget_object(field);
    if (is_same || !has_focus)
        return 0;
    forget_object(field);
    (void)snprintf(field->owner, sizeof field->owner, "%s", sender);
    (void)snprintf(field->path, sizeof field->path, "%s", path);
    (void)timers_set(&field->capture->helper.rpc.timers, &field->settle, SETTLE_MS);
    return 0;
}

static int on_registered(sd_bus_message *message, void *user, sd_bus_error *error)
{
    struct field *field = user;
    (void)error;
    set_problem(field, sd_bus_message_is_method_error(message, NULL)
                           ? "the accessibility bus reports no focus, so the text of keys is not kept"
                           : "");
    return 0;
}

static void lose(struct field *field, const char *problem)
{
    drop_bus(field, problem);
    (void)timers_set(&field->capture->helper.rpc.timers, &field->retry, RETRY_MS);
}

/* Applications send events only if somebody is registered for them. */
static void begin(struct field *field)
{
    static const char match[] = "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',"
                                "arg0='focused'";
    int r = bus_open(&field->bus, field->address);
    if (r == 0)
        r = sd_bus_add_match_async(field->bus.bus, NULL, match, on_event, NULL, field);
    if (r >= 0)
        r = sd_bus_call_method_async(field->bus.bus, NULL, "org.a11y.atspi.Registry", "/org/a11y/atspi/registry",
                                     "org.a11y.atspi.Registry", "RegisterEvent", on_registered, field, "s",
                                     "object:state-changed:focused");
    if (r < 0)
        lose(field, "cannot use the accessibility bus, so the text of keys is not kept");
    else
        (void)timers_set(&field->capture->helper.rpc.timers, &field->bus.wake, 0);
}

/* --- finding the bus --- */

static void on_lost(struct bus *bus, int error)
{
    log_info("lost the accessibility bus: %s", strerror(-error));
    struct field *field = list_member(bus, struct field, bus);
    lose(field, "the accessibility bus has ended, so the text of keys is not kept");
    if (error == -ENOENT)
        capture_renew(field->capture);
}

/* The property of the root window names the bus: the sandbox shows that bus, and not the session's. */
static void take_address(struct field *field, const void *reply)
{
    struct slice named = display_property(reply, 8);
    char address[BUS_ADDRESS_MAX];
    (void)snprintf(address, sizeof address, "%.*s", SLICE_ARG(named));
    if (field->bus.bus && strcmp(address, field->address) == 0)
        return;
    memcpy(field->address, address, sizeof address);
    drop_bus(field, NULL);
    if (!address[0]) /* a change of the property is reported */
        set_problem(field, "there is no accessibility bus, so the text of keys is not kept");
    else if (!bus_address_is_plain(address))
        set_problem(field, "the accessibility bus has no socket in the file system, so the text of keys is not kept");
    else
        begin(field);
}

static void on_address(void *user, const void *reply)
{
    struct field *field = user;
    field->is_looking = false;
    if (!field->is_wanted)
        return;
    take_address(field, reply);
    if (field->again)
        (void)timers_set(&field->capture->helper.rpc.timers, &field->retry, LOOK_MS);
    field->again = false;
}

void field_look(struct field *field)
{
    struct display *display = &field->capture->display;
    if (!field->is_wanted || !display_is_up(display))
        return;
    field->again = field->is_looking;
    if (field->is_looking)
        return;
    field->is_looking = true;
    timers_unset(&field->capture->helper.rpc.timers, &field->retry);
    display_expect(display,
                   xcb_get_property(display->connection, 0, display->parts.root, display->parts.atoms[ATOM_AT_SPI_BUS],
                                    XCB_GET_PROPERTY_TYPE_ANY, 0, BUS_ADDRESS_MAX / 4 - 1)
                       .sequence,
                   on_address, field);
}

static void on_retry(struct deadline *deadline)
{
    field_look(list_member(deadline, struct field, retry));
}

void field_down(struct field *field)
{
    timers_unset(&field->capture->helper.rpc.timers, &field->retry);
    field->is_looking = field->again = false;
    drop_bus(field, NULL);
}

/* --- lifetime --- */

void field_want(struct field *field, bool is_wanted)
{
    if (is_wanted == field->is_wanted)
        return;
    field->is_wanted = is_wanted;
    field_down(field);
    field->problem[0] = '\0';
    if (is_wanted) {
        (void)snprintf(field->problem, sizeof field->problem, "waiting for the accessibility bus");
        field_look(field);
    }
}

void field_init(struct field *field, struct capture *capture)
{
    field->capture = capture;
    field->bus = (struct bus){.loop = &capture->helper.loop, .timers = &capture->helper.rpc.timers, .lost = on_lost};
    field->settle.expired = on_settle;
    field->limit.expired = on_limit;
    field->retry.expired = on_retry;
}

void field_close(struct field *field)
{
    if (!field->capture)
        return;
    field->is_wanted = false;
    timers_unset(&field->capture->helper.rpc.timers, &field->retry);
    timers_unset(&field->capture->helper.rpc.timers, &field->limit);
    timers_unset(&field->capture->helper.rpc.timers, &field->settle);
    drop_questions(field);
    bus_close(&field->bus);
}
