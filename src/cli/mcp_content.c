/* What MCP servers return: text for the terminal, everything else in files. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/cleanup.h"
#include "cli/columns.h"
#include "cli/mcp.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "json/read.h"
#include "json/write.h"

enum { BLOCK_BYTES_MAX = 256 << 20 };

void mcp_saved_clear(struct mcp_saved *saved)
{
    free(saved->directory);
    *saved = (struct mcp_saved){0};
}

void mcp_print_text(FILE *out, struct slice text)
{
    struct buf shown = BUF_LIMITED(BLOCK_BYTES_MAX);
    if (isatty(fileno(out)))
        columns_append_raw(&shown, text);
    else
        columns_append_verbatim(&shown, text);
    if (shown.size > 0)
        (void)fwrite(shown.data, 1, shown.size, out);
    if (shown.size > 0 && shown.data[shown.size - 1] != '\n')
        (void)fputc('\n', out);
    buf_clear(&shown);
}

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

/* --- binary content --- */

static const char *ending_of(struct slice type)
{
    static const struct {
        const char *type, *ending;
    } known[] = {
        {"image/png", "png"},         {"image/jpeg", "jpg"},      {"image/gif", "gif"},   {"image/webp", "webp"},
        {"image/svg+xml", "svg"},     {"audio/wav", "wav"},       {"audio/x-wav", "wav"}, {"audio/mpeg", "mp3"},
        {"audio/mp3", "mp3"},         {"audio/ogg", "ogg"},       {"video/mp4", "mp4"},   {"application/pdf", "pdf"},
        {"application/json", "json"}, {"application/zip", "zip"}, {"text/html", "html"},  {"text/plain", "txt"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_is(type, known[i].type))
            return known[i].ending;
    return "bin";
}

/* A new directory for each run of weir, so that nothing is overwritten. */
static int make_directory(struct mcp_saved *saved)
{
    const char *base = getenv("TMPDIR");
    char *path = NULL;
    if (saved->directory)
        return 0;
    if (asprintf(&path, "%s/weir-mcp-XXXXXX", base && *base ? base : "/tmp") < 0)
        return -ENOMEM;
    if (!mkdtemp(path)) {
        int r = -errno;
        free(path);
        return r;
    }
    saved->directory = path;
    return 0;
}

static int write_file(struct mcp_saved *saved, struct slice type, const void *data, size_t size, char **ret_path)
{
    autofree char *path = NULL;
    int r = make_directory(saved);
    if (r < 0)
        return r;
    if (asprintf(&path, "%s/%u.%s", saved->directory, ++saved->count, ending_of(type)) < 0)
        return -ENOMEM;
    autoclose int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    for (size_t done = 0; done < size;) {
        ssize_t n = write(fd, (const char *)data + done, size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        done += (size_t)n;
    }
    *ret_path = take_pointer(path);
    return 0;
}

/* Stores the content and says where. */
static void save(const struct cli *cli, struct mcp_saved *saved, struct slice type, struct slice base64)
{
    autofree char *path = NULL;
    autofree char *data = malloc(base64.size / 4 * 3 + 1);
    char bytes[TEXT_BYTES_SIZE];
    struct slice shown = type.size > 0 ? type : SLICE("binary content");
    size_t size = 0;
    int r = data ? base64_decode(base64, data, &size) : -ENOMEM;
    if (r == -EINVAL) {
        cli_hint(cli, "the server sent content of the type %.*s that is not valid Base64; it was dropped",
                 SLICE_ARG(shown));
        return;
    }
    if (r == 0)
        r = write_file(saved, type, data, size, &path);
    text_bytes((int64_t)size, bytes);
    if (r < 0)
        cli_hint(cli, "cannot store %.*s (%s): %s", SLICE_ARG(shown), bytes, strerror(-r));
    else
        cli_note(cli, pretty_dim, "%.*s (%s) is in %s", SLICE_ARG(shown), bytes, path);
}

/* --- blocks --- */

void mcp_print_resource(const struct cli *cli, struct mcp_saved *saved, FILE *out, yyjson_val *resource)
{
    if (yyjson_is_str(yyjson_obj_get(resource, "blob")))
        save(cli, saved, text_of(resource, "mimeType"), text_of(resource, "blob"));
    else
        mcp_print_text(out, text_of(resource, "text"));
}

static void print_link(FILE *out, yyjson_val *block)
{
    struct slice uri = text_of(block, "uri"), name = text_of(block, "title"), about = text_of(block, "description");
    if (name.size == 0)
        name = text_of(block, "name");
    text_write(out, name);
    (void)fputs(name.size > 0 ? ": " : "", out);
    text_write(out, uri);
    if (about.size > 0) {
        (void)fputs(" (", out);
        text_write(out, about);
        (void)fputc(')', out);
    }
    (void)fputc('\n', out);
}

void mcp_print_content(const struct cli *cli, struct mcp_saved *saved, FILE *out, yyjson_val *block)
{
    struct slice type = text_of(block, "type");
    if (slice_is(type, "text")) {
        mcp_print_text(out, text_of(block, "text"));
    } else if (slice_is(type, "image") || slice_is(type, "audio")) {
        save(cli, saved, text_of(block, "mimeType"), text_of(block, "data"));
    } else if (slice_is(type, "resource")) {
        mcp_print_resource(cli, saved, out, yyjson_obj_get(block, "resource"));
    } else if (slice_is(type, "resource_link")) {
        print_link(out, block);
    } else {
        struct buf text = BUF_LIMITED(BLOCK_BYTES_MAX);
        (void)json_write_value(&text, block);
        mcp_print_text(out, buf_slice(&text));
        buf_clear(&text);
    }
}

void mcp_tell_file(const struct cli *cli, const struct connector_file *file)
{
    char bytes[TEXT_BYTES_SIZE];
    text_bytes(file->bytes, bytes);
    cli_note(cli, pretty_dim, "the whole result (%s of JSON) is in %.*s", bytes, SLICE_ARG(file->path));
}
