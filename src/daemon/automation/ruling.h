/* A call that changes a rule: its state from the handler to the answer. Stored in request->more. */
#pragma once

#include "contract/errors.h"
#include "daemon/automation/internal.h"
#include "daemon/store/request.h"

struct ruling {
    enum error_id error; /* if the change fails with -ECANCELED */
    char path[272];      /* of the field; empty: none */
    char problem[512];
    char key[ID_SIZE]; /* of a run that is started by hand */
    bool enabled;
    size_t places; /* the size of the texts behind this struct */
    struct store_automation rule;
    struct store_run run;
    struct decision decision;
};

void ruling_init(struct ruling *ruling, const struct call *call);
/* The working directories of the actions that name one, each with a NUL. */
static inline const char *ruling_places(const struct ruling *ruling)
{
    return (const char *)(ruling + 1);
}

/* For handlers: makes a ruling and starts the change. */
int ruling_write(struct call *call, const char *places, size_t size,
                 int (*work)(struct store_request *, struct store_tx *), void (*answer)(struct store_request *));

/* --- in the change --- */

/* Returns -ECANCELED. */
int ruling_refuse(struct ruling *ruling, enum error_id error, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int ruling_check(struct ruling *ruling, struct store_tx *tx, struct arena *arena, const struct automation_rule *rule,
                 bool trigger_is_new);
void ruling_show_due(struct store_automation *rule);
/* `rule` NULL: automation as a whole. */
int ruling_audit(const struct store_request *request, struct store_tx *tx, const char *what,
                 const struct automation_rule *rule);

/* --- in the answer --- */

/* Whether the change has failed; the call was answered then. */
bool ruling_failed(struct store_request *request);
/* To be called after the answer. */
void ruling_carry_out(struct store_request *request);
