#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "cli/commands.h"
#include "cli/methods.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/read.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_call = {
    .name = "call",
    .arguments = "METHOD [JSON|-]",
    .summary = "Call a method of the daemon and print its result",
    .details = "The parameters are a JSON object or array; '-' reads them from standard input. The result is\n"
               "indented on a terminal, and on one line elsewhere. 'weir methods' lists the methods.\n"
               "\n"
               "  weir call daemon.stop '{\"force\": true}'\n"
               "  echo '{\"client\": {\"name\": \"me\"}}' | weir call initialize -",
    .arguments_min = 1,
    .arguments_max = 2,
    .completes = CLI_COMPLETES_METHODS,
    .run = run,
};

enum { INPUT_BYTES_MAX = 16 << 20, PARSE_BYTES_MAX = 256 << 20 };

static enum cli_exit read_input(struct cli *cli, struct buf *text)
{
    for (;;) {
        int r = buf_reserve(text, 64 << 10);
        if (r < 0)
            return cli_fail(cli, CLI_USAGE, "the parameters on standard input are too long (limit: %d MiB)",
                            INPUT_BYTES_MAX >> 20);
        ssize_t n = read(STDIN_FILENO, text->data + text->size, text->capacity - text->size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cli_fail(cli, CLI_USAGE, "cannot read standard input: %s", strerror(errno));
        if (n == 0)
            return CLI_OK;
        text->size += (size_t)n;
    }
}

/* Checks here what the daemon would reject as well, to report the line and column. */
static enum cli_exit check_params(const struct cli *cli, struct slice text)
{
    struct json_large *parsed = NULL;
    struct json_error error = {0};
    int r = json_read_large(PARSE_BYTES_MAX, text, &parsed, &error);
    if (r == -EINVAL) {
        size_t line, column;
        text_position(text, error.offset, &line, &column);
        return cli_fail(cli, CLI_USAGE, "the parameters are not JSON: %s at line %zu, column %zu", error.message, line,
                        column);
    }
    if (r < 0)
        return cli_fail(cli, CLI_USAGE, "cannot read the parameters: %s", strerror(-r));
    const yyjson_val *root = json_large_root(parsed);
    enum cli_exit exit = CLI_OK;
    if (!unsafe_yyjson_is_ctn((yyjson_val *)root))
        exit =
            cli_fail(cli, CLI_USAGE, "the parameters are %s; they must be an object or an array", json_type_name(root));
    json_large_free(parsed);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    struct buf input = BUF_LIMITED(INPUT_BYTES_MAX);
    autofree char *result = NULL;
    const char *params = count > 1 ? arguments[1] : NULL;
    size_t size = params ? strlen(params) : 0;
    enum cli_exit exit = CLI_OK;
    if (params && strcmp(params, "-") == 0) {
        exit = read_input(cli, &input);
        params = input.data;
        size = input.size;
    }
    if (exit == CLI_OK && params)
        exit = check_params(cli, (struct slice){params, size});
    if (exit == CLI_OK)
        exit = cli_connect(cli);
    if (exit == CLI_OK) {
        int r = weir_call(cli->weir, arguments[0], params, size, WEIR_TIMEOUT_DEFAULT, &result, NULL);
        if (r < 0)
            exit = methods_fail_call(cli, arguments[0]);
    }
    if (exit == CLI_OK)
        pretty_print_text(stdout, result, !cli->json && isatty(STDOUT_FILENO), !cli->json && cli->color);
    buf_clear(&input);
    return exit;
}
