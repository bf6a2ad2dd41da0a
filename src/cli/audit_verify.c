#include <inttypes.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/waiting.h"
#include "contract/audit.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_audit_verify = {
    .name = "audit verify",
    .arguments = "",
    .summary = "Check that every entry of the audit log is as it was written, and none is missing",
    .details = "The exit status is 1 when something is wrong; the first entry that is wrong or missing is named.",
    .starts = true,
    .run = run,
};

static void print(const struct cli *cli, const struct audit_verify_result *result)
{
    if (result->sound)
        (void)printf("%sok%s: %" PRId64 " entries, all as they were written\n", pretty_if(cli->color, pretty_green),
                     pretty_if(cli->color, pretty_off), result->entries);
    else {
        text_write(stdout, result->problem);
        (void)putchar('\n');
    }
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    static const struct waiting waiting = {
        .doing = "the audit log is being verified",
        .later = "nothing was changed; 'weir audit verify' begins anew",
    };
    autofree char *text = NULL;
    enum cli_exit exit = waiting_call(cli, &audit_verify_method, &(struct audit_verify_params){0}, &waiting, &text);
    if (exit != CLI_OK)
        return exit;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct audit_verify_result result;
    exit = ask_read(cli, &arena, &audit_verify_result_shape, text, &result);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        print(cli, &result);
    if (exit == CLI_OK && !result.sound)
        exit = cli_fail(cli, CLI_FAILED,
                        "the audit log was tampered with, or is damaged: keep a copy of the state directory");
    arena_clear(&arena);
    return exit;
}
