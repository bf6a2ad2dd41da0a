/* What a disk holds for certain, and what it may hold: the memory of unit/power.h. Nothing in here locks. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Ends the program: the test itself is wrong. */
void power_demand(bool holds, const char *what);

struct power_file;

struct power_disk {
    struct power_name *names;
    uint64_t entry_number; /* the next change of the directory */
    struct power_file *files;
};

void power_disk_clear(struct power_disk *disk);

/* The file of this name as the system sees it; NULL: there is none. */
struct power_file *power_disk_find(struct power_disk *disk, const char *path);

/* A file appears. An empty one was made just now; all of another one is certain. */
struct power_file *power_disk_open(struct power_disk *disk, const char *path);
void power_disk_delete(struct power_disk *disk, const char *path);

/* The directory was synced when this was the next number. */
void power_disk_settle(struct power_disk *disk, uint64_t entry_number);

void power_file_write(struct power_file *file, const void *data, int64_t offset, int64_t size);
void power_file_truncate(struct power_file *file, int64_t size);

/* The number of the next change; and: all changes before this number are on the disk. */
uint64_t power_file_number(const struct power_file *file);
void power_file_settle(struct power_file *file, uint64_t number);

/* What could be there after a cut, into another directory. */
void power_disk_write(const struct power_disk *disk, uint64_t seed, const char *directory);
