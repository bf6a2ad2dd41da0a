/* Standard input, output and error. */
#pragma once

/* Opens /dev/null in place of closed standard descriptors; call it first in main(). Otherwise the next descriptor to be
 * opened would take the number, and output would go to a socket or a lock file. The /dev/null is opened in the wrong
 * direction, so that reading and writing fail as on a closed descriptor. */
int std_fds_open(void);
