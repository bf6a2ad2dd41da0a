#include "agent/expand.h"

#include <string.h>

enum { WORDS = 9, NAME_MAX_BYTES = 128 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && is_blank(text.data[0]))
        text = (struct slice){text.data + 1, text.size - 1};
    while (text.size > 0 && is_blank(text.data[text.size - 1]))
        text.size--;
    return text;
}

static bool is_name(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] == '/' || (unsigned char)name.data[i] < ' ')
            return false;
    return name.size > 0 && name.size <= NAME_MAX_BYTES;
}

bool expand_is_command(struct slice prompt, struct slice *ret_name, struct slice *ret_arguments)
{
    prompt = trimmed(prompt);
    if (prompt.size < 2 || prompt.data[0] != '/')
        return false;
    struct slice name = {prompt.data + 1, 0};
    while (name.size + 1 < prompt.size && !is_blank(name.data[name.size]))
        name.size++;
    if (!is_name(name))
        return false;
    *ret_name = name;
    *ret_arguments = trimmed((struct slice){name.data + name.size, prompt.size - 1 - name.size});
    return true;
}

/* --- arguments --- */

struct slice expand_next_word(struct slice *rest)
{
    *rest = trimmed(*rest);
    bool quoted = rest->size > 1 && (rest->data[0] == '"' || rest->data[0] == '\'');
    const char *end = quoted ? memchr(rest->data + 1, rest->data[0], rest->size - 1) : NULL;
    struct slice word = {rest->data, 0};
    size_t taken;
    if (end) {
        word = (struct slice){rest->data + 1, (size_t)(end - rest->data - 1)};
        taken = word.size + 2;
    } else {
        while (word.size < rest->size && !is_blank(word.data[word.size]))
            word.size++;
        taken = word.size;
    }
    *rest = (struct slice){rest->data + taken, rest->size - taken};
    return word;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int expand_command(struct buf *out, struct slice text, struct slice arguments)
{
    static const struct slice all = SLICE_INIT("$ARGUMENTS");
    struct slice words[WORDS] = {{0}}, rest = arguments;
    bool used = false;
    for (size_t i = 0; i < WORDS && trimmed(rest).size > 0; i++)
        words[i] = expand_next_word(&rest);
    text = trimmed(text);
    for (size_t i = 0; i < text.size; i++) {
        struct slice left = {text.data + i, text.size - i};
        bool numbered = left.size > 1 && left.data[0] == '$' && left.data[1] >= '1' && is_digit(left.data[1]) &&
                        (left.size == 2 || !is_digit(left.data[2]));
        if (slice_starts_with(left, all)) {
            (void)buf_append_slice(out, arguments);
            i += all.size - 1;
        } else if (numbered) {
            (void)buf_append_slice(out, words[left.data[1] - '1']);
            i++;
        } else {
            (void)buf_append_char(out, text.data[i]);
            continue;
        }
        used = true;
    }
    if (!used && arguments.size > 0)
        (void)buf_printf(out, "\n\nARGUMENTS: %.*s", SLICE_ARG(arguments));
    return out->error;
}

int expand_skill(struct buf *out, struct slice name, struct slice path, struct slice text, struct slice arguments)
{
    const char *slash = memrchr(path.data, '/', path.size);
    struct slice folder = {path.data, slash ? (size_t)(slash - path.data) : 0};
    (void)buf_printf(out, "The user wants you to use the skill %.*s. Its files are in %.*s. It says:\n\n",
                     SLICE_ARG(name), SLICE_ARG(folder));
    return expand_command(out, text, arguments);
}
