#include "jail/problem.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 4, 0))) static int fill(struct problem *problem, int error, bool is_final,
                                                      const char *format, va_list arguments)
{
    problem->error = error;
    problem->is_final = is_final;
    (void)vsnprintf(problem->sentence, sizeof problem->sentence, format, arguments);
    return -error;
}

int problem_say(struct problem *problem, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int r = fill(problem, error, false, format, arguments);
    va_end(arguments);
    return r;
}

int problem_refuse(struct problem *problem, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int r = fill(problem, error, true, format, arguments);
    va_end(arguments);
    return r;
}
