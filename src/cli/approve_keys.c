#include <errno.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/approve.h"
#include "cli/ask.h"
#include "cli/permission_view.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"

/* --- remaining time --- */

static void print_left(struct approve *approve)
{
    char duration[TEXT_DURATION_SIZE];
    int64_t left_ms = approve->shown->request.expires_at - clock_epoch_ms();
    if (left_ms < 0)
        left_ms = 0;
    text_duration((left_ms + 999) / 1000, duration);
    bool obeys = tty_obeys(STDOUT_FILENO); /* otherwise it is printed once and not updated */
    (void)printf("%s%s%s left%s > ", obeys ? "\r\033[K" : "", pretty_if(approve->cli->color, pretty_dim), duration,
                 pretty_if(approve->cli->color, pretty_off));
    (void)fflush(stdout);
    if (approve->ticks && obeys && left_ms > 0) /* at the next full second */
        (void)uv_timer_start(&approve->tick, approve_on_tick, (uint64_t)((left_ms - 1) % 1000 + 1), 0);
}

void approve_on_tick(uv_timer_t *timer)
{
    struct approve *approve = timer->data;
    if (approve->shown && approve->shown->request.expires_at_is == FIELD_SET && approve->step != APPROVE_REASON)
        print_left(approve);
}

/* Printed after a question that takes a key. If the request expires, the remaining time gets its own line, short enough
 * to be rewritten in place. */
static void print_mark(struct approve *approve)
{
    if (approve->shown->request.expires_at_is == FIELD_SET) {
        (void)putchar('\n');
        print_left(approve);
    } else {
        (void)putchar(' ');
        (void)fflush(stdout);
    }
}

/* --- questions --- */

enum { QUESTION_BYTES_MAX = 1 << 20, RULE_HANG = 2, RULES_MAX = 16 };

/* Text with keys in bold, wrapped to the terminal. */
struct words {
    struct prose prose;
    struct buf out;
};

static struct words words_begin(const struct approve *approve)
{
    return (struct words){
        .prose = {.width = tty_columns(STDOUT_FILENO), .bare = !approve->cli->color, .hang = RULE_HANG},
        .out = BUF_LIMITED(QUESTION_BYTES_MAX),
    };
}

static void words_end_line(struct words *words)
{
    prose_end_line(&words->prose, &words->out);
}

static void words_print(struct words *words)
{
    prose_flush(&words->prose, &words->out);
    prose_set_style(&words->prose, &words->out, 0);
    (void)fwrite(words->out.data, 1, words->out.size, stdout);
    buf_clear(&words->out);
    prose_clear(&words->prose);
}

static void say_key(struct words *words, const char *key, const char *meaning)
{
    if (words->prose.column > 0 || words->prose.word.size > 0)
        prose_text(&words->prose, &words->out, "  ", 0);
    prose_text(&words->prose, &words->out, key, PROSE_BOLD);
    prose_text(&words->prose, &words->out, " ", 0);
    prose_text(&words->prose, &words->out, meaning, 0);
}

/* Not cut: the user must see the whole rule before it is added. */
static void say_rule(struct words *words, const struct permission_new_rule *rule, const char *before)
{
    struct buf text = BUF_LIMITED(QUESTION_BYTES_MAX);
    permission_rule_text(&text, rule);
    prose_text(&words->prose, &words->out, before, 0);
    prose_slice(&words->prose, &words->out, buf_slice(&text), 0);
    words_end_line(words);
    buf_clear(&text);
}

static void print_rule(const struct approve *approve, const struct permission_new_rule *rule)
{
    struct words words = words_begin(approve);
    say_rule(&words, rule, "");
    words_print(&words);
}

