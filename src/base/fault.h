/* Named points at which a test build can be made to exit, fail or wait.
 * WEIR_FAULT="peer.parse_large=hold,listener.accept=fail" selects them. `hold` waits until the file named by
 * WEIR_FAULT_RELEASE exists, or the file with ".NAME" appended for this point alone; `fail` makes the point return
 * -EIO; `kill` ends the process like kill -9. A trailing *N skips the first N passes, *N+M acts only on the M passes
 * after them. If WEIR_FAULT_BEGIN names a file, no point is active before it exists. Builds without -Dfaults=true have
 * no such points. */
#pragma once

#ifdef WEIR_FAULTS
int fault_point(const char *name);
#else
#define fault_point(name) 0
#endif
