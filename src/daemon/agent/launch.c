/* Has the table of known agent programs, lists the providers that a session may use, and builds the launch data
 * for weir-executor. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "daemon/agent/agent.h"
#include "daemon/key/key.h"
#include "provider/provider.h"

/* --- known agents --- */

/* The tools of opencode that change something or reach beyond the working directory. Without this, it asks for none
 * of them. */
#define OPENCODE_ASKS                                                                                                  \
    "{\"edit\":\"ask\",\"bash\":\"ask\",\"webfetch\":\"ask\",\"websearch\":\"ask\",\"external_directory\":\"ask\"}"

/* Only documented facts: the command that speaks the protocol on stdin and stdout, the paths of settings and login
 * files, and the variables that make it ask. Login files are listed by themselves because sandbox/hidden.c hides them
 * from all other agents. */
const struct agent_known agent_known[] = {
    {"claude",
     "claude-code",
     {"claude"},
     {"~/.claude", "~/.claude/.credentials.json", "~/.claude.json"},
     .automatic = true},
    {"gemini", "acp", {"gemini", "--experimental-acp"}, {"~/.gemini", "~/.gemini/oauth_creds.json"}, .automatic = true},
    {"codex", "acp", {"codex-acp"}, {"~/.codex", "~/.codex/auth.json"}, .automatic = true},
    {"opencode",
     "acp",
     {"opencode", "acp"},
     {"~/.config/opencode", "~/.local/share/opencode", "~/.local/state/opencode", "~/.cache/opencode"},
     {{"OPENCODE_PERMISSION", OPENCODE_ASKS}},
     .automatic = true},
    /* Not automatic: a database migration tool has the same name. */
    {"goose",
     "acp",
     {"goose", "acp"},
     {"~/.config/goose", "~/.local/share/goose", "~/.local/state/goose"},
     {{"GOOSE_MODE", "approve"}},
     .automatic = false},
};

const size_t agent_known_count = sizeof agent_known / sizeof *agent_known;

/* --- providers --- */

_Static_assert((int)AGENT_PROVIDERS_MAX == (int)PROVIDERS_MAX, "all of them fit");

bool agent_session_may(const struct session_record *session, struct slice service)
{
    if (session->services_is != FIELD_SET)
        return true;
    for (size_t i = 0; i < session->services.count; i++)
        if (slice_equal(session->services.items[i], service))
            return true;
    return false;
}

/* Whether a model can be reached from the sandbox, by network or through the broker's socket. */
static bool may_use_keys(const struct session_record *session)
{
    return session->keys == SESSION_KEYS_BROKER ||
           (session->keys == SESSION_KEYS_DIRECT && session->network == SESSION_NETWORK_FULL);
}

size_t agent_providers(const struct agent_finder *finder, const struct session_record *session,
                       struct executor_provider ret_providers[static AGENT_PROVIDERS_MAX])
{
    size_t total = provider_list(finder->settings, ret_providers), count = 0;
    for (size_t i = 0; i < total; i++) {
        struct executor_provider provider = ret_providers[i];
        if (!agent_session_may(session, provider.service))
            continue;
        provider.has_key =
            provider.header.size > 0 && may_use_keys(session) && key_is_stored(finder->keys, provider.service);
        ret_providers[count++] = provider;
    }
    return count;
}

/* --- launches --- */

enum { ARENA_BYTES = 16 << 20, SILENCE_MS = 60000 };

static const struct config_settings_agents *configured(const struct agent_finder *finder)
{
    static const struct config_settings_agents none;
    const struct config_settings *settings = finder->settings;
    return settings->agents_is == FIELD_SET ? &settings->agents : &none;
}

static const struct config_agent *find_configured(const struct agent_finder *finder, struct slice name)
{
    const struct config_settings_agents *agents = configured(finder);
    for (size_t i = 0; i < agents->count; i++)
        if (slice_equal(agents->items[i].key, name))
            return &agents->items[i].value;
    return NULL;
}

