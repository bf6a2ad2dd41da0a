/* Turns what an MCP server returns into what a model reads: text, and images in the formats that models accept. Does no
 * I/O. Everything comes from the server and may be hostile. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "base/slice.h"
#include "tools/tool.h"

enum {
    MCP_CONTENT_IMAGES_MAX = 10,
    MCP_CONTENT_IMAGE_MAX = 5 << 20, /* characters of base64, the limit of the providers */
    MCP_CONTENT_TEXT_MAX = 24 << 20,
};

struct mcp_content_read {
    struct buf text;
    struct tool_image images[MCP_CONTENT_IMAGES_MAX]; /* refer to the values that were read */
    size_t image_count;
};

/* Initializes *read with the text and images of content blocks. Other blocks are described in a line. An image that a
 * provider would reject (another format, invalid base64) is described as well: it would make every later request of the
 * conversation fail. */
void mcp_content_read(struct mcp_content_read *read, yyjson_val *blocks);
/* The same for the contents of a resource. */
void mcp_content_read_resource(struct mcp_content_read *read, yyjson_val *contents);
void mcp_content_clear(struct mcp_content_read *read);
/* Adds one more block. */
void mcp_content_add(struct mcp_content_read *read, yyjson_val *block);

/* Writes text of another party so that it cannot pose as anything else: between two lines with a mark that the text
 * does not contain. `what` names it. */
int mcp_content_fence(struct buf *out, struct slice what, struct slice text);
