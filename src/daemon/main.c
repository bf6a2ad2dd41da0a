#include <string.h>
#include <unistd.h>

#include "base/secret.h"
#include "base/std_fds.h"
#include "daemon/daemon.h"
#include "notify/desktop.h"

int main(int argc, char **argv)
{
    struct daemon daemon = DAEMON_INIT;
    if (std_fds_open() < 0)
        return DAEMON_EXIT_FAILED;
    secret_forbid_dumps();
    if (argc == 2 && strcmp(argv[1], NOTIFY_MAIN_OPTION) == 0)
        return notify_desktop_main(STDIN_FILENO);
    int r = daemon_configure(&daemon, argc, argv);
    if (r == 0 && daemon.options.verify_fd > 0)
        r = -handover_verify(daemon.options.verify_fd);
    else if (r == 0)
        r = daemon_run(&daemon);
    daemon_clear(&daemon);
    int code = r < 0 ? -r : DAEMON_EXIT_OK;
    if (daemon.leaves_thread) /* handlers of exit() could wait for that thread */
        _exit(code);
    return code;
}
