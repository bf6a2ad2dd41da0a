/* A process that no program in a sandbox should be able to access: outside, processes of the same user can trace it,
 * signal it and read its /proc files; it answers on the loopback interface and on an abstract Unix socket, and shares
 * memory. */
#pragma once

#include <sys/types.h>

enum { PROBE_CANARY_SIZE = 24 + 1, PROBE_NAME_SIZE = 16 };

struct probe_bystander {
    pid_t pid;                        /* 0: not running */
    char canary[PROBE_CANARY_SIZE];   /* in its environment and in its answers */
    char name[PROBE_NAME_SIZE];       /* of the process */
    char abstract[PROBE_CANARY_SIZE]; /* the name of its Unix socket */
    int tcp_port, udp_port;
    int memory; /* id of its shared memory with the canary; negative: none */
    long key;   /* in the user's keyring, named like the Unix socket; negative: none */
};

/* Creates a random canary of letters and digits. Returns -EIO. */
int probe_canary(char ret_canary[static PROBE_CANARY_SIZE]);

/* It ends with its parent at the latest. */
int probe_bystander_start(struct probe_bystander *bystander);
void probe_bystander_stop(struct probe_bystander *bystander);
