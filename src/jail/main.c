/* weir-jail: runs a program and supervises it until its last process has ended. It outlives the daemon. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/process.h"
#include "base/std_fds.h"
#include "jail/jail.h"
#include "jail/serve.h"

enum { EXIT_USAGE = 2 };

static int open_directory(struct jail *jail)
{
    jail->directory_fd = open(jail->options.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (jail->directory_fd < 0) {
        (void)fprintf(stderr, "weir-jail: cannot open %s: %s\n", jail->options.directory, strerror(errno));
        return -errno;
    }
    status_reserve(jail->directory_fd);
    return 0;
}

/* Creates the link DIR/jail to "PID START-TIME BOOT-ID", which identifies this process for a daemon whose predecessor
 * crashed before it stored that. A symbolic link is created atomically and needs no disk block. Returns -ENOENT if the
 * directory was removed because the jail is no longer wanted. */
static int leave_word(const struct jail *jail)
{
    char boot_id[PROCESS_BOOT_ID_SIZE], word[128];
    struct process_facts facts;
    if (process_boot_id(boot_id) < 0 || process_look(getpid(), &facts) < 0)
        return 0;
    (void)snprintf(word, sizeof word, "%d %" PRId64 " %s", (int)getpid(), facts.start_time, boot_id);
    (void)unlinkat(jail->directory_fd, "jail", 0);
    return symlinkat(word, jail->directory_fd, "jail") < 0 && errno == ENOENT ? -ENOENT : 0;
}

static void make_cgroup(struct jail *jail)
{
    autofree char *whole = realpath(jail->options.directory, NULL);
    const char *slash = whole ? strrchr(whole, '/') : NULL;
    if (slash && cgroup_make(&jail->cgroup, slash + 1) < 0)
        cgroup_remove(&jail->cgroup, jail->directory_fd);
}

/* Uses the cgroup that was prepared in advance with PID 1 in it. If the prepared PID 1 is not in the wanted cgroup,
 * drops it. */
static void take_cgroup(struct jail *jail)
{
    bool was_made = jail->cgroup.fd >= 0;
    if (!was_made && !jail->options.no_cgroup)
        make_cgroup(jail);
    if (was_made ? jail->options.no_cgroup : jail->cgroup.fd >= 0)
        jail_drop_init(jail);
    if (jail->options.no_cgroup)
        cgroup_remove(&jail->cgroup, jail->directory_fd);
    if (jail->cgroup.fd >= 0)
        cgroup_note(&jail->cgroup, jail->directory_fd);
}

/* Reads DIR/view. An invalid view is reported in the status. */
static int read_view(struct jail *jail)
{
    static char text[VIEW_SIZE_MAX + 1];
    struct problem problem;
    autoclose int fd = openat(jail->directory_fd, "view", O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 && errno == ENOENT)
        return 0;
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text);
    if (n < 0) {
        (void)fprintf(stderr, "weir-jail: cannot read %s/view: %s\n", jail->options.directory, strerror(errno));
        return -errno;
    }
    int r = view_parse(jail->view, text, (size_t)n, &problem);
    if (r < 0) {
        jail->status.failed = problem.error;
        (void)snprintf(jail->status.sentence, sizeof jail->status.sentence, "%s", problem.sentence);
    }
    jail->has_view = true;
    return control_open(&jail->control, jail->directory_fd);
}

static int open_all(struct jail *jail, int argc, char **argv)
{
    int r = options_parse(&jail->options, argc, argv);
    if (r != 0)
        return r;
    r = jail_settle(jail);
    if (r == 0)
        r = open_directory(jail);
    if (r == 0)
        r = leave_word(jail);
    if (r == 0)
        r = read_view(jail);
    if (r == 0)
        take_cgroup(jail);
    return r;
}

static int run(struct jail *jail)
{
    struct problem problem = {0};
    if (jail->status.failed)
        jail_drop_init(jail);
    int r = jail->status.failed ? 0 : jail_start(jail, &problem);
    if (r < 0) {
        jail->status.failed = problem.error;
        (void)snprintf(jail->status.sentence, sizeof jail->status.sentence, "%s", problem.sentence);
    } else if (!jail->status.failed || jail->child > 0) {
        (void)prctl(PR_SET_DUMPABLE, 0);
        jail_watch(jail);
    }
    cgroup_remove(&jail->cgroup, jail->directory_fd);
    control_close(&jail->control, jail->directory_fd);
    return status_write(&jail->status, jail->directory_fd);
}

static void close_all(struct jail *jail)
{
    tree_clear(&jail->tree);
    output_close(&jail->output);
    cleanup_close(&jail->control_fd);
    cleanup_close(&jail->mounts_fd);
    cleanup_close(&jail->child_fd);
    cleanup_close(&jail->signal_fd);
    cleanup_close(&jail->directory_fd);
}

int main(int argc, char **argv)
{
    static struct view view;
    struct jail jail = JAIL_INIT;
    jail.view = &view;
    (void)std_fds_open();
    int r = argc == 2 && strcmp(argv[1], "--serve") == 0 ? serve(&jail, &argc, &argv) : 0;
    if (r == 0)
        r = open_all(&jail, argc, argv);
    if (r != 0) {
        jail_drop_init(&jail);
        cgroup_remove(&jail.cgroup, jail.directory_fd);
    }
    if (r > 0)
        return EXIT_SUCCESS;
    if (r == -EINVAL)
        return EXIT_USAGE;
    if (r == 0)
        r = run(&jail);
    close_all(&jail);
    return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
