#include "daemon/apps/manifest.h"

#include <errno.h>
#include <stdio.h>

#include "base/wildcard.h"
#include "daemon/apps/version.h"
#include "json/decode.h"
#include "json/read.h"

static int say(char problem[static MANIFEST_PROBLEM_SIZE], const char *text)
{
    (void)snprintf(problem, MANIFEST_PROBLEM_SIZE, "%s", text);
    return -EINVAL;
}

static bool is_small(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_id(struct slice id)
{
    for (size_t i = 0; i < id.size; i++) {
        char c = id.data[i];
        if (!is_small(c) && (i == 0 || (c != '.' && c != '_' && c != '-')))
            return false;
    }
    return id.size > 0 && id.size <= 64;
}

/* The text is valid UTF-8. Refuses control characters, and those that change the direction of the text around it. */
static bool is_plain(struct slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        const unsigned char *at = (const unsigned char *)text.data + i;
        size_t left = text.size - i;
        if (at[0] < 0x20 || at[0] == 0x7f || (at[0] == 0xc2 && left > 1 && at[1] < 0xa0))
            return false;
        bool is_arabic_mark = at[0] == 0xd8 && left > 1 && at[1] == 0x9c;
        bool is_mark = at[0] == 0xe2 && left > 2 &&
                       ((at[1] == 0x80 && (at[2] == 0x8e || at[2] == 0x8f || (at[2] >= 0xa8 && at[2] <= 0xae))) ||
                        (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
        if (is_arabic_mark || is_mark)
            return false;
    }
    return true;
}

bool apps_permission_tool_is_valid(struct slice tool)
{
    for (size_t i = 0; i < tool.size; i++) {
        char c = tool.data[i];
        if (!is_small(c) && !(c >= 'A' && c <= 'Z') && c != '_' && c != '-' && c != '*')
            return false;
    }
    return tool.size > 0 && tool.size <= 64;
}

static int check(const struct apps_manifest *manifest, char problem[static MANIFEST_PROBLEM_SIZE])
{
    const struct apps_permissions *permissions = &manifest->permissions;
    if (!is_id(manifest->id))
        return say(problem, "id must have lower-case letters, digits, dots, underscores and hyphens, and begin with a "
                            "letter or digit");
    if (!is_plain(manifest->name))
        return say(problem, "name must not have control characters");
    if (manifest->description_is == FIELD_SET && !is_plain(manifest->description))
        return say(problem, "description must not have control characters");
    if (!apps_version_is_valid(manifest->version))
        return say(problem, "version must be a semantic version, such as 1.2.0 or 2.0.0-beta.1");
    for (size_t i = 0; i < permissions->tools.count; i++)
        if (!apps_permission_tool_is_valid(permissions->tools.items[i])) {
            (void)snprintf(problem, MANIFEST_PROBLEM_SIZE,
                           "permissions.tools[%zu] must be the name of a tool, such as mcp__github__list_issues, or a "
                           "pattern, such as mcp__github__*",
                           i);
            return -EINVAL;
        }
    return 0;
}

int apps_manifest_read(struct arena *arena, struct slice text, struct apps_manifest *ret_manifest,
                       char problem[static MANIFEST_PROBLEM_SIZE])
{
    struct apps_manifest manifest;
    struct json_error wrong;
    struct decode_error error;
    yyjson_val *root;
    if (text.size > MANIFEST_MAX)
        return say(problem, "it is larger than 64 KiB");
    int r = json_read(arena, text, &root, &wrong);
    if (r == -EINVAL)
        (void)snprintf(problem, MANIFEST_PROBLEM_SIZE, "it is not valid JSON: %s, at byte %zu", wrong.message,
                       wrong.offset);
    if (r < 0)
        return r;
    r = json_decode(arena, &apps_manifest_shape, root, "manifest", &manifest, &error);
    if (r == -EINVAL)
        (void)snprintf(problem, MANIFEST_PROBLEM_SIZE, "%.200s: %.255s", error.path, error.message);
    if (r == 0)
        r = check(&manifest, problem);
    if (r == 0)
        *ret_manifest = manifest;
    return r;
}

/* --- permissions --- */

bool apps_permission_has_tool(const struct apps_permissions *asked, struct slice tool)
{
    /* A * of the tool is an ordinary character here, which only a * of the pattern matches: what matches mcp__a__*
     * as a text matches all names that mcp__a__* does. */
    for (size_t i = 0; i < asked->tools.count; i++)
        if (wildcard_fits(asked->tools.items[i], tool))
            return true;
    return false;
}

int apps_permission_keep(struct arena *arena, const struct apps_permissions *granted,
                         const struct apps_permissions *asked, struct apps_permissions *ret_kept)
{
    struct apps_permissions kept = {.capture_read = granted->capture_read && asked->capture_read};
    kept.tools.items = arena_alloc(arena, (granted->tools.count + 1) * sizeof *kept.tools.items);
    if (!kept.tools.items)
        return -ENOMEM;
    for (size_t i = 0; i < granted->tools.count; i++)
        if (apps_permission_has_tool(asked, granted->tools.items[i]))
            kept.tools.items[kept.tools.count++] = granted->tools.items[i];
    *ret_kept = kept;
    return 0;
}
