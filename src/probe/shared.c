/* Objects that processes of one user share without a file. */
#include <errno.h>
#include <linux/keyctl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe/internal.h"
#include "probe/shared.h"

/* The kernel removes the key after this time. */
enum { KEY_SECONDS = 600, KEY_BYTES_MAX = 256, SHARED_BYTES = 4096 };

/* --- keyring --- */

long probe_key_add(const char *name, const char *canary)
{
    long key = syscall(SYS_add_key, "user", name, canary, strlen(canary), KEY_SPEC_USER_KEYRING);
    if (key >= 0)
        (void)syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, KEY_SECONDS);
    return key < 0 ? -errno : key;
}

void probe_key_remove(long key)
{
    if (key > 0)
        (void)syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
}

void probe_keyring(const struct probe_target *target, struct probe_result *result)
{
    char data[KEY_BYTES_MAX];
    long key = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", target->path, 0);
    long n = key < 0 ? -1 : syscall(SYS_keyctl, KEYCTL_READ, key, data, sizeof data);
    if (n < 0)
        probe_refused(result, errno, "%s", key < 0 ? "cannot find it" : "cannot read it");
    else if (!probe_holds((struct slice){data, (size_t)n < sizeof data ? (size_t)n : sizeof data}, target->text))
        probe_refused(result, 0, "its content differs");
    else
        probe_succeeded(result, "%ld bytes", n);
}

/* --- shared memory --- */

int probe_memory_make(const char *canary, char **ret_memory)
{
    int id = shmget(IPC_PRIVATE, SHARED_BYTES, IPC_CREAT | 0600);
    if (id < 0)
        return -errno;
    char *memory = shmat(id, NULL, 0);
    int error = errno;
    (void)shmctl(id, IPC_RMID, NULL); /* removed when the last process detaches; until then others can attach */
    if ((intptr_t)memory == -1)
        return -error;
    memcpy(memory, canary, strlen(canary) + 1);
    *ret_memory = memory;
    return id;
}

void probe_memory_leave(char *memory)
{
    if (memory)
        (void)shmdt(memory);
}

void probe_shared_memory(const struct probe_target *target, struct probe_result *result)
{
    const char *memory = shmat((int)target->number, NULL, SHM_RDONLY);
    if ((intptr_t)memory == -1)
        probe_refused(result, errno, "cannot attach it");
    else if (strncmp(memory, target->text, strlen(target->text)) != 0)
        probe_refused(result, 0, "another segment has this id inside");
    else
        probe_succeeded(result, "attached it");
}
