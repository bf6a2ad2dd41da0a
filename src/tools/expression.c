#include "tools/expression.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { PATTERN_MAX = 8192 };

/* The state of the translation. */
struct reading {
    const char *at; /* terminated by NUL */
    struct buf out;
    bool ignore_case;
    const char *problem; /* why the translation fails; else NULL */
};

/* --- […] --- */

/* In POSIX brackets a backslash is literal, ] must be first and - last. */
struct class
{
    struct buf items;
    bool bracket, dash, hat;
};

static void add_to_class(struct class *class, char c)
{
    if (c == ']')
        class->bracket = true;
    else if (c == '-')
        class->dash = true;
    else if (c == '^')
        class->hat = true;
    else
        (void)buf_append_char(&class->items, c);
}

static void escape_in_class(struct reading *reading, struct class *class)
{
    char c = *reading->at++;
    const char *named = c == 'd'   ? "0-9"
                        : c == 'w' ? "[:alnum:]_"
                        : c == 's' ? "[:space:]"
                        : c == 't' ? "\t"
                        : c == 'n' ? "\n"
                        : c == 'r' ? "\r"
                                   : NULL;
    if (named)
        (void)buf_append_text(&class->items, named);
    else if (c == '\0' || isalnum((unsigned char)c))
        reading->problem = "an escape in its brackets is not supported";
    else
        add_to_class(class, c);
}

static void copy_class_item(struct reading *reading, struct class *class)
{
    const char *end = reading->at[0] == '[' && reading->at[1] == ':' ? strstr(reading->at, ":]") : NULL;
    if (end) {
        (void)buf_append(&class->items, reading->at, (size_t)(end + 2 - reading->at));
        reading->at = end + 2;
    } else if (reading->at[0] != '-' && reading->at[1] == '-' && reading->at[2] && reading->at[2] != ']' &&
               reading->at[2] != '\\') {
        (void)buf_append(&class->items, reading->at, 3); /* a range */
        reading->at += 3;
    } else {
        add_to_class(class, *reading->at++);
    }
}

/* Reads a class, after the [. */
static void read_class(struct reading *reading)
{
    struct class class = {.items = BUF_LIMITED(PATTERN_MAX)};
    bool negated = *reading->at == '^';
    reading->at += negated;
    for (bool first = true; *reading->at && (*reading->at != ']' || first) && !reading->problem; first = false) {
        if (*reading->at == '\\') {
            reading->at++;
            escape_in_class(reading, &class);
        } else {
            copy_class_item(reading, &class);
        }
    }
    if (*reading->at != ']' && !reading->problem)
        reading->problem = "a [ has no matching ]";
    reading->at += *reading->at == ']';
    bool only_hat = class.hat && !class.bracket && class.items.size == 0 && !class.dash && !negated;
    if (only_hat) {
        (void)buf_append_text(&reading->out, "\\^");
    } else {
        (void)buf_printf(&reading->out, "[%s%s%.*s%s%s]", negated ? "^" : "", class.bracket ? "]" : "",
                         (int)class.items.size, class.items.data ? class.items.data : "",
                         class.hat && class.items.size + class.bracket > 0 ? "^" : "", class.dash ? "-" : "");
    }
    buf_clear(&class.items);
}

/* --- the rest --- */

static void read_escape(struct reading *reading)
{
    char c = *reading->at++;
    const char *other = c == 'd'   ? "[0-9]"
                        : c == 'D' ? "[^0-9]"
                        : c == 't' ? "\t"
                        : c == 'n' ? "\n"
                        : c == 'r' ? "\r"
                        : c == 'A' ? "^"
                        : c == 'z' ? "$"
                                   : NULL;
    if (other)
        (void)buf_append_text(&reading->out, other);
    else if (c != '\0' && strchr("wWsSbB.[]{}()*+?^$|\\", c))
        (void)buf_printf(&reading->out, "\\%c", c);
    else if (c == '\0')
        reading->problem = "it ends with a backslash";
    else if (isdigit((unsigned char)c))
        reading->problem = "references to groups are not supported";
    else if (isalpha((unsigned char)c))
        reading->problem = "an escape is not supported";
    else
        (void)buf_append_char(&reading->out, c);
}

