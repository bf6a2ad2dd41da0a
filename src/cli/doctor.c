#include "cli/doctor.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/table.h"
#include "cli/tty.h"
#include "json/write.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_doctor = {
    .name = "doctor",
    .arguments = "",
    .summary = "Check the sandbox by trying to escape from it",
    .details =
        "Runs executors in two sessions, with the network open and closed, that attempt what an agent must not be "
        "able\n"
        "to do: read the store, the keys and other sessions' directories, talk to the daemon, trace other processes,\n"
        "outlive their task. weir makes each attempt outside the sandbox first, where it must succeed, or it proves\n"
        "nothing. weir removes all that it created.\n"
        "\n"
        "The exit status is 0 if nothing is broken, or only what the sandbox level cannot prevent; 1 if something is\n"
        "broken; 2 if the check could not run.",
    .starts = true,
    .run = run,
};

/* --- the report --- */

enum { PRINT_BYTES_MAX = 1 << 20, WHY_BYTES_MAX = 1024, WHY_COLUMNS_MIN = 6, GAP = 2 };

static const struct {
    const char *word, *code, *color;
} verdicts[] = {
    [DOCTOR_UNKNOWN] = {"not tried", "not_tried", pretty_dim},
    [DOCTOR_HELD] = {"held", "held", pretty_green},
    [DOCTOR_BROKEN] = {"BROKEN", "broken", pretty_red},
    [DOCTOR_NOT_HELD] = {"not held here", "not_held", pretty_yellow},
    [DOCTOR_UNAVAILABLE] = {"not available here", "not_available", pretty_dim},
};

static size_t doctor_count(const struct doctor *doctor, enum doctor_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < doctor->case_count; i++)
        count += doctor->cases[i].row->kind == DOCTOR_ATTEMPT && doctor->cases[i].verdict == verdict;
    return count;
}

static void append_result(struct buf *out, const struct probe_result *result)
{
    const char *name = probe_error_name(result->error);
    (void)buf_append_text(out, name);
    (void)buf_append_text(out, *name && *result->detail ? ": " : "");
    (void)buf_append_text(out, result->detail);
}

/* Appends the reason for the verdict. */
static void append_why(struct buf *out, const struct doctor_case *one)
{
    if (!one->aimed)
        (void)buf_append_text(out, one->why);
    else if (one->verdict == DOCTOR_UNAVAILABLE) {
        (void)buf_append_text(out, "fails outside too: ");
        append_result(out, &one->outside);
    } else if (one->tried_inside)
        append_result(out, &one->inside);
}

/* --- the sandbox level --- */

static const struct session_sandbox *sandbox_of(const struct doctor *doctor, enum doctor_which which)
{
    const struct doctor_session *session = &doctor->sessions[which];
    return session->recorded && session->record.sandbox_is == FIELD_SET ? &session->record.sandbox : NULL;
}

/* Returns the lower level of the two sessions: for example, a closed network without namespaces needs a lower level. */
static const struct session_sandbox *lowest(const struct doctor *doctor)
{
    const struct session_sandbox *open = sandbox_of(doctor, DOCTOR_OPEN), *closed = sandbox_of(doctor, DOCTOR_CLOSED);
    return !open || !closed || open->level > closed->level ? open : closed;
}

static const char *level_word(const struct session_sandbox *sandbox)
{
    static const char *const words[] = {[SESSION_SANDBOX_LEVEL_NAMESPACE] = "namespace",
                                        [SESSION_SANDBOX_LEVEL_LANDLOCK] = "landlock",
                                        [SESSION_SANDBOX_LEVEL_OFF] = "off"};
    return sandbox ? words[sandbox->level] : "unknown";
}

static const char *level_sentence(const struct session_sandbox *sandbox)
{
    static const char *const sentences[] = {
        [SESSION_SANDBOX_LEVEL_NAMESPACE] =
            "Agents run in their own namespaces, under Landlock and a system call filter.",
        [SESSION_SANDBOX_LEVEL_LANDLOCK] = "Agents run under Landlock and a system call filter, without namespaces.",
        [SESSION_SANDBOX_LEVEL_OFF] =
            "THE SANDBOX IS OFF: agents run with all of your rights. No attempt failed because of a sandbox.",
    };
    return sandbox ? sentences[sandbox->level] : "The daemon reports no sandbox level.";
}

/* --- output as text --- */

