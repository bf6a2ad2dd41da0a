/* The model of unit/power.h: what a disk certainly contains, and what it may contain. Does no locking. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Exits if the condition is false: the test itself is wrong. */
void power_demand(bool holds, const char *what);

struct power_file;

struct power_disk {
    struct power_name *names;
    uint64_t entry_number; /* of the next change of the directory */
    struct power_file *files;
};

void power_disk_clear(struct power_disk *disk);

/* The file of this name as programs see it; NULL: none. */
struct power_file *power_disk_find(struct power_disk *disk, const char *path);

/* A file is opened. If it is empty, it was just created; otherwise its contents are certain. */
struct power_file *power_disk_open(struct power_disk *disk, const char *path);
void power_disk_delete(struct power_disk *disk, const char *path);

/* The directory was synced when this was the next number. */
void power_disk_settle(struct power_disk *disk, uint64_t entry_number);

void power_file_write(struct power_file *file, const void *data, int64_t offset, int64_t size);
void power_file_truncate(struct power_file *file, int64_t size);

/* The number of the next change; and: all changes before this number are on the disk. */
uint64_t power_file_number(const struct power_file *file);
void power_file_settle(struct power_file *file, uint64_t number);

/* Writes what could be there after a cut into another directory. */
void power_disk_write(const struct power_disk *disk, uint64_t seed, const char *directory);
