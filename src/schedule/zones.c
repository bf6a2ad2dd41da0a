#include "schedule/zones.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "schedule/similar.h"

static const char usual_directory[] = "/usr/share/zoneinfo", localtime_path[] = "/etc/localtime";

enum { PATH_SIZE = 4096 };

/* A file, as far as a change of it can be noticed. */
struct stamp {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
};

struct zones_entry {
    char name[ZONE_NAME_MAX + 1];
    struct zone *zone;
    struct stamp stamp;
};

/* TZDIR is used as libc does, unless the program has more rights than the user who set it. */
const char *zones_directory(void)
{
    const char *directory = secure_getenv("TZDIR");
    return directory && *directory == '/' ? directory : usual_directory;
}

/* Names have parts of letters, digits, "+", "-", "_" between slashes: no part begins with a dot, and none is empty. */
static bool is_name(struct slice name)
{
    bool begins = true;
    if (name.size == 0 || name.size > ZONE_NAME_MAX)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       (!begins && (c == '+' || c == '-'));
        if (!is_word && (c != '/' || begins))
            return false;
        begins = c == '/';
    }
    return !begins;
}

static struct stamp stamp_of(const struct stat *status)
{
    return (struct stamp){status->st_dev, status->st_ino, status->st_size, status->st_mtim};
}

static bool is_same(const struct stamp *a, const struct stamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

/* --- reading files --- */

static int path_of(const char *name, char path[static PATH_SIZE])
{
    int size = strcmp(name, "local") == 0 ? snprintf(path, PATH_SIZE, "%s", localtime_path)
                                          : snprintf(path, PATH_SIZE, "%s/%s", zones_directory(), name);
    return size < PATH_SIZE ? 0 : -ENAMETOOLONG;
}

static int read_zone(const char *name, struct zone **ret_zone, struct stamp *ret_stamp)
{
    char path[PATH_SIZE];
    struct stat status;
    int r = path_of(name, path);
    if (r < 0)
        return r;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &status) < 0)
        return errno == ENOTDIR ? -ENOENT : -errno;
    if (S_ISDIR(status.st_mode))
        return -ENOENT;
    if (!S_ISREG(status.st_mode) || status.st_size > ZONE_FILE_MAX)
        return -EBADMSG;
    autofree char *data = malloc(ZONE_FILE_MAX + 1);
    if (!data)
        return -ENOMEM;
    size_t size = 0;
    for (ssize_t n; size <= ZONE_FILE_MAX && (n = read(fd, data + size, ZONE_FILE_MAX + 1 - size)) != 0;) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        size += (size_t)n;
    }
    r = zone_new((struct slice){data, size}, ret_zone);
    if (r == 0)
        *ret_stamp = stamp_of(&status);
    return r;
}

/* --- the zone of the system --- */

/* The name after ".../zoneinfo/" in a link. */
static bool name_of_link(const char *link, char name[static ZONE_NAME_MAX + 1])
{
    static const char part[] = "zoneinfo/";
    const char *found = strstr(link, part);
    if (!found || !is_name(slice_of(found + strlen(part))))
        return false;
    (void)snprintf(name, ZONE_NAME_MAX + 1, "%s", found + strlen(part));
    return true;
}

static void find_local(char name[static ZONE_NAME_MAX + 1])
{
    const char *variable = getenv("TZ");
    char link[PATH_SIZE];
    if (variable && *variable == ':')
        variable++;
    if (variable && strcmp(variable, "local") != 0 && is_name(slice_of(variable))) {
        char path[PATH_SIZE];
        if (path_of(variable, path) == 0 && access(path, R_OK) == 0) {
            (void)snprintf(name, ZONE_NAME_MAX + 1, "%s", variable);
            return;
        }
    }
    ssize_t size = readlink(localtime_path, link, sizeof link - 1);
    if (size > 0) {
        link[size] = '\0';
        if (name_of_link(link, name))
            return;
    }
    (void)snprintf(name, ZONE_NAME_MAX + 1, "%s", access(localtime_path, R_OK) == 0 ? "local" : "UTC");
}

const char *zones_local_name(struct zones *zones)
{
    if (!*zones->local_name)
        find_local(zones->local_name);
    return zones->local_name;
}

/* --- the table --- */

