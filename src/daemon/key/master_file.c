#include "daemon/key/master_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/paths.h"

enum { FILE_MAX = 2 * KEY_MASTER_BYTES + 1 };

int key_master_file_init(struct key_master_file *place, const char *state_dir)
{
    const char *given = getenv("WEIR_MASTER_KEY_FILE"), *credentials = getenv("CREDENTIALS_DIRECTORY");
    *place = (struct key_master_file){0};
    if (given && *given) {
        place->path = strdup(given);
        return place->path ? 0 : -ENOMEM;
    }
    if (credentials && *credentials) {
        int r = paths_join(credentials, "weir-master-key", &place->path);
        if (r < 0)
            return r;
        place->credential = access(place->path, F_OK) == 0;
        if (place->credential)
            return 0;
        key_master_file_clear(place);
    }
    int r = paths_join(state_dir, "master.key", &place->path);
    return r < 0 ? r : paths_join(state_dir, "master.key.new", &place->next);
}

void key_master_file_clear(struct key_master_file *place)
{
    free(place->path);
    free(place->next);
    *place = (struct key_master_file){0};
}

/* --- reading --- */

static int complain(char *problem, int error, const char *path, const char *what)
{
    (void)snprintf(problem, KEY_PROBLEM_SIZE, "the master key %s %s", path, what);
    return error;
}

/* systemd sets an ACL on credentials that belong to root. Its mask appears as the permissions of the group. */
static int check(const struct stat *info, const char *path, bool credential, char *problem)
{
    mode_t others = credential && info->st_uid == 0 ? 037 : 077;
    if (!S_ISREG(info->st_mode))
        return complain(problem, -EINVAL, path, "is not a file");
    if (info->st_uid != geteuid() && info->st_uid != 0)
        return complain(problem, -EPERM, path, "belongs to another user; change its owner");
    if (info->st_mode & others)
        return complain(problem, -EPERM, path, "is accessible to other users; make a new one, or chmod it to 600");
    return 0;
}

static int decode(const unsigned char *text, size_t size, unsigned char bytes[static KEY_MASTER_BYTES])
{
    size_t decoded = 0;
    if (size == KEY_MASTER_BYTES) {
        memcpy(bytes, text, size);
        return 0;
    }
    if (size == FILE_MAX && text[size - 1] == '\n')
        size--;
    if (size != (size_t)2 * KEY_MASTER_BYTES)
        return -EMSGSIZE;
    if (sodium_hex2bin(bytes, KEY_MASTER_BYTES, (const char *)text, size, NULL, &decoded, NULL) < 0 ||
        decoded != KEY_MASTER_BYTES)
        return -EINVAL;
    return 0;
}

int key_master_file_read(const char *path, bool credential, struct key_master *ret_master,
                         char problem[static KEY_PROBLEM_SIZE])
{
    unsigned char text[FILE_MAX + 1], bytes[KEY_MASTER_BYTES];
    struct stat info;
    autoclose int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT)
        return complain(problem, -ENOENT, path, "is missing");
    if (fd < 0)
        return complain(problem, -errno, path,
                        errno == ELOOP ? "is a symbolic link; it must be a regular file" : strerror(errno));
    if (fstat(fd, &info) < 0)
        return complain(problem, -errno, path, strerror(errno));
    int r = check(&info, path, credential, problem);
    if (r < 0)
        return r;
    ssize_t n = read(fd, text, sizeof text);
    r = n < 0 ? -errno : decode(text, (size_t)n, bytes);
    if (r == 0) {
        r = key_master_init(ret_master, bytes);
        if (r < 0)
            (void)complain(problem, r, path, "cannot be loaded: out of memory");
    } else if (n < 0) {
        (void)complain(problem, r, path, strerror(-r));
    } else {
        (void)complain(problem, r, path,
                       r == -EMSGSIZE ? "has the wrong length; it must be 32 bytes or 64 hexadecimal digits"
                                      : "has 64 characters that are not all hexadecimal digits");
    }
    explicit_bzero(text, sizeof text);
    explicit_bzero(bytes, sizeof bytes);
    return r;
}

/* --- writing --- */

static int sync_directory(const char *path)
{
    autofree char *copy = strdup(path);
    if (!copy)
        return -ENOMEM;
    autoclose int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 || fsync(fd) < 0 ? -errno : 0;
}

static int fill(const char *path, const struct key_master *master)
{
    autoclose int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    ssize_t n = write(fd, master->bytes, KEY_MASTER_BYTES);
    if (n != KEY_MASTER_BYTES)
        return n < 0 ? -errno : -EIO;
    return fsync(fd) < 0 ? -errno : 0;
}

int key_master_file_write(const char *path, const struct key_master *master, char problem[static KEY_PROBLEM_SIZE])
{
    autofree char *made = NULL;
    if (asprintf(&made, "%s.tmp", path) < 0)
        return -ENOMEM;
    (void)unlink(made); /* a leftover of a crash */
    int r = fill(made, master);
    if (r == 0)
        r = fault_point("key.file_written");
    if (r == 0 && renameat2(AT_FDCWD, made, AT_FDCWD, path, RENAME_NOREPLACE) < 0)
        r = -errno;
    if (r == 0)
        r = sync_directory(path);
    if (r < 0) {
        (void)unlink(made);
        (void)snprintf(problem, KEY_PROBLEM_SIZE, "cannot write the master key %s: %s", path, strerror(-r));
    }
    return r;
}

/* --- recovery after a crash --- */

int key_master_file_settle(const struct key_master_file *place, const char *id, struct key_master *ret_master,
                           char problem[static KEY_PROBLEM_SIZE])
{
    char other[KEY_PROBLEM_SIZE];
    struct key_master next = {0};
    int r = key_master_file_read(place->path, place->credential, ret_master, problem);
    if (r == 0 && strcmp(ret_master->id, id) == 0) {
        if (place->next)
            (void)unlink(place->next);
        return 0;
    }
    if (r == 0) {
        key_master_clear(ret_master);
        r = complain(problem, -ESTALE, place->path, "does not match the stored keys");
    }
    if (!place->next || key_master_file_read(place->next, false, &next, other) < 0)
        return r;
    if (strcmp(next.id, id) != 0 || rename(place->next, place->path) < 0) {
        key_master_clear(&next);
        return r;
    }
    *ret_master = next;
    return 0;
}
