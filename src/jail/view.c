#include "jail/view.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* Words of lines with a path. */
static const struct word {
    const char *text;
    enum view_word word;
    bool is_of_session; /* allowed in a session request */
    bool is_single;
} words[] = {
    {"read", VIEW_READ, true, false},     {"write", VIEW_WRITE, true, false},      {"own", VIEW_OWN, false, false},
    {"tmp", VIEW_TMP, false, true},       {"home", VIEW_HOME, false, true},        {"hide", VIEW_HIDE, true, false},
    {"cwd", VIEW_CWD, true, true},        {"cwd-read", VIEW_CWD_READ, true, true}, {"listen", VIEW_LISTEN, false, true},
    {"socket", VIEW_SOCKET, false, true}, {"spool", VIEW_SPOOL, false, true},
};

static const char *const levels[] = {
    [SANDBOX_NAMESPACE] = "namespace", [SANDBOX_LANDLOCK] = "landlock", [SANDBOX_OFF] = "off"};

const char *sandbox_level_name(enum sandbox_level level)
{
    return levels[level];
}

const char *view_below(const char *path, const char *above)
{
    size_t size = strlen(above);
    if (strncmp(path, above, size) != 0 || (path[size] != '/' && path[size] != '\0'))
        return NULL;
    return path[size] == '/' ? path + size + 1 : path + size;
}

const char *view_find(const struct view *view, enum view_word word)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->lines[i].word == word)
            return view->lines[i].path;
    return NULL;
}

const char *view_cwd(const struct view *view)
{
    const char *path = view_find(view, VIEW_CWD);
    return path ? path : view_find(view, VIEW_CWD_READ);
}

/* --- one line --- */

static bool is_resolved(const char *path)
{
    if (path[0] != '/' || strlen(path) >= PATH_MAX)
        return false;
    for (const char *at = path; *at;) {
        const char *name = at + 1;
        size_t size = strcspn(name, "/");
        if (size == 0 || (size == 1 && name[0] == '.') || (size == 2 && name[0] == '.' && name[1] == '.'))
            return false;
        at = name + size;
    }
    return true;
}

/* Refuses / and /proc: the namespace has its own /proc. */
static int check_place(enum view_word word, const char *path, struct problem *problem)
{
    if (word == VIEW_HIDE)
        return 0;
    if (strcmp(path, "/") == 0 && (word == VIEW_CWD || word == VIEW_CWD_READ))
        return problem_refuse(problem, EINVAL, "the working directory is /, which would show everything");
    if (!is_resolved(path))
        return problem_refuse(problem, EINVAL, "a path in the view is not canonical: %.200s", path);
    if (view_below(path, "/proc"))
        return problem_refuse(problem, EINVAL, "%.200s cannot be in the view, because it shows other processes", path);
    return 0;
}

static int add_path(struct view *view, const struct word *word, const char *path, struct problem *problem)
{
    if (word->is_single && (view_find(view, word->word) || (word->word == VIEW_CWD_READ && view_cwd(view))))
        return problem_refuse(problem, EINVAL, "the view has more than one %s line", word->text);
    if (word->word == VIEW_CWD && view_cwd(view))
        return problem_refuse(problem, EINVAL, "the view has more than one working directory");
    if (word->word == VIEW_HIDE && !is_resolved(path))
        return problem_refuse(problem, EINVAL, "a hidden path in the view is not canonical: %.200s", path);
    int r = check_place(word->word, path, problem);
    if (r < 0)
        return r;
    view->lines[view->count++] = (struct view_line){word->word, path};
    return 0;
}

static int parse_line(struct view *view, char *line, bool is_session, struct problem *problem)
{
    char *space = strchr(line, ' ');
    if (space && space[1] != '\0' && view->count < VIEW_LINES_MAX) {
        *space = '\0';
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strcmp(line, words[i].text) == 0 && (words[i].is_of_session || !is_session))
                return add_path(view, &words[i], space + 1, problem);
        *space = ' ';
    }
    if (view->count == VIEW_LINES_MAX)
        return problem_refuse(problem, E2BIG, "the view has more than %d lines", VIEW_LINES_MAX);
    return problem_refuse(problem, EINVAL, "unknown line in the view: %.100s", line);
}

/* --- the whole text --- */

/* Copies the text, and turns each line into a string. */
static int take_text(struct view *view, const char *text, size_t size, struct problem *problem)
{
    view->count = 0;
    if (size > VIEW_SIZE_MAX)
        return problem_refuse(problem, E2BIG, "the view is larger than %d bytes", VIEW_SIZE_MAX);
    if (size == 0 || text[size - 1] != '\n' || memchr(text, '\0', size))
        return problem_refuse(problem, EINVAL, "the view does not end with a newline, or contains a NUL");
    memcpy(view->text, text, size);
    for (size_t i = 0; i < size; i++)
        if (view->text[i] == '\n')
            view->text[i] = '\0';
    return 0;
}

static bool parse_level(const char *line, enum sandbox_level *ret_level)
{
    static const char word[] = "sandbox ";
    if (strncmp(line, word, sizeof word - 1) != 0)
        return false;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (strcmp(line + sizeof word - 1, levels[i]) == 0) {
            *ret_level = (enum sandbox_level)i;
            return true;
        }
    }
    return false;
}

static int parse_lines(struct view *view, char *line, size_t size, bool is_session, struct problem *problem)
{
    bool has_network = is_session;
    for (char *next; line < view->text + size; line = next) {
        int r = 0;
        next = line + strlen(line) + 1;
        if (!has_network && (strcmp(line, "network full") == 0 || strcmp(line, "network closed") == 0)) {
            view->is_closed = strcmp(line, "network closed") == 0;
            has_network = true;
        } else {
            r = parse_line(view, line, is_session, problem);
        }
        if (r < 0)
            return r;
    }
    if (!has_network)
        return problem_refuse(problem, EINVAL, "the view has no line \"network full\" or \"network closed\"");
    return view_fits(view, view, problem);
}

int view_fits(const struct view *session, const struct view *general, struct problem *problem)
{
    const char *cwd = view_cwd(session);
    for (size_t i = 0; cwd && i < general->count; i++)
        if (general->lines[i].word == VIEW_HIDE && view_below(cwd, general->lines[i].path))
            return problem_refuse(problem, EACCES, "the working directory %.160s is in %.160s, which is hidden", cwd,
                                  general->lines[i].path);
    return 0;
}

int view_parse(struct view *view, const char *text, size_t size, struct problem *problem)
{
    view->is_closed = false;
    int r = take_text(view, text, size, problem);
    if (r < 0)
        return r;
    if (!parse_level(view->text, &view->level))
        return problem_refuse(problem, EINVAL, "the view does not begin with a \"sandbox\" line");
    return parse_lines(view, view->text + strlen(view->text) + 1, size, false, problem);
}

int view_parse_session(struct view *view, const char *text, size_t size, struct problem *problem)
{
    view->level = SANDBOX_NAMESPACE;
    view->is_closed = false;
    int r = take_text(view, text, size, problem);
    if (r == 0)
        r = parse_lines(view, view->text, size, true, problem);
    if (r == 0 && !view_cwd(view))
        r = problem_refuse(problem, EINVAL, "the session's view has no working directory");
    return r;
}
