/* Questions of MCP servers, among the permission requests of approve.c. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/approve.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/decode.h"
#include "json/read.h"

enum { EVENT_BYTES_MAX = 8 << 20, FETCH_MAX = 1000, PROMPT_SHOWN_MAX = 1 << 20 };

/* --- which are pending --- */

/* A person's own call belongs to no session: its question is asked where the call was made, and by weir approve. */
static bool is_mine(const struct approve *approve, const struct question_record *question)
{
    bool own = question->session_id_is != FIELD_SET;
    return approve->server_id && own && slice_is(question->server_id, approve->server_id);
}

static bool read_question(struct approve *approve, yyjson_val *value, struct approve_item *item)
{
    struct question_record *question = &item->question;
    struct decode_error error;
    if (json_decode(&item->arena, &question_record_shape, value, "question", question, &error) < 0)
        return false;
    item->is_question = true;
    item->request = (struct permission_request){
        .id = question->id,
        .session_id = question->session_id_is == FIELD_SET ? question->session_id : SLICE("-"),
        .task_id = question->task_id_is == FIELD_SET ? question->task_id : SLICE("-"),
        .tool = question->server_name};
    return question->state == QUESTION_STATE_PENDING &&
           (approve_concerns(approve, &item->request) || is_mine(approve, question));
}

static const struct approve_kind question_kind = {"question", read_question};

static void on_asked(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    (void)weir;
    (void)method;
    approve_take_event(user, &question_kind, params, size);
}

static void on_answered(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct approve *approve = user;
    struct arena arena = ARENA_LIMITED(EVENT_BYTES_MAX);
    struct event_question_answered_params event;
    struct json_error json_error;
    struct decode_error decode_error;
    yyjson_val *root = NULL;
    (void)weir;
    (void)method;
    if (json_read(&arena, (struct slice){params, size}, &root, &json_error) == 0 &&
        json_decode(&arena, &event_question_answered_params_shape, root, "params", &event, &decode_error) == 0) {
        struct approve_item *item = approve_find(approve, event.question_id);
        if (item && item == approve->shown && approve->step == APPROVE_FIELD)
            (void)putchar('\n');
        approve_end(approve, item, question_state_shape.of.words.items[event.state],
                    event.answered_by_is == FIELD_SET ? event.answered_by : SLICE(""), SLICE(""));
    }
    arena_clear(&arena);
}

void approve_questions_begin(struct approve *approve)
{
    approve->line = (struct buf)BUF_LIMITED(QUESTION_LINE_MAX);
    (void)weir_on_notification(approve->cli->weir, "event.questionAsked", on_asked, approve);
    (void)weir_on_notification(approve->cli->weir, "event.questionAnswered", on_answered, approve);
}

enum cli_exit approve_questions_fetch(struct approve *approve)
{
    const struct question_list_params params = {.limit = FETCH_MAX};
    return approve_take_list(approve, &question_kind, &question_list_method, &params);
}

/* --- showing --- */

static void print_keys(const struct approve *approve, const struct question_record *question)
{
    bool color = approve->cli->color, is_url = question->mode == CONNECTOR_QUESTION_MODE_URL;
    const char *on = pretty_if(color, pretty_bold), *off = pretty_if(color, pretty_off);
    (void)printf("%sy%s %s  %sn%s decline", on, off, is_url ? "I open it" : "answer", on, off);
    if (!approve->session_id)
        (void)printf("  %sl%s later  %sq%s quit", on, off, on, off);
    (void)printf(" > ");
    (void)fflush(stdout);
}

void approve_question_show(struct approve *approve, struct approve_item *item)
{
    struct card card;
    const struct question_record *question = &item->question;
    bool color = approve->cli->color;
    card_begin(&card, approve->cli, 9);
    item->form = question_form_free(item->form);
    size_t width = columns_width(question->server_name) + strlen(" asks  ") + columns_width(question->id);
    (void)fputs(pretty_if(color, pretty_bold), stdout);
    text_write(stdout, question->server_name);
    /* An id that is broken by the terminal cannot be copied. */
    (void)printf(" asks%s%s", pretty_if(color, pretty_off), width > card.limit ? "\n  " : "  ");
    text_write(stdout, question->id);
    (void)putchar('\n');
    if (question->tool_is == FIELD_SET)
        card_text(&card, "tool", question->tool, NULL);
    if (!approve->session_id && question->task_id_is == FIELD_SET)
        card_text(&card, "task", question->task_id, NULL);
    card_block(&card, "message", question->message);
    if (question->url_is == FIELD_SET)
        card_text(&card, "page", question->url, NULL);
    approve_await_key(approve);
    print_keys(approve, question);
}

/* --- answering --- */

