/* Interprets a listing of a directory. The listing is the output of Glob: one path per line, and possibly a last line
 * in brackets with the number of further paths. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "offline/internal.h"

enum { ENTRIES_MAX = 4096, ENTRIES_SHOWN = 60, LANGUAGES_SHOWN = 6 };

/* Finds the next line of a listing that is a path. */
static bool next_path(struct slice *listing, struct slice *ret_path)
{
    while (listing->size > 0) {
        const char *end = memchr(listing->data, '\n', listing->size);
        size_t size = end ? (size_t)(end - listing->data) : listing->size;
        *ret_path = (struct slice){listing->data, size};
        size_t skip = size + (end != NULL);
        *listing = (struct slice){listing->data + skip, listing->size - skip};
        if (size > 0 && ret_path->data[0] != '[')
            return true;
    }
    return false;
}

size_t offline_count(struct slice listing)
{
    struct slice path, rest = listing;
    size_t count = 0;
    while (next_path(&rest, &path))
        count++;
    const char *more = listing.size > 0 ? memmem(listing.data, listing.size, "\n[and ", 6) : NULL;
    return count + (more ? strtoul(more + 6, NULL, 10) : 0);
}

/* --- entries --- */

struct entry {
    struct slice name;
    size_t files; /* number of files below; 0: it is a file */
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    if ((left->files > 0) != (right->files > 0))
        return left->files > 0 ? -1 : 1;
    size_t size = left->name.size < right->name.size ? left->name.size : right->name.size;
    int order = memcmp(left->name.data, right->name.data, size);
    return order ? order : (left->name.size > right->name.size) - (left->name.size < right->name.size);
}

static void add_entry(struct entry *entries, size_t *count, struct slice path)
{
    const char *slash = memchr(path.data, '/', path.size);
    struct slice name = {path.data, slash ? (size_t)(slash - path.data) : path.size};
    for (size_t i = 0; slash && i < *count; i++)
        if (entries[i].files > 0 && slice_equal(entries[i].name, name)) {
            entries[i].files++;
            return;
        }
    if (*count < ENTRIES_MAX)
        entries[(*count)++] = (struct entry){.name = name, .files = slash ? 1 : 0};
}

/* Makes the path relative to the working directory for display. */
static struct slice inside(struct slice path, struct slice place)
{
    while (slice_starts_with(place, SLICE("./")))
        place = (struct slice){place.data + 2, place.size - 2};
    while (place.size > 1 && place.data[place.size - 1] == '/')
        place.size--;
    if (place.size > 0 && path.size > place.size + 1 && slice_starts_with(path, place) && path.data[place.size] == '/')
        return (struct slice){path.data + place.size + 1, path.size - place.size - 1};
    return path;
}

void offline_describe_entries(struct buf *text, struct slice listing, struct slice place)
{
    struct entry *entries = calloc(ENTRIES_MAX, sizeof *entries);
    struct slice path;
    size_t count = 0;
    bool partial = offline_count(listing) > 0 && memmem(listing.data, listing.size, "\n[and ", 6) != NULL;
    while (entries && next_path(&listing, &path))
        add_entry(entries, &count, inside(path, place));
    if (count > 0)
        qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < count && i < ENTRIES_SHOWN; i++) {
        (void)buf_append_text(text, "- `");
        (void)buf_append_slice(text, entries[i].name);
        if (entries[i].files > 0)
            (void)buf_printf(text, "/`: %s%zu file%s\n", partial ? "at least " : "", entries[i].files,
                             entries[i].files == 1 ? "" : "s");
        else
            (void)buf_append_text(text, "`\n");
    }
    if (count > ENTRIES_SHOWN)
        (void)buf_printf(text, "- and %zu more\n", count - ENTRIES_SHOWN);
    free(entries);
}

/* --- kind of project --- */

static const struct {
    const char *file, *sentence;
} signs[] = {
    {"meson.build", "it is built with Meson"},
    {"CMakeLists.txt", "it is built with CMake"},
    {"Cargo.toml", "it is a Rust package, built with Cargo"},
    {"go.mod", "it is a Go module"},
    {"package.json", "it is a Node.js package"},
    {"tsconfig.json", "it is written in TypeScript"},
    {"pyproject.toml", "it is a Python project"},
    {"setup.py", "it is a Python package"},
    {"requirements.txt", "its Python packages are in `requirements.txt`"},
    {"pom.xml", "it is built with Maven"},
    {"build.gradle", "it is built with Gradle"},
    {"build.gradle.kts", "it is built with Gradle"},
    {"Gemfile", "it is a Ruby project"},
    {"composer.json", "it is a PHP project"},
    {"mix.exs", "it is an Elixir project"},
    {"configure.ac", "it is built with Autoconf"},
    {"Makefile", "it has a `Makefile`"},
    {"Dockerfile", "it has a `Dockerfile`"},
    {"flake.nix", "it has a Nix flake"},
};

