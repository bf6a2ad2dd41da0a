/* Reads lines "METHOD JSON", decodes the JSON as the method's parameters, encodes them again, and prints the outcome:
 * "+JSON", or "-PATH MESSAGE" for what was refused. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "contract/all.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

static const struct method *find(struct slice name)
{
    for (size_t i = 0; i < contract_method_count; i++)
        if (slice_equal(contract_methods[i]->name, name))
            return contract_methods[i];
    abort();
}

static void answer(struct arena *arena, const struct method *method, struct slice text)
{
    yyjson_val *root;
    struct json_error syntax;
    struct decode_error error;
    void *params = arena_zeroed(arena, method->params->size);
    if (!params || json_read(arena, text, &root, &syntax) < 0)
        abort();
    int r = json_decode(arena, method->params, root, "params", params, &error);
    if (r == -EINVAL) {
        printf("-%s %s\n", error.path, error.message);
        return;
    }
    struct buf out = BUF_LIMITED(1 << 20);
    if (r < 0 || json_encode(&out, method->params, params) < 0)
        abort();
    printf("+%.*s\n", (int)buf_slice(&out).size, buf_slice(&out).data);
    buf_clear(&out);
}

int main(void)
{
    struct arena arena = ARENA_LIMITED(1 << 24);
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        char *space = strchr(line, ' ');
        if (!space)
            abort();
        const struct method *method = find((struct slice){line, (size_t)(space - line)});
        answer(&arena, method, (struct slice){space + 1, (size_t)(line + length - 1 - (space + 1))});
        arena_reset(&arena);
    }
    free(line);
    arena_clear(&arena);
    return 0;
}
