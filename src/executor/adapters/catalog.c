#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

#include "executor/adapters/catalog.h"
#include "json/read.h"

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

/* A text that contains a NUL cannot be stored. */
static struct slice words_of(struct slice text, size_t size)
{
    if (text.size > 0 && memchr(text.data, '\0', text.size))
        return (struct slice){0};
    return utf8_cut(text, size);
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == ':' || c == '.';
}

/* Removes the slash, which some agents write. */
static struct slice name_of(yyjson_val *item)
{
    struct slice name = yyjson_is_str(item) ? json_text(item) : text_of(item, "name");
    if (name.size > 0 && name.data[0] == '/')
        name = (struct slice){name.data + 1, name.size - 1};
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.data[i] <= ' ' || name.data[i] == '/' || name.data[i] == 0x7f)
            return (struct slice){0};
    return name.size <= SLASH_NAME_MAX ? name : (struct slice){0};
}

size_t slash_read(yyjson_val *list, struct session_command ret_commands[static SLASH_MAX])
{
    size_t index, total, count = 0;
    yyjson_val *item;
    if (!yyjson_is_arr(list))
        return 0;
    yyjson_arr_foreach(list, index, total, item)
    {
        struct slice name = name_of(item);
        if (name.size == 0 || count == SLASH_MAX)
            continue;
        struct slice description = words_of(text_of(item, "description"), SLASH_DESCRIPTION_MAX);
        struct slice hint = text_of(item, "argumentHint");
        if (hint.size == 0 && yyjson_is_obj(item))
            hint = text_of(yyjson_obj_get(item, "input"), "hint");
        hint = words_of(hint, SLASH_HINT_MAX);
        ret_commands[count++] = (struct session_command){
            .name = name,
            .description = description,
            .description_is = description.size > 0 ? FIELD_SET : FIELD_ABSENT,
            .hint = hint,
            .hint_is = hint.size > 0 ? FIELD_SET : FIELD_ABSENT,
        };
    }
    return count;
}

bool slash_is_command(struct slice prompt)
{
    char path[SLASH_NAME_MAX + 2];
    size_t size = 1;
    if (prompt.size < 2 || prompt.data[0] != '/')
        return false;
    while (size < prompt.size && is_name_char(prompt.data[size]))
        size++;
    bool ends = size == prompt.size || prompt.data[size] == ' ' || prompt.data[size] == '\n';
    if (size == 1 || size >= sizeof path || !ends)
        return false;
    (void)snprintf(path, sizeof path, "%.*s", (int)size, prompt.data);
    return access(path, F_OK) < 0;
}

/* --- models --- */

static yyjson_val *member(yyjson_val *object, const char *name)
{
    return yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
}

/* Whether the text can be shown unchanged. */
static bool is_plain(struct slice text, size_t max)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 0x7f)
            return false;
    return text.size > 0 && text.size <= max;
}

static void add(struct offer *offer, struct slice name, struct slice title, struct slice present)
{
    if (!is_plain(name, OFFER_NAME_MAX) || offer->count == OFFER_MAX || offer_has(offer, name))
        return;
    bool titled = is_plain(title, OFFER_TITLE_MAX) && !slice_equal(title, name);
    offer->models[offer->count++] = (struct session_model){.name = name,
                                                           .title = titled ? title : (struct slice){0},
                                                           .title_is = titled ? FIELD_SET : FIELD_ABSENT,
                                                           .is_default = slice_equal(name, present)};
}

static void add_all(struct offer *offer, yyjson_val *list, const char *name, const char *title, struct slice present)
{
    size_t index, count;
    yyjson_val *item;
    if (!yyjson_is_arr(list))
        return;
    yyjson_arr_foreach(list, index, count, item)
    {
        add(offer, text_of(item, name), text_of(item, title), present);
    }
}

/* Adds values, or groups of values. */
static void add_option(struct offer *offer, yyjson_val *option)
{
    size_t index, count;
    yyjson_val *list = member(option, "options"), *item;
    struct slice present = text_of(option, "currentValue");
    offer->option = text_of(option, "id");
    if (!yyjson_is_arr(list))
        return;
    yyjson_arr_foreach(list, index, count, item)
    {
        if (member(item, "options"))
            add_all(offer, member(item, "options"), "value", "name", present);
        else
            add(offer, text_of(item, "value"), text_of(item, "name"), present);
    }
}

void offer_read(yyjson_val *settings, struct offer *offer)
{
    yyjson_val *options = member(settings, "configOptions"), *models = member(settings, "models"), *option;
    size_t index, count;
    offer->count = 0;
    offer->option = (struct slice){0};
    if (yyjson_is_arr(options)) {
        yyjson_arr_foreach(options, index, count, option)
        {
            if (offer->count == 0 && slice_is(text_of(option, "category"), "model"))
                add_option(offer, option);
        }
    }
    if (offer->count > 0)
        return;
    offer->option = (struct slice){0};
    add_all(offer, member(models, "availableModels"), "modelId", "name", text_of(models, "currentModelId"));
    add_all(offer, models, "value", "displayName", SLICE("default"));
}

bool offer_has(const struct offer *offer, struct slice name)
{
    for (size_t i = 0; i < offer->count; i++)
        if (slice_equal(offer->models[i].name, name))
            return true;
    return false;
}
