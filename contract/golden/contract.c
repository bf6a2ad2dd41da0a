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
static const struct shape integer_from_10_to_3600000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(10), INT64_C(3600000)}};

static const int64_t config_settings_pool_ping_ms_fallback = INT64_C(30000);
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
    {.name = SLICE_INIT("pingMs"), .quoted = SLICE_INIT("\"pingMs\":"), .shape = &integer_from_10_to_3600000_scalar,
        .fallback = &config_settings_pool_ping_ms_fallback, .offset = offsetof(struct config_settings_pool, ping_ms),
        .presence = FIELD_NO_PRESENCE},
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
    .size = sizeof(struct config_settings_pool), .of.object = {config_settings_pool_fields, 11}};

static const struct config_settings_pool config_settings_pool_fallback = {.warm = INT64_C(3), .idle = INT64_C(3),
    .idle_ms = INT64_C(300000), .start_ms = INT64_C(5000), .shutdown_ms = INT64_C(30000), .ping_ms = INT64_C(30000),
    .orphan_ms = INT64_C(600000), .pause_at = INT64_C(100), .resume_at = INT64_C(50), .batch_messages = INT64_C(10),
    .batch_ms = INT64_C(100)};
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
        .presence = offsetof(struct session_fork_params, title_is), .flags = FIELD_NULLABLE},
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
    [ERROR_PARSE_ERROR] = {-32700, SLICE_INIT("parse_error"), SLICE_INIT("The line is not valid JSON, or weir rejects it: a duplicate key, nesting deeper than 128, invalid UTF-8, a lone surrogate, or text after the value.")},
    [ERROR_MESSAGE_TOO_LONG] = {-32700, SLICE_INIT("message_too_long"), SLICE_INIT("The line is longer than the limit; the rest of it was skipped.")},
    [ERROR_INVALID_REQUEST] = {-32600, SLICE_INIT("invalid_request"), SLICE_INIT("The JSON is not a JSON-RPC 2.0 message.")},
    [ERROR_BATCH_TOO_LONG] = {-32600, SLICE_INIT("batch_too_long"), SLICE_INIT("The batch has more entries than the limit.")},
    [ERROR_METHOD_NOT_FOUND] = {-32601, SLICE_INIT("method_not_found"), SLICE_INIT("There is no such method, or the caller may not use it.")},
    [ERROR_INVALID_PARAMS] = {-32602, SLICE_INIT("invalid_params"), SLICE_INIT("The parameters do not match the method; data.path names the field.")},
    [ERROR_INTERNAL_ERROR] = {-32603, SLICE_INIT("internal_error"), SLICE_INIT("The daemon failed while it processed the request.")},
    [ERROR_SUBSYSTEM_UNAVAILABLE] = {-32003, SLICE_INIT("subsystem_unavailable"), SLICE_INIT("A part of the daemon that the request needs is off or does not work.")},
    [ERROR_REQUEST_CANCELLED] = {-32800, SLICE_INIT("request_cancelled"), SLICE_INIT("The request was cancelled with $/cancel_request.")},
    [ERROR_TOO_MANY_WAITING] = {-32010, SLICE_INIT("too_many_waiting"), SLICE_INIT("The connection has too many unanswered requests.")},
    [ERROR_RESULT_TOO_LONG] = {-32011, SLICE_INIT("result_too_long"), SLICE_INIT("The response is larger than a message may be.")},
    [ERROR_ALREADY_INITIALIZED] = {-32012, SLICE_INIT("already_initialized"), SLICE_INIT("The client called initialize on this connection before.")},
    [ERROR_UNSUPPORTED_PROTOCOL] = {-32013, SLICE_INIT("unsupported_protocol"), SLICE_INIT("The daemon does not speak the protocol version that the client needs.")},
    [ERROR_TOO_MANY_CONNECTIONS] = {-32014, SLICE_INIT("too_many_connections"), SLICE_INIT("The limit of connections is reached.")},
    [ERROR_STOPPING] = {-32015, SLICE_INIT("stopping"), SLICE_INIT("The daemon is stopping and takes no new work.")},
    [ERROR_TIMEOUT] = {-32016, SLICE_INIT("timeout"), SLICE_INIT("The other side did not respond in time.")},
    [ERROR_EXECUTOR_REFUSED] = {-32039, SLICE_INIT("executor_refused"), SLICE_INIT("The process that connected belongs to an executor and may not act for the user.")},
    [ERROR_DISCONNECTED] = {-32017, SLICE_INIT("disconnected"), SLICE_INIT("The connection ended before the response arrived.")},
    [ERROR_TOKEN_REFUSED] = {-32025, SLICE_INIT("token_refused"), SLICE_INIT("The token belongs to another executor or another task, or has expired.")},
    [ERROR_HANDSHAKE_REFUSED] = {-32026, SLICE_INIT("handshake_refused"), SLICE_INIT("The executor belongs to another daemon: the secret is not the one of the first handshake.")},
    [ERROR_EXECUTOR_BUSY] = {-32027, SLICE_INIT("executor_busy"), SLICE_INIT("The executor is already working on a task.")},
    [ERROR_AGENT_NOT_FOUND] = {-32028, SLICE_INIT("agent_not_found"), SLICE_INIT("There is no agent of this name.")},
    [ERROR_AGENT_FAILED] = {-32029, SLICE_INIT("agent_failed"), SLICE_INIT("The agent could not be started.")},
    [ERROR_KEY_REFUSED] = {-32038, SLICE_INIT("key_refused"), SLICE_INIT("The session may not use the key of this provider, or gets no keys because it uses the broker's socket.")},
    [ERROR_TOO_MANY_KEY_REQUESTS] = {-32040, SLICE_INIT("too_many_key_requests"), SLICE_INIT("The session has requested keys too often; data.retry_in_ms says when the next request is accepted.")},
    [ERROR_KEY_NOT_FOUND] = {-32030, SLICE_INIT("key_not_found"), SLICE_INIT("No API key is configured for the provider.")},
    [ERROR_NOTHING_RUNNING] = {-32001, SLICE_INIT("nothing_running"), SLICE_INIT("The executor does not work on this task.")},
    [ERROR_BUDGET_EXCEEDED] = {-32037, SLICE_INIT("budget_exceeded"), SLICE_INIT("The call could exceed the budget of the session or of the day; data has the budget, the amount left and the highest possible cost of the call.")},
    [ERROR_BROKER_CALL_NOT_FOUND] = {-32000, SLICE_INIT("broker_call_not_found"), SLICE_INIT("No such reservation.")},
    [ERROR_RESTART_FAILED] = {-32034, SLICE_INIT("restart_failed"), SLICE_INIT("The new program could not take over; the daemon continues with the old one.")},
    [ERROR_FILE_EXISTS] = {-32022, SLICE_INIT("file_exists"), SLICE_INIT("A file of this name exists and is not overwritten.")},
    [ERROR_FILE_FAILED] = {-32023, SLICE_INIT("file_failed"), SLICE_INIT("The file could not be written; the message has the reason.")},
    [ERROR_DB_BUSY] = {-32024, SLICE_INIT("db_busy"), SLICE_INIT("A check, a backup or a compaction is in progress.")},
    [ERROR_EVENT_NOT_FOUND] = {-32000, SLICE_INIT("event_not_found"), SLICE_INIT("The log has no such event, or it does not belong to the session.")},
    [ERROR_SUBSCRIPTION_NOT_FOUND] = {-32000, SLICE_INIT("subscription_not_found"), SLICE_INIT("This connection has no such subscription.")},
    [ERROR_EPOCH_CHANGED] = {-32020, SLICE_INIT("epoch_changed"), SLICE_INIT("The log is not the one that the client knows, and its sequence numbers mean other events. data has the new epoch, firstSeq and lastSeq.")},
    [ERROR_TOO_MANY_SUBSCRIPTIONS] = {-32021, SLICE_INIT("too_many_subscriptions"), SLICE_INIT("The connection has reached its limit of subscriptions.")},
    [ERROR_KEYS_LOCKED] = {-32003, SLICE_INIT("keys_locked"), SLICE_INIT("The master key is missing, unreadable or not the one that sealed the keys; nothing was changed. The message says what to do.")},
    [ERROR_NO_SUCH_KEY] = {-32000, SLICE_INIT("no_such_key"), SLICE_INIT("There is no key for this provider.")},
    [ERROR_PERMISSION_NOT_FOUND] = {-32000, SLICE_INIT("permission_not_found"), SLICE_INIT("There is no permission request with this id.")},
    [ERROR_PERMISSION_ANSWERED] = {-32001, SLICE_INIT("permission_answered"), SLICE_INIT("The request was answered, has timed out or was withdrawn; data has its state and reason.")},
    [ERROR_RULE_NOT_FOUND] = {-32000, SLICE_INIT("rule_not_found"), SLICE_INIT("There is no rule with this id.")},
    [ERROR_RULE_REFUSED] = {-32035, SLICE_INIT("rule_refused"), SLICE_INIT("The rule could never match, or would match less than it seems to; the message has the reason.")},
    [ERROR_TOO_MANY_RULES] = {-32036, SLICE_INIT("too_many_rules"), SLICE_INIT("The limit of rules (permissions.rules) is reached.")},
    [ERROR_SESSION_NOT_FOUND] = {-32000, SLICE_INIT("session_not_found"), SLICE_INIT("There is no session with this id.")},
    [ERROR_SESSION_CLOSED] = {-32001, SLICE_INIT("session_closed"), SLICE_INIT("The session is closed: it accepts no tasks and no changes.")},
    [ERROR_SESSION_BUSY] = {-32018, SLICE_INIT("session_busy"), SLICE_INIT("The session has a running task; stop it first.")},
    [ERROR_SERVICE_UNKNOWN] = {-32000, SLICE_INIT("service_unknown"), SLICE_INIT("The provider in the model's name is neither known nor configured. In SERVICE/MODEL, the provider is the part before the first slash.")},
    [ERROR_DIRECTORY_UNAVAILABLE] = {-32050, SLICE_INIT("directory_unavailable"), SLICE_INIT("A directory does not respond, for example a network mount whose server is down.")},
    [ERROR_TASK_NOT_FOUND] = {-32000, SLICE_INIT("task_not_found"), SLICE_INIT("There is no task with this id.")},
    [ERROR_TASK_NOT_CANCELLABLE] = {-32001, SLICE_INIT("task_not_cancellable"), SLICE_INIT("The task has already ended.")},
    [ERROR_QUEUE_FULL] = {-32002, SLICE_INIT("queue_full"), SLICE_INIT("The queue is full (limit: tasks.queue).")},
    [ERROR_TASK_AT_WORK] = {-32041, SLICE_INIT("task_at_work"), SLICE_INIT("The task has not ended yet: wait for it, or cancel it.")},
    [ERROR_IDEMPOTENCY_CONFLICT] = {-32019, SLICE_INIT("idempotency_conflict"), SLICE_INIT("The idempotency key belongs to a task that was submitted with other parameters.")},
    [ERROR_TERMINAL_NOT_FOUND] = {-32000, SLICE_INIT("terminal_not_found"), SLICE_INIT("There is no terminal with this id.")},
    [ERROR_TERMINAL_FAILED] = {-32031, SLICE_INIT("terminal_failed"), SLICE_INIT("The terminal could not be opened.")},
    [ERROR_TERMINAL_TAKEN] = {-32032, SLICE_INIT("terminal_taken"), SLICE_INIT("Another client holds the terminal's descriptor.")},
    [ERROR_TERMINAL_CLOSED] = {-32001, SLICE_INIT("terminal_closed"), SLICE_INIT("The terminal's process has ended.")},
    [ERROR_ENVIRONMENT_REFUSED] = {-32602, SLICE_INIT("environment_refused"), SLICE_INIT("The terminal's environment may not have a variable of this name.")},
    [ERROR_TOO_MANY_TERMINALS] = {-32033, SLICE_INIT("too_many_terminals"), SLICE_INIT("The limit of terminals (terminals.max) is reached.")},
};

