/* Formats and parses numbers, times and text for people. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"

enum { TEXT_DURATION_SIZE = 48, TEXT_BYTES_SIZE = 32, TEXT_BRIEF_SIZE = 32, TEXT_TIME_SIZE = 32 };

void text_duration(int64_t seconds, char text[static TEXT_DURATION_SIZE]); /* "3 h 12 min" */
void text_brief(int64_t seconds, char text[static TEXT_BRIEF_SIZE]);       /* "3h" */
void text_bytes(int64_t bytes, char text[static TEXT_BYTES_SIZE]);         /* "3.9 MiB" */
void text_time(int64_t epoch_ms, char text[static TEXT_TIME_SIZE]);        /* "2026-01-31 12:00:00", local */
void text_clock(int64_t epoch_ms, char text[static TEXT_TIME_SIZE]);       /* "12:00:00", local */

/* Reads a time of the daemon, "2026-01-31T11:00:00.000Z". Returns -EINVAL. */
int text_parse_time(struct slice text, int64_t *ret_epoch_ms);

/* Untrusted text: control characters are escaped. */
void text_write(FILE *out, struct slice text);
void text_append(struct buf *out, struct slice text);

/* The number of code points. */
size_t text_width(struct slice text);

/* Appends the end of an id, to save space: "…3WQ7ZK", in ASCII "..3WQ7ZK". */
enum { TEXT_SHORT_ID = 6 };
void text_append_short_id(struct buf *out, struct slice id);

bool text_is_utf8(struct slice text);

/* Parses "2.5" as 2500. Returns -EINVAL. */
int text_parse_seconds(const char *text, int64_t *ret_milliseconds);
int text_parse_count(const char *text, int64_t max, int64_t *ret_count);
int text_parse_integer(const char *text, int64_t max, int64_t *ret_integer); /* from -max to max */

int text_parse_bytes(const char *text, int64_t max, int64_t *ret_bytes); /* "512M"; K, M, G and T are powers of 1024 */

/* Converts an offset to a line and a column, both counted from 1. */
void text_position(struct slice text, size_t offset, size_t *ret_line, size_t *ret_column);