static const struct table_column columns[] = {
    {.title = "ATTEMPT"}, {.title = "OUTSIDE"}, {.title = "INSIDE"}, {.title = "WHY", .yields = true}};

struct widths {
    size_t attempt, verdict;
};

static struct widths measure(const struct doctor *doctor)
{
    struct widths widths = {0};
    for (size_t i = 0; i < doctor->case_count; i++) {
        const struct doctor_case *one = &doctor->cases[i];
        size_t title = columns_width(slice_of(one->row->title)), word = strlen(verdicts[one->verdict].word);
        if (one->row->kind != DOCTOR_ATTEMPT)
            continue;
        widths.attempt = title > widths.attempt ? title : widths.attempt;
        widths.verdict = word > widths.verdict ? word : widths.verdict;
    }
    return widths;
}

static void add_table(struct buf *out, const struct doctor *doctor, size_t limit)
{
    struct buf why = BUF_LIMITED(WHY_BYTES_MAX);
    struct table table;
    bool color = doctor->cli->color;
    table_init(&table, columns, sizeof columns / sizeof *columns, limit, pretty_if(color, pretty_dim));
    for (size_t i = 0; i < doctor->case_count; i++) {
        const struct doctor_case *one = &doctor->cases[i];
        if (one->row->kind != DOCTOR_ATTEMPT)
            continue;
        buf_reset(&why, WHY_BYTES_MAX);
        append_why(&why, one);
        table_cell(&table, slice_of(one->row->title), NULL);
        table_cell(&table, slice_of(one->tried_outside ? probe_outcome_word(one->outside.outcome) : "not tried"), NULL);
        table_cell(&table, slice_of(verdicts[one->verdict].word), color ? verdicts[one->verdict].color : NULL);
        table_cell(&table, buf_slice(&why), NULL);
    }
    table_write(&table, out);
    table_clear(&table);
    buf_clear(&why);
}

/* For a terminal on which the table would cut verdicts. */
static void add_verdicts(struct buf *out, const struct doctor *doctor, size_t limit, size_t width)
{
    bool color = doctor->cli->color;
    for (size_t i = 0; i < doctor->case_count; i++) {
        const struct doctor_case *one = &doctor->cases[i];
        const char *word = verdicts[one->verdict].word;
        if (one->row->kind != DOCTOR_ATTEMPT)
            continue;
        (void)buf_printf(out, "%s%s%s", pretty_if(color, verdicts[one->verdict].color), word,
                         pretty_if(color, pretty_off));
        columns_pad(out, width + GAP - strlen(word));
        prose_paragraph(out, slice_of(one->row->title), limit, width + GAP, width + GAP);
        (void)buf_append_char(out, '\n');
    }
    columns_wrap(out, SLICE("\nA wider terminal, or --json, also shows the reasons."), "", limit);
}

static void add_attempts(struct buf *out, const struct doctor *doctor, size_t limit)
{
    struct widths widths = measure(doctor);
    size_t outside = strlen("succeeded"), gaps = (size_t)3 * GAP;
    if (limit >= widths.attempt + outside + widths.verdict + gaps + WHY_COLUMNS_MIN)
        add_table(out, doctor, limit);
    else
        add_verdicts(out, doctor, limit, widths.verdict);
}

static void add_not_held(struct buf *out, const struct doctor *doctor, size_t limit)
{
    struct buf line = BUF_LIMITED(WHY_BYTES_MAX);
    for (size_t i = 0; i < DOCTOR_SESSIONS; i++) {
        const struct session_sandbox *sandbox = sandbox_of(doctor, (enum doctor_which)i);
        for (size_t k = 0; sandbox && k < sandbox->not_held.count; k++) {
            const struct session_sandbox *first = i > 0 ? sandbox_of(doctor, 0) : NULL;
            bool said = false;
            for (size_t n = 0; first && n < first->not_held.count; n++)
                said |= slice_equal(first->not_held.items[n], sandbox->not_held.items[k]);
            if (said)
                continue;
            buf_reset(&line, WHY_BYTES_MAX);
            (void)buf_append_text(&line, "not prevented at this level: ");
            (void)buf_append_slice(&line, sandbox->not_held.items[k]);
            columns_wrap(out, buf_slice(&line), "", limit);
        }
    }
    buf_clear(&line);
}

