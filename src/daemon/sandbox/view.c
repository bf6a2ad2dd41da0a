
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"

static const char *const network_words[] = {
    [SESSION_NETWORK_FULL] = "full", [SESSION_NETWORK_MODEL_ONLY] = "model-only", [SESSION_NETWORK_NONE] = "none"};
static const char *const level_words[] = {[CONFIG_SETTINGS_SANDBOX_NAMESPACE] = "namespace",
                                          [CONFIG_SETTINGS_SANDBOX_LANDLOCK] = "landlock",
                                          [CONFIG_SETTINGS_SANDBOX_OFF] = "off"};

/* A view that is being written. */
struct writing {
    const struct sandbox_facts *facts;
    const char *home; /* resolved; or NULL */
    struct buf *view;
    const struct buf *general;               /* the view that this one extends; or NULL */
    struct slice cwd;                        /* the working directory that the view is for; or empty */
    const struct sandbox_resolved *resolved; /* the resolved paths of the session; or NULL */
};

bool sandbox_is_off(const struct sandbox_facts *facts)
{
    return facts->settings->sandbox == CONFIG_SETTINGS_SANDBOX_OFF;
}

/* --- lines --- */

bool sandbox_view_next(struct slice *left, struct slice *ret_word, struct slice *ret_path)
{
    const char *end = left->size > 0 ? memchr(left->data, '\n', left->size) : NULL;
    if (!end)
        return false;
    const char *space = memchr(left->data, ' ', (size_t)(end - left->data));
    *ret_word = (struct slice){left->data, (size_t)((space ? space : end) - left->data)};
    *ret_path = space ? (struct slice){space + 1, (size_t)(end - space - 1)} : (struct slice){0};
    *left = (struct slice){end + 1, left->size - (size_t)(end + 1 - left->data)};
    return true;
}

static bool has_line(const struct buf *view, const char *word, const char *path)
{
    struct slice left = buf_slice(view), its_word, its_path;
    while (sandbox_view_next(&left, &its_word, &its_path))
        if (slice_is(its_word, word) && slice_is(its_path, path))
            return true;
    return false;
}

/* A path with a newline cannot be written as a line, so it is not shown. "/" is not shown either: that would show
 * everything. */
static int add(struct writing *writing, const char *word, const char *path)
{
    if (strchr(path, '\n') || strcmp(path, "/") == 0 || has_line(writing->view, word, path))
        return 0;
    return buf_printf(writing->view, "%s %s\n", word, path);
}

static bool is_seen(const struct buf *view, const char *path)
{
    struct slice left = buf_slice(view), word, shown;
    while (sandbox_view_next(&left, &word, &shown))
        if ((slice_is(word, "read") || slice_is(word, "write") || slice_is(word, "cwd") ||
             slice_is(word, "cwd-read")) &&
            sandbox_is_below(path, shown))
            return true;
    return false;
}

/* --- what an executor sees --- */

/* A path, the path that it resolves to, and the path with its parent directory resolved. */
struct target {
    const char *path, *real, *place;
    bool is_secret;
};

static int on_secret(void *user, const char *path, const char *named, bool always)
{
    struct target *target = user;
    bool is_own = !always && (strcmp(named, target->path) == 0 || strcmp(named, target->place) == 0);
    target->is_secret = target->is_secret || (!is_own && sandbox_is_below(target->real, slice_of(path)));
    return 0;
}

static char *find_place(const struct writing *writing, const char *path)
{
    char parent[PATH_MAX];
    const char *known_real, *known_place;
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) : sizeof parent;
    char *place = NULL;
    if (writing->resolved && sandbox_resolved_path(writing->resolved, path, &known_real, &known_place))
        return known_place ? strdup(known_place) : NULL;
    if (size >= sizeof parent)
        return NULL;
    memcpy(parent, path, size);
    parent[size] = '\0';
    autofree char *real = realpath(size > 0 ? parent : "/", NULL);
    return real && paths_join(real, slash + 1, &place) == 0 ? place : NULL;
}

/* The path may have been replaced by a symbolic link, for example by an agent. It must not resolve to a secret, unless
 * the secret itself has this name; and a path inside of the working directory must not resolve to the outside. */
