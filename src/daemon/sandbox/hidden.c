
#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "daemon/key/master_file.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"

/* --- the user's secrets --- */

/* Names below the home directory. The first ones are looked up even if a directory listing lacks them, because an
 * automounter may not list them. */
enum { ALWAYS_LOOKED_UP = 6 };
static const char *const in_home[] = {
    /* keys and tokens */
    ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".oci", ".fly", ".boto", ".s3cfg", ".netrc", ".npmrc",
    ".yarnrc.yml", ".pypirc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".authinfo", ".authinfo.gpg", ".vault-token",
    ".git-credentials", ".smbcredentials", ".password-store", ".cargo/credentials", ".cargo/credentials.toml",
    ".gem/credentials", ".composer/auth.json", ".m2/settings.xml", ".gradle/gradle.properties",
    ".terraform.d/credentials.tfrc.json", ".claude/.credentials.json", ".codex/auth.json", ".gemini/oauth_creds.json",
    ".config/gcloud", ".config/git/credentials", ".config/gh", ".config/glab-cli", ".config/hub", ".config/op",
    ".config/1Password", ".config/Bitwarden", ".config/keepassxc", ".config/sops", ".config/age", ".config/rclone",
    ".config/doctl", ".config/composer/auth.json", ".config/containers/auth.json", ".config/github-copilot",
    ".config/helm", ".config/pypoetry/auth.toml", ".local/share/pypoetry/auth.toml",
    /* keyrings */
    ".local/share/keyrings", ".local/share/kwalletd", ".gnome2/keyrings", ".kde/share/apps/kwallet",
    ".local/share/password-store",
    /* browsers and other programs that store passwords or messages */
    ".mozilla", ".librewolf", ".waterfox", ".thunderbird", ".config/google-chrome", ".config/google-chrome-beta",
    ".config/google-chrome-unstable", ".config/chromium", ".config/BraveSoftware", ".config/microsoft-edge",
    ".config/microsoft-edge-dev", ".config/vivaldi", ".config/opera", ".config/mozilla", ".cache/mozilla",
    ".cache/google-chrome", ".cache/chromium", ".cache/BraveSoftware", ".cache/microsoft-edge", ".cache/vivaldi",
    ".config/Signal", ".config/discord", ".config/Slack", ".local/share/evolution", "snap/firefox", "snap/chromium",
    "snap/brave", "snap/opera", "snap/thunderbird", ".var/app/org.mozilla.firefox", ".var/app/org.chromium.Chromium",
    ".var/app/com.google.Chrome", ".var/app/com.brave.Browser", ".var/app/com.microsoft.Edge",
    ".var/app/com.vivaldi.Vivaldi", ".var/app/com.opera.Opera", ".var/app/org.mozilla.Thunderbird",
    ".var/app/io.gitlab.librewolf-community",
    /* histories of commands */
    ".bash_history", ".zsh_history", ".histfile", ".local/share/fish/fish_history", ".local/state/bash",
    ".python_history", ".node_repl_history", ".psql_history", ".mysql_history", ".sqlite_history", ".rediscli_history",
    ".lesshst", ".viminfo"};

/* A process that can connect to one of these has the rights of root, or of the user outside of the sandbox. */
static const char *const sockets[] = {"/run/docker.sock", "/run/podman", "/run/containerd", "/run/dbus"};

/* --- names that exist --- */

/* The names in a directory. Most secrets do not exist, so reading the directory once is faster than a lookup for
 * each. */
struct names {
    bool is_complete; /* all names were read */
    size_t count;
    char *items[512];
};

/* Ignores case, because some file systems do. */
static int compare(const void *a, const void *b)
{
    return strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

static void names_clear(struct names *names)
{
    while (names->count > 0)
        free(names->items[--names->count]);
}

static void names_read(struct names *names, const char *path)
{
    DIR *directory = opendir(path);
    *names = (struct names){.is_complete = !directory && (errno == ENOENT || errno == ENOTDIR)};
    if (!directory)
        return;
    const struct dirent *entry;
    for (errno = 0; (entry = readdir(directory)) && names->count < sizeof names->items / sizeof *names->items;) {
        names->items[names->count] = strdup(entry->d_name);
        if (!names->items[names->count])
            break;
        names->count++;
    }
    names->is_complete = !entry && errno == 0;
    (void)closedir(directory);
    qsort(names->items, names->count, sizeof *names->items, compare);
}

/* Whether the first component of the path may exist. */
static bool names_may_have(const struct names *names, const char *path)
{
    char name[NAME_MAX + 1];
    const char *key = name;
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(path, "/"), path);
    return !names->is_complete || bsearch(&key, names->items, names->count, sizeof *names->items, compare);
}

/* --- hiding --- */

struct hiding {
    sandbox_hidden_fn each;
    void *user;
    bool creates_nothing; /* creates nothing */
};

/* Takes `path`; NULL means out of memory. access() comes first because most paths do not exist, and realpath() takes
 * several system calls. */
static int hide(const struct hiding *hiding, char *path, bool always)
{
    autofree char *owned = path, *real = NULL;
    if (!owned)
        return -ENOMEM;
    if (access(owned, F_OK) < 0)
        return 0;
    real = realpath(owned, NULL);
    return real ? hiding->each(hiding->user, real, owned, always) : errno == ENOMEM ? -ENOMEM : 0;
}

static char *joined(const char *directory, const char *name)
{
    char *path = NULL;
    return paths_join(directory, name, &path) < 0 ? NULL : path;
}

