/* Named points at which a test build can be made to die, fail or wait.
 *
 * WEIR_FAULT="peer.parse_large=hold,listener.accept=fail" chooses. `hold` waits until the file named by
 * WEIR_FAULT_RELEASE exists, or that of this point alone, with ".NAME" behind; `fail` makes the point return -EIO;
 * `kill` ends the process as kill -9 would. A trailing *N skips the first N passes, *N+M acts on the M passes behind
 * them only. Where WEIR_FAULT_BEGIN names a file, nothing of this happens before it exists. Builds without
 * -Dfaults=true contain none of this. */
#pragma once

#ifdef WEIR_FAULTS
int fault_point(const char *name);
#else
#define fault_point(name) 0
#endif