/* The level and its sentence have colors, which columns_wrap() would escape. */
static void add_level(struct buf *out, const struct doctor *doctor, size_t limit)
{
    const struct session_sandbox *sandbox = lowest(doctor);
    bool color = doctor->cli->color, off = sandbox && sandbox->level == SESSION_SANDBOX_LEVEL_OFF;
    struct buf rest = BUF_LIMITED(WHY_BYTES_MAX);
    size_t width = strlen("level: ") + strlen(level_word(sandbox));
    if (sandbox && !off)
        (void)buf_printf(&rest, " (Landlock %" PRId64 ")", sandbox->landlock);
    (void)buf_printf(&rest, "%s%s", off ? "" : ". ", level_sentence(sandbox));
    (void)buf_printf(out, "\n%slevel: %s%s%s", pretty_if(color, off ? pretty_red : pretty_bold), level_word(sandbox),
                     pretty_if(color, pretty_off), off ? ". " : "");
    (void)buf_append_text(out, pretty_if(color && off, pretty_red));
    width += off ? strlen(". ") : 0;
    prose_paragraph(out, buf_slice(&rest), limit, width, 0);
    (void)buf_printf(out, "%s\n", pretty_if(color && off, pretty_off));
    for (size_t i = 0; i < DOCTOR_SESSIONS; i++) {
        const struct session_sandbox *its = sandbox_of(doctor, (enum doctor_which)i);
        if (!sandbox || !its || its->level == sandbox->level)
            continue;
        buf_reset(&rest, WHY_BYTES_MAX);
        (void)buf_printf(&rest, "With the network %s, the level is %s.", i == DOCTOR_OPEN ? "open" : "closed",
                         level_word(its));
        columns_wrap(out, buf_slice(&rest), "", limit);
    }
    buf_clear(&rest);
}

static void doctor_print(const struct doctor *doctor)
{
    struct buf out = BUF_LIMITED(PRINT_BYTES_MAX), counts = BUF_LIMITED(WHY_BYTES_MAX);
    size_t limit = tty_columns(STDOUT_FILENO);
    add_attempts(&out, doctor, limit);
    add_level(&out, doctor, limit);
    add_not_held(&out, doctor, limit);
    (void)buf_printf(&counts, "%zu held, %zu broken, %zu not held here, %zu not available here",
                     doctor_count(doctor, DOCTOR_HELD), doctor_count(doctor, DOCTOR_BROKEN),
                     doctor_count(doctor, DOCTOR_NOT_HELD), doctor_count(doctor, DOCTOR_UNAVAILABLE));
    columns_wrap(&out, buf_slice(&counts), "", limit);
    if (out.size > 0)
        (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&counts);
    buf_clear(&out);
}

/* --- output as JSON --- */

static void write_result(struct buf *out, const char *name, bool tried, const struct probe_result *result)
{
    (void)buf_printf(out, ",\"%s\":", name);
    if (!tried) {
        (void)buf_append_text(out, "null");
        return;
    }
    (void)buf_printf(out, "{\"outcome\":\"%s\",\"error\":\"%s\",\"detail\":", probe_outcome_word(result->outcome),
                     probe_error_name(result->error));
    (void)json_write_string(out, slice_of(result->detail));
    (void)buf_append_char(out, '}');
}

static void write_case(struct buf *out, const struct doctor_case *one)
{
    (void)buf_printf(out, "{\"id\":\"%s\",\"attempt\":", one->row->id);
    (void)json_write_string(out, slice_of(one->row->title));
    (void)buf_printf(out, ",\"network\":\"%s\",\"verdict\":\"%s\"", one->row->session == DOCTOR_OPEN ? "full" : "none",
                     verdicts[one->verdict].code);
    struct buf why = BUF_LIMITED(WHY_BYTES_MAX);
    append_why(&why, one);
    (void)buf_append_text(out, ",\"why\":");
    (void)json_write_string(out, buf_slice(&why));
    buf_clear(&why);
    write_result(out, "outside", one->tried_outside, &one->outside);
    write_result(out, "inside", one->tried_inside, &one->inside);
    (void)buf_append_char(out, '}');
}

static void write_not_held(struct buf *out, const struct doctor *doctor)
{
    const struct session_sandbox *sandbox = lowest(doctor);
    (void)buf_append_text(out, ",\"notHeld\":[");
    for (size_t i = 0; sandbox && i < sandbox->not_held.count; i++) {
        (void)buf_append_text(out, i > 0 ? "," : "");
        (void)json_write_string(out, sandbox->not_held.items[i]);
    }
    (void)buf_append_char(out, ']');
}

