/* Tools and notifications of a run, with the values in their texts: the loop performs them after the commit. */
#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "daemon/automation/internal.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

/* --- values for templates --- */

int todo_values(struct decision *d, const struct store_run *run, struct template_values *ret_values)
{
    const struct automation_cause *cause = &run->record.cause;
    char time[CLOCK_ISO_SIZE];
    struct json_error error;
    struct buf text = BUF_LIMITED((size_t)4 * AUTOMATION_DATA_MAX);
    yyjson_val *data = NULL;
    int r = 0;
    clock_format_iso(run->record.due_at, time);
    if (cause->data_is == FIELD_SET)
        r = json_write_any(&text, &cause->data);
    if (r == 0 && text.size > 0)
        r = json_read(d->arena, buf_slice(&text), &data, &error);
    buf_clear(&text);
    *ret_values = (struct template_values){
        .rule_id = run->record.rule_id,
        .rule_name = run->record.name,
        .run_id = run->record.run_id,
        .time = arena_copy(d->arena, slice_of(time)),
        .data = data,
        .outside = cause->type == AUTOMATION_TRIGGER_TYPE_EVENT || cause->type == AUTOMATION_TRIGGER_TYPE_FILE ||
                   cause->type == AUTOMATION_TRIGGER_TYPE_WEBHOOK,
    };
    return r;
}

/* --- actions --- */

static int fail_begun(struct decision *d, struct begun *begun, const char *problem)
{
    *begun = (struct begun){true, SLICE("template"), arena_copy(d->arena, slice_of(problem))};
    return begun->message.data ? 0 : -ENOMEM;
}

static int expand(struct decision *d, struct slice text, const struct template_values *values, struct slice *ret_text,
                  struct begun *begun)
{
    char problem[TEMPLATE_PROBLEM_SIZE] = "";
    struct buf out = BUF_LIMITED(AUTOMATION_PROMPT_MAX);
    int r = template_expand(&out, text, values, false, problem);
    if (r == 0)
        *ret_text = arena_copy(d->arena, out.size > 0 ? buf_slice(&out) : SLICE(""));
    buf_clear(&out);
    if (r == -EINVAL)
        return fail_begun(d, begun, problem);
    if (r == -ENOBUFS)
        return fail_begun(d, begun, "a text with its values is longer than 1 MiB");
    return r < 0 ? r : ret_text->data ? 0 : -ENOMEM;
}

static int expand_json(struct decision *d, struct buf *out, yyjson_val *value, const struct template_values *values,
                       struct begun *begun);

static int expand_members(struct decision *d, struct buf *out, yyjson_val *value, const struct template_values *values,
                          struct begun *begun)
{
    bool is_object = yyjson_is_obj(value);
    size_t index, max;
    yyjson_val *key, *item;
    int r = buf_append_char(out, is_object ? '{' : '[');
    if (is_object) {
        yyjson_obj_foreach(value, index, max, key, item)
        {
            if (index > 0)
                (void)buf_append_char(out, ',');
            (void)json_write_value(out, key);
            (void)buf_append_char(out, ':');
            r = r == 0 && !begun->failed ? expand_json(d, out, item, values, begun) : r;
        }
    } else {
        yyjson_arr_foreach(value, index, max, item)
        {
            if (index > 0)
                (void)buf_append_char(out, ',');
            r = r == 0 && !begun->failed ? expand_json(d, out, item, values, begun) : r;
        }
    }
    (void)buf_append_char(out, is_object ? '}' : ']');
    return r < 0 ? r : out->error;
}

/* Only the strings that are values are templates. */
static int expand_json(struct decision *d, struct buf *out, yyjson_val *value, const struct template_values *values,
                       struct begun *begun)
{
    struct slice text = {0};
    if (yyjson_is_ctn(value))
        return expand_members(d, out, value, values, begun);
    if (!yyjson_is_str(value))
        return json_write_value(out, value);
    int r = expand(d, (struct slice){yyjson_get_str(value), yyjson_get_len(value)}, values, &text, begun);
    return r < 0 || begun->failed ? r : json_write_string(out, text);
}

