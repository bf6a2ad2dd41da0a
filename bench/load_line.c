#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

static const char id_key[] = "\"id\":";
#define ID_KEY_SIZE (sizeof id_key - 1)
#define ID_SIZE (sizeof(struct id))
#define HEAD_BYTES 256 /* at the start of a line, which has the method and the id */

/* Takes `text`, even on failure. */
static int exchange_init(struct exchange *exchange, char *text, const char *expect, const struct options *options)
{
    *exchange = (struct exchange){.text = text, .size = strlen(text), .parse = options->parse};
    exchange->expect = expect ? strdup(expect) : NULL;
    if (expect && !exchange->expect)
        return -ENOMEM;
    exchange->expect_size = expect ? strlen(expect) : 0;
    for (char *at = text; (at = strstr(at, ID_MARK)); at += ID_SIZE) {
        if (exchange->id_places == ID_PLACES_MAX)
            return -E2BIG;
        exchange->id_at[exchange->id_places++] = (size_t)(at - text);
    }
    return exchange->id_places > 0 ? 0 : -EINVAL;
}

static int traffic_add(struct traffic *traffic, const char *request, const char *expect, const struct options *options)
{
    size_t size = strlen(request), padded = options->line_bytes > size + 1 ? options->line_bytes : size + 1;
    struct exchange *grown = realloc(traffic->exchanges, (traffic->count + 1) * sizeof *grown);
    if (!grown)
        return -ENOMEM;
    traffic->exchanges = grown;
    if (padded > LINE_BYTES_MAX)
        return -EMSGSIZE;
    char *text = malloc(padded + 1);
    if (!text)
        return -ENOMEM;
    memcpy(text, request, size);
    memset(text + size, ' ', padded - 1 - size);
    memcpy(text + padded - 1, "\n", 2);
    if (traffic->longest < padded)
        traffic->longest = padded;
    return exchange_init(&grown[traffic->count++], text, expect, options);
}

static int add_method(struct traffic *traffic, const struct options *options)
{
    char text[LINE_BYTES_MAX];
    const char *params = options->params;
    int size = snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\"%s%s,\"id\":" ID_MARK "}",
                        options->method, params ? ",\"params\":" : "", params ? params : "");

    if (size < 0 || (size_t)size >= sizeof text)
        return -EMSGSIZE;
    return traffic_add(traffic, text, options->expect, options);
}

static int add_file(struct traffic *traffic, FILE *file, const struct options *options)
{
    char *line = NULL;
    size_t room = 0;
    int r = 0;

    for (ssize_t size; r == 0 && (size = getline(&line, &room, file)) > 0;) {
        char *tab = strchr(line, '\t');
        if (!tab || line[size - 1] != '\n') {
            r = -EINVAL;
            break;
        }
        *tab = line[size - 1] = '\0';
        r = traffic_add(traffic, tab + 1, line, options);
    }
    free(line);
    return r < 0 || traffic->count > 0 ? r : -ENODATA;
}

int traffic_init(struct traffic *traffic, const struct options *options)
{
    *traffic = (struct traffic){.count = 0};
    if (!options->traffic)
        return add_method(traffic, options);
    FILE *file = fopen(options->traffic, "re");
    if (!file)
        return -errno;
    int r = add_file(traffic, file, options);
    (void)fclose(file);
    return r;
}

void traffic_clear(struct traffic *traffic)
{
    for (size_t i = 0; i < traffic->count; i++) {
        free(traffic->exchanges[i].text);
        free(traffic->exchanges[i].expect);
    }
    free(traffic->exchanges);
    *traffic = (struct traffic){.count = 0};
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

void request_write(const struct exchange *exchange, const struct id *id, char *out)
{
    memcpy(out, exchange->text, exchange->size);
    for (unsigned i = 0; i < exchange->id_places; i++)
        memcpy(out + exchange->id_at[i], id->digits, ID_SIZE);
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

/* Does what a client must do with a reply: parses it, and converts its id to a number. */
static bool parses(const struct id *id, const char *line, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < ID_SIZE; i++)
        number = number * 10 + (uint64_t)(id->digits[i] - '0');
    static char memory[16 * 1024]; /* used by one thread only */
    yyjson_alc allocator;
    yyjson_alc_pool_init(&allocator, memory, sizeof memory);
    /* yyjson writes through the pointer only in its in-situ mode. */
    yyjson_doc *document = yyjson_read_opts((char *)line, size, 0, &allocator, NULL);
    return yyjson_get_uint(yyjson_obj_get(yyjson_doc_get_root(document), "id")) == number;
}

bool reply_check(struct exchange *exchange, const struct id *id, const char *line, size_t size)
{
    if (exchange->parse && !parses(id, line, size))
        return false;
    if (!line_holds(line, size, id_key, ID_KEY_SIZE, &exchange->reply_id_at))
        return false;
    size_t digits = exchange->reply_id_at + ID_KEY_SIZE;
    if (digits + ID_SIZE >= size || memcmp(line + digits, id->digits, ID_SIZE) != 0)
        return false;
    char end = line[digits + ID_SIZE];
    if (end != ',' && end != '}')
        return false;
    return !exchange->expect || line_holds(line, size, exchange->expect, exchange->expect_size, &exchange->expect_at);
}
