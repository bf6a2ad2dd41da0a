/* Generated from contract/cowork.json by contract/generate; do not edit. */
/* What an app may read of the person: the read lane. An app reads through a connection of its own (apps.open), and
 * for nobody else. */
#pragma once

#include "rpc/method.h"
#include "contract/cowork_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method cowork:read: Read for an app.
 *
 * The methods are context.activeWindow, context.recentActivity, context.currentTime, user.preferences, user.profile,
 * data.conversations and data.search. An app reads for itself; a client, for any installed app. Keystroke and
 * clipboard activity is read and searched only if the app was granted captureRead. */

struct cowork_read_params {
    struct slice app_id;
    enum cowork_namespace ns;
    struct slice method;
    /* An object: the arguments of the method. Absent: {}. */
    struct json_any args;
    enum field_is args_is;
};

struct cowork_read_result {
    /* What the method returns: a type of this namespace, or for user.preferences app#/types/Settings, for
     * user.profile app#/types/Profile. */
    struct json_any data;
};

extern const struct shape cowork_read_params_shape;
extern const struct shape cowork_read_result_shape;
extern const struct method cowork_read_method;
int cowork_read(struct call *call, const struct cowork_read_params *params);

static inline int cowork_read_reply(struct call *call, const struct cowork_read_result *result)
{
    return call_reply(call, result);
}
