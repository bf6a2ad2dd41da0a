/* audit.verify */
#include "contract/audit.h"
#include "daemon/audit/internal.h"
#include "rpc/call.h"

struct verification {
    struct audit_walk walk;
    struct store_audit_check check;
};

static int step(struct audit_walk *walk, struct store_tx *tx)
{
    struct store_audit_check *check = &((struct verification *)walk)->check;
    int r = store_audit_check(tx, check);
    return r < 0 ? r : !check->over;
}

static void answer(struct audit_walk *walk)
{
    const struct store_audit_check *check = &((struct verification *)walk)->check;
    struct audit_verify_result result = {.sound = !check->broken, .entries = check->entries};
    if (!result.sound) {
        result.no = check->wrong;
        result.problem = slice_of(check->problem);
        result.no_is = result.problem_is = FIELD_SET;
    }
    (void)audit_verify_reply(walk->call, &result);
}

int audit_verify(struct call *call, const struct audit_verify_params *params)
{
    struct verification verification = {.walk = {.step = step, .answer = answer}};
    (void)params; /* declared without fields */
    return audit_walk_begin(call, &verification.walk, sizeof verification);
}
