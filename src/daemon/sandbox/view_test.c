/* Tests views with a home directory that contains secrets. */

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/config.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"
#include "unit/check.h"

static char root[] = "/tmp/weir-view-test-XXXXXX";
static struct config configuration;
static struct options options;
static struct process_table processes;
static struct sandbox_facts facts = {.options = &options, .settings = &configuration.settings, .processes = &processes};
static struct buf view = BUF_LIMITED(SANDBOX_VIEW_MAX);

/* --- fixture --- */

static const char *at(const char *name)
{
    static char paths[8][512];
    static unsigned turn;
    char *path = paths[turn++ % 8];
    (void)snprintf(path, sizeof paths[0], "%s%s", root, name);
    return path;
}

static void make_directory(const char *name)
{
    assert_int_equal(mkdir(at(name), 0700), 0);
}

static void make_file(const char *name, const char *text)
{
    autoclose int fd = open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
}

static void configure(const char *settings)
{
    char problem[512] = "";
    make_file("/home/.config/weir/config.jsonc", settings);
    config_clear(&configuration);
    int r = config_read(options.config_path, true, &configuration, problem, sizeof problem);
    assert_string_equal(problem, "");
    assert_int_equal(r, 0);
}

static int set_up(void **state)
{
    static const char *const directories[] = {
        "/home",  "/home/.ssh",  "/home/.config", "/home/.config/weir", "/home/project", "/home/project/.weir",
        "/state", "/state/weir", "/run",          "/run/weir",          "/else",         "/home/dots"};
    (void)state;
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        make_directory(directories[i]);
    make_file("/home/.netrc", "secret");
    make_file("/home/dots/gitconfig", "[user]\n");
    assert_int_equal(symlink("dots/gitconfig", at("/home/.gitconfig")), 0);
    assert_int_equal(symlink("project", at("/home/link")), 0);
    (void)setenv("HOME", at("/home"), 1);
    (void)setenv("XDG_RUNTIME_DIR", at("/run"), 1);
    (void)setenv("XDG_STATE_HOME", at("/state"), 1);
    (void)unsetenv("XDG_CONFIG_HOME");
    options.state_dir = strdup(at("/state/weir"));
    processes.state_dir = options.state_dir;
    options.socket_path = strdup(at("/run/weir/daemon.sock"));
    options.config_path = strdup(at("/home/.config/weir/config.jsonc"));
    configure("{}");
    return 0;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    buf_clear(&view);
    config_clear(&configuration);
    options_clear(&options);
    return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* --- views --- */

static const struct sandbox_program program = {
    .own = "/x/own", .tmp = "/x/tmp", .socket = "/x/link/sock", .spool = "/x/link/spool", .is_given = true};

static void write_view(const char *cwd, bool read_only)
{
    const struct sandbox_spec spec = {.cwd = slice_of(cwd), .read_only = read_only};
    buf_reset(&view, 0);
    assert_int_equal(sandbox_view_write(&facts, &spec, &program, &view), 0);
}

static bool has(const char *word, const char *path)
{
    struct slice left = buf_slice(&view), its_word, its_path;
    while (sandbox_view_next(&left, &its_word, &its_path))
        if (slice_is(its_word, word) && slice_is(its_path, path))
            return true;
    return false;
}

static void test_a_project_below_the_home(void **state)
{
    (void)state;
    write_view(at("/home/project"), false);
    assert_true(slice_starts_with(buf_slice(&view), SLICE("sandbox namespace\nnetwork full\n")));
    assert_true(has("cwd", at("/home/project")));
    assert_true(has("hide", at("/home/project/.weir")));
    assert_true(has("home", at("/home")));
    assert_true(has("own", "/x/own"));
    /* The view shows nothing of the home directory, so there is nothing to hide; weir's own paths are always hidden. */
    assert_false(has("hide", at("/home/.ssh")));
    assert_true(has("hide", at("/state/weir")));
    assert_true(has("hide", at("/run/weir")));
    assert_true(has("hide", at("/home/.config/weir")));
}

static void test_the_home_itself(void **state)
{
    (void)state;
    write_view(at("/home"), false);
    assert_true(has("hide", at("/home/.ssh")));
    assert_true(has("hide", at("/home/.netrc")));
    assert_false(has("hide", at("/home/.aws"))); /* does not exist */
}

/* More names in the directory than are kept in memory. */
static void test_a_full_home(void **state)
{
    static const char *const directories[] = {"/home/.config/gh", "/home/.local", "/home/.local/share",
                                              "/home/.local/share/keyrings"};
    char name[64];
    (void)state;
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        make_directory(directories[i]);
    for (int more = 0; more <= 1000; more += 1000) {
        for (int i = 0; i < more; i++) {
            (void)snprintf(name, sizeof name, i % 2 ? "/home/%d" : "/home/.config/%d", i);
            make_file(name, "");
        }
        write_view(at("/home"), false);
        assert_true(has("hide", at("/home/.ssh")));
        assert_true(has("hide", at("/home/.netrc")));
        assert_true(has("hide", at("/home/.config/gh")));
        assert_true(has("hide", at("/home/.local/share/keyrings")));
        assert_false(has("hide", at("/home/.config/hub")));
    }
    for (int i = 0; i < 1000; i++) {
        (void)snprintf(name, sizeof name, i % 2 ? "/home/%d" : "/home/.config/%d", i);
        assert_int_equal(unlink(at(name)), 0);
    }
    for (size_t i = sizeof directories / sizeof *directories; i > 0; i--)
        assert_int_equal(rmdir(at(directories[i - 1])), 0);
}

/* Weir's paths are created to be hidden, because an agent that works in the home directory could create them. */
static void test_what_is_not_there_yet(void **state)
{
    (void)state;
    assert_int_equal(unlink(at("/home/.config/weir/config.jsonc")), 0);
    assert_int_equal(rmdir(at("/home/.config/weir")), 0);
    assert_int_equal(rmdir(at("/state/weir")), 0);
    write_view(at("/home"), false);
    assert_true(has("hide", at("/home/.config/weir")));
    assert_true(has("hide", at("/state/weir")));
    configure("{}");
}

static void test_a_master_key_elsewhere(void **state)
{
    (void)state;
    make_file("/home/master", "");
    make_file("/home/agent", "");
    (void)setenv("WEIR_MASTER_KEY_FILE", at("/home/master"), 1);
    (void)setenv("SSH_AUTH_SOCK", at("/home/agent"), 1);
    write_view(at("/home"), false);
    assert_true(has("hide", at("/home/master")));
    assert_true(has("hide", at("/home/agent")));
    (void)unsetenv("WEIR_MASTER_KEY_FILE");
    (void)unsetenv("SSH_AUTH_SOCK");
}

/* A path with a newline cannot be written as a line. */
static void test_what_cannot_be_hidden(void **state)
{
    const struct sandbox_spec above = {.cwd = slice_of(at("/home"))}, beside = {.cwd = slice_of(at("/else"))};
    (void)state;
    make_file("/home/mas\nter", "");
    (void)setenv("WEIR_MASTER_KEY_FILE", at("/home/mas\nter"), 1);
    buf_reset(&view, 0);
    assert_int_equal(sandbox_view_write(&facts, &above, &program, &view), -EINVAL);
    buf_reset(&view, 0);
    assert_int_equal(sandbox_view_write(&facts, &beside, &program, &view), 0);
    (void)unsetenv("WEIR_MASTER_KEY_FILE");
}

static void test_reading_only(void **state)
{
    (void)state;
    write_view(at("/home/project"), true);
    assert_true(has("cwd-read", at("/home/project")));
    assert_false(has("cwd", at("/home/project")));
}

static void test_links_are_resolved(void **state)
{
    (void)state;
    write_view(at("/home/link"), false);
    assert_true(has("cwd", at("/home/project")));
    assert_true(has("read", at("/home/dots/gitconfig")));
    char *rules = NULL, problem[256] = "";
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home/link"))};
    assert_int_equal(sandbox_rules(&facts, &spec, &rules, problem), 0);
    assert_string_equal(sandbox_rules_cwd(rules), at("/home/project"));
    free(rules);
}

/* A link was put into a path that had been resolved before. */
static void test_a_link_that_came_since(void **state)
{
    char *rules = NULL, problem[256] = "";
    struct sandbox_spec spec = {.cwd = slice_of(at("/home/link")), .is_resolved = true};
    (void)state;
    assert_int_equal(sandbox_rules(&facts, &spec, &rules, problem), -ELOOP);
    assert_non_null(strstr(problem, "has a symbolic link now"));
    buf_reset(&view, 0);
    assert_int_equal(sandbox_view_write(&facts, &spec, &program, &view), -ELOOP);
    spec.cwd = slice_of(at("/home/project/"));
    assert_int_equal(sandbox_rules(&facts, &spec, &rules, problem), 0);
    assert_string_equal(sandbox_rules_cwd(rules), at("/home/project"));
    free(rules);
}

static void test_what_the_configuration_names(void **state)
{
    (void)state;
    configure("{\"view\": {\"read\": [\"~/.netrc\", \"~/nothing\"], \"hide\": [\"~/dots\"]}}");
    write_view(at("/home"), false);
    assert_true(has("read", at("/home/.netrc")));
    assert_false(has("hide", at("/home/.netrc")));
    assert_true(has("hide", at("/home/dots")));
    assert_true(has("hide", at("/home/.ssh")));
    configure("{\"view\": {\"read\": [\"/tmp\"]}}"); /* naming a directory above a secret does not show the secret */
    write_view(at("/else"), false);
    assert_true(has("hide", at("/home/.ssh")));
    configure("{}");
}

static void test_another_executor(void **state)
{
    (void)state;
    make_file("/else/run", "");
    (void)chmod(at("/else/run"), 0700);
    struct slice command = slice_of(at("/else/run")), writes = SLICE("~/dots");
    const struct config_executor config = {.command = {&command, 1}, .write = {&writes, 1}, .write_is = FIELD_SET};
    const struct sandbox_program foreign = {
        .config = &config, .own = "/x/own", .tmp = "/x/tmp", .socket = "/x/own/sock"};
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home/project")), .network = SESSION_NETWORK_NONE};
    buf_reset(&view, 0);
    assert_int_equal(sandbox_view_write(&facts, &spec, &foreign, &view), 0);
    assert_true(slice_starts_with(buf_slice(&view), SLICE("sandbox namespace\nnetwork closed\n")));
    assert_true(has("read", at("/else/run")));
    assert_true(has("write", at("/home/dots")));
    assert_true(has("listen", "/x/own/sock"));
    write_view(at("/home/project"), false);
    assert_true(has("socket", "/x/link/sock") && has("spool", "/x/link/spool"));
    assert_false(has("listen", "/x/link/sock"));
}

static void test_a_session_is_added(void **state)
{
    struct buf part = BUF_LIMITED(SANDBOX_VIEW_MAX);
    (void)state;
    write_view("", false);
    assert_false(has("hide", at("/home/.ssh")));
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home"))};
    assert_int_equal(sandbox_view_extend(&facts, &spec, &view, &part), 0);
    struct buf general = view;
    view = part;
    assert_true(has("cwd", at("/home")));
    assert_true(has("hide", at("/home/.ssh")));
    assert_true(has("hide", at("/home/.config/weir")));
    assert_false(has("hide", at("/state/weir"))); /* not below the session's directory */
    view = general;
    buf_clear(&part);
}

/* --- paths of an agent --- */

static char *rules_with(const struct sandbox_paths *more)
{
    char *rules = NULL, problem[256] = "";
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home/project")), .more = more};
    assert_int_equal(sandbox_rules(&facts, &spec, &rules, problem), 0);
    assert_string_equal(sandbox_rules_cwd(rules), at("/home/project"));
    return rules;
}

/* An executor that was started for another agent, or for none, has other rules. */
static void test_rules_tell_agents_apart(void **state)
{
    struct slice dots = SLICE("~/dots"), netrc = SLICE("~/.netrc"), nothing = SLICE("~/nothing");
    const struct sandbox_paths reads = {&dots, 1, NULL, 0}, writes = {NULL, 0, &dots, 1}, other = {&netrc, 1, NULL, 0};
    const struct sandbox_paths missing = {&nothing, 1, &nothing, 1};
    char *all[] = {rules_with(NULL), rules_with(&reads), rules_with(&writes), rules_with(&other)};
    autofree char *again = rules_with(&reads), *none = rules_with(&missing);
    (void)state;
    assert_string_equal(again, all[1]);
    assert_string_equal(none, all[0]);
    for (size_t i = 0; i < 4; i++)
        for (size_t j = i + 1; j < 4; j++)
            assert_string_not_equal(all[i], all[j]);
    for (size_t i = 0; i < 4; i++)
        free(all[i]);
}

/* A login that is named is shown; another secret in the same directory is not. */
static void test_an_agents_own_paths(void **state)
{
    struct slice writes[] = {SLICE_INIT("~/.config"), SLICE_INIT("~/.netrc")};
    const struct sandbox_paths more = {NULL, 0, writes, 2};
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home/project")), .more = &more};
    struct buf part = BUF_LIMITED(SANDBOX_VIEW_MAX);
    (void)state;
    write_view("", false);
    struct buf general = view;
    assert_int_equal(sandbox_view_extend(&facts, &spec, &general, &part), 0);
    for (int whole = 0; whole < 2; whole++) {
        view = part;
        if (whole) {
            buf_reset(&view, 0);
            assert_int_equal(sandbox_view_write(&facts, &spec, &program, &view), 0);
        }
        assert_true(has("write", at("/home/.config")) && has("write", at("/home/.netrc")));
        assert_false(has("hide", at("/home/.netrc")));
        assert_true(has("hide", at("/home/.config/weir")));
        part = view;
    }
    buf_clear(&part);
    view = general;
}

/* An agent that worked in the home directory has replaced paths of another agent by links. */
static void test_links_lead_to_no_secret(void **state)
{
    struct slice reads[] = {SLICE_INIT("~/project/notes"), SLICE_INIT("~/dots/in")};
    struct slice writes[] = {SLICE_INIT("~/.other"), SLICE_INIT("~/.other2"), SLICE_INIT("~/.other3/")};
    const struct sandbox_paths more = {reads, 2, writes, 3};
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home/project")), .more = &more};
    (void)state;
    make_file("/home/.ssh/key", "x");
    make_file("/home/dots/in", "x");
    assert_int_equal(symlink(".ssh", at("/home/.other")), 0);
    assert_int_equal(symlink(at("/home/.ssh/key"), at("/home/.other2")), 0);
    assert_int_equal(symlink("dots", at("/home/.other3")), 0);
    make_directory("/far");
    assert_int_equal(symlink(at("/far"), at("/home/project/notes")), 0);
    buf_reset(&view, 0);
    assert_int_equal(sandbox_view_write(&facts, &spec, &program, &view), 0);
    assert_false(has("write", at("/home/.ssh")) || has("write", at("/home/.ssh/key")));
    assert_false(has("read", at("/far")));
    assert_true(has("write", at("/home/dots")) && has("read", at("/home/dots/in")));
    assert_int_equal(unlink(at("/home/.other")) | unlink(at("/home/.other2")) | unlink(at("/home/.other3")), 0);
    assert_int_equal(unlink(at("/home/project/notes")) | unlink(at("/home/.ssh/key")) | unlink(at("/home/dots/in")), 0);
}

/* A secret that its owner keeps elsewhere and links to is still known by its name. */
static void test_a_login_behind_a_link(void **state)
{
    struct slice writes[] = {SLICE_INIT("~/.codex"), SLICE_INIT("~/.codex/auth.json")};
    const struct sandbox_paths more = {NULL, 0, writes, 2};
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home/project")), .more = &more};
    (void)state;
    make_file("/home/dots/auth.json", "x");
    assert_int_equal(symlink("dots", at("/home/.codex")), 0);
    buf_reset(&view, 0);
    assert_int_equal(sandbox_view_write(&facts, &spec, &program, &view), 0);
    assert_true(has("write", at("/home/dots")) && has("write", at("/home/dots/auth.json")));
    assert_false(has("hide", at("/home/dots/auth.json")));
    assert_int_equal(unlink(at("/home/.codex")) | unlink(at("/home/dots/auth.json")), 0);
}

/* A warm executor that already hides the path cannot show it. */
static void test_what_is_hidden_for_good(void **state)
{
    struct slice netrc = SLICE("~/.netrc");
    const struct sandbox_paths more = {&netrc, 1, NULL, 0};
    const struct sandbox_spec spec = {.cwd = slice_of(at("/home/project")), .more = &more};
    struct buf part = BUF_LIMITED(SANDBOX_VIEW_MAX);
    (void)state;
    configure("{\"view\": {\"read\": [\"~/\"]}}");
    write_view("", false);
    assert_true(has("hide", at("/home/.netrc")));
    assert_int_equal(sandbox_view_extend(&facts, &spec, &view, &part), -EBUSY);
    buf_clear(&part);
    configure("{}");
}

static void test_no_directory(void **state)
{
    char *rules = NULL, problem[256] = "";
    const struct sandbox_spec gone = {.cwd = slice_of(at("/gone"))}, file = {.cwd = slice_of(at("/home/.netrc"))};
    (void)state;
    assert_int_equal(sandbox_rules(&facts, &gone, &rules, problem), -ENOENT);
    assert_non_null(strstr(problem, at("/gone")));
    assert_int_equal(sandbox_rules(&facts, &file, &rules, problem), -ENOTDIR);
}

static void test_off(void **state)
{
    char *rules = NULL, problem[256] = "";
    const struct sandbox_spec gone = {.cwd = slice_of(at("/gone"))};
    (void)state;
    configure("{\"sandbox\": \"off\"}");
    write_view(at("/gone"), false);
    assert_true(
        slice_equal(buf_slice(&view), SLICE("sandbox off\nnetwork full\nsocket /x/link/sock\nspool /x/link/spool\n")));
    assert_int_equal(sandbox_rules(&facts, &gone, &rules, problem), 0);
    assert_null(sandbox_rules_cwd(rules));
    free(rules);
    configure("{}");
}

/* --- answers --- */

static void test_answers(void **state)
{
    struct sandbox_hello hello;
    char problem[256] = "";
    (void)state;
    assert_int_equal(sandbox_hello_read(SLICE("ok\nlevel landlock\nlandlock 5\nnetwork closed\nheld x\n"), &hello), 0);
    assert_int_equal(hello.level, SESSION_SANDBOX_LEVEL_LANDLOCK);
    assert_int_equal(hello.landlock, 5);
    assert_true(hello.closed);
    static const char *const wrong[] = {"",
                                        "ok",
                                        "ok\n",
                                        "failed 1 x\n",
                                        "ok\nlevel best\nnetwork full\n",
                                        "ok\nlevel off\n",
                                        "ok\nnetwork full\n",
                                        "level off\nnetwork full\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(sandbox_hello_read(slice_of(wrong[i]), &hello), -EPROTO);
    assert_int_equal(sandbox_session_read(SLICE("ok\n"), problem), 0);
    assert_int_equal(sandbox_session_read(SLICE("failed 2 it is not there\n"), problem), -EACCES);
    assert_string_equal(problem, "it is not there");
    assert_int_equal(sandbox_session_read(SLICE("okay\n"), problem), -EPROTO);
    assert_int_equal(sandbox_session_read(SLICE(""), problem), -EPROTO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_project_below_the_home),
        cmocka_unit_test(test_the_home_itself),
        cmocka_unit_test(test_a_full_home),
        cmocka_unit_test(test_what_is_not_there_yet),
        cmocka_unit_test(test_a_master_key_elsewhere),
        cmocka_unit_test(test_what_cannot_be_hidden),
        cmocka_unit_test(test_reading_only),
        cmocka_unit_test(test_links_are_resolved),
        cmocka_unit_test(test_a_link_that_came_since),
        cmocka_unit_test(test_what_the_configuration_names),
        cmocka_unit_test(test_another_executor),
        cmocka_unit_test(test_a_session_is_added),
        cmocka_unit_test(test_rules_tell_agents_apart),
        cmocka_unit_test(test_an_agents_own_paths),
        cmocka_unit_test(test_links_lead_to_no_secret),
        cmocka_unit_test(test_a_login_behind_a_link),
        cmocka_unit_test(test_what_is_hidden_for_good),
        cmocka_unit_test(test_no_directory),
        cmocka_unit_test(test_off),
        cmocka_unit_test(test_answers),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
