/* The questions of tasks beside a conversation, asked at its prompt. */
#pragma once

#include "cli/approve.h"
#include "cli/chat_line.h"

struct chat_beside {
    struct live live;
    struct approve approve;
    struct chat_guest guest; /* for the line; its `fd` is -1 where nobody is to be asked for */
    bool is_open;
    char text[256];
};

/* Listens to what the tasks ask, `count` ids that are lent; quietly not, where there is no daemon. chat_beside_end() in
 * any case. */
void chat_beside_begin(struct chat_beside *beside, struct cli *cli, char *const *tasks, size_t count);
void chat_beside_end(struct chat_beside *beside);

/* Asks what waits. The terminal is the caller's until then. */
void chat_beside_ask(struct chat_beside *beside);
