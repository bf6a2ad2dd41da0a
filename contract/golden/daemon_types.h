/* Generated from contract/daemon.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* ok: everything works. degraded: something works worse than it should. failed: something does not work. */
enum daemon_health {
    DAEMON_HEALTH_OK = 0,
    DAEMON_HEALTH_DEGRADED = 1,
    DAEMON_HEALTH_FAILED = 2,
};

/* A part of the daemon, checked when the request arrives. */
struct daemon_subsystem {
    enum daemon_health health;
    /* What is wrong and what to do about it; absent: nothing is wrong. */
    struct slice message;
    enum field_is message_is;
};

enum daemon_id_kind {
    DAEMON_ID_KIND_TASK = 0,
    DAEMON_ID_KIND_SESSION = 1,
    DAEMON_ID_KIND_PERMISSION = 2,
    DAEMON_ID_KIND_RULE = 3,
};

extern const struct shape daemon_health_shape;
extern const struct shape daemon_subsystem_shape;
extern const struct shape daemon_id_kind_shape;
