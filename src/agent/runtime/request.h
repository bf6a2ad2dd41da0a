/* A line that weir-agent is sent. No I/O here: the program, the tests and the fuzzer share it. */
#pragma once

#include "agent/agent.h"
#include "base/arena.h"

enum runtime_kind { RUNTIME_USER_MESSAGE, RUNTIME_CLEAR_HISTORY, RUNTIME_GET_STATUS };

enum { RUNTIME_PROBLEM_SIZE = 256, RUNTIME_ID_MAX = 1024, RUNTIME_ATTACHMENTS_MAX = 64 };

struct runtime_request {
    struct slice id;
    enum runtime_kind kind;
    struct slice message;
    struct agent_attachment *attachments;
    size_t attachment_count;
    struct slice conversation_id; /* empty: none was named */
};

/* Everything lies in the arena. 0. -EBADMSG: it is no object, and nobody is answered. -EINVAL: it is wrong otherwise,
 * and ret_request->id says whose answer tells that; it is empty where the request has none. Both with a sentence.
 * -ENOMEM. */
int runtime_request_read(struct arena *arena, struct slice line, struct runtime_request *ret_request,
                         char problem[static RUNTIME_PROBLEM_SIZE]);
