/* Calls a person who looks elsewhere when a task waits for them or has ended: by the terminal's bell, and by a
 * notification of the desktop. The terminal reports its focus (tty.h); until it reports a loss, it has it. */
#pragma once

#include "cli/cli.h"
#include "cli/tty.h"
#include "contract/core.h"

#define NOTIFY_OPTION                                                                                                  \
    {                                                                                                                  \
        "notify", 0, "HOW", "auto bell off",                                                                           \
            "call you when it waits or ends and you look elsewhere (default: as configured)"                           \
    }

struct notify {
    struct tty *tty; /* NULL: nobody is to be called */
    enum core_notify how;
    bool is_chosen; /* on the command line */
};

/* `tty` must outlive it. */
void notify_begin(struct notify *notify, const struct cli *cli, struct tty *tty);

/* What the configuration says is part of the answer of initialize. Until then, nobody is called. */
void notify_configure(struct notify *notify, const char *initialized);

/* Does nothing while the terminal has the focus. `title` may be anybody's text; `state` is a constant. */
void notify_send(struct notify *notify, struct slice title, const char *state);
