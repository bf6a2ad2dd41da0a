/* Asks the daemon for everything that `weir top` shows, all at once. */
#pragma once

#include "cli/live.h"
#include "cli/top_view.h"

enum { TOP_ASKED_STATES = 5 };

struct top_poll {
    struct live *live;
    struct top_view *view;
    void (*done)(void *user); /* the view has new facts */
    void *user;

    struct top_facts *next; /* while answers are missing */
    size_t missing;
    bool broken; /* the connection ended meanwhile */
    struct task_list_result active[TOP_ASKED_STATES], recent;
    uint64_t asked_ns;            /* when the last began */
    int64_t last_seq, last_ended; /* for the rates */
    uint64_t measured_ns;         /* 0: never */
};

void top_poll_init(struct top_poll *poll, struct live *live, struct top_view *view, void (*done)(void *user),
                   void *user);

/* Once the connection is gone, so that no answer can come any more. Frees the view's facts too. */
void top_poll_clear(struct top_poll *poll);

/* Does nothing while the last one is not answered. `rows`: how many of a list are wanted. */
void top_poll_ask(struct top_poll *poll, size_t rows);
