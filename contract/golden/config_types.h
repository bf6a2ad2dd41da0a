/* Generated from contract/config.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

enum config_log_level {
    CONFIG_LOG_LEVEL_ERROR = 0,
    CONFIG_LOG_LEVEL_WARN = 1,
    CONFIG_LOG_LEVEL_INFO = 2,
    CONFIG_LOG_LEVEL_DEBUG = 3,
};

struct config_settings_log {
    enum config_log_level level;
    /* A longer log file becomes weird.log.1, and a new one begins. */
    int64_t max_bytes;
};

struct config_settings_limits {
    /* Clients at once. */
    int64_t connections;
    /* Of one message. */
    int64_t message_bytes;
    /* Of one batch. */
    int64_t batch_entries;
    /* Requests of one connection that wait for their answer. */
    int64_t waiting_requests;
    /* A client that leaves more than this unread is no longer read from. */
    int64_t output_pause_bytes;
    /* A client that leaves more than this unread is cut off. */
    int64_t output_bytes;
    /* Memory for one parsed message. */
    int64_t parse_bytes;
    /* Of one connection. */
    int64_t subscriptions;
};

struct config_settings_tasks {
    /* Tasks that may wait. */
    int64_t queue;
    /* Tasks that run at the same time; 0: as many as there are cores, at least 3. */
    int64_t at_once;
    /* How long a task may run that says nothing of it. */
    int64_t timeout_ms;
    /* How long a task that is asked to stop may take before it is ended. */
    int64_t stop_ms;
    /* How long a daemon that is asked to stop waits for tasks at work. */
    int64_t drain_ms;
};

/* What the store keeps. Sessions stay until they are deleted. */
struct config_settings_retention {
    /* Events, and tasks that have ended, are removed when they are older; 0: never. */
    int64_t days;
    /* When the store is larger, the oldest events are removed, and the tasks that ended with them; 0: no limit. */
    int64_t bytes;
};

/* The whole file. Every setting has a default; an unknown one is an error. */
struct config_settings {
    struct config_settings_log log;
    struct config_settings_limits limits;
    struct config_settings_tasks tasks;
    struct config_settings_retention retention;
};

extern const struct shape config_log_level_shape;
extern const struct shape config_settings_shape;
