/* weir automation add: from options, from a file, or step by step. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/automation.h"
#include "cli/commands.h"
#include "cli/prompt.h"
#include "cli/text.h"
#include "schedule/civil.h"
#include "json/read.h"
#include "json/write.h"

enum { PATHS_MAX = 64, WHERE_MAX = 16, LINE_SIZE = 4096, RULE_BYTES = 8 << 20 };

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"cron", 0, "'CRON'", NULL,
     "run at these times: minute, hour, day of the month, month, day of the week; or @daily"},
    {"zone", 0, "ZONE", NULL, "time zone of --cron and --at, such as Europe/Berlin (default: that of this machine)"},
    {"every", 0, "TIME", NULL, "run every 90s, 15m, 2h or 1d"},
    {"at", 0, "TIME", NULL, "run once: 09:00, '2026-11-24 09:00', or with a zone 2026-11-24T09:00:00Z"},
    {"event", 0, "EVENT", NULL, "run when this happens, such as event.taskFailed"},
    {"where", 0, "NAME=VALUE", NULL, "only if the event has this value; may be repeated"},
    {"watch", 'w', "PATH", NULL, "run when files change; with *, ** and ? in quotes; may be repeated"},
    {"settle", 0, "MS", NULL, "wait until nothing has changed for so long (default 1000)"},
    {"webhook", 0, NULL, NULL, "run when a webhook is called"},
    {"scheme", 0, "WORD", "standard github", "how its deliveries are signed (default standard)"},
    {"notify", 'n', "TEXT", NULL, "show a notification, after the task if there is a prompt"},
    {"agent", 'a', "NAME", NULL, "agent for the task"},
    {"model", 'm', "NAME", NULL, "model for the task"},
    {"cwd", 'C', "DIR", NULL, "directory of the task (default: the current one)"},
    {"session", 's', "ID", NULL, "run the task in this session (default: one of the rule's own)"},
    {"permission-mode", 0, "MODE", "default acceptEdits bypassPermissions plan", "what the task may do without asking"},
    {"overlap", 0, "WORD", "skip queue replace", "if it still runs when it is due again (default skip)"},
    {"missed", 0, "WORD", "skip latest all", "about times at which weir did not run (default latest)"},
    {"off", 0, NULL, NULL, "do not enable it yet"},
    {"file", 'f', "FILE", NULL, "take the rule from a JSON file; - is standard input"},
    {0},
};

const struct cli_command command_automation_add = {
    .name = "automation add",
    .arguments = "[NAME [PROMPT...]]",
    .summary = "Add a rule: run a task at times, or when something happens",
    .details =
        "Without arguments, asks step by step. A rule without a trigger is started by hand. In the prompt, {{…}} "
        "stands for\n"
        "what caused the run: {{event.error}}, {{paths}}, {{input}}. A last PROMPT of - is standard input.\n"
        "\n"
        "  weir automation add tests --cron '0 2 * * *' run the tests and summarize the failures\n"
        "  weir automation add docs --watch 'docs/**/*.md' check the links in {{paths}}\n"
        "  weir automation add --file rule.json",
    .options = options,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run,
};

/* What the options say, or the person. */
struct plan {
    const char *name, *cron, *zone, *every, *at, *event, *scheme;
    const char *paths[PATHS_MAX], *where[WHERE_MAX];
    size_t path_count, where_count;
    const char *settle, *notify;
    bool has_webhook;
    struct buf prompt;
    char lines[8][LINE_SIZE]; /* that the person typed */
};

/* --- JSON --- */

static void put(struct buf *out, const char *key, const char *text)
{
    (void)buf_printf(out, ",\"%s\":", key);
    (void)json_write_string(out, slice_of(text));
}

static void put_option(const struct cli *cli, struct buf *out, const char *option, const char *key)
{
    const char *value = cli_option(cli, option);
    if (value)
        put(out, key, value);
}

static bool is_json_value(const char *text)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct json_error error;
    yyjson_val *value = NULL;
    bool is_value = json_read(&arena, slice_of(text), &value, &error) == 0;
    arena_clear(&arena);
    return is_value;
}

