/* Grep: finds lines that match a regular expression. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/all.h"
#include "tools/programs.h"
#include "tools/search.h"

enum { LIMIT_USUAL = 250, LIMIT_MAX = 100000, CONTEXT_MAX = 1000 };

/* Hidden files are searched if a pattern names them. */
static bool names_hidden(struct slice glob)
{
    for (size_t i = 0; i < glob.size; i++)
        if (glob.data[i] == '.' && (i == 0 || strchr("/{,!", glob.data[i - 1])))
            return true;
    return false;
}

/* The last component of a path, unless braces contain the slash before it. */
static struct slice last_part(struct slice glob)
{
    const char *slash = memrchr(glob.data, '/', glob.size);
    if (!slash)
        return glob;
    struct slice part = {slash + 1, (size_t)(glob.data + glob.size - slash - 1)};
    bool whole = !memchr(glob.data, '{', glob.size) || (part.size > 0 && memchr(part.data, '{', part.size) &&
                                                        !memchr(glob.data, '{', (size_t)(slash - glob.data)));
    return whole && !slice_is(part, "**") ? part : SLICE("");
}

static int read_glob(struct search *search, struct slice glob, char problem[static TOOL_PROBLEM_SIZE])
{
    if (glob.size == 0)
        return 0;
    search->hidden = names_hidden(glob);
    search->glob_negated = glob.data[0] == '!';
    glob.data += search->glob_negated;
    glob.size -= search->glob_negated;
    search->has_glob = true;
    int r = globs_init(&search->glob, glob, true);
    if (r < 0) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE,
                       "the field glob is not a valid path pattern, or expands to too many patterns");
        return r;
    }
    struct slice name = search->glob_negated ? SLICE("") : last_part(glob);
    if (name.size > 0 && !(search->name_glob = strndup(name.data, name.size)))
        return -ENOMEM;
    return 0;
}

/* Converts a known type to a pattern of names. */
static int read_type(struct search *search, struct slice type, char problem[static TOOL_PROBLEM_SIZE])
{
    const char *glob = search_type(type);
    if (type.size == 0)
        return 0;
    if (!glob) {
        search->rg_type = type.data;
        return 0;
    }
    search->has_type = true;
    int r = globs_init(&search->type, slice_of(glob), true);
    if (r == 0 && !search->name_glob && !(search->name_glob = strdup(glob)))
        r = -ENOMEM;
    (void)problem;
    return r;
}

static void read_options(struct search *search, yyjson_val *input)
{
    struct slice mode = tool_text(input, "output_mode");
    int64_t around = tool_number(input, "-C", 0);
    search->mode = slice_is(mode, "content") ? SEARCH_CONTENT : slice_is(mode, "count") ? SEARCH_COUNT : SEARCH_FILES;
    search->ignore_case = tool_flag(input, "-i", false);
    search->numbers = tool_flag(input, "-n", true);
    search->multiline = tool_flag(input, "multiline", false);
    search->before = tool_number(input, "-B", around);
    search->after = tool_number(input, "-A", around);
    search->before = search->before < CONTEXT_MAX ? search->before : CONTEXT_MAX;
    search->after = search->after < CONTEXT_MAX ? search->after : CONTEXT_MAX;
    search->limit = tool_number(input, "head_limit", LIMIT_USUAL);
    if (search->limit == 0 || search->limit > LIMIT_MAX)
        search->limit = LIMIT_MAX;
}

static int read_input(struct search *search, const struct tool_box *box, yyjson_val *input,
                      char problem[static TOOL_PROBLEM_SIZE])
{
    struct slice pattern = tool_text(input, "pattern");
    struct search_root place;
    if (memchr(pattern.data, '\0', pattern.size)) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "the field pattern contains a NUL character");
        return -EINVAL;
    }
    int r = search_find_root(box, tool_text(input, "path"), &place, problem);
    if (r < 0)
        return r;
    search->root = place.root;
    search->file = place.file;
    search->prefix = place.prefix;
    search->pattern = strndup(pattern.data, pattern.size);
    read_options(search, input);
    r = search->pattern ? read_glob(search, tool_text(input, "glob"), problem) : -ENOMEM;
    if (r == 0)
        r = read_type(search, tool_text(input, "type"), problem);
    (void)programs_find_outside("rg", box->cwd, &search->ripgrep);
    return r;
}

static int start(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return -ENOMEM;
    int r = read_input(search, call->box, input, problem);
    if (r == 0)
        r = search_start(call, search_run, search);
    search_clear(search);
    free(search);
    return r;
}

const struct tool tool_grep = {
    .name = "Grep",
    .description =
        "Searches the content of files for a regular expression. Skips files that .gitignore excludes, hidden files, "
        "binary files and symbolic links. Returns the names of matching files by default; with output_mode \"content\" "
        "the matching lines as path:number:text, with \"count\" the number of matching lines in each file. Results are "
        "sorted by path. Prefer this tool to grep or rg in Bash. Look-around and references to groups are not "
        "supported.",
    .schema =
        "{\"type\":\"object\",\"properties\":{"
        "\"pattern\":{\"type\":\"string\",\"minLength\":1,\"description\":\"The regular expression.\"},"
        "\"path\":{\"type\":\"string\",\"description\":\"The directory or file to search; default: the working "
        "directory.\"},"
        "\"glob\":{\"type\":\"string\",\"description\":\"Search only matching files: *.c, src/**/*.{ts,tsx}; with a "
        "leading !, only files that do not match.\"},"
        "\"type\":{\"type\":\"string\",\"description\":\"Search only files of this type: c, cpp, go, java, js, py, "
        "rust, ts.\"},"
        "\"output_mode\":{\"type\":\"string\",\"enum\":[\"content\",\"files_with_matches\",\"count\"]},"
        "\"-i\":{\"type\":\"boolean\",\"description\":\"Ignore case.\"},"
        "\"-n\":{\"type\":\"boolean\",\"description\":\"Show line numbers in content mode; default true.\"},"
        "\"-A\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Lines to show after each match.\"},"
        "\"-B\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Lines to show before each match.\"},"
        "\"-C\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Lines to show before and after each match.\"},"
        "\"multiline\":{\"type\":\"boolean\",\"description\":\"Matches can span lines, and . matches line ends.\"},"
        "\"head_limit\":{\"type\":\"integer\",\"minimum\":0,"
        "\"description\":\"The maximum number of result lines; default 250; 0: as many as fit.\"}},"
        "\"required\":[\"pattern\"],\"additionalProperties\":false}",
    .only_reads = true,
    .touches = tool_touches_nothing,
    .start = start,
    .cancel = search_cancel,
};
