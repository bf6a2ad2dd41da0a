/* Generated from contract/app.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

enum app_theme {
    APP_THEME_DARK = 0,
    APP_THEME_LIGHT = 1,
    APP_THEME_SYSTEM = 2,
};

/* What agents and apps may know of the person. */
struct app_profile {
    struct slice name;
    struct slice role;
    enum field_is role_is;
};

/* Which streams of capture are enabled. capture:toggleStream changes them; they are recorded once a person has
 * consented. */
struct app_capture_streams {
    bool window_tracking;
    bool keystroke;
    bool focus;
    bool browser;
    bool clipboard;
};

struct app_settings {
    enum app_theme theme;
    struct app_capture_streams capture_streams;
    struct app_profile profile;
};

extern const struct shape app_theme_shape;
extern const struct shape app_profile_shape;
extern const struct shape app_capture_streams_shape;
extern const struct shape app_settings_shape;
