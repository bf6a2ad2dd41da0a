/* The statements of the test worker's scripts.
 *
 *     say TEXT                 one message of type content_block_delta with {"text": TEXT}
 *     message TYPE JSON        one message
 *     events N [SIZE]          N messages, as fast as possible; each with SIZE bytes of text
 *     flood N [SIZE]           the same, but ignores requests to pause
 *     rate N PER_SECOND [SIZE] the same, at this rate
 *     again                    the last message again, with the same sequence
 *     hole                     a message that skips a sequence; then says the error that it gets
 *     progress PERCENT [TEXT]  reports progress
 *     usage IN OUT             sets the tokens of the result
 *     hold                     waits for a stop; then ends as cancelled
 *     hold deaf                ignores a stop; only a kill ends it
 *     hold complete            waits for a stop; then completes
 *     hold fail                waits for a stop; then fails
 *     hold PATH                waits for a stop, then for a line from this FIFO; then ends as cancelled
 *     read PATH                waits for a line, or the end, of this FIFO
 *     late PATH                the same in the state `starting`; only as the first statement
 *     permission, resume       waits for a permission; continues
 *     fail REASON MESSAGE      ends as failed
 *     done [TEXT]              completes; so does the end of the script, with the last text as the result
 *     refuse [TEXT]            fails to start; only as the first statement
 *
 * Any other statement is said as a message, and completes the task. */
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