static int may_show(const struct writing *writing, const char *path, const char *real, bool *ret_may)
{
    autofree char *plain = strdup(path), *place = NULL;
    size_t size = strlen(path);
    if (!plain)
        return -ENOMEM;
    while (size > 1 && plain[size - 1] == '/')
        plain[--size] = '\0';
    *ret_may = strcmp(plain, real) == 0;
    if (*ret_may)
        return 0;
    place = find_place(writing, plain);
    struct target target = {plain, real, place ? place : plain, false};
    int r = sandbox_hidden(writing->facts, writing->home, on_secret, &target);
    bool starts_inside = writing->cwd.size > 0 &&
                         (sandbox_is_below(plain, writing->cwd) || sandbox_is_below(target.place, writing->cwd));
    *ret_may = !target.is_secret && (!starts_inside || sandbox_is_below(real, writing->cwd));
    return r;
}

/* Paths of the configuration and of the home directory are resolved now. */
static char *find_real(const struct writing *writing, const char *path)
{
    const char *known, *place;
    errno = 0;
    if (!writing->resolved || !sandbox_resolved_path(writing->resolved, path, &known, &place))
        return realpath(path, NULL);
    return known ? strdup(known) : NULL;
}

/* A path that does not exist is left out. */
static int show(struct writing *writing, const char *word, const char *path)
{
    bool may = false;
    autofree char *real = find_real(writing, path);
    if (!real)
        return errno == ENOMEM ? -ENOMEM : 0;
    int r = may_show(writing, path, real, &may);
    return r < 0 || !may ? r : add(writing, word, real);
}

static int show_in_home(struct writing *writing, const char *word, const char *name)
{
    autofree char *path = NULL;
    if (!writing->home)
        return 0;
    int r = paths_join(writing->home, name, &path);
    return r < 0 ? r : show(writing, word, path);
}

/* Accepts absolute paths and "~/…"; any other is ignored. */
static int expand(const struct writing *writing, struct slice named, char **ret_path)
{
    bool at_home = named.size > 0 && named.data[0] == '~' && (named.size == 1 || named.data[1] == '/');
    if (at_home && writing->home)
        return asprintf(ret_path, "%s%.*s", writing->home, (int)named.size - 1, named.data + 1) < 0 ? -ENOMEM : 0;
    if (named.size == 0 || named.data[0] != '/')
        return -ENOENT;
    *ret_path = strndup(named.data, named.size);
    return *ret_path ? 0 : -ENOMEM;
}

static int show_named(struct writing *writing, const char *word, const struct slice *items, size_t count)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        autofree char *path = NULL;
        r = expand(writing, items[i], &path);
        r = r == -ENOENT ? 0 : r < 0 ? r : show(writing, word, path);
    }
    return r;
}

/* Shows the paths of the agent and of its session. */
static int show_more(struct writing *writing, const struct sandbox_paths *more)
{
    if (!more)
        return 0;
    int r = show_named(writing, "read", more->read, more->read_count);
    return r < 0 ? r : show_named(writing, "write", more->write, more->write_count);
}

/* Shows the directory of a program of weir's own, and the directory that it resolves to. */
static int show_own_program(struct writing *writing, const char *name)
{
    autofree char *path = NULL, *real = NULL, *folder = NULL;
    if (process_find_program(name, &path) < 0)
        return 0;
    real = realpath(path, NULL);
    folder = realpath(dirname(path), NULL);
    int r = real ? show(writing, "read", dirname(real)) : 0;
    return r < 0 || !folder ? r : show(writing, "read", folder);
}

static int show_configured(struct writing *writing, const struct config_executor *config)
{
    autofree char *program = NULL;
    int r = config->command.count > 0 ? sandbox_find_program(config->command.items[0].data, &program) : -ENOENT;
    if (r == 0 && program[0] == '/' && !sandbox_is_system(program))
        r = show(writing, "read", program);
    r = r == -ENOENT ? 0 : r;
    if (r == 0 && config->cwd_is == FIELD_SET)
        r = show_named(writing, "read", &config->cwd, 1);
    if (r == 0 && config->read_is == FIELD_SET)
        r = show_named(writing, "read", config->read.items, config->read.count);
    if (r == 0 && config->write_is == FIELD_SET)
        r = show_named(writing, "write", config->write.items, config->write.count);
    return r;
}

/* --- what an executor does not see --- */

static bool is_named(const struct buf *view, const char *path)
{
    return view && (has_line(view, "read", path) || has_line(view, "write", path));
}

