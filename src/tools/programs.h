/* Programs that tools use, and what those see of our environment. */
#pragma once

/* Looks in PATH. -ENOENT. */
int programs_find(const char *name, char **ret_path);
/* Not one that lies below the directory, by its real place: who may write there may not therefore run something. */
int programs_find_outside(const char *name, const char *directory, char **ret_path);

/* Ours, without what leads to the daemon and to the models. The array is to be freed, its strings are not. NULL without
 * memory. */
char **programs_environment(void);