static const struct {
    const char *ending, *language;
} languages[] = {
    {"c", "C"},
    {"h", "C headers"},
    {"cc", "C++"},
    {"cpp", "C++"},
    {"hpp", "C++ headers"},
    {"rs", "Rust"},
    {"go", "Go"},
    {"py", "Python"},
    {"js", "JavaScript"},
    {"mjs", "JavaScript"},
    {"ts", "TypeScript"},
    {"tsx", "TypeScript"},
    {"java", "Java"},
    {"kt", "Kotlin"},
    {"rb", "Ruby"},
    {"php", "PHP"},
    {"cs", "C#"},
    {"swift", "Swift"},
    {"sh", "shell"},
    {"lua", "Lua"},
    {"md", "Markdown"},
    {"rst", "reStructuredText"},
    {"txt", "text"},
    {"html", "HTML"},
    {"css", "CSS"},
    {"json", "JSON"},
    {"yaml", "YAML"},
    {"yml", "YAML"},
    {"toml", "TOML"},
    {"sql", "SQL"},
    {"png", "images"},
    {"jpg", "images"},
    {"svg", "images"},
    {"pdf", "PDF"},
    {"csv", "CSV"},
};
enum { SIGNS = sizeof signs / sizeof *signs, LANGUAGES = sizeof languages / sizeof *languages };

static void count_language(size_t counts[static LANGUAGES], struct slice path)
{
    const char *dot = memrchr(path.data, '.', path.size);
    struct slice ending = dot ? (struct slice){dot + 1, (size_t)(path.data + path.size - dot - 1)} : SLICE("");
    for (size_t i = 0; i < LANGUAGES; i++) {
        if (!slice_is(ending, languages[i].ending))
            continue;
        size_t first = i; /* extensions of one language are counted at its first */
        while (first > 0 && strcmp(languages[first - 1].language, languages[i].language) == 0)
            first--; /* they are adjacent in the table */
        counts[first]++;
        return;
    }
}

void offline_describe_kind(struct buf *text, struct slice listing)
{
    size_t counts[LANGUAGES] = {0}, said = 0;
    bool seen[SIGNS] = {0};
    struct slice path;
    while (next_path(&listing, &path)) {
        count_language(counts, path);
        for (size_t i = 0; i < SIGNS; i++)
            seen[i] = seen[i] || slice_is(path, signs[i].file);
    }
    for (size_t i = 0; i < SIGNS; i++)
        if (seen[i])
            (void)buf_printf(text, "%s%s", said++ == 0 ? "Judging by its files, " : ", ", signs[i].sentence);
    (void)buf_append_text(text, said > 0 ? ". " : "");
    for (size_t shown = 0; shown < LANGUAGES_SHOWN; shown++) {
        size_t most = 0;
        for (size_t i = 1; i < LANGUAGES; i++)
            most = counts[i] > counts[most] ? i : most;
        if (counts[most] == 0)
            break;
        (void)buf_printf(text, "%s%zu %s", shown == 0 ? "File types: " : ", ", counts[most], languages[most].language);
        counts[most] = 0;
        said = SIZE_MAX;
    }
    (void)buf_append_text(text, said == SIZE_MAX ? ".\n" : said > 0 ? "\n" : "");
}

struct slice offline_readme(struct slice listing)
{
    struct slice path, found = SLICE("");
    while (next_path(&listing, &path))
        if (!memchr(path.data, '/', path.size) && path.size >= 6 && strncasecmp(path.data, "readme", 6) == 0 &&
            (found.size == 0 || path.size < found.size))
            found = path;
    return found;
}

/* --- example requests --- */

/* A text file to read or change: the README, otherwise the first file with a text extension. */
static struct slice some_text(struct slice listing)
{
    static const char *const endings[] = {".md", ".txt", ".c", ".py", ".js", ".ts", ".rs", ".go", ".h"};
    struct slice path, readme = offline_readme(listing);
    while (readme.size == 0 && next_path(&listing, &path))
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            if (path.size > strlen(endings[i]) && !memchr(path.data, ' ', path.size) &&
                slice_is((struct slice){path.data + path.size - strlen(endings[i]), strlen(endings[i])}, endings[i]))
                return path;
    return readme;
}

static struct slice some_folder(struct slice listing)
{
    struct slice path;
    while (next_path(&listing, &path)) {
        const char *slash = memchr(path.data, '/', path.size);
        if (slash && !memchr(path.data, ' ', path.size))
            return (struct slice){path.data, (size_t)(slash - path.data)};
    }
    return SLICE("");
}

