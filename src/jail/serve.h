/* The template process: forks jails for one daemon without executing the program again, and prepares one jail in
 * advance on request. */
#pragma once

struct jail;

/* Answers the requests on standard input (PROTOCOL.md). Returns 0 in each forked jail, with its own arguments; 1 when
 * the daemon has closed the socket. */
int serve(struct jail *jail, int *argc, char ***argv);
