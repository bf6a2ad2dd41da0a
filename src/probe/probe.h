/* Attempts to get at something that a sandbox should hold. Each tries one thing and says what came of it; what that
 * means is for the caller to say, who makes the same attempt outside. An attempt does no harm where it succeeds: it
 * reads a byte, adds a line to a file that was made for it, signals with what is ignored. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "base/slice.h"

enum probe_outcome {
    PROBE_SUCCEEDED,
    PROBE_REFUSED,    /* by whatever `error` and `detail` say */
    PROBE_IMPOSSIBLE, /* what the attempt needs is not there */
};

enum { PROBE_DETAIL_SIZE = 160 };

struct probe_result {
    enum probe_outcome outcome;
    int error; /* errno, or 0 */
    char detail[PROBE_DETAIL_SIZE];
};

/* At what. Which of them count is the attempt's business; "" and 0 stand for nothing. */
struct probe_target {
    const char *path;
    const char *text;      /* that has to be found there, or is written */
    int64_t number;        /* a process, a port */
    int64_t device, inode; /* of the path outside: the same name may be another file inside */
    int64_t pid_namespace; /* its inode outside: the same number may be another process inside */
};

struct probe_attempt {
    const char *name;
    void (*make)(const struct probe_target *target, struct probe_result *result);
};

/* The table of them; a name of NULL behind the last. */
extern const struct probe_attempt probe_attempts[];

/* NULL: there is none of this name. */
const struct probe_attempt *probe_find(struct slice name);

/* Makes the attempt in a child that is ended after timeout_ms, so that nothing that happens there happens to the
 * caller.
 */
void probe_run(const struct probe_attempt *attempt, const struct probe_target *target, int timeout_ms,
               struct probe_result *ret_result);

/* "succeeded", "refused", "impossible" */
const char *probe_outcome_word(enum probe_outcome outcome);

/* -ENOENT: no such word. */
int probe_outcome_parse(struct slice word, enum probe_outcome *ret_outcome);

/* "EACCES"; "" for 0. */
const char *probe_error_name(int error);

/* --- for who prepares targets --- */

/* Fills in device and inode of the path. */
int probe_identify(struct probe_target *target);

/* Of this process. 0: not known. */
int64_t probe_pid_namespace(void);

/* A file's handle, as the attempt open_by_handle takes it: text and number. */
enum { PROBE_HANDLE_SIZE = 2 * 128 + 1 };
int probe_handle(const char *path, char ret_text[static PROBE_HANDLE_SIZE], int64_t *ret_number);

/* Who holds the file that the attempt outlive has locked: *ret_pid, 0 where nobody does. */
int probe_outliver_find(const char *path, pid_t *ret_pid);

/* Ends it and waits until it is gone. 0 also where there is none. */
int probe_outliver_end(const char *path);
