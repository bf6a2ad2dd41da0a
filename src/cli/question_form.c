#include "cli/question_form.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/columns.h"
#include "cli/text.h"
#include "json/format.h"
#include "json/read.h"
#include "json/write.h"

enum { FIELDS_MAX = 100, CHOICES_MAX = 1000, NUMBER_MAX = 64, SHOWN_MAX = 4096 };

enum kind { TEXT, INTEGER, NUMBER, BOOLEAN, CHOICE, CHOICES };

struct field {
    struct slice name;
    yyjson_val *schema;
    yyjson_val *choices; /* an array of strings, or of objects with `const` and `title`; or NULL */
    yyjson_val *titles;  /* enumNames; or NULL */
    enum kind kind;
    bool required;
    struct buf typed; /* the line that was accepted */
    struct buf value; /* it as JSON; empty: left out */
};

struct question_form {
    struct field *fields;
    size_t count, at;
    struct question_answer_params_content_pair pairs[FIELDS_MAX];
};

/* --- reading the schema --- */

static yyjson_val *member(const struct question_record *question, const char *name)
{
    for (size_t i = 0; question->schema_is == FIELD_SET && i < question->schema.count; i++)
        if (slice_is(question->schema.items[i].key, name))
            return (yyjson_val *)question->schema.items[i].value.value;
    return NULL;
}

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

static bool is_among(yyjson_val *list, struct slice name)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));)
        if (yyjson_is_str(item) && slice_equal(json_text(item), name))
            return true;
    return false;
}

/* A field with choices has them as enum, oneOf or anyOf; a field with several of them in its items. */
static yyjson_val *choices_of(yyjson_val *schema)
{
    static const char *const names[] = {"enum", "oneOf", "anyOf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        yyjson_val *list = yyjson_obj_get(schema, names[i]);
        if (yyjson_arr_size(list) > 0 && yyjson_arr_size(list) <= CHOICES_MAX)
            return list;
    }
    return NULL;
}

static void read_field(struct field *field)
{
    struct slice type = text_of(field->schema, "type");
    bool several = slice_is(type, "array");
    field->choices = choices_of(several ? yyjson_obj_get(field->schema, "items") : field->schema);
    field->titles = yyjson_obj_get(field->schema, "enumNames");
    field->kind = several                     ? CHOICES
                  : field->choices            ? CHOICE
                  : slice_is(type, "integer") ? INTEGER
                  : slice_is(type, "number")  ? NUMBER
                  : slice_is(type, "boolean") ? BOOLEAN
                                              : TEXT;
    field->typed = field->value = (struct buf)BUF_LIMITED((size_t)8 * QUESTION_LINE_MAX);
}

int question_form_new(const struct question_record *question, struct question_form **ret_form)
{
    yyjson_val *properties = member(question, "properties"), *required = member(question, "required"), *name;
    size_t count = yyjson_obj_size(properties);
    if ((properties && !yyjson_is_obj(properties)) || count > FIELDS_MAX)
        return -EINVAL;
    struct question_form *form = calloc(1, sizeof *form);
    struct field *fields = calloc(count + 1, sizeof *fields);
    if (!form || !fields) {
        free(form);
        free(fields);
        return -ENOMEM;
    }
    form->fields = fields;
    yyjson_obj_iter iter = yyjson_obj_iter_with(properties);
    while ((name = yyjson_obj_iter_next(&iter))) {
        struct field *field = &fields[form->count++];
        field->name = json_text(name);
        field->schema = yyjson_obj_iter_get_val(name);
        field->required = is_among(required, field->name);
        read_field(field);
    }
    *ret_form = form;
    return 0;
}

struct question_form *question_form_free(struct question_form *form)
{
    for (size_t i = 0; form && i < form->count; i++) {
        buf_clear(&form->fields[i].typed);
        buf_clear(&form->fields[i].value);
    }
    if (form)
        free(form->fields);
    free(form);
    return NULL;
}

bool question_form_is_done(const struct question_form *form)
{
    return form->at == form->count;
}

