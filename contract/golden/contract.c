/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/all.h"
#include "contract/errors.h"
#include "contract/core.h"
#include "contract/config.h"
#include "contract/daemon.h"

static const struct shape string_from_1_to_128_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 128, FORMAT_NONE}};

static const struct shape string_to_64_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 64, FORMAT_NONE}};

static const struct shape_field core_client_info_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct core_client_info, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_to_64_scalar,
        .offset = offsetof(struct core_client_info, version),
        .presence = offsetof(struct core_client_info, version_is)},
};
const struct shape core_client_info_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct core_client_info),
    .of.object = {core_client_info_fields, 2}};

static const struct shape string_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_NONE}};

static const struct shape_field core_server_info_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct core_server_info, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct core_server_info, version), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape core_server_info_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct core_server_info),
    .of.object = {core_server_info_fields, 2}};

static const struct shape integer_from_1_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_MAX}};

static const struct shape_field core_limits_fields[] = {
    {.name = SLICE_INIT("maxMessageBytes"), .quoted = SLICE_INIT("\"maxMessageBytes\":"),
        .shape = &integer_from_1_scalar, .offset = offsetof(struct core_limits, max_message_bytes),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("maxBatchEntries"), .quoted = SLICE_INIT("\"maxBatchEntries\":"),
        .shape = &integer_from_1_scalar, .offset = offsetof(struct core_limits, max_batch_entries),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("maxWaitingRequests"), .quoted = SLICE_INIT("\"maxWaitingRequests\":"),
        .shape = &integer_from_1_scalar, .offset = offsetof(struct core_limits, max_waiting_requests),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape core_limits_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct core_limits),
    .of.object = {core_limits_fields, 3}};

static const struct slice config_log_level_words[] = {
    SLICE_INIT("error"),
    SLICE_INIT("warn"),
    SLICE_INIT("info"),
    SLICE_INIT("debug"),
};
const struct shape config_log_level_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum config_log_level),
    .of.words = {config_log_level_words, 4}};

static const enum config_log_level config_settings_log_level_fallback = CONFIG_LOG_LEVEL_INFO;
static const struct shape integer_from_65536_to_1073741824_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(65536), INT64_C(1073741824)}};

static const int64_t config_settings_log_max_bytes_fallback = INT64_C(8388608);
static const struct shape_field config_settings_log_fields[] = {
    {.name = SLICE_INIT("level"), .quoted = SLICE_INIT("\"level\":"), .shape = &config_log_level_shape,
        .fallback = &config_settings_log_level_fallback, .offset = offsetof(struct config_settings_log, level),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("maxBytes"), .quoted = SLICE_INIT("\"maxBytes\":"),
        .shape = &integer_from_65536_to_1073741824_scalar, .fallback = &config_settings_log_max_bytes_fallback,
        .offset = offsetof(struct config_settings_log, max_bytes), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_log_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_log), .of.object = {config_settings_log_fields, 2}};

static const struct config_settings_log config_settings_log_fallback = {.level = CONFIG_LOG_LEVEL_INFO,
    .max_bytes = INT64_C(8388608)};
static const struct shape integer_from_1_to_1000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(1000000)}};

static const int64_t config_settings_limits_connections_fallback = INT64_C(16384);
static const struct shape integer_from_1024_to_1073741824_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1024), INT64_C(1073741824)}};

static const int64_t config_settings_limits_message_bytes_fallback = INT64_C(16777216);
static const int64_t config_settings_limits_batch_entries_fallback = INT64_C(1000);
static const int64_t config_settings_limits_waiting_requests_fallback = INT64_C(10000);
static const struct shape integer_from_4096_to_1073741824_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(4096), INT64_C(1073741824)}};

static const int64_t config_settings_limits_output_pause_bytes_fallback = INT64_C(262144);
static const struct shape integer_from_65536_to_4294967295_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(65536), INT64_C(4294967295)}};

static const int64_t config_settings_limits_output_bytes_fallback = INT64_C(67108864);
static const struct shape integer_from_1048576_to_17179869184_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1048576), INT64_C(17179869184)}};