/* The entry, or the place where it belongs. */
static size_t place_of(const struct zones *zones, const char *name, bool *ret_found)
{
    size_t low = 0, high = zones->count;
    *ret_found = false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(zones->entries[middle]->name, name);
        if (order == 0) {
            *ret_found = true;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int reserve(struct zones *zones)
{
    if (zones->count < zones->capacity)
        return 0;
    if (zones->count == ZONES_MAX)
        return -ENOBUFS;
    size_t capacity = zones->capacity ? zones->capacity * 2 : 16;
    struct zones_entry **entries = realloc(zones->entries, capacity * sizeof *entries);
    if (!entries)
        return -ENOMEM;
    zones->entries = entries;
    zones->capacity = capacity;
    return 0;
}

static int add_entry(struct zones *zones, const char *name, size_t place, struct zones_entry **ret_entry)
{
    int r = reserve(zones);
    struct zones_entry *entry = r == 0 ? calloc(1, sizeof *entry) : NULL;
    if (!entry)
        return r < 0 ? r : -ENOMEM;
    (void)snprintf(entry->name, sizeof entry->name, "%s", name);
    r = read_zone(name, &entry->zone, &entry->stamp);
    /* Small systems may have no files at all; this zone needs none. */
    if (r == -ENOENT && strcmp(name, "UTC") == 0)
        r = zone_new_rule(SLICE("UTC0"), &entry->zone);
    if (r < 0) {
        free(entry);
        return r;
    }
    memmove(zones->entries + place + 1, zones->entries + place, (zones->count - place) * sizeof(struct zones_entry *));
    zones->entries[place] = entry;
    zones->count++;
    *ret_entry = entry;
    return 0;
}

static void explain(int error, const char *name, char problem[static ZONES_PROBLEM_SIZE])
{
    char similar[ZONE_NAME_MAX + 1];
    if (error == -ENOENT && zones_similar(zones_directory(), name, similar))
        (void)snprintf(problem, ZONES_PROBLEM_SIZE, "no time zone %s; did you mean %s?", name, similar);
    else if (error == -ENOENT && access(zones_directory(), X_OK) < 0)
        (void)snprintf(problem, ZONES_PROBLEM_SIZE,
                       "no time zone %s: %.100s does not exist; install the package tzdata", name, zones_directory());
    else if (error == -ENOENT)
        (void)snprintf(problem, ZONES_PROBLEM_SIZE, "no time zone %s; names look like Europe/Berlin, or UTC", name);
    else if (error == -ENOTSUP)
        (void)snprintf(problem, ZONES_PROBLEM_SIZE, "the time zone %s counts leap seconds, which clocks do not", name);
    else if (error == -EBADMSG)
        (void)snprintf(problem, ZONES_PROBLEM_SIZE,
                       "the file of the time zone %s is damaged; install the package tzdata again", name);
    else
        (void)snprintf(problem, ZONES_PROBLEM_SIZE, "cannot read the time zone %s: %s", name, strerror(-error));
}

int zones_find(struct zones *zones, struct slice name, const struct zone *const **ret_zone,
               char problem[static ZONES_PROBLEM_SIZE])
{
    char text[ZONE_NAME_MAX + 1];
    bool found;
    if (name.size == 0)
        name = slice_of(zones_local_name(zones));
    if (!is_name(name)) {
        (void)snprintf(problem, ZONES_PROBLEM_SIZE,
                       "not the name of a time zone; names look like Europe/Berlin, or UTC");
        return -EINVAL;
    }
    (void)snprintf(text, sizeof text, "%.*s", SLICE_ARG(name));
    size_t place = place_of(zones, text, &found);
    struct zones_entry *entry = found ? zones->entries[place] : NULL;
    int r = found ? 0 : add_entry(zones, text, place, &entry);
    if (r < 0) {
        explain(r, text, problem);
        return r;
    }
    *ret_zone = (const struct zone *const *)&entry->zone;
    return 0;
}

bool zones_refresh(struct zones *zones)
{
    bool changed = false;
    char local[ZONE_NAME_MAX + 1];
    for (size_t i = 0; i < zones->count; i++) {
        struct zones_entry *entry = zones->entries[i];
        char path[PATH_SIZE];
        struct stat status;
        struct zone *zone = NULL;
        if (path_of(entry->name, path) < 0 || stat(path, &status) < 0)
            continue;
        struct stamp now = stamp_of(&status);
        if (is_same(&now, &entry->stamp) || read_zone(entry->name, &zone, &entry->stamp) < 0)
            continue;
        (void)zone_free(entry->zone);
        entry->zone = zone;
        changed = true;
    }
    find_local(local);
    if (*zones->local_name && strcmp(local, zones->local_name) != 0) {
        (void)snprintf(zones->local_name, sizeof zones->local_name, "%s", local);
        changed = true;
    }
    return changed;
}

void zones_clear(struct zones *zones)
{
    for (size_t i = 0; i < zones->count; i++) {
        (void)zone_free(zones->entries[i]->zone);
        free(zones->entries[i]);
    }
    free(zones->entries);
    *zones = (struct zones){0};
}
