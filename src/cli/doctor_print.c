#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/columns.h"
#include "cli/doctor.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/write.h"

enum { PRINT_BYTES_MAX = 1 << 20, WHY_BYTES_MAX = 1024 };

static const struct {
    const char *word, *code, *color;
} verdicts[] = {
    [DOCTOR_UNKNOWN] = {"not tried", "not_tried", pretty_dim},
    [DOCTOR_HELD] = {"held", "held", pretty_green},
    [DOCTOR_BROKEN] = {"BROKEN", "broken", pretty_red},
    [DOCTOR_NOT_HELD] = {"not held here", "not_held", pretty_yellow},
    [DOCTOR_UNAVAILABLE] = {"not available here", "not_available", pretty_dim},
};

size_t doctor_count(const struct doctor *doctor, enum doctor_verdict verdict)
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

/* What a person wants to know of the verdict. */
static void append_why(struct buf *out, const struct doctor_case *one)
{
    if (!one->aimed)
        (void)buf_append_text(out, one->why);
    else if (one->verdict == DOCTOR_UNAVAILABLE) {
        (void)buf_append_text(out, "not outside either: ");
        append_result(out, &one->outside);
    } else if (one->tried_inside)
        append_result(out, &one->inside);
}

/* --- the level ------------------------------------------------------------------------------------------ */

static const struct session_sandbox *sandbox_of(const struct doctor *doctor, enum doctor_which which)
{
    const struct doctor_room *room = &doctor->rooms[which];
    return room->recorded && room->record.sandbox_is == FIELD_SET ? &room->record.sandbox : NULL;
}

/* The lower of the two: where namespaces cannot be had for a closed network, say, a session falls a rung deeper. */
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
            "Agents run in namespaces of their own, under Landlock and a filter of system calls.",
        [SESSION_SANDBOX_LEVEL_LANDLOCK] =
            "Agents run under Landlock and a filter of system calls, without namespaces.",
        [SESSION_SANDBOX_LEVEL_OFF] =
            "THE SANDBOX IS OFF: agents run with all of your rights. What held was not held by a sandbox.",
    };
    return sandbox ? sentences[sandbox->level] : "The daemon does not say at which level agents run.";
}

/* --- for people -------------------------------------------------------------------------------------------- */

static void print_table(const struct doctor *doctor)
{
    static const struct table_column columns[] = {
        {.title = "ATTEMPT"}, {.title = "OUTSIDE"}, {.title = "INSIDE"}, {.title = "WHY", .yields = true}};
    struct buf out = BUF_LIMITED(PRINT_BYTES_MAX), why = BUF_LIMITED(WHY_BYTES_MAX);
    struct table table;
    bool color = doctor->cli->color;
    table_init(&table, columns, sizeof columns / sizeof *columns, tty_columns(STDOUT_FILENO),
               pretty_if(color, pretty_dim));
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
    table_write(&table, &out);
    if (out.size > 0)
        (void)fwrite(out.data, 1, out.size, stdout);
    table_clear(&table);
    buf_clear(&why);
    buf_clear(&out);
}

static void print_not_held(const struct doctor *doctor)
{
    for (size_t i = 0; i < DOCTOR_ROOMS; i++) {
        const struct session_sandbox *sandbox = sandbox_of(doctor, (enum doctor_which)i);
        for (size_t k = 0; sandbox && k < sandbox->not_held.count; k++) {
            const struct session_sandbox *first = i > 0 ? sandbox_of(doctor, 0) : NULL;
            bool said = false;
            for (size_t n = 0; first && n < first->not_held.count; n++)
                said |= slice_equal(first->not_held.items[n], sandbox->not_held.items[k]);
            if (said)
                continue;
            (void)fputs("cannot hold on this level: ", stdout);
            text_write(stdout, sandbox->not_held.items[k]);
            (void)putchar('\n');
        }
    }
}

void doctor_print(const struct doctor *doctor)
{
    const struct session_sandbox *sandbox = lowest(doctor);
    bool color = doctor->cli->color, off = sandbox && sandbox->level == SESSION_SANDBOX_LEVEL_OFF;
    print_table(doctor);
    (void)printf("\n%slevel: %s%s", pretty_if(color, off ? pretty_red : pretty_bold), level_word(sandbox),
                 pretty_if(color, pretty_off));
    if (sandbox && !off)
        (void)printf(" (Landlock %" PRId64 ")", sandbox->landlock);
    (void)printf(". %s%s%s\n", pretty_if(color, off ? pretty_red : ""), level_sentence(sandbox),
                 pretty_if(color && off, pretty_off));
    for (size_t i = 0; i < DOCTOR_ROOMS; i++) {
        const struct session_sandbox *its = sandbox_of(doctor, (enum doctor_which)i);
        if (sandbox && its && its->level != sandbox->level)
            (void)printf("Where the network is %s the level is %s.\n", i == DOCTOR_OPEN ? "open" : "closed",
                         level_word(its));
    }
    print_not_held(doctor);
    (void)printf("%zu held, %zu broken, %zu not held here, %zu not available here\n", doctor_count(doctor, DOCTOR_HELD),
                 doctor_count(doctor, DOCTOR_BROKEN), doctor_count(doctor, DOCTOR_NOT_HELD),
                 doctor_count(doctor, DOCTOR_UNAVAILABLE));
}

/* --- for programs ------------------------------------------------------------------------------------------- */

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
    (void)buf_printf(out, ",\"network\":\"%s\",\"verdict\":\"%s\"", one->row->room == DOCTOR_OPEN ? "full" : "none",
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

void doctor_print_json(const struct doctor *doctor)
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
