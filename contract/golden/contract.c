/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/all.h"
#include "contract/errors.h"
#include "contract/core.h"
#include "contract/executor.h"
#include "contract/agent.h"
#include "contract/audit.h"
#include "contract/broker.h"
#include "contract/budget.h"
#include "contract/chat.h"
#include "contract/config.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/event.h"
#include "contract/handover.h"
#include "contract/key.h"
#include "contract/permission.h"
#include "contract/session.h"
#include "contract/task.h"
#include "contract/terminal.h"

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

static const struct slice core_notify_words[] = {
    SLICE_INIT("auto"),
    SLICE_INIT("bell"),
    SLICE_INIT("off"),
};
const struct shape core_notify_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum core_notify),
    .of.words = {core_notify_words, 3}};

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

static const struct shape integer_from_0_to_1000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(1000)}};

static const struct shape integer_from_0_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_MAX}};

static const struct shape boolean_scalar = {.kind = SHAPE_BOOL, .size = sizeof(bool)};

static const struct shape_field executor_quota_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_to_64_scalar,
        .offset = offsetof(struct executor_quota, name), .presence = offsetof(struct executor_quota, name_is)},
    {.name = SLICE_INIT("used_percent"), .quoted = SLICE_INIT("\"used_percent\":"),
        .shape = &integer_from_0_to_1000_scalar, .offset = offsetof(struct executor_quota, used_percent),
        .presence = offsetof(struct executor_quota, used_percent_is)},
    {.name = SLICE_INIT("resets_at"), .quoted = SLICE_INIT("\"resets_at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_quota, resets_at),
        .presence = offsetof(struct executor_quota, resets_at_is)},
    {.name = SLICE_INIT("exceeded"), .quoted = SLICE_INIT("\"exceeded\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct executor_quota, exceeded), .presence = offsetof(struct executor_quota, exceeded_is)},
};
const struct shape executor_quota_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_quota),
    .of.object = {executor_quota_fields, 4}};

static const struct shape string_to_8_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 8, FORMAT_NONE}};

static const struct shape string_to_256_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 256, FORMAT_NONE}};

static const struct shape_field executor_usage_fields[] = {
    {.name = SLICE_INIT("input_tokens"), .quoted = SLICE_INIT("\"input_tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_usage, input_tokens),
        .presence = offsetof(struct executor_usage, input_tokens_is)},
    {.name = SLICE_INIT("output_tokens"), .quoted = SLICE_INIT("\"output_tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_usage, output_tokens),
        .presence = offsetof(struct executor_usage, output_tokens_is)},
    {.name = SLICE_INIT("cache_read_tokens"), .quoted = SLICE_INIT("\"cache_read_tokens\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct executor_usage, cache_read_tokens),
        .presence = offsetof(struct executor_usage, cache_read_tokens_is)},
    {.name = SLICE_INIT("cache_write_tokens"), .quoted = SLICE_INIT("\"cache_write_tokens\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct executor_usage, cache_write_tokens),
        .presence = offsetof(struct executor_usage, cache_write_tokens_is)},
    {.name = SLICE_INIT("input"), .quoted = SLICE_INIT("\"input\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_usage, input), .presence = offsetof(struct executor_usage, input_is)},
    {.name = SLICE_INIT("output"), .quoted = SLICE_INIT("\"output\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_usage, output), .presence = offsetof(struct executor_usage, output_is)},
    {.name = SLICE_INIT("context_tokens"), .quoted = SLICE_INIT("\"context_tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_usage, context_tokens),
        .presence = offsetof(struct executor_usage, context_tokens_is)},
    {.name = SLICE_INIT("context_limit"), .quoted = SLICE_INIT("\"context_limit\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct executor_usage, context_limit),
        .presence = offsetof(struct executor_usage, context_limit_is)},
    {.name = SLICE_INIT("reported_cost_micros"), .quoted = SLICE_INIT("\"reported_cost_micros\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct executor_usage, reported_cost_micros),
        .presence = offsetof(struct executor_usage, reported_cost_micros_is)},
    {.name = SLICE_INIT("reported_currency"), .quoted = SLICE_INIT("\"reported_currency\":"),
        .shape = &string_to_8_scalar, .offset = offsetof(struct executor_usage, reported_currency),
        .presence = offsetof(struct executor_usage, reported_currency_is)},
    {.name = SLICE_INIT("quota"), .quoted = SLICE_INIT("\"quota\":"), .shape = &executor_quota_shape,
        .offset = offsetof(struct executor_usage, quota), .presence = offsetof(struct executor_usage, quota_is)},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_to_256_scalar,
        .offset = offsetof(struct executor_usage, model), .presence = offsetof(struct executor_usage, model_is)},
};
const struct shape executor_usage_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_usage),
    .of.object = {executor_usage_fields, 12}};

static const struct slice executor_error_message_fallback = SLICE_INIT("");
static const struct shape_field executor_error_fields[] = {
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .fallback = &executor_error_message_fallback, .offset = offsetof(struct executor_error, message),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("code"), .quoted = SLICE_INIT("\"code\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_error, code), .presence = offsetof(struct executor_error, code_is)},
    {.name = SLICE_INIT("stack"), .quoted = SLICE_INIT("\"stack\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_error, stack), .presence = offsetof(struct executor_error, stack_is)},
};
const struct shape executor_error_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_error),
    .of.object = {executor_error_fields, 3}};

static const struct shape_field executor_execution_fields[] = {
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_execution, status), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message_count"), .quoted = SLICE_INIT("\"message_count\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_execution, message_count),
        .presence = offsetof(struct executor_execution, message_count_is)},
    {.name = SLICE_INIT("token_usage"), .quoted = SLICE_INIT("\"token_usage\":"), .shape = &executor_usage_shape,
        .offset = offsetof(struct executor_execution, token_usage),
        .presence = offsetof(struct executor_execution, token_usage_is)},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &executor_error_shape,
        .offset = offsetof(struct executor_execution, error),
        .presence = offsetof(struct executor_execution, error_is)},
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_execution, text), .presence = offsetof(struct executor_execution, text_is)},
};
const struct shape executor_execution_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_execution),
    .of.object = {executor_execution_fields, 5}};

static const struct shape_field executor_handed_fields[] = {
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_handed, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("last_sequence"), .quoted = SLICE_INIT("\"last_sequence\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_handed, last_sequence), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("execution"), .quoted = SLICE_INIT("\"execution\":"), .shape = &executor_execution_shape,
        .offset = offsetof(struct executor_handed, execution),
        .presence = offsetof(struct executor_handed, execution_is)},
};
const struct shape executor_handed_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_handed),
    .of.object = {executor_handed_fields, 3}};

static const struct shape integer_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_MIN, INT64_MAX}};

static const bool executor_handed_terminal_use_tmux_fallback = false;
static const bool executor_handed_terminal_exited_fallback = false;
static const struct shape_field executor_handed_terminal_fields[] = {
    {.name = SLICE_INIT("terminal_id"), .quoted = SLICE_INIT("\"terminal_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_handed_terminal, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("pty_pid"), .quoted = SLICE_INIT("\"pty_pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct executor_handed_terminal, pty_pid), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("use_tmux"), .quoted = SLICE_INIT("\"use_tmux\":"), .shape = &boolean_scalar,
        .fallback = &executor_handed_terminal_use_tmux_fallback,
        .offset = offsetof(struct executor_handed_terminal, use_tmux), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_handed_terminal, cwd),
        .presence = offsetof(struct executor_handed_terminal, cwd_is)},
    {.name = SLICE_INIT("shell"), .quoted = SLICE_INIT("\"shell\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_handed_terminal, shell),
        .presence = offsetof(struct executor_handed_terminal, shell_is)},
    {.name = SLICE_INIT("created_at"), .quoted = SLICE_INIT("\"created_at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_handed_terminal, created_at),
        .presence = offsetof(struct executor_handed_terminal, created_at_is)},
    {.name = SLICE_INIT("exited"), .quoted = SLICE_INIT("\"exited\":"), .shape = &boolean_scalar,
        .fallback = &executor_handed_terminal_exited_fallback,
        .offset = offsetof(struct executor_handed_terminal, exited), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("exit_code"), .quoted = SLICE_INIT("\"exit_code\":"), .shape = &integer_scalar,
        .offset = offsetof(struct executor_handed_terminal, exit_code),
        .presence = offsetof(struct executor_handed_terminal, exit_code_is)},
    {.name = SLICE_INIT("signal"), .quoted = SLICE_INIT("\"signal\":"), .shape = &integer_scalar,
        .offset = offsetof(struct executor_handed_terminal, signal),
        .presence = offsetof(struct executor_handed_terminal, signal_is)},
};
const struct shape executor_handed_terminal_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct executor_handed_terminal), .of.object = {executor_handed_terminal_fields, 9}};

static const struct shape any_scalar = {.kind = SHAPE_ANY, .size = sizeof(struct json_any)};

static const struct shape_field executor_notification_fields[] = {
    {.name = SLICE_INIT("method"), .quoted = SLICE_INIT("\"method\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_notification, method), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("params"), .quoted = SLICE_INIT("\"params\":"), .shape = &any_scalar,
        .offset = offsetof(struct executor_notification, params),
        .presence = offsetof(struct executor_notification, params_is)},
};
const struct shape executor_notification_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_notification),
    .of.object = {executor_notification_fields, 2}};

static const struct slice executor_said_role_words[] = {
    SLICE_INIT("user"),
    SLICE_INIT("assistant"),
};
static const struct shape executor_said_role_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum executor_said_role),
    .of.words = {executor_said_role_words, 2}};

static const struct shape_field executor_said_fields[] = {
    {.name = SLICE_INIT("role"), .quoted = SLICE_INIT("\"role\":"), .shape = &executor_said_role_shape,
        .offset = offsetof(struct executor_said, role), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_said, type), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"), .shape = &any_scalar,
        .offset = offsetof(struct executor_said, content), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_said, task_id), .presence = offsetof(struct executor_said, task_id_is)},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct executor_said, timestamp), .presence = offsetof(struct executor_said, timestamp_is)},
};
const struct shape executor_said_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_said),
    .of.object = {executor_said_fields, 5}};

static const struct shape string_from_1_to_4096_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 4096, FORMAT_NONE}};

static const struct shape executor_launch_command_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct executor_launch_command), .of.array = {&string_from_1_to_4096_scalar, 1, 256}};

static const struct shape string_to_65536_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 65536, FORMAT_NONE}};

static const struct shape executor_launch_env_shape = {.kind = SHAPE_MAP, .size = sizeof(struct executor_launch_env),
    .of.map = {.values = &string_to_65536_scalar, .value_offset = offsetof(struct executor_launch_env_pair, value),
    .pair_size = sizeof(struct executor_launch_env_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape integer_from_1_to_86400000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(86400000)}};

static const int64_t executor_launch_silence_ms_fallback = INT64_C(60000);
static const struct shape_field executor_launch_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct executor_launch, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("adapter"), .quoted = SLICE_INIT("\"adapter\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct executor_launch, adapter), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &executor_launch_command_shape,
        .offset = offsetof(struct executor_launch, command), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &executor_launch_env_shape,
        .offset = offsetof(struct executor_launch, env), .presence = offsetof(struct executor_launch, env_is)},
    {.name = SLICE_INIT("silence_ms"), .quoted = SLICE_INIT("\"silence_ms\":"),
        .shape = &integer_from_1_to_86400000_scalar, .fallback = &executor_launch_silence_ms_fallback,
        .offset = offsetof(struct executor_launch, silence_ms), .presence = FIELD_NO_PRESENCE},
};
const struct shape executor_launch_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_launch),
    .of.object = {executor_launch_fields, 5}};

static const struct shape_field executor_agent_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_agent, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("adapter"), .quoted = SLICE_INIT("\"adapter\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_agent, adapter), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("usable"), .quoted = SLICE_INIT("\"usable\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct executor_agent, usable), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_agent, reason), .presence = offsetof(struct executor_agent, reason_is)},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_agent, model), .presence = offsetof(struct executor_agent, model_is)},
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_agent, service), .presence = offsetof(struct executor_agent, service_is)},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_agent, version), .presence = offsetof(struct executor_agent, version_is)},
};
const struct shape executor_agent_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_agent),
    .of.object = {executor_agent_fields, 7}};

static const struct shape string_from_1_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, UINT32_MAX, FORMAT_NONE}};

static const struct slice executor_provider_format_words[] = {
    SLICE_INIT("anthropic"),
    SLICE_INIT("openai"),
};
static const struct shape executor_provider_format_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum executor_provider_format), .of.words = {executor_provider_format_words, 2}};

static const struct slice executor_provider_prefix_fallback = SLICE_INIT("");
static const struct shape executor_provider_headers_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct executor_provider_headers), .of.map = {.values = &string_scalar,
    .value_offset = offsetof(struct executor_provider_headers_pair, value),
    .pair_size = sizeof(struct executor_provider_headers_pair), .min = 0, .max = UINT32_MAX}};

static const bool executor_provider_has_key_fallback = false;
static const int64_t executor_provider_connect_ms_fallback = INT64_C(10000);
static const int64_t executor_provider_silence_ms_fallback = INT64_C(120000);
static const int64_t executor_provider_retries_fallback = INT64_C(5);
static const struct shape integer_from_1000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1000), INT64_MAX}};

static const int64_t executor_provider_context_tokens_fallback = INT64_C(200000);
static const int64_t executor_provider_output_tokens_fallback = INT64_C(16000);
static const struct shape_field executor_provider_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct executor_provider, service), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("format"), .quoted = SLICE_INIT("\"format\":"), .shape = &executor_provider_format_shape,
        .offset = offsetof(struct executor_provider, format), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_provider, url), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("header"), .quoted = SLICE_INIT("\"header\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_provider, header), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("prefix"), .quoted = SLICE_INIT("\"prefix\":"), .shape = &string_scalar,
        .fallback = &executor_provider_prefix_fallback, .offset = offsetof(struct executor_provider, prefix),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("headers"), .quoted = SLICE_INIT("\"headers\":"), .shape = &executor_provider_headers_shape,
        .offset = offsetof(struct executor_provider, headers),
        .presence = offsetof(struct executor_provider, headers_is)},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_provider, model), .presence = offsetof(struct executor_provider, model_is)},
    {.name = SLICE_INIT("has_key"), .quoted = SLICE_INIT("\"has_key\":"), .shape = &boolean_scalar,
        .fallback = &executor_provider_has_key_fallback, .offset = offsetof(struct executor_provider, has_key),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("connect_ms"), .quoted = SLICE_INIT("\"connect_ms\":"), .shape = &integer_from_1_scalar,
        .fallback = &executor_provider_connect_ms_fallback, .offset = offsetof(struct executor_provider, connect_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("silence_ms"), .quoted = SLICE_INIT("\"silence_ms\":"), .shape = &integer_from_1_scalar,
        .fallback = &executor_provider_silence_ms_fallback, .offset = offsetof(struct executor_provider, silence_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("retries"), .quoted = SLICE_INIT("\"retries\":"), .shape = &integer_from_0_scalar,
        .fallback = &executor_provider_retries_fallback, .offset = offsetof(struct executor_provider, retries),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("context_tokens"), .quoted = SLICE_INIT("\"context_tokens\":"),
        .shape = &integer_from_1000_scalar, .fallback = &executor_provider_context_tokens_fallback,
        .offset = offsetof(struct executor_provider, context_tokens), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("output_tokens"), .quoted = SLICE_INIT("\"output_tokens\":"), .shape = &integer_from_1_scalar,
        .fallback = &executor_provider_output_tokens_fallback,
        .offset = offsetof(struct executor_provider, output_tokens), .presence = FIELD_NO_PRESENCE},
};
const struct shape executor_provider_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_provider),
    .of.object = {executor_provider_fields, 13}};

static const struct shape executor_mcp_server_args_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct executor_mcp_server_args), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape executor_mcp_server_env_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct executor_mcp_server_env), .of.map = {.values = &string_scalar,
    .value_offset = offsetof(struct executor_mcp_server_env_pair, value),
    .pair_size = sizeof(struct executor_mcp_server_env_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field executor_mcp_server_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_server, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_server, command), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("args"), .quoted = SLICE_INIT("\"args\":"), .shape = &executor_mcp_server_args_shape,
        .offset = offsetof(struct executor_mcp_server, args), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &executor_mcp_server_env_shape,
        .offset = offsetof(struct executor_mcp_server, env), .presence = offsetof(struct executor_mcp_server, env_is)},
};
const struct shape executor_mcp_server_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_mcp_server),
    .of.object = {executor_mcp_server_fields, 4}};

static const bool executor_record_resumes_fallback = false;
static const struct slice executor_record_use_words[] = {
    SLICE_INIT("warm"),
    SLICE_INIT("tasks"),
    SLICE_INIT("terminals"),
    SLICE_INIT("broker"),
};
static const struct shape executor_record_use_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum executor_record_use),
    .of.words = {executor_record_use_words, 4}};

static const bool executor_record_own_session_fallback = false;
static const struct slice executor_record_level_words[] = {
    SLICE_INIT("namespace"),
    SLICE_INIT("landlock"),
    SLICE_INIT("off"),
};
static const struct shape executor_record_level_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum executor_record_level),
    .of.words = {executor_record_level_words, 3}};

static const bool executor_record_closed_fallback = false;
static const struct shape_field executor_record_fields[] = {
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct executor_record, pid), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("start_time"), .quoted = SLICE_INIT("\"start_time\":"), .shape = &integer_scalar,
        .offset = offsetof(struct executor_record, start_time), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("boot_id"), .quoted = SLICE_INIT("\"boot_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, boot_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("executor"), .quoted = SLICE_INIT("\"executor\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, executor), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("hand_shake"), .quoted = SLICE_INIT("\"hand_shake\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, hand_shake), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("resumes"), .quoted = SLICE_INIT("\"resumes\":"), .shape = &boolean_scalar,
        .fallback = &executor_record_resumes_fallback, .offset = offsetof(struct executor_record, resumes),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("use"), .quoted = SLICE_INIT("\"use\":"), .shape = &executor_record_use_shape,
        .offset = offsetof(struct executor_record, use), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("session_id"), .quoted = SLICE_INIT("\"session_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, session_id),
        .presence = offsetof(struct executor_record, session_id_is)},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, task_id), .presence = offsetof(struct executor_record, task_id_is)},
    {.name = SLICE_INIT("own_session"), .quoted = SLICE_INIT("\"own_session\":"), .shape = &boolean_scalar,
        .fallback = &executor_record_own_session_fallback, .offset = offsetof(struct executor_record, own_session),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("rules"), .quoted = SLICE_INIT("\"rules\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, rules), .presence = offsetof(struct executor_record, rules_is)},
    {.name = SLICE_INIT("level"), .quoted = SLICE_INIT("\"level\":"), .shape = &executor_record_level_shape,
        .offset = offsetof(struct executor_record, level), .presence = offsetof(struct executor_record, level_is)},
    {.name = SLICE_INIT("closed"), .quoted = SLICE_INIT("\"closed\":"), .shape = &boolean_scalar,
        .fallback = &executor_record_closed_fallback, .offset = offsetof(struct executor_record, closed),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("settings"), .quoted = SLICE_INIT("\"settings\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, settings),
        .presence = offsetof(struct executor_record, settings_is)},
    {.name = SLICE_INIT("listener_pid"), .quoted = SLICE_INIT("\"listener_pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct executor_record, listener_pid),
        .presence = offsetof(struct executor_record, listener_pid_is)},
    {.name = SLICE_INIT("listener_start_time"), .quoted = SLICE_INIT("\"listener_start_time\":"),
        .shape = &integer_scalar, .offset = offsetof(struct executor_record, listener_start_time),
        .presence = offsetof(struct executor_record, listener_start_time_is)},
};
const struct shape executor_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_record),
    .of.object = {executor_record_fields, 16}};

static const struct slice agent_record_source_words[] = {
    SLICE_INIT("weir"),
    SLICE_INIT("config"),
    SLICE_INIT("path"),
};
static const struct shape agent_record_source_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum agent_record_source),
    .of.words = {agent_record_source_words, 3}};

static const bool agent_record_chosen_fallback = false;
static const struct shape_field agent_record_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_record, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("adapter"), .quoted = SLICE_INIT("\"adapter\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_record, adapter), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("source"), .quoted = SLICE_INIT("\"source\":"), .shape = &agent_record_source_shape,
        .offset = offsetof(struct agent_record, source), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("usable"), .quoted = SLICE_INIT("\"usable\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct agent_record, usable), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_record, reason), .presence = offsetof(struct agent_record, reason_is)},
    {.name = SLICE_INIT("chosen"), .quoted = SLICE_INIT("\"chosen\":"), .shape = &boolean_scalar,
        .fallback = &agent_record_chosen_fallback, .offset = offsetof(struct agent_record, chosen),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("program"), .quoted = SLICE_INIT("\"program\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_record, program), .presence = offsetof(struct agent_record, program_is)},
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_record, service), .presence = offsetof(struct agent_record, service_is)},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_record, model), .presence = offsetof(struct agent_record, model_is)},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_record, version), .presence = offsetof(struct agent_record, version_is)},
};
const struct shape agent_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct agent_record),
    .of.object = {agent_record_fields, 10}};

static const struct slice agent_command_kind_words[] = {
    SLICE_INIT("command"),
    SLICE_INIT("skill"),
};
const struct shape agent_command_kind_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum agent_command_kind),
    .of.words = {agent_command_kind_words, 2}};

static const struct slice agent_command_source_words[] = {
    SLICE_INIT("weir"),
    SLICE_INIT("project"),
    SLICE_INIT("user"),
    SLICE_INIT("agent"),
};
static const struct shape agent_command_source_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum agent_command_source),
    .of.words = {agent_command_source_words, 4}};

static const struct shape_field agent_command_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_command, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_command, description),
        .presence = offsetof(struct agent_command, description_is)},
    {.name = SLICE_INIT("hint"), .quoted = SLICE_INIT("\"hint\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_command, hint), .presence = offsetof(struct agent_command, hint_is)},
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"), .shape = &agent_command_kind_shape,
        .offset = offsetof(struct agent_command, kind), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("source"), .quoted = SLICE_INIT("\"source\":"), .shape = &agent_command_source_shape,
        .offset = offsetof(struct agent_command, source), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_command, path), .presence = offsetof(struct agent_command, path_is)},
};
const struct shape agent_command_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct agent_command),
    .of.object = {agent_command_fields, 6}};

static const bool agent_model_is_default_fallback = false;
static const struct shape_field agent_model_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_model, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_model, title), .presence = offsetof(struct agent_model, title_is)},
    {.name = SLICE_INIT("contextTokens"), .quoted = SLICE_INIT("\"contextTokens\":"), .shape = &integer_scalar,
        .offset = offsetof(struct agent_model, context_tokens),
        .presence = offsetof(struct agent_model, context_tokens_is)},
    {.name = SLICE_INIT("isDefault"), .quoted = SLICE_INIT("\"isDefault\":"), .shape = &boolean_scalar,
        .fallback = &agent_model_is_default_fallback, .offset = offsetof(struct agent_model, is_default),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape agent_model_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct agent_model),
    .of.object = {agent_model_fields, 4}};

static const bool agent_service_chosen_fallback = false;
static const struct shape agent_service_models_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct agent_service_models), .of.array = {&agent_model_shape, 0, UINT32_MAX}};

static const struct shape_field agent_service_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_service, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("usable"), .quoted = SLICE_INIT("\"usable\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct agent_service, usable), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("chosen"), .quoted = SLICE_INIT("\"chosen\":"), .shape = &boolean_scalar,
        .fallback = &agent_service_chosen_fallback, .offset = offsetof(struct agent_service, chosen),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("models"), .quoted = SLICE_INIT("\"models\":"), .shape = &agent_service_models_shape,
        .offset = offsetof(struct agent_service, models), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("complete"), .quoted = SLICE_INIT("\"complete\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct agent_service, complete), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_service, error), .presence = offsetof(struct agent_service, error_is)},
};
const struct shape agent_service_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct agent_service),
    .of.object = {agent_service_fields, 6}};

static const struct shape_field audit_entry_fields[] = {
    {.name = SLICE_INIT("no"), .quoted = SLICE_INIT("\"no\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct audit_entry, no), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("at"), .quoted = SLICE_INIT("\"at\":"), .shape = &integer_scalar,
        .offset = offsetof(struct audit_entry, at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("what"), .quoted = SLICE_INIT("\"what\":"), .shape = &string_scalar,
        .offset = offsetof(struct audit_entry, what), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("uid"), .quoted = SLICE_INIT("\"uid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct audit_entry, uid), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct audit_entry, pid), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("client"), .quoted = SLICE_INIT("\"client\":"), .shape = &string_scalar,
        .offset = offsetof(struct audit_entry, client), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct audit_entry, session_id), .presence = offsetof(struct audit_entry, session_id_is)},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct audit_entry, task_id), .presence = offsetof(struct audit_entry, task_id_is)},
    {.name = SLICE_INIT("data"), .quoted = SLICE_INIT("\"data\":"), .shape = &any_scalar,
        .offset = offsetof(struct audit_entry, data), .presence = offsetof(struct audit_entry, data_is)},
    {.name = SLICE_INIT("hash"), .quoted = SLICE_INIT("\"hash\":"), .shape = &string_scalar,
        .offset = offsetof(struct audit_entry, hash), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape audit_entry_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct audit_entry),
    .of.object = {audit_entry_fields, 10}};

static const struct slice broker_provider_format_words[] = {
    SLICE_INIT("anthropic"),
    SLICE_INIT("openai"),
};
static const struct shape broker_provider_format_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum broker_provider_format), .of.words = {broker_provider_format_words, 2}};

static const struct shape_field broker_provider_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_provider, service), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_provider, url), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("header"), .quoted = SLICE_INIT("\"header\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_provider, header), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("prefix"), .quoted = SLICE_INIT("\"prefix\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_provider, prefix), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("format"), .quoted = SLICE_INIT("\"format\":"), .shape = &broker_provider_format_shape,
        .offset = offsetof(struct broker_provider, format), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape broker_provider_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_provider),
    .of.object = {broker_provider_fields, 5}};

static const struct shape_field budget_account_fields[] = {
    {.name = SLICE_INIT("inputTokens"), .quoted = SLICE_INIT("\"inputTokens\":"), .shape = &integer_scalar,
        .offset = offsetof(struct budget_account, input_tokens), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("outputTokens"), .quoted = SLICE_INIT("\"outputTokens\":"), .shape = &integer_scalar,
        .offset = offsetof(struct budget_account, output_tokens), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("costMicros"), .quoted = SLICE_INIT("\"costMicros\":"), .shape = &integer_scalar,
        .offset = offsetof(struct budget_account, cost_micros), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reservedTokens"), .quoted = SLICE_INIT("\"reservedTokens\":"), .shape = &integer_scalar,
        .offset = offsetof(struct budget_account, reserved_tokens), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reservedMicros"), .quoted = SLICE_INIT("\"reservedMicros\":"), .shape = &integer_scalar,
        .offset = offsetof(struct budget_account, reserved_micros), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tokensLimit"), .quoted = SLICE_INIT("\"tokensLimit\":"), .shape = &integer_scalar,
        .offset = offsetof(struct budget_account, tokens_limit),
        .presence = offsetof(struct budget_account, tokens_limit_is)},
    {.name = SLICE_INIT("costLimitMicros"), .quoted = SLICE_INIT("\"costLimitMicros\":"), .shape = &integer_scalar,
        .offset = offsetof(struct budget_account, cost_limit_micros),
        .presence = offsetof(struct budget_account, cost_limit_micros_is)},
};
const struct shape budget_account_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct budget_account),
    .of.object = {budget_account_fields, 7}};

static const struct slice config_log_level_words[] = {
    SLICE_INIT("error"),
    SLICE_INIT("warn"),
    SLICE_INIT("info"),
    SLICE_INIT("debug"),
};
const struct shape config_log_level_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum config_log_level),
    .of.words = {config_log_level_words, 4}};

static const struct shape config_executor_command_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct config_executor_command), .of.array = {&string_from_1_to_4096_scalar, 1, 256}};

static const struct shape config_executor_read_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct config_executor_read), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct shape config_executor_write_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct config_executor_write), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct shape_field config_executor_fields[] = {
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &config_executor_command_shape,
        .offset = offsetof(struct config_executor, command), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("read"), .quoted = SLICE_INIT("\"read\":"), .shape = &config_executor_read_shape,
        .offset = offsetof(struct config_executor, read), .presence = offsetof(struct config_executor, read_is)},
    {.name = SLICE_INIT("write"), .quoted = SLICE_INIT("\"write\":"), .shape = &config_executor_write_shape,
        .offset = offsetof(struct config_executor, write), .presence = offsetof(struct config_executor, write_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct config_executor, cwd), .presence = offsetof(struct config_executor, cwd_is)},
};
const struct shape config_executor_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_executor), .of.object = {config_executor_fields, 4}};

static const struct shape string_from_1_to_2048_uri_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 2048, FORMAT_URI}};

static const struct slice config_provider_format_words[] = {
    SLICE_INIT("anthropic"),
    SLICE_INIT("openai"),
};
static const struct shape config_provider_format_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum config_provider_format), .of.words = {config_provider_format_words, 2}};

static const struct shape string_to_4096_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 4096, FORMAT_NONE}};

static const struct shape config_provider_headers_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct config_provider_headers), .of.map = {.values = &string_to_4096_scalar,
    .value_offset = offsetof(struct config_provider_headers_pair, value),
    .pair_size = sizeof(struct config_provider_headers_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape string_from_1_to_256_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 256, FORMAT_NONE}};

static const struct shape integer_from_1_to_600000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(600000)}};

static const int64_t config_provider_connect_ms_fallback = INT64_C(10000);
static const struct shape integer_from_1_to_3600000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(3600000)}};

static const int64_t config_provider_silence_ms_fallback = INT64_C(120000);
static const struct shape integer_from_0_to_100_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(100)}};

static const int64_t config_provider_retries_fallback = INT64_C(5);
static const struct shape integer_from_1000_to_100000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1000), INT64_C(100000000)}};

static const struct shape integer_from_1_to_10000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(10000000)}};

static const struct shape_field config_provider_fields[] = {
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_from_1_to_2048_uri_scalar,
        .offset = offsetof(struct config_provider, url), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("header"), .quoted = SLICE_INIT("\"header\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct config_provider, header), .presence = offsetof(struct config_provider, header_is)},
    {.name = SLICE_INIT("prefix"), .quoted = SLICE_INIT("\"prefix\":"), .shape = &string_to_64_scalar,
        .offset = offsetof(struct config_provider, prefix), .presence = offsetof(struct config_provider, prefix_is)},
    {.name = SLICE_INIT("format"), .quoted = SLICE_INIT("\"format\":"), .shape = &config_provider_format_shape,
        .offset = offsetof(struct config_provider, format), .presence = offsetof(struct config_provider, format_is)},
    {.name = SLICE_INIT("key"), .quoted = SLICE_INIT("\"key\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct config_provider, key), .presence = offsetof(struct config_provider, key_is)},
    {.name = SLICE_INIT("headers"), .quoted = SLICE_INIT("\"headers\":"), .shape = &config_provider_headers_shape,
        .offset = offsetof(struct config_provider, headers), .presence = offsetof(struct config_provider, headers_is)},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct config_provider, model), .presence = offsetof(struct config_provider, model_is)},
    {.name = SLICE_INIT("connectMs"), .quoted = SLICE_INIT("\"connectMs\":"), .shape = &integer_from_1_to_600000_scalar,
        .fallback = &config_provider_connect_ms_fallback, .offset = offsetof(struct config_provider, connect_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("silenceMs"), .quoted = SLICE_INIT("\"silenceMs\":"),
        .shape = &integer_from_1_to_3600000_scalar, .fallback = &config_provider_silence_ms_fallback,
        .offset = offsetof(struct config_provider, silence_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("retries"), .quoted = SLICE_INIT("\"retries\":"), .shape = &integer_from_0_to_100_scalar,
        .fallback = &config_provider_retries_fallback, .offset = offsetof(struct config_provider, retries),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("contextTokens"), .quoted = SLICE_INIT("\"contextTokens\":"),
        .shape = &integer_from_1000_to_100000000_scalar, .offset = offsetof(struct config_provider, context_tokens),
        .presence = offsetof(struct config_provider, context_tokens_is)},
    {.name = SLICE_INIT("outputTokens"), .quoted = SLICE_INIT("\"outputTokens\":"),
        .shape = &integer_from_1_to_10000000_scalar, .offset = offsetof(struct config_provider, output_tokens),
        .presence = offsetof(struct config_provider, output_tokens_is)},
};
const struct shape config_provider_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_provider), .of.object = {config_provider_fields, 12}};

static const struct slice config_agent_adapter_words[] = {
    SLICE_INIT("stdio"),
    SLICE_INIT("acp"),
    SLICE_INIT("claude-code"),
};
static const struct shape config_agent_adapter_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum config_agent_adapter),
    .of.words = {config_agent_adapter_words, 3}};

static const struct shape config_agent_command_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct config_agent_command), .of.array = {&string_from_1_to_4096_scalar, 1, 256}};

static const struct shape config_agent_env_shape = {.kind = SHAPE_MAP, .size = sizeof(struct config_agent_env),
    .of.map = {.values = &string_to_65536_scalar, .value_offset = offsetof(struct config_agent_env_pair, value),
    .pair_size = sizeof(struct config_agent_env_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape config_agent_read_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct config_agent_read),
    .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct shape config_agent_write_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct config_agent_write),
    .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const int64_t config_agent_silence_ms_fallback = INT64_C(60000);
static const bool config_agent_automatic_fallback = true;
static const struct shape_field config_agent_fields[] = {
    {.name = SLICE_INIT("adapter"), .quoted = SLICE_INIT("\"adapter\":"), .shape = &config_agent_adapter_shape,
        .offset = offsetof(struct config_agent, adapter), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &config_agent_command_shape,
        .offset = offsetof(struct config_agent, command), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &config_agent_env_shape,
        .offset = offsetof(struct config_agent, env), .presence = offsetof(struct config_agent, env_is)},
    {.name = SLICE_INIT("read"), .quoted = SLICE_INIT("\"read\":"), .shape = &config_agent_read_shape,
        .offset = offsetof(struct config_agent, read), .presence = offsetof(struct config_agent, read_is)},
    {.name = SLICE_INIT("write"), .quoted = SLICE_INIT("\"write\":"), .shape = &config_agent_write_shape,
        .offset = offsetof(struct config_agent, write), .presence = offsetof(struct config_agent, write_is)},
    {.name = SLICE_INIT("silenceMs"), .quoted = SLICE_INIT("\"silenceMs\":"),
        .shape = &integer_from_1_to_86400000_scalar, .fallback = &config_agent_silence_ms_fallback,
        .offset = offsetof(struct config_agent, silence_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("automatic"), .quoted = SLICE_INIT("\"automatic\":"), .shape = &boolean_scalar,
        .fallback = &config_agent_automatic_fallback, .offset = offsetof(struct config_agent, automatic),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape config_agent_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_agent), .of.object = {config_agent_fields, 7}};

static const struct shape number_from_0_to_1000000_scalar = {.kind = SHAPE_NUMBER, .size = sizeof(double),
    .of.number = {0.0, 1000000.0}};

static const struct shape_field config_price_fields[] = {
    {.name = SLICE_INIT("input"), .quoted = SLICE_INIT("\"input\":"), .shape = &number_from_0_to_1000000_scalar,
        .offset = offsetof(struct config_price, input), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("output"), .quoted = SLICE_INIT("\"output\":"), .shape = &number_from_0_to_1000000_scalar,
        .offset = offsetof(struct config_price, output), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cacheRead"), .quoted = SLICE_INIT("\"cacheRead\":"), .shape = &number_from_0_to_1000000_scalar,
        .offset = offsetof(struct config_price, cache_read), .presence = offsetof(struct config_price, cache_read_is)},
    {.name = SLICE_INIT("cacheWrite"), .quoted = SLICE_INIT("\"cacheWrite\":"),
        .shape = &number_from_0_to_1000000_scalar, .offset = offsetof(struct config_price, cache_write),
        .presence = offsetof(struct config_price, cache_write_is)},
};
const struct shape config_price_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_price), .of.object = {config_price_fields, 4}};

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
static const int64_t config_settings_limits_connections_per_user_fallback = INT64_C(16384);
static const struct shape integer_from_0_to_100000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(100000000)}};

static const int64_t config_settings_limits_requests_per_second_fallback = INT64_C(4000000);
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
    {.name = SLICE_INIT("connectionsPerUser"), .quoted = SLICE_INIT("\"connectionsPerUser\":"),
        .shape = &integer_from_1_to_1000000_scalar, .fallback = &config_settings_limits_connections_per_user_fallback,
        .offset = offsetof(struct config_settings_limits, connections_per_user), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("requestsPerSecond"), .quoted = SLICE_INIT("\"requestsPerSecond\":"),
        .shape = &integer_from_0_to_100000000_scalar, .fallback = &config_settings_limits_requests_per_second_fallback,
        .offset = offsetof(struct config_settings_limits, requests_per_second), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_limits_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_limits), .of.object = {config_settings_limits_fields, 10}};

static const struct config_settings_limits config_settings_limits_fallback = {.connections = INT64_C(16384),
    .message_bytes = INT64_C(16777216), .batch_entries = INT64_C(1000), .waiting_requests = INT64_C(10000),
    .output_pause_bytes = INT64_C(262144), .output_bytes = INT64_C(67108864), .parse_bytes = INT64_C(268435456),
    .subscriptions = INT64_C(64), .connections_per_user = INT64_C(16384), .requests_per_second = INT64_C(4000000)};
static const int64_t config_settings_tasks_queue_fallback = INT64_C(1000);
static const struct shape integer_from_0_to_1024_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(1024)}};

static const int64_t config_settings_tasks_at_once_fallback = INT64_C(0);
static const struct shape integer_from_1_to_604800000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(604800000)}};

static const int64_t config_settings_tasks_timeout_ms_fallback = INT64_C(600000);
static const int64_t config_settings_tasks_stop_ms_fallback = INT64_C(10000);
static const struct shape integer_from_0_to_3600000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(3600000)}};

static const int64_t config_settings_tasks_drain_ms_fallback = INT64_C(30000);
static const struct shape integer_from_0_to_1099511627776_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(1099511627776)}};

static const int64_t config_settings_tasks_memory_bytes_fallback = INT64_C(0);
static const struct shape integer_from_0_to_1000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(1000000)}};

static const int64_t config_settings_tasks_processes_fallback = INT64_C(0);
static const int64_t config_settings_tasks_output_bytes_fallback = INT64_C(0);
static const struct shape integer_from_0_to_1000000000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(1000000000000)}};

static const int64_t config_settings_tasks_tokens_fallback = INT64_C(0);
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
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct config_settings_tasks, agent),
        .presence = offsetof(struct config_settings_tasks, agent_is)},
    {.name = SLICE_INIT("memoryBytes"), .quoted = SLICE_INIT("\"memoryBytes\":"),
        .shape = &integer_from_0_to_1099511627776_scalar, .fallback = &config_settings_tasks_memory_bytes_fallback,
        .offset = offsetof(struct config_settings_tasks, memory_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("processes"), .quoted = SLICE_INIT("\"processes\":"),
        .shape = &integer_from_0_to_1000000_scalar, .fallback = &config_settings_tasks_processes_fallback,
        .offset = offsetof(struct config_settings_tasks, processes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("outputBytes"), .quoted = SLICE_INIT("\"outputBytes\":"),
        .shape = &integer_from_0_to_1099511627776_scalar, .fallback = &config_settings_tasks_output_bytes_fallback,
        .offset = offsetof(struct config_settings_tasks, output_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tokens"), .quoted = SLICE_INIT("\"tokens\":"),
        .shape = &integer_from_0_to_1000000000000_scalar, .fallback = &config_settings_tasks_tokens_fallback,
        .offset = offsetof(struct config_settings_tasks, tokens), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_tasks_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_tasks), .of.object = {config_settings_tasks_fields, 10}};

static const struct config_settings_tasks config_settings_tasks_fallback = {.queue = INT64_C(1000),
    .at_once = INT64_C(0), .timeout_ms = INT64_C(600000), .stop_ms = INT64_C(10000), .drain_ms = INT64_C(30000),
    .memory_bytes = INT64_C(0), .processes = INT64_C(0), .output_bytes = INT64_C(0), .tokens = INT64_C(0)};
static const struct shape config_settings_executors_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct config_settings_executors), .of.map = {.values = &config_executor_shape,
    .value_offset = offsetof(struct config_settings_executors_pair, value),
    .pair_size = sizeof(struct config_settings_executors_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape config_settings_agents_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct config_settings_agents), .of.map = {.values = &config_agent_shape,
    .value_offset = offsetof(struct config_settings_agents_pair, value),
    .pair_size = sizeof(struct config_settings_agents_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape integer_from_0_to_10000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(10000000)}};

static const int64_t config_settings_thinking_tokens_fallback = INT64_C(0);
static const struct shape integer_from_0_to_64_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(64)}};

static const int64_t config_settings_pool_warm_fallback = INT64_C(3);
static const int64_t config_settings_pool_idle_fallback = INT64_C(3);
static const int64_t config_settings_pool_idle_ms_fallback = INT64_C(300000);
static const int64_t config_settings_pool_start_ms_fallback = INT64_C(5000);
static const int64_t config_settings_pool_shutdown_ms_fallback = INT64_C(30000);
static const int64_t config_settings_pool_orphan_ms_fallback = INT64_C(600000);
static const int64_t config_settings_pool_pause_at_fallback = INT64_C(100);
static const int64_t config_settings_pool_resume_at_fallback = INT64_C(50);
static const struct shape integer_from_1_to_10000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(10000)}};

static const int64_t config_settings_pool_batch_messages_fallback = INT64_C(10);
static const struct shape integer_from_1_to_60000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(60000)}};

static const int64_t config_settings_pool_batch_ms_fallback = INT64_C(100);
static const struct shape_field config_settings_pool_fields[] = {
    {.name = SLICE_INIT("warm"), .quoted = SLICE_INIT("\"warm\":"), .shape = &integer_from_0_to_64_scalar,
        .fallback = &config_settings_pool_warm_fallback, .offset = offsetof(struct config_settings_pool, warm),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("idle"), .quoted = SLICE_INIT("\"idle\":"), .shape = &integer_from_0_to_1024_scalar,
        .fallback = &config_settings_pool_idle_fallback, .offset = offsetof(struct config_settings_pool, idle),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("idleMs"), .quoted = SLICE_INIT("\"idleMs\":"), .shape = &integer_from_1_to_86400000_scalar,
        .fallback = &config_settings_pool_idle_ms_fallback, .offset = offsetof(struct config_settings_pool, idle_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("startMs"), .quoted = SLICE_INIT("\"startMs\":"), .shape = &integer_from_1_to_600000_scalar,
        .fallback = &config_settings_pool_start_ms_fallback, .offset = offsetof(struct config_settings_pool, start_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("shutdownMs"), .quoted = SLICE_INIT("\"shutdownMs\":"),
        .shape = &integer_from_1_to_600000_scalar, .fallback = &config_settings_pool_shutdown_ms_fallback,
        .offset = offsetof(struct config_settings_pool, shutdown_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("orphanMs"), .quoted = SLICE_INIT("\"orphanMs\":"),
        .shape = &integer_from_1_to_604800000_scalar, .fallback = &config_settings_pool_orphan_ms_fallback,
        .offset = offsetof(struct config_settings_pool, orphan_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("pauseAt"), .quoted = SLICE_INIT("\"pauseAt\":"), .shape = &integer_from_1_to_1000000_scalar,
        .fallback = &config_settings_pool_pause_at_fallback, .offset = offsetof(struct config_settings_pool, pause_at),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("resumeAt"), .quoted = SLICE_INIT("\"resumeAt\":"), .shape = &integer_from_1_to_1000000_scalar,
        .fallback = &config_settings_pool_resume_at_fallback,
        .offset = offsetof(struct config_settings_pool, resume_at), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("batchMessages"), .quoted = SLICE_INIT("\"batchMessages\":"),
        .shape = &integer_from_1_to_10000_scalar, .fallback = &config_settings_pool_batch_messages_fallback,
        .offset = offsetof(struct config_settings_pool, batch_messages), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("batchMs"), .quoted = SLICE_INIT("\"batchMs\":"), .shape = &integer_from_1_to_60000_scalar,
        .fallback = &config_settings_pool_batch_ms_fallback, .offset = offsetof(struct config_settings_pool, batch_ms),
        .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_pool_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_pool), .of.object = {config_settings_pool_fields, 10}};

static const struct config_settings_pool config_settings_pool_fallback = {.warm = INT64_C(3), .idle = INT64_C(3),
    .idle_ms = INT64_C(300000), .start_ms = INT64_C(5000), .shutdown_ms = INT64_C(30000), .orphan_ms = INT64_C(600000),
    .pause_at = INT64_C(100), .resume_at = INT64_C(50), .batch_messages = INT64_C(10), .batch_ms = INT64_C(100)};
static const struct slice config_settings_sandbox_words[] = {
    SLICE_INIT("namespace"),
    SLICE_INIT("landlock"),
    SLICE_INIT("off"),
};
static const struct shape config_settings_sandbox_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum config_settings_sandbox), .of.words = {config_settings_sandbox_words, 3}};

static const enum config_settings_sandbox config_settings_sandbox_fallback = CONFIG_SETTINGS_SANDBOX_NAMESPACE;
static const enum session_network config_settings_network_fallback = SESSION_NETWORK_FULL;
static const enum core_notify config_settings_notify_fallback = CORE_NOTIFY_AUTO;
static const struct shape config_settings_view_read_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct config_settings_view_read), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct shape config_settings_view_write_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct config_settings_view_write), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct shape config_settings_view_hide_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct config_settings_view_hide), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct shape_field config_settings_view_fields[] = {
    {.name = SLICE_INIT("read"), .quoted = SLICE_INIT("\"read\":"), .shape = &config_settings_view_read_shape,
        .offset = offsetof(struct config_settings_view, read),
        .presence = offsetof(struct config_settings_view, read_is)},
    {.name = SLICE_INIT("write"), .quoted = SLICE_INIT("\"write\":"), .shape = &config_settings_view_write_shape,
        .offset = offsetof(struct config_settings_view, write),
        .presence = offsetof(struct config_settings_view, write_is)},
    {.name = SLICE_INIT("hide"), .quoted = SLICE_INIT("\"hide\":"), .shape = &config_settings_view_hide_shape,
        .offset = offsetof(struct config_settings_view, hide),
        .presence = offsetof(struct config_settings_view, hide_is)},
};
static const struct shape config_settings_view_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_view), .of.object = {config_settings_view_fields, 3}};

static const struct config_settings_view config_settings_view_fallback = {0};
static const struct shape integer_from_0_to_86400000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(86400000)}};

static const int64_t config_settings_permissions_timeout_ms_fallback = INT64_C(0);
static const int64_t config_settings_permissions_approver_ms_fallback = INT64_C(30000);
static const struct shape integer_from_0_to_100000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(100000)}};

static const int64_t config_settings_permissions_rules_fallback = INT64_C(10000);
static const struct shape_field config_settings_permissions_fields[] = {
    {.name = SLICE_INIT("timeoutMs"), .quoted = SLICE_INIT("\"timeoutMs\":"),
        .shape = &integer_from_0_to_86400000_scalar, .fallback = &config_settings_permissions_timeout_ms_fallback,
        .offset = offsetof(struct config_settings_permissions, timeout_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("approverMs"), .quoted = SLICE_INIT("\"approverMs\":"),
        .shape = &integer_from_0_to_86400000_scalar, .fallback = &config_settings_permissions_approver_ms_fallback,
        .offset = offsetof(struct config_settings_permissions, approver_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("rules"), .quoted = SLICE_INIT("\"rules\":"), .shape = &integer_from_0_to_100000_scalar,
        .fallback = &config_settings_permissions_rules_fallback,
        .offset = offsetof(struct config_settings_permissions, rules), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_permissions_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_permissions), .of.object = {config_settings_permissions_fields, 3}};

static const struct config_settings_permissions config_settings_permissions_fallback = {.timeout_ms = INT64_C(0),
    .approver_ms = INT64_C(30000), .rules = INT64_C(10000)};
static const enum session_keys config_settings_keys_access_fallback = SESSION_KEYS_DIRECT;
static const int64_t config_settings_keys_per_minute_fallback = INT64_C(60);
static const struct shape_field config_settings_keys_fields[] = {
    {.name = SLICE_INIT("access"), .quoted = SLICE_INIT("\"access\":"), .shape = &session_keys_shape,
        .fallback = &config_settings_keys_access_fallback, .offset = offsetof(struct config_settings_keys, access),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("perMinute"), .quoted = SLICE_INIT("\"perMinute\":"),
        .shape = &integer_from_1_to_1000000_scalar, .fallback = &config_settings_keys_per_minute_fallback,
        .offset = offsetof(struct config_settings_keys, per_minute), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_keys_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_keys), .of.object = {config_settings_keys_fields, 2}};

static const struct config_settings_keys config_settings_keys_fallback = {.access = SESSION_KEYS_DIRECT,
    .per_minute = INT64_C(60)};
static const struct shape config_settings_providers_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct config_settings_providers), .of.map = {.values = &config_provider_shape,
    .value_offset = offsetof(struct config_settings_providers_pair, value),
    .pair_size = sizeof(struct config_settings_providers_pair), .min = 0, .max = UINT32_MAX}};

static const int64_t config_settings_budget_day_tokens_fallback = INT64_C(0);
static const struct shape number_from_0_to_1000000000_scalar = {.kind = SHAPE_NUMBER, .size = sizeof(double),
    .of.number = {0.0, 1000000000.0}};

static const double config_settings_budget_day_cost_fallback = 0.0;
static const int64_t config_settings_budget_session_tokens_fallback = INT64_C(0);
static const double config_settings_budget_session_cost_fallback = 0.0;
static const int64_t config_settings_budget_output_tokens_fallback = INT64_C(32000);
static const struct shape_field config_settings_budget_fields[] = {
    {.name = SLICE_INIT("dayTokens"), .quoted = SLICE_INIT("\"dayTokens\":"),
        .shape = &integer_from_0_to_1000000000000_scalar, .fallback = &config_settings_budget_day_tokens_fallback,
        .offset = offsetof(struct config_settings_budget, day_tokens), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("dayCost"), .quoted = SLICE_INIT("\"dayCost\":"), .shape = &number_from_0_to_1000000000_scalar,
        .fallback = &config_settings_budget_day_cost_fallback,
        .offset = offsetof(struct config_settings_budget, day_cost), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sessionTokens"), .quoted = SLICE_INIT("\"sessionTokens\":"),
        .shape = &integer_from_0_to_1000000000000_scalar, .fallback = &config_settings_budget_session_tokens_fallback,
        .offset = offsetof(struct config_settings_budget, session_tokens), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sessionCost"), .quoted = SLICE_INIT("\"sessionCost\":"),
        .shape = &number_from_0_to_1000000000_scalar, .fallback = &config_settings_budget_session_cost_fallback,
        .offset = offsetof(struct config_settings_budget, session_cost), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("outputTokens"), .quoted = SLICE_INIT("\"outputTokens\":"),
        .shape = &integer_from_1_to_10000000_scalar, .fallback = &config_settings_budget_output_tokens_fallback,
        .offset = offsetof(struct config_settings_budget, output_tokens), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_budget_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_budget), .of.object = {config_settings_budget_fields, 5}};

static const struct config_settings_budget config_settings_budget_fallback = {.day_tokens = INT64_C(0), .day_cost = 0.0,
    .session_tokens = INT64_C(0), .session_cost = 0.0, .output_tokens = INT64_C(32000)};
static const struct shape config_settings_prices_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct config_settings_prices), .of.map = {.values = &config_price_shape,
    .value_offset = offsetof(struct config_settings_prices_pair, value),
    .pair_size = sizeof(struct config_settings_prices_pair), .min = 0, .max = UINT32_MAX}};

static const int64_t config_settings_terminals_max_fallback = INT64_C(256);
static const struct shape_field config_settings_terminals_fields[] = {
    {.name = SLICE_INIT("max"), .quoted = SLICE_INIT("\"max\":"), .shape = &integer_from_1_to_10000_scalar,
        .fallback = &config_settings_terminals_max_fallback, .offset = offsetof(struct config_settings_terminals, max),
        .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_terminals_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_terminals), .of.object = {config_settings_terminals_fields, 1}};

static const struct config_settings_terminals config_settings_terminals_fallback = {.max = INT64_C(256)};
static const struct shape integer_from_0_to_31536000000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(31536000000)}};

static const int64_t config_settings_sessions_close_idle_ms_fallback = INT64_C(86400000);
static const struct shape_field config_settings_sessions_fields[] = {
    {.name = SLICE_INIT("closeIdleMs"), .quoted = SLICE_INIT("\"closeIdleMs\":"),
        .shape = &integer_from_0_to_31536000000_scalar, .fallback = &config_settings_sessions_close_idle_ms_fallback,
        .offset = offsetof(struct config_settings_sessions, close_idle_ms), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_sessions_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_sessions), .of.object = {config_settings_sessions_fields, 1}};

static const struct config_settings_sessions config_settings_sessions_fallback = {.close_idle_ms = INT64_C(86400000)};
static const struct shape integer_from_0_to_36500_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(36500)}};

static const int64_t config_settings_retention_days_fallback = INT64_C(90);
static const int64_t config_settings_retention_bytes_fallback = INT64_C(10737418240);
static const int64_t config_settings_retention_kept_bytes_fallback = INT64_C(2147483648);
static const struct shape_field config_settings_retention_fields[] = {
    {.name = SLICE_INIT("days"), .quoted = SLICE_INIT("\"days\":"), .shape = &integer_from_0_to_36500_scalar,
        .fallback = &config_settings_retention_days_fallback,
        .offset = offsetof(struct config_settings_retention, days), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_0_to_1099511627776_scalar,
        .fallback = &config_settings_retention_bytes_fallback,
        .offset = offsetof(struct config_settings_retention, bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("keptBytes"), .quoted = SLICE_INIT("\"keptBytes\":"),
        .shape = &integer_from_0_to_1099511627776_scalar, .fallback = &config_settings_retention_kept_bytes_fallback,
        .offset = offsetof(struct config_settings_retention, kept_bytes), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_retention_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_retention), .of.object = {config_settings_retention_fields, 3}};

static const struct config_settings_retention config_settings_retention_fallback = {.days = INT64_C(90),
    .bytes = INT64_C(10737418240), .kept_bytes = INT64_C(2147483648)};
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
    {.name = SLICE_INIT("executors"), .quoted = SLICE_INIT("\"executors\":"), .shape = &config_settings_executors_shape,
        .offset = offsetof(struct config_settings, executors),
        .presence = offsetof(struct config_settings, executors_is)},
    {.name = SLICE_INIT("agents"), .quoted = SLICE_INIT("\"agents\":"), .shape = &config_settings_agents_shape,
        .offset = offsetof(struct config_settings, agents), .presence = offsetof(struct config_settings, agents_is)},
    {.name = SLICE_INIT("thinkingTokens"), .quoted = SLICE_INIT("\"thinkingTokens\":"),
        .shape = &integer_from_0_to_10000000_scalar, .fallback = &config_settings_thinking_tokens_fallback,
        .offset = offsetof(struct config_settings, thinking_tokens), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("pool"), .quoted = SLICE_INIT("\"pool\":"), .shape = &config_settings_pool_shape,
        .fallback = &config_settings_pool_fallback, .offset = offsetof(struct config_settings, pool),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sandbox"), .quoted = SLICE_INIT("\"sandbox\":"), .shape = &config_settings_sandbox_shape,
        .fallback = &config_settings_sandbox_fallback, .offset = offsetof(struct config_settings, sandbox),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &session_network_shape,
        .fallback = &config_settings_network_fallback, .offset = offsetof(struct config_settings, network),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("notify"), .quoted = SLICE_INIT("\"notify\":"), .shape = &core_notify_shape,
        .fallback = &config_settings_notify_fallback, .offset = offsetof(struct config_settings, notify),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("view"), .quoted = SLICE_INIT("\"view\":"), .shape = &config_settings_view_shape,
        .fallback = &config_settings_view_fallback, .offset = offsetof(struct config_settings, view),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("permissions"), .quoted = SLICE_INIT("\"permissions\":"),
        .shape = &config_settings_permissions_shape, .fallback = &config_settings_permissions_fallback,
        .offset = offsetof(struct config_settings, permissions), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("keys"), .quoted = SLICE_INIT("\"keys\":"), .shape = &config_settings_keys_shape,
        .fallback = &config_settings_keys_fallback, .offset = offsetof(struct config_settings, keys),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("providers"), .quoted = SLICE_INIT("\"providers\":"), .shape = &config_settings_providers_shape,
        .offset = offsetof(struct config_settings, providers),
        .presence = offsetof(struct config_settings, providers_is)},
    {.name = SLICE_INIT("budget"), .quoted = SLICE_INIT("\"budget\":"), .shape = &config_settings_budget_shape,
        .fallback = &config_settings_budget_fallback, .offset = offsetof(struct config_settings, budget),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("prices"), .quoted = SLICE_INIT("\"prices\":"), .shape = &config_settings_prices_shape,
        .offset = offsetof(struct config_settings, prices), .presence = offsetof(struct config_settings, prices_is)},
    {.name = SLICE_INIT("terminals"), .quoted = SLICE_INIT("\"terminals\":"), .shape = &config_settings_terminals_shape,
        .fallback = &config_settings_terminals_fallback, .offset = offsetof(struct config_settings, terminals),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sessions"), .quoted = SLICE_INIT("\"sessions\":"), .shape = &config_settings_sessions_shape,
        .fallback = &config_settings_sessions_fallback, .offset = offsetof(struct config_settings, sessions),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("retention"), .quoted = SLICE_INIT("\"retention\":"), .shape = &config_settings_retention_shape,
        .fallback = &config_settings_retention_fallback, .offset = offsetof(struct config_settings, retention),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape config_settings_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings), .of.object = {config_settings_fields, 19}};

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

static const struct slice daemon_id_kind_words[] = {
    SLICE_INIT("task"),
    SLICE_INIT("session"),
    SLICE_INIT("permission"),
    SLICE_INIT("rule"),
};
const struct shape daemon_id_kind_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum daemon_id_kind),
    .of.words = {daemon_id_kind_words, 4}};

static const struct shape_field event_entry_fields[] = {
    {.name = SLICE_INIT("method"), .quoted = SLICE_INIT("\"method\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_entry, method), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("params"), .quoted = SLICE_INIT("\"params\":"), .shape = &any_scalar,
        .offset = offsetof(struct event_entry, params), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape event_entry_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct event_entry),
    .of.object = {event_entry_fields, 2}};

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

static const struct shape integer_from_0_to_2147483647_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(2147483647)}};

const struct shape handover_descriptors_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct handover_descriptors),
    .of.array = {&integer_from_0_to_2147483647_scalar, 0, UINT32_MAX}};

static const bool handover_replay_batch_fallback = false;
static const int64_t handover_replay_answers_bytes_fallback = INT64_C(0);
static const bool handover_replay_too_long_fallback = false;
static const struct shape_field handover_replay_fields[] = {
    {.name = SLICE_INIT("batch"), .quoted = SLICE_INIT("\"batch\":"), .shape = &boolean_scalar,
        .fallback = &handover_replay_batch_fallback, .offset = offsetof(struct handover_replay, batch),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("answersBytes"), .quoted = SLICE_INIT("\"answersBytes\":"), .shape = &integer_from_0_scalar,
        .fallback = &handover_replay_answers_bytes_fallback, .offset = offsetof(struct handover_replay, answers_bytes),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tooLong"), .quoted = SLICE_INIT("\"tooLong\":"), .shape = &boolean_scalar,
        .fallback = &handover_replay_too_long_fallback, .offset = offsetof(struct handover_replay, too_long),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_replay, bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_replay_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_replay),
    .of.object = {handover_replay_fields, 4}};

static const struct shape_field handover_carrier_fields[] = {
    {.name = SLICE_INIT("start"), .quoted = SLICE_INIT("\"start\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_carrier, start), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("end"), .quoted = SLICE_INIT("\"end\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_carrier, end), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("descriptors"), .quoted = SLICE_INIT("\"descriptors\":"), .shape = &handover_descriptors_shape,
        .offset = offsetof(struct handover_carrier, descriptors), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape handover_carrier_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_carrier),
    .of.object = {handover_carrier_fields, 3}};

static const struct shape integer_from_3_to_2147483647_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(3), INT64_C(2147483647)}};

static const struct shape integer_from_1_to_255_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(255)}};

static const bool handover_peer_ended_fallback = false;
static const bool handover_peer_unread_fallback = false;
static const bool handover_peer_skipping_fallback = false;
static const int64_t handover_peer_partial_bytes_fallback = INT64_C(0);
static const int64_t handover_peer_backlog_bytes_fallback = INT64_C(0);
static const int64_t handover_peer_output_bytes_fallback = INT64_C(0);
static const struct shape handover_peer_carriers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_peer_carriers), .of.array = {&handover_carrier_shape, 0, UINT32_MAX}};

static const struct shape handover_peer_replays_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_peer_replays), .of.array = {&handover_replay_shape, 0, UINT32_MAX}};

static const struct shape handover_peer_owed_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct handover_peer_owed),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field handover_peer_fields[] = {
    {.name = SLICE_INIT("fd"), .quoted = SLICE_INIT("\"fd\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_peer, fd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("caller"), .quoted = SLICE_INIT("\"caller\":"), .shape = &integer_from_1_to_255_scalar,
        .offset = offsetof(struct handover_peer, caller), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("nextId"), .quoted = SLICE_INIT("\"nextId\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_peer, next_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("ended"), .quoted = SLICE_INIT("\"ended\":"), .shape = &boolean_scalar,
        .fallback = &handover_peer_ended_fallback, .offset = offsetof(struct handover_peer, ended),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("unread"), .quoted = SLICE_INIT("\"unread\":"), .shape = &boolean_scalar,
        .fallback = &handover_peer_unread_fallback, .offset = offsetof(struct handover_peer, unread),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("skipping"), .quoted = SLICE_INIT("\"skipping\":"), .shape = &boolean_scalar,
        .fallback = &handover_peer_skipping_fallback, .offset = offsetof(struct handover_peer, skipping),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("at"), .quoted = SLICE_INIT("\"at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_peer, at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("partialBytes"), .quoted = SLICE_INIT("\"partialBytes\":"), .shape = &integer_from_0_scalar,
        .fallback = &handover_peer_partial_bytes_fallback, .offset = offsetof(struct handover_peer, partial_bytes),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("backlogBytes"), .quoted = SLICE_INIT("\"backlogBytes\":"), .shape = &integer_from_0_scalar,
        .fallback = &handover_peer_backlog_bytes_fallback, .offset = offsetof(struct handover_peer, backlog_bytes),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("outputBytes"), .quoted = SLICE_INIT("\"outputBytes\":"), .shape = &integer_from_0_scalar,
        .fallback = &handover_peer_output_bytes_fallback, .offset = offsetof(struct handover_peer, output_bytes),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("carriers"), .quoted = SLICE_INIT("\"carriers\":"), .shape = &handover_peer_carriers_shape,
        .offset = offsetof(struct handover_peer, carriers), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("replays"), .quoted = SLICE_INIT("\"replays\":"), .shape = &handover_peer_replays_shape,
        .offset = offsetof(struct handover_peer, replays), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("owed"), .quoted = SLICE_INIT("\"owed\":"), .shape = &handover_peer_owed_shape,
        .offset = offsetof(struct handover_peer, owed), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("nextDescriptors"), .quoted = SLICE_INIT("\"nextDescriptors\":"),
        .shape = &handover_descriptors_shape, .offset = offsetof(struct handover_peer, next_descriptors),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("arrivingDescriptors"), .quoted = SLICE_INIT("\"arrivingDescriptors\":"),
        .shape = &handover_descriptors_shape, .offset = offsetof(struct handover_peer, arriving_descriptors),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_peer_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_peer),
    .of.object = {handover_peer_fields, 15}};

static const struct shape_field handover_attachment_fields[] = {
    {.name = SLICE_INIT("client"), .quoted = SLICE_INIT("\"client\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_attachment, client), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("offset"), .quoted = SLICE_INIT("\"offset\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_attachment, offset), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_attachment_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_attachment),
    .of.object = {handover_attachment_fields, 2}};

static const struct shape_field handover_input_fields[] = {
    {.name = SLICE_INIT("client"), .quoted = SLICE_INIT("\"client\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_input, client), .presence = offsetof(struct handover_input, client_is)},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct handover_input, bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_input_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_input),
    .of.object = {handover_input_fields, 2}};

static const struct shape_field handover_exit_fields[] = {
    {.name = SLICE_INIT("code"), .quoted = SLICE_INIT("\"code\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_exit, code), .presence = offsetof(struct handover_exit, code_is)},
    {.name = SLICE_INIT("signal"), .quoted = SLICE_INIT("\"signal\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_exit, signal), .presence = offsetof(struct handover_exit, signal_is)},
};
const struct shape handover_exit_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_exit),
    .of.object = {handover_exit_fields, 2}};

static const struct shape string_from_1_to_34_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 34, FORMAT_NONE}};

static const struct shape handover_terminal_attachments_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_terminal_attachments), .of.array = {&handover_attachment_shape, 0, UINT32_MAX}};

static const struct shape handover_terminal_inputs_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_terminal_inputs), .of.array = {&handover_input_shape, 0, UINT32_MAX}};

static const struct shape_field handover_terminal_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_from_1_to_34_scalar,
        .offset = offsetof(struct handover_terminal, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_terminal, session_id),
        .presence = offsetof(struct handover_terminal, session_id_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_terminal, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("shell"), .quoted = SLICE_INIT("\"shell\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_terminal, shell), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("useTmux"), .quoted = SLICE_INIT("\"useTmux\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_terminal, use_tmux), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_terminal, created_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_terminal, pid), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("executor"), .quoted = SLICE_INIT("\"executor\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_terminal, executor),
        .presence = offsetof(struct handover_terminal, executor_is)},
    {.name = SLICE_INIT("over"), .quoted = SLICE_INIT("\"over\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_terminal, over), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("told"), .quoted = SLICE_INIT("\"told\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_terminal, told), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("owesEvent"), .quoted = SLICE_INIT("\"owesEvent\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_terminal, owes_event), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("exit"), .quoted = SLICE_INIT("\"exit\":"), .shape = &handover_exit_shape,
        .offset = offsetof(struct handover_terminal, exit), .presence = offsetof(struct handover_terminal, exit_is)},
    {.name = SLICE_INIT("master"), .quoted = SLICE_INIT("\"master\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_terminal, master),
        .presence = offsetof(struct handover_terminal, master_is)},
    {.name = SLICE_INIT("memory"), .quoted = SLICE_INIT("\"memory\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_terminal, memory),
        .presence = offsetof(struct handover_terminal, memory_is)},
    {.name = SLICE_INIT("total"), .quoted = SLICE_INIT("\"total\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_terminal, total), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("holder"), .quoted = SLICE_INIT("\"holder\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_terminal, holder),
        .presence = offsetof(struct handover_terminal, holder_is)},
    {.name = SLICE_INIT("attachments"), .quoted = SLICE_INIT("\"attachments\":"),
        .shape = &handover_terminal_attachments_shape, .offset = offsetof(struct handover_terminal, attachments),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("inputs"), .quoted = SLICE_INIT("\"inputs\":"), .shape = &handover_terminal_inputs_shape,
        .offset = offsetof(struct handover_terminal, inputs), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("at"), .quoted = SLICE_INIT("\"at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_terminal, at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_terminal_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_terminal),
    .of.object = {handover_terminal_fields, 19}};

static const struct shape handover_terminals_terminals_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_terminals_terminals), .of.array = {&handover_terminal_shape, 0, UINT32_MAX}};

static const struct shape_field handover_terminals_fields[] = {
    {.name = SLICE_INIT("terminals"), .quoted = SLICE_INIT("\"terminals\":"),
        .shape = &handover_terminals_terminals_shape, .offset = offsetof(struct handover_terminals, terminals),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_terminals_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_terminals),
    .of.object = {handover_terminals_fields, 1}};

static const struct shape string_from_64_to_64_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {64, 64, FORMAT_NONE}};

static const struct shape_field handover_token_fields[] = {
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_from_64_to_64_scalar,
        .offset = offsetof(struct handover_token, text), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("expiresMs"), .quoted = SLICE_INIT("\"expiresMs\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct handover_token, expires_ms), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_token_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_token),
    .of.object = {handover_token_fields, 2}};

static const struct shape integer_from_0_to_4294967295_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(4294967295)}};

static const struct shape_field handover_link_fields[] = {
    {.name = SLICE_INIT("peer"), .quoted = SLICE_INIT("\"peer\":"), .shape = &handover_peer_shape,
        .offset = offsetof(struct handover_link, peer), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("token"), .quoted = SLICE_INIT("\"token\":"), .shape = &handover_token_shape,
        .offset = offsetof(struct handover_link, token), .presence = offsetof(struct handover_link, token_is)},
    {.name = SLICE_INIT("prompt"), .quoted = SLICE_INIT("\"prompt\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct handover_link, prompt), .presence = offsetof(struct handover_link, prompt_is)},
    {.name = SLICE_INIT("said"), .quoted = SLICE_INIT("\"said\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_link, said), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("outputBytes"), .quoted = SLICE_INIT("\"outputBytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_link, output_bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tokens"), .quoted = SLICE_INIT("\"tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_link, tokens), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("overLimit"), .quoted = SLICE_INIT("\"overLimit\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_link, over_limit), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("paused"), .quoted = SLICE_INIT("\"paused\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_link, paused), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("refused"), .quoted = SLICE_INIT("\"refused\":"), .shape = &integer_from_0_to_4294967295_scalar,
        .offset = offsetof(struct handover_link, refused), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_link_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_link),
    .of.object = {handover_link_fields, 9}};

static const struct shape_field handover_executor_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct handover_executor, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("terminalToken"), .quoted = SLICE_INIT("\"terminalToken\":"), .shape = &handover_token_shape,
        .offset = offsetof(struct handover_executor, terminal_token),
        .presence = offsetof(struct handover_executor, terminal_token_is)},
    {.name = SLICE_INIT("link"), .quoted = SLICE_INIT("\"link\":"), .shape = &handover_link_shape,
        .offset = offsetof(struct handover_executor, link), .presence = offsetof(struct handover_executor, link_is)},
};
const struct shape handover_executor_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_executor),
    .of.object = {handover_executor_fields, 3}};

static const struct shape handover_executors_executors_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_executors_executors), .of.array = {&handover_executor_shape, 0, UINT32_MAX}};

static const struct shape_field handover_executors_fields[] = {
    {.name = SLICE_INIT("executors"), .quoted = SLICE_INIT("\"executors\":"),
        .shape = &handover_executors_executors_shape, .offset = offsetof(struct handover_executors, executors),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_executors_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_executors),
    .of.object = {handover_executors_fields, 1}};

static const struct shape string_to_23_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 23, FORMAT_NONE}};

static const struct shape handover_subscription_kinds_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_subscription_kinds), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field handover_subscription_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_to_23_scalar,
        .offset = offsetof(struct handover_subscription, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("allKinds"), .quoted = SLICE_INIT("\"allKinds\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_subscription, all_kinds), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("kinds"), .quoted = SLICE_INIT("\"kinds\":"), .shape = &handover_subscription_kinds_shape,
        .offset = offsetof(struct handover_subscription, kinds), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("session"), .quoted = SLICE_INIT("\"session\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_subscription, session), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task"), .quoted = SLICE_INIT("\"task\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_subscription, task), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("replays"), .quoted = SLICE_INIT("\"replays\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_subscription, replays), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("owesLive"), .quoted = SLICE_INIT("\"owesLive\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_subscription, owes_live), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cursor"), .quoted = SLICE_INIT("\"cursor\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_subscription, cursor), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("told"), .quoted = SLICE_INIT("\"told\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_subscription, told), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_subscription_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_subscription),
    .of.object = {handover_subscription_fields, 9}};

static const bool handover_client_approves_fallback = false;
static const struct shape handover_client_opted_out_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_client_opted_out), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape handover_client_subscriptions_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_client_subscriptions), .of.array = {&handover_subscription_shape, 0, UINT32_MAX}};

static const struct shape_field handover_client_fields[] = {
    {.name = SLICE_INIT("peer"), .quoted = SLICE_INIT("\"peer\":"), .shape = &handover_peer_shape,
        .offset = offsetof(struct handover_client, peer), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("initialized"), .quoted = SLICE_INIT("\"initialized\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_client, initialized), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("approves"), .quoted = SLICE_INIT("\"approves\":"), .shape = &boolean_scalar,
        .fallback = &handover_client_approves_fallback, .offset = offsetof(struct handover_client, approves),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_client, name), .presence = offsetof(struct handover_client, name_is)},
    {.name = SLICE_INIT("optedOut"), .quoted = SLICE_INIT("\"optedOut\":"), .shape = &handover_client_opted_out_shape,
        .offset = offsetof(struct handover_client, opted_out),
        .presence = offsetof(struct handover_client, opted_out_is)},
    {.name = SLICE_INIT("subscriptions"), .quoted = SLICE_INIT("\"subscriptions\":"),
        .shape = &handover_client_subscriptions_shape, .offset = offsetof(struct handover_client, subscriptions),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("behind"), .quoted = SLICE_INIT("\"behind\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_client, behind), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cursor"), .quoted = SLICE_INIT("\"cursor\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_client, cursor), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_client_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_client),
    .of.object = {handover_client_fields, 8}};

static const struct shape_field handover_socket_fields[] = {
    {.name = SLICE_INIT("fd"), .quoted = SLICE_INIT("\"fd\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_socket, fd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("lockFd"), .quoted = SLICE_INIT("\"lockFd\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_socket, lock_fd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct handover_socket, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("inherited"), .quoted = SLICE_INIT("\"inherited\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_socket, inherited), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("device"), .quoted = SLICE_INIT("\"device\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_socket, device), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("inode"), .quoted = SLICE_INIT("\"inode\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_socket, inode), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_socket_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_socket),
    .of.object = {handover_socket_fields, 6}};

static const struct shape integer_from_1_to_1_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(1)}};

static const struct shape handover_state_clients_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_state_clients), .of.array = {&handover_client_shape, 0, UINT32_MAX}};

static const struct shape handover_state_parts_shape = {.kind = SHAPE_MAP, .size = sizeof(struct handover_state_parts),
    .of.map = {.values = &any_scalar, .value_offset = offsetof(struct handover_state_parts_pair, value),
    .pair_size = sizeof(struct handover_state_parts_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field handover_state_fields[] = {
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &integer_from_1_to_1_scalar,
        .offset = offsetof(struct handover_state, version), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("program"), .quoted = SLICE_INIT("\"program\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_state, program), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("frozenNs"), .quoted = SLICE_INIT("\"frozenNs\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_state, frozen_ns), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("startedNs"), .quoted = SLICE_INIT("\"startedNs\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_state, started_ns), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("startedAtMs"), .quoted = SLICE_INIT("\"startedAtMs\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_state, started_at_ms), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("lastSubscription"), .quoted = SLICE_INIT("\"lastSubscription\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct handover_state, last_subscription),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("socket"), .quoted = SLICE_INIT("\"socket\":"), .shape = &handover_socket_shape,
        .offset = offsetof(struct handover_state, socket), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("stateFd"), .quoted = SLICE_INIT("\"stateFd\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_state, state_fd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("clients"), .quoted = SLICE_INIT("\"clients\":"), .shape = &handover_state_clients_shape,
        .offset = offsetof(struct handover_state, clients), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("parts"), .quoted = SLICE_INIT("\"parts\":"), .shape = &handover_state_parts_shape,
        .offset = offsetof(struct handover_state, parts), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_state_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_state),
    .of.object = {handover_state_fields, 10}};

static const struct shape_field key_record_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_scalar,
        .offset = offsetof(struct key_record, service), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("lastFour"), .quoted = SLICE_INIT("\"lastFour\":"), .shape = &string_scalar,
        .offset = offsetof(struct key_record, last_four), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct key_record, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("usedAt"), .quoted = SLICE_INIT("\"usedAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct key_record, used_at), .presence = offsetof(struct key_record, used_at_is)},
    {.name = SLICE_INIT("uses"), .quoted = SLICE_INIT("\"uses\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct key_record, uses), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape key_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct key_record),
    .of.object = {key_record_fields, 5}};

static const struct slice permission_decision_words[] = {
    SLICE_INIT("allow_once"),
    SLICE_INIT("allow_session"),
    SLICE_INIT("allow_always"),
    SLICE_INIT("deny"),
};
const struct shape permission_decision_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum permission_decision),
    .of.words = {permission_decision_words, 4}};

static const struct slice permission_request_state_words[] = {
    SLICE_INIT("pending"),
    SLICE_INIT("allowed"),
    SLICE_INIT("denied"),
    SLICE_INIT("expired"),
    SLICE_INIT("withdrawn"),
};
const struct shape permission_request_state_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum permission_request_state),
    .of.words = {permission_request_state_words, 5}};

static const struct shape permission_request_paths_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_request_paths), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape permission_request_parts_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_request_parts), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape permission_request_suggestions_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_request_suggestions), .of.array = {&permission_new_rule_shape, 0, UINT32_MAX}};

static const struct shape_field permission_request_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &permission_request_state_shape,
        .offset = offsetof(struct permission_request, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, tool), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("input"), .quoted = SLICE_INIT("\"input\":"), .shape = &any_scalar,
        .offset = offsetof(struct permission_request, input),
        .presence = offsetof(struct permission_request, input_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("paths"), .quoted = SLICE_INIT("\"paths\":"), .shape = &permission_request_paths_shape,
        .offset = offsetof(struct permission_request, paths),
        .presence = offsetof(struct permission_request, paths_is)},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, command),
        .presence = offsetof(struct permission_request, command_is)},
    {.name = SLICE_INIT("parts"), .quoted = SLICE_INIT("\"parts\":"), .shape = &permission_request_parts_shape,
        .offset = offsetof(struct permission_request, parts),
        .presence = offsetof(struct permission_request, parts_is)},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct permission_request, created_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("expiresAt"), .quoted = SLICE_INIT("\"expiresAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct permission_request, expires_at),
        .presence = offsetof(struct permission_request, expires_at_is)},
    {.name = SLICE_INIT("approverBy"), .quoted = SLICE_INIT("\"approverBy\":"), .shape = &integer_scalar,
        .offset = offsetof(struct permission_request, approver_by),
        .presence = offsetof(struct permission_request, approver_by_is)},
    {.name = SLICE_INIT("answeredAt"), .quoted = SLICE_INIT("\"answeredAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct permission_request, answered_at),
        .presence = offsetof(struct permission_request, answered_at_is)},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, reason),
        .presence = offsetof(struct permission_request, reason_is)},
    {.name = SLICE_INIT("note"), .quoted = SLICE_INIT("\"note\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, note), .presence = offsetof(struct permission_request, note_is)},
    {.name = SLICE_INIT("answeredBy"), .quoted = SLICE_INIT("\"answeredBy\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_request, answered_by),
        .presence = offsetof(struct permission_request, answered_by_is)},
    {.name = SLICE_INIT("suggestion"), .quoted = SLICE_INIT("\"suggestion\":"), .shape = &permission_new_rule_shape,
        .offset = offsetof(struct permission_request, suggestion),
        .presence = offsetof(struct permission_request, suggestion_is)},
    {.name = SLICE_INIT("suggestions"), .quoted = SLICE_INIT("\"suggestions\":"),
        .shape = &permission_request_suggestions_shape, .offset = offsetof(struct permission_request, suggestions),
        .presence = offsetof(struct permission_request, suggestions_is)},
};
const struct shape permission_request_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct permission_request),
    .of.object = {permission_request_fields, 19}};

static const struct slice permission_effect_words[] = {
    SLICE_INIT("allow"),
    SLICE_INIT("deny"),
};
const struct shape permission_effect_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum permission_effect),
    .of.words = {permission_effect_words, 2}};

static const struct shape string_to_1024_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 1024, FORMAT_NONE}};

static const struct shape_field permission_new_rule_fields[] = {
    {.name = SLICE_INIT("effect"), .quoted = SLICE_INIT("\"effect\":"), .shape = &permission_effect_shape,
        .offset = offsetof(struct permission_new_rule, effect), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_new_rule, tool), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct permission_new_rule, path),
        .presence = offsetof(struct permission_new_rule, path_is)},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct permission_new_rule, command),
        .presence = offsetof(struct permission_new_rule, command_is)},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_new_rule, session_id),
        .presence = offsetof(struct permission_new_rule, session_id_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct permission_new_rule, cwd), .presence = offsetof(struct permission_new_rule, cwd_is)},
    {.name = SLICE_INIT("expiresAt"), .quoted = SLICE_INIT("\"expiresAt\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct permission_new_rule, expires_at),
        .presence = offsetof(struct permission_new_rule, expires_at_is)},
    {.name = SLICE_INIT("note"), .quoted = SLICE_INIT("\"note\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct permission_new_rule, note),
        .presence = offsetof(struct permission_new_rule, note_is)},
};
const struct shape permission_new_rule_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct permission_new_rule), .of.object = {permission_new_rule_fields, 8}};

static const struct shape_field permission_rule_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("effect"), .quoted = SLICE_INIT("\"effect\":"), .shape = &permission_effect_shape,
        .offset = offsetof(struct permission_rule, effect), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, tool), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, path), .presence = offsetof(struct permission_rule, path_is)},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, command), .presence = offsetof(struct permission_rule, command_is)},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, session_id),
        .presence = offsetof(struct permission_rule, session_id_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, cwd), .presence = offsetof(struct permission_rule, cwd_is)},
    {.name = SLICE_INIT("expiresAt"), .quoted = SLICE_INIT("\"expiresAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct permission_rule, expires_at),
        .presence = offsetof(struct permission_rule, expires_at_is)},
    {.name = SLICE_INIT("note"), .quoted = SLICE_INIT("\"note\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, note), .presence = offsetof(struct permission_rule, note_is)},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct permission_rule, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("createdBy"), .quoted = SLICE_INIT("\"createdBy\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, created_by),
        .presence = offsetof(struct permission_rule, created_by_is)},
    {.name = SLICE_INIT("uses"), .quoted = SLICE_INIT("\"uses\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct permission_rule, uses), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("usedAt"), .quoted = SLICE_INIT("\"usedAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct permission_rule, used_at), .presence = offsetof(struct permission_rule, used_at_is)},
};
const struct shape permission_rule_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct permission_rule),
    .of.object = {permission_rule_fields, 13}};

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

static const struct slice session_network_words[] = {
    SLICE_INIT("full"),
    SLICE_INIT("model-only"),
    SLICE_INIT("none"),
};
const struct shape session_network_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum session_network),
    .of.words = {session_network_words, 3}};

static const struct slice session_keys_words[] = {
    SLICE_INIT("direct"),
    SLICE_INIT("broker"),
    SLICE_INIT("none"),
};
const struct shape session_keys_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum session_keys),
    .of.words = {session_keys_words, 3}};

static const struct shape_field session_budget_fields[] = {
    {.name = SLICE_INIT("tokens"), .quoted = SLICE_INIT("\"tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct session_budget, tokens), .presence = offsetof(struct session_budget, tokens_is)},
    {.name = SLICE_INIT("costMicros"), .quoted = SLICE_INIT("\"costMicros\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct session_budget, cost_micros),
        .presence = offsetof(struct session_budget, cost_micros_is)},
};
const struct shape session_budget_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_budget), .of.object = {session_budget_fields, 2}};

const struct shape session_context_files_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct session_context_files),
    .of.array = {&string_from_1_to_4096_scalar, 0, 64}};

const struct shape session_tools_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct session_tools),
    .of.array = {&string_from_1_to_128_scalar, 0, 256}};

static const struct shape_field session_command_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_command, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct session_command, description),
        .presence = offsetof(struct session_command, description_is)},
    {.name = SLICE_INIT("hint"), .quoted = SLICE_INIT("\"hint\":"), .shape = &string_to_256_scalar,
        .offset = offsetof(struct session_command, hint), .presence = offsetof(struct session_command, hint_is)},
};
const struct shape session_command_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_command),
    .of.object = {session_command_fields, 3}};

const struct shape session_commands_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct session_commands),
    .of.array = {&session_command_shape, 0, 256}};

static const bool session_found_file_directory_fallback = false;
static const struct shape_field session_found_file_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_found_file, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("directory"), .quoted = SLICE_INIT("\"directory\":"), .shape = &boolean_scalar,
        .fallback = &session_found_file_directory_fallback, .offset = offsetof(struct session_found_file, directory),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape session_found_file_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_found_file),
    .of.object = {session_found_file_fields, 2}};

static const struct shape_field session_agent_commands_fields[] = {
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_agent_commands, agent), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("commands"), .quoted = SLICE_INIT("\"commands\":"), .shape = &session_commands_shape,
        .offset = offsetof(struct session_agent_commands, commands), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_agent_commands_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_agent_commands),
    .of.object = {session_agent_commands_fields, 2}};

static const bool session_model_is_default_fallback = false;
static const struct shape_field session_model_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct session_model, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_to_256_scalar,
        .offset = offsetof(struct session_model, title), .presence = offsetof(struct session_model, title_is)},
    {.name = SLICE_INIT("isDefault"), .quoted = SLICE_INIT("\"isDefault\":"), .shape = &boolean_scalar,
        .fallback = &session_model_is_default_fallback, .offset = offsetof(struct session_model, is_default),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape session_model_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_model),
    .of.object = {session_model_fields, 3}};

const struct shape session_models_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct session_models),
    .of.array = {&session_model_shape, 0, 512}};

static const struct shape_field session_agent_models_fields[] = {
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_agent_models, agent), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("models"), .quoted = SLICE_INIT("\"models\":"), .shape = &session_models_shape,
        .offset = offsetof(struct session_agent_models, models), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_agent_models_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_agent_models),
    .of.object = {session_agent_models_fields, 2}};

static const struct shape string_from_1_to_64_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 64, FORMAT_NONE}};

const struct shape session_services_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct session_services),
    .of.array = {&string_from_1_to_64_scalar, 0, 64}};

static const struct slice session_sandbox_level_words[] = {
    SLICE_INIT("namespace"),
    SLICE_INIT("landlock"),
    SLICE_INIT("off"),
};
static const struct shape session_sandbox_level_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum session_sandbox_level),
    .of.words = {session_sandbox_level_words, 3}};

static const struct shape session_sandbox_read_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct session_sandbox_read), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape session_sandbox_write_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct session_sandbox_write), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape session_sandbox_hidden_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct session_sandbox_hidden), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape session_sandbox_not_held_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct session_sandbox_not_held), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field session_sandbox_fields[] = {
    {.name = SLICE_INIT("level"), .quoted = SLICE_INIT("\"level\":"), .shape = &session_sandbox_level_shape,
        .offset = offsetof(struct session_sandbox, level), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &session_network_shape,
        .offset = offsetof(struct session_sandbox, network), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("landlock"), .quoted = SLICE_INIT("\"landlock\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct session_sandbox, landlock), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("read"), .quoted = SLICE_INIT("\"read\":"), .shape = &session_sandbox_read_shape,
        .offset = offsetof(struct session_sandbox, read), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("write"), .quoted = SLICE_INIT("\"write\":"), .shape = &session_sandbox_write_shape,
        .offset = offsetof(struct session_sandbox, write), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("hidden"), .quoted = SLICE_INIT("\"hidden\":"), .shape = &session_sandbox_hidden_shape,
        .offset = offsetof(struct session_sandbox, hidden), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("notHeld"), .quoted = SLICE_INIT("\"notHeld\":"), .shape = &session_sandbox_not_held_shape,
        .offset = offsetof(struct session_sandbox, not_held), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape session_sandbox_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_sandbox),
    .of.object = {session_sandbox_fields, 7}};

static const struct shape_field session_terms_fields[] = {
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &session_network_shape,
        .offset = offsetof(struct session_terms, network), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("keys"), .quoted = SLICE_INIT("\"keys\":"), .shape = &session_keys_shape,
        .offset = offsetof(struct session_terms, keys), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("services"), .quoted = SLICE_INIT("\"services\":"), .shape = &session_services_shape,
        .offset = offsetof(struct session_terms, services), .presence = offsetof(struct session_terms, services_is)},
    {.name = SLICE_INIT("permissionTimeoutMs"), .quoted = SLICE_INIT("\"permissionTimeoutMs\":"),
        .shape = &integer_scalar, .offset = offsetof(struct session_terms, permission_timeout_ms),
        .presence = offsetof(struct session_terms, permission_timeout_ms_is)},
    {.name = SLICE_INIT("budget"), .quoted = SLICE_INIT("\"budget\":"), .shape = &session_budget_shape,
        .offset = offsetof(struct session_terms, budget), .presence = offsetof(struct session_terms, budget_is)},
    {.name = SLICE_INIT("thinkingTokens"), .quoted = SLICE_INIT("\"thinkingTokens\":"), .shape = &integer_scalar,
        .offset = offsetof(struct session_terms, thinking_tokens),
        .presence = offsetof(struct session_terms, thinking_tokens_is)},
    {.name = SLICE_INIT("contextFiles"), .quoted = SLICE_INIT("\"contextFiles\":"),
        .shape = &session_context_files_shape, .offset = offsetof(struct session_terms, context_files),
        .presence = offsetof(struct session_terms, context_files_is)},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &session_tools_shape,
        .offset = offsetof(struct session_terms, tools), .presence = offsetof(struct session_terms, tools_is)},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_terms, stream), .presence = offsetof(struct session_terms, stream_is)},
    {.name = SLICE_INIT("closeWhenIdle"), .quoted = SLICE_INIT("\"closeWhenIdle\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_terms, close_when_idle),
        .presence = offsetof(struct session_terms, close_when_idle_is)},
    {.name = SLICE_INIT("sandbox"), .quoted = SLICE_INIT("\"sandbox\":"), .shape = &session_sandbox_shape,
        .offset = offsetof(struct session_terms, sandbox), .presence = offsetof(struct session_terms, sandbox_is)},
    {.name = SLICE_INIT("agentCommands"), .quoted = SLICE_INIT("\"agentCommands\":"),
        .shape = &session_agent_commands_shape, .offset = offsetof(struct session_terms, agent_commands),
        .presence = offsetof(struct session_terms, agent_commands_is)},
    {.name = SLICE_INIT("agentModels"), .quoted = SLICE_INIT("\"agentModels\":"), .shape = &session_agent_models_shape,
        .offset = offsetof(struct session_terms, agent_models),
        .presence = offsetof(struct session_terms, agent_models_is)},
    {.name = SLICE_INIT("lastAgent"), .quoted = SLICE_INIT("\"lastAgent\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_terms, last_agent),
        .presence = offsetof(struct session_terms, last_agent_is)},
};
const struct shape session_terms_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_terms),
    .of.object = {session_terms_fields, 14}};

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
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &session_network_shape,
        .offset = offsetof(struct session_record, network), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("keys"), .quoted = SLICE_INIT("\"keys\":"), .shape = &session_keys_shape,
        .offset = offsetof(struct session_record, keys), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("services"), .quoted = SLICE_INIT("\"services\":"), .shape = &session_services_shape,
        .offset = offsetof(struct session_record, services), .presence = offsetof(struct session_record, services_is)},
    {.name = SLICE_INIT("permissionTimeoutMs"), .quoted = SLICE_INIT("\"permissionTimeoutMs\":"),
        .shape = &integer_scalar, .offset = offsetof(struct session_record, permission_timeout_ms),
        .presence = offsetof(struct session_record, permission_timeout_ms_is)},
    {.name = SLICE_INIT("budget"), .quoted = SLICE_INIT("\"budget\":"), .shape = &session_budget_shape,
        .offset = offsetof(struct session_record, budget), .presence = offsetof(struct session_record, budget_is)},
    {.name = SLICE_INIT("thinkingTokens"), .quoted = SLICE_INIT("\"thinkingTokens\":"), .shape = &integer_scalar,
        .offset = offsetof(struct session_record, thinking_tokens),
        .presence = offsetof(struct session_record, thinking_tokens_is)},
    {.name = SLICE_INIT("contextFiles"), .quoted = SLICE_INIT("\"contextFiles\":"),
        .shape = &session_context_files_shape, .offset = offsetof(struct session_record, context_files),
        .presence = offsetof(struct session_record, context_files_is)},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &session_tools_shape,
        .offset = offsetof(struct session_record, tools), .presence = offsetof(struct session_record, tools_is)},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_record, stream), .presence = offsetof(struct session_record, stream_is)},
    {.name = SLICE_INIT("closeWhenIdle"), .quoted = SLICE_INIT("\"closeWhenIdle\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_record, close_when_idle),
        .presence = offsetof(struct session_record, close_when_idle_is)},
    {.name = SLICE_INIT("sandbox"), .quoted = SLICE_INIT("\"sandbox\":"), .shape = &session_sandbox_shape,
        .offset = offsetof(struct session_record, sandbox), .presence = offsetof(struct session_record, sandbox_is)},
    {.name = SLICE_INIT("agentCommands"), .quoted = SLICE_INIT("\"agentCommands\":"),
        .shape = &session_agent_commands_shape, .offset = offsetof(struct session_record, agent_commands),
        .presence = offsetof(struct session_record, agent_commands_is)},
    {.name = SLICE_INIT("agentModels"), .quoted = SLICE_INIT("\"agentModels\":"), .shape = &session_agent_models_shape,
        .offset = offsetof(struct session_record, agent_models),
        .presence = offsetof(struct session_record, agent_models_is)},
    {.name = SLICE_INIT("lastAgent"), .quoted = SLICE_INIT("\"lastAgent\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, last_agent),
        .presence = offsetof(struct session_record, last_agent_is)},
    {.name = SLICE_INIT("lastTaskAt"), .quoted = SLICE_INIT("\"lastTaskAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct session_record, last_task_at),
        .presence = offsetof(struct session_record, last_task_at_is)},
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
    .of.object = {session_record_fields, 28}};

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
    {.name = SLICE_INIT("context_tokens"), .quoted = SLICE_INIT("\"context_tokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_token_usage, context_tokens),
        .presence = offsetof(struct task_token_usage, context_tokens_is)},
    {.name = SLICE_INIT("context_limit"), .quoted = SLICE_INIT("\"context_limit\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct task_token_usage, context_limit),
        .presence = offsetof(struct task_token_usage, context_limit_is)},
    {.name = SLICE_INIT("reported_cost_micros"), .quoted = SLICE_INIT("\"reported_cost_micros\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct task_token_usage, reported_cost_micros),
        .presence = offsetof(struct task_token_usage, reported_cost_micros_is)},
    {.name = SLICE_INIT("reported_currency"), .quoted = SLICE_INIT("\"reported_currency\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_token_usage, reported_currency),
        .presence = offsetof(struct task_token_usage, reported_currency_is)},
    {.name = SLICE_INIT("cost_micros"), .quoted = SLICE_INIT("\"cost_micros\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_token_usage, cost_micros),
        .presence = offsetof(struct task_token_usage, cost_micros_is)},
};
const struct shape task_token_usage_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_token_usage),
    .of.object = {task_token_usage_fields, 9}};

static const struct shape_field task_failure_fields[] = {
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, reason), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, message), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("code"), .quoted = SLICE_INIT("\"code\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, code), .presence = offsetof(struct task_failure, code_is)},
    {.name = SLICE_INIT("stack"), .quoted = SLICE_INIT("\"stack\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, stack), .presence = offsetof(struct task_failure, stack_is)},
    {.name = SLICE_INIT("exit_code"), .quoted = SLICE_INIT("\"exit_code\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_failure, exit_code), .presence = offsetof(struct task_failure, exit_code_is)},
    {.name = SLICE_INIT("signal"), .quoted = SLICE_INIT("\"signal\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_failure, signal), .presence = offsetof(struct task_failure, signal_is)},
    {.name = SLICE_INIT("stderr"), .quoted = SLICE_INIT("\"stderr\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_failure, stderr), .presence = offsetof(struct task_failure, stderr_is)},
};
const struct shape task_failure_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_failure),
    .of.object = {task_failure_fields, 7}};

static const struct shape_field task_limits_fields[] = {
    {.name = SLICE_INIT("memoryBytes"), .quoted = SLICE_INIT("\"memoryBytes\":"),
        .shape = &integer_from_0_to_1099511627776_scalar, .offset = offsetof(struct task_limits, memory_bytes),
        .presence = offsetof(struct task_limits, memory_bytes_is)},
    {.name = SLICE_INIT("processes"), .quoted = SLICE_INIT("\"processes\":"),
        .shape = &integer_from_0_to_1000000_scalar, .offset = offsetof(struct task_limits, processes),
        .presence = offsetof(struct task_limits, processes_is)},
    {.name = SLICE_INIT("outputBytes"), .quoted = SLICE_INIT("\"outputBytes\":"),
        .shape = &integer_from_0_to_1099511627776_scalar, .offset = offsetof(struct task_limits, output_bytes),
        .presence = offsetof(struct task_limits, output_bytes_is)},
    {.name = SLICE_INIT("tokens"), .quoted = SLICE_INIT("\"tokens\":"),
        .shape = &integer_from_0_to_1000000000000_scalar, .offset = offsetof(struct task_limits, tokens),
        .presence = offsetof(struct task_limits, tokens_is)},
};
const struct shape task_limits_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED, .size = sizeof(struct task_limits),
    .of.object = {task_limits_fields, 4}};

static const struct shape_field task_terms_fields[] = {
    {.name = SLICE_INIT("memoryBytes"), .quoted = SLICE_INIT("\"memoryBytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_terms, memory_bytes), .presence = offsetof(struct task_terms, memory_bytes_is)},
    {.name = SLICE_INIT("processes"), .quoted = SLICE_INIT("\"processes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_terms, processes), .presence = offsetof(struct task_terms, processes_is)},
    {.name = SLICE_INIT("outputBytes"), .quoted = SLICE_INIT("\"outputBytes\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_terms, output_bytes), .presence = offsetof(struct task_terms, output_bytes_is)},
    {.name = SLICE_INIT("tokens"), .quoted = SLICE_INIT("\"tokens\":"), .shape = &integer_scalar,
        .offset = offsetof(struct task_terms, tokens), .presence = offsetof(struct task_terms, tokens_is)},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &session_tools_shape,
        .offset = offsetof(struct task_terms, tools), .presence = offsetof(struct task_terms, tools_is)},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct task_terms, stream), .presence = offsetof(struct task_terms, stream_is)},
    {.name = SLICE_INIT("attachments"), .quoted = SLICE_INIT("\"attachments\":"), .shape = &task_attachments_shape,
        .offset = offsetof(struct task_terms, attachments), .presence = offsetof(struct task_terms, attachments_is)},
};
const struct shape task_terms_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_terms),
    .of.object = {task_terms_fields, 7}};

static const struct shape_field task_attachment_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct task_attachment, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("mime"), .quoted = SLICE_INIT("\"mime\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_attachment, mime), .presence = offsetof(struct task_attachment, mime_is)},
};
const struct shape task_attachment_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_attachment), .of.object = {task_attachment_fields, 2}};

const struct shape task_attachments_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct task_attachments),
    .of.array = {&task_attachment_shape, 0, 32}};

static const struct slice task_file_change_change_words[] = {
    SLICE_INIT("created"),
    SLICE_INIT("modified"),
    SLICE_INIT("deleted"),
};
static const struct shape task_file_change_change_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum task_file_change_change), .of.words = {task_file_change_change_words, 3}};

static const bool task_file_change_link_fallback = false;
static const bool task_file_change_binary_fallback = false;
static const bool task_file_change_kept_fallback = true;
static const struct shape_field task_file_change_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_file_change, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("change"), .quoted = SLICE_INIT("\"change\":"), .shape = &task_file_change_change_shape,
        .offset = offsetof(struct task_file_change, change), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("beforeBytes"), .quoted = SLICE_INIT("\"beforeBytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_file_change, before_bytes),
        .presence = offsetof(struct task_file_change, before_bytes_is)},
    {.name = SLICE_INIT("afterBytes"), .quoted = SLICE_INIT("\"afterBytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_file_change, after_bytes),
        .presence = offsetof(struct task_file_change, after_bytes_is)},
    {.name = SLICE_INIT("beforeMode"), .quoted = SLICE_INIT("\"beforeMode\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_file_change, before_mode),
        .presence = offsetof(struct task_file_change, before_mode_is)},
    {.name = SLICE_INIT("afterMode"), .quoted = SLICE_INIT("\"afterMode\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_file_change, after_mode),
        .presence = offsetof(struct task_file_change, after_mode_is)},
    {.name = SLICE_INIT("link"), .quoted = SLICE_INIT("\"link\":"), .shape = &boolean_scalar,
        .fallback = &task_file_change_link_fallback, .offset = offsetof(struct task_file_change, link),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("binary"), .quoted = SLICE_INIT("\"binary\":"), .shape = &boolean_scalar,
        .fallback = &task_file_change_binary_fallback, .offset = offsetof(struct task_file_change, binary),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("kept"), .quoted = SLICE_INIT("\"kept\":"), .shape = &boolean_scalar,
        .fallback = &task_file_change_kept_fallback, .offset = offsetof(struct task_file_change, kept),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("before"), .quoted = SLICE_INIT("\"before\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_file_change, before), .presence = offsetof(struct task_file_change, before_is)},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_file_change, after), .presence = offsetof(struct task_file_change, after_is)},
};
const struct shape task_file_change_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_file_change),
    .of.object = {task_file_change_fields, 11}};

static const struct slice task_left_file_reason_words[] = {
    SLICE_INIT("changed_since"),
    SLICE_INIT("not_kept"),
    SLICE_INIT("not_possible"),
};
static const struct shape task_left_file_reason_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum task_left_file_reason),
    .of.words = {task_left_file_reason_words, 3}};

static const struct shape_field task_left_file_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_left_file, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &task_left_file_reason_shape,
        .offset = offsetof(struct task_left_file, reason), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_left_file, message), .presence = offsetof(struct task_left_file, message_is)},
};
const struct shape task_left_file_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_left_file),
    .of.object = {task_left_file_fields, 3}};

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
    {.name = SLICE_INIT("unanswered"), .quoted = SLICE_INIT("\"unanswered\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct task_result, unanswered), .presence = offsetof(struct task_result, unanswered_is)},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &task_failure_shape,
        .offset = offsetof(struct task_result, error), .presence = offsetof(struct task_result, error_is)},
};
const struct shape task_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_result),
    .of.object = {task_result_fields, 5}};

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
    {.name = SLICE_INIT("limits"), .quoted = SLICE_INIT("\"limits\":"), .shape = &task_limits_shape,
        .offset = offsetof(struct task_record, limits), .presence = offsetof(struct task_record, limits_is)},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &session_tools_shape,
        .offset = offsetof(struct task_record, tools), .presence = offsetof(struct task_record, tools_is)},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct task_record, stream), .presence = offsetof(struct task_record, stream_is)},
    {.name = SLICE_INIT("attachments"), .quoted = SLICE_INIT("\"attachments\":"), .shape = &task_attachments_shape,
        .offset = offsetof(struct task_record, attachments), .presence = offsetof(struct task_record, attachments_is)},
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
    .of.object = {task_record_fields, 18}};

static const struct shape_field terminal_record_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_record, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_record, session_id),
        .presence = offsetof(struct terminal_record, session_id_is)},
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct terminal_record, pid), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_record, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("shell"), .quoted = SLICE_INIT("\"shell\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_record, shell), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cols"), .quoted = SLICE_INIT("\"cols\":"), .shape = &integer_scalar,
        .offset = offsetof(struct terminal_record, cols), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("rows"), .quoted = SLICE_INIT("\"rows\":"), .shape = &integer_scalar,
        .offset = offsetof(struct terminal_record, rows), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("useTmux"), .quoted = SLICE_INIT("\"useTmux\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct terminal_record, use_tmux), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct terminal_record, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("clients"), .quoted = SLICE_INIT("\"clients\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct terminal_record, clients), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("held"), .quoted = SLICE_INIT("\"held\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct terminal_record, held), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct terminal_record, bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape terminal_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct terminal_record),
    .of.object = {terminal_record_fields, 12}};

static const struct shape_field terminal_ref_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_ref, terminal_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape terminal_ref_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct terminal_ref),
    .of.object = {terminal_ref_fields, 1}};

static const struct shape string_from_3_to_16_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {3, 16, FORMAT_NONE}};

static const struct slice initialize_params_protocol_version_fallback = SLICE_INIT("1.0");
static const bool initialize_params_approves_fallback = false;
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
    {.name = SLICE_INIT("approves"), .quoted = SLICE_INIT("\"approves\":"), .shape = &boolean_scalar,
        .fallback = &initialize_params_approves_fallback, .offset = offsetof(struct initialize_params, approves),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("optOutNotificationMethods"), .quoted = SLICE_INIT("\"optOutNotificationMethods\":"),
        .shape = &initialize_params_opt_out_notification_methods_shape,
        .offset = offsetof(struct initialize_params, opt_out_notification_methods),
        .presence = offsetof(struct initialize_params, opt_out_notification_methods_is)},
};
const struct shape initialize_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct initialize_params),
    .of.object = {initialize_params_fields, 4}};

static const struct slice initialize_result_sandbox_words[] = {
    SLICE_INIT("namespace"),
    SLICE_INIT("landlock"),
    SLICE_INIT("off"),
};
static const struct shape initialize_result_sandbox_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum initialize_result_sandbox), .of.words = {initialize_result_sandbox_words, 3}};

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
    {.name = SLICE_INIT("sandbox"), .quoted = SLICE_INIT("\"sandbox\":"), .shape = &initialize_result_sandbox_shape,
        .offset = offsetof(struct initialize_result, sandbox), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("notify"), .quoted = SLICE_INIT("\"notify\":"), .shape = &core_notify_shape,
        .offset = offsetof(struct initialize_result, notify),
        .presence = offsetof(struct initialize_result, notify_is)},
    {.name = SLICE_INIT("notifications"), .quoted = SLICE_INIT("\"notifications\":"),
        .shape = &initialize_result_notifications_shape, .offset = offsetof(struct initialize_result, notifications),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape initialize_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct initialize_result),
    .of.object = {initialize_result_fields, 6}};

const struct shape ping_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct ping_params),
    .of.object = {NULL, 0}};

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

static const struct slice execute_prompt_params_session_id_fallback = SLICE_INIT("");
static const struct slice execute_prompt_params_task_id_fallback = SLICE_INIT("task");
static const struct slice execute_prompt_params_cwd_fallback = SLICE_INIT("/");
static const struct shape execute_prompt_params_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct execute_prompt_params_tools), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const enum session_permission_mode execute_prompt_params_permission_mode_fallback = SESSION_PERMISSION_MODE_DEFAULT;
static const int64_t execute_prompt_params_timeout_ms_fallback = INT64_C(600000);
static const bool execute_prompt_params_stream_fallback = true;
static const struct shape execute_prompt_params_launches_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct execute_prompt_params_launches), .of.array = {&executor_launch_shape, 0, 64}};

static const struct shape_field execute_prompt_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct execute_prompt_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("session_id"), .quoted = SLICE_INIT("\"session_id\":"), .shape = &string_scalar,
        .fallback = &execute_prompt_params_session_id_fallback,
        .offset = offsetof(struct execute_prompt_params, session_id), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_from_1_scalar,
        .fallback = &execute_prompt_params_task_id_fallback, .offset = offsetof(struct execute_prompt_params, task_id),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("prompt"), .quoted = SLICE_INIT("\"prompt\":"), .shape = &string_scalar,
        .offset = offsetof(struct execute_prompt_params, prompt), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_scalar,
        .fallback = &execute_prompt_params_cwd_fallback, .offset = offsetof(struct execute_prompt_params, cwd),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &execute_prompt_params_tools_shape,
        .offset = offsetof(struct execute_prompt_params, tools),
        .presence = offsetof(struct execute_prompt_params, tools_is)},
    {.name = SLICE_INIT("permission_mode"), .quoted = SLICE_INIT("\"permission_mode\":"),
        .shape = &session_permission_mode_shape, .fallback = &execute_prompt_params_permission_mode_fallback,
        .offset = offsetof(struct execute_prompt_params, permission_mode), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("timeout_ms"), .quoted = SLICE_INIT("\"timeout_ms\":"), .shape = &integer_from_1_scalar,
        .fallback = &execute_prompt_params_timeout_ms_fallback,
        .offset = offsetof(struct execute_prompt_params, timeout_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .fallback = &execute_prompt_params_stream_fallback, .offset = offsetof(struct execute_prompt_params, stream),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("attachments"), .quoted = SLICE_INIT("\"attachments\":"), .shape = &task_attachments_shape,
        .offset = offsetof(struct execute_prompt_params, attachments),
        .presence = offsetof(struct execute_prompt_params, attachments_is)},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_scalar,
        .offset = offsetof(struct execute_prompt_params, agent),
        .presence = offsetof(struct execute_prompt_params, agent_is)},
    {.name = SLICE_INIT("launches"), .quoted = SLICE_INIT("\"launches\":"),
        .shape = &execute_prompt_params_launches_shape, .offset = offsetof(struct execute_prompt_params, launches),
        .presence = offsetof(struct execute_prompt_params, launches_is)},
    {.name = SLICE_INIT("more_launches"), .quoted = SLICE_INIT("\"more_launches\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct execute_prompt_params, more_launches),
        .presence = offsetof(struct execute_prompt_params, more_launches_is)},
};
const struct shape execute_prompt_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct execute_prompt_params),
    .of.object = {execute_prompt_params_fields, 13}};

static const struct shape list_agents_params_launches_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_agents_params_launches), .of.array = {&executor_launch_shape, 0, 64}};

static const struct shape list_agents_params_providers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_agents_params_providers), .of.array = {&executor_provider_shape, 0, 64}};

static const struct shape_field list_agents_params_fields[] = {
    {.name = SLICE_INIT("launches"), .quoted = SLICE_INIT("\"launches\":"), .shape = &list_agents_params_launches_shape,
        .offset = offsetof(struct list_agents_params, launches),
        .presence = offsetof(struct list_agents_params, launches_is)},
    {.name = SLICE_INIT("providers"), .quoted = SLICE_INIT("\"providers\":"),
        .shape = &list_agents_params_providers_shape, .offset = offsetof(struct list_agents_params, providers),
        .presence = offsetof(struct list_agents_params, providers_is)},
};
const struct shape list_agents_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct list_agents_params),
    .of.object = {list_agents_params_fields, 2}};

static const struct shape list_agents_result_agents_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_agents_result_agents), .of.array = {&executor_agent_shape, 0, UINT32_MAX}};

static const struct shape_field list_agents_result_fields[] = {
    {.name = SLICE_INIT("agents"), .quoted = SLICE_INIT("\"agents\":"), .shape = &list_agents_result_agents_shape,
        .offset = offsetof(struct list_agents_result, agents), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape list_agents_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct list_agents_result),
    .of.object = {list_agents_result_fields, 1}};

static const struct slice spawn_terminal_params_shell_fallback = SLICE_INIT("bash");
static const struct shape string_from_1_to_131072_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 131072, FORMAT_NONE}};

static const struct shape spawn_terminal_params_env_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct spawn_terminal_params_env), .of.map = {.values = &string_scalar,
    .value_offset = offsetof(struct spawn_terminal_params_env_pair, value),
    .pair_size = sizeof(struct spawn_terminal_params_env_pair), .min = 0, .max = UINT32_MAX}};

static const bool spawn_terminal_params_use_tmux_fallback = false;
static const int64_t spawn_terminal_params_cols_fallback = INT64_C(80);
static const int64_t spawn_terminal_params_rows_fallback = INT64_C(24);
static const struct shape_field spawn_terminal_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct spawn_terminal_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct spawn_terminal_params, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("shell"), .quoted = SLICE_INIT("\"shell\":"), .shape = &string_from_1_scalar,
        .fallback = &spawn_terminal_params_shell_fallback, .offset = offsetof(struct spawn_terminal_params, shell),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_from_1_to_131072_scalar,
        .offset = offsetof(struct spawn_terminal_params, command),
        .presence = offsetof(struct spawn_terminal_params, command_is)},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &spawn_terminal_params_env_shape,
        .offset = offsetof(struct spawn_terminal_params, env),
        .presence = offsetof(struct spawn_terminal_params, env_is)},
    {.name = SLICE_INIT("use_tmux"), .quoted = SLICE_INIT("\"use_tmux\":"), .shape = &boolean_scalar,
        .fallback = &spawn_terminal_params_use_tmux_fallback,
        .offset = offsetof(struct spawn_terminal_params, use_tmux), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tmux_session_name"), .quoted = SLICE_INIT("\"tmux_session_name\":"),
        .shape = &string_from_1_to_128_scalar, .offset = offsetof(struct spawn_terminal_params, tmux_session_name),
        .presence = offsetof(struct spawn_terminal_params, tmux_session_name_is)},
    {.name = SLICE_INIT("tmux_window_name"), .quoted = SLICE_INIT("\"tmux_window_name\":"),
        .shape = &string_from_1_to_128_scalar, .offset = offsetof(struct spawn_terminal_params, tmux_window_name),
        .presence = offsetof(struct spawn_terminal_params, tmux_window_name_is)},
    {.name = SLICE_INIT("cols"), .quoted = SLICE_INIT("\"cols\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &spawn_terminal_params_cols_fallback, .offset = offsetof(struct spawn_terminal_params, cols),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("rows"), .quoted = SLICE_INIT("\"rows\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &spawn_terminal_params_rows_fallback, .offset = offsetof(struct spawn_terminal_params, rows),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("terminal_id"), .quoted = SLICE_INIT("\"terminal_id\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct spawn_terminal_params, terminal_id),
        .presence = offsetof(struct spawn_terminal_params, terminal_id_is)},
};
const struct shape spawn_terminal_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct spawn_terminal_params),
    .of.object = {spawn_terminal_params_fields, 11}};

static const struct shape_field spawn_terminal_result_fields[] = {
    {.name = SLICE_INIT("terminal_id"), .quoted = SLICE_INIT("\"terminal_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct spawn_terminal_result, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("pty_pid"), .quoted = SLICE_INIT("\"pty_pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct spawn_terminal_result, pty_pid), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("created_at"), .quoted = SLICE_INIT("\"created_at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct spawn_terminal_result, created_at),
        .presence = offsetof(struct spawn_terminal_result, created_at_is)},
};
const struct shape spawn_terminal_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct spawn_terminal_result),
    .of.object = {spawn_terminal_result_fields, 3}};

static const struct shape_field get_terminal_params_fields[] = {
    {.name = SLICE_INIT("terminal_id"), .quoted = SLICE_INIT("\"terminal_id\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct get_terminal_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape get_terminal_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct get_terminal_params),
    .of.object = {get_terminal_params_fields, 1}};

static const bool close_terminal_params_forget_fallback = false;
static const struct shape_field close_terminal_params_fields[] = {
    {.name = SLICE_INIT("terminal_id"), .quoted = SLICE_INIT("\"terminal_id\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct close_terminal_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("forget"), .quoted = SLICE_INIT("\"forget\":"), .shape = &boolean_scalar,
        .fallback = &close_terminal_params_forget_fallback, .offset = offsetof(struct close_terminal_params, forget),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape close_terminal_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct close_terminal_params),
    .of.object = {close_terminal_params_fields, 2}};

static const struct slice stop_task_params_task_id_fallback = SLICE_INIT("task");
static const struct shape_field stop_task_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct stop_task_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_from_1_scalar,
        .fallback = &stop_task_params_task_id_fallback, .offset = offsetof(struct stop_task_params, task_id),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct stop_task_params, reason), .presence = offsetof(struct stop_task_params, reason_is)},
};
const struct shape stop_task_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct stop_task_params),
    .of.object = {stop_task_params_fields, 3}};

static const struct shape_field stop_task_result_fields[] = {
    {.name = SLICE_INIT("stopped"), .quoted = SLICE_INIT("\"stopped\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct stop_task_result, stopped), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct stop_task_result, message),
        .presence = offsetof(struct stop_task_result, message_is)},
};
const struct shape stop_task_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct stop_task_result),
    .of.object = {stop_task_result_fields, 2}};

static const struct slice cancel_task_params_task_id_fallback = SLICE_INIT("task");
static const struct shape_field cancel_task_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct cancel_task_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_from_1_scalar,
        .fallback = &cancel_task_params_task_id_fallback, .offset = offsetof(struct cancel_task_params, task_id),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct cancel_task_params, reason),
        .presence = offsetof(struct cancel_task_params, reason_is)},
};
const struct shape cancel_task_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cancel_task_params),
    .of.object = {cancel_task_params_fields, 3}};

static const struct slice executor_shutdown_params_reason_fallback = SLICE_INIT("");
static const int64_t executor_shutdown_params_timeout_ms_fallback = INT64_C(30000);
static const struct shape_field executor_shutdown_params_fields[] = {
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .fallback = &executor_shutdown_params_reason_fallback,
        .offset = offsetof(struct executor_shutdown_params, reason), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("timeout_ms"), .quoted = SLICE_INIT("\"timeout_ms\":"),
        .shape = &integer_from_0_to_3600000_scalar, .fallback = &executor_shutdown_params_timeout_ms_fallback,
        .offset = offsetof(struct executor_shutdown_params, timeout_ms), .presence = FIELD_NO_PRESENCE},
};
const struct shape executor_shutdown_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct executor_shutdown_params), .of.object = {executor_shutdown_params_fields, 2}};

static const struct shape_field executor_shutdown_result_fields[] = {
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_shutdown_result, status), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape executor_shutdown_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct executor_shutdown_result), .of.object = {executor_shutdown_result_fields, 1}};

static const struct slice terminate_params_reason_fallback = SLICE_INIT("");
static const int64_t terminate_params_timeout_ms_fallback = INT64_C(30000);
static const struct shape_field terminate_params_fields[] = {
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .fallback = &terminate_params_reason_fallback, .offset = offsetof(struct terminate_params, reason),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("timeout_ms"), .quoted = SLICE_INIT("\"timeout_ms\":"),
        .shape = &integer_from_0_to_3600000_scalar, .fallback = &terminate_params_timeout_ms_fallback,
        .offset = offsetof(struct terminate_params, timeout_ms), .presence = FIELD_NO_PRESENCE},
};
const struct shape terminate_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct terminate_params),
    .of.object = {terminate_params_fields, 2}};

static const struct shape_field terminate_result_fields[] = {
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminate_result, status), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape terminate_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct terminate_result),
    .of.object = {terminate_result_fields, 1}};

const struct shape pause_notifications_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct pause_notifications_params), .of.object = {NULL, 0}};

static const struct shape_field pause_notifications_result_fields[] = {
    {.name = SLICE_INIT("paused"), .quoted = SLICE_INIT("\"paused\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct pause_notifications_result, paused), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape pause_notifications_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct pause_notifications_result), .of.object = {pause_notifications_result_fields, 1}};

const struct shape resume_notifications_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct resume_notifications_params), .of.object = {NULL, 0}};

static const struct shape_field resume_notifications_result_fields[] = {
    {.name = SLICE_INIT("paused"), .quoted = SLICE_INIT("\"paused\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct resume_notifications_result, paused), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape resume_notifications_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct resume_notifications_result), .of.object = {resume_notifications_result_fields, 1}};

static const struct shape string_from_16_to_256_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {16, 256, FORMAT_NONE}};

static const struct slice resume_params_protocol_version_fallback = SLICE_INIT("1.0");
static const struct shape resume_params_confirmed_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct resume_params_confirmed), .of.map = {.values = &integer_from_0_scalar,
    .value_offset = offsetof(struct resume_params_confirmed_pair, value),
    .pair_size = sizeof(struct resume_params_confirmed_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape resume_params_tokens_shape = {.kind = SHAPE_MAP, .size = sizeof(struct resume_params_tokens),
    .of.map = {.values = &string_from_1_scalar, .value_offset = offsetof(struct resume_params_tokens_pair, value),
    .pair_size = sizeof(struct resume_params_tokens_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field resume_params_fields[] = {
    {.name = SLICE_INIT("hand_shake"), .quoted = SLICE_INIT("\"hand_shake\":"), .shape = &string_from_16_to_256_scalar,
        .offset = offsetof(struct resume_params, hand_shake), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("protocol_version"), .quoted = SLICE_INIT("\"protocol_version\":"),
        .shape = &string_from_3_to_16_scalar, .fallback = &resume_params_protocol_version_fallback,
        .offset = offsetof(struct resume_params, protocol_version), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("confirmed"), .quoted = SLICE_INIT("\"confirmed\":"), .shape = &resume_params_confirmed_shape,
        .offset = offsetof(struct resume_params, confirmed), .presence = offsetof(struct resume_params, confirmed_is)},
    {.name = SLICE_INIT("tokens"), .quoted = SLICE_INIT("\"tokens\":"), .shape = &resume_params_tokens_shape,
        .offset = offsetof(struct resume_params, tokens), .presence = offsetof(struct resume_params, tokens_is)},
};
const struct shape resume_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct resume_params),
    .of.object = {resume_params_fields, 4}};

static const struct shape resume_result_tasks_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct resume_result_tasks),
    .of.array = {&executor_handed_shape, 0, UINT32_MAX}};

static const struct shape resume_result_terminals_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct resume_result_terminals), .of.array = {&executor_handed_terminal_shape, 0, UINT32_MAX}};

static const struct shape_field resume_result_fields[] = {
    {.name = SLICE_INIT("protocol_version"), .quoted = SLICE_INIT("\"protocol_version\":"),
        .shape = &string_from_3_to_16_scalar, .offset = offsetof(struct resume_result, protocol_version),
        .presence = offsetof(struct resume_result, protocol_version_is)},
    {.name = SLICE_INIT("tasks"), .quoted = SLICE_INIT("\"tasks\":"), .shape = &resume_result_tasks_shape,
        .offset = offsetof(struct resume_result, tasks), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("terminals"), .quoted = SLICE_INIT("\"terminals\":"), .shape = &resume_result_terminals_shape,
        .offset = offsetof(struct resume_result, terminals), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape resume_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct resume_result),
    .of.object = {resume_result_fields, 3}};

static const struct shape_field confirm_messages_params_fields[] = {
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct confirm_messages_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sequence"), .quoted = SLICE_INIT("\"sequence\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct confirm_messages_params, sequence), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape confirm_messages_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct confirm_messages_params), .of.object = {confirm_messages_params_fields, 2}};

static const struct shape_field get_api_key_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct get_api_key_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct get_api_key_params, service), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape get_api_key_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct get_api_key_params),
    .of.object = {get_api_key_params_fields, 2}};

static const struct shape_field get_api_key_result_fields[] = {
    {.name = SLICE_INIT("api_key"), .quoted = SLICE_INIT("\"api_key\":"), .shape = &string_scalar,
        .offset = offsetof(struct get_api_key_result, api_key), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("expires_at"), .quoted = SLICE_INIT("\"expires_at\":"), .shape = &integer_scalar,
        .offset = offsetof(struct get_api_key_result, expires_at),
        .presence = offsetof(struct get_api_key_result, expires_at_is)},
};
const struct shape get_api_key_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct get_api_key_result),
    .of.object = {get_api_key_result_fields, 2}};

static const struct shape string_to_128_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 128, FORMAT_NONE}};

static const struct shape_field request_permission_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct request_permission_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool_name"), .quoted = SLICE_INIT("\"tool_name\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct request_permission_params, tool_name), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool_input"), .quoted = SLICE_INIT("\"tool_input\":"), .shape = &any_scalar,
        .offset = offsetof(struct request_permission_params, tool_input),
        .presence = offsetof(struct request_permission_params, tool_input_is)},
    {.name = SLICE_INIT("request_id"), .quoted = SLICE_INIT("\"request_id\":"), .shape = &string_to_128_scalar,
        .offset = offsetof(struct request_permission_params, request_id),
        .presence = offsetof(struct request_permission_params, request_id_is)},
};
const struct shape request_permission_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct request_permission_params), .of.object = {request_permission_params_fields, 4}};

static const struct shape_field request_permission_result_fields[] = {
    {.name = SLICE_INIT("approved"), .quoted = SLICE_INIT("\"approved\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct request_permission_result, approved), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct request_permission_result, reason),
        .presence = offsetof(struct request_permission_result, reason_is)},
    {.name = SLICE_INIT("note"), .quoted = SLICE_INIT("\"note\":"), .shape = &string_scalar,
        .offset = offsetof(struct request_permission_result, note),
        .presence = offsetof(struct request_permission_result, note_is)},
};
const struct shape request_permission_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct request_permission_result), .of.object = {request_permission_result_fields, 3}};

static const bool get_execution_context_params_history_fallback = true;
static const struct shape integer_from_0_to_4194304_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(4194304)}};

static const int64_t get_execution_context_params_history_bytes_fallback = INT64_C(4194304);
static const bool get_execution_context_params_commands_fallback = false;
static const struct shape_field get_execution_context_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct get_execution_context_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("history"), .quoted = SLICE_INIT("\"history\":"), .shape = &boolean_scalar,
        .fallback = &get_execution_context_params_history_fallback,
        .offset = offsetof(struct get_execution_context_params, history), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("history_bytes"), .quoted = SLICE_INIT("\"history_bytes\":"),
        .shape = &integer_from_0_to_4194304_scalar, .fallback = &get_execution_context_params_history_bytes_fallback,
        .offset = offsetof(struct get_execution_context_params, history_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("after_task"), .quoted = SLICE_INIT("\"after_task\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct get_execution_context_params, after_task),
        .presence = offsetof(struct get_execution_context_params, after_task_is)},
    {.name = SLICE_INIT("commands"), .quoted = SLICE_INIT("\"commands\":"), .shape = &boolean_scalar,
        .fallback = &get_execution_context_params_commands_fallback,
        .offset = offsetof(struct get_execution_context_params, commands), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct get_execution_context_params, command),
        .presence = offsetof(struct get_execution_context_params, command_is)},
};
const struct shape get_execution_context_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct get_execution_context_params), .of.object = {get_execution_context_params_fields, 6}};

static const struct shape get_execution_context_result_messages_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct get_execution_context_result_messages), .of.array = {&executor_said_shape, 0, UINT32_MAX}};

static const struct shape get_execution_context_result_mcp_servers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct get_execution_context_result_mcp_servers),
    .of.array = {&executor_mcp_server_shape, 0, UINT32_MAX}};

static const struct shape get_execution_context_result_context_files_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct get_execution_context_result_context_files), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field get_execution_context_result_model_config_fields[] = {
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_scalar,
        .offset = offsetof(struct get_execution_context_result_model_config, model), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("thinking_tokens"), .quoted = SLICE_INIT("\"thinking_tokens\":"),
        .shape = &integer_from_0_scalar,
        .offset = offsetof(struct get_execution_context_result_model_config, thinking_tokens),
        .presence = offsetof(struct get_execution_context_result_model_config, thinking_tokens_is)},
};
static const struct shape get_execution_context_result_model_config_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct get_execution_context_result_model_config),
    .of.object = {get_execution_context_result_model_config_fields, 2}};

static const struct shape get_execution_context_result_commands_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct get_execution_context_result_commands), .of.array = {&agent_command_shape, 0, UINT32_MAX}};

static const struct shape_field get_execution_context_result_command_fields[] = {
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"), .shape = &agent_command_kind_shape,
        .offset = offsetof(struct get_execution_context_result_command, kind), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct get_execution_context_result_command, path), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_scalar,
        .offset = offsetof(struct get_execution_context_result_command, text), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape get_execution_context_result_command_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct get_execution_context_result_command),
    .of.object = {get_execution_context_result_command_fields, 3}};

static const struct shape get_execution_context_result_providers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct get_execution_context_result_providers),
    .of.array = {&executor_provider_shape, 0, UINT32_MAX}};

static const struct shape_field get_execution_context_result_fields[] = {
    {.name = SLICE_INIT("session_id"), .quoted = SLICE_INIT("\"session_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct get_execution_context_result, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct get_execution_context_result, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("messages"), .quoted = SLICE_INIT("\"messages\":"),
        .shape = &get_execution_context_result_messages_shape,
        .offset = offsetof(struct get_execution_context_result, messages), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("continues"), .quoted = SLICE_INIT("\"continues\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct get_execution_context_result, continues),
        .presence = offsetof(struct get_execution_context_result, continues_is)},
    {.name = SLICE_INIT("mcp_servers"), .quoted = SLICE_INIT("\"mcp_servers\":"),
        .shape = &get_execution_context_result_mcp_servers_shape,
        .offset = offsetof(struct get_execution_context_result, mcp_servers), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("context_files"), .quoted = SLICE_INIT("\"context_files\":"),
        .shape = &get_execution_context_result_context_files_shape,
        .offset = offsetof(struct get_execution_context_result, context_files), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("model_config"), .quoted = SLICE_INIT("\"model_config\":"),
        .shape = &get_execution_context_result_model_config_shape,
        .offset = offsetof(struct get_execution_context_result, model_config),
        .presence = offsetof(struct get_execution_context_result, model_config_is)},
    {.name = SLICE_INIT("thinking_tokens"), .quoted = SLICE_INIT("\"thinking_tokens\":"),
        .shape = &integer_from_0_scalar, .offset = offsetof(struct get_execution_context_result, thinking_tokens),
        .presence = offsetof(struct get_execution_context_result, thinking_tokens_is)},
    {.name = SLICE_INIT("commands"), .quoted = SLICE_INIT("\"commands\":"),
        .shape = &get_execution_context_result_commands_shape,
        .offset = offsetof(struct get_execution_context_result, commands),
        .presence = offsetof(struct get_execution_context_result, commands_is)},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"),
        .shape = &get_execution_context_result_command_shape,
        .offset = offsetof(struct get_execution_context_result, command),
        .presence = offsetof(struct get_execution_context_result, command_is)},
    {.name = SLICE_INIT("providers"), .quoted = SLICE_INIT("\"providers\":"),
        .shape = &get_execution_context_result_providers_shape,
        .offset = offsetof(struct get_execution_context_result, providers),
        .presence = offsetof(struct get_execution_context_result, providers_is)},
    {.name = SLICE_INIT("model_socket"), .quoted = SLICE_INIT("\"model_socket\":"), .shape = &string_scalar,
        .offset = offsetof(struct get_execution_context_result, model_socket),
        .presence = offsetof(struct get_execution_context_result, model_socket_is)},
};
const struct shape get_execution_context_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct get_execution_context_result), .of.object = {get_execution_context_result_fields, 12}};

static const struct shape keep_files_params_paths_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct keep_files_params_paths), .of.array = {&string_from_1_to_4096_scalar, 0, 1000}};

static const struct shape_field keep_files_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct keep_files_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct keep_files_params, task_id),
        .presence = offsetof(struct keep_files_params, task_id_is)},
    {.name = SLICE_INIT("paths"), .quoted = SLICE_INIT("\"paths\":"), .shape = &keep_files_params_paths_shape,
        .offset = offsetof(struct keep_files_params, paths), .presence = offsetof(struct keep_files_params, paths_is)},
};
const struct shape keep_files_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct keep_files_params),
    .of.object = {keep_files_params_fields, 3}};

static const struct shape_field keep_files_result_fields[] = {
    {.name = SLICE_INIT("kept"), .quoted = SLICE_INIT("\"kept\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct keep_files_result, kept), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("complete"), .quoted = SLICE_INIT("\"complete\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct keep_files_result, complete), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape keep_files_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct keep_files_result),
    .of.object = {keep_files_result_fields, 2}};

static const struct slice create_message_params_message_role_words[] = {
    SLICE_INIT("user"),
    SLICE_INIT("assistant"),
};
static const struct shape create_message_params_message_role_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum create_message_params_message_role), .of.words = {create_message_params_message_role_words, 2}};

static const struct shape_field create_message_params_message_fields[] = {
    {.name = SLICE_INIT("role"), .quoted = SLICE_INIT("\"role\":"), .shape = &create_message_params_message_role_shape,
        .offset = offsetof(struct create_message_params_message, role), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"), .shape = &any_scalar,
        .offset = offsetof(struct create_message_params_message, content), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct create_message_params_message, type), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape create_message_params_message_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct create_message_params_message), .of.object = {create_message_params_message_fields, 3}};

static const struct shape_field create_message_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct create_message_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct create_message_params, task_id),
        .presence = offsetof(struct create_message_params, task_id_is)},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &create_message_params_message_shape,
        .offset = offsetof(struct create_message_params, message), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message_key"), .quoted = SLICE_INIT("\"message_key\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct create_message_params, message_key),
        .presence = offsetof(struct create_message_params, message_key_is)},
};
const struct shape create_message_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct create_message_params),
    .of.object = {create_message_params_fields, 4}};

static const struct shape string_date_time_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_DATE_TIME}};

static const struct shape_field create_message_result_fields[] = {
    {.name = SLICE_INIT("message_id"), .quoted = SLICE_INIT("\"message_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct create_message_result, message_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("created_at"), .quoted = SLICE_INIT("\"created_at\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct create_message_result, created_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape create_message_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct create_message_result),
    .of.object = {create_message_result_fields, 2}};

static const struct shape_field report_message_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_message_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_message_params, task_id),
        .presence = offsetof(struct report_message_params, task_id_is)},
    {.name = SLICE_INIT("sequence"), .quoted = SLICE_INIT("\"sequence\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct report_message_params, sequence),
        .presence = offsetof(struct report_message_params, sequence_is)},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct report_message_params, timestamp),
        .presence = offsetof(struct report_message_params, timestamp_is)},
    {.name = SLICE_INIT("event_type"), .quoted = SLICE_INIT("\"event_type\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct report_message_params, event_type),
        .presence = offsetof(struct report_message_params, event_type_is)},
    {.name = SLICE_INIT("event_data"), .quoted = SLICE_INIT("\"event_data\":"), .shape = &any_scalar,
        .offset = offsetof(struct report_message_params, event_data),
        .presence = offsetof(struct report_message_params, event_data_is)},
    {.name = SLICE_INIT("message_type"), .quoted = SLICE_INIT("\"message_type\":"),
        .shape = &string_from_1_to_128_scalar, .offset = offsetof(struct report_message_params, message_type),
        .presence = offsetof(struct report_message_params, message_type_is)},
    {.name = SLICE_INIT("data"), .quoted = SLICE_INIT("\"data\":"), .shape = &any_scalar,
        .offset = offsetof(struct report_message_params, data),
        .presence = offsetof(struct report_message_params, data_is)},
};
const struct shape report_message_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct report_message_params),
    .of.object = {report_message_params_fields, 8}};

static const struct shape_field report_progress_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_progress_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_progress_params, task_id),
        .presence = offsetof(struct report_progress_params, task_id_is)},
    {.name = SLICE_INIT("progress"), .quoted = SLICE_INIT("\"progress\":"), .shape = &task_progress_shape,
        .offset = offsetof(struct report_progress_params, progress), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape report_progress_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct report_progress_params),
    .of.object = {report_progress_params_fields, 3}};

static const struct shape_field report_commands_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_commands_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_commands_params, task_id),
        .presence = offsetof(struct report_commands_params, task_id_is)},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct report_commands_params, agent), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("commands"), .quoted = SLICE_INIT("\"commands\":"), .shape = &session_commands_shape,
        .offset = offsetof(struct report_commands_params, commands), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape report_commands_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct report_commands_params),
    .of.object = {report_commands_params_fields, 4}};

static const struct shape_field report_models_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_models_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_models_params, task_id),
        .presence = offsetof(struct report_models_params, task_id_is)},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct report_models_params, agent), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("models"), .quoted = SLICE_INIT("\"models\":"), .shape = &session_models_shape,
        .offset = offsetof(struct report_models_params, models), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape report_models_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct report_models_params),
    .of.object = {report_models_params_fields, 4}};

static const struct slice report_error_params_error_code_fallback = SLICE_INIT("ERROR");
static const struct slice report_error_params_error_message_fallback = SLICE_INIT("");
static const struct shape_field report_error_params_error_fields[] = {
    {.name = SLICE_INIT("code"), .quoted = SLICE_INIT("\"code\":"), .shape = &string_scalar,
        .fallback = &report_error_params_error_code_fallback,
        .offset = offsetof(struct report_error_params_error, code), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .fallback = &report_error_params_error_message_fallback,
        .offset = offsetof(struct report_error_params_error, message), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("details"), .quoted = SLICE_INIT("\"details\":"), .shape = &any_scalar,
        .offset = offsetof(struct report_error_params_error, details),
        .presence = offsetof(struct report_error_params_error, details_is)},
};
static const struct shape report_error_params_error_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct report_error_params_error), .of.object = {report_error_params_error_fields, 3}};

static const struct shape_field report_error_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_error_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_error_params, task_id),
        .presence = offsetof(struct report_error_params, task_id_is)},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &report_error_params_error_shape,
        .offset = offsetof(struct report_error_params, error), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape report_error_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct report_error_params),
    .of.object = {report_error_params_fields, 3}};

static const struct shape batch_notification_params_notifications_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct batch_notification_params_notifications),
    .of.array = {&executor_notification_shape, 0, UINT32_MAX}};

static const struct shape_field batch_notification_params_fields[] = {
    {.name = SLICE_INIT("notifications"), .quoted = SLICE_INIT("\"notifications\":"),
        .shape = &batch_notification_params_notifications_shape,
        .offset = offsetof(struct batch_notification_params, notifications), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape batch_notification_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct batch_notification_params), .of.object = {batch_notification_params_fields, 1}};

static const struct shape_field report_completion_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_completion_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task_id"), .quoted = SLICE_INIT("\"task_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_completion_params, task_id),
        .presence = offsetof(struct report_completion_params, task_id_is)},
    {.name = SLICE_INIT("execution"), .quoted = SLICE_INIT("\"execution\":"), .shape = &executor_execution_shape,
        .offset = offsetof(struct report_completion_params, execution), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape report_completion_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct report_completion_params), .of.object = {report_completion_params_fields, 3}};

static const struct shape_field report_terminal_exit_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct report_terminal_exit_params, session_token),
        .presence = offsetof(struct report_terminal_exit_params, session_token_is)},
    {.name = SLICE_INIT("terminal_id"), .quoted = SLICE_INIT("\"terminal_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct report_terminal_exit_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("exit_code"), .quoted = SLICE_INIT("\"exit_code\":"), .shape = &integer_scalar,
        .offset = offsetof(struct report_terminal_exit_params, exit_code),
        .presence = offsetof(struct report_terminal_exit_params, exit_code_is)},
    {.name = SLICE_INIT("signal"), .quoted = SLICE_INIT("\"signal\":"), .shape = &integer_scalar,
        .offset = offsetof(struct report_terminal_exit_params, signal),
        .presence = offsetof(struct report_terminal_exit_params, signal_is)},
};
const struct shape report_terminal_exit_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct report_terminal_exit_params), .of.object = {report_terminal_exit_params_fields, 4}};

const struct shape agent_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct agent_list_params), .of.object = {NULL, 0}};

static const struct shape agent_list_result_agents_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct agent_list_result_agents), .of.array = {&agent_record_shape, 0, UINT32_MAX}};

static const struct shape_field agent_list_result_fields[] = {
    {.name = SLICE_INIT("agents"), .quoted = SLICE_INIT("\"agents\":"), .shape = &agent_list_result_agents_shape,
        .offset = offsetof(struct agent_list_result, agents), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape agent_list_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct agent_list_result),
    .of.object = {agent_list_result_fields, 1}};

static const struct shape_field agent_commands_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct agent_commands_params, session_id),
        .presence = offsetof(struct agent_commands_params, session_id_is)},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct agent_commands_params, agent),
        .presence = offsetof(struct agent_commands_params, agent_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct agent_commands_params, cwd),
        .presence = offsetof(struct agent_commands_params, cwd_is)},
};
const struct shape agent_commands_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct agent_commands_params), .of.object = {agent_commands_params_fields, 3}};

static const struct shape agent_commands_result_commands_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct agent_commands_result_commands), .of.array = {&agent_command_shape, 0, UINT32_MAX}};

static const struct shape_field agent_commands_result_fields[] = {
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_commands_result, agent), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("commands"), .quoted = SLICE_INIT("\"commands\":"),
        .shape = &agent_commands_result_commands_shape, .offset = offsetof(struct agent_commands_result, commands),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("complete"), .quoted = SLICE_INIT("\"complete\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct agent_commands_result, complete), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape agent_commands_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct agent_commands_result),
    .of.object = {agent_commands_result_fields, 3}};

static const struct shape_field agent_models_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct agent_models_params, session_id),
        .presence = offsetof(struct agent_models_params, session_id_is)},
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct agent_models_params, agent),
        .presence = offsetof(struct agent_models_params, agent_is)},
};
const struct shape agent_models_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct agent_models_params), .of.object = {agent_models_params_fields, 2}};

static const struct shape agent_models_result_services_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct agent_models_result_services), .of.array = {&agent_service_shape, 0, UINT32_MAX}};

static const struct shape_field agent_models_result_fields[] = {
    {.name = SLICE_INIT("agent"), .quoted = SLICE_INIT("\"agent\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_models_result, agent), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_scalar,
        .offset = offsetof(struct agent_models_result, model),
        .presence = offsetof(struct agent_models_result, model_is)},
    {.name = SLICE_INIT("services"), .quoted = SLICE_INIT("\"services\":"),
        .shape = &agent_models_result_services_shape, .offset = offsetof(struct agent_models_result, services),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("models"), .quoted = SLICE_INIT("\"models\":"), .shape = &session_models_shape,
        .offset = offsetof(struct agent_models_result, models),
        .presence = offsetof(struct agent_models_result, models_is)},
};
const struct shape agent_models_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct agent_models_result),
    .of.object = {agent_models_result_fields, 4}};

static const int64_t audit_list_params_limit_fallback = INT64_C(50);
static const struct shape_field audit_list_params_fields[] = {
    {.name = SLICE_INIT("what"), .quoted = SLICE_INIT("\"what\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct audit_list_params, what), .presence = offsetof(struct audit_list_params, what_is)},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct audit_list_params, session_id),
        .presence = offsetof(struct audit_list_params, session_id_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &audit_list_params_limit_fallback, .offset = offsetof(struct audit_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("before"), .quoted = SLICE_INIT("\"before\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct audit_list_params, before),
        .presence = offsetof(struct audit_list_params, before_is)},
};
const struct shape audit_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct audit_list_params), .of.object = {audit_list_params_fields, 4}};

const struct shape audit_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct audit_list_result),
    .of.array = {&audit_entry_shape, 0, UINT32_MAX}};

const struct shape audit_verify_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct audit_verify_params), .of.object = {NULL, 0}};

static const struct shape_field audit_verify_result_fields[] = {
    {.name = SLICE_INIT("sound"), .quoted = SLICE_INIT("\"sound\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct audit_verify_result, sound), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("entries"), .quoted = SLICE_INIT("\"entries\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct audit_verify_result, entries), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("no"), .quoted = SLICE_INIT("\"no\":"), .shape = &integer_scalar,
        .offset = offsetof(struct audit_verify_result, no), .presence = offsetof(struct audit_verify_result, no_is)},
    {.name = SLICE_INIT("problem"), .quoted = SLICE_INIT("\"problem\":"), .shape = &string_scalar,
        .offset = offsetof(struct audit_verify_result, problem),
        .presence = offsetof(struct audit_verify_result, problem_is)},
};
const struct shape audit_verify_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct audit_verify_result),
    .of.object = {audit_verify_result_fields, 4}};

static const struct shape broker_serve_params_providers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct broker_serve_params_providers), .of.array = {&broker_provider_shape, 0, 64}};

static const struct shape_field broker_serve_params_fields[] = {
    {.name = SLICE_INIT("executorId"), .quoted = SLICE_INIT("\"executorId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct broker_serve_params, executor_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct broker_serve_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("providers"), .quoted = SLICE_INIT("\"providers\":"),
        .shape = &broker_serve_params_providers_shape, .offset = offsetof(struct broker_serve_params, providers),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape broker_serve_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_serve_params),
    .of.object = {broker_serve_params_fields, 3}};

static const struct shape_field broker_serve_result_fields[] = {
    {.name = SLICE_INIT("serving"), .quoted = SLICE_INIT("\"serving\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct broker_serve_result, serving), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape broker_serve_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_serve_result),
    .of.object = {broker_serve_result_fields, 1}};

static const struct shape_field broker_leave_params_fields[] = {
    {.name = SLICE_INIT("executorId"), .quoted = SLICE_INIT("\"executorId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct broker_leave_params, executor_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape broker_leave_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_leave_params),
    .of.object = {broker_leave_params_fields, 1}};

static const struct shape_field broker_leave_result_fields[] = {
    {.name = SLICE_INIT("left"), .quoted = SLICE_INIT("\"left\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct broker_leave_result, left), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape broker_leave_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_leave_result),
    .of.object = {broker_leave_result_fields, 1}};

static const struct shape broker_models_params_headers_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct broker_models_params_headers), .of.map = {.values = &string_scalar,
    .value_offset = offsetof(struct broker_models_params_headers_pair, value),
    .pair_size = sizeof(struct broker_models_params_headers_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field broker_models_params_fields[] = {
    {.name = SLICE_INIT("provider"), .quoted = SLICE_INIT("\"provider\":"), .shape = &broker_provider_shape,
        .offset = offsetof(struct broker_models_params, provider), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("headers"), .quoted = SLICE_INIT("\"headers\":"), .shape = &broker_models_params_headers_shape,
        .offset = offsetof(struct broker_models_params, headers),
        .presence = offsetof(struct broker_models_params, headers_is)},
    {.name = SLICE_INIT("api_key"), .quoted = SLICE_INIT("\"api_key\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_models_params, api_key),
        .presence = offsetof(struct broker_models_params, api_key_is)},
};
const struct shape broker_models_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_models_params),
    .of.object = {broker_models_params_fields, 3}};

static const struct shape broker_models_result_models_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct broker_models_result_models), .of.array = {&agent_model_shape, 0, 500}};

static const struct shape_field broker_models_result_fields[] = {
    {.name = SLICE_INIT("models"), .quoted = SLICE_INIT("\"models\":"), .shape = &broker_models_result_models_shape,
        .offset = offsetof(struct broker_models_result, models), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("complete"), .quoted = SLICE_INIT("\"complete\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct broker_models_result, complete), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_models_result, error),
        .presence = offsetof(struct broker_models_result, error_is)},
};
const struct shape broker_models_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_models_result),
    .of.object = {broker_models_result_fields, 3}};

static const int64_t broker_reserve_params_answers_fallback = INT64_C(1);
static const struct shape_field broker_reserve_params_fields[] = {
    {.name = SLICE_INIT("executorId"), .quoted = SLICE_INIT("\"executorId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct broker_reserve_params, executor_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct broker_reserve_params, service), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("model"), .quoted = SLICE_INIT("\"model\":"), .shape = &string_to_256_scalar,
        .offset = offsetof(struct broker_reserve_params, model), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("inputTokens"), .quoted = SLICE_INIT("\"inputTokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct broker_reserve_params, input_tokens), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("outputTokens"), .quoted = SLICE_INIT("\"outputTokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct broker_reserve_params, output_tokens),
        .presence = offsetof(struct broker_reserve_params, output_tokens_is)},
    {.name = SLICE_INIT("answers"), .quoted = SLICE_INIT("\"answers\":"), .shape = &integer_from_1_scalar,
        .fallback = &broker_reserve_params_answers_fallback, .offset = offsetof(struct broker_reserve_params, answers),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape broker_reserve_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct broker_reserve_params), .of.object = {broker_reserve_params_fields, 6}};

static const struct shape_field broker_reserve_result_fields[] = {
    {.name = SLICE_INIT("reservationId"), .quoted = SLICE_INIT("\"reservationId\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_reserve_result, reservation_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("api_key"), .quoted = SLICE_INIT("\"api_key\":"), .shape = &string_scalar,
        .offset = offsetof(struct broker_reserve_result, api_key), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape broker_reserve_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_reserve_result),
    .of.object = {broker_reserve_result_fields, 2}};

static const struct shape_field broker_settle_params_fields[] = {
    {.name = SLICE_INIT("reservationId"), .quoted = SLICE_INIT("\"reservationId\":"),
        .shape = &string_from_1_to_128_scalar, .offset = offsetof(struct broker_settle_params, reservation_id),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("inputTokens"), .quoted = SLICE_INIT("\"inputTokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct broker_settle_params, input_tokens),
        .presence = offsetof(struct broker_settle_params, input_tokens_is)},
    {.name = SLICE_INIT("outputTokens"), .quoted = SLICE_INIT("\"outputTokens\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct broker_settle_params, output_tokens),
        .presence = offsetof(struct broker_settle_params, output_tokens_is)},
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &integer_scalar,
        .offset = offsetof(struct broker_settle_params, status), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape broker_settle_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct broker_settle_params), .of.object = {broker_settle_params_fields, 4}};

static const struct shape_field broker_settle_result_fields[] = {
    {.name = SLICE_INIT("settled"), .quoted = SLICE_INIT("\"settled\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct broker_settle_result, settled), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape broker_settle_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct broker_settle_result),
    .of.object = {broker_settle_result_fields, 1}};

static const struct shape_field budget_status_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct budget_status_params, session_id),
        .presence = offsetof(struct budget_status_params, session_id_is)},
};
const struct shape budget_status_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct budget_status_params), .of.object = {budget_status_params_fields, 1}};

static const struct shape_field budget_status_result_fields[] = {
    {.name = SLICE_INIT("day"), .quoted = SLICE_INIT("\"day\":"), .shape = &budget_account_shape,
        .offset = offsetof(struct budget_status_result, day), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("session"), .quoted = SLICE_INIT("\"session\":"), .shape = &budget_account_shape,
        .offset = offsetof(struct budget_status_result, session),
        .presence = offsetof(struct budget_status_result, session_is)},
};
const struct shape budget_status_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct budget_status_result),
    .of.object = {budget_status_result_fields, 2}};

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
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct chat_send_params, cwd), .presence = offsetof(struct chat_send_params, cwd_is)},
    {.name = SLICE_INIT("attachments"), .quoted = SLICE_INIT("\"attachments\":"), .shape = &task_attachments_shape,
        .offset = offsetof(struct chat_send_params, attachments),
        .presence = offsetof(struct chat_send_params, attachments_is)},
};
const struct shape chat_send_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct chat_send_params), .of.object = {chat_send_params_fields, 5}};

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

static const struct shape_field daemon_find_params_fields[] = {
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"), .shape = &daemon_id_kind_shape,
        .offset = offsetof(struct daemon_find_params, kind), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct daemon_find_params, text), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape daemon_find_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct daemon_find_params), .of.object = {daemon_find_params_fields, 2}};

static const struct shape daemon_find_result_ids_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct daemon_find_result_ids), .of.array = {&string_scalar, 0, 16}};

static const struct shape_field daemon_find_result_fields[] = {
    {.name = SLICE_INIT("ids"), .quoted = SLICE_INIT("\"ids\":"), .shape = &daemon_find_result_ids_shape,
        .offset = offsetof(struct daemon_find_result, ids), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("more"), .quoted = SLICE_INIT("\"more\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct daemon_find_result, more), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape daemon_find_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct daemon_find_result),
    .of.object = {daemon_find_result_fields, 2}};

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

const struct shape daemon_restart_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct daemon_restart_params), .of.object = {NULL, 0}};

static const struct shape_field daemon_restart_result_fields[] = {
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct daemon_restart_result, version), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("pause_ms"), .quoted = SLICE_INIT("\"pause_ms\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct daemon_restart_result, pause_ms), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape daemon_restart_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct daemon_restart_result),
    .of.object = {daemon_restart_result_fields, 2}};

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

static const struct shape string_from_1_to_65536_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 65536, FORMAT_NONE}};

static const struct shape_field key_set_params_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct key_set_params, service), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("value"), .quoted = SLICE_INIT("\"value\":"), .shape = &string_from_1_to_65536_scalar,
        .offset = offsetof(struct key_set_params, value), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape key_set_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct key_set_params), .of.object = {key_set_params_fields, 2}};

const struct shape key_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct key_list_params), .of.object = {NULL, 0}};

const struct shape key_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct key_list_result),
    .of.array = {&key_record_shape, 0, UINT32_MAX}};

static const struct shape_field key_delete_params_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct key_delete_params, service), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape key_delete_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct key_delete_params), .of.object = {key_delete_params_fields, 1}};

static const struct shape_field key_delete_result_fields[] = {
    {.name = SLICE_INIT("deleted"), .quoted = SLICE_INIT("\"deleted\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct key_delete_result, deleted), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape key_delete_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct key_delete_result),
    .of.object = {key_delete_result_fields, 1}};

static const struct shape_field key_give_params_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct key_give_params, service), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape key_give_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct key_give_params), .of.object = {key_give_params_fields, 1}};

static const struct shape_field key_give_result_fields[] = {
    {.name = SLICE_INIT("api_key"), .quoted = SLICE_INIT("\"api_key\":"), .shape = &string_scalar,
        .offset = offsetof(struct key_give_result, api_key), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape key_give_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct key_give_result),
    .of.object = {key_give_result_fields, 1}};

static const struct shape_field key_rotate_params_fields[] = {
    {.name = SLICE_INIT("keyFile"), .quoted = SLICE_INIT("\"keyFile\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct key_rotate_params, key_file),
        .presence = offsetof(struct key_rotate_params, key_file_is)},
};
const struct shape key_rotate_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct key_rotate_params), .of.object = {key_rotate_params_fields, 1}};

static const struct shape_field key_rotate_result_fields[] = {
    {.name = SLICE_INIT("keys"), .quoted = SLICE_INIT("\"keys\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct key_rotate_result, keys), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("masterKey"), .quoted = SLICE_INIT("\"masterKey\":"), .shape = &string_scalar,
        .offset = offsetof(struct key_rotate_result, master_key), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape key_rotate_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct key_rotate_result),
    .of.object = {key_rotate_result_fields, 2}};

static const bool permission_list_params_all_fallback = false;
static const int64_t permission_list_params_limit_fallback = INT64_C(50);
static const struct shape_field permission_list_params_fields[] = {
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &permission_request_state_shape,
        .offset = offsetof(struct permission_list_params, state),
        .presence = offsetof(struct permission_list_params, state_is)},
    {.name = SLICE_INIT("all"), .quoted = SLICE_INIT("\"all\":"), .shape = &boolean_scalar,
        .fallback = &permission_list_params_all_fallback, .offset = offsetof(struct permission_list_params, all),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_list_params, session_id),
        .presence = offsetof(struct permission_list_params, session_id_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &permission_list_params_limit_fallback, .offset = offsetof(struct permission_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_list_params, after),
        .presence = offsetof(struct permission_list_params, after_is)},
};
const struct shape permission_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct permission_list_params), .of.object = {permission_list_params_fields, 5}};

const struct shape permission_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct permission_list_result),
    .of.array = {&permission_request_shape, 0, UINT32_MAX}};

static const struct shape permission_answer_params_rules_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_answer_params_rules), .of.array = {&permission_new_rule_shape, 1, 16}};

static const struct shape_field permission_answer_params_fields[] = {
    {.name = SLICE_INIT("requestId"), .quoted = SLICE_INIT("\"requestId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_answer_params, request_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("decision"), .quoted = SLICE_INIT("\"decision\":"), .shape = &permission_decision_shape,
        .offset = offsetof(struct permission_answer_params, decision), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_to_4096_scalar,
        .offset = offsetof(struct permission_answer_params, reason),
        .presence = offsetof(struct permission_answer_params, reason_is)},
    {.name = SLICE_INIT("rule"), .quoted = SLICE_INIT("\"rule\":"), .shape = &permission_new_rule_shape,
        .offset = offsetof(struct permission_answer_params, rule),
        .presence = offsetof(struct permission_answer_params, rule_is)},
    {.name = SLICE_INIT("rules"), .quoted = SLICE_INIT("\"rules\":"), .shape = &permission_answer_params_rules_shape,
        .offset = offsetof(struct permission_answer_params, rules),
        .presence = offsetof(struct permission_answer_params, rules_is)},
};
const struct shape permission_answer_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct permission_answer_params), .of.object = {permission_answer_params_fields, 5}};

static const struct shape permission_answer_result_rules_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_answer_result_rules), .of.array = {&permission_rule_shape, 0, UINT32_MAX}};

static const struct shape_field permission_answer_result_fields[] = {
    {.name = SLICE_INIT("request"), .quoted = SLICE_INIT("\"request\":"), .shape = &permission_request_shape,
        .offset = offsetof(struct permission_answer_result, request), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("rule"), .quoted = SLICE_INIT("\"rule\":"), .shape = &permission_rule_shape,
        .offset = offsetof(struct permission_answer_result, rule),
        .presence = offsetof(struct permission_answer_result, rule_is)},
    {.name = SLICE_INIT("rules"), .quoted = SLICE_INIT("\"rules\":"), .shape = &permission_answer_result_rules_shape,
        .offset = offsetof(struct permission_answer_result, rules),
        .presence = offsetof(struct permission_answer_result, rules_is)},
};
const struct shape permission_answer_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct permission_answer_result), .of.object = {permission_answer_result_fields, 3}};

static const struct shape_field permission_rules_list_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_rules_list_params, session_id),
        .presence = offsetof(struct permission_rules_list_params, session_id_is)},
};
const struct shape permission_rules_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct permission_rules_list_params), .of.object = {permission_rules_list_params_fields, 1}};

const struct shape permission_rules_list_result_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_rules_list_result), .of.array = {&permission_rule_shape, 0, UINT32_MAX}};

static const struct shape_field permission_rules_remove_params_fields[] = {
    {.name = SLICE_INIT("ruleId"), .quoted = SLICE_INIT("\"ruleId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_rules_remove_params, rule_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape permission_rules_remove_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct permission_rules_remove_params), .of.object = {permission_rules_remove_params_fields, 1}};

static const struct shape_field permission_rules_remove_result_fields[] = {
    {.name = SLICE_INIT("removed"), .quoted = SLICE_INIT("\"removed\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct permission_rules_remove_result, removed), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape permission_rules_remove_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct permission_rules_remove_result), .of.object = {permission_rules_remove_result_fields, 1}};

static const struct shape permission_rules_preview_params_rules_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_rules_preview_params_rules), .of.array = {&permission_new_rule_shape, 0, 15}};

static const int64_t permission_rules_preview_params_limit_fallback = INT64_C(20);
static const struct shape_field permission_rules_preview_params_fields[] = {
    {.name = SLICE_INIT("rule"), .quoted = SLICE_INIT("\"rule\":"), .shape = &permission_new_rule_shape,
        .offset = offsetof(struct permission_rules_preview_params, rule), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("rules"), .quoted = SLICE_INIT("\"rules\":"),
        .shape = &permission_rules_preview_params_rules_shape,
        .offset = offsetof(struct permission_rules_preview_params, rules),
        .presence = offsetof(struct permission_rules_preview_params, rules_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &permission_rules_preview_params_limit_fallback,
        .offset = offsetof(struct permission_rules_preview_params, limit), .presence = FIELD_NO_PRESENCE},
};
const struct shape permission_rules_preview_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct permission_rules_preview_params), .of.object = {permission_rules_preview_params_fields, 3}};

static const struct shape permission_rules_preview_result_requests_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct permission_rules_preview_result_requests),
    .of.array = {&permission_request_shape, 0, UINT32_MAX}};

static const struct shape_field permission_rules_preview_result_fields[] = {
    {.name = SLICE_INIT("matched"), .quoted = SLICE_INIT("\"matched\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct permission_rules_preview_result, matched), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("lookedAt"), .quoted = SLICE_INIT("\"lookedAt\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct permission_rules_preview_result, looked_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("denied"), .quoted = SLICE_INIT("\"denied\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct permission_rules_preview_result, denied), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("requests"), .quoted = SLICE_INIT("\"requests\":"),
        .shape = &permission_rules_preview_result_requests_shape,
        .offset = offsetof(struct permission_rules_preview_result, requests), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape permission_rules_preview_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct permission_rules_preview_result), .of.object = {permission_rules_preview_result_fields, 4}};

static const struct shape_field event_permission_requested_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_permission_requested_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_requested_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_permission_requested_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_requested_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_requested_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("request"), .quoted = SLICE_INIT("\"request\":"), .shape = &permission_request_shape,
        .offset = offsetof(struct event_permission_requested_params, request), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_permission_requested_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_permission_requested_params),
    .of.object = {event_permission_requested_params_fields, 6}};

static const struct shape_field event_permission_resolved_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_permission_resolved_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_resolved_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_permission_resolved_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_resolved_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_resolved_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("requestId"), .quoted = SLICE_INIT("\"requestId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_resolved_params, request_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &permission_request_state_shape,
        .offset = offsetof(struct event_permission_resolved_params, state), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_resolved_params, reason), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("note"), .quoted = SLICE_INIT("\"note\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_resolved_params, note),
        .presence = offsetof(struct event_permission_resolved_params, note_is)},
    {.name = SLICE_INIT("answeredBy"), .quoted = SLICE_INIT("\"answeredBy\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_permission_resolved_params, answered_by),
        .presence = offsetof(struct event_permission_resolved_params, answered_by_is)},
};
const struct shape event_permission_resolved_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_permission_resolved_params),
    .of.object = {event_permission_resolved_params_fields, 10}};

static const enum session_permission_mode session_create_params_permission_mode_fallback = SESSION_PERMISSION_MODE_DEFAULT;
static const struct shape_field session_create_params_fields[] = {
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct session_create_params, cwd),
        .presence = offsetof(struct session_create_params, cwd_is)},
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
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &session_network_shape,
        .offset = offsetof(struct session_create_params, network),
        .presence = offsetof(struct session_create_params, network_is)},
    {.name = SLICE_INIT("keys"), .quoted = SLICE_INIT("\"keys\":"), .shape = &session_keys_shape,
        .offset = offsetof(struct session_create_params, keys),
        .presence = offsetof(struct session_create_params, keys_is)},
    {.name = SLICE_INIT("services"), .quoted = SLICE_INIT("\"services\":"), .shape = &session_services_shape,
        .offset = offsetof(struct session_create_params, services),
        .presence = offsetof(struct session_create_params, services_is)},
    {.name = SLICE_INIT("permissionTimeoutMs"), .quoted = SLICE_INIT("\"permissionTimeoutMs\":"),
        .shape = &integer_from_0_to_86400000_scalar,
        .offset = offsetof(struct session_create_params, permission_timeout_ms),
        .presence = offsetof(struct session_create_params, permission_timeout_ms_is)},
    {.name = SLICE_INIT("thinkingTokens"), .quoted = SLICE_INIT("\"thinkingTokens\":"),
        .shape = &integer_from_0_to_10000000_scalar, .offset = offsetof(struct session_create_params, thinking_tokens),
        .presence = offsetof(struct session_create_params, thinking_tokens_is)},
    {.name = SLICE_INIT("contextFiles"), .quoted = SLICE_INIT("\"contextFiles\":"),
        .shape = &session_context_files_shape, .offset = offsetof(struct session_create_params, context_files),
        .presence = offsetof(struct session_create_params, context_files_is)},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &session_tools_shape,
        .offset = offsetof(struct session_create_params, tools),
        .presence = offsetof(struct session_create_params, tools_is)},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_create_params, stream),
        .presence = offsetof(struct session_create_params, stream_is)},
    {.name = SLICE_INIT("closeWhenIdle"), .quoted = SLICE_INIT("\"closeWhenIdle\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_create_params, close_when_idle),
        .presence = offsetof(struct session_create_params, close_when_idle_is)},
    {.name = SLICE_INIT("budget"), .quoted = SLICE_INIT("\"budget\":"), .shape = &session_budget_shape,
        .offset = offsetof(struct session_create_params, budget),
        .presence = offsetof(struct session_create_params, budget_is)},
    {.name = SLICE_INIT("metadata"), .quoted = SLICE_INIT("\"metadata\":"), .shape = &any_scalar,
        .offset = offsetof(struct session_create_params, metadata),
        .presence = offsetof(struct session_create_params, metadata_is)},
};
const struct shape session_create_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_create_params), .of.object = {session_create_params_fields, 16}};

static const struct shape_field session_get_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_get_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_get_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_get_params), .of.object = {session_get_params_fields, 1}};

static const struct slice session_files_params_query_fallback = SLICE_INIT("");
static const int64_t session_files_params_limit_fallback = INT64_C(50);
static const struct shape_field session_files_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_files_params, session_id),
        .presence = offsetof(struct session_files_params, session_id_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct session_files_params, cwd),
        .presence = offsetof(struct session_files_params, cwd_is)},
    {.name = SLICE_INIT("query"), .quoted = SLICE_INIT("\"query\":"), .shape = &string_to_4096_scalar,
        .fallback = &session_files_params_query_fallback, .offset = offsetof(struct session_files_params, query),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &session_files_params_limit_fallback, .offset = offsetof(struct session_files_params, limit),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape session_files_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_files_params), .of.object = {session_files_params_fields, 4}};

static const struct shape session_files_result_files_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct session_files_result_files), .of.array = {&session_found_file_shape, 0, UINT32_MAX}};

static const struct shape_field session_files_result_fields[] = {
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_files_result, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("files"), .quoted = SLICE_INIT("\"files\":"), .shape = &session_files_result_files_shape,
        .offset = offsetof(struct session_files_result, files), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("complete"), .quoted = SLICE_INIT("\"complete\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_files_result, complete), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_files_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct session_files_result),
    .of.object = {session_files_result_fields, 3}};

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

static const struct shape session_update_params_services_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct session_update_params_services), .of.array = {&string_from_1_to_64_scalar, 0, 64}};

static const struct shape session_update_params_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct session_update_params_tools), .of.array = {&string_from_1_to_128_scalar, 0, 256}};

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
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &session_network_shape,
        .offset = offsetof(struct session_update_params, network),
        .presence = offsetof(struct session_update_params, network_is)},
    {.name = SLICE_INIT("keys"), .quoted = SLICE_INIT("\"keys\":"), .shape = &session_keys_shape,
        .offset = offsetof(struct session_update_params, keys),
        .presence = offsetof(struct session_update_params, keys_is)},
    {.name = SLICE_INIT("services"), .quoted = SLICE_INIT("\"services\":"),
        .shape = &session_update_params_services_shape, .offset = offsetof(struct session_update_params, services),
        .presence = offsetof(struct session_update_params, services_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("permissionTimeoutMs"), .quoted = SLICE_INIT("\"permissionTimeoutMs\":"),
        .shape = &integer_from_0_to_86400000_scalar,
        .offset = offsetof(struct session_update_params, permission_timeout_ms),
        .presence = offsetof(struct session_update_params, permission_timeout_ms_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("thinkingTokens"), .quoted = SLICE_INIT("\"thinkingTokens\":"),
        .shape = &integer_from_0_to_10000000_scalar, .offset = offsetof(struct session_update_params, thinking_tokens),
        .presence = offsetof(struct session_update_params, thinking_tokens_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("contextFiles"), .quoted = SLICE_INIT("\"contextFiles\":"),
        .shape = &session_context_files_shape, .offset = offsetof(struct session_update_params, context_files),
        .presence = offsetof(struct session_update_params, context_files_is)},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &session_update_params_tools_shape,
        .offset = offsetof(struct session_update_params, tools),
        .presence = offsetof(struct session_update_params, tools_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_update_params, stream),
        .presence = offsetof(struct session_update_params, stream_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("closeWhenIdle"), .quoted = SLICE_INIT("\"closeWhenIdle\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_update_params, close_when_idle),
        .presence = offsetof(struct session_update_params, close_when_idle_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("budget"), .quoted = SLICE_INIT("\"budget\":"), .shape = &session_budget_shape,
        .offset = offsetof(struct session_update_params, budget),
        .presence = offsetof(struct session_update_params, budget_is)},
    {.name = SLICE_INIT("metadata"), .quoted = SLICE_INIT("\"metadata\":"), .shape = &any_scalar,
        .offset = offsetof(struct session_update_params, metadata),
        .presence = offsetof(struct session_update_params, metadata_is)},
};
const struct shape session_update_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_update_params), .of.object = {session_update_params_fields, 16}};

static const struct shape_field session_close_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_close_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_close_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_close_params), .of.object = {session_close_params_fields, 1}};

static const struct shape_field session_reopen_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_reopen_params, session_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape session_reopen_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_reopen_params), .of.object = {session_reopen_params_fields, 1}};

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
    {.name = SLICE_INIT("limits"), .quoted = SLICE_INIT("\"limits\":"), .shape = &task_limits_shape,
        .offset = offsetof(struct task_submit_params, limits),
        .presence = offsetof(struct task_submit_params, limits_is)},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &session_tools_shape,
        .offset = offsetof(struct task_submit_params, tools),
        .presence = offsetof(struct task_submit_params, tools_is)},
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct task_submit_params, stream),
        .presence = offsetof(struct task_submit_params, stream_is)},
    {.name = SLICE_INIT("attachments"), .quoted = SLICE_INIT("\"attachments\":"), .shape = &task_attachments_shape,
        .offset = offsetof(struct task_submit_params, attachments),
        .presence = offsetof(struct task_submit_params, attachments_is)},
};
const struct shape task_submit_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_submit_params), .of.object = {task_submit_params_fields, 11}};

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

static const struct shape task_diff_params_paths_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct task_diff_params_paths), .of.array = {&string_from_1_to_4096_scalar, 0, 1000}};

static const bool task_diff_params_texts_fallback = true;
static const struct shape_field task_diff_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_diff_params, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("paths"), .quoted = SLICE_INIT("\"paths\":"), .shape = &task_diff_params_paths_shape,
        .offset = offsetof(struct task_diff_params, paths), .presence = offsetof(struct task_diff_params, paths_is)},
    {.name = SLICE_INIT("texts"), .quoted = SLICE_INIT("\"texts\":"), .shape = &boolean_scalar,
        .fallback = &task_diff_params_texts_fallback, .offset = offsetof(struct task_diff_params, texts),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape task_diff_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_diff_params), .of.object = {task_diff_params_fields, 3}};

static const struct shape task_diff_result_files_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct task_diff_result_files), .of.array = {&task_file_change_shape, 0, UINT32_MAX}};

static const bool task_diff_result_undone_fallback = false;
static const struct shape_field task_diff_result_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_diff_result, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct task_diff_result, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("files"), .quoted = SLICE_INIT("\"files\":"), .shape = &task_diff_result_files_shape,
        .offset = offsetof(struct task_diff_result, files), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("complete"), .quoted = SLICE_INIT("\"complete\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct task_diff_result, complete), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("undone"), .quoted = SLICE_INIT("\"undone\":"), .shape = &boolean_scalar,
        .fallback = &task_diff_result_undone_fallback, .offset = offsetof(struct task_diff_result, undone),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape task_diff_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_diff_result),
    .of.object = {task_diff_result_fields, 5}};

static const struct shape task_undo_params_paths_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct task_undo_params_paths), .of.array = {&string_from_1_to_4096_scalar, 0, 1000}};

static const bool task_undo_params_dry_run_fallback = false;
static const struct shape_field task_undo_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_undo_params, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("paths"), .quoted = SLICE_INIT("\"paths\":"), .shape = &task_undo_params_paths_shape,
        .offset = offsetof(struct task_undo_params, paths), .presence = offsetof(struct task_undo_params, paths_is)},
    {.name = SLICE_INIT("dryRun"), .quoted = SLICE_INIT("\"dryRun\":"), .shape = &boolean_scalar,
        .fallback = &task_undo_params_dry_run_fallback, .offset = offsetof(struct task_undo_params, dry_run),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape task_undo_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_undo_params), .of.object = {task_undo_params_fields, 3}};

static const struct shape task_undo_result_restored_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct task_undo_result_restored), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape task_undo_result_removed_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct task_undo_result_removed), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape task_undo_result_left_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct task_undo_result_left), .of.array = {&task_left_file_shape, 0, UINT32_MAX}};

static const struct shape task_undo_result_without_set_id_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct task_undo_result_without_set_id), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field task_undo_result_fields[] = {
    {.name = SLICE_INIT("restored"), .quoted = SLICE_INIT("\"restored\":"), .shape = &task_undo_result_restored_shape,
        .offset = offsetof(struct task_undo_result, restored), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("removed"), .quoted = SLICE_INIT("\"removed\":"), .shape = &task_undo_result_removed_shape,
        .offset = offsetof(struct task_undo_result, removed), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("left"), .quoted = SLICE_INIT("\"left\":"), .shape = &task_undo_result_left_shape,
        .offset = offsetof(struct task_undo_result, left), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("withoutSetId"), .quoted = SLICE_INIT("\"withoutSetId\":"),
        .shape = &task_undo_result_without_set_id_shape, .offset = offsetof(struct task_undo_result, without_set_id),
        .presence = offsetof(struct task_undo_result, without_set_id_is)},
};
const struct shape task_undo_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_undo_result),
    .of.object = {task_undo_result_fields, 4}};

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
    {.name = SLICE_INIT("processes"), .quoted = SLICE_INIT("\"processes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct task_cancel_result, processes),
        .presence = offsetof(struct task_cancel_result, processes_is)},
};
const struct shape task_cancel_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct task_cancel_result),
    .of.object = {task_cancel_result_fields, 2}};

static const int64_t task_list_params_limit_fallback = INT64_C(50);
static const struct shape_field task_list_params_fields[] = {
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &task_state_shape,
        .offset = offsetof(struct task_list_params, state), .presence = offsetof(struct task_list_params, state_is)},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_list_params, session_id),
        .presence = offsetof(struct task_list_params, session_id_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct task_list_params, cwd), .presence = offsetof(struct task_list_params, cwd_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &task_list_params_limit_fallback, .offset = offsetof(struct task_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct task_list_params, after), .presence = offsetof(struct task_list_params, after_is)},
};
const struct shape task_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct task_list_params), .of.object = {task_list_params_fields, 5}};

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
    {.name = SLICE_INIT("unanswered"), .quoted = SLICE_INIT("\"unanswered\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct event_task_completed_params, unanswered),
        .presence = offsetof(struct event_task_completed_params, unanswered_is)},
};
const struct shape event_task_completed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_task_completed_params), .of.object = {event_task_completed_params_fields, 8}};

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
    {.name = SLICE_INIT("missing"), .quoted = SLICE_INIT("\"missing\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct event_message_created_params, missing),
        .presence = offsetof(struct event_message_created_params, missing_is)},
    {.name = SLICE_INIT("messageId"), .quoted = SLICE_INIT("\"messageId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_message_created_params, message_id),
        .presence = offsetof(struct event_message_created_params, message_id_is)},
    {.name = SLICE_INIT("data"), .quoted = SLICE_INIT("\"data\":"), .shape = &any_scalar,
        .offset = offsetof(struct event_message_created_params, data), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_message_created_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_message_created_params), .of.object = {event_message_created_params_fields, 11}};

static const struct shape terminal_open_params_env_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct terminal_open_params_env), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct terminal_open_params_env_pair, value),
    .pair_size = sizeof(struct terminal_open_params_env_pair), .min = 0, .max = 256}};

static const int64_t terminal_open_params_cols_fallback = INT64_C(80);
static const int64_t terminal_open_params_rows_fallback = INT64_C(24);
static const bool terminal_open_params_use_tmux_fallback = false;
static const struct shape_field terminal_open_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct terminal_open_params, session_id),
        .presence = offsetof(struct terminal_open_params, session_id_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct terminal_open_params, cwd),
        .presence = offsetof(struct terminal_open_params, cwd_is)},
    {.name = SLICE_INIT("shell"), .quoted = SLICE_INIT("\"shell\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct terminal_open_params, shell),
        .presence = offsetof(struct terminal_open_params, shell_is)},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_from_1_to_131072_scalar,
        .offset = offsetof(struct terminal_open_params, command),
        .presence = offsetof(struct terminal_open_params, command_is)},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &terminal_open_params_env_shape,
        .offset = offsetof(struct terminal_open_params, env),
        .presence = offsetof(struct terminal_open_params, env_is)},
    {.name = SLICE_INIT("cols"), .quoted = SLICE_INIT("\"cols\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &terminal_open_params_cols_fallback, .offset = offsetof(struct terminal_open_params, cols),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("rows"), .quoted = SLICE_INIT("\"rows\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &terminal_open_params_rows_fallback, .offset = offsetof(struct terminal_open_params, rows),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("useTmux"), .quoted = SLICE_INIT("\"useTmux\":"), .shape = &boolean_scalar,
        .fallback = &terminal_open_params_use_tmux_fallback, .offset = offsetof(struct terminal_open_params, use_tmux),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tmuxSessionName"), .quoted = SLICE_INIT("\"tmuxSessionName\":"),
        .shape = &string_from_1_to_128_scalar, .offset = offsetof(struct terminal_open_params, tmux_session_name),
        .presence = offsetof(struct terminal_open_params, tmux_session_name_is)},
    {.name = SLICE_INIT("tmuxWindowName"), .quoted = SLICE_INIT("\"tmuxWindowName\":"),
        .shape = &string_from_1_to_128_scalar, .offset = offsetof(struct terminal_open_params, tmux_window_name),
        .presence = offsetof(struct terminal_open_params, tmux_window_name_is)},
};
const struct shape terminal_open_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct terminal_open_params), .of.object = {terminal_open_params_fields, 10}};

static const struct shape_field terminal_open_result_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_open_result, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct terminal_open_result, pid), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape terminal_open_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct terminal_open_result),
    .of.object = {terminal_open_result_fields, 2}};

static const bool terminal_attach_params_pass_fd_fallback = false;
static const struct shape_field terminal_attach_params_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct terminal_attach_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("passFd"), .quoted = SLICE_INIT("\"passFd\":"), .shape = &boolean_scalar,
        .fallback = &terminal_attach_params_pass_fd_fallback,
        .offset = offsetof(struct terminal_attach_params, pass_fd), .presence = FIELD_NO_PRESENCE},
};
const struct shape terminal_attach_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct terminal_attach_params), .of.object = {terminal_attach_params_fields, 2}};

static const struct shape_field terminal_attach_result_fields[] = {
    {.name = SLICE_INIT("terminal"), .quoted = SLICE_INIT("\"terminal\":"), .shape = &terminal_record_shape,
        .offset = offsetof(struct terminal_attach_result, terminal), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("scrollback"), .quoted = SLICE_INIT("\"scrollback\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_attach_result, scrollback), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("offset"), .quoted = SLICE_INIT("\"offset\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct terminal_attach_result, offset), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape terminal_attach_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct terminal_attach_result),
    .of.object = {terminal_attach_result_fields, 3}};

static const struct shape_field terminal_detach_params_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct terminal_detach_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape terminal_detach_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct terminal_detach_params), .of.object = {terminal_detach_params_fields, 1}};

static const struct shape string_to_1398104_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 1398104, FORMAT_NONE}};

static const struct shape_field terminal_input_params_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct terminal_input_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("data"), .quoted = SLICE_INIT("\"data\":"), .shape = &string_to_1398104_scalar,
        .offset = offsetof(struct terminal_input_params, data), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape terminal_input_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct terminal_input_params), .of.object = {terminal_input_params_fields, 2}};

static const struct shape_field terminal_resize_params_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct terminal_resize_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cols"), .quoted = SLICE_INIT("\"cols\":"), .shape = &integer_from_1_to_1000_scalar,
        .offset = offsetof(struct terminal_resize_params, cols), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("rows"), .quoted = SLICE_INIT("\"rows\":"), .shape = &integer_from_1_to_1000_scalar,
        .offset = offsetof(struct terminal_resize_params, rows), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape terminal_resize_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct terminal_resize_params), .of.object = {terminal_resize_params_fields, 3}};

static const struct shape_field terminal_list_params_fields[] = {
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct terminal_list_params, session_id),
        .presence = offsetof(struct terminal_list_params, session_id_is)},
};
const struct shape terminal_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct terminal_list_params), .of.object = {terminal_list_params_fields, 1}};

const struct shape terminal_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct terminal_list_result),
    .of.array = {&terminal_record_shape, 0, UINT32_MAX}};

static const struct shape_field terminal_close_params_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct terminal_close_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape terminal_close_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct terminal_close_params), .of.object = {terminal_close_params_fields, 1}};

static const struct shape_field terminal_output_params_fields[] = {
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_output_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("offset"), .quoted = SLICE_INIT("\"offset\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct terminal_output_params, offset), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("data"), .quoted = SLICE_INIT("\"data\":"), .shape = &string_scalar,
        .offset = offsetof(struct terminal_output_params, data), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape terminal_output_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct terminal_output_params),
    .of.object = {terminal_output_params_fields, 3}};

static const struct shape_field event_terminal_opened_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_terminal_opened_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_terminal_opened_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_terminal_opened_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_terminal_opened_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_terminal_opened_params, session_id),
        .presence = offsetof(struct event_terminal_opened_params, session_id_is)},
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_terminal_opened_params, pid), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_terminal_opened_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_terminal_opened_params), .of.object = {event_terminal_opened_params_fields, 6}};

static const struct shape_field event_terminal_exited_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_terminal_exited_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_terminal_exited_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_terminal_exited_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("terminalId"), .quoted = SLICE_INIT("\"terminalId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_terminal_exited_params, terminal_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_terminal_exited_params, session_id),
        .presence = offsetof(struct event_terminal_exited_params, session_id_is)},
    {.name = SLICE_INIT("exitCode"), .quoted = SLICE_INIT("\"exitCode\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_terminal_exited_params, exit_code),
        .presence = offsetof(struct event_terminal_exited_params, exit_code_is)},
    {.name = SLICE_INIT("signal"), .quoted = SLICE_INIT("\"signal\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_terminal_exited_params, signal),
        .presence = offsetof(struct event_terminal_exited_params, signal_is)},
};
const struct shape event_terminal_exited_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_terminal_exited_params), .of.object = {event_terminal_exited_params_fields, 7}};

const struct method initialize_method = {
    .name = SLICE_INIT("initialize"),
    .params = &initialize_params_shape,
    .result = &initialize_result_shape,
    .callers = CALLER_CLIENT | CALLER_APP | CALLER_BRIDGE,
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

const struct method execute_prompt_method = {
    .name = SLICE_INIT("execute_prompt"),
    .params = &execute_prompt_params_shape,
    .result = &executor_execution_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method list_agents_method = {
    .name = SLICE_INIT("list_agents"),
    .params = &list_agents_params_shape,
    .result = &list_agents_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method spawn_terminal_method = {
    .name = SLICE_INIT("spawn_terminal"),
    .params = &spawn_terminal_params_shape,
    .result = &spawn_terminal_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method get_terminal_method = {
    .name = SLICE_INIT("get_terminal"),
    .params = &get_terminal_params_shape,
    .result = &executor_handed_terminal_shape,
    .callers = CALLER_DAEMON,
};

const struct method close_terminal_method = {
    .name = SLICE_INIT("close_terminal"),
    .params = &close_terminal_params_shape,
    .result = &executor_handed_terminal_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method stop_task_method = {
    .name = SLICE_INIT("stop_task"),
    .params = &stop_task_params_shape,
    .result = &stop_task_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method cancel_task_method = {
    .name = SLICE_INIT("cancel_task"),
    .params = &cancel_task_params_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_NOTIFICATION,
};

const struct method executor_shutdown_method = {
    .name = SLICE_INIT("shutdown"),
    .params = &executor_shutdown_params_shape,
    .result = &executor_shutdown_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method terminate_method = {
    .name = SLICE_INIT("terminate"),
    .params = &terminate_params_shape,
    .result = &terminate_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method pause_notifications_method = {
    .name = SLICE_INIT("pause_notifications"),
    .params = &pause_notifications_params_shape,
    .result = &pause_notifications_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method resume_notifications_method = {
    .name = SLICE_INIT("resume_notifications"),
    .params = &resume_notifications_params_shape,
    .result = &resume_notifications_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method resume_method = {
    .name = SLICE_INIT("resume"),
    .params = &resume_params_shape,
    .result = &resume_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method confirm_messages_method = {
    .name = SLICE_INIT("confirm_messages"),
    .params = &confirm_messages_params_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_NOTIFICATION,
};

const struct method get_api_key_method = {
    .name = SLICE_INIT("get_api_key"),
    .params = &get_api_key_params_shape,
    .result = &get_api_key_result_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_WAITS | METHOD_SECRET,
};

const struct method request_permission_method = {
    .name = SLICE_INIT("request_permission"),
    .params = &request_permission_params_shape,
    .result = &request_permission_result_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_WAITS,
};

const struct method get_execution_context_method = {
    .name = SLICE_INIT("get_execution_context"),
    .params = &get_execution_context_params_shape,
    .result = &get_execution_context_result_shape,
    .callers = CALLER_EXECUTOR,
};

const struct method keep_files_method = {
    .name = SLICE_INIT("keep_files"),
    .params = &keep_files_params_shape,
    .result = &keep_files_result_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_WAITS,
};

const struct method create_message_method = {
    .name = SLICE_INIT("create_message"),
    .params = &create_message_params_shape,
    .result = &create_message_result_shape,
    .callers = CALLER_EXECUTOR,
};

const struct method report_message_method = {
    .name = SLICE_INIT("report_message"),
    .params = &report_message_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method report_progress_method = {
    .name = SLICE_INIT("report_progress"),
    .params = &report_progress_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method report_commands_method = {
    .name = SLICE_INIT("report_commands"),
    .params = &report_commands_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method report_models_method = {
    .name = SLICE_INIT("report_models"),
    .params = &report_models_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method report_error_method = {
    .name = SLICE_INIT("report_error"),
    .params = &report_error_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method batch_notification_method = {
    .name = SLICE_INIT("batch_notification"),
    .params = &batch_notification_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method report_completion_method = {
    .name = SLICE_INIT("report_completion"),
    .params = &report_completion_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method report_terminal_exit_method = {
    .name = SLICE_INIT("report_terminal_exit"),
    .params = &report_terminal_exit_params_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method agent_list_method = {
    .name = SLICE_INIT("agent.list"),
    .params = &agent_list_params_shape,
    .result = &agent_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t agent_commands_positional[] = {0};
const struct method agent_commands_method = {
    .name = SLICE_INIT("agent.commands"),
    .params = &agent_commands_params_shape,
    .result = &agent_commands_result_shape,
    .positional = agent_commands_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t agent_models_positional[] = {0};
const struct method agent_models_method = {
    .name = SLICE_INIT("agent.models"),
    .params = &agent_models_params_shape,
    .result = &agent_models_result_shape,
    .positional = agent_models_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

const struct method audit_list_method = {
    .name = SLICE_INIT("audit.list"),
    .params = &audit_list_params_shape,
    .result = &audit_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method audit_verify_method = {
    .name = SLICE_INIT("audit.verify"),
    .params = &audit_verify_params_shape,
    .result = &audit_verify_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

const struct method broker_serve_method = {
    .name = SLICE_INIT("broker.serve"),
    .params = &broker_serve_params_shape,
    .result = &broker_serve_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method broker_leave_method = {
    .name = SLICE_INIT("broker.leave"),
    .params = &broker_leave_params_shape,
    .result = &broker_leave_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method broker_models_method = {
    .name = SLICE_INIT("broker.models"),
    .params = &broker_models_params_shape,
    .result = &broker_models_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS | METHOD_SECRET,
};

const struct method broker_reserve_method = {
    .name = SLICE_INIT("broker.reserve"),
    .params = &broker_reserve_params_shape,
    .result = &broker_reserve_result_shape,
    .callers = CALLER_BROKER,
    .flags = METHOD_SECRET,
};

const struct method broker_settle_method = {
    .name = SLICE_INIT("broker.settle"),
    .params = &broker_settle_params_shape,
    .result = &broker_settle_result_shape,
    .callers = CALLER_BROKER,
};

const struct method budget_status_method = {
    .name = SLICE_INIT("budget.status"),
    .params = &budget_status_params_shape,
    .result = &budget_status_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
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

static const uint8_t daemon_find_positional[] = {0, 1};
const struct method daemon_find_method = {
    .name = SLICE_INIT("daemon.find"),
    .params = &daemon_find_params_shape,
    .result = &daemon_find_result_shape,
    .positional = daemon_find_positional,
    .positional_count = 2,
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

const struct method daemon_restart_method = {
    .name = SLICE_INIT("daemon.restart"),
    .params = &daemon_restart_params_shape,
    .result = &daemon_restart_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
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

const struct method key_set_method = {
    .name = SLICE_INIT("key.set"),
    .params = &key_set_params_shape,
    .result = &key_record_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_SECRET,
};

const struct method key_list_method = {
    .name = SLICE_INIT("key.list"),
    .params = &key_list_params_shape,
    .result = &key_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t key_delete_positional[] = {0};
const struct method key_delete_method = {
    .name = SLICE_INIT("key.delete"),
    .params = &key_delete_params_shape,
    .result = &key_delete_result_shape,
    .positional = key_delete_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t key_give_positional[] = {0};
const struct method key_give_method = {
    .name = SLICE_INIT("key.give"),
    .params = &key_give_params_shape,
    .result = &key_give_result_shape,
    .positional = key_give_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT,
    .flags = METHOD_WAITS | METHOD_SECRET,
};

const struct method key_rotate_method = {
    .name = SLICE_INIT("key.rotate"),
    .params = &key_rotate_params_shape,
    .result = &key_rotate_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method permission_list_method = {
    .name = SLICE_INIT("permission.list"),
    .params = &permission_list_params_shape,
    .result = &permission_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method permission_answer_method = {
    .name = SLICE_INIT("permission.answer"),
    .params = &permission_answer_params_shape,
    .result = &permission_answer_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method permission_rules_list_method = {
    .name = SLICE_INIT("permission.rules.list"),
    .params = &permission_rules_list_params_shape,
    .result = &permission_rules_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method permission_rules_add_method = {
    .name = SLICE_INIT("permission.rules.add"),
    .params = &permission_new_rule_shape,
    .result = &permission_rule_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t permission_rules_remove_positional[] = {0};
const struct method permission_rules_remove_method = {
    .name = SLICE_INIT("permission.rules.remove"),
    .params = &permission_rules_remove_params_shape,
    .result = &permission_rules_remove_result_shape,
    .positional = permission_rules_remove_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method permission_rules_preview_method = {
    .name = SLICE_INIT("permission.rules.preview"),
    .params = &permission_rules_preview_params_shape,
    .result = &permission_rules_preview_result_shape,
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

static const uint8_t session_files_positional[] = {0, 2};
const struct method session_files_method = {
    .name = SLICE_INIT("session.files"),
    .params = &session_files_params_shape,
    .result = &session_files_result_shape,
    .positional = session_files_positional,
    .positional_count = 2,
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

static const uint8_t session_reopen_positional[] = {0};
const struct method session_reopen_method = {
    .name = SLICE_INIT("session.reopen"),
    .params = &session_reopen_params_shape,
    .result = &session_record_shape,
    .positional = session_reopen_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
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

static const uint8_t task_diff_positional[] = {0};
const struct method task_diff_method = {
    .name = SLICE_INIT("task.diff"),
    .params = &task_diff_params_shape,
    .result = &task_diff_result_shape,
    .positional = task_diff_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t task_undo_positional[] = {0};
const struct method task_undo_method = {
    .name = SLICE_INIT("task.undo"),
    .params = &task_undo_params_shape,
    .result = &task_undo_result_shape,
    .positional = task_undo_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
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

static const uint8_t task_list_positional[] = {0, 3};
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

const struct method terminal_open_method = {
    .name = SLICE_INIT("terminal.open"),
    .params = &terminal_open_params_shape,
    .result = &terminal_open_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t terminal_attach_positional[] = {0};
const struct method terminal_attach_method = {
    .name = SLICE_INIT("terminal.attach"),
    .params = &terminal_attach_params_shape,
    .result = &terminal_attach_result_shape,
    .positional = terminal_attach_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t terminal_detach_positional[] = {0};
const struct method terminal_detach_method = {
    .name = SLICE_INIT("terminal.detach"),
    .params = &terminal_detach_params_shape,
    .result = &terminal_ref_shape,
    .positional = terminal_detach_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method terminal_input_method = {
    .name = SLICE_INIT("terminal.input"),
    .params = &terminal_input_params_shape,
    .result = &terminal_ref_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

const struct method terminal_resize_method = {
    .name = SLICE_INIT("terminal.resize"),
    .params = &terminal_resize_params_shape,
    .result = &terminal_ref_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method terminal_list_method = {
    .name = SLICE_INIT("terminal.list"),
    .params = &terminal_list_params_shape,
    .result = &terminal_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t terminal_close_positional[] = {0};
const struct method terminal_close_method = {
    .name = SLICE_INIT("terminal.close"),
    .params = &terminal_close_params_shape,
    .result = &terminal_ref_shape,
    .positional = terminal_close_positional,
    .positional_count = 1,
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

const struct event_type event_permission_requested_event = {
    .name = SLICE_INIT("event.permissionRequested"),
    .params = &event_permission_requested_params_shape,
};

const struct event_type event_permission_resolved_event = {
    .name = SLICE_INIT("event.permissionResolved"),
    .params = &event_permission_resolved_params_shape,
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

const struct event_type terminal_output_event = {
    .name = SLICE_INIT("terminal.output"),
    .params = &terminal_output_params_shape,
};

const struct event_type event_terminal_opened_event = {
    .name = SLICE_INIT("event.terminalOpened"),
    .params = &event_terminal_opened_params_shape,
};

const struct event_type event_terminal_exited_event = {
    .name = SLICE_INIT("event.terminalExited"),
    .params = &event_terminal_exited_params_shape,
};

const struct method *const contract_methods[] = {
    &initialize_method,
    &ping_method,
    &rpc_discover_method,
    &cancel_request_method,
    &execute_prompt_method,
    &list_agents_method,
    &spawn_terminal_method,
    &get_terminal_method,
    &close_terminal_method,
    &stop_task_method,
    &cancel_task_method,
    &executor_shutdown_method,
    &terminate_method,
    &pause_notifications_method,
    &resume_notifications_method,
    &resume_method,
    &confirm_messages_method,
    &get_api_key_method,
    &request_permission_method,
    &get_execution_context_method,
    &keep_files_method,
    &create_message_method,
    &report_message_method,
    &report_progress_method,
    &report_commands_method,
    &report_models_method,
    &report_error_method,
    &batch_notification_method,
    &report_completion_method,
    &report_terminal_exit_method,
    &agent_list_method,
    &agent_commands_method,
    &agent_models_method,
    &audit_list_method,
    &audit_verify_method,
    &broker_serve_method,
    &broker_leave_method,
    &broker_models_method,
    &broker_reserve_method,
    &broker_settle_method,
    &budget_status_method,
    &chat_send_method,
    &daemon_status_method,
    &daemon_find_method,
    &daemon_stop_method,
    &daemon_restart_method,
    &db_stats_method,
    &db_check_method,
    &db_backup_method,
    &db_compact_method,
    &event_subscribe_method,
    &event_unsubscribe_method,
    &event_list_method,
    &key_set_method,
    &key_list_method,
    &key_delete_method,
    &key_give_method,
    &key_rotate_method,
    &permission_list_method,
    &permission_answer_method,
    &permission_rules_list_method,
    &permission_rules_add_method,
    &permission_rules_remove_method,
    &permission_rules_preview_method,
    &session_create_method,
    &session_get_method,
    &session_files_method,
    &session_list_method,
    &session_update_method,
    &session_close_method,
    &session_reopen_method,
    &session_delete_method,
    &session_fork_method,
    &task_submit_method,
    &task_diff_method,
    &task_undo_method,
    &task_cancel_method,
    &task_list_method,
    &task_get_method,
    &task_stats_method,
    &task_wait_method,
    &terminal_open_method,
    &terminal_attach_method,
    &terminal_detach_method,
    &terminal_input_method,
    &terminal_resize_method,
    &terminal_list_method,
    &terminal_close_method,
};
const size_t contract_method_count = 88;

const struct event_type *const contract_events[] = {
    &event_daemon_stopping_event,
    &event_cursor_event,
    &event_permission_requested_event,
    &event_permission_resolved_event,
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
    &terminal_output_event,
    &event_terminal_opened_event,
    &event_terminal_exited_event,
};
const size_t contract_event_count = 19;

const struct slice contract_secret_names[] = {
    SLICE_INIT("apiKey"),
    SLICE_INIT("api_key"),
    SLICE_INIT("authorization"),
    SLICE_INIT("hand_shake"),
    SLICE_INIT("password"),
    SLICE_INIT("secret"),
    SLICE_INIT("session_token"),
    SLICE_INIT("token"),
    SLICE_INIT("tokens"),
};
const size_t contract_secret_name_count = 9;

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
    [ERROR_EXECUTOR_REFUSED] = {-32039, SLICE_INIT("executor_refused"), SLICE_INIT("The process that connected belongs to an executor, and those do not speak for the user.")},
    [ERROR_DISCONNECTED] = {-32017, SLICE_INIT("disconnected"), SLICE_INIT("The connection ended before the answer came.")},
    [ERROR_TOKEN_REFUSED] = {-32025, SLICE_INIT("token_refused"), SLICE_INIT("The token is not one of this executor's, is another task's, or has expired.")},
    [ERROR_HANDSHAKE_REFUSED] = {-32026, SLICE_INIT("handshake_refused"), SLICE_INIT("The executor belongs to another daemon: the secret is not the one of the first hand-shake.")},
    [ERROR_EXECUTOR_BUSY] = {-32027, SLICE_INIT("executor_busy"), SLICE_INIT("The executor works on a task already.")},
    [ERROR_AGENT_NOT_FOUND] = {-32028, SLICE_INIT("agent_not_found"), SLICE_INIT("There is no agent of this name.")},
    [ERROR_AGENT_FAILED] = {-32029, SLICE_INIT("agent_failed"), SLICE_INIT("The agent could not be started.")},
    [ERROR_KEY_REFUSED] = {-32038, SLICE_INIT("key_refused"), SLICE_INIT("The session may not use this service's key, or gets no key at all but the broker's socket.")},
    [ERROR_TOO_MANY_KEY_REQUESTS] = {-32040, SLICE_INIT("too_many_key_requests"), SLICE_INIT("The session has asked for keys more often than it may; data.retry_in_ms tells when it may again.")},
    [ERROR_KEY_NOT_FOUND] = {-32030, SLICE_INIT("key_not_found"), SLICE_INIT("No API key is configured for the service.")},
    [ERROR_NOTHING_RUNNING] = {-32001, SLICE_INIT("nothing_running"), SLICE_INIT("The executor does not work on this task.")},
    [ERROR_BUDGET_EXCEEDED] = {-32037, SLICE_INIT("budget_exceeded"), SLICE_INIT("The call could cost more than the session's or the day's budget has left; data tells which, how much is left and how much it could cost.")},
    [ERROR_BROKER_CALL_NOT_FOUND] = {-32000, SLICE_INIT("broker_call_not_found"), SLICE_INIT("There is no reservation with this id.")},
    [ERROR_RESTART_FAILED] = {-32034, SLICE_INIT("restart_failed"), SLICE_INIT("The new program could not take over; the daemon goes on as it was.")},
    [ERROR_FILE_EXISTS] = {-32022, SLICE_INIT("file_exists"), SLICE_INIT("A file of this name is there already, and is left alone.")},
    [ERROR_FILE_FAILED] = {-32023, SLICE_INIT("file_failed"), SLICE_INIT("The file could not be written; the message says why.")},
    [ERROR_DB_BUSY] = {-32024, SLICE_INIT("db_busy"), SLICE_INIT("A check, a backup or a compaction is under way.")},
    [ERROR_EVENT_NOT_FOUND] = {-32000, SLICE_INIT("event_not_found"), SLICE_INIT("The log has no such event, or not for this session.")},
    [ERROR_SUBSCRIPTION_NOT_FOUND] = {-32000, SLICE_INIT("subscription_not_found"), SLICE_INIT("This connection has no such subscription.")},
    [ERROR_EPOCH_CHANGED] = {-32020, SLICE_INIT("epoch_changed"), SLICE_INIT("The log is another one than the client knows: its numbers mean other events. data has the new epoch, firstSeq and lastSeq.")},
    [ERROR_TOO_MANY_SUBSCRIPTIONS] = {-32021, SLICE_INIT("too_many_subscriptions"), SLICE_INIT("The connection has as many subscriptions as it may have.")},
    [ERROR_KEYS_LOCKED] = {-32003, SLICE_INIT("keys_locked"), SLICE_INIT("The master key is missing, unreadable or another one; nothing was changed. The message tells what to do.")},
    [ERROR_NO_SUCH_KEY] = {-32000, SLICE_INIT("no_such_key"), SLICE_INIT("There is no key for this service.")},
    [ERROR_PERMISSION_NOT_FOUND] = {-32000, SLICE_INIT("permission_not_found"), SLICE_INIT("There is no permission request with this id.")},
    [ERROR_PERMISSION_ANSWERED] = {-32001, SLICE_INIT("permission_answered"), SLICE_INIT("The request was answered, has timed out or is not wanted any more; data has its state and reason.")},
    [ERROR_RULE_NOT_FOUND] = {-32000, SLICE_INIT("rule_not_found"), SLICE_INIT("There is no rule with this id.")},
    [ERROR_RULE_REFUSED] = {-32035, SLICE_INIT("rule_refused"), SLICE_INIT("The rule could never match, or says less than it seems to; the message tells why.")},
    [ERROR_TOO_MANY_RULES] = {-32036, SLICE_INIT("too_many_rules"), SLICE_INIT("There are as many rules as there may be.")},
    [ERROR_SESSION_NOT_FOUND] = {-32000, SLICE_INIT("session_not_found"), SLICE_INIT("There is no session with this id.")},
    [ERROR_SESSION_CLOSED] = {-32001, SLICE_INIT("session_closed"), SLICE_INIT("The session is closed: it takes no tasks and no changes.")},
    [ERROR_SESSION_BUSY] = {-32018, SLICE_INIT("session_busy"), SLICE_INIT("A task of the session is at work; stop it first.")},
    [ERROR_SERVICE_UNKNOWN] = {-32000, SLICE_INIT("service_unknown"), SLICE_INIT("The model names a service that is neither known nor configured: in SERVICE/NAME, what stands before the first slash.")},
    [ERROR_DIRECTORY_UNAVAILABLE] = {-32050, SLICE_INIT("directory_unavailable"), SLICE_INIT("A directory does not answer, as on a network mount whose server is gone.")},
    [ERROR_TASK_NOT_FOUND] = {-32000, SLICE_INIT("task_not_found"), SLICE_INIT("There is no task with this id.")},
    [ERROR_TASK_NOT_CANCELLABLE] = {-32001, SLICE_INIT("task_not_cancellable"), SLICE_INIT("The task is in a final state, and nothing changes that.")},
    [ERROR_QUEUE_FULL] = {-32002, SLICE_INIT("queue_full"), SLICE_INIT("As many tasks wait as may wait.")},
    [ERROR_TASK_AT_WORK] = {-32041, SLICE_INIT("task_at_work"), SLICE_INIT("The task has not ended yet: wait for it, or cancel it.")},
    [ERROR_IDEMPOTENCY_CONFLICT] = {-32019, SLICE_INIT("idempotency_conflict"), SLICE_INIT("The idempotency key belongs to a task that was submitted with other parameters.")},
    [ERROR_TERMINAL_NOT_FOUND] = {-32000, SLICE_INIT("terminal_not_found"), SLICE_INIT("There is no terminal with this id.")},
    [ERROR_TERMINAL_FAILED] = {-32031, SLICE_INIT("terminal_failed"), SLICE_INIT("The terminal could not be made.")},
    [ERROR_TERMINAL_TAKEN] = {-32032, SLICE_INIT("terminal_taken"), SLICE_INIT("Another client holds the terminal's descriptor.")},
    [ERROR_TERMINAL_CLOSED] = {-32001, SLICE_INIT("terminal_closed"), SLICE_INIT("The terminal's process has ended.")},
    [ERROR_ENVIRONMENT_REFUSED] = {-32602, SLICE_INIT("environment_refused"), SLICE_INIT("A variable of this name is not passed to a terminal.")},
    [ERROR_TOO_MANY_TERMINALS] = {-32033, SLICE_INIT("too_many_terminals"), SLICE_INIT("There are as many terminals as there may be.")},
};

const char contract_openrpc[] =
    "{\"openrpc\":\"1.3.2\",\"info\":{\"title\":\"weir\",\"version\":\"1.0\",\"description\":\"A control plane for AI agents: JSON"
    "-RPC 2.0 over a Unix socket, one message a line.\"},\"methods\":[{\"name\":\"initialize\",\"summary\":\"Say who you ar"
    "e and which notifications you do not want. Optional: a client that skips it gets the defaults.\",\"paramStruct"
    "ure\":\"by-name\",\"params\":[{\"name\":\"client\",\"schema\":{\"$ref\":\"#/components/schemas/core.ClientInfo\"}},{\"name\":"
    "\"protocolVersion\",\"description\":\"The newest protocol that the client speaks, MAJOR.MINOR.\",\"schema\":{\"type\":"
    "\"string\",\"description\":\"The newest protocol that the client speaks, MAJOR.MINOR.\",\"default\":\"1.0\",\"minLength"
    "\":3,\"maxLength\":16}},{\"name\":\"approves\",\"description\":\"A person is there who can answer permission requests:"
    " they are pushed to this connection, subscribed or not.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"descrip"
    "tion\":\"A person is there who can answer permission requests: they are pushed to this connection, subscribed "
    "or not.\"}},{\"name\":\"optOutNotificationMethods\",\"description\":\"Names of notifications that this connection sh"
    "all not receive.\",\"schema\":{\"description\":\"Names of notifications that this connection shall not receive.\",\""
    "type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"maxItems\":64}}],\"result\":{\"name\":\"res"
    "ult\",\"schema\":{\"type\":\"object\",\"properties\":{\"protocolVersion\":{\"type\":\"string\",\"description\":\"The protocol "
    "that both sides speak from here on.\"},\"server\":{\"$ref\":\"#/components/schemas/core.ServerInfo\"},\"limits\":{\"$r"
    "ef\":\"#/components/schemas/core.Limits\"},\"sandbox\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"de"
    "scription\":\"The best level at which agents run here; off: they have all rights of the user, and a front end "
    "shows that.\"},\"notify\":{\"$ref\":\"#/components/schemas/core.Notify\"},\"notifications\":{\"description\":\"Every not"
    "ification that the daemon may push.\",\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"protocolVersion"
    "\",\"server\",\"limits\",\"sandbox\",\"notifications\"]}},\"errors\":[{\"$ref\":\"#/components/errors/already_initialized\""
    "},{\"$ref\":\"#/components/errors/unsupported_protocol\"}],\"x-callers\":[\"client\",\"app\",\"bridge\"],\"x-handler\":\"da"
    "emon\",\"x-since\":\"1.0\"},{\"name\":\"ping\",\"summary\":\"Ask whether the daemon is there.\",\"paramStructure\":\"by-name"
    "\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pong\":{\"type\":\"boolean\"},\"t"
    "imestamp\":{\"type\":\"integer\",\"description\":\"The daemon's clock, epoch milliseconds.\"}},\"required\":[\"pong\",\"ti"
    "mestamp\"]}},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\""
    "rpc.discover\",\"summary\":\"The whole contract as an OpenRPC document.\",\"paramStructure\":\"by-name\",\"params\":[],"
    "\"result\":{\"name\":\"result\",\"schema\":true},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\"},{\"name\":\"$/cancel_request\",\"summary\":\"Cancel a request of this connection that waits for"
    " its answer. It is still answered, with -32800. An unknown id is ignored.\",\"paramStructure\":\"by-name\",\"param"
    "s\":[{\"name\":\"requestId\",\"description\":\"The id of the request, as it was sent.\",\"required\":true,\"schema\":{\"de"
    "scription\":\"The id of the request, as it was sent.\"}}],\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\",\"daem"
    "on\"],\"x-handler\":\"peer\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"execute_prompt\",\"summary\":\"Run an ag"
    "ent on a prompt; answered when it has ended.\",\"description\":\"While it works the executor reports with report"
    "_message, with sequences from 1 and no holes.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\","
    "\"description\":\"Good for this task and this executor only.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLen"
    "gth\":1,\"description\":\"Good for this task and this executor only.\"}},{\"name\":\"session_id\",\"schema\":{\"type\":\"s"
    "tring\",\"default\":\"\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"task\"}},{\"name\":\""
    "prompt\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"cwd\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"d"
    "efault\":\"/\"}},{\"name\":\"tools\",\"description\":\"Those that it may use; * stands for any characters, and [\\\"*\\\"]"
    " for all that rules and modes allow. Absent: Read, Write, Edit, Bash, Grep, Glob.\",\"schema\":{\"type\":\"array\","
    "\"items\":{\"type\":\"string\"},\"description\":\"Those that it may use; * stands for any characters, and [\\\"*\\\"] for"
    " all that rules and modes allow. Absent: Read, Write, Edit, Bash, Grep, Glob.\"}},{\"name\":\"permission_mode\",\""
    "schema\":{\"$ref\":\"#/components/schemas/session.PermissionMode\",\"default\":\"default\"}},{\"name\":\"timeout_ms\",\"sc"
    "hema\":{\"type\":\"integer\",\"minimum\":1,\"default\":600000}},{\"name\":\"stream\",\"description\":\"False: only whole mes"
    "sages are reported, no deltas.\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"description\":\"False: only whole m"
    "essages are reported, no deltas.\"}},{\"name\":\"attachments\",\"description\":\"Files that come with the prompt. On"
    "e that cannot be read ends the task as failed, with the code attachment_failed.\",\"schema\":{\"$ref\":\"#/compone"
    "nts/schemas/task.Attachments\",\"description\":\"Files that come with the prompt. One that cannot be read ends t"
    "he task as failed, with the code attachment_failed.\"}},{\"name\":\"agent\",\"description\":\"Which agent: one of th"
    "e launches, or one of the executor's own; absent: the executor takes the first that is usable, its own befor"
    "e the launches. Sent to weir-executor only.\",\"schema\":{\"type\":\"string\",\"description\":\"Which agent: one of th"
    "e launches, or one of the executor's own; absent: the executor takes the first that is usable, its own befor"
    "e the launches. Sent to weir-executor only.\"}},{\"name\":\"launches\",\"description\":\"Programs that can play the "
    "agent. Sent to weir-executor only.\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor."
    "Launch\"},\"maxItems\":64,\"description\":\"Programs that can play the agent. Sent to weir-executor only.\"}},{\"nam"
    "e\":\"more_launches\",\"description\":\"There are others that were not offered. Where none of the launches can be "
    "used, nor an agent of the executor's own that comes before them, it shall end as failed with the code agent_"
    "not_usable; they are offered to another executor then.\",\"schema\":{\"type\":\"boolean\",\"description\":\"There are "
    "others that were not offered. Where none of the launches can be used, nor an agent of the executor's own tha"
    "t comes before them, it shall end as failed with the code agent_not_usable; they are offered to another exec"
    "utor then.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/executor.Execution\"}},\"error"
    "s\":[{\"$ref\":\"#/components/errors/executor_busy\"},{\"$ref\":\"#/components/errors/agent_not_found\"},{\"$ref\":\"#/c"
    "omponents/errors/agent_failed\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-"
    "handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"list_agents\",\"summary\":\"Which agents could be u"
    "sed in here, and why others could not.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"launches\",\"schema\":{\"t"
    "ype\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Launch\"},\"maxItems\":64}},{\"name\":\"providers\",\"sc"
    "hema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Provider\"},\"maxItems\":64}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"agents\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/component"
    "s/schemas/executor.Agent\"},\"description\":\"In the order in which one is taken where none is named.\"}},\"requir"
    "ed\":[\"agents\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handl"
    "er\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"spawn_terminal\",\"summary\":\"Make a terminal and start"
    " a shell in it. The answer carries the terminal's descriptor, the memory of its scrollback and a pidfd of it"
    "s process, in this order.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"sch"
    "ema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"cwd\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}"
    "},{\"name\":\"shell\",\"description\":\"A name that is looked up in PATH, or a path.\",\"schema\":{\"type\":\"string\",\"mi"
    "nLength\":1,\"default\":\"bash\",\"description\":\"A name that is looked up in PATH, or a path.\"}},{\"name\":\"command\""
    ",\"description\":\"Run by the shell, with -c; absent: it is for somebody who types.\",\"schema\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":131072,\"description\":\"Run by the shell, with -c; absent: it is for somebody who ty"
    "pes.\"}},{\"name\":\"env\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}},{\"name\":\"use_tmux"
    "\",\"schema\":{\"type\":\"boolean\",\"default\":false}},{\"name\":\"tmux_session_name\",\"schema\":{\"type\":\"string\",\"minLen"
    "gth\":1,\"maxLength\":128}},{\"name\":\"tmux_window_name\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}"
    "},{\"name\":\"cols\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":80}},{\"name\":\"rows\",\"schema"
    "\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":24}},{\"name\":\"terminal_id\",\"description\":\"The id th"
    "at it shall have; absent: the executor makes one.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\""
    "description\":\"The id that it shall have; absent: the executor makes one.\"}}],\"result\":{\"name\":\"result\",\"sche"
    "ma\":{\"type\":\"object\",\"properties\":{\"terminal_id\":{\"type\":\"string\"},\"pty_pid\":{\"type\":\"integer\",\"description\""
    ":\"As the executor sees it.\"},\"created_at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"}"
    "},\"required\":[\"terminal_id\",\"pty_pid\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/"
    "components/errors/terminal_failed\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"]"
    ",\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"get_terminal\",\"summary\":\"The descriptors of a terminal aga"
    "in, in the order of spawn_terminal; for a daemon that has come back.\",\"paramStructure\":\"by-name\",\"params\":[{"
    "\"name\":\"terminal_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"n"
    "ame\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/executor.HandedTerminal\"}},\"errors\":[{\"$ref\":\"#/compone"
    "nts/errors/terminal_not_found\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-"
    "handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"close_terminal\",\"summary\":\"End a terminal: hang up, then end w"
    "hat is left of its processes.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"terminal_id\",\"required\":true,\"s"
    "chema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"forget\",\"description\":\"How it ended is stor"
    "ed, so that the executor need not remember it any more.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"descrip"
    "tion\":\"How it ended is stored, so that the executor need not remember it any more.\"}}],\"result\":{\"name\":\"res"
    "ult\",\"schema\":{\"$ref\":\"#/components/schemas/executor.HandedTerminal\"}},\"errors\":[{\"$ref\":\"#/components/error"
    "s/terminal_not_found\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":"
    "\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"stop_task\",\"summary\":\"Ask a task to come to an end.\",\"pa"
    "ramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"task\"}},{\"name\":\"reason\",\"descr"
    "iption\":\"user_cancelled, timeout, …\",\"schema\":{\"type\":\"string\",\"description\":\"user_cancelled, timeout, …\"}}]"
    ",\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"stopped\":{\"type\":\"boolean\"},\"message\":{\""
    "type\":\"string\"}},\"required\":[\"stopped\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/"
    "components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name"
    "\":\"cancel_task\",\"summary\":\"End a task at once.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\""
    ",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\",\"minL"
    "ength\":1,\"default\":\"task\"}},{\"name\":\"reason\",\"schema\":{\"type\":\"string\"}}],\"x-callers\":[\"daemon\"],\"x-handler\""
    ":\"executor\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"shutdown\",\"summary\":\"Finish what runs, within a "
    "time, and leave.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"reason\",\"description\":\"idle_timeout, server_"
    "restart, …\",\"schema\":{\"type\":\"string\",\"default\":\"\",\"description\":\"idle_timeout, server_restart, …\"}},{\"name\""
    ":\"timeout_ms\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"default\":30000}}],\"result\":{\"name\":\""
    "result\",\"schema\":{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\",\"description\":\"completed: what ran"
    " has ended; interrupted: it had to be ended; idle: nothing ran.\"}},\"required\":[\"status\"]}},\"errors\":[{\"$ref\""
    ":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-"
    "waits\":true},{\"name\":\"terminate\",\"summary\":\"The same as shutdown, under its other name.\",\"paramStructure\":\"b"
    "y-name\",\"params\":[{\"name\":\"reason\",\"schema\":{\"type\":\"string\",\"default\":\"\"}},{\"name\":\"timeout_ms\",\"schema\":{\""
    "type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"default\":30000}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":"
    "\"object\",\"properties\":{\"status\":{\"type\":\"string\"}},\"required\":[\"status\"]}},\"errors\":[{\"$ref\":\"#/components/e"
    "rrors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"n"
    "ame\":\"pause_notifications\",\"summary\":\"Report nothing until resume_notifications comes. Sent as a notificatio"
    "n; a request is answered.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\""
    ":\"object\",\"properties\":{\"paused\":{\"type\":\"boolean\"}},\"required\":[\"paused\"]}},\"errors\":[{\"$ref\":\"#/components"
    "/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"resume_"
    "notifications\",\"summary\":\"Go on reporting. Sent as a notification; a request is answered.\",\"paramStructure\":"
    "\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"paused\":{\"type\":\"bo"
    "olean\"}},\"required\":[\"paused\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"d"
    "aemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"resume\",\"summary\":\"The hand-shake, first or again: "
    "the daemon proves itself, and the executor hands over what it has.\",\"description\":\"The first secret that com"
    "es is kept; later connections must know it. An executor that has answered this keeps every message until con"
    "firm_messages names it. After the answer follow the messages behind the confirmed ones, and report_completio"
    "n for each prompt that has ended. One that does not know this method (-32601) makes no such promise.\",\"param"
    "Structure\":\"by-name\",\"params\":[{\"name\":\"hand_shake\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":16"
    ",\"maxLength\":256}},{\"name\":\"protocol_version\",\"description\":\"The newest version of these methods that the da"
    "emon speaks, MAJOR.MINOR.\",\"schema\":{\"type\":\"string\",\"default\":\"1.0\",\"minLength\":3,\"maxLength\":16,\"descripti"
    "on\":\"The newest version of these methods that the daemon speaks, MAJOR.MINOR.\"}},{\"name\":\"confirmed\",\"descri"
    "ption\":\"The last stored sequence of each task that the daemon knows to be here.\",\"schema\":{\"type\":\"object\",\""
    "additionalProperties\":{\"type\":\"integer\",\"minimum\":0},\"description\":\"The last stored sequence of each task th"
    "at the daemon knows to be here.\"}},{\"name\":\"tokens\",\"description\":\"New tokens of these tasks, in the place o"
    "f those of the daemon before.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"minLength\""
    ":1},\"description\":\"New tokens of these tasks, in the place of those of the daemon before.\"}}],\"result\":{\"nam"
    "e\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"protocol_version\":{\"type\":\"string\",\"minLength\":3,\"maxLe"
    "ngth\":16,\"description\":\"The version that the executor speaks, of the same MAJOR number. Absent: 1.0.\"},\"task"
    "s\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Handed\"}},\"terminals\":{\"type\":\"array\",\"ite"
    "ms\":{\"$ref\":\"#/components/schemas/executor.HandedTerminal\"}}},\"required\":[\"tasks\",\"terminals\"]}},\"errors\":[{"
    "\"$ref\":\"#/components/errors/handshake_refused\"},{\"$ref\":\"#/components/errors/unsupported_protocol\"}],\"x-call"
    "ers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"confirm_messages\",\"summary\":\"Everything up "
    "to this sequence is stored for good and need not be kept.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"tas"
    "k_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"sequence\",\"required\":true,\"schema\":"
    "{\"type\":\"integer\",\"minimum\":0}}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-notificati"
    "on\":true},{\"name\":\"get_api_key\",\"summary\":\"A key for a service, when it is needed.\",\"paramStructure\":\"by-nam"
    "e\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"serv"
    "ice\",\"description\":\"anthropic, openai, google, github, …\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1,\"maxLength\":128,\"description\":\"anthropic, openai, google, github, …\"}}],\"result\":{\"name\":\"result\",\"sch"
    "ema\":{\"type\":\"object\",\"properties\":{\"api_key\":{\"type\":\"string\"},\"expires_at\":{\"type\":\"integer\",\"description\""
    ":\"Epoch milliseconds.\"}},\"required\":[\"api_key\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$"
    "ref\":\"#/components/errors/key_not_found\"},{\"$ref\":\"#/components/errors/key_refused\"},{\"$ref\":\"#/components/e"
    "rrors/keys_locked\"},{\"$ref\":\"#/components/errors/too_many_key_requests\"},{\"$ref\":\"#/components/errors/subsys"
    "tem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true,\"x-secret\":t"
    "rue},{\"name\":\"request_permission\",\"summary\":\"May the agent use this tool?\",\"description\":\"A tool that is not"
    " in the task's list is refused whatever the mode.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_tok"
    "en\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"tool_name\",\"required\":true,\"schema\":{"
    "\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"tool_input\",\"description\":\"As the tool has it.\",\"sc"
    "hema\":{\"description\":\"As the tool has it.\"}},{\"name\":\"request_id\",\"description\":\"Makes a repeat after a reco"
    "nnect harmless. Once its answer was delivered, a repeat is a new question.\",\"schema\":{\"type\":\"string\",\"maxLe"
    "ngth\":128,\"description\":\"Makes a repeat after a reconnect harmless. Once its answer was delivered, a repeat "
    "is a new question.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"approved\":{\"type\":"
    "\"boolean\"},\"reason\":{\"type\":\"string\",\"description\":\"mode=bypassPermissions, mode=acceptEdits, mode=plan, rul"
    "e:ID, user_approved, user_denied, timeout, tool_not_listed, no_approver, …\"},\"note\":{\"type\":\"string\",\"descri"
    "ption\":\"What the person who answered wrote.\"}},\"required\":[\"approved\"]}},\"errors\":[{\"$ref\":\"#/components/err"
    "ors/token_refused\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handle"
    "r\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"get_execution_context\",\"summary\":\"What was said in the "
    "session before, its MCP servers, context files and model.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"ses"
    "sion_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"history\",\"description\":\"False"
    ": `messages` stays empty, which is quicker.\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"description\":\"False:"
    " `messages` stays empty, which is quicker.\"}},{\"name\":\"history_bytes\",\"description\":\"About so many bytes of "
    "it at most, the newest.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":4194304,\"default\":4194304,\"descrip"
    "tion\":\"About so many bytes of it at most, the newest.\"}},{\"name\":\"after_task\",\"description\":\"Only what was s"
    "aid behind the end of this task, for who knows the rest; see `continues`.\",\"schema\":{\"type\":\"string\",\"minLen"
    "gth\":1,\"maxLength\":128,\"description\":\"Only what was said behind the end of this task, for who knows the rest"
    "; see `continues`.\"}},{\"name\":\"commands\",\"description\":\"True: `commands` are wanted. The daemon reads the fi"
    "les itself, since the sandbox may hide them.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True"
    ": `commands` are wanted. The daemon reads the files itself, since the sandbox may hide them.\"}},{\"name\":\"com"
    "mand\",\"description\":\"The name of one of them whose text is wanted.\",\"schema\":{\"type\":\"string\",\"minLength\":1,"
    "\"maxLength\":256,\"description\":\"The name of one of them whose text is wanted.\"}}],\"result\":{\"name\":\"result\",\""
    "schema\":{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\"},\"task_id\":{\"type\":\"string\"},\"messages\""
    ":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Said\"},\"description\":\"The newest that fit in"
    "to 4 MiB, in their order. Pieces of a block that is there whole are left out.\"},\"continues\":{\"type\":\"boolean"
    "\",\"description\":\"`messages` are all that was said behind after_task. Absent or false: nothing of that task i"
    "s in the log any more, or too much was said since; then they are what they are without after_task.\"},\"mcp_se"
    "rvers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.McpServer\"}},\"context_files\":{\"type\":\""
    "array\",\"items\":{\"type\":\"string\"}},\"model_config\":{\"type\":\"object\",\"properties\":{\"model\":{\"type\":\"string\"},\"t"
    "hinking_tokens\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"model\"]},\"thinking_tokens\":{\"type\":\"integer\",\"m"
    "inimum\":0,\"description\":\"As in model_config, also where no model is named.\"},\"commands\":{\"type\":\"array\",\"ite"
    "ms\":{\"$ref\":\"#/components/schemas/agent.Command\"},\"description\":\"Commands and skills in files of the directo"
    "ry and of the home, as agent.commands has them.\"},\"command\":{\"type\":\"object\",\"properties\":{\"kind\":{\"$ref\":\"#"
    "/components/schemas/agent.CommandKind\"},\"path\":{\"type\":\"string\"},\"text\":{\"type\":\"string\",\"description\":\"With"
    "out its front matter, 64 KiB at most.\"}},\"required\":[\"kind\",\"path\",\"text\"],\"description\":\"The one that was a"
    "sked for. Absent: there is none of this name.\"},\"providers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sc"
    "hemas/executor.Provider\"},\"description\":\"In the order in which they are tried.\"},\"model_socket\":{\"type\":\"str"
    "ing\",\"description\":\"Of a session whose keys are the broker's: a Unix socket on which weir-broker speaks the "
    "providers' HTTP, below /SERVICE, and adds the key.\"}},\"required\":[\"session_id\",\"task_id\",\"messages\",\"mcp_ser"
    "vers\",\"context_files\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors"
    "/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-h"
    "andler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"keep_files\",\"summary\":\"Keep what these files hold before the task"
    " changes them, so that it can be shown and put back.\",\"description\":\"The daemon reads them itself. Answered "
    "when they are kept; what the task has had kept already is not read again.\",\"paramStructure\":\"by-name\",\"param"
    "s\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"sch"
    "ema\":{\"type\":\"string\"}},{\"name\":\"paths\",\"description\":\"Absolute, or below the working directory; they need n"
    "ot be there yet. Absent: the whole working directory, since it is not known what will change.\",\"schema\":{\"ty"
    "pe\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":1000,\"description\":\"Absolute"
    ", or below the working directory; they need not be there yet. Absent: the whole working directory, since it "
    "is not known what will change.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"kept\":"
    "{\"type\":\"integer\",\"minimum\":0,\"description\":\"Files that are kept now.\"},\"complete\":{\"type\":\"boolean\",\"descri"
    "ption\":\"False: something was too large, too much, or outside of the working directory.\"}},\"required\":[\"kept\""
    ",\"complete\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/subsystem"
    "_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"creat"
    "e_message\",\"summary\":\"Store a message and learn its id; report_message is the faster way.\",\"paramStructure\":"
    "\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name"
    "\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"message\",\"required\":true,\"schema\":{\"type\":\"object\",\"propert"
    "ies\":{\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"content\":{\"description\":\"As the type has it.\"},\""
    "type\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},\"required\":[\"role\",\"content\",\"type\"]}},{\"name\":\"messa"
    "ge_key\",\"description\":\"Makes a repeat harmless: the same key is the same message.\",\"schema\":{\"type\":\"string\""
    ",\"minLength\":1,\"maxLength\":128,\"description\":\"Makes a repeat harmless: the same key is the same message.\"}}]"
    ",\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"message_id\":{\"type\":\"string\"},\"created_a"
    "t\":{\"type\":\"string\",\"format\":\"date-time\"}},\"required\":[\"message_id\",\"created_at\"]}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/token_refused\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\""
    "],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"report_message\",\"summary\":\"An event of the agent.\",\"descrip"
    "tion\":\"In its full form with sequence, timestamp, event_type and event_data. message_type and data are the s"
    "ame under other names; without a sequence the daemon numbers it. In a spool the token is empty.\",\"paramStruc"
    "ture\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_"
    "id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"sequence\",\"schema\":{\"type\":\"integer\",\"minimum\":1}},{\"name\":\"timesta"
    "mp\",\"description\":\"Epoch milliseconds.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch millisec"
    "onds.\"}},{\"name\":\"event_type\",\"description\":\"tool_call, tool_result, content_block_start, content_block_delt"
    "a, content_block_stop, thinking_chunk, message_start, message_stop, usage, error; or another word.\",\"schema\""
    ":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"tool_call, tool_result, content_block_start, "
    "content_block_delta, content_block_stop, thinking_chunk, message_start, message_stop, usage, error; or anoth"
    "er word.\"}},{\"name\":\"event_data\",\"description\":\"As the type has it.\",\"schema\":{\"description\":\"As the type ha"
    "s it.\"}},{\"name\":\"message_type\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"data\",\"de"
    "scription\":\"event_data under its other name.\",\"schema\":{\"description\":\"event_data under its other name.\"}}],"
    "\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_progres"
    "s\",\"summary\":\"How far the task is.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":"
    "true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"progress\",\"required\""
    ":true,\"schema\":{\"$ref\":\"#/components/schemas/task.Progress\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\""
    ",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_commands\",\"summary\":\"The slash commands that the age"
    "nt knows: a prompt that begins with one of them runs it.\",\"description\":\"Each report replaces the one before"
    ". The daemon keeps it with the session, as agentCommands.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"ses"
    "sion_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name"
    "\":\"agent\",\"description\":\"Whose they are.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength"
    "\":128,\"description\":\"Whose they are.\"}},{\"name\":\"commands\",\"required\":true,\"schema\":{\"$ref\":\"#/components/sc"
    "hemas/session.Commands\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":tr"
    "ue},{\"name\":\"report_models\",\"summary\":\"The models that the agent offers; the session or the task names one o"
    "f them.\",\"description\":\"Each report replaces the one before. The daemon keeps it with the session, as agentM"
    "odels.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"strin"
    "g\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"agent\",\"description\":\"Whose they are.\",\"required"
    "\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Whose they are.\"}},{\"name\":\"mo"
    "dels\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/session.Models\"}}],\"x-callers\":[\"executor\"],\"x-"
    "handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_error\",\"summary\":\"Something went wr"
    "ong and the agent goes on.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"sc"
    "hema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"error\",\"required\":true,\"sche"
    "ma\":{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\",\"default\":\"ERROR\",\"description\":\"TOOL_FAILED, PER"
    "MISSION_DENIED, …\"},\"message\":{\"type\":\"string\",\"default\":\"\"},\"details\":{\"description\":\"Whatever helps.\"}}}}]"
    ",\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"batch_notific"
    "ation\",\"summary\":\"Several notifications in one message.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"notif"
    "ications\",\"required\":true,\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Notificati"
    "on\"}}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report"
    "_completion\",\"summary\":\"What became of a prompt whose execute_prompt can no longer be answered, since its co"
    "nnection is gone.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"t"
    "ype\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"execution\",\"required\":true,\"schema\":{"
    "\"$ref\":\"#/components/schemas/executor.Execution\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":"
    "\"1.0\",\"x-notification\":true},{\"name\":\"report_terminal_exit\",\"summary\":\"The process of a terminal has ended.\""
    ",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"na"
    "me\":\"terminal_id\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"exit_code\",\"schema\":{\"type\":\"integer\""
    "}},{\"name\":\"signal\",\"schema\":{\"type\":\"integer\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1"
    ".0\",\"x-notification\":true},{\"name\":\"agent.list\",\"summary\":\"All agents, in the order in which one is taken wh"
    "ere none is named, with their state as an executor finds it in its sandbox.\",\"paramStructure\":\"by-name\",\"par"
    "ams\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"agents\":{\"type\":\"array\",\"items\":{"
    "\"$ref\":\"#/components/schemas/agent.Agent\"}}},\"required\":[\"agents\"]}},\"errors\":[{\"$ref\":\"#/components/errors/"
    "subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":tru"
    "e,\"x-waits\":true},{\"name\":\"agent.commands\",\"summary\":\"The slash commands that an agent knows.\",\"description\""
    ":\"Of the built-in agent: its own, and the files .weir/commands/**/*.md, .claude/commands/**/*.md, .weir/skil"
    "ls/*/SKILL.md and .claude/skills/*/SKILL.md of the directory, then of the home; of two with one name the fir"
    "st counts. Of another agent: those that it has reported in this session.\",\"paramStructure\":\"either\",\"params\""
    ":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"agent\",\"description"
    "\":\"Absent: the session's, else the last that worked in it, else builtin.\",\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1,\"maxLength\":128,\"description\":\"Absent: the session's, else the last that worked in it, else builtin.\"}"
    "},{\"name\":\"cwd\",\"description\":\"An absolute path, in place of sessionId.\",\"schema\":{\"type\":\"string\",\"minLengt"
    "h\":1,\"maxLength\":4096,\"description\":\"An absolute path, in place of sessionId.\"}}],\"result\":{\"name\":\"result\","
    "\"schema\":{\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\"},\"commands\":{\"type\":\"array\",\"items\":{\"$ref\""
    ":\"#/components/schemas/agent.Command\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False: there are more th"
    "an 256 files.\"}},\"required\":[\"agent\",\"commands\",\"complete\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid"
    "_params\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailabl"
    "e\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"agent.models\",\"summary\":\"The model"
    "s that can be chosen.\",\"description\":\"Of the built-in agent: of each service that the session may use, in th"
    "e order in which they are tried, the model of the configuration and those that the service lists. weir-broke"
    "r asks the services, each for five seconds at most; what one has told is good for ten minutes. One that need"
    "s a key and has none is not asked. Of another agent: those that it reported last, in this session or else in"
    " one of the newest 200; an agent reports its models when it begins to work.\",\"paramStructure\":\"either\",\"para"
    "ms\":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"agent\",\"descript"
    "ion\":\"Absent: the session's, else the last that worked in it, else builtin.\",\"schema\":{\"type\":\"string\",\"minL"
    "ength\":1,\"maxLength\":128,\"description\":\"Absent: the session's, else the last that worked in it, else builtin"
    ".\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\"},\"model\":{\""
    "type\":\"string\",\"description\":\"The session's.\"},\"services\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sche"
    "mas/agent.Service\"},\"description\":\"Of the built-in agent; of another one empty.\"},\"models\":{\"$ref\":\"#/compon"
    "ents/schemas/session.Models\",\"description\":\"Of another agent. Absent: it has reported none.\"}},\"required\":[\""
    "agent\",\"services\"]}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors"
    "/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":tr"
    "ue,\"x-waits\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"audit.list\",\"summary\":\"The audit log, newest first,"
    " a page at a time.\",\"description\":\"The next page begins before the last number of this one; the end is an em"
    "pty one.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"what\",\"description\":\"Only these: a whole word (key.s"
    "et) or how it begins (key).\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Only the"
    "se: a whole word (key.set) or how it begins (key).\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1,\"maxLength\":128}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}}"
    ",{\"name\":\"before\",\"description\":\"The last number of the page before.\",\"schema\":{\"type\":\"integer\",\"minimum\":1"
    ",\"description\":\"The last number of the page before.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\""
    "items\":{\"$ref\":\"#/components/schemas/audit.Entry\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavai"
    "lable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"audi"
    "t.verify\",\"summary\":\"Go over the whole chain: is every entry as it was written, and is none missing?\",\"param"
    "Structure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"sound\":{"
    "\"type\":\"boolean\"},\"entries\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"That are there.\"},\"no\":{\"type\":\"int"
    "eger\",\"description\":\"The first entry that is wrong or missing.\"},\"problem\":{\"type\":\"string\"}},\"required\":[\"s"
    "ound\",\"entries\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"br"
    "idge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"broker.serve\",\"summary\""
    ":\"Accept connections of an executor on the listening socket that comes with this message.\",\"paramStructure\":"
    "\"by-name\",\"params\":[{\"name\":\"executorId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\""
    ":128}},{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\""
    ":\"providers\",\"description\":\"That this session may use.\",\"required\":true,\"schema\":{\"type\":\"array\",\"items\":{\"$"
    "ref\":\"#/components/schemas/broker.Provider\"},\"maxItems\":64,\"description\":\"That this session may use.\"}}],\"re"
    "sult\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"serving\":{\"type\":\"boolean\"}},\"required\":[\"se"
    "rving\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"broke"
    "r\",\"x-since\":\"1.0\"},{\"name\":\"broker.leave\",\"summary\":\"The executor is gone: its socket and its calls too.\",\""
    "paramStructure\":\"by-name\",\"params\":[{\"name\":\"executorId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLengt"
    "h\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"left\":{\"type\":\"bo"
    "olean\"}},\"required\":[\"left\"]}},\"x-callers\":[\"daemon\"],\"x-handler\":\"broker\",\"x-since\":\"1.0\"},{\"name\":\"broker."
    "models\",\"summary\":\"Ask a service which models it has.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"provide"
    "r\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/broker.Provider\"}},{\"name\":\"headers\",\"description\""
    ":\"Besides.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"description\":\"Besides.\"}},{\""
    "name\":\"api_key\",\"description\":\"Absent: the service needs none.\",\"schema\":{\"type\":\"string\",\"description\":\"Abs"
    "ent: the service needs none.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"models\":"
    "{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Model\"},\"maxItems\":500},\"complete\":{\"type\":\"bool"
    "ean\",\"description\":\"False: it has more.\"},\"error\":{\"type\":\"string\",\"description\":\"Why there are none.\"}},\"re"
    "quired\":[\"models\",\"complete\"]}},\"x-callers\":[\"daemon\"],\"x-handler\":\"broker\",\"x-since\":\"1.0\",\"x-waits\":true,\""
    "x-secret\":true},{\"name\":\"broker.reserve\",\"summary\":\"May this call be made? What it could use at most is take"
    "n off the budget until it is settled.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"executorId\",\"required\":"
    "true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"service\",\"required\":true,\"schema\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":64}},{\"name\":\"model\",\"description\":\"Empty where the request names n"
    "one.\",\"required\":true,\"schema\":{\"type\":\"string\",\"maxLength\":256,\"description\":\"Empty where the request names"
    " none.\"}},{\"name\":\"inputTokens\",\"description\":\"Estimated, rather too high.\",\"required\":true,\"schema\":{\"type\""
    ":\"integer\",\"minimum\":0,\"description\":\"Estimated, rather too high.\"}},{\"name\":\"outputTokens\",\"description\":\"A"
    "t most, of all answers together; absent: the request does not say, and as much as is configured is reserved "
    "for each answer.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"At most, of all answers together; ab"
    "sent: the request does not say, and as much as is configured is reserved for each answer.\"}},{\"name\":\"answer"
    "s\",\"description\":\"That the request wants.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"default\":1,\"description\":"
    "\"That the request wants.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"reservationI"
    "d\":{\"type\":\"string\"},\"api_key\":{\"type\":\"string\"}},\"required\":[\"reservationId\",\"api_key\"]}},\"errors\":[{\"$ref\""
    ":\"#/components/errors/budget_exceeded\"},{\"$ref\":\"#/components/errors/key_not_found\"},{\"$ref\":\"#/components/e"
    "rrors/key_refused\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/too_many_key_req"
    "uests\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"broker\"],\"x-handler\":\"daemon\",\"x"
    "-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true},{\"name\":\"broker.settle\",\"summary\":\"What the call has used. Th"
    "e rest of its reservation is given back.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"reservationId\",\"requ"
    "ired\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"inputTokens\",\"description\":\"Ab"
    "sent: the provider did not tell, and what was reserved stands as used.\",\"schema\":{\"type\":\"integer\",\"minimum\""
    ":0,\"description\":\"Absent: the provider did not tell, and what was reserved stands as used.\"}},{\"name\":\"outpu"
    "tTokens\",\"description\":\"Likewise.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Likewise.\"}},{\"name"
    "\":\"status\",\"description\":\"Of HTTP; 0: there was no answer.\",\"required\":true,\"schema\":{\"type\":\"integer\",\"desc"
    "ription\":\"Of HTTP; 0: there was no answer.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properti"
    "es\":{\"settled\":{\"type\":\"boolean\"}},\"required\":[\"settled\"]}},\"errors\":[{\"$ref\":\"#/components/errors/broker_ca"
    "ll_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"broker\"],\"x-handler\":\"dae"
    "mon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"budget.status\",\"summary\":\"What was used, what is reserved and"
    " what is left: of the day, and of a session.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\"sche"
    "ma\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"p"
    "roperties\":{\"day\":{\"$ref\":\"#/components/schemas/budget.Account\"},\"session\":{\"$ref\":\"#/components/schemas/bud"
    "get.Account\"}},\"required\":[\"day\"]}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/co"
    "mponents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0"
    "\",\"x-closed\":true},{\"name\":\"chat.send\",\"summary\":\"Say something in a thread, as a task; without a thread a n"
    "ew one begins.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"message\",\"required\":true,\"schema\":{\"type\":\"stri"
    "ng\",\"minLength\":1,\"maxLength\":1048576}},{\"name\":\"priority\",\"schema\":{\"type\":\"integer\",\"minimum\":-1000000,\"ma"
    "ximum\":1000000,\"default\":0}},{\"name\":\"threadId\",\"description\":\"A session's id.\",\"schema\":{\"type\":\"string\",\"m"
    "inLength\":1,\"maxLength\":128,\"description\":\"A session's id.\"}},{\"name\":\"cwd\",\"description\":\"An absolute path,"
    " as in task.submit; absent: the thread's.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"descrip"
    "tion\":\"An absolute path, as in task.submit; absent: the thread's.\"}},{\"name\":\"attachments\",\"description\":\"As"
    " in task.submit.\",\"schema\":{\"$ref\":\"#/components/schemas/task.Attachments\",\"description\":\"As in task.submit."
    "\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"threadId\""
    ":{\"type\":\"string\"}},\"required\":[\"taskId\",\"threadId\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params"
    "\"},{\"$ref\":\"#/components/errors/queue_full\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/com"
    "ponents/errors/session_closed\"},{\"$ref\":\"#/components/errors/stopping\"},{\"$ref\":\"#/components/errors/directo"
    "ry_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-ha"
    "ndler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"message\",\"priority\"]},{\"name\":\"daemon.statu"
    "s\",\"summary\":\"How the daemon is: its process, its parts, its clients.\",\"paramStructure\":\"by-name\",\"params\":["
    "],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pid\":{\"type\":\"integer\"},\"uptime_seconds"
    "\":{\"type\":\"integer\",\"minimum\":0},\"started_at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"versio"
    "n\":{\"type\":\"string\"},\"health\":{\"description\":\"The worst of the subsystems.\",\"$ref\":\"#/components/schemas/dae"
    "mon.Health\"},\"subsystems\":{\"type\":\"object\",\"description\":\"`store` is degraded while it is being opened, whil"
    "e it is being checked after a crash, and where something that was stored was gone when it was opened; failed"
    " where it is damaged, or where its file was deleted, replaced or cut under the running daemon.\",\"additionalP"
    "roperties\":{\"$ref\":\"#/components/schemas/daemon.Subsystem\"}},\"clients\":{\"type\":\"integer\",\"minimum\":0,\"descri"
    "ption\":\"Connections, this one included.\"},\"memory_bytes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Reside"
    "nt memory of the daemon.\"},\"socket\":{\"type\":\"string\"},\"state\":{\"type\":\"string\",\"description\":\"The directory "
    "of its state and its log.\"},\"config\":{\"type\":[\"string\",\"null\"],\"description\":\"The configuration file in use;"
    " null where there is none.\"},\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"pid\",\"uptime_seconds\",\"started_at\","
    "\"version\",\"health\",\"subsystems\",\"clients\",\"memory_bytes\",\"socket\",\"state\",\"config\",\"stopping\"]}},\"x-callers\""
    ":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"daemon.find\",\"summary\":\"Whole ids for a "
    "part of one, as a person types it: its beginning, or its end.\",\"description\":\"The prefix of the kind may be "
    "absent, and letters may be small. An end has at least six characters and is looked for among the 10,000 newe"
    "st, where no id begins with the text. No id is returned for what is deleted.\",\"paramStructure\":\"either\",\"par"
    "ams\":[{\"name\":\"kind\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/daemon.IdKind\"}},{\"name\":\"text\","
    "\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"examples\":[\"01KA3DFG7H\"]}}],\"result"
    "\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ids\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\""
    "maxItems\":16,\"description\":\"The newest first.\"},\"more\":{\"type\":\"boolean\",\"description\":\"There are others.\"}}"
    ",\"required\":[\"ids\",\"more\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"c"
    "lient\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"kind\",\"text\"]},{\"name"
    "\":\"daemon.stop\",\"summary\":\"Stop the daemon: take nothing new, finish what runs, leave. With force, at once.\""
    ",\"description\":\"While tasks are at work new connections are accepted; of their calls only daemon.stop, daemo"
    "n.status, ping and initialize are served, all others fail with stopping. A further daemon.stop with force fo"
    "rces the stop that is under way.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"force\",\"description\":\"Do not "
    "wait for what runs: end it with all of its processes.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"descripti"
    "on\":\"Do not wait for what runs: end it with all of its processes.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"t"
    "ype\":\"object\",\"properties\":{\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"stopping\"]}},\"x-callers\":[\"client\",\""
    "bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"force\"]},{\"name\":\"daemon.rest"
    "art\",\"summary\":\"Go over to the daemon's program as it is on the disk now, without losing anything.\",\"descrip"
    "tion\":\"Same process id. Connections, waiting requests, subscriptions, terminals and executors stay; clients "
    "notice a pause. Answered by the new program.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"resul"
    "t\",\"schema\":{\"type\":\"object\",\"properties\":{\"version\":{\"type\":\"string\",\"description\":\"Of the new program.\"},\""
    "pause_ms\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"How long nobody was served.\"}},\"required\":[\"version\","
    "\"pause_ms\"]}},\"errors\":[{\"$ref\":\"#/components/errors/restart_failed\"},{\"$ref\":\"#/components/errors/stopping\""
    "}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"na"
    "me\":\"db.stats\",\"summary\":\"How much is stored, and how much of the disk it takes.\",\"paramStructure\":\"by-name\""
    ",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"sch"
    "ema\":{\"type\":\"integer\",\"description\":\"The version of its tables.\"},\"fileBytes\":{\"type\":\"integer\"},\"walBytes\""
    ":{\"type\":\"integer\",\"description\":\"Committed, but not yet in the main file.\"},\"freeBytes\":{\"type\":\"integer\",\""
    "description\":\"Inside of the file, to be used again; db.compact gives them back.\"},\"sessions\":{\"type\":\"intege"
    "r\"},\"tasks\":{\"type\":\"integer\"},\"events\":{\"type\":\"integer\",\"description\":\"In the log, or close to it: lastSeq"
    " - firstSeq + 1.\"},\"firstSeq\":{\"type\":\"integer\"},\"lastSeq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"com"
    "mits\":{\"type\":\"integer\",\"description\":\"Transactions since the daemon started.\"},\"changes\":{\"type\":\"integer\","
    "\"description\":\"Operations in them.\"}},\"required\":[\"path\",\"schema\",\"fileBytes\",\"walBytes\",\"freeBytes\",\"sessio"
    "ns\",\"tasks\",\"events\",\"firstSeq\",\"lastSeq\",\"epoch\",\"commits\",\"changes\"]}},\"errors\":[{\"$ref\":\"#/components/err"
    "ors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\""
    "db.check\",\"summary\":\"Read the whole store and look for damage. Takes a while where it is large; everything e"
    "lse goes on. Into a store that is found damaged nothing is written any more.\",\"paramStructure\":\"by-name\",\"pa"
    "rams\":[{\"name\":\"quick\",\"description\":\"Leave out whether the indexes agree with their tables.\",\"schema\":{\"typ"
    "e\":\"boolean\",\"default\":false,\"description\":\"Leave out whether the indexes agree with their tables.\"}}],\"resu"
    "lt\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"},\"problems\":{\"type\":\"arr"
    "ay\",\"items\":{\"type\":\"string\"}}},\"required\":[\"ok\",\"problems\"]}},\"errors\":[{\"$ref\":\"#/components/errors/db_bus"
    "y\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"db.backup\",\"summary\":\"Write a consistent copy of"
    " the store into a new file while everything goes on.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"path\",\"de"
    "scription\":\"An absolute path; the file must not be there yet.\",\"required\":true,\"schema\":{\"type\":\"string\",\"mi"
    "nLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; the file must not be there yet.\",\"examples\":[\"/"
    "home/ada/weir-backup.db\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type"
    "\":\"string\"},\"bytes\":{\"type\":\"integer\"}},\"required\":[\"path\",\"bytes\"]}},\"errors\":[{\"$ref\":\"#/components/errors"
    "/invalid_params\"},{\"$ref\":\"#/components/errors/file_exists\"},{\"$ref\":\"#/components/errors/file_failed\"},{\"$r"
    "ef\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"clien"
    "t\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"path\"]},{\""
    "name\":\"db.compact\",\"summary\":\"Remove what retention no longer keeps, and give free space back to the disk.\","
    "\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"be"
    "foreBytes\":{\"type\":\"integer\"},\"afterBytes\":{\"type\":\"integer\"},\"removedEvents\":{\"type\":\"integer\"},\"removedTas"
    "ks\":{\"type\":\"integer\"}},\"required\":[\"beforeBytes\",\"afterBytes\",\"removedEvents\",\"removedTasks\"]}},\"errors\":[{"
    "\"$ref\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"cl"
    "ient\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"event.subscribe\",\"summary\":\"Ge"
    "t events: first those stored from a point on, then each as it happens, none twice, none left out.\",\"descript"
    "ion\":\"A connection without a subscription gets the life cycle of tasks; with one, only what its subscription"
    "s name, and each live event once, however many of them match. Only what is committed is pushed. Who reads sl"
    "owly is served from the log at its own pace, and still gets each once. While one subscription replays, anoth"
    "er one that is live may bring the same event before it. event.cursor tells when the stored ones are through,"
    " and where a filtered subscription stands. In a batch the answer may come behind the first events.\",\"paramSt"
    "ructure\":\"by-name\",\"params\":[{\"name\":\"topics\",\"schema\":{\"$ref\":\"#/components/schemas/event.Topics\"}},{\"name\""
    ":\"sessionId\",\"description\":\"Only what belongs to this session, or what it inherited.\",\"schema\":{\"type\":\"stri"
    "ng\",\"minLength\":1,\"maxLength\":128,\"description\":\"Only what belongs to this session, or what it inherited.\"}}"
    ",{\"name\":\"taskId\",\"description\":\"Only what belongs to this task.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"m"
    "axLength\":128,\"description\":\"Only what belongs to this task.\"}},{\"name\":\"fromSeq\",\"description\":\"The first e"
    "vent wanted; absent: only new ones.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The first event w"
    "anted; absent: only new ones.\"}},{\"name\":\"epoch\",\"description\":\"Of the log that fromSeq belongs to; another "
    "one is refused with epoch_changed.\",\"schema\":{\"type\":\"string\",\"maxLength\":128,\"description\":\"Of the log that"
    " fromSeq belongs to; another one is refused with epoch_changed.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"typ"
    "e\":\"object\",\"properties\":{\"subscriptionId\":{\"type\":\"string\"},\"epoch\":{\"type\":\"string\"},\"fromSeq\":{\"type\":\"in"
    "teger\",\"description\":\"Where it begins.\"},\"gap\":{\"$ref\":\"#/components/schemas/event.Gap\"}},\"required\":[\"subsc"
    "riptionId\",\"epoch\",\"fromSeq\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/component"
    "s/errors/epoch_changed\"},{\"$ref\":\"#/components/errors/too_many_subscriptions\"},{\"$ref\":\"#/components/errors/"
    "session_not_found\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsystem_una"
    "vailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"e"
    "vent.unsubscribe\",\"summary\":\"End a subscription of this connection.\",\"paramStructure\":\"either\",\"params\":[{\"n"
    "ame\":\"subscriptionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"unsubscribed\":{\"type\":\"boolean\"}},\"required\":[\"unsub"
    "scribed\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subscription_not_found\"}],\"x-callers\":[\"client\",\"bridge\"]"
    ",\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"subscriptionId\"]},{\"name\":\"event.list"
    "\",\"summary\":\"The log, oldest first, a page at a time.\",\"description\":\"A page ends at its limit, at about 1 M"
    "iB, or after 20,000 events that do not match; nextSeq is where the next one begins, and more whether there i"
    "s one.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"topics\",\"schema\":{\"$ref\":\"#/components/schemas/event.T"
    "opics\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"taskId\",\"sch"
    "ema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"fromSeq\",\"description\":\"The first event wante"
    "d.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"default\":0,\"description\":\"The first event wanted.\"}},{\"name\":\"ep"
    "och\",\"description\":\"Of the log that fromSeq belongs to; another one is refused with epoch_changed.\",\"schema\""
    ":{\"type\":\"string\",\"maxLength\":128,\"description\":\"Of the log that fromSeq belongs to; another one is refused "
    "with epoch_changed.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":100}}"
    "],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"epoch\":{\"type\":\"string\"},\"events\":{\"typ"
    "e\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/event.Entry\"}},\"nextSeq\":{\"type\":\"integer\"},\"more\":{\"type\":"
    "\"boolean\"},\"firstSeq\":{\"type\":\"integer\",\"description\":\"The oldest that retention has left.\"},\"lastSeq\":{\"typ"
    "e\":\"integer\",\"description\":\"The newest; 0 in an empty log.\"},\"gap\":{\"$ref\":\"#/components/schemas/event.Gap\"}"
    "},\"required\":[\"epoch\",\"events\",\"nextSeq\",\"more\",\"firstSeq\",\"lastSeq\"]}},\"errors\":[{\"$ref\":\"#/components/erro"
    "rs/invalid_params\"},{\"$ref\":\"#/components/errors/epoch_changed\"},{\"$ref\":\"#/components/errors/session_not_fo"
    "und\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x"
    "-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"key.set\",\"summa"
    "ry\":\"Keep a key for a service; one that was there is replaced.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\""
    ":\"service\",\"description\":\"Lower-case letters, digits, - and _.\",\"required\":true,\"schema\":{\"type\":\"string\",\"m"
    "inLength\":1,\"maxLength\":64,\"description\":\"Lower-case letters, digits, - and _.\",\"examples\":[\"anthropic\"]}},{"
    "\"name\":\"value\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":65536}}],\"result\":{\"name\""
    ":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/key.Key\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_p"
    "arams\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-"
    "callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true},{\"name\":\""
    "key.list\",\"summary\":\"The services that have a key.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":"
    "\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/key.Key\"}}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\""
    ",\"x-closed\":true},{\"name\":\"key.delete\",\"summary\":\"Forget the key of a service.\",\"paramStructure\":\"either\",\"p"
    "arams\":[{\"name\":\"service\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64}}],\"result\""
    ":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"deleted\":{\"type\":\"boolean\"}},\"required\":[\"deleted"
    "\"]}},\"errors\":[{\"$ref\":\"#/components/errors/no_such_key\"},{\"$ref\":\"#/components/errors/subsystem_unavailable"
    "\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"se"
    "rvice\"]},{\"name\":\"key.give\",\"summary\":\"A key in clear, for a program of the user's own that speaks to a serv"
    "ice itself: weir-agent.\",\"description\":\"Written into the audit log with who asked. Not for bridges, and refu"
    "sed to whatever runs inside of an executor's sandbox.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"service\""
    ",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64}}],\"result\":{\"name\":\"result\",\"schema"
    "\":{\"type\":\"object\",\"properties\":{\"api_key\":{\"type\":\"string\"}},\"required\":[\"api_key\"]}},\"errors\":[{\"$ref\":\"#/"
    "components/errors/key_not_found\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/to"
    "o_many_key_requests\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\"],\"x-handle"
    "r\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-secret\":true,\"x-positional\":[\"service\"]},{\"nam"
    "e\":\"key.rotate\",\"summary\":\"Seal all keys anew under a new master key. Whatever happens meanwhile, they can b"
    "e opened afterwards.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"keyFile\",\"description\":\"Where the master"
    " key is given from outside (WEIR_MASTER_KEY_FILE, a systemd credential): an absolute path of a file with the"
    " new one, which the caller then puts in the old one's place.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLe"
    "ngth\":4096,\"description\":\"Where the master key is given from outside (WEIR_MASTER_KEY_FILE, a systemd creden"
    "tial): an absolute path of a file with the new one, which the caller then puts in the old one's place.\"}}],\""
    "result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"keys\":{\"type\":\"integer\",\"minimum\":0,\"descr"
    "iption\":\"That were sealed anew.\"},\"masterKey\":{\"type\":\"string\",\"description\":\"Where the new one is.\"}},\"requ"
    "ired\":[\"keys\",\"masterKey\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/e"
    "rrors/keys_locked\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x"
    "-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"permission.list\",\"summary\":\"Permission requests"
    ", newest first, a page at a time.\",\"description\":\"The next page begins after the last id of this one; the en"
    "d is an empty one.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"state\",\"description\":\"Only these; absent: "
    "only pending ones.\",\"schema\":{\"$ref\":\"#/components/schemas/permission.RequestState\",\"description\":\"Only thes"
    "e; absent: only pending ones.\"}},{\"name\":\"all\",\"description\":\"Those that were answered too.\",\"schema\":{\"type"
    "\":\"boolean\",\"default\":false,\"description\":\"Those that were answered too.\"}},{\"name\":\"sessionId\",\"schema\":{\"t"
    "ype\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximu"
    "m\":1000,\"default\":50}},{\"name\":\"after\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{"
    "\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.Request\"}}},\"error"
    "s\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"permission.answer\",\"summary\":\"Answer a permission request. The "
    "first answer counts.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"requestId\",\"required\":true,\"schema\":{\"ty"
    "pe\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"decision\",\"required\":true,\"schema\":{\"$ref\":\"#/componen"
    "ts/schemas/permission.Decision\"}},{\"name\":\"reason\",\"description\":\"For the agent and the record.\",\"schema\":{\""
    "type\":\"string\",\"maxLength\":4096,\"description\":\"For the agent and the record.\"}},{\"name\":\"rule\",\"description\""
    ":\"With allow_session and allow_always: this rule in the place of the suggested ones; it must match the reque"
    "st.\",\"schema\":{\"$ref\":\"#/components/schemas/permission.NewRule\",\"description\":\"With allow_session and allow_"
    "always: this rule in the place of the suggested ones; it must match the request.\"}},{\"name\":\"rules\",\"descrip"
    "tion\":\"Likewise, several, instead of rule: each must match something of the request, and together with the r"
    "ules in force they must allow it. All of them are stored, or none.\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\""
    ":\"#/components/schemas/permission.NewRule\"},\"minItems\":1,\"maxItems\":16,\"description\":\"Likewise, several, ins"
    "tead of rule: each must match something of the request, and together with the rules in force they must allow"
    " it. All of them are stored, or none.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{"
    "\"request\":{\"$ref\":\"#/components/schemas/permission.Request\"},\"rule\":{\"$ref\":\"#/components/schemas/permission"
    ".Rule\",\"description\":\"That was made, where it was one.\"},\"rules\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/componen"
    "ts/schemas/permission.Rule\"},\"description\":\"All that were made.\"}},\"required\":[\"request\"]}},\"errors\":[{\"$ref"
    "\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/permission_not_found\"},{\"$ref\":\"#/compo"
    "nents/errors/permission_answered\"},{\"$ref\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/"
    "too_many_rules\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem"
    "_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name"
    "\":\"permission.rules.list\",\"summary\":\"The rules that are in force, oldest first.\",\"paramStructure\":\"by-name\","
    "\"params\":[{\"name\":\"sessionId\",\"description\":\"Only those that count in this session.\",\"schema\":{\"type\":\"strin"
    "g\",\"minLength\":1,\"maxLength\":128,\"description\":\"Only those that count in this session.\"}}],\"result\":{\"name\":"
    "\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.Rule\"}}},\"errors\":[{\"$ref"
    "\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\""
    ":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"permission.rules.add\",\"s"
    "ummary\":\"Add a rule.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"effect\",\"required\":true,\"schema\":{\"$ref\""
    ":\"#/components/schemas/permission.Effect\"}},{\"name\":\"tool\",\"description\":\"A tool's name, or a pattern of it."
    "\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"A tool's name, or a"
    " pattern of it.\",\"examples\":[\"Bash\",\"mcp__github__*\"]}},{\"name\":\"path\",\"schema\":{\"type\":\"string\",\"minLength\""
    ":1,\"maxLength\":4096,\"examples\":[\"./src/**\"]}},{\"name\":\"command\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"max"
    "Length\":4096,\"examples\":[\"git status *\"]}},{\"name\":\"sessionId\",\"description\":\"Only in this session; it ends "
    "with it.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Only in this session; it en"
    "ds with it.\"}},{\"name\":\"cwd\",\"description\":\"Only in sessions with this working directory.\",\"schema\":{\"type\":"
    "\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"Only in sessions with this working directory.\"}},{\"na"
    "me\":\"expiresAt\",\"description\":\"Epoch milliseconds; absent: it stays.\",\"schema\":{\"type\":\"integer\",\"minimum\":0"
    ",\"description\":\"Epoch milliseconds; absent: it stays.\"}},{\"name\":\"note\",\"schema\":{\"type\":\"string\",\"maxLength"
    "\":1024}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/permission.Rule\"}},\"errors\":[{\"$r"
    "ef\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/too_many_rules\"},{\"$ref\":\"#/components/"
    "errors/session_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors"
    "/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":tr"
    "ue},{\"name\":\"permission.rules.remove\",\"summary\":\"Remove a rule.\",\"paramStructure\":\"either\",\"params\":[{\"name\""
    ":\"ruleId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"resul"
    "t\",\"schema\":{\"type\":\"object\",\"properties\":{\"removed\":{\"type\":\"boolean\"}},\"required\":[\"removed\"]}},\"errors\":["
    "{\"$ref\":\"#/components/errors/rule_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-calle"
    "rs\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"ruleId\"]},{\"na"
    "me\":\"permission.rules.preview\",\"summary\":\"Which calls of the past a rule would have matched, before it is ad"
    "ded.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"rule\",\"required\":true,\"schema\":{\"$ref\":\"#/components/sch"
    "emas/permission.NewRule\"}},{\"name\":\"rules\",\"description\":\"Those that are added with it: then it is told what"
    " all of them decide together, with the rules in force, that those in force alone do not.\",\"schema\":{\"type\":\""
    "array\",\"items\":{\"$ref\":\"#/components/schemas/permission.NewRule\"},\"maxItems\":15,\"description\":\"Those that ar"
    "e added with it: then it is told what all of them decide together, with the rules in force, that those in fo"
    "rce alone do not.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":20}}],\""
    "result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"matched\":{\"type\":\"integer\",\"minimum\":0,\"de"
    "scription\":\"Of the calls that were looked at.\"},\"lookedAt\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The "
    "newest 10,000 at most.\"},\"denied\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Of the matched ones: those th"
    "at were not allowed then.\"},\"requests\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.Requ"
    "est\"},\"description\":\"The newest of the matched ones.\"}},\"required\":[\"matched\",\"lookedAt\",\"denied\",\"requests\""
    "]}},\"errors\":[{\"$ref\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/session_not_found\"},{"
    "\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x"
    "-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"session.create\""
    ",\"summary\":\"Begin a conversation.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"cwd\",\"description\":\"The wor"
    "king directory: an absolute path. Absent: an empty directory of the session's own, which session.delete remo"
    "ves; of a project's daemon, the project.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"descript"
    "ion\":\"The working directory: an absolute path. Absent: an empty directory of the session's own, which sessio"
    "n.delete removes; of a project's daemon, the project.\",\"examples\":[\"/home/ada/project\"]}},{\"name\":\"agent\",\"s"
    "chema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"model\",\"description\":\"For the built-in agen"
    "t a name, or SERVICE/NAME: what stands before the first slash is always the service. Other agents have names"
    " of their own.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"description\":\"For the built-in agen"
    "t a name, or SERVICE/NAME: what stands before the first slash is always the service. Other agents have names"
    " of their own.\"}},{\"name\":\"permissionMode\",\"schema\":{\"$ref\":\"#/components/schemas/session.PermissionMode\",\"d"
    "efault\":\"default\"}},{\"name\":\"title\",\"schema\":{\"type\":\"string\",\"maxLength\":1024}},{\"name\":\"network\",\"descript"
    "ion\":\"Absent: as configured.\",\"schema\":{\"$ref\":\"#/components/schemas/session.Network\",\"description\":\"Absent:"
    " as configured.\"}},{\"name\":\"keys\",\"description\":\"Absent: as configured.\",\"schema\":{\"$ref\":\"#/components/sche"
    "mas/session.Keys\",\"description\":\"Absent: as configured.\"}},{\"name\":\"services\",\"schema\":{\"$ref\":\"#/components"
    "/schemas/session.Services\"}},{\"name\":\"permissionTimeoutMs\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":"
    "86400000}},{\"name\":\"thinkingTokens\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":10000000}},{\"name\":\"con"
    "textFiles\",\"schema\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"}},{\"name\":\"tools\",\"description\":\"Abs"
    "ent: the built-in agent's own, and for other agents all that rules and modes allow.\",\"schema\":{\"$ref\":\"#/com"
    "ponents/schemas/session.Tools\",\"description\":\"Absent: the built-in agent's own, and for other agents all tha"
    "t rules and modes allow.\"}},{\"name\":\"stream\",\"description\":\"False: agents report whole messages only, no del"
    "tas. Absent: true.\",\"schema\":{\"type\":\"boolean\",\"description\":\"False: agents report whole messages only, no d"
    "eltas. Absent: true.\"}},{\"name\":\"closeWhenIdle\",\"description\":\"For a session that is made for one prompt: th"
    "e daemon closes it when no task of it has been at work, and no terminal of it open, for sessions.closeIdleMs"
    "; session.reopen opens it again.\",\"schema\":{\"type\":\"boolean\",\"description\":\"For a session that is made for o"
    "ne prompt: the daemon closes it when no task of it has been at work, and no terminal of it open, for session"
    "s.closeIdleMs; session.reopen opens it again.\"}},{\"name\":\"budget\",\"schema\":{\"$ref\":\"#/components/schemas/ses"
    "sion.Budget\"}},{\"name\":\"metadata\",\"description\":\"Kept with the session; at most 64 KiB of JSON.\",\"schema\":{\""
    "description\":\"Kept with the session; at most 64 KiB of JSON.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":"
    "\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/"
    "components/errors/service_unknown\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/componen"
    "ts/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-c"
    "losed\":true},{\"name\":\"session.get\",\"summary\":\"One session.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"ses"
    "sionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\""
    ",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_no"
    "t_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":"
    "\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session.files\",\"summary\":\"Fi"
    "les and directories below a session's directory, for the completion of a path.\",\"description\":\"What .gitigno"
    "re names, and .git, is left out; links are not followed. The best matches come first: paths that begin with "
    "the query, then names that do, then paths that hold it, whatever the case.\",\"paramStructure\":\"either\",\"param"
    "s\":[{\"name\":\"sessionId\",\"description\":\"Absent: cwd says where.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"max"
    "Length\":128,\"description\":\"Absent: cwd says where.\"}},{\"name\":\"query\",\"schema\":{\"type\":\"string\",\"maxLength\":"
    "4096,\"default\":\"\"}},{\"name\":\"cwd\",\"description\":\"An absolute path, in place of sessionId: for a session that"
    " is yet to be made.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute pat"
    "h, in place of sessionId: for a session that is yet to be made.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer"
    "\",\"minimum\":1,\"maximum\":1000,\"default\":50}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties"
    "\":{\"cwd\":{\"type\":\"string\",\"description\":\"Below which the paths lie.\"},\"files\":{\"type\":\"array\",\"items\":{\"$ref"
    "\":\"#/components/schemas/session.FoundFile\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False: there are mo"
    "re matches than the limit, or not all of the directory could be looked at in two seconds or 200,000 entries."
    "\"}},\"required\":[\"cwd\",\"files\",\"complete\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":"
    "\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/com"
    "ponents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\""
    ",\"x-closed\":true,\"x-positional\":[\"sessionId\",\"query\"]},{\"name\":\"session.list\",\"summary\":\"Sessions, newest fi"
    "rst, a page at a time.\",\"description\":\"The next page begins after the last id of this one. A page may be sho"
    "rter than its limit where the sessions are long; the end is an empty one.\",\"paramStructure\":\"by-name\",\"param"
    "s\":[{\"name\":\"state\",\"description\":\"Only these.\",\"schema\":{\"$ref\":\"#/components/schemas/session.State\",\"descr"
    "iption\":\"Only these.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}}"
    ",{\"name\":\"after\",\"description\":\"The last id of the page before.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"ma"
    "xLength\":128,\"description\":\"The last id of the page before.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\""
    "array\",\"items\":{\"$ref\":\"#/components/schemas/session.Session\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subs"
    "ystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{"
    "\"name\":\"session.update\",\"summary\":\"Change a session; what is absent stays, what is null goes. Tasks that hav"
    "e started keep what they started with.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\"required\":"
    "true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"agent\",\"schema\":{\"type\":[\"string\",\"n"
    "ull\"],\"minLength\":1,\"maxLength\":128}},{\"name\":\"model\",\"schema\":{\"type\":[\"string\",\"null\"],\"minLength\":1,\"maxL"
    "ength\":256}},{\"name\":\"permissionMode\",\"schema\":{\"$ref\":\"#/components/schemas/session.PermissionMode\"}},{\"nam"
    "e\":\"title\",\"schema\":{\"type\":[\"string\",\"null\"],\"maxLength\":1024}},{\"name\":\"network\",\"schema\":{\"$ref\":\"#/compo"
    "nents/schemas/session.Network\"}},{\"name\":\"keys\",\"schema\":{\"$ref\":\"#/components/schemas/session.Keys\"}},{\"nam"
    "e\":\"services\",\"schema\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64},\"maxI"
    "tems\":64}},{\"name\":\"permissionTimeoutMs\",\"schema\":{\"type\":[\"integer\",\"null\"],\"minimum\":0,\"maximum\":86400000}"
    "},{\"name\":\"thinkingTokens\",\"schema\":{\"type\":[\"integer\",\"null\"],\"minimum\":0,\"maximum\":10000000}},{\"name\":\"con"
    "textFiles\",\"schema\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"}},{\"name\":\"tools\",\"description\":\"For"
    " the next tasks.\",\"schema\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},"
    "\"maxItems\":256,\"description\":\"For the next tasks.\"}},{\"name\":\"stream\",\"description\":\"For the next tasks.\",\"s"
    "chema\":{\"type\":[\"boolean\",\"null\"],\"description\":\"For the next tasks.\"}},{\"name\":\"closeWhenIdle\",\"schema\":{\"t"
    "ype\":[\"boolean\",\"null\"]}},{\"name\":\"budget\",\"schema\":{\"$ref\":\"#/components/schemas/session.Budget\"}},{\"name\":"
    "\"metadata\",\"description\":\"At most 64 KiB of JSON; null removes it.\",\"schema\":{\"description\":\"At most 64 KiB "
    "of JSON; null removes it.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Sessi"
    "on\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/service_unknown\"}"
    ",{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/c"
    "omponents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1."
    "0\",\"x-closed\":true},{\"name\":\"session.close\",\"summary\":\"End a conversation: queued tasks are cancelled, the o"
    "ne at work is stopped, new ones are refused. What was said stays.\",\"description\":\"Answered once no task of t"
    "he session is at work any more. Closing a closed session changes nothing.\",\"paramStructure\":\"either\",\"params"
    "\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{"
    "\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/er"
    "rors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge"
    "\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"sessionId\"]},{\"name\""
    ":\"session.reopen\",\"summary\":\"Open a closed session again: it takes tasks, with its settings and all that was"
    " said.\",\"description\":\"Rules that held as long as it was open are gone. Opening an open session changes noth"
    "ing. Told by event.sessionUpdated.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,"
    "\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/com"
    "ponents/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/com"
    "ponents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\""
    ",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session.delete\",\"summary\":\"Remove a session with its"
    " tasks and events, and the directory that was made for it unless another session works there. What forks of "
    "it inherited stays theirs.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\""
    ":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"prop"
    "erties\":{\"deleted\":{\"type\":\"boolean\"}},\"required\":[\"deleted\"]}},\"errors\":[{\"$ref\":\"#/components/errors/sessi"
    "on_not_found\"},{\"$ref\":\"#/components/errors/session_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailabl"
    "e\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"s"
    "essionId\"]},{\"name\":\"session.fork\",\"summary\":\"A new session with the same settings and the history of anothe"
    "r, up to one of its events.\",\"description\":\"event.list and event.subscribe with the new session's id give th"
    "e inherited events too, with their own seq. Closed sessions can be forked.\",\"paramStructure\":\"by-name\",\"para"
    "ms\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\""
    "atSeq\",\"description\":\"The last event that the fork shall know; absent: all there are.\",\"schema\":{\"type\":\"int"
    "eger\",\"minimum\":1,\"description\":\"The last event that the fork shall know; absent: all there are.\"}},{\"name\":"
    "\"title\",\"schema\":{\"type\":\"string\",\"maxLength\":1024}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/componen"
    "ts/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/componen"
    "ts/errors/event_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bri"
    "dge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"task.submit\",\"summary\":\"Queue a prompt "
    "for an agent.\",\"description\":\"Without a session a new one is made, with the given working directory, or as s"
    "ession.create does without one. Tasks of one session run one after another. A repeated idempotency key answe"
    "rs with the task that it made.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"prompt\",\"required\":true,\"schema"
    "\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1048576}},{\"name\":\"agent\",\"schema\":{\"type\":\"string\",\"minLength\""
    ":1,\"maxLength\":128}},{\"name\":\"priority\",\"description\":\"Higher goes first.\",\"schema\":{\"type\":\"integer\",\"minim"
    "um\":-1000000,\"maximum\":1000000,\"default\":0,\"description\":\"Higher goes first.\"}},{\"name\":\"sessionId\",\"schema\""
    ":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"cwd\",\"description\":\"An absolute path; absent: the"
    " session's.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; absen"
    "t: the session's.\"}},{\"name\":\"idempotencyKey\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256}},{\"na"
    "me\":\"timeoutMs\",\"description\":\"How long it may run, once started; absent: as configured (600,000).\",\"schema\""
    ":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"description\":\"How long it may run, once started; absent:"
    " as configured (600,000).\"}},{\"name\":\"limits\",\"schema\":{\"$ref\":\"#/components/schemas/task.Limits\"}},{\"name\":"
    "\"tools\",\"description\":\"Absent: the session's.\",\"schema\":{\"$ref\":\"#/components/schemas/session.Tools\",\"descri"
    "ption\":\"Absent: the session's.\"}},{\"name\":\"stream\",\"description\":\"False: the agent reports whole messages on"
    "ly, no deltas. Absent: as the session has it.\",\"schema\":{\"type\":\"boolean\",\"description\":\"False: the agent re"
    "ports whole messages only, no deltas. Absent: as the session has it.\"}},{\"name\":\"attachments\",\"description\":"
    "\"Files that come with the prompt. They are read when the task starts.\",\"schema\":{\"$ref\":\"#/components/schema"
    "s/task.Attachments\",\"description\":\"Files that come with the prompt. They are read when the task starts.\"}}],"
    "\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"state\":{\"$ref\""
    ":\"#/components/schemas/task.State\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"taskId\",\"state\",\"sessionId\"]"
    "}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/queue_full\"},{\"$ref\""
    ":\"#/components/errors/idempotency_conflict\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/com"
    "ponents/errors/session_closed\"},{\"$ref\":\"#/components/errors/stopping\"},{\"$ref\":\"#/components/errors/directo"
    "ry_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-ha"
    "ndler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"prompt\",\"agent\",\"priority\"]},{\"name\":\"task."
    "diff\",\"summary\":\"What a task has changed of the files in its working directory, so far or in all.\",\"descript"
    "ion\":\"Changes that others made to the same files while it was at work are among them: who wrote is not known"
    ".\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength"
    "\":1,\"maxLength\":128}},{\"name\":\"paths\",\"description\":\"Only these; absent: all.\",\"schema\":{\"type\":\"array\",\"ite"
    "ms\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":1000,\"description\":\"Only these; absent: all."
    "\"}},{\"name\":\"texts\",\"description\":\"False: which files, without their content.\",\"schema\":{\"type\":\"boolean\",\"d"
    "efault\":true,\"description\":\"False: which files, without their content.\"}}],\"result\":{\"name\":\"result\",\"schema"
    "\":{\"type\":\"object\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"cwd\":{\"type\":\"string\"},\"files\":{\"type\":\"array\","
    "\"items\":{\"$ref\":\"#/components/schemas/task.FileChange\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False: "
    "not all of the working directory could be kept before, so something may be missing.\"},\"undone\":{\"type\":\"bool"
    "ean\",\"default\":false,\"description\":\"It was put back.\"}},\"required\":[\"taskId\",\"cwd\",\"files\",\"complete\"]}},\"er"
    "rors\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\""
    "x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positi"
    "onal\":[\"taskId\"]},{\"name\":\"task.undo\",\"summary\":\"Put back what a task has changed: what it changed and delet"
    "ed is as before, what it made is gone.\",\"description\":\"A file that somebody has changed since is left as it "
    "is, and named.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"strin"
    "g\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"paths\",\"description\":\"Only these; absent: all.\",\"schema\":{\"type\""
    ":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":1000,\"description\":\"Only these;"
    " absent: all.\"}},{\"name\":\"dryRun\",\"description\":\"Only say what would be done.\",\"schema\":{\"type\":\"boolean\",\"d"
    "efault\":false,\"description\":\"Only say what would be done.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"ob"
    "ject\",\"properties\":{\"restored\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"removed\":{\"type\":\"array\",\"items\":"
    "{\"type\":\"string\"}},\"left\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/task.LeftFile\"}},\"withoutSet"
    "Id\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Files and directories that were put back withou"
    "t their set-user-ID or set-group-ID bit. A file never gets them back, since it now belongs to the daemon's u"
    "ser; a directory gets set-group-ID back where its owner and group are as before. Absent: none.\"}},\"required\""
    ":[\"restored\",\"removed\",\"left\"]}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/componen"
    "ts/errors/task_at_work\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge"
    "\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"taskId\"]},{\"name\":\"t"
    "ask.cancel\",\"summary\":\"Stop a task: at once where it waits; where it runs, the answer comes when nothing of "
    "it is left.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":128}},{\"name\":\"reason\",\"description\":\"A word for the log; not timeout or daemon_st"
    "opped, which are the daemon's own.\",\"schema\":{\"type\":\"string\",\"maxLength\":256,\"default\":\"user_cancelled\",\"de"
    "scription\":\"A word for the log; not timeout or daemon_stopped, which are the daemon's own.\"}}],\"result\":{\"na"
    "me\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"cancelled\":{\"type\":\"boolean\",\"description\":\"False only"
    " where it ended by itself first.\"},\"processes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"How many process"
    "es were ended with it; nothing of it is left.\"}},\"required\":[\"cancelled\"]}},\"errors\":[{\"$ref\":\"#/components/"
    "errors/invalid_params\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/task_not_"
    "cancellable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handl"
    "er\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"taskId\"]},{\"name\":\"task.list\",\""
    "summary\":\"Tasks, newest first, a page at a time.\",\"description\":\"The next page begins after the last id of t"
    "his one. A page may be shorter than its limit where the prompts are long; the end is an empty one. Results a"
    "re left to task.get.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"state\",\"description\":\"Only these.\",\"schem"
    "a\":{\"$ref\":\"#/components/schemas/task.State\",\"description\":\"Only these.\"}},{\"name\":\"limit\",\"schema\":{\"type\":"
    "\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\"sessionId\",\"description\":\"Only those of a sessi"
    "on.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Only those of a session.\"}},{\"na"
    "me\":\"cwd\",\"description\":\"Only those whose working directory is this one.\",\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1,\"maxLength\":4096,\"description\":\"Only those whose working directory is this one.\"}},{\"name\":\"after\",\"de"
    "scription\":\"The last id of the page before.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"descri"
    "ption\":\"The last id of the page before.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$re"
    "f\":\"#/components/schemas/task.Task\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-ca"
    "llers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"state\",\"lim"
    "it\"]},{\"name\":\"task.get\",\"summary\":\"One task, with its result.\",\"paramStructure\":\"either\",\"params\":[{\"name\":"
    "\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result"
    "\",\"schema\":{\"$ref\":\"#/components/schemas/task.Task\"}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_found\""
    "},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\""
    ",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"taskId\"]},{\"name\":\"task.stats\",\"summary\":\"How many tasks t"
    "here are, by state.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"obje"
    "ct\",\"properties\":{\"total\":{\"type\":\"integer\",\"minimum\":0},\"running\":{\"type\":\"integer\",\"minimum\":0,\"descriptio"
    "n\":\"All between queued and final.\"},\"queued\":{\"type\":\"integer\",\"minimum\":0},\"completed\":{\"type\":\"integer\",\"m"
    "inimum\":0},\"failed\":{\"type\":\"integer\",\"minimum\":0},\"cancelled\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\""
    "total\",\"running\",\"queued\",\"completed\",\"failed\",\"cancelled\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsyst"
    "em_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"task.wait\","
    "\"summary\":\"Wait for the end of a task; its state tells whether it came in time.\",\"paramStructure\":\"either\",\""
    "params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":"
    "\"timeoutMs\",\"description\":\"Answer after this time with the task as it is then; absent: wait without end.\",\"s"
    "chema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":604800000,\"description\":\"Answer after this time with the task"
    " as it is then; absent: wait without end.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schem"
    "as/task.Task\"}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsyst"
    "em_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-wa"
    "its\":true,\"x-positional\":[\"taskId\",\"timeoutMs\"]},{\"name\":\"terminal.open\",\"summary\":\"Open a terminal, in a se"
    "ssion or in a directory.\",\"description\":\"Refused in env: LD_PRELOAD, LD_LIBRARY_PATH, LD_AUDIT, DYLD_*, and "
    "whatever names a key, a token, a secret or a password.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessio"
    "nId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"cwd\",\"description\":\"An absolute path"
    "; absent: the session's. One of the two must be there.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":"
    "4096,\"description\":\"An absolute path; absent: the session's. One of the two must be there.\"}},{\"name\":\"shell"
    "\",\"description\":\"A name that is looked up in PATH, or a path; absent: the user's, or bash.\",\"schema\":{\"type\""
    ":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"A name that is looked up in PATH, or a path; absent:"
    " the user's, or bash.\"}},{\"name\":\"command\",\"description\":\"Run by the shell, with -c, and the terminal ends w"
    "ith it; not with useTmux. Absent: the shell is for somebody who types.\",\"schema\":{\"type\":\"string\",\"minLength"
    "\":1,\"maxLength\":131072,\"description\":\"Run by the shell, with -c, and the terminal ends with it; not with use"
    "Tmux. Absent: the shell is for somebody who types.\"}},{\"name\":\"env\",\"description\":\"Added to the terminal's e"
    "nvironment.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536},\"maxProper"
    "ties\":256,\"description\":\"Added to the terminal's environment.\"}},{\"name\":\"cols\",\"schema\":{\"type\":\"integer\",\""
    "minimum\":1,\"maximum\":1000,\"default\":80}},{\"name\":\"rows\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100"
    "0,\"default\":24}},{\"name\":\"useTmux\",\"description\":\"Through tmux, with a server of the session's own that the "
    "user's tmux knows nothing of. What runs in it outlives the terminal; another one with the same tmuxSessionNa"
    "me comes back to it.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Through tmux, with a server "
    "of the session's own that the user's tmux knows nothing of. What runs in it outlives the terminal; another o"
    "ne with the same tmuxSessionName comes back to it.\"}},{\"name\":\"tmuxSessionName\",\"description\":\"Without ':' a"
    "nd '.'; absent: weir.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Without ':' an"
    "d '.'; absent: weir.\"}},{\"name\":\"tmuxWindowName\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],"
    "\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"terminalId\":{\"type\":\"string\"},\"pid\":{\"typ"
    "e\":\"integer\"}},\"required\":[\"terminalId\",\"pid\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$"
    "ref\":\"#/components/errors/terminal_failed\"},{\"$ref\":\"#/components/errors/environment_refused\"},{\"$ref\":\"#/co"
    "mponents/errors/too_many_terminals\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/"
    "errors/session_closed\"},{\"$ref\":\"#/components/errors/stopping\"},{\"$ref\":\"#/components/errors/subsystem_unava"
    "ilable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":tru"
    "e},{\"name\":\"terminal.attach\",\"summary\":\"Get what the terminal shows: the scrollback in the answer, then term"
    "inal.output as it comes.\",\"description\":\"With passFd the answer carries the terminal's descriptor instead: o"
    "ne holder at a time, and nothing is pushed to anybody while it holds it. It gives it back with terminal.deta"
    "ch or by disconnecting; it must not read after that.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"terminalI"
    "d\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"passFd\",\"schema\":{\"typ"
    "e\":\"boolean\",\"default\":false}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"terminal\""
    ":{\"$ref\":\"#/components/schemas/terminal.Terminal\"},\"scrollback\":{\"type\":\"string\",\"description\":\"The last out"
    "put, at most 1 MiB, in base64.\"},\"offset\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Of the next byte of o"
    "utput: terminal.output goes on there.\"}},\"required\":[\"terminal\",\"scrollback\",\"offset\"]}},\"errors\":[{\"$ref\":\""
    "#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/terminal_not_found\"},{\"$ref\":\"#/components"
    "/errors/terminal_taken\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":tr"
    "ue,\"x-positional\":[\"terminalId\"]},{\"name\":\"terminal.detach\",\"summary\":\"Get no more output of the terminal; i"
    "t goes on without this client.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"sc"
    "hema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/compon"
    "ents/schemas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"}],\"x-callers\":[\"clie"
    "nt\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"terminalId\"]},{\"name\":\"t"
    "erminal.input\",\"summary\":\"Type into the terminal.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"terminalId\""
    ",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"data\",\"description\":\"Byt"
    "es, in base64.\",\"required\":true,\"schema\":{\"type\":\"string\",\"maxLength\":1398104,\"description\":\"Bytes, in base6"
    "4.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#"
    "/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/too_many_waiting\"},{\"$ref\":\"#/components/er"
    "rors/terminal_not_found\"},{\"$ref\":\"#/components/errors/terminal_closed\"},{\"$ref\":\"#/components/errors/termin"
    "al_taken\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":t"
    "rue},{\"name\":\"terminal.resize\",\"summary\":\"Give the terminal another size; the last one who says so wins.\",\"p"
    "aramStructure\":\"by-name\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength"
    "\":1,\"maxLength\":128}},{\"name\":\"cols\",\"required\":true,\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000}}"
    ",{\"name\":\"rows\",\"required\":true,\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000}}],\"result\":{\"name\":\"r"
    "esult\",\"schema\":{\"$ref\":\"#/components/schemas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/termina"
    "l_not_found\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\""
    ":\"terminal.list\",\"summary\":\"The terminals that are open, oldest first.\",\"paramStructure\":\"by-name\",\"params\":"
    "[{\"name\":\"sessionId\",\"description\":\"Only those of a session.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLe"
    "ngth\":128,\"description\":\"Only those of a session.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"it"
    "ems\":{\"$ref\":\"#/components/schemas/terminal.Terminal\"}}},\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon"
    "\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"terminal.close\",\"summary\":\"End a terminal and its processes; ans"
    "wered when they are gone.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\""
    ":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/"
    "schemas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"}],\"x-callers\":[\"client\",\""
    "bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"terminalId\"]}]"
    ",\"x-events\":[{\"name\":\"event.daemonStopping\",\"summary\":\"The daemon is about to leave; connections will close."
    " Comes again when the stop is forced later.\",\"params\":{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"strin"
    "g\",\"enum\":[\"request\",\"signal\"],\"description\":\"request: daemon.stop; signal: SIGTERM or SIGINT.\"},\"force\":{\"t"
    "ype\":\"boolean\"},\"timestamp\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"reason\",\"fo"
    "rce\",\"timestamp\"]},\"x-since\":\"1.0\"},{\"name\":\"event.cursor\",\"summary\":\"Where a subscription stands: everythin"
    "g up to seq has been sent or did not match. Not a part of the log.\",\"description\":\"Comes when a subscription"
    " with fromSeq has had all that is stored; whenever 10,000 events were passed over without a match; and with "
    "a gap, where retention has removed what a slow reader had not had yet. After one that is not live another on"
    "e follows when it is live. Who merely reads slowly is not told of it.\",\"params\":{\"type\":\"object\",\"properties"
    "\":{\"subscriptionId\":{\"type\":\"string\"},\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"live\":{\"type\":\"boo"
    "lean\",\"description\":\"Whether all stored events are through.\"},\"gap\":{\"$ref\":\"#/components/schemas/event.Gap\""
    "}},\"required\":[\"subscriptionId\",\"seq\",\"epoch\",\"live\"]},\"x-since\":\"1.0\"},{\"name\":\"event.permissionRequested\","
    "\"summary\":\"An agent waits for somebody to allow a call.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"typ"
    "e\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\"taskId"
    "\":{\"type\":\"string\"},\"request\":{\"$ref\":\"#/components/schemas/permission.Request\"}},\"required\":[\"seq\",\"epoch\","
    "\"timestamp\",\"sessionId\",\"taskId\",\"request\"]},\"x-since\":\"1.0\"},{\"name\":\"event.permissionResolved\",\"summary\":\""
    "A request that waited was answered, has timed out or is not wanted any more.\",\"params\":{\"type\":\"object\",\"pro"
    "perties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"ty"
    "pe\":\"string\"},\"taskId\":{\"type\":\"string\"},\"requestId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas"
    "/permission.RequestState\"},\"reason\":{\"type\":\"string\"},\"note\":{\"type\":\"string\"},\"answeredBy\":{\"type\":\"string\""
    "}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\"taskId\",\"requestId\",\"state\",\"reason\"]},\"x-since\":\"1.0\""
    "},{\"name\":\"event.sessionCreated\",\"summary\":\"A session began.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":"
    "{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\"s"
    "ession\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\""
    "session\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionUpdated\",\"summary\":\"A session's settings changed.\",\"params"
    "\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"int"
    "eger\"},\"sessionId\":{\"type\":\"string\"},\"session\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"required\":["
    "\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\"session\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionClosed\",\"summary\":\""
    "A session takes no more tasks.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"t"
    "ype\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"time"
    "stamp\",\"sessionId\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionDeleted\",\"summary\":\"A session was removed, with "
    "its tasks and events: their numbers are missing from the log from here on.\",\"params\":{\"type\":\"object\",\"prope"
    "rties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type"
    "\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskQueued\""
    ",\"summary\":\"A task was submitted and waits for its turn.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"ty"
    "pe\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionI"
    "d\":{\"type\":\"string\"},\"priority\":{\"type\":\"integer\"},\"summary\":{\"type\":\"string\",\"description\":\"How the prompt "
    "begins.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"priority\",\"summary\"]},\"x-since\":\"1.0\""
    "},{\"name\":\"event.taskStarted\",\"summary\":\"An agent works on the task.\",\"params\":{\"type\":\"object\",\"properties\""
    ":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string"
    "\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\"]},\"x-since\":\"1."
    "0\"},{\"name\":\"event.taskUpdated\",\"summary\":\"A task went from one state to another that has no event of its ow"
    "n: starting, awaiting_permission, running again, stopping.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\""
    "type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessio"
    "nId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"}},\"required\":[\"seq\",\"epoch\",\"timest"
    "amp\",\"taskId\",\"sessionId\",\"state\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskProgress\",\"summary\":\"How far a task "
    "is, says its agent.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"strin"
    "g\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"progress\":{\"$re"
    "f\":\"#/components/schemas/task.Progress\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"progre"
    "ss\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskCompleted\",\"summary\":\"A task has ended well; task.get has its text"
    ".\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\""
    "type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"message_count\":{\"type\":\"integer\","
    "\"minimum\":0},\"token_usage\":{\"$ref\":\"#/components/schemas/task.TokenUsage\"},\"unanswered\":{\"type\":\"integer\",\"m"
    "inimum\":1,\"description\":\"As in its result.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"me"
    "ssage_count\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskFailed\",\"summary\":\"A task has ended without success.\",\"pa"
    "rams\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":"
    "\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"error\":{\"$ref\":\"#/components/schemas/ta"
    "sk.Failure\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"error\"]},\"x-since\":\"1.0\"},{\"name\":"
    "\"event.taskCancelled\",\"summary\":\"A task was stopped.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":"
    "\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{"
    "\"type\":\"string\"},\"reason\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"rea"
    "son\"]},\"x-since\":\"1.0\"},{\"name\":\"event.messageCreated\",\"summary\":\"A person or an agent said something, or an"
    " agent used a tool.\",\"description\":\"A prompt is one of role user and type prompt, written when its task star"
    "ts. What an agent reports is one of role assistant each, with the agent's own type and data.\",\"params\":{\"typ"
    "e\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},"
    "\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]"
    "},\"type\":{\"type\":\"string\",\"description\":\"prompt, tool_call, tool_result, content_block_delta, …\"},\"sequence\""
    ":{\"type\":\"integer\",\"description\":\"The agent's own number, from 1, of what it reports in one task; 0 for a pr"
    "ompt and for what was stored by create_message.\"},\"missing\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"So "
    "many messages before this one were announced by their numbers and never came.\"},\"messageId\":{\"type\":\"string\""
    ",\"description\":\"Of a message that was stored by create_message.\"},\"data\":{\"description\":\"As the type has it;"
    " of a prompt: {text}.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"role\",\"type\",\"sequence\""
    ",\"data\"]},\"x-since\":\"1.0\"},{\"name\":\"terminal.output\",\"summary\":\"Output of a terminal, to those who are attac"
    "hed to it.\",\"params\":{\"type\":\"object\",\"properties\":{\"terminalId\":{\"type\":\"string\"},\"offset\":{\"type\":\"integer"
    "\",\"minimum\":0,\"description\":\"Of its first byte in all the output.\"},\"data\":{\"type\":\"string\",\"description\":\"B"
    "ytes, in base64.\"}},\"required\":[\"terminalId\",\"offset\",\"data\"]},\"x-since\":\"1.0\"},{\"name\":\"event.terminalOpene"
    "d\",\"summary\":\"A terminal was opened.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoc"
    "h\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"terminalId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"stri"
    "ng\"},\"pid\":{\"type\":\"integer\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"terminalId\",\"pid\"]},\"x-since\":\"1.0\"},{"
    "\"name\":\"event.terminalExited\",\"summary\":\"A terminal's process has ended, by itself or because the terminal w"
    "as closed.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"time"
    "stamp\":{\"type\":\"integer\"},\"terminalId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"exitCode\":{\"type\":\"i"
    "nteger\",\"description\":\"Absent: a signal ended it, or nobody saw how.\"},\"signal\":{\"type\":\"integer\"}},\"require"
    "d\":[\"seq\",\"epoch\",\"timestamp\",\"terminalId\"]},\"x-since\":\"1.0\"}],\"components\":{\"schemas\":{\"core.ClientInfo\":{\""
    "description\":\"Who is calling, for the daemon's log and status.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\""
    ":\"string\",\"minLength\":1,\"maxLength\":128},\"version\":{\"type\":\"string\",\"maxLength\":64}},\"required\":[\"name\"]},\"c"
    "ore.ServerInfo\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"version\":{\"type\":\"string\"}},\"requir"
    "ed\":[\"name\",\"version\"]},\"core.Notify\":{\"description\":\"How a person who looks elsewhere is called when a task"
    " waits for them or has ended. auto: by the terminal's bell, and by a notification of the desktop where there"
    " is one. bell: by the bell alone.\",\"type\":\"string\",\"enum\":[\"auto\",\"bell\",\"off\"]},\"core.Limits\":{\"description"
    "\":\"What the daemon accepts on this connection.\",\"type\":\"object\",\"properties\":{\"maxMessageBytes\":{\"type\":\"int"
    "eger\",\"minimum\":1},\"maxBatchEntries\":{\"type\":\"integer\",\"minimum\":1},\"maxWaitingRequests\":{\"type\":\"integer\",\""
    "minimum\":1}},\"required\":[\"maxMessageBytes\",\"maxBatchEntries\",\"maxWaitingRequests\"]},\"executor.Quota\":{\"descr"
    "iption\":\"What the user's plan with the service leaves, as the agent says.\",\"type\":\"object\",\"properties\":{\"na"
    "me\":{\"type\":\"string\",\"maxLength\":64,\"description\":\"Which: five_hour, seven_day, …\"},\"used_percent\":{\"type\":\""
    "integer\",\"minimum\":0,\"maximum\":1000},\"resets_at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch millisec"
    "onds.\"},\"exceeded\":{\"type\":\"boolean\",\"description\":\"The service refuses calls until then.\"}}},\"executor.Usag"
    "e\":{\"description\":\"Tokens, in the long words or the short ones.\",\"type\":\"object\",\"properties\":{\"input_tokens"
    "\":{\"type\":\"integer\",\"minimum\":0},\"output_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_read_tokens\":{\"type\":"
    "\"integer\",\"minimum\":0},\"cache_write_tokens\":{\"type\":\"integer\",\"minimum\":0},\"input\":{\"type\":\"integer\",\"minimu"
    "m\":0},\"output\":{\"type\":\"integer\",\"minimum\":0},\"context_tokens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\""
    "In the model's context now.\"},\"context_limit\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"That fit into it."
    "\"},\"reported_cost_micros\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"What the agent says that the task has"
    " cost so far, in millionths of reported_currency.\"},\"reported_currency\":{\"type\":\"string\",\"maxLength\":8,\"desc"
    "ription\":\"USD, …\"},\"quota\":{\"$ref\":\"#/components/schemas/executor.Quota\"},\"model\":{\"type\":\"string\",\"maxLengt"
    "h\":256,\"description\":\"The one with which all of it was used; absent: more than one, or not known.\"}}},\"execu"
    "tor.Error\":{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\",\"default\":\"\"},\"code\":{\"type\":\"string\"},"
    "\"stack\":{\"type\":\"string\"}}},\"executor.Execution\":{\"description\":\"What became of a prompt.\",\"type\":\"object\",\""
    "properties\":{\"status\":{\"type\":\"string\",\"description\":\"completed, failed or cancelled.\"},\"message_count\":{\"ty"
    "pe\":\"integer\",\"minimum\":0,\"description\":\"How many messages were reported.\"},\"token_usage\":{\"$ref\":\"#/compone"
    "nts/schemas/executor.Usage\"},\"error\":{\"$ref\":\"#/components/schemas/executor.Error\"},\"text\":{\"type\":\"string\","
    "\"description\":\"The agent's final text.\"}},\"required\":[\"status\"]},\"executor.Handed\":{\"description\":\"A task th"
    "at an executor works on, or has worked on, as the daemon finds it when it comes back.\",\"type\":\"object\",\"prop"
    "erties\":{\"task_id\":{\"type\":\"string\"},\"last_sequence\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Of what it"
    " has reported so far.\"},\"execution\":{\"description\":\"Absent: it is still at work.\",\"$ref\":\"#/components/schem"
    "as/executor.Execution\"}},\"required\":[\"task_id\",\"last_sequence\"]},\"executor.HandedTerminal\":{\"type\":\"object\","
    "\"properties\":{\"terminal_id\":{\"type\":\"string\"},\"pty_pid\":{\"type\":\"integer\"},\"use_tmux\":{\"type\":\"boolean\",\"def"
    "ault\":false},\"cwd\":{\"type\":\"string\",\"description\":\"Where it was opened.\"},\"shell\":{\"type\":\"string\"},\"created"
    "_at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"},\"exited\":{\"type\":\"boolean\",\"default\""
    ":false,\"description\":\"Its process has ended; it is remembered until close_terminal says forget.\"},\"exit_code"
    "\":{\"type\":\"integer\"},\"signal\":{\"type\":\"integer\"}},\"required\":[\"terminal_id\",\"pty_pid\"]},\"executor.Notificati"
    "on\":{\"type\":\"object\",\"properties\":{\"method\":{\"type\":\"string\"},\"params\":{\"description\":\"As the method has the"
    "m.\"}},\"required\":[\"method\"]},\"executor.Said\":{\"description\":\"Something that was said in the session before.\""
    ",\"type\":\"object\",\"properties\":{\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"type\":{\"type\":\"string\"}"
    ",\"content\":{\"description\":\"As the type has it.\"},\"task_id\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\",\""
    "description\":\"Epoch milliseconds.\"}},\"required\":[\"role\",\"type\",\"content\"]},\"executor.Launch\":{\"description\":"
    "\"An agent that is a program: how it is started, and which of the executor's adapters speaks with it.\",\"type\""
    ":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"adapter\":{\"type\":\"string\",\"m"
    "inLength\":1,\"maxLength\":128,\"description\":\"stdio, acp, claude-code, …\"},\"command\":{\"type\":\"array\",\"items\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxItems\":256,\"description\":\"The program's path"
    ", and its arguments.\"},\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536},\"de"
    "scription\":\"Besides the executor's own.\"},\"silence_ms\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"def"
    "ault\":60000,\"description\":\"How long it may say nothing while it works, where its protocol has no other sign "
    "of life.\"}},\"required\":[\"name\",\"adapter\",\"command\"]},\"executor.Agent\":{\"description\":\"An agent as the execut"
    "or finds it from inside of its sandbox.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"adapter\":{\""
    "type\":\"string\"},\"usable\":{\"type\":\"boolean\"},\"reason\":{\"type\":\"string\",\"description\":\"Why it is not usable; a"
    " sentence.\"},\"model\":{\"type\":\"string\",\"description\":\"That it would take, where that is known.\"},\"service\":{\""
    "type\":\"string\",\"description\":\"Of the model.\"},\"version\":{\"type\":\"string\"}},\"required\":[\"name\",\"adapter\",\"usa"
    "ble\"]},\"executor.Provider\":{\"description\":\"A service with models, and how it is spoken to.\",\"type\":\"object\","
    "\"properties\":{\"service\":{\"type\":\"string\",\"minLength\":1},\"format\":{\"type\":\"string\",\"enum\":[\"anthropic\",\"opena"
    "i\"]},\"url\":{\"type\":\"string\",\"description\":\"Without a / at its end.\"},\"header\":{\"type\":\"string\",\"description\""
    ":\"Which carries the key; empty: it needs none.\"},\"prefix\":{\"type\":\"string\",\"default\":\"\",\"description\":\"Befor"
    "e the key in that header.\"},\"headers\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"description"
    "\":\"Besides.\"},\"model\":{\"type\":\"string\",\"description\":\"Where the session names none; absent: the first that t"
    "he service lists.\"},\"has_key\":{\"type\":\"boolean\",\"default\":false,\"description\":\"One is stored, and the sessio"
    "n may use it.\"},\"connect_ms\":{\"type\":\"integer\",\"minimum\":1,\"default\":10000},\"silence_ms\":{\"type\":\"integer\",\""
    "minimum\":1,\"default\":120000,\"description\":\"How long a stream may bring nothing.\"},\"retries\":{\"type\":\"integer"
    "\",\"minimum\":0,\"default\":5},\"context_tokens\":{\"type\":\"integer\",\"minimum\":1000,\"default\":200000,\"description\":"
    "\"That the model can take; close to it the history is summarised.\"},\"output_tokens\":{\"type\":\"integer\",\"minimu"
    "m\":1,\"default\":16000,\"description\":\"That an answer may have.\"}},\"required\":[\"service\",\"format\",\"url\",\"header"
    "\"]},\"executor.McpServer\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"command\":{\"type\":\"string\"}"
    ",\"args\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"st"
    "ring\"}}},\"required\":[\"name\",\"command\",\"args\"]},\"executor.Record\":{\"description\":\"What the daemon notes of an"
    " executor on the disk, so that the next daemon finds it. Not sent to anybody.\",\"type\":\"object\",\"properties\":"
    "{\"pid\":{\"type\":\"integer\",\"description\":\"Of its weir-jail.\"},\"start_time\":{\"type\":\"integer\",\"description\":\"Of"
    " that process, in clock ticks since boot.\"},\"boot_id\":{\"type\":\"string\"},\"executor\":{\"type\":\"string\",\"descrip"
    "tion\":\"Which: a name of the configuration's executors; weir is the built-in one.\"},\"hand_shake\":{\"type\":\"str"
    "ing\",\"description\":\"The secret with which the daemon proves itself.\"},\"resumes\":{\"type\":\"boolean\",\"default\":"
    "false,\"description\":\"It knows resume: it keeps what is not confirmed.\"},\"use\":{\"type\":\"string\",\"enum\":[\"warm"
    "\",\"tasks\",\"terminals\",\"broker\"]},\"session_id\":{\"type\":\"string\"},\"task_id\":{\"type\":\"string\",\"description\":\"Th"
    "at it works on.\"},\"own_session\":{\"type\":\"boolean\",\"default\":false,\"description\":\"A terminal without a sessio"
    "n.\"},\"rules\":{\"type\":\"string\",\"description\":\"What its sandbox was made for: level, network, rights, working "
    "directory; absent: for no session yet.\"},\"level\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"des"
    "cription\":\"That its sandbox reached; absent: not known yet.\"},\"closed\":{\"type\":\"boolean\",\"default\":false,\"de"
    "scription\":\"It has no network.\"},\"settings\":{\"type\":\"string\",\"description\":\"A sum of the configuration that "
    "it was started with.\"},\"listener_pid\":{\"type\":\"integer\",\"description\":\"Of the process that listened when the"
    " daemon first connected; absent where weir-jail listens, or nobody did yet.\"},\"listener_start_time\":{\"type\":"
    "\"integer\",\"description\":\"Of that process, in clock ticks since boot.\"}},\"required\":[\"pid\",\"start_time\",\"boot"
    "_id\",\"executor\",\"hand_shake\",\"use\"]},\"agent.Agent\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"d"
    "escription\":\"With which a task or a session chooses it.\"},\"adapter\":{\"type\":\"string\",\"description\":\"How it i"
    "s spoken with; executor: it is a whole executor of the configuration.\"},\"source\":{\"type\":\"string\",\"enum\":[\"w"
    "eir\",\"config\",\"path\"],\"description\":\"weir: one of its own. config: the configuration names it. path: it is k"
    "nown, and was found in PATH or looked for there.\"},\"usable\":{\"type\":\"boolean\"},\"reason\":{\"type\":\"string\",\"de"
    "scription\":\"Why it is not usable, and what would help.\"},\"chosen\":{\"type\":\"boolean\",\"default\":false,\"descrip"
    "tion\":\"It is the one that is taken where none is named.\"},\"program\":{\"type\":\"string\",\"description\":\"Its path"
    ".\"},\"service\":{\"type\":\"string\",\"description\":\"Of the model that it would take.\"},\"model\":{\"type\":\"string\"},\""
    "version\":{\"type\":\"string\"}},\"required\":[\"name\",\"adapter\",\"source\",\"usable\"]},\"agent.CommandKind\":{\"type\":\"st"
    "ring\",\"enum\":[\"command\",\"skill\"]},\"agent.Command\":{\"description\":\"A prompt that begins with / and this name "
    "runs it.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"description\":\"Without the slash. Of a file "
    "in a folder: folder:file.\"},\"description\":{\"type\":\"string\"},\"hint\":{\"type\":\"string\",\"description\":\"What may "
    "stand behind it.\"},\"kind\":{\"$ref\":\"#/components/schemas/agent.CommandKind\"},\"source\":{\"type\":\"string\",\"enum\""
    ":[\"weir\",\"project\",\"user\",\"agent\"],\"description\":\"weir: the built-in agent's own. project, user: a file belo"
    "w the directory, or below the home. agent: what another agent has reported.\"},\"path\":{\"type\":\"string\",\"descr"
    "iption\":\"Of the file.\"}},\"required\":[\"name\",\"kind\",\"source\"]},\"agent.Model\":{\"type\":\"object\",\"properties\":{\""
    "name\":{\"type\":\"string\",\"description\":\"As the service has it; a task or a session chooses it as SERVICE/NAME."
    "\"},\"title\":{\"type\":\"string\",\"description\":\"For people.\"},\"contextTokens\":{\"type\":\"integer\",\"description\":\"Th"
    "at it can take, where that is known.\"},\"isDefault\":{\"type\":\"boolean\",\"default\":false,\"description\":\"The one "
    "of the configuration, which is taken where the service is, and no model is named.\"}},\"required\":[\"name\"]},\"a"
    "gent.Service\":{\"description\":\"A service with models.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}"
    ",\"usable\":{\"type\":\"boolean\",\"description\":\"It needs no key, or the session may use one that is stored.\"},\"ch"
    "osen\":{\"type\":\"boolean\",\"default\":false,\"description\":\"It is the one that is taken where no model is named.\""
    "},\"models\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Model\"},\"description\":\"The one of the"
    " configuration first; then as the service lists them.\"},\"complete\":{\"type\":\"boolean\",\"description\":\"False: t"
    "he service was not asked, has not answered as it should, or has more than 500.\"},\"error\":{\"type\":\"string\",\"d"
    "escription\":\"Why it has not told its models, and what would help.\"}},\"required\":[\"name\",\"usable\",\"models\",\"c"
    "omplete\"]},\"audit.Entry\":{\"type\":\"object\",\"properties\":{\"no\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"Fr"
    "om 1, without a hole.\"},\"at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"what\":{\"type\":\"string\","
    "\"description\":\"key.set, key.used, permission.answered, executor.started, …\"},\"uid\":{\"type\":\"integer\"},\"pid\":"
    "{\"type\":\"integer\",\"description\":\"0: the daemon itself.\"},\"client\":{\"type\":\"string\",\"description\":\"The name t"
    "hat it gave in initialize; weird: the daemon itself; executor ID: that one.\"},\"sessionId\":{\"type\":\"string\"},"
    "\"taskId\":{\"type\":\"string\"},\"data\":{\"description\":\"What there is to say of it; never a secret.\"},\"hash\":{\"typ"
    "e\":\"string\",\"description\":\"Of this entry and the one before it; hexadecimal.\"}},\"required\":[\"no\",\"at\",\"what\""
    ",\"uid\",\"pid\",\"client\",\"hash\"]},\"broker.Provider\":{\"description\":\"How a service is spoken to.\",\"type\":\"object"
    "\",\"properties\":{\"service\":{\"type\":\"string\"},\"url\":{\"type\":\"string\",\"description\":\"Without a / at its end; wh"
    "at the executor asks for is put behind it.\"},\"header\":{\"type\":\"string\",\"description\":\"Which carries the key."
    "\",\"examples\":[\"x-api-key\"]},\"prefix\":{\"type\":\"string\",\"description\":\"Before the key in that header.\",\"exampl"
    "es\":[\"Bearer \"]},\"format\":{\"type\":\"string\",\"enum\":[\"anthropic\",\"openai\"],\"description\":\"How usage is told.\"}"
    "},\"required\":[\"service\",\"url\",\"header\",\"prefix\",\"format\"]},\"budget.Account\":{\"description\":\"Money is in mill"
    "ionths of the unit in which the price table is written.\",\"type\":\"object\",\"properties\":{\"inputTokens\":{\"type\""
    ":\"integer\"},\"outputTokens\":{\"type\":\"integer\"},\"costMicros\":{\"type\":\"integer\"},\"reservedTokens\":{\"type\":\"inte"
    "ger\"},\"reservedMicros\":{\"type\":\"integer\"},\"tokensLimit\":{\"type\":\"integer\",\"description\":\"Absent: none.\"},\"co"
    "stLimitMicros\":{\"type\":\"integer\",\"description\":\"Absent: none.\"}},\"required\":[\"inputTokens\",\"outputTokens\",\"c"
    "ostMicros\",\"reservedTokens\",\"reservedMicros\"]},\"config.LogLevel\":{\"type\":\"string\",\"enum\":[\"error\",\"warn\",\"in"
    "fo\",\"debug\"]},\"config.Executor\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"command\":{\"type"
    "\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxItems\":256,\"description\""
    ":\"The program, found by PATH or by its path, and its arguments.\",\"examples\":[[\"node\",\"executor.js\"]]},\"read\""
    ":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Abso"
    "lute paths that it sees besides the system's, read-only: where its program lies, say.\"},\"write\":{\"type\":\"arr"
    "ay\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Absolute paths th"
    "at it sees and may change.\"},\"cwd\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"Where it i"
    "s started: an absolute path, which it then sees; absent: /, and where the sandbox is off, the directory of t"
    "he configuration file.\"}},\"required\":[\"command\"]},\"config.Provider\":{\"type\":\"object\",\"additionalProperties\":"
    "false,\"properties\":{\"url\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":2048,\"format\":\"uri\",\"examples\":[\"https:"
    "//api.anthropic.com\"]},\"header\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Which carries "
    "the key; absent: as the service is known, else Authorization.\"},\"prefix\":{\"type\":\"string\",\"maxLength\":64,\"de"
    "scription\":\"Before the key in that header; absent: as the service is known, else \\\"Bearer \\\".\"},\"format\":{\"t"
    "ype\":\"string\",\"enum\":[\"anthropic\",\"openai\"],\"description\":\"How requests and usage are written; absent: as th"
    "e service is known, else openai.\"},\"key\":{\"type\":\"boolean\",\"description\":\"False: it wants none; absent: as t"
    "he service is known, else it does.\"},\"headers\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"max"
    "Length\":4096},\"description\":\"That every request carries besides.\"},\"model\":{\"type\":\"string\",\"minLength\":1,\"m"
    "axLength\":256,\"description\":\"Where a session names none; absent: weir's choice for the services that it know"
    "s, else the first that the service lists.\"},\"connectMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"defa"
    "ult\":10000},\"silenceMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3600000,\"default\":120000,\"description\":\"How "
    "long a stream may bring nothing.\"},\"retries\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100,\"default\":5},\"conte"
    "xtTokens\":{\"type\":\"integer\",\"minimum\":1000,\"maximum\":100000000,\"description\":\"That its models can take; clos"
    "e to it the history is summarised. Absent: 200000, of ollama 32000.\"},\"outputTokens\":{\"type\":\"integer\",\"mini"
    "mum\":1,\"maximum\":10000000,\"description\":\"That an answer may have. Absent: 16000, of ollama 8000.\"}},\"require"
    "d\":[\"url\"]},\"config.Agent\":{\"description\":\"A program that is an agent.\",\"type\":\"object\",\"additionalPropertie"
    "s\":false,\"properties\":{\"adapter\":{\"type\":\"string\",\"enum\":[\"stdio\",\"acp\",\"claude-code\"],\"description\":\"How it"
    " is spoken with. stdio: user_message, token, tool_use, done. acp: the Agent Client Protocol. claude-code: Cl"
    "aude Code's stream-json.\"},\"command\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096"
    "},\"minItems\":1,\"maxItems\":256,\"description\":\"The program, found by PATH or by its path, and its arguments.\","
    "\"examples\":[[\"gemini\",\"--experimental-acp\"]]},\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\""
    ",\"maxLength\":65536},\"description\":\"Besides PATH, HOME, LANG and TERM. No place for keys: every agent's progr"
    "am can be read by its tools.\"},\"read\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":409"
    "6},\"maxItems\":256,\"description\":\"Paths that it sees besides the system's and its own program's: absolute, or"
    " ~/ for the home.\"},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxIte"
    "ms\":256,\"description\":\"Paths that it sees and may change: where it keeps its own settings, say.\"},\"silenceMs"
    "\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"default\":60000,\"description\":\"How long a stdio agent may"
    " say nothing while it works.\"},\"automatic\":{\"type\":\"boolean\",\"default\":true,\"description\":\"It may be taken w"
    "here no agent is named.\"}},\"required\":[\"adapter\",\"command\"]},\"config.Price\":{\"description\":\"For a million to"
    "kens, in whatever unit all prices here are.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"inp"
    "ut\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000},\"output\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000}"
    ",\"cacheRead\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000,\"description\":\"Of input that the service had kep"
    "t. Budgets count it as input.\"},\"cacheWrite\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000,\"description\":\"O"
    "f input that the service keeps. Budgets count it as input.\"}},\"required\":[\"input\",\"output\"]},\"config.Setting"
    "s\":{\"description\":\"The whole file. Every setting has a default; an unknown one is an error.\",\"type\":\"object\""
    ",\"additionalProperties\":false,\"properties\":{\"log\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false"
    ",\"properties\":{\"level\":{\"$ref\":\"#/components/schemas/config.LogLevel\",\"default\":\"info\"},\"maxBytes\":{\"type\":\""
    "integer\",\"minimum\":65536,\"maximum\":1073741824,\"default\":8388608,\"description\":\"A longer log file becomes wei"
    "rd.log.1, and a new one begins.\"}}},\"limits\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"pro"
    "perties\":{\"connections\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":16384,\"description\":\"Clien"
    "ts at once.\"},\"messageBytes\":{\"type\":\"integer\",\"minimum\":1024,\"maximum\":1073741824,\"default\":16777216,\"descr"
    "iption\":\"Of one message.\"},\"batchEntries\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":1000,\"de"
    "scription\":\"Of one batch.\"},\"waitingRequests\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":1000"
    "0,\"description\":\"Requests of one connection that wait for their answer.\"},\"outputPauseBytes\":{\"type\":\"intege"
    "r\",\"minimum\":4096,\"maximum\":1073741824,\"default\":262144,\"description\":\"A client that leaves more than this u"
    "nread is no longer read from.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maximum\":4294967295,\"defaul"
    "t\":67108864,\"description\":\"A client that leaves more than this unread is cut off.\"},\"parseBytes\":{\"type\":\"in"
    "teger\",\"minimum\":1048576,\"maximum\":17179869184,\"default\":268435456,\"description\":\"Memory for one parsed mess"
    "age.\"},\"subscriptions\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":64,\"description\":\"Of one conne"
    "ction.\"},\"connectionsPerUser\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":16384,\"description\":"
    "\"Clients of one user at once.\"},\"requestsPerSecond\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100000000,\"defau"
    "lt\":4000000,\"description\":\"Of all connections of one user together; who asks for more waits. 0: no limit.\"}}"
    "},\"tasks\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"queue\":{\"type\":\"integer\""
    ",\"minimum\":1,\"maximum\":1000000,\"default\":1000,\"description\":\"Tasks that may wait.\"},\"atOnce\":{\"type\":\"intege"
    "r\",\"minimum\":0,\"maximum\":1024,\"default\":0,\"description\":\"Tasks that run at the same time; 0: as many as ther"
    "e are cores, at least 3.\"},\"timeoutMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"default\":600000,\"d"
    "escription\":\"How long a task may run that says nothing of it.\"},\"stopMs\":{\"type\":\"integer\",\"minimum\":1,\"maxi"
    "mum\":600000,\"default\":10000,\"description\":\"How long a task that is asked to stop may take before it is ended"
    ".\"},\"drainMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"default\":30000,\"description\":\"How long a daem"
    "on that is asked to stop waits for tasks at work.\"},\"agent\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\""
    "description\":\"Of tasks and sessions that name none.\"},\"memoryBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":"
    "1099511627776,\"default\":0,\"description\":\"Of all processes of a task together; 0: no limit.\"},\"processes\":{\"t"
    "ype\":\"integer\",\"minimum\":0,\"maximum\":1000000,\"default\":0,\"description\":\"Of a task at the same time; 0: no li"
    "mit.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":0,\"description\":\"Of all"
    " that a task reports; 0: no limit.\"},\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"default"
    "\":0,\"description\":\"That a task may use, in and out together; 0: no limit.\"}}},\"executors\":{\"type\":\"object\",\""
    "description\":\"Executors that others wrote, by the name with which a task or a session chooses one as its age"
    "nt. Each listens on EXECUTOR_SOCKET.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Executor\"}"
    "},\"agents\":{\"type\":\"object\",\"description\":\"Agents that are programs, by their names; besides those that are "
    "known and found in PATH.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Agent\"}},\"thinkingToke"
    "ns\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":10000000,\"default\":0,\"description\":\"That a model may think befor"
    "e it answers, in sessions that do not say; 0: none.\"},\"pool\":{\"type\":\"object\",\"default\":{},\"additionalProper"
    "ties\":false,\"description\":\"How executors are kept.\",\"properties\":{\"warm\":{\"type\":\"integer\",\"minimum\":0,\"maxi"
    "mum\":64,\"default\":3,\"description\":\"Executors that are ready before a task needs them.\"},\"idle\":{\"type\":\"inte"
    "ger\",\"minimum\":0,\"maximum\":1024,\"default\":3,\"description\":\"Executors that wait for the next task of their se"
    "ssion; more are ended, the oldest first.\"},\"idleMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"defaul"
    "t\":300000,\"description\":\"How long one may be idle before it is ended.\"},\"startMs\":{\"type\":\"integer\",\"minimum"
    "\":1,\"maximum\":600000,\"default\":5000,\"description\":\"How long an executor may take until it listens.\"},\"shutdo"
    "wnMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"default\":30000,\"description\":\"How long one that is ask"
    "ed to leave may take before it is ended.\"},\"orphanMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"def"
    "ault\":600000,\"description\":\"How long an executor waits for a daemon that is gone; then it puts down what it "
    "has and ends.\"},\"pauseAt\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":100,\"description\":\"Messa"
    "ges of one executor that wait to be stored: above, it is told to pause.\"},\"resumeAt\":{\"type\":\"integer\",\"mini"
    "mum\":1,\"maximum\":1000000,\"default\":50,\"description\":\"Below, it is told to go on.\"},\"batchMessages\":{\"type\":\""
    "integer\",\"minimum\":1,\"maximum\":10000,\"default\":10,\"description\":\"That an executor sends as one.\"},\"batchMs\":"
    "{\"type\":\"integer\",\"minimum\":1,\"maximum\":60000,\"default\":100,\"description\":\"How long one may gather what a si"
    "ngle turn of its loop brings.\"}}},\"sandbox\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"default\""
    ":\"namespace\",\"description\":\"The best level that is tried. namespace: namespaces, Landlock and seccomp, and w"
    "here namespaces cannot be had, landlock. landlock: Landlock and seccomp; where they cannot be had either, no"
    "thing is started. off: agents run with all rights of the user.\"},\"network\":{\"$ref\":\"#/components/schemas/ses"
    "sion.Network\",\"default\":\"full\",\"description\":\"Of sessions that do not say.\"},\"notify\":{\"$ref\":\"#/components/"
    "schemas/core.Notify\",\"default\":\"auto\",\"description\":\"How front ends call a person who looks elsewhere.\"},\"vi"
    "ew\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"description\":\"What agents see of the disk be"
    "sides their working directory and the system's programs. Absolute paths, or ~/ for the home.\",\"properties\":{"
    "\"read\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256},\"write\":{\"ty"
    "pe\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256},\"hide\":{\"type\":\"array\","
    "\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Below what they see; "
    "besides what is always hidden: ~/.ssh, ~/.gnupg, ~/.aws, browser profiles, weir's own state, …\"}}},\"permissi"
    "ons\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"timeoutMs\":{\"type\":\"integer\","
    "\"minimum\":0,\"maximum\":86400000,\"default\":0,\"description\":\"How long a request waits for an answer, in all; 0:"
    " without limit.\"},\"approverMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":86400000,\"default\":30000,\"description"
    "\":\"How long it waits for a front end that can approve, where none is connected; once one was, only timeoutMs"
    " counts.\"},\"rules\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100000,\"default\":10000,\"description\":\"That there "
    "may be.\"}}},\"keys\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"access\":{\"$ref\""
    ":\"#/components/schemas/session.Keys\",\"default\":\"direct\",\"description\":\"Of sessions that do not say.\"},\"perMi"
    "nute\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":60,\"description\":\"How often one session may "
    "ask for a key.\"}}},\"providers\":{\"type\":\"object\",\"description\":\"Services with models, by the name of their ke"
    "y. anthropic, openai and ollama are known.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Prov"
    "ider\"}},\"budget\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"description\":\"What model calls "
    "through weir-broker may use; 0: no limit.\",\"properties\":{\"dayTokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\""
    ":1000000000000,\"default\":0},\"dayCost\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000000,\"default\":0,\"descrip"
    "tion\":\"In the unit of the prices. A day ends at midnight, UTC.\"},\"sessionTokens\":{\"type\":\"integer\",\"minimum\""
    ":0,\"maximum\":1000000000000,\"default\":0,\"description\":\"Of sessions that do not say.\"},\"sessionCost\":{\"type\":\""
    "number\",\"minimum\":0,\"maximum\":1000000000,\"default\":0},\"outputTokens\":{\"type\":\"integer\",\"minimum\":1,\"maximum\""
    ":10000000,\"default\":32000,\"description\":\"Reserved for a call that does not say how much it wants at most.\"}}"
    "},\"prices\":{\"type\":\"object\",\"description\":\"By model; a name that ends in * is for all that begin so, and the"
    " longest that fits counts. A model without a price is refused where a budget is in money.\",\"additionalProper"
    "ties\":{\"$ref\":\"#/components/schemas/config.Price\"}},\"terminals\":{\"type\":\"object\",\"default\":{},\"additionalPro"
    "perties\":false,\"properties\":{\"max\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000,\"default\":256,\"description\""
    ":\"At once.\"}}},\"sessions\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"closeIdl"
    "eMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":31536000000,\"default\":86400000,\"description\":\"Sessions that wer"
    "e made for one prompt (closeWhenIdle, as weir run makes them) are closed when nothing has been at work in th"
    "em for so long; 0: never.\"}}},\"retention\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"descri"
    "ption\":\"What the store keeps. Sessions stay until they are deleted.\",\"properties\":{\"days\":{\"type\":\"integer\","
    "\"minimum\":0,\"maximum\":36500,\"default\":90,\"description\":\"Events, and tasks that have ended, are removed when "
    "they are older; 0: never.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":10737418"
    "240,\"description\":\"When the store is larger, the oldest events are removed, and the tasks that ended with th"
    "em; 0: no limit.\"},\"keptBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":2147483648,\"d"
    "escription\":\"When more is kept of files as they were before tasks changed them, that of the oldest tasks is "
    "removed; 0: no limit.\"}}}}},\"daemon.Health\":{\"description\":\"ok: all is well. degraded: something works worse"
    " than it should. failed: something does not work at all.\",\"type\":\"string\",\"enum\":[\"ok\",\"degraded\",\"failed\"]}"
    ",\"daemon.Subsystem\":{\"description\":\"A part of the daemon, checked at the moment of the question.\",\"type\":\"ob"
    "ject\",\"properties\":{\"health\":{\"$ref\":\"#/components/schemas/daemon.Health\"},\"message\":{\"type\":\"string\",\"descr"
    "iption\":\"What is wrong and what to do, where something is.\"}},\"required\":[\"health\"]},\"daemon.IdKind\":{\"type\""
    ":\"string\",\"enum\":[\"task\",\"session\",\"permission\",\"rule\"]},\"event.Entry\":{\"description\":\"What was pushed: the "
    "notification's method and params.\",\"type\":\"object\",\"properties\":{\"method\":{\"type\":\"string\"},\"params\":{\"descr"
    "iption\":\"With seq, epoch and timestamp.\"}},\"required\":[\"method\",\"params\"]},\"event.Gap\":{\"description\":\"Event"
    "s that were asked for and that retention has removed.\",\"type\":\"object\",\"properties\":{\"fromSeq\":{\"type\":\"inte"
    "ger\"},\"toSeq\":{\"type\":\"integer\",\"description\":\"The last that is gone.\"}},\"required\":[\"fromSeq\",\"toSeq\"]},\"ev"
    "ent.Topics\":{\"description\":\"Names of events (event.taskQueued) or how they begin behind their dot (task, ses"
    "sion, message).\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"minItems\":1,\"maxIte"
    "ms\":64},\"handover.Descriptors\":{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":2147483647}},"
    "\"handover.Replay\":{\"description\":\"Requests without an answer, which the new program receives once more.\",\"ty"
    "pe\":\"object\",\"properties\":{\"batch\":{\"type\":\"boolean\",\"default\":false,\"description\":\"They are an array, answe"
    "red together.\"},\"answersBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":0,\"description\":\"Of the answers that "
    "the batch has already.\"},\"tooLong\":{\"type\":\"boolean\",\"default\":false,\"description\":\"They were more than a me"
    "ssage may have.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Of the line.\"}},\"required\":[\"bytes\"]}"
    ",\"handover.Carrier\":{\"description\":\"A line that waits to be sent and carries descriptors.\",\"type\":\"object\",\""
    "properties\":{\"start\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"In the bytes that wait.\"},\"end\":{\"type\":\"i"
    "nteger\",\"minimum\":0},\"descriptors\":{\"$ref\":\"#/components/schemas/handover.Descriptors\"}},\"required\":[\"start\""
    ",\"end\",\"descriptors\"]},\"handover.Peer\":{\"description\":\"One end of a connection. Its bytes lie behind the doc"
    "ument: its replays, the beginning of a line, what was read and not looked at, what is not sent.\",\"type\":\"obj"
    "ect\",\"properties\":{\"fd\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"caller\":{\"type\":\"integer\",\"mini"
    "mum\":1,\"maximum\":255},\"nextId\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Of the last request to the other"
    " side.\"},\"ended\":{\"type\":\"boolean\",\"default\":false,\"description\":\"The other side has shut down its writing.\""
    "},\"unread\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Its owner wants to hear nothing for now.\"},\"skip"
    "ping\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Inside of a line that is too long.\"},\"at\":{\"type\":\"in"
    "teger\",\"minimum\":0,\"description\":\"Where its bytes begin.\"},\"partialBytes\":{\"type\":\"integer\",\"minimum\":0,\"def"
    "ault\":0},\"backlogBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":0},\"outputBytes\":{\"type\":\"integer\",\"minimum\""
    ":0,\"default\":0},\"carriers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Carrier\"}},\"replay"
    "s\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Replay\"}},\"owed\":{\"type\":\"array\",\"items\":{"
    "\"type\":\"string\"},\"description\":\"Ids, as JSON, of the calls of daemon.restart.\"},\"nextDescriptors\":{\"descript"
    "ion\":\"Of the line whose beginning is there.\",\"$ref\":\"#/components/schemas/handover.Descriptors\"},\"arrivingDe"
    "scriptors\":{\"description\":\"Of the last line that was read.\",\"$ref\":\"#/components/schemas/handover.Descriptor"
    "s\"}},\"required\":[\"fd\",\"caller\",\"nextId\",\"at\",\"carriers\",\"replays\",\"owed\",\"nextDescriptors\",\"arrivingDescript"
    "ors\"]},\"handover.Attachment\":{\"description\":\"A client that gets what a terminal shows.\",\"type\":\"object\",\"pro"
    "perties\":{\"client\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"Its descriptor.\"},\"offs"
    "et\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"What is before it was sent.\"}},\"required\":[\"client\",\"offset"
    "\"]},\"handover.Input\":{\"description\":\"What was typed and not taken by the terminal yet.\",\"type\":\"object\",\"pro"
    "perties\":{\"client\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"Whose call waits for th"
    "at: it is made once more, without the bytes.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"bytes\"]}"
    ",\"handover.Exit\":{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"integer\"},\"signal\":{\"type\":\"integer\"}}},\"han"
    "dover.Terminal\":{\"description\":\"Its input lies behind the document.\",\"type\":\"object\",\"properties\":{\"id\":{\"ty"
    "pe\":\"string\",\"minLength\":1,\"maxLength\":34},\"sessionId\":{\"type\":\"string\"},\"cwd\":{\"type\":\"string\"},\"shell\":{\"t"
    "ype\":\"string\"},\"useTmux\":{\"type\":\"boolean\"},\"createdAt\":{\"type\":\"integer\"},\"pid\":{\"type\":\"integer\"},\"executo"
    "r\":{\"type\":\"string\",\"description\":\"That has it.\"},\"over\":{\"type\":\"boolean\",\"description\":\"It has ended; some"
    "body still reads what it showed.\"},\"told\":{\"type\":\"boolean\",\"description\":\"And its end is in the log.\"},\"owe"
    "sEvent\":{\"type\":\"boolean\",\"description\":\"And its end is to be told.\"},\"exit\":{\"$ref\":\"#/components/schemas/h"
    "andover.Exit\"},\"master\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"memory\":{\"type\":\"integer\",\"mini"
    "mum\":3,\"maximum\":2147483647,\"description\":\"Of its scrollback.\"},\"total\":{\"type\":\"integer\",\"minimum\":0,\"descr"
    "iption\":\"Bytes that it has shown.\"},\"holder\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description"
    "\":\"The client that has the descriptor too.\"},\"attachments\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sch"
    "emas/handover.Attachment\"}},\"inputs\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Input\"}}"
    ",\"at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Where its bytes begin.\"}},\"required\":[\"id\",\"cwd\",\"shell\","
    "\"useTmux\",\"createdAt\",\"pid\",\"over\",\"told\",\"owesEvent\",\"total\",\"attachments\",\"inputs\",\"at\"]},\"handover.Termin"
    "als\":{\"type\":\"object\",\"properties\":{\"terminals\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handov"
    "er.Terminal\"}}},\"required\":[\"terminals\"]},\"handover.Token\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"st"
    "ring\",\"minLength\":64,\"maxLength\":64},\"expiresMs\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"text\",\"expires"
    "Ms\"]},\"handover.Link\":{\"description\":\"The connection to an executor that would not know what to do with anot"
    "her one.\",\"type\":\"object\",\"properties\":{\"peer\":{\"$ref\":\"#/components/schemas/handover.Peer\"},\"token\":{\"$ref\""
    ":\"#/components/schemas/handover.Token\"},\"prompt\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"The id of exec"
    "ute_prompt, which is not answered yet.\"},\"said\":{\"type\":\"string\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":"
    "0},\"tokens\":{\"type\":\"integer\",\"minimum\":0},\"overLimit\":{\"type\":\"boolean\"},\"paused\":{\"type\":\"boolean\"},\"refus"
    "ed\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":4294967295}},\"required\":[\"peer\",\"said\",\"outputBytes\",\"tokens\",\"o"
    "verLimit\",\"paused\",\"refused\"]},\"handover.Executor\":{\"description\":\"What its record on the disk does not tell"
    ".\",\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",\"minLength\":1},\"terminalToken\":{\"$ref\":\"#/components/"
    "schemas/handover.Token\"},\"link\":{\"$ref\":\"#/components/schemas/handover.Link\"}},\"required\":[\"id\"]},\"handover."
    "Executors\":{\"type\":\"object\",\"properties\":{\"executors\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/"
    "handover.Executor\"}}},\"required\":[\"executors\"]},\"handover.Subscription\":{\"type\":\"object\",\"properties\":{\"id\":"
    "{\"type\":\"string\",\"maxLength\":23,\"description\":\"Empty: the one that a connection has by itself.\"},\"allKinds\":"
    "{\"type\":\"boolean\"},\"kinds\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Names of events.\"},\"sess"
    "ion\":{\"type\":\"integer\",\"minimum\":0},\"task\":{\"type\":\"integer\",\"minimum\":0},\"replays\":{\"type\":\"boolean\"},\"owes"
    "Live\":{\"type\":\"boolean\"},\"cursor\":{\"type\":\"integer\"},\"told\":{\"type\":\"integer\"}},\"required\":[\"id\",\"allKinds\","
    "\"kinds\",\"session\",\"task\",\"replays\",\"owesLive\",\"cursor\",\"told\"]},\"handover.Client\":{\"type\":\"object\",\"properti"
    "es\":{\"peer\":{\"$ref\":\"#/components/schemas/handover.Peer\"},\"initialized\":{\"type\":\"boolean\"},\"approves\":{\"type"
    "\":\"boolean\",\"default\":false},\"name\":{\"type\":\"string\"},\"optedOut\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"subscriptions\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Subscription\"}},\"behind\":{\"ty"
    "pe\":\"boolean\"},\"cursor\":{\"type\":\"integer\"}},\"required\":[\"peer\",\"initialized\",\"subscriptions\",\"behind\",\"curso"
    "r\"]},\"handover.Socket\":{\"type\":\"object\",\"properties\":{\"fd\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":214748364"
    "7},\"lockFd\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"path\":{\"type\":\"string\",\"minLength\":1},\"inhe"
    "rited\":{\"type\":\"boolean\"},\"device\":{\"type\":\"integer\"},\"inode\":{\"type\":\"integer\"}},\"required\":[\"fd\",\"lockFd\","
    "\"path\",\"inherited\",\"device\",\"inode\"]},\"handover.State\":{\"type\":\"object\",\"properties\":{\"version\":{\"type\":\"int"
    "eger\",\"minimum\":1,\"maximum\":1,\"description\":\"Of this format.\"},\"program\":{\"type\":\"string\",\"description\":\"The"
    " version of the program that wrote it.\"},\"frozenNs\":{\"type\":\"integer\",\"description\":\"Since when nobody is se"
    "rved, of the monotonic clock.\"},\"startedNs\":{\"type\":\"integer\"},\"startedAtMs\":{\"type\":\"integer\"},\"lastSubscri"
    "ption\":{\"type\":\"integer\",\"minimum\":0},\"socket\":{\"$ref\":\"#/components/schemas/handover.Socket\"},\"stateFd\":{\"t"
    "ype\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"clients\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sch"
    "emas/handover.Client\"}},\"parts\":{\"type\":\"object\",\"additionalProperties\":{},\"description\":\"What further parts"
    " of the daemon hand over, by their names.\"}},\"required\":[\"version\",\"program\",\"frozenNs\",\"startedNs\",\"started"
    "AtMs\",\"lastSubscription\",\"socket\",\"stateFd\",\"clients\",\"parts\"]},\"key.Key\":{\"type\":\"object\",\"properties\":{\"se"
    "rvice\":{\"type\":\"string\"},\"lastFour\":{\"type\":\"string\",\"description\":\"The last four characters; of a key with "
    "fewer than twelve, none.\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"usedAt\":{\"typ"
    "e\":\"integer\",\"description\":\"When an executor or the broker last got it; epoch milliseconds; absent: never.\"}"
    ",\"uses\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"service\",\"lastFour\",\"createdAt\",\"uses\"]},\"permission.De"
    "cision\":{\"description\":\"allow_once: this call. allow_session: calls like it, until the session is closed. al"
    "low_always: calls like it, in every session whose working directory is the same. deny: not this call.\",\"type"
    "\":\"string\",\"enum\":[\"allow_once\",\"allow_session\",\"allow_always\",\"deny\"]},\"permission.RequestState\":{\"type\":\"s"
    "tring\",\"enum\":[\"pending\",\"allowed\",\"denied\",\"expired\",\"withdrawn\"]},\"permission.Request\":{\"type\":\"object\",\"p"
    "roperties\":{\"id\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/permission.RequestState\"},\"sessionI"
    "d\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"},\"tool\":{\"type\":\"string\"},\"input\":{\"description\":\"As the agen"
    "t gave it; where that is over 256 KiB, without its longest texts.\"},\"cwd\":{\"type\":\"string\"},\"paths\":{\"type\":"
    "\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The files that it is about, resolved: without links and dot"
    "s.\"},\"command\":{\"type\":\"string\",\"description\":\"Of a shell's tool: the whole command.\"},\"parts\":{\"type\":\"arra"
    "y\",\"items\":{\"type\":\"string\"},\"description\":\"Of a command: the simple commands in it, as they are judged.\"},\""
    "createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"expiresAt\":{\"type\":\"integer\",\"description"
    "\":\"Epoch milliseconds: it is refused then if nobody has answered; absent: it waits for an answer without lim"
    "it.\"},\"approverBy\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds: it is refused then if no front end t"
    "hat can approve has connected; absent: one was there, and only expiresAt counts.\"},\"answeredAt\":{\"type\":\"int"
    "eger\",\"description\":\"Epoch milliseconds.\"},\"reason\":{\"type\":\"string\",\"description\":\"mode=…, rule:…, user_app"
    "roved, user_denied, timeout, no_approver, …\"},\"note\":{\"type\":\"string\",\"description\":\"What the person who ans"
    "wered wrote.\"},\"answeredBy\":{\"type\":\"string\",\"description\":\"The front end, by the name that it gave in initi"
    "alize.\"},\"suggestion\":{\"$ref\":\"#/components/schemas/permission.NewRule\",\"description\":\"The rule that allow_s"
    "ession and allow_always would make; absent where one is not enough.\"},\"suggestions\":{\"type\":\"array\",\"items\":"
    "{\"$ref\":\"#/components/schemas/permission.NewRule\"},\"description\":\"All the rules that they would make: of a c"
    "ompound command, one for each part that no rule allows yet. Absent: only allow_once and deny are possible.\"}"
    "},\"required\":[\"id\",\"state\",\"sessionId\",\"taskId\",\"tool\",\"cwd\",\"createdAt\"]},\"permission.Effect\":{\"type\":\"stri"
    "ng\",\"enum\":[\"allow\",\"deny\"]},\"permission.NewRule\":{\"description\":\"A rule matches a call when all that it nam"
    "es fits. Deny beats allow. In a pattern * stands for any text without a /, ** for any text, ? for one charac"
    "ter but /, and \\\\ takes the next character as it is. A path pattern is absolute, or begins with ./ for the s"
    "ession's working directory or ~/ for the user's home; one that ends in / or /** is that directory and everyt"
    "hing below. A path is judged without links and dots. Grep and Glob look through directories: they are allowe"
    "d by a pattern for everything below, and denied where anything below is. A command pattern is compared word "
    "by word, after quotes: a * as a word of its own stands for one word, as the last word for all that follow, n"
    "one included; quotes make characters plain. A compound command is allowed only when each part of it is, and "
    "each file that it writes by > too, by a rule for Write; what is only known when it runs ($x) is allowed only"
    " by a last *. A cd to the working directory itself needs no rule beside other parts. A command that cannot b"
    "e understood is allowed only by a rule that names the tool alone. A rule that denies a command also denies i"
    "t by its path (/bin/rm), and where it may be meant ($x).\",\"type\":\"object\",\"additionalProperties\":false,\"prop"
    "erties\":{\"effect\":{\"$ref\":\"#/components/schemas/permission.Effect\"},\"tool\":{\"type\":\"string\",\"minLength\":1,\"m"
    "axLength\":128,\"description\":\"A tool's name, or a pattern of it.\",\"examples\":[\"Bash\",\"mcp__github__*\"]},\"path"
    "\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"examples\":[\"./src/**\"]},\"command\":{\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":4096,\"examples\":[\"git status *\"]},\"sessionId\":{\"type\":\"string\",\"minLength\":1,\"maxLength\""
    ":128,\"description\":\"Only in this session; it ends with it.\"},\"cwd\":{\"type\":\"string\",\"minLength\":1,\"maxLength"
    "\":4096,\"description\":\"Only in sessions with this working directory.\"},\"expiresAt\":{\"type\":\"integer\",\"minimum"
    "\":0,\"description\":\"Epoch milliseconds; absent: it stays.\"},\"note\":{\"type\":\"string\",\"maxLength\":1024}},\"requi"
    "red\":[\"effect\",\"tool\"]},\"permission.Rule\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"effect\":{\"$"
    "ref\":\"#/components/schemas/permission.Effect\"},\"tool\":{\"type\":\"string\"},\"path\":{\"type\":\"string\"},\"command\":{"
    "\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"cwd\":{\"type\":\"string\"},\"expiresAt\":{\"type\":\"integer\"},\"note\""
    ":{\"type\":\"string\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"createdBy\":{\"type\":\"s"
    "tring\",\"description\":\"The front end, by the name that it gave in initialize.\"},\"uses\":{\"type\":\"integer\",\"min"
    "imum\":0,\"description\":\"Calls that it has decided.\"},\"usedAt\":{\"type\":\"integer\",\"description\":\"Epoch millisec"
    "onds; absent: never.\"}},\"required\":[\"id\",\"effect\",\"tool\",\"createdAt\",\"uses\"]},\"session.PermissionMode\":{\"des"
    "cription\":\"default: ask before anything that changes something. acceptEdits: file edits in the working direc"
    "tory need no question. bypassPermissions: nothing does. plan: change nothing.\",\"type\":\"string\",\"enum\":[\"defa"
    "ult\",\"acceptEdits\",\"bypassPermissions\",\"plan\"]},\"session.State\":{\"type\":\"string\",\"enum\":[\"open\",\"closed\"]},\""
    "session.Network\":{\"description\":\"full: as the user's own. model-only: none but the socket of weir-broker. no"
    "ne: none at all.\",\"type\":\"string\",\"enum\":[\"full\",\"model-only\",\"none\"]},\"session.Keys\":{\"description\":\"direct"
    ": get_api_key gives the executor a key. broker: it gets none, and weir-broker makes its calls. none: neither"
    ".\",\"type\":\"string\",\"enum\":[\"direct\",\"broker\",\"none\"]},\"session.Budget\":{\"description\":\"What the model calls "
    "of a session may use through the broker, over its whole life.\",\"type\":\"object\",\"additionalProperties\":false,"
    "\"properties\":{\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"In and out together.\"},\"costMicros\":{\"ty"
    "pe\":\"integer\",\"minimum\":0,\"description\":\"Millionths of the unit of the price table.\"}}},\"session.ContextFile"
    "s\":{\"description\":\"Files that an agent is given to read before its first prompt: absolute paths, or below th"
    "e working directory. AGENTS.md and CLAUDE.md there are always among them.\",\"type\":\"array\",\"items\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":64},\"session.Tools\":{\"description\":\"Tools that an agent ma"
    "y use; * stands for any characters (mcp__github__*). An empty list: none. A tool that is not listed is refus"
    "ed, whatever rules and modes say.\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"m"
    "axItems\":256},\"session.Command\":{\"description\":\"A slash command of an agent.\",\"type\":\"object\",\"properties\":{"
    "\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Without its slash.\"},\"description\":{\"ty"
    "pe\":\"string\",\"maxLength\":1024},\"hint\":{\"type\":\"string\",\"maxLength\":256,\"description\":\"What may stand behind "
    "its name.\"}},\"required\":[\"name\"]},\"session.Commands\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/s"
    "ession.Command\"},\"maxItems\":256},\"session.FoundFile\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\","
    "\"description\":\"Below the session's directory.\"},\"directory\":{\"type\":\"boolean\",\"default\":false}},\"required\":["
    "\"path\"]},\"session.AgentCommands\":{\"description\":\"The slash commands that the session's agent reported last.\""
    ",\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\",\"description\":\"Whose they are.\"},\"commands\":{\"$ref\":"
    "\"#/components/schemas/session.Commands\"}},\"required\":[\"agent\",\"commands\"]},\"session.Model\":{\"description\":\"A"
    " model that an agent offers.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength"
    "\":256,\"description\":\"As the agent names it; a task or a session chooses it by this name.\"},\"title\":{\"type\":\""
    "string\",\"maxLength\":256,\"description\":\"For people.\"},\"isDefault\":{\"type\":\"boolean\",\"default\":false,\"descript"
    "ion\":\"The agent uses it where no model is named.\"}},\"required\":[\"name\"]},\"session.Models\":{\"type\":\"array\",\"i"
    "tems\":{\"$ref\":\"#/components/schemas/session.Model\"},\"maxItems\":512},\"session.AgentModels\":{\"description\":\"Th"
    "e models that the session's agent reported last.\",\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\",\"de"
    "scription\":\"Whose they are.\"},\"models\":{\"$ref\":\"#/components/schemas/session.Models\"}},\"required\":[\"agent\",\""
    "models\"]},\"session.Services\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64},\"maxItem"
    "s\":64},\"session.Sandbox\":{\"description\":\"What was in force the last time an executor of the session was star"
    "ted.\",\"type\":\"object\",\"properties\":{\"level\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"descript"
    "ion\":\"namespace: namespaces, Landlock and seccomp. landlock: the last two. off: nothing, since the configura"
    "tion says so.\"},\"network\":{\"$ref\":\"#/components/schemas/session.Network\"},\"landlock\":{\"type\":\"integer\",\"mini"
    "mum\":0,\"description\":\"The version that the kernel has; 0: none.\"},\"read\":{\"type\":\"array\",\"items\":{\"type\":\"st"
    "ring\"},\"description\":\"Paths that it sees.\"},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":"
    "\"Paths that it sees and may change.\"},\"hidden\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Path"
    "s below those that it does not see.\"},\"notHeld\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Wha"
    "t this level cannot hold, in words.\"}},\"required\":[\"level\",\"network\",\"landlock\",\"read\",\"write\",\"hidden\",\"not"
    "Held\"]},\"session.Terms\":{\"description\":\"What of a session is kept as one piece.\",\"type\":\"object\",\"properties"
    "\":{\"network\":{\"$ref\":\"#/components/schemas/session.Network\"},\"keys\":{\"$ref\":\"#/components/schemas/session.Ke"
    "ys\"},\"services\":{\"$ref\":\"#/components/schemas/session.Services\"},\"permissionTimeoutMs\":{\"type\":\"integer\"},\"b"
    "udget\":{\"$ref\":\"#/components/schemas/session.Budget\"},\"thinkingTokens\":{\"type\":\"integer\"},\"contextFiles\":{\"$"
    "ref\":\"#/components/schemas/session.ContextFiles\"},\"tools\":{\"$ref\":\"#/components/schemas/session.Tools\"},\"str"
    "eam\":{\"type\":\"boolean\"},\"closeWhenIdle\":{\"type\":\"boolean\"},\"sandbox\":{\"$ref\":\"#/components/schemas/session.S"
    "andbox\"},\"agentCommands\":{\"$ref\":\"#/components/schemas/session.AgentCommands\"},\"agentModels\":{\"$ref\":\"#/comp"
    "onents/schemas/session.AgentModels\"},\"lastAgent\":{\"type\":\"string\"}},\"required\":[\"network\",\"keys\"]},\"session."
    "Session\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/session"
    ".State\"},\"cwd\":{\"type\":\"string\",\"description\":\"The working directory, with the links in it resolved when it "
    "was named.\"},\"permissionMode\":{\"$ref\":\"#/components/schemas/session.PermissionMode\"},\"agent\":{\"type\":\"string"
    "\",\"description\":\"Absent: the default agent.\"},\"model\":{\"type\":\"string\",\"description\":\"Absent: the agent's ow"
    "n choice.\"},\"title\":{\"type\":\"string\",\"description\":\"Absent: none was given, and it had no task yet; its firs"
    "t one gives it a title, the first line of the prompt. No event tells of that, event.taskQueued has the same "
    "line.\"},\"metadata\":{\"description\":\"Whatever the front end keeps with the session: JSON that the daemon does "
    "not look into.\"},\"network\":{\"$ref\":\"#/components/schemas/session.Network\"},\"keys\":{\"$ref\":\"#/components/sche"
    "mas/session.Keys\"},\"services\":{\"$ref\":\"#/components/schemas/session.Services\",\"description\":\"Whose keys it m"
    "ay use; absent: all that there are.\"},\"permissionTimeoutMs\":{\"type\":\"integer\",\"description\":\"How long a perm"
    "ission request waits for an answer; 0: without limit; absent: as configured (permissions.timeoutMs).\"},\"budg"
    "et\":{\"$ref\":\"#/components/schemas/session.Budget\"},\"thinkingTokens\":{\"type\":\"integer\",\"description\":\"That th"
    "e model may think before it answers; absent: as configured.\"},\"contextFiles\":{\"$ref\":\"#/components/schemas/s"
    "ession.ContextFiles\"},\"tools\":{\"$ref\":\"#/components/schemas/session.Tools\",\"description\":\"Absent: the built-"
    "in agent's own, and for other agents all that rules and modes allow.\"},\"stream\":{\"type\":\"boolean\",\"descripti"
    "on\":\"False: agents report whole messages only, no deltas. Absent: true.\"},\"closeWhenIdle\":{\"type\":\"boolean\","
    "\"description\":\"True: it was made for a prompt, and the daemon closes it when no task of it has been at work "
    "for sessions.closeIdleMs. Absent: it stays open until somebody closes it.\"},\"sandbox\":{\"$ref\":\"#/components/"
    "schemas/session.Sandbox\"},\"agentCommands\":{\"$ref\":\"#/components/schemas/session.AgentCommands\",\"description\""
    ":\"Absent: none were reported; and in session.list.\"},\"agentModels\":{\"$ref\":\"#/components/schemas/session.Age"
    "ntModels\",\"description\":\"Absent: none were reported; and in session.list.\"},\"lastAgent\":{\"type\":\"string\",\"de"
    "scription\":\"Who worked in it last, named or chosen; absent: nobody yet.\"},\"lastTaskAt\":{\"type\":\"integer\",\"de"
    "scription\":\"When its last task was submitted; epoch milliseconds. Absent: it had none.\"},\"parentId\":{\"type\":"
    "\"string\",\"description\":\"The session that this one was forked from.\"},\"forkSeq\":{\"type\":\"integer\",\"descriptio"
    "n\":\"The last event of the parent that belongs to this session's history.\"},\"createdAt\":{\"type\":\"integer\",\"de"
    "scription\":\"Epoch milliseconds.\"},\"updatedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"closed"
    "At\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"id\",\"state\",\"cwd\",\"permissionMode\","
    "\"network\",\"keys\",\"createdAt\",\"updatedAt\"]},\"task.State\":{\"description\":\"completed, failed and cancelled are "
    "final. A time-out is failed with the reason timeout.\",\"type\":\"string\",\"enum\":[\"queued\",\"starting\",\"running\","
    "\"awaiting_permission\",\"stopping\",\"completed\",\"failed\",\"cancelled\"]},\"task.TokenUsage\":{\"type\":\"object\",\"prop"
    "erties\":{\"input_tokens\":{\"type\":\"integer\",\"minimum\":0},\"output_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache"
    "_read_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_write_tokens\":{\"type\":\"integer\",\"minimum\":0},\"context_to"
    "kens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"In the model's context in the end, where the agent or the"
    " provider says so.\"},\"context_limit\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"That fit into it.\"},\"repor"
    "ted_cost_micros\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"What the agent says that the task cost, in mil"
    "lionths of reported_currency.\"},\"reported_currency\":{\"type\":\"string\",\"description\":\"USD, …\"},\"cost_micros\":{"
    "\"type\":\"integer\",\"minimum\":0,\"description\":\"What all of that costs by the price table, in millionths of its "
    "unit, where the agent called the service itself: of a task that has completed, with a model whose price is k"
    "nown, that of its cache too where it was used. What goes through the broker is in budget.status.\"}},\"require"
    "d\":[\"input_tokens\",\"output_tokens\"]},\"task.Failure\":{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\""
    ",\"description\":\"A word: error, timeout, daemon_died, daemon_stopped, EXECUTOR_CRASHED, EXECUTOR_LOST, start_"
    "failed, memory_limit, process_limit, output_limit, token_limit, …\"},\"message\":{\"type\":\"string\",\"description\""
    ":\"A sentence for people.\"},\"code\":{\"type\":\"string\",\"description\":\"The agent's own word, where it had one.\"},"
    "\"stack\":{\"type\":\"string\"},\"exit_code\":{\"type\":\"integer\",\"description\":\"With which its executor ended.\"},\"sig"
    "nal\":{\"type\":\"integer\",\"description\":\"That ended its executor.\"},\"stderr\":{\"type\":\"string\",\"description\":\"Th"
    "e last lines that its executor wrote there.\"}},\"required\":[\"reason\",\"message\"]},\"task.Limits\":{\"description\""
    ":\"What a task may use; what is absent is as configured, 0 is without limit.\",\"type\":\"object\",\"additionalProp"
    "erties\":false,\"properties\":{\"memoryBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"description"
    "\":\"Of all its processes together.\"},\"processes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000,\"description"
    "\":\"At the same time.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"description\":\"Of"
    " all that it reports.\"},\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"description\":\"In and"
    " out together.\"}}},\"task.Terms\":{\"description\":\"What of a task is kept as one piece: its limits, and what it"
    " was given.\",\"type\":\"object\",\"properties\":{\"memoryBytes\":{\"type\":\"integer\"},\"processes\":{\"type\":\"integer\"},\""
    "outputBytes\":{\"type\":\"integer\"},\"tokens\":{\"type\":\"integer\"},\"tools\":{\"$ref\":\"#/components/schemas/session.To"
    "ols\"},\"stream\":{\"type\":\"boolean\"},\"attachments\":{\"$ref\":\"#/components/schemas/task.Attachments\"}}},\"task.Att"
    "achment\":{\"description\":\"A file that comes with a prompt: a text of at most 256 KiB, or a picture (PNG, JPEG"
    ", GIF, WebP) of at most 5 MiB.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"path\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path, which the session's sandbox must show"
    ".\"},\"mime\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Its media type. Absent: as its cont"
    "ent says. The content also decides which kind of picture it is.\"}},\"required\":[\"path\"]},\"task.Attachments\":{"
    "\"description\":\"At most 10 MiB together.\",\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/task.Attachmen"
    "t\"},\"maxItems\":32},\"task.FileChange\":{\"description\":\"What a task did to a file.\",\"type\":\"object\",\"properties"
    "\":{\"path\":{\"type\":\"string\",\"description\":\"Below the task's working directory.\"},\"change\":{\"type\":\"string\",\"e"
    "num\":[\"created\",\"modified\",\"deleted\"]},\"beforeBytes\":{\"type\":\"integer\",\"minimum\":0},\"afterBytes\":{\"type\":\"in"
    "teger\",\"minimum\":0},\"beforeMode\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Permission bits. task.undo nev"
    "er restores set-user-ID and set-group-ID of a file.\"},\"afterMode\":{\"type\":\"integer\",\"minimum\":0},\"link\":{\"ty"
    "pe\":\"boolean\",\"default\":false,\"description\":\"It is a symbolic link; the texts are where it leads.\"},\"binary\""
    ":{\"type\":\"boolean\",\"default\":false,\"description\":\"It is not text, so none is here.\"},\"kept\":{\"type\":\"boolean"
    "\",\"default\":true,\"description\":\"False: it was too large, and cannot be shown or put back.\"},\"before\":{\"type\""
    ":\"string\",\"description\":\"The text; absent where there was none, where it is not text, and where the answer w"
    "ould be too long: ask for the path alone.\"},\"after\":{\"type\":\"string\",\"description\":\"Likewise.\"}},\"required\":"
    "[\"path\",\"change\"]},\"task.LeftFile\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"reason\":{\"type\":"
    "\"string\",\"enum\":[\"changed_since\",\"not_kept\",\"not_possible\"],\"description\":\"changed_since: somebody has chang"
    "ed it after the task. not_kept: its old content was too large. not_possible: message says why.\"},\"message\":{"
    "\"type\":\"string\"}},\"required\":[\"path\",\"reason\"]},\"task.Progress\":{\"type\":\"object\",\"properties\":{\"percent\":{\"t"
    "ype\":\"number\",\"minimum\":0,\"maximum\":100},\"message\":{\"type\":\"string\"},\"completed_steps\":{\"type\":\"integer\",\"mi"
    "nimum\":0},\"total_steps\":{\"type\":\"integer\",\"minimum\":0}}},\"task.Result\":{\"type\":\"object\",\"properties\":{\"text\""
    ":{\"type\":\"string\",\"description\":\"The agent's final text.\"},\"message_count\":{\"type\":\"integer\",\"minimum\":0},\"t"
    "oken_usage\":{\"$ref\":\"#/components/schemas/task.TokenUsage\"},\"unanswered\":{\"type\":\"integer\",\"minimum\":1,\"desc"
    "ription\":\"So many permission requests of it were refused because their time was over (timeout) or no front e"
    "nd that can approve was connected (no_approver); absent: none.\"},\"error\":{\"$ref\":\"#/components/schemas/task."
    "Failure\"}},\"required\":[\"message_count\"]},\"task.Task\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\""
    "sessionId\":{\"type\":\"string\"},\"prompt\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"},\""
    "priority\":{\"type\":\"integer\",\"description\":\"Higher goes first.\"},\"agent\":{\"type\":\"string\",\"description\":\"Abse"
    "nt: the session's.\"},\"cwd\":{\"type\":\"string\"},\"timeoutMs\":{\"type\":\"integer\"},\"idempotencyKey\":{\"type\":\"string"
    "\"},\"limits\":{\"$ref\":\"#/components/schemas/task.Limits\"},\"tools\":{\"$ref\":\"#/components/schemas/session.Tools\""
    ",\"description\":\"Absent: the session's.\"},\"stream\":{\"type\":\"boolean\",\"description\":\"Absent: as the session ha"
    "s it.\"},\"attachments\":{\"$ref\":\"#/components/schemas/task.Attachments\"},\"createdAt\":{\"type\":\"integer\",\"descri"
    "ption\":\"Epoch milliseconds.\"},\"startedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"endedAt\":{"
    "\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"progress\":{\"$ref\":\"#/components/schemas/task.Progress"
    "\"},\"result\":{\"description\":\"Of a task in a final state.\",\"$ref\":\"#/components/schemas/task.Result\"}},\"requir"
    "ed\":[\"id\",\"sessionId\",\"prompt\",\"state\",\"priority\",\"cwd\",\"timeoutMs\",\"createdAt\"]},\"terminal.Terminal\":{\"type"
    "\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\",\"description\":\"Absent: it belon"
    "gs to none.\"},\"pid\":{\"type\":\"integer\",\"description\":\"Of its shell.\"},\"cwd\":{\"type\":\"string\",\"description\":\"W"
    "here it was opened.\"},\"shell\":{\"type\":\"string\"},\"cols\":{\"type\":\"integer\"},\"rows\":{\"type\":\"integer\"},\"useTmux"
    "\":{\"type\":\"boolean\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"clients\":{\"type\":\"i"
    "nteger\",\"minimum\":0,\"description\":\"How many are attached.\"},\"held\":{\"type\":\"boolean\",\"description\":\"A client"
    " holds its descriptor: scrollback pauses.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Of output s"
    "o far.\"}},\"required\":[\"id\",\"pid\",\"cwd\",\"shell\",\"cols\",\"rows\",\"useTmux\",\"createdAt\",\"clients\",\"held\",\"bytes\"]"
    "},\"terminal.Ref\":{\"type\":\"object\",\"properties\":{\"terminalId\":{\"type\":\"string\"}},\"required\":[\"terminalId\"]}},"
    "\"errors\":{\"parse_error\":{\"code\":-32700,\"message\":\"The line is not JSON, or is JSON that weir refuses: a dupl"
    "icate key, nesting over 128, invalid UTF-8, a lone surrogate, text behind the value.\",\"data\":{\"code\":\"parse_"
    "error\"}},\"message_too_long\":{\"code\":-32700,\"message\":\"The line is longer than the limit; the rest of it was "
    "skipped.\",\"data\":{\"code\":\"message_too_long\"}},\"invalid_request\":{\"code\":-32600,\"message\":\"The JSON is not a "
    "JSON-RPC 2.0 message.\",\"data\":{\"code\":\"invalid_request\"}},\"batch_too_long\":{\"code\":-32600,\"message\":\"The bat"
    "ch has more entries than the limit.\",\"data\":{\"code\":\"batch_too_long\"}},\"method_not_found\":{\"code\":-32601,\"me"
    "ssage\":\"No such method, or the caller may not know of it.\",\"data\":{\"code\":\"method_not_found\"}},\"invalid_para"
    "ms\":{\"code\":-32602,\"message\":\"The parameters do not fit the method; data.path names the field.\",\"data\":{\"cod"
    "e\":\"invalid_params\"}},\"internal_error\":{\"code\":-32603,\"message\":\"The daemon failed while it worked on the re"
    "quest.\",\"data\":{\"code\":\"internal_error\"}},\"subsystem_unavailable\":{\"code\":-32003,\"message\":\"A part of the da"
    "emon that the request needs is off or broken.\",\"data\":{\"code\":\"subsystem_unavailable\"}},\"request_cancelled\":"
    "{\"code\":-32800,\"message\":\"The request was cancelled with $/cancel_request.\",\"data\":{\"code\":\"request_cancelle"
    "d\"}},\"too_many_waiting\":{\"code\":-32010,\"message\":\"The connection has too many unanswered requests.\",\"data\":{"
    "\"code\":\"too_many_waiting\"}},\"result_too_long\":{\"code\":-32011,\"message\":\"The answer is longer than a message "
    "may be.\",\"data\":{\"code\":\"result_too_long\"}},\"already_initialized\":{\"code\":-32012,\"message\":\"The connection h"
    "as said initialize before.\",\"data\":{\"code\":\"already_initialized\"}},\"unsupported_protocol\":{\"code\":-32013,\"me"
    "ssage\":\"The daemon does not speak the protocol version that the client needs.\",\"data\":{\"code\":\"unsupported_p"
    "rotocol\"}},\"too_many_connections\":{\"code\":-32014,\"message\":\"The daemon has no room for another connection.\","
    "\"data\":{\"code\":\"too_many_connections\"}},\"stopping\":{\"code\":-32015,\"message\":\"The daemon is stopping and take"
    "s no new work.\",\"data\":{\"code\":\"stopping\"}},\"timeout\":{\"code\":-32016,\"message\":\"The other side did not answe"
    "r in time.\",\"data\":{\"code\":\"timeout\"}},\"executor_refused\":{\"code\":-32039,\"message\":\"The process that connect"
    "ed belongs to an executor, and those do not speak for the user.\",\"data\":{\"code\":\"executor_refused\"}},\"discon"
    "nected\":{\"code\":-32017,\"message\":\"The connection ended before the answer came.\",\"data\":{\"code\":\"disconnected"
    "\"}},\"token_refused\":{\"code\":-32025,\"message\":\"The token is not one of this executor's, is another task's, or"
    " has expired.\",\"data\":{\"code\":\"token_refused\"}},\"handshake_refused\":{\"code\":-32026,\"message\":\"The executor b"
    "elongs to another daemon: the secret is not the one of the first hand-shake.\",\"data\":{\"code\":\"handshake_refu"
    "sed\"}},\"executor_busy\":{\"code\":-32027,\"message\":\"The executor works on a task already.\",\"data\":{\"code\":\"exec"
    "utor_busy\"}},\"agent_not_found\":{\"code\":-32028,\"message\":\"There is no agent of this name.\",\"data\":{\"code\":\"ag"
    "ent_not_found\"}},\"agent_failed\":{\"code\":-32029,\"message\":\"The agent could not be started.\",\"data\":{\"code\":\"a"
    "gent_failed\"}},\"key_refused\":{\"code\":-32038,\"message\":\"The session may not use this service's key, or gets n"
    "o key at all but the broker's socket.\",\"data\":{\"code\":\"key_refused\"}},\"too_many_key_requests\":{\"code\":-32040"
    ",\"message\":\"The session has asked for keys more often than it may; data.retry_in_ms tells when it may again."
    "\",\"data\":{\"code\":\"too_many_key_requests\"}},\"key_not_found\":{\"code\":-32030,\"message\":\"No API key is configure"
    "d for the service.\",\"data\":{\"code\":\"key_not_found\"}},\"nothing_running\":{\"code\":-32001,\"message\":\"The executo"
    "r does not work on this task.\",\"data\":{\"code\":\"nothing_running\"}},\"budget_exceeded\":{\"code\":-32037,\"message\""
    ":\"The call could cost more than the session's or the day's budget has left; data tells which, how much is le"
    "ft and how much it could cost.\",\"data\":{\"code\":\"budget_exceeded\"}},\"broker_call_not_found\":{\"code\":-32000,\"m"
    "essage\":\"There is no reservation with this id.\",\"data\":{\"code\":\"broker_call_not_found\"}},\"restart_failed\":{\""
    "code\":-32034,\"message\":\"The new program could not take over; the daemon goes on as it was.\",\"data\":{\"code\":\""
    "restart_failed\"}},\"file_exists\":{\"code\":-32022,\"message\":\"A file of this name is there already, and is left "
    "alone.\",\"data\":{\"code\":\"file_exists\"}},\"file_failed\":{\"code\":-32023,\"message\":\"The file could not be written"
    "; the message says why.\",\"data\":{\"code\":\"file_failed\"}},\"db_busy\":{\"code\":-32024,\"message\":\"A check, a backu"
    "p or a compaction is under way.\",\"data\":{\"code\":\"db_busy\"}},\"event_not_found\":{\"code\":-32000,\"message\":\"The "
    "log has no such event, or not for this session.\",\"data\":{\"code\":\"event_not_found\"}},\"subscription_not_found\""
    ":{\"code\":-32000,\"message\":\"This connection has no such subscription.\",\"data\":{\"code\":\"subscription_not_found"
    "\"}},\"epoch_changed\":{\"code\":-32020,\"message\":\"The log is another one than the client knows: its numbers mean"
    " other events. data has the new epoch, firstSeq and lastSeq.\",\"data\":{\"code\":\"epoch_changed\"}},\"too_many_sub"
    "scriptions\":{\"code\":-32021,\"message\":\"The connection has as many subscriptions as it may have.\",\"data\":{\"cod"
    "e\":\"too_many_subscriptions\"}},\"keys_locked\":{\"code\":-32003,\"message\":\"The master key is missing, unreadable "
    "or another one; nothing was changed. The message tells what to do.\",\"data\":{\"code\":\"keys_locked\"}},\"no_such_"
    "key\":{\"code\":-32000,\"message\":\"There is no key for this service.\",\"data\":{\"code\":\"no_such_key\"}},\"permission"
    "_not_found\":{\"code\":-32000,\"message\":\"There is no permission request with this id.\",\"data\":{\"code\":\"permissi"
    "on_not_found\"}},\"permission_answered\":{\"code\":-32001,\"message\":\"The request was answered, has timed out or i"
    "s not wanted any more; data has its state and reason.\",\"data\":{\"code\":\"permission_answered\"}},\"rule_not_foun"
    "d\":{\"code\":-32000,\"message\":\"There is no rule with this id.\",\"data\":{\"code\":\"rule_not_found\"}},\"rule_refused"
    "\":{\"code\":-32035,\"message\":\"The rule could never match, or says less than it seems to; the message tells why"
    ".\",\"data\":{\"code\":\"rule_refused\"}},\"too_many_rules\":{\"code\":-32036,\"message\":\"There are as many rules as the"
    "re may be.\",\"data\":{\"code\":\"too_many_rules\"}},\"session_not_found\":{\"code\":-32000,\"message\":\"There is no sess"
    "ion with this id.\",\"data\":{\"code\":\"session_not_found\"}},\"session_closed\":{\"code\":-32001,\"message\":\"The sessi"
    "on is closed: it takes no tasks and no changes.\",\"data\":{\"code\":\"session_closed\"}},\"session_busy\":{\"code\":-3"
    "2018,\"message\":\"A task of the session is at work; stop it first.\",\"data\":{\"code\":\"session_busy\"}},\"service_u"
    "nknown\":{\"code\":-32000,\"message\":\"The model names a service that is neither known nor configured: in SERVICE"
    "/NAME, what stands before the first slash.\",\"data\":{\"code\":\"service_unknown\"}},\"directory_unavailable\":{\"cod"
    "e\":-32050,\"message\":\"A directory does not answer, as on a network mount whose server is gone.\",\"data\":{\"code"
    "\":\"directory_unavailable\"}},\"task_not_found\":{\"code\":-32000,\"message\":\"There is no task with this id.\",\"data"
    "\":{\"code\":\"task_not_found\"}},\"task_not_cancellable\":{\"code\":-32001,\"message\":\"The task is in a final state, "
    "and nothing changes that.\",\"data\":{\"code\":\"task_not_cancellable\"}},\"queue_full\":{\"code\":-32002,\"message\":\"As"
    " many tasks wait as may wait.\",\"data\":{\"code\":\"queue_full\"}},\"task_at_work\":{\"code\":-32041,\"message\":\"The ta"
    "sk has not ended yet: wait for it, or cancel it.\",\"data\":{\"code\":\"task_at_work\"}},\"idempotency_conflict\":{\"c"
    "ode\":-32019,\"message\":\"The idempotency key belongs to a task that was submitted with other parameters.\",\"dat"
    "a\":{\"code\":\"idempotency_conflict\"}},\"terminal_not_found\":{\"code\":-32000,\"message\":\"There is no terminal with"
    " this id.\",\"data\":{\"code\":\"terminal_not_found\"}},\"terminal_failed\":{\"code\":-32031,\"message\":\"The terminal co"
    "uld not be made.\",\"data\":{\"code\":\"terminal_failed\"}},\"terminal_taken\":{\"code\":-32032,\"message\":\"Another clie"
    "nt holds the terminal's descriptor.\",\"data\":{\"code\":\"terminal_taken\"}},\"terminal_closed\":{\"code\":-32001,\"mes"
    "sage\":\"The terminal's process has ended.\",\"data\":{\"code\":\"terminal_closed\"}},\"environment_refused\":{\"code\":-"
    "32602,\"message\":\"A variable of this name is not passed to a terminal.\",\"data\":{\"code\":\"environment_refused\"}"
    "},\"too_many_terminals\":{\"code\":-32033,\"message\":\"There are as many terminals as there may be.\",\"data\":{\"code"
    "\":\"too_many_terminals\"}}}}}";
const size_t contract_openrpc_size = sizeof(contract_openrpc) - 1;
