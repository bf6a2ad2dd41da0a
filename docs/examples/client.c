/* Asks the daemon how it is. Compile it with: cc client.c $(pkg-config --cflags --libs weir) */
#include <stdio.h>
#include <stdlib.h>
#include <weir.h>

int main(void)
{
    struct weir *weir = weir_new();
    char *status = NULL;
    if (weir && weir_connect(weir, NULL) == 0)
        weir_call(weir, "daemon.status", NULL, 0, WEIR_TIMEOUT_DEFAULT, &status, NULL);
    puts(status ? status : weir ? weir_last_error(weir)->message : "no memory");
    weir_free(weir);
    free(status);
    return status ? EXIT_SUCCESS : EXIT_FAILURE;
}