/* --- times --- */

/* "90s", "15m", "2h", "1d", "90". */
static enum cli_exit read_every(const struct cli *cli, const char *text, int64_t *ret_seconds)
{
    static const struct {
        char letter;
        int64_t seconds;
    } units[] = {{'s', 1}, {'m', CIVIL_MINUTE}, {'h', CIVIL_HOUR}, {'d', CIVIL_DAY}};
    char number[24];
    size_t size = strlen(text);
    int64_t unit = 0, count = 0;
    for (size_t i = 0; size > 0 && i < sizeof units / sizeof *units; i++)
        if (text[size - 1] == units[i].letter)
            unit = units[i].seconds;
    (void)snprintf(number, sizeof number, "%.*s", (int)(unit ? size - 1 : size), text);
    unit = unit ? unit : 1;
    if (size == 0 || size >= sizeof number || text_parse_count(number, 31536000 / unit, &count) < 0 || count == 0)
        return cli_fail(cli, CLI_USAGE, "--every must be a time such as 90s, 15m, 2h or 1d, at most 365d; not '%s'",
                        text);
    *ret_seconds = count * unit;
    return CLI_OK;
}

/* Reads the digits where the pattern has 0, and requires its other characters; a blank can be T, too. */
static bool read_parts(const char *text, const char *pattern, int *parts)
{
    int part = 0;
    if (strlen(text) != strlen(pattern))
        return false;
    for (size_t i = 0; pattern[i]; i++) {
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (pattern[i] == '0' ? !is_digit : text[i] != pattern[i] && !(pattern[i] == ' ' && text[i] == 'T'))
            return false;
        if (pattern[i] != '0')
            part++;
        else
            parts[part] = parts[part] * 10 + (text[i] - '0');
    }
    return true;
}

/* A local date and time in the zone, or the next such time of the day, as a time that the daemon reads. */
static enum cli_exit read_at(const struct cli *cli, const char *text, const char *zone_name,
                             char iso[static CLOCK_ISO_SIZE])
{
    struct zones zones = {0};
    const struct zone *const *zone = NULL;
    char problem[ZONES_PROBLEM_SIZE];
    int parts[5] = {0};
    int64_t ms, now = clock_epoch_ms() / 1000;
    if (clock_parse_iso(slice_of(text), &ms) == 0) {
        clock_format_iso(ms, iso);
        return CLI_OK;
    }
    if (zones_find(&zones, slice_of(zone_name ? zone_name : ""), &zone, problem) < 0) {
        zones_clear(&zones);
        return cli_fail(cli, CLI_USAGE, "%s", problem);
    }
    bool is_date = read_parts(text, "0000-00-00 00:00", parts),
         is_time = !is_date && read_parts(text, "00:00", parts + 3);
    int year = parts[0], month = parts[1], day = parts[2], hour = parts[3], minute = parts[4];
    bool is_sound = (is_date && year >= 1970 && year <= CIVIL_YEAR_MAX && month >= 1 && month <= 12 && day >= 1 &&
                     day <= civil_month_days(year, month)) ||
                    is_time;
    if (!is_sound || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
        zones_clear(&zones);
        return cli_fail(cli, CLI_USAGE,
                        "--at must be a time such as 09:00, '2026-11-24 09:00' or 2026-11-24T09:00:00Z; not '%s'",
                        text);
    }
    int64_t time = hour * (int64_t)CIVIL_HOUR + minute * (int64_t)CIVIL_MINUTE, today = zone_local(*zone, now);
    int64_t days = is_date ? civil_days(year, month, day) : today / CIVIL_DAY;
    int64_t at = zone_first(*zone, days * CIVIL_DAY + time);
    if (is_time && at <= now)
        at = zone_first(*zone, (days + 1) * CIVIL_DAY + time);
    zones_clear(&zones);
    clock_format_iso(at * 1000, iso);
    return CLI_OK;
}

/* --- triggers --- */

