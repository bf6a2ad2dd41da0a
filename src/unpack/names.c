#include "unpack/names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <unicase.h>
#include <uninorm.h>
#include <unistr.h>

/* --- one path --- */

bool name_may_contain(uint32_t character)
{
    bool is_control = character < 0x20 || (character >= 0x7f && character < 0xa0);
    bool breaks_lines = character == 0x2028 || character == 0x2029;
    bool turns = (character >= 0x202a && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069) ||
                 character == 0x200e || character == 0x200f || character == 0x061c;
    return !is_control && !breaks_lines && !turns;
}

static int bad(struct refusal *refusal, struct slice path, const char *why)
{
    return refuse(refusal, UNPACKER_REFUSAL_BAD_PATH, path, "%s", why);
}

static int check_characters(struct slice path, struct refusal *refusal)
{
    const uint8_t *at = (const uint8_t *)path.data, *end = at + path.size;
    while (at < end) {
        ucs4_t character;
        int length = u8_mbtoucr(&character, at, (size_t)(end - at));
        if (length <= 0)
            return bad(refusal, path, "is not valid UTF-8");
        if (character == '\\')
            return bad(refusal, path, "has a backslash in its path");
        if (!name_may_contain(character))
            return bad(refusal, path, "has a control character in its path");
        at += length;
    }
    return 0;
}

/* Cuts the first part of the path off. */
static struct slice next_part(struct slice *left)
{
    const char *slash = memchr(left->data, '/', left->size);
    struct slice part = {left->data, slash ? (size_t)(slash - left->data) : left->size};
    *left = slash ? (struct slice){slash + 1, left->size - part.size - 1} : (struct slice){left->data + left->size, 0};
    return part;
}

static int check_parts(struct slice path, struct slice left, struct refusal *refusal)
{
    unsigned depth = 0;
    while (left.size > 0) {
        struct slice part = next_part(&left);
        if (part.size == 0)
            return bad(refusal, path, "has an empty part in its path");
        if (slice_is(part, ".") || slice_is(part, ".."))
            return bad(refusal, path, "has . or .. in its path");
        if (part.size > UNPACK_NAME_MAX)
            return bad(refusal, path, "has a part of more than 255 bytes in its path");
        if (++depth > UNPACK_DEPTH_MAX)
            return bad(refusal, path, "is more than 32 directories deep");
    }
    return 0;
}

int name_check(struct slice path, bool is_directory, struct refusal *refusal)
{
    struct slice left = {path.data, path.size - (is_directory && path.size > 0)};
    if (left.size == 0)
        return bad(refusal, path, "has no name");
    if (path.size > UNPACK_PATH_MAX)
        return bad(refusal, path, "has a path of more than 1024 bytes");
    int r = check_characters(path, refusal);
    if (r < 0)
        return r;
    if (path.data[0] == '/' || (path.size > 1 && path.data[1] == ':' && isalpha((unsigned char)path.data[0])))
        return bad(refusal, path, "has an absolute path");
    if (left.data[left.size - 1] == '/')
        return bad(refusal, path, "has an empty part in its path");
    return check_parts(path, left, refusal);
}

/* --- all paths --- */

/* Two names are the same if they differ in case, or in how accents are written: so say the file systems of other
 * machines. */
static int fold(struct slice name, char **ret_folded, size_t *ret_size)
{
    bool is_ascii = true;
    for (size_t i = 0; i < name.size; i++)
        is_ascii = is_ascii && (unsigned char)name.data[i] < 0x80;
    if (is_ascii) {
        char *folded = malloc(name.size + 1);
        for (size_t i = 0; folded && i < name.size; i++)
            folded[i] = (char)tolower((unsigned char)name.data[i]);
        *ret_folded = folded;
        *ret_size = name.size;
        return folded ? 0 : -ENOMEM;
    }
    size_t size;
    uint8_t *plain = u8_normalize(UNINORM_NFD, (const uint8_t *)name.data, name.size, NULL, &size);
    uint8_t *folded = plain ? u8_casefold(plain, size, NULL, UNINORM_NFD, NULL, &size) : NULL;
    free(plain);
    *ret_folded = (char *)folded;
    *ret_size = size;
    return folded ? 0 : -ENOMEM;
}

static size_t hash_of(size_t parent, struct slice folded)
{
    uint64_t hash = 14695981039346656037u ^ parent;
    for (size_t i = 0; i < folded.size; i++)
        hash = (hash ^ (unsigned char)folded.data[i]) * 1099511628211u;
    return (size_t)(hash ^ (hash >> 32));
}

