/* Generated from contract/question.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/connector_types.h"

/* withdrawn: the call that it belongs to ended first. */
enum question_state {
    QUESTION_STATE_PENDING = 0,
    QUESTION_STATE_ACCEPTED = 1,
    QUESTION_STATE_DECLINED = 2,
    QUESTION_STATE_CANCELLED = 3,
    QUESTION_STATE_EXPIRED = 4,
    QUESTION_STATE_WITHDRAWN = 5,
};

/* For form: a JSON schema of an object with flat properties, which the answer must fit. */
struct question_record_schema {
    struct question_record_schema_pair *items;
    size_t count;
};

struct question_record_schema_pair {
    struct slice key;
    struct json_any value;
};

struct question_record {
    struct slice id;
    enum question_state state;
    struct slice server_id;
    struct slice server_name;
    /* Absent: the call is a person's own. */
    struct slice session_id;
    enum field_is session_id_is;
    struct slice task_id;
    enum field_is task_id_is;
    /* The tool whose call asks, if known. */
    struct slice tool;
    enum field_is tool_is;
    enum connector_question_mode mode;
    struct slice message;
    struct question_record_schema schema;
    enum field_is schema_is;
    /* For url: the page to open. weir does not open it by itself. */
    struct slice url;
    enum field_is url_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* Epoch milliseconds. */
    int64_t answered_at;
    enum field_is answered_at_is;
    /* The front end that answered, by the name that it gave in initialize. */
    struct slice answered_by;
    enum field_is answered_by_is;
};

extern const struct shape question_state_shape;
extern const struct shape question_record_shape;
