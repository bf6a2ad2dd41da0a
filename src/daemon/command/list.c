/* Handles agent.commands. */
#include <string.h>

#include "contract/agent.h"
#include "daemon/command/command.h"
#include "daemon/session/session.h"
#include "rpc/call.h"

struct listing {
    struct session_scan scan;
    struct slice agent;
    bool is_builtin;
    struct command_found found;
};

/* Commands that the built-in agent implements itself. */
static const struct agent_command own[] = {
    {.name = SLICE_INIT("compact"),
     .description = SLICE_INIT("summarize the conversation, to send less of it to the model"),
     .description_is = FIELD_SET,
     .hint = SLICE_INIT("[what to keep]"),
     .hint_is = FIELD_SET,
     .kind = AGENT_COMMAND_KIND_COMMAND,
     .source = AGENT_COMMAND_SOURCE_WEIR},
};
enum { OWN = sizeof own / sizeof *own };

static void where(const void *params, struct slice *ret_session_id, struct slice *ret_cwd)
{
    const struct agent_commands_params *commands = params;
    *ret_session_id = commands->session_id_is == FIELD_SET ? commands->session_id : (struct slice){0};
    *ret_cwd = commands->cwd_is == FIELD_SET ? commands->cwd : (struct slice){0};
}

static int fill(struct session_scan *scan)
{
    struct listing *listing = (struct listing *)scan;
    const struct agent_commands_params *params = scan->call->params;
    const struct session_record *session = scan->session;
    const struct config_settings_tasks *settings = &session_keeper_of(scan->call)->settings->tasks;
    struct slice agent = SLICE("builtin");
    if (params->agent_is == FIELD_SET)
        agent = params->agent;
    else if (session && session->agent_is == FIELD_SET)
        agent = session->agent;
    else if (settings->agent_is == FIELD_SET)
        agent = settings->agent;
    else if (session && session->agent_commands_is == FIELD_SET)
        agent = session->agent_commands.agent;
    listing->agent = arena_copy(&scan->arena, agent);
    listing->is_builtin = slice_is(agent, "builtin");
    return listing->agent.data ? 0 : -ENOMEM;
}

static void work(struct session_scan *scan)
{
    struct listing *listing = (struct listing *)scan;
    if (listing->is_builtin)
        scan->status = command_find(&scan->arena, scan->cwd, (struct slice){0}, &listing->found);
}

static void answer_reported(struct listing *listing)
{
    const struct session_record *session = listing->scan.session;
    bool reported = session && session->agent_commands_is == FIELD_SET &&
                    slice_equal(session->agent_commands.agent, listing->agent);
    size_t count = reported ? session->agent_commands.commands.count : 0;
    struct agent_command *items = arena_zeroed(&listing->scan.arena, (count + 1) * sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        const struct session_command *command = &session->agent_commands.commands.items[i];
        items[i] = (struct agent_command){.name = command->name,
                                          .description = command->description,
                                          .description_is = command->description_is,
                                          .hint = command->hint,
                                          .hint_is = command->hint_is,
                                          .kind = AGENT_COMMAND_KIND_COMMAND,
                                          .source = AGENT_COMMAND_SOURCE_AGENT};
    }
    (void)agent_commands_reply(listing->scan.call,
                               &(struct agent_commands_result){
                                   .agent = listing->agent, .commands = {items, items ? count : 0}, .complete = true});
}

static void answer(struct session_scan *scan)
{
    struct listing *listing = (struct listing *)scan;
    const struct command_found *found = &listing->found;
    if (!listing->is_builtin) {
        answer_reported(listing);
        return;
    }
    struct agent_command *items = arena_zeroed(&scan->arena, (found->count + OWN) * sizeof *items);
    size_t count = 0;
    for (size_t i = 0; items && i < OWN; i++)
        items[count++] = own[i];
    for (size_t i = 0; items && i < found->count; i++)
        if (!slice_is(found->items[i].name, "compact")) /* a built-in command wins */
            items[count++] = found->items[i];
    (void)agent_commands_reply(scan->call, &(struct agent_commands_result){.agent = listing->agent,
                                                                           .commands = {items, count},
                                                                           .complete = found->is_whole && items});
}

int agent_commands(struct call *call, const struct agent_commands_params *params)
{
    static const struct session_scan_kind kind = {.lane = "commands",
                                                  .size = sizeof(struct listing),
                                                  .arena_bytes = COMMANDS_ARENA_BYTES,
                                                  .where = where,
                                                  .fill = fill,
                                                  .work = work,
                                                  .answer = answer};
    (void)params; /* the deferred call keeps a copy */
    return session_scan(call, &kind);
}
