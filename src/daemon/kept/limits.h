/* How much is kept. Beyond that a file is known, not kept, and the task's files are not complete. */
#pragma once

#include <stdint.h>

enum {
    KEPT_FILE_BYTES = 16 << 20,  /* a file */
    KEPT_TASK_BYTES = 512 << 20, /* of a task, before and after each */
    KEPT_FILES = 50000,          /* of a task */
    KEPT_MANIFEST_BYTES = 64 << 20,
    KEPT_DEPTH = 128,              /* directories in directories */
    KEPT_NAMES = 200000,           /* of a directory and those around it */
    KEPT_SCAN_MS = 30 * 1000,      /* that looking at a directory may take */
    KEPT_SLOW_MS = 4 * 1000,       /* after that a thread counts as held by its disk */
    KEPT_END_MS = 30 * 1000,       /* that the end of a task waits for that, in its queue and at work */
    KEPT_STOP_MS = 300,            /* likewise, of one that somebody stops */
    KEPT_RESERVE_BYTES = 64 << 20, /* of the disk that the store lies on are left to others */
    KEPT_FRESH_MS = 100,           /* two changes closer than this may have the same time */

    KEPT_TEXT_BYTES = 1 << 20, /* of a file, in an answer */
    KEPT_ANSWER_BYTES = 8 << 20,
    KEPT_TASKS = 20000, /* that one sweep looks at */
};