/* The input of a tool, as JSON. */
static int expand_input(struct decision *d, const struct automation_action_tool *action,
                        const struct template_values *values, struct slice *ret_input, struct begun *begun)
{
    struct buf text = BUF_LIMITED(AUTOMATION_PROMPT_MAX), out = BUF_LIMITED(AUTOMATION_PROMPT_MAX);
    struct json_error error;
    yyjson_val *root = NULL;
    const struct automation_action whole = {.kind = AUTOMATION_ACTION_KIND_TOOL, .as.tool = *action};
    int r = json_encode(&text, &automation_action_shape, &whole);
    if (r == 0)
        r = json_read(d->arena, buf_slice(&text), &root, &error);
    yyjson_val *input = r == 0 ? yyjson_obj_get(root, "input") : NULL;
    if (r == 0)
        r = input ? expand_json(d, &out, input, values, begun) : buf_append_text(&out, "{}");
    if (r == 0)
        *ret_input = arena_copy(d->arena, buf_slice(&out));
    buf_clear(&text);
    buf_clear(&out);
    if (r == -ENOBUFS)
        return fail_begun(d, begun, "the input with its values is longer than 1 MiB");
    return r < 0 ? r : ret_input->data ? 0 : -ENOMEM;
}

static int find_tool(struct decision *d, const struct automation_action_tool *action, struct automation_todo *todo,
                     struct begun *begun)
{
    struct mcp_tool_shown shown;
    char problem[TEMPLATE_PROBLEM_SIZE];
    int r = mcp_tool_find(d->tx, action->server, action->tool, d->arena, &shown);
    todo->server = action->server;
    todo->tool = action->tool;
    if (r == 0) {
        todo->agent_name = arena_copy(d->arena, shown.agent_name);
        todo->definition = shown.definition;
        return todo->agent_name.data ? 0 : -ENOMEM;
    }
    (void)snprintf(problem, sizeof problem,
                   "the MCP server %.*s has no tool %.*s, or its tools are not known; look: weir mcp tools %.*s",
                   (int)(action->server.size < 64 ? action->server.size : 64), action->server.data,
                   (int)(action->tool.size < 128 ? action->tool.size : 128), action->tool.data,
                   (int)(action->server.size < 64 ? action->server.size : 64), action->server.data);
    *begun = (struct begun){true, SLICE("tool_unknown"), arena_copy(d->arena, slice_of(problem))};
    return r != -ENOENT && r != -EINVAL ? r : begun->message.data ? 0 : -ENOMEM;
}

int todo_add(struct decision *d, const struct store_run *run, const struct automation_action *action,
             struct begun *begun)
{
    struct automation_todo *todo = arena_zeroed(d->arena, sizeof *todo);
    struct template_values values;
    int r = todo ? todo_values(d, run, &values) : -ENOMEM;
    if (r < 0)
        return r;
    *todo = (struct automation_todo){.run_no = run->no,
                                     .step = run->step,
                                     .rule_id = run->record.rule_id,
                                     .rule_name = run->record.name,
                                     .run_id = run->record.run_id,
                                     .kind = action->kind};
    if (action->kind == AUTOMATION_ACTION_KIND_NOTIFY) {
        r = expand(d, action->as.notify.title, &values, &todo->title, begun);
        if (r == 0 && !begun->failed)
            r = expand(d, action->as.notify.body, &values, &todo->body, begun);
    } else {
        r = find_tool(d, &action->as.tool, todo, begun);
        if (r == 0 && !begun->failed)
            r = expand_input(d, &action->as.tool, &values, &todo->input, begun);
    }
    if (r == 0 && !begun->failed) {
        todo->next = d->todos;
        d->todos = todo;
    }
    return r;
}
