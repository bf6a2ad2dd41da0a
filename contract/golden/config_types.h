/* Generated from contract/config.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

enum config_log_level {
    CONFIG_LOG_LEVEL_ERROR = 0,
    CONFIG_LOG_LEVEL_WARN = 1,
    CONFIG_LOG_LEVEL_INFO = 2,
    CONFIG_LOG_LEVEL_DEBUG = 3,
};

/* The program, found by PATH or by its path, and its arguments. */
struct config_executor_command {
    struct slice *items;
    size_t count;
};

struct config_executor {
    struct config_executor_command command;
    /* Where it is started: an absolute path; absent: the directory of the configuration file. */
    struct slice cwd;
    enum field_is cwd_is;
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
    /* Of tasks and sessions that name none. */
    struct slice agent;
    enum field_is agent_is;
    /* Of all processes of a task together; 0: no limit. */
    int64_t memory_bytes;
    /* Of a task at the same time; 0: no limit. */
    int64_t processes;
    /* Of all that a task reports; 0: no limit. */
    int64_t output_bytes;
    /* That a task may use, in and out together; 0: no limit. */
    int64_t tokens;
};

/* Executors that others wrote, by the name with which a task or a session chooses one as its agent. Each listens on
 * EXECUTOR_SOCKET. */
struct config_settings_executors {
    struct config_settings_executors_pair *items;
    size_t count;
};

struct config_settings_executors_pair {
    struct slice key;
    struct config_executor value;
};

/* How executors are kept. */
struct config_settings_pool {
    /* Executors that are ready before a task needs them. */
    int64_t warm;
    /* Executors that wait for the next task of their session; more are ended, the oldest first. */
    int64_t idle;
    /* How long one may be idle before it is ended. */
    int64_t idle_ms;
    /* How long an executor may take until it listens. */
    int64_t start_ms;
    /* How long one that is asked to leave may take before it is ended. */
    int64_t shutdown_ms;
    /* How long an executor waits for a daemon that is gone; then it puts down what it has and ends. */
    int64_t orphan_ms;
    /* Messages of one executor that wait to be stored: above, it is told to pause. */
    int64_t pause_at;
    /* Below, it is told to go on. */
    int64_t resume_at;
    /* That an executor sends as one. */
    int64_t batch_messages;
    /* How long one may gather what a single turn of its loop brings. */
    int64_t batch_ms;
};

struct config_settings_terminals {
    /* At once. */
    int64_t max;
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
    struct config_settings_executors executors;
    enum field_is executors_is;
    struct config_settings_pool pool;
    struct config_settings_terminals terminals;
    struct config_settings_retention retention;
};

extern const struct shape config_log_level_shape;
extern const struct shape config_executor_shape;
extern const struct shape config_settings_shape;
