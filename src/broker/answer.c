/* What goes back to the executor: the provider's answer, piece by piece, or a refusal of ours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broker/exchange.h"
#include "json/write.h"

enum { MESSAGE_MAX = 1024, REFUSAL_MAX = 16 << 10, BLOCK = 32 << 10 };

void exchange_refuse(struct exchange *exchange, unsigned status, const char *word, struct slice more,
                     const char *format, ...)
{
    char message[MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);

    struct buf *out = &exchange->output;
    bool anthropic = exchange->provider && exchange->provider->format == BROKER_PROVIDER_FORMAT_ANTHROPIC;
    buf_reset(out, REFUSAL_MAX);
    exchange->output_at = 0;
    buf_append_text(out, anthropic ? "{\"type\":\"error\",\"error\":{\"type\":" : "{\"error\":{\"type\":");
    json_write_string(out, slice_of(word));
    buf_append_text(out, ",\"message\":");
    json_write_string(out, slice_of(message));
    if (!anthropic) {
        buf_append_text(out, ",\"param\":null,\"code\":");
        json_write_string(out, slice_of(word));
    }
    buf_append_slice(out, more);
    buf_append_text(out, "}}");
    exchange->status = status;
    exchange->answered = exchange->own = exchange->complete = true;
}

/* --- piece by piece ------------------------------------------------------------------------ */

static ssize_t read_output(void *user, uint64_t at, char *to, size_t room)
{
    struct exchange *exchange = user;
    size_t left = exchange->output.size - exchange->output_at;
    (void)at;
    if (left == 0 && exchange->failed)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (left == 0 && exchange->complete)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (left == 0) {
        exchange_suspend(exchange);
        return 0;
    }
    size_t size = left < room ? left : room;
    memcpy(to, exchange->output.data + exchange->output_at, size);
    exchange->output_at += size;
    if (size == left) {
        exchange->output_at = 0;
        buf_reset(&exchange->output, EXCHANGE_OUTPUT_LOW);
    }
    if (exchange->paused && left - size <= EXCHANGE_OUTPUT_LOW)
        upstream_go_on(exchange);
    return (ssize_t)size;
}

static int add_fields(const struct exchange *exchange, struct MHD_Response *response)
{
    for (size_t i = 0; i < exchange->head.count; i++) {
        const struct head_field *field = &exchange->head.fields[i];
        if (!head_goes_down(&exchange->head, field->name) || field->value.size == 0)
            continue;
        /* Both have a NUL behind them. */
        if (MHD_add_response_header(response, field->name.data, field->value.data) != MHD_YES)
            return -1;
    }
    return 0;
}

static struct MHD_Response *make_own(struct exchange *exchange)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(exchange->output.size, exchange->output.data, MHD_RESPMEM_MUST_COPY);
    if (response)
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
    return response;
}

static struct MHD_Response *make_passed(struct exchange *exchange)
{
    uint64_t size = exchange->head.has_length ? (uint64_t)exchange->head.length : MHD_SIZE_UNKNOWN;
    struct MHD_Response *response = MHD_create_response_from_callback(size, BLOCK, read_output, exchange, NULL);
    if (response && add_fields(exchange, response) < 0) {
        MHD_destroy_response(response);
        return NULL;
    }
    return response;
}

enum MHD_Result exchange_answer(struct exchange *exchange)
{
    struct MHD_Response *response = exchange->own ? make_own(exchange) : make_passed(exchange);
    if (!response)
        return MHD_NO;
    enum MHD_Result result = MHD_queue_response(exchange->connection, exchange->status, response);
    MHD_destroy_response(response);
    return result;
}
