/* The log of a program: one line per entry, to stderr, to a file of limited size, or to both. The state is global,
 * because a process has one log as it has one stderr. All functions are thread-safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum log_level {
    LOG_ERROR,
    LOG_WARN,
    LOG_INFO,
    LOG_DEBUG,
};

/* Returns -EINVAL for an unknown level. */
int log_level_parse(const char *word, enum log_level *ret_level);

void log_set_level(enum log_level level);
void log_set_stderr(bool enabled);

/* Opens or reopens the file for appending. Above `max_bytes` it is renamed to FILE.1, and a new one begins. */
int log_open_file(const char *path, off_t max_bytes);
void log_close_file(void);

/* The result of the last write to the file: 0 or a negative errno, such as -ENOSPC. */
int log_file_error(void);

/* Writes text to stderr without blocking: drops what the reader does not accept now, and logs that it did. */
void log_to_stderr(const char *text, size_t size);

void log_write(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define log_error(...) log_write(LOG_ERROR, __VA_ARGS__)
#define log_warn(...) log_write(LOG_WARN, __VA_ARGS__)
#define log_info(...) log_write(LOG_INFO, __VA_ARGS__)
#define log_debug(...) log_write(LOG_DEBUG, __VA_ARGS__)
