/* Finds the paths and the command in the input of a tool call. If an agent repeats them in several fields, all of them
 * are judged, because it is not known which one the tool uses. */
#include <errno.h>

#include "judge/internal.h"
#include "json/read.h"

enum { PATHS_MAX = 512 };

struct tool {
    const char *name;
    enum judge_kind kind;
    bool trees;
};

static const struct tool tools[] = {
    {"Read", JUDGE_READS, false},
    {"NotebookRead", JUDGE_READS, false},
    {"Grep", JUDGE_READS, true},
    {"Glob", JUDGE_READS, true},
    {"LS", JUDGE_READS, true},
    {"Write", JUDGE_EDITS, false},
    {"Edit", JUDGE_EDITS, false},
    {"MultiEdit", JUDGE_EDITS, false},
    {"NotebookEdit", JUDGE_EDITS, false},
    {"Bash", JUDGE_COMMAND, false},
};

static const char *const path_fields[] = {"file_path", "path", "notebook_path", "filePath", "file", "filename"};
static const char *const command_fields[] = {"command", "cmd", "script"};
static const char *const place_fields[] = {"cwd", "workdir", "working_directory", "directory", "env", "shell"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum judge_kind judge_tool_kind(struct slice tool, bool *ret_trees)
{
    for (size_t i = 0; i < COUNT(tools); i++) {
        if (slice_is(tool, tools[i].name)) {
            *ret_trees = tools[i].trees;
            return tools[i].kind;
        }
    }
    *ret_trees = false;
    return JUDGE_OTHER;
}

bool judge_tool_fits(const struct judge_pattern *pattern, bool command)
{
    for (size_t i = 0; i < COUNT(tools); i++)
        if ((tools[i].kind == JUDGE_COMMAND) == command && judge_pattern_matches(pattern, slice_of(tools[i].name)))
            return true;
    return false;
}

struct reading {
    struct arena *arena;
    struct slice home;
    struct judge_call *call;
    size_t room;
    bool may_wait;
    bool is_known; /* all paths were resolved before, to these: */
    const struct slice *known;
    size_t known_count; /* remaining ones */
    int error;          /* -ENOMEM, -EAGAIN */
};

static yyjson_val *field(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
    return yyjson_is_null(value) ? NULL : value;
}

/* --- paths --- */

static void add_path(struct reading *reading, struct slice path)
{
    struct judge_call *call = reading->call;
    if (call->path_count == PATHS_MAX) {
        call->unclear = true;
        return;
    }
    if (call->path_count == reading->room) {
        size_t room = reading->room ? 2 * reading->room : 4;
        struct slice *paths =
            arena_realloc(reading->arena, call->paths, reading->room * sizeof *paths, room * sizeof *paths);
        if (!paths) {
            reading->error = -ENOMEM;
            return;
        }
        call->paths = paths;
        reading->room = room;
    }
    call->paths[call->path_count++] = path;
}

/* Copies the / after the path, too. */
static int copy_path(struct arena *arena, struct slice path, struct slice *ret_path)
{
    char *copy = arena_alloc(arena, path.size + 1);
    if (!copy)
        return -ENOMEM;
    slice_copy(copy, path);
    copy[path.size] = '/';
    *ret_path = (struct slice){copy, path.size};
    return 0;
}

static int take_known(struct reading *reading, struct slice *ret_path)
{
    if (reading->known_count == 0)
        return -EINVAL;
    reading->known_count--;
    return copy_path(reading->arena, *reading->known++, ret_path);
}

static void name_path(struct reading *reading, struct slice text)
{
    struct slice path;
    int r = reading->is_known
                ? take_known(reading, &path)
                : judge_path_resolve(reading->arena, text, reading->call->cwd, reading->home, reading->may_wait, &path);
    if (r == -ENOMEM || r == -EAGAIN)
        reading->error = r;
    else if (r < 0)
        reading->call->unclear = true;
    else
        add_path(reading, path);
}

static size_t read_paths(struct reading *reading, yyjson_val *object)
{
    size_t count = 0;
    for (size_t i = 0; i < COUNT(path_fields); i++) {
        yyjson_val *value = field(object, path_fields[i]);
        if (!value)
            continue;
        count++;
        if (yyjson_is_str(value))
            name_path(reading, json_text(value));
        else
            reading->call->unclear = true;
    }
    return count;
}

/* Each edit of a list may name a file. */
static size_t read_listed(struct reading *reading, yyjson_val *input)
{
    size_t found = 0, index, count, item_index, item_count;
    yyjson_val *key, *value, *item;
    if (!yyjson_is_obj(input))
        return 0;
    yyjson_obj_foreach(input, index, count, key, value)
    {
        if (!yyjson_is_arr(value))
            continue;
        yyjson_arr_foreach(value, item_index, item_count, item)
        {
            found += read_paths(reading, item);
        }
    }
    return found;
}

/* Whether a component before the last / may expand to ..: {.,}{.,} and \.\. can, and .* matches it. */
static bool may_climb(struct slice rest)
{
    const char *slash = rest.size > 0 ? memrchr(rest.data, '/', rest.size) : NULL;
    size_t size = slash ? (size_t)(slash - rest.data) : 0, dots = 0;
    bool special = false;
    for (size_t i = 0; i < size; i++) {
        bool first = i == 0 || rest.data[i - 1] == '/';
        if (rest.data[i] == '.' && first && strchr("*?[{\\(!@+", rest.data[i + 1]))
            return true;
        dots += rest.data[i] == '.';
        special |= strchr("[{\\(", rest.data[i]) != NULL;
    }
    return special && dots > 1;
}

/* Joins the path and the name like the tool does. */
static void name_below(struct reading *reading, struct slice path, struct slice start)
{
    bool is_absolute = start.size > 0 && (start.data[0] == '/' || start.data[0] == '~');
    if (path.size == 0 || is_absolute) {
        name_path(reading, start);
        return;
    }
    char *both = arena_alloc(reading->arena, path.size + start.size + 2);
    if (!both) {
        reading->error = -ENOMEM;
        return;
    }
    slice_copy(both, path);
    both[path.size] = '/';
    slice_copy(both + path.size + 1, start);
    name_path(reading, (struct slice){both, path.size + 1 + start.size});
}

/* The size of the literal directories at the start: up to the last / before the first of these characters; the whole
 * pattern if there is none. */
static size_t plain_size(struct slice pattern, const char *wildcards)
{
    size_t slash = 0;
    for (size_t i = 0; i < pattern.size; i++) {
        if (strchr(wildcards, pattern.data[i]))
            return slash;
        if (pattern.data[i] == '/')
            slash = i + 1;
    }
    return pattern.size;
}

/* The literal directories of a Glob pattern are resolved through links. After them, neither .. nor a choice of paths is
 * accepted, because they could leave the directory. Tools differ in their wildcards. */
static void read_glob(struct reading *reading, struct slice pattern, struct slice path, bool below_path)
{
    size_t sizes[] = {plain_size(pattern, "*?[{\\(!@+"), plain_size(pattern, "*?[{\\"), plain_size(pattern, "*?[")};
    struct slice rest = {pattern.data + sizes[0], pattern.size - sizes[0]};
    if (below_path && memmem(pattern.data, pattern.size, "..", 2))
        reading->call->unclear = true;
    if (sizes[0] < pattern.size &&
        (memmem(rest.data, rest.size, "..", 2) || may_climb(rest) || (sizes[0] == 0 && pattern.data[0] == '{')))
        reading->call->unclear = true;
    for (size_t i = 0; i < COUNT(sizes); i++)
        if (sizes[i] > 0 && (i == 0 || sizes[i] != sizes[i - 1]))
            name_below(reading, path, (struct slice){pattern.data, sizes[i]});
}

static void read_files(struct reading *reading, yyjson_val *input)
{
    struct judge_call *call = reading->call;
    size_t found = read_paths(reading, input) + read_listed(reading, input);
    if (slice_is(call->tool, "Glob")) {
        yyjson_val *pattern = field(input, "pattern"), *path = field(input, "path");
        if (yyjson_is_str(pattern))
            read_glob(reading, json_text(pattern), yyjson_is_str(path) ? json_text(path) : (struct slice){0},
                      found > 0);
        else
            call->unclear |= pattern != NULL;
    }
    if (found == 0 && call->trees)
        add_path(reading, call->cwd);
    else if (found == 0)
        call->unclear = true;
    call->written = call->kind == JUDGE_EDITS ? call->path_count : 0;
}

/* --- commands --- */

/* Files such as /dev/null that store nothing. */
static bool is_no_file(struct slice name)
{
    static const char *const names[] = {"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (slice_is(name, names[i]))
            return true;
    return false;
}

static void add_files(struct reading *reading, const struct judge_found *found, bool written)
{
    for (size_t i = 0; i < found->file_count; i++) {
        struct slice name = found->files[i].name;
        if (found->files[i].written != written || is_no_file(name))
            continue;
        bool relative = name.size == 0 || name.data[0] != '/';
        if ((relative && found->moves) || name.size == 0 || name.data[0] == '~' ||
            slice_starts_with(name, SLICE("/dev/"))) /* bash connects to the network for /dev/tcp/… */
            reading->call->unclear = true;
        else
            name_path(reading, name);
    }
}

static void read_command(struct reading *reading, yyjson_val *input)
{
    struct judge_call *call = reading->call;
    struct judge_found found = {.arena = reading->arena, .home = reading->home};
    for (size_t i = 0; i < COUNT(command_fields); i++) {
        yyjson_val *value = field(input, command_fields[i]);
        struct slice text = yyjson_is_str(value) ? json_text(value) : (struct slice){0};
        /* Arguments of programs cannot have U+0000; what the tool passes instead is not known. */
        if (value && (!yyjson_is_str(value) || text.size > JUDGE_COMMAND_BYTES || memchr(text.data, '\0', text.size)))
            call->unclear = true;
        else if (value)
            judge_command_read(&found, text, 0);
        if (yyjson_is_str(value) && !call->command.data)
            call->command = text;
    }
    for (size_t i = 0; i < COUNT(place_fields); i++)
        call->unclear |= field(input, place_fields[i]) != NULL;
    if (!call->command.data)
        call->unclear = true;
    if (found.error < 0)
        reading->error = found.error;
    call->unclear |= found.unclear;
    call->parts = found.parts;
    call->part_count = found.part_count;
    add_files(reading, &found, true);
    call->written = call->path_count;
    add_files(reading, &found, false);
}

/* --- calls --- */

static void read_input(struct reading *reading, const struct json_any *input)
{
    yyjson_val *value = (yyjson_val *)input->value;
    struct json_error error;
    if (input->text.size > 0) {
        int r = json_read(reading->arena, input->text, &value, &error);
        if (r == -ENOMEM) {
            reading->error = r;
            return;
        }
        if (r < 0)
            value = NULL;
    }
    if (reading->call->kind == JUDGE_COMMAND)
        read_command(reading, value);
    else if (reading->call->kind != JUDGE_OTHER)
        read_files(reading, value);
}

static int read_call(struct reading *reading, const struct json_any *input)
{
    struct judge_call *call = reading->call;
    call->kind = judge_tool_kind(call->tool, &call->trees);
    read_input(reading, input);
    if (reading->error < 0)
        return reading->error;
    call->inside = call->path_count > 0 && !call->unclear;
    for (size_t i = 0; i < call->path_count; i++)
        call->inside &= judge_path_is_inside(call->paths[i], call->cwd);
    return 0;
}

int judge_read(struct arena *arena, struct slice tool, const struct json_any *input, struct slice cwd,
               struct slice home, struct slice session_id, bool may_wait, struct judge_call *ret_call)
{
    struct judge_call call = {.tool = tool, .session_id = session_id};
    struct reading reading = {.arena = arena, .home = home, .call = &call, .may_wait = may_wait};
    int r = judge_path_resolve(arena, cwd, SLICE("/"), home, may_wait, &call.cwd);
    if (r < 0 && r != -ENOMEM && r != -EAGAIN) {
        r = copy_path(arena, cwd, &call.cwd);
        call.unclear = true;
    }
    if (r == 0)
        r = read_call(&reading, input);
    if (r == 0)
        *ret_call = call;
    return r;
}

int judge_read_again(struct arena *arena, struct slice tool, const struct json_any *input, struct slice cwd,
                     struct slice home, struct slice session_id, const struct slice *paths, size_t path_count,
                     struct judge_call *ret_call)
{
    struct judge_call call = {.tool = tool, .session_id = session_id};
    struct reading reading = {
        .arena = arena, .home = home, .call = &call, .is_known = true, .known = paths, .known_count = path_count};
    int r = copy_path(arena, cwd, &call.cwd);
    if (r == 0)
        r = read_call(&reading, input);
    if (r == 0)
        *ret_call = call;
    return r;
}
