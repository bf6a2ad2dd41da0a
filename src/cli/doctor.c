#include "cli/doctor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_doctor = {
    .name = "doctor",
    .arguments = "",
    .summary = "Try to break out of the sandbox, and tell what holds",
    .details =
        "Lets executors of two sessions of their own, with the network open and closed, try what an agent must not\n"
        "be able to do: read the store, the keys and other sessions' directories, talk to the daemon, trace other\n"
        "processes, outlive its stop. Each attempt is first made out here, where it has to succeed, else it proves\n"
        "nothing. Nothing of it stays.\n"
        "\n"
        "The exit status is 0 when everything held, or is what the level says of itself that it cannot hold; 1 when\n"
        "something is broken; 2 when it could not be tried.",
    .starts = true,
    .run = run,
};

enum { ATTEMPT_MS = 3000 };

/* --- outside ------------------------------------------------------------------------------------------ */

static bool is_asked_to_end(struct doctor *doctor)
{
    (void)uv_run(&doctor->live.loop, UV_RUN_NOWAIT);
    return doctor->live.ended_by != 0 || doctor->live.unread;
}

/* A process that stays has to be there when the one that made the attempt is gone. */
static void settle_outliver(const struct doctor *doctor, struct doctor_case *one)
{
    pid_t pid = 0;
    if (one->outside.outcome == PROBE_SUCCEEDED && (probe_outliver_find(doctor->outside_lock, &pid) < 0 || pid == 0))
        one->outside = (struct probe_result){.outcome = PROBE_REFUSED, .detail = "it did not stay"};
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
    for (const struct doctor_row *row = doctor_rows; row->id; row++) {
        if (row->room != which || doctor->case_count == DOCTOR_CASES_MAX)
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

/* --- what came of it ------------------------------------------------------------------------------------ */

static bool is_not_held(const struct doctor *doctor, const struct doctor_case *one)
{
    const struct doctor_room *room = &doctor->rooms[one->row->room];
    const struct session_sandbox *sandbox = &room->record.sandbox;
    if (!one->row->lacks || !room->recorded || room->record.sandbox_is != FIELD_SET)
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

/* The task was stopped, and the answer said that nothing of it is left. */
static void look_for_outliver(struct doctor *doctor)
{
    struct doctor_case *one = doctor_find(doctor, "outlive");
    pid_t pid = 0;
    if (!one || !one->tried_inside || one->inside.outcome != PROBE_SUCCEEDED)
        return;
    int r = probe_outliver_find(one->target.path, &pid);
    if (r == 0 && pid == 0)
        one->inside = (struct probe_result){.outcome = PROBE_REFUSED, .detail = "it was ended with its task"};
    else if (r == 0)
        (void)snprintf(one->inside.detail, sizeof one->inside.detail, "process %d is still there", (int)pid);
}

static enum cli_exit conclude(struct doctor *doctor)
{
    for (size_t i = 0; i < doctor->case_count; i++) {
        struct doctor_case *one = &doctor->cases[i];
        if (one->row->kind == DOCTOR_CONTROL && (!one->tried_inside || one->inside.outcome != PROBE_SUCCEEDED))
            return cli_fail(doctor->cli, CLI_USAGE,
                            "inside, not even a file of its own could be made (%s %s): it proves "
                            "nothing that other attempts fail",
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
        return cli_fail(doctor->cli, CLI_USAGE, "not everything could be tried");
    return CLI_OK;
}

/* --- all of it ---------------------------------------------------------------------------------------------- */

static enum cli_exit examine(struct doctor *doctor)
{
    enum cli_exit exit = live_connect(&doctor->live);
    if (exit == CLI_OK)
        exit = doctor_place_make(doctor);
    if (exit == CLI_OK)
        exit = doctor_rooms_open(doctor);
    for (size_t i = 0; i < DOCTOR_ROOMS && exit == CLI_OK; i++) {
        exit = prepare(doctor, (enum doctor_which)i);
        if (exit == CLI_OK)
            exit = doctor_room_try(doctor, (enum doctor_which)i);
    }
    if (exit == CLI_OK)
        exit = doctor_rooms_stop(doctor);
    if (exit != CLI_OK)
        return exit;
    look_for_outliver(doctor);
    return conclude(doctor);
}

static void clear(struct doctor *doctor)
{
    doctor_place_remove(doctor);
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
        return cli_fail(cli, CLI_USAGE, "no memory");
    doctor->cli = cli;
    doctor->inherited = doctor->terminal = -1;
    enum cli_exit exit = cli_connect(cli);
    if (exit == CLI_OK && daemon_facts_ask(cli, &doctor->facts) < 0)
        exit = cli_fail_call(cli);
    /* Before there is a loop whose descriptors it would keep. */
    int r = exit == CLI_OK ? probe_bystander_start(&doctor->bystander) : 0;
    if (r < 0)
        exit = cli_fail(cli, CLI_USAGE, "nothing can be put up to be attacked: %s", strerror(-r));
    if (exit == CLI_OK)
        exit = live_begin(&doctor->live, cli);
    if (exit == CLI_OK) {
        (void)uv_timer_init(&doctor->live.loop, &doctor->limit);
        doctor->limit.data = doctor;
        exit = examine(doctor);
        doctor_rooms_remove(doctor);
        uv_close((uv_handle_t *)&doctor->limit, NULL);
    }
    clear(doctor);
    live_end(&doctor->live);
    free(doctor);
    return exit;
}
