/* How much is kept. Beyond that a file is known, not kept, and the task's files are not complete. */
#pragma once

#include <stdint.h>

enum {
    SNAPSHOT_FILE_BYTES = 16 << 20,  /* a file */
    SNAPSHOT_TASK_BYTES = 512 << 20, /* of a task, before and after each */
    SNAPSHOT_FILES = 50000,          /* of a task */
    SNAPSHOT_MANIFEST_BYTES = 64 << 20,
    SNAPSHOT_DEPTH = 128,              /* directories in directories */
    SNAPSHOT_NAMES = 200000,           /* of a directory and those around it */
    SNAPSHOT_SCAN_MS = 30 * 1000,      /* that looking at a directory may take */
    SNAPSHOT_SLOW_MS = 4 * 1000,       /* after that a thread counts as held by its disk */
    SNAPSHOT_END_MS = 30 * 1000,       /* that the end of a task waits for that, in its queue and at work */
    SNAPSHOT_STOP_MS = 300,            /* likewise, of one that somebody stops */
    SNAPSHOT_RESERVE_BYTES = 64 << 20, /* of the disk that the store lies on are left to others */
    SNAPSHOT_FRESH_MS = 100,           /* two changes closer than this may have the same time */

    SNAPSHOT_TEXT_BYTES = 1 << 20, /* of a file, in an answer */
    SNAPSHOT_ANSWER_BYTES = 8 << 20,
    SNAPSHOT_TASKS = 20000, /* that one sweep looks at */
};
