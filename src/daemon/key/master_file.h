/* Where the master key lies. */
#pragma once

#include <stdbool.h>

#include "daemon/key/seal.h"

enum { KEY_PROBLEM_SIZE = 256 };

struct key_master_file {
    char *path;
    char *next; /* beside it: the one that takes its place when all keys are sealed under it. NULL: not ours to make */
    bool credential; /* given by systemd */
};

/* WEIR_MASTER_KEY_FILE, systemd's credential weir-master-key, or master.key in the state directory. Whoever names one
 * of the first two makes the file: weird never does. */
int key_master_file_init(struct key_master_file *place, const char *state_dir);
void key_master_file_clear(struct key_master_file *place);

/* 32 bytes, or 64 hexadecimal digits with or without a newline. -ENOENT: there is no such file. Any other failure: it
 * is not one to rely on, and `problem` says why. */
int key_master_file_read(const char *path, bool credential, struct key_master *ret_master,
                         char problem[static KEY_PROBLEM_SIZE]);

/* The file is there whole and for good, or not at all. -EEXIST: there is one; it is not touched. */
int key_master_file_write(const char *path, const struct key_master *master, char problem[static KEY_PROBLEM_SIZE]);

/* Behind a crash in the middle of a rotation: the file whose key has this id is the one; the other is finished or
 * removed. Reads it. Failures as above; -ESTALE: neither is. */
int key_master_file_settle(const struct key_master_file *place, const char *id, struct key_master *ret_master,
                           char problem[static KEY_PROBLEM_SIZE]);
