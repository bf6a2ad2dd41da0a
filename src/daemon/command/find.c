/* Searches the directories of the user and of the project for slash commands and skills, and parses their front
 * matter. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/paths.h"
#include "base/slice.h"
#include "base/utf8.h"
#include "daemon/command/command.h"

/* --- front matter --- */

enum { VALUE_MAX = 4096 };

/* The lines "key: value" between two lines of "---" at the start of a file. */
struct front {
    struct slice name, description, hint; /* or empty */
    struct slice body;                    /* the rest of the text, after the front matter */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && is_blank(text.data[0]))
        text = (struct slice){text.data + 1, text.size - 1};
    while (text.size > 0 && is_blank(text.data[text.size - 1]))
        text.size--;
    return text;
}

/* The line is returned without its newline. */
static struct slice take_line(struct slice *rest)
{
    const char *end = rest->size > 0 ? memchr(rest->data, '\n', rest->size) : NULL;
    struct slice line = {rest->data, end ? (size_t)(end - rest->data) : rest->size};
    size_t taken = line.size + (end ? 1 : 0);
    *rest = (struct slice){rest->data + taken, rest->size - taken};
    return line;
}

static bool is_fence(struct slice line)
{
    return slice_is(trimmed(line), "---") && line.data[0] == '-';
}

static struct slice without_quotes(struct slice value)
{
    bool quoted = value.size > 1 && (value.data[0] == '"' || value.data[0] == '\'') &&
                  value.data[value.size - 1] == value.data[0];
    return quoted ? (struct slice){value.data + 1, value.size - 2} : value;
}

static bool is_folded(struct slice value)
{
    return value.size > 0 && value.size <= 2 && (value.data[0] == '>' || value.data[0] == '|');
}

/* Joins the following indented lines with spaces. */
static int join(struct arena *arena, struct slice *rest, struct slice *ret_value)
{
    char *joined = arena_zeroed(arena, VALUE_MAX);
    size_t size = 0;
    if (!joined)
        return -ENOMEM;
    while (rest->size > 0 && (is_blank(rest->data[0]) || rest->data[0] == '\n')) {
        struct slice line = trimmed(take_line(rest));
        if (line.size == 0 || size + line.size + 1 > VALUE_MAX)
            continue;
        if (size > 0)
            joined[size++] = ' ';
        memcpy(joined + size, line.data, line.size);
        size += line.size;
    }
    *ret_value = (struct slice){joined, size};
    return 0;
}

static int take_field(struct arena *arena, struct slice line, struct slice *rest, struct front *front)
{
    const struct {
        const char *key;
        struct slice *value;
    } known[] = {{"name", &front->name}, {"description", &front->description}, {"argument-hint", &front->hint}};
    const char *colon = line.size > 0 ? memchr(line.data, ':', line.size) : NULL;
    if (!colon || is_blank(line.data[0]) || line.data[0] == '#')
        return 0;
    struct slice key = trimmed((struct slice){line.data, (size_t)(colon - line.data)});
    struct slice value = trimmed((struct slice){colon + 1, line.size - (size_t)(colon + 1 - line.data)});
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!slice_is(key, known[i].key))
            continue;
        if (is_folded(value))
            return join(arena, rest, known[i].value);
        *known[i].value = without_quotes(value);
    }
    return 0;
}

/* Accepts plain, quoted and folded values ("key: >" and indented lines), and ignores other YAML. Values point
 * into the text or the arena. Returns an error only for -ENOMEM. */
static int read_front(struct arena *arena, struct slice text, struct front *ret_front)
{
    struct front front = {.body = text};
    struct slice rest = text;
    int r = 0;
    if (text.size == 0 || !is_fence(take_line(&rest))) {
        *ret_front = front;
        return 0;
    }
    while (r == 0 && rest.size > 0) {
        struct slice line = take_line(&rest);
        if (line.size > 0 && is_fence(line)) {
            front.body = rest;
            *ret_front = front;
            return 0;
        }
        r = take_field(arena, line, &rest, &front);
    }
    if (r == 0)
        *ret_front = (struct front){.body = text}; /* no closing line, so this is not front matter */
    return r;
}

/* --- search --- */

enum { DEPTH_MAX = 4, ENTRIES_MAX = 4096, DESCRIPTION_MAX = 1024, HINT_MAX = 256, NAME_BYTES_MAX = 128 };

