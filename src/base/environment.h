/* Which variables a terminal may be given by whoever opens it. */
#pragma once

#include "base/slice.h"

enum environment_verdict {
    ENVIRONMENT_TAKEN,
    ENVIRONMENT_MALFORMED, /* no name at all: empty, or with a '=' in it */
    ENVIRONMENT_LOADER,    /* it makes programs load something: LD_*, DYLD_* */
    ENVIRONMENT_SECRET,    /* it names a key, a token, a secret, a password, a credential */
};

/* A secret is known by its name, in capitals or not: one that holds SECRET, PASSWORD, PASSWD, PASSPHRASE or CREDENTIAL,
 * or of which a word (between two characters that are neither letters nor digits) ends with KEY or TOKEN, with an S or
 * digits behind it or not. KEYBOARD and TOKENIZERS_PARALLELISM are none. */
enum environment_verdict environment_judge(struct slice name);

/* What is wrong with it, for people; "" for one that is taken. */
const char *environment_problem(enum environment_verdict verdict);