/* --- choices --- */

static struct slice choice_value(yyjson_val *choice)
{
    return yyjson_is_obj(choice) ? text_of(choice, "const") : yyjson_is_str(choice) ? json_text(choice) : SLICE("");
}

static struct slice choice_title(const struct field *field, size_t index)
{
    yyjson_val *choice = yyjson_arr_get(field->choices, index), *title = yyjson_arr_get(field->titles, index);
    if (yyjson_is_obj(choice))
        return text_of(choice, "title");
    return yyjson_is_str(title) ? json_text(title) : SLICE("");
}

static bool is_same(struct slice a, struct slice b)
{
    return a.size > 0 && a.size == b.size && strncasecmp(a.data, b.data, a.size) == 0;
}

/* A number, a value or a title. Returns -EINVAL. */
static int find_choice(const struct field *field, struct slice word, size_t *ret_index)
{
    char text[NUMBER_MAX];
    int64_t number = 0;
    size_t count = yyjson_arr_size(field->choices);
    (void)snprintf(text, sizeof text, "%.*s", SLICE_ARG(word));
    for (size_t i = 0; i < count; i++)
        if (is_same(choice_value(yyjson_arr_get(field->choices, i)), word) || is_same(choice_title(field, i), word)) {
            *ret_index = i;
            return 0;
        }
    if (word.size >= sizeof text || text_parse_count(text, (int64_t)count, &number) < 0 || number < 1)
        return -EINVAL;
    *ret_index = (size_t)number - 1;
    return 0;
}

/* --- what is shown --- */

static void append_line(struct buf *out, const char *indent, struct slice text)
{
    columns_wrap(out, text, indent, COLUMNS_ANY);
}

static void append_choices(struct buf *out, const struct field *field)
{
    for (size_t i = 0; i < yyjson_arr_size(field->choices); i++) {
        struct slice value = choice_value(yyjson_arr_get(field->choices, i)), title = choice_title(field, i);
        (void)buf_printf(out, "  %zu  ", i + 1);
        (void)columns_append(out, value, SHOWN_MAX);
        if (title.size > 0 && !slice_equal(title, value)) {
            (void)buf_append_text(out, ": ");
            (void)columns_append(out, title, SHOWN_MAX);
        }
        (void)buf_append_char(out, '\n');
    }
}

static void append_type(struct buf *out, const struct field *field)
{
    size_t count = yyjson_arr_size(field->choices);
    struct slice format = text_of(field->schema, "format");
    if (field->kind == CHOICE)
        (void)buf_printf(out, "1-%zu", count);
    else if (field->kind == CHOICES && count > 0)
        (void)buf_printf(out, "1-%zu, several with commas", count);
    else if (field->kind == CHOICES)
        (void)buf_append_text(out, "several with commas");
    else if (field->kind == BOOLEAN)
        (void)buf_append_text(out, "y or n");
    else if (field->kind == INTEGER)
        (void)buf_append_text(out, "a whole number");
    else if (field->kind == NUMBER)
        (void)buf_append_text(out, "a number");
    else if (format.size > 0)
        (void)columns_append(out, format, 32);
    else
        (void)buf_append_text(out, "text");
    (void)buf_append_text(out, field->required ? "" : ", optional");
}

static void append_default(struct buf *out, const struct field *field)
{
    yyjson_val *value = yyjson_obj_get(field->schema, "default");
    struct buf text = BUF_LIMITED((size_t)8 * QUESTION_LINE_MAX);
    if (field->value.size > 0)
        (void)buf_append_slice(&text, buf_slice(&field->typed));
    else if (yyjson_is_bool(value))
        (void)buf_append_text(&text, yyjson_get_bool(value) ? "y" : "n");
    else if (yyjson_is_str(value))
        (void)buf_append_slice(&text, json_text(value));
    else if (value)
        (void)json_write_value(&text, value);
    if (text.size > 0) {
        (void)buf_append_text(out, " [");
        (void)columns_append(out, buf_slice(&text), 60);
        (void)buf_append_char(out, ']');
    }
    buf_clear(&text);
}

