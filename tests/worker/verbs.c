/* The verbs of the test worker's scripts.
 *
 *     say TEXT                 one message of type content_block_delta with {"text": TEXT}
 *     message TYPE JSON        one message
 *     events N [SIZE]          N messages, as fast as it is allowed to; each with SIZE bytes of text
 *     flood N [SIZE]           the same, without waiting when it is told to pause
 *     rate N PER_SECOND [SIZE] the same, so many a second
 *     again                    the last message once more, with the same sequence
 *     hole                     a message whose sequence leaves one out; what comes back is said
 *     progress PERCENT [TEXT]
 *     usage IN OUT             the tokens of the result
 *     hold                     until it is asked to stop; then it is cancelled
 *     hold deaf                only a kill helps
 *     hold complete            when it is asked to stop, it completes
 *     hold fail                when it is asked to stop, it fails
 *     hold PATH                when it is asked to stop, it waits for a line from this FIFO, then it is cancelled
 *     read PATH                goes on when a line, or the end, comes from this FIFO
 *     late PATH                the same, in the state `starting`: only as the first statement
 *     permission, resume       waits for a permission, goes on
 *     fail REASON MESSAGE      ends as failed
 *     done [TEXT]              ends as completed; so does the end of the script, with what was said last
 *     refuse [TEXT]            it cannot even be started: only as the first statement
 *
 * Whatever is none of these is said back, and completes the task. */
#include "worker.h"

const char *const worker_verbs[VERB_COUNT] = {
    [VERB_SAY] = "say",
    [VERB_MESSAGE] = "message",
    [VERB_EVENTS] = "events",
    [VERB_FLOOD] = "flood",
    [VERB_RATE] = "rate",
    [VERB_AGAIN] = "again",
    [VERB_HOLE] = "hole",
    [VERB_PROGRESS] = "progress",
    [VERB_USAGE] = "usage",
    [VERB_HOLD] = "hold",
    [VERB_READ] = "read",
    [VERB_LATE] = "late",
    [VERB_PERMISSION] = "permission",
    [VERB_RESUME] = "resume",
    [VERB_FAIL] = "fail",
    [VERB_REFUSE] = "refuse",
    [VERB_DONE] = "done",
};
