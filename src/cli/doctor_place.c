#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/places.h"
#include "cli/doctor.h"

static const char secret_variable[] = "WEIR_DOCTOR_TOKEN";

static int make_file(const char *path, const char *text)
{
    size_t size = strlen(text);
    autoclose int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    errno = 0;
    if (write(fd, text, size) != (ssize_t)size)
        return errno ? -errno : -ENOSPC;
    return 0;
}

static int make_directory(const char *above, const char *name, char **ret_path)
{
    int r = places_join(above, name, ret_path);
    return r == 0 && mkdir(*ret_path, 0700) < 0 ? -errno : r;
}

static int make_root(struct doctor *doctor)
{
    const char *tmp = getenv("TMPDIR");
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/weir-doctor-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp") >= (int)sizeof path)
        return -ENAMETOOLONG;
    if (!mkdtemp(path))
        return -errno;
    doctor->root = realpath(path, NULL);
    return doctor->root ? 0 : -errno;
}

static int make_room(const struct doctor *doctor, struct doctor_room *room, const char *name)
{
    int r = make_directory(doctor->root, name, &room->directory);
    if (r == 0)
        r = make_directory(room->directory, "scratch", &room->scratch);
    if (r == 0)
        r = places_join(room->directory, "lock", &room->lock);
    if (r == 0)
        r = places_join(room->directory, "canary", &room->canary);
    return r == 0 ? make_file(room->canary, doctor->canary) : r;
}

/* A file beside a person's keys, none of which is touched. Where it cannot be made, its row says so. */
static void make_secret(struct doctor *doctor)
{
    char name[64];
    const char *home = getenv("HOME");
    if (!home || *home != '/' || places_join(home, ".ssh", &doctor->ssh) < 0)
        return;
    doctor->ssh_is_ours = mkdir(doctor->ssh, 0700) == 0;
    (void)snprintf(name, sizeof name, ".weir-doctor-%.8s", doctor->canary);
    if (places_join(doctor->ssh, name, &doctor->secret) == 0 && make_file(doctor->secret, doctor->canary) < 0)
        free(take_pointer(doctor->secret));
}

enum cli_exit doctor_place_make(struct doctor *doctor)
{
    int r = probe_canary(doctor->canary);
    if (r == 0)
        r = make_root(doctor);
    if (r == 0)
        r = make_room(doctor, &doctor->rooms[DOCTOR_OPEN], "open");
    if (r == 0)
        r = make_room(doctor, &doctor->rooms[DOCTOR_CLOSED], "closed");
    if (r == 0)
        r = places_join(doctor->root, "lock", &doctor->outside_lock);
    if (r < 0)
        return cli_fail(doctor->cli, CLI_USAGE, "no directory to try it in: %s", strerror(-r));
    make_secret(doctor);
    /* Both are meant to be found outside. */
    (void)setenv(secret_variable, doctor->canary, 1);
    doctor->inherited = open(doctor->rooms[DOCTOR_CLOSED].canary, O_RDONLY);
    return CLI_OK;
}

/* --- removing ------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    (void)remove(path);
    return 0;
}

void doctor_place_remove(struct doctor *doctor)
{
    (void)unsetenv(secret_variable);
    if (doctor->inherited >= 0)
        (void)close(take_fd(&doctor->inherited));
    if (doctor->terminal >= 0)
        (void)close(take_fd(&doctor->terminal));
    if (doctor->outside_lock)
        (void)probe_outliver_end(doctor->outside_lock);
    for (size_t i = 0; i < DOCTOR_ROOMS; i++) {
        struct doctor_room *room = &doctor->rooms[i];
        if (room->lock)
            (void)probe_outliver_end(room->lock);
        free(take_pointer(room->directory));
        free(take_pointer(room->canary));
        free(take_pointer(room->scratch));
        free(take_pointer(room->lock));
    }
    if (doctor->root)
        (void)nftw(doctor->root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (doctor->secret)
        (void)unlink(doctor->secret);
    if (doctor->ssh_is_ours)
        (void)rmdir(doctor->ssh);
    free(take_pointer(doctor->root));
    free(take_pointer(doctor->ssh));
    free(take_pointer(doctor->secret));
    free(take_pointer(doctor->outside_lock));
}
