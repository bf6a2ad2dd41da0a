/* The reader of TZif files, versions 1 to 4 (RFC 9636). Strict: every count, index and order is checked. */
#include <errno.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "schedule/internal.h"

enum { HEAD_SIZE = 44, TYPE_SIZE = 6, VERSION_AT = 4, COUNTS_AT = 20, NAMES_MAX = 4096 };

struct head {
    unsigned version;
    uint32_t ut_count, standard_count, leap_count, time_count, type_count, name_bytes;
};

static uint32_t read_u32(const char *data)
{
    const unsigned char *bytes = (const unsigned char *)data;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int64_t read_i64(const char *data)
{
    return (int64_t)((uint64_t)read_u32(data) << 32 | read_u32(data + 4));
}

static int read_head(struct slice file, struct head *ret_head)
{
    if (file.size < HEAD_SIZE || memcmp(file.data, "TZif", 4) != 0)
        return -EBADMSG;
    char version = file.data[VERSION_AT];
    if (version != '\0' && (version < '2' || version > '9'))
        return -EBADMSG;
    const char *counts = file.data + COUNTS_AT;
    struct head head = {
        .version = version ? (unsigned)(version - '0') : 1,
        .ut_count = read_u32(counts),
        .standard_count = read_u32(counts + 4),
        .leap_count = read_u32(counts + 8),
        .time_count = read_u32(counts + 12),
        .type_count = read_u32(counts + 16),
        .name_bytes = read_u32(counts + 20),
    };
    if (head.time_count > ZONE_TRANSITIONS_MAX || head.leap_count > ZONE_TRANSITIONS_MAX || head.type_count == 0 ||
        head.type_count > ZONE_TYPES_MAX || head.name_bytes == 0 || head.name_bytes > NAMES_MAX ||
        (head.ut_count != 0 && head.ut_count != head.type_count) ||
        (head.standard_count != 0 && head.standard_count != head.type_count))
        return -EBADMSG;
    *ret_head = head;
    return 0;
}

/* The bytes after the head; times have 4 bytes in the first block and 8 in the second. */
static size_t body_size(const struct head *head, size_t time_size)
{
    return head->time_count * (time_size + 1) + head->type_count * (size_t)TYPE_SIZE + head->name_bytes +
           head->leap_count * (time_size + 4) + head->standard_count + head->ut_count;
}

static int read_types(struct zone *zone, const struct head *head, const char *types, const char *names)
{
    for (size_t i = 0; i < head->type_count; i++, types += TYPE_SIZE) {
        struct zone_type *type = &zone->types[i];
        unsigned char is_dst = (unsigned char)types[4], name = (unsigned char)types[5];
        type->offset = (int32_t)read_u32(types);
        type->is_dst = is_dst == 1;
        if (type->offset < -ZONE_OFFSET_MAX || type->offset > ZONE_OFFSET_MAX || is_dst > 1 ||
            name >= head->name_bytes || !memchr(names + name, '\0', head->name_bytes - name))
            return -EBADMSG;
        size_t size = strlen(names + name);
        for (size_t at = 0; at < size; at++)
            if (names[name + at] <= ' ' || names[name + at] > '~')
                return -EBADMSG;
        memcpy(type->abbreviation, names + name, size < ZONE_ABBREVIATION_SIZE ? size : ZONE_ABBREVIATION_SIZE - 1);
    }
    zone->type_count = head->type_count;
    return 0;
}

static int read_body(struct zone *zone, const struct head *head, const char *body, size_t time_size)
{
    const char *types_of_times = body + head->time_count * time_size;
    const char *types = types_of_times + head->time_count;
    int r = read_types(zone, head, types, types + head->type_count * (size_t)TYPE_SIZE);
    if (r < 0)
        return r;
    zone->transitions = calloc(head->time_count ? head->time_count : 1, sizeof *zone->transitions);
    if (!zone->transitions)
        return -ENOMEM;
    for (size_t i = 0; i < head->time_count; i++) {
        struct zone_transition *transition = &zone->transitions[i];
        const char *time = body + i * time_size;
        transition->at = time_size == 8 ? read_i64(time) : (int32_t)read_u32(time);
        transition->type = (unsigned char)types_of_times[i];
        if (transition->type >= head->type_count || (i > 0 && transition->at <= transition[-1].at))
            return -EBADMSG;
    }
    zone->transition_count = head->time_count;
    return 0;
}

/* "\nRULE\n"; the rule may be empty. */
static int read_footer(struct zone *zone, struct slice footer, unsigned version)
{
    if (footer.size < 2 || footer.data[0] != '\n')
        return -EBADMSG;
    const char *end = memchr(footer.data + 1, '\n', footer.size - 1);
    if (!end)
        return -EBADMSG;
    struct slice text = {footer.data + 1, (size_t)(end - footer.data) - 1};
    zone->has_rule = text.size > 0;
    return zone->has_rule ? zone_rule_read(text, version >= 3, &zone->rule) : 0;
}

static int read_file(struct zone *zone, struct slice file)
{
    struct head head;
    size_t time_size = 4;
    int r = read_head(file, &head);
    if (r < 0)
        return r;
    size_t size = HEAD_SIZE + body_size(&head, time_size);
    if (file.size < size)
        return -EBADMSG;
    if (head.version >= 2) {
        file = (struct slice){file.data + size, file.size - size};
        unsigned version = head.version;
        r = read_head(file, &head);
        time_size = 8;
        size = HEAD_SIZE + body_size(&head, time_size);
        if (r < 0 || head.version != version || file.size < size)
            return -EBADMSG;
    }
    if (head.leap_count > 0)
        return -ENOTSUP;
    r = read_body(zone, &head, file.data + HEAD_SIZE, time_size);
    if (r == 0 && head.version >= 2)
        r = read_footer(zone, (struct slice){file.data + size, file.size - size}, head.version);
    return r;
}

int zone_new(struct slice file, struct zone **ret_zone)
{
    struct zone *zone = calloc(1, sizeof *zone);
    if (!zone)
        return -ENOMEM;
    int r = file.size > ZONE_FILE_MAX ? -EBADMSG : read_file(zone, file);
    if (r < 0) {
        (void)zone_free(zone);
        return r;
    }
    *ret_zone = zone;
    return 0;
}

int zone_new_rule(struct slice rule, struct zone **ret_zone)
{
    struct zone *zone = calloc(1, sizeof *zone);
    if (!zone)
        return -ENOMEM;
    int r = zone_rule_read(rule, true, &zone->rule);
    if (r < 0) {
        (void)zone_free(zone);
        return r;
    }
    zone->has_rule = true;
    zone->types[0] = zone->rule.standard;
    zone->type_count = 1;
    *ret_zone = zone;
    return 0;
}

struct zone *zone_free(struct zone *zone)
{
    if (zone)
        free(zone->transitions);
    free(zone);
    return NULL;
}