struct search {
    struct arena *arena;
    struct command_found *found;
    struct slice wanted;
    enum agent_command_source source;
    size_t entries; /* directory entries read so far */
};

static const char *const roots[] = {".weir", ".claude"};

/* --- one file --- */

static struct slice cut(struct slice text, size_t size)
{
    while (text.size > size || !utf8_is_valid(text))
        text.size = text.size > size ? size : text.size - 1;
    return text;
}

/* The first line with text describes a file without a description. */
static struct slice first_line(struct slice body)
{
    while (body.size > 0 && strchr("\r\n\t #", body.data[0]))
        body = (struct slice){body.data + 1, body.size - 1};
    const char *end = body.size > 0 ? memchr(body.data, '\n', body.size) : NULL;
    if (end)
        body.size = (size_t)(end - body.data);
    return body;
}

/* *ret_text.data is NULL if the file cannot be a command. */
static int read_text(struct arena *arena, int directory, const char *name, struct slice *ret_text)
{
    struct stat facts;
    autoclose int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &facts) < 0 || !S_ISREG(facts.st_mode) || facts.st_size == 0 ||
        facts.st_size > COMMAND_BYTES_MAX)
        return 0;
    char *text = arena_zeroed(arena, (size_t)facts.st_size + 1);
    if (!text)
        return -ENOMEM;
    ssize_t size = pread(fd, text, (size_t)facts.st_size, 0);
    if (size > 0 && !memchr(text, '\0', (size_t)size) && utf8_is_valid((struct slice){text, (size_t)size}))
        *ret_text = (struct slice){text, (size_t)size};
    return 0;
}

static bool is_known(const struct command_found *found, struct slice name)
{
    for (size_t i = 0; i < found->count; i++)
        if (slice_equal(found->items[i].name, name))
            return true;
    return false;
}

static int take(struct search *search, int directory, const char *file, const char *path, struct slice name,
                enum agent_command_kind kind)
{
    struct command_found *found = search->found;
    struct front front;
    struct slice text = {0};
    if (name.size == 0 || name.size > NAME_BYTES_MAX || is_known(found, name))
        return 0;
    if (found->count == COMMANDS_MAX) {
        found->is_whole = false;
        return 0;
    }
    int r = read_text(search->arena, directory, file, &text);
    if (r < 0 || !text.data)
        return r;
    r = read_front(search->arena, text, &front);
    struct slice snapshot_name = arena_copy(search->arena, name),
                 snapshot_path = arena_copy(search->arena, slice_of(path));
    if (r < 0 || !snapshot_name.data || !snapshot_path.data)
        return -ENOMEM;
    struct slice description =
        cut(front.description.size > 0 ? front.description : first_line(front.body), DESCRIPTION_MAX);
    struct agent_command *command = &found->items[found->count++];
    *command = (struct agent_command){
        .name = snapshot_name,
        .description = description,
        .description_is = description.size > 0 ? FIELD_SET : FIELD_ABSENT,
        .hint = cut(front.hint, HINT_MAX),
        .hint_is = front.hint.size > 0 ? FIELD_SET : FIELD_ABSENT,
        .kind = kind,
        .source = search->source,
        .path = snapshot_path,
        .path_is = FIELD_SET,
    };
    if (search->wanted.size > 0 && slice_equal(name, search->wanted)) {
        found->wanted = command;
        found->text = front.body;
    }
    return 0;
}

/* --- directories --- */

static int open_in(int directory, const char *name, bool follow)
{
    return openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW));
}

static int walk_commands(struct search *search, int directory, const char *path, const char *prefix, unsigned depth);

static int take_entry(struct search *search, int directory, const char *path, const char *prefix, const char *entry,
                      unsigned depth)
{
    char below[PATH_MAX], name[PATH_MAX];
    size_t size = strlen(entry);
    bool is_file = size > 3 && strcmp(entry + size - 3, ".md") == 0;
    if (snprintf(below, sizeof below, "%s/%s", path, entry) >= (int)sizeof below ||
        snprintf(name, sizeof name, "%s%.*s%s", prefix, (int)(is_file ? size - 3 : size), entry, is_file ? "" : ":") >=
            (int)sizeof name)
        return 0;
    if (is_file)
        return take(search, directory, entry, below, slice_of(name), AGENT_COMMAND_KIND_COMMAND);
    autoclose int fd = depth < DEPTH_MAX ? open_in(directory, entry, false) : -1;
    return fd < 0 ? 0 : walk_commands(search, fd, below, name, depth + 1);
}

