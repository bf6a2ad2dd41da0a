/* Finds and checks programs to start. */
#pragma once

#include "base/arena.h"
#include "base/slice.h"

enum { EXECUTABLE_PATH_SIZE = 4096 };

/* Used if PATH is not set. */
#define EXECUTABLE_DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

/* Returns 0; -EACCES: the file is not executable; otherwise the error of access(2). */
int executable_look(const char *path);

/* Finds the first match in `path`, a list like PATH. Returns -ENOENT, or -EACCES if no match is executable. */
int executable_find(struct slice name, struct slice path, char ret_found[static EXECUTABLE_PATH_SIZE]);

/* Returns 0, or why a program cannot be started in this directory. */
int executable_look_at_directory(struct slice directory);

/* NAME=value; NULL if memory is exhausted. */
char *executable_variable(struct arena *arena, struct slice name, struct slice value);
