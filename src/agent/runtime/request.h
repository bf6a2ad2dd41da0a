/* Parses a line sent to weir-agent. No I/O here: the program, the tests and the fuzzer share it. */
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
    struct slice conversation_id; /* empty: not given */
};

/* Everything is in the arena. Returns 0; -EBADMSG: not an object, nobody is answered; -EINVAL: otherwise invalid,
 * ret_request->id names the request in the answer and is empty if it has none. Both set `problem`. -ENOMEM. */
int runtime_request_read(struct arena *arena, struct slice line, struct runtime_request *ret_request,
                         char problem[static RUNTIME_PROBLEM_SIZE]);
