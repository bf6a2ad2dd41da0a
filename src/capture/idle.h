/* Whether the person is away: no input for a while, by the MIT-SCREEN-SAVER extension. Nothing polls: while the person
 * works, the next question is due when the time could be over; while the person is away, the next input ends it. */
#pragma once

#include <stdbool.h>

#include "rpc/timers.h"

struct capture;

struct idle {
    struct capture *capture;
    bool is_away;
    struct deadline due;
};

void idle_init(struct idle *idle, struct capture *capture);
void idle_up(struct idle *idle);
void idle_down(struct idle *idle);
/* There was input; only reported while the person is away. */
void idle_input(struct idle *idle);
