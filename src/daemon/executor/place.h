/* Where the processes of executors have their directories, and where the programs are that the daemon starts. */
#pragma once

#include "daemon/executor/process.h"

/* The directory of all of them: executors/ of the daemon's state; where a socket's path would be too long in there, one
 * of the same user below /tmp. The caller frees it. */
int executor_place(const struct daemon *daemon, char **ret_directory);

/* In the own directory of an executor: where it reaches the broker, if its session's keys are the broker's. */
#define EXECUTOR_MODEL_SOCKET "model.sock"

/* Fills the paths of a process with this id. */
int executor_place_set(struct executor_process *process, const struct daemon *daemon, const char *id);
void executor_place_clear(struct executor_process *process);

/* Makes the directory and what is always in there, under a new id. */
int executor_place_make(struct executor_process *process, struct daemon *daemon);

/* Removes the directory of a process; what the program has put there and takes long, on another thread. A jail that
 * stands over it is told to end everything. */
void executor_place_remove(struct daemon *daemon, const char *directory);

/* A program of ours: beside the daemon's, or where an installation puts those that people do not start themselves. The
 * caller frees it. -ENOENT: it is in none of these places. */
int executor_place_program(const char *name, char **ret_path);

/* Writes a small file in one go: a reader sees the old one or the new. */
int executor_place_write(const char *directory, const char *name, struct slice text);
