/* Generated from contract/apps.json by contract/generate; do not edit. */
/* Apps: front ends that people install from an archive, and that may read what they were granted. */
#pragma once

#include "rpc/method.h"
#include "contract/apps_types.h"
#include "contract/mcp_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method apps:install: Install an app from a zip archive, or update it to a newer version.
 *
 * Answered when the app is installed, or when nothing of it is left. The version must be newer than the installed
 * one; if the app has the status error, the same version repairs it. Without grant, a new app has no permissions; an
 * update keeps those that it was granted, as far as it still asks for them. */

struct apps_install_params {
    /* An absolute path. */
    struct slice zip_path;
    /* True: grant everything that the app asks for. */
    bool grant;
};

struct apps_install_result {
    struct slice app_id;
    struct slice name;
    struct slice version;
    /* What it has been granted. */
    struct apps_permissions permissions;
    /* What it asks for. */
    struct apps_permissions requested;
};

extern const struct shape apps_install_params_shape;
extern const struct shape apps_install_result_shape;
extern const struct method apps_install_method;
int apps_install(struct call *call, const struct apps_install_params *params);

static inline int apps_install_reply(struct call *call, const struct apps_install_result *result)
{
    return call_reply(call, result);
}

/* Method apps:remove: Remove an app with its files, its permissions and its sessions. */

struct apps_remove_params {
    struct slice app_id;
};

struct apps_remove_result {
    bool success;
};

extern const struct shape apps_remove_params_shape;
extern const struct shape apps_remove_result_shape;
extern const struct method apps_remove_method;
int apps_remove(struct call *call, const struct apps_remove_params *params);

static inline int apps_remove_reply(struct call *call, const struct apps_remove_result *result)
{
    return call_reply(call, result);
}

/* Method apps.grant: Grant permissions to an app. They replace what it was granted before. */

struct apps_grant_params {
    struct slice app_id;
    /* Absent: everything that the app asks for. {}: nothing. */
    struct apps_permissions permissions;
    enum field_is permissions_is;
};

extern const struct shape apps_grant_params_shape;
extern const struct method apps_grant_method;
int apps_grant(struct call *call, const struct apps_grant_params *params);

static inline int apps_grant_reply(struct call *call, const struct apps_installed_app *result)
{
    return call_reply(call, result);
}

/* Method apps.file: Read a file of an app, in pieces. */

struct apps_file_params {
    struct slice app_id;
    /* In the app; without . and .. and double slashes. */
    struct slice path;
    int64_t offset;
    /* Bytes. */
    int64_t limit;
};

struct apps_file_result {
    /* By the ending of its name. */
    struct slice media_type;
    /* The size of the whole file. */
    int64_t bytes;
    /* Bytes from offset on, in base64. Shorter than limit: the file ends. */
    struct slice data;
};

extern const struct shape apps_file_params_shape;
extern const struct shape apps_file_result_shape;
extern const struct method apps_file_method;
int apps_file(struct call *call, const struct apps_file_params *params);

static inline int apps_file_reply(struct call *call, const struct apps_file_result *result)
{
    return call_reply(call, result);
}

/* Method apps:list: List the installed apps, by id. */

struct apps_list_params {
    char unused;
};

struct apps_list_result_apps {
    struct apps_installed_app *items;
    size_t count;
};

struct apps_list_result {
    struct apps_list_result_apps apps;
};

extern const struct shape apps_list_params_shape;
extern const struct shape apps_list_result_shape;
extern const struct method apps_list_method;
int apps_list(struct call *call, const struct apps_list_params *params);

static inline int apps_list_reply(struct call *call, const struct apps_list_result *result)
{
    return call_reply(call, result);
}

/* Method apps:listTools: List the tools of MCP servers that an app was granted.
 *
 * Those whose name for agents (agentName) fits a name or pattern of the grant, of servers that belong to no project.
 * Starts no server: the lists are stored. */

struct apps_list_tools_params {
    struct slice app_id;
};

struct apps_list_tools_result_tools {
    struct mcp_tool *items;
    size_t count;
};

struct apps_list_tools_result {
    struct apps_list_tools_result_tools tools;
};

