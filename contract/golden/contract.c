/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/all.h"
#include "contract/errors.h"
#include "contract/core.h"
#include "contract/chat.h"
#include "contract/config.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/event.h"
#include "contract/session.h"
#include "contract/task.h"

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
static const struct shape integer_from_1_to_1000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(1000)}};

static const int64_t config_settings_limits_subscriptions_fallback = INT64_C(64);
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
    {.name = SLICE_INIT("subscriptions"), .quoted = SLICE_INIT("\"subscriptions\":"),
        .shape = &integer_from_1_to_1000_scalar, .fallback = &config_settings_limits_subscriptions_fallback,
        .offset = offsetof(struct config_settings_limits, subscriptions), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_limits_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_limits), .of.object = {config_settings_limits_fields, 8}};

static const struct config_settings_limits config_settings_limits_fallback = {.connections = INT64_C(16384),
    .message_bytes = INT64_C(16777216), .batch_entries = INT64_C(1000), .waiting_requests = INT64_C(10000),
    .output_pause_bytes = INT64_C(262144), .output_bytes = INT64_C(67108864), .parse_bytes = INT64_C(268435456),
    .subscriptions = INT64_C(64)};
static const int64_t config_settings_tasks_queue_fallback = INT64_C(1000);
static const struct shape integer_from_0_to_1024_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(1024)}};

static const int64_t config_settings_tasks_at_once_fallback = INT64_C(0);
static const struct shape integer_from_1_to_604800000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(604800000)}};

static const int64_t config_settings_tasks_timeout_ms_fallback = INT64_C(600000);
static const struct shape integer_from_1_to_600000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(600000)}};

static const int64_t config_settings_tasks_stop_ms_fallback = INT64_C(10000);
static const struct shape integer_from_0_to_3600000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(3600000)}};

static const int64_t config_settings_tasks_drain_ms_fallback = INT64_C(30000);
static const struct shape_field config_settings_tasks_fields[] = {
    {.name = SLICE_INIT("queue"), .quoted = SLICE_INIT("\"queue\":"), .shape = &integer_from_1_to_1000000_scalar,
        .fallback = &config_settings_tasks_queue_fallback, .offset = offsetof(struct config_settings_tasks, queue),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("atOnce"), .quoted = SLICE_INIT("\"atOnce\":"), .shape = &integer_from_0_to_1024_scalar,
        .fallback = &config_settings_tasks_at_once_fallback, .offset = offsetof(struct config_settings_tasks, at_once),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("timeoutMs"), .quoted = SLICE_INIT("\"timeoutMs\":"),
        .shape = &integer_from_1_to_604800000_scalar, .fallback = &config_settings_tasks_timeout_ms_fallback,
        .offset = offsetof(struct config_settings_tasks, timeout_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("stopMs"), .quoted = SLICE_INIT("\"stopMs\":"), .shape = &integer_from_1_to_600000_scalar,
        .fallback = &config_settings_tasks_stop_ms_fallback, .offset = offsetof(struct config_settings_tasks, stop_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("drainMs"), .quoted = SLICE_INIT("\"drainMs\":"), .shape = &integer_from_0_to_3600000_scalar,
        .fallback = &config_settings_tasks_drain_ms_fallback,
        .offset = offsetof(struct config_settings_tasks, drain_ms), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_tasks_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_tasks), .of.object = {config_settings_tasks_fields, 5}};

static const struct config_settings_tasks config_settings_tasks_fallback = {.queue = INT64_C(1000),
    .at_once = INT64_C(0), .timeout_ms = INT64_C(600000), .stop_ms = INT64_C(10000), .drain_ms = INT64_C(30000)};
static const struct shape integer_from_0_to_36500_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(36500)}};

static const int64_t config_settings_retention_days_fallback = INT64_C(90);
static const struct shape integer_from_0_to_1099511627776_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(1099511627776)}};

static const int64_t config_settings_retention_bytes_fallback = INT64_C(10737418240);
static const struct shape_field config_settings_retention_fields[] = {
    {.name = SLICE_INIT("days"), .quoted = SLICE_INIT("\"days\":"), .shape = &integer_from_0_to_36500_scalar,
        .fallback = &config_settings_retention_days_fallback,
        .offset = offsetof(struct config_settings_retention, days), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_0_to_1099511627776_scalar,
        .fallback = &config_settings_retention_bytes_fallback,
        .offset = offsetof(struct config_settings_retention, bytes), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_retention_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_retention), .of.object = {config_settings_retention_fields, 2}};

static const struct config_settings_retention config_settings_retention_fallback = {.days = INT64_C(90),
    .bytes = INT64_C(10737418240)};
static const struct shape_field config_settings_fields[] = {
    {.name = SLICE_INIT("log"), .quoted = SLICE_INIT("\"log\":"), .shape = &config_settings_log_shape,
        .fallback = &config_settings_log_fallback, .offset = offsetof(struct config_settings, log),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("limits"), .quoted = SLICE_INIT("\"limits\":"), .shape = &config_settings_limits_shape,
        .fallback = &config_settings_limits_fallback, .offset = offsetof(struct config_settings, limits),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tasks"), .quoted = SLICE_INIT("\"tasks\":"), .shape = &config_settings_tasks_shape,
        .fallback = &config_settings_tasks_fallback, .offset = offsetof(struct config_settings, tasks),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("retention"), .quoted = SLICE_INIT("\"retention\":"), .shape = &config_settings_retention_shape,
        .fallback = &config_settings_retention_fallback, .offset = offsetof(struct config_settings, retention),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape config_settings_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings), .of.object = {config_settings_fields, 4}};

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

static const struct shape any_scalar = {.kind = SHAPE_ANY, .size = sizeof(struct json_any)};

static const struct shape_field event_entry_fields[] = {
    {.name = SLICE_INIT("method"), .quoted = SLICE_INIT("\"method\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_entry, method), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("params"), .quoted = SLICE_INIT("\"params\":"), .shape = &any_scalar,
        .offset = offsetof(struct event_entry, params), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape event_entry_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct event_entry),
    .of.object = {event_entry_fields, 2}};

static const struct shape integer_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_MIN, INT64_MAX}};

static const struct shape_field event_gap_fields[] = {
    {.name = SLICE_INIT("fromSeq"), .quoted = SLICE_INIT("\"fromSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_gap, from_seq), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("toSeq"), .quoted = SLICE_INIT("\"toSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_gap, to_seq), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape event_gap_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct event_gap),
    .of.object = {event_gap_fields, 2}};

const struct shape event_topics_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct event_topics),
    .of.array = {&string_from_1_to_128_scalar, 1, 64}};

static const struct slice session_permission_mode_words[] = {
    SLICE_INIT("default"),
    SLICE_INIT("acceptEdits"),
    SLICE_INIT("bypassPermissions"),
    SLICE_INIT("plan"),
};
const struct shape session_permission_mode_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum session_permission_mode),
    .of.words = {session_permission_mode_words, 4}};

static const struct slice session_state_words[] = {
    SLICE_INIT("open"),
    SLICE_INIT("closed"),
};
const struct shape session_state_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum session_state),
    .of.words = {session_state_words, 2}};

static const struct shape_field session_record_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &session_state_shape,
        .offset = offsetof(struct session_record, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("permissionMode"), .quoted = SLICE_INIT("\"permissionMode\":"),
        .shape = &session_permission_mode_shape, .offset = offsetof(struct session_record, permission_mode),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, agent), .presence = offsetof(struct session_record, agent_is)},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, model), .presence = offsetof(struct session_record, model_is)},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, title), .presence = offsetof(struct session_record, title_is)},
    {.name = SLICE_INIT("metadata"), .quoted = SLICE_INIT("\"metadata\":"), .shape = &any_scalar,
        .offset = offsetof(struct session_record, metadata), .presence = offsetof(struct session_record, metadata_is)},
    {.name = SLICE_INIT("parentId"), .quoted = SLICE_INIT("\"parentId\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, parent_id),
        .presence = offsetof(struct session_record, parent_id_is)},
    {.name = SLICE_INIT("forkSeq"), .quoted = SLICE_INIT("\"forkSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct session_record, fork_seq), .presence = offsetof(struct session_record, fork_seq_is)},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct session_record, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("updatedAt"), .quoted = SLICE_INIT("\"updatedAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct session_record, updated_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("closedAt"), .quoted = SLICE_INIT("\"closedAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct session_record, closed_at),
        .presence = offsetof(struct session_record, closed_at_is)},
};
const struct shape session_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_record),
    .of.object = {session_record_fields, 13}};

static const struct slice task_state_words[] = {
    SLICE_INIT("queued"),
    SLICE_INIT("starting"),
    SLICE_INIT("running"),
    SLICE_INIT("awaiting_permission"),
    SLICE_INIT("stopping"),
    SLICE_INIT("completed"),
    SLICE_INIT("failed"),
    SLICE_INIT("cancelled"),
};
const struct shape task_state_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum task_state),
    .of.words = {task_state_words, 8}};

static const struct shape integer_from_0_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_MAX}};

static const struct shape_field task_token_usage_fields[] = {
    {.name = SLICE_INIT("input_tokens"), .quoted = SLICE_INIT("\"input_tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_token_usage, input_tokens), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("output_tokens"), .quoted = SLICE_INIT("\"output_tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_token_usage, output_tokens), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cache_read_tokens"), .quoted = SLICE_INIT("\"cache_read_tokens\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct task_token_usage, cache_read_tokens),
        .presence = offsetof(struct task_token_usage, cache_read_tokens_is)},
    {.name = SLICE_INIT("cache_write_tokens"), .quoted = SLICE_INIT("\"cache_write_tokens\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct task_token_usage, cache_write_tokens),
        .presence = offsetof(struct task_token_usage, cache_write_tokens_is)},
};
const struct shape task_token_usage_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_token_usage),
    .of.object = {task_token_usage_fields, 4}};

static const struct shape_field task_failure_fields[] = {
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, reason), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, message), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("code"), .quoted = SLICE_INIT("\"code\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, code), .presence = offsetof(struct task_failure, code_is)},
    {.name = SLICE_INIT("stack"), .quoted = SLICE_INIT("\"stack\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, stack), .presence = offsetof(struct task_failure, stack_is)},
};
const struct shape task_failure_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_failure),
    .of.object = {task_failure_fields, 4}};

static const struct shape number_from_0_to_100_scalar = {.kind = SHAPE_NUMBER, .size = sizeof(double),
    .of.number = {0.0, 100.0}};

static const struct shape_field task_progress_fields[] = {
    {.name = SLICE_INIT("percent"), .quoted = SLICE_INIT("\"percent\":"), .shape = &number_from_0_to_100_scalar,
        .offset = offsetof(struct task_progress, percent), .presence = offsetof(struct task_progress, percent_is)},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_progress, message), .presence = offsetof(struct task_progress, message_is)},
    {.name = SLICE_INIT("completed_steps"), .quoted = SLICE_INIT("\"completed_steps\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct task_progress, completed_steps),
        .presence = offsetof(struct task_progress, completed_steps_is)},
    {.name = SLICE_INIT("total_steps"), .quoted = SLICE_INIT("\"total_steps\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_progress, total_steps),
        .presence = offsetof(struct task_progress, total_steps_is)},
};
const struct shape task_progress_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_progress),
    .of.object = {task_progress_fields, 4}};

