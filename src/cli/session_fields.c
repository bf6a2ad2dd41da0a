#include "cli/session_fields.h"

#include <errno.h>
#include <string.h>

#include "cli/text.h"
#include "json/read.h"

enum { PARSE_BYTES_MAX = 16 << 20 };

void session_mode(const struct cli *cli, enum session_permission_mode *mode, enum field_is *ret_is)
{
    const char *word = cli_option(cli, "mode");
    *ret_is = FIELD_ABSENT;
    for (uint32_t i = 0; word && i < session_permission_mode_shape.of.words.count; i++)
        if (slice_is(session_permission_mode_shape.of.words.items[i], word)) {
            *mode = (enum session_permission_mode)i;
            *ret_is = FIELD_SET;
        }
}

enum cli_exit session_metadata(const struct cli *cli, struct json_any *metadata, enum field_is *metadata_is)
{
    const char *text = cli_option(cli, "metadata");
    struct json_large *parsed = NULL;
    struct json_error error = {0};
    if (!text)
        return CLI_OK;
    int r = json_read_large(PARSE_BYTES_MAX, slice_of(text), &parsed, &error);
    json_large_free(parsed);
    if (r == -EINVAL) {
        size_t line, column;
        text_position(slice_of(text), error.offset, &line, &column);
        return cli_fail(cli, CLI_USAGE, "--metadata is not JSON: %s at line %zu, column %zu", error.message, line,
                        column);
    }
    if (r < 0)
        return cli_fail(cli, CLI_USAGE, "--metadata cannot be read: %s", strerror(-r));
    metadata->text = slice_of(text);
    *metadata_is = FIELD_SET;
    return CLI_OK;
}
