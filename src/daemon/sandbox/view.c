
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

/* A view on its way. */
struct drawing {
    const struct sandbox_facts *facts;
    const char *home; /* resolved; or NULL */
    struct buf *view;
    const struct buf *general;           /* what this one is an addition to; or NULL */
    struct slice cwd;                    /* that it is for; or empty */
    const struct sandbox_places *places; /* where the user's paths lead; or NULL */
};

bool sandbox_is_off(const struct sandbox_facts *facts)
{
    return facts->settings->sandbox == CONFIG_SETTINGS_SANDBOX_OFF;
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

/* --- what it sees ---------------------------------------------------------------------- */

/* Where a path leads, and where the last name of it lies. */
struct lead {
    const char *path, *real, *place;
    bool to_secret;
};

static int on_secret(void *user, const char *path, const char *named, bool always)
{
    struct lead *lead = user;
    bool is_own = !always && (strcmp(named, lead->path) == 0 || strcmp(named, lead->place) == 0);
    lead->to_secret = lead->to_secret || (!is_own && sandbox_is_below(lead->real, slice_of(path)));
    return 0;
}

static char *find_place(const struct drawing *drawing, const char *path)
{
    char parent[PATH_MAX];
    const char *known_real, *known_place;
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) : sizeof parent;
    char *place = NULL;
    if (drawing->places && sandbox_places_path(drawing->places, path, &known_real, &known_place))
        return known_place ? strdup(known_place) : NULL;
    if (size >= sizeof parent)
        return NULL;
    memcpy(parent, path, size);
    parent[size] = '\0';
    autofree char *real = realpath(size > 0 ? parent : "/", NULL);
    return real && paths_join(real, slash + 1, &place) == 0 ? place : NULL;
}

/* What is named may have become a link since, by the hand of an agent. It leads to no secret that is not itself known
 * by this name, and from inside of the working directory not out of it. */
static int may_lead(const struct drawing *drawing, const char *path, const char *real, bool *ret_may)
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
    place = find_place(drawing, plain);
    struct lead lead = {plain, real, place ? place : plain, false};
    int r = sandbox_hidden(drawing->facts, drawing->home, on_secret, &lead);
    bool starts_inside =
        drawing->cwd.size > 0 && (sandbox_is_below(plain, drawing->cwd) || sandbox_is_below(lead.place, drawing->cwd));
    *ret_may = !lead.to_secret && (!starts_inside || sandbox_is_below(real, drawing->cwd));
    return r;
}

/* Of a path of the configuration, or of the home, it is looked for now. */
static char *find_real(const struct drawing *drawing, const char *path)
{
    const char *known, *place;
    errno = 0;
    if (!drawing->places || !sandbox_places_path(drawing->places, path, &known, &place))
        return realpath(path, NULL);
    return known ? strdup(known) : NULL;
}

/* What is not there is left out. */
static int show(struct drawing *drawing, const char *word, const char *path)
{
    bool may = false;
    autofree char *real = find_real(drawing, path);
    if (!real)
        return errno == ENOMEM ? -ENOMEM : 0;
    int r = may_lead(drawing, path, real, &may);
    return r < 0 || !may ? r : add(drawing, word, real);
}

