#include "cli/pretty.h"

#include <string.h>
#include <yyjson.h>

#include "base/buf.h"
#include "cli/text.h"
#include "json/read.h"
#include "json/write.h"

enum { INDENT = 2, LIMIT = 256 << 20 };

const char pretty_bold[] = "\033[1m", pretty_dim[] = "\033[2m", pretty_red[] = "\033[31m", pretty_green[] = "\033[32m",
           pretty_yellow[] = "\033[33m", pretty_blue[] = "\033[34m", pretty_magenta[] = "\033[35m",
           pretty_cyan[] = "\033[36m", pretty_off[] = "\033[0m";

struct printer {
    struct buf out;
    bool indented, color;
};

static void new_line(struct printer *printer, int depth)
{
    if (printer->indented)
        buf_printf(&printer->out, "\n%*s", depth * INDENT, "");
}

static void write_scalar(struct printer *printer, const yyjson_val *value, const char *color)
{
    struct buf text = BUF_LIMITED(LIMIT);
    json_write_value(&text, value);
    buf_append_text(&printer->out, pretty_if(printer->color, color));
    text_append(&printer->out, buf_slice(&text));
    buf_append_text(&printer->out, pretty_if(printer->color, pretty_off));
    buf_clear(&text);
}

static void write_value(struct printer *printer, yyjson_val *value, int depth);

static void write_object(struct printer *printer, yyjson_val *object, int depth)
{
    yyjson_obj_iter iter = yyjson_obj_iter_with(object);
    const char *separator = "{";
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)); separator = ",") {
        buf_append_text(&printer->out, separator);
        new_line(printer, depth + 1);
        write_scalar(printer, key, pretty_cyan);
        buf_append_text(&printer->out, printer->indented ? ": " : ":");
        write_value(printer, yyjson_obj_iter_get_val(key), depth + 1);
    }
    if (*separator == ',')
        new_line(printer, depth);
    buf_append_text(&printer->out, *separator == ',' ? "}" : "{}");
}

static void write_array(struct printer *printer, yyjson_val *array, int depth)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(array);
    const char *separator = "[";
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = ",") {
        buf_append_text(&printer->out, separator);
        new_line(printer, depth + 1);
        write_value(printer, item, depth + 1);
    }
    if (*separator == ',')
        new_line(printer, depth);
    buf_append_text(&printer->out, *separator == ',' ? "]" : "[]");
}

static void write_value(struct printer *printer, yyjson_val *value, int depth)
{
    if (unsafe_yyjson_is_obj(value))
        write_object(printer, value, depth);
    else if (unsafe_yyjson_is_arr(value))
        write_array(printer, value, depth);
    else
        write_scalar(printer, value, unsafe_yyjson_is_str(value) ? pretty_green : pretty_yellow);
}

static void print(FILE *out, yyjson_val *value, bool indented, bool color)
{
    struct printer printer = {.out = BUF_LIMITED(LIMIT), .indented = indented, .color = color};
    write_value(&printer, value, 0);
    buf_append_char(&printer.out, '\n');
    (void)fwrite(printer.out.data, 1, printer.out.size, out);
    buf_clear(&printer.out);
}

void pretty_print_text(FILE *out, const char *json, bool indented, bool color)
{
    struct json_large *parsed = NULL;
    struct json_error error;
    if (!indented && !color) {
        text_write(
            out,
            slice_of(
                json)); /* text_append() escapes only characters inside of strings, with escapes that JSON has too */
        (void)fputc('\n', out);
        return;
    }
    if (json_read_large(LIMIT, slice_of(json), &parsed, &error) == 0)
        print(out, json_large_root(parsed), indented, color);
    json_large_free(parsed);
}