const char contract_openrpc[] =
    "{\"openrpc\":\"1.3.2\",\"info\":{\"title\":\"weir\",\"version\":\"1.0\",\"description\":\"A control plane for AI agents: JSON"
    "-RPC 2.0 over a Unix socket, one message per line.\"},\"methods\":[{\"name\":\"initialize\",\"summary\":\"Identify the"
    " client and name the notifications that it does not want. Optional: a client that skips it gets the defaults"
    ".\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"client\",\"schema\":{\"$ref\":\"#/components/schemas/core.ClientI"
    "nfo\"}},{\"name\":\"protocolVersion\",\"description\":\"The newest protocol version that the client speaks, MAJOR.MI"
    "NOR.\",\"schema\":{\"type\":\"string\",\"description\":\"The newest protocol version that the client speaks, MAJOR.MIN"
    "OR.\",\"default\":\"1.0\",\"minLength\":3,\"maxLength\":16}},{\"name\":\"approves\",\"description\":\"Whether a person at th"
    "is client can answer permission requests. The daemon sends them to this connection even without a subscripti"
    "on.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Whether a person at this client can answer pe"
    "rmission requests. The daemon sends them to this connection even without a subscription.\"}},{\"name\":\"optOutN"
    "otificationMethods\",\"description\":\"The names of notifications that this connection does not want.\",\"schema\":"
    "{\"description\":\"The names of notifications that this connection does not want.\",\"type\":\"array\",\"items\":{\"typ"
    "e\":\"string\",\"minLength\":1,\"maxLength\":128},\"maxItems\":64}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"obje"
    "ct\",\"properties\":{\"protocolVersion\":{\"type\":\"string\",\"description\":\"The protocol version that both sides use"
    " from here on.\"},\"server\":{\"$ref\":\"#/components/schemas/core.ServerInfo\"},\"limits\":{\"$ref\":\"#/components/sch"
    "emas/core.Limits\"},\"sandbox\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"description\":\"The highe"
    "st sandbox level for agents on this system. off: agents have all rights of the user, and a front end must sh"
    "ow that.\"},\"notify\":{\"$ref\":\"#/components/schemas/core.Notify\"},\"notifications\":{\"description\":\"Every notifi"
    "cation that the daemon can send.\",\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"protocolVersion\",\""
    "server\",\"limits\",\"sandbox\",\"notifications\"]}},\"errors\":[{\"$ref\":\"#/components/errors/already_initialized\"},{"
    "\"$ref\":\"#/components/errors/unsupported_protocol\"}],\"x-callers\":[\"client\",\"app\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\"},{\"name\":\"ping\",\"summary\":\"Check whether the daemon responds.\",\"paramStructure\":\"by-name\""
    ",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pong\":{\"type\":\"boolean\"},\"ti"
    "mestamp\":{\"type\":\"integer\",\"description\":\"The time of the daemon's clock, epoch milliseconds.\"}},\"required\":"
    "[\"pong\",\"timestamp\"]}},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\""
    "},{\"name\":\"rpc.discover\",\"summary\":\"Get the whole contract as an OpenRPC document.\",\"paramStructure\":\"by-nam"
    "e\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":true},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-"
    "handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"$/cancel_request\",\"summary\":\"Cancel a pending request of this co"
    "nnection. It still gets a response, with the error -32800. An unknown id is ignored.\",\"paramStructure\":\"by-n"
    "ame\",\"params\":[{\"name\":\"requestId\",\"description\":\"The id of the request, exactly as it was sent.\",\"required\""
    ":true,\"schema\":{\"description\":\"The id of the request, exactly as it was sent.\"}}],\"x-callers\":[\"client\",\"exe"
    "cutor\",\"app\",\"bridge\",\"daemon\"],\"x-handler\":\"peer\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"execute_p"
    "rompt\",\"summary\":\"Run an agent on a prompt. The response follows when the agent has ended.\",\"description\":\"M"
    "eanwhile the executor reports with report_message, with sequence numbers from 1 and without gaps.\",\"paramStr"
    "ucture\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"description\":\"Valid for this task and this executor onl"
    "y.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"description\":\"Valid for this task and this exec"
    "utor only.\"}},{\"name\":\"session_id\",\"schema\":{\"type\":\"string\",\"default\":\"\"}},{\"name\":\"task_id\",\"schema\":{\"typ"
    "e\":\"string\",\"minLength\":1,\"default\":\"task\"}},{\"name\":\"prompt\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\""
    "name\":\"cwd\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"/\"}},{\"name\":\"tools\",\"description\":\"The tools"
    " that the agent may use. * matches any characters; [\\\"*\\\"]: every tool that rules and modes allow. Absent: R"
    "ead, Write, Edit, Bash, Grep, Glob.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The t"
    "ools that the agent may use. * matches any characters; [\\\"*\\\"]: every tool that rules and modes allow. Absen"
    "t: Read, Write, Edit, Bash, Grep, Glob.\"}},{\"name\":\"permission_mode\",\"schema\":{\"$ref\":\"#/components/schemas/"
    "session.PermissionMode\",\"default\":\"default\"}},{\"name\":\"timeout_ms\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"d"
    "efault\":600000}},{\"name\":\"stream\",\"description\":\"False: report only whole messages, no deltas.\",\"schema\":{\"t"
    "ype\":\"boolean\",\"default\":true,\"description\":\"False: report only whole messages, no deltas.\"}},{\"name\":\"attac"
    "hments\",\"description\":\"Files to send with the prompt. If one cannot be read, the task fails with the code at"
    "tachment_failed.\",\"schema\":{\"$ref\":\"#/components/schemas/task.Attachments\",\"description\":\"Files to send with"
    " the prompt. If one cannot be read, the task fails with the code attachment_failed.\"}},{\"name\":\"agent\",\"desc"
    "ription\":\"The agent: one of the launches, or one of the executor's own. Absent: the executor uses the first "
    "usable agent, its own before the launches. Sent to weir-executor only.\",\"schema\":{\"type\":\"string\",\"descripti"
    "on\":\"The agent: one of the launches, or one of the executor's own. Absent: the executor uses the first usabl"
    "e agent, its own before the launches. Sent to weir-executor only.\"}},{\"name\":\"launches\",\"description\":\"The p"
    "rograms that the executor can start as the agent. Sent to weir-executor only.\",\"schema\":{\"type\":\"array\",\"ite"
    "ms\":{\"$ref\":\"#/components/schemas/executor.Launch\"},\"maxItems\":64,\"description\":\"The programs that the execu"
    "tor can start as the agent. Sent to weir-executor only.\"}},{\"name\":\"more_launches\",\"description\":\"True: the "
    "daemon has more launches than these. If none of these can be used, and no agent of the executor's own that p"
    "recedes them, the executor fails the task with the code agent_not_usable, and the daemon offers the others t"
    "o another executor.\",\"schema\":{\"type\":\"boolean\",\"description\":\"True: the daemon has more launches than these"
    ". If none of these can be used, and no agent of the executor's own that precedes them, the executor fails th"
    "e task with the code agent_not_usable, and the daemon offers the others to another executor.\"}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/executor.Execution\"}},\"errors\":[{\"$ref\":\"#/components/"
    "errors/executor_busy\"},{\"$ref\":\"#/components/errors/agent_not_found\"},{\"$ref\":\"#/components/errors/agent_fai"
    "led\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-sin"
    "ce\":\"1.0\",\"x-waits\":true},{\"name\":\"list_agents\",\"summary\":\"List the agents in this sandbox, with the reason "
    "for each that cannot be used.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"launches\",\"schema\":{\"type\":\"arr"
    "ay\",\"items\":{\"$ref\":\"#/components/schemas/executor.Launch\"},\"maxItems\":64}},{\"name\":\"providers\",\"schema\":{\"t"
    "ype\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Provider\"},\"maxItems\":64}}],\"result\":{\"name\":\"re"
    "sult\",\"schema\":{\"type\":\"object\",\"properties\":{\"agents\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas"
    "/executor.Agent\"},\"description\":\"In the order of preference.\"}},\"required\":[\"agents\"]}},\"errors\":[{\"$ref\":\"#"
    "/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-wai"
    "ts\":true},{\"name\":\"spawn_terminal\",\"summary\":\"Open a terminal and start a shell in it. The response carries "
    "three descriptors in this order: the terminal, the memory of its scrollback, a pidfd of its process.\",\"param"
    "Structure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\""
    ":1}},{\"name\":\"cwd\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"shell\",\"description\":\""
    "The shell: a path, or a name to find in PATH.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"bash\",\"des"
    "cription\":\"The shell: a path, or a name to find in PATH.\"}},{\"name\":\"command\",\"description\":\"A command that "
    "the shell runs with -c; absent: an interactive shell.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1"
    "31072,\"description\":\"A command that the shell runs with -c; absent: an interactive shell.\"}},{\"name\":\"env\",\""
    "schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}},{\"name\":\"use_tmux\",\"schema\":{\"type\":\"boo"
    "lean\",\"default\":false}},{\"name\":\"tmux_session_name\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}"
    "},{\"name\":\"tmux_window_name\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"cols\",\"schem"
    "a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":80}},{\"name\":\"rows\",\"schema\":{\"type\":\"integer\",\"mi"
    "nimum\":1,\"maximum\":1000,\"default\":24}},{\"name\":\"terminal_id\",\"description\":\"The id of the new terminal; abse"
    "nt: the executor makes one.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The id o"
    "f the new terminal; absent: the executor makes one.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\","
    "\"properties\":{\"terminal_id\":{\"type\":\"string\"},\"pty_pid\":{\"type\":\"integer\",\"description\":\"The process id insi"
    "de the sandbox.\"},\"created_at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"}},\"required"
    "\":[\"terminal_id\",\"pty_pid\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/"
    "errors/terminal_failed\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler"
    "\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"get_terminal\",\"summary\":\"Get the descriptors of a terminal again, in "
    "the order of spawn_terminal, after the daemon was restarted.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\""
    "terminal_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"re"
    "sult\",\"schema\":{\"$ref\":\"#/components/schemas/executor.HandedTerminal\"}},\"errors\":[{\"$ref\":\"#/components/erro"
    "rs/terminal_not_found\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\""
    ":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"close_terminal\",\"summary\":\"Close a terminal: send SIGHUP, then kill th"
    "e processes that are left.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"terminal_id\",\"required\":true,\"sche"
    "ma\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"forget\",\"description\":\"True: the daemon has st"
    "ored how the terminal ended, and the executor can delete its record.\",\"schema\":{\"type\":\"boolean\",\"default\":f"
    "alse,\"description\":\"True: the daemon has stored how the terminal ended, and the executor can delete its reco"
    "rd.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/executor.HandedTerminal\"}},\"errors\""
    ":[{\"$ref\":\"#/components/errors/terminal_not_found\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-cal"
    "lers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"stop_task\",\"summary\":\"Ask a"
    " task to stop.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type"
    "\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"task\"}},{\"na"
    "me\":\"reason\",\"description\":\"user_cancelled, timeout, …\",\"schema\":{\"type\":\"string\",\"description\":\"user_cancel"
    "led, timeout, …\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"stopped\":{\"type\":\"boo"
    "lean\"},\"message\":{\"type\":\"string\"}},\"required\":[\"stopped\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_re"
    "fused\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-s"
    "ince\":\"1.0\"},{\"name\":\"cancel_task\",\"summary\":\"Kill a task at once.\",\"paramStructure\":\"by-name\",\"params\":[{\"n"
    "ame\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"schema\":{\""
    "type\":\"string\",\"minLength\":1,\"default\":\"task\"}},{\"name\":\"reason\",\"schema\":{\"type\":\"string\"}}],\"x-callers\":[\""
    "daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"shutdown\",\"summary\":\"Finish "
    "running work within a time limit, then exit.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"reason\",\"descrip"
    "tion\":\"idle_timeout, server_restart, …\",\"schema\":{\"type\":\"string\",\"default\":\"\",\"description\":\"idle_timeout, "
    "server_restart, …\"}},{\"name\":\"timeout_ms\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"default\""
    ":30000}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\",\"descr"
    "iption\":\"completed: running work has ended. interrupted: running work was killed. idle: nothing was running."
    "\"}},\"required\":[\"status\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon"
    "\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"terminate\",\"summary\":\"An alias of shutdow"
    "n.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"reason\",\"schema\":{\"type\":\"string\",\"default\":\"\"}},{\"name\":\""
    "timeout_ms\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"default\":30000}}],\"result\":{\"name\":\"re"
    "sult\",\"schema\":{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\"}},\"required\":[\"status\"]}},\"errors\":["
    "{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1"
    ".0\",\"x-waits\":true},{\"name\":\"pause_notifications\",\"summary\":\"Stop reporting until resume_notifications. Usua"
    "lly sent as a notification; a request gets a response.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"na"
    "me\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"paused\":{\"type\":\"boolean\"}},\"required\":[\"paused\"]}},\"e"
    "rrors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-s"
    "ince\":\"1.0\"},{\"name\":\"resume_notifications\",\"summary\":\"Start reporting again. Usually sent as a notification"
    "; a request gets a response.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"ty"
    "pe\":\"object\",\"properties\":{\"paused\":{\"type\":\"boolean\"}},\"required\":[\"paused\"]}},\"errors\":[{\"$ref\":\"#/compone"
    "nts/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"resu"
    "me\",\"summary\":\"The handshake, the first one or a repeated one: the daemon identifies itself, and the executo"
    "r reports its tasks and terminals.\",\"description\":\"The executor keeps the first secret that it receives; lat"
    "er connections must present the same one. An executor that has responded keeps every message until confirm_m"
    "essages names it. After the response it sends the messages that were not confirmed, and report_completion fo"
    "r each prompt that has ended. An executor that does not support this method (-32601) does none of this.\",\"pa"
    "ramStructure\":\"by-name\",\"params\":[{\"name\":\"hand_shake\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\""
    ":16,\"maxLength\":256}},{\"name\":\"protocol_version\",\"description\":\"The newest version of these methods that the"
    " daemon supports, MAJOR.MINOR.\",\"schema\":{\"type\":\"string\",\"default\":\"1.0\",\"minLength\":3,\"maxLength\":16,\"desc"
    "ription\":\"The newest version of these methods that the daemon supports, MAJOR.MINOR.\"}},{\"name\":\"confirmed\","
    "\"description\":\"The last stored sequence number of each task that the daemon expects here.\",\"schema\":{\"type\":"
    "\"object\",\"additionalProperties\":{\"type\":\"integer\",\"minimum\":0},\"description\":\"The last stored sequence numbe"
    "r of each task that the daemon expects here.\"}},{\"name\":\"tokens\",\"description\":\"New tokens for these tasks; "
    "they replace the tokens of the previous daemon.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"s"
    "tring\",\"minLength\":1},\"description\":\"New tokens for these tasks; they replace the tokens of the previous dae"
    "mon.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"protocol_version\":{\"type\":\"strin"
    "g\",\"minLength\":3,\"maxLength\":16,\"description\":\"The version that the executor uses, with the same MAJOR numbe"
    "r. Absent: 1.0.\"},\"tasks\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Handed\"}},\"terminal"
    "s\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.HandedTerminal\"}}},\"required\":[\"tasks\",\"te"
    "rminals\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"},{\"$ref\":\"#/components/errors/unsuppor"
    "ted_protocol\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"confirm_messages\",\"s"
    "ummary\":\"Confirm that everything up to this sequence number is stored, so that the executor can drop it.\",\"p"
    "aramStructure\":\"by-name\",\"params\":[{\"name\":\"task_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1"
    "}},{\"name\":\"sequence\",\"required\":true,\"schema\":{\"type\":\"integer\",\"minimum\":0}}],\"x-callers\":[\"daemon\"],\"x-ha"
    "ndler\":\"executor\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"get_api_key\",\"summary\":\"Get the key of a p"
    "rovider.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"str"
    "ing\",\"minLength\":1}},{\"name\":\"service\",\"description\":\"anthropic, openai, google, github, …\",\"required\":true,"
    "\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"anthropic, openai, google, github, …\""
    "}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"api_key\":{\"type\":\"string\"},\"expires_a"
    "t\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"api_key\"]}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/token_refused\"},{\"$ref\":\"#/components/errors/key_not_found\"},{\"$ref\":\"#/components/errors/key"
    "_refused\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/too_many_key_requests\"},{"
    "\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\""
    ":\"1.0\",\"x-waits\":true,\"x-secret\":true},{\"name\":\"request_permission\",\"summary\":\"Ask for permission to use a t"
    "ool.\",\"description\":\"A tool that is not in the task's list is denied in every mode.\",\"paramStructure\":\"by-na"
    "me\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"too"
    "l_name\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"tool_input\",\"desc"
    "ription\":\"Its form depends on the tool.\",\"schema\":{\"description\":\"Its form depends on the tool.\"}},{\"name\":\""
    "request_id\",\"description\":\"Identifies the request, so that a repeat after a reconnect has no further effect."
    " After the response was delivered, a repeat is a new request.\",\"schema\":{\"type\":\"string\",\"maxLength\":128,\"de"
    "scription\":\"Identifies the request, so that a repeat after a reconnect has no further effect. After the resp"
    "onse was delivered, a repeat is a new request.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"prop"
    "erties\":{\"approved\":{\"type\":\"boolean\"},\"reason\":{\"type\":\"string\",\"description\":\"mode=bypassPermissions, mode"
    "=acceptEdits, mode=plan, rule:ID, user_approved, user_denied, timeout, tool_not_listed, no_approver, …\"},\"no"
    "te\":{\"type\":\"string\",\"description\":\"A note from the person who answered.\"}},\"required\":[\"approved\"]}},\"error"
    "s\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-ca"
    "llers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"get_execution_context\",\"su"
    "mmary\":\"Get the session's history, MCP servers, context files and model.\",\"paramStructure\":\"by-name\",\"params"
    "\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"history\",\"desc"
    "ription\":\"False: leave `messages` empty, which is faster.\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"descri"
    "ption\":\"False: leave `messages` empty, which is faster.\"}},{\"name\":\"history_bytes\",\"description\":\"The approx"
    "imate limit of `messages`; the newest ones are returned.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":4"
    "194304,\"default\":4194304,\"description\":\"The approximate limit of `messages`; the newest ones are returned.\"}"
    "},{\"name\":\"after_task\",\"description\":\"Return only the messages after the end of this task, for an executor t"
    "hat has the others; see `continues`.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":"
    "\"Return only the messages after the end of this task, for an executor that has the others; see `continues`.\""
    "}},{\"name\":\"commands\",\"description\":\"True: return `commands`. The daemon reads the files itself, because the"
    " sandbox may hide them.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: return `commands`. "
    "The daemon reads the files itself, because the sandbox may hide them.\"}},{\"name\":\"command\",\"description\":\"Th"
    "e name of a command whose text is wanted.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"descript"
    "ion\":\"The name of a command whose text is wanted.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"p"
    "roperties\":{\"session_id\":{\"type\":\"string\"},\"task_id\":{\"type\":\"string\"},\"messages\":{\"type\":\"array\",\"items\":{\""
    "$ref\":\"#/components/schemas/executor.Said\"},\"description\":\"The newest messages that fit into 4 MiB, in order"
    ". Parts of a block are left out if the whole block is included.\"},\"continues\":{\"type\":\"boolean\",\"description"
    "\":\"True: `messages` has everything that was said after after_task. Absent or false: the log has nothing of t"
    "hat task any more, or there is too much after it, and `messages` is the same as without after_task.\"},\"mcp_s"
    "ervers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.McpServer\"}},\"context_files\":{\"type\":"
    "\"array\",\"items\":{\"type\":\"string\"}},\"model_config\":{\"type\":\"object\",\"properties\":{\"model\":{\"type\":\"string\"},\""
    "thinking_tokens\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"model\"]},\"thinking_tokens\":{\"type\":\"integer\",\""
    "minimum\":0,\"description\":\"As in model_config, but also set when no model is named.\"},\"commands\":{\"type\":\"arr"
    "ay\",\"items\":{\"$ref\":\"#/components/schemas/agent.Command\"},\"description\":\"Commands and skills in files below "
    "the working directory and the home directory, as agent.commands lists them.\"},\"command\":{\"type\":\"object\",\"pr"
    "operties\":{\"kind\":{\"$ref\":\"#/components/schemas/agent.CommandKind\"},\"path\":{\"type\":\"string\"},\"text\":{\"type\":"
    "\"string\",\"description\":\"The text without its front matter, at most 64 KiB.\"}},\"required\":[\"kind\",\"path\",\"tex"
    "t\"],\"description\":\"The command that was requested; absent: there is none of this name.\"},\"providers\":{\"type\""
    ":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Provider\"},\"description\":\"In the order of preference"
    ".\"},\"model_socket\":{\"type\":\"string\",\"description\":\"For a session that uses the broker's keys: a Unix socket "
    "on which weir-broker serves the providers' HTTP below /SERVICE, and adds the key.\"}},\"required\":[\"session_id"
    "\",\"task_id\",\"messages\",\"mcp_servers\",\"context_files\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused"
    "\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}"
    "],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"keep_files\",\"summary\":\"Save the co"
    "ntent of files before the task changes them, so that the change can be shown and undone.\",\"description\":\"The"
    " daemon reads the files itself. The response follows when they are saved. Files that were saved for this tas"
    "k before are not read again.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\""
    "schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"paths\",\"desc"
    "ription\":\"Absolute paths, or paths below the working directory; the files need not exist. Absent: the whole "
    "working directory, for a change whose files are not known.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string"
    "\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":1000,\"description\":\"Absolute paths, or paths below the working "
    "directory; the files need not exist. Absent: the whole working directory, for a change whose files are not k"
    "nown.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"kept\":{\"type\":\"integer\",\"minimu"
    "m\":0,\"description\":\"The number of files that are saved now.\"},\"complete\":{\"type\":\"boolean\",\"description\":\"Fa"
    "lse: a file was too large, there were too many files, or one was outside the working directory.\"}},\"required"
    "\":[\"kept\",\"complete\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/"
    "subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"nam"
    "e\":\"create_message\",\"summary\":\"Store a message and get its id. report_message is faster.\",\"paramStructure\":\""
    "by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\""
    ":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"message\",\"required\":true,\"schema\":{\"type\":\"object\",\"properti"
    "es\":{\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"content\":{\"description\":\"Its form depends on the "
    "type.\"},\"type\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},\"required\":[\"role\",\"content\",\"type\"]}},{\"nam"
    "e\":\"message_key\",\"description\":\"Identifies the message, so that a repeat has no further effect.\",\"schema\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Identifies the message, so that a repeat has no "
    "further effect.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"message_id\":{\"type\":\""
    "string\"},\"created_at\":{\"type\":\"string\",\"format\":\"date-time\"}},\"required\":[\"message_id\",\"created_at\"]}},\"erro"
    "rs\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-c"
    "allers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"report_message\",\"summary\":\"Report an eve"
    "nt of the agent.\",\"description\":\"The full form has sequence, timestamp, event_type and event_data. message_t"
    "ype and data are aliases; if sequence is absent, the daemon numbers the event. In a spool the token is empty"
    ".\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},"
    "{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"sequence\",\"schema\":{\"type\":\"integer\",\"minimum\":1}},{\""
    "name\":\"timestamp\",\"description\":\"Epoch milliseconds.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\""
    "Epoch milliseconds.\"}},{\"name\":\"event_type\",\"description\":\"tool_call, tool_result, content_block_start, cont"
    "ent_block_delta, content_block_stop, thinking_chunk, message_start, message_stop, usage, error; other words "
    "are allowed.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"tool_call, tool_result,"
    " content_block_start, content_block_delta, content_block_stop, thinking_chunk, message_start, message_stop, "
    "usage, error; other words are allowed.\"}},{\"name\":\"event_data\",\"description\":\"Its form depends on the type.\""
    ",\"schema\":{\"description\":\"Its form depends on the type.\"}},{\"name\":\"message_type\",\"schema\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":128}},{\"name\":\"data\",\"description\":\"An alias of event_data.\",\"schema\":{\"descriptio"
    "n\":\"An alias of event_data.\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notificatio"
    "n\":true},{\"name\":\"report_progress\",\"summary\":\"Report the progress of a task.\",\"paramStructure\":\"by-name\",\"pa"
    "rams\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type"
    "\":\"string\"}},{\"name\":\"progress\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/task.Progress\"}}],\"x-"
    "callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_commands\","
    "\"summary\":\"Report the slash commands of the agent: a prompt that begins with one of them runs it.\",\"descript"
    "ion\":\"Each report replaces the previous one. The daemon stores it in the session, as agentCommands.\",\"paramS"
    "tructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"t"
    "ask_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"agent\",\"description\":\"The agent that offers the commands.\",\"req"
    "uired\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The agent that offers the"
    " commands.\"}},{\"name\":\"commands\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/session.Commands\"}}]"
    ",\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_models"
    "\",\"summary\":\"The models that the agent offers; the session or the task names one of them.\",\"description\":\"Ea"
    "ch report replaces the one before. The daemon keeps it with the session, as agentModels.\",\"paramStructure\":\""
    "by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"sc"
    "hema\":{\"type\":\"string\"}},{\"name\":\"agent\",\"description\":\"Whose they are.\",\"required\":true,\"schema\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":128,\"description\":\"Whose they are.\"}},{\"name\":\"models\",\"required\":true,\"sch"
    "ema\":{\"$ref\":\"#/components/schemas/session.Models\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since"
    "\":\"1.0\",\"x-notification\":true},{\"name\":\"report_error\",\"summary\":\"Report an error after which the agent conti"
    "nues.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string"
    "\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"error\",\"required\":true,\"schema\":{\"type\":\"object\","
    "\"properties\":{\"code\":{\"type\":\"string\",\"default\":\"ERROR\",\"description\":\"TOOL_FAILED, PERMISSION_DENIED, …\"},\""
    "message\":{\"type\":\"string\",\"default\":\"\"},\"details\":{\"description\":\"Further details, in any form.\"}}}}],\"x-cal"
    "lers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"batch_notification\","
    "\"summary\":\"Send several notifications in one message.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"notific"
    "ations\",\"required\":true,\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Notification"
    "\"}}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_c"
    "ompletion\",\"summary\":\"Report the result of a prompt whose execute_prompt has lost its connection.\",\"paramStr"
    "ucture\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"tas"
    "k_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"execution\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas"
    "/executor.Execution\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true}"
    ",{\"name\":\"report_terminal_exit\",\"summary\":\"Report that the process of a terminal has ended.\",\"paramStructure"
    "\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"terminal_id"
    "\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"exit_code\",\"schema\":{\"type\":\"integer\"}},{\"name\":\"sign"
    "al\",\"schema\":{\"type\":\"integer\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notificat"
    "ion\":true},{\"name\":\"agent.list\",\"summary\":\"List all agents in the order of preference, with their state as a"
    "n executor sees it in its sandbox.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema"
    "\":{\"type\":\"object\",\"properties\":{\"agents\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Agent\""
    "}}},\"required\":[\"agents\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"cl"
    "ient\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"agent.commands"
    "\",\"summary\":\"List the slash commands of an agent.\",\"description\":\"For the built-in agent: its own commands, "
    "and the files .weir/commands/**/*.md, .claude/commands/**/*.md, .weir/skills/*/SKILL.md and .claude/skills/*"
    "/SKILL.md below the working directory, then below the home directory. If two have the same name, the first o"
    "ne counts. For another agent: the commands that it reported in this session.\",\"paramStructure\":\"either\",\"par"
    "ams\":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"agent\",\"descrip"
    "tion\":\"Absent: the session's agent, else that of the configuration (tasks.agent), else the last agent that w"
    "orked in the session, else builtin.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\""
    "Absent: the session's agent, else that of the configuration (tasks.agent), else the last agent that worked i"
    "n the session, else builtin.\"}},{\"name\":\"cwd\",\"description\":\"An absolute path, instead of sessionId.\",\"schem"
    "a\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path, instead of sessionId.\"}}"
    "],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\"},\"commands\":{\"t"
    "ype\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Command\"}},\"complete\":{\"type\":\"boolean\",\"descriptio"
    "n\":\"False: there are more than 256 files.\"}},\"required\":[\"agent\",\"commands\",\"complete\"]}},\"errors\":[{\"$ref\":"
    "\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components"
    "/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\","
    "\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"agent."
    "models\",\"summary\":\"List the models that can be selected.\",\"description\":\"For the built-in agent: for each pr"
    "ovider that the session may use, in the order of preference, the configured model and the models that the pr"
    "ovider lists. weir-broker asks the providers, with a time limit of five seconds each, and keeps the result f"
    "or ten minutes. A provider that needs a key and has none is not asked. For another agent: the models that it"
    " last reported in this session, else in one of the 200 newest sessions. An agent reports its models when it "
    "starts a task.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength"
    "\":1,\"maxLength\":128}},{\"name\":\"agent\",\"description\":\"Absent: the session's agent, else that of the configura"
    "tion (tasks.agent), else the last agent that worked in the session, else builtin.\",\"schema\":{\"type\":\"string\""
    ",\"minLength\":1,\"maxLength\":128,\"description\":\"Absent: the session's agent, else that of the configuration (t"
    "asks.agent), else the last agent that worked in the session, else builtin.\"}}],\"result\":{\"name\":\"result\",\"sc"
    "hema\":{\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\"},\"model\":{\"type\":\"string\",\"description\":\"The s"
    "ession's model.\"},\"services\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Service\"},\"descript"
    "ion\":\"Of the built-in agent; empty for another one.\"},\"models\":{\"$ref\":\"#/components/schemas/session.Models\""
    ",\"description\":\"Of another agent. Absent: it has reported none.\"}},\"required\":[\"agent\",\"services\"]}},\"errors"
    "\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x"
    "-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positio"
    "nal\":[\"sessionId\"]},{\"name\":\"audit.list\",\"summary\":\"List the entries of the audit log, newest first, in page"
    "s.\",\"description\":\"To get the next page, pass the last number of this page as before. An empty page is the e"
    "nd.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"what\",\"description\":\"Select entries by a full name (key.s"
    "et) or by the beginning of one (key).\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\""
    ":\"Select entries by a full name (key.set) or by the beginning of one (key).\"}},{\"name\":\"sessionId\",\"schema\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"max"
    "imum\":1000,\"default\":50}},{\"name\":\"before\",\"description\":\"The last number of the previous page.\",\"schema\":{\""
    "type\":\"integer\",\"minimum\":1,\"description\":\"The last number of the previous page.\"}}],\"result\":{\"name\":\"resul"
    "t\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/audit.Entry\"}}},\"errors\":[{\"$ref\":\"#/compo"
    "nents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\""
    "x-closed\":true},{\"name\":\"audit.verify\",\"summary\":\"Verify the hash chain: no entry was changed, and none is m"
    "issing.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"propert"
    "ies\":{\"sound\":{\"type\":\"boolean\"},\"entries\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of entrie"
    "s in the log.\"},\"no\":{\"type\":\"integer\",\"description\":\"The first entry that is wrong or missing.\"},\"problem\":"
    "{\"type\":\"string\"}},\"required\":[\"sound\",\"entries\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavail"
    "able\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true}"
    ",{\"name\":\"broker.serve\",\"summary\":\"Accept connections from an executor on the listening socket that this mes"
    "sage carries.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"executorId\",\"required\":true,\"schema\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLen"
    "gth\":1,\"maxLength\":128}},{\"name\":\"providers\",\"description\":\"The providers that this session may use.\",\"requi"
    "red\":true,\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/broker.Provider\"},\"maxItems\":64,\"de"
    "scription\":\"The providers that this session may use.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\""
    ",\"properties\":{\"serving\":{\"type\":\"boolean\"}},\"required\":[\"serving\"]}},\"errors\":[{\"$ref\":\"#/components/errors"
    "/invalid_params\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"broker\",\"x-since\":\"1.0\"},{\"name\":\"broker.leave\",\"summ"
    "ary\":\"Close the socket of an executor that has ended, and its calls.\",\"paramStructure\":\"by-name\",\"params\":[{"
    "\"name\":\"executorId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"na"
    "me\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"left\":{\"type\":\"boolean\"}},\"required\":[\"left\"]}},\"x-cal"
    "lers\":[\"daemon\"],\"x-handler\":\"broker\",\"x-since\":\"1.0\"},{\"name\":\"broker.models\",\"summary\":\"Ask a provider for"
    " its models.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"provider\",\"required\":true,\"schema\":{\"$ref\":\"#/co"
    "mponents/schemas/broker.Provider\"}},{\"name\":\"headers\",\"description\":\"Further headers of the request.\",\"schem"
    "a\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"description\":\"Further headers of the request.\""
    "}},{\"name\":\"api_key\",\"description\":\"Absent: the provider needs no key.\",\"schema\":{\"type\":\"string\",\"descripti"
    "on\":\"Absent: the provider needs no key.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\""
    ":{\"models\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Model\"},\"maxItems\":500},\"complete\":{\""
    "type\":\"boolean\",\"description\":\"False: the provider has more models than these.\"},\"error\":{\"type\":\"string\",\"d"
    "escription\":\"Why the list is empty.\"}},\"required\":[\"models\",\"complete\"]}},\"x-callers\":[\"daemon\"],\"x-handler\""
    ":\"broker\",\"x-since\":\"1.0\",\"x-waits\":true,\"x-secret\":true},{\"name\":\"broker.reserve\",\"summary\":\"Ask whether a "
    "call may be made, and reserve its highest possible usage in the budget until broker.settle.\",\"paramStructure"
    "\":\"by-name\",\"params\":[{\"name\":\"executorId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLengt"
    "h\":128}},{\"name\":\"service\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64}},{\"name\":"
    "\"model\",\"description\":\"Empty: the request names no model.\",\"required\":true,\"schema\":{\"type\":\"string\",\"maxLen"
    "gth\":256,\"description\":\"Empty: the request names no model.\"}},{\"name\":\"inputTokens\",\"description\":\"An estima"
    "te, rounded up.\",\"required\":true,\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"An estimate, rounded "
    "up.\"}},{\"name\":\"outputTokens\",\"description\":\"The highest number of tokens of all answers together. Absent: t"
    "he request sets no limit, and the configured number is reserved for each answer.\",\"schema\":{\"type\":\"integer\""
    ",\"minimum\":0,\"description\":\"The highest number of tokens of all answers together. Absent: the request sets n"
    "o limit, and the configured number is reserved for each answer.\"}},{\"name\":\"answers\",\"description\":\"The numb"
    "er of answers that the request asks for.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"default\":1,\"description\":\""
    "The number of answers that the request asks for.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"pr"
    "operties\":{\"reservationId\":{\"type\":\"string\"},\"api_key\":{\"type\":\"string\"}},\"required\":[\"reservationId\",\"api_k"
    "ey\"]}},\"errors\":[{\"$ref\":\"#/components/errors/budget_exceeded\"},{\"$ref\":\"#/components/errors/key_not_found\"}"
    ",{\"$ref\":\"#/components/errors/key_refused\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components"
    "/errors/too_many_key_requests\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"broker\"]"
    ",\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true},{\"name\":\"broker.settle\",\"summary\":\"Re"
    "port the usage of a call and release the rest of its reservation.\",\"paramStructure\":\"by-name\",\"params\":[{\"na"
    "me\":\"reservationId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"input"
    "Tokens\",\"description\":\"Absent: the provider did not report usage, and the whole reservation counts as used.\""
    ",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Absent: the provider did not report usage, and the wh"
    "ole reservation counts as used.\"}},{\"name\":\"outputTokens\",\"description\":\"Absent: as for inputTokens.\",\"schem"
    "a\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Absent: as for inputTokens.\"}},{\"name\":\"status\",\"description"
    "\":\"The HTTP status; 0: there was no response.\",\"required\":true,\"schema\":{\"type\":\"integer\",\"description\":\"The"
    " HTTP status; 0: there was no response.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\""
    ":{\"settled\":{\"type\":\"boolean\"}},\"required\":[\"settled\"]}},\"errors\":[{\"$ref\":\"#/components/errors/broker_call_"
    "not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"broker\"],\"x-handler\":\"daemon"
    "\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"budget.status\",\"summary\":\"Get the usage, the reservations and th"
    "e rest of the budget, for the day and for a session.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionI"
    "d\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"ob"
    "ject\",\"properties\":{\"day\":{\"$ref\":\"#/components/schemas/budget.Account\"},\"session\":{\"$ref\":\"#/components/sch"
    "emas/budget.Account\"}},\"required\":[\"day\"]}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$re"
    "f\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-sin"
    "ce\":\"1.0\",\"x-closed\":true},{\"name\":\"chat.send\",\"summary\":\"Send a message to a thread, as a task. Without a t"
    "hread, start a new one.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"message\",\"required\":true,\"schema\":{\"ty"
    "pe\":\"string\",\"minLength\":1,\"maxLength\":1048576}},{\"name\":\"priority\",\"schema\":{\"type\":\"integer\",\"minimum\":-10"
    "00000,\"maximum\":1000000,\"default\":0}},{\"name\":\"threadId\",\"description\":\"The id of a session.\",\"schema\":{\"typ"
    "e\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The id of a session.\"}},{\"name\":\"cwd\",\"description\""
    ":\"An absolute path, as in task.submit; absent: the thread's working directory.\",\"schema\":{\"type\":\"string\",\"m"
    "inLength\":1,\"maxLength\":4096,\"description\":\"An absolute path, as in task.submit; absent: the thread's workin"
    "g directory.\"}},{\"name\":\"attachments\",\"description\":\"As in task.submit.\",\"schema\":{\"$ref\":\"#/components/sche"
    "mas/task.Attachments\",\"description\":\"As in task.submit.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"obje"
    "ct\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"threadId\":{\"type\":\"string\"}},\"required\":[\"taskId\",\"threadId\"]}"
    "},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/queue_full\"},{\"$ref\":"
    "\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components"
    "/errors/stopping\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsyst"
    "em_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-po"
    "sitional\":[\"message\",\"priority\"]},{\"name\":\"daemon.status\",\"summary\":\"Get the state of the daemon: its proces"
    "s, its subsystems, its clients.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{"
    "\"type\":\"object\",\"properties\":{\"pid\":{\"type\":\"integer\"},\"uptime_seconds\":{\"type\":\"integer\",\"minimum\":0},\"star"
    "ted_at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"version\":{\"type\":\"string\"},\"health\":{\"descri"
    "ption\":\"The worst health of all subsystems.\",\"$ref\":\"#/components/schemas/daemon.Health\"},\"subsystems\":{\"typ"
    "e\":\"object\",\"description\":\"`store` is degraded while the daemon opens it, while the daemon checks it after a"
    " crash, and if stored data was missing when it was opened. It is failed if it is damaged, or if its file was"
    " deleted, replaced or truncated while the daemon runs.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas"
    "/daemon.Subsystem\"}},\"clients\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of connections, inclu"
    "ding this one.\"},\"memory_bytes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The resident memory of the daem"
    "on.\"},\"socket\":{\"type\":\"string\"},\"state\":{\"type\":\"string\",\"description\":\"The directory of the daemon's state"
    " and log.\"},\"config\":{\"type\":[\"string\",\"null\"],\"description\":\"The configuration file in use; null: there is "
    "none.\"},\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"pid\",\"uptime_seconds\",\"started_at\",\"version\",\"health\",\"s"
    "ubsystems\",\"clients\",\"memory_bytes\",\"socket\",\"state\",\"config\",\"stopping\"]}},\"x-callers\":[\"client\",\"bridge\"],"
    "\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"daemon.find\",\"summary\":\"Complete an id from the part that a p"
    "erson typed: its beginning or its end.\",\"description\":\"The prefix that names the kind can be left out, and l"
    "ower case is accepted. An end needs at least six characters; it is searched for among the 10,000 newest ids "
    "if no id begins with the text. Ids of deleted objects are not returned.\",\"paramStructure\":\"either\",\"params\":"
    "[{\"name\":\"kind\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/daemon.IdKind\"}},{\"name\":\"text\",\"requ"
    "ired\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"examples\":[\"01KA3DFG7H\"]}}],\"result\":{\"n"
    "ame\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ids\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxIt"
    "ems\":16,\"description\":\"Newest first.\"},\"more\":{\"type\":\"boolean\",\"description\":\"True: more ids match.\"}},\"req"
    "uired\":[\"ids\",\"more\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client"
    "\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"kind\",\"text\"]},{\"name\":\"da"
    "emon.stop\",\"summary\":\"Stop the daemon: accept no new work, finish running tasks, exit. With force, exit at o"
    "nce.\",\"description\":\"While tasks run, new connections are accepted, but only daemon.stop, daemon.status, pin"
    "g and initialize are served; all other calls fail with stopping. A further daemon.stop with force forces the"
    " stop that is in progress.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"force\",\"description\":\"Do not wait f"
    "or running tasks: kill all their processes.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Do no"
    "t wait for running tasks: kill all their processes.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\","
    "\"properties\":{\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"stopping\"]}},\"x-callers\":[\"client\",\"bridge\"],\"x-ha"
    "ndler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"force\"]},{\"name\":\"daemon.restart\",\"summary\""
    ":\"Restart the daemon in place with the program that is on the disk now, without losing anything.\",\"descripti"
    "on\":\"The process id does not change. Connections, pending requests, subscriptions, terminals and executors s"
    "urvive; clients notice a pause. The new program sends the response.\",\"paramStructure\":\"by-name\",\"params\":[],"
    "\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"version\":{\"type\":\"string\",\"description\":\""
    "The version of the new program.\"},\"pause_ms\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"How long no reques"
    "t was served.\"}},\"required\":[\"version\",\"pause_ms\"]}},\"errors\":[{\"$ref\":\"#/components/errors/restart_failed\"}"
    ",{\"$ref\":\"#/components/errors/stopping\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1."
    "0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"db.stats\",\"summary\":\"Get the size of the store and the number of"
    " its entries.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"p"
    "roperties\":{\"path\":{\"type\":\"string\"},\"schema\":{\"type\":\"integer\",\"description\":\"The version of the database s"
    "chema.\"},\"fileBytes\":{\"type\":\"integer\"},\"walBytes\":{\"type\":\"integer\",\"description\":\"Bytes that are committed"
    " to the write-ahead log but not yet in the main file.\"},\"freeBytes\":{\"type\":\"integer\",\"description\":\"Free by"
    "tes inside the file, for later use; db.compact returns them to the disk.\"},\"sessions\":{\"type\":\"integer\"},\"ta"
    "sks\":{\"type\":\"integer\"},\"events\":{\"type\":\"integer\",\"description\":\"The approximate number of events in the lo"
    "g: lastSeq - firstSeq + 1.\"},\"firstSeq\":{\"type\":\"integer\"},\"lastSeq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"str"
    "ing\"},\"commits\":{\"type\":\"integer\",\"description\":\"The transactions since the daemon started.\"},\"changes\":{\"ty"
    "pe\":\"integer\",\"description\":\"The operations in those transactions.\"}},\"required\":[\"path\",\"schema\",\"fileBytes"
    "\",\"walBytes\",\"freeBytes\",\"sessions\",\"tasks\",\"events\",\"firstSeq\",\"lastSeq\",\"epoch\",\"commits\",\"changes\"]}},\"er"
    "rors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"da"
    "emon\",\"x-since\":\"1.0\"},{\"name\":\"db.check\",\"summary\":\"Read the whole store and look for damage. This takes ti"
    "me in a large store; other requests are still served. A damaged store becomes read-only.\",\"paramStructure\":\""
    "by-name\",\"params\":[{\"name\":\"quick\",\"description\":\"Skip the check that the indexes match their tables.\",\"sche"
    "ma\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Skip the check that the indexes match their tables.\"}}]"
    ",\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"},\"problems\":{\"type"
    "\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"ok\",\"problems\"]}},\"errors\":[{\"$ref\":\"#/components/errors/"
    "db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":"
    "\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"db.backup\",\"summary\":\"Write a consistent c"
    "opy of the store to a new file while the daemon continues to work.\",\"paramStructure\":\"either\",\"params\":[{\"na"
    "me\":\"path\",\"description\":\"An absolute path; the file must not exist.\",\"required\":true,\"schema\":{\"type\":\"stri"
    "ng\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; the file must not exist.\",\"examples\":[\"/"
    "home/ada/weir-backup.db\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type"
    "\":\"string\"},\"bytes\":{\"type\":\"integer\"}},\"required\":[\"path\",\"bytes\"]}},\"errors\":[{\"$ref\":\"#/components/errors"
    "/invalid_params\"},{\"$ref\":\"#/components/errors/file_exists\"},{\"$ref\":\"#/components/errors/file_failed\"},{\"$r"
    "ef\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"clien"
    "t\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"path\"]},{\""
    "name\":\"db.compact\",\"summary\":\"Delete what retention no longer keeps, and return free space to the disk.\",\"pa"
    "ramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"befor"
    "eBytes\":{\"type\":\"integer\"},\"afterBytes\":{\"type\":\"integer\"},\"removedEvents\":{\"type\":\"integer\"},\"removedTasks\""
    ":{\"type\":\"integer\"}},\"required\":[\"beforeBytes\",\"afterBytes\",\"removedEvents\",\"removedTasks\"]}},\"errors\":[{\"$r"
    "ef\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"clien"
    "t\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"event.subscribe\",\"summary\":\"Subsc"
    "ribe to events: first the stored ones from a given point on, then each new one, exactly once.\",\"description\""
    ":\"A connection without a subscription gets the life-cycle events of tasks. With subscriptions it gets only t"
    "he events that match one of them, and each live event once even if several match. Only committed events are "
    "sent. A slow reader is served from the log at its own pace and still gets each event once. While one subscri"
    "ption replays, another one that is live may send the same event earlier. event.cursor reports when the store"
    "d events have been sent, and the position of a filtered subscription. In a batch, the first events may be se"
    "nt before the response.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"topics\",\"schema\":{\"$ref\":\"#/component"
    "s/schemas/event.Topics\"}},{\"name\":\"sessionId\",\"description\":\"Select the events of this session, including in"
    "herited ones.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the events of t"
    "his session, including inherited ones.\"}},{\"name\":\"taskId\",\"description\":\"Select the events of this task.\",\""
    "schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the events of this task.\"}},{\"n"
    "ame\":\"fromSeq\",\"description\":\"The first event wanted; absent: only new events.\",\"schema\":{\"type\":\"integer\",\""
    "minimum\":0,\"description\":\"The first event wanted; absent: only new events.\"}},{\"name\":\"epoch\",\"description\":"
    "\"The epoch of the log that fromSeq belongs to; if the log has another one, the request fails with epoch_chan"
    "ged.\",\"schema\":{\"type\":\"string\",\"maxLength\":128,\"description\":\"The epoch of the log that fromSeq belongs to;"
    " if the log has another one, the request fails with epoch_changed.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\""
    "type\":\"object\",\"properties\":{\"subscriptionId\":{\"type\":\"string\"},\"epoch\":{\"type\":\"string\"},\"fromSeq\":{\"type\":"
    "\"integer\",\"description\":\"The first event of the subscription.\"},\"gap\":{\"$ref\":\"#/components/schemas/event.Ga"
    "p\"}},\"required\":[\"subscriptionId\",\"epoch\",\"fromSeq\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params"
    "\"},{\"$ref\":\"#/components/errors/epoch_changed\"},{\"$ref\":\"#/components/errors/too_many_subscriptions\"},{\"$ref"
    "\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/componen"
    "ts/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-c"
    "losed\":true},{\"name\":\"event.unsubscribe\",\"summary\":\"End a subscription of this connection.\",\"paramStructure\""
    ":\"either\",\"params\":[{\"name\":\"subscriptionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLen"
    "gth\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"unsubscribed\":{\"type\":\"boolea"
    "n\"}},\"required\":[\"unsubscribed\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subscription_not_found\"}],\"x-calle"
    "rs\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"subscriptionId"
    "\"]},{\"name\":\"event.list\",\"summary\":\"List the events of the log, oldest first, in pages.\",\"description\":\"A pa"
    "ge ends at its limit, at about 1 MiB, or after 20,000 events that do not match. nextSeq is the start of the "
    "next page, and more says whether there is one.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"topics\",\"schem"
    "a\":{\"$ref\":\"#/components/schemas/event.Topics\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1"
    ",\"maxLength\":128}},{\"name\":\"taskId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"fromS"
    "eq\",\"description\":\"The first event wanted.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"default\":0,\"description\""
    ":\"The first event wanted.\"}},{\"name\":\"epoch\",\"description\":\"The epoch of the log that fromSeq belongs to; if"
    " the log has another one, the request fails with epoch_changed.\",\"schema\":{\"type\":\"string\",\"maxLength\":128,\""
    "description\":\"The epoch of the log that fromSeq belongs to; if the log has another one, the request fails wi"
    "th epoch_changed.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":100}}],"
    "\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"epoch\":{\"type\":\"string\"},\"events\":{\"type\""
    ":\"array\",\"items\":{\"$ref\":\"#/components/schemas/event.Entry\"}},\"nextSeq\":{\"type\":\"integer\"},\"more\":{\"type\":\"b"
    "oolean\"},\"firstSeq\":{\"type\":\"integer\",\"description\":\"The oldest event that retention has left.\"},\"lastSeq\":{"
    "\"type\":\"integer\",\"description\":\"The newest event; 0: the log is empty.\"},\"gap\":{\"$ref\":\"#/components/schemas"
    "/event.Gap\"}},\"required\":[\"epoch\",\"events\",\"nextSeq\",\"more\",\"firstSeq\",\"lastSeq\"]}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/invalid_params\"},{\"$ref\":\"#/components/errors/epoch_changed\"},{\"$ref\":\"#/components/errors/se"
    "ssion_not_found\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unava"
    "ilable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"key"
    ".set\",\"summary\":\"Store the key of a provider. A previous key is replaced.\",\"paramStructure\":\"by-name\",\"param"
    "s\":[{\"name\":\"service\",\"description\":\"Lower-case letters, digits, - and _.\",\"required\":true,\"schema\":{\"type\":"
    "\"string\",\"minLength\":1,\"maxLength\":64,\"description\":\"Lower-case letters, digits, - and _.\",\"examples\":[\"anth"
    "ropic\"]}},{\"name\":\"value\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":65536}}],\"resu"
    "lt\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/key.Key\"}},\"errors\":[{\"$ref\":\"#/components/error"
    "s/invalid_params\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/subsystem_unavail"
    "able\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true"
    "},{\"name\":\"key.list\",\"summary\":\"List the providers that have a key.\",\"paramStructure\":\"by-name\",\"params\":[],"
    "\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/key.Key\"}}},\"errors"
    "\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon"
    "\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"key.delete\",\"summary\":\"Delete the key of a provider.\",\"paramStru"
    "cture\":\"either\",\"params\":[{\"name\":\"service\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLeng"
    "th\":64}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"deleted\":{\"type\":\"boolean\"}},\"r"
    "equired\":[\"deleted\"]}},\"errors\":[{\"$ref\":\"#/components/errors/no_such_key\"},{\"$ref\":\"#/components/errors/sub"
    "system_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\""
    "x-positional\":[\"service\"]},{\"name\":\"key.give\",\"summary\":\"Get a key in clear, for a program of the user that "
    "calls a provider directly, such as weir-agent.\",\"description\":\"The audit log records the call and the client"
    ". Bridges and processes inside an executor's sandbox cannot call it.\",\"paramStructure\":\"either\",\"params\":[{\""
    "name\":\"service\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64}}],\"result\":{\"name\":\""
    "result\",\"schema\":{\"type\":\"object\",\"properties\":{\"api_key\":{\"type\":\"string\"}},\"required\":[\"api_key\"]}},\"error"
    "s\":[{\"$ref\":\"#/components/errors/key_not_found\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/compo"
    "nents/errors/too_many_key_requests\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"cli"
    "ent\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-secret\":true,\"x-positional\":[\"s"
    "ervice\"]},{\"name\":\"key.rotate\",\"summary\":\"Seal all keys with a new master key. A crash at any point leaves k"
    "eys that can be unsealed.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"keyFile\",\"description\":\"If the mast"
    "er key is supplied from outside (WEIR_MASTER_KEY_FILE, a systemd credential): the absolute path of a file wi"
    "th the new master key. The caller then replaces the old file with it.\",\"schema\":{\"type\":\"string\",\"minLength\""
    ":1,\"maxLength\":4096,\"description\":\"If the master key is supplied from outside (WEIR_MASTER_KEY_FILE, a syste"
    "md credential): the absolute path of a file with the new master key. The caller then replaces the old file w"
    "ith it.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"keys\":{\"type\":\"integer\",\"mini"
    "mum\":0,\"description\":\"The number of keys that were sealed with the new master key.\"},\"masterKey\":{\"type\":\"st"
    "ring\",\"description\":\"The location of the new master key.\"}},\"required\":[\"keys\",\"masterKey\"]}},\"errors\":[{\"$r"
    "ef\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/e"
    "rrors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-close"
    "d\":true},{\"name\":\"permission.list\",\"summary\":\"List permission requests, newest first, in pages.\",\"descriptio"
    "n\":\"To get the next page, pass the last id of this page as after. An empty page is the end.\",\"paramStructure"
    "\":\"by-name\",\"params\":[{\"name\":\"state\",\"description\":\"Select requests in this state; absent: pending ones.\",\""
    "schema\":{\"$ref\":\"#/components/schemas/permission.RequestState\",\"description\":\"Select requests in this state;"
    " absent: pending ones.\"}},{\"name\":\"all\",\"description\":\"True: include requests that are no longer pending.\",\""
    "schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: include requests that are no longer pending.\""
    "}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"limit\",\"schema\":{\""
    "type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\"after\",\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sc"
    "hemas/permission.Request\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"c"
    "lient\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"permission.answer\",\"summary\""
    ":\"Answer a permission request. The first answer counts.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"reque"
    "stId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"decision\",\"required"
    "\":true,\"schema\":{\"$ref\":\"#/components/schemas/permission.Decision\"}},{\"name\":\"reason\",\"description\":\"For the"
    " agent and the log.\",\"schema\":{\"type\":\"string\",\"maxLength\":4096,\"description\":\"For the agent and the log.\"}}"
    ",{\"name\":\"rule\",\"description\":\"With allow_session and allow_always: add this rule instead of the suggested o"
    "nes. It must match the request.\",\"schema\":{\"$ref\":\"#/components/schemas/permission.NewRule\",\"description\":\"W"
    "ith allow_session and allow_always: add this rule instead of the suggested ones. It must match the request.\""
    "}},{\"name\":\"rules\",\"description\":\"With allow_session and allow_always: add these rules. Each one must match "
    "a part of the request, and together with the existing rules they must allow it. Either all of them are store"
    "d or none.\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.NewRule\"},\"minItems\":1"
    ",\"maxItems\":16,\"description\":\"With allow_session and allow_always: add these rules. Each one must match a pa"
    "rt of the request, and together with the existing rules they must allow it. Either all of them are stored or"
    " none.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"request\":{\"$ref\":\"#/components"
    "/schemas/permission.Request\"},\"rule\":{\"$ref\":\"#/components/schemas/permission.Rule\",\"description\":\"The rule "
    "that was added, if it was one.\"},\"rules\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.Ru"
    "le\"},\"description\":\"All rules that were added.\"}},\"required\":[\"request\"]}},\"errors\":[{\"$ref\":\"#/components/e"
    "rrors/invalid_params\"},{\"$ref\":\"#/components/errors/permission_not_found\"},{\"$ref\":\"#/components/errors/perm"
    "ission_answered\"},{\"$ref\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/too_many_rules\"},"
    "{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\""
    "x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"permission.rul"
    "es.list\",\"summary\":\"List the rules in force, oldest first.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"se"
    "ssionId\",\"description\":\"Select the rules that apply in this session.\",\"schema\":{\"type\":\"string\",\"minLength\":"
    "1,\"maxLength\":128,\"description\":\"Select the rules that apply in this session.\"}}],\"result\":{\"name\":\"result\","
    "\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.Rule\"}}},\"errors\":[{\"$ref\":\"#/comp"
    "onents/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client"
    "\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"permission.rules.add\",\"summary\":\""
    "Add a rule.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"effect\",\"required\":true,\"schema\":{\"$ref\":\"#/compo"
    "nents/schemas/permission.Effect\"}},{\"name\":\"tool\",\"description\":\"The name of a tool, or a pattern of names.\""
    ",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The name of a tool, "
    "or a pattern of names.\",\"examples\":[\"Bash\",\"mcp__github__*\"]}},{\"name\":\"path\",\"schema\":{\"type\":\"string\",\"min"
    "Length\":1,\"maxLength\":4096,\"examples\":[\"./src/**\"]}},{\"name\":\"command\",\"schema\":{\"type\":\"string\",\"minLength\""
    ":1,\"maxLength\":4096,\"examples\":[\"git status *\"]}},{\"name\":\"sessionId\",\"description\":\"Apply only in this sess"
    "ion; the rule is deleted when the session is closed.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":12"
    "8,\"description\":\"Apply only in this session; the rule is deleted when the session is closed.\"}},{\"name\":\"cwd"
    "\",\"description\":\"Apply only in sessions with this working directory.\",\"schema\":{\"type\":\"string\",\"minLength\":"
    "1,\"maxLength\":4096,\"description\":\"Apply only in sessions with this working directory.\"}},{\"name\":\"expiresAt\""
    ",\"description\":\"Epoch milliseconds; absent: the rule does not expire.\",\"schema\":{\"type\":\"integer\",\"minimum\":"
    "0,\"description\":\"Epoch milliseconds; absent: the rule does not expire.\"}},{\"name\":\"note\",\"schema\":{\"type\":\"s"
    "tring\",\"maxLength\":1024}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/permission.Rule\""
    "}},\"errors\":[{\"$ref\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/too_many_rules\"},{\"$re"
    "f\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/"
    "components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1"
    ".0\",\"x-closed\":true},{\"name\":\"permission.rules.remove\",\"summary\":\"Remove a rule.\",\"paramStructure\":\"either\","
    "\"params\":[{\"name\":\"ruleId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"resul"
    "t\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"removed\":{\"type\":\"boolean\"}},\"required\":[\"remov"
    "ed\"]}},\"errors\":[{\"$ref\":\"#/components/errors/rule_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavai"
    "lable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\""
    ":[\"ruleId\"]},{\"name\":\"permission.rules.preview\",\"summary\":\"Show which past calls a rule would have matched, "
    "before it is added.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"rule\",\"required\":true,\"schema\":{\"$ref\":\"#"
    "/components/schemas/permission.NewRule\"}},{\"name\":\"rules\",\"description\":\"Rules to be added together with thi"
    "s one. The result then covers the calls that all of them with the rules in force decide, and that the rules "
    "in force alone do not.\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.NewRule\"},"
    "\"maxItems\":15,\"description\":\"Rules to be added together with this one. The result then covers the calls that"
    " all of them with the rules in force decide, and that the rules in force alone do not.\"}},{\"name\":\"limit\",\"s"
    "chema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":20}}],\"result\":{\"name\":\"result\",\"schema\":{\"typ"
    "e\":\"object\",\"properties\":{\"matched\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of calls that th"
    "e rule matches.\"},\"lookedAt\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of calls that were chec"
    "ked: the newest 10,000 at most.\"},\"denied\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of matchi"
    "ng calls that were not allowed at that time.\"},\"requests\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sche"
    "mas/permission.Request\"},\"description\":\"The newest matching calls.\"}},\"required\":[\"matched\",\"lookedAt\",\"deni"
    "ed\",\"requests\"]}},\"errors\":[{\"$ref\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/session"
    "_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_una"
    "vailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"s"
    "ession.create\",\"summary\":\"Create a session.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"cwd\",\"description"
    "\":\"The working directory: an absolute path. Absent: a new empty directory, which session.delete removes; for"
    " a project's daemon, the project directory.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"descr"
    "iption\":\"The working directory: an absolute path. Absent: a new empty directory, which session.delete remove"
    "s; for a project's daemon, the project directory.\",\"examples\":[\"/home/ada/project\"]}},{\"name\":\"agent\",\"schem"
    "a\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"model\",\"description\":\"For the built-in agent, M"
    "ODEL or SERVICE/MODEL; the part before the first slash is always the provider. Other agents have their own n"
    "ames.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"description\":\"For the built-in agent, MODEL "
    "or SERVICE/MODEL; the part before the first slash is always the provider. Other agents have their own names."
    "\"}},{\"name\":\"permissionMode\",\"schema\":{\"$ref\":\"#/components/schemas/session.PermissionMode\",\"default\":\"defau"
    "lt\"}},{\"name\":\"title\",\"schema\":{\"type\":\"string\",\"maxLength\":1024}},{\"name\":\"network\",\"description\":\"Absent: "
    "the configured value.\",\"schema\":{\"$ref\":\"#/components/schemas/session.Network\",\"description\":\"Absent: the co"
    "nfigured value.\"}},{\"name\":\"keys\",\"description\":\"Absent: the configured value.\",\"schema\":{\"$ref\":\"#/componen"
    "ts/schemas/session.Keys\",\"description\":\"Absent: the configured value.\"}},{\"name\":\"services\",\"schema\":{\"$ref\""
    ":\"#/components/schemas/session.Services\"}},{\"name\":\"permissionTimeoutMs\",\"schema\":{\"type\":\"integer\",\"minimum"
    "\":0,\"maximum\":86400000}},{\"name\":\"thinkingTokens\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":10000000}"
    "},{\"name\":\"contextFiles\",\"schema\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"}},{\"name\":\"tools\",\"des"
    "cription\":\"Absent: for the built-in agent its own tools, for other agents every tool that rules and modes al"
    "low.\",\"schema\":{\"$ref\":\"#/components/schemas/session.Tools\",\"description\":\"Absent: for the built-in agent it"
    "s own tools, for other agents every tool that rules and modes allow.\"}},{\"name\":\"stream\",\"description\":\"Fals"
    "e: agents report only whole messages, no deltas. Absent: true.\",\"schema\":{\"type\":\"boolean\",\"description\":\"Fa"
    "lse: agents report only whole messages, no deltas. Absent: true.\"}},{\"name\":\"closeWhenIdle\",\"description\":\"T"
    "rue: the session is made for one prompt. The daemon closes it when it has had no running task and no open te"
    "rminal for sessions.closeIdleMs; session.reopen opens it again.\",\"schema\":{\"type\":\"boolean\",\"description\":\"T"
    "rue: the session is made for one prompt. The daemon closes it when it has had no running task and no open te"
    "rminal for sessions.closeIdleMs; session.reopen opens it again.\"}},{\"name\":\"budget\",\"schema\":{\"$ref\":\"#/comp"
    "onents/schemas/session.Budget\"}},{\"name\":\"metadata\",\"description\":\"JSON to store with the session, at most 6"
    "4 KiB and 112 levels deep.\",\"schema\":{\"description\":\"JSON to store with the session, at most 64 KiB and 112 "
    "levels deep.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors"
    "\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/service_unknown\"},{\"$ref\":\"#/c"
    "omponents/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":["
    "\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"session.get\",\"summary\":\"Ge"
    "t a session.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"stri"
    "ng\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/sessio"
    "n.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsyst"
    "em_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-po"
    "sitional\":[\"sessionId\"]},{\"name\":\"session.files\",\"summary\":\"Find files and directories below a session's dir"
    "ectory, to complete a path.\",\"description\":\"Files that .gitignore excludes, and .git, are left out; links ar"
    "e not followed. The best matches are first: paths that begin with the query, then file names that begin with"
    " it, then paths that contain it. Case is ignored.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\""
    "description\":\"Absent: cwd names the directory.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"des"
    "cription\":\"Absent: cwd names the directory.\"}},{\"name\":\"query\",\"schema\":{\"type\":\"string\",\"maxLength\":4096,\"d"
    "efault\":\"\"}},{\"name\":\"cwd\",\"description\":\"An absolute path, instead of sessionId, for a session that does no"
    "t exist yet.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path, inst"
    "ead of sessionId, for a session that does not exist yet.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"mini"
    "mum\":1,\"maximum\":1000,\"default\":50}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"cwd"
    "\":{\"type\":\"string\",\"description\":\"The directory to which the paths are relative.\"},\"files\":{\"type\":\"array\",\""
    "items\":{\"$ref\":\"#/components/schemas/session.FoundFile\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False:"
    " there are more matches than the limit, or the search stopped after two seconds or 200,000 entries.\"}},\"requ"
    "ired\":[\"cwd\",\"files\",\"complete\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/compon"
    "ents/errors/session_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/e"
    "rrors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-close"
    "d\":true,\"x-positional\":[\"sessionId\",\"query\"]},{\"name\":\"session.list\",\"summary\":\"List sessions, newest first,"
    " in pages.\",\"description\":\"To get the next page, pass the last id of this page as after. A page can be short"
    "er than its limit if sessions are large; an empty page is the end.\",\"paramStructure\":\"by-name\",\"params\":[{\"n"
    "ame\":\"state\",\"description\":\"Select sessions in this state.\",\"schema\":{\"$ref\":\"#/components/schemas/session.S"
    "tate\",\"description\":\"Select sessions in this state.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":"
    "1,\"maximum\":1000,\"default\":50}},{\"name\":\"after\",\"description\":\"The last id of the previous page.\",\"schema\":{"
    "\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The last id of the previous page.\"}}],\"result\":"
    "{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/session.Session\"}}},\"errors\""
    ":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\""
    ",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"session.update\",\"summary\":\"Change the settings of a session. Abse"
    "nt fields stay as they are, and null removes a value. Started tasks keep their settings.\",\"paramStructure\":\""
    "by-name\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1"
    "28}},{\"name\":\"agent\",\"schema\":{\"type\":[\"string\",\"null\"],\"minLength\":1,\"maxLength\":128}},{\"name\":\"model\",\"sch"
    "ema\":{\"type\":[\"string\",\"null\"],\"minLength\":1,\"maxLength\":256}},{\"name\":\"permissionMode\",\"schema\":{\"$ref\":\"#/"
    "components/schemas/session.PermissionMode\"}},{\"name\":\"title\",\"schema\":{\"type\":[\"string\",\"null\"],\"maxLength\":"
    "1024}},{\"name\":\"network\",\"schema\":{\"$ref\":\"#/components/schemas/session.Network\"}},{\"name\":\"keys\",\"schema\":{"
    "\"$ref\":\"#/components/schemas/session.Keys\"}},{\"name\":\"services\",\"schema\":{\"type\":[\"array\",\"null\"],\"items\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":64},\"maxItems\":64}},{\"name\":\"permissionTimeoutMs\",\"schema\":{\"type\":"
    "[\"integer\",\"null\"],\"minimum\":0,\"maximum\":86400000}},{\"name\":\"thinkingTokens\",\"schema\":{\"type\":[\"integer\",\"nu"
    "ll\"],\"minimum\":0,\"maximum\":10000000}},{\"name\":\"contextFiles\",\"schema\":{\"$ref\":\"#/components/schemas/session."
    "ContextFiles\"}},{\"name\":\"tools\",\"description\":\"Applies to the next tasks.\",\"schema\":{\"type\":[\"array\",\"null\"]"
    ",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"maxItems\":256,\"description\":\"Applies to the next t"
    "asks.\"}},{\"name\":\"stream\",\"description\":\"Applies to the next tasks.\",\"schema\":{\"type\":[\"boolean\",\"null\"],\"de"
    "scription\":\"Applies to the next tasks.\"}},{\"name\":\"closeWhenIdle\",\"schema\":{\"type\":[\"boolean\",\"null\"]}},{\"na"
    "me\":\"budget\",\"schema\":{\"$ref\":\"#/components/schemas/session.Budget\"}},{\"name\":\"metadata\",\"description\":\"At m"
    "ost 64 KiB of JSON, 112 levels deep; null removes it.\",\"schema\":{\"description\":\"At most 64 KiB of JSON, 112 "
    "levels deep; null removes it.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.S"
    "ession\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/service_unkno"
    "wn\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":"
    "\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\""
    ":\"1.0\",\"x-closed\":true},{\"name\":\"session.close\",\"summary\":\"Close a session: cancel its queued tasks, stop it"
    "s running task, accept no new ones. The history stays.\",\"description\":\"The response follows when no task of "
    "the session runs any more. Closing a closed session has no effect.\",\"paramStructure\":\"either\",\"params\":[{\"na"
    "me\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":"
    "\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/se"
    "ssion_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-h"
    "andler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"sessi"
    "on.reopen\",\"summary\":\"Reopen a closed session, with its settings and its history.\",\"description\":\"Rules that"
    " were limited to the session were deleted when it was closed. Reopening an open session has no effect. Cause"
    "s event.sessionUpdated.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/sch"
    "emas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/err"
    "ors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\""
    ":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session.delete\",\"summary\":\"Delete a session with its tasks and "
    "events, and the directory that was made for it unless another session uses it. Forks keep the history that t"
    "hey inherited.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"st"
    "ring\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"de"
    "leted\":{\"type\":\"boolean\"}},\"required\":[\"deleted\"]}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found"
    "\"},{\"$ref\":\"#/components/errors/session_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-call"
    "ers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},"
    "{\"name\":\"session.fork\",\"summary\":\"Create a session with the settings of another one and its history up to on"
    "e of its events.\",\"description\":\"event.list and event.subscribe with the new session's id include the inheri"
    "ted events, with their original seq. Closed sessions can be forked.\",\"paramStructure\":\"by-name\",\"params\":[{\""
    "name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"atSeq\","
    "\"description\":\"The last event that the fork inherits; absent: the newest.\",\"schema\":{\"type\":\"integer\",\"minim"
    "um\":1,\"description\":\"The last event that the fork inherits; absent: the newest.\"}},{\"name\":\"title\",\"descript"
    "ion\":\"Absent: that of the session; null: none, so that the first task of the fork sets it.\",\"schema\":{\"type\""
    ":[\"string\",\"null\"],\"maxLength\":1024,\"description\":\"Absent: that of the session; null: none, so that the firs"
    "t task of the fork sets it.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Ses"
    "sion\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/event_not_fo"
    "und\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"dae"
    "mon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"task.submit\",\"summary\":\"Submit a prompt for an agent to the q"
    "ueue.\",\"description\":\"Without a session, a new one is created, with the given working directory or as sessio"
    "n.create does without one. The tasks of a session run one after another. If the idempotency key was used bef"
    "ore, the response has the task of that call.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"prompt\",\"required"
    "\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1048576}},{\"name\":\"agent\",\"schema\":{\"type\":\"strin"
    "g\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"priority\",\"description\":\"Tasks with a higher priority start firs"
    "t.\",\"schema\":{\"type\":\"integer\",\"minimum\":-1000000,\"maximum\":1000000,\"default\":0,\"description\":\"Tasks with a "
    "higher priority start first.\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}"
    "},{\"name\":\"cwd\",\"description\":\"An absolute path; absent: the session's working directory.\",\"schema\":{\"type\":"
    "\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; absent: the session's working direc"
    "tory.\"}},{\"name\":\"idempotencyKey\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256}},{\"name\":\"timeout"
    "Ms\",\"description\":\"The longest run time, from the start of the task; absent: the configured value (600,000)."
    "\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"description\":\"The longest run time, from the s"
    "tart of the task; absent: the configured value (600,000).\"}},{\"name\":\"limits\",\"schema\":{\"$ref\":\"#/components"
    "/schemas/task.Limits\"}},{\"name\":\"tools\",\"description\":\"Absent: the session's tools.\",\"schema\":{\"$ref\":\"#/com"
    "ponents/schemas/session.Tools\",\"description\":\"Absent: the session's tools.\"}},{\"name\":\"stream\",\"description\""
    ":\"False: the agent reports only whole messages, no deltas. Absent: the session's setting.\",\"schema\":{\"type\":"
    "\"boolean\",\"description\":\"False: the agent reports only whole messages, no deltas. Absent: the session's sett"
    "ing.\"}},{\"name\":\"attachments\",\"description\":\"Files to send with the prompt. They are read when the task star"
    "ts.\",\"schema\":{\"$ref\":\"#/components/schemas/task.Attachments\",\"description\":\"Files to send with the prompt. "
    "They are read when the task starts.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"t"
    "askId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"},\"sessionId\":{\"type\":\"string\"}},\""
    "required\":[\"taskId\",\"state\",\"sessionId\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\""
    "#/components/errors/queue_full\"},{\"$ref\":\"#/components/errors/idempotency_conflict\"},{\"$ref\":\"#/components/e"
    "rrors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/errors/stoppin"
    "g\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\""
    "}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"pro"
    "mpt\",\"agent\",\"priority\"]},{\"name\":\"task.diff\",\"summary\":\"Show the files in the working directory that a task"
    " has changed so far.\",\"description\":\"If other programs changed the same files while the task ran, those chan"
    "ges are included: weir does not know which program wrote.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"task"
    "Id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"paths\",\"description\":"
    "\"Select these paths; absent: all.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLengt"
    "h\":4096},\"maxItems\":1000,\"description\":\"Select these paths; absent: all.\"}},{\"name\":\"texts\",\"description\":\"F"
    "alse: list the files without their content.\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"description\":\"False:"
    " list the files without their content.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":"
    "{\"taskId\":{\"type\":\"string\"},\"cwd\":{\"type\":\"string\"},\"files\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sc"
    "hemas/task.FileChange\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False: part of the working directory co"
    "uld not be saved before the task, and changes there may be missing.\"},\"undone\":{\"type\":\"boolean\",\"default\":f"
    "alse,\"description\":\"True: the changes were undone.\"}},\"required\":[\"taskId\",\"cwd\",\"files\",\"complete\"]}},\"erro"
    "rs\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-"
    "callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-position"
    "al\":[\"taskId\"]},{\"name\":\"task.undo\",\"summary\":\"Undo the file changes of a task: restore changed and deleted "
    "files, remove new ones.\",\"description\":\"Files that were changed after the task are left as they are and list"
    "ed.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1,\"maxLength\":128}},{\"name\":\"paths\",\"description\":\"Select these paths; absent: all.\",\"schema\":{\"type\":\"a"
    "rray\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":1000,\"description\":\"Select these p"
    "aths; absent: all.\"}},{\"name\":\"dryRun\",\"description\":\"True: only report what would be done.\",\"schema\":{\"type"
    "\":\"boolean\",\"default\":false,\"description\":\"True: only report what would be done.\"}}],\"result\":{\"name\":\"resul"
    "t\",\"schema\":{\"type\":\"object\",\"properties\":{\"restored\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"removed\":{"
    "\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"left\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/task."
    "LeftFile\"}},\"withoutSetId\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Files and directories th"
    "at were restored without their set-user-ID or set-group-ID bit. A restored file belongs to the daemon's user"
    " and never gets the bits back; a directory gets set-group-ID back if its owner and group are unchanged. Abse"
    "nt: none.\"}},\"required\":[\"restored\",\"removed\",\"left\"]}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_foun"
    "d\"},{\"$ref\":\"#/components/errors/task_at_work\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-cal"
    "lers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\""
    ":[\"taskId\"]},{\"name\":\"task.cancel\",\"summary\":\"Cancel a task. A queued task ends at once; for a running task,"
    " the response follows when all its processes have ended.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskI"
    "d\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"reason\",\"description\":"
    "\"One word for the log. timeout and daemon_stopped are reserved for the daemon.\",\"schema\":{\"type\":\"string\",\"m"
    "axLength\":256,\"default\":\"user_cancelled\",\"description\":\"One word for the log. timeout and daemon_stopped are"
    " reserved for the daemon.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"cancelled\":"
    "{\"type\":\"boolean\",\"description\":\"False: the task ended by itself before it could be cancelled.\"},\"processes\""
    ":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of processes that were ended; none is left.\"}},\"req"
    "uired\":[\"cancelled\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/"
    "task_not_found\"},{\"$ref\":\"#/components/errors/task_not_cancellable\"},{\"$ref\":\"#/components/errors/subsystem_"
    "unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits"
    "\":true,\"x-positional\":[\"taskId\"]},{\"name\":\"task.list\",\"summary\":\"List tasks, newest first, in pages.\",\"descr"
    "iption\":\"To get the next page, pass the last id of this page as after. A page can be shorter than its limit "
    "if prompts are long; an empty page is the end. Results are not included; see task.get.\",\"paramStructure\":\"ei"
    "ther\",\"params\":[{\"name\":\"state\",\"description\":\"Select tasks in this state.\",\"schema\":{\"$ref\":\"#/components/s"
    "chemas/task.State\",\"description\":\"Select tasks in this state.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\","
    "\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\"sessionId\",\"description\":\"Select the tasks of this sessio"
    "n.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the tasks of this session."
    "\"}},{\"name\":\"cwd\",\"description\":\"Select tasks with this working directory.\",\"schema\":{\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":4096,\"description\":\"Select tasks with this working directory.\"}},{\"name\":\"after\",\"descri"
    "ption\":\"The last id of the previous page.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"descript"
    "ion\":\"The last id of the previous page.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$re"
    "f\":\"#/components/schemas/task.Task\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-ca"
    "llers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"state\",\"lim"
    "it\"]},{\"name\":\"task.get\",\"summary\":\"Get a task, with its result.\",\"paramStructure\":\"either\",\"params\":[{\"name"
    "\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"resu"
    "lt\",\"schema\":{\"$ref\":\"#/components/schemas/task.Task\"}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_foun"
    "d\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemo"
    "n\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"taskId\"]},{\"name\":\"task.stats\",\"summary\":\"Count tasks by"
    " state.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"propert"
    "ies\":{\"total\":{\"type\":\"integer\",\"minimum\":0},\"running\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Tasks th"
    "at are neither queued nor in a final state.\"},\"queued\":{\"type\":\"integer\",\"minimum\":0},\"completed\":{\"type\":\"i"
    "nteger\",\"minimum\":0},\"failed\":{\"type\":\"integer\",\"minimum\":0},\"cancelled\":{\"type\":\"integer\",\"minimum\":0}},\"re"
    "quired\":[\"total\",\"running\",\"queued\",\"completed\",\"failed\",\"cancelled\"]}},\"errors\":[{\"$ref\":\"#/components/erro"
    "rs/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"t"
    "ask.wait\",\"summary\":\"Wait for a task to end; its state says whether it ended in time.\",\"paramStructure\":\"eit"
    "her\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\""
    "name\":\"timeoutMs\",\"description\":\"After this time, the response has the task in its current state; absent: no"
    " limit.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":604800000,\"description\":\"After this time, the resp"
    "onse has the task in its current state; absent: no limit.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/"
    "components/schemas/task.Task\"}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/component"
    "s/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-cl"
    "osed\":true,\"x-waits\":true,\"x-positional\":[\"taskId\",\"timeoutMs\"]},{\"name\":\"terminal.open\",\"summary\":\"Open a t"
    "erminal in a session or in a directory.\",\"description\":\"env must not have LD_PRELOAD, LD_LIBRARY_PATH, LD_AU"
    "DIT, DYLD_*, or a name that suggests a key, a token, a secret or a password.\",\"paramStructure\":\"by-name\",\"pa"
    "rams\":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"cwd\",\"descript"
    "ion\":\"An absolute path; absent: the session's directory. One of sessionId and cwd is required.\",\"schema\":{\"t"
    "ype\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; absent: the session's director"
    "y. One of sessionId and cwd is required.\"}},{\"name\":\"shell\",\"description\":\"The shell: a path, or a name to f"
    "ind in PATH; absent: the user's shell, or bash.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"d"
    "escription\":\"The shell: a path, or a name to find in PATH; absent: the user's shell, or bash.\"}},{\"name\":\"co"
    "mmand\",\"description\":\"A command that the shell runs with -c; the terminal closes when it ends. Not allowed w"
    "ith useTmux. Absent: an interactive shell.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":131072,\"desc"
    "ription\":\"A command that the shell runs with -c; the terminal closes when it ends. Not allowed with useTmux."
    " Absent: an interactive shell.\"}},{\"name\":\"env\",\"description\":\"Variables to add to the terminal's environmen"
    "t.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536},\"maxProperties\":256"
    ",\"description\":\"Variables to add to the terminal's environment.\"}},{\"name\":\"cols\",\"schema\":{\"type\":\"integer\""
    ",\"minimum\":1,\"maximum\":1000,\"default\":80}},{\"name\":\"rows\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1"
    "000,\"default\":24}},{\"name\":\"useTmux\",\"description\":\"Run the shell in tmux, with a server of the session that"
    " is separate from the user's tmux. Its programs survive the terminal; a new terminal with the same tmuxSessi"
    "onName attaches to them again.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Run the shell in t"
    "mux, with a server of the session that is separate from the user's tmux. Its programs survive the terminal; "
    "a new terminal with the same tmuxSessionName attaches to them again.\"}},{\"name\":\"tmuxSessionName\",\"descripti"
    "on\":\"A name without ':' and '.'; absent: weir.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"des"
    "cription\":\"A name without ':' and '.'; absent: weir.\"}},{\"name\":\"tmuxWindowName\",\"schema\":{\"type\":\"string\",\""
    "minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"terminalI"
    "d\":{\"type\":\"string\"},\"pid\":{\"type\":\"integer\"}},\"required\":[\"terminalId\",\"pid\"]}},\"errors\":[{\"$ref\":\"#/compon"
    "ents/errors/invalid_params\"},{\"$ref\":\"#/components/errors/terminal_failed\"},{\"$ref\":\"#/components/errors/env"
    "ironment_refused\"},{\"$ref\":\"#/components/errors/too_many_terminals\"},{\"$ref\":\"#/components/errors/session_no"
    "t_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/errors/stopping\"},{\"$ref\":\"#/c"
    "omponents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1."
    "0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"terminal.attach\",\"summary\":\"Attach to a terminal: the response h"
    "as the scrollback, and terminal.output has new output.\",\"description\":\"With passFd the response carries the "
    "terminal's descriptor instead. Only one client can hold it, and no client receives output meanwhile. The cli"
    "ent returns it with terminal.detach or by disconnecting, and must not read from it afterwards.\",\"paramStruct"
    "ure\":\"either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLen"
    "gth\":128}},{\"name\":\"passFd\",\"schema\":{\"type\":\"boolean\",\"default\":false}}],\"result\":{\"name\":\"result\",\"schema\""
    ":{\"type\":\"object\",\"properties\":{\"terminal\":{\"$ref\":\"#/components/schemas/terminal.Terminal\"},\"scrollback\":{\""
    "type\":\"string\",\"description\":\"The last output, at most 1 MiB, in base64.\"},\"offset\":{\"type\":\"integer\",\"minim"
    "um\":0,\"description\":\"The offset of the next byte of output, with which terminal.output continues.\"}},\"requir"
    "ed\":[\"terminal\",\"scrollback\",\"offset\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/"
    "components/errors/terminal_not_found\"},{\"$ref\":\"#/components/errors/terminal_taken\"}],\"x-callers\":[\"client\","
    "\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"terminalId\"]},{\"name\":\"termi"
    "nal.detach\",\"summary\":\"Stop receiving the output of a terminal. The terminal stays open.\",\"paramStructure\":\""
    "either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1"
    "28}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/"
    "components/errors/terminal_not_found\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\""
    ",\"x-closed\":true,\"x-positional\":[\"terminalId\"]},{\"name\":\"terminal.input\",\"summary\":\"Send input to the termin"
    "al.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":\"string\",\"mi"
    "nLength\":1,\"maxLength\":128}},{\"name\":\"data\",\"description\":\"Bytes, in base64.\",\"required\":true,\"schema\":{\"typ"
    "e\":\"string\",\"maxLength\":1398104,\"description\":\"Bytes, in base64.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$r"
    "ef\":\"#/components/schemas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#"
    "/components/errors/too_many_waiting\"},{\"$ref\":\"#/components/errors/terminal_not_found\"},{\"$ref\":\"#/component"
    "s/errors/terminal_closed\"},{\"$ref\":\"#/components/errors/terminal_taken\"}],\"x-callers\":[\"client\",\"bridge\"],\"x"
    "-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"terminal.resize\",\"summary\":\"Set "
    "the size of the terminal. The last call counts.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"terminalId\",\""
    "required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"cols\",\"required\":true,\"sch"
    "ema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000}},{\"name\":\"rows\",\"required\":true,\"schema\":{\"type\":\"integer"
    "\",\"minimum\":1,\"maximum\":1000}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/terminal.Re"
    "f\"}},\"errors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler"
    "\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"terminal.list\",\"summary\":\"List the open terminals, olde"
    "st first.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\"description\":\"Select the terminals of t"
    "his session.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the terminals of"
    " this session.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/"
    "terminal.Terminal\"}}},\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},"
    "{\"name\":\"terminal.close\",\"summary\":\"Close a terminal and end its processes. The response follows when they h"
    "ave ended.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":\"strin"
    "g\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/termina"
    "l.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-han"
    "dler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"terminalId\"]}],\"x-events\":[{\""
    "name\":\"event.daemonStopping\",\"summary\":\"The daemon is about to exit, and connections will close. Sent again "
    "if the stop is forced later.\",\"params\":{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\",\"enum\":[\"req"
    "uest\",\"signal\"],\"description\":\"request: daemon.stop; signal: SIGTERM or SIGINT.\"},\"force\":{\"type\":\"boolean\"}"
    ",\"timestamp\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"reason\",\"force\",\"timestamp"
    "\"]},\"x-since\":\"1.0\"},{\"name\":\"event.cursor\",\"summary\":\"The position of a subscription: every event up to seq"
    " was sent or did not match. Not part of the log.\",\"description\":\"Sent when a subscription with fromSeq has s"
    "ent all stored events; whenever 10,000 events were skipped without a match; and with a gap, if retention has"
    " deleted events that a slow reader had not received yet. After a cursor that is not live, another one follow"
    "s when the subscription is live. A slow reader alone causes no cursor.\",\"params\":{\"type\":\"object\",\"propertie"
    "s\":{\"subscriptionId\":{\"type\":\"string\"},\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"live\":{\"type\":\"bo"
    "olean\",\"description\":\"Whether all stored events have been sent.\"},\"gap\":{\"$ref\":\"#/components/schemas/event."
    "Gap\"}},\"required\":[\"subscriptionId\",\"seq\",\"epoch\",\"live\"]},\"x-since\":\"1.0\"},{\"name\":\"event.permissionRequest"
    "ed\",\"summary\":\"A permission request is pending.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"inte"
    "ger\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\"taskId\":{\"type"
    "\":\"string\"},\"request\":{\"$ref\":\"#/components/schemas/permission.Request\"}},\"required\":[\"seq\",\"epoch\",\"timesta"
    "mp\",\"sessionId\",\"taskId\",\"request\"]},\"x-since\":\"1.0\"},{\"name\":\"event.permissionResolved\",\"summary\":\"A permis"
    "sion request was answered, has timed out or was withdrawn.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\""
    "type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\"tas"
    "kId\":{\"type\":\"string\"},\"requestId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/permission.Reques"
    "tState\"},\"reason\":{\"type\":\"string\"},\"note\":{\"type\":\"string\"},\"answeredBy\":{\"type\":\"string\"}},\"required\":[\"se"
    "q\",\"epoch\",\"timestamp\",\"sessionId\",\"taskId\",\"requestId\",\"state\",\"reason\"]},\"x-since\":\"1.0\"},{\"name\":\"event.s"
    "essionCreated\",\"summary\":\"A session was created.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"int"
    "eger\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\"session\":{\"$r"
    "ef\":\"#/components/schemas/session.Session\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\"session\"]},\""
    "x-since\":\"1.0\"},{\"name\":\"event.sessionUpdated\",\"summary\":\"The settings of a session have changed.\",\"params\":"
    "{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integ"
    "er\"},\"sessionId\":{\"type\":\"string\"},\"session\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"required\":[\"s"
    "eq\",\"epoch\",\"timestamp\",\"sessionId\",\"session\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionClosed\",\"summary\":\"A "
    "session was closed and accepts no more tasks.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"intege"
    "r\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq"
    "\",\"epoch\",\"timestamp\",\"sessionId\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionDeleted\",\"summary\":\"A session was"
    " deleted with its tasks and events: from here on, their sequence numbers are missing from the log.\",\"params\""
    ":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"inte"
    "ger\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\"]},\"x-since\":\"1.0\"},{\""
    "name\":\"event.taskQueued\",\"summary\":\"A task was submitted to the queue.\",\"params\":{\"type\":\"object\",\"propertie"
    "s\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"stri"
    "ng\"},\"sessionId\":{\"type\":\"string\"},\"priority\":{\"type\":\"integer\"},\"summary\":{\"type\":\"string\",\"description\":\"T"
    "he beginning of the prompt.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"priority\",\"summar"
    "y\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskStarted\",\"summary\":\"An agent has started to work on a task.\",\"param"
    "s\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"in"
    "teger\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"tas"
    "kId\",\"sessionId\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskUpdated\",\"summary\":\"A task has changed to a state tha"
    "t has no event of its own: starting, awaiting_permission, running again, stopping.\",\"params\":{\"type\":\"object"
    "\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{"
    "\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"}},\"required"
    "\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"state\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskProgress\",\"s"
    "ummary\":\"An agent reported the progress of a task.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"i"
    "nteger\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"t"
    "ype\":\"string\"},\"progress\":{\"$ref\":\"#/components/schemas/task.Progress\"}},\"required\":[\"seq\",\"epoch\",\"timestam"
    "p\",\"taskId\",\"sessionId\",\"progress\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskCompleted\",\"summary\":\"A task was co"
    "mpleted; task.get has its text.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\""
    "type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"mes"
    "sage_count\":{\"type\":\"integer\",\"minimum\":0},\"token_usage\":{\"$ref\":\"#/components/schemas/task.TokenUsage\"},\"un"
    "answered\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"As in the result of the task.\"}},\"required\":[\"seq\",\"e"
    "poch\",\"timestamp\",\"taskId\",\"sessionId\",\"message_count\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskFailed\",\"summar"
    "y\":\"A task has failed.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"st"
    "ring\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"error\":{\"$re"
    "f\":\"#/components/schemas/task.Failure\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"error\"]"
    "},\"x-since\":\"1.0\"},{\"name\":\"event.taskCancelled\",\"summary\":\"A task was cancelled.\",\"params\":{\"type\":\"object\""
    ",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\""
    "type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"reason\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timesta"
    "mp\",\"taskId\",\"sessionId\",\"reason\"]},\"x-since\":\"1.0\"},{\"name\":\"event.messageCreated\",\"summary\":\"A message of "
    "a session: a prompt of a person, or a report of an agent.\",\"description\":\"A prompt has the role user and the"
    " type prompt, and is written when its task starts. Each report of an agent has the role assistant, with the "
    "agent's own type and data.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\""
    ":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"role\":{\""
    "type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"type\":{\"type\":\"string\",\"description\":\"prompt, tool_call, tool_r"
    "esult, content_block_delta, …\"},\"sequence\":{\"type\":\"integer\",\"description\":\"The agent's own number of the me"
    "ssage, from 1 in each task; 0 for a prompt and for messages from create_message.\"},\"missing\":{\"type\":\"intege"
    "r\",\"minimum\":1,\"description\":\"The number of earlier messages that the agent numbered but that never arrived."
    "\"},\"messageId\":{\"type\":\"string\",\"description\":\"Set for messages from create_message.\"},\"data\":{\"description\""
    ":\"Its form depends on the type; for a prompt: {text}.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"ses"
    "sionId\",\"role\",\"type\",\"sequence\",\"data\"]},\"x-since\":\"1.0\"},{\"name\":\"terminal.output\",\"summary\":\"Output of a "
    "terminal, sent to attached clients.\",\"params\":{\"type\":\"object\",\"properties\":{\"terminalId\":{\"type\":\"string\"},"
    "\"offset\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The offset of its first byte in the whole output.\"},\"d"
    "ata\":{\"type\":\"string\",\"description\":\"Bytes, in base64.\"}},\"required\":[\"terminalId\",\"offset\",\"data\"]},\"x-sinc"
    "e\":\"1.0\"},{\"name\":\"event.terminalOpened\",\"summary\":\"A terminal was opened.\",\"params\":{\"type\":\"object\",\"prope"
    "rties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"terminalId\":{\"typ"
    "e\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"pid\":{\"type\":\"integer\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\""
    "terminalId\",\"pid\"]},\"x-since\":\"1.0\"},{\"name\":\"event.terminalExited\",\"summary\":\"The process of a terminal has"
    " ended, by itself or because the terminal was closed.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\""
    ":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"terminalId\":{\"type\":\"string\"},\"session"
    "Id\":{\"type\":\"string\"},\"exitCode\":{\"type\":\"integer\",\"description\":\"Absent: a signal ended it, or its exit cod"
    "e is not known.\"},\"signal\":{\"type\":\"integer\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"terminalId\"]},\"x-since"
    "\":\"1.0\"}],\"components\":{\"schemas\":{\"core.ClientInfo\":{\"description\":\"The name and version of the client, for"
    " the daemon's log and status.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLengt"
    "h\":128},\"version\":{\"type\":\"string\",\"maxLength\":64}},\"required\":[\"name\"]},\"core.ServerInfo\":{\"type\":\"object\","
    "\"properties\":{\"name\":{\"type\":\"string\"},\"version\":{\"type\":\"string\"}},\"required\":[\"name\",\"version\"]},\"core.Not"
    "ify\":{\"description\":\"How front ends notify a person who is not looking when a task needs an answer or has en"
    "ded. auto: the terminal's bell, and a desktop notification where there is a desktop. bell: only the terminal"
    "'s bell.\",\"type\":\"string\",\"enum\":[\"auto\",\"bell\",\"off\"]},\"core.Limits\":{\"description\":\"The limits of this con"
    "nection.\",\"type\":\"object\",\"properties\":{\"maxMessageBytes\":{\"type\":\"integer\",\"minimum\":1},\"maxBatchEntries\":{"
    "\"type\":\"integer\",\"minimum\":1},\"maxWaitingRequests\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"maxMessageBy"
    "tes\",\"maxBatchEntries\",\"maxWaitingRequests\"]},\"executor.Quota\":{\"description\":\"The rest of the user's plan w"
    "ith the provider, as the agent reports it.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"maxLength"
    "\":64,\"description\":\"The name of the limit: five_hour, seven_day, …\"},\"used_percent\":{\"type\":\"integer\",\"minim"
    "um\":0,\"maximum\":1000},\"resets_at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"},\"exceed"
    "ed\":{\"type\":\"boolean\",\"description\":\"True: the provider refuses calls until resets_at.\"}}},\"executor.Usage\":"
    "{\"description\":\"Token counts, under the long names or the short ones.\",\"type\":\"object\",\"properties\":{\"input_"
    "tokens\":{\"type\":\"integer\",\"minimum\":0},\"output_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_read_tokens\":{\""
    "type\":\"integer\",\"minimum\":0},\"cache_write_tokens\":{\"type\":\"integer\",\"minimum\":0},\"input\":{\"type\":\"integer\",\""
    "minimum\":0},\"output\":{\"type\":\"integer\",\"minimum\":0},\"context_tokens\":{\"type\":\"integer\",\"minimum\":0,\"descript"
    "ion\":\"The tokens in the model's context now.\"},\"context_limit\":{\"type\":\"integer\",\"minimum\":1,\"description\":\""
    "The size of the model's context window.\"},\"reported_cost_micros\":{\"type\":\"integer\",\"minimum\":0,\"description\""
    ":\"The cost of the task so far as the agent reports it, in millionths of reported_currency.\"},\"reported_curre"
    "ncy\":{\"type\":\"string\",\"maxLength\":8,\"description\":\"USD, …\"},\"quota\":{\"$ref\":\"#/components/schemas/executor.Q"
    "uota\"},\"model\":{\"type\":\"string\",\"maxLength\":256,\"description\":\"The model that used all of these tokens; abse"
    "nt: several models, or not known.\"}}},\"executor.Error\":{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"str"
    "ing\",\"default\":\"\"},\"code\":{\"type\":\"string\"},\"stack\":{\"type\":\"string\"}}},\"executor.Execution\":{\"description\":"
    "\"The result of a prompt.\",\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\",\"description\":\"completed, "
    "failed or cancelled.\"},\"message_count\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of messages t"
    "hat were reported.\"},\"token_usage\":{\"$ref\":\"#/components/schemas/executor.Usage\"},\"error\":{\"$ref\":\"#/compone"
    "nts/schemas/executor.Error\"},\"text\":{\"type\":\"string\",\"description\":\"The final text of the agent.\"}},\"require"
    "d\":[\"status\"]},\"executor.Handed\":{\"description\":\"A task that an executor works on or has worked on, as repor"
    "ted to a daemon that reconnects.\",\"type\":\"object\",\"properties\":{\"task_id\":{\"type\":\"string\"},\"last_sequence\":"
    "{\"type\":\"integer\",\"minimum\":0,\"description\":\"The sequence number of the last message that the executor has r"
    "eported.\"},\"execution\":{\"description\":\"The result; absent: the task is still running.\",\"$ref\":\"#/components/"
    "schemas/executor.Execution\"}},\"required\":[\"task_id\",\"last_sequence\"]},\"executor.HandedTerminal\":{\"type\":\"obj"
    "ect\",\"properties\":{\"terminal_id\":{\"type\":\"string\"},\"pty_pid\":{\"type\":\"integer\"},\"use_tmux\":{\"type\":\"boolean\""
    ",\"default\":false},\"cwd\":{\"type\":\"string\",\"description\":\"The directory in which it was opened.\"},\"shell\":{\"ty"
    "pe\":\"string\"},\"created_at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"},\"exited\":{\"typ"
    "e\":\"boolean\",\"default\":false,\"description\":\"True: its process has ended. The executor remembers it until clo"
    "se_terminal with forget.\"},\"exit_code\":{\"type\":\"integer\"},\"signal\":{\"type\":\"integer\"}},\"required\":[\"terminal"
    "_id\",\"pty_pid\"]},\"executor.Notification\":{\"type\":\"object\",\"properties\":{\"method\":{\"type\":\"string\"},\"params\":"
    "{\"description\":\"The parameters of that method.\"}},\"required\":[\"method\"]},\"executor.Said\":{\"description\":\"A m"
    "essage of the session's history.\",\"type\":\"object\",\"properties\":{\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assi"
    "stant\"]},\"type\":{\"type\":\"string\"},\"content\":{\"description\":\"Its content depends on the type.\"},\"task_id\":{\"t"
    "ype\":\"string\"},\"timestamp\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"role\",\"type\""
    ",\"content\"]},\"executor.Launch\":{\"description\":\"A program that is an agent: how to start it, and which adapte"
    "r of the executor speaks with it.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxL"
    "ength\":128},\"adapter\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"stdio, acp, claude-code,"
    " …\"},\"command\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxIte"
    "ms\":256,\"description\":\"The path of the program, and its arguments.\"},\"env\":{\"type\":\"object\",\"additionalPrope"
    "rties\":{\"type\":\"string\",\"maxLength\":65536},\"description\":\"Environment variables in addition to the executor'"
    "s own.\"},\"silence_ms\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"default\":60000,\"description\":\"The lo"
    "ngest time for which a working agent may send nothing, if its protocol has no other sign of life.\"}},\"requir"
    "ed\":[\"name\",\"adapter\",\"command\"]},\"executor.Agent\":{\"description\":\"The state of an agent as the executor see"
    "s it inside its sandbox.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"adapter\":{\"type\":\"string\"}"
    ",\"usable\":{\"type\":\"boolean\"},\"reason\":{\"type\":\"string\",\"description\":\"Why the agent is not usable; a sentenc"
    "e.\"},\"model\":{\"type\":\"string\",\"description\":\"The model that the agent would use, if known.\"},\"service\":{\"typ"
    "e\":\"string\",\"description\":\"The provider of that model.\"},\"version\":{\"type\":\"string\"}},\"required\":[\"name\",\"ad"
    "apter\",\"usable\"]},\"executor.Provider\":{\"description\":\"A provider (a service that offers models): its address"
    " and the form of its requests.\",\"type\":\"object\",\"properties\":{\"service\":{\"type\":\"string\",\"minLength\":1},\"for"
    "mat\":{\"type\":\"string\",\"enum\":[\"anthropic\",\"openai\"]},\"url\":{\"type\":\"string\",\"description\":\"The base URL, wit"
    "hout a final /.\"},\"header\":{\"type\":\"string\",\"description\":\"The header that carries the key; empty: the provi"
    "der needs none.\"},\"prefix\":{\"type\":\"string\",\"default\":\"\",\"description\":\"The text before the key in that head"
    "er.\"},\"headers\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"description\":\"Further headers of "
    "every request.\"},\"model\":{\"type\":\"string\",\"description\":\"The model of sessions that name none; absent: the f"
    "irst model that the provider lists.\"},\"has_key\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: a key"
    " is stored, and the session may use it.\"},\"connect_ms\":{\"type\":\"integer\",\"minimum\":1,\"default\":10000},\"silen"
    "ce_ms\":{\"type\":\"integer\",\"minimum\":1,\"default\":120000,\"description\":\"The longest pause in a stream. After it"
    " the call fails.\"},\"retries\":{\"type\":\"integer\",\"minimum\":0,\"default\":5},\"context_tokens\":{\"type\":\"integer\",\""
    "minimum\":1000,\"default\":200000,\"description\":\"The context window of the model; near it, the executor summari"
    "zes the history.\"},\"output_tokens\":{\"type\":\"integer\",\"minimum\":1,\"default\":16000,\"description\":\"The most tok"
    "ens that an answer may have.\"}},\"required\":[\"service\",\"format\",\"url\",\"header\"]},\"executor.McpServer\":{\"type\""
    ":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"command\":{\"type\":\"string\"},\"args\":{\"type\":\"array\",\"items\":"
    "{\"type\":\"string\"}},\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}},\"required\":[\"name\",\"com"
    "mand\",\"args\"]},\"executor.Record\":{\"description\":\"The record of an executor on disk, with which the next daem"
    "on finds the executor. Never sent.\",\"type\":\"object\",\"properties\":{\"pid\":{\"type\":\"integer\",\"description\":\"The"
    " process id of its weir-jail.\"},\"start_time\":{\"type\":\"integer\",\"description\":\"The start time of that process"
    ", in clock ticks since boot.\"},\"boot_id\":{\"type\":\"string\"},\"executor\":{\"type\":\"string\",\"description\":\"The na"
    "me of an executor in the configuration; weir: the built-in one.\"},\"hand_shake\":{\"type\":\"string\",\"description"
    "\":\"The secret with which the daemon identifies itself.\"},\"resumes\":{\"type\":\"boolean\",\"default\":false,\"descri"
    "ption\":\"True: the executor supports resume, and keeps every message until it is confirmed.\"},\"use\":{\"type\":\""
    "string\",\"enum\":[\"warm\",\"tasks\",\"terminals\",\"broker\"]},\"session_id\":{\"type\":\"string\"},\"task_id\":{\"type\":\"stri"
    "ng\",\"description\":\"The task that it works on.\"},\"own_session\":{\"type\":\"boolean\",\"default\":false,\"description"
    "\":\"True: it runs a terminal without a session.\"},\"rules\":{\"type\":\"string\",\"description\":\"The properties of i"
    "ts sandbox: level, network, rights, working directory; absent: no session has used it yet.\"},\"level\":{\"type\""
    ":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"description\":\"The level that its sandbox reached; absent: n"
    "ot known yet.\"},\"closed\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: it has no network.\"},\"settin"
    "gs\":{\"type\":\"string\",\"description\":\"A checksum of the configuration that it was started with.\"},\"listener_pi"
    "d\":{\"type\":\"integer\",\"description\":\"The process that listened when the daemon first connected; absent: weir-"
    "jail listens, or no process did yet.\"},\"listener_start_time\":{\"type\":\"integer\",\"description\":\"The start time"
    " of that process, in clock ticks since boot.\"}},\"required\":[\"pid\",\"start_time\",\"boot_id\",\"executor\",\"hand_sh"
    "ake\",\"use\"]},\"agent.Agent\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"description\":\"The name by"
    " which a task or a session selects the agent.\"},\"adapter\":{\"type\":\"string\",\"description\":\"The protocol that "
    "weir speaks with the agent; executor: a complete executor from the configuration.\"},\"source\":{\"type\":\"string"
    "\",\"enum\":[\"weir\",\"config\",\"path\"],\"description\":\"weir: built in. config: named in the configuration. path: a"
    " known agent that was found in PATH or in its usual directories.\"},\"usable\":{\"type\":\"boolean\"},\"reason\":{\"ty"
    "pe\":\"string\",\"description\":\"Why the agent is not usable, and what the user can do about it.\"},\"chosen\":{\"typ"
    "e\":\"boolean\",\"default\":false,\"description\":\"Whether weir uses this agent when a task names none.\"},\"program\""
    ":{\"type\":\"string\",\"description\":\"The path of the program.\"},\"service\":{\"type\":\"string\",\"description\":\"The pr"
    "ovider of the model that the agent would use.\"},\"model\":{\"type\":\"string\"},\"version\":{\"type\":\"string\"}},\"requ"
    "ired\":[\"name\",\"adapter\",\"source\",\"usable\"]},\"agent.CommandKind\":{\"type\":\"string\",\"enum\":[\"command\",\"skill\"]}"
    ",\"agent.Command\":{\"description\":\"A command that runs when a prompt begins with / and its name.\",\"type\":\"obje"
    "ct\",\"properties\":{\"name\":{\"type\":\"string\",\"description\":\"The name without the slash; for a file in a subdire"
    "ctory, DIRECTORY:FILE.\"},\"description\":{\"type\":\"string\"},\"hint\":{\"type\":\"string\",\"description\":\"The argument"
    "s that the command expects.\"},\"kind\":{\"$ref\":\"#/components/schemas/agent.CommandKind\"},\"source\":{\"type\":\"str"
    "ing\",\"enum\":[\"weir\",\"project\",\"user\",\"agent\"],\"description\":\"weir: built into the built-in agent. project, u"
    "ser: a file below the working directory or the home directory. agent: reported by another agent.\"},\"path\":{\""
    "type\":\"string\",\"description\":\"The path of the file.\"}},\"required\":[\"name\",\"kind\",\"source\"]},\"agent.Model\":{\""
    "type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"description\":\"The name that the provider uses; a task "
    "or a session selects the model as SERVICE/MODEL.\"},\"title\":{\"type\":\"string\",\"description\":\"A name for people"
    ".\"},\"contextTokens\":{\"type\":\"integer\",\"description\":\"The size of the model's context window, if known.\"},\"is"
    "Default\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Whether this is the model of the configuration, wh"
    "ich is used when the provider is selected without a model.\"}},\"required\":[\"name\"]},\"agent.Service\":{\"descrip"
    "tion\":\"A provider: a service that offers models.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"us"
    "able\":{\"type\":\"boolean\",\"description\":\"Whether the provider needs no key, or the session may use a stored on"
    "e.\"},\"chosen\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Whether weir uses this provider when no model"
    " is named.\"},\"models\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Model\"},\"description\":\"The"
    " configured model first, then the others in the order of the provider's list.\"},\"complete\":{\"type\":\"boolean\""
    ",\"description\":\"False: the provider was not asked, did not respond correctly, or has more than 500 models.\"}"
    ",\"error\":{\"type\":\"string\",\"description\":\"Why the provider did not list its models, and what the user can do "
    "about it.\"}},\"required\":[\"name\",\"usable\",\"models\",\"complete\"]},\"audit.Entry\":{\"type\":\"object\",\"properties\":{"
    "\"no\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"Entries are numbered from 1 without gaps.\"},\"at\":{\"type\":\""
    "integer\",\"description\":\"Epoch milliseconds.\"},\"what\":{\"type\":\"string\",\"description\":\"key.set, key.used, perm"
    "ission.answered, executor.started, …\"},\"uid\":{\"type\":\"integer\"},\"pid\":{\"type\":\"integer\",\"description\":\"The p"
    "rocess that caused the entry; 0: the daemon itself.\"},\"client\":{\"type\":\"string\",\"description\":\"The name that"
    " the client gave in initialize; weird: the daemon itself; executor ID: that executor.\"},\"sessionId\":{\"type\":"
    "\"string\"},\"taskId\":{\"type\":\"string\"},\"data\":{\"description\":\"Details of the entry; never a secret.\"},\"hash\":{"
    "\"type\":\"string\",\"description\":\"The hash of this entry and the one before it; hexadecimal.\"}},\"required\":[\"no"
    "\",\"at\",\"what\",\"uid\",\"pid\",\"client\",\"hash\"]},\"broker.Provider\":{\"description\":\"The address of a provider and "
    "the form of its requests.\",\"type\":\"object\",\"properties\":{\"service\":{\"type\":\"string\"},\"url\":{\"type\":\"string\","
    "\"description\":\"The base URL, without a final /; the path that the executor requests is appended.\"},\"header\":"
    "{\"type\":\"string\",\"description\":\"The header that carries the key.\",\"examples\":[\"x-api-key\"]},\"prefix\":{\"type\""
    ":\"string\",\"description\":\"The text before the key in that header.\",\"examples\":[\"Bearer \"]},\"format\":{\"type\":\""
    "string\",\"enum\":[\"anthropic\",\"openai\"],\"description\":\"The format in which the provider reports usage.\"}},\"req"
    "uired\":[\"service\",\"url\",\"header\",\"prefix\",\"format\"]},\"budget.Account\":{\"description\":\"Money is in millionths"
    " of the unit of the price table.\",\"type\":\"object\",\"properties\":{\"inputTokens\":{\"type\":\"integer\"},\"outputToke"
    "ns\":{\"type\":\"integer\"},\"costMicros\":{\"type\":\"integer\"},\"reservedTokens\":{\"type\":\"integer\"},\"reservedMicros\":"
    "{\"type\":\"integer\"},\"tokensLimit\":{\"type\":\"integer\",\"description\":\"Absent: no limit.\"},\"costLimitMicros\":{\"ty"
    "pe\":\"integer\",\"description\":\"Absent: no limit.\"}},\"required\":[\"inputTokens\",\"outputTokens\",\"costMicros\",\"res"
    "ervedTokens\",\"reservedMicros\"]},\"config.LogLevel\":{\"type\":\"string\",\"enum\":[\"error\",\"warn\",\"info\",\"debug\"]},\""
    "config.Executor\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"command\":{\"type\":\"array\",\"item"
    "s\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxItems\":256,\"description\":\"The program, "
    "as a path or as a name to find in PATH, and its arguments.\",\"examples\":[[\"node\",\"executor.js\"]]},\"read\":{\"ty"
    "pe\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Further a"
    "bsolute paths that the executor can read, such as the directory of its program. It always sees the system's "
    "directories.\"},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":2"
    "56,\"description\":\"Absolute paths that the executor can read and write.\"},\"cwd\":{\"type\":\"string\",\"minLength\":"
    "1,\"maxLength\":4096,\"description\":\"The directory in which the executor starts: an absolute path, visible in i"
    "ts sandbox. Absent: /, or with the sandbox off, the directory of the configuration file.\"}},\"required\":[\"com"
    "mand\"]},\"config.Provider\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"url\":{\"type\":\"string\""
    ",\"minLength\":1,\"maxLength\":2048,\"format\":\"uri\",\"examples\":[\"https://api.anthropic.com\"]},\"header\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":128,\"description\":\"The header that carries the key; absent: the default of "
    "a known provider, else Authorization.\"},\"prefix\":{\"type\":\"string\",\"maxLength\":64,\"description\":\"The text bef"
    "ore the key in that header; absent: the default of a known provider, else \\\"Bearer \\\".\"},\"format\":{\"type\":\"s"
    "tring\",\"enum\":[\"anthropic\",\"openai\"],\"description\":\"The format of requests and usage; absent: the default of"
    " a known provider, else openai.\"},\"key\":{\"type\":\"boolean\",\"description\":\"Whether the provider needs a key; a"
    "bsent: the default of a known provider, else true.\"},\"headers\":{\"type\":\"object\",\"additionalProperties\":{\"typ"
    "e\":\"string\",\"maxLength\":4096},\"description\":\"Further headers of every request.\"},\"model\":{\"type\":\"string\",\"m"
    "inLength\":1,\"maxLength\":256,\"description\":\"The model of sessions that name none; absent: weir's default for "
    "a known provider, else the first model that the provider lists.\"},\"connectMs\":{\"type\":\"integer\",\"minimum\":1,"
    "\"maximum\":600000,\"default\":10000},\"silenceMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3600000,\"default\":1200"
    "00,\"description\":\"The longest pause in a stream. After it the call fails.\"},\"retries\":{\"type\":\"integer\",\"min"
    "imum\":0,\"maximum\":100,\"default\":5},\"contextTokens\":{\"type\":\"integer\",\"minimum\":1000,\"maximum\":100000000,\"des"
    "cription\":\"The context window of the models; near it, weir summarizes the history. Absent: 200000, for ollam"
    "a 32000.\"},\"outputTokens\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000000,\"description\":\"The most tokens th"
    "at an answer may have. Absent: 16000, for ollama 8000.\"}},\"required\":[\"url\"]},\"config.Agent\":{\"description\":"
    "\"A program that is an agent.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"adapter\":{\"type\":\""
    "string\",\"enum\":[\"stdio\",\"acp\",\"claude-code\"],\"description\":\"The protocol of the agent. stdio: user_message, "
    "token, tool_use, done. acp: the Agent Client Protocol. claude-code: the stream-json format of Claude Code.\"}"
    ",\"command\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxItems\":"
    "256,\"description\":\"The program, as a path or as a name to find in PATH, and its arguments.\",\"examples\":[[\"ge"
    "mini\",\"--experimental-acp\"]]},\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":655"
    "36},\"description\":\"Environment variables in addition to PATH, HOME, LANG and TERM. Do not put keys here: the"
    " tools of an agent can read its environment.\"},\"read\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1"
    ",\"maxLength\":4096},\"maxItems\":256,\"description\":\"Further paths that the agent can read, absolute or beginnin"
    "g with ~/. It always sees the system's directories and its own program.\"},\"write\":{\"type\":\"array\",\"items\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Paths that the agent can read a"
    "nd write, such as the directory of its own settings.\"},\"silenceMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":8"
    "6400000,\"default\":60000,\"description\":\"The longest time for which a working stdio agent may send nothing.\"},"
    "\"automatic\":{\"type\":\"boolean\",\"default\":true,\"description\":\"Whether weir may use this agent when no agent is"
    " named.\"}},\"required\":[\"adapter\",\"command\"]},\"config.Price\":{\"description\":\"The price of a million tokens, i"
    "n any unit that all prices share.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"input\":{\"type"
    "\":\"number\",\"minimum\":0,\"maximum\":1000000},\"output\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000},\"cacheRea"
    "d\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000,\"description\":\"The price of input from the provider's cach"
    "e. Budgets count it as input.\"},\"cacheWrite\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000,\"description\":\"T"
    "he price of input that the provider writes to its cache. Budgets count it as input.\"}},\"required\":[\"input\",\""
    "output\"]},\"config.Settings\":{\"description\":\"The whole configuration file. Every setting has a default; an un"
    "known setting is an error.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"log\":{\"type\":\"object"
    "\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"level\":{\"$ref\":\"#/components/schemas/config.LogLe"
    "vel\",\"default\":\"info\"},\"maxBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maximum\":1073741824,\"default\":8388608,\""
    "description\":\"A log file that exceeds this size is renamed to weird.log.1, and a new one begins.\"}}},\"limits"
    "\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"connections\":{\"type\":\"integer\",\""
    "minimum\":1,\"maximum\":1000000,\"default\":16384,\"description\":\"The most clients that can be connected at a time"
    ".\"},\"messageBytes\":{\"type\":\"integer\",\"minimum\":1024,\"maximum\":1073741824,\"default\":16777216,\"description\":\"T"
    "he largest size of a message.\"},\"batchEntries\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":100"
    "0,\"description\":\"The most entries of a batch.\"},\"waitingRequests\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10"
    "00000,\"default\":10000,\"description\":\"The most unanswered requests of a connection.\"},\"outputPauseBytes\":{\"ty"
    "pe\":\"integer\",\"minimum\":4096,\"maximum\":1073741824,\"default\":262144,\"description\":\"With more unread output th"
    "an this, the daemon pauses reading from the client.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maxim"
    "um\":4294967295,\"default\":67108864,\"description\":\"With more unread output than this, the daemon closes the co"
    "nnection.\"},\"parseBytes\":{\"type\":\"integer\",\"minimum\":1048576,\"maximum\":17179869184,\"default\":268435456,\"desc"
    "ription\":\"The most memory for one parsed message.\"},\"subscriptions\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":"
    "1000,\"default\":64,\"description\":\"The most subscriptions of a connection.\"},\"connectionsPerUser\":{\"type\":\"int"
    "eger\",\"minimum\":1,\"maximum\":1000000,\"default\":16384,\"description\":\"The most clients of one user that can be "
    "connected at a time.\"},\"requestsPerSecond\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100000000,\"default\":40000"
    "00,\"description\":\"The most requests per second on all connections of one user; further requests are delayed."
    " 0: no limit.\"}}},\"tasks\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"queue\":{"
    "\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":1000,\"description\":\"The most tasks that can be queu"
    "ed.\"},\"atOnce\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1024,\"default\":0,\"description\":\"The most tasks that r"
    "un at a time; 0: the number of cores, at least 3.\"},\"timeoutMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":6048"
    "00000,\"default\":600000,\"description\":\"The longest run time of a task that sets no timeout of its own.\"},\"sto"
    "pMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"default\":10000,\"description\":\"How long a task that was "
    "told to stop may take before it is killed.\"},\"drainMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"defa"
    "ult\":30000,\"description\":\"How long a stopping daemon waits for running tasks.\"},\"agent\":{\"type\":\"string\",\"mi"
    "nLength\":1,\"maxLength\":128,\"description\":\"The agent of tasks and sessions that name none.\"},\"memoryBytes\":{\""
    "type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":0,\"description\":\"The most memory of all proces"
    "ses of a task together; 0: no limit.\"},\"processes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000,\"default\""
    ":0,\"description\":\"The most processes of a task at a time; 0: no limit.\"},\"outputBytes\":{\"type\":\"integer\",\"mi"
    "nimum\":0,\"maximum\":1099511627776,\"default\":0,\"description\":\"The most output that a task may report; 0: no li"
    "mit.\"},\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"default\":0,\"description\":\"The most to"
    "kens of a task, input and output together; 0: no limit.\"}}},\"executors\":{\"type\":\"object\",\"description\":\"Exec"
    "utors of other vendors, by the name under which a task or a session selects them as its agent. Each one list"
    "ens on EXECUTOR_SOCKET.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Executor\"}},\"agents\":{\""
    "type\":\"object\",\"description\":\"Programs that are agents, by name, in addition to the known agents that weir f"
    "inds in PATH.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Agent\"}},\"thinkingTokens\":{\"type\""
    ":\"integer\",\"minimum\":0,\"maximum\":10000000,\"default\":0,\"description\":\"The most tokens that a model may use fo"
    "r thinking before it answers, in sessions that set no value; 0: no thinking.\"},\"pool\":{\"type\":\"object\",\"defa"
    "ult\":{},\"additionalProperties\":false,\"description\":\"How many executors are kept ready, and for how long.\",\"p"
    "roperties\":{\"warm\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":64,\"default\":3,\"description\":\"The executors that "
    "are started before a task needs them.\"},\"idle\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1024,\"default\":3,\"des"
    "cription\":\"The most idle executors that wait for the next task of their session; above it, the oldest are en"
    "ded.\"},\"idleMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"default\":300000,\"description\":\"How long an"
    " executor may be idle before it is ended.\"},\"startMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"defaul"
    "t\":5000,\"description\":\"How long an executor may take to listen on its socket.\"},\"shutdownMs\":{\"type\":\"intege"
    "r\",\"minimum\":1,\"maximum\":600000,\"default\":30000,\"description\":\"How long an executor that was told to shut do"
    "wn may take before it is killed.\"},\"pingMs\":{\"type\":\"integer\",\"minimum\":10,\"maximum\":3600000,\"default\":30000"
    ",\"description\":\"Time between health checks of helper programs such as weir-broker. A helper that misses thre"
    "e in a row is killed and restarted.\"},\"orphanMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"default\""
    ":600000,\"description\":\"How long an executor waits for a daemon that is gone. Then it writes its unsent messa"
    "ges to the spool and ends.\"},\"pauseAt\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":100,\"descri"
    "ption\":\"Above this number of messages of one executor that are not yet stored, the daemon tells it to pause."
    "\"},\"resumeAt\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":50,\"description\":\"Below this number,"
    " the daemon tells it to resume.\"},\"batchMessages\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000,\"default\":10"
    ",\"description\":\"The most messages that an executor sends in one batch.\"},\"batchMs\":{\"type\":\"integer\",\"minimu"
    "m\":1,\"maximum\":60000,\"default\":100,\"description\":\"How long an executor may collect the messages of one turn "
    "of its event loop before it sends them.\"}}},\"sandbox\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"]"
    ",\"default\":\"namespace\",\"description\":\"The highest level that is tried. namespace: namespaces, Landlock and s"
    "eccomp; falls back to landlock where the kernel offers no namespaces. landlock: Landlock and seccomp; withou"
    "t them, no agent starts. off: agents run with all of your rights.\"},\"network\":{\"$ref\":\"#/components/schemas/"
    "session.Network\",\"default\":\"full\",\"description\":\"The network access of sessions that set none.\"},\"notify\":{\""
    "$ref\":\"#/components/schemas/core.Notify\",\"default\":\"auto\",\"description\":\"How front ends notify a person who "
    "is not looking at them.\"},\"view\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"description\":\"T"
    "he paths that agents see besides their working directory and the system's programs. Absolute, or beginning w"
    "ith ~/.\",\"properties\":{\"read\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxI"
    "tems\":256},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256},"
    "\"hide\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\""
    ":\"Paths below visible ones that agents do not see, in addition to those that are always hidden: ~/.ssh, ~/.g"
    "nupg, ~/.aws, browser profiles, weir's own state, …\"}}},\"permissions\":{\"type\":\"object\",\"default\":{},\"additio"
    "nalProperties\":false,\"properties\":{\"timeoutMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":86400000,\"default\":0,"
    "\"description\":\"How long a permission request can be pending; 0: no limit.\"},\"approverMs\":{\"type\":\"integer\",\""
    "minimum\":0,\"maximum\":86400000,\"default\":30000,\"description\":\"How long a permission request waits for the fir"
    "st front end that can approve it. When one has connected, only timeoutMs counts.\"},\"rules\":{\"type\":\"integer\""
    ",\"minimum\":0,\"maximum\":100000,\"default\":10000,\"description\":\"The most rules that can be stored.\"}}},\"keys\":{"
    "\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"access\":{\"$ref\":\"#/components/schem"
    "as/session.Keys\",\"default\":\"direct\",\"description\":\"How sessions that set no value use keys.\"},\"perMinute\":{\""
    "type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":60,\"description\":\"The most requests for keys of one "
    "session per minute.\"}}},\"providers\":{\"type\":\"object\",\"description\":\"Providers: services that offer models, b"
    "y the name of their key. anthropic, openai and ollama are known.\",\"additionalProperties\":{\"$ref\":\"#/componen"
    "ts/schemas/config.Provider\"}},\"budget\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"descripti"
    "on\":\"The budgets of model calls through weir-broker; 0: no limit.\",\"properties\":{\"dayTokens\":{\"type\":\"intege"
    "r\",\"minimum\":0,\"maximum\":1000000000000,\"default\":0},\"dayCost\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000"
    "000,\"default\":0,\"description\":\"In the unit of the prices. A day ends at midnight UTC.\"},\"sessionTokens\":{\"ty"
    "pe\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"default\":0,\"description\":\"The budget of sessions that set"
    " none.\"},\"sessionCost\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000000,\"default\":0},\"outputTokens\":{\"type\""
    ":\"integer\",\"minimum\":1,\"maximum\":10000000,\"default\":32000,\"description\":\"The output tokens that are reserved"
    " for a call that sets no limit.\"}}},\"prices\":{\"type\":\"object\",\"description\":\"Prices by model. A name that en"
    "ds in * matches every model that begins with it, and the longest match counts. If a budget is in money, call"
    "s to a model without a price are refused.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Price"
    "\"}},\"terminals\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"max\":{\"type\":\"inte"
    "ger\",\"minimum\":1,\"maximum\":10000,\"default\":256,\"description\":\"The most terminals that can be open at a time."
    "\"}}},\"sessions\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"closeIdleMs\":{\"typ"
    "e\":\"integer\",\"minimum\":0,\"maximum\":31536000000,\"default\":86400000,\"description\":\"After this time without a r"
    "unning task, the daemon closes a session that was made for one prompt (closeWhenIdle, as weir run sets it); "
    "0: never.\"}}},\"retention\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"description\":\"How long"
    " the store keeps events and tasks. Sessions stay until they are deleted.\",\"properties\":{\"days\":{\"type\":\"inte"
    "ger\",\"minimum\":0,\"maximum\":36500,\"default\":90,\"description\":\"Events and ended tasks that are older are delet"
    "ed; 0: never.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":10737418240,\"descrip"
    "tion\":\"If the store is larger, the oldest events are deleted, with the tasks that ended at that time; 0: no "
    "limit.\"},\"keptBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":2147483648,\"description"
    "\":\"If the snapshots of files are larger, those of the oldest tasks are deleted; 0: no limit.\"}}}}},\"daemon.H"
    "ealth\":{\"description\":\"ok: everything works. degraded: something works worse than it should. failed: somethi"
    "ng does not work.\",\"type\":\"string\",\"enum\":[\"ok\",\"degraded\",\"failed\"]},\"daemon.Subsystem\":{\"description\":\"A p"
    "art of the daemon, checked when the request arrives.\",\"type\":\"object\",\"properties\":{\"health\":{\"$ref\":\"#/comp"
    "onents/schemas/daemon.Health\"},\"message\":{\"type\":\"string\",\"description\":\"What is wrong and what to do about "
    "it; absent: nothing is wrong.\"}},\"required\":[\"health\"]},\"daemon.IdKind\":{\"type\":\"string\",\"enum\":[\"task\",\"ses"
    "sion\",\"permission\",\"rule\"]},\"event.Entry\":{\"description\":\"The notification as it was sent: its method and pa"
    "rams.\",\"type\":\"object\",\"properties\":{\"method\":{\"type\":\"string\"},\"params\":{\"description\":\"Includes seq, epoch"
    " and timestamp.\"}},\"required\":[\"method\",\"params\"]},\"event.Gap\":{\"description\":\"Events that were requested bu"
    "t that retention has deleted.\",\"type\":\"object\",\"properties\":{\"fromSeq\":{\"type\":\"integer\"},\"toSeq\":{\"type\":\"i"
    "nteger\",\"description\":\"The last deleted event.\"}},\"required\":[\"fromSeq\",\"toSeq\"]},\"event.Topics\":{\"descripti"
    "on\":\"Names of events (event.taskQueued), or the first part of their name after the dot (task, session, messa"
    "ge).\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"minItems\":1,\"maxItems\":64},\"ha"
    "ndover.Descriptors\":{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":2147483647}},\"handover.R"
    "eplay\":{\"description\":\"Requests without a response, which the new program receives again.\",\"type\":\"object\",\""
    "properties\":{\"batch\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: the requests are a batch, with o"
    "ne common response.\"},\"answersBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":0,\"description\":\"The size of th"
    "e responses that the batch has so far.\"},\"tooLong\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: th"
    "ese responses exceed the size of a message.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The size "
    "of the line.\"}},\"required\":[\"bytes\"]},\"handover.Carrier\":{\"description\":\"A queued line that carries descript"
    "ors.\",\"type\":\"object\",\"properties\":{\"start\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The offset of the l"
    "ine in the queued bytes.\"},\"end\":{\"type\":\"integer\",\"minimum\":0},\"descriptors\":{\"$ref\":\"#/components/schemas/"
    "handover.Descriptors\"}},\"required\":[\"start\",\"end\",\"descriptors\"]},\"handover.Peer\":{\"description\":\"A connecti"
    "on. Its bytes follow the document: the requests to replay, the start of an incomplete line, bytes that were "
    "read but not parsed, bytes that are not sent.\",\"type\":\"object\",\"properties\":{\"fd\":{\"type\":\"integer\",\"minimum"
    "\":3,\"maximum\":2147483647},\"caller\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":255},\"nextId\":{\"type\":\"integer\",\""
    "minimum\":0,\"description\":\"The id of the last request to the peer.\"},\"ended\":{\"type\":\"boolean\",\"default\":fals"
    "e,\"description\":\"True: the peer has shut down its sending side.\"},\"unread\":{\"type\":\"boolean\",\"default\":false"
    ",\"description\":\"True: reading is paused.\"},\"skipping\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True:"
    " the rest of an overlong line is being skipped.\"},\"at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The offs"
    "et of its bytes.\"},\"partialBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":0},\"backlogBytes\":{\"type\":\"integer"
    "\",\"minimum\":0,\"default\":0},\"outputBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":0},\"carriers\":{\"type\":\"arra"
    "y\",\"items\":{\"$ref\":\"#/components/schemas/handover.Carrier\"}},\"replays\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/co"
    "mponents/schemas/handover.Replay\"}},\"owed\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The JSON"
    " ids of pending daemon.restart requests.\"},\"nextDescriptors\":{\"description\":\"Descriptors of the incomplete l"
    "ine.\",\"$ref\":\"#/components/schemas/handover.Descriptors\"},\"arrivingDescriptors\":{\"description\":\"Descriptors "
    "of the last line that was read.\",\"$ref\":\"#/components/schemas/handover.Descriptors\"}},\"required\":[\"fd\",\"call"
    "er\",\"nextId\",\"at\",\"carriers\",\"replays\",\"owed\",\"nextDescriptors\",\"arrivingDescriptors\"]},\"handover.Attachment"
    "\":{\"description\":\"A client that receives the output of a terminal.\",\"type\":\"object\",\"properties\":{\"client\":{"
    "\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"The client's descriptor.\"},\"offset\":{\"type\""
    ":\"integer\",\"minimum\":0,\"description\":\"The client has received the output up to this offset.\"}},\"required\":[\""
    "client\",\"offset\"]},\"handover.Input\":{\"description\":\"Input that the terminal has not accepted yet.\",\"type\":\"o"
    "bject\",\"properties\":{\"client\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"The client w"
    "hose call is pending until the terminal accepts the input. The call is replayed without the bytes.\"},\"bytes\""
    ":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"bytes\"]},\"handover.Exit\":{\"type\":\"object\",\"properties\":{\"code\""
    ":{\"type\":\"integer\"},\"signal\":{\"type\":\"integer\"}}},\"handover.Terminal\":{\"description\":\"Its input follows the "
    "document.\",\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":34},\"sessionId\":{\"t"
    "ype\":\"string\"},\"cwd\":{\"type\":\"string\"},\"shell\":{\"type\":\"string\"},\"useTmux\":{\"type\":\"boolean\"},\"createdAt\":{\""
    "type\":\"integer\"},\"pid\":{\"type\":\"integer\"},\"executor\":{\"type\":\"string\",\"description\":\"The executor of the ter"
    "minal.\"},\"over\":{\"type\":\"boolean\",\"description\":\"True: the terminal has ended, and a client still reads its "
    "output.\"},\"told\":{\"type\":\"boolean\",\"description\":\"True: the end is in the event log.\"},\"owesEvent\":{\"type\":\""
    "boolean\",\"description\":\"True: the event of the end is still to be written.\"},\"exit\":{\"$ref\":\"#/components/sc"
    "hemas/handover.Exit\"},\"master\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"memory\":{\"type\":\"integer"
    "\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"The memory of its scrollback.\"},\"total\":{\"type\":\"integer\","
    "\"minimum\":0,\"description\":\"The bytes of output so far.\"},\"holder\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":21"
    "47483647,\"description\":\"The client that holds the terminal's descriptor.\"},\"attachments\":{\"type\":\"array\",\"it"
    "ems\":{\"$ref\":\"#/components/schemas/handover.Attachment\"}},\"inputs\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/compon"
    "ents/schemas/handover.Input\"}},\"at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The offset of its bytes.\"}}"
    ",\"required\":[\"id\",\"cwd\",\"shell\",\"useTmux\",\"createdAt\",\"pid\",\"over\",\"told\",\"owesEvent\",\"total\",\"attachments\","
    "\"inputs\",\"at\"]},\"handover.Terminals\":{\"type\":\"object\",\"properties\":{\"terminals\":{\"type\":\"array\",\"items\":{\"$r"
    "ef\":\"#/components/schemas/handover.Terminal\"}}},\"required\":[\"terminals\"]},\"handover.Token\":{\"type\":\"object\","
    "\"properties\":{\"text\":{\"type\":\"string\",\"minLength\":64,\"maxLength\":64},\"expiresMs\":{\"type\":\"integer\",\"minimum\""
    ":1}},\"required\":[\"text\",\"expiresMs\"]},\"handover.Link\":{\"description\":\"A connection to an executor that does "
    "not support a second connection.\",\"type\":\"object\",\"properties\":{\"peer\":{\"$ref\":\"#/components/schemas/handove"
    "r.Peer\"},\"token\":{\"$ref\":\"#/components/schemas/handover.Token\"},\"prompt\":{\"type\":\"integer\",\"minimum\":1,\"desc"
    "ription\":\"The id of execute_prompt, which has no response yet.\"},\"said\":{\"type\":\"string\"},\"outputBytes\":{\"ty"
    "pe\":\"integer\",\"minimum\":0},\"tokens\":{\"type\":\"integer\",\"minimum\":0},\"overLimit\":{\"type\":\"boolean\"},\"paused\":{"
    "\"type\":\"boolean\"},\"refused\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":4294967295}},\"required\":[\"peer\",\"said\",\""
    "outputBytes\",\"tokens\",\"overLimit\",\"paused\",\"refused\"]},\"handover.Executor\":{\"description\":\"State of an execu"
    "tor that its record on disk does not have.\",\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",\"minLength\":"
    "1},\"terminalToken\":{\"$ref\":\"#/components/schemas/handover.Token\"},\"link\":{\"$ref\":\"#/components/schemas/hando"
    "ver.Link\"}},\"required\":[\"id\"]},\"handover.Executors\":{\"type\":\"object\",\"properties\":{\"executors\":{\"type\":\"arra"
    "y\",\"items\":{\"$ref\":\"#/components/schemas/handover.Executor\"}}},\"required\":[\"executors\"]},\"handover.Subscript"
    "ion\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",\"maxLength\":23,\"description\":\"Empty: the subscript"
    "ion that every connection has by default.\"},\"allKinds\":{\"type\":\"boolean\"},\"kinds\":{\"type\":\"array\",\"items\":{\""
    "type\":\"string\"},\"description\":\"Names of events.\"},\"session\":{\"type\":\"integer\",\"minimum\":0},\"task\":{\"type\":\"i"
    "nteger\",\"minimum\":0},\"replays\":{\"type\":\"boolean\"},\"owesLive\":{\"type\":\"boolean\"},\"cursor\":{\"type\":\"integer\"},"
    "\"told\":{\"type\":\"integer\"}},\"required\":[\"id\",\"allKinds\",\"kinds\",\"session\",\"task\",\"replays\",\"owesLive\",\"cursor"
    "\",\"told\"]},\"handover.Client\":{\"type\":\"object\",\"properties\":{\"peer\":{\"$ref\":\"#/components/schemas/handover.Pe"
    "er\"},\"initialized\":{\"type\":\"boolean\"},\"approves\":{\"type\":\"boolean\",\"default\":false},\"name\":{\"type\":\"string\"}"
    ",\"optedOut\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"subscriptions\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/co"
    "mponents/schemas/handover.Subscription\"}},\"behind\":{\"type\":\"boolean\"},\"cursor\":{\"type\":\"integer\"}},\"required"
    "\":[\"peer\",\"initialized\",\"subscriptions\",\"behind\",\"cursor\"]},\"handover.Socket\":{\"type\":\"object\",\"properties\":"
    "{\"fd\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"lockFd\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2"
    "147483647},\"path\":{\"type\":\"string\",\"minLength\":1},\"inherited\":{\"type\":\"boolean\"},\"device\":{\"type\":\"integer\"}"
    ",\"inode\":{\"type\":\"integer\"}},\"required\":[\"fd\",\"lockFd\",\"path\",\"inherited\",\"device\",\"inode\"]},\"handover.State"
    "\":{\"type\":\"object\",\"properties\":{\"version\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1,\"description\":\"The vers"
    "ion of this format.\"},\"program\":{\"type\":\"string\",\"description\":\"The version of the program that wrote it.\"},"
    "\"frozenNs\":{\"type\":\"integer\",\"description\":\"When the daemon stopped serving requests, on the monotonic clock"
    ".\"},\"startedNs\":{\"type\":\"integer\"},\"startedAtMs\":{\"type\":\"integer\"},\"lastSubscription\":{\"type\":\"integer\",\"mi"
    "nimum\":0},\"socket\":{\"$ref\":\"#/components/schemas/handover.Socket\"},\"stateFd\":{\"type\":\"integer\",\"minimum\":3,\""
    "maximum\":2147483647},\"clients\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Client\"}},\"par"
    "ts\":{\"type\":\"object\",\"additionalProperties\":{},\"description\":\"Data of further parts of the daemon, by name.\""
    "}},\"required\":[\"version\",\"program\",\"frozenNs\",\"startedNs\",\"startedAtMs\",\"lastSubscription\",\"socket\",\"stateFd"
    "\",\"clients\",\"parts\"]},\"key.Key\":{\"type\":\"object\",\"properties\":{\"service\":{\"type\":\"string\"},\"lastFour\":{\"type"
    "\":\"string\",\"description\":\"The last four characters; absent for keys shorter than twelve characters.\"},\"creat"
    "edAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"usedAt\":{\"type\":\"integer\",\"description\":\"When "
    "an executor or the broker last received the key, epoch milliseconds; absent: never.\"},\"uses\":{\"type\":\"intege"
    "r\",\"minimum\":0}},\"required\":[\"service\",\"lastFour\",\"createdAt\",\"uses\"]},\"permission.Decision\":{\"description\":"
    "\"allow_once: this call. allow_session: similar calls until the session is closed. allow_always: similar call"
    "s in every session with the same working directory. deny: not this call.\",\"type\":\"string\",\"enum\":[\"allow_onc"
    "e\",\"allow_session\",\"allow_always\",\"deny\"]},\"permission.RequestState\":{\"type\":\"string\",\"enum\":[\"pending\",\"all"
    "owed\",\"denied\",\"expired\",\"withdrawn\"]},\"permission.Request\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"str"
    "ing\"},\"state\":{\"$ref\":\"#/components/schemas/permission.RequestState\"},\"sessionId\":{\"type\":\"string\"},\"taskId\""
    ":{\"type\":\"string\"},\"tool\":{\"type\":\"string\"},\"input\":{\"description\":\"The input from the agent; if it exceeds "
    "256 KiB, without its longest texts.\"},\"cwd\":{\"type\":\"string\"},\"paths\":{\"type\":\"array\",\"items\":{\"type\":\"strin"
    "g\"},\"description\":\"The files that the call concerns, with links and dots resolved.\"},\"command\":{\"type\":\"stri"
    "ng\",\"description\":\"The whole command, for a shell tool.\"},\"parts\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},"
    "\"description\":\"The simple commands of which the command consists, as they are checked against rules.\"},\"crea"
    "tedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"expiresAt\":{\"type\":\"integer\",\"description\":\"W"
    "hen the request is denied if there is no answer, epoch milliseconds; absent: no limit.\"},\"approverBy\":{\"type"
    "\":\"integer\",\"description\":\"When the request is denied if no front end that can approve has connected, epoch "
    "milliseconds; absent: one has connected, and only expiresAt counts.\"},\"answeredAt\":{\"type\":\"integer\",\"descri"
    "ption\":\"Epoch milliseconds.\"},\"reason\":{\"type\":\"string\",\"description\":\"mode=…, rule:…, user_approved, user_d"
    "enied, timeout, no_approver, …\"},\"note\":{\"type\":\"string\",\"description\":\"A note from the person who answered."
    "\"},\"answeredBy\":{\"type\":\"string\",\"description\":\"The front end that answered, by the name that it gave in ini"
    "tialize.\"},\"suggestion\":{\"$ref\":\"#/components/schemas/permission.NewRule\",\"description\":\"The rule that allow"
    "_session and allow_always would add; absent: one rule is not enough.\"},\"suggestions\":{\"type\":\"array\",\"items\""
    ":{\"$ref\":\"#/components/schemas/permission.NewRule\"},\"description\":\"All rules that allow_session and allow_al"
    "ways would add: for a compound command, one for each part that no rule allows yet, and one for Write for the"
    " file in the working directory that it writes with >. Absent: only allow_once and deny are possible.\"}},\"req"
    "uired\":[\"id\",\"state\",\"sessionId\",\"taskId\",\"tool\",\"cwd\",\"createdAt\"]},\"permission.Effect\":{\"type\":\"string\",\"e"
    "num\":[\"allow\",\"deny\"]},\"permission.NewRule\":{\"description\":\"A rule matches a call if all of its conditions m"
    "atch. Deny rules take precedence over allow rules. In a pattern, * matches any text without a /, ** any text"
    ", ? one character except /, and \\\\ makes the next character literal. A path pattern is absolute, or begins w"
    "ith ./ (the session's working directory) or ~/ (the user's home directory); a pattern that ends in / or /** "
    "matches that directory and everything below it. Paths are compared with links and dots resolved. Grep and Gl"
    "ob search directories: an allow rule must match everything below the directory, and a deny rule applies if i"
    "t matches anything below. A command pattern is compared word by word, after quoting is removed: a * that is "
    "a word of its own matches one word, and as the last word all remaining words, or none; quotes make character"
    "s literal. A compound command is allowed only if each part is allowed, and each file that it writes with > i"
    "s allowed by a rule for Write; a word whose value is known only at run time ($x) matches only a last *. A cd"
    " to the working directory itself needs no rule if the command has other parts. A command that cannot be pars"
    "ed is allowed only by a rule that names the tool alone. A rule that denies a command also denies it by its p"
    "ath (/bin/rm), and where it may be what $x expands to.\",\"type\":\"object\",\"additionalProperties\":false,\"proper"
    "ties\":{\"effect\":{\"$ref\":\"#/components/schemas/permission.Effect\"},\"tool\":{\"type\":\"string\",\"minLength\":1,\"max"
    "Length\":128,\"description\":\"The name of a tool, or a pattern of names.\",\"examples\":[\"Bash\",\"mcp__github__*\"]}"
    ",\"path\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"examples\":[\"./src/**\"]},\"command\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":4096,\"examples\":[\"git status *\"]},\"sessionId\":{\"type\":\"string\",\"minLength\":1,\"maxL"
    "ength\":128,\"description\":\"Apply only in this session; the rule is deleted when the session is closed.\"},\"cwd"
    "\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"Apply only in sessions with this working di"
    "rectory.\"},\"expiresAt\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds; absent: the rule doe"
    "s not expire.\"},\"note\":{\"type\":\"string\",\"maxLength\":1024}},\"required\":[\"effect\",\"tool\"]},\"permission.Rule\":{"
    "\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"effect\":{\"$ref\":\"#/components/schemas/permission.Effec"
    "t\"},\"tool\":{\"type\":\"string\"},\"path\":{\"type\":\"string\"},\"command\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"strin"
    "g\"},\"cwd\":{\"type\":\"string\"},\"expiresAt\":{\"type\":\"integer\"},\"note\":{\"type\":\"string\"},\"createdAt\":{\"type\":\"int"
    "eger\",\"description\":\"Epoch milliseconds.\"},\"createdBy\":{\"type\":\"string\",\"description\":\"The front end that ad"
    "ded the rule, by the name that it gave in initialize.\"},\"uses\":{\"type\":\"integer\",\"minimum\":0,\"description\":\""
    "The number of calls that the rule has decided.\"},\"usedAt\":{\"type\":\"integer\",\"description\":\"Epoch millisecond"
    "s; absent: never.\"}},\"required\":[\"id\",\"effect\",\"tool\",\"createdAt\",\"uses\"]},\"session.PermissionMode\":{\"descri"
    "ption\":\"default: ask before every change. acceptEdits: edits of files in the working directory need no permi"
    "ssion. bypassPermissions: nothing needs permission. plan: change nothing.\",\"type\":\"string\",\"enum\":[\"default\""
    ",\"acceptEdits\",\"bypassPermissions\",\"plan\"]},\"session.State\":{\"type\":\"string\",\"enum\":[\"open\",\"closed\"]},\"sess"
    "ion.Network\":{\"description\":\"full: the user's network. model-only: only the socket of weir-broker. none: no "
    "network.\",\"type\":\"string\",\"enum\":[\"full\",\"model-only\",\"none\"]},\"session.Keys\":{\"description\":\"direct: get_ap"
    "i_key gives the executor a key. broker: the executor gets no key, and weir-broker makes its model calls. non"
    "e: no keys and no broker.\",\"type\":\"string\",\"enum\":[\"direct\",\"broker\",\"none\"]},\"session.Budget\":{\"description"
    "\":\"The budget of the session's model calls through the broker, for its whole life.\",\"type\":\"object\",\"additio"
    "nalProperties\":false,\"properties\":{\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Input and output to"
    "kens together.\"},\"costMicros\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"In millionths of the unit of the "
    "price table.\"}}},\"session.ContextFiles\":{\"description\":\"Files that the agent reads before its first prompt: "
    "absolute paths, or paths below the working directory. AGENTS.md and CLAUDE.md in the working directory are a"
    "lways included.\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":64},\"ses"
    "sion.Tools\":{\"description\":\"The tools that an agent may use; * matches any characters (mcp__github__*). An e"
    "mpty list: none. A tool that is not listed is denied, whatever rules and modes say.\",\"type\":\"array\",\"items\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"maxItems\":256},\"session.Command\":{\"description\":\"A slash co"
    "mmand of an agent.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"des"
    "cription\":\"The name without its slash.\"},\"description\":{\"type\":\"string\",\"maxLength\":1024},\"hint\":{\"type\":\"st"
    "ring\",\"maxLength\":256,\"description\":\"The arguments that the command expects.\"}},\"required\":[\"name\"]},\"sessio"
    "n.Commands\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/session.Command\"},\"maxItems\":256},\"session"
    ".FoundFile\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"A path below the session's"
    " directory.\"},\"directory\":{\"type\":\"boolean\",\"default\":false}},\"required\":[\"path\"]},\"session.AgentCommands\":{"
    "\"description\":\"The slash commands that the session's agent last reported.\",\"type\":\"object\",\"properties\":{\"ag"
    "ent\":{\"type\":\"string\",\"description\":\"The agent that offers the commands.\"},\"commands\":{\"$ref\":\"#/components/"
    "schemas/session.Commands\"}},\"required\":[\"agent\",\"commands\"]},\"session.Model\":{\"description\":\"A model that an"
    " agent offers.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"descrip"
    "tion\":\"As the agent names it; a task or a session chooses it by this name.\"},\"title\":{\"type\":\"string\",\"maxLe"
    "ngth\":256,\"description\":\"For people.\"},\"isDefault\":{\"type\":\"boolean\",\"default\":false,\"description\":\"The agen"
    "t uses it where no model is named.\"}},\"required\":[\"name\"]},\"session.Models\":{\"type\":\"array\",\"items\":{\"$ref\":"
    "\"#/components/schemas/session.Model\"},\"maxItems\":512},\"session.AgentModels\":{\"description\":\"The models that "
    "the session's agent reported last.\",\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\",\"description\":\"Wh"
    "ose they are.\"},\"models\":{\"$ref\":\"#/components/schemas/session.Models\"}},\"required\":[\"agent\",\"models\"]},\"ses"
    "sion.Services\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64},\"maxItems\":64},\"sessio"
    "n.Sandbox\":{\"description\":\"The sandbox of the session's most recently started executor.\",\"type\":\"object\",\"pr"
    "operties\":{\"level\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"description\":\"namespace: namespac"
    "es, Landlock and seccomp. landlock: Landlock and seccomp. off: no sandbox, as configured.\"},\"network\":{\"$ref"
    "\":\"#/components/schemas/session.Network\"},\"landlock\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The versio"
    "n of Landlock in the kernel; 0: none.\"},\"read\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Path"
    "s that the agent can read.\"},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Paths that the"
    " agent can read and write.\"},\"hidden\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Paths below t"
    "hose that the agent does not see.\"},\"notHeld\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The p"
    "rotections that this level does not provide, as text.\"}},\"required\":[\"level\",\"network\",\"landlock\",\"read\",\"wr"
    "ite\",\"hidden\",\"notHeld\"]},\"session.Terms\":{\"description\":\"The settings of a session, stored as one value.\",\""
    "type\":\"object\",\"properties\":{\"network\":{\"$ref\":\"#/components/schemas/session.Network\"},\"keys\":{\"$ref\":\"#/com"
    "ponents/schemas/session.Keys\"},\"services\":{\"$ref\":\"#/components/schemas/session.Services\"},\"permissionTimeou"
    "tMs\":{\"type\":\"integer\"},\"budget\":{\"$ref\":\"#/components/schemas/session.Budget\"},\"thinkingTokens\":{\"type\":\"in"
    "teger\"},\"contextFiles\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"},\"tools\":{\"$ref\":\"#/components/sc"
    "hemas/session.Tools\"},\"stream\":{\"type\":\"boolean\"},\"closeWhenIdle\":{\"type\":\"boolean\"},\"sandbox\":{\"$ref\":\"#/co"
    "mponents/schemas/session.Sandbox\"},\"agentCommands\":{\"$ref\":\"#/components/schemas/session.AgentCommands\"},\"ag"
    "entModels\":{\"$ref\":\"#/components/schemas/session.AgentModels\"},\"lastAgent\":{\"type\":\"string\"}},\"required\":[\"n"
    "etwork\",\"keys\"]},\"session.Session\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/"
    "components/schemas/session.State\"},\"cwd\":{\"type\":\"string\",\"description\":\"The working directory, with its lin"
    "ks resolved when the session was created.\"},\"permissionMode\":{\"$ref\":\"#/components/schemas/session.Permissio"
    "nMode\"},\"agent\":{\"type\":\"string\",\"description\":\"Absent: the default agent.\"},\"model\":{\"type\":\"string\",\"descr"
    "iption\":\"Absent: the agent's default.\"},\"title\":{\"type\":\"string\",\"description\":\"A title. Absent: none was gi"
    "ven, and the session has had no task. The first task sets it to the first line of its prompt; event.taskQueu"
    "ed has the same line, and there is no event.sessionUpdated for this.\"},\"metadata\":{\"description\":\"JSON that "
    "the front end stores with the session; the daemon does not interpret it.\"},\"network\":{\"$ref\":\"#/components/s"
    "chemas/session.Network\"},\"keys\":{\"$ref\":\"#/components/schemas/session.Keys\"},\"services\":{\"$ref\":\"#/component"
    "s/schemas/session.Services\",\"description\":\"The providers whose keys the session may use; absent: all.\"},\"per"
    "missionTimeoutMs\":{\"type\":\"integer\",\"description\":\"How long a permission request can be pending; 0: no limit"
    "; absent: permissions.timeoutMs.\"},\"budget\":{\"$ref\":\"#/components/schemas/session.Budget\"},\"thinkingTokens\":"
    "{\"type\":\"integer\",\"description\":\"The most tokens that the model may use for thinking before it answers; abse"
    "nt: the configured value.\"},\"contextFiles\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"},\"tools\":{\"$r"
    "ef\":\"#/components/schemas/session.Tools\",\"description\":\"Absent: for the built-in agent its own tools, for ot"
    "her agents every tool that rules and modes allow.\"},\"stream\":{\"type\":\"boolean\",\"description\":\"False: agents "
    "report only whole messages, no deltas. Absent: true.\"},\"closeWhenIdle\":{\"type\":\"boolean\",\"description\":\"True"
    ": the session was made for one prompt. The daemon closes it when no task has run in it for sessions.closeIdl"
    "eMs. Absent: it stays open until a client closes it.\"},\"sandbox\":{\"$ref\":\"#/components/schemas/session.Sandb"
    "ox\"},\"agentCommands\":{\"$ref\":\"#/components/schemas/session.AgentCommands\",\"description\":\"Absent: the agent h"
    "as reported none. Not included in session.list.\"},\"agentModels\":{\"$ref\":\"#/components/schemas/session.AgentM"
    "odels\",\"description\":\"Absent: the agent has reported none. Not included in session.list.\"},\"lastAgent\":{\"typ"
    "e\":\"string\",\"description\":\"The agent of the last task, named or default; absent: there was none.\"},\"lastTask"
    "At\":{\"type\":\"integer\",\"description\":\"When the last task was submitted, epoch milliseconds; absent: there was"
    " none.\"},\"parentId\":{\"type\":\"string\",\"description\":\"The session from which this one was forked.\"},\"forkSeq\":"
    "{\"type\":\"integer\",\"description\":\"The last event of the parent that belongs to this session's history.\"},\"cre"
    "atedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"updatedAt\":{\"type\":\"integer\",\"description\":\""
    "Epoch milliseconds.\"},\"closedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"id\",\"s"
    "tate\",\"cwd\",\"permissionMode\",\"network\",\"keys\",\"createdAt\",\"updatedAt\"]},\"task.State\":{\"description\":\"complet"
    "ed, failed and cancelled are final. A task that exceeds its time limit is failed, with the reason timeout.\","
    "\"type\":\"string\",\"enum\":[\"queued\",\"starting\",\"running\",\"awaiting_permission\",\"stopping\",\"completed\",\"failed\","
    "\"cancelled\"]},\"task.TokenUsage\":{\"type\":\"object\",\"properties\":{\"input_tokens\":{\"type\":\"integer\",\"minimum\":0}"
    ",\"output_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_read_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_wr"
    "ite_tokens\":{\"type\":\"integer\",\"minimum\":0},\"context_tokens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The"
    " tokens in the model's context at the end, if the agent or the provider reports them.\"},\"context_limit\":{\"ty"
    "pe\":\"integer\",\"minimum\":1,\"description\":\"The size of the model's context window.\"},\"reported_cost_micros\":{\""
    "type\":\"integer\",\"minimum\":0,\"description\":\"The cost of the task as the agent reports it, in millionths of re"
    "ported_currency.\"},\"reported_currency\":{\"type\":\"string\",\"description\":\"USD, …\"},\"cost_micros\":{\"type\":\"integ"
    "er\",\"minimum\":0,\"description\":\"The cost by the price table, in millionths of its unit, if the agent called t"
    "he provider itself. Only for a completed task whose model has a price, including prices for the cache if it "
    "was used. budget.status has the cost of calls through the broker.\"}},\"required\":[\"input_tokens\",\"output_toke"
    "ns\"]},\"task.Failure\":{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\",\"description\":\"One word: error"
    ", timeout, daemon_died, daemon_stopped, EXECUTOR_CRASHED, EXECUTOR_LOST, start_failed, memory_limit, process"
    "_limit, output_limit, token_limit, …\"},\"message\":{\"type\":\"string\",\"description\":\"A sentence for people.\"},\"c"
    "ode\":{\"type\":\"string\",\"description\":\"The error code of the agent, if it reported one.\"},\"stack\":{\"type\":\"str"
    "ing\"},\"exit_code\":{\"type\":\"integer\",\"description\":\"The exit code of its executor.\"},\"signal\":{\"type\":\"intege"
    "r\",\"description\":\"The signal that ended its executor.\"},\"stderr\":{\"type\":\"string\",\"description\":\"The last li"
    "nes that its executor wrote to standard error.\"}},\"required\":[\"reason\",\"message\"]},\"task.Limits\":{\"descripti"
    "on\":\"The limits of a task. Absent: the configured value; 0: no limit.\",\"type\":\"object\",\"additionalProperties"
    "\":false,\"properties\":{\"memoryBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"description\":\"The"
    " memory of all its processes together.\"},\"processes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000,\"descri"
    "ption\":\"The processes at a time.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"desc"
    "ription\":\"The bytes that it reports.\"},\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"descr"
    "iption\":\"Input and output tokens together.\"}}},\"task.Terms\":{\"description\":\"The limits and the input of a ta"
    "sk, stored as one value.\",\"type\":\"object\",\"properties\":{\"memoryBytes\":{\"type\":\"integer\"},\"processes\":{\"type\""
    ":\"integer\"},\"outputBytes\":{\"type\":\"integer\"},\"tokens\":{\"type\":\"integer\"},\"tools\":{\"$ref\":\"#/components/schem"
    "as/session.Tools\"},\"stream\":{\"type\":\"boolean\"},\"attachments\":{\"$ref\":\"#/components/schemas/task.Attachments\""
    "}}},\"task.Attachment\":{\"description\":\"A file to send with a prompt: a text of at most 256 KiB, or a picture "
    "(PNG, JPEG, GIF, WebP) of at most 5 MiB.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"path\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path that is visible in the sessi"
    "on's sandbox.\"},\"mime\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The media type. Absent:"
    " detected from the content. The format of a picture is always detected from the content.\"}},\"required\":[\"pat"
    "h\"]},\"task.Attachments\":{\"description\":\"At most 10 MiB together.\",\"type\":\"array\",\"items\":{\"$ref\":\"#/componen"
    "ts/schemas/task.Attachment\"},\"maxItems\":32},\"task.FileChange\":{\"description\":\"The change of a file by a task"
    ".\",\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"The path below the task's working di"
    "rectory.\"},\"change\":{\"type\":\"string\",\"enum\":[\"created\",\"modified\",\"deleted\"]},\"beforeBytes\":{\"type\":\"integer"
    "\",\"minimum\":0},\"afterBytes\":{\"type\":\"integer\",\"minimum\":0},\"beforeMode\":{\"type\":\"integer\",\"minimum\":0,\"descr"
    "iption\":\"Permission bits. task.undo does not restore the set-user-ID and set-group-ID bits of a file.\"},\"aft"
    "erMode\":{\"type\":\"integer\",\"minimum\":0},\"link\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: it is a"
    " symbolic link, and the texts are its targets.\"},\"binary\":{\"type\":\"boolean\",\"default\":false,\"description\":\"T"
    "rue: the file is not text, and its content is not included.\"},\"kept\":{\"type\":\"boolean\",\"default\":true,\"descr"
    "iption\":\"False: the file was too large to save. It cannot be shown or restored.\"},\"before\":{\"type\":\"string\","
    "\"description\":\"The old text. Absent: there was no file, it is not text, or the response would be too large; "
    "then request this path alone.\"},\"after\":{\"type\":\"string\",\"description\":\"The new text. Absent: as for before."
    "\"}},\"required\":[\"path\",\"change\"]},\"task.LeftFile\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"r"
    "eason\":{\"type\":\"string\",\"enum\":[\"changed_since\",\"not_kept\",\"not_possible\"],\"description\":\"changed_since: the"
    " file was changed after the task. not_kept: the file was too large to save. not_possible: message has the re"
    "ason.\"},\"message\":{\"type\":\"string\"}},\"required\":[\"path\",\"reason\"]},\"task.Progress\":{\"type\":\"object\",\"propert"
    "ies\":{\"percent\":{\"type\":\"number\",\"minimum\":0,\"maximum\":100},\"message\":{\"type\":\"string\"},\"completed_steps\":{\""
    "type\":\"integer\",\"minimum\":0},\"total_steps\":{\"type\":\"integer\",\"minimum\":0}}},\"task.Result\":{\"type\":\"object\",\""
    "properties\":{\"text\":{\"type\":\"string\",\"description\":\"The final text of the agent.\"},\"message_count\":{\"type\":\""
    "integer\",\"minimum\":0},\"token_usage\":{\"$ref\":\"#/components/schemas/task.TokenUsage\"},\"unanswered\":{\"type\":\"in"
    "teger\",\"minimum\":1,\"description\":\"The number of its permission requests that were denied because they timed "
    "out (timeout) or no front end that can approve was connected (no_approver); absent: none.\"},\"error\":{\"$ref\":"
    "\"#/components/schemas/task.Failure\"}},\"required\":[\"message_count\"]},\"task.Task\":{\"type\":\"object\",\"properties"
    "\":{\"id\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"prompt\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/compon"
    "ents/schemas/task.State\"},\"priority\":{\"type\":\"integer\",\"description\":\"Tasks with a higher priority start fir"
    "st.\"},\"agent\":{\"type\":\"string\",\"description\":\"Absent: the session's agent.\"},\"cwd\":{\"type\":\"string\"},\"timeou"
    "tMs\":{\"type\":\"integer\"},\"idempotencyKey\":{\"type\":\"string\"},\"limits\":{\"$ref\":\"#/components/schemas/task.Limit"
    "s\"},\"tools\":{\"$ref\":\"#/components/schemas/session.Tools\",\"description\":\"Absent: the session's tools.\"},\"stre"
    "am\":{\"type\":\"boolean\",\"description\":\"Absent: the session's setting.\"},\"attachments\":{\"$ref\":\"#/components/sc"
    "hemas/task.Attachments\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"startedAt\":{\"ty"
    "pe\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"endedAt\":{\"type\":\"integer\",\"description\":\"Epoch millisec"
    "onds.\"},\"progress\":{\"$ref\":\"#/components/schemas/task.Progress\"},\"result\":{\"description\":\"Set when the task "
    "is in a final state.\",\"$ref\":\"#/components/schemas/task.Result\"}},\"required\":[\"id\",\"sessionId\",\"prompt\",\"sta"
    "te\",\"priority\",\"cwd\",\"timeoutMs\",\"createdAt\"]},\"terminal.Terminal\":{\"type\":\"object\",\"properties\":{\"id\":{\"typ"
    "e\":\"string\"},\"sessionId\":{\"type\":\"string\",\"description\":\"The session of the terminal; absent: none.\"},\"pid\":"
    "{\"type\":\"integer\",\"description\":\"The process id of its shell.\"},\"cwd\":{\"type\":\"string\",\"description\":\"The di"
    "rectory in which it was opened.\"},\"shell\":{\"type\":\"string\"},\"cols\":{\"type\":\"integer\"},\"rows\":{\"type\":\"intege"
    "r\"},\"useTmux\":{\"type\":\"boolean\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"clients"
    "\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of attached clients.\"},\"held\":{\"type\":\"boolean\",\"d"
    "escription\":\"True: a client holds its descriptor, and the scrollback is paused.\"},\"bytes\":{\"type\":\"integer\","
    "\"minimum\":0,\"description\":\"The bytes of output so far.\"}},\"required\":[\"id\",\"pid\",\"cwd\",\"shell\",\"cols\",\"rows\""
    ",\"useTmux\",\"createdAt\",\"clients\",\"held\",\"bytes\"]},\"terminal.Ref\":{\"type\":\"object\",\"properties\":{\"terminalId\""
    ":{\"type\":\"string\"}},\"required\":[\"terminalId\"]}},\"errors\":{\"parse_error\":{\"code\":-32700,\"message\":\"The line i"
    "s not valid JSON, or weir rejects it: a duplicate key, nesting deeper than 128, invalid UTF-8, a lone surrog"
    "ate, or text after the value.\",\"data\":{\"code\":\"parse_error\"}},\"message_too_long\":{\"code\":-32700,\"message\":\"T"
    "he line is longer than the limit; the rest of it was skipped.\",\"data\":{\"code\":\"message_too_long\"}},\"invalid_"
    "request\":{\"code\":-32600,\"message\":\"The JSON is not a JSON-RPC 2.0 message.\",\"data\":{\"code\":\"invalid_request\""
    "}},\"batch_too_long\":{\"code\":-32600,\"message\":\"The batch has more entries than the limit.\",\"data\":{\"code\":\"ba"
    "tch_too_long\"}},\"method_not_found\":{\"code\":-32601,\"message\":\"There is no such method, or the caller may not "
    "use it.\",\"data\":{\"code\":\"method_not_found\"}},\"invalid_params\":{\"code\":-32602,\"message\":\"The parameters do no"
    "t match the method; data.path names the field.\",\"data\":{\"code\":\"invalid_params\"}},\"internal_error\":{\"code\":-"
    "32603,\"message\":\"The daemon failed while it processed the request.\",\"data\":{\"code\":\"internal_error\"}},\"subsy"
    "stem_unavailable\":{\"code\":-32003,\"message\":\"A part of the daemon that the request needs is off or does not w"
    "ork.\",\"data\":{\"code\":\"subsystem_unavailable\"}},\"request_cancelled\":{\"code\":-32800,\"message\":\"The request was"
    " cancelled with $/cancel_request.\",\"data\":{\"code\":\"request_cancelled\"}},\"too_many_waiting\":{\"code\":-32010,\"m"
    "essage\":\"The connection has too many unanswered requests.\",\"data\":{\"code\":\"too_many_waiting\"}},\"result_too_l"
    "ong\":{\"code\":-32011,\"message\":\"The response is larger than a message may be.\",\"data\":{\"code\":\"result_too_lon"
    "g\"}},\"already_initialized\":{\"code\":-32012,\"message\":\"The client called initialize on this connection before."
    "\",\"data\":{\"code\":\"already_initialized\"}},\"unsupported_protocol\":{\"code\":-32013,\"message\":\"The daemon does no"
    "t speak the protocol version that the client needs.\",\"data\":{\"code\":\"unsupported_protocol\"}},\"too_many_conne"
    "ctions\":{\"code\":-32014,\"message\":\"The limit of connections is reached.\",\"data\":{\"code\":\"too_many_connections"
    "\"}},\"stopping\":{\"code\":-32015,\"message\":\"The daemon is stopping and takes no new work.\",\"data\":{\"code\":\"stop"
    "ping\"}},\"timeout\":{\"code\":-32016,\"message\":\"The other side did not respond in time.\",\"data\":{\"code\":\"timeout"
    "\"}},\"executor_refused\":{\"code\":-32039,\"message\":\"The process that connected belongs to an executor and may n"
    "ot act for the user.\",\"data\":{\"code\":\"executor_refused\"}},\"disconnected\":{\"code\":-32017,\"message\":\"The conne"
    "ction ended before the response arrived.\",\"data\":{\"code\":\"disconnected\"}},\"token_refused\":{\"code\":-32025,\"me"
    "ssage\":\"The token belongs to another executor or another task, or has expired.\",\"data\":{\"code\":\"token_refuse"
    "d\"}},\"handshake_refused\":{\"code\":-32026,\"message\":\"The executor belongs to another daemon: the secret is not"
    " the one of the first handshake.\",\"data\":{\"code\":\"handshake_refused\"}},\"executor_busy\":{\"code\":-32027,\"messa"
    "ge\":\"The executor is already working on a task.\",\"data\":{\"code\":\"executor_busy\"}},\"agent_not_found\":{\"code\":"
    "-32028,\"message\":\"There is no agent of this name.\",\"data\":{\"code\":\"agent_not_found\"}},\"agent_failed\":{\"code\""
    ":-32029,\"message\":\"The agent could not be started.\",\"data\":{\"code\":\"agent_failed\"}},\"key_refused\":{\"code\":-3"
    "2038,\"message\":\"The session may not use the key of this provider, or gets no keys because it uses the broker"
    "'s socket.\",\"data\":{\"code\":\"key_refused\"}},\"too_many_key_requests\":{\"code\":-32040,\"message\":\"The session has"
    " requested keys too often; data.retry_in_ms says when the next request is accepted.\",\"data\":{\"code\":\"too_man"
    "y_key_requests\"}},\"key_not_found\":{\"code\":-32030,\"message\":\"No API key is configured for the provider.\",\"dat"
    "a\":{\"code\":\"key_not_found\"}},\"nothing_running\":{\"code\":-32001,\"message\":\"The executor does not work on this "
    "task.\",\"data\":{\"code\":\"nothing_running\"}},\"budget_exceeded\":{\"code\":-32037,\"message\":\"The call could exceed "
    "the budget of the session or of the day; data has the budget, the amount left and the highest possible cost "
    "of the call.\",\"data\":{\"code\":\"budget_exceeded\"}},\"broker_call_not_found\":{\"code\":-32000,\"message\":\"No such r"
    "eservation.\",\"data\":{\"code\":\"broker_call_not_found\"}},\"restart_failed\":{\"code\":-32034,\"message\":\"The new pro"
    "gram could not take over; the daemon continues with the old one.\",\"data\":{\"code\":\"restart_failed\"}},\"file_ex"
    "ists\":{\"code\":-32022,\"message\":\"A file of this name exists and is not overwritten.\",\"data\":{\"code\":\"file_exi"
    "sts\"}},\"file_failed\":{\"code\":-32023,\"message\":\"The file could not be written; the message has the reason.\",\""
    "data\":{\"code\":\"file_failed\"}},\"db_busy\":{\"code\":-32024,\"message\":\"A check, a backup or a compaction is in pr"
    "ogress.\",\"data\":{\"code\":\"db_busy\"}},\"event_not_found\":{\"code\":-32000,\"message\":\"The log has no such event, o"
    "r it does not belong to the session.\",\"data\":{\"code\":\"event_not_found\"}},\"subscription_not_found\":{\"code\":-3"
    "2000,\"message\":\"This connection has no such subscription.\",\"data\":{\"code\":\"subscription_not_found\"}},\"epoch_"
    "changed\":{\"code\":-32020,\"message\":\"The log is not the one that the client knows, and its sequence numbers me"
    "an other events. data has the new epoch, firstSeq and lastSeq.\",\"data\":{\"code\":\"epoch_changed\"}},\"too_many_s"
    "ubscriptions\":{\"code\":-32021,\"message\":\"The connection has reached its limit of subscriptions.\",\"data\":{\"cod"
    "e\":\"too_many_subscriptions\"}},\"keys_locked\":{\"code\":-32003,\"message\":\"The master key is missing, unreadable "
    "or not the one that sealed the keys; nothing was changed. The message says what to do.\",\"data\":{\"code\":\"keys"
    "_locked\"}},\"no_such_key\":{\"code\":-32000,\"message\":\"There is no key for this provider.\",\"data\":{\"code\":\"no_su"
    "ch_key\"}},\"permission_not_found\":{\"code\":-32000,\"message\":\"There is no permission request with this id.\",\"da"
    "ta\":{\"code\":\"permission_not_found\"}},\"permission_answered\":{\"code\":-32001,\"message\":\"The request was answere"
    "d, has timed out or was withdrawn; data has its state and reason.\",\"data\":{\"code\":\"permission_answered\"}},\"r"
    "ule_not_found\":{\"code\":-32000,\"message\":\"There is no rule with this id.\",\"data\":{\"code\":\"rule_not_found\"}},\""
    "rule_refused\":{\"code\":-32035,\"message\":\"The rule could never match, or would match less than it seems to; th"
    "e message has the reason.\",\"data\":{\"code\":\"rule_refused\"}},\"too_many_rules\":{\"code\":-32036,\"message\":\"The li"
    "mit of rules (permissions.rules) is reached.\",\"data\":{\"code\":\"too_many_rules\"}},\"session_not_found\":{\"code\":"
    "-32000,\"message\":\"There is no session with this id.\",\"data\":{\"code\":\"session_not_found\"}},\"session_closed\":{"
    "\"code\":-32001,\"message\":\"The session is closed: it accepts no tasks and no changes.\",\"data\":{\"code\":\"session"
    "_closed\"}},\"session_busy\":{\"code\":-32018,\"message\":\"The session has a running task; stop it first.\",\"data\":{"
    "\"code\":\"session_busy\"}},\"service_unknown\":{\"code\":-32000,\"message\":\"The provider in the model's name is neit"
    "her known nor configured. In SERVICE/MODEL, the provider is the part before the first slash.\",\"data\":{\"code\""
    ":\"service_unknown\"}},\"directory_unavailable\":{\"code\":-32050,\"message\":\"A directory does not respond, for exa"
    "mple a network mount whose server is down.\",\"data\":{\"code\":\"directory_unavailable\"}},\"task_not_found\":{\"code"
    "\":-32000,\"message\":\"There is no task with this id.\",\"data\":{\"code\":\"task_not_found\"}},\"task_not_cancellable\""
    ":{\"code\":-32001,\"message\":\"The task has already ended.\",\"data\":{\"code\":\"task_not_cancellable\"}},\"queue_full\""
    ":{\"code\":-32002,\"message\":\"The queue is full (limit: tasks.queue).\",\"data\":{\"code\":\"queue_full\"}},\"task_at_w"
    "ork\":{\"code\":-32041,\"message\":\"The task has not ended yet: wait for it, or cancel it.\",\"data\":{\"code\":\"task_"
    "at_work\"}},\"idempotency_conflict\":{\"code\":-32019,\"message\":\"The idempotency key belongs to a task that was s"
    "ubmitted with other parameters.\",\"data\":{\"code\":\"idempotency_conflict\"}},\"terminal_not_found\":{\"code\":-32000"
    ",\"message\":\"There is no terminal with this id.\",\"data\":{\"code\":\"terminal_not_found\"}},\"terminal_failed\":{\"co"
    "de\":-32031,\"message\":\"The terminal could not be opened.\",\"data\":{\"code\":\"terminal_failed\"}},\"terminal_taken\""
    ":{\"code\":-32032,\"message\":\"Another client holds the terminal's descriptor.\",\"data\":{\"code\":\"terminal_taken\"}"
    "},\"terminal_closed\":{\"code\":-32001,\"message\":\"The terminal's process has ended.\",\"data\":{\"code\":\"terminal_cl"
    "osed\"}},\"environment_refused\":{\"code\":-32602,\"message\":\"The terminal's environment may not have a variable o"
    "f this name.\",\"data\":{\"code\":\"environment_refused\"}},\"too_many_terminals\":{\"code\":-32033,\"message\":\"The limi"
    "t of terminals (terminals.max) is reached.\",\"data\":{\"code\":\"too_many_terminals\"}}}}}";
const size_t contract_openrpc_size = sizeof(contract_openrpc) - 1;