/* Removes ".", and ".." with the name before it, unless that has wildcards. */
static void append_plain(struct buf *out, const char *path)
{
    while (*path) {
        size_t size = strcspn(path, "/");
        struct slice name = {path, size};
        const char *last = out->size > 0 ? memrchr(out->data, '/', out->size) : NULL;
        bool is_wild = last && memchr(last, '*', (size_t)(out->data + out->size - last));
        if (slice_is(name, "..") && !is_wild) {
            out->size = last ? (size_t)(last - out->data) : 0;
        } else if (size > 0 && !slice_is(name, ".")) {
            (void)buf_append_char(out, '/');
            (void)buf_append_slice(out, name);
        }
        path += size + (path[size] == '/');
    }
}

/* Paths are relative to the current directory. The shell leaves a "~" in quotes to us. */
static void put_path(struct buf *out, const char *path)
{
    char directory[PATH_MAX];
    const char *home = getenv("HOME");
    struct buf whole = BUF_LIMITED((size_t)3 * PATH_MAX);
    bool is_home = *path == '~' && (path[1] == '/' || !path[1]) && home && *home == '/';
    if (is_home)
        append_plain(&whole, home);
    else if (*path != '/' && getcwd(directory, sizeof directory))
        append_plain(&whole, directory);
    append_plain(&whole, is_home ? path + 1 : path);
    (void)json_write_string(out, whole.size > 0 ? buf_slice(&whole) : SLICE("/"));
    buf_clear(&whole);
}

static enum cli_exit put_files(const struct cli *cli, struct buf *out, const struct plan *plan)
{
    int64_t settle = 0;
    (void)buf_append_text(out, "{\"type\":\"file\",\"paths\":[");
    for (size_t i = 0; i < plan->path_count; i++) {
        if (i > 0)
            (void)buf_append_char(out, ',');
        put_path(out, plan->paths[i]);
    }
    (void)buf_append_char(out, ']');
    if (plan->settle && text_parse_count(plan->settle, 3600000, &settle) < 0)
        return cli_fail(cli, CLI_USAGE, "--settle must be a number of milliseconds, at most 3600000; not '%s'",
                        plan->settle);
    if (plan->settle)
        (void)buf_printf(out, ",\"settleMs\":%lld", (long long)settle);
    (void)buf_append_char(out, '}');
    return CLI_OK;
}

static enum cli_exit put_event(const struct cli *cli, struct buf *out, const struct plan *plan)
{
    (void)buf_append_text(out, "{\"type\":\"event\"");
    put(out, "event", plan->event);
    for (size_t i = 0; i < plan->where_count; i++) {
        const char *equals = strchr(plan->where[i], '=');
        if (!equals || equals == plan->where[i])
            return cli_fail(cli, CLI_USAGE, "--where must be NAME=VALUE, such as --where agent=codex; not '%s'",
                            plan->where[i]);
        (void)buf_append_text(out, i == 0 ? ",\"where\":{" : ",");
        (void)json_write_string(out, (struct slice){plan->where[i], (size_t)(equals - plan->where[i])});
        (void)buf_append_char(out, ':');
        if (is_json_value(equals + 1))
            (void)buf_append_text(out, equals + 1);
        else
            (void)json_write_string(out, slice_of(equals + 1));
    }
    (void)buf_append_text(out, plan->where_count > 0 ? "}}" : "}");
    return CLI_OK;
}

static enum cli_exit put_trigger(const struct cli *cli, struct buf *out, const struct plan *plan)
{
    char iso[CLOCK_ISO_SIZE];
    int64_t seconds = 0;
    enum cli_exit exit = CLI_OK;
    if (plan->cron) {
        exit = automation_check_cron(cli, slice_of(plan->cron), slice_of(plan->zone ? plan->zone : ""));
        (void)buf_append_text(out, "{\"type\":\"cron\"");
        put(out, "expression", plan->cron);
        if (plan->zone)
            put(out, "timezone", plan->zone);
        (void)buf_append_char(out, '}');
    } else if (plan->every) {
        exit = read_every(cli, plan->every, &seconds);
        (void)buf_printf(out, "{\"type\":\"interval\",\"seconds\":%lld}", (long long)seconds);
    } else if (plan->at) {
        exit = read_at(cli, plan->at, plan->zone, iso);
        (void)buf_printf(out, "{\"type\":\"at\",\"time\":\"%s\"}", exit == CLI_OK ? iso : "");
    } else if (plan->event) {
        exit = put_event(cli, out, plan);
    } else if (plan->path_count > 0) {
        exit = put_files(cli, out, plan);
    } else if (plan->has_webhook) {
        (void)buf_append_text(out, "{\"type\":\"webhook\"");
        if (plan->scheme)
            put(out, "scheme", plan->scheme);
        (void)buf_append_char(out, '}');
    } else {
        (void)buf_append_text(out, "{\"type\":\"manual\"}");
    }
    return exit;
}