void question_form_prompt(const struct question_form *form, struct buf *out)
{
    const struct field *field = &form->fields[form->at];
    struct slice title = text_of(field->schema, "title"), about = text_of(field->schema, "description");
    if (about.size > 0)
        append_line(out, "  ", about);
    append_choices(out, field);
    (void)columns_append(out, title.size > 0 ? title : field->name, SHOWN_MAX);
    (void)buf_append_text(out, " (");
    append_type(out, field);
    (void)buf_append_char(out, ')');
    append_default(out, field);
    (void)buf_append_text(out, " > ");
}

/* --- what is typed --- */

static int64_t bound_of(const struct field *field, const char *name, int64_t otherwise)
{
    int64_t bound = 0;
    yyjson_val *value = yyjson_obj_get(field->schema, name);
    return value && json_integer(value, &bound) == 0 ? bound : otherwise;
}

/* The daemon checks them as well. */
static const char *check_format(const struct field *field, struct slice line)
{
    static const struct {
        const char *format, *problem;
        bool (*fits)(struct slice text);
    } formats[] = {
        {"email", "this must be an email address", format_is_email},
        {"uri", "this must be a URI, such as https://example.org", format_is_uri},
        {"date", "this must be a date, such as 2026-07-28", format_is_date},
        {"date-time", "this must be a time, such as 2026-07-28T12:00:00Z", format_is_date_time},
    };
    struct slice format = text_of(field->schema, "format");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (slice_is(format, formats[i].format) && !formats[i].fits(line))
            return formats[i].problem;
    return NULL;
}

static int take_text(const struct field *field, struct slice line, struct buf *out, char *problem)
{
    int64_t size = (int64_t)text_width(line), least = bound_of(field, "minLength", 0),
            most = bound_of(field, "maxLength", INT64_MAX);
    if (size < least)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "at least %" PRId64 " characters are required", least), -EINVAL;
    if (size > most)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "at most %" PRId64 " characters are possible", most), -EINVAL;
    const char *wrong = check_format(field, line);
    if (wrong)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "%s", wrong), -EINVAL;
    return json_write_string(out, line);
}

static double limit_of(const struct field *field, const char *name, double otherwise)
{
    yyjson_val *value = yyjson_obj_get(field->schema, name);
    if (value)
        (void)json_number(value, &otherwise);
    return otherwise;
}

static int take_number(const struct field *field, struct slice line, struct buf *out, char *problem)
{
    char text[NUMBER_MAX];
    yyjson_val parsed = {0};
    double least = limit_of(field, "minimum", -INFINITY), most = limit_of(field, "maximum", INFINITY);
    (void)snprintf(text, sizeof text, "%.*s", SLICE_ARG(line));
    /* Not strtod(), which depends on the locale. */
    const char *end = line.size < sizeof text ? yyjson_read_number(text, &parsed, 0, NULL, NULL) : NULL;
    double number = end ? yyjson_get_num(&parsed) : 0;
    if (!end || *end != '\0' || (field->kind == INTEGER && number != floor(number)))
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "this must be a %snumber",
                        field->kind == INTEGER ? "whole " : ""),
               -EINVAL;
    if (number < least)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "this must be at least %g", least), -EINVAL;
    if (number > most)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "this must be at most %g", most), -EINVAL;
    return buf_append_slice(out, line); /* digit for digit */
}

static int take_boolean(struct slice line, struct buf *out, char *problem)
{
    static const char *const yes[] = {"y", "yes", "true"}, *const no[] = {"n", "no", "false"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        if (is_same(line, slice_of(yes[i])))
            return buf_append_text(out, "true");
        if (is_same(line, slice_of(no[i])))
            return buf_append_text(out, "false");
    }
    return snprintf(problem, QUESTION_PROBLEM_SIZE, "this must be y or n"), -EINVAL;
}

