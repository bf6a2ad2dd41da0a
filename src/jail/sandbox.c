#include "jail/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/capabilities.h"
#include "jail/filter.h"
#include "jail/landlock.h"
#include "jail/mask.h"
#include "jail/mount.h"
#include "jail/system.h"

/* --- Landlock rules --- */

/* Paths that do not exist need no rule. Takes fd, or a negative errno. */
static int allow_found(const struct sandbox *sandbox, int rules_fd, int fd, enum landlock_access access)
{
    autoclose int found = fd;
    if (found < 0)
        return found == -ENOENT || found == -EACCES || found == -ENOTDIR ? 0 : found;
    return landlock_allow(rules_fd, sandbox->landlock, found, access);
}

static int allow(const struct sandbox *sandbox, int rules_fd, const char *path, enum landlock_access access)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    return allow_found(sandbox, rules_fd, fd < 0 ? -errno : fd, access);
}

static enum landlock_access access_of(enum system_kind kind)
{
    switch (kind) {
    case SYSTEM_DEVICE:
        return LANDLOCK_DEVICE;
    case SYSTEM_TERMINAL:
    case SYSTEM_OUTER_TERMINALS:
        return LANDLOCK_TERMINAL;
    default:
        return LANDLOCK_READ;
    }
}

static int allow_system(const struct sandbox *sandbox, int rules_fd)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < system_count; i++)
        if (system_table[i].kind != SYSTEM_LINK)
            r = allow(sandbox, rules_fd, system_table[i].path, access_of(system_table[i].kind));
    return r;
}

/* The path is canonical: a symbolic link in it was created afterwards, possibly by the agent. */
static int allow_path(const struct sandbox *sandbox, int rules_fd, const char *path, enum landlock_access access)
{
    return allow_found(sandbox, rules_fd, mount_find(AT_FDCWD, path), access);
}

static int allow_line(const struct sandbox *sandbox, int rules_fd, const struct view_line *line)
{
    switch (line->word) {
    case VIEW_READ:
    case VIEW_CWD_READ:
        return allow_path(sandbox, rules_fd, line->path, LANDLOCK_READ);
    case VIEW_WRITE:
    case VIEW_CWD:
        return allow_path(sandbox, rules_fd, line->path,
                          view_below(line->path, "/dev") ? LANDLOCK_TERMINAL : LANDLOCK_WRITE);
    case VIEW_OWN:
    case VIEW_TMP:
        return allow_path(sandbox, rules_fd, line->path, LANDLOCK_WRITE);
    default:
        return 0;
    }
}

/* The rules for level landlock, where paths are those of the machine. */
static int allow_outside(const struct sandbox *sandbox, int rules_fd)
{
    const struct mask_views views = {.general = sandbox->view};
    int r = allow_system(sandbox, rules_fd);
    for (size_t i = 0; r == 0 && i < sandbox->view->count; i++) {
        const struct view_line *line = &sandbox->view->lines[i];
        if ((line->word != VIEW_READ && line->word != VIEW_WRITE) || !mask_covers(&views, line->path))
            r = allow_line(sandbox, rules_fd, line);
    }
    return r;
}

/* The rules for level namespace: the mounts are the boundary, and the rules refuse what an inherited descriptor could
 * reach outside. If a session can be added later, it may show any path: allows everything in the root that the mounts
 * allow. */
static int allow_inside(const struct sandbox *sandbox, int rules_fd)
{
    if (!view_cwd(sandbox->view))
        return allow(sandbox, rules_fd, "/", LANDLOCK_ALL);
    static const char *const writable[] = {"/tmp", "/var/tmp", "/dev/shm"};
    int r = allow(sandbox, rules_fd, "/", LANDLOCK_READ);
    if (r == 0)
        r = allow(sandbox, rules_fd, "/dev", LANDLOCK_TERMINAL);
    for (size_t i = 0; r == 0 && i < sizeof writable / sizeof *writable; i++)
        r = allow(sandbox, rules_fd, writable[i], LANDLOCK_WRITE);
    for (size_t i = 0; r == 0 && i < sandbox->view->count; i++) {
        const struct view_line *line = &sandbox->view->lines[i];
        if (line->word == VIEW_HOME)
            r = allow(sandbox, rules_fd, line->path, LANDLOCK_WRITE);
        else if (line->word == VIEW_WRITE || line->word == VIEW_OWN || line->word == VIEW_CWD)
            r = allow_line(sandbox, rules_fd, line);
    }
    return r;
}

