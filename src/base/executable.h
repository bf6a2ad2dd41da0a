/* Programs of others: where they are, and what they are started with. */
#pragma once

#include "base/arena.h"
#include "base/slice.h"

enum { EXECUTABLE_PATH_SIZE = 4096 };

/* What PATH is where nobody has said. */
#define EXECUTABLE_DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

/* 0; -EACCES: it is there and cannot be run; or why it cannot be looked at. */
int executable_look(const char *path);

/* The first one in `path`, a list like PATH. -ENOENT; -EACCES: none that can be run. */
int executable_find(struct slice name, struct slice path, char ret_found[static EXECUTABLE_PATH_SIZE]);

/* 0, or why a program cannot be started in it. */
int executable_look_at_directory(struct slice directory);

/* NAME=value; NULL: no memory. */
char *executable_variable(struct arena *arena, struct slice name, struct slice value);