static const struct shape_field task_result_fields[] = {
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_result, text), .presence = offsetof(struct task_result, text_is)},
    {.name = SLICE_INIT("message_count"), .quoted = SLICE_INIT("\"message_count\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_result, message_count), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("token_usage"), .quoted = SLICE_INIT("\"token_usage\":"), .shape = &task_token_usage_shape,
        .offset = offsetof(struct task_result, token_usage), .presence = offsetof(struct task_result, token_usage_is)},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &task_failure_shape,
        .offset = offsetof(struct task_result, error), .presence = offsetof(struct task_result, error_is)},
};
const struct shape task_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_result),
    .of.object = {task_result_fields, 4}};

static const struct shape_field task_record_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_record, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_record, session_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("prompt"), .quoted = SLICE_INIT("\"prompt\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_record, prompt), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &task_state_shape,
        .offset = offsetof(struct task_record, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("priority"), .quoted = SLICE_INIT("\"priority\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_record, priority), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_record, agent), .presence = offsetof(struct task_record, agent_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_record, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timeoutMs"), .quoted = SLICE_INIT("\"timeoutMs\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_record, timeout_ms), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("idempotencyKey"), .quoted = SLICE_INIT("\"idempotencyKey\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_record, idempotency_key),
        .presence = offsetof(struct task_record, idempotency_key_is)},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_record, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("startedAt"), .quoted = SLICE_INIT("\"startedAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_record, started_at), .presence = offsetof(struct task_record, started_at_is)},
    {.name = SLICE_INIT("endedAt"), .quoted = SLICE_INIT("\"endedAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_record, ended_at), .presence = offsetof(struct task_record, ended_at_is)},
    {.name = SLICE_INIT("progress"), .quoted = SLICE_INIT("\"progress\":"), .shape = &task_progress_shape,
        .offset = offsetof(struct task_record, progress), .presence = offsetof(struct task_record, progress_is)},
    {.name = SLICE_INIT("result"), .quoted = SLICE_INIT("\"result\":"), .shape = &task_result_shape,
        .offset = offsetof(struct task_record, result), .presence = offsetof(struct task_record, result_is)},
};
const struct shape task_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_record),
    .of.object = {task_record_fields, 14}};

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

static const struct shape_field cancel_request_params_fields[] = {
    {.name = SLICE_INIT("requestId"), .quoted = SLICE_INIT("\"requestId\":"), .shape = &any_scalar,
        .offset = offsetof(struct cancel_request_params, request_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape cancel_request_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cancel_request_params),
    .of.object = {cancel_request_params_fields, 1}};

static const struct shape string_from_1_to_1048576_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 1048576, FORMAT_NONE}};

static const struct shape integer_from_minus_1000000_to_1000000_scalar = {.kind = SHAPE_INTEGER,
    .size = sizeof(int64_t), .of.integer = {INT64_C(-1000000), INT64_C(1000000)}};

static const int64_t chat_send_params_priority_fallback = INT64_C(0);
static const struct shape_field chat_send_params_fields[] = {
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_from_1_to_1048576_scalar,
        .offset = offsetof(struct chat_send_params, message), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("priority"), .quoted = SLICE_INIT("\"priority\":"),
        .shape = &integer_from_minus_1000000_to_1000000_scalar, .fallback = &chat_send_params_priority_fallback,
        .offset = offsetof(struct chat_send_params, priority), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct chat_send_params, thread_id),
        .presence = offsetof(struct chat_send_params, thread_id_is)},
};
const struct shape chat_send_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct chat_send_params), .of.object = {chat_send_params_fields, 3}};

static const struct shape_field chat_send_result_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_send_result, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_send_result, thread_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape chat_send_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_send_result),
    .of.object = {chat_send_result_fields, 2}};

const struct shape daemon_status_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct daemon_status_params),
    .of.object = {NULL, 0}};

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

const struct shape db_stats_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct db_stats_params),
    .of.object = {NULL, 0}};

static const struct shape_field db_stats_result_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct db_stats_result, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("schema"), .quoted = SLICE_INIT("\"schema\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, schema), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("fileBytes"), .quoted = SLICE_INIT("\"fileBytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, file_bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("walBytes"), .quoted = SLICE_INIT("\"walBytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, wal_bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("freeBytes"), .quoted = SLICE_INIT("\"freeBytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, free_bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessions"), .quoted = SLICE_INIT("\"sessions\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, sessions), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tasks"), .quoted = SLICE_INIT("\"tasks\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, tasks), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("events"), .quoted = SLICE_INIT("\"events\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, events), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("firstSeq"), .quoted = SLICE_INIT("\"firstSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, first_seq), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("lastSeq"), .quoted = SLICE_INIT("\"lastSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, last_seq), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct db_stats_result, epoch), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("commits"), .quoted = SLICE_INIT("\"commits\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, commits), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("changes"), .quoted = SLICE_INIT("\"changes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_stats_result, changes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape db_stats_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct db_stats_result),
    .of.object = {db_stats_result_fields, 13}};

static const bool db_check_params_quick_fallback = false;
static const struct shape_field db_check_params_fields[] = {
    {.name = SLICE_INIT("quick"), .quoted = SLICE_INIT("\"quick\":"), .shape = &boolean_scalar,
        .fallback = &db_check_params_quick_fallback, .offset = offsetof(struct db_check_params, quick),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape db_check_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct db_check_params), .of.object = {db_check_params_fields, 1}};

static const struct shape db_check_result_problems_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct db_check_result_problems), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field db_check_result_fields[] = {
    {.name = SLICE_INIT("ok"), .quoted = SLICE_INIT("\"ok\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct db_check_result, ok), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("problems"), .quoted = SLICE_INIT("\"problems\":"), .shape = &db_check_result_problems_shape,
        .offset = offsetof(struct db_check_result, problems), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape db_check_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct db_check_result),
    .of.object = {db_check_result_fields, 2}};

static const struct shape string_from_1_to_4096_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 4096, FORMAT_NONE}};

static const struct shape_field db_backup_params_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct db_backup_params, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape db_backup_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct db_backup_params), .of.object = {db_backup_params_fields, 1}};

static const struct shape_field db_backup_result_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct db_backup_result, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_backup_result, bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape db_backup_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct db_backup_result),
    .of.object = {db_backup_result_fields, 2}};

const struct shape db_compact_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct db_compact_params),
    .of.object = {NULL, 0}};

static const struct shape_field db_compact_result_fields[] = {
    {.name = SLICE_INIT("beforeBytes"), .quoted = SLICE_INIT("\"beforeBytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_compact_result, before_bytes), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("afterBytes"), .quoted = SLICE_INIT("\"afterBytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_compact_result, after_bytes), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("removedEvents"), .quoted = SLICE_INIT("\"removedEvents\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_compact_result, removed_events), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("removedTasks"), .quoted = SLICE_INIT("\"removedTasks\":"), .shape = &integer_scalar,
        .offset = offsetof(struct db_compact_result, removed_tasks), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape db_compact_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct db_compact_result),
    .of.object = {db_compact_result_fields, 4}};

static const struct shape string_to_128_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 128, FORMAT_NONE}};

static const struct shape_field event_subscribe_params_fields[] = {
    {.name = SLICE_INIT("topics"), .quoted = SLICE_INIT("\"topics\":"), .shape = &event_topics_shape,
        .offset = offsetof(struct event_subscribe_params, topics),
        .presence = offsetof(struct event_subscribe_params, topics_is)},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct event_subscribe_params, session_id),
        .presence = offsetof(struct event_subscribe_params, session_id_is)},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct event_subscribe_params, task_id),
        .presence = offsetof(struct event_subscribe_params, task_id_is)},
    {.name = SLICE_INIT("fromSeq"), .quoted = SLICE_INIT("\"fromSeq\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct event_subscribe_params, from_seq),
        .presence = offsetof(struct event_subscribe_params, from_seq_is)},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_to_128_scalar,
        .offset = offsetof(struct event_subscribe_params, epoch),
        .presence = offsetof(struct event_subscribe_params, epoch_is)},
};
const struct shape event_subscribe_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct event_subscribe_params), .of.object = {event_subscribe_params_fields, 5}};

static const struct shape_field event_subscribe_result_fields[] = {
    {.name = SLICE_INIT("subscriptionId"), .quoted = SLICE_INIT("\"subscriptionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_subscribe_result, subscription_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_subscribe_result, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("fromSeq"), .quoted = SLICE_INIT("\"fromSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_subscribe_result, from_seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("gap"), .quoted = SLICE_INIT("\"gap\":"), .shape = &event_gap_shape,
        .offset = offsetof(struct event_subscribe_result, gap),
        .presence = offsetof(struct event_subscribe_result, gap_is)},
};
const struct shape event_subscribe_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct event_subscribe_result),
    .of.object = {event_subscribe_result_fields, 4}};

static const struct shape_field event_unsubscribe_params_fields[] = {
    {.name = SLICE_INIT("subscriptionId"), .quoted = SLICE_INIT("\"subscriptionId\":"),
        .shape = &string_from_1_to_128_scalar, .offset = offsetof(struct event_unsubscribe_params, subscription_id),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape event_unsubscribe_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct event_unsubscribe_params), .of.object = {event_unsubscribe_params_fields, 1}};

static const struct shape_field event_unsubscribe_result_fields[] = {
    {.name = SLICE_INIT("unsubscribed"), .quoted = SLICE_INIT("\"unsubscribed\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct event_unsubscribe_result, unsubscribed), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_unsubscribe_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_unsubscribe_result), .of.object = {event_unsubscribe_result_fields, 1}};

static const int64_t event_list_params_from_seq_fallback = INT64_C(0);
static const int64_t event_list_params_limit_fallback = INT64_C(100);
static const struct shape_field event_list_params_fields[] = {
    {.name = SLICE_INIT("topics"), .quoted = SLICE_INIT("\"topics\":"), .shape = &event_topics_shape,
        .offset = offsetof(struct event_list_params, topics),
        .presence = offsetof(struct event_list_params, topics_is)},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct event_list_params, session_id),
        .presence = offsetof(struct event_list_params, session_id_is)},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct event_list_params, task_id),
        .presence = offsetof(struct event_list_params, task_id_is)},
    {.name = SLICE_INIT("fromSeq"), .quoted = SLICE_INIT("\"fromSeq\":"), .shape = &integer_from_0_scalar,
        .fallback = &event_list_params_from_seq_fallback, .offset = offsetof(struct event_list_params, from_seq),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_to_128_scalar,
        .offset = offsetof(struct event_list_params, epoch), .presence = offsetof(struct event_list_params, epoch_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &event_list_params_limit_fallback, .offset = offsetof(struct event_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape event_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct event_list_params), .of.object = {event_list_params_fields, 6}};

static const struct shape event_list_result_events_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct event_list_result_events), .of.array = {&event_entry_shape, 0, UINT32_MAX}};