static void doctor_print_json(const struct doctor *doctor)
{
    struct buf out = BUF_LIMITED(PRINT_BYTES_MAX);
    const struct session_sandbox *sandbox = lowest(doctor);
    bool first = true;
    (void)buf_printf(&out, "{\"level\":\"%s\",\"levels\":{\"full\":\"%s\",\"none\":\"%s\"},\"landlock\":%" PRId64,
                     level_word(sandbox), level_word(sandbox_of(doctor, DOCTOR_OPEN)),
                     level_word(sandbox_of(doctor, DOCTOR_CLOSED)), sandbox ? sandbox->landlock : 0);
    write_not_held(&out, doctor);
    (void)buf_printf(&out, ",\"held\":%zu,\"broken\":%zu,\"notHeldHere\":%zu,\"notAvailable\":%zu,\"attempts\":[",
                     doctor_count(doctor, DOCTOR_HELD), doctor_count(doctor, DOCTOR_BROKEN),
                     doctor_count(doctor, DOCTOR_NOT_HELD), doctor_count(doctor, DOCTOR_UNAVAILABLE));
    for (size_t i = 0; i < doctor->case_count; i++) {
        if (doctor->cases[i].row->kind != DOCTOR_ATTEMPT)
            continue;
        (void)buf_append_text(&out, first ? "" : ",");
        write_case(&out, &doctor->cases[i]);
        first = false;
    }
    (void)buf_append_text(&out, "]}");
    if (buf_terminate(&out) == 0)
        pretty_print_text(stdout, out.data, false, false);
    buf_clear(&out);
}

/* --- attempts and verdicts --- */

enum { ATTEMPT_MS = 3000 };

static bool is_asked_to_end(struct doctor *doctor)
{
    (void)uv_run(&doctor->live.loop, UV_RUN_NOWAIT);
    return doctor->live.ended_by != 0 || doctor->live.unread;
}

/* The process must still run after the process that created it has ended. */
static void settle_outliver(const struct doctor *doctor, struct doctor_case *one)
{
    pid_t pid = 0;
    if (one->outside.outcome == PROBE_SUCCEEDED && (probe_outliver_find(doctor->outside_lock, &pid) < 0 || pid == 0))
        one->outside =
            (struct probe_result){.outcome = PROBE_REFUSED, .detail = "the process did not outlive its parent"};
    (void)probe_outliver_end(doctor->outside_lock);
}

static void try_outside(struct doctor *doctor, struct doctor_case *one)
{
    struct probe_target target = one->target;
    bool outlives = strcmp(one->row->attempt, "outlive") == 0;
    if (outlives)
        target.path = doctor->outside_lock;
    probe_run(probe_find(slice_of(one->row->attempt)), &target, ATTEMPT_MS, &one->outside);
    one->tried_outside = true;
    if (outlives)
        settle_outliver(doctor, one);
}

static enum cli_exit prepare(struct doctor *doctor, enum doctor_which which)
{
    for (const struct doctor_attempt *row = doctor_attempts; row->id; row++) {
        if (row->session != which || doctor->case_count == DOCTOR_CASES_MAX)
            continue;
        struct doctor_case *one = &doctor->cases[doctor->case_count++];
        *one = (struct doctor_case){.row = row};
        one->target = (struct probe_target){.path = "", .text = one->text, .pid_namespace = probe_pid_namespace()};
        one->aimed = row->aim(doctor, one);
        if (one->aimed && row->kind == DOCTOR_ATTEMPT)
            try_outside(doctor, one);
        if (is_asked_to_end(doctor))
            return CLI_INTERRUPTED;
    }
    return CLI_OK;
}

static bool is_not_held(const struct doctor *doctor, const struct doctor_case *one)
{
    const struct doctor_session *session = &doctor->sessions[one->row->session];
    const struct session_sandbox *sandbox = &session->record.sandbox;
    if (!one->row->lacks || !session->recorded || session->record.sandbox_is != FIELD_SET)
        return false;
    for (size_t i = 0; i < sandbox->not_held.count; i++)
        if (slice_starts_with(sandbox->not_held.items[i], slice_of(one->row->lacks)))
            return true;
    return false;
}

