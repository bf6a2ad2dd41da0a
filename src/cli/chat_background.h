/* The questions of tasks beside a conversation, asked at its prompt. */
#pragma once

#include "cli/approve.h"
#include "cli/chat_line.h"

struct chat_background {
    struct live live;
    struct approve approve;
    struct chat_question question; /* for the line; its `fd` is -1 where nobody is to be asked for */
    bool is_open;
    char text[256];
};

/* Listens to what the tasks ask, `count` ids that are lent; quietly not, where there is no daemon.
 * chat_background_end() in any case. */
void chat_background_begin(struct chat_background *background, struct cli *cli, char *const *tasks, size_t count);
void chat_background_end(struct chat_background *background);

/* Asks what waits. The terminal is the caller's until then. */
void chat_background_ask(struct chat_background *background);