static int show_in_home(struct drawing *drawing, const char *word, const char *name)
{
    autofree char *path = NULL;
    if (!drawing->home)
        return 0;
    int r = paths_join(drawing->home, name, &path);
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

/* Of the agent that it is for, and of its session. */
static int show_more(struct drawing *drawing, const struct sandbox_paths *more)
{
    if (!more)
        return 0;
    int r = show_named(drawing, "read", more->read, more->read_count);
    return r < 0 ? r : show_named(drawing, "write", more->write, more->write_count);
}

/* Where weir-executor lies, and where it may be a link to. */
static int show_own_programs(struct drawing *drawing)
{
    autofree char *path = NULL, *real = NULL, *folder = NULL;
    if (process_place_program("weir-executor", &path) < 0)
        return 0;
    real = realpath(path, NULL);
    folder = realpath(dirname(path), NULL);
    int r = real ? show(drawing, "read", dirname(real)) : 0;
    return r < 0 || !folder ? r : show(drawing, "read", folder);
}

static int show_configured(struct drawing *drawing, const struct config_executor *config)
{
    autofree char *program = NULL;
    int r = config->command.count > 0 ? sandbox_find_program(config->command.items[0].data, &program) : -ENOENT;
    if (r == 0 && program[0] == '/' && !sandbox_is_system(program))
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

static bool is_named(const struct buf *view, const char *path)
{
    return view && (has_line(view, "read", path) || has_line(view, "write", path));
}

/* A secret of the user that the configuration names itself is no secret to agents; nor is an agent's login to itself.
 */
static int on_hidden(void *user, const char *path, const char *named, bool always)
{
    struct drawing *drawing = user;
    (void)named;
    bool seen = is_seen(drawing->view, path) || (!drawing->general && (always || sandbox_is_system(path)));
    if (!seen || (!always && (is_named(drawing->general, path) || is_named(drawing->view, path))))
        return 0;
    if (strchr(path, '\n')) /* that cannot be said: so what it lies in is not shown either */
        return is_seen(drawing->view, path) || sandbox_is_system(path) ? -EINVAL : 0;
    return add(drawing, "hide", path);
}

static int hide_named(struct drawing *drawing, const struct config_settings_view *settings)
{
    int r = 0;
    for (size_t i = 0; r == 0 && settings->hide_is == FIELD_SET && i < settings->hide.count; i++) {
        autofree char *path = NULL, *real = NULL;
        r = expand(drawing, settings->hide.items[i], &path);
        real = r == 0 ? realpath(path, NULL) : NULL;
        r = r == -ENOENT ? 0 : real ? on_hidden(drawing, real, real, true) : r;
    }
    return r;
}

/* Of the directory that it works in: a daemon of the project's own may be there. */
static int hide_in_cwd(struct drawing *drawing, const char *cwd)
{
    autofree char *path = NULL, *real = NULL;
    int r = paths_join(cwd, ".weir", &path);
    if (r == 0 && drawing->places) {
        const char *project = sandbox_places_project(drawing->places);
        return project ? on_hidden(drawing, project, project, true) : 0;
    }
    real = r == 0 ? realpath(path, NULL) : NULL;
    return r < 0 || !real ? r : on_hidden(drawing, real, real, true);
}

/* The directories that other sessions were given. A session whose own is among them may see the others where the
 * configuration shows what they lie in. What is not there cannot be hidden, and is made. */
static int hide_scratch(struct drawing *drawing, const char *cwd)
{
    const char *all = drawing->facts->scratch_dir;
    bool is_seen_at_all = all && (is_seen(drawing->view, all) || (drawing->general && is_seen(drawing->general, all)));
    if (!is_seen_at_all || sandbox_is_below(cwd, slice_of(all)))
        return 0;
    (void)paths_make_private(all);
    if (access(all, F_OK) < 0)
        return 0;
    return strchr(all, '\n') ? -EINVAL : add(drawing, "hide", all);
}

static int hide_all(struct drawing *drawing)
{
    int r = sandbox_hidden(drawing->facts, drawing->home, on_hidden, drawing);
    return r < 0 ? r : hide_named(drawing, &drawing->facts->settings->view);
}

/* --- the whole of it ------------------------------------------------------------------------- */

static char *find_home(void)
{
    autofree char *home = NULL;
    return paths_home(&home) < 0 ? NULL : realpath(home, NULL);
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

/* What its jail makes for it where nothing that runs in the sandbox can get at it. */
static int give(struct buf *view, const struct sandbox_program *program)
{
    int r = program->is_given ? buf_printf(view, "socket %s\n", program->socket) : 0;
    return r < 0 || !program->spool ? r : buf_printf(view, "spool %s\n", program->spool);
}

static int write_off(struct buf *view, const struct sandbox_program *program)
{
    int r = buf_append_text(view, "sandbox off\nnetwork full\n");
    return r < 0 ? r : give(view, program);
}

/* What every program of ours needs. */
static int show_least(struct drawing *drawing, enum session_network network, const struct sandbox_program *program)
{
    int r = buf_printf(drawing->view, "sandbox %s\nnetwork %s\nown %s\ntmp %s\n",
                       level_words[drawing->facts->settings->sandbox],
                       network == SESSION_NETWORK_FULL ? "full" : "closed", program->own, program->tmp);
    if (r == 0)
        r = program->is_given ? give(drawing->view, program)
                              : buf_printf(drawing->view, "listen %s\n", program->socket);
    if (r == 0 && drawing->home)
        r = buf_printf(drawing->view, "home %s\n", drawing->home);
    return r < 0 ? r : show_own_programs(drawing);
}

static int show_general(struct drawing *drawing, const struct sandbox_wish *wish, const struct sandbox_program *program)
{
    const struct config_settings *settings = drawing->facts->settings;
    int r = show_least(drawing, wish->network, program);
    if (r == 0)
        r = show_in_home(drawing, "read", ".gitconfig");
    if (r == 0)
        r = show_in_home(drawing, "read", ".config/git");
    if (r == 0)
        r = show_in_home(drawing, "read", ".weir/skills");
    if (r == 0)
        r = show_in_home(drawing, "read", ".claude/skills");
    if (r == 0 && settings->view.read_is == FIELD_SET)
        r = show_named(drawing, "read", settings->view.read.items, settings->view.read.count);
    if (r == 0 && settings->view.write_is == FIELD_SET)
        r = show_named(drawing, "write", settings->view.write.items, settings->view.write.count);
    return r < 0 || !program->config ? r : show_configured(drawing, program->config);
}

int sandbox_view_write(const struct sandbox_facts *facts, const struct sandbox_wish *wish,
                       const struct sandbox_program *program, struct buf *view)
{
    autofree char *home = find_home(), *cwd = NULL;
    struct drawing drawing = {facts, home, view, NULL, wish->cwd, wish->places};
    if (sandbox_is_off(facts))
        return write_off(view, program);
    int r = show_general(&drawing, wish, program);
    if (r == 0)
        r = show_more(&drawing, wish->more);
    if (r == 0 && wish->cwd.size > 0)
        r = show_cwd(&drawing, wish, &cwd);
    if (r == 0)
        r = hide_all(&drawing);
    if (r == 0 && cwd)
        r = hide_scratch(&drawing, cwd);
    return r < 0 || !cwd ? r : hide_in_cwd(&drawing, cwd);
}

int sandbox_view_write_helper(const struct sandbox_facts *facts, const struct sandbox_program *program,
                              struct buf *view)
{
    autofree char *home = find_home();
    struct drawing drawing = {facts, home, view, NULL, {0}, NULL};
    if (sandbox_is_off(facts))
        return write_off(view, program);
    int r = show_least(&drawing, SESSION_NETWORK_FULL, program);
    return r < 0 ? r : hide_all(&drawing);
}

/* What is hidden already stays so, whatever is added. */
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

int sandbox_view_extend(const struct sandbox_facts *facts, const struct sandbox_wish *wish, const struct buf *general,
                        struct buf *part)
{
    autofree char *home = find_home(), *cwd = NULL;
    struct drawing drawing = {facts, home, part, general, wish->cwd, wish->places};
    int r = show_more(&drawing, wish->more);
    if (r == 0 && is_hidden_by(general, part))
        r = -EBUSY;
    if (r == 0)
        r = show_cwd(&drawing, wish, &cwd);
    if (r == 0)
        r = hide_all(&drawing);
    if (r == 0)
        r = hide_scratch(&drawing, cwd);
    return r < 0 ? r : hide_in_cwd(&drawing, cwd);
}

/* --- rules ----------------------------------------------------------------------------------- */

/* FNV-1a of what it sees more than others do; 0: nothing. */
static int sum_more(const struct sandbox_facts *facts, const struct sandbox_wish *wish, uint64_t *ret_sum)
{
    autofree char *home = find_home();
    AUTO(buf_clear) struct buf lines = BUF_LIMITED(SANDBOX_VIEW_MAX);
    struct drawing drawing = {facts, home, &lines, NULL, wish->cwd, wish->places};
    uint64_t sum = 14695981039346656037u;
    int r = show_more(&drawing, wish->more);
    for (size_t i = 0; i < lines.size; i++)
        sum = (sum ^ (unsigned char)lines.data[i]) * 1099511628211u;
    *ret_sum = lines.size > 0 ? sum : 0;
    return r;
}

int sandbox_rules(const struct sandbox_facts *facts, const struct sandbox_wish *wish, char **ret_rules,
                  char problem[static 256])
{
    struct stat info;
    const char *level = level_words[facts->settings->sandbox];
    if (sandbox_is_off(facts)) {
        *ret_rules = strdup(level);
        return *ret_rules ? 0 : -ENOMEM;
    }
    autofree char *real = NULL;
    int r = sandbox_find_cwd(wish, &real);
    if (r == 0 && !wish->places) /* which know that it is one */
        r = stat(real, &info) < 0 ? -errno : S_ISDIR(info.st_mode) ? 0 : -ENOTDIR;
    if (r == 0 && strchr(real, '\n'))
        r = -EINVAL;
    if (r < 0) {
        (void)snprintf(problem, 256, "the working directory %.150s: %s", wish->cwd.data,
                       r == -ELOOP ? "its path has a symbolic link now, which was not there before" : strerror(-r));
        return r;
    }
    char more[24] = "";
    uint64_t sum = 0;
    r = sum_more(facts, wish, &sum);
    if (r < 0)
        return r;
    if (sum > 0)
        (void)snprintf(more, sizeof more, "+%016" PRIx64, sum);
    if (asprintf(ret_rules, "%s %s %s%s %s", level, network_words[wish->network], wish->read_only ? "read" : "write",
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
