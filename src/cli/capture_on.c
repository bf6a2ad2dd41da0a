/* weir capture on: says what will be recorded, and asks. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/capture.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/text.h"
#include "contract/daemon.h"

enum { START_LOOKS = 50, LOOK_MS = 100 };

#define KEYS (1U << RECORDER_STREAM_KEYSTROKE)

static enum cli_exit run_on(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"text", 't', NULL, NULL, "of the stream keystroke, also keep the text that you type"},
    {"yes", 'y', NULL, NULL, "you have read what is recorded and consent; do not ask"},
    {0},
};

const struct cli_command command_capture_on = {
    .name = "capture on",
    .arguments = "[STREAM...]",
    .summary = "Say what will be recorded, ask for your consent, and record",
    .details = "Without STREAM, records the streams that are on: window_tracking, focus and browser unless you change "
               "that.\n"
               "Run it in a terminal of the graphical session: the daemon then records this session.",
    .options = options,
    .arguments_max = CAPTURE_STREAMS,
    .words = "window_tracking focus browser keystroke clipboard",
    .starts = true,
    .run = run_on,
};

/* --- what is recorded --- */

static const char *describe(enum recorder_stream stream, bool text)
{
    switch (stream) {
    case RECORDER_STREAM_WINDOW_TRACKING:
        return "the application and the title of the window in front, and how long it is";
    case RECORDER_STREAM_FOCUS:
        return "how long you work in one window without a break";
    case RECORDER_STREAM_BROWSER:
        return "the titles of pages in front in a browser, also of private windows";
    case RECORDER_STREAM_KEYSTROKE:
        return text ? "how many keys you press, and THE TEXT THAT YOU TYPE, except in password fields"
                    : "how many keys you press in each window, not which";
    case RECORDER_STREAM_CLIPBOARD:
        return "what you copy: its type, its size, and up to 4 KiB of its text";
    }
    return "";
}

/* On standard error with the question, since standard output is for the result. */
static void explain(unsigned streams, bool text, struct slice directory)
{
    (void)fputs("weir will record:\n\n", stderr);
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++)
        if (streams & (1U << i))
            (void)fprintf(stderr, "  %-16s %s\n", capture_stream_name((enum recorder_stream)i).data,
                          describe((enum recorder_stream)i, text));
    if (streams == 0)
        (void)fputs("  nothing: all streams are off\n", stderr);
    (void)fputs("\nThe records stay on this machine, in ", stderr);
    text_write(stderr, directory);
    (void)fputs("/weir.db.\n"
                "They are not encrypted: whoever can read your files can read them, and your backups contain them.\n"
                "After 30 days they are removed. Agents get windows, focus and pages of the last hour as context, and\n"
                "send them to the provider of their model, unless the setting chat.context is false.\n"
                "Stop it with 'weir capture off', remove records with 'weir capture forget'.\n\n",
                stderr);
}

/* --- the session --- */

struct session {
    struct recorder_session record;
    char xauthority[PATH_MAX];
    bool is_known;
};

static bool is_here(const char *display)
{
    return display[0] == ':' || strncmp(display, "unix:", 5) == 0 || strncmp(display, "unix/:", 6) == 0;
}

static void set(struct slice *field, enum field_is *is, const char *value)
{
    if (!value || !*value || !text_is_utf8(slice_of(value)))
        return;
    *field = slice_of(value);
    *is = FIELD_SET;
}

/* The session of this terminal. One of another machine (ssh -X) is not recorded. */
static void find_session(const struct cli *cli, struct session *session)
{
    const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY"), *type = getenv("XDG_SESSION_TYPE");
    const char *xauthority = getenv("XAUTHORITY"), *home = getenv("HOME");
    *session = (struct session){0};
    session->record.wayland = (wayland && *wayland) || (type && strcmp(type, "wayland") == 0);
    if (display && *display && !is_here(display))
        cli_hint(cli, "the display %s is on another machine, so it is not recorded", display);
    else
        set(&session->record.display, &session->record.display_is, display);
    session->is_known = session->record.display_is == FIELD_SET || session->record.wayland;
    if (xauthority && *xauthority)
        (void)snprintf(session->xauthority, sizeof session->xauthority, "%s", xauthority);
    else if (home)
        (void)snprintf(session->xauthority, sizeof session->xauthority, "%s/.Xauthority", home);
    if (session->xauthority[0] == '/' && access(session->xauthority, F_OK) == 0)
        set(&session->record.xauthority, &session->record.xauthority_is, session->xauthority);
    set(&session->record.bus, &session->record.bus_is, getenv("DBUS_SESSION_BUS_ADDRESS"));
}