/* A secret of the user that the configuration names is shown, and so is an agent's own login. */
static int on_hidden(void *user, const char *path, const char *named, bool always)
{
    struct writing *writing = user;
    (void)named;
    bool seen = is_seen(writing->view, path) || (!writing->general && (always || sandbox_is_system(path)));
    if (!seen || (!always && (is_named(writing->general, path) || is_named(writing->view, path))))
        return 0;
    if (strchr(path, '\n')) /* it cannot be written as a line, so what contains it must not be shown either */
        return is_seen(writing->view, path) || sandbox_is_system(path) ? -EINVAL : 0;
    return add(writing, "hide", path);
}

static int hide_named(struct writing *writing, const struct config_settings_view *settings)
{
    int r = 0;
    for (size_t i = 0; r == 0 && settings->hide_is == FIELD_SET && i < settings->hide.count; i++) {
        autofree char *path = NULL, *real = NULL;
        r = expand(writing, settings->hide.items[i], &path);
        real = r == 0 ? realpath(path, NULL) : NULL;
        r = r == -ENOENT ? 0 : real ? on_hidden(writing, real, real, true) : r;
    }
    return r;
}

/* Hides .weir in the working directory, which may belong to a daemon of the project. */
static int hide_in_cwd(struct writing *writing, const char *cwd)
{
    autofree char *path = NULL, *real = NULL;
    int r = paths_join(cwd, ".weir", &path);
    if (r == 0 && writing->resolved) {
        const char *project = sandbox_resolved_project(writing->resolved);
        return project ? on_hidden(writing, project, project, true) : 0;
    }
    real = r == 0 ? realpath(path, NULL) : NULL;
    return r < 0 || !real ? r : on_hidden(writing, real, real, true);
}

/* Hides the directories that other sessions without a working directory got. If this session's own is among them, it
 * can see the others if the configuration shows their parent. The parent is created first, because a path that does not
 * exist cannot be hidden. */
static int hide_scratch(struct writing *writing, const char *cwd)
{
    const char *all = writing->facts->scratch_dir;
    bool is_seen_at_all = all && (is_seen(writing->view, all) || (writing->general && is_seen(writing->general, all)));
    if (!is_seen_at_all || sandbox_is_below(cwd, slice_of(all)))
        return 0;
    (void)paths_make_private(all);
    if (access(all, F_OK) < 0)
        return 0;
    return strchr(all, '\n') ? -EINVAL : add(writing, "hide", all);
}

static int hide_all(struct writing *writing)
{
    int r = sandbox_hidden(writing->facts, writing->home, on_hidden, writing);
    return r < 0 ? r : hide_named(writing, &writing->facts->settings->view);
}

/* --- complete views --- */

static char *find_home(void)
{
    autofree char *home = NULL;
    return paths_home(&home) < 0 ? NULL : realpath(home, NULL);
}

static int show_cwd(struct writing *writing, const struct sandbox_spec *spec, char **ret_cwd)
{
    autofree char *real = NULL;
    int r = sandbox_find_cwd(spec, &real);
    if (!real)
        return r;
    if (strchr(real, '\n'))
        return -EINVAL;
    r = buf_printf(writing->view, "%s %s\n", spec->read_only ? "cwd-read" : "cwd", real);
    *ret_cwd = take_pointer(real);
    return r;
}

/* The socket and the spool, which the jail creates outside of the sandbox's reach. */
static int write_jail_paths(struct buf *view, const struct sandbox_program *program)
{
    int r = program->is_given ? buf_printf(view, "socket %s\n", program->socket) : 0;
    return r < 0 || !program->spool ? r : buf_printf(view, "spool %s\n", program->spool);
}

static int write_off(struct buf *view, const struct sandbox_program *program)
{
    int r = buf_append_text(view, "sandbox off\nnetwork full\n");
    return r < 0 ? r : write_jail_paths(view, program);
}

static int show_own_programs(struct writing *writing)
{
    int r = show_own_program(writing, "weir-executor");
    return r < 0 ? r : show_own_program(writing, "weir-mcp");
}

/* Writes the lines that every program of weir's own needs, except those that show it. */
static int show_frame(struct writing *writing, enum session_network network, const struct sandbox_program *program)
{
    int r = buf_printf(writing->view, "sandbox %s\nnetwork %s\nown %s\ntmp %s\n",
                       level_words[writing->facts->settings->sandbox],
                       network == SESSION_NETWORK_FULL ? "full" : "closed", program->own, program->tmp);
    if (r == 0)
        r = program->is_given ? write_jail_paths(writing->view, program)
                              : buf_printf(writing->view, "listen %s\n", program->socket);
    if (r == 0 && writing->home)
        r = buf_printf(writing->view, "home %s\n", writing->home);
    return r;
}