static const int64_t config_settings_limits_parse_bytes_fallback = INT64_C(268435456);
static const struct shape_field config_settings_limits_fields[] = {
    {.name = SLICE_INIT("connections"), .quoted = SLICE_INIT("\"connections\":"),
        .shape = &integer_from_1_to_1000000_scalar, .fallback = &config_settings_limits_connections_fallback,
        .offset = offsetof(struct config_settings_limits, connections), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("messageBytes"), .quoted = SLICE_INIT("\"messageBytes\":"),
        .shape = &integer_from_1024_to_1073741824_scalar, .fallback = &config_settings_limits_message_bytes_fallback,
        .offset = offsetof(struct config_settings_limits, message_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("batchEntries"), .quoted = SLICE_INIT("\"batchEntries\":"),
        .shape = &integer_from_1_to_1000000_scalar, .fallback = &config_settings_limits_batch_entries_fallback,
        .offset = offsetof(struct config_settings_limits, batch_entries), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("waitingRequests"), .quoted = SLICE_INIT("\"waitingRequests\":"),
        .shape = &integer_from_1_to_1000000_scalar, .fallback = &config_settings_limits_waiting_requests_fallback,
        .offset = offsetof(struct config_settings_limits, waiting_requests), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("outputPauseBytes"), .quoted = SLICE_INIT("\"outputPauseBytes\":"),
        .shape = &integer_from_4096_to_1073741824_scalar,
        .fallback = &config_settings_limits_output_pause_bytes_fallback,
        .offset = offsetof(struct config_settings_limits, output_pause_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("outputBytes"), .quoted = SLICE_INIT("\"outputBytes\":"),
        .shape = &integer_from_65536_to_4294967295_scalar, .fallback = &config_settings_limits_output_bytes_fallback,
        .offset = offsetof(struct config_settings_limits, output_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("parseBytes"), .quoted = SLICE_INIT("\"parseBytes\":"),
        .shape = &integer_from_1048576_to_17179869184_scalar, .fallback = &config_settings_limits_parse_bytes_fallback,
        .offset = offsetof(struct config_settings_limits, parse_bytes), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_limits_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_limits), .of.object = {config_settings_limits_fields, 7}};

static const struct config_settings_limits config_settings_limits_fallback = {.connections = INT64_C(16384),
    .message_bytes = INT64_C(16777216), .batch_entries = INT64_C(1000), .waiting_requests = INT64_C(10000),
    .output_pause_bytes = INT64_C(262144), .output_bytes = INT64_C(67108864), .parse_bytes = INT64_C(268435456)};
static const struct shape_field config_settings_fields[] = {
    {.name = SLICE_INIT("log"), .quoted = SLICE_INIT("\"log\":"), .shape = &config_settings_log_shape,
        .fallback = &config_settings_log_fallback, .offset = offsetof(struct config_settings, log),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("limits"), .quoted = SLICE_INIT("\"limits\":"), .shape = &config_settings_limits_shape,
        .fallback = &config_settings_limits_fallback, .offset = offsetof(struct config_settings, limits),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape config_settings_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings), .of.object = {config_settings_fields, 2}};

static const struct slice daemon_health_words[] = {
    SLICE_INIT("ok"),
    SLICE_INIT("degraded"),
    SLICE_INIT("failed"),
};
const struct shape daemon_health_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum daemon_health),
    .of.words = {daemon_health_words, 3}};

static const struct shape_field daemon_subsystem_fields[] = {
    {.name = SLICE_INIT("health"), .quoted = SLICE_INIT("\"health\":"), .shape = &daemon_health_shape,
        .offset = offsetof(struct daemon_subsystem, health), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct daemon_subsystem, message),
        .presence = offsetof(struct daemon_subsystem, message_is)},
};
const struct shape daemon_subsystem_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct daemon_subsystem),
    .of.object = {daemon_subsystem_fields, 2}};

static const struct shape string_from_3_to_16_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {3, 16, FORMAT_NONE}};

static const struct slice initialize_params_protocol_version_fallback = SLICE_INIT("1.0");
static const struct shape initialize_params_opt_out_notification_methods_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct initialize_params_opt_out_notification_methods),
    .of.array = {&string_from_1_to_128_scalar, 0, 64}};

