#include "contract/all.h"
#include "rpc/method.h"

bool method_name_matches(struct slice declared, struct slice sent)
{
    if (declared.size != sent.size)
        return false;
    if (memcmp(declared.data, sent.data, sent.size) == 0)
        return true;
    for (size_t i = 0; i < sent.size; i++) {
        char a = declared.data[i] == ':' ? '.' : declared.data[i];
        char b = sent.data[i] == ':' ? '.' : sent.data[i];
        if (a != b)
            return false;
    }
    return true;
}

bool method_is_secret(struct slice name)
{
    for (size_t i = 0; i < contract_method_count; i++)
        if ((contract_methods[i]->flags & METHOD_SECRET) && method_name_matches(contract_methods[i]->name, name))
            return true;
    return false;
}

const struct dispatch_entry *dispatch_find(const struct dispatch *dispatch, struct slice name)
{
    if (!dispatch || dispatch->count == 0)
        return NULL;
    for (uint32_t i = method_hash(name) & dispatch->slot_mask;; i = (i + 1) & dispatch->slot_mask) {
        uint16_t slot = dispatch->slots[i];
        if (slot == 0)
            return NULL;
        const struct dispatch_entry *entry = &dispatch->entries[slot - 1];
        if (method_name_matches(entry->method->name, name))
            return entry;
    }
}
