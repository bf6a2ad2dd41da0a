#include "daemon/sandbox/view.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/places.h"
#include "daemon/daemon.h"
#include "daemon/executor/place.h"
#include "daemon/sandbox/hidden.h"

/* What the jail shows of the system without being asked (src/jail/system.c), as far as something of the user's or of
 * weir's could lie below. */
static const char *const system_roots[] = {"/usr", "/opt", "/etc", "/bin", "/sbin", "/lib"};

static const char *const network_words[] = {
    [SESSION_NETWORK_FULL] = "full", [SESSION_NETWORK_MODEL_ONLY] = "model-only", [SESSION_NETWORK_NONE] = "none"};
static const char *const level_words[] = {[CONFIG_SETTINGS_SANDBOX_NAMESPACE] = "namespace",
                                          [CONFIG_SETTINGS_SANDBOX_LANDLOCK] = "landlock",
                                          [CONFIG_SETTINGS_SANDBOX_OFF] = "off"};

/* A view on its way. */
struct drawing {
    const struct daemon *daemon;
    const char *home; /* resolved; or NULL */
    struct buf *view;
    const struct buf *general; /* what this one is an addition to; or NULL */
};

bool sandbox_is_off(const struct daemon *daemon)
{
    return daemon->config.settings.sandbox == CONFIG_SETTINGS_SANDBOX_OFF;
}

/* --- lines --------------------------------------------------------------------------- */

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

/* A path with a newline in it cannot be said, and so is not seen; all that there is is no view of it. */
static int add(struct drawing *drawing, const char *word, const char *path)
{
    if (strchr(path, '\n') || strcmp(path, "/") == 0 || has_line(drawing->view, word, path))
        return 0;
    return buf_printf(drawing->view, "%s %s\n", word, path);
}

/* Whether `path` is `above`, or lies below it. */
static bool is_below(const char *path, struct slice above)
{
    if (slice_is(above, "/"))
        return true;
    return strncmp(path, above.data, above.size) == 0 && (path[above.size] == '/' || path[above.size] == '\0');
}

static bool is_system(const char *path)
{
    for (size_t i = 0; i < sizeof system_roots / sizeof *system_roots; i++)
        if (is_below(path, slice_of(system_roots[i])))
            return true;
    return false;
}

static bool is_seen(const struct buf *view, const char *path)
{
    struct slice left = buf_slice(view), word, shown;
    while (sandbox_view_next(&left, &word, &shown))
        if ((slice_is(word, "read") || slice_is(word, "write") || slice_is(word, "cwd") ||
             slice_is(word, "cwd-read")) &&
            is_below(path, shown))
            return true;
    return false;
}

/* --- what it sees ---------------------------------------------------------------------- */

/* What is not there is left out. */
static int show(struct drawing *drawing, const char *word, const char *path)
{
    autofree char *real = realpath(path, NULL);
    if (!real)
        return errno == ENOMEM ? -ENOMEM : 0;
    return add(drawing, word, real);
}

static int show_in_home(struct drawing *drawing, const char *word, const char *name)
{
    autofree char *path = NULL;
    if (!drawing->home)
        return 0;
    int r = places_join(drawing->home, name, &path);
    return r < 0 ? r : show(drawing, word, path);
}

/* Absolute, or "~/…". Anything else is nothing. */
static int expand(const struct drawing *drawing, struct slice named, char **ret_path)
{
    bool at_home = named.size > 0 && named.data[0] == '~' && (named.size == 1 || named.data[1] == '/');
    if (at_home && drawing->home)
        return asprintf(ret_path, "%s%.*s", drawing->home, (int)named.size - 1, named.data + 1) < 0 ? -ENOMEM : 0;
    if (named.size == 0 || named.data[0] != '/')
        return -ENOENT;
    *ret_path = strndup(named.data, named.size);
    return *ret_path ? 0 : -ENOMEM;
}

static int show_named(struct drawing *drawing, const char *word, const struct slice *items, size_t count)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < count; i++) {
        autofree char *path = NULL;
        r = expand(drawing, items[i], &path);
        r = r == -ENOENT ? 0 : r < 0 ? r : show(drawing, word, path);
    }
    return r;
}

