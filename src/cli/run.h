/* One prompt after another in a session, each watched until its end: what 'weir run' and 'weir chat' are made of. */
#pragma once

#include "cli/approve.h"
#include "cli/follow.h"
#include "cli/prompt.h"
#include "cli/run_display.h"
#include "cli/session_options.h"
#include "cli/status_line.h"
#include "contract/session.h"
#include "contract/task.h"

/* Options that both commands have. */
#define RUN_OPTIONS                                                                                                    \
    {"continue", 'c', NULL, NULL, "go on with the session used last in this directory"},                               \
        {"session", 's', "ID", NULL, "go on with this session"},                                                       \
        {"resume", 'r', "[=ID]", NULL, "choose the session to go on with, or name it"},                                \
        {"cwd", 'C', "DIR", NULL, "where (default: here; with --session, where the session is)"},                      \
        {"agent", 'a', "AGENT", NULL, "who shall do it (default: the first that can be used)"},                        \
        {"model", 'm', "MODEL", NULL, "with which model"},                                                             \
        {"permission-mode", 0, "MODE", SESSION_MODES, "what needs a permission (default: default)"},                   \
        {"thinking-tokens", 0, "COUNT", NULL, "that the model may think before it answers"},                           \
        {"tools", 0, "LIST", NULL, "which tools, separated by commas; * stands for any characters ('': none)"},        \
        {"time-limit", 0, "SECONDS", NULL, "how long a task may run (default: as configured)"},                        \
        {"title", 0, "TEXT", NULL, "what a new session is about (default: how the prompt begins)"}, ATTACH_OPTION,     \
        NOTIFY_OPTION, {"quiet", 'q', NULL, NULL, "only what the agent says, and what went wrong"},                    \
    {                                                                                                                  \
        "verbose", 'v', NULL, NULL, "results of tools as a whole, not folded"                                          \
    }

/* What was asked for, read from the options; and the session, once there is one. */
struct run_wish {
    struct slice session_id, agent, model, title;
    enum field_is session_id_is, agent_is, model_is, title_is;
    enum session_permission_mode mode;
    enum field_is mode_is;
    int64_t thinking_tokens, time_limit_ms;
    enum field_is thinking_tokens_is, time_limit_ms_is;
    struct slice tools[SESSION_TOOLS_MAX];
    size_t tool_count;
    enum field_is tools_is;
    bool continues;
    bool is_chat;       /* a conversation: its session stays open when nothing is at work in it */
    char *cwd;          /* absolute; NULL: the session's */
    bool mentions;      /* @PATH in a prompt attaches the file */
    bool have_attached; /* --attach is of the first prompt alone, and was given with it */

    char *const *background; /* tasks besides it whose questions are asked here, too */
    size_t background_count;

    char who[256]; /* agent and model that were told last, so that they are not told again */
    char *session; /* its id; NULL: none yet */
    bool resumed;  /* it was there before */
};

/* Clear it in any case. */
enum cli_exit run_wish_read(const struct cli *cli, struct run_wish *ret_wish);
void run_wish_clear(struct run_wish *wish);

/* One prompt at work. */
struct run {
    struct cli *cli;
    struct run_wish *wish;
    struct live live;
    struct follow follow;
    struct run_display display;
    struct status_line line;
    struct approve approve;
    bool asks;             /* a person is there who can answer what the agent asks for */
    uint64_t wants_to_ask; /* since when a question waits for the log to rest; 0: none does */
    bool was_behind;       /* when it was looked at last, for that question: not all had come that there was */
    bool polls, has_key;
    char key;

    struct slice prompt;
    char *task_id;
    const char *state;  /* of the task, for the status line */
    char progress[256]; /* likewise */
    char tool[100];     /* that was called last */
    unsigned tools;     /* that have no result yet */
    uv_timer_t grace, limit, rest, twice;
    uint64_t begun;
    int64_t cost_before; /* of the session, in millionths; -1: not known */
    bool introduced;     /* on this connection */
    bool stopping;       /* the person wants it to end */
    bool stop_sent;      /* and the daemon was told so: there is no way back */
    bool is_final;       /* the log has told its end */
    bool ended, late;
    char *record; /* the task as task.wait answered; NULL: it did not */
    bool is_completed;
};

/* --- run.c ------------------------------------------------------------------------------- */

/* The session that is wished for: found, changed as wished, or made; its id is wish->session then. `prompt` is what a
 * new one is about. */
enum cli_exit run_choose_session(struct run *run, struct slice prompt);

/* How it ended, what it used, what it changed. */
enum cli_exit run_end(struct run *run);

/* What it is about, in the person's own words. */
struct slice run_title(const struct run *run);

/* What the session's calls through the broker have cost, in millionths; -1: not known. */
int64_t run_cost(struct run *run);

/* --- run_task.c -------------------------------------------------------------------- */

/* Gives the prompt to the agent and stays until the end. CLI_OK: completed; CLI_FAILED; CLI_INTERRUPTED: stopped by
 * Ctrl-C, or left behind; CLI_TIMEOUT: left behind when --timeout was over. Makes the session where wish->session is
 * NULL. *ret_task_id (may be NULL, and may become NULL) is the caller's. */
enum cli_exit run_prompt(struct cli *cli, struct run_wish *wish, struct slice prompt, char **ret_task_id);

/* The same for a task that is there already, in the session wish->session. */
enum cli_exit run_watch(struct cli *cli, struct run_wish *wish, struct slice prompt, const char *task_id);

/* What comes now may be more than one thing: a question waits until nothing has come for a moment. */
void run_await_rest(struct run *run);

/* --- run_ask.c: questions about permissions, amid everything else --------------------- */

void run_ask_begin(struct run *run);
void run_ask_end(struct run *run);
/* On a connection that is new. A failure is not reported: the agent is refused then, and says so. */
void run_ask_introduce(struct run *run);
/* Asks the next question, if one waits and none is asked. */
void run_ask_turn(struct run *run);
/* Takes the question back; it is asked again where it still waits. */
void run_ask_forget(struct run *run);
/* Whether the terminal's last line is a question. */
bool run_ask_is_open(const struct run *run);
