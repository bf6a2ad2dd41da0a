/* Checks which environment variables a client may set for a terminal. */
#pragma once

#include "base/slice.h"

enum environment_verdict {
    ENVIRONMENT_TAKEN,
    ENVIRONMENT_MALFORMED, /* not a name: empty, or contains '=' */
    ENVIRONMENT_LOADER,    /* controls the dynamic loader: LD_*, DYLD_* */
    ENVIRONMENT_SECRET,    /* names a key, a token, a secret, a password or a credential */
};

/* A name is secret, in any case, if it contains SECRET, PASSWORD, PASSWD, PASSPHRASE or CREDENTIAL, or if one of its
 * words (separated by characters that are neither letters nor digits) ends with KEY or TOKEN, optionally followed by an
 * S or digits. KEYBOARD and TOKENIZERS_PARALLELISM are not secret. */
enum environment_verdict environment_judge(struct slice name);

/* The problem, for people; "" if the variable is accepted. */
const char *environment_problem(enum environment_verdict verdict);
