/* The language of the test worker. A prompt is a script: statements, separated by semicolons (outside of double quotes)
 * or newlines.
 *
 *     say TEXT                 one message of type content_block_delta with {"text": TEXT}
 *     message TYPE JSON        one message
 *     events N [SIZE]          N messages, as fast as it is allowed to; each with SIZE bytes of text
 *     flood N [SIZE]           the same, without waiting when it is told to pause
 *     rate N PER_SECOND [SIZE] the same, so many a second
 *     again                    the last message once more, with the same sequence
 *     hole                     a message whose sequence leaves one out; what comes back is said
 *     progress PERCENT [TEXT]
 *     usage IN OUT             the tokens of the result
 *     hold                     until it is asked to stop; then it is cancelled
 *     hold deaf                only a kill helps
 *     hold complete            when it is asked to stop, it completes
 *     hold fail                when it is asked to stop, it fails
 *     hold PATH                when it is asked to stop, it waits for a line from this FIFO, then it is cancelled
 *     read PATH                goes on when a line, or the end, comes from this FIFO
 *     late PATH                the same, in the state `starting`: only as the first statement
 *     permission, resume       waits for a permission, goes on
 *     fail REASON MESSAGE      ends as failed
 *     done [TEXT]              ends as completed; so does the end of the script, with what was said last
 *     refuse [TEXT]            it cannot even be started: only as the first statement
 *
 * Whatever is none of these is said back, and completes the task. */
#include <string.h>

#include "worker.h"

static const char *const verbs[] = {
    [VERB_SAY] = "say",
    [VERB_MESSAGE] = "message",
    [VERB_EVENTS] = "events",
    [VERB_FLOOD] = "flood",
    [VERB_RATE] = "rate",
    [VERB_AGAIN] = "again",
    [VERB_HOLE] = "hole",
    [VERB_PROGRESS] = "progress",
    [VERB_USAGE] = "usage",
    [VERB_HOLD] = "hold",
    [VERB_READ] = "read",
    [VERB_LATE] = "late",
    [VERB_PERMISSION] = "permission",
    [VERB_RESUME] = "resume",
    [VERB_FAIL] = "fail",
    [VERB_REFUSE] = "refuse",
    [VERB_DONE] = "done",
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && is_blank(text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && is_blank(text.data[text.size - 1]))
        text.size--;
    return text;
}

struct slice script_word(struct slice *rest)
{
    *rest = trimmed(*rest);
    struct slice word = {rest->data, 0};
    while (word.size < rest->size && !is_blank(rest->data[word.size]))
        word.size++;
    *rest = trimmed((struct slice){rest->data + word.size, rest->size - word.size});
    return word;
}

int64_t script_number(struct slice *rest, int64_t absent)
{
    struct slice word = script_word(rest);
    int64_t number = 0;
    for (size_t i = 0; i < word.size && i < 18; i++)
        if (word.data[i] >= '0' && word.data[i] <= '9')
            number = 10 * number + (word.data[i] - '0');
    return word.size > 0 ? number : absent;
}

static struct slice take_line(struct slice *script)
{
    bool quoted = false;
    size_t size = 0;
    while (size < script->size && script->data[size] != '\n' && (quoted || script->data[size] != ';')) {
        quoted ^= script->data[size] == '"';
        size++;
    }
    struct slice line = {script->data, size};
    size_t taken = size < script->size ? size + 1 : size;
    *script = (struct slice){script->data + taken, script->size - taken};
    return trimmed(line);
}

struct statement script_next(struct slice *script)
{
    struct slice line = {NULL, 0};
    while (line.size == 0 && script->size > 0)
        line = take_line(script);
    if (line.size == 0)
        return (struct statement){.verb = VERB_END};
    struct slice rest = line, word = script_word(&rest);
    for (unsigned i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (slice_is(word, verbs[i]))
            return (struct statement){i, rest};
    return (struct statement){VERB_ECHO, line};
}
