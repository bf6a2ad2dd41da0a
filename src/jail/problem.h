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
