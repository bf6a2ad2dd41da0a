#include "rpc/message.h"

#include "json/read.h"

/* The members of a JSON-RPC message. */
struct members {
    const yyjson_val *jsonrpc, *method, *id, *params, *result, *error;
};

static void collect(const yyjson_val *object, struct members *members)
{
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)object);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter));) {
        struct slice name = json_text(key);
        const yyjson_val *value = yyjson_obj_iter_get_val(key);
        if (slice_equal(name, SLICE("jsonrpc")))
            members->jsonrpc = value;
        else if (slice_equal(name, SLICE("method")))
            members->method = value;
        else if (slice_equal(name, SLICE("id")))
            members->id = value;
        else if (slice_equal(name, SLICE("params")))
            members->params = value;
        else if (slice_equal(name, SLICE("result")))
            members->result = value;
        else if (slice_equal(name, SLICE("error")))
            members->error = value;
    }
}

static bool is(const yyjson_val *value, yyjson_type type)
{
    return value && unsafe_yyjson_get_type((yyjson_val *)value) == type;
}

static const char *classify_request(const struct members *members, struct message *message)
{
    const yyjson_val *params = members->params;
    if (!is(members->method, YYJSON_TYPE_STR))
        return "\"method\" must be a string";
    message->kind = members->id ? MESSAGE_REQUEST : MESSAGE_NOTIFICATION;
    message->method = json_text(members->method);
    message->params = is(params, YYJSON_TYPE_NULL) ? NULL : params;
    if (members->result || members->error)
        return "a message cannot have a method and a result or an error";
    /* An invalid notification gets no response; its handler sees that the params do not match. */
    if (message->params && members->id && !is(params, YYJSON_TYPE_OBJ) && !is(params, YYJSON_TYPE_ARR))
        return "\"params\" must be an object or an array";
    return NULL;
}

/* Many libraries send both members, one of them null. If neither is null, the error counts. A response, even
 * an invalid one, is never answered. */
static const char *classify_response(const struct members *members, struct message *message)
{
    const yyjson_val *error = is(members->error, YYJSON_TYPE_NULL) ? NULL : members->error;
    if (!members->result && !error)
        return "\"method\", \"result\" and \"error\" are missing";
    if (!members->id)
        return "a response needs an id";
    message->kind = error ? MESSAGE_ERROR : MESSAGE_RESULT;
    message->result = error ? NULL : members->result;
    message->error = error;
    return NULL;
}

void message_classify(const yyjson_val *value, struct message *ret_message)
{
    *ret_message = (struct message){.kind = MESSAGE_INVALID};
    if (!is(value, YYJSON_TYPE_OBJ)) {
        ret_message->problem = "a message must be an object";
        return;
    }
    struct members members = {0};
    collect(value, &members);
    if (members.id && !is(members.id, YYJSON_TYPE_STR) && !is(members.id, YYJSON_TYPE_RAW) &&
        !is(members.id, YYJSON_TYPE_NULL)) {
        ret_message->problem = "\"id\" must be a string, a number or null";
        return;
    }
    ret_message->id = members.id;
    if (members.jsonrpc && (!is(members.jsonrpc, YYJSON_TYPE_STR) || !slice_is(json_text(members.jsonrpc), "2.0")))
        ret_message->problem = "\"jsonrpc\" must be \"2.0\"";
    else if (members.method)
        ret_message->problem = classify_request(&members, ret_message);
    else
        ret_message->problem = classify_response(&members, ret_message);
    if (!ret_message->problem)
        return;
    ret_message->kind = MESSAGE_INVALID;
    ret_message->nameless = !members.method;
    if (members.result || members.error) /* its id belongs to a request of this side */
        ret_message->id = members.method ? members.id : NULL;
}
