/* Generated from contract/apps.json by contract/generate; do not edit. */
/* Apps: front ends that people install from an archive, and that may read what they were granted. */
#pragma once

#include "rpc/method.h"
#include "contract/apps_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method apps:list: List the installed apps, by id. */

struct apps_list_params {
    char unused;
};

struct apps_list_result_apps {
    struct apps_installed_app *items;
    size_t count;
};

struct apps_list_result {
    struct apps_list_result_apps apps;
};

extern const struct shape apps_list_params_shape;
extern const struct shape apps_list_result_shape;
extern const struct method apps_list_method;
int apps_list(struct call *call, const struct apps_list_params *params);

static inline int apps_list_reply(struct call *call, const struct apps_list_result *result)
{
    return call_reply(call, result);
}

/* Method apps.open: Open a connection for an installed app.
 *
 * A descriptor comes with the result: one end of a socket pair. Whatever is said through it is said by this app, so
 * give it to nothing else. The app may call initialize, ping, rpc.discover, cowork:read and $/cancel_request, 50
 * messages a second; a faster app is read later, not refused. It gets no notifications. An app has at most 8
 * connections. While it has one, its status is running; apps:remove closes them. */

struct apps_open_params {
    struct slice app_id;
};

struct apps_open_result {
    struct slice app_id;
    struct slice name;
    struct slice version;
};

extern const struct shape apps_open_params_shape;
extern const struct shape apps_open_result_shape;
extern const struct method apps_open_method;
int apps_open(struct call *call, const struct apps_open_params *params);

static inline int apps_open_reply(struct call *call, const struct apps_open_result *result)
{
    return call_reply(call, result);
}

/* Event event.appsChanged: An app was installed, updated or removed, was granted other permissions, or has changed
 * its status. */

enum event_apps_changed_params_change {
    EVENT_APPS_CHANGED_PARAMS_CHANGE_INSTALLED = 0,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_UPDATED = 1,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_REMOVED = 2,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_GRANTED = 3,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_STATUS = 4,
};

struct event_apps_changed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice app_id;
    enum event_apps_changed_params_change change;
    /* The app after the change; absent if it was removed. */
    struct apps_installed_app app;
    enum field_is app_is;
};

extern const struct shape event_apps_changed_params_shape;
extern const struct event_type event_apps_changed_event;
