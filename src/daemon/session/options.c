/* What a session can be given, whether when it is made or later: the fields that the params and the record share. */
#include <errno.h>

#include "contract/session.h"
#include "daemon/session/session.h"
#include "rpc/call.h"
#include "json/assign.h"
#include "json/write.h"

/* The limit comes from the buffer: what is longer is not even written to its end. */
static int write_metadata(const struct json_any *metadata, struct buf *text)
{
    *text = (struct buf)BUF_LIMITED(SESSION_METADATA_MAX);
    return json_write_any(text, metadata);
}

bool session_metadata_fits(const struct json_any *metadata)
{
    struct buf text;
    int r = write_metadata(metadata, &text);
    buf_clear(&text);
    return r != -ENOBUFS;
}

int session_refuse_metadata(struct call *call)
{
    return call_refuse(call, ERROR_INVALID_PARAMS, "params.metadata",
                       "Invalid params: params.metadata must have at most 64 KiB of JSON");
}

/* As text in the arena; null is the same as none. */
static int keep_metadata(struct arena *arena, struct session_record *record)
{
    struct buf text;
    int r = write_metadata(&record->metadata, &text);
    if (r == 0 && slice_is(buf_slice(&text), "null")) {
        record->metadata = (struct json_any){0};
        record->metadata_is = FIELD_ABSENT;
    } else if (r == 0) {
        record->metadata = (struct json_any){.text = arena_copy(arena, buf_slice(&text))};
        r = record->metadata.text.data ? 0 : -ENOMEM;
    }
    buf_clear(&text);
    return r;
}

int session_set_options(struct arena *arena, const struct shape *params_shape, const void *params,
                        struct session_record *record, bool *ret_any)
{
    *ret_any = json_assign(params_shape, params, &session_record_shape, record);
    if (record->context_files_is == FIELD_SET && record->context_files.count == 0)
        record->context_files_is = FIELD_ABSENT;
    return record->metadata_is == FIELD_SET ? keep_metadata(arena, record) : 0;
}
