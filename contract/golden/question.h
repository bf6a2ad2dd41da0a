/* Generated from contract/question.json by contract/generate; do not edit. */
/* Questions that MCP servers ask a person. */
#pragma once

#include "rpc/method.h"
#include "contract/question_types.h"
#include "contract/connector_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method question.list: List questions, newest first, in pages.
 *
 * To get the next page, pass the last id of this page as after. An empty page is the end. Answers are not stored. */

struct question_list_params {
    /* True: include questions that are no longer pending. */
    bool all;
    struct slice session_id;
    enum field_is session_id_is;
    int64_t limit;
    struct slice after;
    enum field_is after_is;
};

struct question_list_result {
    struct question_record *items;
    size_t count;
};

extern const struct shape question_list_params_shape;
extern const struct shape question_list_result_shape;
extern const struct method question_list_method;
int question_list(struct call *call, const struct question_list_params *params);

static inline int question_list_reply(struct call *call, const struct question_list_result *result)
{
    return call_reply(call, result);
}

/* Method question.answer: Answer a question. The first answer counts. */

/* With accept, for a form: the values of the fields. A field that is left out gets the default of the schema. */
struct question_answer_params_content {
    struct question_answer_params_content_pair *items;
    size_t count;
};

struct question_answer_params_content_pair {
    struct slice key;
    struct json_any value;
};

struct question_answer_params {
    struct slice question_id;
    enum connector_action action;
    struct question_answer_params_content content;
    enum field_is content_is;
};

struct question_answer_result {
    struct question_record question;
};

extern const struct shape question_answer_params_shape;
extern const struct shape question_answer_result_shape;
extern const struct method question_answer_method;
int question_answer(struct call *call, const struct question_answer_params *params);

static inline int question_answer_reply(struct call *call, const struct question_answer_result *result)
{
    return call_reply(call, result);
}

/* Event event.questionAsked: A question is pending. */

struct event_question_asked_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice task_id;
    enum field_is task_id_is;
    struct question_record question;
};

extern const struct shape event_question_asked_params_shape;
extern const struct event_type event_question_asked_event;

/* Event event.questionAnswered: A question was answered, has timed out or was withdrawn. */

struct event_question_answered_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice task_id;
    enum field_is task_id_is;
    struct slice question_id;
    enum question_state state;
    struct slice answered_by;
    enum field_is answered_by_is;
};

extern const struct shape event_question_answered_params_shape;
extern const struct event_type event_question_answered_event;
