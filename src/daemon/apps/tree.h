/* The files of an app on the disk: what weir-unpack has written, and whether it is still the same. All functions block;
 * they run on a work thread. weir-unpack and everybody else with the user's rights may have changed the files, so
 * nothing is followed, and nothing but plain files and directories is accepted. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum { TREE_FILES_MAX = 10000, TREE_NODES_MAX = 20000, TREE_DEPTH_MAX = 32, TREE_BYTES_MAX = 256 << 20 };
enum { TREE_HASH_SIZE = 65, TREE_PROBLEM_SIZE = 400 };

struct apps_tree_file {
    char *path;
    int64_t size;
    uint64_t inode;
    int64_t changed_s, changed_ns, modified_s, modified_ns;
    unsigned char hash[32];
};

struct apps_tree {
    struct apps_tree_file *files; /* sorted by path */
    size_t count, capacity, nodes;
    int64_t bytes;
    char digest[TREE_HASH_SIZE]; /* of paths, sizes and contents */
    char stamp[TREE_HASH_SIZE];  /* of paths, sizes, inodes and times */
    char problem[TREE_PROBLEM_SIZE];
};

/* Reads the names and sizes below a directory, and sets the stamp. Returns -EINVAL with a problem if something is there
 * that an app cannot have. */
int apps_tree_list(int directory, struct apps_tree *ret_tree, const atomic_bool *hurry);
/* Reads the contents, and sets the digest. */
int apps_tree_hash(int directory, struct apps_tree *tree, const atomic_bool *hurry);
void apps_tree_clear(struct apps_tree *tree);

bool apps_tree_has_file(const struct apps_tree *tree, struct slice path);

/* Waits until everything is on the disk. */
int apps_tree_sync(int directory, const struct apps_tree *tree);
