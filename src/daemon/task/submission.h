/* A task that is to be queued, for the methods that submit one. */
#pragma once

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attachment.h"
#include "base/slice.h"
#include "contract/errors.h"
#include "contract/session_types.h"
#include "contract/task_types.h"

struct arena;
struct call;
struct store;
struct store_request;
struct store_session;
struct store_tx;
struct task_queue;
struct task_submit_params;

struct submission_attached {
    char problem[ATTACHMENT_PROBLEM_SIZE]; /* why a file cannot be attached; empty: all can */
    const char *mimes[ATTACHMENTS_MAX];    /* the media type of each, from its content; constants */
};

struct submission {
    /* Settings, copied on the loop thread: */
    int64_t queue_max, timeout_ms;
    enum session_network network; /* for a new session */
    enum session_keys keys;
    struct slice reserved_id; /* the id of the task, if it was made before */
    struct slice app_id;      /* for a new session: the app for which it is made; empty: none */
    struct task_cause cause;  /* why it is queued, if no person asked for it */
    enum field_is cause_is;
    /* Results: */
    enum error_id error; /* valid if the status is -ECANCELED */
    struct slice task_id, session_id;
    int64_t task_no;
    enum task_state state;
    struct submission_attached attached;
    /* Only the used part is copied: params.cwd without links, or the project's; empty: none. */
    char cwd[PATH_MAX + 1];
};

/* --- on the loop thread --- */

/* Sets everything but the working directory, for a task that no call submits. */
void submission_init(struct submission *submission, const struct task_queue *queue);

/* `attached`: NULL if there are no files. 1: the call was answered with an error. */
int submission_begin(struct call *call, struct slice cwd, const struct submission_attached *attached,
                     struct submission *ret_submission);

/* The size of the used part. */
size_t submission_size(const struct submission *submission);

/* Answers a call whose task cannot be queued. */
void submission_fail(struct call *call, const struct submission *submission, int status);

/* The same as a sentence. */
void submission_explain(const struct submission *submission, const struct store *store, int status,
                        char sentence[static 256]);

/* --- on a thread of the store; -ECANCELED: submission->error says why --- */

/* Sets the error. Returns -ECANCELED. */
int submission_refuse(struct submission *submission, enum error_id error);

/* Finds an open session. */
int submission_find_session(struct store_tx *tx, struct arena *arena, struct submission *submission, struct slice id,
                            struct store_session *ret_session);

/* Makes one, with a title from the prompt. */
int submission_new_session(struct store_request *request, struct store_tx *tx, struct submission *submission,
                           struct slice prompt, struct store_session *ret_session);

int submission_check_room(struct store_tx *tx, struct submission *submission);

/* Queues a task in the session that the params name. */
int submission_write(struct store_tx *tx, struct arena *arena, struct submission *submission,
                     const struct task_submit_params *params);
