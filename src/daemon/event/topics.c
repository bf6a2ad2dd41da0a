/* Topics: the names of events, or how they begin. */
#include <errno.h>

#include "contract/all.h"
#include "contract/event_types.h"
#include "daemon/event/internal.h"

/* "taskQueued" of "event.taskQueued". */
static struct slice behind_dot(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] == '.' || name.data[i] == ':')
            return (struct slice){name.data + i + 1, name.size - i - 1};
    return name;
}

static bool names(struct slice topic, struct slice event)
{
    return method_name_matches(event, topic) || slice_starts_with(behind_dot(event), topic);
}

int event_topics_find(const struct event_topics *topics, struct store_kinds *ret_kinds, size_t *ret_unknown)
{
    struct store_kinds kinds = {0};
    for (size_t i = 0; i < topics->count; i++) {
        bool found = false;
        for (unsigned kind = 0; kind < contract_event_count; kind++)
            if (names(topics->items[i], contract_events[kind]->name)) {
                store_kinds_add(&kinds, kind);
                found = true;
            }
        if (!found) {
            *ret_unknown = i;
            return -ENOENT;
        }
    }
    *ret_kinds = kinds;
    return 0;
}
