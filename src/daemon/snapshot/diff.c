/* task.diff, on a work thread. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "contract/task.h"
#include "daemon/snapshot/internal.h"
#include "json/encode.h"

enum { ARENA_BYTES = 64 << 20, ITEM_BYTES = 200, OUT_BYTES = 2 * SNAPSHOT_ANSWER_BYTES };

struct diffing {
    const struct snapshot_context *context;
    const struct snapshot_change *change;
    bool texts;
    size_t bytes; /* of the response so far */
    struct arena arena;
};

/* --- selection --- */

/* Matches a path as people write it: absolute or relative, with or without a slash at the end. */
static bool is_chosen(struct slice wanted, const struct snapshot_manifest *manifest, struct slice path)
{
    struct slice cwd = manifest->cwd;
    if (cwd.size > 1 && slice_starts_with(wanted, cwd) && (wanted.size == cwd.size || wanted.data[cwd.size] == '/')) {
        wanted.data += cwd.size;
        wanted.size -= cwd.size;
    }
    while (wanted.size > 0 && (wanted.data[0] == '/' || slice_starts_with(wanted, SLICE("./")))) {
        wanted.data++;
        wanted.size--;
    }
    while (wanted.size > 0 && wanted.data[wanted.size - 1] == '/')
        wanted.size--;
    if (wanted.size == 0 || slice_is(wanted, "."))
        return true;
    return slice_starts_with(path, wanted) && (path.size == wanted.size || path.data[wanted.size] == '/');
}

bool snapshot_is_chosen(const struct snapshot_choice *choice, const struct snapshot_manifest *manifest,
                        struct slice path)
{
    for (size_t i = 0; i < choice->count && !choice->all; i++)
        if (is_chosen(choice->paths[i], manifest, path))
            return true;
    return choice->all;
}

/* --- sizes --- */

static size_t encoded_size(struct slice text, size_t high)
{
    size_t size = 2;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        size += c < 0x20 || c == 0x7f ? 6 : c == '"' || c == '\\' ? 2 : c >= 0x80 ? high : 1;
    }
    return size;
}

size_t snapshot_json_size(struct slice text)
{
    return encoded_size(text, 3);
}

/* --- contents --- */

static bool is_utf8(const unsigned char *text, size_t size)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    for (size_t i = 0; i < size;) {
        unsigned char c = text[i];
        size_t length = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
        uint32_t point = length == 1 ? c : c & (0xffu >> (length + 1));
        if (length == 0 || length > size - i)
            return false;
        for (size_t k = 1; k < length; k++) {
            if (text[i + k] >> 6 != 2)
                return false;
            point = point << 6 | (text[i + k] & 0x3f);
        }
        if (point < least[length] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
            return false;
        i += length;
    }
    return true;
}