static const struct agent_known *find_known(struct slice name)
{
    for (size_t i = 0; i < agent_known_count; i++)
        if (slice_is(name, agent_known[i].name))
            return &agent_known[i];
    return NULL;
}

bool agent_next(const struct agent_finder *finder, size_t *at, struct slice *ret_name)
{
    const struct config_settings_agents *agents = configured(finder);
    for (size_t i = (*at)++; i < agents->count + agent_known_count; i = (*at)++) {
        *ret_name = i < agents->count ? agents->items[i].key : slice_of(agent_known[i - agents->count].name);
        if (i < agents->count || !find_configured(finder, *ret_name))
            return true;
    }
    return false;
}

const char *agent_nearest(const struct agent_finder *finder, const char *word)
{
    const struct config_settings *settings = finder->settings;
    struct suggestion nearest = {.word = word};
    struct slice name;
    size_t at = 0;
    while (agent_next(finder, &at, &name))
        suggest_consider(&nearest, name.data);
    for (size_t i = 0; settings->executors_is == FIELD_SET && i < settings->executors.count; i++)
        suggest_consider(&nearest, settings->executors.items[i].key.data);
    return nearest.best;
}

/* --- building an agent_program --- */

struct agent_program *agent_program_free(struct agent_program *program)
{
    if (!program)
        return NULL;
    struct arena arena = program->arena;
    arena_clear(&arena);
    free(program);
    return NULL;
}

static int copy_texts(struct arena *arena, const struct slice *texts, size_t count, struct slice **ret_copies)
{
    struct slice *copies = arena_zeroed(arena, (count + 1) * sizeof *copies);
    bool failed = !copies;
    for (size_t i = 0; !failed && i < count; i++) {
        copies[i] = arena_copy(arena, texts[i]);
        failed = !copies[i].data;
    }
    if (failed)
        return -ENOMEM;
    *ret_copies = copies;
    return 0;
}

static int copy_paths(struct agent_program *program, const struct slice *read, size_t read_count,
                      const struct slice *write, size_t write_count)
{
    struct slice *reads = NULL, *writes = NULL;
    int r = copy_texts(&program->arena, read, read_count, &reads);
    if (r == 0)
        r = copy_texts(&program->arena, write, write_count, &writes);
    program->paths = (struct sandbox_paths){reads, read_count, writes, write_count};
    return r;
}

static int copy_env(struct agent_program *program, const struct config_agent *config)
{
    struct executor_launch_env *env = &program->launch.env;
    if (config->env_is != FIELD_SET)
        return 0;
    env->items = arena_zeroed(&program->arena, (config->env.count + 1) * sizeof *env->items);
    if (!env->items)
        return -ENOMEM;
    for (; env->count < config->env.count; env->count++) {
        struct executor_launch_env_pair *pair = &env->items[env->count];
        pair->key = arena_copy(&program->arena, config->env.items[env->count].key);
        pair->value = arena_copy(&program->arena, config->env.items[env->count].value);
        if (!pair->key.data || !pair->value.data)
            return -ENOMEM;
    }
    program->launch.env_is = FIELD_SET;
    return 0;
}

static int set_known_env(struct agent_program *program, const struct agent_known *known)
{
    struct executor_launch_env *env = &program->launch.env;
    if (!known->env[0].name)
        return 0;
    env->items = arena_zeroed(&program->arena, AGENT_KNOWN_VARIABLES * sizeof *env->items);
    if (!env->items)
        return -ENOMEM;
    for (; env->count < AGENT_KNOWN_VARIABLES && known->env[env->count].name; env->count++) {
        env->items[env->count].key = slice_of(known->env[env->count].name);
        env->items[env->count].value = slice_of(known->env[env->count].value);
    }
    program->launch.env_is = FIELD_SET;
    return 0;
}

