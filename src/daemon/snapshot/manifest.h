/* A manifest: the state of files at one moment, as a list of paths below the working directory. Its file format is
 * records that end with NUL, the only byte that a path cannot contain. Parsing does no I/O. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/slice.h"

enum snapshot_kind {
    SNAPSHOT_ABSENT, /* it does not exist */
    SNAPSHOT_FILE,
    SNAPSHOT_LINK,
    SNAPSHOT_DIRECTORY,
    SNAPSHOT_OTHER, /* a socket, a device, or a directory that was not entered */
};

/* Identifies a file and its last change. Only the kernel sets ctime, so a program cannot forge it. */
struct snapshot_stamp {
    uint64_t dev, ino;
    int64_t size, mtime_ns, ctime_ns;
};

struct snapshot_entry {
    struct slice path; /* ends with NUL */
    enum snapshot_kind kind;
    unsigned mode; /* permission bits */
    uid_t uid;     /* (uid_t)-1: unknown; likewise gid */
    gid_t gid;
    struct snapshot_stamp stamp;
    bool stored; /* the content is stored, under the number `content` */
    /* Changed shortly before it was read: a later change can leave the same stamp, so the contents must be compared. */
    bool fresh;
    unsigned content;
    struct slice target; /* of a symbolic link */
};

struct snapshot_manifest {
    struct arena arena;
    unsigned version; /* of the file format; version 1 has no owners */
    struct slice cwd; /* resolved; ends with NUL. Empty: nothing was captured yet */
    uint64_t cwd_ino;
    bool whole;    /* has the complete working directory: a path that is not listed did not exist */
    bool cut;      /* the directory was too large; it is not captured again, because the task has changed files since */
    bool complete; /* everything that was requested was captured */
    struct snapshot_entry *items;
    size_t count, capacity;
    uint32_t *slots; /* hash table by path: index + 1 in items */
    size_t slot_count;
    unsigned contents;  /* the next free number of a content */
    int64_t bytes;      /* of stored contents */
    size_t text_bytes;  /* of the written manifest */
    size_t valid_bytes; /* of the parsed bytes; the rest is an incomplete record */
};

void snapshot_manifest_init(struct snapshot_manifest *manifest);
void snapshot_manifest_clear(struct snapshot_manifest *manifest);

struct snapshot_entry *snapshot_manifest_find(const struct snapshot_manifest *manifest, struct slice path);

/* Adds a copy of the entry, or replaces the entry of the same path. *ret_entry may be NULL. -ENOBUFS: the limit is
 * reached. */
int snapshot_manifest_add(struct snapshot_manifest *manifest, const struct snapshot_entry *entry,
                          struct snapshot_entry **ret_entry);

/* Sorts by path. Invalidates indexes and pointers to entries. */
void snapshot_manifest_sort(struct snapshot_manifest *manifest);

/* Ignores an incomplete record at the end. -EBADMSG: the manifest is damaged. */
int snapshot_manifest_parse(struct snapshot_manifest *manifest, struct slice bytes);

/* Write the header, an entry, and the flags. Return the error of the buffer. */
int snapshot_manifest_write_head(struct buf *out, const struct snapshot_manifest *manifest);
int snapshot_manifest_write_entry(struct buf *out, const struct snapshot_manifest *manifest,
                                  const struct snapshot_entry *entry);
int snapshot_manifest_write_flags(struct buf *out, const struct snapshot_manifest *manifest);
int snapshot_manifest_write(struct buf *out, const struct snapshot_manifest *manifest);

/* Whether the path stays below its directory: no empty component, no "." and no "..". */
bool snapshot_path_is_valid(struct slice path);

static inline bool snapshot_stamp_equal(const struct snapshot_stamp *a, const struct snapshot_stamp *b)
{
    return a->dev == b->dev && a->ino == b->ino && a->size == b->size && a->mtime_ns == b->mtime_ns &&
           a->ctime_ns == b->ctime_ns;
}
