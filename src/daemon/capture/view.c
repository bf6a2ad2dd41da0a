/* What the sandbox of weir-capture shows. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "daemon/capture/internal.h"
#include "daemon/sandbox/sandbox.h"

int capture_view_write(const struct capture *capture, const struct recorder_session *session,
                       const struct process *process, char problem[static 256])
{
    struct buf view = BUF_LIMITED(SANDBOX_VIEW_MAX);
    autofree char *tmp = NULL;
    (void)session;
    int r = paths_join(process->directory, "tmp", &tmp);
    if (r == 0 && mkdir(tmp, 0700) < 0)
        r = -errno;
    const struct sandbox_program program = {
        .own = process->own, .tmp = tmp, .socket = process->socket_path, .is_given = true};
    if (r == 0)
        r = sandbox_view_write_helper(capture->sandbox, &program, &view);
    if (r == 0)
        r = process_write_file(process->directory, "view", buf_slice(&view));
    if (r < 0)
        (void)snprintf(problem, 256, "cannot write the view for its jail: %s", strerror(-r));
    buf_clear(&view);
    return r;
}
