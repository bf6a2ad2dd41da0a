/* question.list and question.answer. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/audit/audit.h"
#include "daemon/client/client.h"
#include "daemon/question/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/write.h"

enum { PAGE_BYTES = 1 << 20, CONTENT_BYTES = 1 << 20, PROBLEM_SIZE = 512 };

/* --- question.list --- */

static int find(struct store_request *request, struct store_tx *tx)
{
    const struct question_list_params *params = request->call->params;
    struct question_list_result *result = request->more;
    struct store_questions found;
    const struct store_question_filter filter = {
        .pending = !params->all,
        .session_id = params->session_id_is == FIELD_SET ? params->session_id : SLICE(""),
        .after = params->after_is == FIELD_SET ? params->after : SLICE(""),
        .limit = params->limit,
        .bytes = PAGE_BYTES,
    };
    int r = store_question_list(tx, &filter, &request->arena, &found);
    result->items = r == 0 ? arena_alloc(&request->arena, (found.count + 1) * sizeof *result->items) : NULL;
    if (r == 0 && !result->items)
        r = -ENOMEM;
    for (size_t i = 0; r == 0 && i < found.count; i++)
        result->items[result->count++] = found.items[i].record;
    return r;
}

static void answer_list(struct store_request *request)
{
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot read the questions: %s",
                        strerror(-request->status));
    else
        (void)question_list_reply(request->call, request->more);
}

int question_list(struct call *call, const struct question_list_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct question_list_result), find, answer_list);
}

/* --- question.answer --- */

struct answering {
    struct question_record record; /* as it is stored afterwards */
    char name[128];                /* of the front end; empty: none */
};

static int audit(struct store_request *request, struct store_tx *tx, const struct question_record *record)
{
    struct buf data = BUF_LIMITED(4096);
    struct audit_note note = request->actor;
    note.what = SLICE("question.answered");
    note.session_id = record->session_id_is == FIELD_SET ? record->session_id : SLICE("");
    note.task_id = record->task_id_is == FIELD_SET ? record->task_id : SLICE("");
    buf_append_text(&data, "{\"questionId\":");
    json_write_string(&data, record->id);
    buf_append_text(&data, ",\"serverId\":");
    json_write_string(&data, record->server_id);
    buf_append_text(&data, ",\"state\":");
    json_write_string(&data, question_state_shape.of.words.items[record->state]);
    buf_append_char(&data, '}');
    note.data = buf_slice(&data);
    int r = data.error ? data.error : store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}

static int answer_question(struct store_request *request, struct store_tx *tx)
{
    static const enum question_state states[] = {[CONNECTOR_ACTION_ACCEPT] = QUESTION_STATE_ACCEPTED,
                                                 [CONNECTOR_ACTION_DECLINE] = QUESTION_STATE_DECLINED,
                                                 [CONNECTOR_ACTION_CANCEL] = QUESTION_STATE_CANCELLED};
    const struct question_answer_params *params = request->call->params;
    struct answering *answering = request->more;
    struct store_question found;
    int r = store_question_find(tx, params->question_id, &request->arena, &found);
    if (r < 0)
        return r;
    answering->record = found.record;
    if (found.record.state != QUESTION_STATE_PENDING)
        return -ESTALE;
    struct question_record *record = &answering->record;
    record->state = states[params->action];
    record->answered_at = clock_epoch_ms();
    record->answered_at_is = FIELD_SET;
    record->answered_by = slice_of(answering->name);
    record->answered_by_is = answering->name[0] ? FIELD_SET : FIELD_ABSENT;
    r = question_resolve(tx, record);
    return r < 0 ? r : audit(request, tx, record);
}

static void fail_late(struct call *call, const struct question_record *record)
{
    char data[96];
    (void)snprintf(data, sizeof data, "{\"code\":\"question_answered\",\"state\":\"%s\"}",
                   question_state_shape.of.words.items[record->state].data);
    (void)call_fail_text(call, contract_errors[ERROR_QUESTION_ANSWERED].code,
                         contract_errors[ERROR_QUESTION_ANSWERED].message, slice_of(data));
}

static void on_answered(struct store_request *request)
{
    const struct question_answer_params *params = request->call->params;
    const struct answering *answering = request->more;
    struct questions *questions = questions_of(request->call);
    struct question_pending *pending = question_find(questions, params->question_id);
    struct buf content = BUF_LIMITED(CONTENT_BYTES);
    char problem[PROBLEM_SIZE];
    content.traceless = true;
    if (request->status == -ENOENT) {
        (void)call_fail(request->call, ERROR_QUESTION_NOT_FOUND, "no such question: %.*s",
                        SLICE_ARG(params->question_id));
    } else if (request->status == -ESTALE) {
        fail_late(request->call, &answering->record);
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else {
        if (pending && params->action == CONNECTOR_ACTION_ACCEPT) /* checked before */
            (void)question_check(&pending->row.record, params, &content, problem, sizeof problem);
        if (pending)
            question_deliver(pending, params->action, buf_slice(&content));
        (void)question_answer_reply(request->call, &(struct question_answer_result){.question = answering->record});
    }
    buf_wipe(&content);
    buf_clear(&content);
}

static int check(const struct question_pending *pending, const struct question_answer_params *params, char *problem)
{
    struct buf content = BUF_LIMITED(CONTENT_BYTES);
    content.traceless = true;
    int r = question_check(&pending->row.record, params, &content, problem, PROBLEM_SIZE);
    buf_wipe(&content);
    buf_clear(&content);
    return r;
}

int question_answer(struct call *call, const struct question_answer_params *params)
{
    struct client *client = client_of(call);
    const struct question_pending *pending = question_find(questions_of(call), params->question_id);
    struct answering answering = {0};
    char problem[PROBLEM_SIZE] = "";
    if (params->content_is == FIELD_SET && params->action != CONNECTOR_ACTION_ACCEPT)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.content", "params.content: allowed only with accept");
    if (!questions_of(call)->known) /* the answer could not be checked, and would not reach the server */
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE,
                         "the questions are not read from the store yet; answer again");
    int r = pending && params->action == CONNECTOR_ACTION_ACCEPT ? check(pending, params, problem) : 0;
    if (r == -EINVAL)
        return call_fail(call, ERROR_ANSWER_REFUSED, "%s", problem);
    if (r < 0)
        return r;
    (void)snprintf(answering.name, sizeof answering.name, "%s", client->name ? client->name : "");
    return store_request_write_with(call, &answering, sizeof answering, answer_question, on_answered);
}
