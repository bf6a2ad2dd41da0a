/* The slash commands of the agent. */
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/chat.h"
#include "cli/columns.h"
#include "cli/entry.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/agent.h"

enum { ABOUT_COLUMNS = 72, NAME_COLUMNS = 24 };

/* Those of the agent that answers next; empty where none are known. */
static struct agent_commands_result find(struct chat *chat, struct arena *arena)
{
    autofree char *result = NULL;
    struct agent_commands_result found = {0};
    const char *id = chat_session(chat);
    const struct agent_commands_params params = {
        .session_id = slice_of(id),
        .session_id_is = id ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(chat->wish.cwd),
        .cwd_is = !id && chat->wish.cwd ? FIELD_SET : FIELD_ABSENT,
        .agent = chat->wish.agent,
        .agent_is = chat->wish.agent_is,
    };
    if ((!id && !chat->wish.cwd) || ask(chat->cli, &agent_commands_method, &params, &result) != CLI_OK ||
        ask_read(chat->cli, arena, &agent_commands_result_shape, result, &found) != CLI_OK)
        return (struct agent_commands_result){0};
    return found;
}

bool chat_agent_knows(struct chat *chat, const char *name)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct agent_commands_result known = find(chat, &arena);
    bool is_known = false;
    for (size_t i = 0; i < known.commands.count && !is_known; i++)
        is_known = slice_is(known.commands.items[i].name, name + 1);
    arena_clear(&arena);
    return is_known;
}

static bool is_own(struct slice name)
{
    for (const char *const *own = chat_command_names; *own; own++)
        if (slice_is(name, *own + 1))
            return true;
    return false;
}

/* As it is typed: two slashes where weir has one of the same name. */
static void write_name(struct buf *out, const struct agent_command *command)
{
    (void)buf_append_text(out, is_own(command->name) ? "//" : "/");
    text_append(out, command->name);
    if (command->hint_is == FIELD_SET) {
        (void)buf_append_char(out, ' ');
        (void)columns_append(out, command->hint, NAME_COLUMNS);
    }
}

/* The list of weir's own has it, whoever the agent is. */
static void leave_out_compact(struct agent_commands_result *known)
{
    size_t kept = 0;
    for (size_t i = 0; i < known->commands.count; i++)
        if (!slice_is(known->commands.items[i].name, "compact"))
            known->commands.items[kept++] = known->commands.items[i];
    known->commands.count = kept;
}

void chat_agent_help(struct chat *chat)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct agent_commands_result known = find(chat, &arena);
    leave_out_compact(&known);
    struct entries entries = entries_to(stdout, 2, pretty_if(chat->cli->color, pretty_bold));
    struct buf name = BUF_LIMITED(64 << 10), about = BUF_LIMITED(64 << 10);
    if (known.commands.count > 0) {
        (void)printf("Commands of the agent ");
        text_write(stdout, known.agent);
        (void)puts(":");
    }
    for (int printing = 0; printing < 2; printing++)
        for (size_t i = 0; i < known.commands.count; i++) {
            const struct agent_command *command = &known.commands.items[i];
            buf_reset(&name, 64 << 10);
            buf_reset(&about, 64 << 10);
            write_name(&name, command);
            if (command->description_is == FIELD_SET)
                (void)columns_append(&about, command->description, ABOUT_COLUMNS);
            if (printing)
                entries_print(&entries, stdout, buf_slice(&name), buf_slice(&about));
            else
                entries_measure(&entries, buf_slice(&name));
        }
    buf_clear(&about);
    buf_clear(&name);
    arena_clear(&arena);
}
