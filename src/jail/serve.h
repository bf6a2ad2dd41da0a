/* Jails for one daemon, made without loading the program anew: each is a copy of a process that waits for orders, and
 * where one was wished for, has its namespaces before there is an order. */
#pragma once

struct jail;

/* Answers the orders on standard input, as PROTOCOL.md has them. It returns 0 in each copy, with the copy's own
 * arguments, 1 when whoever gave orders has gone. */
int serve(struct jail *jail, int *argc, char ***argv);