static const char *outcome(enum connector_action action)
{
    return action == CONNECTOR_ACTION_ACCEPT    ? "answered"
           : action == CONNECTOR_ACTION_DECLINE ? "declined"
                                                : "cancelled";
}

static void ask_field(struct approve *approve)
{
    struct buf text = BUF_LIMITED(PROMPT_SHOWN_MAX);
    question_form_prompt(approve->shown->form, &text);
    (void)fwrite(text.data, 1, text.size, stdout);
    (void)fflush(stdout);
    buf_clear(&text);
    approve->step = APPROVE_FIELD;
    buf_reset(&approve->line, QUESTION_LINE_MAX);
    tty_leave(&approve->tty);
}

static void say_problem(const struct approve *approve, const char *problem)
{
    bool color = approve->cli->color;
    (void)fputs(pretty_if(color, pretty_red), stdout);
    text_write(stdout, slice_of(problem));
    (void)printf("%s\n", pretty_if(color, pretty_off));
}

/* An answer that the daemon refuses is asked for again. */
static void give_answer(struct approve *approve, enum connector_action action)
{
    struct approve_item *item = approve->shown;
    autofree char *text = NULL;
    struct question_answer_params params = {.question_id = item->question.id, .action = action};
    if (action == CONNECTOR_ACTION_ACCEPT && item->form) {
        params.content = question_form_content(item->form);
        params.content_is = FIELD_SET;
    }
    approve->shown = NULL; /* the event of this answer says nothing new */
    list_remove(&item->link);
    list_init(&item->link);
    tty_leave(&approve->tty);
    int r = live_call(approve->live, &question_answer_method, &params, WEIR_TIMEOUT_DEFAULT, &text);
    if (r < 0 && item->form && strcmp(approve->live->error.word, "answer_refused") == 0) {
        list_append(&approve->waiting, &item->link);
        approve->shown = item;
        say_problem(approve, approve->live->error.message);
        question_form_return(item->form, approve->live->error.message);
        ask_field(approve);
        return;
    }
    if (r == 0) {
        bool color = approve->cli->color, gives = action == CONNECTOR_ACTION_ACCEPT;
        (void)printf("%s%s%s\n%s", pretty_if(color, gives ? pretty_green : pretty_red), outcome(action),
                     pretty_if(color, pretty_off), approve->session_id ? "" : "\n");
        approve->answered++;
    } else if (r != -EINTR) {
        (void)fflush(stdout);
        (void)ask_fail(approve->cli, &approve->live->error);
        (void)putchar('\n');
    }
    approve_forget(approve, item);
}

static void begin_answer(struct approve *approve)
{
    struct approve_item *item = approve->shown;
    if (item->question.mode == CONNECTOR_QUESTION_MODE_URL) {
        give_answer(approve, CONNECTOR_ACTION_ACCEPT);
        return;
    }
    if (question_form_new(&item->question, &item->form) < 0) {
        say_problem(approve, "weir cannot show this form; decline it, or answer it with: weir call question.answer");
        approve_await_key(approve);
        print_keys(approve, &item->question);
    } else if (question_form_is_done(item->form)) {
        give_answer(approve, CONNECTOR_ACTION_ACCEPT);
    } else {
        ask_field(approve);
    }
}

static void take_line(struct approve *approve, char key)
{
    char problem[QUESTION_PROBLEM_SIZE];
    struct question_form *form = approve->shown->form;
    if (key != '\n') {
        (void)buf_append_char(&approve->line, key);
        return;
    }
    if (approve->line.error) {
        say_problem(approve, "the line is too long");
        ask_field(approve);
        return;
    }
    if (question_form_take(form, buf_slice(&approve->line), problem) < 0)
        say_problem(approve, problem);
    if (question_form_is_done(form))
        give_answer(approve, CONNECTOR_ACTION_ACCEPT);
    else
        ask_field(approve);
}

void approve_question_key(struct approve *approve, char key)
{
    if (approve->step == APPROVE_FIELD) {
        take_line(approve, key);
    } else if (key == 'y') {
        (void)puts("y");
        begin_answer(approve);
    } else if (key == 'n') {
        (void)puts("n");
        give_answer(approve, CONNECTOR_ACTION_DECLINE);
    } else {
        approve_take_leaving_key(approve, key);
    }
}

bool approve_question_interrupt(struct approve *approve)
{
    bool reads = approve->shown && approve->shown->is_question && approve->step == APPROVE_FIELD;
    if (!approve->live || approve->live->ended_by != SIGINT || !reads)
        return false;
    approve->live->ended_by = 0;
    (void)putchar('\n');
    give_answer(approve, CONNECTOR_ACTION_CANCEL);
    return true;
}
