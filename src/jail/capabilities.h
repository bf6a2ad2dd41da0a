/* No rights beyond those of the user, now and after whatever is executed. */
#pragma once

/* Capabilities, also as root; core dumps; and programs that would gain some of it by being executed. */
int capabilities_drop(void);
