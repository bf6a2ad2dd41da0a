/* What the files of this folder know of each other. */
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
    char task_id[ID_SIZE];              /* at work; empty: none */
};

/* --- process.c --- */

/* One is there, or is being started, or will be. */
void broker_start(struct broker *broker);

/* --- sockets.c --- */

/* NULL: the executor has none. */
const struct broker_socket *broker_socket_find(const struct broker *broker, struct slice executor_id);

/* The broker that serves is told of it. */
void broker_tell(struct broker_socket *socket);

/* --- models.c --- */

/* The broker is there: it is asked what others wait for. */
void broker_ask_all(struct broker *broker);
/* It is gone, or will never be: who waits is told so. */
void broker_refuse_all(struct broker *broker, const char *problem);
void broker_forget_models(struct broker *broker);

/* --- reserve.c --- */

/* Nobody is left who could settle what is reserved. */
void broker_use_reserved(struct broker *broker);