/* 1: read. 0: too long for a response. -EILSEQ: not text. */
static int read_text(struct diffing *diffing, int fd, int64_t size, struct slice *ret_text)
{
    if (size > SNAPSHOT_TEXT_BYTES || diffing->bytes + (size_t)size > SNAPSHOT_ANSWER_BYTES)
        return 0;
    char *text = arena_alloc(&diffing->arena, (size_t)size + 1);
    size_t done = 0;
    if (!text)
        return 0;
    while (done < (size_t)size) {
        ssize_t n = read(fd, text + done, (size_t)size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        done += (size_t)n;
    }
    text[done] = '\0';
    if (memchr(text, '\0', done) || !is_utf8((const unsigned char *)text, done))
        return -EILSEQ;
    size_t encoded = encoded_size((struct slice){text, done}, 1);
    if (diffing->bytes + encoded > SNAPSHOT_ANSWER_BYTES)
        return 0;
    diffing->bytes += encoded;
    *ret_text = (struct slice){text, done};
    return 1;
}

/* Adds the content of one side. `live`: read it from the working directory. */
static void add_content(struct diffing *diffing, struct task_file_change *item, const struct snapshot_entry *entry,
                        bool live, struct slice *text, enum field_is *text_is)
{
    if (entry->kind == SNAPSHOT_LINK) {
        *text = entry->target;
        *text_is = FIELD_SET;
        diffing->bytes += snapshot_json_size(entry->target);
        return;
    }
    autoclose int fd = live ? snapshot_open_below(diffing->change->directory, entry->path.data,
                                                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
                            : snapshot_open_content(diffing->context, entry);
    int r = fd < 0 ? fd : read_text(diffing, fd, entry->stamp.size, text);
    if (r == 1)
        *text_is = FIELD_SET;
    else if (r == -EILSEQ)
        item->binary = true;
    else if (r < 0)
        item->kept = false;
}

static void add_contents(struct diffing *diffing, struct task_file_change *item, const struct snapshot_entry *before,
                         const struct snapshot_entry *after)
{
    if (snapshot_is_file(before))
        add_content(diffing, item, before, false, &item->before, &item->before_is);
    if (snapshot_is_file(after))
        add_content(diffing, item, after, diffing->change->is_live, &item->after, &item->after_is);
    if (item->binary) { /* one side alone would mislead */
        item->before_is = item->after_is = FIELD_ABSENT;
    }
}

/* --- response --- */

static void add_side(const struct snapshot_entry *entry, int64_t *bytes, enum field_is *bytes_is, int64_t *mode,
                     enum field_is *mode_is)
{
    if (!snapshot_is_file(entry))
        return;
    *bytes = entry->stamp.size;
    *mode = entry->mode;
    *bytes_is = *mode_is = FIELD_SET;
}

static struct task_file_change describe_change(struct diffing *diffing, const struct snapshot_entry *before,
                                               const struct snapshot_entry *after)
{
    struct task_file_change item = {
        .path = after->path,
        .change = !snapshot_is_file(before)  ? TASK_FILE_CHANGE_CHANGE_CREATED
                  : !snapshot_is_file(after) ? TASK_FILE_CHANGE_CHANGE_DELETED
                                             : TASK_FILE_CHANGE_CHANGE_MODIFIED,
        .link = before->kind == SNAPSHOT_LINK || after->kind == SNAPSHOT_LINK,
        .kept = (before->kind != SNAPSHOT_FILE || before->stored) &&
                (after->kind != SNAPSHOT_FILE || after->stored || diffing->change->is_live),
    };
    add_side(before, &item.before_bytes, &item.before_bytes_is, &item.before_mode, &item.before_mode_is);
    add_side(after, &item.after_bytes, &item.after_bytes_is, &item.after_mode, &item.after_mode_is);
    if (diffing->texts)
        add_contents(diffing, &item, before, after);
    return item;
}

static int add_all(struct diffing *diffing, const struct snapshot_choice *choice, struct task_diff_result *result)
{
    const struct snapshot_manifest *after = &diffing->change->after;
    struct task_file_change *items = arena_alloc(&diffing->arena, (after->count + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    result->files.items = items;
    for (size_t i = 0; i < after->count; i++) {
        struct snapshot_entry before = snapshot_entry_before(diffing->change, &after->items[i]);
        if ((!snapshot_is_file(&before) && !snapshot_is_file(&after->items[i])) ||
            !snapshot_is_chosen(choice, after, after->items[i].path))
            continue;
        diffing->bytes += snapshot_json_size(after->items[i].path) + ITEM_BYTES;
        /* No room is left; without contents there may be enough for all names. */
        if (diffing->bytes > SNAPSHOT_ANSWER_BYTES) {
            result->complete = false;
            break;
        }
        items[result->files.count++] = describe_change(diffing, &before, &after->items[i]);
    }
    return 0;
}

/* Names come first: if the response has no room for all names and contents, it is written again without contents. */
static int add_all_or_names(struct diffing *diffing, const struct snapshot_choice *choice,
                            struct task_diff_result *result)
{
    bool complete = result->complete;
    int r = add_all(diffing, choice, result);
    if (r < 0 || result->complete == complete || !diffing->texts)
        return r;
    diffing->texts = false;
    diffing->bytes = 0;
    result->complete = complete;
    result->files.count = 0;
    return add_all(diffing, choice, result);
}

int snapshot_diff(struct snapshot_context *context, const struct snapshots *snapshots, struct slice task_id, bool ended,
                  const struct snapshot_choice *choice, bool texts, struct buf *out)
{
    struct snapshot_change change;
    struct diffing diffing = {
        .context = context, .change = &change, .texts = texts, .arena = ARENA_LIMITED(ARENA_BYTES)};
    int r = snapshot_change_init(&change, context, snapshots, ended);
    struct task_diff_result result = {
        .task_id = task_id,
        .cwd = change.before.cwd,
        .complete = change.before.complete && change.after.complete,
        .undone = faccessat(context->task, "undone", F_OK, 0) == 0,
    };
    if (r == 0)
        r = add_all_or_names(&diffing, choice, &result);
    if (r == 0) {
        out->limit = OUT_BYTES;
        r = json_encode(out, &task_diff_result_shape, &result);
    }
    arena_clear(&diffing.arena);
    snapshot_change_clear(&change);
    return r;
}
