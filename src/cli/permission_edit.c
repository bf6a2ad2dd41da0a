#include "cli/permission_edit.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yyjson.h>

#include "base/cleanup.h"
#include "cli/diff.h"
#include "cli/pretty.h"
#include "cli/text.h"

enum { FILE_BYTES_MAX = 4 << 20, EDITS_MAX = 1000 };

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return (struct slice){yyjson_get_str(value), yyjson_get_len(value)};
}

/* -ENOENT: there is none yet. */
static int read_file(struct slice path, struct buf *out)
{
    struct stat info;
    autoclose int fd = open(path.data, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -errno;
    if (fstat(fd, &info) < 0 || !S_ISREG(info.st_mode) || info.st_size > FILE_BYTES_MAX)
        return -EFBIG;
    for (;;) {
        char piece[16384];
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0)
            return 0;
        if (n > 0 && buf_append(out, piece, (size_t)n) < 0)
            return -EFBIG;
    }
}

/* --- one replacement after the other ------------------------------------------------- */

/* False: the text to be replaced is not there. */
static bool replace(struct buf *text, struct slice old, struct slice new, bool all)
{
    struct buf out = BUF_LIMITED((size_t)2 * FILE_BYTES_MAX);
    size_t at = 0;
    bool found = false;
    while (old.size > 0 && at < text->size && (all || !found)) {
        const char *place = memmem(text->data + at, text->size - at, old.data, old.size);
        if (!place)
            break;
        (void)buf_append(&out, text->data + at, (size_t)(place - text->data) - at);
        (void)buf_append_slice(&out, new);
        at = (size_t)(place - text->data) + old.size;
        found = true;
    }
    if (found) {
        (void)buf_append(&out, text->data + at, text->size - at);
        buf_clear(text);
        *text = out;
    } else {
        buf_clear(&out);
    }
    return found;
}

static bool apply(struct buf *text, yyjson_val *edit)
{
    struct slice old = text_of(edit, "old_string"), new = text_of(edit, "new_string");
    if (!new.data)
        return false;
    if (old.size == 0) /* a new file */
        return text->size == 0 && buf_append_slice(text, new) == 0;
    return replace(text, old, new, yyjson_get_bool(yyjson_obj_get(edit, "replace_all")));
}

static bool apply_all(struct buf *text, yyjson_val *input)
{
    yyjson_val *edits = yyjson_obj_get(input, "edits"), *edit;
    size_t i, count;
    if (!edits)
        return apply(text, input);
    if (yyjson_arr_size(edits) > EDITS_MAX)
        return false;
    yyjson_arr_foreach(edits, i, count, edit)
    {
        if (!apply(text, edit))
            return false;
    }
    return true;
}

/* --- for people ------------------------------------------------------------------------ */

static void print_difference(const struct cli *cli, struct slice path, const char *remark, struct slice before,
                             struct slice after)
{
    struct buf text = BUF_LIMITED(DIFF_BYTES_MAX);
    diff_write(&text, before, after, cli->color);
    (void)printf("%s", pretty_if(cli->color, pretty_bold));
    text_write(stdout, path);
    (void)printf("%s%s\n", pretty_if(cli->color, pretty_off), remark);
    if (text.size > 0)
        (void)fwrite(text.data, 1, text.size, stdout);
    if (slice_equal(before, after))
        (void)puts("  (nothing changes)");
    else if (text.error || text.size == 0)
        (void)puts("  (the rest of the difference is too long to be shown; v shows what is asked)");
    buf_clear(&text);
}

/* The file is not as the agent thinks: what it wants to put where is all there is to show. */
static void print_wish(const struct cli *cli, struct slice path, yyjson_val *input)
{
    struct slice old = text_of(input, "old_string"), new = text_of(input, "new_string");
    print_difference(cli, path, "  (the text to be replaced is not in the file as it is now)", old, new);
}

/* What the tool will do must be what is shown: a field that another tool would look at says nothing here, and an agent
 * that sends it may want to have it shown instead. */
static bool is_edit(const struct permission_request *request, yyjson_val *input)
{
    static const char *const kinds[][2] = {{"Write", "content"}, {"Edit", "new_string"}, {"MultiEdit", "edits"}};
    bool wanted = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        bool own = slice_is(request->tool, kinds[i][0]), there = yyjson_obj_get(input, kinds[i][1]) != NULL;
        if (own != there)
            return false;
        wanted |= own;
    }
    return wanted;
}

bool permission_edit_print(const struct cli *cli, const struct permission_request *request)
{
    yyjson_val *input = request->input_is == FIELD_SET ? (yyjson_val *)request->input.value : NULL;
    struct slice content = text_of(input, "content");
    bool edits = !yyjson_obj_get(input, "content");
    if (!input || !is_edit(request, input) || request->paths_is != FIELD_SET || request->paths.count != 1)
        return false;
    struct slice path = request->paths.items[0];
    struct buf before = BUF_LIMITED(FILE_BYTES_MAX), after = BUF_LIMITED((size_t)2 * FILE_BYTES_MAX);
    int r = read_file(path, &before);
    bool known = r == 0 || r == -ENOENT;
    const char *remark = r == -ENOENT ? "  (a new file)" : "";
    if (known && content.data) {
        print_difference(cli, path, remark, buf_slice(&before), content);
    } else if (known && buf_append_slice(&after, buf_slice(&before)) == 0 && apply_all(&after, input)) {
        print_difference(cli, path, remark, buf_slice(&before), buf_slice(&after));
    } else if (known && edits && !yyjson_obj_get(input, "edits")) {
        print_wish(cli, path, input);
    } else {
        known = false;
    }
    buf_clear(&before);
    buf_clear(&after);
    return known;
}
