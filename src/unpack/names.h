/* Paths of an archive: which are allowed, and which collide. Does no I/O. */
#pragma once

#include <stddef.h>

#include "unpack/unpack.h"
#include "unpack/zip.h"

/* A file or directory. Its parent precedes it. */
struct name_node {
    size_t parent;           /* an index; the first node is the root, its own parent */
    struct slice path, name; /* of the archive, as the first entry below it writes it */
    char *folded;            /* of the name, for comparison */
    size_t folded_size;
    size_t next; /* in a chain of the table; 0: the last */
    bool is_directory;
    bool has_entry;
    bool is_made; /* for extract.c */
};

struct names {
    struct name_node *nodes;
    size_t count, capacity;
    size_t *table; /* chains by hash; 0: empty */
    size_t slots;
};

/* Whether a path may have the character: no control characters, and none that change the direction of text. */
bool name_may_contain(uint32_t character);

/* -EBADMSG: the path of an entry is not allowed. */
int name_check(struct slice path, bool is_directory, struct refusal *refusal);

/* Adds the paths of all entries with their parents. -EBADMSG: two are the same on some system, or a file has files
 * below it. The entries must outlive the names. */
int names_read(const struct zip *zip, struct names *ret_names, struct refusal *refusal);
void names_clear(struct names *names);

/* The node of an entry's path, which was added. */
struct name_node *names_find(struct names *names, struct slice path);
