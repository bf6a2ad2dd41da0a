#include <errno.h>

#include "base/cleanup.h"
#include "cli/approve.h"
#include "cli/ask.h"
#include "cli/permission_view.h"
#include "cli/pretty.h"
#include "cli/text.h"

/* --- what is asked ------------------------------------------------------------------ */

static void print_question(struct approve *approve)
{
    const struct permission_request *request = &approve->shown->request;
    bool color = approve->cli->color, can_remember = request->suggestion_is == FIELD_SET;
    const char *on = pretty_if(color, pretty_bold), *off = pretty_if(color, pretty_off);
    if (can_remember) {
        struct buf rule = BUF_LIMITED(1 << 20);
        permission_rule_text(&rule, &request->suggestion);
        (void)printf("%sy%s once  %ss%s this session  %sa%s always: %.*s\n", on, off, on, off, on, off,
                     (int)(rule.size < 200 ? rule.size : 200), rule.size ? rule.data : "");
        buf_clear(&rule);
    } else {
        (void)printf("%sy%s once\n", on, off);
    }
    (void)printf("%sn%s no  %sr%s no, and say why  %sv%s all of it", on, off, on, off, on, off);
    if (approve->session_id)
        (void)fputs(" > ", stdout);
    else
        (void)printf("  %sl%s later  %sq%s quit > ", on, off, on, off);
    (void)fflush(stdout);
}

static void ask_again(struct approve *approve)
{
    approve->step = APPROVE_ASKING;
    (void)tty_enter_keys(&approve->tty);
    print_question(approve);
}

void approve_show(struct approve *approve, struct approve_item *item)
{
    bool is_here = approve->session_id && slice_is(item->request.session_id, approve->session_id);
    approve->shown = item;
    permission_show(approve->cli, &item->request, is_here ? PERMISSION_IN_PLACE : PERMISSION_ALL_KNOWN);
    ask_again(approve);
}

/* --- the answer ---------------------------------------------------------------------- */

static void answer(struct approve *approve, enum permission_decision decision, struct slice reason)
{
    struct approve_item *item = approve->shown;
    autofree char *text = NULL;
    const struct permission_answer_params params = {.request_id = item->request.id,
                                                    .decision = decision,
                                                    .reason = reason,
                                                    .reason_is = reason.size > 0 ? FIELD_SET : FIELD_ABSENT};
    /* What is pushed meanwhile about this one is our own answer. */
    approve->shown = NULL;
    list_remove(&item->link);
    tty_leave(&approve->tty);
    int r = live_call(approve->live, &permission_answer_method, &params, WEIR_TIMEOUT_DEFAULT, &text);
    if (r == 0) {
        bool allowed = decision != PERMISSION_DECISION_DENY, color = approve->cli->color;
        (void)printf("%s%s%s\n%s", pretty_if(color, allowed ? pretty_green : pretty_red),
                     allowed ? "allowed" : "denied", pretty_if(color, pretty_off), approve->session_id ? "" : "\n");
        approve->answered++;
    } else if (r != -EINTR) {
        (void)fflush(stdout);
        (void)ask_fail(approve->cli, &approve->live->error);
        (void)putchar('\n');
    }
    approve_forget(approve, item);
}

/* Which calls of the past it would have matched, before it is kept. */
static void ask_about_rule(struct approve *approve, enum permission_decision decision)
{
    const struct permission_request *request = &approve->shown->request;
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct permission_rules_preview_result result;
    struct permission_rules_preview_params params = {.rule = request->suggestion, .limit = 20};
    const struct approve_item *item = approve->shown;
    params.rule.cwd = request->cwd;
    params.rule.cwd_is = FIELD_SET;
    int r = live_call(approve->live, &permission_rules_preview_method, &params, WEIR_TIMEOUT_DEFAULT, &text);
    if (approve->shown != item) /* answered by somebody else meanwhile */
        return;
    (void)putchar('\n');
    if (r < 0) {
        if (r != -EINTR)
            (void)ask_fail(approve->cli, &approve->live->error);
        ask_again(approve);
    } else if (ask_read(approve->cli, &arena, &permission_rules_preview_result_shape, text, &result) == CLI_OK) {
        permission_preview_print(approve->cli, &result);
        approve->step = APPROVE_RULE;
        approve->wanted = decision;
        (void)tty_enter_keys(&approve->tty); /* drops what was typed, so before the question is seen */
        (void)fputs("Keep this rule? y/n > ", stdout);
        (void)fflush(stdout);
    }
    arena_clear(&arena);
}

/* --- keys ------------------------------------------------------------------------------ */

static void take_choice(struct approve *approve, char key)
{
    bool can_remember = approve->shown->request.suggestion_is == FIELD_SET;
    if (key == 'y') {
        (void)puts("y");
        answer(approve, PERMISSION_DECISION_ALLOW_ONCE, SLICE(""));
    } else if (key == 's' && can_remember) {
        (void)puts("s");
        answer(approve, PERMISSION_DECISION_ALLOW_SESSION, SLICE(""));
    } else if (key == 'a' && can_remember) {
        (void)fputs("a", stdout);
        ask_about_rule(approve, PERMISSION_DECISION_ALLOW_ALWAYS);
    } else if (key == 'n') {
        (void)puts("n");
        answer(approve, PERMISSION_DECISION_DENY, SLICE(""));
    } else if (key == 'r') {
        (void)fputs("r\nWhy not? > ", stdout);
        (void)fflush(stdout);
        approve->step = APPROVE_REASON;
        approve->reason_size = 0;
        tty_leave(&approve->tty);
    } else if (key == 'v') {
        (void)puts("v");
        permission_show(approve->cli, &approve->shown->request, PERMISSION_AS_IT_CAME);
        ask_again(approve);
    } else if (key == 'l' && !approve->session_id) {
        (void)puts("l\n");
        approve->shown->later = true;
        approve->shown = NULL;
        approve->dirty = true;
    } else if ((key == 'q' || key == 4) && !approve->session_id) {
        (void)puts("q");
        approve->quit = true;
    }
}

static void take_line(struct approve *approve, char key)
{
    if (key != '\n') {
        if (approve->reason_size + 1 < sizeof approve->reason)
            approve->reason[approve->reason_size++] = key;
        return;
    }
    struct slice reason = {approve->reason, approve->reason_size};
    if (!text_is_utf8(reason)) {
        (void)puts("That is not UTF-8 text.");
        ask_again(approve);
        return;
    }
    answer(approve, PERMISSION_DECISION_DENY, reason);
}

void approve_hold_back(struct approve *approve)
{
    approve->held_back = true;
    (void)tty_enter_keys(&approve->tty);
    (void)puts("Any key shows the next one.");
}

void approve_take_key(struct approve *approve, char key)
{
    if (approve->held_back) {
        approve->held_back = false;
        approve->dirty = true;
    }
    if (!approve->shown)
        approve->quit |= key == 'q' || key == 4;
    else if (approve->step == APPROVE_REASON)
        take_line(approve, key);
    else if (approve->step == APPROVE_ASKING)
        take_choice(approve, key);
    else if (key == 'y') {
        (void)puts("y");
        answer(approve, approve->wanted, SLICE(""));
    } else {
        (void)puts("n");
        ask_again(approve);
    }
}
