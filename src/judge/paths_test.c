#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/judged.h"

static char home[] = "/tmp/weir-judge-XXXXXX";
static char root[PATH_MAX];

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

/* root/cwd/{dir/back -> root/other,@back -> root/other,file,out -> root/other,up -> ..,loop -> loop,gone -> nowhere,far
 * -> root/not/there} */
static int set_up(void **state)
{
    (void)state;
    char path[PATH_MAX + 64], target[PATH_MAX + 64];
    if (!mkdtemp(home) || !realpath(home, root))
        return -1;
    static const char *const directories[] = {"cwd", "cwd/dir", "other", "cwd2"};
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", root, directories[i]);
        if (mkdir(path, 0700) < 0)
            return -1;
    }
    static const char *const links[][2] = {{"cwd/out", "/other"},
                                           {"cwd/far", "/not/there"},
                                           {"link", "/cwd"},
                                           {"cwd/dir/back", "/other"},
                                           {"cwd/@back", "/other"}};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", root, links[i][0]);
        (void)snprintf(target, sizeof target, "%s%s", root, links[i][1]);
        if (symlink(target, path) < 0)
            return -1;
    }
    static const char *const near[][2] = {{"cwd/up", ".."}, {"cwd/loop", "loop"}, {"cwd/gone", "nowhere"}};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", root, near[i][0]);
        if (symlink(near[i][1], path) < 0)
            return -1;
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int resolve(struct arena *arena, const char *path, struct slice *ret_path)
{
    char cwd[PATH_MAX + 8];
    (void)snprintf(cwd, sizeof cwd, "%s/cwd", root);
    struct slice cached;
    int r = judge_path_resolve(arena, slice_of(path), slice_of(cwd), slice_of(root), true, ret_path);
    /* What can be told without waiting is the same. */
    int quick = judge_path_resolve(arena, slice_of(path), slice_of(cwd), slice_of(root), false, &cached);
    if (quick != -EAGAIN)
        assert_int_equal(quick, r);
    if (quick == 0)
        assert_true(slice_equal(cached, *ret_path));
    return r;
}

