/* The terminal behind a descriptor, if there is one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* How wide a line may be: COLUMNS_ANY where it is no terminal, so that nothing is cut for a file or another program. */
size_t terminal_columns(int fd);

/* Whether it is one that moves its cursor when it is told to. */
bool terminal_obeys(int fd);

/* The size of its window; where it is not known, COLUMNS and LINES, or 80 × 24. */
void terminal_size(int fd, size_t *ret_columns, size_t *ret_rows);
