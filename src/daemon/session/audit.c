/* What the audit log says of a session: what it may, and who has changed that. */
#include "daemon/audit/audit.h"
#include "base/buf.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "json/write.h"

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