static size_t look(const struct names *names, size_t parent, struct slice folded)
{
    size_t at = names->table[hash_of(parent, folded) % names->slots];
    while (at > 0 && (names->nodes[at].parent != parent ||
                      !slice_equal((struct slice){names->nodes[at].folded, names->nodes[at].folded_size}, folded)))
        at = names->nodes[at].next;
    return at;
}

/* Takes `folded`. */
static size_t add(struct names *names, size_t parent, struct slice path, struct slice name, char *folded, size_t size)
{
    size_t *slot = &names->table[hash_of(parent, (struct slice){folded, size}) % names->slots];
    names->nodes[names->count] = (struct name_node){
        .parent = parent, .path = path, .name = name, .folded = folded, .folded_size = size, .next = *slot};
    return *slot = names->count++;
}

static int collide(const struct name_node *node, struct slice path, struct refusal *refusal)
{
    struct refusal other;
    if (slice_equal(node->path, path))
        return refuse(refusal, UNPACKER_REFUSAL_DUPLICATE, path, "is in the archive twice");
    (void)refuse(&other, UNPACKER_REFUSAL_DUPLICATE, node->path, "%s", "");
    return refuse(refusal, UNPACKER_REFUSAL_DUPLICATE, path,
                  "has the same name as \"%s\" on systems that ignore case or the form of accents", other.entry);
}

/* Adds one part of an entry's path, or finds it. */
static int add_part(struct names *names, size_t *parent, const struct zip_entry *entry, struct slice part, bool is_last,
                    struct refusal *refusal)
{
    char *folded = NULL;
    size_t size = 0;
    struct slice path = {entry->name.data, (size_t)(part.data + part.size - entry->name.data)};
    int r = fold(part, &folded, &size);
    if (r < 0)
        return r;
    size_t at = look(names, *parent, (struct slice){folded, size});
    if (at > 0)
        free(folded);
    else if (names->count == names->capacity) {
        free(folded);
        return refuse(refusal, UNPACKER_REFUSAL_TOO_MANY_FILES, (struct slice){0},
                      "the archive has more than %d files and directories", UNPACK_NODES_MAX);
    } else {
        at = add(names, *parent, path, part, folded, size);
        names->nodes[at].is_directory = !is_last || entry->is_directory;
    }
    struct name_node *node = &names->nodes[at];
    bool is_directory = !is_last || entry->is_directory;
    if (!slice_equal(node->path, path) || (is_last && node->has_entry))
        return collide(node, path, refusal);
    if (node->is_directory != is_directory)
        return refuse(refusal, UNPACKER_REFUSAL_DUPLICATE, path, "is a file and a directory in the archive");
    node->has_entry = node->has_entry || is_last;
    *parent = at;
    return 0;
}

static int add_entry(struct names *names, const struct zip_entry *entry, struct refusal *refusal)
{
    struct slice left = {entry->name.data, entry->name.size - entry->is_directory};
    size_t parent = 0;
    int r = name_check(entry->name, entry->is_directory, refusal);
    while (r == 0 && left.size > 0) {
        struct slice part = next_part(&left);
        r = add_part(names, &parent, entry, part, left.size == 0, refusal);
    }
    return r;
}

int names_read(const struct zip *zip, struct names *ret_names, struct refusal *refusal)
{
    size_t most = zip->count * (UNPACK_DEPTH_MAX + 1) + 1; /* few nodes for few entries */
    struct names names = {.capacity = most < UNPACK_NODES_MAX + 1 ? most : UNPACK_NODES_MAX + 1};
    names.slots = 2 * names.capacity;
    names.nodes = calloc(names.capacity, sizeof *names.nodes);
    names.table = calloc(names.slots, sizeof *names.table);
    int r = names.nodes && names.table ? 0 : -ENOMEM;
    names.count = r == 0; /* the root */
    for (size_t i = 0; r == 0 && i < zip->count; i++)
        r = add_entry(&names, &zip->entries[i], refusal);
    if (r == 0)
        *ret_names = names;
    else
        names_clear(&names);
    return r;
}

struct name_node *names_find(struct names *names, struct slice path)
{
    size_t at = 0;
    while (path.size > 0) {
        char *folded = NULL;
        size_t size = 0;
        struct slice part = next_part(&path);
        if (fold(part, &folded, &size) < 0)
            return NULL;
        at = look(names, at, (struct slice){folded, size});
        free(folded);
        if (at == 0)
            return NULL;
    }
    return &names->nodes[at];
}

void names_clear(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->nodes[i].folded);
    free(names->nodes);
    free(names->table);
    *names = (struct names){0};
}