extern const struct shape apps_list_tools_params_shape;
extern const struct shape apps_list_tools_result_shape;
extern const struct method apps_list_tools_method;
int apps_list_tools(struct call *call, const struct apps_list_tools_params *params);

static inline int apps_list_tools_reply(struct call *call, const struct apps_list_tools_result *result)
{
    return call_reply(call, result);
}

/* Method apps:callTool: Call a tool of an MCP server for an app.
 *
 * The app must have been granted the tool, and a permission rule must allow it; a deny rule refuses it. Rules that
 * are limited to a session or a working directory do not apply to apps. Nobody is asked: without a rule, the call is
 * refused. Starts the server if necessary. Each call is in the audit log. */

/* Absent: {}. */
struct apps_call_tool_params_args {
    struct apps_call_tool_params_args_pair *items;
    size_t count;
};

struct apps_call_tool_params_args_pair {
    struct slice key;
    struct json_any value;
};

struct apps_call_tool_params {
    struct slice app_id;
    /* Its name for agents. */
    struct slice tool_name;
    struct apps_call_tool_params_args args;
    enum field_is args_is;
};

struct apps_call_tool_result {
    /* What the tool returned: connector#/types/CallResult. */
    struct json_any result;
};

extern const struct shape apps_call_tool_params_shape;
extern const struct shape apps_call_tool_result_shape;
extern const struct method apps_call_tool_method;
int apps_call_tool(struct call *call, const struct apps_call_tool_params *params);

static inline int apps_call_tool_reply(struct call *call, const struct apps_call_tool_result *result)
{
    return call_reply(call, result);
}

/* Method apps:getAppConfig: Get what an app is, and what it was granted. */

struct apps_get_app_config_params {
    struct slice app_id;
};

/* The ids of the configured MCP servers of which it was granted tools. */
struct apps_get_app_config_result_connected_services {
    struct slice *items;
    size_t count;
};

struct apps_get_app_config_result {
    struct slice app_id;
    struct slice name;
    struct slice version;
    /* What it was granted. */
    struct apps_permissions permissions;
    struct apps_get_app_config_result_connected_services connected_services;
};

extern const struct shape apps_get_app_config_params_shape;
extern const struct shape apps_get_app_config_result_shape;
extern const struct method apps_get_app_config_method;
int apps_get_app_config(struct call *call, const struct apps_get_app_config_params *params);

static inline int apps_get_app_config_reply(struct call *call, const struct apps_get_app_config_result *result)
{
    return call_reply(call, result);
}

/* Method apps.open: Open a connection for an installed app.
 *
 * A descriptor comes with the result: one end of a socket pair. Whatever is said through it is said by this app, so
 * give it to nothing else. The app may call initialize, ping, rpc.discover, cowork:read and $/cancel_request, 50
 * messages a second; a faster app is read later, not refused. It gets no notifications. An app has at most 8
 * connections. While it has one, its status is running; apps:remove closes them. */

struct apps_open_params {
    struct slice app_id;
};

struct apps_open_result {
    struct slice app_id;
    struct slice name;
    struct slice version;
};

extern const struct shape apps_open_params_shape;
extern const struct shape apps_open_result_shape;
extern const struct method apps_open_method;
int apps_open(struct call *call, const struct apps_open_params *params);

static inline int apps_open_reply(struct call *call, const struct apps_open_result *result)
{
    return call_reply(call, result);
}

/* Event event.appsChanged: An app was installed, updated or removed, was granted other permissions, or has changed
 * its status. */

enum event_apps_changed_params_change {
    EVENT_APPS_CHANGED_PARAMS_CHANGE_INSTALLED = 0,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_UPDATED = 1,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_REMOVED = 2,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_GRANTED = 3,
    EVENT_APPS_CHANGED_PARAMS_CHANGE_STATUS = 4,
};

struct event_apps_changed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice app_id;
    enum event_apps_changed_params_change change;
    /* The app after the change; absent if it was removed. */
    struct apps_installed_app app;
    enum field_is app_is;
};

extern const struct shape event_apps_changed_params_shape;
extern const struct event_type event_apps_changed_event;
