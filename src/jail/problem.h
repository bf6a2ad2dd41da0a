/* An error with a message for people, in one block, because it is sent through pipes and sockets. */
#pragma once

#include <stdbool.h>

struct problem {
    int error;     /* an errno; 0: no error */
    bool is_final; /* another level would not help: the view itself cannot be provided */
    char sentence[504];
};

/* Both return -error; problem_refuse() sets is_final. */
int problem_say(struct problem *problem, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));
int problem_refuse(struct problem *problem, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* --- missing features --- */

/* Explains why a level of the sandbox is not available on this machine, and which setting enables it. */

/* For user namespaces, after an attempt that failed with `error`; `what` is the operation that failed inside the
 * namespace, or empty. */
void missing_namespaces(char *text, unsigned long size, int error, const char *what);

/* For Landlock; `version` is the kernel's. */
void missing_landlock(char *text, unsigned long size, int version);
