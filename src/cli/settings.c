/* weir settings: what front ends and apps share of the person's settings. */
#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/text.h"
#include "contract/app.h"
#include "json/encode.h"

enum { NAME_COLUMN = 9 };

static enum cli_exit fetch(struct cli *cli, struct arena *arena, char **ret_text, struct app_settings *ret_settings)
{
    enum cli_exit exit = ask(cli, &app_get_settings_method, NULL, ret_text);
    return exit == CLI_OK ? ask_read(cli, arena, &app_settings_shape, *ret_text, ret_settings) : exit;
}

static void print_theme(const struct card *card, enum app_theme theme)
{
    card_text(card, "theme", app_theme_shape.of.words.items[theme], NULL);
}

static void print_profile(const struct card *card, const struct app_profile *profile)
{
    card_text(card, "name", profile->name, NULL);
    if (profile->role_is == FIELD_SET)
        card_text(card, "role", profile->role, NULL);
}

/* --- settings show --- */

static enum cli_exit run_show(struct cli *cli, int count, char **arguments);

const struct cli_command command_settings_show = {
    .name = "settings show",
    .arguments = "",
    .summary = "Show the theme and the profile that front ends and apps use",
    .details = "The settings of the daemon itself are in its configuration file; see weir-config(5).",
    .leads = true,
    .starts = true,
    .run = run_show,
};

static void print_streams(const struct card *card, const struct app_capture_streams *streams)
{
    card_line(card, "capture", "window_tracking %s, focus %s, browser %s, keystroke %s, clipboard %s",
              streams->window_tracking ? "on" : "off", streams->focus ? "on" : "off", streams->browser ? "on" : "off",
              streams->keystroke ? "on" : "off", streams->clipboard ? "on" : "off");
}

static enum cli_exit run_show(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct app_settings settings = {0};
    struct card card;
    enum cli_exit exit = fetch(cli, &arena, &text, &settings);
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
    } else if (exit == CLI_OK) {
        card_begin(&card, cli, NAME_COLUMN);
        print_theme(&card, settings.theme);
        print_profile(&card, &settings.profile);
        print_streams(&card, &settings.capture_streams);
    }
    arena_clear(&arena);
    return exit;
}

/* --- settings theme --- */

static enum cli_exit run_theme(struct cli *cli, int count, char **arguments);

const struct cli_command command_settings_theme = {
    .name = "settings theme",
    .arguments = "[THEME]",
    .summary = "Show or set the theme of graphical front ends: dark, light or system",
    .arguments_max = 1,
    .words = "dark light system",
    .starts = true,
    .run = run_theme,
};

static enum cli_exit set_theme(struct cli *cli, const char *name)
{
    autofree char *text = NULL;
    const struct shape *words = &app_theme_shape;
    struct app_set_theme_params params = {0};
    uint32_t at = 0;
    while (at < words->of.words.count && !slice_is(words->of.words.items[at], name))
        at++;
    if (at == words->of.words.count)
        return cli_fail(cli, CLI_USAGE, "unknown theme '%s'; choose dark, light or system", name);
    params.theme = (enum app_theme)at;
    enum cli_exit exit = ask(cli, &app_set_theme_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        (void)printf("the theme is %s\n", name);
    return exit;
}

static enum cli_exit run_theme(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct app_settings settings = {0};
    if (count > 0)
        return set_theme(cli, arguments[0]);
    enum cli_exit exit = fetch(cli, &arena, &text, &settings);
    if (exit == CLI_OK)
        (void)printf(cli->json ? "{\"theme\":\"%s\"}\n" : "%s\n", app_theme_shape.of.words.items[settings.theme].data);
    arena_clear(&arena);
    return exit;
}

/* --- settings profile --- */

static enum cli_exit run_profile(struct cli *cli, int count, char **arguments);

static const struct cli_option profile_options[] = {
    {"role", 'r', "TEXT", NULL, "what you do, such as 'engineer'; without it, the profile has no role"},
    {0},
};

const struct cli_command command_settings_profile = {
    .name = "settings profile",
    .arguments = "[NAME]",
    .summary = "Show or set the name and the role that apps may know",
    .details = "Until it is set, the name is that of the password database. Setting the profile replaces both.",
    .options = profile_options,
    .arguments_max = 1,
    .starts = true,
    .run = run_profile,
};

static enum cli_exit set_profile(struct cli *cli, const char *name)
{
    autofree char *text = NULL;
    struct app_set_profile_params params = {.name = slice_of(name)};
    if (!text_is_utf8(params.name))
        return cli_fail(cli, CLI_USAGE, "the name is not UTF-8 text");
    enum cli_exit exit = ask_option(cli, "role", &params.role, &params.role_is);
    if (exit == CLI_OK)
        exit = ask(cli, &app_set_profile_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        (void)puts("set the profile");
    return exit;
}

static enum cli_exit show_profile(struct cli *cli)
{
    autofree char *text = NULL;
    struct buf json = BUF_LIMITED(ASK_BYTES_MAX);
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct app_settings settings = {0};
    struct card card;
    enum cli_exit exit = fetch(cli, &arena, &text, &settings);
    if (exit == CLI_OK && cli->json) {
        const struct app_set_profile_result result = {.profile = settings.profile};
        if (json_encode(&json, &app_set_profile_result_shape, &result) == 0 && buf_terminate(&json) == 0)
            ask_print_json(json.data);
    } else if (exit == CLI_OK) {
        card_begin(&card, cli, NAME_COLUMN);
        print_profile(&card, &settings.profile);
    }
    buf_clear(&json);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_profile(struct cli *cli, int count, char **arguments)
{
    if (count > 0)
        return set_profile(cli, arguments[0]);
    if (cli_option(cli, "role"))
        return cli_fail(cli, CLI_USAGE, "--role needs the name too; weir settings profile NAME --role TEXT");
    return show_profile(cli);
}
