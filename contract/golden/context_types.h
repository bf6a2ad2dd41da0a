/* Generated from contract/context.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* window: a window was in front. focus: the person worked in one window without a break. keystroke: keys were
 * pressed. clipboard: something was copied. browser: a page was in front. */
enum context_activity_type {
    CONTEXT_ACTIVITY_TYPE_WINDOW = 0,
    CONTEXT_ACTIVITY_TYPE_FOCUS = 1,
    CONTEXT_ACTIVITY_TYPE_KEYSTROKE = 2,
    CONTEXT_ACTIVITY_TYPE_CLIPBOARD = 3,
    CONTEXT_ACTIVITY_TYPE_BROWSER = 4,
};

struct context_activity_record {
    struct slice id;
    enum context_activity_type type;
    /* When it began. */
    struct slice timestamp;
    struct slice app_name;
    enum field_is app_name_is;
    struct slice window_title;
    enum field_is window_title_is;
    struct slice url;
    enum field_is url_is;
    /* Milliseconds. */
    int64_t duration;
    enum field_is duration_is;
    /* For keystroke and clipboard: how much it was, or the beginning of the text if that is recorded. */
    struct slice summary;
    enum field_is summary_is;
};

/* The last one first. */
struct context_card_recent_apps {
    struct slice *items;
    size_t count;
};

/* Sentences: a permission request that waits, a task that has failed, a session to continue. */
struct context_card_suggestions {
    struct slice *items;
    size_t count;
};

/* What the person works on now. */
struct context_card {
    /* Absent, like the next three: nothing was recorded in the last five minutes. */
    struct slice active_app;
    enum field_is active_app_is;
    struct slice active_document;
    enum field_is active_document_is;
    struct slice active_url;
    enum field_is active_url_is;
    /* The first activity after the last pause of 15 minutes or more. */
    struct slice session_start;
    enum field_is session_start_is;
    struct context_card_recent_apps recent_apps;
    struct context_card_suggestions suggestions;
};

extern const struct shape context_activity_type_shape;
extern const struct shape context_activity_record_shape;
extern const struct shape context_card_shape;
