#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/confirm.h"
#include "cli/mcp.h"
#include "cli/text.h"

void mcp_plan_init(struct mcp_plan *plan)
{
    *plan = (struct mcp_plan){.arena = ARENA_LIMITED(MCP_PLAN_BYTES_MAX)};
    plan->params = (struct mcp_connect_params){
        .api_key_env = SLICE("API_KEY"),
        .args = {plan->args, 0},
        .env = {plan->env, 0},
        .headers = {plan->headers, 0},
        .read = {plan->read, 0},
        .write = {plan->write, 0},
    };
}

void mcp_plan_clear(struct mcp_plan *plan)
{
    arena_wipe(&plan->arena);
    arena_clear(&plan->arena);
}

bool mcp_plan_argument(struct mcp_plan *plan, struct slice text)
{
    struct mcp_connect_params_args *args = &plan->params.args;
    struct slice copy = args->count < MCP_ITEMS_MAX ? arena_copy(&plan->arena, text) : (struct slice){0};
    if (copy.data)
        args->items[args->count++] = copy;
    return copy.data != NULL;
}

bool mcp_plan_variable(struct mcp_plan *plan, struct slice name, struct slice value)
{
    struct mcp_connect_params_env *env = &plan->params.env;
    if (env->count == MCP_ITEMS_MAX)
        return false;
    struct mcp_connect_params_env_pair pair = {arena_copy(&plan->arena, name), arena_copy(&plan->arena, value)};
    env->items[env->count] = pair;
    env->count += pair.key.data && pair.value.data;
    return pair.key.data && pair.value.data;
}

bool mcp_plan_header(struct mcp_plan *plan, struct slice name, struct slice value)
{
    struct mcp_connect_params_headers *headers = &plan->params.headers;
    if (headers->count == MCP_ITEMS_MAX)
        return false;
    struct mcp_connect_params_headers_pair pair = {arena_copy(&plan->arena, name), arena_copy(&plan->arena, value)};
    headers->items[headers->count] = pair;
    headers->count += pair.key.data && pair.value.data;
    return pair.key.data && pair.value.data;
}

const char *mcp_name_problem(struct slice name)
{
    if (name.size == 0)
        return "it is empty";
    if (name.size > MCP_ID_MAX)
        return "it has more than 32 characters";
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_word && (c != '-' || i == 0))
            return "it must consist of letters, digits and -, and begin with a letter or a digit";
    }
    if (slice_is(name, "weir") || slice_is(name, "browser"))
        return "weir uses this name itself";
    return NULL;
}

/* --- what the server may see --- */

enum cli_exit mcp_plan_grant(const struct cli *cli, struct mcp_plan *plan, const char *option, const char *path)
{
    bool writes = strcmp(option, "write") == 0;
    size_t *count = writes ? &plan->params.write.count : &plan->params.read.count;
    autofree char *real = realpath(path, NULL);
    if (!real)
        return cli_fail(cli, CLI_USAGE, "--%s %s: %s", option, path, strerror(errno));
    if (!text_is_utf8(slice_of(real)))
        return cli_fail(cli, CLI_USAGE, "--%s %s: the name is not UTF-8 text, which the daemon requires", option, path);
    struct slice copy = *count < MCP_ITEMS_MAX ? arena_copy(&plan->arena, slice_of(real)) : (struct slice){0};
    if (!copy.data)
        return cli_fail(cli, CLI_USAGE, "too many --%s (limit: %d)", option, MCP_ITEMS_MAX);
    (writes ? plan->write : plan->read)[(*count)++] = copy;
    return CLI_OK;
}

static bool is_below(struct slice path, struct slice directory)
{
    return slice_equal(path, directory) ||
           (slice_starts_with(path, directory) && (directory.size == 1 || path.data[directory.size] == '/'));
}

