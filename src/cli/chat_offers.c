/* What Tab completes: behind an @ files of the session, behind a slash commands of its agent. */
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/chat.h"
#include "contract/agent.h"
#include "contract/session.h"

enum { OFFER_MS = 1500 };

/* On a connection of its own, and without a word: nobody has asked for anything yet. */
static bool look(const struct chat *chat, const struct method *method, const void *params, struct arena *arena,
                 void *ret)
{
    struct buf text = BUF_LIMITED(64 << 10);
    autofree char *result = NULL;
    if (cli_place(chat->cli) != CLI_OK)
        return false;
    struct cli own = *chat->cli;
    own.weir = NULL;
    bool answered = cli_connect_quietly(&own) == 0 && ask_write(&text, method, params) == 0 &&
                    weir_call(own.weir, method->name.data, text.data, text.size, OFFER_MS, &result, NULL) == 0 &&
                    ask_read(&own, arena, method->result, result, ret) == CLI_OK;
    cli_disconnect(&own);
    buf_clear(&text);
    return answered;
}

size_t chat_offer_paths(void *user, const char *query, char *ret_paths[static CHAT_OFFERS_MAX])
{
    const struct chat *chat = user;
    struct arena arena = ARENA_LIMITED(16 << 20);
    const char *session = chat_session(chat);
    struct session_files_result found = {0};
    const struct session_files_params params = {
        .session_id = slice_of(session),
        .session_id_is = session ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(chat->wish.cwd),
        .cwd_is = !session && chat->wish.cwd ? FIELD_SET : FIELD_ABSENT,
        .query = slice_of(query),
        .limit = CHAT_OFFERS_MAX,
    };
    size_t count = 0;
    if ((session || chat->wish.cwd) && look(chat, &session_files_method, &params, &arena, &found))
        for (size_t i = 0; i < found.files.count && count < CHAT_OFFERS_MAX; i++) {
            const struct session_found_file *file = &found.files.items[i];
            if (asprintf(&ret_paths[count], "%.*s%s", SLICE_ARG(file->path), file->directory ? "/" : "") >= 0)
                count++;
        }
    arena_clear(&arena);
    return count;
}

static bool is_own(struct slice name)
{
    for (const char *const *own = chat_command_names; *own; own++)
        if (slice_is(name, *own + 1))
            return true;
    return false;
}

/* A name that is printed and typed as it is. */
static bool is_plain(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] <= ' ' || name.data[i] > '~')
            return false;
    return name.size > 0;
}

size_t chat_offer_commands(void *user, char *ret_names[static CHAT_OFFERS_MAX])
{
    const struct chat *chat = user;
    struct arena arena = ARENA_LIMITED(16 << 20);
    const char *session = chat_session(chat);
    struct agent_commands_result found = {0};
    const struct agent_commands_params params = {
        .session_id = slice_of(session),
        .session_id_is = session ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(chat->wish.cwd),
        .cwd_is = !session && chat->wish.cwd ? FIELD_SET : FIELD_ABSENT,
        .agent = chat->wish.agent,
        .agent_is = chat->wish.agent_is,
    };
    size_t count = 0;
    if ((session || chat->wish.cwd) && look(chat, &agent_commands_method, &params, &arena, &found))
        for (size_t i = 0; i < found.commands.count && count < CHAT_OFFERS_MAX; i++) {
            struct slice name = found.commands.items[i].name;
            if (is_plain(name) &&
                asprintf(&ret_names[count], "%s%.*s", is_own(name) ? "//" : "/", SLICE_ARG(name)) >= 0)
                count++;
        }
    arena_clear(&arena);
    return count;
}
