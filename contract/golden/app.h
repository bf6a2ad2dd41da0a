/* Generated from contract/app.json by contract/generate; do not edit. */
/* Settings of the person: the theme, the profile and the streams of capture. */
#pragma once

#include "rpc/method.h"
#include "contract/app_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method app:getSettings: Get the settings of the person.
 *
 * The theme is system until it is set. The name of the profile is that of the password database until it is set. */

struct app_get_settings_params {
    char unused;
};

extern const struct shape app_get_settings_params_shape;
extern const struct method app_get_settings_method;
int app_get_settings(struct call *call, const struct app_get_settings_params *params);

static inline int app_get_settings_reply(struct call *call, const struct app_settings *result)
{
    return call_reply(call, result);
}

/* Method app:setTheme: Set the theme of front ends. */

struct app_set_theme_params {
    enum app_theme theme;
};

struct app_set_theme_result {
    enum app_theme theme;
};

extern const struct shape app_set_theme_params_shape;
extern const struct shape app_set_theme_result_shape;
extern const struct method app_set_theme_method;
int app_set_theme(struct call *call, const struct app_set_theme_params *params);

static inline int app_set_theme_reply(struct call *call, const struct app_set_theme_result *result)
{
    return call_reply(call, result);
}

/* Method app:setProfile: Set the profile of the person. It replaces the previous one. */

struct app_set_profile_params {
    struct slice name;
    /* Absent: none. */
    struct slice role;
    enum field_is role_is;
};

struct app_set_profile_result {
    struct app_profile profile;
};

extern const struct shape app_set_profile_params_shape;
extern const struct shape app_set_profile_result_shape;
extern const struct method app_set_profile_method;
int app_set_profile(struct call *call, const struct app_set_profile_params *params);

static inline int app_set_profile_reply(struct call *call, const struct app_set_profile_result *result)
{
    return call_reply(call, result);
}

/* Event event.settingsChanged: A setting of the person has changed. Setting the value that it has changes nothing. */

enum event_settings_changed_params_change {
    EVENT_SETTINGS_CHANGED_PARAMS_CHANGE_THEME = 0,
    EVENT_SETTINGS_CHANGED_PARAMS_CHANGE_PROFILE = 1,
    EVENT_SETTINGS_CHANGED_PARAMS_CHANGE_CAPTURE_STREAMS = 2,
};

struct event_settings_changed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    enum event_settings_changed_params_change change;
    /* All settings after the change. */
    struct app_settings settings;
};

extern const struct shape event_settings_changed_params_shape;
extern const struct event_type event_settings_changed_event;