void offline_examples(struct buf *text, struct slice listing, enum offline_what asked)
{
    struct slice file = some_text(listing), folder = some_folder(listing);
    if (asked != OFFLINE_OVERVIEW)
        (void)buf_append_text(text, "- `what is in this folder?`\n");
    if (folder.size > 0 && asked != OFFLINE_LIST)
        (void)buf_printf(text, "- `list %.*s`\n", SLICE_ARG(folder));
    if (file.size > 0 && asked != OFFLINE_READ)
        (void)buf_printf(text, "- `read %.*s`\n", SLICE_ARG(file));
    if (asked != OFFLINE_SEARCH)
        (void)buf_printf(text, "- `search for TODO%s%.*s`\n", folder.size > 0 ? " in " : "", SLICE_ARG(folder));
    const char *dot = file.size > 0 ? memrchr(file.data, '.', file.size) : NULL;
    if (dot && asked != OFFLINE_FIND)
        (void)buf_printf(text, "- `find *%.*s`\n", (int)(file.data + file.size - dot), dot);
    if (asked != OFFLINE_LINES)
        (void)buf_append_text(text, "- `how many lines are there?`\n");
    if (asked != OFFLINE_TEST && offline_command(listing, OFFLINE_TEST))
        (void)buf_append_text(text, "- `run the tests`\n");
    else if (asked != OFFLINE_RUN)
        (void)buf_append_text(text, "- `run ls -l`\n");
    if (file.size > 0 && asked != OFFLINE_REPLACE)
        (void)buf_printf(text, "- `replace \"some words\" with \"others\" in %.*s`\n", SLICE_ARG(file));
}

const char *offline_command(struct slice listing, enum offline_what what)
{
    static const struct {
        const char *file, *test, *build;
    } known[] = {
        {"Cargo.toml", "cargo test", "cargo build"},
        {"go.mod", "go test ./...", "go build ./..."},
        {"package.json", "npm test", "npm run build"},
        {"meson.build", "meson test -C build", "meson setup build && meson compile -C build"},
        {"CMakeLists.txt", "ctest --test-dir build", "cmake -B build && cmake --build build"},
        {"pyproject.toml", "python3 -m pytest", NULL},
        {"setup.py", "python3 -m pytest", NULL},
        {"pom.xml", "mvn test", "mvn package"},
        {"build.gradle", "./gradlew test", "./gradlew build"},
        {"build.gradle.kts", "./gradlew test", "./gradlew build"},
        {"Makefile", "make test", "make"},
    };
    struct slice path, rest = listing;
    bool has_pytest = false;
    size_t best = sizeof known / sizeof *known;
    while (next_path(&rest, &path)) {
        const char *slash = memrchr(path.data, '/', path.size);
        struct slice name = slash ? (struct slice){slash + 1, (size_t)(path.data + path.size - slash - 1)} : path;
        has_pytest = has_pytest || (slice_starts_with(name, SLICE("test_")) && name.size > 8 &&
                                    memcmp(name.data + name.size - 3, ".py", 3) == 0);
        for (size_t i = 0; i < best; i++)
            if (slice_is(path, known[i].file) && (what == OFFLINE_TEST ? known[i].test : known[i].build))
                best = i;
    }
    if (best < sizeof known / sizeof *known)
        return what == OFFLINE_TEST ? known[best].test : known[best].build;
    return what == OFFLINE_TEST && has_pytest ? "python3 -m pytest" : NULL;
}

/* --- files matching a name --- */

static bool is_like(struct slice path, struct slice name)
{
    const char *slash = memchr(name.data, '/', name.size) ? NULL : memrchr(path.data, '/', path.size);
    struct slice last = slash ? (struct slice){slash + 1, (size_t)(path.data + path.size - slash - 1)} : path;
    return last.size >= name.size && strncasecmp(last.data, name.data, name.size) == 0 &&
           (last.size == name.size || (last.data[name.size] == '.' && !memchr(name.data, '.', name.size)));
}

size_t offline_look_up(struct slice listing, struct slice name, struct slice *ret_path)
{
    struct slice path;
    size_t count = 0;
    while (name.size > 0 && next_path(&listing, &path))
        if (is_like(path, name) && count++ == 0)
            *ret_path = path;
    return count;
}

void offline_list_like(struct buf *text, struct slice listing, struct slice name)
{
    struct slice path;
    size_t shown = 0;
    while (shown < ENTRIES_SHOWN && next_path(&listing, &path))
        if (is_like(path, name)) {
            (void)buf_printf(text, "- `read %.*s`\n", SLICE_ARG(path));
            shown++;
        }
}
