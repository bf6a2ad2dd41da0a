/* A process that nobody should be able to touch from inside of a sandbox: it can be traced, signalled and looked at by
 * whoever else is the same user, answers on the loopback network and on an abstract Unix socket, and shares memory. */
#pragma once

#include <sys/types.h>

enum { PROBE_CANARY_SIZE = 24 + 1, PROBE_NAME_SIZE = 16 };

struct probe_bystander {
    pid_t pid;                        /* 0: there is none */
    char canary[PROBE_CANARY_SIZE];   /* in its environment, and what it answers */
    char name[PROBE_NAME_SIZE];       /* of the process */
    char abstract[PROBE_CANARY_SIZE]; /* the name of its Unix socket */
    int tcp_port, udp_port;
    int memory; /* shared, with the canary in it; negative: there is none */
    long key;   /* in the user's keyring, under the name of the Unix socket; negative: there is none */
};

/* A canary of its own: letters and digits that nobody can guess. -EIO. */
int probe_canary(char ret_canary[static PROBE_CANARY_SIZE]);

/* It ends with the process that has started it, at the latest. */
int probe_bystander_start(struct probe_bystander *bystander);
void probe_bystander_stop(struct probe_bystander *bystander);
