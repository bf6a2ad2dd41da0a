/* The verdict of a session's mode on a call. */
#include "judge/internal.h"

bool judge_path_is_run_by_others(struct slice path, struct slice cwd)
{
    for (size_t at = cwd.size; at < path.size;) {
        const char *slash = memchr(path.data + at, '/', path.size - at);
        size_t end = slash ? (size_t)(slash - path.data) : path.size;
        struct slice name = {path.data + at, end - at};
        if (slice_is(name, ".git") || slice_is(name, ".weir"))
            return true;
        at = end + 1;
    }
    return false;
}

enum judge_verdict judge_mode(enum session_permission_mode mode, const struct judge_call *call)
{
    bool inside = call->inside && !call->unclear;
    if (mode == SESSION_PERMISSION_MODE_BYPASS_PERMISSIONS)
        return JUDGE_ALLOW;
    if (call->kind == JUDGE_READS)
        return inside ? JUDGE_ALLOW : JUDGE_NOTHING;
    if (mode == SESSION_PERMISSION_MODE_PLAN)
        return JUDGE_DENY;
    if (mode != SESSION_PERMISSION_MODE_ACCEPT_EDITS || call->kind != JUDGE_EDITS || !inside)
        return JUDGE_NOTHING;
    for (size_t i = 0; i < call->path_count; i++)
        if (judge_path_is_run_by_others(call->paths[i], call->cwd))
            return JUDGE_NOTHING;
    return JUDGE_ALLOW;
}