/* Hides a path that weir reads. A path that does not exist cannot be hidden, and an agent that works above it could
 * create it; so the daemon creates it first. Takes `path`, or NULL. */
static int hide_created(const struct hiding *hiding, char *path)
{
    if (path && !hiding->creates_nothing && access(path, F_OK) < 0)
        (void)paths_make_private(path); /* if this fails, an agent of the same user cannot create it either */
    return hide(hiding, path, true);
}

/* Hides the directory of one of weir's files if the directory is weir's own, else only the file. */
static int hide_with_folder(const struct hiding *hiding, const char *file)
{
    autofree char *copy = strdup(file), *folder = copy ? strdup(dirname(copy)) : NULL;
    if (!folder)
        return -ENOMEM;
    const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
    bool ours = strcmp(name, "weir") == 0 || strcmp(name, ".weir") == 0;
    return ours ? hide_created(hiding, take_pointer(folder)) : hide(hiding, strdup(file), true);
}

static int hide_place(const struct hiding *hiding, int (*place)(char **ret_path))
{
    char *path = NULL;
    int r = place(&path);
    return r == -ENOENT ? 0 : r < 0 ? r : hide(hiding, path, true);
}

/* Contains the list of projects, whose sockets clients trust. */
static int hide_users_state(const struct hiding *hiding)
{
    char *path = NULL;
    int r = paths_state_dir(&path);
    return r == -ENOENT ? 0 : r < 0 ? r : hide_created(hiding, path);
}

/* The key file can be configured to be anywhere. */
static int hide_master_key(const struct hiding *hiding, const char *state_dir)
{
    struct key_master_file place;
    int r = key_master_file_init(&place, state_dir);
    if (r == 0)
        r = hide(hiding, take_pointer(place.path), true);
    key_master_file_clear(&place);
    return r;
}

static int hide_configuration(const struct hiding *hiding)
{
    autofree char *path = NULL;
    int r = paths_config_file(&path);
    return r == -ENOENT ? 0 : r < 0 ? r : hide_with_folder(hiding, path);
}

/* The runtime directory also has the sockets of the D-Bus session, the keyring and the SSH agent. */
static int hide_runtime(const struct hiding *hiding)
{
    const char *directory = getenv("XDG_RUNTIME_DIR");
    char usual[64];
    (void)snprintf(usual, sizeof usual, "/run/user/%u", (unsigned)geteuid());
    int r = hide(hiding, strdup(usual), false);
    if (r == 0 && directory && directory[0] == '/')
        r = hide(hiding, strdup(directory), false);
    const char *agent = getenv("SSH_AUTH_SOCK"); /* often below /tmp */
    if (r == 0 && agent && agent[0] == '/')
        r = hide(hiding, strdup(agent), false);
    return r < 0 ? r : hide_place(hiding, paths_runtime_dir);
}

static int hide_project(void *user, const char *directory)
{
    return hide(user, joined(directory, ".weir"), true);
}

static int hide_own(const struct sandbox_facts *facts, struct hiding *hiding)
{
    const struct options *options = facts->options;
    autofree char *executors = NULL;
    int r = process_directory_parent(facts->processes, &executors);
    if (r == 0)
        r = hide(hiding, take_pointer(executors), true);
    if (r == 0)
        r = hide(hiding, strdup(options->state_dir), true);
    if (r == 0)
        r = hide_users_state(hiding);
    if (r == 0)
        r = hide_master_key(hiding, options->state_dir);
    if (r == 0)
        r = hide_runtime(hiding);
    if (r == 0 && options->socket_path)
        r = hide_with_folder(hiding, options->socket_path);
    if (r == 0 && options->config_path)
        r = hide_with_folder(hiding, options->config_path);
    if (r == 0)
        r = hide_configuration(hiding);
    if (r == 0 && options->project)
        r = hide_project(hiding, options->project);
    return r < 0 ? r : paths_each_project(hide_project, hiding);
}

/* Reads .config once too, because half of the names are in it. */
static int hide_in_home(const struct hiding *hiding, const char *home)
{
    static const char configuration[] = ".config/";
    enum { CONFIGURATION = sizeof configuration - 1 };
    autofree struct names *top = malloc(sizeof *top), *below = malloc(sizeof *below);
    autofree char *path = joined(home, configuration);
    if (!top || !below || !path)
        return -ENOMEM;
    names_read(top, home);
    names_read(below, path);
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof in_home / sizeof *in_home; i++) {
        bool is_below = strncmp(in_home[i], configuration, CONFIGURATION) == 0;
        if (i < ALWAYS_LOOKED_UP ||
            (is_below ? names_may_have(below, in_home[i] + CONFIGURATION) : names_may_have(top, in_home[i])))
            r = hide(hiding, joined(home, in_home[i]), false);
    }
    names_clear(top);
    names_clear(below);
    return r;
}

int sandbox_hidden_own(const struct sandbox_facts *facts, sandbox_hidden_fn each, void *user)
{
    return hide_own(facts, &(struct hiding){.each = each, .user = user, .creates_nothing = true});
}

int sandbox_hidden(const struct sandbox_facts *facts, const char *home, sandbox_hidden_fn each, void *user)
{
    struct hiding hiding = {.each = each, .user = user};
    int r = hide_own(facts, &hiding);
    if (r == 0 && home)
        r = hide_in_home(&hiding, home);
    for (size_t i = 0; r == 0 && i < sizeof sockets / sizeof *sockets; i++)
        r = hide(&hiding, strdup(sockets[i]), false);
    return r;
}