static int take_choice(const struct field *field, struct slice word, struct buf *out, char *problem)
{
    size_t index = 0;
    if (find_choice(field, word, &index) < 0)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "this must be a number from 1 to %zu",
                        yyjson_arr_size(field->choices)),
               -EINVAL;
    yyjson_val *choice = yyjson_arr_get(field->choices, index);
    return json_write_value(out, yyjson_is_obj(choice) ? yyjson_obj_get(choice, "const") : choice);
}

static int take_choices(const struct field *field, struct slice line, struct buf *out, char *problem)
{
    size_t count = 0;
    int r = buf_append_char(out, '[');
    while (r == 0 && line.size > 0) {
        const char *comma = memchr(line.data, ',', line.size);
        size_t size = comma ? (size_t)(comma - line.data) : line.size;
        struct slice word = slice_trim((struct slice){line.data, size}, SLICE_BLANKS);
        line = (struct slice){line.data + size, line.size - size};
        if (line.size > 0)
            line = (struct slice){line.data + 1, line.size - 1};
        (void)buf_append_text(out, count++ > 0 ? "," : "");
        r = field->choices ? take_choice(field, word, out, problem) : json_write_string(out, word);
    }
    int64_t least = bound_of(field, "minItems", 0), most = bound_of(field, "maxItems", INT64_MAX);
    if (r == 0 && (int64_t)count < least)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "choose at least %" PRId64, least), -EINVAL;
    if (r == 0 && (int64_t)count > most)
        return snprintf(problem, QUESTION_PROBLEM_SIZE, "choose at most %" PRId64, most), -EINVAL;
    return r == 0 ? buf_append_char(out, ']') : r;
}

static int take_value(const struct field *field, struct slice line, struct buf *out, char *problem)
{
    switch (field->kind) {
    case CHOICE:
        return take_choice(field, line, out, problem);
    case CHOICES:
        return take_choices(field, line, out, problem);
    case BOOLEAN:
        return take_boolean(line, out, problem);
    case INTEGER:
    case NUMBER:
        return take_number(field, line, out, problem);
    case TEXT:
        break;
    }
    return take_text(field, line, out, problem);
}

int question_form_take(struct question_form *form, struct slice line, char ret_problem[static QUESTION_PROBLEM_SIZE])
{
    struct field *field = &form->fields[form->at];
    struct buf value = BUF_LIMITED((size_t)8 * QUESTION_LINE_MAX);
    line = slice_trim(line, SLICE_BLANKS);
    if (line.size == 0) {
        bool has = field->value.size > 0 || yyjson_obj_get(field->schema, "default") || !field->required;
        if (!has)
            return snprintf(ret_problem, QUESTION_PROBLEM_SIZE, "this is required; Ctrl-C cancels"), -EINVAL;
        form->at++;
        return 0;
    }
    if (!text_is_utf8(line))
        return snprintf(ret_problem, QUESTION_PROBLEM_SIZE, "this is not UTF-8 text"), -EINVAL;
    int r = take_value(field, line, &value, ret_problem);
    if (r < 0) {
        buf_clear(&value);
        if (r != -EINVAL)
            (void)snprintf(ret_problem, QUESTION_PROBLEM_SIZE, "this is too long");
        return -EINVAL;
    }
    buf_reset(&field->typed, 0);
    (void)buf_append_slice(&field->typed, line);
    buf_clear(&field->value);
    field->value = value;
    form->at++;
    return 0;
}

void question_form_return(struct question_form *form, const char *message)
{
    form->at = 0;
    for (size_t i = 0; i < form->count; i++)
        if (memmem(message, strlen(message), form->fields[i].name.data, form->fields[i].name.size)) {
            form->at = i;
            return;
        }
}

struct question_answer_params_content question_form_content(struct question_form *form)
{
    size_t count = 0;
    for (size_t i = 0; i < form->count; i++)
        if (form->fields[i].value.size > 0)
            form->pairs[count++] = (struct question_answer_params_content_pair){
                .key = form->fields[i].name, .value = {.text = buf_slice(&form->fields[i].value)}};
    return (struct question_answer_params_content){form->pairs, count};
}