/* --- actions and policy --- */

static enum cli_exit put_task(const struct cli *cli, struct buf *out, const struct plan *plan)
{
    const char *cwd = cli_option(cli, "cwd");
    autofree char *real = NULL;
    (void)buf_append_text(out, "{\"type\":\"task\",\"prompt\":");
    (void)json_write_string(out, buf_slice(&plan->prompt));
    put_option(cli, out, "agent", "agent");
    put_option(cli, out, "model", "model");
    put_option(cli, out, "session", "sessionId");
    put_option(cli, out, "permission-mode", "permissionMode");
    if (cwd && cli_option(cli, "session"))
        return cli_fail(cli, CLI_USAGE, "--cwd and --session exclude each other: a session has its directory");
    if (!cli_option(cli, "session")) {
        enum cli_exit exit = ask_directory(cli, "cwd", cwd ? cwd : ".", &real);
        if (exit != CLI_OK)
            return exit;
        put(out, "cwd", real);
    }
    (void)buf_append_char(out, '}');
    return CLI_OK;
}

static enum cli_exit put_rule(const struct cli *cli, struct buf *out, const struct plan *plan)
{
    const char *overlap = cli_option(cli, "overlap"), *missed = cli_option(cli, "missed");
    enum cli_exit exit = CLI_OK;
    (void)buf_append_text(out, "{\"name\":");
    (void)json_write_string(out, slice_of(plan->name));
    (void)buf_append_text(out, ",\"trigger\":");
    exit = put_trigger(cli, out, plan);
    (void)buf_append_text(out, ",\"actions\":[");
    if (exit == CLI_OK && plan->prompt.size > 0)
        exit = put_task(cli, out, plan);
    if (plan->notify) {
        (void)buf_append_text(out, plan->prompt.size > 0 ? ",{\"type\":\"notify\"" : "{\"type\":\"notify\"");
        put(out, "title", plan->notify);
        (void)buf_append_char(out, '}');
    }
    (void)buf_append_char(out, ']');
    if (overlap || missed) {
        (void)buf_append_text(out, ",\"policy\":{");
        if (overlap)
            (void)buf_printf(out, "\"overlap\":\"%s\"%s", overlap, missed ? "," : "");
        if (missed)
            (void)buf_printf(out, "\"missed\":\"%s\"", missed);
        (void)buf_append_char(out, '}');
    }
    (void)buf_append_text(out, cli_option(cli, "off") ? ",\"enabled\":false}" : "}");
    return exit;
}

/* --- options --- */

