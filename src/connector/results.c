/* Results as the contract has them. What the server sent stays as it is; what is too large for a message goes to a
 * file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/utf8.h"
#include "connector/connector.h"
#include "json/write.h"

enum { WHOLE_MAX = 64 << 20, BEGINNING_MAX = 16 << 10, NAME_MAX_BYTES = 160 };

/* --- files --- */

/* The name of a call, with what a file name cannot have replaced. */
static void make_name(struct slice id, char name[static NAME_MAX_BYTES])
{
    size_t size = id.size < 128 ? id.size : 128;
    for (size_t i = 0; i < size; i++) {
        char c = id.data[i];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                        c == '_' || (c == '.' && i > 0);
        name[i] = is_plain ? c : '_';
    }
    (void)snprintf(name + size, NAME_MAX_BYTES - size, ".json");
}

/* The server may write to the directory too: never follows a link, and never writes to a file that exists. */
static int write_file(const char *directory, const char *name, struct slice text)
{
    autoclose int parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent < 0)
        return -errno;
    (void)unlinkat(parent, name, 0);
    autoclose int fd = openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    for (size_t at = 0; at < text.size;) {
        ssize_t n = write(fd, text.data + at, text.size - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            int r = n < 0 ? -errno : -EIO;
            (void)unlinkat(parent, name, 0);
            return r;
        }
        at += (size_t)n;
    }
    return 0;
}

static int save(const struct connector *connector, struct slice id, struct slice text, struct buf *ret_path)
{
    char name[NAME_MAX_BYTES];
    const char *directory = connector->params->results.data;
    make_name(id, name);
    int r = write_file(directory, name, text);
    if (r < 0) {
        log_warn("cannot write a result of %zu bytes to %s: %s", text.size, directory, strerror(-r));
        return r;
    }
    return buf_printf(ret_path, "%s/%s", directory, name);
}

static void write_file_member(struct buf *out, const struct buf *path, size_t bytes)
{
    buf_append_text(out, ",\"file\":{\"path\":");
    json_write_string(out, buf_slice(path));
    buf_printf(out, ",\"bytes\":%zu}", bytes);
}

static size_t limit_of(const struct connector *connector)
{
    enum { LIMIT_MAX = 8 << 20 }; /* of a message's 16 MiB */
    return connector->params->result_bytes < LIMIT_MAX ? (size_t)connector->params->result_bytes : LIMIT_MAX;
}

/* --- the beginning of a large result --- */

static void describe(struct buf *text, const struct mcp_content *content)
{
    static const char *const words[] = {[MCP_TEXT] = "text",
                                        [MCP_IMAGE] = "image",
                                        [MCP_AUDIO] = "audio",
                                        [MCP_RESOURCE_TEXT] = "resource",
                                        [MCP_RESOURCE_BLOB] = "resource",
                                        [MCP_LINK] = "link",
                                        [MCP_CONTENT_UNKNOWN] = "content"};
    buf_printf(text, "[%s", words[content->kind]);
    if (content->mime_type.size > 0)
        buf_printf(text, " %.*s", SLICE_ARG(utf8_cut(content->mime_type, 100)));
    if (content->uri.size > 0)
        buf_printf(text, " %.*s", SLICE_ARG(utf8_cut(content->uri, 500)));
    buf_append_char(text, ']');
}

static void write_beginning(struct buf *out, const struct mcp_result *read, size_t limit)
{
    struct buf text = BUF_LIMITED(BEGINNING_MAX + 4096);
    size_t most = limit / 2 < BEGINNING_MAX ? limit / 2 : BEGINNING_MAX;
    for (size_t i = 0; i < read->content_count && text.size < most; i++) {
        const struct mcp_content *content = &read->contents[i];
        if (i > 0)
            buf_append_char(&text, '\n');
        if (content->kind == MCP_TEXT || content->kind == MCP_RESOURCE_TEXT)
            buf_append_slice(&text, utf8_cut(content->text, text.size < most ? most - text.size : 0));
        else
            describe(&text, content);
    }
    buf_append_text(out, "[{\"type\":\"text\",\"text\":");
    json_write_string(out, utf8_cut(buf_slice(&text), most));
    buf_append_text(out, "}]");
    buf_clear(&text);
}

/* --- calls --- */

static void write_member(struct buf *out, const char *key, const yyjson_val *value)
{
    if (!value)
        return;
    buf_printf(out, ",\"%s\":", key);
    json_write_value(out, value);
}

/* An array of the result as it is; an empty one if there is none. */
static void write_array(struct buf *out, const yyjson_val *result, const char *name)
{
    const yyjson_val *array = mcp_get_array(result, name);
    if (array)
        json_write_value(out, array);
    else
        buf_append_text(out, "[]");
}

int result_write_call(const struct connector *connector, struct slice call_id, const yyjson_val *result,
                      const struct mcp_result *read, struct buf *out)
{
    struct buf whole = BUF_LIMITED(WHOLE_MAX), path = BUF_LIMITED(8192);
    buf_append_text(&whole, "{\"content\":");
    write_array(&whole, result, "content");
    write_member(&whole, "structuredContent", read->structured);
    if (read->is_error)
        buf_append_text(&whole, ",\"isError\":true");
    int r = buf_append_char(&whole, '}');
    if (r == 0 && whole.data && whole.size <= limit_of(connector)) {
        r = buf_append_slice(out, buf_slice(&whole));
    } else if (r == 0) {
        r = save(connector, call_id, buf_slice(&whole), &path);
        buf_append_text(out, "{\"content\":");
        write_beginning(out, read, limit_of(connector));
        if (read->is_error)
            buf_append_text(out, ",\"isError\":true");
        write_file_member(out, &path, whole.size);
        buf_append_char(out, '}');
    }
    buf_clear(&whole);
    buf_clear(&path);
    return r < 0 ? r : out->error;
}

/* --- prompts and resources --- */

int result_write_prompt(const yyjson_val *result, const struct mcp_result *read, struct buf *out)
{
    buf_append_text(out, "{\"messages\":");
    write_array(out, result, "messages");
    if (read->description.size > 0) {
        buf_append_text(out, ",\"description\":");
        json_write_text(out, read->description);
    }
    return buf_append_char(out, '}');
}

int result_write_read(const struct connector *connector, struct slice id, const yyjson_val *result, struct buf *out)
{
    struct buf whole = BUF_LIMITED(WHOLE_MAX), path = BUF_LIMITED(8192);
    buf_append_text(&whole, "{\"contents\":");
    write_array(&whole, result, "contents");
    int r = buf_append_char(&whole, '}');
    if (r == 0 && whole.data && whole.size <= limit_of(connector)) {
        r = buf_append_slice(out, buf_slice(&whole));
    } else if (r == 0) {
        r = save(connector, id, buf_slice(&whole), &path);
        buf_append_text(out, "{\"contents\":[]");
        write_file_member(out, &path, whole.size);
        buf_append_char(out, '}');
    }
    buf_clear(&whole);
    buf_clear(&path);
    return r < 0 ? r : out->error;
}
