#include "executor/adapters/offer.h"

#include <string.h>

#include "json/read.h"

static yyjson_val *member(yyjson_val *object, const char *name)
{
    return yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
}

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = member(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
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