static const struct shape_field initialize_params_fields[] = {
    {.name = SLICE_INIT("client"), .quoted = SLICE_INIT("\"client\":"), .shape = &core_client_info_shape,
        .offset = offsetof(struct initialize_params, client),
        .presence = offsetof(struct initialize_params, client_is)},
    {.name = SLICE_INIT("protocolVersion"), .quoted = SLICE_INIT("\"protocolVersion\":"),
        .shape = &string_from_3_to_16_scalar, .fallback = &initialize_params_protocol_version_fallback,
        .offset = offsetof(struct initialize_params, protocol_version), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("optOutNotificationMethods"), .quoted = SLICE_INIT("\"optOutNotificationMethods\":"),
        .shape = &initialize_params_opt_out_notification_methods_shape,
        .offset = offsetof(struct initialize_params, opt_out_notification_methods),
        .presence = offsetof(struct initialize_params, opt_out_notification_methods_is)},
};
const struct shape initialize_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct initialize_params),
    .of.object = {initialize_params_fields, 3}};

static const struct shape initialize_result_notifications_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct initialize_result_notifications), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field initialize_result_fields[] = {
    {.name = SLICE_INIT("protocolVersion"), .quoted = SLICE_INIT("\"protocolVersion\":"), .shape = &string_scalar,
        .offset = offsetof(struct initialize_result, protocol_version), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &core_server_info_shape,
        .offset = offsetof(struct initialize_result, server), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("limits"), .quoted = SLICE_INIT("\"limits\":"), .shape = &core_limits_shape,
        .offset = offsetof(struct initialize_result, limits), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("notifications"), .quoted = SLICE_INIT("\"notifications\":"),
        .shape = &initialize_result_notifications_shape, .offset = offsetof(struct initialize_result, notifications),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape initialize_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct initialize_result),
    .of.object = {initialize_result_fields, 4}};

const struct shape ping_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct ping_params),
    .of.object = {NULL, 0}};

static const struct shape boolean_scalar = {.kind = SHAPE_BOOL, .size = sizeof(bool)};

static const struct shape integer_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_MIN, INT64_MAX}};

static const struct shape_field ping_result_fields[] = {
    {.name = SLICE_INIT("pong"), .quoted = SLICE_INIT("\"pong\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct ping_result, pong), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct ping_result, timestamp), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape ping_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct ping_result),
    .of.object = {ping_result_fields, 2}};

const struct shape rpc_discover_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct rpc_discover_params),
    .of.object = {NULL, 0}};

const struct shape rpc_discover_result_shape = {.kind = SHAPE_ANY, .size = sizeof(struct json_any)};

static const struct shape any_scalar = {.kind = SHAPE_ANY, .size = sizeof(struct json_any)};

static const struct shape_field cancel_request_params_fields[] = {
    {.name = SLICE_INIT("requestId"), .quoted = SLICE_INIT("\"requestId\":"), .shape = &any_scalar,
        .offset = offsetof(struct cancel_request_params, request_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape cancel_request_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cancel_request_params),
    .of.object = {cancel_request_params_fields, 1}};

const struct shape daemon_status_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct daemon_status_params),
    .of.object = {NULL, 0}};

static const struct shape integer_from_0_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_MAX}};