static const struct shape_field event_list_result_fields[] = {
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_list_result, epoch), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("events"), .quoted = SLICE_INIT("\"events\":"), .shape = &event_list_result_events_shape,
        .offset = offsetof(struct event_list_result, events), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("nextSeq"), .quoted = SLICE_INIT("\"nextSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_list_result, next_seq), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("more"), .quoted = SLICE_INIT("\"more\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct event_list_result, more), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("firstSeq"), .quoted = SLICE_INIT("\"firstSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_list_result, first_seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("lastSeq"), .quoted = SLICE_INIT("\"lastSeq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_list_result, last_seq), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("gap"), .quoted = SLICE_INIT("\"gap\":"), .shape = &event_gap_shape,
        .offset = offsetof(struct event_list_result, gap), .presence = offsetof(struct event_list_result, gap_is)},
};
const struct shape event_list_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct event_list_result),
    .of.object = {event_list_result_fields, 7}};

static const struct shape_field event_cursor_params_fields[] = {
    {.name = SLICE_INIT("subscriptionId"), .quoted = SLICE_INIT("\"subscriptionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_cursor_params, subscription_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_cursor_params, seq), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_cursor_params, epoch), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("live"), .quoted = SLICE_INIT("\"live\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct event_cursor_params, live), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("gap"), .quoted = SLICE_INIT("\"gap\":"), .shape = &event_gap_shape,
        .offset = offsetof(struct event_cursor_params, gap), .presence = offsetof(struct event_cursor_params, gap_is)},
};
const struct shape event_cursor_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct event_cursor_params),
    .of.object = {event_cursor_params_fields, 5}};

static const struct shape string_from_1_to_256_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 256, FORMAT_NONE}};

static const enum session_permission_mode session_create_params_permission_mode_fallback = SESSION_PERMISSION_MODE_DEFAULT;
static const struct shape string_to_1024_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 1024, FORMAT_NONE}};

static const struct shape_field session_create_params_fields[] = {
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct session_create_params, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_create_params, agent),
        .presence = offsetof(struct session_create_params, agent_is)},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct session_create_params, model),
        .presence = offsetof(struct session_create_params, model_is)},
    {.name = SLICE_INIT("permissionMode"), .quoted = SLICE_INIT("\"permissionMode\":"),
        .shape = &session_permission_mode_shape, .fallback = &session_create_params_permission_mode_fallback,
        .offset = offsetof(struct session_create_params, permission_mode), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct session_create_params, title),
        .presence = offsetof(struct session_create_params, title_is)},
    {.name = SLICE_INIT("metadata"), .quoted = SLICE_INIT("\"metadata\":"), .shape = &any_scalar,
        .offset = offsetof(struct session_create_params, metadata),
        .presence = offsetof(struct session_create_params, metadata_is)},
};
const struct shape session_create_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_create_params), .of.object = {session_create_params_fields, 6}};

static const struct shape_field session_get_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_get_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_get_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_get_params), .of.object = {session_get_params_fields, 1}};

static const int64_t session_list_params_limit_fallback = INT64_C(50);
static const struct shape_field session_list_params_fields[] = {
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &session_state_shape,
        .offset = offsetof(struct session_list_params, state),
        .presence = offsetof(struct session_list_params, state_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &session_list_params_limit_fallback, .offset = offsetof(struct session_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_list_params, after),
        .presence = offsetof(struct session_list_params, after_is)},
};
const struct shape session_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_list_params), .of.object = {session_list_params_fields, 3}};

const struct shape session_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct session_list_result),
    .of.array = {&session_record_shape, 0, UINT32_MAX}};

static const struct shape_field session_update_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_update_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_update_params, agent),
        .presence = offsetof(struct session_update_params, agent_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct session_update_params, model),
        .presence = offsetof(struct session_update_params, model_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("permissionMode"), .quoted = SLICE_INIT("\"permissionMode\":"),
        .shape = &session_permission_mode_shape, .offset = offsetof(struct session_update_params, permission_mode),
        .presence = offsetof(struct session_update_params, permission_mode_is)},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct session_update_params, title),
        .presence = offsetof(struct session_update_params, title_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("metadata"), .quoted = SLICE_INIT("\"metadata\":"), .shape = &any_scalar,
        .offset = offsetof(struct session_update_params, metadata),
        .presence = offsetof(struct session_update_params, metadata_is)},
};
const struct shape session_update_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_update_params), .of.object = {session_update_params_fields, 6}};

static const struct shape_field session_close_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_close_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_close_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_close_params), .of.object = {session_close_params_fields, 1}};

static const struct shape_field session_delete_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_delete_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_delete_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_delete_params), .of.object = {session_delete_params_fields, 1}};

static const struct shape_field session_delete_result_fields[] = {
    {.name = SLICE_INIT("deleted"), .quoted = SLICE_INIT("\"deleted\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_delete_result, deleted), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_delete_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_delete_result),
    .of.object = {session_delete_result_fields, 1}};

static const struct shape_field session_fork_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_fork_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("atSeq"), .quoted = SLICE_INIT("\"atSeq\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct session_fork_params, at_seq),
        .presence = offsetof(struct session_fork_params, at_seq_is)},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct session_fork_params, title),
        .presence = offsetof(struct session_fork_params, title_is)},
};
const struct shape session_fork_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_fork_params), .of.object = {session_fork_params_fields, 3}};

static const struct shape_field event_session_created_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_created_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_created_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_created_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_created_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("session"), .quoted = SLICE_INIT("\"session\":"), .shape = &session_record_shape,
        .offset = offsetof(struct event_session_created_params, session), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_session_created_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_session_created_params), .of.object = {event_session_created_params_fields, 5}};

static const struct shape_field event_session_updated_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_updated_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_updated_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_updated_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_updated_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("session"), .quoted = SLICE_INIT("\"session\":"), .shape = &session_record_shape,
        .offset = offsetof(struct event_session_updated_params, session), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_session_updated_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_session_updated_params), .of.object = {event_session_updated_params_fields, 5}};

static const struct shape_field event_session_closed_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_closed_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_closed_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_closed_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_closed_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_session_closed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_session_closed_params), .of.object = {event_session_closed_params_fields, 4}};

static const struct shape_field event_session_deleted_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_deleted_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_deleted_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_session_deleted_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_session_deleted_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_session_deleted_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_session_deleted_params), .of.object = {event_session_deleted_params_fields, 4}};

static const int64_t task_submit_params_priority_fallback = INT64_C(0);
static const struct shape_field task_submit_params_fields[] = {
    {.name = SLICE_INIT("prompt"), .quoted = SLICE_INIT("\"prompt\":"), .shape = &string_from_1_to_1048576_scalar,
        .offset = offsetof(struct task_submit_params, prompt), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_submit_params, agent),
        .presence = offsetof(struct task_submit_params, agent_is)},
    {.name = SLICE_INIT("priority"), .quoted = SLICE_INIT("\"priority\":"),
        .shape = &integer_from_minus_1000000_to_1000000_scalar, .fallback = &task_submit_params_priority_fallback,
        .offset = offsetof(struct task_submit_params, priority), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_submit_params, session_id),
        .presence = offsetof(struct task_submit_params, session_id_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct task_submit_params, cwd), .presence = offsetof(struct task_submit_params, cwd_is)},
    {.name = SLICE_INIT("idempotencyKey"), .quoted = SLICE_INIT("\"idempotencyKey\":"),
        .shape = &string_from_1_to_256_scalar, .offset = offsetof(struct task_submit_params, idempotency_key),
        .presence = offsetof(struct task_submit_params, idempotency_key_is)},
    {.name = SLICE_INIT("timeoutMs"), .quoted = SLICE_INIT("\"timeoutMs\":"),
        .shape = &integer_from_1_to_604800000_scalar, .offset = offsetof(struct task_submit_params, timeout_ms),
        .presence = offsetof(struct task_submit_params, timeout_ms_is)},
};
const struct shape task_submit_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_submit_params), .of.object = {task_submit_params_fields, 7}};

static const struct shape_field task_submit_result_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_submit_result, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &task_state_shape,
        .offset = offsetof(struct task_submit_result, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_submit_result, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape task_submit_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_submit_result),
    .of.object = {task_submit_result_fields, 3}};

static const struct shape string_to_256_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 256, FORMAT_NONE}};

static const struct slice task_cancel_params_reason_fallback = SLICE_INIT("user_cancelled");
static const struct shape_field task_cancel_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_cancel_params, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_to_256_scalar,
        .fallback = &task_cancel_params_reason_fallback, .offset = offsetof(struct task_cancel_params, reason),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape task_cancel_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_cancel_params), .of.object = {task_cancel_params_fields, 2}};

static const struct shape_field task_cancel_result_fields[] = {
    {.name = SLICE_INIT("cancelled"), .quoted = SLICE_INIT("\"cancelled\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct task_cancel_result, cancelled), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape task_cancel_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_cancel_result),
    .of.object = {task_cancel_result_fields, 1}};

static const int64_t task_list_params_limit_fallback = INT64_C(50);
static const struct shape_field task_list_params_fields[] = {
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &task_state_shape,
        .offset = offsetof(struct task_list_params, state), .presence = offsetof(struct task_list_params, state_is)},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_list_params, session_id),
        .presence = offsetof(struct task_list_params, session_id_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &task_list_params_limit_fallback, .offset = offsetof(struct task_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_list_params, after), .presence = offsetof(struct task_list_params, after_is)},
};
const struct shape task_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_list_params), .of.object = {task_list_params_fields, 4}};

const struct shape task_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct task_list_result),
    .of.array = {&task_record_shape, 0, UINT32_MAX}};

static const struct shape_field task_get_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_get_params, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape task_get_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_get_params), .of.object = {task_get_params_fields, 1}};

const struct shape task_stats_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_stats_params),
    .of.object = {NULL, 0}};

static const struct shape_field task_stats_result_fields[] = {
    {.name = SLICE_INIT("total"), .quoted = SLICE_INIT("\"total\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_stats_result, total), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("running"), .quoted = SLICE_INIT("\"running\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_stats_result, running), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("queued"), .quoted = SLICE_INIT("\"queued\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_stats_result, queued), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("completed"), .quoted = SLICE_INIT("\"completed\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_stats_result, completed), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("failed"), .quoted = SLICE_INIT("\"failed\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_stats_result, failed), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cancelled"), .quoted = SLICE_INIT("\"cancelled\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_stats_result, cancelled), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape task_stats_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_stats_result),
    .of.object = {task_stats_result_fields, 6}};

static const struct shape integer_from_0_to_604800000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(604800000)}};

