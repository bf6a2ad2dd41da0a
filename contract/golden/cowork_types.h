/* Generated from contract/cowork.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/chat_types.h"
#include "contract/context_types.h"

enum cowork_namespace {
    COWORK_NAMESPACE_CONTEXT = 0,
    COWORK_NAMESPACE_USER = 1,
    COWORK_NAMESPACE_DATA = 2,
};

/* The arguments of context.activeWindow, context.currentTime, user.preferences and user.profile. */
struct cowork_no_args {
    char unused;
};

/* The arguments of context.recentActivity. */
struct cowork_recent_activity_args {
    int64_t limit;
    /* Leave out what began earlier. */
    struct slice since;
    enum field_is since_is;
};

/* The arguments of data.conversations. */
struct cowork_conversations_args {
    int64_t limit;
    /* nextCursor of the page before. */
    struct slice cursor;
    enum field_is cursor_is;
};

/* The arguments of data.search. */
struct cowork_search_args {
    struct slice query;
    int64_t limit;
};

/* The data of context.activeWindow. */
struct cowork_active_window {
    /* The window that was in front last. Absent: nothing was recorded in the last five minutes. */
    struct context_activity_record window;
    enum field_is window_is;
};

/* Newest first. Of the types keystroke and clipboard only with captureRead. */
struct cowork_recent_activity_activities {
    struct context_activity_record *items;
    size_t count;
};

/* The data of context.recentActivity. */
struct cowork_recent_activity {
    struct cowork_recent_activity_activities activities;
};

/* The data of context.currentTime. */
struct cowork_current_time {
    /* The local time, with its distance from UTC. */
    struct slice time;
    /* The name of the time zone in the IANA database. */
    struct slice time_zone;
};

/* The one with the newest message first. */
struct cowork_conversations_conversations {
    struct chat_thread_summary *items;
    size_t count;
};

/* The data of data.conversations: the threads that were created for this app. */
struct cowork_conversations {
    struct cowork_conversations_conversations conversations;
    /* Absent on the last page. */
    struct slice next_cursor;
    enum field_is next_cursor_is;
};

/* Best match first. Of the types keystroke and clipboard only with captureRead. */
struct cowork_search_results_results {
    struct context_activity_record *items;
    size_t count;
};

/* The data of data.search. */
struct cowork_search_results {
    struct cowork_search_results_results results;
};

extern const struct shape cowork_namespace_shape;
extern const struct shape cowork_no_args_shape;
extern const struct shape cowork_recent_activity_args_shape;
extern const struct shape cowork_conversations_args_shape;
extern const struct shape cowork_search_args_shape;
extern const struct shape cowork_active_window_shape;
extern const struct shape cowork_recent_activity_shape;
extern const struct shape cowork_current_time_shape;
extern const struct shape cowork_conversations_shape;
extern const struct shape cowork_search_results_shape;
