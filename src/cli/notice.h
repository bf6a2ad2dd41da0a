/* Events and what there is to say about their stream, as watch and logs print them. */
#pragma once

#include "cli/cli.h"
#include "cli/follow.h"

/* {"method":…,"params":…}, as event.list has them. */
void notice_print_entry(struct slice method, const char *params);

/* What is missing from the stream is a line in it; the connection's ups and downs go to the standard error. With --json
 * both are a line of JSON there: {"notice":{"code":…,"message":…}}. */
void notice_print(const struct cli *cli, enum follow_notice notice, const char *message);
