#include "cli/terminal_keys.h"

/* A program may have asked the terminal for unambiguous keys; then Ctrl-\ is a sequence, in one of two ways. */
static const struct slice prefixes[] = {
    SLICE_INIT("\034"),
    SLICE_INIT("\033[92;5u"),
    SLICE_INIT("\033[27;5;92~"),
};

static struct slice prefix_of(struct slice pressed)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (slice_starts_with(pressed, prefixes[i]))
            return prefixes[i];
    return (struct slice){0};
}

static struct slice behind(struct slice text, size_t size)
{
    return (struct slice){text.data + size, text.size - size};
}

bool terminal_keys_take(struct terminal_keys *keys, struct slice pressed, struct buf *out)
{
    while (pressed.size > 0) {
        struct slice prefix = prefix_of(pressed), first = keys->first;
        keys->first = (struct slice){0};
        if (first.size > 0 && pressed.data[0] == 'd')
            return true;
        if (first.size > 0)
            (void)buf_append_slice(out, first);
        if (prefix.size > 0 && first.size == 0)
            keys->first = prefix;
        if (prefix.size == 0)
            (void)buf_append_char(out, pressed.data[0]);
        pressed = behind(pressed, prefix.size > 0 ? prefix.size : 1);
    }
    return false;
}
