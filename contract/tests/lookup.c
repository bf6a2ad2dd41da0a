/* Finds every method of a dispatch table by its name, in both spellings, through the same search as the daemon's. */
#include <stdio.h>
#include <stdlib.h>

#include "contract/all.h"
#include "contract/daemon_dispatch.h"
#include "contract/executor_dispatch.h"

static int unify(char c)
{
    return c == ':' ? '.' : c;
}

static bool same(struct slice a, struct slice b)
{
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++)
        if (unify(a.data[i]) != unify(b.data[i]))
            return false;
    return true;
}

static const struct dispatch_entry *find(const struct dispatch *dispatch, struct slice name)
{
    for (uint32_t i = method_hash(name) & dispatch->slot_mask;; i = (i + 1) & dispatch->slot_mask) {
        uint16_t slot = dispatch->slots[i];
        if (slot == 0)
            return NULL;
        if (slot > dispatch->count)
            abort();
        if (same(dispatch->entries[slot - 1].method->name, name))
            return &dispatch->entries[slot - 1];
    }
}

static void check(const struct dispatch *dispatch)
{
    for (uint32_t i = 0; i < dispatch->count; i++) {
        const struct dispatch_entry *entry = &dispatch->entries[i];
        char other[256];
        for (size_t j = 0; j < entry->method->name.size; j++) {
            char c = entry->method->name.data[j];
            other[j] = (char)(c == '.' ? ':' : c == ':' ? '.' : c);
        }
        if (find(dispatch, entry->method->name) != entry)
            abort();
        if (find(dispatch, (struct slice){other, entry->method->name.size}) != entry)
            abort();
        if (!entry->handle)
            abort();
        printf("%.*s\n", SLICE_ARG(entry->method->name));
    }
    if (find(dispatch, SLICE("no.such.method")) || find(dispatch, SLICE("")))
        abort();
}

int main(void)
{
    check(&daemon_dispatch);
    check(&executor_dispatch);
    printf("%zu methods, %zu events, %zu secrets, %zu bytes\n", contract_method_count, contract_event_count,
        contract_secret_name_count, contract_openrpc_size);
    puts(contract_openrpc);
    return 0;
}