/* --- asking --- */

struct plan {
    unsigned named, enabled; /* streams */
    bool text;               /* the text of keys is asked for */
    struct capture_consent before;
};

static bool has_news(const struct plan *plan)
{
    return !plan->before.recording || (plan->named & ~plan->enabled) || (plan->text && !plan->before.keystroke_text);
}

static enum cli_exit ask_person(struct cli *cli, struct arena *arena, const struct plan *plan)
{
    autofree char *status = NULL;
    struct daemon_status_result daemon = {0};
    bool text = plan->text || plan->before.keystroke_text;
    if (!has_news(plan))
        return CLI_OK;
    if (!cli_option(cli, "yes") && !isatty(STDIN_FILENO))
        return cli_fail(
            cli, CLI_USAGE,
            "a person must consent, and there is no terminal to ask on; run it in a terminal, or add --yes");
    enum cli_exit exit = ask(cli, &daemon_status_method, NULL, &status);
    if (exit == CLI_OK)
        exit = ask_read(cli, arena, &daemon_status_result_shape, status, &daemon);
    if (exit != CLI_OK)
        return exit;
    if (!cli->json)
        explain(plan->enabled | plan->named, text, daemon.state);
    if (cli_option(cli, "yes"))
        return CLI_OK;
    if (!confirm(cli, "Do you want that?"))
        return cli_fail(cli, CLI_FAILED, "nothing was changed");
    if (plan->text && !plan->before.keystroke_text &&
        !confirm(cli,
                 "Everything you type will be stored as text, messages and drafts too. Password fields are left out "
                 "only\nwhere applications say that they are. Do you want that?"))
        return cli_fail(cli, CLI_FAILED, "nothing was changed; without --text, keys are only counted");
    return CLI_OK;
}

/* --- the result --- */

static bool is_starting(const struct capture_get_status_result *status)
{
    for (size_t i = 0; i < status->streams.count; i++)
        if (status->streams.items[i].error_is == FIELD_SET &&
            slice_is(status->streams.items[i].error, "weir-capture is starting"))
            return true;
    return false;
}

/* The program takes a moment to start. */
static enum cli_exit await_start(struct cli *cli)
{
    enum cli_exit exit = CLI_OK;
    bool starts = true;
    for (int i = 0; exit == CLI_OK && starts && i < START_LOOKS; i++) {
        autofree char *text = NULL;
        struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
        struct capture_get_status_result status = {0};
        if (i > 0)
            (void)nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
        exit = ask(cli, &capture_get_status_method, NULL, &text);
        if (exit == CLI_OK)
            exit = ask_read(cli, &arena, &capture_get_status_result_shape, text, &status);
        starts = is_starting(&status);
        arena_clear(&arena);
    }
    return exit;
}

static enum cli_exit consent(struct cli *cli, const struct plan *plan, const struct session *session)
{
    autofree char *text = NULL;
    const struct capture_consent_params params = {.recording = true,
                                                  .recording_is = FIELD_SET,
                                                  .keystroke_text = true,
                                                  .keystroke_text_is = plan->text ? FIELD_SET : FIELD_ABSENT,
                                                  .session = session->record,
                                                  .session_is = session->is_known ? FIELD_SET : FIELD_ABSENT};
    return ask(cli, &capture_consent_method, &params, &text);
}

static enum cli_exit run_on(struct cli *cli, int count, char **arguments)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct plan plan = {.text = cli_option(cli, "text") != NULL};
    struct session session;
    enum cli_exit exit = capture_read_streams(cli, count, arguments, &plan.named);
    if (exit == CLI_OK)
        exit = capture_fetch_enabled(cli, &arena, &plan.enabled);
    if (exit == CLI_OK)
        exit = capture_fetch_consent(cli, &arena, &plan.before);
    if (exit == CLI_OK && plan.text && !((plan.enabled | plan.named) & KEYS))
        exit = cli_fail(cli, CLI_USAGE, "--text is about the stream keystroke; run: weir capture on keystroke --text");
    if (exit == CLI_OK)
        exit = ask_person(cli, &arena, &plan);
    if (exit == CLI_OK)
        exit = capture_toggle(cli, plan.named & ~plan.enabled, true);
    if (exit == CLI_OK) {
        find_session(cli, &session);
        exit = consent(cli, &plan, &session);
    }
    if (exit == CLI_OK)
        exit = await_start(cli);
    arena_clear(&arena);
    return exit == CLI_OK ? capture_print_status(cli) : exit;
}
