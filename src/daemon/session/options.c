/* What a session can be given, when it is made or later, and the audit log's entries of it. */
#include <errno.h>

#include "base/buf.h"
#include "contract/session.h"
#include "daemon/audit/audit.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "provider/provider.h"
#include "provider/service.h"
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

/* --- the model --- */

bool session_model_is_unknown(const struct session_keeper *keeper, struct slice model, char problem[static 256])
{
    struct executor_provider providers[PROVIDERS_MAX];
    return service_is_unknown(providers, provider_list(keeper->settings, providers), model, problem);
}

bool session_uses_services(enum field_is agent_is, struct slice agent)
{
    return agent_is != FIELD_SET || slice_is(agent, "builtin");
}

/* --- the audit log --- */

enum { DATA_BYTES = 4096 };

/* A term whose value is a word. */
struct term {
    const char *name;
    const struct shape *shape;
    unsigned before, after;
};

static void write_word(struct buf *data, const struct term *term, unsigned value)
{
    json_write_string(data, value < term->shape->of.words.count ? term->shape->of.words.items[value] : SLICE(""));
}

static void write_term(struct buf *data, const struct term *term, bool is_new)
{
    if (!is_new && term->before == term->after)
        return;
    buf_printf(data, "%s\"%s\":", data->size > 1 ? "," : "", term->name);
    if (is_new) {
        write_word(data, term, term->after);
        return;
    }
    buf_append_text(data, "{\"from\":");
    write_word(data, term, term->before);
    buf_append_text(data, ",\"to\":");
    write_word(data, term, term->after);
    buf_append_char(data, '}');
}

int session_audit(const struct store_request *request, struct store_tx *tx, const struct session_record *before,
                  const struct session_record *after)
{
    const struct session_record *old = before ? before : after;
    const struct term terms[] = {
        {"permissionMode", &session_permission_mode_shape, old->permission_mode, after->permission_mode},
        {"network", &session_network_shape, old->network, after->network},
        {"keys", &session_keys_shape, old->keys, after->keys},
    };
    struct audit_note note = request->actor;
    struct buf data = BUF_LIMITED(DATA_BYTES);
    buf_append_char(&data, '{');
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        write_term(&data, &terms[i], !before);
    bool tells = data.size > 1;
    buf_append_char(&data, '}');
    note.what = before ? SLICE("session.updated") : SLICE("session.created");
    note.session_id = after->id;
    note.data = buf_slice(&data);
    int r = !tells ? 0 : data.error ? data.error : store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}
