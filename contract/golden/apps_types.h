/* Generated from contract/apps.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* Names of tools of MCP servers as agents see them, such as mcp__github__list_issues; * matches any text. */
struct apps_permissions_tools {
    struct slice *items;
    size_t count;
};

/* What an app asks for, or was granted. */
struct apps_permissions {
    struct apps_permissions_tools tools;
    /* Whether the app may also read what was typed and copied. */
    bool capture_read;
};

/* manifest.json at the root of an app's archive. Other fields are ignored. */
struct apps_manifest {
    /* Lower-case letters, digits, dots, underscores and hyphens; the first is a letter or digit. */
    struct slice id;
    struct slice name;
    /* A semantic version. */
    struct slice version;
    /* The path of a file of the archive: the first page. */
    struct slice entry;
    /* What the app asks for. */
    struct apps_permissions permissions;
    struct slice description;
    enum field_is description_is;
    /* The path of a file of the archive. */
    struct slice icon;
    enum field_is icon_is;
};

/* running: it has an open connection. error: its files are missing or were changed; install it again. Only apps:list
 * looks at the files. */
enum apps_status {
    APPS_STATUS_INSTALLED = 0,
    APPS_STATUS_RUNNING = 1,
    APPS_STATUS_ERROR = 2,
};

struct apps_installed_app {
    struct slice app_id;
    struct slice name;
    struct slice version;
    /* What it was granted. */
    struct apps_permissions permissions;
    enum apps_status status;
    struct slice installed_at;
    /* When this version was installed. */
    struct slice updated_at;
    /* What it asks for. */
    struct apps_permissions requested;
    /* The path of its first page, in the app. */
    struct slice entry;
    /* The path of its icon, in the app. */
    struct slice icon;
    enum field_is icon_is;
    struct slice description;
    enum field_is description_is;
    int64_t files;
    /* The size of its files. */
    int64_t bytes;
    /* With the status error: what is wrong with its files. */
    struct slice error;
    enum field_is error_is;
};

extern const struct shape apps_permissions_shape;
extern const struct shape apps_manifest_shape;
extern const struct shape apps_status_shape;
extern const struct shape apps_installed_app_shape;