/* Where weir-executor lies, and what it is made of. */
static int show_own_programs(struct drawing *drawing)
{
    autofree char *path = NULL, *real = NULL;
    if (executor_place_program("weir-executor", &path) < 0)
        return 0;
    real = realpath(path, NULL);
    int r = real ? show(drawing, "read", dirname(real)) : 0;
    return r < 0 ? r : show(drawing, "read", dirname(path)); /* where it may be a link to the other */
}

/* As the shell would find it. */
static int find_program(const char *name, char **ret_path)
{
    const char *left = getenv("PATH");
    if (strchr(name, '/')) {
        *ret_path = strdup(name);
        return *ret_path ? 0 : -ENOMEM;
    }
    for (left = left ? left : "/usr/local/bin:/usr/bin:/bin"; *left;) {
        size_t size = strcspn(left, ":");
        autofree char *path = NULL;
        if (asprintf(&path, "%.*s/%s", (int)size, left, name) < 0)
            return path = NULL, -ENOMEM;
        if (path[0] == '/' && access(path, X_OK) == 0) {
            *ret_path = take_pointer(path);
            return 0;
        }
        left += size + (left[size] == ':');
    }
    return -ENOENT;
}

static int show_configured(struct drawing *drawing, const struct config_executor *config)
{
    autofree char *program = NULL;
    int r = config->command.count > 0 ? find_program(config->command.items[0].data, &program) : -ENOENT;
    if (r == 0 && program[0] == '/' && !is_system(program))
        r = show(drawing, "read", program);
    r = r == -ENOENT ? 0 : r;
    if (r == 0 && config->cwd_is == FIELD_SET)
        r = show_named(drawing, "read", &config->cwd, 1);
    if (r == 0 && config->read_is == FIELD_SET)
        r = show_named(drawing, "read", config->read.items, config->read.count);
    if (r == 0 && config->write_is == FIELD_SET)
        r = show_named(drawing, "write", config->write.items, config->write.count);
    return r;
}

/* --- what it does not ---------------------------------------------------------------------- */

/* A secret of the user that the configuration names itself is no secret to agents. */
static int on_hidden(void *user, const char *path, bool always)
{
    struct drawing *drawing = user;
    const struct buf *named = drawing->general ? drawing->general : drawing->view;
    bool seen = is_seen(drawing->view, path) || (!drawing->general && (always || is_system(path)));
    if (!seen || (!always && (has_line(named, "read", path) || has_line(named, "write", path))))
        return 0;
    if (strchr(path, '\n')) /* that cannot be said: so what it lies in is not shown either */
        return is_seen(drawing->view, path) || is_system(path) ? -EINVAL : 0;
    return add(drawing, "hide", path);
}

static int hide_named(struct drawing *drawing, const struct config_settings_view *settings)
{
    int r = 0;
    for (size_t i = 0; r == 0 && settings->hide_is == FIELD_SET && i < settings->hide.count; i++) {
        autofree char *path = NULL, *real = NULL;
        r = expand(drawing, settings->hide.items[i], &path);
        real = r == 0 ? realpath(path, NULL) : NULL;
        r = r == -ENOENT ? 0 : real ? on_hidden(drawing, real, true) : r;
    }
    return r;
}

/* Of the directory that it works in: a daemon of the project's own may be there. */
static int hide_in_cwd(struct drawing *drawing, const char *cwd)
{
    autofree char *path = NULL, *real = NULL;
    int r = places_join(cwd, ".weir", &path);
    real = r == 0 ? realpath(path, NULL) : NULL;
    return r < 0 || !real ? r : on_hidden(drawing, real, true);
}

static int hide_all(struct drawing *drawing)
{
    int r = sandbox_hidden(drawing->daemon, drawing->home, on_hidden, drawing);
    return r < 0 ? r : hide_named(drawing, &drawing->daemon->config.settings.view);
}

/* --- the whole of it ------------------------------------------------------------------------- */

static char *find_home(void)
{
    autofree char *home = NULL;
    return places_home(&home) < 0 ? NULL : realpath(home, NULL);
}

static int show_cwd(struct drawing *drawing, const struct sandbox_wish *wish, char **ret_cwd)
{
    autofree char *real = NULL;
    int r = sandbox_find_cwd(wish, &real);
    if (!real)
        return r;
    if (strchr(real, '\n'))
        return -EINVAL;
    r = buf_printf(drawing->view, "%s %s\n", wish->read_only ? "cwd-read" : "cwd", real);
    *ret_cwd = take_pointer(real);
    return r;
}

