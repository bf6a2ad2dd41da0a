/* Startup and shutdown. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/watcher_dispatch.h"
#include "watch/rule.h"
#include "watch/watch.h"

static const char usage[] =
    "usage: weir-watch [OPTIONS] [SOCKET]\n"
    "\n"
    "Notices changes of files for rules of automation. The weir daemon starts it, connects to\n"
    "SOCKET (default: $EXECUTOR_SOCKET), and says which files.\n"
    "\n"
    "  --orphan-ms MS      exit after MS milliseconds without the daemon (default: 10000)\n"
    "  --lock-ms MS        look at a lock of Git again after this time (default: 250)\n"
    "  --gone-ms MS        look this often for directories that were removed or renamed (default: 2000)\n"
    "  --entries COUNT     read at most so many files for a rule (default: 1048576)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request or without the daemon, 1 an error at the start, 2 invalid "
    "usage.\n";

int watch_configure(struct watch *watch, int argc, char **argv)
{
    const struct helper_number numbers[] = {
        {"orphan-ms", &watch->helper.orphan_ms},
        {"lock-ms", &watch->lock_ms},
        {"gone-ms", &watch->gone_ms},
        {"entries", &watch->entries_max},
    };
    watch->helper.orphan_ms = 10000;
    watch->lock_ms = 250;
    watch->gone_ms = 2000;
    watch->entries_max = 1 << 20;
    return helper_configure("weir-watch", usage, numbers, sizeof numbers / sizeof *numbers, argc, argv,
                            &watch->helper.socket);
}

static void close_all(struct helper *helper)
{
    struct watch *watch = list_member(helper, struct watch, helper);
    while (!list_is_empty(&watch->rules))
        (void)watch_rule_free(list_member(watch->rules.next, struct watch_rule, link));
    watch_tree_close(&watch->tree);
}

/* The next daemon starts a weir-watch of its own, and says since when nobody has watched. */
static const struct helper_kind kind = {
    .name = "weir-watch",
    .dispatch = &watcher_dispatch,
    .close = close_all,
};

int watch_run(struct watch *watch)
{
    list_init(&watch->rules);
    watch->tree.fd = -1;
    watch->helper.kind = &kind;
    log_set_level(LOG_INFO);
    (void)setenv("UV_THREADPOOL_SIZE", "1", 0);
    if (helper_open(&watch->helper) < 0)
        return -HELPER_EXIT_FAILED;
    int r = watch_tree_init(&watch->tree, &watch->helper.loop, watch->gone_ms);
    if (r < 0) {
        log_error("cannot watch files: %s", strerror(-r));
        return -HELPER_EXIT_FAILED;
    }
    helper_run(&watch->helper);
    return 0;
}

void watch_clear(struct watch *watch)
{
    if (watch->helper.loop_is_open)
        watch_tree_clear(&watch->tree);
    helper_clear(&watch->helper);
}
