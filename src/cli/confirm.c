#include "cli/confirm.h"

#include <string.h>
#include <unistd.h>

bool confirm(const struct cli *cli, const char *question)
{
    char line[64] = "";
    (void)cli;
    if (!isatty(STDIN_FILENO))
        return true;
    (void)fflush(stdout);
    (void)fprintf(stderr, "%s [y/N] ", question);
    (void)fflush(stderr);
    return fgets(line, sizeof line, stdin) && (strcmp(line, "y\n") == 0 || strcmp(line, "yes\n") == 0);
}