/* Every server sees the system's programs and files. */
static bool is_of_system(struct slice path)
{
    static const char *const system[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/dev", "/proc"};
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (is_below(path, slice_of(system[i])))
            return true;
    return false;
}

static bool sees(const struct mcp_plan *plan, struct slice path)
{
    bool found = is_of_system(path) || (plan->params.cwd_is == FIELD_SET && is_below(path, plan->params.cwd));
    for (size_t i = 0; i < plan->params.read.count; i++)
        found = found || is_below(path, plan->read[i]);
    for (size_t i = 0; i < plan->params.write.count; i++)
        found = found || is_below(path, plan->write[i]);
    return found;
}

/* "files" alone is seldom meant as a path, "." and "./files" are. */
static bool is_meant_as_path(struct slice text)
{
    return slice_is(text, ".") || slice_is(text, "..") || (text.size > 0 && memchr(text.data, '/', text.size));
}

/* A relative path means something else where the server starts, unless --cwd was given. */
static void make_absolute(struct mcp_plan *plan, struct slice *word, const char *real)
{
    if (word->data[0] == '/' || plan->params.cwd_is == FIELD_SET)
        return;
    struct slice copy = arena_copy(&plan->arena, slice_of(real));
    if (copy.data)
        *word = copy;
}

/* A program of a package needs the rest of it: cuts the file's path to the outermost node_modules above it. */
static void widen(char *path)
{
    char *modules = strstr(path, "/node_modules/");
    if (modules)
        modules[strlen("/node_modules")] = '\0';
}

/* A Python of a virtual environment is mostly a link to the system's, which would not find the environment: keeps the
 * link's own name, and wants its directory to be seen. */
static void keep_environment(const char *path, char **real, char **seen)
{
    char file[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (!slash || snprintf(file, sizeof file, "%.*s/../pyvenv.cfg", (int)(slash - path), path) >= (int)sizeof file)
        return;
    char *found = realpath(file, NULL), *end = found ? strrchr(found, '/') : NULL;
    if (!end || end == found) {
        free(found);
        return;
    }
    *end = '\0';
    char *program = NULL;
    if (asprintf(&program, "%s/bin/%s", found, slash + 1) < 0 || access(program, X_OK) < 0) {
        free(program);
        free(found);
        return;
    }
    free(*real);
    free(*seen);
    *real = program;
    *seen = found;
}

static void offer_one(const struct cli *cli, struct mcp_plan *plan, struct slice *word, mode_t kind)
{
    struct stat status;
    char question[PATH_MAX + 128];
    autofree char *real = is_meant_as_path(*word) ? realpath(word->data, NULL) : NULL;
    if (!real || stat(real, &status) < 0 || (status.st_mode & S_IFMT) != kind)
        return;
    bool is_directory = S_ISDIR(status.st_mode);
    autofree char *seen = strdup(real);
    if (!seen)
        return;
    if (!is_directory) {
        widen(seen);
        keep_environment(word->data, &real, &seen);
    }
    const char *option = is_directory ? "write" : "read";
    if (sees(plan, slice_of(real))) {
        make_absolute(plan, word, real);
        return;
    }
    if (cli->json || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        cli_hint(cli, "the server cannot see %s; to let it %s: --%s %s", real,
                 is_directory              ? "read and write there"
                 : strcmp(seen, real) == 0 ? "read it"
                                           : "read what belongs to it",
                 option, seen);
        return;
    }
    (void)snprintf(question, sizeof question, "Let the server %s %s?", is_directory ? "read and write in" : "read",
                   seen);
    if (confirm(cli, question) && mcp_plan_grant(cli, plan, option, seen) == CLI_OK)
        make_absolute(plan, word, real);
}

/* Directories first: they may contain the files. */
void mcp_plan_offer(const struct cli *cli, struct mcp_plan *plan)
{
    static const mode_t kinds[] = {S_IFDIR, S_IFREG};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (plan->params.command_is == FIELD_SET)
            offer_one(cli, plan, &plan->params.command, kinds[k]);
        for (size_t i = 0; i < plan->params.args.count; i++)
            offer_one(cli, plan, &plan->args[i], kinds[k]);
    }
}

enum cli_exit mcp_plan_send(struct cli *cli, struct mcp_plan *plan)
{
    static const struct ask_progress progress = {
        "starting the server", "the server is configured and continues to start; to see its state: weir mcp list"};
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct mcp_connect_result result = {0};
    enum cli_exit exit = ask_long(cli, &mcp_connect_method, &plan->params, &progress, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &mcp_connect_result_shape, text, &result);
    if (exit == CLI_OK && cli->json)
        exit = result.status == MCP_STATUS_ERROR ? CLI_FAILED : CLI_OK;
    else if (exit == CLI_OK)
        exit = mcp_report(cli, "added", result.server_id, result.status, result.tool_count,
                          result.error_is == FIELD_SET ? result.error : SLICE(""));
    arena_clear(&arena);
    return exit;
}