static int take_skill(struct search *search, int directory, const char *path, const char *entry)
{
    char file[PATH_MAX];
    autoclose int fd = open_in(directory, entry, false);
    if (fd < 0 || snprintf(file, sizeof file, "%s/%s/SKILL.md", path, entry) >= (int)sizeof file)
        return 0;
    return take(search, fd, "SKILL.md", file, slice_of(entry), AGENT_COMMAND_KIND_SKILL);
}

struct names {
    char *items[ENTRIES_MAX];
    size_t count;
};

static int compare_names(const void *a, const void *b)
{
    return strcoll(*(char *const *)a, *(char *const *)b);
}

/* An agent can fill a directory with files, so reading stops at ENTRIES_MAX entries per search, whatever their
 * names are. */
static int read_names(struct search *search, DIR *stream, struct names *names)
{
    const struct dirent *entry;
    while ((entry = readdir(stream))) { /* NOLINT(concurrency-mt-unsafe): no other thread uses the stream */
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (search->entries++ >= ENTRIES_MAX) {
            search->found->is_whole = false;
            break;
        }
        if (entry->d_name[0] == '.' || !utf8_is_valid(slice_of(entry->d_name)))
            continue;
        names->items[names->count] = strdup(entry->d_name);
        if (!names->items[names->count])
            return -ENOMEM;
        names->count++;
    }
    qsort(names->items, names->count, sizeof *names->items, compare_names);
    return 0;
}

/* Visits the entries in the order of their names. */
static int walk(struct search *search, int directory, const char *path, const char *prefix, unsigned depth, bool skills)
{
    int fd = open_in(directory, ".", false);
    DIR *stream = fd < 0 ? NULL : fdopendir(fd);
    struct names *names = stream ? calloc(1, sizeof *names) : NULL;
    int r = names ? read_names(search, stream, names) : stream ? -ENOMEM : 0;
    if (stream)
        (void)closedir(stream);
    else if (fd >= 0)
        close(fd);
    for (size_t i = 0; names && i < names->count; i++) {
        if (r == 0)
            r = skills ? take_skill(search, directory, path, names->items[i])
                       : take_entry(search, directory, path, prefix, names->items[i], depth);
        free(names->items[i]);
    }
    free(names);
    return r;
}

static int walk_commands(struct search *search, int directory, const char *path, const char *prefix, unsigned depth)
{
    return walk(search, directory, path, prefix, depth, false);
}

static int search_in(struct search *search, const char *base, const char *folder, bool follow)
{
    int r = 0;
    autoclose int fd = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    for (size_t i = 0; fd >= 0 && r == 0 && i < sizeof roots / sizeof *roots; i++) {
        char path[PATH_MAX];
        autoclose int root = open_in(fd, roots[i], follow);
        autoclose int inside = root >= 0 ? open_in(root, folder, follow) : -1;
        if (inside >= 0 && snprintf(path, sizeof path, "%s/%s/%s", base, roots[i], folder) < (int)sizeof path)
            r = walk(search, inside, path, "", 0, strcmp(folder, "skills") == 0);
    }
    return r;
}

int command_find(struct arena *arena, const char *cwd, struct slice wanted, struct command_found *ret_found)
{
    autofree char *home = NULL;
    struct command_found found = {.is_whole = true};
    struct search search = {.arena = arena, .found = &found, .wanted = wanted, .source = AGENT_COMMAND_SOURCE_PROJECT};
    found.items = arena_zeroed(arena, COMMANDS_MAX * sizeof *found.items);
    int r = found.items ? search_in(&search, cwd, "commands", false) : -ENOMEM;
    if (r == 0)
        r = search_in(&search, cwd, "skills", false);
    search.source = AGENT_COMMAND_SOURCE_USER;
    if (r == 0 && paths_home(&home) == 0)
        r = search_in(&search, home, "commands", true);
    if (r == 0 && home)
        r = search_in(&search, home, "skills", true);
    if (r == 0)
        *ret_found = found;
    return r;
}
