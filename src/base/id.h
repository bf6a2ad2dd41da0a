/* Ids that sort by time and cannot be guessed: "task_" and 26 characters, 10 for the time and 16 random. */
#pragma once

#include <stdint.h>

enum { ID_PREFIX_MAX = 8, ID_DIGITS = 26, ID_SIZE = ID_PREFIX_MAX + ID_DIGITS + 1 };

/* Stores the last id, so that ids of the same millisecond are ordered too. */
struct id_source {
    uint64_t last_ms;
    uint8_t last_chance[10];
};

/* The time of creation, in milliseconds since the epoch. Returns -EINVAL if it is not an id with this prefix. */
int id_time(const char *prefix, const char *id, int64_t *ret_ms);

/* The prefix has at most ID_PREFIX_MAX characters. Returns -EIO if the kernel gave no random bytes. */
int id_make(struct id_source *source, const char *prefix, char ret_id[static ID_SIZE]);
