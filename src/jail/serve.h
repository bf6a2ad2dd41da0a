/* Jails for one daemon, made without loading the program anew: each is a copy of a process that waits for orders. */
#pragma once

/* Answers the orders on standard input, as PROTOCOL.md has them. It returns 0 in each copy, with the copy's own
 * arguments, 1 when whoever gave orders has gone. */
int serve(int *argc, char ***argv);
