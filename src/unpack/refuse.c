#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include <unistr.h>

#include "unpack/names.h"
#include "unpack/unpack.h"

/* Writes the name so that it cannot change what a terminal or a page shows: other bytes become \xNN. */
static void show(struct slice name, char text[static UNPACK_ENTRY_SIZE])
{
    enum { ROOM = 8 }; /* for an escaped character and dots */
    size_t at = 0, size = 0;
    while (at < name.size && size < UNPACK_ENTRY_SIZE - 4 * ROOM) {
        ucs4_t character = 0;
        int length = u8_mbtoucr(&character, (const uint8_t *)name.data + at, name.size - at);
        size_t bytes = length > 0 ? (size_t)length : 1;
        if (length > 0 && character != '\\' && name_may_contain(character)) {
            memcpy(text + size, name.data + at, bytes);
            size += bytes;
        } else {
            for (size_t i = 0; i < bytes; i++)
                size += (size_t)snprintf(text + size, UNPACK_ENTRY_SIZE - size, "\\x%02x",
                                         (unsigned)(unsigned char)name.data[at + i]);
        }
        at += bytes;
    }
    (void)snprintf(text + size, UNPACK_ENTRY_SIZE - size, "%s", at < name.size ? "..." : "");
}

int refuse(struct refusal *refusal, enum unpacker_refusal reason, struct slice entry, const char *format, ...)
{
    va_list arguments;
    int size = 0;
    refusal->reason = reason;
    refusal->entry[0] = refusal->sentence[0] = '\0';
    if (entry.size > 0) {
        show(entry, refusal->entry);
        size = snprintf(refusal->sentence, sizeof refusal->sentence, "\"%s\" ", refusal->entry);
    }
    va_start(arguments, format);
    (void)vsnprintf(refusal->sentence + size, sizeof refusal->sentence - (size_t)size, format, arguments);
    va_end(arguments);
    return -EBADMSG;
}
