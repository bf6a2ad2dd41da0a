/* Limits the process and everything that it executes to the rights of the user. */
#pragma once

/* Drops all capabilities, also for root; disables core dumps, and sets no_new_privs. */
int capabilities_drop(void);
