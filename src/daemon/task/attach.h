/* Files that come with a prompt, looked at before the task is queued: whoever attaches one that cannot be sent hears of
 * it at once. The agent reads them itself, in its sandbox, which decides what may be read. */
#pragma once

#include "base/attachment.h"
#include "contract/task_types.h"

struct call;

struct task_attached {
    char problem[ATTACHMENT_PROBLEM_SIZE]; /* why one of them cannot be attached; empty: all can */
    const char *mimes[ATTACHMENTS_MAX];    /* of each, by its content; constants */
};

/* As session_directory_fn. */
typedef int (*task_attached_fn)(struct call *call, struct slice cwd, const struct task_attached *attached);

/* Looks at them one after another on threads of the resolver, each in the lane of its directory, then goes on. 0: the
 * call was taken, deferred and held; 1: it was answered; negative: neither. */
int task_look_at_attachments(struct call *call, const struct task_attachments *attachments, struct slice cwd,
                             task_attached_fn then);
