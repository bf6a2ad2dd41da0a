/* Fuzzes a shell command. Parsing takes time linear in its size. If a part is fully understood, writing it and
 * parsing it again gives the same part and nothing else, so no operator can hide in a word. Another command
 * before it hides nothing. */
#include <string.h>

#include "fuzz.h"
#include "judge/internal.h"

static void read_all(struct arena *arena, struct slice text, struct judge_found *found)
{
    *found = (struct judge_found){.arena = arena, .home = SLICE("/home/somebody")};
    judge_command_read(found, text, 0);
    must(found->error == 0);
    must(found->part_count <= JUDGE_PARTS && found->file_count <= JUDGE_FILES);
    must(found->steps <= 8 * (size_t)JUDGE_COMMAND_BYTES);
}

static bool is_readable(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (((unsigned char)text.data[i] < 0x20 && text.data[i] != '\n' && text.data[i] != '\t') ||
            text.data[i] == 0x7f)
            return false;
    return true;
}

static void check_again(struct arena *arena, const struct judge_part *part, size_t files)
{
    struct judge_found again;
    if (part->unclear || part->known < part->count || part->count == 0 || !is_readable(part->text) ||
        part->text.size > JUDGE_COMMAND_BYTES / 8)
        return;
    read_all(arena, part->text, &again);
    must(again.file_count <= files); /* no > hides in a word; for sh -c, files of its script count */
    if (again.unclear)               /* nested deeper than before */
        return;
    must(again.part_count >= 1 && again.parts[0].count == part->count && again.parts[0].known == part->count);
    for (size_t i = 0; i < part->count; i++)
        must(slice_equal(again.parts[0].words[i], part->words[i]));
}

static bool has(const struct judge_found *found, const struct judge_part *part)
{
    for (size_t i = 0; i < found->part_count; i++)
        if (slice_equal(found->parts[i].text, part->text))
            return true;
    return false;
}

/* Prepending "ls;" must not change the other results. */
static void check_behind(struct arena *arena, struct slice text, const struct judge_found *found)
{
    struct judge_found behind;
    char *longer = arena_alloc(arena, text.size + 3);
    must(longer != NULL);
    memcpy(longer, "ls;", 3);
    if (text.size > 0)
        memcpy(longer + 3, text.data, text.size);
    read_all(arena, (struct slice){longer, text.size + 3}, &behind);
    if (behind.unclear)
        return;
    must(!found->unclear);
    must(behind.part_count == found->part_count + 1);
    for (size_t i = 0; i < found->part_count; i++)
        must(has(&behind, &found->parts[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(512u << 20);
    struct slice text = {(const char *)data, size};
    struct judge_found found;
    if (size > 1 << 14)
        return 0;
    read_all(&arena, text, &found);
    for (size_t i = 0; i < found.part_count && i < 32 && !found.unclear; i++)
        check_again(&arena, &found.parts[i], found.file_count);
    check_behind(&arena, text, &found);
    arena_clear(&arena);
    return 0;
}