static int show_minimum(struct writing *writing, enum session_network network, const struct sandbox_program *program)
{
    int r = show_frame(writing, network, program);
    return r < 0 ? r : show_own_programs(writing);
}

static int show_general(struct writing *writing, const struct sandbox_spec *spec, const struct sandbox_program *program)
{
    const struct config_settings *settings = writing->facts->settings;
    int r = show_minimum(writing, spec->network, program);
    if (r == 0)
        r = show_in_home(writing, "read", ".gitconfig");
    if (r == 0)
        r = show_in_home(writing, "read", ".config/git");
    if (r == 0)
        r = show_in_home(writing, "read", ".weir/skills");
    if (r == 0)
        r = show_in_home(writing, "read", ".claude/skills");
    if (r == 0 && settings->view.read_is == FIELD_SET)
        r = show_named(writing, "read", settings->view.read.items, settings->view.read.count);
    if (r == 0 && settings->view.write_is == FIELD_SET)
        r = show_named(writing, "write", settings->view.write.items, settings->view.write.count);
    return r < 0 || !program->config ? r : show_configured(writing, program->config);
}

int sandbox_view_write(const struct sandbox_facts *facts, const struct sandbox_spec *spec,
                       const struct sandbox_program *program, struct buf *view)
{
    autofree char *home = find_home(), *cwd = NULL;
    struct writing writing = {facts, home, view, NULL, spec->cwd, spec->resolved};
    if (sandbox_is_off(facts))
        return write_off(view, program);
    int r = show_general(&writing, spec, program);
    if (r == 0)
        r = show_more(&writing, spec->more);
    if (r == 0 && spec->cwd.size > 0)
        r = show_cwd(&writing, spec, &cwd);
    if (r == 0)
        r = hide_all(&writing);
    if (r == 0 && cwd)
        r = hide_scratch(&writing, cwd);
    return r < 0 || !cwd ? r : hide_in_cwd(&writing, cwd);
}

int sandbox_view_write_helper(const struct sandbox_facts *facts, const struct sandbox_program *program,
                              struct buf *view)
{
    autofree char *home = find_home();
    struct writing writing = {facts, home, view, NULL, {0}, NULL};
    if (sandbox_is_off(facts))
        return write_off(view, program);
    int r = show_minimum(&writing, SESSION_NETWORK_FULL, program);
    return r < 0 ? r : hide_all(&writing);
}

int sandbox_view_write_closed(const struct sandbox_facts *facts, const char *name, const char *const *paths,
                              size_t count, const struct sandbox_program *program, struct buf *view)
{
    autofree char *home = find_home();
    struct writing writing = {facts, home, view, NULL, {0}, NULL};
    if (sandbox_is_off(facts))
        return write_off(view, program);
    int r = show_minimum(&writing, SESSION_NETWORK_NONE, program);
    if (r == 0)
        r = show_own_program(&writing, name);
    for (size_t i = 0; r == 0 && i < count; i++)
        r = add(&writing, "read", paths[i]);
    return r < 0 ? r : hide_all(&writing);
}

/* Paths of weir's own state, which are hidden from everything else. */
static int show_places(struct writing *writing, const struct sandbox_server *server)
{
    const char *const places[] = {server->home, server->log, server->results};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof places / sizeof *places; i++) {
        autofree char *real = realpath(places[i], NULL);
        r = real ? add(writing, "own", real) : -errno;
    }
    return r;
}

int sandbox_view_write_server(const struct sandbox_facts *facts, const struct sandbox_server *server,
                              const struct sandbox_program *program, struct buf *view)
{
    autofree char *home = find_home(), *cwd = NULL;
    const struct sandbox_spec spec = {.cwd = server->cwd, .is_resolved = false, .resolved = server->resolved};
    struct writing writing = {facts, home, view, NULL, server->cwd, server->resolved};
    if (sandbox_is_off(facts))
        return write_off(view, program);
    int r = show_minimum(&writing, server->network ? SESSION_NETWORK_FULL : SESSION_NETWORK_NONE, program);
    if (r == 0)
        r = show_places(&writing, server);
    if (r == 0)
        r = show_more(&writing, &server->paths);
    if (r == 0 && server->cwd.size > 0)
        r = show_cwd(&writing, &spec, &cwd);
    if (r == 0)
        r = hide_all(&writing);
    if (r == 0 && cwd)
        r = hide_scratch(&writing, cwd);
    return r < 0 || !cwd ? r : hide_in_cwd(&writing, cwd);
}