static int enter_landlock(const struct sandbox *sandbox)
{
    if (sandbox->landlock == 0) /* cannot happen on level landlock */
        return 0;
    bool is_inside = sandbox->level == SANDBOX_NAMESPACE;
    /* In a network namespace the processes may use the loopback interface. */
    autoclose int rules = -1;
    int r = landlock_open(sandbox->landlock, sandbox->view->is_closed && !is_inside, &rules);
    if (r == 0)
        r = is_inside ? allow_inside(sandbox, rules) : allow_outside(sandbox, rules);
    return r < 0 ? r : landlock_enter(rules);
}

/* --- views that rules cannot express --- */

static int check_hidden(const struct view *view, const char *hidden, struct problem *problem)
{
    static const char sentence[] = "cannot hide %.160s in %.160s without a mount namespace";
    for (size_t i = 0; i < view->count; i++) {
        const struct view_line *line = &view->lines[i];
        if (line->word != VIEW_HIDE && line->word != VIEW_LISTEN && line->word != VIEW_SOCKET &&
            line->word != VIEW_SPOOL && line->word != VIEW_HOME && line->word != VIEW_OWN &&
            view_below(hidden, line->path))
            return problem_refuse(problem, EACCES, sentence, hidden, line->path);
    }
    for (size_t i = 0; i < system_count; i++)
        if (system_table[i].kind != SYSTEM_LINK && view_below(hidden, system_table[i].path))
            return problem_refuse(problem, EACCES, sentence, hidden, system_table[i].path);
    return 0;
}

/* Landlock rules only add rights. */
static int check_writable(const struct view *view, const char *cwd, struct problem *problem)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_line *line = &view->lines[i];
        if (line->word == VIEW_WRITE && (view_below(cwd, line->path) || view_below(line->path, cwd)))
            return problem_refuse(problem, EACCES,
                                  "cannot make the working directory %.160s read-only without a mount namespace, "
                                  "because %.160s is writable",
                                  cwd, line->path);
    }
    return 0;
}

int sandbox_check(const struct view *view, struct problem *problem)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_line *line = &view->lines[i];
        int r = 0;
        if (line->word == VIEW_HIDE && access(line->path, F_OK) == 0)
            r = check_hidden(view, line->path, problem);
        else if ((line->word == VIEW_CWD || line->word == VIEW_CWD_READ || line->word == VIEW_OWN) &&
                 access(line->path, F_OK) < 0)
            r = problem_refuse(problem, errno, "cannot add %s %.200s to the sandbox: %s",
                               line->word == VIEW_OWN ? "the executor's own directory" : "the working directory",
                               line->path, strerror(errno));
        if (r == 0 && line->word == VIEW_CWD_READ)
            r = check_writable(view, line->path, problem);
        if (r < 0)
            return r;
    }
    return 0;
}

/* --- entering --- */

int sandbox_enter_root(const struct sandbox *sandbox, struct problem *problem)
{
    int r = sandbox->level == SANDBOX_NAMESPACE ? root_enter(sandbox->root) : 0;
    return r < 0 ? problem_say(problem, -r, "cannot enter the mount namespace: %s", strerror(-r)) : 0;
}

int sandbox_restrict(const struct sandbox *sandbox, struct problem *problem)
{
    if (sandbox->level == SANDBOX_OFF)
        return 0;
    const char *tmp = sandbox->level == SANDBOX_LANDLOCK ? view_find(sandbox->view, VIEW_TMP) : NULL;
    if (tmp)
        (void)setenv("TMPDIR", tmp, 1);
    int r = capabilities_drop();
    if (r < 0)
        return problem_say(problem, -r, "cannot drop the capabilities: %s", strerror(-r));
    r = enter_landlock(sandbox);
    if (r < 0)
        return problem_say(problem, -r, "cannot apply the Landlock rules: %s", strerror(-r));
    r = filter_enter(sandbox->filter_fd);
    return r < 0 ? problem_say(problem, -r, "cannot apply the seccomp filter: %s", strerror(-r)) : 0;
}
