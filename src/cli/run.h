/* Runs prompts in a session and shows each task until its end: the core of 'weir run' and 'weir chat'. */
#pragma once

#include "cli/approve.h"
#include "cli/follow.h"
#include "cli/prompt.h"
#include "cli/run_display.h"
#include "cli/session_options.h"
#include "cli/status_line.h"
#include "contract/session.h"
#include "contract/task.h"

#define RUN_OPTIONS                                                                                                    \
    {"continue", 'c', NULL, NULL, "continue the session used last in this directory"},                                 \
        {"session", 's', "ID", NULL, "continue this session"},                                                         \
        {"resume", 'r', "[=ID]", NULL, "choose the session to continue, or name it"},                                  \
        {"cwd", 'C', "DIR", NULL, "working directory (default: the current one; with --session, the session's)"},      \
        {"agent", 'a', "AGENT", NULL, "agent (default: the session's, else the first that can be used)"},              \
        {"model", 'm', "MODEL", NULL, "model, see 'weir models'"},                                                     \
        {"permission-mode", 0, "MODE", SESSION_MODES,                                                                  \
         "permission mode: default, acceptEdits, bypassPermissions or plan"},                                          \
        {"thinking-tokens", 0, "COUNT", NULL, "tokens that the model may use for thinking"},                           \
        {"tools", 0, "LIST", NULL,                                                                                     \
         "tools that the task may use, separated by commas; * stands for any characters ('': none)"},                  \
        {"time-limit", 0, "SECONDS", NULL, "running time of the task (default: as configured)"},                       \
        {"title", 0, "TEXT", NULL, "title of a new session (default: the beginning of the prompt)"}, ATTACH_OPTION,    \
        NOTIFY_OPTION, {"quiet", 'q', NULL, NULL, "print only the agent's text, and errors"},                          \
    {                                                                                                                  \
        "verbose", 'v', NULL, NULL, "print results of tools and changes of files completely"                           \
    }

/* The options, and the session once it is known. */
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
    bool is_chat;       /* a conversation: its session is not closed when idle */
    char *cwd;          /* absolute; NULL: the session's */
    bool has_commands;  /* /diff and the like can be typed */
    bool mentions;      /* @PATH in a prompt attaches the file */
    bool have_attached; /* --attach applies to the first prompt only, and was sent with it */

    char *const *background; /* background tasks whose permission requests are asked here too */
    size_t background_count;

    char who[256]; /* the last agent and model shown, to show them only once */
    char *session; /* the session id; NULL: not known yet */
    bool resumed;  /* the session existed before */
};

/* Call run_wish_clear() in any case. */
enum cli_exit run_wish_read(const struct cli *cli, struct run_wish *ret_wish);
void run_wish_clear(struct run_wish *wish);

struct run {
    struct cli *cli;
    struct run_wish *wish;
    struct live live;
    struct follow follow;
    struct run_display display;
    struct status_line line;
    struct approve approve;
    bool asks;             /* a user is there to answer permission requests */
    uint64_t wants_to_ask; /* since when a request waits for a pause of the events; 0: none waits */
    bool was_behind;       /* at the last check for that request, older events were still missing */
    bool interrupted;      /* other output followed the question */
    bool polls, has_key;
    char key;

    struct slice prompt;
    char *task_id;
    const char *state;  /* of the task, for the status line */
    char progress[256]; /* the same */
    char tool[100];     /* the last call of a tool */
    unsigned tools;     /* calls of tools without a result yet */
    uv_timer_t grace, limit, rest, twice;
    uint64_t begun;
    int64_t cost_before; /* cost of the session before, in millionths; -1: not known */
    bool introduced;     /* "initialize" was sent on this connection */
    bool stopping;       /* the user wants it to end */
    bool stop_sent;      /* task.cancel was sent, which cannot be undone */
    bool is_final;       /* the event of its end has arrived */
    bool ended, late;
    char *record; /* the task as task.wait returned it; NULL: no response yet */
    bool is_completed;
};

/* --- run.c --- */

/* Finds, changes or creates the session that the options ask for, and stores its id in wish->session. `prompt` gives a
 * new session its title. */
enum cli_exit run_choose_session(struct run *run, struct slice prompt);

/* Says in one line that the project's .mcp.json offers servers that wait for a decision. */
void run_tell_offers(struct run *run);

/* Shows how the task ended, what it used and what it changed. */
enum cli_exit run_end(struct run *run);

/* The title or the prompt, for notifications. */
struct slice run_title(const struct run *run);

/* Returns the cost of the session's calls through the broker, in millionths; -1: not known. */
int64_t run_cost(struct run *run);

/* --- run_task.c --- */

/* Sends the prompt to the agent and waits for the end. Returns CLI_OK if the task completed, else CLI_FAILED;
 * CLI_INTERRUPTED if Ctrl-C stopped it or left it running; CLI_TIMEOUT if it runs longer than --timeout. Creates the
 * session if wish->session is NULL. The caller frees *ret_task_id (ret_task_id may be NULL, and *ret_task_id may become
 * NULL). */
enum cli_exit run_prompt(struct cli *cli, struct run_wish *wish, struct slice prompt, char **ret_task_id);

/* The same for an existing task of the session wish->session. */
enum cli_exit run_watch(struct cli *cli, struct run_wish *wish, struct slice prompt, const char *task_id);

/* More events may follow at once: delays permission requests until there is a pause. */
void run_await_rest(struct run *run);

/* --- run_ask.c: permission requests during a task --- */

void run_ask_begin(struct run *run);
void run_ask_end(struct run *run);
/* Called for each new connection. Does not report a failure: the daemon then denies requests, which the agent
 * reports. */
void run_ask_introduce(struct run *run);
/* Asks the next pending request, unless one is being asked. */
void run_ask_turn(struct run *run);
/* Hides the question; a request that is still pending is asked again. */
void run_ask_forget(struct run *run);
/* Ends the line of the question before other output, and has it asked again after a pause. */
void run_ask_interrupt(struct run *run);
/* Returns whether the last line of the terminal is a question. */
bool run_ask_is_open(const struct run *run);
