/* The options of a session, and their entries in the audit log. */
#include <errno.h>
#include <stdio.h>

#include "base/buf.h"
#include "contract/session.h"
#include "daemon/audit/audit.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "provider/provider.h"
#include "provider/service.h"
#include "rpc/call.h"
#include "json/assign.h"
#include "json/read.h"
#include "json/write.h"

/* The buffer's limit stops the encoder as soon as the text is too long. */
static int write_metadata(const struct json_any *metadata, struct buf *text)
{
    *text = (struct buf)BUF_LIMITED(SESSION_METADATA_MAX);
    return json_write_any(text, metadata);
}

const char *session_metadata_problem(const struct json_any *metadata)
{
    struct buf text;
    int r = write_metadata(metadata, &text);
    buf_clear(&text);
    if (r == -ENOBUFS)
        return "must have at most 64 KiB of JSON";
    if (metadata->value && json_is_deeper(metadata->value, JSON_STORED_DEPTH_MAX))
        return "must be nested at most 112 levels deep";
    return NULL;
}

int session_refuse_metadata(struct call *call, const char *problem)
{
    char message[128];
    (void)snprintf(message, sizeof message, "Invalid params: params.metadata %s", problem);
    return call_refuse(call, ERROR_INVALID_PARAMS, "params.metadata", message);
}

/* Copies the metadata as JSON text into the arena; null removes it. */
static int copy_metadata(struct arena *arena, struct session_record *record)
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
    return record->metadata_is == FIELD_SET ? copy_metadata(arena, record) : 0;
}

/* --- model --- */

bool session_model_is_unknown(const struct session_keeper *keeper, struct slice model, char problem[static 256])
{
    struct executor_provider providers[PROVIDERS_MAX];
    return service_is_unknown(providers, provider_list(keeper->settings, providers), model, problem);
}

bool session_uses_services(enum field_is agent_is, struct slice agent)
{
    return agent_is != FIELD_SET || slice_is(agent, "builtin");
}

/* --- audit log --- */

enum { DATA_BYTES = 4096 };

/* A setting whose value is a word. */
struct setting {
    const char *name;
    const struct shape *shape;
    unsigned before, after;
};

static void write_word(struct buf *data, const struct setting *setting, unsigned value)
{
    json_write_string(data, value < setting->shape->of.words.count ? setting->shape->of.words.items[value] : SLICE(""));
}

static void write_setting(struct buf *data, const struct setting *setting, bool is_new)
{
    if (!is_new && setting->before == setting->after)
        return;
    buf_printf(data, "%s\"%s\":", data->size > 1 ? "," : "", setting->name);
    if (is_new) {
        write_word(data, setting, setting->after);
        return;
    }
    buf_append_text(data, "{\"from\":");
    write_word(data, setting, setting->before);
    buf_append_text(data, ",\"to\":");
    write_word(data, setting, setting->after);
    buf_append_char(data, '}');
}

int session_audit(struct store_tx *tx, const struct audit_note *actor, const struct session_record *before,
                  const struct session_record *after)
{
    const struct session_record *old = before ? before : after;
    const struct setting settings[] = {
        {"permissionMode", &session_permission_mode_shape, old->permission_mode, after->permission_mode},
        {"network", &session_network_shape, old->network, after->network},
        {"keys", &session_keys_shape, old->keys, after->keys},
    };
    struct audit_note note = *actor;
    struct buf data = BUF_LIMITED(DATA_BYTES);
    buf_append_char(&data, '{');
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        write_setting(&data, &settings[i], !before);
    bool has_changes = data.size > 1;
    buf_append_char(&data, '}');
    note.what = before ? SLICE("session.updated") : SLICE("session.created");
    note.session_id = after->id;
    note.data = buf_slice(&data);
    int r = !has_changes ? 0 : data.error ? data.error : store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}
