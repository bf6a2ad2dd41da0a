/* Generated from contract/audit.json by contract/generate; do not edit. */
/* A record of who used keys, answered permission requests, started executors and changed settings. A hash chain
 * shows whether an entry was changed or removed. */
#pragma once

#include "rpc/method.h"
#include "contract/audit_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method audit.list: List the entries of the audit log, newest first, in pages.
 *
 * To get the next page, pass the last number of this page as before. An empty page is the end. */

struct audit_list_params {
    /* Select entries by a full name (key.set) or by the beginning of one (key). */
    struct slice what;
    enum field_is what_is;
    struct slice session_id;
    enum field_is session_id_is;
    int64_t limit;
    /* The last number of the previous page. */
    int64_t before;
    enum field_is before_is;
};

struct audit_list_result {
    struct audit_entry *items;
    size_t count;
};

extern const struct shape audit_list_params_shape;
extern const struct shape audit_list_result_shape;
extern const struct method audit_list_method;
int audit_list(struct call *call, const struct audit_list_params *params);

static inline int audit_list_reply(struct call *call, const struct audit_list_result *result)
{
    return call_reply(call, result);
}

/* Method audit.verify: Verify the hash chain: no entry was changed, and none is missing. */

struct audit_verify_params {
    char unused;
};

struct audit_verify_result {
    bool sound;
    /* The number of entries in the log. */
    int64_t entries;
    /* The first entry that is wrong or missing. */
    int64_t no;
    enum field_is no_is;
    struct slice problem;
    enum field_is problem_is;
};

extern const struct shape audit_verify_params_shape;
extern const struct shape audit_verify_result_shape;
extern const struct method audit_verify_method;
int audit_verify(struct call *call, const struct audit_verify_params *params);

static inline int audit_verify_reply(struct call *call, const struct audit_verify_result *result)
{
    return call_reply(call, result);
}
