#include "cli/models.h"

#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/tty.h"

enum { MARK = 2, GAP = 2, TITLE_LEAST = 16, NAME_COLUMNS = 40 };

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_models = {
    .name = "models",
    .arguments = "",
    .summary = "List the models that the built-in agent can use",
    .details =
        "For each provider, lists the configured model, then the models that the provider reports. weir does not ask\n"
        "providers without a key. * marks the model that weir uses if you name none; -m of run and chat chooses\n"
        "another. The daemon keeps the list of a provider for ten minutes. With --json, prints every field.",
    .starts = true,
    .run = run,
};

/* --- the current model --- */

static bool is_named(struct slice model, const struct agent_service *service, struct slice name)
{
    struct slice head = service->name;
    if (slice_equal(model, name))
        return true; /* the name without the provider */
    return model.size == head.size + 1 + name.size && slice_starts_with(model, head) && model.data[head.size] == '/' &&
           slice_equal((struct slice){model.data + head.size + 1, name.size}, name);
}

struct model_index {
    bool is_there;
    size_t service, model;
};

static struct model_index find_present(const struct agent_models_result *found, struct slice model)
{
    for (size_t i = 0; i < found->services.count; i++) {
        const struct agent_service *service = &found->services.items[i];
        for (size_t j = 0; service->usable && j < service->models.count; j++)
            if (model.size > 0 ? is_named(model, service, service->models.items[j].name) : service->chosen)
                return (struct model_index){true, i, j}; /* the configured model is the first */
    }
    return (struct model_index){0};
}

/* --- lines --- */

struct page {
    struct buf text;
    size_t limit, column; /* of the terminal; width of the widest name within NAME_COLUMNS */
    bool color;
};

static void add_line(struct page *page, struct slice name, struct slice title, bool is_present)
{
    size_t room = page->limit == COLUMNS_ANY ? COLUMNS_ANY : page->limit > MARK ? page->limit - MARK : 1;
    (void)buf_append_text(&page->text, is_present ? "* " : "  ");
    (void)buf_append_text(&page->text, is_present ? pretty_if(page->color, pretty_bold) : "");
    size_t width = columns_append(&page->text, name, room);
    (void)buf_append_text(&page->text, is_present ? pretty_if(page->color, pretty_off) : "");
    size_t at = (width > page->column ? width : page->column) + GAP;
    if (title.size > 0 && (room == COLUMNS_ANY || room >= at + TITLE_LEAST)) {
        columns_pad(&page->text, at - width);
        (void)columns_append(&page->text, title, room == COLUMNS_ANY ? COLUMNS_ANY : room - at);
    }
    (void)buf_append_char(&page->text, '\n');
}

static struct slice full_name(struct buf *text, const struct agent_service *service, const struct agent_model *model)
{
    buf_reset(text, 4096);
    buf_append_slice(text, service->name);
    buf_append_char(text, '/');
    buf_append_slice(text, model->name);
    return text->error ? model->name : buf_slice(text);
}

static void add_services(struct page *page, const struct agent_models_result *found, struct model_index present)
{
    struct buf name = BUF_LIMITED(64 << 10);
    for (int printing = 0; printing < 2; printing++)
        for (size_t i = 0; i < found->services.count; i++) {
            const struct agent_service *service = &found->services.items[i];
            for (size_t j = 0; service->usable && j < service->models.count; j++) {
                const struct agent_model *model = &service->models.items[j];
                struct slice text = full_name(&name, service, model);
                size_t width = columns_width(text);
                if (printing)
                    add_line(page, text, model->title_is == FIELD_SET ? model->title : SLICE(""),
                             present.is_there && i == present.service && j == present.model);
                else if (width > page->column && width <= NAME_COLUMNS)
                    page->column = width;
            }
        }
    buf_clear(&name);
}

static bool is_reported(const struct agent_models_result *found, struct slice model)
{
    for (size_t i = 0; i < found->models.count; i++)
        if (slice_equal(found->models.items[i].name, model))
            return true;
    return false;
}

/* Adds the models that another agent has reported. */
static void add_reported(struct page *page, const struct agent_models_result *found, struct slice model)
{
    for (size_t i = 0; i < found->models.count; i++) {
        size_t width = columns_width(found->models.items[i].name);
        if (width > page->column && width <= NAME_COLUMNS)
            page->column = width;
    }
    for (size_t i = 0; i < found->models.count; i++) {
        const struct session_model *item = &found->models.items[i];
        add_line(page, item->name, item->title_is == FIELD_SET ? item->title : SLICE(""),
                 model.size > 0 ? slice_equal(item->name, model) : item->is_default);
    }
}

static void add_problems(struct page *page, const struct agent_models_result *found)
{
    struct buf text = BUF_LIMITED(64 << 10);
    for (size_t i = 0; i < found->services.count; i++) {
        const struct agent_service *service = &found->services.items[i];
        buf_reset(&text, 4096);
        if (service->error_is == FIELD_SET)
            (void)buf_printf(&text, "%.*s: %.*s", SLICE_ARG(service->name), SLICE_ARG(service->error));
        else if (!service->complete)
            (void)buf_printf(&text, "%.*s has more models than shown", SLICE_ARG(service->name));
        if (text.size > 0)
            columns_wrap(&page->text, buf_slice(&text), "", page->limit);
    }
    buf_clear(&text);
}

static void print(const struct cli *cli, const struct agent_models_result *found, struct slice model)
{
    struct page page = {.text = BUF_LIMITED(ASK_BYTES_MAX), .limit = tty_columns(STDOUT_FILENO), .color = cli->color};
    struct model_index present = find_present(found, model);
    if (!present.is_there && model.size > 0 && !is_reported(found, model))
        add_line(&page, model, SLICE(""), true);
    add_services(&page, found, present);
    add_problems(&page, found);
    add_reported(&page, found, model);
    if (found->services.count == 0 && found->models.count == 0) {
        struct buf text = BUF_LIMITED(4096);
        (void)buf_printf(&text,
                         "The models of %.*s are not known yet; most agents report theirs with their first task. To "
                         "choose one by name: /model NAME",
                         SLICE_ARG(found->agent));
        columns_wrap(&page.text, buf_slice(&text), "", page.limit);
        buf_clear(&text);
    }
    (void)fwrite(page.text.data, 1, page.text.size, stdout);
    buf_clear(&page.text);
}

enum cli_exit models_list(struct cli *cli, const struct agent_models_params *params, struct slice model)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct agent_models_result found;
    enum cli_exit exit = ask(cli, &agent_models_method, params, &result);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK && (exit = ask_read(cli, &arena, &agent_models_result_shape, result, &found)) == CLI_OK)
        print(cli, &found, model.size > 0 || found.model_is != FIELD_SET ? model : found.model);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const struct agent_models_params params = {.agent = SLICE("builtin"), .agent_is = FIELD_SET};
    return models_list(cli, &params, (struct slice){0});
}