static void print_question(struct approve *approve)
{
    const struct permission_new_rule *rules;
    size_t count = permission_suggestions(&approve->shown->request, &rules);
    struct words words = words_begin(approve);
    say_key(&words, "y", "once");
    if (count > 0) {
        say_key(&words, "s", "this session");
        say_key(&words, "a", "always");
    }
    if (count == 1) {
        say_rule(&words, rules, ": ");
    } else {
        prose_text(&words.prose, &words.out, count > 1 ? ", by these rules:" : "", 0);
        words_end_line(&words);
    }
    for (size_t i = 0; count > 1 && i < count; i++)
        say_rule(&words, &rules[i], "  ");
    say_key(&words, "n", "no");
    say_key(&words, "r", "no, say why");
    say_key(&words, "v", "show all");
    if (!approve->session_id) {
        say_key(&words, "l", "later");
        say_key(&words, "q", "quit");
    }
    if (approve->shown->request.expires_at_is != FIELD_SET)
        prose_text(&words.prose, &words.out, " >", 0);
    words_print(&words);
    print_mark(approve);
}

void approve_await_key(struct approve *approve)
{
    approve->step = APPROVE_ASKING;
    (void)tty_enter_keys(&approve->tty);
}

static void ask_again(struct approve *approve)
{
    approve_await_key(approve);
    print_question(approve);
}

void approve_show(struct approve *approve, struct approve_item *item)
{
    bool is_here = approve->session_id && slice_is(item->request.session_id, approve->session_id);
    approve->shown = item;
    if (item->is_question) {
        approve_question_show(approve, item);
        return;
    }
    permission_show(approve->cli, &item->request, is_here ? PERMISSION_IN_PLACE : PERMISSION_ALL_KNOWN);
    ask_again(approve);
}

/* --- answers --- */

void approve_tell_answer(struct approve *approve, bool allowed)
{
    bool color = approve->cli->color;
    if (approve->answer_told)
        return;
    approve->answer_told = true;
    (void)printf("%s%s%s\n%s", pretty_if(color, allowed ? pretty_green : pretty_red), allowed ? "allowed" : "denied",
                 pretty_if(color, pretty_off), approve->session_id ? "" : "\n");
}

static void answer(struct approve *approve, enum permission_decision decision, struct slice reason)
{
    struct approve_item *item = approve->shown;
    autofree char *text = NULL;
    bool keeps = decision == PERMISSION_DECISION_ALLOW_SESSION || decision == PERMISSION_DECISION_ALLOW_ALWAYS;
    /* Only rules that were shown. */
    const struct permission_answer_params params = {
        .request_id = item->request.id,
        .decision = decision,
        .reason = reason,
        .reason_is = reason.size > 0 ? FIELD_SET : FIELD_ABSENT,
        .rules = {item->request.suggestions.items, item->request.suggestions.count},
        .rules_is = keeps && item->request.suggestions_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT};
    approve->shown = NULL;
    list_remove(&item->link);
    tty_leave(&approve->tty);
    approve->answering = item;
    approve->answer_told = false;
    int r = live_call(approve->live, &permission_answer_method, &params, WEIR_TIMEOUT_DEFAULT, &text);
    if (r == 0) {
        approve_tell_answer(approve, decision != PERMISSION_DECISION_DENY);
        approve->answered++;
    } else if (r != -EINTR) {
        (void)fflush(stdout);
        (void)ask_fail(approve->cli, &approve->live->error);
        (void)putchar('\n');
    }
    approve->answering = NULL;
    approve_forget(approve, item);
}

/* Shows which past calls the rules together would have matched. Returns an error of live_call(), reported; -ECANCELED
 * if the request was resolved meanwhile. */
