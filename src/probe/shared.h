/* Things of the kernel's that are put up to be taken. */
#pragma once

/* A key in the user's keyring: its number, or a negative errno. */
long probe_key_add(const char *name, const char *canary);
void probe_key_remove(long key);

/* Shared memory of System V: its number, or a negative errno. It is there for as long as somebody is attached. */
int probe_memory_make(const char *canary, char **ret_memory);
void probe_memory_leave(char *memory);
