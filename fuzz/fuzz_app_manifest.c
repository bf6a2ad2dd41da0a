/* Fuzzes the manifest of an app, and compares its version and its permissions with themselves. */
#include <errno.h>

#include "daemon/apps/manifest.h"
#include "daemon/apps/version.h"

#include "fuzz.h"

enum { ARENA_BYTES = 8 << 20 };

static void check(struct arena *arena, const struct apps_manifest *manifest)
{
    struct apps_permissions kept;
    must(manifest->id.size > 0 && manifest->id.size <= 64 && manifest->id.data[0] != '.');
    must(!memchr(manifest->id.data, '/', manifest->id.size));
    must(apps_version_is_valid(manifest->version));
    must(apps_version_compare(manifest->version, manifest->version) == 0);
    must(apps_version_compare(manifest->version, SLICE("0.0.0-0")) >= 0);
    for (size_t i = 0; i < manifest->permissions.tools.count; i++)
        must(apps_permission_has_tool(&manifest->permissions, manifest->permissions.tools.items[i]));
    must(apps_permission_keep(arena, &manifest->permissions, &manifest->permissions, &kept) == 0);
    must(kept.tools.count == manifest->permissions.tools.count);
    must(kept.capture_read == manifest->permissions.capture_read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct apps_manifest manifest;
    char problem[MANIFEST_PROBLEM_SIZE] = "";
    int r = apps_manifest_read(&arena, (struct slice){(const char *)data, size}, &manifest, problem);
    must(r == 0 || (r == -EINVAL && *problem) || r == -ENOMEM);
    if (r == 0)
        check(&arena, &manifest);
    arena_clear(&arena);
    return 0;
}
