/* Gives a helper process its view. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"

int sandbox_prepare_helper(const struct process *process, sandbox_describe_fn describe, void *user,
                           char problem[static 256])
{
    struct buf view = BUF_LIMITED(SANDBOX_VIEW_MAX);
    autofree char *tmp = NULL;
    int r = paths_join(process->directory, "tmp", &tmp);
    if (r == 0 && mkdir(tmp, 0700) < 0)
        r = -errno;
    const struct sandbox_program program = {
        .own = process->own, .tmp = tmp, .socket = process->socket_path, .is_given = true};
    if (r == 0)
        r = describe(user, &program, &view);
    if (r == 0)
        r = process_write_file(process->directory, "view", buf_slice(&view));
    if (r < 0)
        (void)snprintf(problem, 256, "cannot write the view for its jail: %s", strerror(-r));
    buf_clear(&view);
    return r;
}