/* What every program of ours needs. */
static int show_least(struct drawing *drawing, enum session_network network, const struct sandbox_program *program)
{
    int r =
        buf_printf(drawing->view, "sandbox %s\nnetwork %s\nown %s\ntmp %s\nlisten %s\n",
                   level_words[drawing->daemon->config.settings.sandbox],
                   network == SESSION_NETWORK_FULL ? "full" : "closed", program->own, program->tmp, program->socket);
    if (r == 0 && drawing->home)
        r = buf_printf(drawing->view, "home %s\n", drawing->home);
    return r < 0 ? r : show_own_programs(drawing);
}

static int show_general(struct drawing *drawing, const struct sandbox_wish *wish, const struct sandbox_program *program)
{
    const struct config_settings *settings = &drawing->daemon->config.settings;
    int r = show_least(drawing, wish->network, program);
    if (r == 0)
        r = show_in_home(drawing, "read", ".gitconfig");
    if (r == 0)
        r = show_in_home(drawing, "read", ".config/git");
    if (r == 0 && settings->view.read_is == FIELD_SET)
        r = show_named(drawing, "read", settings->view.read.items, settings->view.read.count);
    if (r == 0 && settings->view.write_is == FIELD_SET)
        r = show_named(drawing, "write", settings->view.write.items, settings->view.write.count);
    return r < 0 || !program->config ? r : show_configured(drawing, program->config);
}

int sandbox_view_write(const struct daemon *daemon, const struct sandbox_wish *wish,
                       const struct sandbox_program *program, struct buf *view)
{
    autofree char *home = find_home(), *cwd = NULL;
    struct drawing drawing = {daemon, home, view, NULL};
    if (sandbox_is_off(daemon))
        return buf_append_text(view, "sandbox off\nnetwork full\n");
    int r = show_general(&drawing, wish, program);
    if (r == 0 && wish->cwd.size > 0)
        r = show_cwd(&drawing, wish, &cwd);
    if (r == 0)
        r = hide_all(&drawing);
    return r < 0 || !cwd ? r : hide_in_cwd(&drawing, cwd);
}

int sandbox_view_write_helper(const struct daemon *daemon, const struct sandbox_program *program, struct buf *view)
{
    autofree char *home = find_home();
    struct drawing drawing = {daemon, home, view, NULL};
    if (sandbox_is_off(daemon))
        return buf_append_text(view, "sandbox off\nnetwork full\n");
    int r = show_least(&drawing, SESSION_NETWORK_FULL, program);
    return r < 0 ? r : hide_all(&drawing);
}

int sandbox_view_extend(const struct daemon *daemon, const struct sandbox_wish *wish, const struct buf *general,
                        struct buf *part)
{
    autofree char *home = find_home(), *cwd = NULL;
    struct drawing drawing = {daemon, home, part, general};
    int r = show_cwd(&drawing, wish, &cwd);
    if (r == 0)
        r = hide_all(&drawing);
    return r < 0 ? r : hide_in_cwd(&drawing, cwd);
}

int sandbox_rules(const struct daemon *daemon, const struct sandbox_wish *wish, char **ret_rules,
                  char problem[static 256])
{
    struct stat info;
    const char *level = level_words[daemon->config.settings.sandbox];
    if (sandbox_is_off(daemon)) {
        *ret_rules = strdup(level);
        return *ret_rules ? 0 : -ENOMEM;
    }
    autofree char *real = NULL;
    int r = sandbox_find_cwd(wish, &real);
    if (r == 0)
        r = stat(real, &info) < 0 ? -errno : S_ISDIR(info.st_mode) ? 0 : -ENOTDIR;
    if (r == 0 && strchr(real, '\n'))
        r = -EINVAL;
    if (r < 0) {
        (void)snprintf(problem, 256, "the working directory %.150s: %s", wish->cwd.data,
                       r == -ELOOP ? "a symbolic link leads elsewhere, which it did not when it was named"
                                   : strerror(-r));
        return r;
    }
    if (asprintf(ret_rules, "%s %s %s %s", level, network_words[wish->network], wish->read_only ? "read" : "write",
                 real) < 0)
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
