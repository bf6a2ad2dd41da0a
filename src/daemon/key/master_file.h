/* Finds, reads and writes the file of the master key. */
#pragma once

#include <stdbool.h>

#include "daemon/key/seal.h"

enum { KEY_PROBLEM_SIZE = 256 };

struct key_master_file {
    char *path;
    /* The successor beside it, which replaces it once all keys are sealed under it. NULL: the file is not ours
     * to write. */
    char *next;
    bool credential; /* from systemd */
};

/* Chooses WEIR_MASTER_KEY_FILE, systemd's credential weir-master-key, or master.key in the state directory.
 * weird writes only the last one: users provide the others. */
int key_master_file_init(struct key_master_file *place, const char *state_dir);
void key_master_file_clear(struct key_master_file *place);

/* Accepts 32 bytes, or 64 hexadecimal digits with an optional newline. -ENOENT: there is no file. Any other
 * error: the file cannot be trusted, and `problem` says why. */
int key_master_file_read(const char *path, bool credential, struct key_master *ret_master,
                         char problem[static KEY_PROBLEM_SIZE]);

/* Writes the file atomically and durably. -EEXIST: a file exists and is left alone. */
int key_master_file_write(const char *path, const struct key_master *master, char problem[static KEY_PROBLEM_SIZE]);

/* Recovers from a crash during a rotation, and reads the master key. The file whose key has this id is the
 * valid one; the rename is completed or the other file removed. Errors as above; -ESTALE: neither file has this
 * id. */
int key_master_file_settle(const struct key_master_file *place, const char *id, struct key_master *ret_master,
                           char problem[static KEY_PROBLEM_SIZE]);