int sandbox_view_write_unpacker(const struct sandbox_facts *facts, const char *directory,
                                const struct sandbox_program *program, struct buf *view)
{
    autofree char *home = find_home(), *real = NULL;
    struct writing writing = {facts, home, view, NULL, {0}, NULL};
    if (sandbox_is_off(facts))
        return write_off(view, program);
    int r = show_frame(&writing, SESSION_NETWORK_NONE, program);
    if (r == 0)
        r = show_own_program(&writing, "weir-unpack");
    if (r < 0)
        return r;
    real = realpath(directory, NULL);
    if (!real)
        return -errno;
    r = add(&writing, "own", real);
    return r < 0 ? r : hide_all(&writing);
}

/* The general part's hidden paths stay hidden, whatever a session adds. */
static bool is_hidden_by(const struct buf *general, const struct buf *part)
{
    struct slice left = buf_slice(general), word, hidden;
    while (sandbox_view_next(&left, &word, &hidden)) {
        struct slice lines = buf_slice(part), kind, path;
        while (slice_is(word, "hide") && sandbox_view_next(&lines, &kind, &path))
            if ((slice_is(kind, "read") || slice_is(kind, "write")) && slice_starts_with(path, hidden) &&
                (path.size == hidden.size || path.data[hidden.size] == '/'))
                return true;
    }
    return false;
}

int sandbox_view_extend(const struct sandbox_facts *facts, const struct sandbox_spec *spec, const struct buf *general,
                        struct buf *part)
{
    autofree char *home = find_home(), *cwd = NULL;
    struct writing writing = {facts, home, part, general, spec->cwd, spec->resolved};
    int r = show_more(&writing, spec->more);
    if (r == 0 && is_hidden_by(general, part))
        r = -EBUSY;
    if (r == 0)
        r = show_cwd(&writing, spec, &cwd);
    if (r == 0)
        r = hide_all(&writing);
    if (r == 0)
        r = hide_scratch(&writing, cwd);
    return r < 0 ? r : hide_in_cwd(&writing, cwd);
}

/* --- rules --- */

/* FNV-1a hash of the paths that only this agent sees; 0: none. */
static int hash_more(const struct sandbox_facts *facts, const struct sandbox_spec *spec, uint64_t *ret_sum)
{
    autofree char *home = find_home();
    AUTO(buf_clear) struct buf lines = BUF_LIMITED(SANDBOX_VIEW_MAX);
    struct writing writing = {facts, home, &lines, NULL, spec->cwd, spec->resolved};
    uint64_t sum = 14695981039346656037u;
    int r = show_more(&writing, spec->more);
    for (size_t i = 0; i < lines.size; i++)
        sum = (sum ^ (unsigned char)lines.data[i]) * 1099511628211u;
    *ret_sum = lines.size > 0 ? sum : 0;
    return r;
}

int sandbox_rules(const struct sandbox_facts *facts, const struct sandbox_spec *spec, char **ret_rules,
                  char problem[static 256])
{
    struct stat info;
    const char *level = level_words[facts->settings->sandbox];
    if (sandbox_is_off(facts)) {
        *ret_rules = strdup(level);
        return *ret_rules ? 0 : -ENOMEM;
    }
    autofree char *real = NULL;
    int r = sandbox_find_cwd(spec, &real);
    if (r == 0 && !spec->resolved) /* the lookup has checked this already */
        r = stat(real, &info) < 0 ? -errno : S_ISDIR(info.st_mode) ? 0 : -ENOTDIR;
    if (r == 0 && strchr(real, '\n'))
        r = -EINVAL;
    if (r < 0) {
        (void)snprintf(problem, 256, "the working directory %.150s: %s", spec->cwd.data,
                       r == -ELOOP ? "its path has a symbolic link now, which was not there before" : strerror(-r));
        return r;
    }
    char more[24] = "";
    uint64_t sum = 0;
    r = hash_more(facts, spec, &sum);
    if (r < 0)
        return r;
    if (sum > 0)
        (void)snprintf(more, sizeof more, "+%016" PRIx64, sum);
    if (asprintf(ret_rules, "%s %s %s%s %s", level, network_words[spec->network], spec->read_only ? "read" : "write",
                 more, real) < 0)
        return -ENOMEM;
    return 0;
}

const char *sandbox_rules_cwd(const char *rules)
{
    for (int i = 0; i < 3 && rules; i++) {
        rules = strchr(rules, ' ');
        rules = rules ? rules + 1 : NULL;
    }
    return rules;
}
