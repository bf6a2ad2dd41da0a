/* Fuzzes the check of arguments: the first line is a schema, the second a value. The pattern matcher gets both as text.
 */
#include "fuzz.h"

#include <errno.h>
#include <string.h>

#include "mcp/pattern.h"
#include "mcp/schema.h"
#include "json/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *end = size > 0 ? memchr(text, '\n', size) : NULL;
    struct slice schema = {text, end ? (size_t)(end - text) : size};
    struct slice rest = end ? (struct slice){end + 1, size - schema.size - 1} : SLICE("null");
    struct arena arena = ARENA_LIMITED(64 << 20);
    struct json_error error;
    yyjson_val *value = NULL;
    if (json_read(&arena, rest, &value, &error) == 0) {
        char problem[200] = "", again[8] = "";
        int r = mcp_schema_check_arguments(&arena, schema, value, problem, sizeof problem);
        must(r == 0 || r == -EINVAL || r == -E2BIG);
        must(r != -EINVAL || strncmp(problem, "arguments", 9) == 0);
        must(strlen(problem) < sizeof problem);
        must(mcp_schema_check_arguments(&arena, schema, value, again, sizeof again) == r);
    }
    size_t work = 4096;
    int r = mcp_pattern_match(schema, rest, &work);
    must(work <= 4096 && (r == 0 || r == 1 || r == -ENOTSUP || r == -E2BIG));
    arena_clear(&arena);
    return 0;
}
