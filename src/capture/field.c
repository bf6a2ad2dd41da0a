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
    ADDRESS_MS = 5000, /* the accessibility bus may have to be started */
};

static void ask(struct field *field);

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

static void set_problem(struct field *field, const char *problem)
{
    if (strcmp(problem, field->problem) == 0)
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
    struct timers *timers = &field->capture->rpc.timers;
    drop_questions(field);
    bus_close(&field->bus);
    field->is_found = false;
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
           field->owner_pid == front->now.pid && !front->again_front;
}

static void decide(struct field *field)
{
    struct keys *keys = &field->capture->keys;
    timers_unset(&field->capture->rpc.timers, &field->limit);
    if (field->asked.generation != field->generation) /* the focus may have moved since the question */
        return;
    field->is_open = may_keep(field);
    if (!field->is_open) {
        keys_forget(keys);
        return;
    }
    keys_keep(keys, field->asked.size);
    if (keys->pending.size > 0)
        (void)timers_set(&field->capture->rpc.timers, &field->settle, SETTLE_MS);
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
    if (!field->is_found || field->asked.open > 0 || !field->owner[0])
        return;
    drop_questions(field);
    memset(&field->asked, 0, sizeof field->asked);
    field->asked.generation = field->generation;
    field->asked.size = capture->keys.pending.size;
    (void)timers_set(&capture->rpc.timers, &field->limit, capture->times.give_up_ms);
    if (ask_all(field) < 0) {
        drop_questions(field);
        shut(field);
    }
    (void)timers_set(&capture->rpc.timers, &field->bus.wake, 0);
}

static void on_settle(struct deadline *deadline)
{
    struct field *field = list_member(deadline, struct field, settle);
    if (field->asked.open > 0)
        (void)timers_set(&field->capture->rpc.timers, &field->settle, SETTLE_MS);
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
    if (!field->is_found)
        return;
    shut(field);
    (void)timers_set(&field->capture->rpc.timers, &field->settle, SETTLE_MS);
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
    if (!has_focus) {
        if (strcmp(sender, field->owner) == 0 && strcmp(path, field->path) == 0)
            forget_object(field);
        return 0;
    }
    forget_object(field);
    (void)snprintf(field->owner, sizeof field->owner, "%s", sender);
    (void)snprintf(field->path, sizeof field->path, "%s", path);
    (void)timers_set(&field->capture->rpc.timers, &field->settle, SETTLE_MS);
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
    (void)timers_set(&field->capture->rpc.timers, &field->retry, RETRY_MS);
}

/* Applications send events only if somebody is registered for them. */
static void begin(struct field *field)
{
    static const char match[] = "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',"
                                "arg0='focused'";
    int r = bus_open(&field->bus, field->address);
    field->is_found = r == 0;
    if (r == 0)
        r = sd_bus_add_match_async(field->bus.bus, NULL, match, on_event, NULL, field);
    if (r >= 0)
        r = sd_bus_call_method_async(field->bus.bus, NULL, "org.a11y.atspi.Registry", "/org/a11y/atspi/registry",
                                     "org.a11y.atspi.Registry", "RegisterEvent", on_registered, field, "s",
                                     "object:state-changed:focused");
    if (r < 0)
        lose(field, "cannot use the accessibility bus, so the text of keys is not kept");
    else
        (void)timers_set(&field->capture->rpc.timers, &field->bus.wake, 0);
}

/* --- the session's bus --- */

/* The answer is kept: this runs inside of the connection that it came from. */
static int on_address(sd_bus_message *message, void *user, sd_bus_error *error)
{
    struct field *field = user;
    const char *address = NULL;
    (void)error;
    field->address[0] = '\0';
    if (sd_bus_message_read(message, "s", &address) > 0 && bus_address_is_plain(address))
        (void)snprintf(field->address, sizeof field->address, "%s", address);
    (void)timers_set(&field->capture->rpc.timers, &field->retry, 0);
    return 0;
}

static void find(struct field *field)
{
    int r = field->session[0] ? bus_open(&field->bus, field->session) : -ENOENT;
    if (r == 0)
        r = sd_bus_call_method_async(field->bus.bus, NULL, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus",
                                     "GetAddress", on_address, field, "");
    if (r == -ENOENT && !field->session[0]) {
        set_problem(field, "there is no session bus, so the text of keys is not kept");
        return;
    }
    if (r < 0) {
        lose(field, "cannot connect to the session bus, so the text of keys is not kept");
        return;
    }
    (void)timers_set(&field->capture->rpc.timers, &field->bus.wake, 0);
    (void)timers_set(&field->capture->rpc.timers, &field->retry, ADDRESS_MS);
}

static void on_lost(struct bus *bus, int error)
{
    struct field *field = list_member(bus, struct field, bus);
    log_info("lost the %s bus: %s", field->is_found ? "accessibility" : "session", strerror(-error));
    lose(field, field->is_found ? "the accessibility bus has ended, so the text of keys is not kept"
                                : "cannot connect to the session bus, so the text of keys is not kept");
}

/* The address is there, the question took too long, or another attempt is due. */
static void on_retry(struct deadline *deadline)
{
    struct field *field = list_member(deadline, struct field, retry);
    bool has_asked = field->bus.bus && !field->is_found;
    bus_close(&field->bus);
    if (has_asked && field->address[0])
        begin(field);
    else if (has_asked)
        lose(field, "there is no accessibility bus, so the text of keys is not kept");
    else
        find(field);
}

/* --- lifetime --- */

void field_want(struct field *field, bool is_wanted, const char *session)
{
    if (is_wanted == field->is_wanted && strcmp(session, field->session) == 0)
        return;
    field->is_wanted = is_wanted;
    (void)snprintf(field->session, sizeof field->session, "%s", session);
    timers_unset(&field->capture->rpc.timers, &field->retry);
    drop_bus(field, "");
    if (is_wanted) {
        field->address[0] = '\0';
        set_problem(field, "asking for the accessibility bus");
        find(field);
    }
}

void field_init(struct field *field, struct capture *capture)
{
    field->capture = capture;
    field->bus = (struct bus){.loop = &capture->loop, .timers = &capture->rpc.timers, .lost = on_lost};
    field->settle.expired = on_settle;
    field->limit.expired = on_limit;
    field->retry.expired = on_retry;
}

void field_close(struct field *field)
{
    if (!field->capture)
        return;
    field->is_wanted = false;
    timers_unset(&field->capture->rpc.timers, &field->retry);
    timers_unset(&field->capture->rpc.timers, &field->limit);
    timers_unset(&field->capture->rpc.timers, &field->settle);
    drop_questions(field);
    bus_close(&field->bus);
}