/* Reads a group, after the (. */
static void read_group(struct reading *reading)
{
    (void)buf_append_char(&reading->out, '(');
    if (*reading->at != '?')
        return;
    const char *end = NULL;
    if (reading->at[1] == ':')
        reading->at += 2;
    else if (reading->at[1] == 'P' && reading->at[2] == '<' && (end = strchr(reading->at, '>')))
        reading->at = end + 1;
    else
        reading->problem = "look-around and inline options are not supported";
}

static int translate(struct reading *reading)
{
    if (strncmp(reading->at, "(?i)", 4) == 0) {
        reading->ignore_case = true;
        reading->at += 4;
    }
    while (*reading->at && !reading->problem) {
        char c = *reading->at++;
        if (c == '\\') {
            read_escape(reading);
        } else if (c == '[') {
            read_class(reading);
        } else if (c == '(') {
            read_group(reading);
        } else {
            (void)buf_append_char(&reading->out, c);
            /* A lazy quantifier does not change whether there is a match. */
            if (strchr("*+?}", c) && *reading->at == '?')
                reading->at++;
        }
    }
    return reading->problem ? -EINVAL : buf_terminate(&reading->out);
}

int expression_init(struct expression *expression, struct slice pattern, bool ignore_case, bool whole,
                    char problem[static EXPRESSION_PROBLEM_SIZE])
{
    *expression = (struct expression){0};
    char *text = pattern.size <= PATTERN_MAX ? strndup(pattern.data, pattern.size) : NULL;
    struct reading reading = {.at = text, .out = BUF_LIMITED(16 * (size_t)PATTERN_MAX), .ignore_case = ignore_case};
    int r = -EINVAL;
    if (!text || strlen(text) != pattern.size) {
        (void)snprintf(problem, EXPRESSION_PROBLEM_SIZE, "the pattern is too long or contains a NUL character");
    } else if (!ignore_case && pattern.size > 0 && strcspn(text, "\\.[]{}()*+?^$|") == pattern.size) {
        expression->literal = text;
        expression->literal_size = pattern.size;
        return 0;
    } else if ((r = translate(&reading)) < 0) {
        (void)snprintf(problem, EXPRESSION_PROBLEM_SIZE, "invalid pattern: %s",
                       reading.problem ? reading.problem : "it is too long");
    } else {
        r = regcomp(&expression->regex, reading.out.data,
                    REG_EXTENDED | (reading.ignore_case ? REG_ICASE : 0) | (whole ? 0 : REG_NEWLINE));
        char reason[128] = "";
        if (r != 0)
            (void)regerror(r, &expression->regex, reason, sizeof reason);
        if (r != 0)
            (void)snprintf(problem, EXPRESSION_PROBLEM_SIZE, "invalid pattern: %s", reason);
        r = r != 0 ? -EINVAL : 0;
    }
    buf_clear(&reading.out);
    free(text);
    return r;
}

void expression_clear(struct expression *expression)
{
    if (expression->literal)
        free(expression->literal);
    else
        regfree(&expression->regex);
    *expression = (struct expression){0};
}

bool expression_find(const struct expression *expression, struct slice text, size_t *ret_from, size_t *ret_end)
{
    if (expression->literal) {
        const char *at =
            text.size > 0 ? memmem(text.data, text.size, expression->literal, expression->literal_size) : NULL;
        if (!at)
            return false;
        *ret_from = (size_t)(at - text.data);
        *ret_end = *ret_from + expression->literal_size;
        return true;
    }
    regmatch_t match = {.rm_so = 0, .rm_eo = (regoff_t)text.size};
    if (regexec(&expression->regex, text.data ? text.data : "", 1, &match, REG_STARTEND) != 0)
        return false;
    *ret_from = (size_t)match.rm_so;
    *ret_end = (size_t)match.rm_eo;
    return true;
}
