/* Notifies a user who looks at another window when a task asks for a permission or ends: by the terminal's bell and a
 * desktop notification. The terminal reports its focus (tty.h); until it reports that it lost the focus, it has it. */
#pragma once

#include "cli/cli.h"
#include "cli/tty.h"
#include "contract/core.h"

#define NOTIFY_OPTION                                                                                                  \
    {                                                                                                                  \
        "notify", 0, "HOW", "auto bell off",                                                                           \
            "how to notify you while another window has the focus (default: as configured)"                            \
    }

struct notify {
    struct tty *tty; /* NULL: no notifications */
    enum core_notify how;
    bool is_chosen; /* on the command line */
};

/* `tty` must outlive `notify`. */
void notify_begin(struct notify *notify, const struct cli *cli, struct tty *tty);

/* Takes the setting of the configuration from the result of initialize. No notifications until then. */
void notify_configure(struct notify *notify, const char *initialized);

/* Does nothing while the terminal has the focus. `title` may be untrusted text; `state` is a constant. */
void notify_send(struct notify *notify, struct slice title, const char *state);
