#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yyjson.h>

static const char id_key[] = "\"id\":";
#define ID_KEY_SIZE (sizeof id_key - 1)
#define ID_SIZE (sizeof(struct id))
#define HEAD_BYTES 256 /* of a line: its method and its id are there, whatever lists are behind them */

int request_form_init(struct request_form *form, const struct options *options)
{
    const char *params = options->params;
    int size = snprintf(form->text, sizeof form->text, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\"%s%s,\"id\":000000}",
                        options->method, params ? ",\"params\":" : "", params ? params : "");

    if (size < 0 || (size_t)size + 1 >= sizeof form->text || options->line_bytes > sizeof form->text)
        return -EMSGSIZE;
    form->size = (size_t)size;
    form->id_at = form->size - 1 - ID_SIZE;
    while (form->size + 1 < options->line_bytes)
        form->text[form->size++] = ' ';
    form->text[form->size++] = '\n';
    return 0;
}

void reply_form_init(struct reply_form *form, const struct options *options)
{
    *form = (struct reply_form){
        .expect = options->expect,
        .expect_size = options->expect ? strlen(options->expect) : 0,
        .parse = options->parse,
    };
}

void id_next(struct id *id)
{
    for (size_t i = ID_SIZE; i-- > 0;) {
        if (id->digits[i] != '9') {
            id->digits[i]++;
            return;
        }
        id->digits[i] = '0';
    }
    id->digits[0] = '1';
}

void request_write(const struct request_form *form, const struct id *id, char *out)
{
    memcpy(out, form->text, form->size);
    memcpy(out + form->id_at, id->digits, ID_SIZE);
}

bool line_holds(const char *line, size_t size, const char *text, size_t text_size, size_t *at)
{
    if (*at + text_size <= size && memcmp(line + *at, text, text_size) == 0)
        return true;
    const char *found = memmem(line, size, text, text_size);
    if (!found)
        return false;
    *at = (size_t)(found - line);
    return true;
}

bool is_notification(const char *line, size_t size)
{
    static const char method[] = "\"method\":";

    if (size > HEAD_BYTES)
        size = HEAD_BYTES;
    return memmem(line, size, method, sizeof method - 1) && !memmem(line, size, id_key, ID_KEY_SIZE);
}

/* What a client does with a reply before it can use it: a document, and its id as a number. */
static bool parses(const struct id *id, const char *line, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < ID_SIZE; i++)
        number = number * 10 + (uint64_t)(id->digits[i] - '0');
    static char memory[16 * 1024]; /* one thread */
    yyjson_alc allocator;
    yyjson_alc_pool_init(&allocator, memory, sizeof memory);
    /* It writes through the pointer only in its in-situ mode. */
    yyjson_doc *document = yyjson_read_opts((char *)line, size, 0, &allocator, NULL);
    return yyjson_get_uint(yyjson_obj_get(yyjson_doc_get_root(document), "id")) == number;
}

bool reply_check(struct reply_form *form, const struct id *id, const char *line, size_t size)
{
    if (form->parse && !parses(id, line, size))
        return false;
    if (!line_holds(line, size, id_key, ID_KEY_SIZE, &form->id_at))
        return false;
    size_t digits = form->id_at + ID_KEY_SIZE;
    if (digits + ID_SIZE >= size || memcmp(line + digits, id->digits, ID_SIZE) != 0)
        return false;
    char end = line[digits + ID_SIZE];
    if (end != ',' && end != '}')
        return false;
    return !form->expect || line_holds(line, size, form->expect, form->expect_size, &form->expect_at);
}
