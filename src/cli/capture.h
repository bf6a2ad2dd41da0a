/* What the commands of weir capture share. */
#pragma once

#include "base/arena.h"
#include "cli/cli.h"
#include "contract/capture.h"

enum { CAPTURE_STREAMS = RECORDER_STREAM_CLIPBOARD + 1 };

/* Reads the names of streams into a set of bits, 1 << stream. Returns CLI_USAGE if one is unknown. */
enum cli_exit capture_read_streams(const struct cli *cli, int count, char **names, unsigned *ret_streams);

struct slice capture_stream_name(enum recorder_stream stream);

enum cli_exit capture_fetch_consent(struct cli *cli, struct arena *arena, struct capture_consent *ret_consent);

/* The set of the enabled streams. */
enum cli_exit capture_fetch_enabled(struct cli *cli, struct arena *arena, unsigned *ret_streams);

/* Enables or disables these streams. */
enum cli_exit capture_toggle(struct cli *cli, unsigned streams, bool enabled);

/* Prints the state of all streams, as JSON if that was asked for. */
enum cli_exit capture_print_status(struct cli *cli);
