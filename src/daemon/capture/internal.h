/* Declarations that are private to src/daemon/capture. */
#pragma once

#include "base/arena.h"
#include "base/slice.h"
#include "contract/app_types.h"
#include "daemon/capture/capture.h"
#include "daemon/store/rows.h"

struct buf;
struct sandbox_program;

#define CAPTURE_PROGRAM "weir-capture"

enum { CAPTURE_ALL = (1 << CAPTURE_STREAMS) - 1 };

/* --- capture.c --- */

/* Names of settings in the store. */
extern const struct slice capture_consent_row, capture_session_row, capture_progress_row;

/* Something that decides about the program or that others are told of has changed: starts, stops or changes the
 * recording, and tells. */
void capture_changed(struct capture *capture);

/* --- program.c --- */

void capture_program_init(struct capture *capture);

/* Makes the program record what is to be recorded now. */
void capture_settle(struct capture *capture);

/* The process of an earlier daemon; the hook of the executors. */
void capture_found(void *user, const char *id, const struct executor_record *record);
/* The settings are known, so it is decided about these processes. */
void capture_settle_found(struct capture *capture);

/* Makes the program deliver everything that it has recorded, and with `abandon` give up what is not complete.
 * -ENOTCONN: there is no program. Otherwise `done` is called later, once; `flushed` is false if the program did not
 * answer, and was ended. */
int capture_flush(struct capture *capture, bool abandon, void (*done)(void *user, bool flushed), void *user);

/* The program has reported the state of these streams. */
void capture_note_reports(struct capture *capture, const struct recorder_stream_state *states, size_t count);

/* The bits of the streams that may arrive now. */
unsigned capture_accepted(const struct capture *capture);

/* --- view.c --- */

/* Describes the program's jail for the session that is to be recorded. See sandbox_prepare_helper(). */
int capture_view_describe(void *capture, const struct sandbox_program *program, struct buf *view);

/* --- session.c --- */

void capture_session_init(struct capture *capture);
/* The session to record. */
const struct recorder_session *capture_session(const struct capture *capture);
bool capture_session_is_same(const struct recorder_session *one, const struct recorder_session *other);
/* A copy in one block; NULL: out of memory. */
struct recorder_session *capture_session_copy(const struct recorder_session *session);
/* Why it cannot be recorded; NULL: it can. */
const char *capture_session_problem(const struct recorder_session *session);
/* Whether a client may name it: only displays of this machine, and absolute paths. *ret_path is the field that is
 * wrong. */
const char *capture_session_check(const struct recorder_session *session, const char **ret_path);

/* --- status.c --- */

/* The state of all streams, with memory for its texts. */
struct capture_state {
    struct capture_stream_status streams[CAPTURE_STREAMS];
    char problems[CAPTURE_STREAMS][CAPTURE_PROBLEM_SIZE], notes[CAPTURE_STREAMS][CAPTURE_PROBLEM_SIZE];
};
void capture_describe(const struct capture *capture, struct capture_state *ret_state);

/* Tells clients what has changed since the last time; soon, if that was just now. */
void capture_tell(struct capture *capture);
void capture_tell_init(struct capture *capture);
void capture_tell_clear(struct capture *capture);

/* --- forget.c --- */

void capture_forget_init(struct capture *capture);

/* --- consent.c --- */

/* Fails a call that came before the settings were read, or because they cannot be. */
int capture_fail_unknown(const struct capture *capture, struct call *call);

/* The streams that these settings enable. */
unsigned capture_streams_of(const struct app_capture_streams *streams);
