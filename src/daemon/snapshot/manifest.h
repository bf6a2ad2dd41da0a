/* What is known of files at a moment: a list of paths below the working directory. As bytes it is records that end with
 * a NUL, since a path may have any other byte in it. Parsing does no I/O. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/slice.h"

enum snapshot_kind {
    SNAPSHOT_ABSENT, /* nothing is there */
    SNAPSHOT_FILE,
    SNAPSHOT_LINK,
    SNAPSHOT_DIRECTORY,
    SNAPSHOT_OTHER, /* a socket, a device, or something that was not looked into */
};

/* Which file it is and when it was changed last, as the kernel has it. Nobody but the kernel sets ctime. */
struct snapshot_stamp {
    uint64_t dev, ino;
    int64_t size, mtime_ns, ctime_ns;
};

struct snapshot_entry {
    struct slice path; /* with a NUL behind it */
    enum snapshot_kind kind;
    unsigned mode; /* permission bits */
    uid_t uid;     /* (uid_t)-1: not known, likewise gid */
    gid_t gid;
    struct snapshot_stamp stamp;
    bool stored;         /* its content is there, under `content` */
    bool fresh;          /* it had been changed just before: the stamp of a further change may be the same */
    unsigned content;    /* a number */
    struct slice target; /* of a link */
};

struct snapshot_manifest {
    struct arena arena;
    unsigned version; /* of the file: the first has no owners */
    struct slice cwd; /* resolved; with a NUL behind it. Empty: nothing was kept yet */
    uint64_t cwd_ino;
    bool whole;    /* all of the working directory: what is not in here was not there */
    bool cut;      /* all of it was too much: it is not tried again, since the task has changed things by then */
    bool complete; /* nothing is missing that was asked for */
    struct snapshot_entry *items;
    size_t count, capacity;
    uint32_t *slots; /* by path: an index + 1 */
    size_t slot_count;
    unsigned contents; /* the first number that is free */
    int64_t bytes;     /* of what is held */
    size_t text_bytes; /* of it, as it is written */
    size_t good_bytes; /* of what was parsed: what follows was not written to its end */
};

void snapshot_manifest_init(struct snapshot_manifest *manifest);
void snapshot_manifest_clear(struct snapshot_manifest *manifest);

struct snapshot_entry *snapshot_manifest_find(const struct snapshot_manifest *manifest, struct slice path);

/* Adds a copy of the entry, or puts it in the place of the one with this path. *ret_entry may be NULL. -ENOBUFS: there
 * are as many as there may be. */
int snapshot_manifest_add(struct snapshot_manifest *manifest, const struct snapshot_entry *entry,
                          struct snapshot_entry **ret_entry);

/* By path; indexes and entries that were found are others afterwards. */
void snapshot_manifest_sort(struct snapshot_manifest *manifest);

/* A record that was not written to its end is left out. -EBADMSG: it is damaged. */
int snapshot_manifest_parse(struct snapshot_manifest *manifest, struct slice bytes);

/* The head; each entry; what holds for all of it so far. The buffer's error, if any. */
int snapshot_manifest_write_head(struct buf *out, const struct snapshot_manifest *manifest);
int snapshot_manifest_write_entry(struct buf *out, const struct snapshot_manifest *manifest,
                                  const struct snapshot_entry *entry);
int snapshot_manifest_write_flags(struct buf *out, const struct snapshot_manifest *manifest);
int snapshot_manifest_write(struct buf *out, const struct snapshot_manifest *manifest);

/* Whether it leads to something below a directory and nowhere else: no empty piece, no "." and no "..". */
bool snapshot_path_is_valid(struct slice path);

static inline bool snapshot_stamp_equal(const struct snapshot_stamp *a, const struct snapshot_stamp *b)
{
    return a->dev == b->dev && a->ino == b->ino && a->size == b->size && a->mtime_ns == b->mtime_ns &&
           a->ctime_ns == b->ctime_ns;
}
