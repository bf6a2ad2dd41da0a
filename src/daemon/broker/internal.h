/* What the files of this folder know of each other. */
#pragma once

#include "contract/broker.h"
#include "daemon/broker/broker.h"
#include "daemon/executor/process.h"

struct peer;

enum { BROKER_CALL_MS = 30000 };

struct broker_process {
    struct executor_process process;
    struct list link; /* in broker->processes */
    struct daemon *daemon;
    struct peer *peer; /* NULL: not connected */
    struct deadline start;
    unsigned again_ms;
    int64_t waited_ms;
};

struct broker_socket {
    struct list link; /* in broker->sockets */
    struct daemon *daemon;
    char *path;
    int fd;
    struct broker_serve_params *params; /* a copy */
};

/* --- process.c --------------------------------------------------------------------------- */

/* One is there, or is being started, or will be. */
void broker_start(struct daemon *daemon);

/* --- sockets.c ---------------------------------------------------------------------------- */

/* The broker that serves is told of it. */
void broker_tell(struct broker_socket *socket);

/* --- providers.c -------------------------------------------------------------------------- */

enum { BROKER_PROVIDERS_MAX = 64 };

/* Those that the session may use; the texts are the configuration's or constants. How many. */
size_t broker_providers(const struct daemon *daemon, const struct session_record *session,
                        struct broker_provider ret_providers[static BROKER_PROVIDERS_MAX]);

/* --- models.c ----------------------------------------------------------------------------- */

/* The broker is there: it is asked what others wait for. */
void broker_ask_all(struct daemon *daemon);
/* It is gone, or will never be: who waits is told so. */
void broker_refuse_all(struct daemon *daemon, const char *problem);
void broker_forget_models(struct daemon *daemon);

/* --- reserve.c ---------------------------------------------------------------------------- */

/* Nobody is left who could settle what is reserved. */
void broker_use_reserved(struct daemon *daemon);