static int preview(struct approve *approve, const struct permission_new_rule *rules, size_t count)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct permission_rules_preview_result result;
    struct permission_new_rule wanted[RULES_MAX] = {rules[0]};
    const struct approve_item *item = approve->shown;
    count = count < RULES_MAX ? count : RULES_MAX;
    for (size_t i = 0; i < count; i++) {
        wanted[i] = rules[i];
        wanted[i].cwd = item->request.cwd;
        wanted[i].cwd_is = FIELD_SET;
    }
    const struct permission_rules_preview_params params = {
        .rule = wanted[0],
        .rules = {wanted + 1, count - 1},
        .rules_is = count > 1 ? FIELD_SET : FIELD_ABSENT,
        .limit = 20,
    };
    int r = live_call(approve->live, &permission_rules_preview_method, &params, WEIR_TIMEOUT_DEFAULT, &text);
    if (approve->shown != item) /* resolved elsewhere meanwhile */
        return -ECANCELED;
    if (r < 0 && r != -EINTR)
        (void)ask_fail(approve->cli, &approve->live->error);
    if (r == 0 && ask_read(approve->cli, &arena, &permission_rules_preview_result_shape, text, &result) != CLI_OK)
        r = -EPROTO;
    for (size_t i = 0; r == 0 && count > 1 && i < count; i++)
        print_rule(approve, &rules[i]);
    if (r == 0)
        permission_preview_print(approve->cli, &result, count > 1);
    arena_clear(&arena);
    return r;
}

/* Shows the effect of the rules before they are added. */
static void ask_about_rules(struct approve *approve, enum permission_decision decision)
{
    const struct permission_new_rule *rules;
    size_t count = permission_suggestions(&approve->shown->request, &rules);
    (void)putchar('\n');
    int r = preview(approve, rules, count);
    if (r == -ECANCELED)
        return;
    if (r < 0) {
        ask_again(approve);
        return;
    }
    approve->step = APPROVE_RULE;
    approve->wanted = decision;
    (void)tty_enter_keys(&approve->tty); /* discards earlier input, so call it before the question is shown */
    bool has_limit = approve->shown->request.expires_at_is == FIELD_SET;
    (void)printf("Add %s? y/n%s", count > 1 ? "these rules" : "this rule", has_limit ? "" : " >");
    print_mark(approve);
}

/* --- keys --- */

void approve_take_leaving_key(struct approve *approve, char key)
{
    if (key == 'l' && !approve->session_id) {
        (void)puts("l\n");
        approve->shown->later = true;
        approve->shown = NULL;
        approve->dirty = true;
    } else if ((key == 'q' || key == 4) && !approve->session_id) {
        (void)puts("q");
        approve->quit = true;
    }
}

static void take_choice(struct approve *approve, char key)
{
    const struct permission_new_rule *rules;
    bool can_remember = permission_suggestions(&approve->shown->request, &rules) > 0;
    if (key == 'y') {
        (void)puts("y");
        answer(approve, PERMISSION_DECISION_ALLOW_ONCE, SLICE(""));
    } else if (key == 's' && can_remember) {
        (void)puts("s");
        answer(approve, PERMISSION_DECISION_ALLOW_SESSION, SLICE(""));
    } else if (key == 'a' && can_remember) {
        (void)fputs("a", stdout);
        ask_about_rules(approve, PERMISSION_DECISION_ALLOW_ALWAYS);
    } else if (key == 'n') {
        (void)puts("n");
        answer(approve, PERMISSION_DECISION_DENY, SLICE(""));
    } else if (key == 'r') {
        (void)fputs("r\n"
                    "Reason for the agent > ",
                    stdout);
        (void)fflush(stdout);
        approve->step = APPROVE_REASON;
        approve->reason_size = 0;
        tty_leave(&approve->tty);
    } else if (key == 'v') {
        (void)puts("v");
        permission_show(approve->cli, &approve->shown->request, PERMISSION_AS_IT_CAME);
        ask_again(approve);
    } else {
        approve_take_leaving_key(approve, key);
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
        (void)puts("The reason is not UTF-8 text.");
        ask_again(approve);
        return;
    }
    answer(approve, PERMISSION_DECISION_DENY, reason);
}

void approve_hold_back(struct approve *approve)
{
    approve->held_back = true;
    (void)tty_enter_keys(&approve->tty);
    (void)puts("Press any key to show the next request.");
}

void approve_take_key(struct approve *approve, char key)
{
    if (approve->held_back) {
        approve->held_back = false;
        approve->dirty = true;
    }
    if (!approve->shown)
        approve->quit |= key == 'q' || key == 4;
    else if (approve->shown->is_question)
        approve_question_key(approve, key);
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