static enum cli_exit read_options(const struct cli *cli, struct plan *plan, int count, char **arguments)
{
    static const char *const triggers[] = {"cron", "every", "at", "event", "watch", "webhook"};
    const char *given = NULL;
    int at = 0;
    for (size_t i = 0; i < sizeof triggers / sizeof *triggers; i++) {
        if (!cli_option(cli, triggers[i]))
            continue;
        if (given)
            return cli_fail(cli, CLI_USAGE, "--%s and --%s exclude each other: a rule has one trigger", given,
                            triggers[i]);
        given = triggers[i];
    }
    plan->cron = cli_option(cli, "cron");
    plan->zone = cli_option(cli, "zone");
    plan->every = cli_option(cli, "every");
    plan->at = cli_option(cli, "at");
    plan->event = cli_option(cli, "event");
    plan->has_webhook = cli_option(cli, "webhook") != NULL;
    plan->scheme = cli_option(cli, "scheme");
    plan->settle = cli_option(cli, "settle");
    plan->notify = cli_option(cli, "notify");
    for (const char *path; (path = cli_option_next(cli, "watch", &at)); plan->paths[plan->path_count++] = path)
        if (plan->path_count == PATHS_MAX)
            return cli_fail(cli, CLI_USAGE, "too many paths (limit: %d)", PATHS_MAX);
    at = 0;
    for (const char *where; (where = cli_option_next(cli, "where", &at)); plan->where[plan->where_count++] = where)
        if (plan->where_count == WHERE_MAX)
            return cli_fail(cli, CLI_USAGE, "too many conditions (limit: %d)", WHERE_MAX);
    if (plan->zone && !plan->cron && !plan->at)
        return cli_fail(cli, CLI_USAGE, "--zone belongs to --cron or --at");
    if (plan->where_count > 0 && !plan->event)
        return cli_fail(cli, CLI_USAGE, "--where belongs to --event");
    if (plan->scheme && !plan->has_webhook)
        return cli_fail(cli, CLI_USAGE, "--scheme belongs to --webhook");
    if (plan->settle && plan->path_count == 0)
        return cli_fail(cli, CLI_USAGE, "--settle belongs to --watch");
    plan->name = arguments[0];
    enum cli_exit exit = count > 1 ? prompt_take(cli, count - 1, arguments + 1, &plan->prompt) : CLI_OK;
    if (exit == CLI_OK && plan->prompt.size == 0 && !plan->notify)
        return cli_fail(cli, CLI_USAGE, "the rule does nothing; add a prompt, or --notify TEXT");
    return exit;
}

/* --- step by step --- */

