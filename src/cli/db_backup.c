#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/places.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "cli/waiting.h"
#include "contract/db.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_db_backup = {
    .name = "db backup",
    .arguments = "FILE",
    .summary = "Write a consistent copy of the store into a new file",
    .details = "The daemon goes on meanwhile, and it is the daemon that writes: a file of this name must not be there\n"
               "yet.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_FILES,
    .starts = true,
    .run = run,
};

/* The daemon stands in another directory: the path is made absolute here. Of the file itself there is nothing yet. */
static enum cli_exit absolute_path(const struct cli *cli, const char *path, char **ret_path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    autofree char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    autofree char *real = folder ? realpath(folder, NULL) : NULL;
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return cli_fail(cli, CLI_USAGE, "'%s' is no name of a file: name the file to write", path);
    if (!real)
        return cli_fail(cli, CLI_USAGE, "%s: %s", folder ? folder : path, strerror(errno));
    if (places_join(strcmp(real, "/") == 0 ? "" : real, name, ret_path) < 0)
        return cli_fail(cli, CLI_FAILED, "no memory");
    if (!text_is_utf8(slice_of(*ret_path)))
        return cli_fail(cli, CLI_USAGE, "%s: not a name in UTF-8, which the daemon cannot take", path);
    return CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    static const struct waiting waiting = {
        .doing = "the backup is being written",
        .later = "the daemon may go on writing; look at the file before you use it",
    };
    autofree char *result = NULL, *path = NULL;
    enum cli_exit exit = absolute_path(cli, arguments[0], &path);
    struct db_backup_params params = {.path = slice_of(path)};
    if (exit == CLI_OK)
        exit = waiting_call(cli, &db_backup_method, &params, &waiting, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct db_backup_result backup;
    char bytes[TEXT_BYTES_SIZE];
    exit = ask_read(cli, &arena, &db_backup_result_shape, result, &backup);
    if (exit == CLI_OK) {
        text_bytes(backup.bytes, bytes);
        text_write(stdout, backup.path);
        (void)printf(": %s\n", bytes);
    }
    arena_clear(&arena);
    return exit;
}