static int fill_configured(struct agent_program *program, const struct config_agent *config)
{
    static const char *const adapters[] = {[CONFIG_AGENT_ADAPTER_STDIO] = "stdio",
                                           [CONFIG_AGENT_ADAPTER_ACP] = "acp",
                                           [CONFIG_AGENT_ADAPTER_CLAUDE_CODE] = "claude-code"};
    struct executor_launch *launch = &program->launch;
    program->source = AGENT_RECORD_SOURCE_CONFIG;
    program->automatic = config->automatic;
    launch->adapter = slice_of(adapters[config->adapter]);
    launch->silence_ms = config->silence_ms;
    launch->command.count = config->command.count;
    int r = copy_texts(&program->arena, config->command.items, config->command.count, &launch->command.items);
    if (r == 0)
        r = copy_env(program, config);
    return r < 0 ? r
                 : copy_paths(program, config->read.items, config->read_is == FIELD_SET ? config->read.count : 0,
                              config->write.items, config->write_is == FIELD_SET ? config->write.count : 0);
}

static int fill_known(struct agent_program *program, const struct agent_known *known)
{
    struct executor_launch *launch = &program->launch;
    struct slice words[AGENT_KNOWN_WORDS], paths[AGENT_KNOWN_PATHS];
    size_t count = 0, path_count = 0;
    for (; count < AGENT_KNOWN_WORDS && known->command[count]; count++)
        words[count] = slice_of(known->command[count]);
    for (; path_count < AGENT_KNOWN_PATHS && known->write[path_count]; path_count++)
        paths[path_count] = slice_of(known->write[path_count]);
    program->source = AGENT_RECORD_SOURCE_PATH;
    program->automatic = known->automatic;
    launch->adapter = slice_of(known->adapter);
    launch->silence_ms = SILENCE_MS;
    launch->command.count = count;
    int r = copy_texts(&program->arena, words, count, &launch->command.items);
    if (r == 0)
        r = set_known_env(program, known);
    return r < 0 ? r : copy_paths(program, NULL, 0, paths, path_count);
}

int agent_find(const struct agent_finder *finder, struct slice name, struct slice cwd,
               struct agent_program **ret_program)
{
    const struct config_agent *config = find_configured(finder, name);
    const struct agent_known *known = config ? NULL : find_known(name);
    if (!config && !known)
        return -ENOENT;
    struct agent_program *program = calloc(1, sizeof *program);
    if (!program)
        return -ENOMEM;
    program->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    program->launch.name = arena_copy(&program->arena, name);
    program->cwd = arena_copy(&program->arena, cwd);
    int r = !program->launch.name.data || !program->cwd.data ? -ENOMEM
            : config                                         ? fill_configured(program, config)
                                                             : fill_known(program, known);
    if (r == 0)
        r = agent_locate(program);
    if (r == 0)
        *ret_program = program;
    else
        agent_program_free(program);
    return r;
}

bool agent_may_be_program(const struct agent_finder *finder, const struct session_record *session)
{
    struct executor_provider providers[AGENT_PROVIDERS_MAX];
    size_t count = agent_providers(finder, session, providers);
    if (session->model_is == FIELD_SET && memchr(session->model.data, '/', session->model.size))
        return false;
    for (size_t i = 0; i < count; i++)
        if (providers[i].has_key)
            return false;
    return true;
}

int agent_find_automatic(const struct agent_finder *finder, const struct session_record *session, struct slice cwd,
                         unsigned skip, struct agent_program **ret_program)
{
    struct agent_program *first = NULL;
    size_t at = 0;
    struct slice name;
    int r = 0;
    bool may = agent_may_be_program(finder, session);
    while (may && r == 0 && !(first && first->has_more) && agent_next(finder, &at, &name)) {
        struct agent_program *program = NULL;
        r = agent_find(finder, name, cwd, &program);
        bool is_one = r == 0 && program->automatic && program->program;
        if (is_one && skip > 0) {
            skip--;
        } else if (is_one && first) {
            first->has_more = true;
        } else if (is_one) {
            first = program;
            program = NULL;
        }
        agent_program_free(program);
    }
    if (r < 0)
        first = agent_program_free(first);
    *ret_program = first;
    return r;
}
