#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "contract/key.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"key-file", 0, "FILE", NULL, "the new master key, where the old one is given from outside"},
    {0},
};

const struct cli_command command_key_rotate = {
    .name = "key rotate",
    .arguments = "",
    .summary = "Seal all keys anew, under a new master key",
    .details = "The daemon makes the new one, unless it was told where to find the old one (WEIR_MASTER_KEY_FILE, a\n"
               "credential of systemd): then --key-file names a file with 32 random bytes or 64 hexadecimal digits, "
               "which you\n"
               "then put in the old one's place. Whatever happens meanwhile, the keys can be opened.",
    .options = options,
    .starts = true,
    .run = run,
};

static enum cli_exit print(struct cli *cli, const char *text, bool given)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct key_rotate_result result;
    enum cli_exit exit = ask_read(cli, &arena, &key_rotate_result_shape, text, &result);
    if (exit == CLI_OK) {
        (void)printf("%" PRId64 " key%s sealed anew; the master key is in ", result.keys,
                     result.keys == 1 ? " is" : "s are");
        text_write(stdout, result.master_key);
        (void)puts(given ? "\nput it in the old one's place before the daemon starts again" : "");
    }
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *file = cli_option(cli, "key-file");
    autofree char *path = file ? realpath(file, NULL) : NULL, *result = NULL;
    struct key_rotate_params params = {0};
    if (file && !path)
        return cli_fail(cli, CLI_USAGE, "--key-file %s: %s", file, strerror(errno));
    if (path) {
        params.key_file = slice_of(path);
        params.key_file_is = FIELD_SET;
    }
    enum cli_exit exit = ask(cli, &key_rotate_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    return print(cli, result, path != NULL);
}