static enum doctor_verdict judge(const struct doctor *doctor, const struct doctor_case *one)
{
    if (one->aimed && !one->tried_inside)
        return DOCTOR_UNKNOWN;
    if (one->aimed && one->inside.outcome == PROBE_SUCCEEDED)
        return is_not_held(doctor, one) ? DOCTOR_NOT_HELD : DOCTOR_BROKEN;
    return one->aimed && one->outside.outcome == PROBE_SUCCEEDED ? DOCTOR_HELD : DOCTOR_UNAVAILABLE;
}

/* task.cancel has reported that no process of the task is left: check that. */
static void look_for_outliver(struct doctor *doctor)
{
    struct doctor_case *one = doctor_find(doctor, "outlive");
    pid_t pid = 0;
    if (!one || !one->tried_inside || one->inside.outcome != PROBE_SUCCEEDED)
        return;
    int r = probe_outliver_find(one->target.path, &pid);
    if (r == 0 && pid == 0)
        one->inside = (struct probe_result){.outcome = PROBE_REFUSED, .detail = "killed with its task"};
    else if (r == 0)
        (void)snprintf(one->inside.detail, sizeof one->inside.detail, "process %d still runs", (int)pid);
}

static enum cli_exit conclude(struct doctor *doctor)
{
    for (size_t i = 0; i < doctor->case_count; i++) {
        struct doctor_case *one = &doctor->cases[i];
        if (one->row->kind == DOCTOR_CONTROL && (!one->tried_inside || one->inside.outcome != PROBE_SUCCEEDED))
            return cli_fail(doctor->cli, CLI_USAGE,
                            "the check proves nothing: inside the sandbox, the agent could not even create a file in "
                            "its own directory (%s %s)",
                            probe_error_name(one->inside.error), one->inside.detail);
        one->verdict = judge(doctor, one);
    }
    if (doctor->cli->json)
        doctor_print_json(doctor);
    else
        doctor_print(doctor);
    if (doctor_count(doctor, DOCTOR_BROKEN) > 0)
        return CLI_FAILED;
    if (doctor_count(doctor, DOCTOR_UNKNOWN) > 0)
        return cli_fail(doctor->cli, CLI_USAGE, "some attempts could not be made");
    return CLI_OK;
}

/* --- the command --- */

static enum cli_exit examine(struct doctor *doctor)
{
    enum cli_exit exit = live_connect(&doctor->live);
    if (exit == CLI_OK)
        exit = doctor_decoys_make(doctor);
    if (exit == CLI_OK)
        exit = doctor_sessions_open(doctor);
    for (size_t i = 0; i < DOCTOR_SESSIONS && exit == CLI_OK; i++) {
        exit = prepare(doctor, (enum doctor_which)i);
        if (exit == CLI_OK)
            exit = doctor_session_try(doctor, (enum doctor_which)i);
    }
    if (exit == CLI_OK)
        exit = doctor_sessions_stop(doctor);
    if (exit != CLI_OK)
        return exit;
    look_for_outliver(doctor);
    return conclude(doctor);
}

static void clear(struct doctor *doctor)
{
    doctor_decoys_remove(doctor);
    probe_bystander_stop(&doctor->bystander);
    for (size_t i = 0; i < doctor->case_count; i++)
        free(doctor->cases[i].path);
    daemon_facts_clear(&doctor->facts);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct doctor *doctor = calloc(1, sizeof *doctor);
    if (!doctor)
        return cli_fail(cli, CLI_USAGE, "out of memory");
    doctor->cli = cli;
    doctor->inherited = doctor->terminal = -1;
    enum cli_exit exit = cli_connect(cli);
    if (exit == CLI_OK && daemon_facts_ask(cli, &doctor->facts) < 0)
        exit = cli_fail_call(cli);
    /* Before the loop is created, whose descriptors the process would inherit. */
    int r = exit == CLI_OK ? probe_bystander_start(&doctor->bystander) : 0;
    if (r < 0)
        exit = cli_fail(cli, CLI_USAGE, "cannot start the process that the attempts target: %s", strerror(-r));
    if (exit == CLI_OK)
        exit = live_begin(&doctor->live, cli);
    if (exit == CLI_OK) {
        (void)uv_timer_init(&doctor->live.loop, &doctor->limit);
        doctor->limit.data = doctor;
        exit = examine(doctor);
        doctor_sessions_remove(doctor);
        uv_close((uv_handle_t *)&doctor->limit, NULL);
    }
    clear(doctor);
    live_end(&doctor->live);
    free(doctor);
    return exit;
}
