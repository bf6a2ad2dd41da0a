#include "mcp/name.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/sha256.h"

enum { DIGITS = 8, ROUNDS = 4 };

static void hash_name(struct slice server, struct slice tool, char digits[static DIGITS + 1])
{
    static const char *const hex = "0123456789abcdef";
    unsigned char hash[SHA256_SIZE];
    struct sha256 sha;
    sha256_init(&sha);
    sha256_add(&sha, server);
    sha256_add(&sha, (struct slice){"", 1}); /* a NUL between the two */
    sha256_add(&sha, tool);
    sha256_end(&sha, hash);
    for (size_t i = 0; i < DIGITS; i++)
        digits[i] = hex[i % 2 ? hash[i / 2] & 15 : hash[i / 2] >> 4];
    digits[DIGITS] = '\0';
}

static bool may_stay(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static size_t append(char text[static MCP_NAME_SIZE], size_t size, size_t limit, struct slice part)
{
    for (size_t i = 0; i < part.size && size < limit; i++)
        text[size++] = (char)(may_stay(part.data[i]) ? part.data[i] : '_');
    return size;
}

static void make(struct slice server, struct mcp_name *name, bool hashed)
{
    size_t whole = sizeof "mcp__" - 1 + server.size + 2 + name->tool.size;
    size_t limit = hashed || whole > MCP_NAME_MAX ? MCP_NAME_MAX - DIGITS - 1 : MCP_NAME_MAX;
    size_t size = append(name->text, 0, limit, SLICE("mcp__"));
    size = append(name->text, size, limit, server);
    size = append(name->text, size, limit, SLICE("__"));
    size = append(name->text, size, limit, name->tool);
    name->text[size] = '\0';
    if (limit == MCP_NAME_MAX)
        return;
    char digits[DIGITS + 1];
    hash_name(server, name->tool, digits);
    (void)snprintf(name->text + size, MCP_NAME_SIZE - size, "_%s", digits);
}

/* By text, then by the tool's own name. */
static int compare(const void *a, const void *b)
{
    const struct mcp_name *left = *(struct mcp_name *const *)a, *right = *(struct mcp_name *const *)b;
    int order = strcmp(left->text, right->text);
    size_t shorter = left->tool.size < right->tool.size ? left->tool.size : right->tool.size;
    if (order == 0 && shorter > 0)
        order = memcmp(left->tool.data, right->tool.data, shorter);
    return order ? order : (left->tool.size > right->tool.size) - (left->tool.size < right->tool.size);
}

/* Calls `name` for all of a run of equal texts. Returns whether there was one. */
static bool each_equal(struct mcp_name **sorted, size_t count, struct slice server, bool last)
{
    bool found = false;
    qsort(sorted, count, sizeof *sorted, compare);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && strcmp(sorted[i]->text, sorted[next]->text) == 0; next++)
            ;
        if (next - i == 1 || !*sorted[i]->text)
            continue;
        found = true;
        for (size_t j = i; j < next; j++) {
            if (last)
                *sorted[j]->text = '\0';
            else
                make(server, sorted[j], true);
        }
    }
    return found;
}

int mcp_names_make(struct slice server, struct mcp_name *names, size_t count)
{
    struct mcp_name **sorted = calloc(count + 1, sizeof *sorted);
    if (!sorted)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        make(server, &names[i], false);
        sorted[i] = &names[i];
    }
    /* A tool may be named like the hashed name of another one; then it is hashed as well, and so on. A server that goes
     * on with that, or finds two tools with the same hash, loses these. */
    for (int round = 0; round < ROUNDS && each_equal(sorted, count, server, round == ROUNDS - 1); round++)
        ;
    free(sorted);
    return 0;
}