static void follows_dots_and_links_also_where_nothing_is_yet(void **state)
{
    (void)state;
    static const struct {
        const char *path, *expected; /* below the root */
    } cases[] = {
        {".", "/cwd"},
        {"file", "/cwd/file"},
        {"./dir/../file", "/cwd/file"},
        {"dir//x/./y", "/cwd/dir/x/y"},
        {"../cwd2/x", "/cwd2/x"},
        {"out/new", "/other/new"},
        {"out/../x", "/x"},
        {"up/other", "/other"},
        {"gone", "/cwd/nowhere"},
        {"gone/below", "/cwd/nowhere/below"},
        {"far", "/not/there"},
        {"far/x/../y", "/not/there/y"},
        {"new/../out/x", "/other/x"},
        {"new/a/../../../other", "/other"},
        {"~/x", "/x"},
        {"~", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = ARENA_LIMITED(1 << 20);
        struct slice found;
        char expected[PATH_MAX + 64];
        assert_int_equal(resolve(&arena, cases[i].path, &found), 0);
        (void)snprintf(expected, sizeof expected, "%s%s", root, cases[i].expected);
        assert_slice(found, expected);
        assert_int_equal(found.data[found.size], '/');
        arena_clear(&arena);
    }
}

static void says_when_it_cannot_be_told(void **state)
{
    (void)state;
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct slice found;
    char long_path[3 * PATH_MAX];
    assert_int_equal(resolve(&arena, "loop", &found), -ELOOP);
    assert_int_equal(resolve(&arena, "loop/x", &found), -ELOOP);
    assert_int_equal(resolve(&arena, "", &found), -EINVAL);
    assert_int_equal(resolve(&arena, "~root/x", &found), -EINVAL);
    assert_int_equal(resolve(&arena, "/proc/self/root/etc", &found), -EINVAL);
    assert_int_equal(resolve(&arena, "/dev/fd/3", &found), -EINVAL);
    assert_int_equal(judge_path_resolve(&arena, (struct slice){"a\0b", 3}, SLICE("/"), SLICE("/"), true, &found),
                     -EINVAL);
    memset(long_path, 'a', sizeof long_path);
    long_path[NAME_MAX + 1] = '\0';
    assert_int_equal(resolve(&arena, long_path, &found), -ENAMETOOLONG);
    for (size_t i = 0; i < sizeof long_path; i++)
        long_path[i] = i % 2 ? '/' : 'a';
    long_path[sizeof long_path - 1] = '\0';
    assert_int_equal(resolve(&arena, long_path, &found), -ENAMETOOLONG);
    arena_clear(&arena);
}

static void inside_goes_by_names_not_by_text(void **state)
{
    (void)state;
    assert_true(judge_path_is_inside(SLICE("/a/b"), SLICE("/a")));
    assert_true(judge_path_is_inside(SLICE("/a"), SLICE("/a")));
    assert_false(judge_path_is_inside(SLICE("/ab"), SLICE("/a")));
    assert_false(judge_path_is_inside(SLICE("/"), SLICE("/a")));
    assert_true(judge_path_is_inside(SLICE("/x"), SLICE("/")));
}

static struct judge_call call_in(struct arena *arena, const char *tool, const char *input)
{
    char cwd[PATH_MAX + 8];
    (void)snprintf(cwd, sizeof cwd, "%s/link", root); /* the working directory itself may be named by a link */
    return judged_call(arena, tool, input, cwd);
}

static void modes_go_by_where_the_file_is(void **state)
{
    (void)state;
    enum {
        D = SESSION_PERMISSION_MODE_DEFAULT,
        E = SESSION_PERMISSION_MODE_ACCEPT_EDITS,
        P = SESSION_PERMISSION_MODE_PLAN,
        B = SESSION_PERMISSION_MODE_BYPASS_PERMISSIONS
    };
    static const struct {
        const char *tool, *input, *verdicts; /* of default, acceptEdits, plan: a allowed, d denied, - neither */
    } cases[] = {
        {"Read", "{\"file_path\":\"file\"}", "aaa"},
        {"Read", "{\"file_path\":\"/etc/passwd\"}", "---"},
        {"Read", "{\"file_path\":\"out/x\"}", "---"},
        {"Read", "{\"file_path\":\"file\",\"path\":\"/etc/passwd\"}", "---"},
        {"Read", "{}", "---"},
        {"Read", "{\"file_path\":7}", "---"},
        {"Read", "{\"file_path\":\"loop\"}", "---"},
        {"Read", "null", "---"},
        {"Write", "{\"file_path\":\"new/file\"}", "-ad"},
        {"Write", "{\"file_path\":\"out/file\"}", "--d"},
        {"Write", "{\"file_path\":\"../cwd2/file\"}", "--d"},
        {"Write", "{\"file_path\":\".git/hooks/pre-commit\"}", "--d"},
        {"Edit", "{\"file_path\":\"file\",\"edits\":[{\"file_path\":\"/etc/x\"}]}", "--d"},
        {"MultiEdit", "{\"file_path\":\"file\",\"edits\":[{\"old_string\":\"a\"}]}", "-ad"},
        {"NotebookEdit", "{\"notebook_path\":\"a.ipynb\"}", "-ad"},
        {"Grep", "{\"pattern\":\"../..\"}", "aaa"},
        {"Grep", "{\"pattern\":\"x\",\"path\":\"/etc\"}", "---"},
        {"Glob", "{\"pattern\":\"**/*.c\"}", "aaa"},
        {"Glob", "{\"pattern\":\"/etc/*\"}", "---"},
        {"Glob", "{\"pattern\":\"../*\"}", "---"},
        {"Glob", "{\"pattern\":\"dir/*/../../../*\"}", "---"},
        {"Glob", "{\"pattern\":\"{/etc,dir}/*\"}", "---"},
        {"Glob", "{\"pattern\":\"../x\",\"path\":\"dir\"}", "---"},
        {"Glob", "{\"pattern\":\"out/*\"}", "---"},
        {"Glob", "{\"pattern\":\"dir/{.,}{.,}/{.,}{.,}/*\"}", "---"},
        {"Glob", "{\"pattern\":\"dir/\\\\.\\\\./\\\\.\\\\./*\"}", "---"},
        {"Glob", "{\"pattern\":\"dir/.*/.*/etc\"}", "---"},
        {"Glob", "{\"pattern\":\"dir/.?/.?/etc\"}", "---"},
        {"Glob", "{\"pattern\":\"dir/{a,b}/**/*.{c,h}\"}", "aaa"},
        {"Glob", "{\"pattern\":\"dir/.*\"}", "aaa"},
        {"Glob", "{\"pattern\":\".//etc/*\"}", "aaa"},
        {"Glob", "{\"pattern\":\"deep/*\",\"path\":\"dir\"}", "aaa"},
        {"Glob", "{\"pattern\":\"back/*\",\"path\":\"dir\"}", "---"},
        {"Glob", "{\"pattern\":\"@back/*\"}", "---"},
        {"Glob", "{\"pattern\":\"/etc/*\",\"path\":\"dir\"}", "---"},
        {"Glob", "{\"pattern\":\"~/*\",\"path\":\"dir\"}", "---"},
        {"Bash", "{\"command\":\"ls\"}", "--d"},
        {"WebFetch", "{\"url\":\"x\"}", "--d"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = ARENA_LIMITED(1 << 20);
        struct judge_call call = call_in(&arena, cases[i].tool, cases[i].input);
        static const int modes[] = {D, E, P};
        for (size_t m = 0; m < 3; m++) {
            char verdict = "-ad"[judge_mode((enum session_permission_mode)modes[m], &call)];
            if (verdict != cases[i].verdicts[m])
                fail_msg("%s %s: %c in mode %zu", cases[i].tool, cases[i].input, verdict, m);
        }
        assert_int_equal(judge_mode((enum session_permission_mode)B, &call), JUDGE_ALLOW);
        arena_clear(&arena);
    }
}

static void rules_follow_links_too(void **state)
{
    (void)state;
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct judge_rules *rules = judge_rules_new(slice_of(root));
    struct slice id;
    char pattern[PATH_MAX + 16];
    (void)snprintf(pattern, sizeof pattern, "%s/link/dir/**", root); /* link is cwd */
    judged_add(rules, judged_rule("1", PERMISSION_EFFECT_ALLOW, "Write", pattern, NULL));
    judged_add(rules, judged_rule("2", PERMISSION_EFFECT_DENY, "Write", "~/other/", NULL));
    struct judge_call call = call_in(&arena, "Write", "{\"file_path\":\"dir/x\"}");
    assert_int_equal(judge_rules_ask(rules, &call, 1, &id), JUDGE_ALLOW);
    call = call_in(&arena, "Write", "{\"file_path\":\"dir/../x\"}");
    assert_int_equal(judge_rules_ask(rules, &call, 1, &id), JUDGE_NOTHING);
    call = call_in(&arena, "Write", "{\"file_path\":\"out/x\"}");
    assert_int_equal(judge_rules_ask(rules, &call, 1, &id), JUDGE_DENY);
    call = call_in(&arena, "Write", "{\"file_path\":\"dir/x\",\"path\":\"/etc/x\"}");
    assert_int_equal(judge_rules_ask(rules, &call, 1, &id), JUDGE_NOTHING);
    judge_rules_free(rules);
    arena_clear(&arena);
}

/* What is stored of a call is enough to hold rules against it: nobody looks at files once more. */
static void a_call_is_read_again_without_its_files(void **state)
{
    (void)state;
    static const char *const inputs[][2] = {
        {"Write", "{\"file_path\":\"dir/x\",\"path\":\"out/y\"}"},
        {"Bash", "{\"command\":\"sort < dir/a > out/b 2>/dev/null\"}"},
        {"Grep", "{\"pattern\":\"x\"}"},
        {"Read", "{\"file_path\":\"loop/x\"}"},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        struct arena arena = ARENA_LIMITED(1 << 20);
        struct judge_call first = call_in(&arena, inputs[i][0], inputs[i][1]), again;
        struct json_any input = {.text = slice_of(inputs[i][1])};
        assert_int_equal(judge_read_again(&arena, first.tool, &input, first.cwd, slice_of(root), first.session_id,
                                          first.paths, first.path_count, &again),
                         0);
        assert_int_equal(again.path_count, first.path_count);
        for (size_t p = 0; p < first.path_count; p++)
            assert_true(slice_equal(again.paths[p], first.paths[p]));
        assert_int_equal(again.written, first.written);
        assert_int_equal(again.unclear, first.unclear);
        assert_int_equal(again.inside, first.inside);
        arena_clear(&arena);
    }
}

/* Somebody may make a loop of its path while the daemon is away, and take it back afterwards. */
static void a_rule_that_denies_is_not_lost_to_a_loop(void **state)
{
    (void)state;
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct judge_rules *rules = judge_rules_new(slice_of(root));
    struct permission_rule allow = judged_rule("2", PERMISSION_EFFECT_ALLOW, "Write", "~/cwd/loop/**", NULL);
    struct slice id;
    char path[PATH_MAX + 16], problem[256];
    judged_add(rules, judged_rule("1", PERMISSION_EFFECT_DENY, "Write", "~/cwd/loop/**", NULL));
    assert_int_equal(judge_rules_add(rules, &allow, problem), -EINVAL);
    struct judge_call call = call_in(&arena, "Write", "{\"file_path\":\"loop/x\"}");
    assert_int_equal(judge_rules_ask(rules, &call, 1, &id), JUDGE_DENY);
    (void)snprintf(path, sizeof path, "%s/cwd/loop", root);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    call = call_in(&arena, "Write", "{\"file_path\":\"loop/x\"}");
    assert_int_equal(judge_rules_ask(rules, &call, 1, &id), JUDGE_DENY);
    judge_rules_free(rules);
    arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_dots_and_links_also_where_nothing_is_yet),
        cmocka_unit_test(says_when_it_cannot_be_told),
        cmocka_unit_test(inside_goes_by_names_not_by_text),
        cmocka_unit_test(modes_go_by_where_the_file_is),
        cmocka_unit_test(rules_follow_links_too),
        cmocka_unit_test(a_call_is_read_again_without_its_files),
        cmocka_unit_test(a_rule_that_denies_is_not_lost_to_a_loop),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