static const struct shape_field task_wait_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_wait_params, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timeoutMs"), .quoted = SLICE_INIT("\"timeoutMs\":"),
        .shape = &integer_from_0_to_604800000_scalar, .offset = offsetof(struct task_wait_params, timeout_ms),
        .presence = offsetof(struct task_wait_params, timeout_ms_is)},
};
const struct shape task_wait_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_wait_params), .of.object = {task_wait_params_fields, 2}};

static const struct shape_field event_task_queued_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_queued_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_queued_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_queued_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_queued_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_queued_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("priority"), .quoted = SLICE_INIT("\"priority\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_queued_params, priority), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("summary"), .quoted = SLICE_INIT("\"summary\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_queued_params, summary), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_task_queued_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_queued_params), .of.object = {event_task_queued_params_fields, 7}};

static const struct shape_field event_task_started_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_started_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_started_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_started_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_started_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_started_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_task_started_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_started_params), .of.object = {event_task_started_params_fields, 5}};

static const struct shape_field event_task_updated_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_updated_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_updated_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_updated_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_updated_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_updated_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &task_state_shape,
        .offset = offsetof(struct event_task_updated_params, state), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_task_updated_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_updated_params), .of.object = {event_task_updated_params_fields, 6}};

static const struct shape_field event_task_progress_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_progress_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_progress_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_progress_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_progress_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_progress_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("progress"), .quoted = SLICE_INIT("\"progress\":"), .shape = &task_progress_shape,
        .offset = offsetof(struct event_task_progress_params, progress), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_task_progress_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_progress_params), .of.object = {event_task_progress_params_fields, 6}};

static const struct shape_field event_task_completed_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_completed_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_completed_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_completed_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_completed_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_completed_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message_count"), .quoted = SLICE_INIT("\"message_count\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct event_task_completed_params, message_count), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("token_usage"), .quoted = SLICE_INIT("\"token_usage\":"), .shape = &task_token_usage_shape,
        .offset = offsetof(struct event_task_completed_params, token_usage),
        .presence = offsetof(struct event_task_completed_params, token_usage_is)},
};
const struct shape event_task_completed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_completed_params), .of.object = {event_task_completed_params_fields, 7}};

static const struct shape_field event_task_failed_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_failed_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_failed_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_failed_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_failed_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_failed_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &task_failure_shape,
        .offset = offsetof(struct event_task_failed_params, error), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_task_failed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_failed_params), .of.object = {event_task_failed_params_fields, 6}};

static const struct shape_field event_task_cancelled_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_cancelled_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_cancelled_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_task_cancelled_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_cancelled_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_cancelled_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_task_cancelled_params, reason), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_task_cancelled_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_cancelled_params), .of.object = {event_task_cancelled_params_fields, 6}};

static const struct slice event_message_created_params_role_words[] = {
    SLICE_INIT("user"),
    SLICE_INIT("assistant"),
};
static const struct shape event_message_created_params_role_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum event_message_created_params_role), .of.words = {event_message_created_params_role_words, 2}};

static const struct shape_field event_message_created_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_message_created_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_message_created_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_message_created_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_message_created_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_message_created_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("role"), .quoted = SLICE_INIT("\"role\":"), .shape = &event_message_created_params_role_shape,
        .offset = offsetof(struct event_message_created_params, role), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_message_created_params, type), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sequence"), .quoted = SLICE_INIT("\"sequence\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_message_created_params, sequence), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("data"), .quoted = SLICE_INIT("\"data\":"), .shape = &any_scalar,
        .offset = offsetof(struct event_message_created_params, data), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_message_created_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_message_created_params), .of.object = {event_message_created_params_fields, 9}};

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

