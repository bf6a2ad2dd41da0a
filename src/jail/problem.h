/* What went wrong, in a sentence for people. It goes through pipes and sockets, so it is one block. */
#pragma once

#include <stdbool.h>

struct problem {
    int error;     /* an errno; 0: there is none */
    bool is_final; /* another level of the sandbox would not help: the view itself cannot be had */
    char sentence[504];
};

/* Both return -error. */
int problem_say(struct problem *problem, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));
int problem_refuse(struct problem *problem, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));
