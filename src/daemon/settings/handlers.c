/* app:getSettings, app:setTheme and app:setProfile. */
#include "daemon/settings/settings.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "contract/app.h"
#include "daemon/store/request.h"
#include "daemon/store/settings.h"
#include "rpc/call.h"

enum { NAME_MAX_BYTES = 256 };

/* --- the person in the password database --- */

/* Returns the full name: the part of the comment field up to the first comma. Empty: there is none that can be shown.
 * An & stands for the login name, in a convention that hardly anybody uses. */
static struct slice full_name(const struct passwd *user)
{
    struct slice name = {user->pw_gecos, user->pw_gecos ? strcspn(user->pw_gecos, ",") : 0};
    bool is_usable = name.size > 0 && name.size <= NAME_MAX_BYTES && !memchr(name.data, '&', name.size);
    return is_usable && utf8_is_valid(name) ? name : SLICE("");
}

void settings_init(struct settings_keeper *keeper)
{
    const struct passwd *user = getpwuid(geteuid());
    struct slice name = user ? full_name(user) : SLICE("");
    char number[24];
    (void)snprintf(number, sizeof number, "%u", (unsigned)geteuid());
    if (name.size == 0 && user && user->pw_name[0] && utf8_is_valid(slice_of(user->pw_name)))
        name = slice_of(user->pw_name);
    if (name.size == 0 || name.size > NAME_MAX_BYTES)
        name = slice_of(number);
    keeper->user_name = strndup(name.data, name.size);
}

void settings_clear(struct settings_keeper *keeper)
{
    free(keeper->user_name);
    keeper->user_name = NULL;
}

/* --- rows --- */

static const struct slice theme_row = SLICE_INIT("theme"), profile_row = SLICE_INIT("profile"),
                          streams_row = SLICE_INIT("captureStreams");

int settings_read(struct store_tx *tx, struct slice user_name, struct arena *arena, struct app_settings *ret_settings)
{
    struct app_settings settings = {.theme = APP_THEME_SYSTEM,
                                    .capture_streams = {.window_tracking = true, .focus = true, .browser = true},
                                    .profile = {.name = user_name}};
    int r = store_setting_get(tx, theme_row, &app_theme_shape, arena, &settings.theme);
    if (r >= 0)
        r = store_setting_get(tx, profile_row, &app_profile_shape, arena, &settings.profile);
    if (r >= 0)
        r = store_setting_get(tx, streams_row, &app_capture_streams_shape, arena, &settings.capture_streams);
    if (r >= 0)
        *ret_settings = settings;
    return r < 0 ? r : 0;
}

/* --- methods --- */

struct settings_request {
    struct slice user_name; /* of the keeper, which lives longer than the threads of the store */
    struct app_settings settings;
};

static struct settings_request request_of(const struct call *call)
{
    const struct settings_keeper *keeper = settings_keeper_of(call);
    return (struct settings_request){.user_name = slice_of(keeper->user_name ? keeper->user_name : "")};
}

static int find(struct store_request *request, struct store_tx *tx)
{
    struct settings_request *found = request->more;
    return settings_read(tx, found->user_name, &request->arena, &found->settings);
}

/* Answers a request that has failed. */
static bool has_failed(const struct store_request *request)
{
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the settings: %s", strerror(-request->status));
    return request->status < 0;
}

static void answer_settings(struct store_request *request)
{
    const struct settings_request *found = request->more;
    if (!has_failed(request))
        (void)app_get_settings_reply(request->call, &found->settings);
}

int app_get_settings(struct call *call, const struct app_get_settings_params *params)
{
    (void)params;
    const struct settings_request found = request_of(call);
    return store_request_read_with(call, &found, sizeof found, find, answer_settings);
}

static int add_event(struct store_tx *tx, enum event_settings_changed_params_change change,
                     const struct app_settings *settings)
{
    const struct event_settings_changed_params params = {
        .timestamp = clock_epoch_ms(), .change = change, .settings = *settings};
    return store_event_add(tx, &event_settings_changed_event, 0, 0, &params);
}

int settings_write_streams(struct store_tx *tx, const struct app_settings *settings)
{
    int r = store_setting_put(tx, streams_row, &app_capture_streams_shape, &settings->capture_streams);
    return r < 0 ? r : add_event(tx, EVENT_SETTINGS_CHANGED_PARAMS_CHANGE_CAPTURE_STREAMS, settings);
}

static int change_theme(struct store_request *request, struct store_tx *tx)
{
    const struct app_set_theme_params *params = request->call->params;
    struct settings_request *found = request->more;
    int r = find(request, tx);
    if (r < 0 || found->settings.theme == params->theme)
        return r;
    found->settings.theme = params->theme;
    r = store_setting_put(tx, theme_row, &app_theme_shape, &found->settings.theme);
    return r < 0 ? r : add_event(tx, EVENT_SETTINGS_CHANGED_PARAMS_CHANGE_THEME, &found->settings);
}

static void answer_theme(struct store_request *request)
{
    const struct settings_request *found = request->more;
    if (!has_failed(request))
        (void)app_set_theme_reply(request->call, &(struct app_set_theme_result){.theme = found->settings.theme});
}

int app_set_theme(struct call *call, const struct app_set_theme_params *params)
{
    (void)params;
    const struct settings_request found = request_of(call);
    return store_request_write_with(call, &found, sizeof found, change_theme, answer_theme);
}

static bool is_same(const struct app_profile *one, const struct app_profile *other)
{
    return slice_equal(one->name, other->name) && one->role_is == other->role_is &&
           (one->role_is != FIELD_SET || slice_equal(one->role, other->role));
}

static int change_profile(struct store_request *request, struct store_tx *tx)
{
    const struct app_set_profile_params *params = request->call->params;
    const struct app_profile profile = {.name = params->name, .role = params->role, .role_is = params->role_is};
    struct settings_request *found = request->more;
    int r = find(request, tx);
    if (r < 0 || is_same(&found->settings.profile, &profile))
        return r;
    found->settings.profile = profile;
    r = store_setting_put(tx, profile_row, &app_profile_shape, &profile);
    return r < 0 ? r : add_event(tx, EVENT_SETTINGS_CHANGED_PARAMS_CHANGE_PROFILE, &found->settings);
}

static void answer_profile(struct store_request *request)
{
    const struct settings_request *found = request->more;
    if (!has_failed(request))
        (void)app_set_profile_reply(request->call,
                                    &(struct app_set_profile_result){.profile = found->settings.profile});
}

int app_set_profile(struct call *call, const struct app_set_profile_params *params)
{
    (void)params;
    const struct settings_request found = request_of(call);
    return store_request_write_with(call, &found, sizeof found, change_profile, answer_profile);
}
