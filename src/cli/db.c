#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/db.h"

/* --- db stats --- */

static enum cli_exit run_stats(struct cli *cli, int count, char **arguments);

const struct cli_command command_db_stats = {
    .name = "db stats",
    .arguments = "",
    .summary = "Show the size of the store",
    .starts = true,
    .run = run_stats,
};

static void print_stats(const struct cli *cli, const struct db_stats_result *stats)
{
    struct card card;
    char file[TEXT_BYTES_SIZE], wal[TEXT_BYTES_SIZE], free_bytes[TEXT_BYTES_SIZE];
    card_begin(&card, cli, 8);
    text_write(stdout, stats->path);
    (void)putchar('\n');
    text_bytes(stats->file_bytes, file);
    text_bytes(stats->wal_bytes, wal);
    text_bytes(stats->free_bytes, free_bytes);
    card_line(&card, "file", "%s, of which %s is free", file, free_bytes);
    card_line(&card, "journal", "%s", wal);
    card_line(&card, "sessions", "%" PRId64, stats->sessions);
    card_line(&card, "tasks", "%" PRId64, stats->tasks);
    if (stats->events > 0)
        card_line(&card, "events", "%" PRId64 ", numbered %" PRId64 " to %" PRId64, stats->events, stats->first_seq,
                  stats->last_seq);
    else
        card_line(&card, "events", "0");
    card_text(&card, "epoch", stats->epoch, NULL);
    card_line(&card, "commits", "%" PRId64 " with %" PRId64 " changes, since the daemon started", stats->commits,
              stats->changes);
    card_line(&card, "schema", "%" PRId64, stats->schema);
}

static enum cli_exit run_stats(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL;
    enum cli_exit exit = ask(cli, &db_stats_method, NULL, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct db_stats_result stats;
    exit = ask_read(cli, &arena, &db_stats_result_shape, result, &stats);
    if (exit == CLI_OK)
        print_stats(cli, &stats);
    arena_clear(&arena);
    return exit;
}

/* --- db check --- */

static enum cli_exit run_check(struct cli *cli, int count, char **arguments);

static const struct cli_option check_options[] = {
    {"quick", 'q', NULL, NULL, "do not compare the indexes with their tables"},
    {0},
};

const struct cli_command command_db_check = {
    .name = "db check",
    .arguments = "",
    .summary = "Read the whole store and look for damage",
    .details = "A large store takes a while; the daemon continues to work. The exit status is 1 if there is damage.",
    .options = check_options,
    .starts = true,
    .run = run_check,
};

static void print_check(const struct cli *cli, const struct db_check_result *check)
{
    if (check->ok)
        (void)printf("%sok%s: no damage found\n", pretty_if(cli->color, pretty_green),
                     pretty_if(cli->color, pretty_off));
    for (size_t i = 0; i < check->problems.count; i++) {
        text_write(stdout, check->problems.items[i]);
        (void)putchar('\n');
    }
}

static enum cli_exit run_check(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    static const struct ask_progress progress = {
        .doing = "checking the store",
        .later = "the daemon may still be checking; to start again: weir db check",
    };
    autofree char *result = NULL;
    struct db_check_params params = {.quick = cli_option(cli, "quick") != NULL};
    enum cli_exit exit = ask_long(cli, &db_check_method, &params, &progress, &result);
    if (exit != CLI_OK)
        return exit;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct db_check_result check;
    exit = ask_read(cli, &arena, &db_check_result_shape, result, &check);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK)
        print_check(cli, &check);
    if (exit == CLI_OK && !check.ok)
        exit = cli_fail(cli, CLI_FAILED, "the store is damaged; keep a copy of it, then restore a backup");
    arena_clear(&arena);
    return exit;
}

/* --- db backup --- */

static enum cli_exit run_backup(struct cli *cli, int count, char **arguments);

const struct cli_command command_db_backup = {
    .name = "db backup",
    .arguments = "FILE",
    .summary = "Write a consistent copy of the store to a new file",
    .details = "The daemon writes the file and continues to work. The file must not exist yet.",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_FILES,
    .starts = true,
    .run = run_backup,
};

/* Makes the path absolute, since the daemon has another working directory. The file does not exist yet, so resolve only
 * its directory. */
static enum cli_exit absolute_path(const struct cli *cli, const char *path, char **ret_path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    autofree char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    autofree char *real = folder ? realpath(folder, NULL) : NULL;
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return cli_fail(cli, CLI_USAGE, "'%s' is not the name of a file; name the file to write", path);
    if (!real)
        return cli_fail(cli, CLI_USAGE, "%s: %s", folder ? folder : path, strerror(errno));
    if (paths_join(strcmp(real, "/") == 0 ? "" : real, name, ret_path) < 0)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    if (!text_is_utf8(slice_of(*ret_path)))
        return cli_fail(cli, CLI_USAGE, "%s: the name is not UTF-8 text, which the daemon requires", path);
    return CLI_OK;
}

static enum cli_exit run_backup(struct cli *cli, int count, char **arguments)
{
    (void)count;
    static const struct ask_progress progress = {
        .doing = "writing the backup",
        .later = "the daemon may still be writing; check the file before you use it",
    };
    autofree char *result = NULL, *path = NULL;
    enum cli_exit exit = absolute_path(cli, arguments[0], &path);
    struct db_backup_params params = {.path = slice_of(path)};
    if (exit == CLI_OK)
        exit = ask_long(cli, &db_backup_method, &params, &progress, &result);
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

/* --- db compact --- */

static enum cli_exit run_compact(struct cli *cli, int count, char **arguments);

const struct cli_command command_db_compact = {
    .name = "db compact",
    .arguments = "",
    .summary = "Delete what retention no longer keeps, and return free space to the file system",
    .starts = true,
    .run = run_compact,
};

static enum cli_exit run_compact(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    static const struct ask_progress progress = {
        .doing = "compacting the store",
        .later = "the daemon continues to compact; to see the sizes: weir db stats",
    };
    autofree char *result = NULL;
    enum cli_exit exit = ask_long(cli, &db_compact_method, NULL, &progress, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct db_compact_result done;
    char before[TEXT_BYTES_SIZE], after[TEXT_BYTES_SIZE];
    exit = ask_read(cli, &arena, &db_compact_result_shape, result, &done);
    if (exit == CLI_OK) {
        text_bytes(done.before_bytes, before);
        text_bytes(done.after_bytes, after);
        (void)printf("from %s to %s; removed %" PRId64 " events and %" PRId64 " tasks\n", before, after,
                     done.removed_events, done.removed_tasks);
    }
    arena_clear(&arena);
    return exit;
}
