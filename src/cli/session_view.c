#include "cli/session_view.h"

#include <inttypes.h>

#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/write.h"

const char *session_state_color(enum session_state state)
{
    return state == SESSION_STATE_OPEN ? pretty_green : pretty_dim;
}

const struct table_column session_columns[] = {
    {.title = "ID"},
    {.title = "STATE"},
    {.title = "AGE", .right = true, .spare = 1},
    {.title = "AGENT", .optional = true, .spare = 2},
    {.title = "SANDBOX", .optional = true, .spare = 5},
    {.title = "NETWORK", .optional = true, .spare = 4},
    {.title = "CWD", .yields = true, .path = true, .spare = 3},
    {.title = "TITLE", .yields = true, .optional = true},
};
const size_t session_column_count = sizeof session_columns / sizeof *session_columns;

static struct slice state_word(const struct session_record *session)
{
    return session_state_shape.of.words.items[session->state];
}

/* The level of the session's last executor. */
static struct slice level_word(const struct session_record *session)
{
    static const char *const words[] = {[SESSION_SANDBOX_LEVEL_NAMESPACE] = "namespace",
                                        [SESSION_SANDBOX_LEVEL_LANDLOCK] = "landlock",
                                        [SESSION_SANDBOX_LEVEL_OFF] = "off"};
    return slice_of(session->sandbox_is == FIELD_SET ? words[session->sandbox.level] : "");
}

static const char *level_color(const struct session_record *session)
{
    if (session->sandbox_is != FIELD_SET || session->sandbox.level == SESSION_SANDBOX_LEVEL_NAMESPACE)
        return NULL;
    return session->sandbox.level == SESSION_SANDBOX_LEVEL_OFF ? pretty_red : pretty_yellow;
}

/* Empty for the default network. */
static struct slice network_word(const struct session_record *session)
{
    return session->network == SESSION_NETWORK_FULL ? SLICE("")
                                                    : session_network_shape.of.words.items[session->network];
}

int64_t session_used_at(const struct session_record *session)
{
    return session->last_task_at_is == FIELD_SET ? session->last_task_at : session->created_at;
}

struct slice session_agent(const struct session_record *session)
{
    return session->last_agent_is == FIELD_SET ? session->last_agent
           : session->agent_is == FIELD_SET    ? session->agent
                                               : SLICE("");
}

static void print_sandbox(const struct card *card, const struct session_record *session)
{
    if (session->sandbox_is != FIELD_SET)
        return;
    const struct session_sandbox *sandbox = &session->sandbox;
    card_text(card, "sandbox", level_word(session), level_color(session));
    for (size_t i = 0; i < sandbox->not_held.count; i++)
        card_text(card, i == 0 ? "not held" : "", sandbox->not_held.items[i], NULL);
}

void session_row(struct table *table, const void *record, const struct table_style *style)
{
    const struct session_record *session = record;
    char age[TEXT_BRIEF_SIZE];
    text_brief((style->now_ms - session->created_at) / 1000, age);
    table_cell_id(table, session->id, style);
    table_cell(table, state_word(session), style->color ? session_state_color(session->state) : NULL);
    table_cell(table, slice_of(age), NULL);
    table_cell(table, session_agent(session), NULL);
    table_cell(table, level_word(session), style->color ? level_color(session) : NULL);
    table_cell(table, network_word(session), NULL);
    table_cell(table, session->cwd, NULL);
    table_cell(table, session->title_is == FIELD_SET ? session->title : SLICE(""), NULL);
}

static void print_origin(const struct card *card, const struct session_record *session)
{
    if (session->parent_id_is != FIELD_SET)
        return;
    struct buf text = BUF_LIMITED(4096);
    (void)buf_append_slice(&text, session->parent_id);
    if (session->fork_seq_is == FIELD_SET)
        (void)buf_printf(&text, ", up to event %" PRId64, session->fork_seq);
    card_text(card, "fork of", buf_slice(&text), NULL);
    buf_clear(&text);
}

/* Prints the tools if they are restricted. */
static void print_tools(const struct card *card, const struct session_record *session)
{
    struct buf text = BUF_LIMITED(64 << 10);
    if (session->tools_is != FIELD_SET)
        return;
    for (size_t i = 0; i < session->tools.count; i++) {
        (void)buf_append_text(&text, i == 0 ? "" : ", ");
        (void)buf_append_slice(&text, session->tools.items[i]);
    }
    card_text(card, "tools", session->tools.count > 0 ? buf_slice(&text) : SLICE("none"), NULL);
    buf_clear(&text);
}

static void print_context(const struct card *card, const struct session_record *session)
{
    if (session->thinking_tokens_is == FIELD_SET) {
        char text[32];
        (void)snprintf(text, sizeof text, "%" PRId64 " tokens", session->thinking_tokens);
        card_text(card, "thinking", slice_of(text), NULL);
    }
    if (session->use_context_is == FIELD_SET)
        card_text(card, "activity", session->use_context ? SLICE("yes") : SLICE("no"), NULL);
    for (size_t i = 0; session->context_files_is == FIELD_SET && i < session->context_files.count; i++)
        card_text(card, i == 0 ? "context" : "", session->context_files.items[i], NULL);
}

void session_card(const struct cli *cli, const struct session_record *session)
{
    struct card card;
    card_begin(&card, cli, 8);
    text_write(stdout, session->id);
    (void)putchar('\n');
    card_text(&card, "state", state_word(session), session_state_color(session->state));
    if (session->title_is == FIELD_SET)
        card_text(&card, "title", session->title, NULL);
    card_text(&card, "cwd", session->cwd, NULL);
    card_text(&card, "mode", session_permission_mode_shape.of.words.items[session->permission_mode], NULL);
    if (session->agent_is == FIELD_SET)
        card_text(&card, "agent", session->agent, NULL);
    else if (session->last_agent_is == FIELD_SET)
        card_line(&card, "agent", "default; last used: %.*s", SLICE_ARG(session->last_agent));
    else
        card_text(&card, "agent", SLICE("default"), NULL);
    if (session->model_is == FIELD_SET)
        card_text(&card, "model", session->model, NULL);
    print_context(&card, session);
    print_tools(&card, session);
    card_text(&card, "network", session_network_shape.of.words.items[session->network], NULL);
    if (session->keys != SESSION_KEYS_DIRECT)
        card_text(&card, "keys", session_keys_shape.of.words.items[session->keys], NULL);
    print_sandbox(&card, session);
    print_origin(&card, session);
    card_time(&card, "created", session->created_at);
    if (session->last_task_at_is == FIELD_SET)
        card_time(&card, "used", session->last_task_at);
    if (session->updated_at != session->created_at)
        card_time(&card, "updated", session->updated_at);
    if (session->closed_at_is == FIELD_SET)
        card_time(&card, "closed", session->closed_at);
    if (session->metadata_is == FIELD_SET) {
        struct buf text = BUF_LIMITED(1 << 20);
        (void)json_write_any(&text, &session->metadata);
        card_text(&card, "metadata", buf_slice(&text), NULL);
        buf_clear(&text);
    }
}
