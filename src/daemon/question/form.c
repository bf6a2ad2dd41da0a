/* Checks an answer against the form of its question. */
#include <errno.h>
#include <stdio.h>

#include "base/arena.h"
#include "daemon/question/internal.h"
#include "mcp/elicit.h"
#include "json/encode.h"
#include "json/read.h"

enum { FORM_BYTES = 8 << 20 };

static int to_value(struct arena *arena, const struct shape *shape, const char *name, const void *record,
                    yyjson_val **ret_value)
{
    struct buf text = BUF_LIMITED(FORM_BYTES);
    struct json_error error;
    int r = -ENOENT;
    text.traceless = true;
    for (uint32_t i = 0; i < shape->of.object.count; i++) {
        const struct shape_field *field = &shape->of.object.fields[i];
        if (slice_is(field->name, name))
            r = json_encode(&text, field->shape, (const char *)record + field->offset);
    }
    if (r == 0)
        r = json_read(arena, buf_slice(&text), ret_value, &error);
    buf_wipe(&text);
    buf_clear(&text);
    return r;
}

int question_check(const struct question_record *question, const struct question_answer_params *params,
                   struct buf *ret_content, char *problem, size_t problem_size)
{
    struct arena arena = ARENA_LIMITED(FORM_BYTES);
    struct mcp_form form;
    yyjson_val *schema = NULL, *content = NULL;
    if (question->mode == CONNECTOR_QUESTION_MODE_URL) {
        if (params->content_is != FIELD_SET || params->content.count == 0)
            return 0;
        (void)snprintf(problem, problem_size, "the question has no fields: it asks to open a page");
        return -EINVAL;
    }
    int r = to_value(&arena, &question_record_shape, "schema", question, &schema);
    if (r == 0 && params->content_is == FIELD_SET)
        r = to_value(&arena, &question_answer_params_shape, "content", params, &content);
    if (r == 0)
        r = mcp_form_read(&arena, schema, &form, problem, problem_size);
    if (r == 0)
        r = mcp_form_answer(&form, content, ret_content, problem, problem_size);
    arena_wipe(&arena);
    arena_clear(&arena);
    return r;
}