/* NULL: the end of input. */
static const char *ask_line(struct plan *plan, size_t index, const char *question)
{
    char *line = plan->lines[index];
    (void)fprintf(stderr, "%s ", question);
    (void)fflush(stderr);
    if (!fgets(line, LINE_SIZE, stdin)) {
        (void)fputc('\n', stderr);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* Asks the daemon, too, so that a mistake is known before the next question. */
static enum cli_exit check_trigger(struct cli *cli, const struct plan *plan)
{
    struct buf params = BUF_LIMITED(RULE_BYTES);
    autofree char *result = NULL;
    (void)buf_append_text(&params, "{\"trigger\":");
    enum cli_exit exit = put_trigger(cli, &params, plan);
    (void)buf_append_char(&params, '}');
    if (exit == CLI_OK)
        exit = automation_send(cli, "automation.preview", &params, &result);
    buf_clear(&params);
    return exit;
}

/* Asks again until there is an answer that can be used. */
static bool ask_trigger(struct cli *cli, struct plan *plan)
{
    static const struct {
        const char *name, *question;
    } kinds[] = {
        {"at times",
         "Cron expression (minute, hour, day of the month, month, day of the week), such as 0 9 * * mon-fri:"},
        {"every so often", "How often? 15m, 2h, 1d:"},
        {"once", "When? 09:00, or 2026-11-24 09:00:"},
        {"when files change", "Which files? A directory, or a path with * and **:"},
        {"when something happens", "Which event? event.taskFailed, event.taskCompleted, event.sessionClosed:"},
        {"by webhook", NULL},
        {"by hand", NULL},
    };
    size_t count = sizeof kinds / sizeof *kinds;
    for (;;) {
        const char *text, *end;
        for (size_t i = 0; i < count; i++)
            (void)fprintf(stderr, "  %zu  %s\n", i + 1, kinds[i].name);
        text = ask_line(plan, 1, "When does it run? [7]");
        if (!text)
            return false;
        size_t kind = *text ? (size_t)(*text - '1') : count - 1;
        end = *text ? text + 1 : text;
        if (kind >= count || *end) {
            (void)fprintf(stderr, "a number from 1 to %zu\n", count);
            continue;
        }
        text = kinds[kind].question ? ask_line(plan, 2, kinds[kind].question) : "";
        if (!text)
            return false;
        plan->cron = kind == 0 ? text : NULL;
        plan->every = kind == 1 ? text : NULL;
        plan->at = kind == 2 ? text : NULL;
        plan->paths[0] = text;
        plan->path_count = kind == 3;
        plan->event = kind == 4 ? text : NULL;
        plan->has_webhook = kind == 5;
        if (check_trigger(cli, plan) == CLI_OK)
            return true;
    }
}

static enum cli_exit ask_all(struct cli *cli, struct plan *plan)
{
    const char *prompt = NULL;
    do
        plan->name = ask_line(plan, 0, "Name of the rule:");
    while (plan->name && !*plan->name);
    if (!plan->name || !ask_trigger(cli, plan))
        return cli_fail(cli, CLI_FAILED, "nothing was added");
    do
        prompt = ask_line(plan, 3, "What should the agent do?");
    while (prompt && !*prompt);
    if (!prompt)
        return cli_fail(cli, CLI_FAILED, "nothing was added");
    (void)buf_append_text(&plan->prompt, prompt);
    return prompt_check(cli, buf_slice(&plan->prompt));
}

/* --- a file --- */

static enum cli_exit read_file(const struct cli *cli, const char *path, struct buf *out)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct json_error error = {0};
    yyjson_val *root = NULL;
    bool is_input = strcmp(path, "-") == 0;
    FILE *file = is_input ? stdin : fopen(path, "re");
    if (!file)
        return cli_fail(cli, CLI_FAILED, "cannot read %s: %s", path, strerror(errno));
    char part[4096];
    for (size_t size; (size = fread(part, 1, sizeof part, file)) > 0;)
        (void)buf_append(out, part, size);
    bool is_bad = ferror(file) != 0;
    if (!is_input)
        (void)fclose(file);
    if (is_bad || out->error)
        return cli_fail(cli, CLI_FAILED, "cannot read %s: %s", path, out->error ? "it is too long" : "reading failed");
    int r = json_read(&arena, buf_slice(out), &root, &error);
    bool is_object = r == 0 && yyjson_is_obj(root);
    arena_clear(&arena);
    if (r < 0) {
        size_t line = 0, column = 0;
        text_position(buf_slice(out), error.offset, &line, &column);
        return cli_fail(cli, CLI_FAILED, "%s is not JSON: line %zu, column %zu: %s", path, line, column, error.message);
    }
    return is_object ? CLI_OK
                     : cli_fail(cli, CLI_FAILED, "%s is not a JSON object with name, trigger and actions", path);
}

static enum cli_exit make(struct cli *cli, struct plan *plan, struct buf *params, int count, char **arguments)
{
    const char *file = cli_option(cli, "file"), *other = NULL;
    for (const struct cli_option *option = options; option->name; option++)
        if (strcmp(option->name, "file") != 0 && cli_option(cli, option->name))
            other = option->name;
    if (file && (count > 0 || other))
        return cli_fail(cli, CLI_USAGE, "--file has the whole rule; remove %s%s",
                        count > 0 ? "the other arguments" : "--", count > 0 ? "" : other);
    if (file)
        return read_file(cli, file, params);
    if (count == 0 && (other || !isatty(STDIN_FILENO)))
        return cli_fail(cli, CLI_USAGE, "a name and a prompt are missing; see: weir automation add --help");
    enum cli_exit exit = count == 0 ? ask_all(cli, plan) : read_options(cli, plan, count, arguments);
    return exit == CLI_OK ? put_rule(cli, params, plan) : exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    struct plan *plan = calloc(1, sizeof *plan);
    struct buf params = BUF_LIMITED(RULE_BYTES);
    autofree char *result = NULL;
    if (!plan)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    plan->prompt = (struct buf)BUF_LIMITED(PROMPT_BYTES_MAX);
    enum cli_exit exit = make(cli, plan, &params, count, arguments);
    if (exit == CLI_OK)
        exit = automation_send(cli, "automation:create", &params, &result);
    if (exit == CLI_OK)
        exit = automation_report(cli, "added", result);
    buf_clear(&params);
    buf_clear(&plan->prompt);
    free(plan);
    return cli_finish(cli, exit);
}
