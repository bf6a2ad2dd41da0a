#include "cli/session_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ask.h"
#include "cli/text.h"
#include "json/read.h"

enum { PARSE_BYTES_MAX = 16 << 20, TOOL_NAME_MAX = 128 };

static enum cli_exit read_budget(const struct cli *cli, struct session_terms *terms)
{
    const char *tokens = cli_option(cli, "budget-tokens"), *cost = cli_option(cli, "budget-cost");
    if (tokens && text_parse_count(tokens, INT64_MAX, &terms->budget.tokens) < 0)
        return cli_fail(cli, CLI_USAGE, "--budget-tokens must be a number of tokens, not '%s'", tokens);
    if (cost) {
        char *end = NULL;
        double amount = strtod(cost, &end);
        if (end == cost || *end != '\0' || !(amount >= 0 && amount <= 1e9))
            return cli_fail(cli, CLI_USAGE, "--budget-cost must be an amount such as 2.50, not '%s'", cost);
        terms->budget.cost_micros = (int64_t)(amount * 1e6 + 0.5);
    }
    terms->budget.tokens_is = tokens ? FIELD_SET : FIELD_ABSENT;
    terms->budget.cost_micros_is = cost ? FIELD_SET : FIELD_ABSENT;
    terms->budget_is = tokens || cost ? FIELD_SET : FIELD_ABSENT;
    return CLI_OK;
}

/* The path is absolute or relative to the working directory of the session, which may not be known here, so pass it on
 * as it is. */
static enum cli_exit read_context(const struct cli *cli, struct session_terms_given *given)
{
    const char *tokens = cli_option(cli, "thinking-tokens");
    struct session_terms *terms = &given->terms;
    int at = 0;
    if (tokens && text_parse_count(tokens, 10000000, &terms->thinking_tokens) < 0)
        return cli_fail(cli, CLI_USAGE, "--thinking-tokens must be a number of tokens up to 10000000, not '%s'",
                        tokens);
    terms->thinking_tokens_is = tokens ? FIELD_SET : FIELD_ABSENT;
    for (const char *file; (file = cli_option_next(cli, "context-file", &at)) != NULL;) {
        if (terms->context_files.count == SESSION_FILES_MAX || !*file || !text_is_utf8(slice_of(file)))
            return cli_fail(cli, CLI_USAGE,
                            "--context-file must be a path, absolute or below the working directory, at most %d times",
                            SESSION_FILES_MAX);
        given->files[terms->context_files.count++] = slice_of(file);
    }
    terms->context_files.items = given->files;
    terms->context_files_is = terms->context_files.count > 0 ? FIELD_SET : FIELD_ABSENT;
    return CLI_OK;
}

static enum cli_exit add_tools(const struct cli *cli, const char *at, struct slice items[static SESSION_TOOLS_MAX],
                               size_t *count)
{
    if (!text_is_utf8(slice_of(at)))
        return cli_fail(cli, CLI_USAGE, "--tools is not UTF-8 text");
    while (*at) {
        size_t size = strcspn(at, ",");
        if (size == 0 || size > TOOL_NAME_MAX || *count == SESSION_TOOLS_MAX)
            return cli_fail(cli, CLI_USAGE,
                            "--tools must be up to %d names separated by commas, such as Read,Grep,mcp__*",
                            SESSION_TOOLS_MAX);
        items[(*count)++] = (struct slice){at, size};
        at += size;
        if (*at == ',' && at[1] != '\0')
            at++;
        else if (*at == ',')
            return cli_fail(cli, CLI_USAGE, "--tools must not end with a comma");
    }
    return CLI_OK;
}

enum cli_exit session_tools(const struct cli *cli, struct slice items[static SESSION_TOOLS_MAX], size_t *count,
                            enum field_is *is)
{
    int at = 0;
    for (const char *list; (list = cli_option_next(cli, "tools", &at)) != NULL;) {
        enum cli_exit exit = add_tools(cli, list, items, count);
        if (exit != CLI_OK)
            return exit;
        *is = FIELD_SET;
    }
    return CLI_OK;
}

enum cli_exit session_terms_read(const struct cli *cli, struct session_terms_given *ret_given)
{
    struct session_terms_given *given = ret_given;
    struct session_terms *terms = &given->terms;
    const char *seconds = cli_option(cli, "permission-timeout");
    int at = 0;
    *given = (struct session_terms_given){0};
    terms->network = (enum session_network)ask_word(cli, "network", &session_network_shape, &given->network_is);
    terms->keys = (enum session_keys)ask_word(cli, "keys", &session_keys_shape, &given->keys_is);
    for (const char *service; (service = cli_option_next(cli, "service", &at)) != NULL;) {
        if (terms->services.count == SESSION_SERVICES_MAX || !text_is_utf8(slice_of(service)))
            return cli_fail(cli, CLI_USAGE, "--service must be the name of a provider, at most %d times",
                            SESSION_SERVICES_MAX);
        given->services[terms->services.count++] = slice_of(service);
    }
    terms->services.items = given->services;
    terms->services_is = terms->services.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (seconds && text_parse_seconds(seconds, &terms->permission_timeout_ms) < 0)
        return cli_fail(cli, CLI_USAGE,
                        "--permission-timeout must be a number of seconds such as 60, or 0 for no limit; not '%s'",
                        seconds);
    terms->permission_timeout_ms_is = seconds ? FIELD_SET : FIELD_ABSENT;
    const char *context = cli_option(cli, "use-context");
    terms->use_context = context && strcmp(context, "yes") == 0;
    terms->use_context_is = context ? FIELD_SET : FIELD_ABSENT;
    enum cli_exit exit = read_budget(cli, terms);
    if (exit == CLI_OK)
        exit = read_context(cli, given);
    if (exit == CLI_OK)
        exit = session_tools(cli, given->tools, &terms->tools.count, &terms->tools_is);
    terms->tools.items = given->tools;
    given->any = given->network_is == FIELD_SET || given->keys_is == FIELD_SET || terms->services_is == FIELD_SET ||
                 seconds || terms->budget_is == FIELD_SET || terms->thinking_tokens_is == FIELD_SET ||
                 terms->context_files_is == FIELD_SET || terms->tools_is == FIELD_SET || context;
    return exit;
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
        return cli_fail(cli, CLI_USAGE, "cannot read --metadata: %s", strerror(-r));
    metadata->text = slice_of(text);
    *metadata_is = FIELD_SET;
    return CLI_OK;
}
