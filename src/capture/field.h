/* Which field has the focus, and whether the text of keys may be kept there: asked from the accessibility bus (AT-SPI).
 *
 * It may be kept while a field that can be edited has the focus, in the application whose window is in front, and the
 * application says that it is no password and no terminal (in which passwords are typed too). The answer counts for
 * keys that were pressed before the question, so every text is confirmed after it was typed. Whenever the focus may
 * have moved, nothing is kept until the next answer. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "capture/bus.h"
#include "rpc/timers.h"

struct capture;

enum { FIELD_QUESTIONS = 3 };

struct field {
    struct capture *capture;
    bool is_wanted;
    char problem[160]; /* why no text is kept at all; "": it may be */
    struct bus bus;
    char address[BUS_ADDRESS_MAX]; /* as the root window names it; "": it does not */
    bool is_looking, again;        /* the root window is asked for it; it has changed meanwhile */
    char owner[64], path[512];     /* the accessible object that has the focus; "": not known */
    uint32_t owner_pid;            /* 0: not known yet */
    unsigned generation;           /* the focus may have moved so often */
    bool is_open;
    struct {
        unsigned open; /* questions without an answer */
        unsigned generation;
        size_t size; /* of the text that was pending */
        bool has_failed;
        uint32_t role, states;
    } asked;
    sd_bus_slot *questions[FIELD_QUESTIONS];
    struct deadline settle, limit, retry;
};

void field_init(struct field *field, struct capture *capture);
void field_close(struct field *field);

/* Begins, or ends. */
void field_want(struct field *field, bool is_wanted);

/* The X server is connected, or the root window has another address of the bus: connects to the bus. */
void field_look(struct field *field);
void field_down(struct field *field);

/* The focus may have moved. */
void field_shift(struct field *field);

/* Whether text may be kept if it is confirmed; asks for that. */
bool field_is_open(const struct field *field);
void field_check(struct field *field);
/* So much of the pending text is left. */
void field_limit(struct field *field, size_t size);
