/* Only in builds with UndefinedBehaviorSanitizer: checks that a signed overflow ends the program. A compiler flag such
 * as -fno-strict-overflow would make overflow defined, and then no overflow anywhere would be reported. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Volatile, so that the compiler cannot compute or remove the sum. */
static volatile int large = INT_MAX, sum;

int main(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        sum = large + 1;
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("overflow_test");
        return EXIT_FAILURE;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        (void)fprintf(stderr,
                      "a signed overflow was not reported: is -fno-strict-overflow or -fwrapv among the flags?\n");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
