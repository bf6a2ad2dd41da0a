/* Fuzzes the input of weir-broker from untrusted peers. The first line is a target, followed by header fields
 * up to an empty line, and a body. The body is parsed as a request and as a provider's answer, all at once and
 * in pieces, which must give the same result. */
#include "fuzz.h"

#include "broker/http.h"
#include "broker/names.h"
#include "broker/usage.h"

static struct slice take_line(struct slice *text)
{
    const char *end = text->size > 0 ? memchr(text->data, '\n', text->size) : NULL;
    struct slice line = {text->data, end ? (size_t)(end - text->data) : text->size};
    size_t used = line.size + (end ? 1 : 0);
    *text = (struct slice){text->data + used, text->size - used};
    return line;
}

/* An accepted target is a single line, and stays below the provider's URL when it is appended to it. */
static void check_target(struct slice line)
{
    struct target target;
    if (line.size == 0 || target_read(line, &target) < 0)
        return;
    must(target.service.size + target.path.size + target.query.size + 1 == line.size);
    must(target.path.size > 1 && target.path.data[0] == '/');
    must(target.path.data && !memmem(target.path.data, target.path.size, "/../", 4) &&
         !memmem(target.path.data, target.path.size, "//", 2));
    for (size_t i = 0; i < line.size; i++)
        must((unsigned char)line.data[i] > ' ' && (unsigned char)line.data[i] < 127);
    for (int format = 0; format < 2; format++) {
        const struct endpoint *found = endpoint_find((enum broker_provider_format)format, SLICE("POST"), target.path);
        must(!found || target.path.size < 64);
    }
}

static void check_head(struct head *head)
{
    must(head->count <= HEAD_FIELDS_MAX && !(head->has_length && head->has_encoding));
    for (size_t i = 0; i < head->count; i++) {
        struct slice name = head->fields[i].name, value = head->fields[i].value;
        for (size_t at = 0; at < value.size; at++)
            must(value.data[at] != '\r' && value.data[at] != '\n' && value.data[at] != '\0');
        must(name.size > 0 && !memchr(name.data, ':', name.size) && !memchr(name.data, '\n', name.size));
        if (head_goes_up(head, name, SLICE("x-key")))
            must(!head_name_is(name, SLICE("x-key")) && !head_name_is(name, SLICE("authorization")));
        (void)head_goes_down(head, name);
    }
}

static void check_ask(struct slice body)
{
    static const struct endpoint endpoint = {.method = "POST", .path = "/messages", .cost = ENDPOINT_OUTPUT};
    const char *problem = NULL;
    struct ask ask;
    if (ask_read(&endpoint, body, &ask, &problem) < 0) {
        must(problem);
        return;
    }
    must(ask.input_tokens >= 0 && ask.output_tokens >= 0 && ask.output_tokens <= ASK_TOKENS_MAX);
    must(memchr(ask.model, '\0', sizeof ask.model));
}

static void check_usage(struct slice body, enum broker_provider_format format, bool streams)
{
    struct usage whole, pieces;
    usage_init(&whole, format, streams);
    usage_init(&pieces, format, streams);
    usage_feed(&whole, body);
    for (size_t at = 0, size; at < body.size; at += size) {
        size = 1 + (unsigned char)body.data[at] % 5;
        if (size > body.size - at)
            size = body.size - at;
        usage_feed(&pieces, (struct slice){body.data + at, size});
    }
    usage_end(&whole);
    usage_end(&pieces);
    must(whole.has_input == pieces.has_input && whole.has_output == pieces.has_output);
    must(whole.input == pieces.input && whole.output == pieces.output && whole.finished == pieces.finished);
    must(whole.input >= 0 && whole.input <= ASK_TOKENS_MAX && whole.output >= 0 && whole.output <= ASK_TOKENS_MAX);
    usage_clear(&whole);
    usage_clear(&pieces);
}

static void check_names(struct slice body)
{
    struct arena arena = ARENA_LIMITED(NAMES_ARENA_MAX);
    struct names names = {0};
    if (names_read(&arena, body, &names) == 0)
        must(names.count <= NAMES_MAX);
    for (size_t i = 0; i < names.count; i++)
        must(names.items[i].name.size > 0 && !memchr(names.items[i].name.data, '\n', names.items[i].name.size));
    arena_clear(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size};
    struct head head = {0};
    check_target(take_line(&text));
    for (struct slice line; (line = take_line(&text)).size > 0;) {
        const char *colon = memchr(line.data, ':', line.size);
        struct slice name = {line.data, colon ? (size_t)(colon - line.data) : line.size};
        struct slice value = colon ? (struct slice){colon + 1, line.size - name.size - 1} : SLICE("");
        if (head_add(&head, name, value) < 0)
            break;
    }
    check_head(&head);
    check_ask(text);
    check_names(text);
    for (int i = 0; i < 4; i++)
        check_usage(text, (enum broker_provider_format)(i & 1), i & 2);
    return 0;
}
