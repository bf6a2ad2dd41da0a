/* Attempts to access something that a sandbox should protect. Each tries one thing and reports the result; the caller
 * interprets it, and makes the same attempt outside. A successful attempt does no harm: it reads a byte, adds a line to
 * a file that was created for it, or sends a signal that is ignored. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "base/slice.h"

enum probe_outcome {
    PROBE_SUCCEEDED,
    PROBE_REFUSED,    /* `error` and `detail` have the reason */
    PROBE_IMPOSSIBLE, /* a prerequisite of the attempt is missing */
};

enum { PROBE_DETAIL_SIZE = 160 };

struct probe_result {
    enum probe_outcome outcome;
    int error; /* errno, or 0 */
    char detail[PROBE_DETAIL_SIZE];
};

/* The target. Each attempt uses only some of the fields; "" and 0 mean unset. */
struct probe_target {
    const char *path;
    const char *text;      /* text to find there, or to write */
    int64_t number;        /* a PID, or a port */
    int64_t device, inode; /* of the path outside: the same name may be another file inside */
    int64_t pid_namespace; /* its inode outside: the same PID may be another process inside */
};

struct probe_attempt {
    const char *name;
    void (*make)(const struct probe_target *target, struct probe_result *result);
};

/* All attempts, terminated by a NULL name. */
extern const struct probe_attempt probe_attempts[];

/* Returns NULL if there is no such attempt. */
const struct probe_attempt *probe_find(struct slice name);

/* Makes the attempt in a child process, which is killed after timeout_ms, so that it cannot affect the caller. */
void probe_run(const struct probe_attempt *attempt, const struct probe_target *target, int timeout_ms,
               struct probe_result *ret_result);

/* "succeeded", "refused", "impossible" */
const char *probe_outcome_word(enum probe_outcome outcome);

/* Returns -ENOENT for an unknown word. */
int probe_outcome_parse(struct slice word, enum probe_outcome *ret_outcome);

/* "EACCES"; "" for 0. */
const char *probe_error_name(int error);

/* --- preparing targets --- */

/* Fills in device and inode number of the path. */
int probe_identify(struct probe_target *target);

/* Returns the inode of this process's PID namespace; 0: unknown. */
int64_t probe_pid_namespace(void);

/* Returns the file handle of a file in the form that the attempt open_by_handle takes: text and number. */
enum { PROBE_HANDLE_SIZE = 2 * 128 + 1 };
int probe_handle(const char *path, char ret_text[static PROBE_HANDLE_SIZE], int64_t *ret_number);

/* Finds the process that holds the lock of the attempt outlive: *ret_pid; 0 if there is none. */
int probe_outliver_find(const char *path, pid_t *ret_pid);

/* Kills it and waits for its end. Returns 0 if there is none. */
int probe_outliver_end(const char *path);
