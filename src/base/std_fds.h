/* Standard input, output and error. */
#pragma once

/* A descriptor below 3 that is closed would be the next one to be opened, and what is printed would go into a socket or
 * a lock. So closed ones become /dev/null, first thing in main(); the wrong direction keeps the error that a closed one
 * gives. */
int std_fds_open(void);
