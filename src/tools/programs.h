/* Programs that tools use, and their environment. */
#pragma once

/* Searches PATH. Returns -ENOENT if there is none. */
int programs_find(const char *name, char **ret_path);
/* Skips programs whose resolved path is below the directory: write access to the directory must not allow executing
 * code here. */
int programs_find_outside(const char *name, const char *directory, char **ret_path);

/* The environment without variables that lead to the daemon or the models. The caller frees the array, not its strings.
 * NULL if memory is exhausted. */
char **programs_environment(void);