static const uint8_t chat_send_positional[] = {0, 1};
const struct method chat_send_method = {
    .name = SLICE_INIT("chat.send"),
    .params = &chat_send_params_shape,
    .result = &chat_send_result_shape,
    .positional = chat_send_positional,
    .positional_count = 2,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
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

const struct method db_stats_method = {
    .name = SLICE_INIT("db.stats"),
    .params = &db_stats_params_shape,
    .result = &db_stats_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method db_check_method = {
    .name = SLICE_INIT("db.check"),
    .params = &db_check_params_shape,
    .result = &db_check_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t db_backup_positional[] = {0};
const struct method db_backup_method = {
    .name = SLICE_INIT("db.backup"),
    .params = &db_backup_params_shape,
    .result = &db_backup_result_shape,
    .positional = db_backup_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

const struct method db_compact_method = {
    .name = SLICE_INIT("db.compact"),
    .params = &db_compact_params_shape,
    .result = &db_compact_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

const struct method event_subscribe_method = {
    .name = SLICE_INIT("event.subscribe"),
    .params = &event_subscribe_params_shape,
    .result = &event_subscribe_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t event_unsubscribe_positional[] = {0};
const struct method event_unsubscribe_method = {
    .name = SLICE_INIT("event.unsubscribe"),
    .params = &event_unsubscribe_params_shape,
    .result = &event_unsubscribe_result_shape,
    .positional = event_unsubscribe_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method event_list_method = {
    .name = SLICE_INIT("event.list"),
    .params = &event_list_params_shape,
    .result = &event_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method session_create_method = {
    .name = SLICE_INIT("session.create"),
    .params = &session_create_params_shape,
    .result = &session_record_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t session_get_positional[] = {0};
const struct method session_get_method = {
    .name = SLICE_INIT("session.get"),
    .params = &session_get_params_shape,
    .result = &session_record_shape,
    .positional = session_get_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method session_list_method = {
    .name = SLICE_INIT("session.list"),
    .params = &session_list_params_shape,
    .result = &session_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method session_update_method = {
    .name = SLICE_INIT("session.update"),
    .params = &session_update_params_shape,
    .result = &session_record_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t session_close_positional[] = {0};
const struct method session_close_method = {
    .name = SLICE_INIT("session.close"),
    .params = &session_close_params_shape,
    .result = &session_record_shape,
    .positional = session_close_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t session_delete_positional[] = {0};
const struct method session_delete_method = {
    .name = SLICE_INIT("session.delete"),
    .params = &session_delete_params_shape,
    .result = &session_delete_result_shape,
    .positional = session_delete_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method session_fork_method = {
    .name = SLICE_INIT("session.fork"),
    .params = &session_fork_params_shape,
    .result = &session_record_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t task_submit_positional[] = {0, 1, 2};
const struct method task_submit_method = {
    .name = SLICE_INIT("task.submit"),
    .params = &task_submit_params_shape,
    .result = &task_submit_result_shape,
    .positional = task_submit_positional,
    .positional_count = 3,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t task_cancel_positional[] = {0};
const struct method task_cancel_method = {
    .name = SLICE_INIT("task.cancel"),
    .params = &task_cancel_params_shape,
    .result = &task_cancel_result_shape,
    .positional = task_cancel_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t task_list_positional[] = {0, 2};
const struct method task_list_method = {
    .name = SLICE_INIT("task.list"),
    .params = &task_list_params_shape,
    .result = &task_list_result_shape,
    .positional = task_list_positional,
    .positional_count = 2,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t task_get_positional[] = {0};
const struct method task_get_method = {
    .name = SLICE_INIT("task.get"),
    .params = &task_get_params_shape,
    .result = &task_record_shape,
    .positional = task_get_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method task_stats_method = {
    .name = SLICE_INIT("task.stats"),
    .params = &task_stats_params_shape,
    .result = &task_stats_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t task_wait_positional[] = {0, 1};
const struct method task_wait_method = {
    .name = SLICE_INIT("task.wait"),
    .params = &task_wait_params_shape,
    .result = &task_record_shape,
    .positional = task_wait_positional,
    .positional_count = 2,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

const struct event_type event_daemon_stopping_event = {
    .name = SLICE_INIT("event.daemonStopping"),
    .params = &event_daemon_stopping_params_shape,
};

const struct event_type event_cursor_event = {
    .name = SLICE_INIT("event.cursor"),
    .params = &event_cursor_params_shape,
};

const struct event_type event_session_created_event = {
    .name = SLICE_INIT("event.sessionCreated"),
    .params = &event_session_created_params_shape,
};

const struct event_type event_session_updated_event = {
    .name = SLICE_INIT("event.sessionUpdated"),
    .params = &event_session_updated_params_shape,
};

const struct event_type event_session_closed_event = {
    .name = SLICE_INIT("event.sessionClosed"),
    .params = &event_session_closed_params_shape,
};

const struct event_type event_session_deleted_event = {
    .name = SLICE_INIT("event.sessionDeleted"),
    .params = &event_session_deleted_params_shape,
};

const struct event_type event_task_queued_event = {
    .name = SLICE_INIT("event.taskQueued"),
    .params = &event_task_queued_params_shape,
};

const struct event_type event_task_started_event = {
    .name = SLICE_INIT("event.taskStarted"),
    .params = &event_task_started_params_shape,
};

const struct event_type event_task_updated_event = {
    .name = SLICE_INIT("event.taskUpdated"),
    .params = &event_task_updated_params_shape,
};

const struct event_type event_task_progress_event = {
    .name = SLICE_INIT("event.taskProgress"),
    .params = &event_task_progress_params_shape,
};

const struct event_type event_task_completed_event = {
    .name = SLICE_INIT("event.taskCompleted"),
    .params = &event_task_completed_params_shape,
};

const struct event_type event_task_failed_event = {
    .name = SLICE_INIT("event.taskFailed"),
    .params = &event_task_failed_params_shape,
};

const struct event_type event_task_cancelled_event = {
    .name = SLICE_INIT("event.taskCancelled"),
    .params = &event_task_cancelled_params_shape,
};

const struct event_type event_message_created_event = {
    .name = SLICE_INIT("event.messageCreated"),
    .params = &event_message_created_params_shape,
};

const struct method *const contract_methods[] = {
    &initialize_method,
    &ping_method,
    &rpc_discover_method,
    &cancel_request_method,
    &chat_send_method,
    &daemon_status_method,
    &daemon_stop_method,
    &db_stats_method,
    &db_check_method,
    &db_backup_method,
    &db_compact_method,
    &event_subscribe_method,
    &event_unsubscribe_method,
    &event_list_method,
    &session_create_method,
    &session_get_method,
    &session_list_method,
    &session_update_method,
    &session_close_method,
    &session_delete_method,
    &session_fork_method,
    &task_submit_method,
    &task_cancel_method,
    &task_list_method,
    &task_get_method,
    &task_stats_method,
    &task_wait_method,
};
const size_t contract_method_count = 27;

const struct event_type *const contract_events[] = {
    &event_daemon_stopping_event,
    &event_cursor_event,
    &event_session_created_event,
    &event_session_updated_event,
    &event_session_closed_event,
    &event_session_deleted_event,
    &event_task_queued_event,
    &event_task_started_event,
    &event_task_updated_event,
    &event_task_progress_event,
    &event_task_completed_event,
    &event_task_failed_event,
    &event_task_cancelled_event,
    &event_message_created_event,
};
const size_t contract_event_count = 14;

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
    [ERROR_FILE_EXISTS] = {-32022, SLICE_INIT("file_exists"), SLICE_INIT("A file of this name is there already, and is left alone.")},
    [ERROR_FILE_FAILED] = {-32023, SLICE_INIT("file_failed"), SLICE_INIT("The file could not be written; the message says why.")},
    [ERROR_DB_BUSY] = {-32024, SLICE_INIT("db_busy"), SLICE_INIT("A check, a backup or a compaction is under way.")},
    [ERROR_EVENT_NOT_FOUND] = {-32000, SLICE_INIT("event_not_found"), SLICE_INIT("The log has no such event, or not for this session.")},
    [ERROR_SUBSCRIPTION_NOT_FOUND] = {-32000, SLICE_INIT("subscription_not_found"), SLICE_INIT("This connection has no such subscription.")},
    [ERROR_EPOCH_CHANGED] = {-32020, SLICE_INIT("epoch_changed"), SLICE_INIT("The log is another one than the client knows: its numbers mean other events. data has the new epoch, firstSeq and lastSeq.")},
    [ERROR_TOO_MANY_SUBSCRIPTIONS] = {-32021, SLICE_INIT("too_many_subscriptions"), SLICE_INIT("The connection has as many subscriptions as it may have.")},
    [ERROR_SESSION_NOT_FOUND] = {-32000, SLICE_INIT("session_not_found"), SLICE_INIT("There is no session with this id.")},
    [ERROR_SESSION_CLOSED] = {-32001, SLICE_INIT("session_closed"), SLICE_INIT("The session is closed: it takes no tasks and no changes.")},
    [ERROR_SESSION_BUSY] = {-32018, SLICE_INIT("session_busy"), SLICE_INIT("A task of the session is at work; stop it first.")},
    [ERROR_TASK_NOT_FOUND] = {-32000, SLICE_INIT("task_not_found"), SLICE_INIT("There is no task with this id.")},
    [ERROR_TASK_NOT_CANCELLABLE] = {-32001, SLICE_INIT("task_not_cancellable"), SLICE_INIT("The task is in a final state, and nothing changes that.")},
    [ERROR_QUEUE_FULL] = {-32002, SLICE_INIT("queue_full"), SLICE_INIT("As many tasks wait as may wait.")},
    [ERROR_IDEMPOTENCY_CONFLICT] = {-32019, SLICE_INIT("idempotency_conflict"), SLICE_INIT("The idempotency key belongs to a task that was submitted with other parameters.")},
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
    ":\"peer\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"chat.send\",\"summary\":\"Say something in a thread, as "
    "a task; without a thread a new one begins.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"message\",\"required\""
    ":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1048576}},{\"name\":\"priority\",\"schema\":{\"type\":\"int"
    "eger\",\"minimum\":-1000000,\"maximum\":1000000,\"default\":0}},{\"name\":\"threadId\",\"description\":\"A session's id.\","
    "\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"A session's id.\"}}],\"result\":{\"name\":"
    "\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"threadId\":{\"type\":\"string\"}},\"r"
    "equired\":[\"taskId\",\"threadId\"]}},\"errors\":[{\"$ref\":\"#/components/errors/queue_full\"},{\"$ref\":\"#/components/e"
    "rrors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/errors/stoppin"
    "g\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"message\",\"priority\"]},{\"name\":\"daemon.status\",\"summary\":"
    "\"How the daemon is: its process, its parts, its clients.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\""
    "name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pid\":{\"type\":\"integer\"},\"uptime_seconds\":{\"type\":\"in"
    "teger\",\"minimum\":0},\"started_at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"version\":{\"type\":\"s"
    "tring\"},\"health\":{\"description\":\"The worst of the subsystems.\",\"$ref\":\"#/components/schemas/daemon.Health\"},"
    "\"subsystems\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/daemon.Subsystem\"}},\"clie"
    "nts\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Connections, this one included.\"},\"memory_bytes\":{\"type\":\""
    "integer\",\"minimum\":0,\"description\":\"Resident memory of the daemon.\"},\"socket\":{\"type\":\"string\"},\"state\":{\"ty"
    "pe\":\"string\",\"description\":\"The directory of its state and its log.\"},\"config\":{\"type\":[\"string\",\"null\"],\"de"
    "scription\":\"The configuration file in use; null where there is none.\"},\"stopping\":{\"type\":\"boolean\"}},\"requi"
    "red\":[\"pid\",\"uptime_seconds\",\"started_at\",\"version\",\"health\",\"subsystems\",\"clients\",\"memory_bytes\",\"socket\","
    "\"state\",\"config\",\"stopping\"]}},\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\""
    ":\"daemon.stop\",\"summary\":\"Stop the daemon: take nothing new, finish what runs, leave. With force, at once.\","
    "\"paramStructure\":\"either\",\"params\":[{\"name\":\"force\",\"description\":\"Do not wait for what runs.\",\"schema\":{\"ty"
    "pe\":\"boolean\",\"default\":false,\"description\":\"Do not wait for what runs.\"}}],\"result\":{\"name\":\"result\",\"schem"
    "a\":{\"type\":\"object\",\"properties\":{\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"stopping\"]}},\"x-callers\":[\"cli"
    "ent\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"force\"]},{\"name\":\"db.st"
    "ats\",\"summary\":\"How much is stored, and how much of the disk it takes.\",\"paramStructure\":\"by-name\",\"params\":"
    "[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"schema\":{\"typ"
    "e\":\"integer\",\"description\":\"The version of its tables.\"},\"fileBytes\":{\"type\":\"integer\"},\"walBytes\":{\"type\":\""
    "integer\",\"description\":\"Committed, but not yet in the main file.\"},\"freeBytes\":{\"type\":\"integer\",\"descriptio"
    "n\":\"Inside of the file, to be used again; db.compact gives them back.\"},\"sessions\":{\"type\":\"integer\"},\"tasks"
    "\":{\"type\":\"integer\"},\"events\":{\"type\":\"integer\",\"description\":\"In the log, or close to it: lastSeq - firstSe"
    "q + 1.\"},\"firstSeq\":{\"type\":\"integer\"},\"lastSeq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"commits\":{\"ty"
    "pe\":\"integer\",\"description\":\"Transactions since the daemon started.\"},\"changes\":{\"type\":\"integer\",\"descripti"
    "on\":\"Operations in them.\"}},\"required\":[\"path\",\"schema\",\"fileBytes\",\"walBytes\",\"freeBytes\",\"sessions\",\"tasks"
    "\",\"events\",\"firstSeq\",\"lastSeq\",\"epoch\",\"commits\",\"changes\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsys"
    "tem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"db.check\","
    "\"summary\":\"Read the whole store and look for damage. Takes a while where it is large; everything else goes o"
    "n. Into a store that is found damaged nothing is written any more.\",\"paramStructure\":\"by-name\",\"params\":[{\"n"
    "ame\":\"quick\",\"description\":\"Leave out whether the indexes agree with their tables.\",\"schema\":{\"type\":\"boolea"
    "n\",\"default\":false,\"description\":\"Leave out whether the indexes agree with their tables.\"}}],\"result\":{\"name"
    "\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"},\"problems\":{\"type\":\"array\",\"items"
    "\":{\"type\":\"string\"}}},\"required\":[\"ok\",\"problems\"]}},\"errors\":[{\"$ref\":\"#/components/errors/db_busy\"},{\"$ref"
    "\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-sinc"
    "e\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"db.backup\",\"summary\":\"Write a consistent copy of the store"
    " into a new file while everything goes on.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"path\",\"description\""
    ":\"An absolute path; the file must not be there yet.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1"
    ",\"maxLength\":4096,\"description\":\"An absolute path; the file must not be there yet.\",\"examples\":[\"/home/ada/w"
    "eir-backup.db\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\""
    "},\"bytes\":{\"type\":\"integer\"}},\"required\":[\"path\",\"bytes\"]}},\"errors\":[{\"$ref\":\"#/components/errors/file_exis"
    "ts\"},{\"$ref\":\"#/components/errors/file_failed\"},{\"$ref\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/components"
    "/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-clo"
    "sed\":true,\"x-waits\":true,\"x-positional\":[\"path\"]},{\"name\":\"db.compact\",\"summary\":\"Remove what retention no l"
    "onger keeps, and give free space back to the disk.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":"
    "\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"beforeBytes\":{\"type\":\"integer\"},\"afterBytes\":{\"type\":\"inte"
    "ger\"},\"removedEvents\":{\"type\":\"integer\"},\"removedTasks\":{\"type\":\"integer\"}},\"required\":[\"beforeBytes\",\"after"
    "Bytes\",\"removedEvents\",\"removedTasks\"]}},\"errors\":[{\"$ref\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/compone"
    "nts/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-"
    "waits\":true},{\"name\":\"event.subscribe\",\"summary\":\"Get events: first those stored from a point on, then each "
    "as it happens, none twice, none left out.\",\"description\":\"A connection without a subscription gets the life "
    "cycle of tasks; with one, only what its subscriptions name, and each live event once, however many of them m"
    "atch. Only what is committed is pushed. Who reads slowly is served from the log at its own pace, and still g"
    "ets each once. While one subscription replays, another one that is live may bring the same event before it. "
    "event.cursor tells when the stored ones are through, and where a filtered subscription stands. In a batch th"
    "e answer may come behind the first events.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"topics\",\"schema\":{"
    "\"$ref\":\"#/components/schemas/event.Topics\"}},{\"name\":\"sessionId\",\"description\":\"Only what belongs to this se"
    "ssion, or what it inherited.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Only wh"
    "at belongs to this session, or what it inherited.\"}},{\"name\":\"taskId\",\"description\":\"Only what belongs to th"
    "is task.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Only what belongs to this t"
    "ask.\"}},{\"name\":\"fromSeq\",\"description\":\"The first event wanted; absent: only new ones.\",\"schema\":{\"type\":\"i"
    "nteger\",\"minimum\":0,\"description\":\"The first event wanted; absent: only new ones.\"}},{\"name\":\"epoch\",\"descri"
    "ption\":\"Of the log that fromSeq belongs to; another one is refused with epoch_changed.\",\"schema\":{\"type\":\"st"
    "ring\",\"maxLength\":128,\"description\":\"Of the log that fromSeq belongs to; another one is refused with epoch_c"
    "hanged.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"subscriptionId\":{\"type\":\"stri"
    "ng\"},\"epoch\":{\"type\":\"string\"},\"fromSeq\":{\"type\":\"integer\",\"description\":\"Where it begins.\"},\"gap\":{\"$ref\":\""
    "#/components/schemas/event.Gap\"}},\"required\":[\"subscriptionId\",\"epoch\",\"fromSeq\"]}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/epoch_changed\"},{\"$ref\":\"#/components/errors/too_many_subscriptions\"},{\"$ref\":\"#/components/e"
    "rrors/session_not_found\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsyst"
    "em_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"na"
    "me\":\"event.unsubscribe\",\"summary\":\"End a subscription of this connection.\",\"paramStructure\":\"either\",\"params"
    "\":[{\"name\":\"subscriptionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"resu"
    "lt\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"unsubscribed\":{\"type\":\"boolean\"}},\"required\":["
    "\"unsubscribed\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subscription_not_found\"}],\"x-callers\":[\"client\",\"br"
    "idge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"subscriptionId\"]},{\"name\":\"even"
    "t.list\",\"summary\":\"The log, oldest first, a page at a time.\",\"description\":\"A page ends at its limit, at abo"
    "ut 1 MiB, or after 20,000 events that do not match; nextSeq is where the next one begins, and more whether t"
    "here is one.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"topics\",\"schema\":{\"$ref\":\"#/components/schemas/e"
    "vent.Topics\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"taskId"
    "\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"fromSeq\",\"description\":\"The first event"
    " wanted.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"default\":0,\"description\":\"The first event wanted.\"}},{\"nam"
    "e\":\"epoch\",\"description\":\"Of the log that fromSeq belongs to; another one is refused with epoch_changed.\",\"s"
    "chema\":{\"type\":\"string\",\"maxLength\":128,\"description\":\"Of the log that fromSeq belongs to; another one is re"
    "fused with epoch_changed.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\""
    ":100}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"epoch\":{\"type\":\"string\"},\"events\""
    ":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/event.Entry\"}},\"nextSeq\":{\"type\":\"integer\"},\"more\":{\""
    "type\":\"boolean\"},\"firstSeq\":{\"type\":\"integer\",\"description\":\"The oldest that retention has left.\"},\"lastSeq\""
    ":{\"type\":\"integer\",\"description\":\"The newest; 0 in an empty log.\"},\"gap\":{\"$ref\":\"#/components/schemas/event"
    ".Gap\"}},\"required\":[\"epoch\",\"events\",\"nextSeq\",\"more\",\"firstSeq\",\"lastSeq\"]}},\"errors\":[{\"$ref\":\"#/component"
    "s/errors/epoch_changed\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/task_"
    "not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler"
    "\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"session.create\",\"summary\":\"Begin a conversation.\",\"para"
    "mStructure\":\"by-name\",\"params\":[{\"name\":\"cwd\",\"description\":\"The working directory: an absolute path.\",\"requ"
    "ired\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"The working directory: an"
    " absolute path.\",\"examples\":[\"/home/ada/project\"]}},{\"name\":\"agent\",\"schema\":{\"type\":\"string\",\"minLength\":1,"
    "\"maxLength\":128}},{\"name\":\"model\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256}},{\"name\":\"permiss"
    "ionMode\",\"schema\":{\"$ref\":\"#/components/schemas/session.PermissionMode\",\"default\":\"default\"}},{\"name\":\"title"
    "\",\"schema\":{\"type\":\"string\",\"maxLength\":1024}},{\"name\":\"metadata\",\"description\":\"Kept with the session; at m"
    "ost 64 KiB of JSON.\",\"schema\":{\"description\":\"Kept with the session; at most 64 KiB of JSON.\"}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/err"
    "ors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\""
    ":true},{\"name\":\"session.get\",\"summary\":\"One session.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId"
    "\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"sche"
    "ma\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_foun"
    "d\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session.list\",\"summary\":\"Sessions,"
    " newest first, a page at a time.\",\"description\":\"The next page begins after the last id of this one. A page "
    "may be shorter than its limit where the sessions are long; the end is an empty one.\",\"paramStructure\":\"by-na"
    "me\",\"params\":[{\"name\":\"state\",\"description\":\"Only these.\",\"schema\":{\"$ref\":\"#/components/schemas/session.Sta"
    "te\",\"description\":\"Only these.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"def"
    "ault\":50}},{\"name\":\"after\",\"description\":\"The last id of the page before.\",\"schema\":{\"type\":\"string\",\"minLen"
    "gth\":1,\"maxLength\":128,\"description\":\"The last id of the page before.\"}}],\"result\":{\"name\":\"result\",\"schema\""
    ":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/session.Session\"}}},\"errors\":[{\"$ref\":\"#/components/e"
    "rrors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-close"
    "d\":true},{\"name\":\"session.update\",\"summary\":\"Change a session; what is absent stays, what is null goes. Task"
    "s that have started keep what they started with.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\""
    "required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"agent\",\"schema\":{\"type\":[\""
    "string\",\"null\"],\"minLength\":1,\"maxLength\":128}},{\"name\":\"model\",\"schema\":{\"type\":[\"string\",\"null\"],\"minLengt"
    "h\":1,\"maxLength\":256}},{\"name\":\"permissionMode\",\"schema\":{\"$ref\":\"#/components/schemas/session.PermissionMod"
    "e\"}},{\"name\":\"title\",\"schema\":{\"type\":[\"string\",\"null\"],\"maxLength\":1024}},{\"name\":\"metadata\",\"description\":"
    "\"At most 64 KiB of JSON; null removes it.\",\"schema\":{\"description\":\"At most 64 KiB of JSON; null removes it."
    "\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\""
    "#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/"
    "errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-clos"
    "ed\":true},{\"name\":\"session.close\",\"summary\":\"End a conversation: queued tasks are cancelled, the one at work"
    " is stopped, new ones are refused. What was said stays.\",\"description\":\"Answered once no task of the session"
    " is at work any more. Closing a closed session changes nothing.\",\"paramStructure\":\"either\",\"params\":[{\"name\""
    ":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"re"
    "sult\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/sessi"
    "on_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-hand"
    "ler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session."
    "delete\",\"summary\":\"Remove a session with its tasks and events. What forks of it inherited stays theirs.\",\"pa"
    "ramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1"
    ",\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"deleted\":{\"type\":\"boo"
    "lean\"}},\"required\":[\"deleted\"]}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/compo"
    "nents/errors/session_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bri"
    "dge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session.fo"
    "rk\",\"summary\":\"A new session with the same settings and the history of another, up to one of its events.\",\"d"
    "escription\":\"event.list and event.subscribe with the new session's id give the inherited events too, with th"
    "eir own seq. Closed sessions can be forked.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\"requi"
    "red\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"atSeq\",\"description\":\"The last "
    "event that the fork shall know; absent: all there are.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"description\""
    ":\"The last event that the fork shall know; absent: all there are.\"}},{\"name\":\"title\",\"schema\":{\"type\":\"strin"
    "g\",\"maxLength\":1024}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\""
    "errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/event_not_found\"},{\"$"
    "ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-s"
    "ince\":\"1.0\",\"x-closed\":true},{\"name\":\"task.submit\",\"summary\":\"Queue a prompt for an agent.\",\"description\":\"W"
    "ithout a session a new one is made, with the given working directory or the user's home. Tasks of one sessio"
    "n run one after another. A repeated idempotency key answers with the task that it made.\",\"paramStructure\":\"e"
    "ither\",\"params\":[{\"name\":\"prompt\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":104857"
    "6}},{\"name\":\"agent\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"priority\",\"descriptio"
    "n\":\"Higher goes first.\",\"schema\":{\"type\":\"integer\",\"minimum\":-1000000,\"maximum\":1000000,\"default\":0,\"descrip"
    "tion\":\"Higher goes first.\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{"
    "\"name\":\"cwd\",\"description\":\"An absolute path; absent: the session's.\",\"schema\":{\"type\":\"string\",\"minLength\":"
    "1,\"maxLength\":4096,\"description\":\"An absolute path; absent: the session's.\"}},{\"name\":\"idempotencyKey\",\"sche"
    "ma\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256}},{\"name\":\"timeoutMs\",\"description\":\"How long it may run,"
    " once started; absent: as configured (600,000).\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,"
    "\"description\":\"How long it may run, once started; absent: as configured (600,000).\"}}],\"result\":{\"name\":\"res"
    "ult\",\"schema\":{\"type\":\"object\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schema"
    "s/task.State\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"taskId\",\"state\",\"sessionId\"]}},\"errors\":[{\"$ref\":"
    "\"#/components/errors/queue_full\"},{\"$ref\":\"#/components/errors/idempotency_conflict\"},{\"$ref\":\"#/components/"
    "errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/errors/stoppi"
    "ng\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daem"
    "on\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"prompt\",\"agent\",\"priority\"]},{\"name\":\"task.cancel\",\"sum"
    "mary\":\"Stop a task: at once where it waits; where it runs, the answer comes when nothing of it is left.\",\"pa"
    "ramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"m"
    "axLength\":128}},{\"name\":\"reason\",\"description\":\"A word for the log; not timeout or daemon_stopped, which are"
    " the daemon's own.\",\"schema\":{\"type\":\"string\",\"maxLength\":256,\"default\":\"user_cancelled\",\"description\":\"A wo"
    "rd for the log; not timeout or daemon_stopped, which are the daemon's own.\"}}],\"result\":{\"name\":\"result\",\"sc"
    "hema\":{\"type\":\"object\",\"properties\":{\"cancelled\":{\"type\":\"boolean\",\"description\":\"False only where it ended "
    "by itself first.\"}},\"required\":[\"cancelled\"]}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$re"
    "f\":\"#/components/errors/task_not_cancellable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-call"
    "ers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":"
    "[\"taskId\"]},{\"name\":\"task.list\",\"summary\":\"Tasks, newest first, a page at a time.\",\"description\":\"The next p"
    "age begins after the last id of this one. A page may be shorter than its limit where the prompts are long; t"
    "he end is an empty one. Results are left to task.get.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"state\",\""
    "description\":\"Only these.\",\"schema\":{\"$ref\":\"#/components/schemas/task.State\",\"description\":\"Only these.\"}},"
    "{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\"sessionId\",\"de"
    "scription\":\"Only those of a session.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":"
    "\"Only those of a session.\"}},{\"name\":\"after\",\"description\":\"The last id of the page before.\",\"schema\":{\"type"
    "\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The last id of the page before.\"}}],\"result\":{\"name\""
    ":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/task.Task\"}}},\"errors\":[{\"$ref\":\"#/"
    "components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1"
    ".0\",\"x-closed\":true,\"x-positional\":[\"state\",\"limit\"]},{\"name\":\"task.get\",\"summary\":\"One task, with its resul"
    "t.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLengt"
    "h\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/task.Task\"}},\"error"
    "s\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-c"
    "allers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"taskId\"]},"
    "{\"name\":\"task.stats\",\"summary\":\"How many tasks there are, by state.\",\"paramStructure\":\"by-name\",\"params\":[],"
    "\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"integer\",\"minimum\":0},\"ru"
    "nning\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"All between queued and final.\"},\"queued\":{\"type\":\"intege"
    "r\",\"minimum\":0},\"completed\":{\"type\":\"integer\",\"minimum\":0},\"failed\":{\"type\":\"integer\",\"minimum\":0},\"cancelle"
    "d\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"total\",\"running\",\"queued\",\"completed\",\"failed\",\"cancelled\"]}"
    "},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler"
    "\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"task.wait\",\"summary\":\"Wait for the end of a task; its state tells wheth"
    "er it came in time.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\""
    "string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"timeoutMs\",\"description\":\"Answer after this time with the t"
    "ask as it is then; absent: wait without end.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":604800000,\"de"
    "scription\":\"Answer after this time with the task as it is then; absent: wait without end.\"}}],\"result\":{\"nam"
    "e\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/task.Task\"}},\"errors\":[{\"$ref\":\"#/components/errors/task_"
    "not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler"
    "\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"taskId\",\"timeoutMs\"]}],\"x-events\""
    ":[{\"name\":\"event.daemonStopping\",\"summary\":\"The daemon is about to leave; connections will close.\",\"params\":"
    "{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\",\"enum\":[\"request\",\"signal\"],\"description\":\"request:"
    " daemon.stop; signal: SIGTERM or SIGINT.\"},\"force\":{\"type\":\"boolean\"},\"timestamp\":{\"type\":\"integer\",\"descrip"
    "tion\":\"Epoch milliseconds.\"}},\"required\":[\"reason\",\"force\",\"timestamp\"]},\"x-since\":\"1.0\"},{\"name\":\"event.cur"
    "sor\",\"summary\":\"Where a subscription stands: everything up to seq has been sent or did not match. Not a part"
    " of the log.\",\"description\":\"Comes when a subscription with fromSeq has had all that is stored; whenever 10,"
    "000 events were passed over without a match; and with a gap, where retention has removed what a slow reader "
    "had not had yet. After one that is not live another one follows when it is live. Who merely reads slowly is "
    "not told of it.\",\"params\":{\"type\":\"object\",\"properties\":{\"subscriptionId\":{\"type\":\"string\"},\"seq\":{\"type\":\"i"
    "nteger\"},\"epoch\":{\"type\":\"string\"},\"live\":{\"type\":\"boolean\",\"description\":\"Whether all stored events are thr"
    "ough.\"},\"gap\":{\"$ref\":\"#/components/schemas/event.Gap\"}},\"required\":[\"subscriptionId\",\"seq\",\"epoch\",\"live\"]}"
    ",\"x-since\":\"1.0\"},{\"name\":\"event.sessionCreated\",\"summary\":\"A session began.\",\"params\":{\"type\":\"object\",\"pro"
    "perties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"ty"
    "pe\":\"string\"},\"session\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"required\":[\"seq\",\"epoch\",\"timestam"
    "p\",\"sessionId\",\"session\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionUpdated\",\"summary\":\"A session's settings c"
    "hanged.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timesta"
    "mp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\"session\":{\"$ref\":\"#/components/schemas/session.Session"
    "\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\"session\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionClo"
    "sed\",\"summary\":\"A session takes no more tasks.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integ"
    "er\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"se"
    "q\",\"epoch\",\"timestamp\",\"sessionId\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionDeleted\",\"summary\":\"A session wa"
    "s removed, with its tasks and events: their numbers are missing from the log from here on.\",\"params\":{\"type\""
    ":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"s"
    "essionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\"]},\"x-since\":\"1.0\"},{\"name\":\"e"
    "vent.taskQueued\",\"summary\":\"A task was submitted and waits for its turn.\",\"params\":{\"type\":\"object\",\"propert"
    "ies\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"st"
    "ring\"},\"sessionId\":{\"type\":\"string\"},\"priority\":{\"type\":\"integer\"},\"summary\":{\"type\":\"string\",\"description\":"
    "\"How the prompt begins.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"priority\",\"summary\"]}"
    ",\"x-since\":\"1.0\"},{\"name\":\"event.taskStarted\",\"summary\":\"An agent works on the task.\",\"params\":{\"type\":\"obje"
    "ct\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\""
    ":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\""
    "]},\"x-since\":\"1.0\"},{\"name\":\"event.taskUpdated\",\"summary\":\"A task went from one state to another that has no"
    " event of its own: starting, awaiting_permission, running again, stopping.\",\"params\":{\"type\":\"object\",\"prope"
    "rties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\""
    "string\"},\"sessionId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"}},\"required\":[\"seq\""
    ",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"state\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskProgress\",\"summary\":"
    "\"How far a task is, says its agent.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch"
    "\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},"
    "\"progress\":{\"$ref\":\"#/components/schemas/task.Progress\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"se"
    "ssionId\",\"progress\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskCompleted\",\"summary\":\"A task has ended well; task."
    "get has its text.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\""
    "},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"message_count\":{\""
    "type\":\"integer\",\"minimum\":0},\"token_usage\":{\"$ref\":\"#/components/schemas/task.TokenUsage\"}},\"required\":[\"seq"
    "\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"message_count\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskFailed\",\"su"
    "mmary\":\"A task has ended without success.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},"
    "\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"str"
    "ing\"},\"error\":{\"$ref\":\"#/components/schemas/task.Failure\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\""
    "sessionId\",\"error\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskCancelled\",\"summary\":\"A task was stopped.\",\"params\""
    ":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"inte"
    "ger\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"reason\":{\"type\":\"string\"}},\"required\":[\"seq\""
    ",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"reason\"]},\"x-since\":\"1.0\"},{\"name\":\"event.messageCreated\",\"summar"
    "y\":\"A person or an agent said something, or an agent used a tool.\",\"description\":\"A prompt is one of role us"
    "er and type prompt, written when its task starts. What an agent reports is one of role assistant each, with "
    "the agent's own type and data.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"t"
    "ype\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"role"
    "\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"type\":{\"type\":\"string\",\"description\":\"prompt, tool_call, to"
    "ol_result, content_block_delta, …\"},\"sequence\":{\"type\":\"integer\",\"description\":\"The agent's own number, from"
    " 1, of what it reports in one task; 0 for a prompt.\"},\"data\":{\"description\":\"As the type has it; of a prompt"
    ": {text}.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"role\",\"type\",\"sequence\",\"data\"]},\"x"
    "-since\":\"1.0\"}],\"components\":{\"schemas\":{\"core.ClientInfo\":{\"description\":\"Who is calling, for the daemon's "
    "log and status.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"versi"
    "on\":{\"type\":\"string\",\"maxLength\":64}},\"required\":[\"name\"]},\"core.ServerInfo\":{\"type\":\"object\",\"properties\":{"
    "\"name\":{\"type\":\"string\"},\"version\":{\"type\":\"string\"}},\"required\":[\"name\",\"version\"]},\"core.Limits\":{\"descrip"
    "tion\":\"What the daemon accepts on this connection.\",\"type\":\"object\",\"properties\":{\"maxMessageBytes\":{\"type\":"
    "\"integer\",\"minimum\":1},\"maxBatchEntries\":{\"type\":\"integer\",\"minimum\":1},\"maxWaitingRequests\":{\"type\":\"intege"
    "r\",\"minimum\":1}},\"required\":[\"maxMessageBytes\",\"maxBatchEntries\",\"maxWaitingRequests\"]},\"config.LogLevel\":{\""
    "type\":\"string\",\"enum\":[\"error\",\"warn\",\"info\",\"debug\"]},\"config.Settings\":{\"description\":\"The whole file. Eve"
    "ry setting has a default; an unknown one is an error.\",\"type\":\"object\",\"additionalProperties\":false,\"propert"
    "ies\":{\"log\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"level\":{\"$ref\":\"#/comp"
    "onents/schemas/config.LogLevel\",\"default\":\"info\"},\"maxBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maximum\":107"
    "3741824,\"default\":8388608,\"description\":\"A longer log file becomes weird.log.1, and a new one begins.\"}}},\"l"
    "imits\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"connections\":{\"type\":\"integ"
    "er\",\"minimum\":1,\"maximum\":1000000,\"default\":16384,\"description\":\"Clients at once.\"},\"messageBytes\":{\"type\":\""
    "integer\",\"minimum\":1024,\"maximum\":1073741824,\"default\":16777216,\"description\":\"Of one message.\"},\"batchEntri"
    "es\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":1000,\"description\":\"Of one batch.\"},\"waitingRe"
    "quests\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":10000,\"description\":\"Requests of one conne"
    "ction that wait for their answer.\"},\"outputPauseBytes\":{\"type\":\"integer\",\"minimum\":4096,\"maximum\":1073741824"
    ",\"default\":262144,\"description\":\"A client that leaves more than this unread is no longer read from.\"},\"outpu"
    "tBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maximum\":4294967295,\"default\":67108864,\"description\":\"A client th"
    "at leaves more than this unread is cut off.\"},\"parseBytes\":{\"type\":\"integer\",\"minimum\":1048576,\"maximum\":171"
    "79869184,\"default\":268435456,\"description\":\"Memory for one parsed message.\"},\"subscriptions\":{\"type\":\"intege"
    "r\",\"minimum\":1,\"maximum\":1000,\"default\":64,\"description\":\"Of one connection.\"}}},\"tasks\":{\"type\":\"object\",\"d"
    "efault\":{},\"additionalProperties\":false,\"properties\":{\"queue\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100000"
    "0,\"default\":1000,\"description\":\"Tasks that may wait.\"},\"atOnce\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1024"
    ",\"default\":0,\"description\":\"Tasks that run at the same time; 0: as many as there are cores, at least 3.\"},\"t"
    "imeoutMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"default\":600000,\"description\":\"How long a task "
    "may run that says nothing of it.\"},\"stopMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"default\":10000,\""
    "description\":\"How long a task that is asked to stop may take before it is ended.\"},\"drainMs\":{\"type\":\"intege"
    "r\",\"minimum\":0,\"maximum\":3600000,\"default\":30000,\"description\":\"How long a daemon that is asked to stop wait"
    "s for tasks at work.\"}}},\"retention\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"description"
    "\":\"What the store keeps. Sessions stay until they are deleted.\",\"properties\":{\"days\":{\"type\":\"integer\",\"mini"
    "mum\":0,\"maximum\":36500,\"default\":90,\"description\":\"Events, and tasks that have ended, are removed when they "
    "are older; 0: never.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":10737418240,\""
    "description\":\"When the store is larger, the oldest events are removed, and the tasks that ended with them; 0"
    ": no limit.\"}}}}},\"daemon.Health\":{\"description\":\"ok: all is well. degraded: something works worse than it s"
    "hould. failed: something does not work at all.\",\"type\":\"string\",\"enum\":[\"ok\",\"degraded\",\"failed\"]},\"daemon.S"
    "ubsystem\":{\"description\":\"A part of the daemon, checked at the moment of the question.\",\"type\":\"object\",\"pro"
    "perties\":{\"health\":{\"$ref\":\"#/components/schemas/daemon.Health\"},\"message\":{\"type\":\"string\",\"description\":\"W"
    "hat is wrong and what to do, where something is.\"}},\"required\":[\"health\"]},\"event.Entry\":{\"description\":\"Wha"
    "t was pushed: the notification's method and params.\",\"type\":\"object\",\"properties\":{\"method\":{\"type\":\"string\""
    "},\"params\":{\"description\":\"With seq, epoch and timestamp.\"}},\"required\":[\"method\",\"params\"]},\"event.Gap\":{\"d"
    "escription\":\"Events that were asked for and that retention has removed.\",\"type\":\"object\",\"properties\":{\"from"
    "Seq\":{\"type\":\"integer\"},\"toSeq\":{\"type\":\"integer\",\"description\":\"The last that is gone.\"}},\"required\":[\"from"
    "Seq\",\"toSeq\"]},\"event.Topics\":{\"description\":\"Names of events (event.taskQueued) or how they begin behind th"
    "eir dot (task, session, message).\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"m"
    "inItems\":1,\"maxItems\":64},\"session.PermissionMode\":{\"description\":\"default: ask before anything that changes"
    " something. acceptEdits: file edits in the working directory need no question. bypassPermissions: nothing do"
    "es. plan: change nothing.\",\"type\":\"string\",\"enum\":[\"default\",\"acceptEdits\",\"bypassPermissions\",\"plan\"]},\"ses"
    "sion.State\":{\"type\":\"string\",\"enum\":[\"open\",\"closed\"]},\"session.Session\":{\"type\":\"object\",\"properties\":{\"id\""
    ":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/session.State\"},\"cwd\":{\"type\":\"string\",\"description"
    "\":\"The working directory.\"},\"permissionMode\":{\"$ref\":\"#/components/schemas/session.PermissionMode\"},\"agent\":"
    "{\"type\":\"string\",\"description\":\"Absent: the default agent.\"},\"model\":{\"type\":\"string\",\"description\":\"Absent:"
    " the agent's own choice.\"},\"title\":{\"type\":\"string\"},\"metadata\":{\"description\":\"Whatever the front end keeps"
    " with the session: JSON that the daemon does not look into.\"},\"parentId\":{\"type\":\"string\",\"description\":\"The"
    " session that this one was forked from.\"},\"forkSeq\":{\"type\":\"integer\",\"description\":\"The last event of the p"
    "arent that belongs to this session's history.\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseco"
    "nds.\"},\"updatedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"closedAt\":{\"type\":\"integer\",\"desc"
    "ription\":\"Epoch milliseconds.\"}},\"required\":[\"id\",\"state\",\"cwd\",\"permissionMode\",\"createdAt\",\"updatedAt\"]},\""
    "task.State\":{\"description\":\"completed, failed and cancelled are final. A time-out is failed with the reason "
    "timeout.\",\"type\":\"string\",\"enum\":[\"queued\",\"starting\",\"running\",\"awaiting_permission\",\"stopping\",\"completed\""
    ",\"failed\",\"cancelled\"]},\"task.TokenUsage\":{\"type\":\"object\",\"properties\":{\"input_tokens\":{\"type\":\"integer\",\"m"
    "inimum\":0},\"output_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_read_tokens\":{\"type\":\"integer\",\"minimum\":0}"
    ",\"cache_write_tokens\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"input_tokens\",\"output_tokens\"]},\"task.Fai"
    "lure\":{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\",\"description\":\"A word: error, timeout, daemon"
    "_died, daemon_stopped, EXECUTOR_CRASHED, …\"},\"message\":{\"type\":\"string\",\"description\":\"A sentence for people"
    ".\"},\"code\":{\"type\":\"string\",\"description\":\"The agent's own word, where it had one.\"},\"stack\":{\"type\":\"string"
    "\"}},\"required\":[\"reason\",\"message\"]},\"task.Progress\":{\"type\":\"object\",\"properties\":{\"percent\":{\"type\":\"numbe"
    "r\",\"minimum\":0,\"maximum\":100},\"message\":{\"type\":\"string\"},\"completed_steps\":{\"type\":\"integer\",\"minimum\":0},\""
    "total_steps\":{\"type\":\"integer\",\"minimum\":0}}},\"task.Result\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"s"
    "tring\",\"description\":\"The agent's final text.\"},\"message_count\":{\"type\":\"integer\",\"minimum\":0},\"token_usage\""
    ":{\"$ref\":\"#/components/schemas/task.TokenUsage\"},\"error\":{\"$ref\":\"#/components/schemas/task.Failure\"}},\"requ"
    "ired\":[\"message_count\"]},\"task.Task\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"sessionId\":{\"typ"
    "e\":\"string\"},\"prompt\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"},\"priority\":{\"type"
    "\":\"integer\",\"description\":\"Higher goes first.\"},\"agent\":{\"type\":\"string\",\"description\":\"Absent: the session'"
    "s.\"},\"cwd\":{\"type\":\"string\"},\"timeoutMs\":{\"type\":\"integer\"},\"idempotencyKey\":{\"type\":\"string\"},\"createdAt\":{"
    "\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"startedAt\":{\"type\":\"integer\",\"description\":\"Epoch mil"
    "liseconds.\"},\"endedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"progress\":{\"$ref\":\"#/componen"
    "ts/schemas/task.Progress\"},\"result\":{\"description\":\"Of a task in a final state.\",\"$ref\":\"#/components/schema"
    "s/task.Result\"}},\"required\":[\"id\",\"sessionId\",\"prompt\",\"state\",\"priority\",\"cwd\",\"timeoutMs\",\"createdAt\"]}},\""
    "errors\":{\"parse_error\":{\"code\":-32700,\"message\":\"The line is not JSON, or is JSON that weir refuses: a dupli"
    "cate key, nesting over 128, invalid UTF-8, a lone surrogate, text behind the value.\",\"data\":{\"code\":\"parse_e"
    "rror\"}},\"message_too_long\":{\"code\":-32700,\"message\":\"The line is longer than the limit; the rest of it was s"
    "kipped.\",\"data\":{\"code\":\"message_too_long\"}},\"invalid_request\":{\"code\":-32600,\"message\":\"The JSON is not a J"
    "SON-RPC 2.0 message.\",\"data\":{\"code\":\"invalid_request\"}},\"batch_too_long\":{\"code\":-32600,\"message\":\"The batc"
    "h has more entries than the limit.\",\"data\":{\"code\":\"batch_too_long\"}},\"method_not_found\":{\"code\":-32601,\"mes"
    "sage\":\"No such method, or the caller may not know of it.\",\"data\":{\"code\":\"method_not_found\"}},\"invalid_param"
    "s\":{\"code\":-32602,\"message\":\"The parameters do not fit the method; data.path names the field.\",\"data\":{\"code"
    "\":\"invalid_params\"}},\"internal_error\":{\"code\":-32603,\"message\":\"The daemon failed while it worked on the req"
    "uest.\",\"data\":{\"code\":\"internal_error\"}},\"subsystem_unavailable\":{\"code\":-32003,\"message\":\"A part of the dae"
    "mon that the request needs is off or broken.\",\"data\":{\"code\":\"subsystem_unavailable\"}},\"request_cancelled\":{"
    "\"code\":-32800,\"message\":\"The request was cancelled with $/cancel_request.\",\"data\":{\"code\":\"request_cancelled"
    "\"}},\"too_many_waiting\":{\"code\":-32010,\"message\":\"The connection has too many unanswered requests.\",\"data\":{\""
    "code\":\"too_many_waiting\"}},\"result_too_long\":{\"code\":-32011,\"message\":\"The answer is longer than a message m"
    "ay be.\",\"data\":{\"code\":\"result_too_long\"}},\"already_initialized\":{\"code\":-32012,\"message\":\"The connection ha"
    "s said initialize before.\",\"data\":{\"code\":\"already_initialized\"}},\"unsupported_protocol\":{\"code\":-32013,\"mes"
    "sage\":\"The daemon does not speak the protocol version that the client needs.\",\"data\":{\"code\":\"unsupported_pr"
    "otocol\"}},\"too_many_connections\":{\"code\":-32014,\"message\":\"The daemon has no room for another connection.\",\""
    "data\":{\"code\":\"too_many_connections\"}},\"stopping\":{\"code\":-32015,\"message\":\"The daemon is stopping and takes"
    " no new work.\",\"data\":{\"code\":\"stopping\"}},\"timeout\":{\"code\":-32016,\"message\":\"The other side did not answer"
    " in time.\",\"data\":{\"code\":\"timeout\"}},\"disconnected\":{\"code\":-32017,\"message\":\"The connection ended before t"
    "he answer came.\",\"data\":{\"code\":\"disconnected\"}},\"file_exists\":{\"code\":-32022,\"message\":\"A file of this name"
    " is there already, and is left alone.\",\"data\":{\"code\":\"file_exists\"}},\"file_failed\":{\"code\":-32023,\"message\""
    ":\"The file could not be written; the message says why.\",\"data\":{\"code\":\"file_failed\"}},\"db_busy\":{\"code\":-32"
    "024,\"message\":\"A check, a backup or a compaction is under way.\",\"data\":{\"code\":\"db_busy\"}},\"event_not_found\""
    ":{\"code\":-32000,\"message\":\"The log has no such event, or not for this session.\",\"data\":{\"code\":\"event_not_fo"
    "und\"}},\"subscription_not_found\":{\"code\":-32000,\"message\":\"This connection has no such subscription.\",\"data\":"
    "{\"code\":\"subscription_not_found\"}},\"epoch_changed\":{\"code\":-32020,\"message\":\"The log is another one than the"
    " client knows: its numbers mean other events. data has the new epoch, firstSeq and lastSeq.\",\"data\":{\"code\":"
    "\"epoch_changed\"}},\"too_many_subscriptions\":{\"code\":-32021,\"message\":\"The connection has as many subscription"
    "s as it may have.\",\"data\":{\"code\":\"too_many_subscriptions\"}},\"session_not_found\":{\"code\":-32000,\"message\":\"T"
    "here is no session with this id.\",\"data\":{\"code\":\"session_not_found\"}},\"session_closed\":{\"code\":-32001,\"mess"
    "age\":\"The session is closed: it takes no tasks and no changes.\",\"data\":{\"code\":\"session_closed\"}},\"session_b"
    "usy\":{\"code\":-32018,\"message\":\"A task of the session is at work; stop it first.\",\"data\":{\"code\":\"session_bus"
    "y\"}},\"task_not_found\":{\"code\":-32000,\"message\":\"There is no task with this id.\",\"data\":{\"code\":\"task_not_fou"
    "nd\"}},\"task_not_cancellable\":{\"code\":-32001,\"message\":\"The task is in a final state, and nothing changes tha"
    "t.\",\"data\":{\"code\":\"task_not_cancellable\"}},\"queue_full\":{\"code\":-32002,\"message\":\"As many tasks wait as may"
    " wait.\",\"data\":{\"code\":\"queue_full\"}},\"idempotency_conflict\":{\"code\":-32019,\"message\":\"The idempotency key b"
    "elongs to a task that was submitted with other parameters.\",\"data\":{\"code\":\"idempotency_conflict\"}}}}}";
const size_t contract_openrpc_size = sizeof(contract_openrpc) - 1;