static const struct shape daemon_status_result_subsystems_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct daemon_status_result_subsystems), .of.map = {.values = &daemon_subsystem_shape,
    .value_offset = offsetof(struct daemon_status_result_subsystems_pair, value),
    .pair_size = sizeof(struct daemon_status_result_subsystems_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field daemon_status_result_fields[] = {
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct daemon_status_result, pid), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("uptime_seconds"), .quoted = SLICE_INIT("\"uptime_seconds\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct daemon_status_result, uptime_seconds), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("started_at"), .quoted = SLICE_INIT("\"started_at\":"), .shape = &integer_scalar,
        .offset = offsetof(struct daemon_status_result, started_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct daemon_status_result, version), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("health"), .quoted = SLICE_INIT("\"health\":"), .shape = &daemon_health_shape,
        .offset = offsetof(struct daemon_status_result, health), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("subsystems"), .quoted = SLICE_INIT("\"subsystems\":"),
        .shape = &daemon_status_result_subsystems_shape, .offset = offsetof(struct daemon_status_result, subsystems),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("clients"), .quoted = SLICE_INIT("\"clients\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct daemon_status_result, clients), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("memory_bytes"), .quoted = SLICE_INIT("\"memory_bytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct daemon_status_result, memory_bytes), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("socket"), .quoted = SLICE_INIT("\"socket\":"), .shape = &string_scalar,
        .offset = offsetof(struct daemon_status_result, socket), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &string_scalar,
        .offset = offsetof(struct daemon_status_result, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("config"), .quoted = SLICE_INIT("\"config\":"), .shape = &string_scalar,
        .offset = offsetof(struct daemon_status_result, config),
        .presence = offsetof(struct daemon_status_result, config_is), .flags = FIELD_REQUIRED | FIELD_NULLABLE},
    {.name = SLICE_INIT("stopping"), .quoted = SLICE_INIT("\"stopping\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct daemon_status_result, stopping), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape daemon_status_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct daemon_status_result),
    .of.object = {daemon_status_result_fields, 12}};

static const bool daemon_stop_params_force_fallback = false;
static const struct shape_field daemon_stop_params_fields[] = {
    {.name = SLICE_INIT("force"), .quoted = SLICE_INIT("\"force\":"), .shape = &boolean_scalar,
        .fallback = &daemon_stop_params_force_fallback, .offset = offsetof(struct daemon_stop_params, force),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape daemon_stop_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct daemon_stop_params), .of.object = {daemon_stop_params_fields, 1}};

static const struct shape_field daemon_stop_result_fields[] = {
    {.name = SLICE_INIT("stopping"), .quoted = SLICE_INIT("\"stopping\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct daemon_stop_result, stopping), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape daemon_stop_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct daemon_stop_result),
    .of.object = {daemon_stop_result_fields, 1}};

static const struct slice event_daemon_stopping_params_reason_words[] = {
    SLICE_INIT("request"),
    SLICE_INIT("signal"),
};
static const struct shape event_daemon_stopping_params_reason_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum event_daemon_stopping_params_reason),
    .of.words = {event_daemon_stopping_params_reason_words, 2}};

static const struct shape_field event_daemon_stopping_params_fields[] = {
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"),
        .shape = &event_daemon_stopping_params_reason_shape,
        .offset = offsetof(struct event_daemon_stopping_params, reason), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("force"), .quoted = SLICE_INIT("\"force\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct event_daemon_stopping_params, force), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_daemon_stopping_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_daemon_stopping_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_daemon_stopping_params), .of.object = {event_daemon_stopping_params_fields, 3}};

const struct method initialize_method = {
    .name = SLICE_INIT("initialize"),
    .params = &initialize_params_shape,
    .result = &initialize_result_shape,
    .callers = CALLER_CLIENT | CALLER_EXECUTOR | CALLER_APP | CALLER_BRIDGE,
};

const struct method ping_method = {
    .name = SLICE_INIT("ping"),
    .params = &ping_params_shape,
    .result = &ping_result_shape,
    .callers = CALLER_CLIENT | CALLER_EXECUTOR | CALLER_APP | CALLER_BRIDGE,
};

const struct method rpc_discover_method = {
    .name = SLICE_INIT("rpc.discover"),
    .params = &rpc_discover_params_shape,
    .result = &rpc_discover_result_shape,
    .callers = CALLER_CLIENT | CALLER_EXECUTOR | CALLER_APP | CALLER_BRIDGE,
};

const struct method cancel_request_method = {
    .name = SLICE_INIT("$/cancel_request"),
    .params = &cancel_request_params_shape,
    .callers = CALLER_CLIENT | CALLER_EXECUTOR | CALLER_APP | CALLER_BRIDGE | CALLER_DAEMON,
    .flags = METHOD_NOTIFICATION,
};

const struct method daemon_status_method = {
    .name = SLICE_INIT("daemon.status"),
    .params = &daemon_status_params_shape,
    .result = &daemon_status_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t daemon_stop_positional[] = {0};
const struct method daemon_stop_method = {
    .name = SLICE_INIT("daemon.stop"),
    .params = &daemon_stop_params_shape,
    .result = &daemon_stop_result_shape,
    .positional = daemon_stop_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct event_type event_daemon_stopping_event = {
    .name = SLICE_INIT("event.daemonStopping"),
    .params = &event_daemon_stopping_params_shape,
};

const struct method *const contract_methods[] = {
    &initialize_method,
    &ping_method,
    &rpc_discover_method,
    &cancel_request_method,
    &daemon_status_method,
    &daemon_stop_method,
};
const size_t contract_method_count = 6;

const struct event_type *const contract_events[] = {
    &event_daemon_stopping_event,
};
const size_t contract_event_count = 1;

const struct slice contract_secret_names[] = {
    SLICE_INIT("apiKey"),
    SLICE_INIT("api_key"),
    SLICE_INIT("authorization"),
    SLICE_INIT("password"),
    SLICE_INIT("secret"),
    SLICE_INIT("session_token"),
    SLICE_INIT("token"),
};
const size_t contract_secret_name_count = 7;

const struct error_type contract_errors[] = {
    [ERROR_PARSE_ERROR] = {-32700, SLICE_INIT("parse_error"), SLICE_INIT("The line is not JSON, or is JSON that weir refuses: a duplicate key, nesting over 128, invalid UTF-8, a lone surrogate, text behind the value.")},
    [ERROR_MESSAGE_TOO_LONG] = {-32700, SLICE_INIT("message_too_long"), SLICE_INIT("The line is longer than the limit; the rest of it was skipped.")},
    [ERROR_INVALID_REQUEST] = {-32600, SLICE_INIT("invalid_request"), SLICE_INIT("The JSON is not a JSON-RPC 2.0 message.")},
    [ERROR_BATCH_TOO_LONG] = {-32600, SLICE_INIT("batch_too_long"), SLICE_INIT("The batch has more entries than the limit.")},
    [ERROR_METHOD_NOT_FOUND] = {-32601, SLICE_INIT("method_not_found"), SLICE_INIT("No such method, or the caller may not know of it.")},
    [ERROR_INVALID_PARAMS] = {-32602, SLICE_INIT("invalid_params"), SLICE_INIT("The parameters do not fit the method; data.path names the field.")},
    [ERROR_INTERNAL_ERROR] = {-32603, SLICE_INIT("internal_error"), SLICE_INIT("The daemon failed while it worked on the request.")},
    [ERROR_SUBSYSTEM_UNAVAILABLE] = {-32003, SLICE_INIT("subsystem_unavailable"), SLICE_INIT("A part of the daemon that the request needs is off or broken.")},
    [ERROR_REQUEST_CANCELLED] = {-32800, SLICE_INIT("request_cancelled"), SLICE_INIT("The request was cancelled with $/cancel_request.")},
    [ERROR_TOO_MANY_WAITING] = {-32010, SLICE_INIT("too_many_waiting"), SLICE_INIT("The connection has too many unanswered requests.")},
    [ERROR_RESULT_TOO_LONG] = {-32011, SLICE_INIT("result_too_long"), SLICE_INIT("The answer is longer than a message may be.")},
    [ERROR_ALREADY_INITIALIZED] = {-32012, SLICE_INIT("already_initialized"), SLICE_INIT("The connection has said initialize before.")},
    [ERROR_UNSUPPORTED_PROTOCOL] = {-32013, SLICE_INIT("unsupported_protocol"), SLICE_INIT("The daemon does not speak the protocol version that the client needs.")},
    [ERROR_TOO_MANY_CONNECTIONS] = {-32014, SLICE_INIT("too_many_connections"), SLICE_INIT("The daemon has no room for another connection.")},
    [ERROR_STOPPING] = {-32015, SLICE_INIT("stopping"), SLICE_INIT("The daemon is stopping and takes no new work.")},
    [ERROR_TIMEOUT] = {-32016, SLICE_INIT("timeout"), SLICE_INIT("The other side did not answer in time.")},
    [ERROR_DISCONNECTED] = {-32017, SLICE_INIT("disconnected"), SLICE_INIT("The connection ended before the answer came.")},
};

const char contract_openrpc[] =
    "{\"openrpc\":\"1.3.2\",\"info\":{\"title\":\"weir\",\"version\":\"1.0\",\"description\":\"A control plane for AI agents: JSON"
    "-RPC 2.0 over a Unix socket, one message a line.\"},\"methods\":[{\"name\":\"initialize\",\"summary\":\"Say who you ar"
    "e and which notifications you do not want. Optional: a client that skips it gets the defaults.\",\"paramStruct"
    "ure\":\"by-name\",\"params\":[{\"name\":\"client\",\"schema\":{\"$ref\":\"#/components/schemas/core.ClientInfo\"}},{\"name\":"
    "\"protocolVersion\",\"description\":\"The newest protocol that the client speaks, MAJOR.MINOR.\",\"schema\":{\"type\":"
    "\"string\",\"description\":\"The newest protocol that the client speaks, MAJOR.MINOR.\",\"default\":\"1.0\",\"minLength"
    "\":3,\"maxLength\":16}},{\"name\":\"optOutNotificationMethods\",\"description\":\"Names of notifications that this con"
    "nection shall not receive.\",\"schema\":{\"description\":\"Names of notifications that this connection shall not r"
    "eceive.\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"maxItems\":64}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"protocolVersion\":{\"type\":\"string\",\"description\":\"The"
    " protocol that both sides speak from here on.\"},\"server\":{\"$ref\":\"#/components/schemas/core.ServerInfo\"},\"li"
    "mits\":{\"$ref\":\"#/components/schemas/core.Limits\"},\"notifications\":{\"description\":\"Every notification that th"
    "e daemon may push.\",\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"protocolVersion\",\"server\",\"limit"
    "s\",\"notifications\"]}},\"errors\":[{\"$ref\":\"#/components/errors/already_initialized\"},{\"$ref\":\"#/components/err"
    "ors/unsupported_protocol\"}],\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":"
    "\"1.0\"},{\"name\":\"ping\",\"summary\":\"Ask whether the daemon is there.\",\"paramStructure\":\"by-name\",\"params\":[],\"r"
    "esult\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pong\":{\"type\":\"boolean\"},\"timestamp\":{\"type"
    "\":\"integer\",\"description\":\"The daemon's clock, epoch milliseconds.\"}},\"required\":[\"pong\",\"timestamp\"]}},\"x-c"
    "allers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"rpc.discover\",\"s"
    "ummary\":\"The whole contract as an OpenRPC document.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\""
    ":\"result\",\"schema\":true},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1."
    "0\"},{\"name\":\"$/cancel_request\",\"summary\":\"Cancel a request of this connection that waits for its answer. It "
    "is still answered, with -32800. An unknown id is ignored.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"req"
    "uestId\",\"description\":\"The id of the request, as it was sent.\",\"required\":true,\"schema\":{\"description\":\"The "
    "id of the request, as it was sent.\"}}],\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\",\"daemon\"],\"x-handler\""
    ":\"peer\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"daemon.status\",\"summary\":\"How the daemon is: its pro"
    "cess, its parts, its clients.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"t"
    "ype\":\"object\",\"properties\":{\"pid\":{\"type\":\"integer\"},\"uptime_seconds\":{\"type\":\"integer\",\"minimum\":0},\"starte"
    "d_at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"version\":{\"type\":\"string\"},\"health\":{\"descript"
    "ion\":\"The worst of the subsystems.\",\"$ref\":\"#/components/schemas/daemon.Health\"},\"subsystems\":{\"type\":\"objec"
    "t\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/daemon.Subsystem\"}},\"clients\":{\"type\":\"integer\",\"min"
    "imum\":0,\"description\":\"Connections, this one included.\"},\"memory_bytes\":{\"type\":\"integer\",\"minimum\":0,\"descr"
    "iption\":\"Resident memory of the daemon.\"},\"socket\":{\"type\":\"string\"},\"state\":{\"type\":\"string\",\"description\":"
    "\"The directory of its state and its log.\"},\"config\":{\"type\":[\"string\",\"null\"],\"description\":\"The configurati"
    "on file in use; null where there is none.\"},\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"pid\",\"uptime_seconds"
    "\",\"started_at\",\"version\",\"health\",\"subsystems\",\"clients\",\"memory_bytes\",\"socket\",\"state\",\"config\",\"stopping\""
    "]}},\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"daemon.stop\",\"summary\":\"S"
    "top the daemon: take nothing new, finish what runs, leave. With force, at once.\",\"paramStructure\":\"either\",\""
    "params\":[{\"name\":\"force\",\"description\":\"Do not wait for what runs.\",\"schema\":{\"type\":\"boolean\",\"default\":fal"
    "se,\"description\":\"Do not wait for what runs.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"proper"
    "ties\":{\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"stopping\"]}},\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":"
    "\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"force\"]}],\"x-events\":[{\"name\":\"event.daemonStoppin"
    "g\",\"summary\":\"The daemon is about to leave; connections will close.\",\"params\":{\"type\":\"object\",\"properties\":"
    "{\"reason\":{\"type\":\"string\",\"enum\":[\"request\",\"signal\"],\"description\":\"request: daemon.stop; signal: SIGTERM "
    "or SIGINT.\"},\"force\":{\"type\":\"boolean\"},\"timestamp\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},"
    "\"required\":[\"reason\",\"force\",\"timestamp\"]},\"x-since\":\"1.0\"}],\"components\":{\"schemas\":{\"core.ClientInfo\":{\"de"
    "scription\":\"Who is calling, for the daemon's log and status.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\""
    "string\",\"minLength\":1,\"maxLength\":128},\"version\":{\"type\":\"string\",\"maxLength\":64}},\"required\":[\"name\"]},\"cor"
    "e.ServerInfo\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"version\":{\"type\":\"string\"}},\"required"
    "\":[\"name\",\"version\"]},\"core.Limits\":{\"description\":\"What the daemon accepts on this connection.\",\"type\":\"obj"
    "ect\",\"properties\":{\"maxMessageBytes\":{\"type\":\"integer\",\"minimum\":1},\"maxBatchEntries\":{\"type\":\"integer\",\"min"
    "imum\":1},\"maxWaitingRequests\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"maxMessageBytes\",\"maxBatchEntries"
    "\",\"maxWaitingRequests\"]},\"config.LogLevel\":{\"type\":\"string\",\"enum\":[\"error\",\"warn\",\"info\",\"debug\"]},\"config."
    "Settings\":{\"description\":\"The whole file. Every setting has a default; an unknown one is an error.\",\"type\":\""
    "object\",\"additionalProperties\":false,\"properties\":{\"log\":{\"type\":\"object\",\"default\":{},\"additionalProperties"
    "\":false,\"properties\":{\"level\":{\"$ref\":\"#/components/schemas/config.LogLevel\",\"default\":\"info\"},\"maxBytes\":{\""
    "type\":\"integer\",\"minimum\":65536,\"maximum\":1073741824,\"default\":8388608,\"description\":\"A longer log file beco"
    "mes weird.log.1, and a new one begins.\"}}},\"limits\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":fal"
    "se,\"properties\":{\"connections\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":16384,\"description\""
    ":\"Clients at once.\"},\"messageBytes\":{\"type\":\"integer\",\"minimum\":1024,\"maximum\":1073741824,\"default\":16777216"
    ",\"description\":\"Of one message.\"},\"batchEntries\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":1"
    "000,\"description\":\"Of one batch.\"},\"waitingRequests\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"defaul"
    "t\":10000,\"description\":\"Requests of one connection that wait for their answer.\"},\"outputPauseBytes\":{\"type\":"
    "\"integer\",\"minimum\":4096,\"maximum\":1073741824,\"default\":262144,\"description\":\"A client that leaves more than"
    " this unread is no longer read from.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maximum\":4294967295,"
    "\"default\":67108864,\"description\":\"A client that leaves more than this unread is cut off.\"},\"parseBytes\":{\"ty"
    "pe\":\"integer\",\"minimum\":1048576,\"maximum\":17179869184,\"default\":268435456,\"description\":\"Memory for one pars"
    "ed message.\"}}}}},\"daemon.Health\":{\"description\":\"ok: all is well. degraded: something works worse than it s"
    "hould. failed: something does not work at all.\",\"type\":\"string\",\"enum\":[\"ok\",\"degraded\",\"failed\"]},\"daemon.S"
    "ubsystem\":{\"description\":\"A part of the daemon, checked at the moment of the question.\",\"type\":\"object\",\"pro"
    "perties\":{\"health\":{\"$ref\":\"#/components/schemas/daemon.Health\"},\"message\":{\"type\":\"string\",\"description\":\"W"
    "hat is wrong and what to do, where something is.\"}},\"required\":[\"health\"]}},\"errors\":{\"parse_error\":{\"code\":"
    "-32700,\"message\":\"The line is not JSON, or is JSON that weir refuses: a duplicate key, nesting over 128, inv"
    "alid UTF-8, a lone surrogate, text behind the value.\",\"data\":{\"code\":\"parse_error\"}},\"message_too_long\":{\"co"
    "de\":-32700,\"message\":\"The line is longer than the limit; the rest of it was skipped.\",\"data\":{\"code\":\"messag"
    "e_too_long\"}},\"invalid_request\":{\"code\":-32600,\"message\":\"The JSON is not a JSON-RPC 2.0 message.\",\"data\":{\""
    "code\":\"invalid_request\"}},\"batch_too_long\":{\"code\":-32600,\"message\":\"The batch has more entries than the lim"
    "it.\",\"data\":{\"code\":\"batch_too_long\"}},\"method_not_found\":{\"code\":-32601,\"message\":\"No such method, or the c"
    "aller may not know of it.\",\"data\":{\"code\":\"method_not_found\"}},\"invalid_params\":{\"code\":-32602,\"message\":\"Th"
    "e parameters do not fit the method; data.path names the field.\",\"data\":{\"code\":\"invalid_params\"}},\"internal_"
    "error\":{\"code\":-32603,\"message\":\"The daemon failed while it worked on the request.\",\"data\":{\"code\":\"internal"
    "_error\"}},\"subsystem_unavailable\":{\"code\":-32003,\"message\":\"A part of the daemon that the request needs is o"
    "ff or broken.\",\"data\":{\"code\":\"subsystem_unavailable\"}},\"request_cancelled\":{\"code\":-32800,\"message\":\"The re"
    "quest was cancelled with $/cancel_request.\",\"data\":{\"code\":\"request_cancelled\"}},\"too_many_waiting\":{\"code\":"
    "-32010,\"message\":\"The connection has too many unanswered requests.\",\"data\":{\"code\":\"too_many_waiting\"}},\"res"
    "ult_too_long\":{\"code\":-32011,\"message\":\"The answer is longer than a message may be.\",\"data\":{\"code\":\"result_"
    "too_long\"}},\"already_initialized\":{\"code\":-32012,\"message\":\"The connection has said initialize before.\",\"dat"
    "a\":{\"code\":\"already_initialized\"}},\"unsupported_protocol\":{\"code\":-32013,\"message\":\"The daemon does not spea"
    "k the protocol version that the client needs.\",\"data\":{\"code\":\"unsupported_protocol\"}},\"too_many_connections"
    "\":{\"code\":-32014,\"message\":\"The daemon has no room for another connection.\",\"data\":{\"code\":\"too_many_connect"
    "ions\"}},\"stopping\":{\"code\":-32015,\"message\":\"The daemon is stopping and takes no new work.\",\"data\":{\"code\":\""
    "stopping\"}},\"timeout\":{\"code\":-32016,\"message\":\"The other side did not answer in time.\",\"data\":{\"code\":\"time"
    "out\"}},\"disconnected\":{\"code\":-32017,\"message\":\"The connection ended before the answer came.\",\"data\":{\"code\""
    ":\"disconnected\"}}}}}";
const size_t contract_openrpc_size = sizeof(contract_openrpc) - 1;
