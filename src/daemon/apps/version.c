#include "daemon/apps/version.h"

#include <ctype.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Cuts off everything from the first `at` on. False: it is not there. */
static bool cut(struct slice *text, char at, struct slice *ret_rest)
{
    const char *found = text->size > 0 ? memchr(text->data, at, text->size) : NULL;
    if (!found)
        return false;
    *ret_rest = (struct slice){found + 1, text->size - (size_t)(found + 1 - text->data)};
    text->size = (size_t)(found - text->data);
    return true;
}

/* The text up to the next dot, and what follows it. */
static struct slice next(struct slice *left, bool *ret_more)
{
    struct slice part = *left, rest = {0};
    *ret_more = cut(&part, '.', &rest);
    *left = rest;
    return part;
}

static bool is_number(struct slice part)
{
    for (size_t i = 0; i < part.size; i++)
        if (!is_digit(part.data[i]))
            return false;
    return part.size > 0;
}

static bool is_identifier(struct slice part, bool may_lead_with_zero)
{
    for (size_t i = 0; i < part.size; i++)
        if (!isalnum((unsigned char)part.data[i]) && part.data[i] != '-')
            return false;
    return part.size > 0 && (may_lead_with_zero || part.size == 1 || part.data[0] != '0' || !is_number(part));
}

static bool are_identifiers(struct slice text, bool may_lead_with_zero)
{
    for (bool more = true; more;)
        if (!is_identifier(next(&text, &more), may_lead_with_zero))
            return false;
    return true;
}

bool apps_version_is_valid(struct slice version)
{
    struct slice build, pre;
    if (cut(&version, '+', &build) && !are_identifiers(build, true))
        return false;
    if (cut(&version, '-', &pre) && !are_identifiers(pre, false))
        return false;
    unsigned count = 0;
    for (bool more = true; more; count++) {
        struct slice part = next(&version, &more);
        if (!is_number(part) || (part.size > 1 && part.data[0] == '0'))
            return false;
    }
    return count == 3;
}

/* --- order --- */

static int compare_numbers(struct slice one, struct slice other)
{
    if (one.size != other.size)
        return one.size < other.size ? -1 : 1;
    return memcmp(one.data, other.data, one.size);
}

/* Numbers come before words. */
static int compare_identifiers(struct slice one, struct slice other)
{
    if (is_number(one) && is_number(other))
        return compare_numbers(one, other);
    if (is_number(one) != is_number(other))
        return is_number(one) ? -1 : 1;
    int order = memcmp(one.data, other.data, one.size < other.size ? one.size : other.size);
    return order != 0 ? order : (one.size > other.size) - (one.size < other.size);
}

static int compare_lists(struct slice one, struct slice other)
{
    for (bool more_of_one = true, more_of_other = true; more_of_one || more_of_other;) {
        if (more_of_one != more_of_other) /* the longer one is later */
            return more_of_one ? 1 : -1;
        struct slice left = next(&one, &more_of_one), right = next(&other, &more_of_other);
        int order = compare_identifiers(left, right);
        if (order != 0)
            return order;
    }
    return 0;
}

int apps_version_compare(struct slice one, struct slice other)
{
    struct slice build, pre_one = {0}, pre_other = {0};
    (void)cut(&one, '+', &build);
    (void)cut(&other, '+', &build);
    bool has_one = cut(&one, '-', &pre_one), has_other = cut(&other, '-', &pre_other);
    int order = compare_lists(one, other);
    if (order != 0 || (!has_one && !has_other))
        return order;
    if (has_one != has_other) /* a pre-release comes before its release */
        return has_one ? -1 : 1;
    return compare_lists(pre_one, pre_other);
}
