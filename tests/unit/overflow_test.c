/* Only in builds with UndefinedBehaviorSanitizer: a signed overflow ends the program. A flag such as
 * -fno-strict-overflow would make it defined, and then none of all the others would be reported either. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Volatile, so that the compiler can neither know the sum nor leave it out. */
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
