/* Declarations that are private to src/daemon/broker. */
#pragma once

#include "base/id.h"
#include "contract/broker.h"
#include "daemon/broker/broker.h"
#include "daemon/process/process.h"

enum { BROKER_CALL_MS = 30000 };

struct broker_socket {
    struct list link; /* in broker->sockets */
    struct broker *broker;
    char *path;
    int fd;
    struct broker_serve_params *params; /* a copy */
    char task_id[ID_SIZE];              /* the running task; or empty */
};

/* --- process.c --- */

/* Ensures that a broker runs, is being started, or will be restarted. */
void broker_start(struct broker *broker);

/* --- sockets.c --- */

/* Returns NULL if the executor has no broker socket. */
const struct broker_socket *broker_socket_find(const struct broker *broker, struct slice executor_id);

/* Passes the socket to the running broker. */
void broker_tell(struct broker_socket *socket);

/* --- models.c --- */

/* Called when the broker has connected: sends the pending requests for models. */
void broker_ask_all(struct broker *broker);
/* Called when the broker is gone or cannot start: fails the pending requests. */
void broker_refuse_all(struct broker *broker, const char *problem);
void broker_forget_models(struct broker *broker);

/* --- watch.c --- */

void broker_watch_init(struct broker *broker);
/* The daemon stops. */
void broker_watch_end(struct broker *broker);

/* --- reserve.c --- */

/* Counts open reservations as used, because the broker that could settle them is gone. */
void broker_use_reserved(struct broker *broker);
