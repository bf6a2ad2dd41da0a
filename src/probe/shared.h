/* Kernel objects that are created as targets. */
#pragma once

/* Adds a key to the user's keyring. Returns its id, or a negative errno. */
long probe_key_add(const char *name, const char *canary);
void probe_key_remove(long key);

/* Creates a System V shared memory segment. Returns its id, or a negative errno. It exists while a process is attached.
 */
int probe_memory_make(const char *canary, char **ret_memory);
void probe_memory_leave(char *memory);
