/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/all.h"
#include "contract/errors.h"
#include "contract/core.h"
#include "contract/executor.h"
#include "contract/agent.h"
#include "contract/app.h"
#include "contract/apps.h"
#include "contract/audit.h"
#include "contract/broker.h"
#include "contract/budget.h"
#include "contract/chat.h"
#include "contract/config.h"
#include "contract/connector.h"
#include "contract/context.h"
#include "contract/cowork.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/event.h"
#include "contract/handover.h"
#include "contract/key.h"
#include "contract/mcp.h"
#include "contract/permission.h"
#include "contract/question.h"
#include "contract/recorder.h"
#include "contract/session.h"
#include "contract/system.h"
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

static const struct shape executor_mcp_tool_input_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct executor_mcp_tool_input_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct executor_mcp_tool_input_schema_pair, value),
    .pair_size = sizeof(struct executor_mcp_tool_input_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape executor_mcp_tool_output_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct executor_mcp_tool_output_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct executor_mcp_tool_output_schema_pair, value),
    .pair_size = sizeof(struct executor_mcp_tool_output_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape executor_mcp_tool_annotations_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct executor_mcp_tool_annotations), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct executor_mcp_tool_annotations_pair, value),
    .pair_size = sizeof(struct executor_mcp_tool_annotations_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field executor_mcp_tool_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_tool, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_tool, server), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_tool, title), .presence = offsetof(struct executor_mcp_tool, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_tool, description), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("input_schema"), .quoted = SLICE_INIT("\"input_schema\":"),
        .shape = &executor_mcp_tool_input_schema_shape, .offset = offsetof(struct executor_mcp_tool, input_schema),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("output_schema"), .quoted = SLICE_INIT("\"output_schema\":"),
        .shape = &executor_mcp_tool_output_schema_shape, .offset = offsetof(struct executor_mcp_tool, output_schema),
        .presence = offsetof(struct executor_mcp_tool, output_schema_is)},
    {.name = SLICE_INIT("annotations"), .quoted = SLICE_INIT("\"annotations\":"),
        .shape = &executor_mcp_tool_annotations_shape, .offset = offsetof(struct executor_mcp_tool, annotations),
        .presence = offsetof(struct executor_mcp_tool, annotations_is)},
};
const struct shape executor_mcp_tool_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_mcp_tool),
    .of.object = {executor_mcp_tool_fields, 7}};

static const struct shape_field executor_mcp_host_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_host, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_host, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("instructions"), .quoted = SLICE_INIT("\"instructions\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_mcp_host, instructions),
        .presence = offsetof(struct executor_mcp_host, instructions_is)},
    {.name = SLICE_INIT("tool_count"), .quoted = SLICE_INIT("\"tool_count\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_mcp_host, tool_count), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("prompt_count"), .quoted = SLICE_INIT("\"prompt_count\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_mcp_host, prompt_count),
        .presence = offsetof(struct executor_mcp_host, prompt_count_is)},
    {.name = SLICE_INIT("resource_count"), .quoted = SLICE_INIT("\"resource_count\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct executor_mcp_host, resource_count),
        .presence = offsetof(struct executor_mcp_host, resource_count_is)},
};
const struct shape executor_mcp_host_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct executor_mcp_host),
    .of.object = {executor_mcp_host_fields, 6}};

static const bool executor_record_resumes_fallback = false;
static const struct slice executor_record_use_words[] = {
    SLICE_INIT("warm"),
    SLICE_INIT("tasks"),
    SLICE_INIT("terminals"),
    SLICE_INIT("broker"),
    SLICE_INIT("mcp"),
    SLICE_INIT("recorder"),
};
static const struct shape executor_record_use_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum executor_record_use),
    .of.words = {executor_record_use_words, 6}};

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
    {.name = SLICE_INIT("server_id"), .quoted = SLICE_INIT("\"server_id\":"), .shape = &string_scalar,
        .offset = offsetof(struct executor_record, server_id),
        .presence = offsetof(struct executor_record, server_id_is)},
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
    .of.object = {executor_record_fields, 17}};

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

static const struct slice app_theme_words[] = {
    SLICE_INIT("dark"),
    SLICE_INIT("light"),
    SLICE_INIT("system"),
};
const struct shape app_theme_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum app_theme),
    .of.words = {app_theme_words, 3}};

static const struct shape string_from_1_to_256_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 256, FORMAT_NONE}};

static const struct shape_field app_profile_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct app_profile, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("role"), .quoted = SLICE_INIT("\"role\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct app_profile, role), .presence = offsetof(struct app_profile, role_is)},
};
const struct shape app_profile_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED, .size = sizeof(struct app_profile),
    .of.object = {app_profile_fields, 2}};

static const bool app_capture_streams_window_tracking_fallback = true;
static const bool app_capture_streams_keystroke_fallback = false;
static const bool app_capture_streams_focus_fallback = true;
static const bool app_capture_streams_browser_fallback = true;
static const bool app_capture_streams_clipboard_fallback = false;
static const struct shape_field app_capture_streams_fields[] = {
    {.name = SLICE_INIT("window_tracking"), .quoted = SLICE_INIT("\"window_tracking\":"), .shape = &boolean_scalar,
        .fallback = &app_capture_streams_window_tracking_fallback,
        .offset = offsetof(struct app_capture_streams, window_tracking), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("keystroke"), .quoted = SLICE_INIT("\"keystroke\":"), .shape = &boolean_scalar,
        .fallback = &app_capture_streams_keystroke_fallback, .offset = offsetof(struct app_capture_streams, keystroke),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("focus"), .quoted = SLICE_INIT("\"focus\":"), .shape = &boolean_scalar,
        .fallback = &app_capture_streams_focus_fallback, .offset = offsetof(struct app_capture_streams, focus),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("browser"), .quoted = SLICE_INIT("\"browser\":"), .shape = &boolean_scalar,
        .fallback = &app_capture_streams_browser_fallback, .offset = offsetof(struct app_capture_streams, browser),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("clipboard"), .quoted = SLICE_INIT("\"clipboard\":"), .shape = &boolean_scalar,
        .fallback = &app_capture_streams_clipboard_fallback, .offset = offsetof(struct app_capture_streams, clipboard),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape app_capture_streams_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct app_capture_streams),
    .of.object = {app_capture_streams_fields, 5}};

static const struct shape_field app_settings_fields[] = {
    {.name = SLICE_INIT("theme"), .quoted = SLICE_INIT("\"theme\":"), .shape = &app_theme_shape,
        .offset = offsetof(struct app_settings, theme), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("captureStreams"), .quoted = SLICE_INIT("\"captureStreams\":"),
        .shape = &app_capture_streams_shape, .offset = offsetof(struct app_settings, capture_streams),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("profile"), .quoted = SLICE_INIT("\"profile\":"), .shape = &app_profile_shape,
        .offset = offsetof(struct app_settings, profile), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape app_settings_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct app_settings),
    .of.object = {app_settings_fields, 3}};

static const struct shape string_from_1_to_64_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 64, FORMAT_NONE}};

static const struct shape apps_permissions_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct apps_permissions_tools), .of.array = {&string_from_1_to_64_scalar, 0, 256}};

static const struct apps_permissions_tools apps_permissions_tools_fallback = {NULL, 0};
static const bool apps_permissions_capture_read_fallback = false;
static const struct shape_field apps_permissions_fields[] = {
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &apps_permissions_tools_shape,
        .fallback = &apps_permissions_tools_fallback, .offset = offsetof(struct apps_permissions, tools),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("captureRead"), .quoted = SLICE_INIT("\"captureRead\":"), .shape = &boolean_scalar,
        .fallback = &apps_permissions_capture_read_fallback, .offset = offsetof(struct apps_permissions, capture_read),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape apps_permissions_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct apps_permissions), .of.object = {apps_permissions_fields, 2}};

static const struct slice apps_status_words[] = {
    SLICE_INIT("installed"),
    SLICE_INIT("running"),
    SLICE_INIT("error"),
};
const struct shape apps_status_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum apps_status),
    .of.words = {apps_status_words, 3}};

static const struct shape string_date_time_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_DATE_TIME}};

static const struct shape_field apps_installed_app_fields[] = {
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_installed_app, app_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_installed_app, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_installed_app, version), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("permissions"), .quoted = SLICE_INIT("\"permissions\":"), .shape = &apps_permissions_shape,
        .offset = offsetof(struct apps_installed_app, permissions), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &apps_status_shape,
        .offset = offsetof(struct apps_installed_app, status), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("installedAt"), .quoted = SLICE_INIT("\"installedAt\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct apps_installed_app, installed_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("updatedAt"), .quoted = SLICE_INIT("\"updatedAt\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct apps_installed_app, updated_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("requested"), .quoted = SLICE_INIT("\"requested\":"), .shape = &apps_permissions_shape,
        .offset = offsetof(struct apps_installed_app, requested), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("entry"), .quoted = SLICE_INIT("\"entry\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_installed_app, entry), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("icon"), .quoted = SLICE_INIT("\"icon\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_installed_app, icon), .presence = offsetof(struct apps_installed_app, icon_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_installed_app, description),
        .presence = offsetof(struct apps_installed_app, description_is)},
    {.name = SLICE_INIT("files"), .quoted = SLICE_INIT("\"files\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct apps_installed_app, files), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct apps_installed_app, bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_installed_app, error),
        .presence = offsetof(struct apps_installed_app, error_is)},
};
const struct shape apps_installed_app_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct apps_installed_app),
    .of.object = {apps_installed_app_fields, 14}};

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

static const struct slice chat_role_words[] = {
    SLICE_INIT("user"),
    SLICE_INIT("assistant"),
    SLICE_INIT("system"),
};
const struct shape chat_role_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum chat_role),
    .of.words = {chat_role_words, 3}};

static const struct shape_field chat_message_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_message, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("role"), .quoted = SLICE_INIT("\"role\":"), .shape = &chat_role_shape,
        .offset = offsetof(struct chat_message, role), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_message, content), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct chat_message, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape chat_message_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_message),
    .of.object = {chat_message_fields, 4}};

static const struct shape_field chat_thread_summary_fields[] = {
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_thread_summary, thread_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_thread_summary, title),
        .presence = offsetof(struct chat_thread_summary, title_is)},
    {.name = SLICE_INIT("lastMessage"), .quoted = SLICE_INIT("\"lastMessage\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_thread_summary, last_message), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("messageCount"), .quoted = SLICE_INIT("\"messageCount\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct chat_thread_summary, message_count), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("updatedAt"), .quoted = SLICE_INIT("\"updatedAt\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct chat_thread_summary, updated_at), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape chat_thread_summary_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_thread_summary),
    .of.object = {chat_thread_summary_fields, 5}};

static const struct shape chat_thread_messages_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct chat_thread_messages), .of.array = {&chat_message_shape, 0, UINT32_MAX}};

static const struct shape_field chat_thread_fields[] = {
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_thread, thread_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_thread, title), .presence = offsetof(struct chat_thread, title_is)},
    {.name = SLICE_INIT("messages"), .quoted = SLICE_INIT("\"messages\":"), .shape = &chat_thread_messages_shape,
        .offset = offsetof(struct chat_thread, messages), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct chat_thread, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("updatedAt"), .quoted = SLICE_INIT("\"updatedAt\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct chat_thread, updated_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape chat_thread_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_thread),
    .of.object = {chat_thread_fields, 5}};

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
static const struct shape integer_from_10_to_86400000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(10), INT64_C(86400000)}};

static const int64_t config_settings_health_ollama_ms_fallback = INT64_C(30000);
static const struct shape_field config_settings_health_fields[] = {
    {.name = SLICE_INIT("ollamaMs"), .quoted = SLICE_INIT("\"ollamaMs\":"),
        .shape = &integer_from_10_to_86400000_scalar, .fallback = &config_settings_health_ollama_ms_fallback,
        .offset = offsetof(struct config_settings_health, ollama_ms), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_health_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_health), .of.object = {config_settings_health_fields, 1}};

static const struct config_settings_health config_settings_health_fallback = {.ollama_ms = INT64_C(30000)};
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
static const int64_t config_settings_mcp_servers_fallback = INT64_C(100);
static const struct slice config_settings_mcp_tools_words[] = {
    SLICE_INIT("auto"),
    SLICE_INIT("always"),
    SLICE_INIT("never"),
};
static const struct shape config_settings_mcp_tools_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum config_settings_mcp_tools), .of.words = {config_settings_mcp_tools_words, 3}};

static const enum config_settings_mcp_tools config_settings_mcp_tools_fallback = CONFIG_SETTINGS_MCP_TOOLS_AUTO;
static const int64_t config_settings_mcp_start_ms_fallback = INT64_C(30000);
static const int64_t config_settings_mcp_call_ms_fallback = INT64_C(60000);
static const int64_t config_settings_mcp_calls_fallback = INT64_C(256);
static const int64_t config_settings_mcp_idle_ms_fallback = INT64_C(600000);
static const struct shape integer_from_100_to_3600000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(100), INT64_C(3600000)}};

static const int64_t config_settings_mcp_check_ms_fallback = INT64_C(30000);
static const int64_t config_settings_mcp_log_bytes_fallback = INT64_C(1048576);
static const int64_t config_settings_mcp_question_ms_fallback = INT64_C(600000);
static const struct shape_field config_settings_mcp_fields[] = {
    {.name = SLICE_INIT("servers"), .quoted = SLICE_INIT("\"servers\":"), .shape = &integer_from_0_to_1000_scalar,
        .fallback = &config_settings_mcp_servers_fallback, .offset = offsetof(struct config_settings_mcp, servers),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &config_settings_mcp_tools_shape,
        .fallback = &config_settings_mcp_tools_fallback, .offset = offsetof(struct config_settings_mcp, tools),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("startMs"), .quoted = SLICE_INIT("\"startMs\":"), .shape = &integer_from_1_to_600000_scalar,
        .fallback = &config_settings_mcp_start_ms_fallback, .offset = offsetof(struct config_settings_mcp, start_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("callMs"), .quoted = SLICE_INIT("\"callMs\":"), .shape = &integer_from_1_to_86400000_scalar,
        .fallback = &config_settings_mcp_call_ms_fallback, .offset = offsetof(struct config_settings_mcp, call_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("calls"), .quoted = SLICE_INIT("\"calls\":"), .shape = &integer_from_1_to_10000_scalar,
        .fallback = &config_settings_mcp_calls_fallback, .offset = offsetof(struct config_settings_mcp, calls),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("idleMs"), .quoted = SLICE_INIT("\"idleMs\":"), .shape = &integer_from_0_to_86400000_scalar,
        .fallback = &config_settings_mcp_idle_ms_fallback, .offset = offsetof(struct config_settings_mcp, idle_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("checkMs"), .quoted = SLICE_INIT("\"checkMs\":"), .shape = &integer_from_100_to_3600000_scalar,
        .fallback = &config_settings_mcp_check_ms_fallback, .offset = offsetof(struct config_settings_mcp, check_ms),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("logBytes"), .quoted = SLICE_INIT("\"logBytes\":"),
        .shape = &integer_from_4096_to_1073741824_scalar, .fallback = &config_settings_mcp_log_bytes_fallback,
        .offset = offsetof(struct config_settings_mcp, log_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("questionMs"), .quoted = SLICE_INIT("\"questionMs\":"),
        .shape = &integer_from_0_to_86400000_scalar, .fallback = &config_settings_mcp_question_ms_fallback,
        .offset = offsetof(struct config_settings_mcp, question_ms), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_mcp_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_mcp), .of.object = {config_settings_mcp_fields, 9}};

static const struct config_settings_mcp config_settings_mcp_fallback = {.servers = INT64_C(100),
    .tools = CONFIG_SETTINGS_MCP_TOOLS_AUTO, .start_ms = INT64_C(30000), .call_ms = INT64_C(60000),
    .calls = INT64_C(256), .idle_ms = INT64_C(600000), .check_ms = INT64_C(30000), .log_bytes = INT64_C(1048576),
    .question_ms = INT64_C(600000)};
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
static const struct shape integer_from_1_to_100000_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(100000)}};

static const int64_t config_settings_chat_ports_fallback = INT64_C(1024);
static const int64_t config_settings_chat_ports_per_client_fallback = INT64_C(128);
static const struct shape_field config_settings_chat_fields[] = {
    {.name = SLICE_INIT("context"), .quoted = SLICE_INIT("\"context\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct config_settings_chat, context),
        .presence = offsetof(struct config_settings_chat, context_is)},
    {.name = SLICE_INIT("ports"), .quoted = SLICE_INIT("\"ports\":"), .shape = &integer_from_1_to_100000_scalar,
        .fallback = &config_settings_chat_ports_fallback, .offset = offsetof(struct config_settings_chat, ports),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("portsPerClient"), .quoted = SLICE_INIT("\"portsPerClient\":"),
        .shape = &integer_from_1_to_100000_scalar, .fallback = &config_settings_chat_ports_per_client_fallback,
        .offset = offsetof(struct config_settings_chat, ports_per_client), .presence = FIELD_NO_PRESENCE},
};
static const struct shape config_settings_chat_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings_chat), .of.object = {config_settings_chat_fields, 3}};

static const struct config_settings_chat config_settings_chat_fallback = {.ports = INT64_C(1024),
    .ports_per_client = INT64_C(128)};
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
    {.name = SLICE_INIT("health"), .quoted = SLICE_INIT("\"health\":"), .shape = &config_settings_health_shape,
        .fallback = &config_settings_health_fallback, .offset = offsetof(struct config_settings, health),
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
    {.name = SLICE_INIT("mcp"), .quoted = SLICE_INIT("\"mcp\":"), .shape = &config_settings_mcp_shape,
        .fallback = &config_settings_mcp_fallback, .offset = offsetof(struct config_settings, mcp),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sessions"), .quoted = SLICE_INIT("\"sessions\":"), .shape = &config_settings_sessions_shape,
        .fallback = &config_settings_sessions_fallback, .offset = offsetof(struct config_settings, sessions),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("chat"), .quoted = SLICE_INIT("\"chat\":"), .shape = &config_settings_chat_shape,
        .fallback = &config_settings_chat_fallback, .offset = offsetof(struct config_settings, chat),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("retention"), .quoted = SLICE_INIT("\"retention\":"), .shape = &config_settings_retention_shape,
        .fallback = &config_settings_retention_fallback, .offset = offsetof(struct config_settings, retention),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape config_settings_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct config_settings), .of.object = {config_settings_fields, 22}};

static const struct slice connector_transport_words[] = {
    SLICE_INIT("stdio"),
    SLICE_INIT("http"),
};
const struct shape connector_transport_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum connector_transport),
    .of.words = {connector_transport_words, 2}};

static const struct slice connector_list_kind_words[] = {
    SLICE_INIT("tools"),
    SLICE_INIT("prompts"),
    SLICE_INIT("resources"),
    SLICE_INIT("templates"),
};
const struct shape connector_list_kind_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum connector_list_kind),
    .of.words = {connector_list_kind_words, 4}};

static const struct shape_field connector_implementation_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_implementation, name), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_implementation, title),
        .presence = offsetof(struct connector_implementation, title_is)},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_implementation, version),
        .presence = offsetof(struct connector_implementation, version_is)},
};
const struct shape connector_implementation_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_implementation), .of.object = {connector_implementation_fields, 3}};

static const struct slice connector_tool_description_fallback = SLICE_INIT("");
static const struct shape connector_tool_input_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_tool_input_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_tool_input_schema_pair, value),
    .pair_size = sizeof(struct connector_tool_input_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape connector_tool_output_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_tool_output_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_tool_output_schema_pair, value),
    .pair_size = sizeof(struct connector_tool_output_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape connector_tool_annotations_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_tool_annotations), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_tool_annotations_pair, value),
    .pair_size = sizeof(struct connector_tool_annotations_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field connector_tool_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_tool, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_tool, title), .presence = offsetof(struct connector_tool, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .fallback = &connector_tool_description_fallback, .offset = offsetof(struct connector_tool, description),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("inputSchema"), .quoted = SLICE_INIT("\"inputSchema\":"),
        .shape = &connector_tool_input_schema_shape, .offset = offsetof(struct connector_tool, input_schema),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("outputSchema"), .quoted = SLICE_INIT("\"outputSchema\":"),
        .shape = &connector_tool_output_schema_shape, .offset = offsetof(struct connector_tool, output_schema),
        .presence = offsetof(struct connector_tool, output_schema_is)},
    {.name = SLICE_INIT("annotations"), .quoted = SLICE_INIT("\"annotations\":"),
        .shape = &connector_tool_annotations_shape, .offset = offsetof(struct connector_tool, annotations),
        .presence = offsetof(struct connector_tool, annotations_is)},
    {.name = SLICE_INIT("definition"), .quoted = SLICE_INIT("\"definition\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_tool, definition), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape connector_tool_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_tool),
    .of.object = {connector_tool_fields, 7}};

static const bool connector_prompt_argument_required_fallback = false;
static const struct shape_field connector_prompt_argument_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_prompt_argument, name), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_prompt_argument, title),
        .presence = offsetof(struct connector_prompt_argument, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_prompt_argument, description),
        .presence = offsetof(struct connector_prompt_argument, description_is)},
    {.name = SLICE_INIT("required"), .quoted = SLICE_INIT("\"required\":"), .shape = &boolean_scalar,
        .fallback = &connector_prompt_argument_required_fallback,
        .offset = offsetof(struct connector_prompt_argument, required), .presence = FIELD_NO_PRESENCE},
};
const struct shape connector_prompt_argument_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_prompt_argument), .of.object = {connector_prompt_argument_fields, 4}};

static const struct shape connector_prompt_arguments_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_prompt_arguments), .of.array = {&connector_prompt_argument_shape, 0, UINT32_MAX}};

static const struct shape_field connector_prompt_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_prompt, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_prompt, title), .presence = offsetof(struct connector_prompt, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_prompt, description),
        .presence = offsetof(struct connector_prompt, description_is)},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"),
        .shape = &connector_prompt_arguments_shape, .offset = offsetof(struct connector_prompt, arguments),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape connector_prompt_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_prompt),
    .of.object = {connector_prompt_fields, 4}};

static const struct shape_field connector_resource_fields[] = {
    {.name = SLICE_INIT("uri"), .quoted = SLICE_INIT("\"uri\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_resource, uri), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_resource, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_resource, title),
        .presence = offsetof(struct connector_resource, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_resource, description),
        .presence = offsetof(struct connector_resource, description_is)},
    {.name = SLICE_INIT("mimeType"), .quoted = SLICE_INIT("\"mimeType\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_resource, mime_type),
        .presence = offsetof(struct connector_resource, mime_type_is)},
    {.name = SLICE_INIT("size"), .quoted = SLICE_INIT("\"size\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct connector_resource, size), .presence = offsetof(struct connector_resource, size_is)},
};
const struct shape connector_resource_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_resource),
    .of.object = {connector_resource_fields, 6}};

static const struct shape_field connector_template_fields[] = {
    {.name = SLICE_INIT("uriTemplate"), .quoted = SLICE_INIT("\"uriTemplate\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_template, uri_template), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_template, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_template, title),
        .presence = offsetof(struct connector_template, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_template, description),
        .presence = offsetof(struct connector_template, description_is)},
    {.name = SLICE_INIT("mimeType"), .quoted = SLICE_INIT("\"mimeType\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_template, mime_type),
        .presence = offsetof(struct connector_template, mime_type_is)},
};
const struct shape connector_template_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_template),
    .of.object = {connector_template_fields, 5}};

static const struct shape_field connector_dropped_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_dropped, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_dropped, reason), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape connector_dropped_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_dropped),
    .of.object = {connector_dropped_fields, 2}};

static const struct shape_field connector_file_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_file, path), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct connector_file, bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape connector_file_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_file),
    .of.object = {connector_file_fields, 2}};

static const struct shape connector_call_result_content_item_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_call_result_content_item), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_call_result_content_item_pair, value),
    .pair_size = sizeof(struct connector_call_result_content_item_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape connector_call_result_content_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_call_result_content),
    .of.array = {&connector_call_result_content_item_shape, 0, UINT32_MAX}};

static const bool connector_call_result_is_error_fallback = false;
static const struct shape_field connector_call_result_fields[] = {
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"), .shape = &connector_call_result_content_shape,
        .offset = offsetof(struct connector_call_result, content), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("structuredContent"), .quoted = SLICE_INIT("\"structuredContent\":"), .shape = &any_scalar,
        .offset = offsetof(struct connector_call_result, structured_content),
        .presence = offsetof(struct connector_call_result, structured_content_is)},
    {.name = SLICE_INIT("isError"), .quoted = SLICE_INIT("\"isError\":"), .shape = &boolean_scalar,
        .fallback = &connector_call_result_is_error_fallback,
        .offset = offsetof(struct connector_call_result, is_error), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("file"), .quoted = SLICE_INIT("\"file\":"), .shape = &connector_file_shape,
        .offset = offsetof(struct connector_call_result, file),
        .presence = offsetof(struct connector_call_result, file_is)},
};
const struct shape connector_call_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_call_result),
    .of.object = {connector_call_result_fields, 4}};

static const struct slice connector_prompt_result_messages_item_role_words[] = {
    SLICE_INIT("user"),
    SLICE_INIT("assistant"),
};
static const struct shape connector_prompt_result_messages_item_role_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum connector_prompt_result_messages_item_role),
    .of.words = {connector_prompt_result_messages_item_role_words, 2}};

static const struct shape connector_prompt_result_messages_item_content_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_prompt_result_messages_item_content), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_prompt_result_messages_item_content_pair, value),
    .pair_size = sizeof(struct connector_prompt_result_messages_item_content_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field connector_prompt_result_messages_item_fields[] = {
    {.name = SLICE_INIT("role"), .quoted = SLICE_INIT("\"role\":"),
        .shape = &connector_prompt_result_messages_item_role_shape,
        .offset = offsetof(struct connector_prompt_result_messages_item, role), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"),
        .shape = &connector_prompt_result_messages_item_content_shape,
        .offset = offsetof(struct connector_prompt_result_messages_item, content), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape connector_prompt_result_messages_item_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_prompt_result_messages_item),
    .of.object = {connector_prompt_result_messages_item_fields, 2}};

static const struct shape connector_prompt_result_messages_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_prompt_result_messages),
    .of.array = {&connector_prompt_result_messages_item_shape, 0, UINT32_MAX}};

static const struct shape_field connector_prompt_result_fields[] = {
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_prompt_result, description),
        .presence = offsetof(struct connector_prompt_result, description_is)},
    {.name = SLICE_INIT("messages"), .quoted = SLICE_INIT("\"messages\":"),
        .shape = &connector_prompt_result_messages_shape, .offset = offsetof(struct connector_prompt_result, messages),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape connector_prompt_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_prompt_result), .of.object = {connector_prompt_result_fields, 2}};

static const struct shape connector_read_result_contents_item_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_read_result_contents_item), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_read_result_contents_item_pair, value),
    .pair_size = sizeof(struct connector_read_result_contents_item_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape connector_read_result_contents_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_read_result_contents),
    .of.array = {&connector_read_result_contents_item_shape, 0, UINT32_MAX}};

static const struct shape_field connector_read_result_fields[] = {
    {.name = SLICE_INIT("contents"), .quoted = SLICE_INIT("\"contents\":"),
        .shape = &connector_read_result_contents_shape, .offset = offsetof(struct connector_read_result, contents),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("file"), .quoted = SLICE_INIT("\"file\":"), .shape = &connector_file_shape,
        .offset = offsetof(struct connector_read_result, file),
        .presence = offsetof(struct connector_read_result, file_is)},
};
const struct shape connector_read_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_read_result),
    .of.object = {connector_read_result_fields, 2}};

static const struct slice connector_question_mode_words[] = {
    SLICE_INIT("form"),
    SLICE_INIT("url"),
};
const struct shape connector_question_mode_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum connector_question_mode),
    .of.words = {connector_question_mode_words, 2}};

static const struct slice connector_action_words[] = {
    SLICE_INIT("accept"),
    SLICE_INIT("decline"),
    SLICE_INIT("cancel"),
};
const struct shape connector_action_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum connector_action),
    .of.words = {connector_action_words, 3}};

static const struct slice context_activity_type_words[] = {
    SLICE_INIT("window"),
    SLICE_INIT("focus"),
    SLICE_INIT("keystroke"),
    SLICE_INIT("clipboard"),
    SLICE_INIT("browser"),
};
const struct shape context_activity_type_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum context_activity_type),
    .of.words = {context_activity_type_words, 5}};

static const struct shape_field context_activity_record_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct context_activity_record, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &context_activity_type_shape,
        .offset = offsetof(struct context_activity_record, type), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct context_activity_record, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("appName"), .quoted = SLICE_INIT("\"appName\":"), .shape = &string_scalar,
        .offset = offsetof(struct context_activity_record, app_name),
        .presence = offsetof(struct context_activity_record, app_name_is)},
    {.name = SLICE_INIT("windowTitle"), .quoted = SLICE_INIT("\"windowTitle\":"), .shape = &string_scalar,
        .offset = offsetof(struct context_activity_record, window_title),
        .presence = offsetof(struct context_activity_record, window_title_is)},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_scalar,
        .offset = offsetof(struct context_activity_record, url),
        .presence = offsetof(struct context_activity_record, url_is)},
    {.name = SLICE_INIT("duration"), .quoted = SLICE_INIT("\"duration\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct context_activity_record, duration),
        .presence = offsetof(struct context_activity_record, duration_is)},
    {.name = SLICE_INIT("summary"), .quoted = SLICE_INIT("\"summary\":"), .shape = &string_scalar,
        .offset = offsetof(struct context_activity_record, summary),
        .presence = offsetof(struct context_activity_record, summary_is)},
};
const struct shape context_activity_record_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct context_activity_record), .of.object = {context_activity_record_fields, 8}};

static const struct shape string_uri_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_URI}};

static const struct shape context_card_recent_apps_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct context_card_recent_apps), .of.array = {&string_scalar, 0, 8}};

static const struct shape context_card_suggestions_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct context_card_suggestions), .of.array = {&string_scalar, 0, 4}};

static const struct shape_field context_card_fields[] = {
    {.name = SLICE_INIT("activeApp"), .quoted = SLICE_INIT("\"activeApp\":"), .shape = &string_scalar,
        .offset = offsetof(struct context_card, active_app), .presence = offsetof(struct context_card, active_app_is)},
    {.name = SLICE_INIT("activeDocument"), .quoted = SLICE_INIT("\"activeDocument\":"), .shape = &string_scalar,
        .offset = offsetof(struct context_card, active_document),
        .presence = offsetof(struct context_card, active_document_is)},
    {.name = SLICE_INIT("activeUrl"), .quoted = SLICE_INIT("\"activeUrl\":"), .shape = &string_uri_scalar,
        .offset = offsetof(struct context_card, active_url), .presence = offsetof(struct context_card, active_url_is)},
    {.name = SLICE_INIT("sessionStart"), .quoted = SLICE_INIT("\"sessionStart\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct context_card, session_start),
        .presence = offsetof(struct context_card, session_start_is)},
    {.name = SLICE_INIT("recentApps"), .quoted = SLICE_INIT("\"recentApps\":"),
        .shape = &context_card_recent_apps_shape, .offset = offsetof(struct context_card, recent_apps),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("suggestions"), .quoted = SLICE_INIT("\"suggestions\":"),
        .shape = &context_card_suggestions_shape, .offset = offsetof(struct context_card, suggestions),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape context_card_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct context_card),
    .of.object = {context_card_fields, 6}};

static const struct slice cowork_namespace_words[] = {
    SLICE_INIT("context"),
    SLICE_INIT("user"),
    SLICE_INIT("data"),
};
const struct shape cowork_namespace_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum cowork_namespace),
    .of.words = {cowork_namespace_words, 3}};

const struct shape cowork_no_args_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct cowork_no_args), .of.object = {NULL, 0}};

static const struct shape integer_from_1_to_200_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(200)}};

static const int64_t cowork_recent_activity_args_limit_fallback = INT64_C(20);
static const struct shape string_to_64_date_time_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 64, FORMAT_DATE_TIME}};

static const struct shape_field cowork_recent_activity_args_fields[] = {
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_200_scalar,
        .fallback = &cowork_recent_activity_args_limit_fallback,
        .offset = offsetof(struct cowork_recent_activity_args, limit), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("since"), .quoted = SLICE_INIT("\"since\":"), .shape = &string_to_64_date_time_scalar,
        .offset = offsetof(struct cowork_recent_activity_args, since),
        .presence = offsetof(struct cowork_recent_activity_args, since_is)},
};
const struct shape cowork_recent_activity_args_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct cowork_recent_activity_args), .of.object = {cowork_recent_activity_args_fields, 2}};

static const int64_t cowork_conversations_args_limit_fallback = INT64_C(50);
static const struct shape_field cowork_conversations_args_fields[] = {
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_200_scalar,
        .fallback = &cowork_conversations_args_limit_fallback,
        .offset = offsetof(struct cowork_conversations_args, limit), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("cursor"), .quoted = SLICE_INIT("\"cursor\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct cowork_conversations_args, cursor),
        .presence = offsetof(struct cowork_conversations_args, cursor_is)},
};
const struct shape cowork_conversations_args_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct cowork_conversations_args), .of.object = {cowork_conversations_args_fields, 2}};

static const struct shape string_from_1_to_1024_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 1024, FORMAT_NONE}};

static const int64_t cowork_search_args_limit_fallback = INT64_C(10);
static const struct shape_field cowork_search_args_fields[] = {
    {.name = SLICE_INIT("query"), .quoted = SLICE_INIT("\"query\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct cowork_search_args, query), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_200_scalar,
        .fallback = &cowork_search_args_limit_fallback, .offset = offsetof(struct cowork_search_args, limit),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape cowork_search_args_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct cowork_search_args), .of.object = {cowork_search_args_fields, 2}};

static const struct shape_field cowork_active_window_fields[] = {
    {.name = SLICE_INIT("window"), .quoted = SLICE_INIT("\"window\":"), .shape = &context_activity_record_shape,
        .offset = offsetof(struct cowork_active_window, window),
        .presence = offsetof(struct cowork_active_window, window_is)},
};
const struct shape cowork_active_window_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cowork_active_window),
    .of.object = {cowork_active_window_fields, 1}};

static const struct shape cowork_recent_activity_activities_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct cowork_recent_activity_activities), .of.array = {&context_activity_record_shape, 0, 200}};

static const struct shape_field cowork_recent_activity_fields[] = {
    {.name = SLICE_INIT("activities"), .quoted = SLICE_INIT("\"activities\":"),
        .shape = &cowork_recent_activity_activities_shape,
        .offset = offsetof(struct cowork_recent_activity, activities), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape cowork_recent_activity_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cowork_recent_activity),
    .of.object = {cowork_recent_activity_fields, 1}};

static const struct shape_field cowork_current_time_fields[] = {
    {.name = SLICE_INIT("time"), .quoted = SLICE_INIT("\"time\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct cowork_current_time, time), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timeZone"), .quoted = SLICE_INIT("\"timeZone\":"), .shape = &string_scalar,
        .offset = offsetof(struct cowork_current_time, time_zone), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape cowork_current_time_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cowork_current_time),
    .of.object = {cowork_current_time_fields, 2}};

static const struct shape cowork_conversations_conversations_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct cowork_conversations_conversations), .of.array = {&chat_thread_summary_shape, 0, 200}};

static const struct shape_field cowork_conversations_fields[] = {
    {.name = SLICE_INIT("conversations"), .quoted = SLICE_INIT("\"conversations\":"),
        .shape = &cowork_conversations_conversations_shape,
        .offset = offsetof(struct cowork_conversations, conversations), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("nextCursor"), .quoted = SLICE_INIT("\"nextCursor\":"), .shape = &string_scalar,
        .offset = offsetof(struct cowork_conversations, next_cursor),
        .presence = offsetof(struct cowork_conversations, next_cursor_is)},
};
const struct shape cowork_conversations_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cowork_conversations),
    .of.object = {cowork_conversations_fields, 2}};

static const struct shape cowork_search_results_results_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct cowork_search_results_results), .of.array = {&context_activity_record_shape, 0, 200}};

static const struct shape_field cowork_search_results_fields[] = {
    {.name = SLICE_INIT("results"), .quoted = SLICE_INIT("\"results\":"), .shape = &cowork_search_results_results_shape,
        .offset = offsetof(struct cowork_search_results, results), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape cowork_search_results_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cowork_search_results),
    .of.object = {cowork_search_results_fields, 1}};

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

static const struct shape_field handover_app_connection_fields[] = {
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct handover_app_connection, app_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("initialized"), .quoted = SLICE_INIT("\"initialized\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_app_connection, initialized), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("peer"), .quoted = SLICE_INIT("\"peer\":"), .shape = &handover_peer_shape,
        .offset = offsetof(struct handover_app_connection, peer), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape handover_app_connection_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct handover_app_connection), .of.object = {handover_app_connection_fields, 3}};

static const struct shape handover_apps_connections_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_apps_connections), .of.array = {&handover_app_connection_shape, 0, UINT32_MAX}};

static const struct shape_field handover_apps_fields[] = {
    {.name = SLICE_INIT("connections"), .quoted = SLICE_INIT("\"connections\":"),
        .shape = &handover_apps_connections_shape, .offset = offsetof(struct handover_apps, connections),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_apps_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_apps),
    .of.object = {handover_apps_fields, 1}};

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

static const struct shape_field handover_mcp_call_fields[] = {
    {.name = SLICE_INIT("key"), .quoted = SLICE_INIT("\"key\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct handover_mcp_call, key), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_mcp_call, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("client"), .quoted = SLICE_INIT("\"client\":"), .shape = &integer_from_0_to_2147483647_scalar,
        .offset = offsetof(struct handover_mcp_call, client),
        .presence = offsetof(struct handover_mcp_call, client_is)},
    {.name = SLICE_INIT("requestId"), .quoted = SLICE_INIT("\"requestId\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_mcp_call, request_id),
        .presence = offsetof(struct handover_mcp_call, request_id_is)},
};
const struct shape handover_mcp_call_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_mcp_call),
    .of.object = {handover_mcp_call_fields, 4}};

static const struct shape handover_mcp_processes_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_mcp_processes), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape handover_mcp_calls_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct handover_mcp_calls),
    .of.array = {&handover_mcp_call_shape, 0, UINT32_MAX}};

static const struct shape_field handover_mcp_fields[] = {
    {.name = SLICE_INIT("processes"), .quoted = SLICE_INIT("\"processes\":"), .shape = &handover_mcp_processes_shape,
        .offset = offsetof(struct handover_mcp, processes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("calls"), .quoted = SLICE_INIT("\"calls\":"), .shape = &handover_mcp_calls_shape,
        .offset = offsetof(struct handover_mcp, calls), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_mcp_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_mcp),
    .of.object = {handover_mcp_fields, 2}};

static const struct slice handover_health_services_item_state_words[] = {
    SLICE_INIT("starting"),
    SLICE_INIT("running"),
    SLICE_INIT("degraded"),
    SLICE_INIT("restarting"),
    SLICE_INIT("failed"),
};
static const struct shape handover_health_services_item_state_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum handover_health_services_item_state),
    .of.words = {handover_health_services_item_state_words, 5}};

static const struct shape_field handover_health_services_item_fields[] = {
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"),
        .shape = &handover_health_services_item_state_shape,
        .offset = offsetof(struct handover_health_services_item, state), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct handover_health_services_item, message), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape handover_health_services_item_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct handover_health_services_item), .of.object = {handover_health_services_item_fields, 2}};

static const struct shape handover_health_services_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_health_services), .of.array = {&handover_health_services_item_shape, 0, UINT32_MAX}};

static const struct shape_field handover_health_fields[] = {
    {.name = SLICE_INIT("services"), .quoted = SLICE_INIT("\"services\":"), .shape = &handover_health_services_shape,
        .offset = offsetof(struct handover_health, services), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_health_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_health),
    .of.object = {handover_health_fields, 1}};

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

static const struct shape_field handover_chat_port_fields[] = {
    {.name = SLICE_INIT("fd"), .quoted = SLICE_INIT("\"fd\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_chat_port, fd), .presence = offsetof(struct handover_chat_port, fd_is)},
    {.name = SLICE_INIT("client"), .quoted = SLICE_INIT("\"client\":"), .shape = &integer_from_3_to_2147483647_scalar,
        .offset = offsetof(struct handover_chat_port, client),
        .presence = offsetof(struct handover_chat_port, client_is)},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_34_scalar,
        .offset = offsetof(struct handover_chat_port, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct handover_chat_port, thread_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("task"), .quoted = SLICE_INIT("\"task\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_chat_port, task), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("ending"), .quoted = SLICE_INIT("\"ending\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_chat_port, ending), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("deaf"), .quoted = SLICE_INIT("\"deaf\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_chat_port, deaf), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("received"), .quoted = SLICE_INIT("\"received\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_chat_port, received), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cursor"), .quoted = SLICE_INIT("\"cursor\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_chat_port, cursor), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("index"), .quoted = SLICE_INIT("\"index\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_chat_port, index), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sent"), .quoted = SLICE_INIT("\"sent\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_chat_port, sent), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("hash"), .quoted = SLICE_INIT("\"hash\":"), .shape = &integer_scalar,
        .offset = offsetof(struct handover_chat_port, hash), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("call"), .quoted = SLICE_INIT("\"call\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_chat_port, call), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("said"), .quoted = SLICE_INIT("\"said\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct handover_chat_port, said), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("at"), .quoted = SLICE_INIT("\"at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_chat_port, at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct handover_chat_port, bytes), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_chat_port_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_chat_port),
    .of.object = {handover_chat_port_fields, 16}};

static const struct shape handover_chat_ports_ports_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct handover_chat_ports_ports), .of.array = {&handover_chat_port_shape, 0, UINT32_MAX}};

static const struct shape_field handover_chat_ports_fields[] = {
    {.name = SLICE_INIT("ports"), .quoted = SLICE_INIT("\"ports\":"), .shape = &handover_chat_ports_ports_shape,
        .offset = offsetof(struct handover_chat_ports, ports), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape handover_chat_ports_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct handover_chat_ports),
    .of.object = {handover_chat_ports_fields, 1}};

static const bool handover_client_approves_fallback = false;
static const bool handover_client_takes_no_descriptors_fallback = false;
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
    {.name = SLICE_INIT("takesNoDescriptors"), .quoted = SLICE_INIT("\"takesNoDescriptors\":"),
        .shape = &boolean_scalar, .fallback = &handover_client_takes_no_descriptors_fallback,
        .offset = offsetof(struct handover_client, takes_no_descriptors), .presence = FIELD_NO_PRESENCE},
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
    .of.object = {handover_client_fields, 9}};

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

static const struct slice mcp_status_words[] = {
    SLICE_INIT("starting"),
    SLICE_INIT("running"),
    SLICE_INIT("stopped"),
    SLICE_INIT("error"),
};
const struct shape mcp_status_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum mcp_status),
    .of.words = {mcp_status_words, 4}};

static const struct slice mcp_state_words[] = {
    SLICE_INIT("stopped"),
    SLICE_INIT("starting"),
    SLICE_INIT("running"),
    SLICE_INIT("degraded"),
    SLICE_INIT("restarting"),
    SLICE_INIT("failed"),
};
const struct shape mcp_state_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum mcp_state),
    .of.words = {mcp_state_words, 6}};

static const struct slice mcp_scope_words[] = {
    SLICE_INIT("shared"),
    SLICE_INIT("session"),
};
const struct shape mcp_scope_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum mcp_scope),
    .of.words = {mcp_scope_words, 2}};

static const struct slice mcp_network_words[] = {
    SLICE_INIT("full"),
    SLICE_INIT("none"),
};
const struct shape mcp_network_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum mcp_network),
    .of.words = {mcp_network_words, 2}};

static const struct shape mcp_server_args_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_server_args),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape mcp_server_env_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_server_env),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape mcp_server_headers_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_server_headers),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape mcp_server_read_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_server_read),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape mcp_server_write_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_server_write),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape mcp_server_dropped_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_server_dropped),
    .of.array = {&connector_dropped_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_server_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("transport"), .quoted = SLICE_INIT("\"transport\":"), .shape = &connector_transport_shape,
        .offset = offsetof(struct mcp_server, transport), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, command), .presence = offsetof(struct mcp_server, command_is)},
    {.name = SLICE_INIT("args"), .quoted = SLICE_INIT("\"args\":"), .shape = &mcp_server_args_shape,
        .offset = offsetof(struct mcp_server, args), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, url), .presence = offsetof(struct mcp_server, url_is)},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &mcp_server_env_shape,
        .offset = offsetof(struct mcp_server, env), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("headers"), .quoted = SLICE_INIT("\"headers\":"), .shape = &mcp_server_headers_shape,
        .offset = offsetof(struct mcp_server, headers), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("hasApiKey"), .quoted = SLICE_INIT("\"hasApiKey\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct mcp_server, has_api_key), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("apiKeyEnv"), .quoted = SLICE_INIT("\"apiKeyEnv\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, api_key_env), .presence = offsetof(struct mcp_server, api_key_env_is)},
    {.name = SLICE_INIT("scope"), .quoted = SLICE_INIT("\"scope\":"), .shape = &mcp_scope_shape,
        .offset = offsetof(struct mcp_server, scope), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("read"), .quoted = SLICE_INIT("\"read\":"), .shape = &mcp_server_read_shape,
        .offset = offsetof(struct mcp_server, read), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("write"), .quoted = SLICE_INIT("\"write\":"), .shape = &mcp_server_write_shape,
        .offset = offsetof(struct mcp_server, write), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &mcp_network_shape,
        .offset = offsetof(struct mcp_server, network), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, cwd), .presence = offsetof(struct mcp_server, cwd_is)},
    {.name = SLICE_INIT("project"), .quoted = SLICE_INIT("\"project\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, project), .presence = offsetof(struct mcp_server, project_is)},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &mcp_state_shape,
        .offset = offsetof(struct mcp_server, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &mcp_status_shape,
        .offset = offsetof(struct mcp_server, status), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, error), .presence = offsetof(struct mcp_server, error_is)},
    {.name = SLICE_INIT("toolCount"), .quoted = SLICE_INIT("\"toolCount\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct mcp_server, tool_count), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("toolsKnown"), .quoted = SLICE_INIT("\"toolsKnown\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct mcp_server, tools_known), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("pid"), .quoted = SLICE_INIT("\"pid\":"), .shape = &integer_scalar,
        .offset = offsetof(struct mcp_server, pid), .presence = offsetof(struct mcp_server, pid_is)},
    {.name = SLICE_INIT("protocol"), .quoted = SLICE_INIT("\"protocol\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, protocol), .presence = offsetof(struct mcp_server, protocol_is)},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &connector_implementation_shape,
        .offset = offsetof(struct mcp_server, server), .presence = offsetof(struct mcp_server, server_is)},
    {.name = SLICE_INIT("instructions"), .quoted = SLICE_INIT("\"instructions\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_server, instructions), .presence = offsetof(struct mcp_server, instructions_is)},
    {.name = SLICE_INIT("lastHealthCheck"), .quoted = SLICE_INIT("\"lastHealthCheck\":"),
        .shape = &string_date_time_scalar, .offset = offsetof(struct mcp_server, last_health_check),
        .presence = offsetof(struct mcp_server, last_health_check_is)},
    {.name = SLICE_INIT("dropped"), .quoted = SLICE_INIT("\"dropped\":"), .shape = &mcp_server_dropped_shape,
        .offset = offsetof(struct mcp_server, dropped), .presence = offsetof(struct mcp_server, dropped_is)},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct mcp_server, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("updatedAt"), .quoted = SLICE_INIT("\"updatedAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct mcp_server, updated_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_server_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_server),
    .of.object = {mcp_server_fields, 29}};

static const struct shape_field mcp_connection_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_connection, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_connection, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &mcp_status_shape,
        .offset = offsetof(struct mcp_connection, status), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("toolCount"), .quoted = SLICE_INIT("\"toolCount\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct mcp_connection, tool_count), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_connection, error), .presence = offsetof(struct mcp_connection, error_is)},
};
const struct shape mcp_connection_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_connection),
    .of.object = {mcp_connection_fields, 5}};

static const struct shape mcp_tool_input_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct mcp_tool_input_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct mcp_tool_input_schema_pair, value),
    .pair_size = sizeof(struct mcp_tool_input_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape mcp_tool_output_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct mcp_tool_output_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct mcp_tool_output_schema_pair, value),
    .pair_size = sizeof(struct mcp_tool_output_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape mcp_tool_annotations_shape = {.kind = SHAPE_MAP, .size = sizeof(struct mcp_tool_annotations),
    .of.map = {.values = &any_scalar, .value_offset = offsetof(struct mcp_tool_annotations_pair, value),
    .pair_size = sizeof(struct mcp_tool_annotations_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field mcp_tool_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_tool, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_tool, description), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("inputSchema"), .quoted = SLICE_INIT("\"inputSchema\":"), .shape = &mcp_tool_input_schema_shape,
        .offset = offsetof(struct mcp_tool, input_schema), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_tool, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_tool, title), .presence = offsetof(struct mcp_tool, title_is)},
    {.name = SLICE_INIT("outputSchema"), .quoted = SLICE_INIT("\"outputSchema\":"),
        .shape = &mcp_tool_output_schema_shape, .offset = offsetof(struct mcp_tool, output_schema),
        .presence = offsetof(struct mcp_tool, output_schema_is)},
    {.name = SLICE_INIT("annotations"), .quoted = SLICE_INIT("\"annotations\":"), .shape = &mcp_tool_annotations_shape,
        .offset = offsetof(struct mcp_tool, annotations), .presence = offsetof(struct mcp_tool, annotations_is)},
    {.name = SLICE_INIT("agentName"), .quoted = SLICE_INIT("\"agentName\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_tool, agent_name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("definition"), .quoted = SLICE_INIT("\"definition\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_tool, definition), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_tool_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_tool),
    .of.object = {mcp_tool_fields, 9}};

static const struct shape mcp_prompt_arguments_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_prompt_arguments), .of.array = {&connector_prompt_argument_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_prompt_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_prompt, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_prompt, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_prompt, title), .presence = offsetof(struct mcp_prompt, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_prompt, description), .presence = offsetof(struct mcp_prompt, description_is)},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"), .shape = &mcp_prompt_arguments_shape,
        .offset = offsetof(struct mcp_prompt, arguments), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_prompt_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_prompt),
    .of.object = {mcp_prompt_fields, 5}};

static const struct shape_field mcp_resource_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_resource, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("uri"), .quoted = SLICE_INIT("\"uri\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_resource, uri), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_resource, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_resource, title), .presence = offsetof(struct mcp_resource, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_resource, description),
        .presence = offsetof(struct mcp_resource, description_is)},
    {.name = SLICE_INIT("mimeType"), .quoted = SLICE_INIT("\"mimeType\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_resource, mime_type), .presence = offsetof(struct mcp_resource, mime_type_is)},
    {.name = SLICE_INIT("size"), .quoted = SLICE_INIT("\"size\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct mcp_resource, size), .presence = offsetof(struct mcp_resource, size_is)},
};
const struct shape mcp_resource_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_resource),
    .of.object = {mcp_resource_fields, 7}};

static const struct shape_field mcp_template_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_template, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("uriTemplate"), .quoted = SLICE_INIT("\"uriTemplate\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_template, uri_template), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_template, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_template, title), .presence = offsetof(struct mcp_template, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_template, description),
        .presence = offsetof(struct mcp_template, description_is)},
    {.name = SLICE_INIT("mimeType"), .quoted = SLICE_INIT("\"mimeType\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_template, mime_type), .presence = offsetof(struct mcp_template, mime_type_is)},
};
const struct shape mcp_template_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_template),
    .of.object = {mcp_template_fields, 6}};

static const struct slice mcp_offer_state_words[] = {
    SLICE_INIT("new"),
    SLICE_INIT("changed"),
    SLICE_INIT("approved"),
    SLICE_INIT("declined"),
    SLICE_INIT("invalid"),
};
static const struct shape mcp_offer_state_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum mcp_offer_state),
    .of.words = {mcp_offer_state_words, 5}};

static const struct shape mcp_offer_args_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_offer_args),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape mcp_offer_env_shape = {.kind = SHAPE_MAP, .size = sizeof(struct mcp_offer_env),
    .of.map = {.values = &string_scalar, .value_offset = offsetof(struct mcp_offer_env_pair, value),
    .pair_size = sizeof(struct mcp_offer_env_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape mcp_offer_headers_shape = {.kind = SHAPE_MAP, .size = sizeof(struct mcp_offer_headers),
    .of.map = {.values = &string_scalar, .value_offset = offsetof(struct mcp_offer_headers_pair, value),
    .pair_size = sizeof(struct mcp_offer_headers_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape mcp_offer_variables_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct mcp_offer_variables),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape_field mcp_offer_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offer, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offer, server_id), .presence = offsetof(struct mcp_offer, server_id_is)},
    {.name = SLICE_INIT("hash"), .quoted = SLICE_INIT("\"hash\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offer, hash), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &mcp_offer_state_shape,
        .offset = offsetof(struct mcp_offer, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("problem"), .quoted = SLICE_INIT("\"problem\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offer, problem), .presence = offsetof(struct mcp_offer, problem_is)},
    {.name = SLICE_INIT("transport"), .quoted = SLICE_INIT("\"transport\":"), .shape = &connector_transport_shape,
        .offset = offsetof(struct mcp_offer, transport), .presence = offsetof(struct mcp_offer, transport_is)},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offer, command), .presence = offsetof(struct mcp_offer, command_is)},
    {.name = SLICE_INIT("args"), .quoted = SLICE_INIT("\"args\":"), .shape = &mcp_offer_args_shape,
        .offset = offsetof(struct mcp_offer, args), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offer, url), .presence = offsetof(struct mcp_offer, url_is)},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &mcp_offer_env_shape,
        .offset = offsetof(struct mcp_offer, env), .presence = offsetof(struct mcp_offer, env_is)},
    {.name = SLICE_INIT("headers"), .quoted = SLICE_INIT("\"headers\":"), .shape = &mcp_offer_headers_shape,
        .offset = offsetof(struct mcp_offer, headers), .presence = offsetof(struct mcp_offer, headers_is)},
    {.name = SLICE_INIT("variables"), .quoted = SLICE_INIT("\"variables\":"), .shape = &mcp_offer_variables_shape,
        .offset = offsetof(struct mcp_offer, variables), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_offer_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_offer),
    .of.object = {mcp_offer_fields, 12}};

static const struct shape_field mcp_counts_fields[] = {
    {.name = SLICE_INIT("servers"), .quoted = SLICE_INIT("\"servers\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct mcp_counts, servers), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("running"), .quoted = SLICE_INIT("\"running\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct mcp_counts, running), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("failed"), .quoted = SLICE_INIT("\"failed\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct mcp_counts, failed), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_counts_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_counts),
    .of.object = {mcp_counts_fields, 3}};

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

static const bool permission_mcp_call_changed_fallback = false;
static const struct shape_field permission_mcp_call_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverName"), .quoted = SLICE_INIT("\"serverName\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, server_name), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, tool), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, title),
        .presence = offsetof(struct permission_mcp_call, title_is)},
    {.name = SLICE_INIT("description"), .quoted = SLICE_INIT("\"description\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, description),
        .presence = offsetof(struct permission_mcp_call, description_is)},
    {.name = SLICE_INIT("definition"), .quoted = SLICE_INIT("\"definition\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, definition), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("changed"), .quoted = SLICE_INIT("\"changed\":"), .shape = &boolean_scalar,
        .fallback = &permission_mcp_call_changed_fallback, .offset = offsetof(struct permission_mcp_call, changed),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("before"), .quoted = SLICE_INIT("\"before\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, before),
        .presence = offsetof(struct permission_mcp_call, before_is)},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_mcp_call, after),
        .presence = offsetof(struct permission_mcp_call, after_is)},
};
const struct shape permission_mcp_call_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct permission_mcp_call),
    .of.object = {permission_mcp_call_fields, 9}};

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
    {.name = SLICE_INIT("mcp"), .quoted = SLICE_INIT("\"mcp\":"), .shape = &permission_mcp_call_shape,
        .offset = offsetof(struct permission_request, mcp), .presence = offsetof(struct permission_request, mcp_is)},
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
    .of.object = {permission_request_fields, 20}};

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
    {.name = SLICE_INIT("definition"), .quoted = SLICE_INIT("\"definition\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct permission_new_rule, definition),
        .presence = offsetof(struct permission_new_rule, definition_is)},
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
    .size = sizeof(struct permission_new_rule), .of.object = {permission_new_rule_fields, 9}};

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
    {.name = SLICE_INIT("definition"), .quoted = SLICE_INIT("\"definition\":"), .shape = &string_scalar,
        .offset = offsetof(struct permission_rule, definition),
        .presence = offsetof(struct permission_rule, definition_is)},
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
    .of.object = {permission_rule_fields, 14}};

static const struct slice question_state_words[] = {
    SLICE_INIT("pending"),
    SLICE_INIT("accepted"),
    SLICE_INIT("declined"),
    SLICE_INIT("cancelled"),
    SLICE_INIT("expired"),
    SLICE_INIT("withdrawn"),
};
const struct shape question_state_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum question_state),
    .of.words = {question_state_words, 6}};

static const struct shape question_record_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct question_record_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct question_record_schema_pair, value),
    .pair_size = sizeof(struct question_record_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field question_record_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &question_state_shape,
        .offset = offsetof(struct question_record, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverName"), .quoted = SLICE_INIT("\"serverName\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, server_name), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, session_id),
        .presence = offsetof(struct question_record, session_id_is)},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, task_id), .presence = offsetof(struct question_record, task_id_is)},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, tool), .presence = offsetof(struct question_record, tool_is)},
    {.name = SLICE_INIT("mode"), .quoted = SLICE_INIT("\"mode\":"), .shape = &connector_question_mode_shape,
        .offset = offsetof(struct question_record, mode), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, message), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("schema"), .quoted = SLICE_INIT("\"schema\":"), .shape = &question_record_schema_shape,
        .offset = offsetof(struct question_record, schema), .presence = offsetof(struct question_record, schema_is)},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, url), .presence = offsetof(struct question_record, url_is)},
    {.name = SLICE_INIT("createdAt"), .quoted = SLICE_INIT("\"createdAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct question_record, created_at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("answeredAt"), .quoted = SLICE_INIT("\"answeredAt\":"), .shape = &integer_scalar,
        .offset = offsetof(struct question_record, answered_at),
        .presence = offsetof(struct question_record, answered_at_is)},
    {.name = SLICE_INIT("answeredBy"), .quoted = SLICE_INIT("\"answeredBy\":"), .shape = &string_scalar,
        .offset = offsetof(struct question_record, answered_by),
        .presence = offsetof(struct question_record, answered_by_is)},
};
const struct shape question_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct question_record),
    .of.object = {question_record_fields, 14}};

static const struct slice recorder_stream_words[] = {
    SLICE_INIT("window_tracking"),
    SLICE_INIT("keystroke"),
    SLICE_INIT("focus"),
    SLICE_INIT("browser"),
    SLICE_INIT("clipboard"),
};
const struct shape recorder_stream_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum recorder_stream),
    .of.words = {recorder_stream_words, 5}};

static const bool recorder_session_wayland_fallback = false;
static const struct shape_field recorder_session_fields[] = {
    {.name = SLICE_INIT("display"), .quoted = SLICE_INIT("\"display\":"), .shape = &string_to_256_scalar,
        .offset = offsetof(struct recorder_session, display),
        .presence = offsetof(struct recorder_session, display_is)},
    {.name = SLICE_INIT("xauthority"), .quoted = SLICE_INIT("\"xauthority\":"), .shape = &string_to_4096_scalar,
        .offset = offsetof(struct recorder_session, xauthority),
        .presence = offsetof(struct recorder_session, xauthority_is)},
    {.name = SLICE_INIT("wayland"), .quoted = SLICE_INIT("\"wayland\":"), .shape = &boolean_scalar,
        .fallback = &recorder_session_wayland_fallback, .offset = offsetof(struct recorder_session, wayland),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("bus"), .quoted = SLICE_INIT("\"bus\":"), .shape = &string_to_4096_scalar,
        .offset = offsetof(struct recorder_session, bus), .presence = offsetof(struct recorder_session, bus_is)},
};
const struct shape recorder_session_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_session),
    .of.object = {recorder_session_fields, 4}};

static const struct shape string_to_512_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 512, FORMAT_NONE}};

static const struct shape_field recorder_stream_state_fields[] = {
    {.name = SLICE_INIT("stream"), .quoted = SLICE_INIT("\"stream\":"), .shape = &recorder_stream_shape,
        .offset = offsetof(struct recorder_stream_state, stream), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("active"), .quoted = SLICE_INIT("\"active\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct recorder_stream_state, active), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_to_512_scalar,
        .offset = offsetof(struct recorder_stream_state, error),
        .presence = offsetof(struct recorder_stream_state, error_is)},
    {.name = SLICE_INIT("note"), .quoted = SLICE_INIT("\"note\":"), .shape = &string_to_512_scalar,
        .offset = offsetof(struct recorder_stream_state, note),
        .presence = offsetof(struct recorder_stream_state, note_is)},
};
const struct shape recorder_stream_state_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_stream_state),
    .of.object = {recorder_stream_state_fields, 4}};

static const struct shape string_to_2048_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 2048, FORMAT_NONE}};

static const struct shape string_to_128_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 128, FORMAT_NONE}};

static const struct shape_field recorder_row_fields[] = {
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &context_activity_type_shape,
        .offset = offsetof(struct recorder_row, type), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("at"), .quoted = SLICE_INIT("\"at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct recorder_row, at), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("duration_ms"), .quoted = SLICE_INIT("\"duration_ms\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct recorder_row, duration_ms),
        .presence = offsetof(struct recorder_row, duration_ms_is)},
    {.name = SLICE_INIT("app"), .quoted = SLICE_INIT("\"app\":"), .shape = &string_to_256_scalar,
        .offset = offsetof(struct recorder_row, app), .presence = offsetof(struct recorder_row, app_is)},
    {.name = SLICE_INIT("title"), .quoted = SLICE_INIT("\"title\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct recorder_row, title), .presence = offsetof(struct recorder_row, title_is)},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_to_2048_scalar,
        .offset = offsetof(struct recorder_row, url), .presence = offsetof(struct recorder_row, url_is)},
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_to_4096_scalar,
        .offset = offsetof(struct recorder_row, text), .presence = offsetof(struct recorder_row, text_is)},
    {.name = SLICE_INIT("media_type"), .quoted = SLICE_INIT("\"media_type\":"), .shape = &string_to_128_scalar,
        .offset = offsetof(struct recorder_row, media_type), .presence = offsetof(struct recorder_row, media_type_is)},
    {.name = SLICE_INIT("count"), .quoted = SLICE_INIT("\"count\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct recorder_row, count), .presence = offsetof(struct recorder_row, count_is)},
};
const struct shape recorder_row_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_row),
    .of.object = {recorder_row_fields, 9}};

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
    {.name = SLICE_INIT("useContext"), .quoted = SLICE_INIT("\"useContext\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_terms, use_context),
        .presence = offsetof(struct session_terms, use_context_is)},
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
    .of.object = {session_terms_fields, 15}};

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
    {.name = SLICE_INIT("useContext"), .quoted = SLICE_INIT("\"useContext\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_record, use_context),
        .presence = offsetof(struct session_record, use_context_is)},
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
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_scalar,
        .offset = offsetof(struct session_record, app_id), .presence = offsetof(struct session_record, app_id_is)},
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
    .of.object = {session_record_fields, 30}};

static const struct slice system_service_words[] = {
    SLICE_INIT("capture"),
    SLICE_INIT("agents"),
    SLICE_INIT("ollama"),
    SLICE_INIT("mcp"),
};
const struct shape system_service_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum system_service),
    .of.words = {system_service_words, 4}};

static const struct slice system_service_state_words[] = {
    SLICE_INIT("starting"),
    SLICE_INIT("running"),
    SLICE_INIT("degraded"),
    SLICE_INIT("restarting"),
    SLICE_INIT("failed"),
};
const struct shape system_service_state_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum system_service_state),
    .of.words = {system_service_state_words, 5}};

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
static const bool initialize_params_accepts_descriptors_fallback = true;
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
    {.name = SLICE_INIT("acceptsDescriptors"), .quoted = SLICE_INIT("\"acceptsDescriptors\":"),
        .shape = &boolean_scalar, .fallback = &initialize_params_accepts_descriptors_fallback,
        .offset = offsetof(struct initialize_params, accepts_descriptors), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("optOutNotificationMethods"), .quoted = SLICE_INIT("\"optOutNotificationMethods\":"),
        .shape = &initialize_params_opt_out_notification_methods_shape,
        .offset = offsetof(struct initialize_params, opt_out_notification_methods),
        .presence = offsetof(struct initialize_params, opt_out_notification_methods_is)},
};
const struct shape initialize_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct initialize_params),
    .of.object = {initialize_params_fields, 5}};

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

static const struct shape get_execution_context_result_activity_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct get_execution_context_result_activity), .of.array = {&context_activity_record_shape, 0, 50}};

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
    {.name = SLICE_INIT("activity"), .quoted = SLICE_INIT("\"activity\":"),
        .shape = &get_execution_context_result_activity_shape,
        .offset = offsetof(struct get_execution_context_result, activity),
        .presence = offsetof(struct get_execution_context_result, activity_is)},
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
    .size = sizeof(struct get_execution_context_result), .of.object = {get_execution_context_result_fields, 13}};

static const struct shape string_from_1_to_32_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 32, FORMAT_NONE}};

static const struct shape_field list_mcp_tools_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct list_mcp_tools_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("context_tokens"), .quoted = SLICE_INIT("\"context_tokens\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct list_mcp_tools_params, context_tokens),
        .presence = offsetof(struct list_mcp_tools_params, context_tokens_is)},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct list_mcp_tools_params, server),
        .presence = offsetof(struct list_mcp_tools_params, server_is)},
};
const struct shape list_mcp_tools_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct list_mcp_tools_params),
    .of.object = {list_mcp_tools_params_fields, 3}};

static const struct slice list_mcp_tools_result_mode_words[] = {
    SLICE_INIT("tools"),
    SLICE_INIT("search"),
    SLICE_INIT("none"),
};
static const struct shape list_mcp_tools_result_mode_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum list_mcp_tools_result_mode), .of.words = {list_mcp_tools_result_mode_words, 3}};

static const struct shape list_mcp_tools_result_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_mcp_tools_result_tools), .of.array = {&executor_mcp_tool_shape, 0, UINT32_MAX}};

static const struct shape list_mcp_tools_result_servers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_mcp_tools_result_servers), .of.array = {&executor_mcp_host_shape, 0, UINT32_MAX}};

static const struct shape_field list_mcp_tools_result_fields[] = {
    {.name = SLICE_INIT("mode"), .quoted = SLICE_INIT("\"mode\":"), .shape = &list_mcp_tools_result_mode_shape,
        .offset = offsetof(struct list_mcp_tools_result, mode), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &list_mcp_tools_result_tools_shape,
        .offset = offsetof(struct list_mcp_tools_result, tools), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("servers"), .quoted = SLICE_INIT("\"servers\":"), .shape = &list_mcp_tools_result_servers_shape,
        .offset = offsetof(struct list_mcp_tools_result, servers), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape list_mcp_tools_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct list_mcp_tools_result),
    .of.object = {list_mcp_tools_result_fields, 3}};

static const struct shape integer_from_1_to_50_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(50)}};

static const int64_t search_mcp_tools_params_limit_fallback = INT64_C(5);
static const struct shape_field search_mcp_tools_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct search_mcp_tools_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("query"), .quoted = SLICE_INIT("\"query\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct search_mcp_tools_params, query), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct search_mcp_tools_params, server),
        .presence = offsetof(struct search_mcp_tools_params, server_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_50_scalar,
        .fallback = &search_mcp_tools_params_limit_fallback, .offset = offsetof(struct search_mcp_tools_params, limit),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape search_mcp_tools_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct search_mcp_tools_params), .of.object = {search_mcp_tools_params_fields, 4}};

static const struct shape search_mcp_tools_result_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct search_mcp_tools_result_tools), .of.array = {&executor_mcp_tool_shape, 0, UINT32_MAX}};

static const struct shape_field search_mcp_tools_result_fields[] = {
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &search_mcp_tools_result_tools_shape,
        .offset = offsetof(struct search_mcp_tools_result, tools), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape search_mcp_tools_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct search_mcp_tools_result), .of.object = {search_mcp_tools_result_fields, 1}};

static const struct shape string_from_1_to_96_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 96, FORMAT_NONE}};

static const bool call_mcp_tool_params_repeat_fallback = false;
static const struct shape call_mcp_tool_params_arguments_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct call_mcp_tool_params_arguments), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct call_mcp_tool_params_arguments_pair, value),
    .pair_size = sizeof(struct call_mcp_tool_params_arguments_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field call_mcp_tool_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct call_mcp_tool_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("call_id"), .quoted = SLICE_INIT("\"call_id\":"), .shape = &string_from_1_to_96_scalar,
        .offset = offsetof(struct call_mcp_tool_params, call_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("repeat"), .quoted = SLICE_INIT("\"repeat\":"), .shape = &boolean_scalar,
        .fallback = &call_mcp_tool_params_repeat_fallback, .offset = offsetof(struct call_mcp_tool_params, repeat),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct call_mcp_tool_params, tool), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct call_mcp_tool_params, server),
        .presence = offsetof(struct call_mcp_tool_params, server_is)},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"),
        .shape = &call_mcp_tool_params_arguments_shape, .offset = offsetof(struct call_mcp_tool_params, arguments),
        .presence = offsetof(struct call_mcp_tool_params, arguments_is)},
};
const struct shape call_mcp_tool_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct call_mcp_tool_params),
    .of.object = {call_mcp_tool_params_fields, 6}};

static const struct shape_field call_mcp_tool_result_fields[] = {
    {.name = SLICE_INIT("approved"), .quoted = SLICE_INIT("\"approved\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct call_mcp_tool_result, approved), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct call_mcp_tool_result, reason),
        .presence = offsetof(struct call_mcp_tool_result, reason_is)},
    {.name = SLICE_INIT("note"), .quoted = SLICE_INIT("\"note\":"), .shape = &string_scalar,
        .offset = offsetof(struct call_mcp_tool_result, note),
        .presence = offsetof(struct call_mcp_tool_result, note_is)},
    {.name = SLICE_INIT("result"), .quoted = SLICE_INIT("\"result\":"), .shape = &connector_call_result_shape,
        .offset = offsetof(struct call_mcp_tool_result, result),
        .presence = offsetof(struct call_mcp_tool_result, result_is)},
};
const struct shape call_mcp_tool_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct call_mcp_tool_result),
    .of.object = {call_mcp_tool_result_fields, 4}};

static const struct slice list_mcp_items_params_kind_words[] = {
    SLICE_INIT("prompts"),
    SLICE_INIT("resources"),
    SLICE_INIT("templates"),
};
static const struct shape list_mcp_items_params_kind_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum list_mcp_items_params_kind), .of.words = {list_mcp_items_params_kind_words, 3}};

static const struct shape_field list_mcp_items_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct list_mcp_items_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct list_mcp_items_params, server), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"), .shape = &list_mcp_items_params_kind_shape,
        .offset = offsetof(struct list_mcp_items_params, kind), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape list_mcp_items_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct list_mcp_items_params),
    .of.object = {list_mcp_items_params_fields, 3}};

static const struct shape list_mcp_items_result_prompts_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_mcp_items_result_prompts), .of.array = {&connector_prompt_shape, 0, UINT32_MAX}};

static const struct shape list_mcp_items_result_resources_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_mcp_items_result_resources), .of.array = {&connector_resource_shape, 0, UINT32_MAX}};

static const struct shape list_mcp_items_result_templates_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct list_mcp_items_result_templates), .of.array = {&connector_template_shape, 0, UINT32_MAX}};

static const struct shape_field list_mcp_items_result_fields[] = {
    {.name = SLICE_INIT("prompts"), .quoted = SLICE_INIT("\"prompts\":"), .shape = &list_mcp_items_result_prompts_shape,
        .offset = offsetof(struct list_mcp_items_result, prompts),
        .presence = offsetof(struct list_mcp_items_result, prompts_is)},
    {.name = SLICE_INIT("resources"), .quoted = SLICE_INIT("\"resources\":"),
        .shape = &list_mcp_items_result_resources_shape, .offset = offsetof(struct list_mcp_items_result, resources),
        .presence = offsetof(struct list_mcp_items_result, resources_is)},
    {.name = SLICE_INIT("templates"), .quoted = SLICE_INIT("\"templates\":"),
        .shape = &list_mcp_items_result_templates_shape, .offset = offsetof(struct list_mcp_items_result, templates),
        .presence = offsetof(struct list_mcp_items_result, templates_is)},
};
const struct shape list_mcp_items_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct list_mcp_items_result),
    .of.object = {list_mcp_items_result_fields, 3}};

static const struct shape fetch_mcp_item_params_arguments_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct fetch_mcp_item_params_arguments), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct fetch_mcp_item_params_arguments_pair, value),
    .pair_size = sizeof(struct fetch_mcp_item_params_arguments_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape string_from_1_to_8192_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 8192, FORMAT_NONE}};

static const struct shape_field fetch_mcp_item_params_fields[] = {
    {.name = SLICE_INIT("session_token"), .quoted = SLICE_INIT("\"session_token\":"), .shape = &string_from_1_scalar,
        .offset = offsetof(struct fetch_mcp_item_params, session_token), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct fetch_mcp_item_params, server), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("prompt"), .quoted = SLICE_INIT("\"prompt\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct fetch_mcp_item_params, prompt),
        .presence = offsetof(struct fetch_mcp_item_params, prompt_is)},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"),
        .shape = &fetch_mcp_item_params_arguments_shape, .offset = offsetof(struct fetch_mcp_item_params, arguments),
        .presence = offsetof(struct fetch_mcp_item_params, arguments_is)},
    {.name = SLICE_INIT("uri"), .quoted = SLICE_INIT("\"uri\":"), .shape = &string_from_1_to_8192_scalar,
        .offset = offsetof(struct fetch_mcp_item_params, uri),
        .presence = offsetof(struct fetch_mcp_item_params, uri_is)},
};
const struct shape fetch_mcp_item_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct fetch_mcp_item_params),
    .of.object = {fetch_mcp_item_params_fields, 5}};

static const struct shape_field fetch_mcp_item_result_fields[] = {
    {.name = SLICE_INIT("approved"), .quoted = SLICE_INIT("\"approved\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct fetch_mcp_item_result, approved), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_scalar,
        .offset = offsetof(struct fetch_mcp_item_result, reason),
        .presence = offsetof(struct fetch_mcp_item_result, reason_is)},
    {.name = SLICE_INIT("prompt"), .quoted = SLICE_INIT("\"prompt\":"), .shape = &connector_prompt_result_shape,
        .offset = offsetof(struct fetch_mcp_item_result, prompt),
        .presence = offsetof(struct fetch_mcp_item_result, prompt_is)},
    {.name = SLICE_INIT("resource"), .quoted = SLICE_INIT("\"resource\":"), .shape = &connector_read_result_shape,
        .offset = offsetof(struct fetch_mcp_item_result, resource),
        .presence = offsetof(struct fetch_mcp_item_result, resource_is)},
};
const struct shape fetch_mcp_item_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct fetch_mcp_item_result),
    .of.object = {fetch_mcp_item_result_fields, 4}};

static const struct shape number_scalar = {.kind = SHAPE_NUMBER, .size = sizeof(double),
    .of.number = {-__builtin_inf(), __builtin_inf()}};

static const struct shape_field mcp_call_progress_params_fields[] = {
    {.name = SLICE_INIT("call_id"), .quoted = SLICE_INIT("\"call_id\":"), .shape = &string_from_1_to_96_scalar,
        .offset = offsetof(struct mcp_call_progress_params, call_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("progress"), .quoted = SLICE_INIT("\"progress\":"), .shape = &number_scalar,
        .offset = offsetof(struct mcp_call_progress_params, progress), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("total"), .quoted = SLICE_INIT("\"total\":"), .shape = &number_scalar,
        .offset = offsetof(struct mcp_call_progress_params, total),
        .presence = offsetof(struct mcp_call_progress_params, total_is)},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct mcp_call_progress_params, message),
        .presence = offsetof(struct mcp_call_progress_params, message_is)},
};
const struct shape mcp_call_progress_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct mcp_call_progress_params), .of.object = {mcp_call_progress_params_fields, 4}};

static const struct shape_field mcp_server_changed_params_fields[] = {
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct mcp_server_changed_params, server), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_server_changed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct mcp_server_changed_params), .of.object = {mcp_server_changed_params_fields, 1}};

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

const struct shape app_get_settings_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct app_get_settings_params), .of.object = {NULL, 0}};

static const struct shape_field app_set_theme_params_fields[] = {
    {.name = SLICE_INIT("theme"), .quoted = SLICE_INIT("\"theme\":"), .shape = &app_theme_shape,
        .offset = offsetof(struct app_set_theme_params, theme), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape app_set_theme_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct app_set_theme_params), .of.object = {app_set_theme_params_fields, 1}};

static const struct shape_field app_set_theme_result_fields[] = {
    {.name = SLICE_INIT("theme"), .quoted = SLICE_INIT("\"theme\":"), .shape = &app_theme_shape,
        .offset = offsetof(struct app_set_theme_result, theme), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape app_set_theme_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct app_set_theme_result),
    .of.object = {app_set_theme_result_fields, 1}};

static const struct shape_field app_set_profile_params_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct app_set_profile_params, name), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("role"), .quoted = SLICE_INIT("\"role\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct app_set_profile_params, role),
        .presence = offsetof(struct app_set_profile_params, role_is)},
};
const struct shape app_set_profile_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct app_set_profile_params), .of.object = {app_set_profile_params_fields, 2}};

static const struct shape_field app_set_profile_result_fields[] = {
    {.name = SLICE_INIT("profile"), .quoted = SLICE_INIT("\"profile\":"), .shape = &app_profile_shape,
        .offset = offsetof(struct app_set_profile_result, profile), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape app_set_profile_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct app_set_profile_result),
    .of.object = {app_set_profile_result_fields, 1}};

static const struct slice event_settings_changed_params_change_words[] = {
    SLICE_INIT("theme"),
    SLICE_INIT("profile"),
};
static const struct shape event_settings_changed_params_change_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum event_settings_changed_params_change),
    .of.words = {event_settings_changed_params_change_words, 2}};

static const struct shape_field event_settings_changed_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_settings_changed_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_settings_changed_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_settings_changed_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("change"), .quoted = SLICE_INIT("\"change\":"),
        .shape = &event_settings_changed_params_change_shape,
        .offset = offsetof(struct event_settings_changed_params, change), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("settings"), .quoted = SLICE_INIT("\"settings\":"), .shape = &app_settings_shape,
        .offset = offsetof(struct event_settings_changed_params, settings), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_settings_changed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_settings_changed_params), .of.object = {event_settings_changed_params_fields, 5}};

const struct shape apps_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct apps_list_params), .of.object = {NULL, 0}};

static const struct shape apps_list_result_apps_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct apps_list_result_apps), .of.array = {&apps_installed_app_shape, 0, UINT32_MAX}};

static const struct shape_field apps_list_result_fields[] = {
    {.name = SLICE_INIT("apps"), .quoted = SLICE_INIT("\"apps\":"), .shape = &apps_list_result_apps_shape,
        .offset = offsetof(struct apps_list_result, apps), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape apps_list_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct apps_list_result),
    .of.object = {apps_list_result_fields, 1}};

static const struct shape_field apps_open_params_fields[] = {
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct apps_open_params, app_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape apps_open_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct apps_open_params), .of.object = {apps_open_params_fields, 1}};

static const struct shape_field apps_open_result_fields[] = {
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_open_result, app_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_open_result, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"), .shape = &string_scalar,
        .offset = offsetof(struct apps_open_result, version), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape apps_open_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct apps_open_result),
    .of.object = {apps_open_result_fields, 3}};

static const struct slice event_apps_changed_params_change_words[] = {
    SLICE_INIT("installed"),
    SLICE_INIT("updated"),
    SLICE_INIT("removed"),
    SLICE_INIT("granted"),
    SLICE_INIT("status"),
};
static const struct shape event_apps_changed_params_change_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum event_apps_changed_params_change), .of.words = {event_apps_changed_params_change_words, 5}};

static const struct shape_field event_apps_changed_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_apps_changed_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_apps_changed_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_apps_changed_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_apps_changed_params, app_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("change"), .quoted = SLICE_INIT("\"change\":"),
        .shape = &event_apps_changed_params_change_shape, .offset = offsetof(struct event_apps_changed_params, change),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("app"), .quoted = SLICE_INIT("\"app\":"), .shape = &apps_installed_app_shape,
        .offset = offsetof(struct event_apps_changed_params, app),
        .presence = offsetof(struct event_apps_changed_params, app_is)},
};
const struct shape event_apps_changed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_apps_changed_params), .of.object = {event_apps_changed_params_fields, 6}};

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

static const struct shape_field chat_send_message_params_fields[] = {
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct chat_send_message_params, thread_id),
        .presence = offsetof(struct chat_send_message_params, thread_id_is)},
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"), .shape = &string_from_1_to_1048576_scalar,
        .offset = offsetof(struct chat_send_message_params, content), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct chat_send_message_params, app_id),
        .presence = offsetof(struct chat_send_message_params, app_id_is)},
};
const struct shape chat_send_message_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct chat_send_message_params), .of.object = {chat_send_message_params_fields, 3}};

static const struct shape_field chat_send_message_result_fields[] = {
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_send_message_result, thread_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_send_message_result, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape chat_send_message_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct chat_send_message_result), .of.object = {chat_send_message_result_fields, 2}};

static const struct shape_field chat_ack_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct chat_ack_params, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape chat_ack_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_ack_params),
    .of.object = {chat_ack_params_fields, 1}};

static const struct shape_field chat_ack_result_fields[] = {
    {.name = SLICE_INIT("acknowledged"), .quoted = SLICE_INIT("\"acknowledged\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct chat_ack_result, acknowledged), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape chat_ack_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_ack_result),
    .of.object = {chat_ack_result_fields, 1}};

static const struct shape_field chat_resume_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct chat_resume_params, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape chat_resume_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_resume_params),
    .of.object = {chat_resume_params_fields, 1}};

static const struct shape_field chat_resume_result_fields[] = {
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_resume_result, thread_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_resume_result, task_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape chat_resume_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_resume_result),
    .of.object = {chat_resume_result_fields, 2}};

static const int64_t chat_get_threads_params_limit_fallback = INT64_C(50);
static const struct shape_field chat_get_threads_params_fields[] = {
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_200_scalar,
        .fallback = &chat_get_threads_params_limit_fallback, .offset = offsetof(struct chat_get_threads_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("cursor"), .quoted = SLICE_INIT("\"cursor\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct chat_get_threads_params, cursor),
        .presence = offsetof(struct chat_get_threads_params, cursor_is)},
};
const struct shape chat_get_threads_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct chat_get_threads_params), .of.object = {chat_get_threads_params_fields, 2}};

static const struct shape chat_get_threads_result_threads_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct chat_get_threads_result_threads), .of.array = {&chat_thread_summary_shape, 0, UINT32_MAX}};

static const struct shape_field chat_get_threads_result_fields[] = {
    {.name = SLICE_INIT("threads"), .quoted = SLICE_INIT("\"threads\":"),
        .shape = &chat_get_threads_result_threads_shape, .offset = offsetof(struct chat_get_threads_result, threads),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("nextCursor"), .quoted = SLICE_INIT("\"nextCursor\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_get_threads_result, next_cursor),
        .presence = offsetof(struct chat_get_threads_result, next_cursor_is)},
};
const struct shape chat_get_threads_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct chat_get_threads_result), .of.object = {chat_get_threads_result_fields, 2}};

static const struct shape_field chat_get_thread_params_fields[] = {
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct chat_get_thread_params, thread_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_200_scalar,
        .offset = offsetof(struct chat_get_thread_params, limit),
        .presence = offsetof(struct chat_get_thread_params, limit_is)},
    {.name = SLICE_INIT("before"), .quoted = SLICE_INIT("\"before\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct chat_get_thread_params, before),
        .presence = offsetof(struct chat_get_thread_params, before_is)},
};
const struct shape chat_get_thread_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct chat_get_thread_params),
    .of.object = {chat_get_thread_params_fields, 3}};

static const struct shape_field chat_stream_port_params_fields[] = {
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_stream_port_params, thread_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_stream_port_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape chat_stream_port_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct chat_stream_port_params), .of.object = {chat_stream_port_params_fields, 2}};

static const struct shape_field chat_stream_chunk_params_fields[] = {
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_stream_chunk_params, task_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("threadId"), .quoted = SLICE_INIT("\"threadId\":"), .shape = &string_scalar,
        .offset = offsetof(struct chat_stream_chunk_params, thread_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("chunk"), .quoted = SLICE_INIT("\"chunk\":"), .shape = &any_scalar,
        .offset = offsetof(struct chat_stream_chunk_params, chunk), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape chat_stream_chunk_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct chat_stream_chunk_params), .of.object = {chat_stream_chunk_params_fields, 3}};

static const struct shape connector_open_params_args_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_open_params_args), .of.array = {&string_to_65536_scalar, 0, 256}};

static const struct shape connector_open_params_env_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_open_params_env), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct connector_open_params_env_pair, value),
    .pair_size = sizeof(struct connector_open_params_env_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape connector_open_params_headers_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_open_params_headers), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct connector_open_params_headers_pair, value),
    .pair_size = sizeof(struct connector_open_params_headers_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape connector_open_params_roots_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_open_params_roots), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct shape integer_from_4096_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(4096), INT64_MAX}};

static const int64_t connector_open_params_log_bytes_fallback = INT64_C(1048576);
static const struct shape integer_from_1024_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1024), INT64_MAX}};

static const int64_t connector_open_params_result_bytes_fallback = INT64_C(1048576);
static const struct shape string_to_32_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 32, FORMAT_NONE}};

static const int64_t connector_open_params_start_ms_fallback = INT64_C(30000);
static const int64_t connector_open_params_check_ms_fallback = INT64_C(30000);
static const struct shape_field connector_open_params_fields[] = {
    {.name = SLICE_INIT("server_id"), .quoted = SLICE_INIT("\"server_id\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct connector_open_params, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("transport"), .quoted = SLICE_INIT("\"transport\":"), .shape = &connector_transport_shape,
        .offset = offsetof(struct connector_open_params, transport), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct connector_open_params, command),
        .presence = offsetof(struct connector_open_params, command_is)},
    {.name = SLICE_INIT("args"), .quoted = SLICE_INIT("\"args\":"), .shape = &connector_open_params_args_shape,
        .offset = offsetof(struct connector_open_params, args),
        .presence = offsetof(struct connector_open_params, args_is)},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &connector_open_params_env_shape,
        .offset = offsetof(struct connector_open_params, env),
        .presence = offsetof(struct connector_open_params, env_is)},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_to_4096_scalar,
        .offset = offsetof(struct connector_open_params, cwd),
        .presence = offsetof(struct connector_open_params, cwd_is)},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct connector_open_params, url),
        .presence = offsetof(struct connector_open_params, url_is)},
    {.name = SLICE_INIT("headers"), .quoted = SLICE_INIT("\"headers\":"), .shape = &connector_open_params_headers_shape,
        .offset = offsetof(struct connector_open_params, headers),
        .presence = offsetof(struct connector_open_params, headers_is)},
    {.name = SLICE_INIT("roots"), .quoted = SLICE_INIT("\"roots\":"), .shape = &connector_open_params_roots_shape,
        .offset = offsetof(struct connector_open_params, roots),
        .presence = offsetof(struct connector_open_params, roots_is)},
    {.name = SLICE_INIT("log"), .quoted = SLICE_INIT("\"log\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct connector_open_params, log), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("log_bytes"), .quoted = SLICE_INIT("\"log_bytes\":"), .shape = &integer_from_4096_scalar,
        .fallback = &connector_open_params_log_bytes_fallback,
        .offset = offsetof(struct connector_open_params, log_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("results"), .quoted = SLICE_INIT("\"results\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct connector_open_params, results), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("result_bytes"), .quoted = SLICE_INIT("\"result_bytes\":"), .shape = &integer_from_1024_scalar,
        .fallback = &connector_open_params_result_bytes_fallback,
        .offset = offsetof(struct connector_open_params, result_bytes), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("protocol"), .quoted = SLICE_INIT("\"protocol\":"), .shape = &string_to_32_scalar,
        .offset = offsetof(struct connector_open_params, protocol),
        .presence = offsetof(struct connector_open_params, protocol_is)},
    {.name = SLICE_INIT("start_ms"), .quoted = SLICE_INIT("\"start_ms\":"), .shape = &integer_from_1_scalar,
        .fallback = &connector_open_params_start_ms_fallback,
        .offset = offsetof(struct connector_open_params, start_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("check_ms"), .quoted = SLICE_INIT("\"check_ms\":"), .shape = &integer_from_1_scalar,
        .fallback = &connector_open_params_check_ms_fallback,
        .offset = offsetof(struct connector_open_params, check_ms), .presence = FIELD_NO_PRESENCE},
};
const struct shape connector_open_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_open_params),
    .of.object = {connector_open_params_fields, 16}};

static const bool connector_open_result_has_tools_fallback = false;
static const bool connector_open_result_has_prompts_fallback = false;
static const bool connector_open_result_has_resources_fallback = false;
static const struct shape_field connector_open_result_fields[] = {
    {.name = SLICE_INIT("protocol"), .quoted = SLICE_INIT("\"protocol\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_open_result, protocol), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("server"), .quoted = SLICE_INIT("\"server\":"), .shape = &connector_implementation_shape,
        .offset = offsetof(struct connector_open_result, server), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("instructions"), .quoted = SLICE_INIT("\"instructions\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_open_result, instructions),
        .presence = offsetof(struct connector_open_result, instructions_is)},
    {.name = SLICE_INIT("has_tools"), .quoted = SLICE_INIT("\"has_tools\":"), .shape = &boolean_scalar,
        .fallback = &connector_open_result_has_tools_fallback,
        .offset = offsetof(struct connector_open_result, has_tools), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("has_prompts"), .quoted = SLICE_INIT("\"has_prompts\":"), .shape = &boolean_scalar,
        .fallback = &connector_open_result_has_prompts_fallback,
        .offset = offsetof(struct connector_open_result, has_prompts), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("has_resources"), .quoted = SLICE_INIT("\"has_resources\":"), .shape = &boolean_scalar,
        .fallback = &connector_open_result_has_resources_fallback,
        .offset = offsetof(struct connector_open_result, has_resources), .presence = FIELD_NO_PRESENCE},
};
const struct shape connector_open_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_open_result),
    .of.object = {connector_open_result_fields, 6}};

static const struct shape_field connector_list_params_fields[] = {
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"), .shape = &connector_list_kind_shape,
        .offset = offsetof(struct connector_list_params, kind), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape connector_list_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_list_params),
    .of.object = {connector_list_params_fields, 1}};

static const struct shape connector_list_result_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_list_result_tools), .of.array = {&connector_tool_shape, 0, UINT32_MAX}};

static const struct shape connector_list_result_prompts_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_list_result_prompts), .of.array = {&connector_prompt_shape, 0, UINT32_MAX}};

static const struct shape connector_list_result_resources_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_list_result_resources), .of.array = {&connector_resource_shape, 0, UINT32_MAX}};

static const struct shape connector_list_result_templates_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_list_result_templates), .of.array = {&connector_template_shape, 0, UINT32_MAX}};

static const struct shape connector_list_result_dropped_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct connector_list_result_dropped), .of.array = {&connector_dropped_shape, 0, UINT32_MAX}};

static const struct shape_field connector_list_result_fields[] = {
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &connector_list_result_tools_shape,
        .offset = offsetof(struct connector_list_result, tools),
        .presence = offsetof(struct connector_list_result, tools_is)},
    {.name = SLICE_INIT("prompts"), .quoted = SLICE_INIT("\"prompts\":"), .shape = &connector_list_result_prompts_shape,
        .offset = offsetof(struct connector_list_result, prompts),
        .presence = offsetof(struct connector_list_result, prompts_is)},
    {.name = SLICE_INIT("resources"), .quoted = SLICE_INIT("\"resources\":"),
        .shape = &connector_list_result_resources_shape, .offset = offsetof(struct connector_list_result, resources),
        .presence = offsetof(struct connector_list_result, resources_is)},
    {.name = SLICE_INIT("templates"), .quoted = SLICE_INIT("\"templates\":"),
        .shape = &connector_list_result_templates_shape, .offset = offsetof(struct connector_list_result, templates),
        .presence = offsetof(struct connector_list_result, templates_is)},
    {.name = SLICE_INIT("dropped"), .quoted = SLICE_INIT("\"dropped\":"), .shape = &connector_list_result_dropped_shape,
        .offset = offsetof(struct connector_list_result, dropped), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("ttl_ms"), .quoted = SLICE_INIT("\"ttl_ms\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct connector_list_result, ttl_ms),
        .presence = offsetof(struct connector_list_result, ttl_ms_is)},
};
const struct shape connector_list_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_list_result),
    .of.object = {connector_list_result_fields, 6}};

static const struct shape connector_call_params_arguments_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_call_params_arguments), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_call_params_arguments_pair, value),
    .pair_size = sizeof(struct connector_call_params_arguments_pair), .min = 0, .max = UINT32_MAX}};

static const int64_t connector_call_params_timeout_ms_fallback = INT64_C(60000);
static const bool connector_call_params_join_fallback = false;
static const struct shape_field connector_call_params_fields[] = {
    {.name = SLICE_INIT("call_id"), .quoted = SLICE_INIT("\"call_id\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct connector_call_params, call_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct connector_call_params, tool), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("definition"), .quoted = SLICE_INIT("\"definition\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct connector_call_params, definition),
        .presence = offsetof(struct connector_call_params, definition_is)},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"),
        .shape = &connector_call_params_arguments_shape, .offset = offsetof(struct connector_call_params, arguments),
        .presence = offsetof(struct connector_call_params, arguments_is)},
    {.name = SLICE_INIT("timeout_ms"), .quoted = SLICE_INIT("\"timeout_ms\":"), .shape = &integer_from_1_scalar,
        .fallback = &connector_call_params_timeout_ms_fallback,
        .offset = offsetof(struct connector_call_params, timeout_ms), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("join"), .quoted = SLICE_INIT("\"join\":"), .shape = &boolean_scalar,
        .fallback = &connector_call_params_join_fallback, .offset = offsetof(struct connector_call_params, join),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape connector_call_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_call_params),
    .of.object = {connector_call_params_fields, 6}};

static const struct shape_field connector_cancel_params_fields[] = {
    {.name = SLICE_INIT("call_id"), .quoted = SLICE_INIT("\"call_id\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct connector_cancel_params, call_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("reason"), .quoted = SLICE_INIT("\"reason\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct connector_cancel_params, reason),
        .presence = offsetof(struct connector_cancel_params, reason_is)},
};
const struct shape connector_cancel_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_cancel_params), .of.object = {connector_cancel_params_fields, 2}};

static const struct shape connector_prompt_params_arguments_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_prompt_params_arguments), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct connector_prompt_params_arguments_pair, value),
    .pair_size = sizeof(struct connector_prompt_params_arguments_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field connector_prompt_params_fields[] = {
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct connector_prompt_params, name), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"),
        .shape = &connector_prompt_params_arguments_shape,
        .offset = offsetof(struct connector_prompt_params, arguments),
        .presence = offsetof(struct connector_prompt_params, arguments_is)},
};
const struct shape connector_prompt_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_prompt_params), .of.object = {connector_prompt_params_fields, 2}};

static const struct shape_field connector_read_params_fields[] = {
    {.name = SLICE_INIT("uri"), .quoted = SLICE_INIT("\"uri\":"), .shape = &string_from_1_to_8192_scalar,
        .offset = offsetof(struct connector_read_params, uri), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape connector_read_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_read_params),
    .of.object = {connector_read_params_fields, 1}};

static const bool connector_state_params_ended_fallback = false;
static const struct shape_field connector_state_params_fields[] = {
    {.name = SLICE_INIT("answered_at"), .quoted = SLICE_INIT("\"answered_at\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct connector_state_params, answered_at),
        .presence = offsetof(struct connector_state_params, answered_at_is)},
    {.name = SLICE_INIT("problem"), .quoted = SLICE_INIT("\"problem\":"), .shape = &string_scalar,
        .offset = offsetof(struct connector_state_params, problem),
        .presence = offsetof(struct connector_state_params, problem_is)},
    {.name = SLICE_INIT("ended"), .quoted = SLICE_INIT("\"ended\":"), .shape = &boolean_scalar,
        .fallback = &connector_state_params_ended_fallback, .offset = offsetof(struct connector_state_params, ended),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape connector_state_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_state_params),
    .of.object = {connector_state_params_fields, 3}};

static const struct shape_field connector_changed_params_fields[] = {
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"), .shape = &connector_list_kind_shape,
        .offset = offsetof(struct connector_changed_params, kind), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape connector_changed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_changed_params), .of.object = {connector_changed_params_fields, 1}};

static const struct shape_field connector_progress_params_fields[] = {
    {.name = SLICE_INIT("call_id"), .quoted = SLICE_INIT("\"call_id\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct connector_progress_params, call_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("progress"), .quoted = SLICE_INIT("\"progress\":"), .shape = &number_scalar,
        .offset = offsetof(struct connector_progress_params, progress), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("total"), .quoted = SLICE_INIT("\"total\":"), .shape = &number_scalar,
        .offset = offsetof(struct connector_progress_params, total),
        .presence = offsetof(struct connector_progress_params, total_is)},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_to_1024_scalar,
        .offset = offsetof(struct connector_progress_params, message),
        .presence = offsetof(struct connector_progress_params, message_is)},
};
const struct shape connector_progress_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct connector_progress_params), .of.object = {connector_progress_params_fields, 4}};

static const struct shape string_to_16384_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 16384, FORMAT_NONE}};

static const struct shape connector_ask_params_schema_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_ask_params_schema), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_ask_params_schema_pair, value),
    .pair_size = sizeof(struct connector_ask_params_schema_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape string_to_8192_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 8192, FORMAT_NONE}};

static const struct shape_field connector_ask_params_fields[] = {
    {.name = SLICE_INIT("question_id"), .quoted = SLICE_INIT("\"question_id\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct connector_ask_params, question_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("call_id"), .quoted = SLICE_INIT("\"call_id\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct connector_ask_params, call_id),
        .presence = offsetof(struct connector_ask_params, call_id_is)},
    {.name = SLICE_INIT("mode"), .quoted = SLICE_INIT("\"mode\":"), .shape = &connector_question_mode_shape,
        .offset = offsetof(struct connector_ask_params, mode), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_to_16384_scalar,
        .offset = offsetof(struct connector_ask_params, message), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("schema"), .quoted = SLICE_INIT("\"schema\":"), .shape = &connector_ask_params_schema_shape,
        .offset = offsetof(struct connector_ask_params, schema),
        .presence = offsetof(struct connector_ask_params, schema_is)},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_to_8192_scalar,
        .offset = offsetof(struct connector_ask_params, url),
        .presence = offsetof(struct connector_ask_params, url_is)},
};
const struct shape connector_ask_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_ask_params),
    .of.object = {connector_ask_params_fields, 6}};

static const struct shape connector_ask_result_content_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct connector_ask_result_content), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct connector_ask_result_content_pair, value),
    .pair_size = sizeof(struct connector_ask_result_content_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field connector_ask_result_fields[] = {
    {.name = SLICE_INIT("action"), .quoted = SLICE_INIT("\"action\":"), .shape = &connector_action_shape,
        .offset = offsetof(struct connector_ask_result, action), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"), .shape = &connector_ask_result_content_shape,
        .offset = offsetof(struct connector_ask_result, content),
        .presence = offsetof(struct connector_ask_result, content_is)},
};
const struct shape connector_ask_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct connector_ask_result),
    .of.object = {connector_ask_result_fields, 2}};

static const int64_t context_query_params_limit_fallback = INT64_C(10);
static const struct shape_field context_query_params_fields[] = {
    {.name = SLICE_INIT("query"), .quoted = SLICE_INIT("\"query\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct context_query_params, query), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_200_scalar,
        .fallback = &context_query_params_limit_fallback, .offset = offsetof(struct context_query_params, limit),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape context_query_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct context_query_params), .of.object = {context_query_params_fields, 2}};

static const struct shape context_query_result_results_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct context_query_result_results), .of.array = {&context_activity_record_shape, 0, 200}};

static const struct shape_field context_query_result_fields[] = {
    {.name = SLICE_INIT("results"), .quoted = SLICE_INIT("\"results\":"), .shape = &context_query_result_results_shape,
        .offset = offsetof(struct context_query_result, results), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape context_query_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct context_query_result),
    .of.object = {context_query_result_fields, 1}};

static const int64_t context_get_recent_activity_params_limit_fallback = INT64_C(20);
static const struct shape_field context_get_recent_activity_params_fields[] = {
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_200_scalar,
        .fallback = &context_get_recent_activity_params_limit_fallback,
        .offset = offsetof(struct context_get_recent_activity_params, limit), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("since"), .quoted = SLICE_INIT("\"since\":"), .shape = &string_to_64_date_time_scalar,
        .offset = offsetof(struct context_get_recent_activity_params, since),
        .presence = offsetof(struct context_get_recent_activity_params, since_is)},
};
const struct shape context_get_recent_activity_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct context_get_recent_activity_params),
    .of.object = {context_get_recent_activity_params_fields, 2}};

static const struct shape context_get_recent_activity_result_activities_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct context_get_recent_activity_result_activities),
    .of.array = {&context_activity_record_shape, 0, 200}};

static const struct shape_field context_get_recent_activity_result_fields[] = {
    {.name = SLICE_INIT("activities"), .quoted = SLICE_INIT("\"activities\":"),
        .shape = &context_get_recent_activity_result_activities_shape,
        .offset = offsetof(struct context_get_recent_activity_result, activities), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape context_get_recent_activity_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct context_get_recent_activity_result),
    .of.object = {context_get_recent_activity_result_fields, 1}};

static const struct shape_field context_get_context_card_params_fields[] = {
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct context_get_context_card_params, cwd),
        .presence = offsetof(struct context_get_context_card_params, cwd_is)},
};
const struct shape context_get_context_card_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct context_get_context_card_params), .of.object = {context_get_context_card_params_fields, 1}};

static const struct shape_field cowork_read_params_fields[] = {
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct cowork_read_params, app_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("ns"), .quoted = SLICE_INIT("\"ns\":"), .shape = &cowork_namespace_shape,
        .offset = offsetof(struct cowork_read_params, ns), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("method"), .quoted = SLICE_INIT("\"method\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct cowork_read_params, method), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("args"), .quoted = SLICE_INIT("\"args\":"), .shape = &any_scalar,
        .offset = offsetof(struct cowork_read_params, args), .presence = offsetof(struct cowork_read_params, args_is)},
};
const struct shape cowork_read_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct cowork_read_params), .of.object = {cowork_read_params_fields, 4}};

static const struct shape_field cowork_read_result_fields[] = {
    {.name = SLICE_INIT("data"), .quoted = SLICE_INIT("\"data\":"), .shape = &any_scalar,
        .offset = offsetof(struct cowork_read_result, data), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape cowork_read_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct cowork_read_result),
    .of.object = {cowork_read_result_fields, 1}};

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

static const struct shape mcp_connect_params_args_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_connect_params_args), .of.array = {&string_to_65536_scalar, 0, 256}};

static const struct mcp_connect_params_args mcp_connect_params_args_fallback = {NULL, 0};
static const struct shape mcp_connect_params_env_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct mcp_connect_params_env), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct mcp_connect_params_env_pair, value),
    .pair_size = sizeof(struct mcp_connect_params_env_pair), .min = 0, .max = UINT32_MAX}};

static const struct mcp_connect_params_env mcp_connect_params_env_fallback = {NULL, 0};
static const struct slice mcp_connect_params_api_key_env_fallback = SLICE_INIT("API_KEY");
static const struct shape string_from_1_to_4096_uri_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 4096, FORMAT_URI}};

static const struct shape mcp_connect_params_headers_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct mcp_connect_params_headers), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct mcp_connect_params_headers_pair, value),
    .pair_size = sizeof(struct mcp_connect_params_headers_pair), .min = 0, .max = UINT32_MAX}};

static const struct mcp_connect_params_headers mcp_connect_params_headers_fallback = {NULL, 0};
static const enum mcp_scope mcp_connect_params_scope_fallback = MCP_SCOPE_SHARED;
static const struct shape mcp_connect_params_read_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_connect_params_read), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct mcp_connect_params_read mcp_connect_params_read_fallback = {NULL, 0};
static const struct shape mcp_connect_params_write_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_connect_params_write), .of.array = {&string_from_1_to_4096_scalar, 0, 256}};

static const struct mcp_connect_params_write mcp_connect_params_write_fallback = {NULL, 0};
static const enum mcp_network mcp_connect_params_network_fallback = MCP_NETWORK_FULL;
static const struct shape_field mcp_connect_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_32_scalar,
        .offset = offsetof(struct mcp_connect_params, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct mcp_connect_params, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("transport"), .quoted = SLICE_INIT("\"transport\":"), .shape = &connector_transport_shape,
        .offset = offsetof(struct mcp_connect_params, transport), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("command"), .quoted = SLICE_INIT("\"command\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct mcp_connect_params, command),
        .presence = offsetof(struct mcp_connect_params, command_is)},
    {.name = SLICE_INIT("args"), .quoted = SLICE_INIT("\"args\":"), .shape = &mcp_connect_params_args_shape,
        .fallback = &mcp_connect_params_args_fallback, .offset = offsetof(struct mcp_connect_params, args),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("env"), .quoted = SLICE_INIT("\"env\":"), .shape = &mcp_connect_params_env_shape,
        .fallback = &mcp_connect_params_env_fallback, .offset = offsetof(struct mcp_connect_params, env),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("apiKey"), .quoted = SLICE_INIT("\"apiKey\":"), .shape = &string_from_1_to_65536_scalar,
        .offset = offsetof(struct mcp_connect_params, api_key),
        .presence = offsetof(struct mcp_connect_params, api_key_is)},
    {.name = SLICE_INIT("apiKeyEnv"), .quoted = SLICE_INIT("\"apiKeyEnv\":"), .shape = &string_from_1_to_128_scalar,
        .fallback = &mcp_connect_params_api_key_env_fallback,
        .offset = offsetof(struct mcp_connect_params, api_key_env), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("url"), .quoted = SLICE_INIT("\"url\":"), .shape = &string_from_1_to_4096_uri_scalar,
        .offset = offsetof(struct mcp_connect_params, url), .presence = offsetof(struct mcp_connect_params, url_is)},
    {.name = SLICE_INIT("headers"), .quoted = SLICE_INIT("\"headers\":"), .shape = &mcp_connect_params_headers_shape,
        .fallback = &mcp_connect_params_headers_fallback, .offset = offsetof(struct mcp_connect_params, headers),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("scope"), .quoted = SLICE_INIT("\"scope\":"), .shape = &mcp_scope_shape,
        .fallback = &mcp_connect_params_scope_fallback, .offset = offsetof(struct mcp_connect_params, scope),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("read"), .quoted = SLICE_INIT("\"read\":"), .shape = &mcp_connect_params_read_shape,
        .fallback = &mcp_connect_params_read_fallback, .offset = offsetof(struct mcp_connect_params, read),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("write"), .quoted = SLICE_INIT("\"write\":"), .shape = &mcp_connect_params_write_shape,
        .fallback = &mcp_connect_params_write_fallback, .offset = offsetof(struct mcp_connect_params, write),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("network"), .quoted = SLICE_INIT("\"network\":"), .shape = &mcp_network_shape,
        .fallback = &mcp_connect_params_network_fallback, .offset = offsetof(struct mcp_connect_params, network),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct mcp_connect_params, cwd), .presence = offsetof(struct mcp_connect_params, cwd_is)},
};
const struct shape mcp_connect_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_connect_params), .of.object = {mcp_connect_params_fields, 15}};

static const struct shape_field mcp_connect_result_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_connect_result, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &mcp_status_shape,
        .offset = offsetof(struct mcp_connect_result, status), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("toolCount"), .quoted = SLICE_INIT("\"toolCount\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct mcp_connect_result, tool_count), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_connect_result, error),
        .presence = offsetof(struct mcp_connect_result, error_is)},
};
const struct shape mcp_connect_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_connect_result),
    .of.object = {mcp_connect_result_fields, 4}};

static const struct shape_field mcp_disconnect_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_disconnect_params, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_disconnect_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_disconnect_params), .of.object = {mcp_disconnect_params_fields, 1}};

static const struct shape_field mcp_disconnect_result_fields[] = {
    {.name = SLICE_INIT("success"), .quoted = SLICE_INIT("\"success\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct mcp_disconnect_result, success), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_disconnect_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_disconnect_result),
    .of.object = {mcp_disconnect_result_fields, 1}};

const struct shape mcp_list_connections_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_list_connections_params), .of.object = {NULL, 0}};

static const struct shape mcp_list_connections_result_connections_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_list_connections_result_connections), .of.array = {&mcp_connection_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_list_connections_result_fields[] = {
    {.name = SLICE_INIT("connections"), .quoted = SLICE_INIT("\"connections\":"),
        .shape = &mcp_list_connections_result_connections_shape,
        .offset = offsetof(struct mcp_list_connections_result, connections), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_list_connections_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct mcp_list_connections_result), .of.object = {mcp_list_connections_result_fields, 1}};

static const struct shape_field mcp_list_tools_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_list_tools_params, server_id),
        .presence = offsetof(struct mcp_list_tools_params, server_id_is)},
};
const struct shape mcp_list_tools_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_list_tools_params), .of.object = {mcp_list_tools_params_fields, 1}};

static const struct shape mcp_list_tools_result_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_list_tools_result_tools), .of.array = {&mcp_tool_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_list_tools_result_fields[] = {
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &mcp_list_tools_result_tools_shape,
        .offset = offsetof(struct mcp_list_tools_result, tools), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_list_tools_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_list_tools_result),
    .of.object = {mcp_list_tools_result_fields, 1}};

static const struct shape_field mcp_get_status_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_get_status_params, server_id),
        .presence = offsetof(struct mcp_get_status_params, server_id_is)},
};
const struct shape mcp_get_status_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_get_status_params), .of.object = {mcp_get_status_params_fields, 1}};

static const struct shape_field mcp_get_status_result_servers_item_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_get_status_result_servers_item, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &mcp_status_shape,
        .offset = offsetof(struct mcp_get_status_result_servers_item, status), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_get_status_result_servers_item, error),
        .presence = offsetof(struct mcp_get_status_result_servers_item, error_is)},
    {.name = SLICE_INIT("lastHealthCheck"), .quoted = SLICE_INIT("\"lastHealthCheck\":"),
        .shape = &string_date_time_scalar,
        .offset = offsetof(struct mcp_get_status_result_servers_item, last_health_check),
        .presence = offsetof(struct mcp_get_status_result_servers_item, last_health_check_is)},
};
static const struct shape mcp_get_status_result_servers_item_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct mcp_get_status_result_servers_item),
    .of.object = {mcp_get_status_result_servers_item_fields, 4}};

static const struct shape mcp_get_status_result_servers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_get_status_result_servers),
    .of.array = {&mcp_get_status_result_servers_item_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_get_status_result_fields[] = {
    {.name = SLICE_INIT("servers"), .quoted = SLICE_INIT("\"servers\":"), .shape = &mcp_get_status_result_servers_shape,
        .offset = offsetof(struct mcp_get_status_result, servers), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_get_status_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_get_status_result),
    .of.object = {mcp_get_status_result_fields, 1}};

static const struct shape_field mcp_get_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_get_params, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_get_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_get_params), .of.object = {mcp_get_params_fields, 1}};

static const struct shape_field mcp_start_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_start_params, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_start_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_start_params), .of.object = {mcp_start_params_fields, 1}};

static const struct shape_field mcp_restart_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_restart_params, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_restart_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_restart_params), .of.object = {mcp_restart_params_fields, 1}};

static const struct shape_field mcp_remove_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_remove_params, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape mcp_remove_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_remove_params), .of.object = {mcp_remove_params_fields, 1}};

static const struct shape_field mcp_remove_result_fields[] = {
    {.name = SLICE_INIT("removed"), .quoted = SLICE_INIT("\"removed\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct mcp_remove_result, removed), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_remove_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_remove_result),
    .of.object = {mcp_remove_result_fields, 1}};

static const struct shape mcp_call_params_arguments_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct mcp_call_params_arguments), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct mcp_call_params_arguments_pair, value),
    .pair_size = sizeof(struct mcp_call_params_arguments_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field mcp_call_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_call_params, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("tool"), .quoted = SLICE_INIT("\"tool\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct mcp_call_params, tool), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"), .shape = &mcp_call_params_arguments_shape,
        .offset = offsetof(struct mcp_call_params, arguments),
        .presence = offsetof(struct mcp_call_params, arguments_is)},
    {.name = SLICE_INIT("timeoutMs"), .quoted = SLICE_INIT("\"timeoutMs\":"),
        .shape = &integer_from_1_to_86400000_scalar, .offset = offsetof(struct mcp_call_params, timeout_ms),
        .presence = offsetof(struct mcp_call_params, timeout_ms_is)},
};
const struct shape mcp_call_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_call_params), .of.object = {mcp_call_params_fields, 4}};

static const struct shape integer_from_1_to_100_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(100)}};

static const int64_t mcp_search_params_limit_fallback = INT64_C(10);
static const struct shape_field mcp_search_params_fields[] = {
    {.name = SLICE_INIT("query"), .quoted = SLICE_INIT("\"query\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct mcp_search_params, query), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_search_params, server_id),
        .presence = offsetof(struct mcp_search_params, server_id_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_100_scalar,
        .fallback = &mcp_search_params_limit_fallback, .offset = offsetof(struct mcp_search_params, limit),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape mcp_search_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_search_params), .of.object = {mcp_search_params_fields, 3}};

static const struct shape mcp_search_result_tools_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_search_result_tools), .of.array = {&mcp_tool_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_search_result_fields[] = {
    {.name = SLICE_INIT("tools"), .quoted = SLICE_INIT("\"tools\":"), .shape = &mcp_search_result_tools_shape,
        .offset = offsetof(struct mcp_search_result, tools), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_search_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_search_result),
    .of.object = {mcp_search_result_fields, 1}};

static const struct shape integer_from_1_to_1048576_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(1048576)}};

static const int64_t mcp_logs_params_bytes_fallback = INT64_C(65536);
static const struct shape_field mcp_logs_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_logs_params, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct mcp_logs_params, after), .presence = offsetof(struct mcp_logs_params, after_is)},
    {.name = SLICE_INIT("bytes"), .quoted = SLICE_INIT("\"bytes\":"), .shape = &integer_from_1_to_1048576_scalar,
        .fallback = &mcp_logs_params_bytes_fallback, .offset = offsetof(struct mcp_logs_params, bytes),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape mcp_logs_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_logs_params), .of.object = {mcp_logs_params_fields, 3}};

static const struct shape_field mcp_logs_result_fields[] = {
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_logs_result, text), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("position"), .quoted = SLICE_INIT("\"position\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_logs_result, position), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_logs_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_logs_result),
    .of.object = {mcp_logs_result_fields, 2}};

static const struct shape_field mcp_prompts_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_prompts_params, server_id),
        .presence = offsetof(struct mcp_prompts_params, server_id_is)},
};
const struct shape mcp_prompts_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_prompts_params), .of.object = {mcp_prompts_params_fields, 1}};

static const struct shape mcp_prompts_result_prompts_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_prompts_result_prompts), .of.array = {&mcp_prompt_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_prompts_result_fields[] = {
    {.name = SLICE_INIT("prompts"), .quoted = SLICE_INIT("\"prompts\":"), .shape = &mcp_prompts_result_prompts_shape,
        .offset = offsetof(struct mcp_prompts_result, prompts), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_prompts_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_prompts_result),
    .of.object = {mcp_prompts_result_fields, 1}};

static const struct shape mcp_prompt_params_arguments_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct mcp_prompt_params_arguments), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct mcp_prompt_params_arguments_pair, value),
    .pair_size = sizeof(struct mcp_prompt_params_arguments_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field mcp_prompt_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_prompt_params, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_1024_scalar,
        .offset = offsetof(struct mcp_prompt_params, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("arguments"), .quoted = SLICE_INIT("\"arguments\":"),
        .shape = &mcp_prompt_params_arguments_shape, .offset = offsetof(struct mcp_prompt_params, arguments),
        .presence = offsetof(struct mcp_prompt_params, arguments_is)},
};
const struct shape mcp_prompt_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_prompt_params), .of.object = {mcp_prompt_params_fields, 3}};

static const struct shape_field mcp_resources_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_resources_params, server_id),
        .presence = offsetof(struct mcp_resources_params, server_id_is)},
};
const struct shape mcp_resources_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_resources_params), .of.object = {mcp_resources_params_fields, 1}};

static const struct shape mcp_resources_result_resources_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_resources_result_resources), .of.array = {&mcp_resource_shape, 0, UINT32_MAX}};

static const struct shape mcp_resources_result_templates_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_resources_result_templates), .of.array = {&mcp_template_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_resources_result_fields[] = {
    {.name = SLICE_INIT("resources"), .quoted = SLICE_INIT("\"resources\":"),
        .shape = &mcp_resources_result_resources_shape, .offset = offsetof(struct mcp_resources_result, resources),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("templates"), .quoted = SLICE_INIT("\"templates\":"),
        .shape = &mcp_resources_result_templates_shape, .offset = offsetof(struct mcp_resources_result, templates),
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_resources_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_resources_result),
    .of.object = {mcp_resources_result_fields, 2}};

static const struct shape_field mcp_read_params_fields[] = {
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_read_params, server_id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("uri"), .quoted = SLICE_INIT("\"uri\":"), .shape = &string_from_1_to_8192_scalar,
        .offset = offsetof(struct mcp_read_params, uri), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_read_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_read_params), .of.object = {mcp_read_params_fields, 2}};

static const struct shape_field mcp_offers_params_fields[] = {
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct mcp_offers_params, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape mcp_offers_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_offers_params), .of.object = {mcp_offers_params_fields, 1}};

static const struct shape mcp_offers_result_offers_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct mcp_offers_result_offers), .of.array = {&mcp_offer_shape, 0, UINT32_MAX}};

static const struct shape_field mcp_offers_result_fields[] = {
    {.name = SLICE_INIT("path"), .quoted = SLICE_INIT("\"path\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offers_result, path), .presence = offsetof(struct mcp_offers_result, path_is)},
    {.name = SLICE_INIT("offers"), .quoted = SLICE_INIT("\"offers\":"), .shape = &mcp_offers_result_offers_shape,
        .offset = offsetof(struct mcp_offers_result, offers), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("problem"), .quoted = SLICE_INIT("\"problem\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_offers_result, problem),
        .presence = offsetof(struct mcp_offers_result, problem_is)},
};
const struct shape mcp_offers_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_offers_result),
    .of.object = {mcp_offers_result_fields, 3}};

static const bool mcp_approve_params_approve_fallback = true;
static const struct shape mcp_approve_params_variables_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct mcp_approve_params_variables), .of.map = {.values = &string_to_65536_scalar,
    .value_offset = offsetof(struct mcp_approve_params_variables_pair, value),
    .pair_size = sizeof(struct mcp_approve_params_variables_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field mcp_approve_params_fields[] = {
    {.name = SLICE_INIT("cwd"), .quoted = SLICE_INIT("\"cwd\":"), .shape = &string_from_1_to_4096_scalar,
        .offset = offsetof(struct mcp_approve_params, cwd), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("name"), .quoted = SLICE_INIT("\"name\":"), .shape = &string_from_1_to_256_scalar,
        .offset = offsetof(struct mcp_approve_params, name), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("hash"), .quoted = SLICE_INIT("\"hash\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct mcp_approve_params, hash), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("approve"), .quoted = SLICE_INIT("\"approve\":"), .shape = &boolean_scalar,
        .fallback = &mcp_approve_params_approve_fallback, .offset = offsetof(struct mcp_approve_params, approve),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("variables"), .quoted = SLICE_INIT("\"variables\":"),
        .shape = &mcp_approve_params_variables_shape, .offset = offsetof(struct mcp_approve_params, variables),
        .presence = offsetof(struct mcp_approve_params, variables_is)},
};
const struct shape mcp_approve_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct mcp_approve_params), .of.object = {mcp_approve_params_fields, 5}};

static const struct shape_field mcp_progress_params_fields[] = {
    {.name = SLICE_INIT("requestId"), .quoted = SLICE_INIT("\"requestId\":"), .shape = &any_scalar,
        .offset = offsetof(struct mcp_progress_params, request_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("progress"), .quoted = SLICE_INIT("\"progress\":"), .shape = &number_scalar,
        .offset = offsetof(struct mcp_progress_params, progress), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("total"), .quoted = SLICE_INIT("\"total\":"), .shape = &number_scalar,
        .offset = offsetof(struct mcp_progress_params, total),
        .presence = offsetof(struct mcp_progress_params, total_is)},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct mcp_progress_params, message),
        .presence = offsetof(struct mcp_progress_params, message_is)},
};
const struct shape mcp_progress_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct mcp_progress_params),
    .of.object = {mcp_progress_params_fields, 4}};

static const struct slice event_mcp_changed_params_change_words[] = {
    SLICE_INIT("configured"),
    SLICE_INIT("removed"),
    SLICE_INIT("state"),
    SLICE_INIT("tools"),
};
static const struct shape event_mcp_changed_params_change_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum event_mcp_changed_params_change), .of.words = {event_mcp_changed_params_change_words, 4}};

static const struct shape_field event_mcp_changed_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_mcp_changed_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_mcp_changed_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_mcp_changed_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("serverId"), .quoted = SLICE_INIT("\"serverId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_mcp_changed_params, server_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("change"), .quoted = SLICE_INIT("\"change\":"), .shape = &event_mcp_changed_params_change_shape,
        .offset = offsetof(struct event_mcp_changed_params, change), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &mcp_state_shape,
        .offset = offsetof(struct event_mcp_changed_params, state),
        .presence = offsetof(struct event_mcp_changed_params, state_is)},
    {.name = SLICE_INIT("status"), .quoted = SLICE_INIT("\"status\":"), .shape = &mcp_status_shape,
        .offset = offsetof(struct event_mcp_changed_params, status),
        .presence = offsetof(struct event_mcp_changed_params, status_is)},
    {.name = SLICE_INIT("toolCount"), .quoted = SLICE_INIT("\"toolCount\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct event_mcp_changed_params, tool_count),
        .presence = offsetof(struct event_mcp_changed_params, tool_count_is)},
    {.name = SLICE_INIT("error"), .quoted = SLICE_INIT("\"error\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_mcp_changed_params, error),
        .presence = offsetof(struct event_mcp_changed_params, error_is)},
};
const struct shape event_mcp_changed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_mcp_changed_params), .of.object = {event_mcp_changed_params_fields, 9}};

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

static const bool question_list_params_all_fallback = false;
static const int64_t question_list_params_limit_fallback = INT64_C(50);
static const struct shape_field question_list_params_fields[] = {
    {.name = SLICE_INIT("all"), .quoted = SLICE_INIT("\"all\":"), .shape = &boolean_scalar,
        .fallback = &question_list_params_all_fallback, .offset = offsetof(struct question_list_params, all),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct question_list_params, session_id),
        .presence = offsetof(struct question_list_params, session_id_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &question_list_params_limit_fallback, .offset = offsetof(struct question_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct question_list_params, after),
        .presence = offsetof(struct question_list_params, after_is)},
};
const struct shape question_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct question_list_params), .of.object = {question_list_params_fields, 4}};

const struct shape question_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct question_list_result),
    .of.array = {&question_record_shape, 0, UINT32_MAX}};

static const struct shape question_answer_params_content_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct question_answer_params_content), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct question_answer_params_content_pair, value),
    .pair_size = sizeof(struct question_answer_params_content_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field question_answer_params_fields[] = {
    {.name = SLICE_INIT("questionId"), .quoted = SLICE_INIT("\"questionId\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct question_answer_params, question_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("action"), .quoted = SLICE_INIT("\"action\":"), .shape = &connector_action_shape,
        .offset = offsetof(struct question_answer_params, action), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("content"), .quoted = SLICE_INIT("\"content\":"),
        .shape = &question_answer_params_content_shape, .offset = offsetof(struct question_answer_params, content),
        .presence = offsetof(struct question_answer_params, content_is)},
};
const struct shape question_answer_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct question_answer_params), .of.object = {question_answer_params_fields, 3}};

static const struct shape_field question_answer_result_fields[] = {
    {.name = SLICE_INIT("question"), .quoted = SLICE_INIT("\"question\":"), .shape = &question_record_shape,
        .offset = offsetof(struct question_answer_result, question), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape question_answer_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct question_answer_result),
    .of.object = {question_answer_result_fields, 1}};

static const struct shape_field event_question_asked_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_question_asked_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_asked_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_question_asked_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_asked_params, session_id),
        .presence = offsetof(struct event_question_asked_params, session_id_is)},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_asked_params, task_id),
        .presence = offsetof(struct event_question_asked_params, task_id_is)},
    {.name = SLICE_INIT("question"), .quoted = SLICE_INIT("\"question\":"), .shape = &question_record_shape,
        .offset = offsetof(struct event_question_asked_params, question), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_question_asked_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_question_asked_params), .of.object = {event_question_asked_params_fields, 6}};

static const struct shape_field event_question_answered_params_fields[] = {
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_question_answered_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("epoch"), .quoted = SLICE_INIT("\"epoch\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_answered_params, epoch), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("timestamp"), .quoted = SLICE_INIT("\"timestamp\":"), .shape = &integer_scalar,
        .offset = offsetof(struct event_question_answered_params, timestamp), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sessionId"), .quoted = SLICE_INIT("\"sessionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_answered_params, session_id),
        .presence = offsetof(struct event_question_answered_params, session_id_is)},
    {.name = SLICE_INIT("taskId"), .quoted = SLICE_INIT("\"taskId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_answered_params, task_id),
        .presence = offsetof(struct event_question_answered_params, task_id_is)},
    {.name = SLICE_INIT("questionId"), .quoted = SLICE_INIT("\"questionId\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_answered_params, question_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &question_state_shape,
        .offset = offsetof(struct event_question_answered_params, state), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("answeredBy"), .quoted = SLICE_INIT("\"answeredBy\":"), .shape = &string_scalar,
        .offset = offsetof(struct event_question_answered_params, answered_by),
        .presence = offsetof(struct event_question_answered_params, answered_by_is)},
};
const struct shape event_question_answered_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_question_answered_params), .of.object = {event_question_answered_params_fields, 8}};

static const struct shape recorder_set_params_streams_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct recorder_set_params_streams), .of.array = {&recorder_stream_shape, 0, 16}};

static const bool recorder_set_params_keystroke_text_fallback = false;
static const struct shape_field recorder_set_params_fields[] = {
    {.name = SLICE_INIT("streams"), .quoted = SLICE_INIT("\"streams\":"), .shape = &recorder_set_params_streams_shape,
        .offset = offsetof(struct recorder_set_params, streams), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("keystroke_text"), .quoted = SLICE_INIT("\"keystroke_text\":"), .shape = &boolean_scalar,
        .fallback = &recorder_set_params_keystroke_text_fallback,
        .offset = offsetof(struct recorder_set_params, keystroke_text), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("session"), .quoted = SLICE_INIT("\"session\":"), .shape = &recorder_session_shape,
        .offset = offsetof(struct recorder_set_params, session), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape recorder_set_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct recorder_set_params), .of.object = {recorder_set_params_fields, 3}};

static const struct shape recorder_set_result_streams_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct recorder_set_result_streams), .of.array = {&recorder_stream_state_shape, 0, UINT32_MAX}};

static const struct shape_field recorder_set_result_fields[] = {
    {.name = SLICE_INIT("streams"), .quoted = SLICE_INIT("\"streams\":"), .shape = &recorder_set_result_streams_shape,
        .offset = offsetof(struct recorder_set_result, streams), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape recorder_set_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_set_result),
    .of.object = {recorder_set_result_fields, 1}};

const struct shape recorder_flush_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_flush_params),
    .of.object = {NULL, 0}};

static const struct shape_field recorder_flush_result_fields[] = {
    {.name = SLICE_INIT("flushed"), .quoted = SLICE_INIT("\"flushed\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct recorder_flush_result, flushed), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape recorder_flush_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_flush_result),
    .of.object = {recorder_flush_result_fields, 1}};

static const struct shape recorder_rows_params_rows_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct recorder_rows_params_rows), .of.array = {&recorder_row_shape, 0, 64}};

static const int64_t recorder_rows_params_dropped_fallback = INT64_C(0);
static const struct shape_field recorder_rows_params_fields[] = {
    {.name = SLICE_INIT("recorder_id"), .quoted = SLICE_INIT("\"recorder_id\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct recorder_rows_params, recorder_id), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sequence"), .quoted = SLICE_INIT("\"sequence\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct recorder_rows_params, sequence), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("rows"), .quoted = SLICE_INIT("\"rows\":"), .shape = &recorder_rows_params_rows_shape,
        .offset = offsetof(struct recorder_rows_params, rows), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("dropped"), .quoted = SLICE_INIT("\"dropped\":"), .shape = &integer_from_0_scalar,
        .fallback = &recorder_rows_params_dropped_fallback, .offset = offsetof(struct recorder_rows_params, dropped),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape recorder_rows_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_rows_params),
    .of.object = {recorder_rows_params_fields, 4}};

static const struct shape_field recorder_rows_result_fields[] = {
    {.name = SLICE_INIT("stored"), .quoted = SLICE_INIT("\"stored\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct recorder_rows_result, stored), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape recorder_rows_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_rows_result),
    .of.object = {recorder_rows_result_fields, 1}};

static const struct shape recorder_state_params_streams_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct recorder_state_params_streams), .of.array = {&recorder_stream_state_shape, 0, 16}};

static const struct shape_field recorder_state_params_fields[] = {
    {.name = SLICE_INIT("streams"), .quoted = SLICE_INIT("\"streams\":"), .shape = &recorder_state_params_streams_shape,
        .offset = offsetof(struct recorder_state_params, streams), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape recorder_state_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct recorder_state_params),
    .of.object = {recorder_state_params_fields, 1}};

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
    {.name = SLICE_INIT("useContext"), .quoted = SLICE_INIT("\"useContext\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_create_params, use_context),
        .presence = offsetof(struct session_create_params, use_context_is)},
    {.name = SLICE_INIT("closeWhenIdle"), .quoted = SLICE_INIT("\"closeWhenIdle\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_create_params, close_when_idle),
        .presence = offsetof(struct session_create_params, close_when_idle_is)},
    {.name = SLICE_INIT("budget"), .quoted = SLICE_INIT("\"budget\":"), .shape = &session_budget_shape,
        .offset = offsetof(struct session_create_params, budget),
        .presence = offsetof(struct session_create_params, budget_is)},
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct session_create_params, app_id),
        .presence = offsetof(struct session_create_params, app_id_is)},
    {.name = SLICE_INIT("metadata"), .quoted = SLICE_INIT("\"metadata\":"), .shape = &any_scalar,
        .offset = offsetof(struct session_create_params, metadata),
        .presence = offsetof(struct session_create_params, metadata_is)},
};
const struct shape session_create_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_create_params), .of.object = {session_create_params_fields, 18}};

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
    {.name = SLICE_INIT("appId"), .quoted = SLICE_INIT("\"appId\":"), .shape = &string_from_1_to_64_scalar,
        .offset = offsetof(struct session_list_params, app_id),
        .presence = offsetof(struct session_list_params, app_id_is)},
    {.name = SLICE_INIT("limit"), .quoted = SLICE_INIT("\"limit\":"), .shape = &integer_from_1_to_1000_scalar,
        .fallback = &session_list_params_limit_fallback, .offset = offsetof(struct session_list_params, limit),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("after"), .quoted = SLICE_INIT("\"after\":"), .shape = &string_from_1_to_128_scalar,
        .offset = offsetof(struct session_list_params, after),
        .presence = offsetof(struct session_list_params, after_is)},
};
const struct shape session_list_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct session_list_params), .of.object = {session_list_params_fields, 4}};

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
    {.name = SLICE_INIT("useContext"), .quoted = SLICE_INIT("\"useContext\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct session_update_params, use_context),
        .presence = offsetof(struct session_update_params, use_context_is), .flags = FIELD_NULLABLE},
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
    .size = sizeof(struct session_update_params), .of.object = {session_update_params_fields, 17}};

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

static const struct shape_field system_retry_params_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &system_service_shape,
        .offset = offsetof(struct system_retry_params, service), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape system_retry_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct system_retry_params), .of.object = {system_retry_params_fields, 1}};

static const struct shape_field system_retry_result_fields[] = {
    {.name = SLICE_INIT("success"), .quoted = SLICE_INIT("\"success\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct system_retry_result, success), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("newState"), .quoted = SLICE_INIT("\"newState\":"), .shape = &system_service_state_shape,
        .offset = offsetof(struct system_retry_result, new_state), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape system_retry_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct system_retry_result),
    .of.object = {system_retry_result_fields, 2}};

static const struct shape_field system_health_params_fields[] = {
    {.name = SLICE_INIT("service"), .quoted = SLICE_INIT("\"service\":"), .shape = &system_service_shape,
        .offset = offsetof(struct system_health_params, service), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("state"), .quoted = SLICE_INIT("\"state\":"), .shape = &system_service_state_shape,
        .offset = offsetof(struct system_health_params, state), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("message"), .quoted = SLICE_INIT("\"message\":"), .shape = &string_scalar,
        .offset = offsetof(struct system_health_params, message),
        .presence = offsetof(struct system_health_params, message_is)},
};
const struct shape system_health_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct system_health_params),
    .of.object = {system_health_params_fields, 3}};

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
    .callers = CALLER_CLIENT | CALLER_EXECUTOR | CALLER_APP | CALLER_BRIDGE | CALLER_DAEMON | CALLER_CONNECTOR | CALLER_RECORDER,
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

const struct method list_mcp_tools_method = {
    .name = SLICE_INIT("list_mcp_tools"),
    .params = &list_mcp_tools_params_shape,
    .result = &list_mcp_tools_result_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_WAITS,
};

const struct method search_mcp_tools_method = {
    .name = SLICE_INIT("search_mcp_tools"),
    .params = &search_mcp_tools_params_shape,
    .result = &search_mcp_tools_result_shape,
    .callers = CALLER_EXECUTOR,
};

const struct method call_mcp_tool_method = {
    .name = SLICE_INIT("call_mcp_tool"),
    .params = &call_mcp_tool_params_shape,
    .result = &call_mcp_tool_result_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_WAITS,
};

const struct method list_mcp_items_method = {
    .name = SLICE_INIT("list_mcp_items"),
    .params = &list_mcp_items_params_shape,
    .result = &list_mcp_items_result_shape,
    .callers = CALLER_EXECUTOR,
};

const struct method fetch_mcp_item_method = {
    .name = SLICE_INIT("fetch_mcp_item"),
    .params = &fetch_mcp_item_params_shape,
    .result = &fetch_mcp_item_result_shape,
    .callers = CALLER_EXECUTOR,
    .flags = METHOD_WAITS,
};

const struct method mcp_call_progress_method = {
    .name = SLICE_INIT("mcp_call_progress"),
    .params = &mcp_call_progress_params_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_NOTIFICATION,
};

const struct method mcp_server_changed_method = {
    .name = SLICE_INIT("mcp_server_changed"),
    .params = &mcp_server_changed_params_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_NOTIFICATION,
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

const struct method app_get_settings_method = {
    .name = SLICE_INIT("app:getSettings"),
    .params = &app_get_settings_params_shape,
    .result = &app_settings_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t app_set_theme_positional[] = {0};
const struct method app_set_theme_method = {
    .name = SLICE_INIT("app:setTheme"),
    .params = &app_set_theme_params_shape,
    .result = &app_set_theme_result_shape,
    .positional = app_set_theme_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t app_set_profile_positional[] = {0, 1};
const struct method app_set_profile_method = {
    .name = SLICE_INIT("app:setProfile"),
    .params = &app_set_profile_params_shape,
    .result = &app_set_profile_result_shape,
    .positional = app_set_profile_positional,
    .positional_count = 2,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method apps_list_method = {
    .name = SLICE_INIT("apps:list"),
    .params = &apps_list_params_shape,
    .result = &apps_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t apps_open_positional[] = {0};
const struct method apps_open_method = {
    .name = SLICE_INIT("apps.open"),
    .params = &apps_open_params_shape,
    .result = &apps_open_result_shape,
    .positional = apps_open_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT,
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

const struct method chat_send_message_method = {
    .name = SLICE_INIT("chat:sendMessage"),
    .params = &chat_send_message_params_shape,
    .result = &chat_send_message_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t chat_ack_positional[] = {0};
const struct method chat_ack_method = {
    .name = SLICE_INIT("chat:ack"),
    .params = &chat_ack_params_shape,
    .result = &chat_ack_result_shape,
    .positional = chat_ack_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t chat_resume_positional[] = {0};
const struct method chat_resume_method = {
    .name = SLICE_INIT("chat:resume"),
    .params = &chat_resume_params_shape,
    .result = &chat_resume_result_shape,
    .positional = chat_resume_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method chat_get_threads_method = {
    .name = SLICE_INIT("chat:getThreads"),
    .params = &chat_get_threads_params_shape,
    .result = &chat_get_threads_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t chat_get_thread_positional[] = {0};
const struct method chat_get_thread_method = {
    .name = SLICE_INIT("chat:getThread"),
    .params = &chat_get_thread_params_shape,
    .result = &chat_thread_shape,
    .positional = chat_get_thread_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method connector_open_method = {
    .name = SLICE_INIT("connector.open"),
    .params = &connector_open_params_shape,
    .result = &connector_open_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS | METHOD_SECRET,
};

const struct method connector_list_method = {
    .name = SLICE_INIT("connector.list"),
    .params = &connector_list_params_shape,
    .result = &connector_list_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method connector_call_method = {
    .name = SLICE_INIT("connector.call"),
    .params = &connector_call_params_shape,
    .result = &connector_call_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method connector_cancel_method = {
    .name = SLICE_INIT("connector.cancel"),
    .params = &connector_cancel_params_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_NOTIFICATION,
};

const struct method connector_prompt_method = {
    .name = SLICE_INIT("connector.prompt"),
    .params = &connector_prompt_params_shape,
    .result = &connector_prompt_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method connector_read_method = {
    .name = SLICE_INIT("connector.read"),
    .params = &connector_read_params_shape,
    .result = &connector_read_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method connector_state_method = {
    .name = SLICE_INIT("connector.state"),
    .params = &connector_state_params_shape,
    .callers = CALLER_CONNECTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method connector_changed_method = {
    .name = SLICE_INIT("connector.changed"),
    .params = &connector_changed_params_shape,
    .callers = CALLER_CONNECTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method connector_progress_method = {
    .name = SLICE_INIT("connector.progress"),
    .params = &connector_progress_params_shape,
    .callers = CALLER_CONNECTOR,
    .flags = METHOD_NOTIFICATION,
};

const struct method connector_ask_method = {
    .name = SLICE_INIT("connector.ask"),
    .params = &connector_ask_params_shape,
    .result = &connector_ask_result_shape,
    .callers = CALLER_CONNECTOR,
    .flags = METHOD_WAITS | METHOD_SECRET,
};

static const uint8_t context_query_positional[] = {0, 1};
const struct method context_query_method = {
    .name = SLICE_INIT("context:query"),
    .params = &context_query_params_shape,
    .result = &context_query_result_shape,
    .positional = context_query_positional,
    .positional_count = 2,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t context_get_recent_activity_positional[] = {0, 1};
const struct method context_get_recent_activity_method = {
    .name = SLICE_INIT("context:getRecentActivity"),
    .params = &context_get_recent_activity_params_shape,
    .result = &context_get_recent_activity_result_shape,
    .positional = context_get_recent_activity_positional,
    .positional_count = 2,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method context_get_context_card_method = {
    .name = SLICE_INIT("context:getContextCard"),
    .params = &context_get_context_card_params_shape,
    .result = &context_card_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method cowork_read_method = {
    .name = SLICE_INIT("cowork:read"),
    .params = &cowork_read_params_shape,
    .result = &cowork_read_result_shape,
    .callers = CALLER_CLIENT | CALLER_APP | CALLER_BRIDGE,
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

const struct method mcp_connect_method = {
    .name = SLICE_INIT("mcp:connect"),
    .params = &mcp_connect_params_shape,
    .result = &mcp_connect_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_SECRET,
};

static const uint8_t mcp_disconnect_positional[] = {0};
const struct method mcp_disconnect_method = {
    .name = SLICE_INIT("mcp:disconnect"),
    .params = &mcp_disconnect_params_shape,
    .result = &mcp_disconnect_result_shape,
    .positional = mcp_disconnect_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_list_connections_method = {
    .name = SLICE_INIT("mcp:listConnections"),
    .params = &mcp_list_connections_params_shape,
    .result = &mcp_list_connections_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_list_tools_method = {
    .name = SLICE_INIT("mcp:listTools"),
    .params = &mcp_list_tools_params_shape,
    .result = &mcp_list_tools_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_get_status_method = {
    .name = SLICE_INIT("mcp:getStatus"),
    .params = &mcp_get_status_params_shape,
    .result = &mcp_get_status_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t mcp_get_positional[] = {0};
const struct method mcp_get_method = {
    .name = SLICE_INIT("mcp.get"),
    .params = &mcp_get_params_shape,
    .result = &mcp_server_shape,
    .positional = mcp_get_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t mcp_start_positional[] = {0};
const struct method mcp_start_method = {
    .name = SLICE_INIT("mcp.start"),
    .params = &mcp_start_params_shape,
    .result = &mcp_server_shape,
    .positional = mcp_start_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t mcp_restart_positional[] = {0};
const struct method mcp_restart_method = {
    .name = SLICE_INIT("mcp.restart"),
    .params = &mcp_restart_params_shape,
    .result = &mcp_server_shape,
    .positional = mcp_restart_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

static const uint8_t mcp_remove_positional[] = {0};
const struct method mcp_remove_method = {
    .name = SLICE_INIT("mcp.remove"),
    .params = &mcp_remove_params_shape,
    .result = &mcp_remove_result_shape,
    .positional = mcp_remove_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_call_method = {
    .name = SLICE_INIT("mcp.call"),
    .params = &mcp_call_params_shape,
    .result = &connector_call_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t mcp_search_positional[] = {0};
const struct method mcp_search_method = {
    .name = SLICE_INIT("mcp.search"),
    .params = &mcp_search_params_shape,
    .result = &mcp_search_result_shape,
    .positional = mcp_search_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_logs_method = {
    .name = SLICE_INIT("mcp.logs"),
    .params = &mcp_logs_params_shape,
    .result = &mcp_logs_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_prompts_method = {
    .name = SLICE_INIT("mcp.prompts"),
    .params = &mcp_prompts_params_shape,
    .result = &mcp_prompts_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_prompt_method = {
    .name = SLICE_INIT("mcp.prompt"),
    .params = &mcp_prompt_params_shape,
    .result = &connector_prompt_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

const struct method mcp_resources_method = {
    .name = SLICE_INIT("mcp.resources"),
    .params = &mcp_resources_params_shape,
    .result = &mcp_resources_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_read_method = {
    .name = SLICE_INIT("mcp.read"),
    .params = &mcp_read_params_shape,
    .result = &connector_read_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_WAITS,
};

static const uint8_t mcp_offers_positional[] = {0};
const struct method mcp_offers_method = {
    .name = SLICE_INIT("mcp.offers"),
    .params = &mcp_offers_params_shape,
    .result = &mcp_offers_result_shape,
    .positional = mcp_offers_positional,
    .positional_count = 1,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method mcp_approve_method = {
    .name = SLICE_INIT("mcp.approve"),
    .params = &mcp_approve_params_shape,
    .result = &mcp_offer_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_SECRET,
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

const struct method question_list_method = {
    .name = SLICE_INIT("question.list"),
    .params = &question_list_params_shape,
    .result = &question_list_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
};

const struct method question_answer_method = {
    .name = SLICE_INIT("question.answer"),
    .params = &question_answer_params_shape,
    .result = &question_answer_result_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_SECRET,
};

const struct method recorder_set_method = {
    .name = SLICE_INIT("recorder.set"),
    .params = &recorder_set_params_shape,
    .result = &recorder_set_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method recorder_flush_method = {
    .name = SLICE_INIT("recorder.flush"),
    .params = &recorder_flush_params_shape,
    .result = &recorder_flush_result_shape,
    .callers = CALLER_DAEMON,
    .flags = METHOD_WAITS,
};

const struct method recorder_rows_method = {
    .name = SLICE_INIT("recorder.rows"),
    .params = &recorder_rows_params_shape,
    .result = &recorder_rows_result_shape,
    .callers = CALLER_RECORDER,
    .flags = METHOD_SECRET,
};

const struct method recorder_state_method = {
    .name = SLICE_INIT("recorder.state"),
    .params = &recorder_state_params_shape,
    .callers = CALLER_RECORDER,
    .flags = METHOD_NOTIFICATION,
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

static const uint8_t system_retry_positional[] = {0};
const struct method system_retry_method = {
    .name = SLICE_INIT("system:retry"),
    .params = &system_retry_params_shape,
    .result = &system_retry_result_shape,
    .positional = system_retry_positional,
    .positional_count = 1,
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

const struct event_type event_settings_changed_event = {
    .name = SLICE_INIT("event.settingsChanged"),
    .params = &event_settings_changed_params_shape,
};

const struct event_type event_apps_changed_event = {
    .name = SLICE_INIT("event.appsChanged"),
    .params = &event_apps_changed_params_shape,
};

const struct event_type chat_stream_port_event = {
    .name = SLICE_INIT("chat:streamPort"),
    .params = &chat_stream_port_params_shape,
};

const struct event_type chat_stream_chunk_event = {
    .name = SLICE_INIT("chat:streamChunk"),
    .params = &chat_stream_chunk_params_shape,
};

const struct event_type event_daemon_stopping_event = {
    .name = SLICE_INIT("event.daemonStopping"),
    .params = &event_daemon_stopping_params_shape,
};

const struct event_type event_cursor_event = {
    .name = SLICE_INIT("event.cursor"),
    .params = &event_cursor_params_shape,
};

const struct event_type mcp_progress_event = {
    .name = SLICE_INIT("mcp.progress"),
    .params = &mcp_progress_params_shape,
};

const struct event_type event_mcp_changed_event = {
    .name = SLICE_INIT("event.mcpChanged"),
    .params = &event_mcp_changed_params_shape,
};

const struct event_type event_permission_requested_event = {
    .name = SLICE_INIT("event.permissionRequested"),
    .params = &event_permission_requested_params_shape,
};

const struct event_type event_permission_resolved_event = {
    .name = SLICE_INIT("event.permissionResolved"),
    .params = &event_permission_resolved_params_shape,
};

const struct event_type event_question_asked_event = {
    .name = SLICE_INIT("event.questionAsked"),
    .params = &event_question_asked_params_shape,
};

const struct event_type event_question_answered_event = {
    .name = SLICE_INIT("event.questionAnswered"),
    .params = &event_question_answered_params_shape,
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

const struct event_type system_health_event = {
    .name = SLICE_INIT("system:health"),
    .params = &system_health_params_shape,
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
    &list_mcp_tools_method,
    &search_mcp_tools_method,
    &call_mcp_tool_method,
    &list_mcp_items_method,
    &fetch_mcp_item_method,
    &mcp_call_progress_method,
    &mcp_server_changed_method,
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
    &app_get_settings_method,
    &app_set_theme_method,
    &app_set_profile_method,
    &apps_list_method,
    &apps_open_method,
    &audit_list_method,
    &audit_verify_method,
    &broker_serve_method,
    &broker_leave_method,
    &broker_models_method,
    &broker_reserve_method,
    &broker_settle_method,
    &budget_status_method,
    &chat_send_method,
    &chat_send_message_method,
    &chat_ack_method,
    &chat_resume_method,
    &chat_get_threads_method,
    &chat_get_thread_method,
    &connector_open_method,
    &connector_list_method,
    &connector_call_method,
    &connector_cancel_method,
    &connector_prompt_method,
    &connector_read_method,
    &connector_state_method,
    &connector_changed_method,
    &connector_progress_method,
    &connector_ask_method,
    &context_query_method,
    &context_get_recent_activity_method,
    &context_get_context_card_method,
    &cowork_read_method,
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
    &mcp_connect_method,
    &mcp_disconnect_method,
    &mcp_list_connections_method,
    &mcp_list_tools_method,
    &mcp_get_status_method,
    &mcp_get_method,
    &mcp_start_method,
    &mcp_restart_method,
    &mcp_remove_method,
    &mcp_call_method,
    &mcp_search_method,
    &mcp_logs_method,
    &mcp_prompts_method,
    &mcp_prompt_method,
    &mcp_resources_method,
    &mcp_read_method,
    &mcp_offers_method,
    &mcp_approve_method,
    &permission_list_method,
    &permission_answer_method,
    &permission_rules_list_method,
    &permission_rules_add_method,
    &permission_rules_remove_method,
    &permission_rules_preview_method,
    &question_list_method,
    &question_answer_method,
    &recorder_set_method,
    &recorder_flush_method,
    &recorder_rows_method,
    &recorder_state_method,
    &session_create_method,
    &session_get_method,
    &session_files_method,
    &session_list_method,
    &session_update_method,
    &session_close_method,
    &session_reopen_method,
    &session_delete_method,
    &session_fork_method,
    &system_retry_method,
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
const size_t contract_method_count = 144;

const struct event_type *const contract_events[] = {
    &event_settings_changed_event,
    &event_apps_changed_event,
    &chat_stream_port_event,
    &chat_stream_chunk_event,
    &event_daemon_stopping_event,
    &event_cursor_event,
    &mcp_progress_event,
    &event_mcp_changed_event,
    &event_permission_requested_event,
    &event_permission_resolved_event,
    &event_question_asked_event,
    &event_question_answered_event,
    &event_session_created_event,
    &event_session_updated_event,
    &event_session_closed_event,
    &event_session_deleted_event,
    &system_health_event,
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
const size_t contract_event_count = 28;

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
    [ERROR_RESULT_TOO_LONG] = {-32011, SLICE_INIT("result_too_long"), SLICE_INIT("The response is larger than a message may be, or than the room that unread output leaves.")},
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
    [ERROR_APP_NOT_FOUND] = {-32000, SLICE_INIT("app_not_found"), SLICE_INIT("No app with this id is installed.")},
    [ERROR_BUDGET_EXCEEDED] = {-32037, SLICE_INIT("budget_exceeded"), SLICE_INIT("The call could exceed the budget of the session or of the day; data has the budget, the amount left and the highest possible cost of the call.")},
    [ERROR_BROKER_CALL_NOT_FOUND] = {-32000, SLICE_INIT("broker_call_not_found"), SLICE_INIT("No such reservation.")},
    [ERROR_MESSAGE_NOT_FOUND] = {-32000, SLICE_INIT("message_not_found"), SLICE_INIT("The thread has no message with this id.")},
    [ERROR_PORT_NOT_FOUND] = {-32000, SLICE_INIT("port_not_found"), SLICE_INIT("No port of this connection waits for the ACK of this task.")},
    [ERROR_TOO_MANY_PORTS] = {-32060, SLICE_INIT("too_many_ports"), SLICE_INIT("A limit of open ports is reached; the message names it.")},
    [ERROR_MCP_ARGUMENTS_REFUSED] = {-32052, SLICE_INIT("mcp_arguments_refused"), SLICE_INIT("The arguments do not fit the schema of the tool; the message names the argument and says what is expected.")},
    [ERROR_MCP_SERVER_FAILED] = {-32051, SLICE_INIT("mcp_server_failed"), SLICE_INIT("The MCP server could not be started or used; the message has the reason.")},
    [ERROR_MCP_TOOL_CHANGED] = {-32059, SLICE_INIT("mcp_tool_changed"), SLICE_INIT("The server has changed the definition of the tool since the call was decided about. The tool was not called.")},
    [ERROR_MCP_REQUEST_FAILED] = {-32054, SLICE_INIT("mcp_request_failed"), SLICE_INIT("The MCP server answered a request with an error; data has its code, message and data.")},
    [ERROR_APP_REFUSED] = {-32061, SLICE_INIT("app_refused"), SLICE_INIT("The app may not do this: it names another app, or it was not granted the tool.")},
    [ERROR_READ_NOT_FOUND] = {-32000, SLICE_INIT("read_not_found"), SLICE_INIT("The read lane has no such method.")},
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
    [ERROR_MCP_SERVER_NOT_FOUND] = {-32000, SLICE_INIT("mcp_server_not_found"), SLICE_INIT("There is no MCP server with this id.")},
    [ERROR_MCP_TOOL_NOT_FOUND] = {-32000, SLICE_INIT("mcp_tool_not_found"), SLICE_INIT("The server has no such tool; the message names the nearest one.")},
    [ERROR_MCP_SERVER_REFUSED] = {-32056, SLICE_INIT("mcp_server_refused"), SLICE_INIT("The configuration of the server is not possible; the message has the reason.")},
    [ERROR_MCP_SERVER_LOST] = {-32053, SLICE_INIT("mcp_server_lost"), SLICE_INIT("The server ended during the call. Whether the call had an effect is not known, and weir does not repeat it.")},
    [ERROR_TOO_MANY_MCP_SERVERS] = {-32057, SLICE_INIT("too_many_mcp_servers"), SLICE_INIT("The limit of servers (mcp.servers) is reached.")},
    [ERROR_TOO_MANY_MCP_CALLS] = {-32058, SLICE_INIT("too_many_mcp_calls"), SLICE_INIT("The server has too many calls at a time (mcp.calls).")},
    [ERROR_MCP_NOT_OFFERED] = {-32000, SLICE_INIT("mcp_not_offered"), SLICE_INIT("The project offers no server of this name, or the entry has changed since.")},
    [ERROR_PERMISSION_NOT_FOUND] = {-32000, SLICE_INIT("permission_not_found"), SLICE_INIT("There is no permission request with this id.")},
    [ERROR_PERMISSION_ANSWERED] = {-32001, SLICE_INIT("permission_answered"), SLICE_INIT("The request was answered, has timed out or was withdrawn; data has its state and reason.")},
    [ERROR_RULE_NOT_FOUND] = {-32000, SLICE_INIT("rule_not_found"), SLICE_INIT("There is no rule with this id.")},
    [ERROR_RULE_REFUSED] = {-32035, SLICE_INIT("rule_refused"), SLICE_INIT("The rule could never match, or would match less than it seems to; the message has the reason.")},
    [ERROR_TOO_MANY_RULES] = {-32036, SLICE_INIT("too_many_rules"), SLICE_INIT("The limit of rules (permissions.rules) is reached.")},
    [ERROR_QUESTION_NOT_FOUND] = {-32000, SLICE_INIT("question_not_found"), SLICE_INIT("There is no question with this id.")},
    [ERROR_QUESTION_ANSWERED] = {-32001, SLICE_INIT("question_answered"), SLICE_INIT("The question was answered, has timed out or was withdrawn; data has its state.")},
    [ERROR_ANSWER_REFUSED] = {-32055, SLICE_INIT("answer_refused"), SLICE_INIT("The answer does not fit the fields of the question; the message names the field and says what is expected.")},
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
    "is client can answer permission requests and questions of MCP servers. The daemon sends both to this connect"
    "ion even without a subscription.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Whether a person"
    " at this client can answer permission requests and questions of MCP servers. The daemon sends both to this c"
    "onnection even without a subscription.\"}},{\"name\":\"acceptsDescriptors\",\"description\":\"Whether the client can"
    " receive descriptors with a message. If not, chat:streamPort comes without one, and chunks are notifications"
    ".\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"description\":\"Whether the client can receive descriptors with "
    "a message. If not, chat:streamPort comes without one, and chunks are notifications.\"}},{\"name\":\"optOutNotifi"
    "cationMethods\",\"description\":\"The names of notifications that this connection does not want.\",\"schema\":{\"des"
    "cription\":\"The names of notifications that this connection does not want.\",\"type\":\"array\",\"items\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":128},\"maxItems\":64}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\""
    "properties\":{\"protocolVersion\":{\"type\":\"string\",\"description\":\"The protocol version that both sides use from"
    " here on.\"},\"server\":{\"$ref\":\"#/components/schemas/core.ServerInfo\"},\"limits\":{\"$ref\":\"#/components/schemas/"
    "core.Limits\"},\"sandbox\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"description\":\"The highest sa"
    "ndbox level for agents on this system. off: agents have all rights of the user, and a front end must show th"
    "at.\"},\"notify\":{\"$ref\":\"#/components/schemas/core.Notify\"},\"notifications\":{\"description\":\"Every notificatio"
    "n that the daemon can send.\",\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"protocolVersion\",\"serve"
    "r\",\"limits\",\"sandbox\",\"notifications\"]}},\"errors\":[{\"$ref\":\"#/components/errors/already_initialized\"},{\"$ref"
    "\":\"#/components/errors/unsupported_protocol\"}],\"x-callers\":[\"client\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x"
    "-since\":\"1.0\"},{\"name\":\"ping\",\"summary\":\"Check whether the daemon responds.\",\"paramStructure\":\"by-name\",\"par"
    "ams\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pong\":{\"type\":\"boolean\"},\"timesta"
    "mp\":{\"type\":\"integer\",\"description\":\"The time of the daemon's clock, epoch milliseconds.\"}},\"required\":[\"pon"
    "g\",\"timestamp\"]}},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"n"
    "ame\":\"rpc.discover\",\"summary\":\"Get the whole contract as an OpenRPC document.\",\"paramStructure\":\"by-name\",\"p"
    "arams\":[],\"result\":{\"name\":\"result\",\"schema\":true},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handl"
    "er\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"$/cancel_request\",\"summary\":\"Cancel a pending request of this connect"
    "ion. It still gets a response, with the error -32800. An unknown id is ignored.\",\"paramStructure\":\"by-name\","
    "\"params\":[{\"name\":\"requestId\",\"description\":\"The id of the request, exactly as it was sent.\",\"required\":true"
    ",\"schema\":{\"description\":\"The id of the request, exactly as it was sent.\"}}],\"x-callers\":[\"client\",\"executor"
    "\",\"app\",\"bridge\",\"daemon\",\"connector\",\"recorder\"],\"x-handler\":\"peer\",\"x-since\":\"1.0\",\"x-notification\":true},"
    "{\"name\":\"execute_prompt\",\"summary\":\"Run an agent on a prompt. The response follows when the agent has ended."
    "\",\"description\":\"Meanwhile the executor reports with report_message, with sequence numbers from 1 and withou"
    "t gaps.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"description\":\"Valid for this task and"
    " this executor only.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"description\":\"Valid for this "
    "task and this executor only.\"}},{\"name\":\"session_id\",\"schema\":{\"type\":\"string\",\"default\":\"\"}},{\"name\":\"task_"
    "id\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"task\"}},{\"name\":\"prompt\",\"required\":true,\"schema\":{\"t"
    "ype\":\"string\"}},{\"name\":\"cwd\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"/\"}},{\"name\":\"tools\",\"descr"
    "iption\":\"The tools that the agent may use. * matches any characters; [\\\"*\\\"]: every tool that rules and mode"
    "s allow. Absent: Read, Write, Edit, Bash, Grep, Glob, mcp__*.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"str"
    "ing\"},\"description\":\"The tools that the agent may use. * matches any characters; [\\\"*\\\"]: every tool that ru"
    "les and modes allow. Absent: Read, Write, Edit, Bash, Grep, Glob, mcp__*.\"}},{\"name\":\"permission_mode\",\"sche"
    "ma\":{\"$ref\":\"#/components/schemas/session.PermissionMode\",\"default\":\"default\"}},{\"name\":\"timeout_ms\",\"schema"
    "\":{\"type\":\"integer\",\"minimum\":1,\"default\":600000}},{\"name\":\"stream\",\"description\":\"False: report only whole "
    "messages, no deltas.\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"description\":\"False: report only whole mess"
    "ages, no deltas.\"}},{\"name\":\"attachments\",\"description\":\"Files to send with the prompt. If one cannot be rea"
    "d, the task fails with the code attachment_failed.\",\"schema\":{\"$ref\":\"#/components/schemas/task.Attachments\""
    ",\"description\":\"Files to send with the prompt. If one cannot be read, the task fails with the code attachmen"
    "t_failed.\"}},{\"name\":\"agent\",\"description\":\"The agent: one of the launches, or one of the executor's own. Ab"
    "sent: the executor uses the first usable agent, its own before the launches. Sent to weir-executor only.\",\"s"
    "chema\":{\"type\":\"string\",\"description\":\"The agent: one of the launches, or one of the executor's own. Absent:"
    " the executor uses the first usable agent, its own before the launches. Sent to weir-executor only.\"}},{\"nam"
    "e\":\"launches\",\"description\":\"The programs that the executor can start as the agent. Sent to weir-executor on"
    "ly.\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Launch\"},\"maxItems\":64,\"descrip"
    "tion\":\"The programs that the executor can start as the agent. Sent to weir-executor only.\"}},{\"name\":\"more_l"
    "aunches\",\"description\":\"True: the daemon has more launches than these. If none of these can be used, and no "
    "agent of the executor's own that precedes them, the executor fails the task with the code agent_not_usable, "
    "and the daemon offers the others to another executor.\",\"schema\":{\"type\":\"boolean\",\"description\":\"True: the d"
    "aemon has more launches than these. If none of these can be used, and no agent of the executor's own that pr"
    "ecedes them, the executor fails the task with the code agent_not_usable, and the daemon offers the others to"
    " another executor.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/executor.Execution\"}"
    "},\"errors\":[{\"$ref\":\"#/components/errors/executor_busy\"},{\"$ref\":\"#/components/errors/agent_not_found\"},{\"$r"
    "ef\":\"#/components/errors/agent_failed\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daem"
    "on\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"list_agents\",\"summary\":\"List the agents"
    " in this sandbox, with the reason for each that cannot be used.\",\"paramStructure\":\"by-name\",\"params\":[{\"name"
    "\":\"launches\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Launch\"},\"maxItems\":64}"
    "},{\"name\":\"providers\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Provider\"},\"ma"
    "xItems\":64}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"agents\":{\"type\":\"array\",\"it"
    "ems\":{\"$ref\":\"#/components/schemas/executor.Agent\"},\"description\":\"In the order of preference.\"}},\"required\""
    ":[\"agents\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\""
    ":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"spawn_terminal\",\"summary\":\"Open a terminal and start a "
    "shell in it. The response carries three descriptors in this order: the terminal, the memory of its scrollbac"
    "k, a pidfd of its process.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"sc"
    "hema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"cwd\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1"
    "}},{\"name\":\"shell\",\"description\":\"The shell: a path, or a name to find in PATH.\",\"schema\":{\"type\":\"string\",\""
    "minLength\":1,\"default\":\"bash\",\"description\":\"The shell: a path, or a name to find in PATH.\"}},{\"name\":\"comma"
    "nd\",\"description\":\"A command that the shell runs with -c; absent: an interactive shell.\",\"schema\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":131072,\"description\":\"A command that the shell runs with -c; absent: an int"
    "eractive shell.\"}},{\"name\":\"env\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}},{\"name"
    "\":\"use_tmux\",\"schema\":{\"type\":\"boolean\",\"default\":false}},{\"name\":\"tmux_session_name\",\"schema\":{\"type\":\"stri"
    "ng\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"tmux_window_name\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxL"
    "ength\":128}},{\"name\":\"cols\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":80}},{\"name\":\"ro"
    "ws\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":24}},{\"name\":\"terminal_id\",\"description\""
    ":\"The id of the new terminal; absent: the executor makes one.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxL"
    "ength\":128,\"description\":\"The id of the new terminal; absent: the executor makes one.\"}}],\"result\":{\"name\":\""
    "result\",\"schema\":{\"type\":\"object\",\"properties\":{\"terminal_id\":{\"type\":\"string\"},\"pty_pid\":{\"type\":\"integer\","
    "\"description\":\"The process id inside the sandbox.\"},\"created_at\":{\"type\":\"integer\",\"minimum\":0,\"description\""
    ":\"Epoch milliseconds.\"}},\"required\":[\"terminal_id\",\"pty_pid\"]}},\"errors\":[{\"$ref\":\"#/components/errors/inval"
    "id_params\"},{\"$ref\":\"#/components/errors/terminal_failed\"},{\"$ref\":\"#/components/errors/handshake_refused\"}]"
    ",\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"get_terminal\",\"summary\":\"Get the de"
    "scriptors of a terminal again, in the order of spawn_terminal, after the daemon was restarted.\",\"paramStruct"
    "ure\":\"by-name\",\"params\":[{\"name\":\"terminal_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxL"
    "ength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/executor.HandedTerminal\"}},\"e"
    "rrors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],"
    "\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"close_terminal\",\"summary\":\"Close a t"
    "erminal: send SIGHUP, then kill the processes that are left.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\""
    "terminal_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"forget\",\"des"
    "cription\":\"True: the daemon has stored how the terminal ended, and the executor can delete its record.\",\"sch"
    "ema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: the daemon has stored how the terminal ended, an"
    "d the executor can delete its record.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/e"
    "xecutor.HandedTerminal\"}},\"errors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"},{\"$ref\":\"#/components/"
    "errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\""
    "name\":\"stop_task\",\"summary\":\"Ask a task to stop.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_toke"
    "n\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\",\"mi"
    "nLength\":1,\"default\":\"task\"}},{\"name\":\"reason\",\"description\":\"user_cancelled, timeout, …\",\"schema\":{\"type\":\""
    "string\",\"description\":\"user_cancelled, timeout, …\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"p"
    "roperties\":{\"stopped\":{\"type\":\"boolean\"},\"message\":{\"type\":\"string\"}},\"required\":[\"stopped\"]}},\"errors\":[{\"$"
    "ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"da"
    "emon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"cancel_task\",\"summary\":\"Kill a task at once.\",\"param"
    "Structure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\""
    ":1}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"default\":\"task\"}},{\"name\":\"reason\",\"schema\":"
    "{\"type\":\"string\"}}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-notification\":true},{\"n"
    "ame\":\"shutdown\",\"summary\":\"Finish running work within a time limit, then exit.\",\"paramStructure\":\"by-name\",\""
    "params\":[{\"name\":\"reason\",\"description\":\"idle_timeout, server_restart, …\",\"schema\":{\"type\":\"string\",\"default"
    "\":\"\",\"description\":\"idle_timeout, server_restart, …\"}},{\"name\":\"timeout_ms\",\"schema\":{\"type\":\"integer\",\"mini"
    "mum\":0,\"maximum\":3600000,\"default\":30000}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\""
    ":{\"status\":{\"type\":\"string\",\"description\":\"completed: running work has ended. interrupted: running work was "
    "killed. idle: nothing was running.\"}},\"required\":[\"status\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handsha"
    "ke_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"termina"
    "te\",\"summary\":\"An alias of shutdown.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"reason\",\"schema\":{\"type\""
    ":\"string\",\"default\":\"\"}},{\"name\":\"timeout_ms\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"defa"
    "ult\":30000}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\"}},"
    "\"required\":[\"status\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\""
    "x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"pause_notifications\",\"summary\":\"Stop reportin"
    "g until resume_notifications. Usually sent as a notification; a request gets a response.\",\"paramStructure\":\""
    "by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"paused\":{\"type\":\"boo"
    "lean\"}},\"required\":[\"paused\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"da"
    "emon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"resume_notifications\",\"summary\":\"Start reporting aga"
    "in. Usually sent as a notification; a request gets a response.\",\"paramStructure\":\"by-name\",\"params\":[],\"resu"
    "lt\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"paused\":{\"type\":\"boolean\"}},\"required\":[\"pause"
    "d\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"execut"
    "or\",\"x-since\":\"1.0\"},{\"name\":\"resume\",\"summary\":\"The handshake, the first one or a repeated one: the daemon "
    "identifies itself, and the executor reports its tasks and terminals.\",\"description\":\"The executor keeps the "
    "first secret that it receives; later connections must present the same one. An executor that has responded k"
    "eeps every message until confirm_messages names it. After the response it sends the messages that were not c"
    "onfirmed, and report_completion for each prompt that has ended. An executor that does not support this metho"
    "d (-32601) does none of this.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"hand_shake\",\"required\":true,\"sc"
    "hema\":{\"type\":\"string\",\"minLength\":16,\"maxLength\":256}},{\"name\":\"protocol_version\",\"description\":\"The newest"
    " version of these methods that the daemon supports, MAJOR.MINOR.\",\"schema\":{\"type\":\"string\",\"default\":\"1.0\","
    "\"minLength\":3,\"maxLength\":16,\"description\":\"The newest version of these methods that the daemon supports, MA"
    "JOR.MINOR.\"}},{\"name\":\"confirmed\",\"description\":\"The last stored sequence number of each task that the daemo"
    "n expects here.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\",\"minimum\":0},\"descriptio"
    "n\":\"The last stored sequence number of each task that the daemon expects here.\"}},{\"name\":\"tokens\",\"descript"
    "ion\":\"New tokens for these tasks; they replace the tokens of the previous daemon.\",\"schema\":{\"type\":\"object\""
    ",\"additionalProperties\":{\"type\":\"string\",\"minLength\":1},\"description\":\"New tokens for these tasks; they repl"
    "ace the tokens of the previous daemon.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":"
    "{\"protocol_version\":{\"type\":\"string\",\"minLength\":3,\"maxLength\":16,\"description\":\"The version that the execut"
    "or uses, with the same MAJOR number. Absent: 1.0.\"},\"tasks\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sc"
    "hemas/executor.Handed\"}},\"terminals\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.HandedTe"
    "rminal\"}}},\"required\":[\"tasks\",\"terminals\"]}},\"errors\":[{\"$ref\":\"#/components/errors/handshake_refused\"},{\"$"
    "ref\":\"#/components/errors/unsupported_protocol\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1"
    ".0\"},{\"name\":\"confirm_messages\",\"summary\":\"Confirm that everything up to this sequence number is stored, so "
    "that the executor can drop it.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"task_id\",\"required\":true,\"sche"
    "ma\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"sequence\",\"required\":true,\"schema\":{\"type\":\"integer\",\"minimum\""
    ":0}}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"get_api_"
    "key\",\"summary\":\"Get the key of a provider.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"re"
    "quired\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"service\",\"description\":\"anthropic, openai, g"
    "oogle, github, …\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"ant"
    "hropic, openai, google, github, …\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"api"
    "_key\":{\"type\":\"string\"},\"expires_at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"ap"
    "i_key\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/key_not_found\""
    "},{\"$ref\":\"#/components/errors/key_refused\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/component"
    "s/errors/too_many_key_requests\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executo"
    "r\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true,\"x-secret\":true},{\"name\":\"request_permission\",\"summa"
    "ry\":\"Ask for permission to use a tool.\",\"description\":\"A tool that is not in the task's list is denied in ev"
    "ery mode.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"st"
    "ring\",\"minLength\":1}},{\"name\":\"tool_name\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength"
    "\":128}},{\"name\":\"tool_input\",\"description\":\"Its form depends on the tool.\",\"schema\":{\"description\":\"Its form"
    " depends on the tool.\"}},{\"name\":\"request_id\",\"description\":\"Identifies the request, so that a repeat after "
    "a reconnect has no further effect. After the response was delivered, a repeat is a new request.\",\"schema\":{\""
    "type\":\"string\",\"maxLength\":128,\"description\":\"Identifies the request, so that a repeat after a reconnect has"
    " no further effect. After the response was delivered, a repeat is a new request.\"}}],\"result\":{\"name\":\"resul"
    "t\",\"schema\":{\"type\":\"object\",\"properties\":{\"approved\":{\"type\":\"boolean\"},\"reason\":{\"type\":\"string\",\"descript"
    "ion\":\"mode=bypassPermissions, mode=acceptEdits, mode=plan, rule:ID, user_approved, user_denied, timeout, too"
    "l_not_listed, no_approver, …\"},\"note\":{\"type\":\"string\",\"description\":\"A note from the person who answered.\"}"
    "},\"required\":[\"approved\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/err"
    "ors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{"
    "\"name\":\"get_execution_context\",\"summary\":\"Get the session's history, MCP servers, context files and model.\","
    "\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minL"
    "ength\":1}},{\"name\":\"history\",\"description\":\"False: leave `messages` empty, which is faster.\",\"schema\":{\"type"
    "\":\"boolean\",\"default\":true,\"description\":\"False: leave `messages` empty, which is faster.\"}},{\"name\":\"histor"
    "y_bytes\",\"description\":\"The approximate limit of `messages`; the newest ones are returned.\",\"schema\":{\"type\""
    ":\"integer\",\"minimum\":0,\"maximum\":4194304,\"default\":4194304,\"description\":\"The approximate limit of `messages"
    "`; the newest ones are returned.\"}},{\"name\":\"after_task\",\"description\":\"Return only the messages after the e"
    "nd of this task, for an executor that has the others; see `continues`.\",\"schema\":{\"type\":\"string\",\"minLength"
    "\":1,\"maxLength\":128,\"description\":\"Return only the messages after the end of this task, for an executor that"
    " has the others; see `continues`.\"}},{\"name\":\"commands\",\"description\":\"True: return `commands`. The daemon r"
    "eads the files itself, because the sandbox may hide them.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"descr"
    "iption\":\"True: return `commands`. The daemon reads the files itself, because the sandbox may hide them.\"}},{"
    "\"name\":\"command\",\"description\":\"The name of a command whose text is wanted.\",\"schema\":{\"type\":\"string\",\"minL"
    "ength\":1,\"maxLength\":256,\"description\":\"The name of a command whose text is wanted.\"}}],\"result\":{\"name\":\"re"
    "sult\",\"schema\":{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\"},\"task_id\":{\"type\":\"string\"},\"me"
    "ssages\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Said\"},\"description\":\"The newest mess"
    "ages that fit into 4 MiB, in order. Parts of a block are left out if the whole block is included.\"},\"continu"
    "es\":{\"type\":\"boolean\",\"description\":\"True: `messages` has everything that was said after after_task. Absent "
    "or false: the log has nothing of that task any more, or there is too much after it, and `messages` is the sa"
    "me as without after_task.\"},\"mcp_servers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Mcp"
    "Server\"}},\"context_files\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"activity\":{\"type\":\"array\",\"items\":{\"$r"
    "ef\":\"#/components/schemas/context.ActivityRecord\"},\"maxItems\":50,\"description\":\"What the person did in the l"
    "ast hour, newest first, if the session uses it (useContext). Its texts come from other programs: an executor"
    " gives them to an agent only as data, never as instructions.\"},\"model_config\":{\"type\":\"object\",\"properties\":"
    "{\"model\":{\"type\":\"string\"},\"thinking_tokens\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"model\"]},\"thinking"
    "_tokens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"As in model_config, but also set when no model is name"
    "d.\"},\"commands\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Command\"},\"description\":\"Command"
    "s and skills in files below the working directory and the home directory, as agent.commands lists them.\"},\"c"
    "ommand\":{\"type\":\"object\",\"properties\":{\"kind\":{\"$ref\":\"#/components/schemas/agent.CommandKind\"},\"path\":{\"typ"
    "e\":\"string\"},\"text\":{\"type\":\"string\",\"description\":\"The text without its front matter, at most 64 KiB.\"}},\"r"
    "equired\":[\"kind\",\"path\",\"text\"],\"description\":\"The command that was requested; absent: there is none of this"
    " name.\"},\"providers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Provider\"},\"description\""
    ":\"In the order of preference.\"},\"model_socket\":{\"type\":\"string\",\"description\":\"For a session that uses the b"
    "roker's keys: a Unix socket on which weir-broker serves the providers' HTTP below /SERVICE, and adds the key"
    ".\"}},\"required\":[\"session_id\",\"task_id\",\"messages\",\"mcp_servers\",\"context_files\"]}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/token_refused\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/er"
    "rors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"list_m"
    "cp_tools\",\"summary\":\"Get the tools of MCP servers that this task may use.\",\"description\":\"If their schemas a"
    "re too large for the model's context, mode is search: the agent then finds tools with search_mcp_tools.\",\"pa"
    "ramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1}},{\"name\":\"context_tokens\",\"description\":\"The context window of the model; absent: not known.\",\"schema"
    "\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"The context window of the model; absent: not known.\"}},{\"name"
    "\":\"server\",\"description\":\"Return the tools of this server only, under the names that the server gives them.\""
    ",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":32,\"description\":\"Return the tools of this server only,"
    " under the names that the server gives them.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"proper"
    "ties\":{\"mode\":{\"type\":\"string\",\"enum\":[\"tools\",\"search\",\"none\"],\"description\":\"none: there are no tools.\"},\""
    "tools\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.McpTool\"},\"description\":\"Empty unless "
    "mode is tools.\"},\"servers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.McpHost\"}}},\"requi"
    "red\":[\"mode\",\"tools\",\"servers\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/componen"
    "ts/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.1\",\"x-waits\":t"
    "rue},{\"name\":\"search_mcp_tools\",\"summary\":\"Search the tools of MCP servers that this task may use, best matc"
    "h first.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"str"
    "ing\",\"minLength\":1}},{\"name\":\"query\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":102"
    "4}},{\"name\":\"server\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":32}},{\"name\":\"limit\",\"schema\":{\"typ"
    "e\":\"integer\",\"minimum\":1,\"maximum\":50,\"default\":5}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"pr"
    "operties\":{\"tools\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.McpTool\"}}},\"required\":[\"t"
    "ools\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/subsystem_unava"
    "ilable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.1\"},{\"name\":\"call_mcp_tool\",\"summary\":\""
    "Call a tool of an MCP server.\",\"description\":\"The daemon asks for permission as it does for every tool, then"
    " calls the tool. If the server changes the definition of the tool in between, the daemon decides again about"
    " the new one. $/cancel_request cancels the call.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_toke"
    "n\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"call_id\",\"description\":\"Identifies the"
    " call within the task, so that a repeat after a reconnect does not call the tool again.\",\"required\":true,\"sc"
    "hema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":96,\"description\":\"Identifies the call within the task, so t"
    "hat a repeat after a reconnect does not call the tool again.\"}},{\"name\":\"repeat\",\"description\":\"True: this r"
    "equest was sent before, on an earlier connection.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":"
    "\"True: this request was sent before, on an earlier connection.\"}},{\"name\":\"tool\",\"required\":true,\"schema\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":1024,\"examples\":[\"mcp__github__create_issue\"]}},{\"name\":\"server\",\"d"
    "escription\":\"Present: tool is the name that this server gives to it.\",\"schema\":{\"type\":\"string\",\"minLength\":"
    "1,\"maxLength\":32,\"description\":\"Present: tool is the name that this server gives to it.\"}},{\"name\":\"argument"
    "s\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{}}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object"
    "\",\"properties\":{\"approved\":{\"type\":\"boolean\"},\"reason\":{\"type\":\"string\",\"description\":\"As in request_permiss"
    "ion.\"},\"note\":{\"type\":\"string\",\"description\":\"A note from the person who answered.\"},\"result\":{\"$ref\":\"#/com"
    "ponents/schemas/connector.CallResult\",\"description\":\"Absent: the call was not approved.\"}},\"required\":[\"appr"
    "oved\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/mcp_tool_not_fo"
    "und\"},{\"$ref\":\"#/components/errors/mcp_tool_changed\"},{\"$ref\":\"#/components/errors/mcp_arguments_refused\"},{"
    "\"$ref\":\"#/components/errors/mcp_server_failed\"},{\"$ref\":\"#/components/errors/mcp_server_lost\"},{\"$ref\":\"#/co"
    "mponents/errors/mcp_request_failed\"},{\"$ref\":\"#/components/errors/too_many_mcp_calls\"},{\"$ref\":\"#/components"
    "/errors/timeout\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/request_cancelled\""
    "},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-sin"
    "ce\":\"1.1\",\"x-waits\":true},{\"name\":\"list_mcp_items\",\"summary\":\"List the prompts, resources or templates of an"
    " MCP server that this task may use.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\""
    ":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"server\",\"required\":true,\"schema\":{\"type\":\"string\",\""
    "minLength\":1,\"maxLength\":32}},{\"name\":\"kind\",\"required\":true,\"schema\":{\"type\":\"string\",\"enum\":[\"prompts\",\"re"
    "sources\",\"templates\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"prompts\":{\"type\""
    ":\"array\",\"items\":{\"$ref\":\"#/components/schemas/connector.Prompt\"}},\"resources\":{\"type\":\"array\",\"items\":{\"$re"
    "f\":\"#/components/schemas/connector.Resource\"}},\"templates\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/sch"
    "emas/connector.Template\"}}}}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/e"
    "rrors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],"
    "\"x-handler\":\"daemon\",\"x-since\":\"1.1\"},{\"name\":\"fetch_mcp_item\",\"summary\":\"Get the text of a prompt, or read "
    "a resource, of an MCP server that this task may use.\",\"description\":\"Reading is judged as a call of the tool"
    " mcp__SERVER__read_resource, unless the person named the resource in the prompt.\",\"paramStructure\":\"by-name\""
    ",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"server"
    "\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":32}},{\"name\":\"prompt\",\"description\":\"T"
    "he name of a prompt.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024,\"description\":\"The name of a "
    "prompt.\"}},{\"name\":\"arguments\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\""
    ":65536}}},{\"name\":\"uri\",\"description\":\"The address of a resource.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\""
    "maxLength\":8192,\"description\":\"The address of a resource.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"ob"
    "ject\",\"properties\":{\"approved\":{\"type\":\"boolean\"},\"reason\":{\"type\":\"string\"},\"prompt\":{\"$ref\":\"#/components/"
    "schemas/connector.PromptResult\"},\"resource\":{\"$ref\":\"#/components/schemas/connector.ReadResult\"}},\"required\""
    ":[\"approved\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/components/errors/invalid_"
    "params\"},{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/mcp_server_failed\""
    "},{\"$ref\":\"#/components/errors/mcp_server_lost\"},{\"$ref\":\"#/components/errors/mcp_request_failed\"},{\"$ref\":\""
    "#/components/errors/timeout\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/subsys"
    "tem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.1\",\"x-waits\":true},{\"name\":\"mc"
    "p_call_progress\",\"summary\":\"Report the progress of a call_mcp_tool.\",\"paramStructure\":\"by-name\",\"params\":[{\""
    "name\":\"call_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":96}},{\"name\":\"progress\","
    "\"required\":true,\"schema\":{\"type\":\"number\"}},{\"name\":\"total\",\"schema\":{\"type\":\"number\"}},{\"name\":\"message\",\"s"
    "chema\":{\"type\":\"string\",\"maxLength\":1024}}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.1\",\"x"
    "-notification\":true},{\"name\":\"mcp_server_changed\",\"summary\":\"Report that the tools of an MCP server have cha"
    "nged.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"server\",\"required\":true,\"schema\":{\"type\":\"string\",\"minL"
    "ength\":1,\"maxLength\":32}}],\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.1\",\"x-notification\":tr"
    "ue},{\"name\":\"keep_files\",\"summary\":\"Save the content of files before the task changes them, so that the chan"
    "ge can be shown and undone.\",\"description\":\"The daemon reads the files itself. The response follows when the"
    "y are saved. Files that were saved for this task before are not read again.\",\"paramStructure\":\"by-name\",\"par"
    "ams\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"s"
    "chema\":{\"type\":\"string\"}},{\"name\":\"paths\",\"description\":\"Absolute paths, or paths below the working director"
    "y; the files need not exist. Absent: the whole working directory, for a change whose files are not known.\",\""
    "schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":1000,\"descriptio"
    "n\":\"Absolute paths, or paths below the working directory; the files need not exist. Absent: the whole workin"
    "g directory, for a change whose files are not known.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\""
    ",\"properties\":{\"kept\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of files that are saved now.\"}"
    ",\"complete\":{\"type\":\"boolean\",\"description\":\"False: a file was too large, there were too many files, or one "
    "was outside the working directory.\"}},\"required\":[\"kept\",\"complete\"]}},\"errors\":[{\"$ref\":\"#/components/error"
    "s/token_refused\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\""
    ":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"create_message\",\"summary\":\"Store a message and get its id"
    ". report_message is faster.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"s"
    "chema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"message\",\"req"
    "uired\":true,\"schema\":{\"type\":\"object\",\"properties\":{\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"co"
    "ntent\":{\"description\":\"Its form depends on the type.\"},\"type\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128"
    "}},\"required\":[\"role\",\"content\",\"type\"]}},{\"name\":\"message_key\",\"description\":\"Identifies the message, so th"
    "at a repeat has no further effect.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"I"
    "dentifies the message, so that a repeat has no further effect.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type"
    "\":\"object\",\"properties\":{\"message_id\":{\"type\":\"string\"},\"created_at\":{\"type\":\"string\",\"format\":\"date-time\"}}"
    ",\"required\":[\"message_id\",\"created_at\"]}},\"errors\":[{\"$ref\":\"#/components/errors/token_refused\"},{\"$ref\":\"#/"
    "components/errors/subsystem_unavailable\"}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\""
    "name\":\"report_message\",\"summary\":\"Report an event of the agent.\",\"description\":\"The full form has sequence, "
    "timestamp, event_type and event_data. message_type and data are aliases; if sequence is absent, the daemon n"
    "umbers the event. In a spool the token is empty.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_toke"
    "n\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"sequen"
    "ce\",\"schema\":{\"type\":\"integer\",\"minimum\":1}},{\"name\":\"timestamp\",\"description\":\"Epoch milliseconds.\",\"schema"
    "\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"}},{\"name\":\"event_type\",\"description\":\"to"
    "ol_call, tool_result, content_block_start, content_block_delta, content_block_stop, thinking_chunk, message_"
    "start, message_stop, usage, error; other words are allowed. tool_progress reports the progress of a running "
    "tool call: tool, tool_call_id, progress, and optionally total and message.\",\"schema\":{\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":128,\"description\":\"tool_call, tool_result, content_block_start, content_block_delta, con"
    "tent_block_stop, thinking_chunk, message_start, message_stop, usage, error; other words are allowed. tool_pr"
    "ogress reports the progress of a running tool call: tool, tool_call_id, progress, and optionally total and m"
    "essage.\"}},{\"name\":\"event_data\",\"description\":\"Its form depends on the type.\",\"schema\":{\"description\":\"Its f"
    "orm depends on the type.\"}},{\"name\":\"message_type\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}"
    ",{\"name\":\"data\",\"description\":\"An alias of event_data.\",\"schema\":{\"description\":\"An alias of event_data.\"}}]"
    ",\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_progre"
    "ss\",\"summary\":\"Report the progress of a task.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"session_token\","
    "\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name\":\"progress\""
    ",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/task.Progress\"}}],\"x-callers\":[\"executor\"],\"x-handle"
    "r\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_commands\",\"summary\":\"Report the slash com"
    "mands of the agent: a prompt that begins with one of them runs it.\",\"description\":\"Each report replaces the "
    "previous one. The daemon stores it in the session, as agentCommands.\",\"paramStructure\":\"by-name\",\"params\":[{"
    "\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"strin"
    "g\"}},{\"name\":\"agent\",\"description\":\"The agent that offers the commands.\",\"required\":true,\"schema\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":128,\"description\":\"The agent that offers the commands.\"}},{\"name\":\"commands"
    "\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/session.Commands\"}}],\"x-callers\":[\"executor\"],\"x-ha"
    "ndler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_models\",\"summary\":\"The models that th"
    "e agent offers; the session or the task names one of them.\",\"description\":\"Each report replaces the one befo"
    "re. The daemon keeps it with the session, as agentModels.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"ses"
    "sion_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\"}},{\"name"
    "\":\"agent\",\"description\":\"Whose they are.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength"
    "\":128,\"description\":\"Whose they are.\"}},{\"name\":\"models\",\"required\":true,\"schema\":{\"$ref\":\"#/components/sche"
    "mas/session.Models\"}}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},"
    "{\"name\":\"report_error\",\"summary\":\"Report an error after which the agent continues.\",\"paramStructure\":\"by-nam"
    "e\",\"params\":[{\"name\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":"
    "{\"type\":\"string\"}},{\"name\":\"error\",\"required\":true,\"schema\":{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"s"
    "tring\",\"default\":\"ERROR\",\"description\":\"TOOL_FAILED, PERMISSION_DENIED, …\"},\"message\":{\"type\":\"string\",\"defa"
    "ult\":\"\"},\"details\":{\"description\":\"Further details, in any form.\"}}}}],\"x-callers\":[\"executor\"],\"x-handler\":"
    "\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"batch_notification\",\"summary\":\"Send several notific"
    "ations in one message.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"notifications\",\"required\":true,\"schema"
    "\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/executor.Notification\"}}}],\"x-callers\":[\"executor\"],"
    "\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_completion\",\"summary\":\"Report th"
    "e result of a prompt whose execute_prompt has lost its connection.\",\"paramStructure\":\"by-name\",\"params\":[{\"n"
    "ame\":\"session_token\",\"required\":true,\"schema\":{\"type\":\"string\"}},{\"name\":\"task_id\",\"schema\":{\"type\":\"string\""
    "}},{\"name\":\"execution\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/executor.Execution\"}}],\"x-call"
    "ers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"report_terminal_exit\""
    ",\"summary\":\"Report that the process of a terminal has ended.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\""
    "session_token\",\"schema\":{\"type\":\"string\",\"minLength\":1}},{\"name\":\"terminal_id\",\"required\":true,\"schema\":{\"ty"
    "pe\":\"string\"}},{\"name\":\"exit_code\",\"schema\":{\"type\":\"integer\"}},{\"name\":\"signal\",\"schema\":{\"type\":\"integer\"}"
    "}],\"x-callers\":[\"executor\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"agent.list\""
    ",\"summary\":\"List all agents in the order of preference, with their state as an executor sees it in its sandb"
    "ox.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\""
    ":{\"agents\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Agent\"}}},\"required\":[\"agents\"]}},\"er"
    "rors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"da"
    "emon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"agent.commands\",\"summary\":\"List the slash com"
    "mands of an agent.\",\"description\":\"For the built-in agent: its own commands, and the files .weir/commands/**"
    "/*.md, .claude/commands/**/*.md, .weir/skills/*/SKILL.md and .claude/skills/*/SKILL.md below the working dir"
    "ectory, then below the home directory. If two have the same name, the first one counts. For another agent: t"
    "he commands that it reported in this session.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"sche"
    "ma\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"agent\",\"description\":\"Absent: the session's ag"
    "ent, else that of the configuration (tasks.agent), else the last agent that worked in the session, else buil"
    "tin.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Absent: the session's agent, el"
    "se that of the configuration (tasks.agent), else the last agent that worked in the session, else builtin.\"}}"
    ",{\"name\":\"cwd\",\"description\":\"An absolute path, instead of sessionId.\",\"schema\":{\"type\":\"string\",\"minLength\""
    ":1,\"maxLength\":4096,\"description\":\"An absolute path, instead of sessionId.\"}}],\"result\":{\"name\":\"result\",\"sc"
    "hema\":{\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\"},\"commands\":{\"type\":\"array\",\"items\":{\"$ref\":\"#"
    "/components/schemas/agent.Command\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False: there are more than "
    "256 files.\"}},\"required\":[\"agent\",\"commands\",\"complete\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_pa"
    "rams\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailable\"}"
    ",{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\","
    "\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"agent.models\",\"summary\":\"List the mod"
    "els that can be selected.\",\"description\":\"For the built-in agent: for each provider that the session may use"
    ", in the order of preference, the configured model and the models that the provider lists. weir-broker asks "
    "the providers, with a time limit of five seconds each, and keeps the result for ten minutes. A provider that"
    " needs a key and has none is not asked. For another agent: the models that it last reported in this session,"
    " else in one of the 200 newest sessions. An agent reports its models when it starts a task.\",\"paramStructure"
    "\":\"either\",\"params\":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\""
    "agent\",\"description\":\"Absent: the session's agent, else that of the configuration (tasks.agent), else the la"
    "st agent that worked in the session, else builtin.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,"
    "\"description\":\"Absent: the session's agent, else that of the configuration (tasks.agent), else the last agen"
    "t that worked in the session, else builtin.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"propert"
    "ies\":{\"agent\":{\"type\":\"string\"},\"model\":{\"type\":\"string\",\"description\":\"The session's model.\"},\"services\":{\""
    "type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent.Service\"},\"description\":\"Of the built-in agent; em"
    "pty for another one.\"},\"models\":{\"$ref\":\"#/components/schemas/session.Models\",\"description\":\"Of another agen"
    "t. Absent: it has reported none.\"}},\"required\":[\"agent\",\"services\"]}},\"errors\":[{\"$ref\":\"#/components/errors"
    "/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\""
    "x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"ap"
    "p:getSettings\",\"summary\":\"Get the settings of the person.\",\"description\":\"The theme is system until it is se"
    "t. The name of the profile is that of the password database until it is set.\",\"paramStructure\":\"by-name\",\"pa"
    "rams\":[],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/app.Settings\"}},\"errors\":[{\"$ref\":"
    "\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\""
    ":\"1.0\",\"x-closed\":true},{\"name\":\"app:setTheme\",\"summary\":\"Set the theme of front ends.\",\"paramStructure\":\"ei"
    "ther\",\"params\":[{\"name\":\"theme\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/app.Theme\"}}],\"result"
    "\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"theme\":{\"$ref\":\"#/components/schemas/app.Theme\"}"
    "},\"required\":[\"theme\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"clien"
    "t\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"theme\"]},{\"name\":\"app:set"
    "Profile\",\"summary\":\"Set the profile of the person. It replaces the previous one.\",\"paramStructure\":\"either\","
    "\"params\":[{\"name\":\"name\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"examples\":"
    "[\"Ada Lovelace\"]}},{\"name\":\"role\",\"description\":\"Absent: none.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"max"
    "Length\":256,\"description\":\"Absent: none.\",\"examples\":[\"engineer\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"ty"
    "pe\":\"object\",\"properties\":{\"profile\":{\"$ref\":\"#/components/schemas/app.Profile\"}},\"required\":[\"profile\"]}},\""
    "errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\""
    "daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"name\",\"role\"]},{\"name\":\"apps:list\",\"summary\":\"List "
    "the installed apps, by id.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type"
    "\":\"object\",\"properties\":{\"apps\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/apps.InstalledApp\"}}},"
    "\"required\":[\"apps\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\","
    "\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"apps.open\",\"summary\":\"Open a connec"
    "tion for an installed app.\",\"description\":\"A descriptor comes with the result: one end of a socket pair. Wha"
    "tever is said through it is said by this app, so give it to nothing else. The app may call initialize, ping,"
    " rpc.discover, cowork:read and $/cancel_request, 50 messages a second; a faster app is read later, not refus"
    "ed. It gets no notifications. An app has at most 8 connections. While it has one, its status is running; app"
    "s:remove closes them.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"appId\",\"required\":true,\"schema\":{\"type\":"
    "\"string\",\"minLength\":1,\"maxLength\":64,\"examples\":[\"notes\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"ob"
    "ject\",\"properties\":{\"appId\":{\"type\":\"string\"},\"name\":{\"type\":\"string\"},\"version\":{\"type\":\"string\"}},\"require"
    "d\":[\"appId\",\"name\",\"version\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/component"
    "s/errors/app_not_found\"},{\"$ref\":\"#/components/errors/too_many_connections\"},{\"$ref\":\"#/components/errors/st"
    "opping\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\"],\"x-handler\":\"daemon\",\""
    "x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"appId\"]},{\"name\":\"audit.list\",\"summary\":\"List the entries of"
    " the audit log, newest first, in pages.\",\"description\":\"To get the next page, pass the last number of this p"
    "age as before. An empty page is the end.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"what\",\"description\":"
    "\"Select entries by a full name (key.set) or by the beginning of one (key).\",\"schema\":{\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":128,\"description\":\"Select entries by a full name (key.set) or by the beginning of one (k"
    "ey).\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"limit\",\"schem"
    "a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\"before\",\"description\":\"The last numb"
    "er of the previous page.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"The last number of the previ"
    "ous page.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/audit"
    ".Entry\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\""
    "x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"audit.verify\",\"summary\":\"Verify the hash chain"
    ": no entry was changed, and none is missing.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"resul"
    "t\",\"schema\":{\"type\":\"object\",\"properties\":{\"sound\":{\"type\":\"boolean\"},\"entries\":{\"type\":\"integer\",\"minimum\":"
    "0,\"description\":\"The number of entries in the log.\"},\"no\":{\"type\":\"integer\",\"description\":\"The first entry t"
    "hat is wrong or missing.\"},\"problem\":{\"type\":\"string\"}},\"required\":[\"sound\",\"entries\"]}},\"errors\":[{\"$ref\":\""
    "#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":"
    "\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"broker.serve\",\"summary\":\"Accept connections from an executor "
    "on the listening socket that this message carries.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"executorId"
    "\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"sessionId\",\"required\":t"
    "rue,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"providers\",\"description\":\"The provide"
    "rs that this session may use.\",\"required\":true,\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schema"
    "s/broker.Provider\"},\"maxItems\":64,\"description\":\"The providers that this session may use.\"}}],\"result\":{\"nam"
    "e\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"serving\":{\"type\":\"boolean\"}},\"required\":[\"serving\"]}},\""
    "errors\":[{\"$ref\":\"#/components/errors/invalid_params\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"broker\",\"x-since"
    "\":\"1.0\"},{\"name\":\"broker.leave\",\"summary\":\"Close the socket of an executor that has ended, and its calls.\",\""
    "paramStructure\":\"by-name\",\"params\":[{\"name\":\"executorId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLengt"
    "h\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"left\":{\"type\":\"bo"
    "olean\"}},\"required\":[\"left\"]}},\"x-callers\":[\"daemon\"],\"x-handler\":\"broker\",\"x-since\":\"1.0\"},{\"name\":\"broker."
    "models\",\"summary\":\"Ask a provider for its models.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"provider\",\""
    "required\":true,\"schema\":{\"$ref\":\"#/components/schemas/broker.Provider\"}},{\"name\":\"headers\",\"description\":\"Fu"
    "rther headers of the request.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"descripti"
    "on\":\"Further headers of the request.\"}},{\"name\":\"api_key\",\"description\":\"Absent: the provider needs no key.\""
    ",\"schema\":{\"type\":\"string\",\"description\":\"Absent: the provider needs no key.\"}}],\"result\":{\"name\":\"result\",\""
    "schema\":{\"type\":\"object\",\"properties\":{\"models\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/agent."
    "Model\"},\"maxItems\":500},\"complete\":{\"type\":\"boolean\",\"description\":\"False: the provider has more models than"
    " these.\"},\"error\":{\"type\":\"string\",\"description\":\"Why the list is empty.\"}},\"required\":[\"models\",\"complete\"]"
    "}},\"x-callers\":[\"daemon\"],\"x-handler\":\"broker\",\"x-since\":\"1.0\",\"x-waits\":true,\"x-secret\":true},{\"name\":\"brok"
    "er.reserve\",\"summary\":\"Ask whether a call may be made, and reserve its highest possible usage in the budget "
    "until broker.settle.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"executorId\",\"required\":true,\"schema\":{\"t"
    "ype\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"service\",\"required\":true,\"schema\":{\"type\":\"string\",\"m"
    "inLength\":1,\"maxLength\":64}},{\"name\":\"model\",\"description\":\"Empty: the request names no model.\",\"required\":t"
    "rue,\"schema\":{\"type\":\"string\",\"maxLength\":256,\"description\":\"Empty: the request names no model.\"}},{\"name\":\""
    "inputTokens\",\"description\":\"An estimate, rounded up.\",\"required\":true,\"schema\":{\"type\":\"integer\",\"minimum\":0"
    ",\"description\":\"An estimate, rounded up.\"}},{\"name\":\"outputTokens\",\"description\":\"The highest number of toke"
    "ns of all answers together. Absent: the request sets no limit, and the configured number is reserved for eac"
    "h answer.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The highest number of tokens of all answers"
    " together. Absent: the request sets no limit, and the configured number is reserved for each answer.\"}},{\"na"
    "me\":\"answers\",\"description\":\"The number of answers that the request asks for.\",\"schema\":{\"type\":\"integer\",\"m"
    "inimum\":1,\"default\":1,\"description\":\"The number of answers that the request asks for.\"}}],\"result\":{\"name\":\""
    "result\",\"schema\":{\"type\":\"object\",\"properties\":{\"reservationId\":{\"type\":\"string\"},\"api_key\":{\"type\":\"string\""
    "}},\"required\":[\"reservationId\",\"api_key\"]}},\"errors\":[{\"$ref\":\"#/components/errors/budget_exceeded\"},{\"$ref\""
    ":\"#/components/errors/key_not_found\"},{\"$ref\":\"#/components/errors/key_refused\"},{\"$ref\":\"#/components/error"
    "s/keys_locked\"},{\"$ref\":\"#/components/errors/too_many_key_requests\"},{\"$ref\":\"#/components/errors/subsystem_"
    "unavailable\"}],\"x-callers\":[\"broker\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true},"
    "{\"name\":\"broker.settle\",\"summary\":\"Report the usage of a call and release the rest of its reservation.\",\"par"
    "amStructure\":\"by-name\",\"params\":[{\"name\":\"reservationId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLengt"
    "h\":1,\"maxLength\":128}},{\"name\":\"inputTokens\",\"description\":\"Absent: the provider did not report usage, and t"
    "he whole reservation counts as used.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Absent: the prov"
    "ider did not report usage, and the whole reservation counts as used.\"}},{\"name\":\"outputTokens\",\"description\""
    ":\"Absent: as for inputTokens.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Absent: as for inputTok"
    "ens.\"}},{\"name\":\"status\",\"description\":\"The HTTP status; 0: there was no response.\",\"required\":true,\"schema\""
    ":{\"type\":\"integer\",\"description\":\"The HTTP status; 0: there was no response.\"}}],\"result\":{\"name\":\"result\",\""
    "schema\":{\"type\":\"object\",\"properties\":{\"settled\":{\"type\":\"boolean\"}},\"required\":[\"settled\"]}},\"errors\":[{\"$r"
    "ef\":\"#/components/errors/broker_call_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-ca"
    "llers\":[\"broker\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"budget.status\",\"summary\":\"G"
    "et the usage, the reservations and the rest of the budget, for the day and for a session.\",\"paramStructure\":"
    "\"by-name\",\"params\":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":"
    "{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"day\":{\"$ref\":\"#/components/schemas/budget.Account\""
    "},\"session\":{\"$ref\":\"#/components/schemas/budget.Account\"}},\"required\":[\"day\"]}},\"errors\":[{\"$ref\":\"#/compon"
    "ents/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\","
    "\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"chat.send\",\"summary\":\"Send a messag"
    "e to a thread, as a task. Without a thread, start a new one.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"m"
    "essage\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1048576}},{\"name\":\"priority\",\"sc"
    "hema\":{\"type\":\"integer\",\"minimum\":-1000000,\"maximum\":1000000,\"default\":0}},{\"name\":\"threadId\",\"description\":"
    "\"The id of a session.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The id of a se"
    "ssion.\"}},{\"name\":\"cwd\",\"description\":\"An absolute path, as in task.submit; absent: the thread's working dir"
    "ectory.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path, as in tas"
    "k.submit; absent: the thread's working directory.\"}},{\"name\":\"attachments\",\"description\":\"As in task.submit."
    "\",\"schema\":{\"$ref\":\"#/components/schemas/task.Attachments\",\"description\":\"As in task.submit.\"}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"threadId\":{\"type\":\"string"
    "\"}},\"required\":[\"taskId\",\"threadId\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/co"
    "mponents/errors/queue_full\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/s"
    "ession_closed\"},{\"$ref\":\"#/components/errors/stopping\"},{\"$ref\":\"#/components/errors/directory_unavailable\"}"
    ",{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\","
    "\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"message\",\"priority\"]},{\"name\":\"chat:sendMessage\",\"summary\":"
    "\"Send a message to a thread, and stream the answer through a port. Without a thread, start a new one.\",\"desc"
    "ription\":\"Before the result, chat:streamPort brings the port. Nothing is submitted until the client writes t"
    "he three bytes ACK to the port, within 5 s; then the port carries chunks, each as `data: JSON` and an empty "
    "line, and closes after the last one, finish or error. A client that said acceptsDescriptors: false in initia"
    "lize gets no descriptor: it calls chat:ack, and gets the chunks as chat:streamChunk. A second message in a b"
    "usy thread waits behind the first, with its own port.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"threadI"
    "d\",\"description\":\"The id of a session.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description"
    "\":\"The id of a session.\"}},{\"name\":\"content\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLen"
    "gth\":1048576}},{\"name\":\"appId\",\"description\":\"The app that sends the message: a new thread is created for it"
    ", and a thread that exists must be one of its own.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\""
    "description\":\"The app that sends the message: a new thread is created for it, and a thread that exists must "
    "be one of its own.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"threadId\":{\"type\":"
    "\"string\"},\"taskId\":{\"type\":\"string\",\"description\":\"The id of the task that the ACK submits.\"}},\"required\":[\""
    "threadId\",\"taskId\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/q"
    "ueue_full\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{"
    "\"$ref\":\"#/components/errors/app_not_found\"},{\"$ref\":\"#/components/errors/too_many_ports\"},{\"$ref\":\"#/compone"
    "nts/errors/stopping\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subs"
    "ystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"chat:ack"
    "\",\"summary\":\"Let the task of a port begin, for a client that gets its chunks as notifications.\",\"paramStruct"
    "ure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\""
    ":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"acknowledged\":{\"type\":\"boolean\"}}"
    ",\"required\":[\"acknowledged\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components"
    "/errors/port_not_found\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-positional"
    "\":[\"taskId\"]},{\"name\":\"chat:resume\",\"summary\":\"Stream the answer of a task once more, from its beginning.\",\""
    "description\":\"As for chat:sendMessage, the port comes first, and chunks follow the ACK. The task may still r"
    "un, or have ended. The chunks are those of the first time, so a client that has lost its connection can skip"
    " the ones that it has.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type"
    "\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\""
    ":{\"threadId\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"}},\"required\":[\"threadId\",\"taskId\"]}},\"errors\":[{\"$r"
    "ef\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/component"
    "s/errors/too_many_ports\"},{\"$ref\":\"#/components/errors/stopping\"},{\"$ref\":\"#/components/errors/subsystem_una"
    "vailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-positional\":[\"taskId\"]},"
    "{\"name\":\"chat:getThreads\",\"summary\":\"List threads, the one with the newest message first.\",\"description\":\"ne"
    "xtCursor is absent on the last page. A thread that gets a message while a client reads the pages moves to th"
    "e front; the other threads are on exactly one page.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"limit\",\"s"
    "chema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":50}},{\"name\":\"cursor\",\"description\":\"nextCursor"
    " of the page before.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"nextCursor of t"
    "he page before.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"threads\":{\"type\":\"arr"
    "ay\",\"items\":{\"$ref\":\"#/components/schemas/chat.ThreadSummary\"}},\"nextCursor\":{\"type\":\"string\"}},\"required\":["
    "\"threads\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/subsystem_"
    "unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"chat:getThread"
    "\",\"summary\":\"Show the messages of a thread: all, or some of them from its end.\",\"description\":\"The messages "
    "outlive the retention of events. If they are together longer than a message of the protocol may be, the requ"
    "est fails with result_too_long; then read them in pages with limit and before.\",\"paramStructure\":\"either\",\"p"
    "arams\":[{\"name\":\"threadId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\""
    ":\"limit\",\"description\":\"The newest messages only; absent: all.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maxi"
    "mum\":200,\"description\":\"The newest messages only; absent: all.\"}},{\"name\":\"before\",\"description\":\"The id of "
    "a message: only older ones.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The id o"
    "f a message: only older ones.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/chat.Thre"
    "ad\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/session_not_found"
    "\"},{\"$ref\":\"#/components/errors/message_not_found\"},{\"$ref\":\"#/components/errors/result_too_long\"},{\"$ref\":\""
    "#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":"
    "\"1.0\",\"x-positional\":[\"threadId\"]},{\"name\":\"connector.open\",\"summary\":\"Start or reach the server, and negoti"
    "ate the protocol.\",\"description\":\"Sent once, before anything else.\",\"paramStructure\":\"by-name\",\"params\":[{\"n"
    "ame\":\"server_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":32}},{\"name\":\"transport"
    "\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/connector.Transport\"}},{\"name\":\"command\",\"descripti"
    "on\":\"For stdio: a path, or a name to find in PATH.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096"
    ",\"description\":\"For stdio: a path, or a name to find in PATH.\"}},{\"name\":\"args\",\"schema\":{\"type\":\"array\",\"it"
    "ems\":{\"type\":\"string\",\"maxLength\":65536},\"maxItems\":256}},{\"name\":\"env\",\"schema\":{\"type\":\"object\",\"additiona"
    "lProperties\":{\"type\":\"string\",\"maxLength\":65536}}},{\"name\":\"cwd\",\"description\":\"The directory in which the p"
    "rogram starts; absent: its home directory.\",\"schema\":{\"type\":\"string\",\"maxLength\":4096,\"description\":\"The di"
    "rectory in which the program starts; absent: its home directory.\"}},{\"name\":\"url\",\"description\":\"For http.\","
    "\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"For http.\"}},{\"name\":\"headers\",\"sche"
    "ma\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536}}},{\"name\":\"roots\",\"descripti"
    "on\":\"Paths that the server is told it may work on.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Paths that the server is told it may work on.\"}},{\"n"
    "ame\":\"log\",\"description\":\"The file for the server's standard error and its log messages.\",\"required\":true,\"s"
    "chema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"The file for the server's standard err"
    "or and its log messages.\"}},{\"name\":\"log_bytes\",\"description\":\"A log that exceeds this size is renamed to NA"
    "ME.1, and a new one begins.\",\"schema\":{\"type\":\"integer\",\"minimum\":4096,\"default\":1048576,\"description\":\"A lo"
    "g that exceeds this size is renamed to NAME.1, and a new one begins.\"}},{\"name\":\"results\",\"description\":\"The"
    " directory for large results.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"des"
    "cription\":\"The directory for large results.\"}},{\"name\":\"result_bytes\",\"description\":\"A larger result goes to"
    " a file.\",\"schema\":{\"type\":\"integer\",\"minimum\":1024,\"default\":1048576,\"description\":\"A larger result goes to"
    " a file.\"}},{\"name\":\"protocol\",\"description\":\"The version that was negotiated the last time. It saves the at"
    "tempt to find out.\",\"schema\":{\"type\":\"string\",\"maxLength\":32,\"description\":\"The version that was negotiated "
    "the last time. It saves the attempt to find out.\"}},{\"name\":\"start_ms\",\"schema\":{\"type\":\"integer\",\"minimum\":"
    "1,\"default\":30000}},{\"name\":\"check_ms\",\"description\":\"How often weir-mcp checks that the server still answer"
    "s.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"default\":30000,\"description\":\"How often weir-mcp checks that the"
    " server still answers.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"protocol\":{\"ty"
    "pe\":\"string\",\"description\":\"The version of the protocol.\",\"examples\":[\"2025-11-25\"]},\"server\":{\"$ref\":\"#/com"
    "ponents/schemas/connector.Implementation\"},\"instructions\":{\"type\":\"string\",\"description\":\"What the server sa"
    "ys about its use, at most 64 KiB.\"},\"has_tools\":{\"type\":\"boolean\",\"default\":false},\"has_prompts\":{\"type\":\"bo"
    "olean\",\"default\":false},\"has_resources\":{\"type\":\"boolean\",\"default\":false}},\"required\":[\"protocol\",\"server\"]"
    "}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/mcp_server_failed\"}]"
    ",\"x-callers\":[\"daemon\"],\"x-handler\":\"connector\",\"x-since\":\"1.0\",\"x-waits\":true,\"x-secret\":true},{\"name\":\"con"
    "nector.list\",\"summary\":\"Get the whole list of tools, prompts, resources or templates.\",\"paramStructure\":\"by-"
    "name\",\"params\":[{\"name\":\"kind\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/connector.ListKind\"}}]"
    ",\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"tools\":{\"type\":\"array\",\"items\":{\"$ref\":\""
    "#/components/schemas/connector.Tool\"}},\"prompts\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/conne"
    "ctor.Prompt\"}},\"resources\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/connector.Resource\"}},\"temp"
    "lates\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/connector.Template\"}},\"dropped\":{\"type\":\"array\""
    ",\"items\":{\"$ref\":\"#/components/schemas/connector.Dropped\"}},\"ttl_ms\":{\"type\":\"integer\",\"minimum\":0,\"descript"
    "ion\":\"How long the list is valid, if the server says so.\"}},\"required\":[\"dropped\"]}},\"errors\":[{\"$ref\":\"#/co"
    "mponents/errors/mcp_server_failed\"},{\"$ref\":\"#/components/errors/mcp_request_failed\"},{\"$ref\":\"#/components/"
    "errors/timeout\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"connector\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"co"
    "nnector.call\",\"summary\":\"Call a tool.\",\"description\":\"weir-mcp checks the definition of the tool and the arg"
    "uments against its schema first. A call_id that it already knows joins that call: the tool is not called aga"
    "in. A call that was refused with mcp_tool_changed may be made again with the new definition.\",\"paramStructur"
    "e\":\"by-name\",\"params\":[{\"name\":\"call_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\""
    ":128}},{\"name\":\"tool\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024}},{\"name\":\"de"
    "finition\",\"description\":\"The hash of the definition that was decided about. If the server defines the tool d"
    "ifferently now, weir-mcp refuses the call. Absent: any definition.\",\"schema\":{\"type\":\"string\",\"minLength\":1,"
    "\"maxLength\":128,\"description\":\"The hash of the definition that was decided about. If the server defines the "
    "tool differently now, weir-mcp refuses the call. Absent: any definition.\"}},{\"name\":\"arguments\",\"schema\":{\"t"
    "ype\":\"object\",\"additionalProperties\":{}}},{\"name\":\"timeout_ms\",\"description\":\"Begins anew with each progress"
    " report of the server, at most ten times.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"default\":60000,\"descripti"
    "on\":\"Begins anew with each progress report of the server, at most ten times.\"}},{\"name\":\"join\",\"description\""
    ":\"True: the call was made before. If weir-mcp does not know its call_id, the result is lost.\",\"schema\":{\"typ"
    "e\":\"boolean\",\"default\":false,\"description\":\"True: the call was made before. If weir-mcp does not know its ca"
    "ll_id, the result is lost.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/connector.Ca"
    "llResult\"}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_arguments_refused\"},{\"$ref\":\"#/components/errors/mcp_"
    "server_failed\"},{\"$ref\":\"#/components/errors/mcp_request_failed\"},{\"$ref\":\"#/components/errors/mcp_server_lo"
    "st\"},{\"$ref\":\"#/components/errors/mcp_tool_changed\"},{\"$ref\":\"#/components/errors/mcp_tool_not_found\"},{\"$re"
    "f\":\"#/components/errors/timeout\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"connector\",\"x-since\":\"1.0\",\"x-waits\":"
    "true},{\"name\":\"connector.cancel\",\"summary\":\"Cancel a call, and tell the server.\",\"paramStructure\":\"by-name\","
    "\"params\":[{\"name\":\"call_id\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name"
    "\":\"reason\",\"schema\":{\"type\":\"string\",\"maxLength\":1024}}],\"x-callers\":[\"daemon\"],\"x-handler\":\"connector\",\"x-s"
    "ince\":\"1.0\",\"x-notification\":true},{\"name\":\"connector.prompt\",\"summary\":\"Get the text of a prompt.\",\"paramSt"
    "ructure\":\"by-name\",\"params\":[{\"name\":\"name\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLeng"
    "th\":1024}},{\"name\":\"arguments\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\""
    ":65536}}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/connector.PromptResult\"}},\"error"
    "s\":[{\"$ref\":\"#/components/errors/mcp_server_failed\"},{\"$ref\":\"#/components/errors/mcp_request_failed\"},{\"$re"
    "f\":\"#/components/errors/timeout\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"connector\",\"x-since\":\"1.0\",\"x-waits\":"
    "true},{\"name\":\"connector.read\",\"summary\":\"Read a resource.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"ur"
    "i\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":8192}}],\"result\":{\"name\":\"result\",\"sc"
    "hema\":{\"$ref\":\"#/components/schemas/connector.ReadResult\"}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_serve"
    "r_failed\"},{\"$ref\":\"#/components/errors/mcp_request_failed\"},{\"$ref\":\"#/components/errors/timeout\"}],\"x-call"
    "ers\":[\"daemon\"],\"x-handler\":\"connector\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"connector.state\",\"summary\":"
    "\"Report whether the server answers. Sent after each check, and when the server ends.\",\"description\":\"When th"
    "e server ends, weir-mcp ends too, right after this message.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"a"
    "nswered_at\",\"description\":\"The time of its last answer, epoch milliseconds; absent: it has never answered.\","
    "\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The time of its last answer, epoch milliseconds; absen"
    "t: it has never answered.\"}},{\"name\":\"problem\",\"description\":\"A sentence; absent: it works.\",\"schema\":{\"type"
    "\":\"string\",\"description\":\"A sentence; absent: it works.\"}},{\"name\":\"ended\",\"schema\":{\"type\":\"boolean\",\"defau"
    "lt\":false}}],\"x-callers\":[\"connector\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\""
    "connector.changed\",\"summary\":\"Report that a list of the server has changed.\",\"paramStructure\":\"by-name\",\"par"
    "ams\":[{\"name\":\"kind\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/connector.ListKind\"}}],\"x-caller"
    "s\":[\"connector\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"connector.progress\",\"s"
    "ummary\":\"Report the progress of a call.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"call_id\",\"required\":t"
    "rue,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"progress\",\"required\":true,\"schema\":{\""
    "type\":\"number\"}},{\"name\":\"total\",\"schema\":{\"type\":\"number\"}},{\"name\":\"message\",\"schema\":{\"type\":\"string\",\"ma"
    "xLength\":1024}}],\"x-callers\":[\"connector\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true},{\"nam"
    "e\":\"connector.ask\",\"summary\":\"Put a question of the server to a person.\",\"paramStructure\":\"by-name\",\"params\""
    ":[{\"name\":\"question_id\",\"description\":\"Identifies the question, so that a repeat after a restart of the daem"
    "on has no further effect.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\"descripti"
    "on\":\"Identifies the question, so that a repeat after a restart of the daemon has no further effect.\"}},{\"nam"
    "e\":\"call_id\",\"description\":\"The call in which the server asks; absent: it is not known, or there is none.\",\""
    "schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The call in which the server asks; abs"
    "ent: it is not known, or there is none.\"}},{\"name\":\"mode\",\"required\":true,\"schema\":{\"$ref\":\"#/components/sch"
    "emas/connector.QuestionMode\"}},{\"name\":\"message\",\"required\":true,\"schema\":{\"type\":\"string\",\"maxLength\":16384"
    "}},{\"name\":\"schema\",\"description\":\"For form: the JSON schema of an object with flat properties.\",\"schema\":{\""
    "type\":\"object\",\"additionalProperties\":{},\"description\":\"For form: the JSON schema of an object with flat pro"
    "perties.\"}},{\"name\":\"url\",\"description\":\"For url.\",\"schema\":{\"type\":\"string\",\"maxLength\":8192,\"description\":"
    "\"For url.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"action\":{\"$ref\":\"#/componen"
    "ts/schemas/connector.Action\"},\"content\":{\"type\":\"object\",\"additionalProperties\":{}}},\"required\":[\"action\"]}}"
    ",\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\""
    "}],\"x-callers\":[\"connector\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true,\"x-secret\":true},{\"name\":\"c"
    "ontext:query\",\"summary\":\"Search activity by keywords, best match first.\",\"description\":\"Ranks by keywords, n"
    "ot by meaning: records with all words first; then, if there are too few, those with some. More different wor"
    "ds, and words in the title or the name of the application, count more; of equals the newest comes first. Ran"
    "ks the newest 2,000 matches, and stops after 100 ms with what it has found. Words are whole words; case, acc"
    "ents and punctuation do not matter.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"query\",\"required\":true,\"sc"
    "hema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024,\"examples\":[\"invoice march\"]}},{\"name\":\"limit\",\"schema"
    "\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":10}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"ob"
    "ject\",\"properties\":{\"results\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/context.ActivityRecord\"}"
    ",\"maxItems\":200}},\"required\":[\"results\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\""
    "x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"query\","
    "\"limit\"]},{\"name\":\"context:getRecentActivity\",\"summary\":\"List activity, newest first.\",\"paramStructure\":\"eit"
    "her\",\"params\":[{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":20}},{\"name\":\""
    "since\",\"description\":\"Leave out what began earlier.\",\"schema\":{\"type\":\"string\",\"format\":\"date-time\",\"maxLeng"
    "th\":64,\"description\":\"Leave out what began earlier.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\","
    "\"properties\":{\"activities\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/context.ActivityRecord\"},\"m"
    "axItems\":200}},\"required\":[\"activities\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\""
    "x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"limit\","
    "\"since\"]},{\"name\":\"context:getContextCard\",\"summary\":\"Get what the person works on now, and what to do next."
    "\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"cwd\",\"description\":\"An absolute path: suggest what belongs t"
    "o this directory. Absent: any.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An a"
    "bsolute path: suggest what belongs to this directory. Absent: any.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\""
    "$ref\":\"#/components/schemas/context.Card\"}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],"
    "\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"cowork:read\","
    "\"summary\":\"Read for an app.\",\"description\":\"The methods are context.activeWindow, context.recentActivity, co"
    "ntext.currentTime, user.preferences, user.profile, data.conversations and data.search. An app reads for itse"
    "lf; a client, for any installed app. Keystroke and clipboard activity is read and searched only if the app w"
    "as granted captureRead.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"appId\",\"required\":true,\"schema\":{\"typ"
    "e\":\"string\",\"minLength\":1,\"maxLength\":64,\"examples\":[\"notes\"]}},{\"name\":\"ns\",\"required\":true,\"schema\":{\"$ref"
    "\":\"#/components/schemas/cowork.Namespace\"}},{\"name\":\"method\",\"required\":true,\"schema\":{\"type\":\"string\",\"minL"
    "ength\":1,\"maxLength\":64,\"examples\":[\"recentActivity\"]}},{\"name\":\"args\",\"description\":\"An object: the argumen"
    "ts of the method. Absent: {}.\",\"schema\":{\"description\":\"An object: the arguments of the method. Absent: {}.\""
    "}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"data\":{\"description\":\"What the method"
    " returns: a type of this namespace, or for user.preferences app#/types/Settings, for user.profile app#/types"
    "/Profile.\"}},\"required\":[\"data\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/compon"
    "ents/errors/app_not_found\"},{\"$ref\":\"#/components/errors/app_refused\"},{\"$ref\":\"#/components/errors/read_not"
    "_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"app\",\"bridge\"],\"x-hand"
    "ler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"daemon.status\",\"summary\":\"Get the state of the daemo"
    "n: its process, its subsystems, its clients.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"resul"
    "t\",\"schema\":{\"type\":\"object\",\"properties\":{\"pid\":{\"type\":\"integer\"},\"uptime_seconds\":{\"type\":\"integer\",\"mini"
    "mum\":0},\"started_at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"version\":{\"type\":\"string\"},\"hea"
    "lth\":{\"description\":\"The worst health of all subsystems.\",\"$ref\":\"#/components/schemas/daemon.Health\"},\"subs"
    "ystems\":{\"type\":\"object\",\"description\":\"`store` is degraded while the daemon opens it, while the daemon chec"
    "ks it after a crash, and if stored data was missing when it was opened. It is failed if it is damaged, or if"
    " its file was deleted, replaced or truncated while the daemon runs.\",\"additionalProperties\":{\"$ref\":\"#/compo"
    "nents/schemas/daemon.Subsystem\"}},\"clients\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of conne"
    "ctions, including this one.\"},\"memory_bytes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The resident memor"
    "y of the daemon.\"},\"socket\":{\"type\":\"string\"},\"state\":{\"type\":\"string\",\"description\":\"The directory of the d"
    "aemon's state and log.\"},\"config\":{\"type\":[\"string\",\"null\"],\"description\":\"The configuration file in use; nu"
    "ll: there is none.\"},\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"pid\",\"uptime_seconds\",\"started_at\",\"version"
    "\",\"health\",\"subsystems\",\"clients\",\"memory_bytes\",\"socket\",\"state\",\"config\",\"stopping\"]}},\"x-callers\":[\"clien"
    "t\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"daemon.find\",\"summary\":\"Complete an id from the "
    "part that a person typed: its beginning or its end.\",\"description\":\"The prefix that names the kind can be le"
    "ft out, and lower case is accepted. An end needs at least six characters; it is searched for among the 10,00"
    "0 newest ids if no id begins with the text. Ids of deleted objects are not returned.\",\"paramStructure\":\"eith"
    "er\",\"params\":[{\"name\":\"kind\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/daemon.IdKind\"}},{\"name\""
    ":\"text\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"examples\":[\"01KA3DFG7H\"]}}]"
    ",\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ids\":{\"type\":\"array\",\"items\":{\"type\":\"st"
    "ring\"},\"maxItems\":16,\"description\":\"Newest first.\"},\"more\":{\"type\":\"boolean\",\"description\":\"True: more ids m"
    "atch.\"}},\"required\":[\"ids\",\"more\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-call"
    "ers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"kind\",\"text\"]"
    "},{\"name\":\"daemon.stop\",\"summary\":\"Stop the daemon: accept no new work, finish running tasks, exit. With for"
    "ce, exit at once.\",\"description\":\"While tasks run, new connections are accepted, but only daemon.stop, daemo"
    "n.status, ping and initialize are served; all other calls fail with stopping. A further daemon.stop with for"
    "ce forces the stop that is in progress.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"force\",\"description\":\""
    "Do not wait for running tasks: kill all their processes.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"descri"
    "ption\":\"Do not wait for running tasks: kill all their processes.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"ty"
    "pe\":\"object\",\"properties\":{\"stopping\":{\"type\":\"boolean\"}},\"required\":[\"stopping\"]}},\"x-callers\":[\"client\",\"b"
    "ridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"force\"]},{\"name\":\"daemon.resta"
    "rt\",\"summary\":\"Restart the daemon in place with the program that is on the disk now, without losing anything"
    ".\",\"description\":\"The process id does not change. Connections, pending requests, subscriptions, terminals an"
    "d executors survive; clients notice a pause. The new program sends the response.\",\"paramStructure\":\"by-name\""
    ",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"version\":{\"type\":\"string\",\"d"
    "escription\":\"The version of the new program.\"},\"pause_ms\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"How l"
    "ong no request was served.\"}},\"required\":[\"version\",\"pause_ms\"]}},\"errors\":[{\"$ref\":\"#/components/errors/res"
    "tart_failed\"},{\"$ref\":\"#/components/errors/stopping\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\","
    "\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"db.stats\",\"summary\":\"Get the size of the store and "
    "the number of its entries.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type"
    "\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"schema\":{\"type\":\"integer\",\"description\":\"The version of t"
    "he database schema.\"},\"fileBytes\":{\"type\":\"integer\"},\"walBytes\":{\"type\":\"integer\",\"description\":\"Bytes that "
    "are committed to the write-ahead log but not yet in the main file.\"},\"freeBytes\":{\"type\":\"integer\",\"descript"
    "ion\":\"Free bytes inside the file, for later use; db.compact returns them to the disk.\"},\"sessions\":{\"type\":\""
    "integer\"},\"tasks\":{\"type\":\"integer\"},\"events\":{\"type\":\"integer\",\"description\":\"The approximate number of eve"
    "nts in the log: lastSeq - firstSeq + 1.\"},\"firstSeq\":{\"type\":\"integer\"},\"lastSeq\":{\"type\":\"integer\"},\"epoch\""
    ":{\"type\":\"string\"},\"commits\":{\"type\":\"integer\",\"description\":\"The transactions since the daemon started.\"},\""
    "changes\":{\"type\":\"integer\",\"description\":\"The operations in those transactions.\"}},\"required\":[\"path\",\"schem"
    "a\",\"fileBytes\",\"walBytes\",\"freeBytes\",\"sessions\",\"tasks\",\"events\",\"firstSeq\",\"lastSeq\",\"epoch\",\"commits\",\"ch"
    "anges\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x"
    "-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"db.check\",\"summary\":\"Read the whole store and look for damage. "
    "This takes time in a large store; other requests are still served. A damaged store becomes read-only.\",\"para"
    "mStructure\":\"by-name\",\"params\":[{\"name\":\"quick\",\"description\":\"Skip the check that the indexes match their t"
    "ables.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Skip the check that the indexes match thei"
    "r tables.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"},\"pro"
    "blems\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"ok\",\"problems\"]}},\"errors\":[{\"$ref\":\"#/compo"
    "nents/errors/db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"]"
    ",\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"db.backup\",\"summary\":\"Write a"
    " consistent copy of the store to a new file while the daemon continues to work.\",\"paramStructure\":\"either\",\""
    "params\":[{\"name\":\"path\",\"description\":\"An absolute path; the file must not exist.\",\"required\":true,\"schema\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; the file must not exist.\",\""
    "examples\":[\"/home/ada/weir-backup.db\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{"
    "\"path\":{\"type\":\"string\"},\"bytes\":{\"type\":\"integer\"}},\"required\":[\"path\",\"bytes\"]}},\"errors\":[{\"$ref\":\"#/comp"
    "onents/errors/invalid_params\"},{\"$ref\":\"#/components/errors/file_exists\"},{\"$ref\":\"#/components/errors/file_"
    "failed\"},{\"$ref\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-cal"
    "lers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\""
    ":[\"path\"]},{\"name\":\"db.compact\",\"summary\":\"Delete what retention no longer keeps, and return free space to t"
    "he disk.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"proper"
    "ties\":{\"beforeBytes\":{\"type\":\"integer\"},\"afterBytes\":{\"type\":\"integer\"},\"removedEvents\":{\"type\":\"integer\"},\""
    "removedTasks\":{\"type\":\"integer\"}},\"required\":[\"beforeBytes\",\"afterBytes\",\"removedEvents\",\"removedTasks\"]}},\""
    "errors\":[{\"$ref\":\"#/components/errors/db_busy\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-cal"
    "lers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-waits\":true},{\"name\":\"event.subscribe\",\"su"
    "mmary\":\"Subscribe to events: first the stored ones from a given point on, then each new one, exactly once.\","
    "\"description\":\"A connection without a subscription gets the life-cycle events of tasks. With subscriptions i"
    "t gets only the events that match one of them, and each live event once even if several match. Only committe"
    "d events are sent. A slow reader is served from the log at its own pace and still gets each event once. Whil"
    "e one subscription replays, another one that is live may send the same event earlier. event.cursor reports w"
    "hen the stored events have been sent, and the position of a filtered subscription. In a batch, the first eve"
    "nts may be sent before the response.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"topics\",\"schema\":{\"$ref\""
    ":\"#/components/schemas/event.Topics\"}},{\"name\":\"sessionId\",\"description\":\"Select the events of this session,"
    " including inherited ones.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select th"
    "e events of this session, including inherited ones.\"}},{\"name\":\"taskId\",\"description\":\"Select the events of "
    "this task.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the events of this"
    " task.\"}},{\"name\":\"fromSeq\",\"description\":\"The first event wanted; absent: only new events.\",\"schema\":{\"type"
    "\":\"integer\",\"minimum\":0,\"description\":\"The first event wanted; absent: only new events.\"}},{\"name\":\"epoch\",\""
    "description\":\"The epoch of the log that fromSeq belongs to; if the log has another one, the request fails wi"
    "th epoch_changed.\",\"schema\":{\"type\":\"string\",\"maxLength\":128,\"description\":\"The epoch of the log that fromSe"
    "q belongs to; if the log has another one, the request fails with epoch_changed.\"}}],\"result\":{\"name\":\"result"
    "\",\"schema\":{\"type\":\"object\",\"properties\":{\"subscriptionId\":{\"type\":\"string\"},\"epoch\":{\"type\":\"string\"},\"from"
    "Seq\":{\"type\":\"integer\",\"description\":\"The first event of the subscription.\"},\"gap\":{\"$ref\":\"#/components/sch"
    "emas/event.Gap\"}},\"required\":[\"subscriptionId\",\"epoch\",\"fromSeq\"]}},\"errors\":[{\"$ref\":\"#/components/errors/i"
    "nvalid_params\"},{\"$ref\":\"#/components/errors/epoch_changed\"},{\"$ref\":\"#/components/errors/too_many_subscript"
    "ions\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref"
    "\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-sinc"
    "e\":\"1.0\",\"x-closed\":true},{\"name\":\"event.unsubscribe\",\"summary\":\"End a subscription of this connection.\",\"pa"
    "ramStructure\":\"either\",\"params\":[{\"name\":\"subscriptionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLeng"
    "th\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"unsubscribed\":{\""
    "type\":\"boolean\"}},\"required\":[\"unsubscribed\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subscription_not_foun"
    "d\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"s"
    "ubscriptionId\"]},{\"name\":\"event.list\",\"summary\":\"List the events of the log, oldest first, in pages.\",\"descr"
    "iption\":\"A page ends at its limit, at about 1 MiB, or after 20,000 events that do not match. nextSeq is the "
    "start of the next page, and more says whether there is one.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"t"
    "opics\",\"schema\":{\"$ref\":\"#/components/schemas/event.Topics\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":128}},{\"name\":\"taskId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{"
    "\"name\":\"fromSeq\",\"description\":\"The first event wanted.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"default\":0,"
    "\"description\":\"The first event wanted.\"}},{\"name\":\"epoch\",\"description\":\"The epoch of the log that fromSeq b"
    "elongs to; if the log has another one, the request fails with epoch_changed.\",\"schema\":{\"type\":\"string\",\"max"
    "Length\":128,\"description\":\"The epoch of the log that fromSeq belongs to; if the log has another one, the req"
    "uest fails with epoch_changed.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"def"
    "ault\":100}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"epoch\":{\"type\":\"string\"},\"ev"
    "ents\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/event.Entry\"}},\"nextSeq\":{\"type\":\"integer\"},\"mor"
    "e\":{\"type\":\"boolean\"},\"firstSeq\":{\"type\":\"integer\",\"description\":\"The oldest event that retention has left.\""
    "},\"lastSeq\":{\"type\":\"integer\",\"description\":\"The newest event; 0: the log is empty.\"},\"gap\":{\"$ref\":\"#/compo"
    "nents/schemas/event.Gap\"}},\"required\":[\"epoch\",\"events\",\"nextSeq\",\"more\",\"firstSeq\",\"lastSeq\"]}},\"errors\":[{"
    "\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/epoch_changed\"},{\"$ref\":\"#/compone"
    "nts/errors/session_not_found\"},{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/su"
    "bsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true}"
    ",{\"name\":\"key.set\",\"summary\":\"Store the key of a provider. A previous key is replaced.\",\"paramStructure\":\"by"
    "-name\",\"params\":[{\"name\":\"service\",\"description\":\"Lower-case letters, digits, - and _.\",\"required\":true,\"sch"
    "ema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\"description\":\"Lower-case letters, digits, - and _.\",\"exa"
    "mples\":[\"anthropic\"]}},{\"name\":\"value\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":6"
    "5536}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/key.Key\"}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/invalid_params\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/subs"
    "ystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x"
    "-secret\":true},{\"name\":\"key.list\",\"summary\":\"List the providers that have a key.\",\"paramStructure\":\"by-name\""
    ",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/key.Ke"
    "y\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-han"
    "dler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"key.delete\",\"summary\":\"Delete the key of a provider"
    ".\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"service\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLengt"
    "h\":1,\"maxLength\":64}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"deleted\":{\"type\":\""
    "boolean\"}},\"required\":[\"deleted\"]}},\"errors\":[{\"$ref\":\"#/components/errors/no_such_key\"},{\"$ref\":\"#/componen"
    "ts/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-c"
    "losed\":true,\"x-positional\":[\"service\"]},{\"name\":\"key.give\",\"summary\":\"Get a key in clear, for a program of t"
    "he user that calls a provider directly, such as weir-agent.\",\"description\":\"The audit log records the call a"
    "nd the client. Bridges and processes inside an executor's sandbox cannot call it.\",\"paramStructure\":\"either\""
    ",\"params\":[{\"name\":\"service\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64}}],\"resu"
    "lt\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"api_key\":{\"type\":\"string\"}},\"required\":[\"api_k"
    "ey\"]}},\"errors\":[{\"$ref\":\"#/components/errors/key_not_found\"},{\"$ref\":\"#/components/errors/key_refused\"},{\"$"
    "ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/too_many_key_requests\"},{\"$ref\":\"#/comp"
    "onents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed"
    "\":true,\"x-waits\":true,\"x-secret\":true,\"x-positional\":[\"service\"]},{\"name\":\"key.rotate\",\"summary\":\"Seal all k"
    "eys with a new master key. A crash at any point leaves keys that can be unsealed.\",\"paramStructure\":\"by-name"
    "\",\"params\":[{\"name\":\"keyFile\",\"description\":\"If the master key is supplied from outside (WEIR_MASTER_KEY_FIL"
    "E, a systemd credential): the absolute path of a file with the new master key. The caller then replaces the "
    "old file with it.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"If the master key"
    " is supplied from outside (WEIR_MASTER_KEY_FILE, a systemd credential): the absolute path of a file with the"
    " new master key. The caller then replaces the old file with it.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"typ"
    "e\":\"object\",\"properties\":{\"keys\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of keys that were s"
    "ealed with the new master key.\"},\"masterKey\":{\"type\":\"string\",\"description\":\"The location of the new master "
    "key.\"}},\"required\":[\"keys\",\"masterKey\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#"
    "/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\""
    ",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"mcp:connect\",\"summary\":\"Configure "
    "a server and start it.\",\"description\":\"A server with this id is replaced and restarted. The response follows"
    " when its tools are known, after 35 s at the latest; status is then starting.\",\"paramStructure\":\"by-name\",\"p"
    "arams\":[{\"name\":\"serverId\",\"description\":\"Letters, digits and -, beginning with a letter or a digit.\",\"requi"
    "red\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":32,\"description\":\"Letters, digits and -, begin"
    "ning with a letter or a digit.\",\"examples\":[\"github\"]}},{\"name\":\"name\",\"required\":true,\"schema\":{\"type\":\"str"
    "ing\",\"minLength\":1,\"maxLength\":256}},{\"name\":\"transport\",\"required\":true,\"schema\":{\"$ref\":\"#/components/sche"
    "mas/connector.Transport\"}},{\"name\":\"command\",\"description\":\"For stdio, required: a path, or a name to find i"
    "n PATH.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"For stdio, required: a path"
    ", or a name to find in PATH.\",\"examples\":[\"npx\"]}},{\"name\":\"args\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\""
    "string\",\"maxLength\":65536},\"maxItems\":256,\"default\":[]}},{\"name\":\"env\",\"description\":\"Sealed: weir shows the"
    " names only.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536},\"default\""
    ":{},\"description\":\"Sealed: weir shows the names only.\"}},{\"name\":\"apiKey\",\"description\":\"Sealed as the key m"
    "cp:SERVERID. The server gets it in the variable apiKeyEnv, or as a bearer token.\",\"schema\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":65536,\"description\":\"Sealed as the key mcp:SERVERID. The server gets it in the var"
    "iable apiKeyEnv, or as a bearer token.\"}},{\"name\":\"apiKeyEnv\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLe"
    "ngth\":128,\"default\":\"API_KEY\"}},{\"name\":\"url\",\"description\":\"For http, required.\",\"schema\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":4096,\"format\":\"uri\",\"description\":\"For http, required.\"}},{\"name\":\"headers\",\"descr"
    "iption\":\"Sealed: weir shows the names only.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"strin"
    "g\",\"maxLength\":65536},\"default\":{},\"description\":\"Sealed: weir shows the names only.\"}},{\"name\":\"scope\",\"sch"
    "ema\":{\"$ref\":\"#/components/schemas/mcp.Scope\",\"default\":\"shared\"}},{\"name\":\"read\",\"description\":\"Paths that "
    "the server can read, absolute or beginning with ~/. It always sees the system's programs and a home director"
    "y of its own.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":"
    "256,\"default\":[],\"description\":\"Paths that the server can read, absolute or beginning with ~/. It always see"
    "s the system's programs and a home directory of its own.\"}},{\"name\":\"write\",\"description\":\"Paths that the se"
    "rver can read and write.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},"
    "\"maxItems\":256,\"default\":[],\"description\":\"Paths that the server can read and write.\"}},{\"name\":\"network\",\"s"
    "chema\":{\"$ref\":\"#/components/schemas/mcp.Network\",\"default\":\"full\"}},{\"name\":\"cwd\",\"description\":\"The direct"
    "ory in which the server starts; it can write there. Absent: its home directory.\",\"schema\":{\"type\":\"string\",\""
    "minLength\":1,\"maxLength\":4096,\"description\":\"The directory in which the server starts; it can write there. A"
    "bsent: its home directory.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"serverId\":"
    "{\"type\":\"string\"},\"status\":{\"$ref\":\"#/components/schemas/mcp.Status\"},\"toolCount\":{\"type\":\"integer\",\"minimum"
    "\":0},\"error\":{\"type\":\"string\",\"description\":\"Why it does not work; a sentence.\"}},\"required\":[\"serverId\",\"st"
    "atus\",\"toolCount\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/mc"
    "p_server_refused\"},{\"$ref\":\"#/components/errors/too_many_mcp_servers\"},{\"$ref\":\"#/components/errors/keys_loc"
    "ked\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"dae"
    "mon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true},{\"name\":\"mcp:disconnect\",\"summary\":\"Stop a server and "
    "keep its configuration.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema\":{\"t"
    "ype\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properti"
    "es\":{\"success\":{\"type\":\"boolean\"}},\"required\":[\"success\"]}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_serve"
    "r_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handl"
    "er\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"serverId\"]},{\"name\":\"mcp:listConnections\",\"sum"
    "mary\":\"List the configured servers.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schem"
    "a\":{\"type\":\"object\",\"properties\":{\"connections\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/mcp.Co"
    "nnection\"}}},\"required\":[\"connections\"]}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x"
    "-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"mcp:listTools\","
    "\"summary\":\"List the tools of one server, or of all. Starts no server: the lists are stored.\",\"paramStructure"
    "\":\"by-name\",\"params\":[{\"name\":\"serverId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\""
    ":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"tools\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/compone"
    "nts/schemas/mcp.Tool\"}}},\"required\":[\"tools\"]}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_server_not_found\""
    "},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\""
    ",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"mcp:getStatus\",\"summary\":\"Get the state of one server, or of all."
    "\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"serverId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength"
    "\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"servers\":{\"type\":\"array\",\"items\""
    ":{\"type\":\"object\",\"properties\":{\"serverId\":{\"type\":\"string\"},\"status\":{\"$ref\":\"#/components/schemas/mcp.Stat"
    "us\"},\"error\":{\"type\":\"string\"},\"lastHealthCheck\":{\"type\":\"string\",\"format\":\"date-time\"}},\"required\":[\"server"
    "Id\",\"status\"]}}},\"required\":[\"servers\"]}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$r"
    "ef\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-si"
    "nce\":\"1.0\",\"x-closed\":true},{\"name\":\"mcp.get\",\"summary\":\"Get the configuration and the state of a server.\",\""
    "paramStructure\":\"either\",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":"
    "1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/mcp.Server\"}},\"errors\""
    ":[{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],"
    "\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"server"
    "Id\"]},{\"name\":\"mcp.start\",\"summary\":\"Start a configured server. The response follows when its tools are know"
    "n, after 35 s at the latest.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema"
    "\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components"
    "/schemas/mcp.Server\"}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/e"
    "rrors/keys_locked\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x"
    "-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"serverId\"]},{\"name\":\"mcp.restart\",\"summa"
    "ry\":\"Stop a server, start it again and fetch its tools again. The response follows as for mcp.start.\",\"param"
    "Structure\":\"either\",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"ma"
    "xLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/mcp.Server\"}},\"errors\":[{\"$"
    "ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/compo"
    "nents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\""
    "x-closed\":true,\"x-positional\":[\"serverId\"]},{\"name\":\"mcp.remove\",\"summary\":\"Stop a server and forget its con"
    "figuration, its keys, its tools, its log and its home directory.\",\"paramStructure\":\"either\",\"params\":[{\"name"
    "\":\"serverId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"re"
    "sult\",\"schema\":{\"type\":\"object\",\"properties\":{\"removed\":{\"type\":\"boolean\"}},\"required\":[\"removed\"]}},\"errors"
    "\":[{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}]"
    ",\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"serve"
    "rId\"]},{\"name\":\"mcp.call\",\"summary\":\"Call a tool as yourself: no permission is asked. Starts the server if n"
    "ecessary.\",\"description\":\"While the call runs, the connection gets mcp.progress. $/cancel_request cancels th"
    "e call.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema\":{\"type\":\"string\",\""
    "minLength\":1,\"maxLength\":128}},{\"name\":\"tool\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLe"
    "ngth\":1024}},{\"name\":\"arguments\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{}}},{\"name\":\"timeoutMs\",\""
    "description\":\"Absent: the setting mcp.callMs.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"de"
    "scription\":\"Absent: the setting mcp.callMs.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/sch"
    "emas/connector.CallResult\"}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/compon"
    "ents/errors/mcp_tool_not_found\"},{\"$ref\":\"#/components/errors/mcp_arguments_refused\"},{\"$ref\":\"#/components/"
    "errors/mcp_server_failed\"},{\"$ref\":\"#/components/errors/mcp_server_lost\"},{\"$ref\":\"#/components/errors/mcp_r"
    "equest_failed\"},{\"$ref\":\"#/components/errors/too_many_mcp_calls\"},{\"$ref\":\"#/components/errors/timeout\"},{\"$"
    "ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/request_cancelled\"},{\"$ref\":\"#/componen"
    "ts/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-c"
    "losed\":true,\"x-waits\":true},{\"name\":\"mcp.search\",\"summary\":\"Search the stored tools by words in their names "
    "and descriptions, best match first. Starts no server.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"query\",\""
    "required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024}},{\"name\":\"serverId\",\"schema\":{\"type"
    "\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":"
    "100,\"default\":10}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"tools\":{\"type\":\"array"
    "\",\"items\":{\"$ref\":\"#/components/schemas/mcp.Tool\"}}},\"required\":[\"tools\"]}},\"errors\":[{\"$ref\":\"#/components/"
    "errors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"b"
    "ridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"query\"]},{\"name\":\"mcp.logs\",\"s"
    "ummary\":\"Read what a server has written to standard error, and its log messages.\",\"paramStructure\":\"by-name\""
    ",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"na"
    "me\":\"after\",\"description\":\"The position of an earlier result: return only what follows. Absent: the last byt"
    "es.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\"description\":\"The position of an earlier result"
    ": return only what follows. Absent: the last bytes.\"}},{\"name\":\"bytes\",\"schema\":{\"type\":\"integer\",\"minimum\":"
    "1,\"maximum\":1048576,\"default\":65536}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"te"
    "xt\":{\"type\":\"string\"},\"position\":{\"type\":\"string\",\"description\":\"The end of text, for after.\"}},\"required\":["
    "\"text\",\"position\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/mc"
    "p_server_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\""
    "x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"mcp.prompts\",\"summary\":\"List the prompts of on"
    "e server, or of all. Starts no server: the lists are stored.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\""
    "serverId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"ty"
    "pe\":\"object\",\"properties\":{\"prompts\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/mcp.Prompt\"}}},\"r"
    "equired\":[\"prompts\"]}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/e"
    "rrors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-close"
    "d\":true},{\"name\":\"mcp.prompt\",\"summary\":\"Get the text of a prompt. Starts the server if necessary.\",\"paramSt"
    "ructure\":\"by-name\",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"max"
    "Length\":128}},{\"name\":\"name\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024}},{\"na"
    "me\":\"arguments\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536}}}],\"res"
    "ult\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/connector.PromptResult\"}},\"errors\":[{\"$ref\":\"#/"
    "components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/mcp_server_failed\"},{\"$ref\":\"#/compone"
    "nts/errors/mcp_server_lost\"},{\"$ref\":\"#/components/errors/mcp_request_failed\"},{\"$ref\":\"#/components/errors/"
    "timeout\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\""
    "x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":"
    "\"mcp.resources\",\"summary\":\"List the resources of one server, or of all. Starts no server: the lists are stor"
    "ed.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"serverId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLen"
    "gth\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"resources\":{\"type\":\"array\",\"i"
    "tems\":{\"$ref\":\"#/components/schemas/mcp.Resource\"}},\"templates\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/component"
    "s/schemas/mcp.Template\"}}},\"required\":[\"resources\",\"templates\"]}},\"errors\":[{\"$ref\":\"#/components/errors/mcp"
    "_server_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x"
    "-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"mcp.read\",\"summary\":\"Read a resource. Starts th"
    "e server if necessary.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"serverId\",\"required\":true,\"schema\":{\"t"
    "ype\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"uri\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":8192}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/connector.ReadR"
    "esult\"}},\"errors\":[{\"$ref\":\"#/components/errors/mcp_server_not_found\"},{\"$ref\":\"#/components/errors/mcp_serv"
    "er_failed\"},{\"$ref\":\"#/components/errors/mcp_server_lost\"},{\"$ref\":\"#/components/errors/mcp_request_failed\"}"
    ",{\"$ref\":\"#/components/errors/timeout\"},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/err"
    "ors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\""
    ":true,\"x-waits\":true},{\"name\":\"mcp.offers\",\"summary\":\"List the servers that the .mcp.json of a project offer"
    "s. weir starts none before mcp.approve.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"cwd\",\"description\":\"A "
    "directory. The file is found there or in the nearest directory above that has one, up to the root of the rep"
    "ository.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"examples\":[\"/home/ada/pr"
    "oject\"],\"description\":\"A directory. The file is found there or in the nearest directory above that has one, "
    "up to the root of the repository.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pat"
    "h\":{\"type\":\"string\",\"description\":\"The file; absent: there is none.\"},\"offers\":{\"type\":\"array\",\"items\":{\"$re"
    "f\":\"#/components/schemas/mcp.Offer\"}},\"problem\":{\"type\":\"string\",\"description\":\"Why the file cannot be used."
    "\"}},\"required\":[\"offers\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/er"
    "rors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"br"
    "idge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"cwd\"]},{\"name\":\"mcp.approve\",\"s"
    "ummary\":\"Approve or decline a server that a project offers.\",\"description\":\"The approval is for this entry a"
    "s it is: a changed entry is offered again. An approved server belongs to the sessions whose directory is in "
    "the project.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"cwd\",\"required\":true,\"schema\":{\"type\":\"string\",\""
    "minLength\":1,\"maxLength\":4096,\"examples\":[\"/home/ada/project\"]}},{\"name\":\"name\",\"required\":true,\"schema\":{\"t"
    "ype\":\"string\",\"minLength\":1,\"maxLength\":256}},{\"name\":\"hash\",\"description\":\"The hash of the offer that the p"
    "erson has seen.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The "
    "hash of the offer that the person has seen.\"}},{\"name\":\"approve\",\"schema\":{\"type\":\"boolean\",\"default\":true}}"
    ",{\"name\":\"variables\",\"description\":\"The values of the environment variables that the person has confirmed. S"
    "ealed. A variable that is missing here is replaced by its default, or the approval is refused.\",\"schema\":{\"t"
    "ype\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536},\"description\":\"The values of the en"
    "vironment variables that the person has confirmed. Sealed. A variable that is missing here is replaced by it"
    "s default, or the approval is refused.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/"
    "mcp.Offer\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/mcp_not_of"
    "fered\"},{\"$ref\":\"#/components/errors/mcp_server_refused\"},{\"$ref\":\"#/components/errors/too_many_mcp_servers\""
    "},{\"$ref\":\"#/components/errors/keys_locked\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#"
    "/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\""
    "1.0\",\"x-closed\":true,\"x-secret\":true},{\"name\":\"permission.list\",\"summary\":\"List permission requests, newest "
    "first, in pages.\",\"description\":\"To get the next page, pass the last id of this page as after. An empty page"
    " is the end.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"state\",\"description\":\"Select requests in this st"
    "ate; absent: pending ones.\",\"schema\":{\"$ref\":\"#/components/schemas/permission.RequestState\",\"description\":\"S"
    "elect requests in this state; absent: pending ones.\"}},{\"name\":\"all\",\"description\":\"True: include requests t"
    "hat are no longer pending.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: include requests"
    " that are no longer pending.\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}"
    "},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\"after\",\"sche"
    "ma\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"it"
    "ems\":{\"$ref\":\"#/components/schemas/permission.Request\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_u"
    "navailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":"
    "\"permission.answer\",\"summary\":\"Answer a permission request. The first answer counts.\",\"paramStructure\":\"by-n"
    "ame\",\"params\":[{\"name\":\"requestId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}"
    ",{\"name\":\"decision\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/permission.Decision\"}},{\"name\":\"r"
    "eason\",\"description\":\"For the agent and the log.\",\"schema\":{\"type\":\"string\",\"maxLength\":4096,\"description\":\""
    "For the agent and the log.\"}},{\"name\":\"rule\",\"description\":\"With allow_session and allow_always: add this ru"
    "le instead of the suggested ones. It must match the request.\",\"schema\":{\"$ref\":\"#/components/schemas/permiss"
    "ion.NewRule\",\"description\":\"With allow_session and allow_always: add this rule instead of the suggested ones"
    ". It must match the request.\"}},{\"name\":\"rules\",\"description\":\"With allow_session and allow_always: add thes"
    "e rules. Each one must match a part of the request, and together with the existing rules they must allow it."
    " Either all of them are stored or none.\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/perm"
    "ission.NewRule\"},\"minItems\":1,\"maxItems\":16,\"description\":\"With allow_session and allow_always: add these ru"
    "les. Each one must match a part of the request, and together with the existing rules they must allow it. Eit"
    "her all of them are stored or none.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"r"
    "equest\":{\"$ref\":\"#/components/schemas/permission.Request\"},\"rule\":{\"$ref\":\"#/components/schemas/permission.R"
    "ule\",\"description\":\"The rule that was added, if it was one.\"},\"rules\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/com"
    "ponents/schemas/permission.Rule\"},\"description\":\"All rules that were added.\"}},\"required\":[\"request\"]}},\"err"
    "ors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/permission_not_found\"},{\"$r"
    "ef\":\"#/components/errors/permission_answered\"},{\"$ref\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/compon"
    "ents/errors/too_many_rules\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/erro"
    "rs/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":"
    "true},{\"name\":\"permission.rules.list\",\"summary\":\"List the rules in force, oldest first.\",\"paramStructure\":\"b"
    "y-name\",\"params\":[{\"name\":\"sessionId\",\"description\":\"Select the rules that apply in this session.\",\"schema\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the rules that apply in this session.\"}"
    "}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.Rule\""
    "}}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavai"
    "lable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"perm"
    "ission.rules.add\",\"summary\":\"Add a rule.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"effect\",\"required\":t"
    "rue,\"schema\":{\"$ref\":\"#/components/schemas/permission.Effect\"}},{\"name\":\"tool\",\"description\":\"The name of a "
    "tool, or a pattern of names.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"descr"
    "iption\":\"The name of a tool, or a pattern of names.\",\"examples\":[\"Bash\",\"mcp__github__*\"]}},{\"name\":\"path\",\""
    "schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"examples\":[\"./src/**\"]}},{\"name\":\"command\",\"schema\""
    ":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"examples\":[\"git status *\"]}},{\"name\":\"definition\",\"descrip"
    "tion\":\"For a tool of an MCP server: apply only while the hash of its definition is this one. An allow rule t"
    "hat an answer adds always has it.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Fo"
    "r a tool of an MCP server: apply only while the hash of its definition is this one. An allow rule that an an"
    "swer adds always has it.\"}},{\"name\":\"sessionId\",\"description\":\"Apply only in this session; the rule is delet"
    "ed when the session is closed.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Apply"
    " only in this session; the rule is deleted when the session is closed.\"}},{\"name\":\"cwd\",\"description\":\"Apply"
    " only in sessions with this working directory.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"de"
    "scription\":\"Apply only in sessions with this working directory.\"}},{\"name\":\"expiresAt\",\"description\":\"Epoch "
    "milliseconds; absent: the rule does not expire.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch"
    " milliseconds; absent: the rule does not expire.\"}},{\"name\":\"note\",\"schema\":{\"type\":\"string\",\"maxLength\":102"
    "4}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/permission.Rule\"}},\"errors\":[{\"$ref\":\""
    "#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/too_many_rules\"},{\"$ref\":\"#/components/error"
    "s/session_not_found\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subs"
    "ystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{"
    "\"name\":\"permission.rules.remove\",\"summary\":\"Remove a rule.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"rul"
    "eId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"s"
    "chema\":{\"type\":\"object\",\"properties\":{\"removed\":{\"type\":\"boolean\"}},\"required\":[\"removed\"]}},\"errors\":[{\"$re"
    "f\":\"#/components/errors/rule_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":["
    "\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"ruleId\"]},{\"name\":\""
    "permission.rules.preview\",\"summary\":\"Show which past calls a rule would have matched, before it is added.\",\""
    "paramStructure\":\"by-name\",\"params\":[{\"name\":\"rule\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/pe"
    "rmission.NewRule\"}},{\"name\":\"rules\",\"description\":\"Rules to be added together with this one. The result then"
    " covers the calls that all of them with the rules in force decide, and that the rules in force alone do not."
    "\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.NewRule\"},\"maxItems\":15,\"descrip"
    "tion\":\"Rules to be added together with this one. The result then covers the calls that all of them with the "
    "rules in force decide, and that the rules in force alone do not.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"intege"
    "r\",\"minimum\":1,\"maximum\":1000,\"default\":20}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"propertie"
    "s\":{\"matched\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of calls that the rule matches.\"},\"loo"
    "kedAt\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of calls that were checked: the newest 10,000"
    " at most.\"},\"denied\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of matching calls that were not"
    " allowed at that time.\"},\"requests\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.Request"
    "\"},\"description\":\"The newest matching calls.\"}},\"required\":[\"matched\",\"lookedAt\",\"denied\",\"requests\"]}},\"err"
    "ors\":[{\"$ref\":\"#/components/errors/rule_refused\"},{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\""
    "#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers"
    "\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"question.list\",\"summary"
    "\":\"List questions, newest first, in pages.\",\"description\":\"To get the next page, pass the last id of this pa"
    "ge as after. An empty page is the end. Answers are not stored.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\""
    ":\"all\",\"description\":\"True: include questions that are no longer pending.\",\"schema\":{\"type\":\"boolean\",\"defau"
    "lt\":false,\"description\":\"True: include questions that are no longer pending.\"}},{\"name\":\"sessionId\",\"schema\""
    ":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"ma"
    "ximum\":1000,\"default\":50}},{\"name\":\"after\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"resul"
    "t\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/question.Question\"}}},\"er"
    "rors\":[{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"da"
    "emon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"question.answer\",\"summary\":\"Answer a question. The first ans"
    "wer counts.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"questionId\",\"required\":true,\"schema\":{\"type\":\"str"
    "ing\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"action\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas"
    "/connector.Action\"}},{\"name\":\"content\",\"description\":\"With accept, for a form: the values of the fields. A f"
    "ield that is left out gets the default of the schema.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{},\""
    "description\":\"With accept, for a form: the values of the fields. A field that is left out gets the default o"
    "f the schema.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"question\":{\"$ref\":\"#/co"
    "mponents/schemas/question.Question\"}},\"required\":[\"question\"]}},\"errors\":[{\"$ref\":\"#/components/errors/inval"
    "id_params\"},{\"$ref\":\"#/components/errors/question_not_found\"},{\"$ref\":\"#/components/errors/question_answered"
    "\"},{\"$ref\":\"#/components/errors/answer_refused\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-ca"
    "llers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true},{\"name\":\"re"
    "corder.set\",\"summary\":\"Say which streams to record, in which session.\",\"description\":\"Replaces what was set "
    "before. A stream that is no longer listed ends at once, and what it has recorded is queued for recorder.rows"
    ". After a new connection nothing changes until this is called. The answer has the state of all streams; reco"
    "rder.state reports later changes.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"streams\",\"required\":true,\"s"
    "chema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/recorder.Stream\"},\"maxItems\":16}},{\"name\":\"keys"
    "troke_text\",\"description\":\"True: keep the text of keys where the accessibility bus says that the field is no"
    "t a password. False: count keys only.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: keep "
    "the text of keys where the accessibility bus says that the field is not a password. False: count keys only.\""
    "}},{\"name\":\"session\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/recorder.Session\"}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"streams\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/componen"
    "ts/schemas/recorder.StreamState\"}}},\"required\":[\"streams\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_"
    "params\"}],\"x-callers\":[\"daemon\"],\"x-handler\":\"recorder\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"recorder.f"
    "lush\",\"summary\":\"Deliver everything that was recorded so far.\",\"description\":\"Also ends the rows that are be"
    "ing recorded, such as the stay in the present window. Answered after the last recorder.rows was answered.\",\""
    "paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"flu"
    "shed\":{\"type\":\"boolean\"}},\"required\":[\"flushed\"]}},\"x-callers\":[\"daemon\"],\"x-handler\":\"recorder\",\"x-since\":\""
    "1.0\",\"x-waits\":true},{\"name\":\"recorder.rows\",\"summary\":\"Store rows. Answered after they are committed.\",\"des"
    "cription\":\"One request at a time. If the answer is lost or an error that may pass, the same rows are sent ag"
    "ain with the same sequence, also to the next daemon; a sequence that is already stored must be answered and "
    "not stored again. After invalid_params the rows are dropped.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\""
    "recorder_id\",\"description\":\"Random; identifies the process of weir-capture.\",\"required\":true,\"schema\":{\"type"
    "\":\"string\",\"minLength\":1,\"maxLength\":64,\"description\":\"Random; identifies the process of weir-capture.\"}},{\""
    "name\":\"sequence\",\"description\":\"The number of this batch, from 1.\",\"required\":true,\"schema\":{\"type\":\"integer"
    "\",\"minimum\":1,\"description\":\"The number of this batch, from 1.\"}},{\"name\":\"rows\",\"required\":true,\"schema\":{\""
    "type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/recorder.Row\"},\"maxItems\":64}},{\"name\":\"dropped\",\"descri"
    "ption\":\"Rows that were dropped before these because the queue was full.\",\"schema\":{\"type\":\"integer\",\"minimum"
    "\":0,\"default\":0,\"description\":\"Rows that were dropped before these because the queue was full.\"}}],\"result\":"
    "{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"stored\":{\"type\":\"boolean\"}},\"required\":[\"stored\"]}"
    "},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/subsystem_unavailable"
    "\"}],\"x-callers\":[\"recorder\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-secret\":true},{\"name\":\"recorder.state\","
    "\"summary\":\"Report the state of all streams, whenever one changes.\",\"paramStructure\":\"by-name\",\"params\":[{\"na"
    "me\":\"streams\",\"required\":true,\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/recorder.Stream"
    "State\"},\"maxItems\":16}}],\"x-callers\":[\"recorder\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notification\":true"
    "},{\"name\":\"session.create\",\"summary\":\"Create a session.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"cwd\","
    "\"description\":\"The working directory: an absolute path. Absent: a new empty directory, which session.delete "
    "removes; for a project's daemon, the project directory.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\""
    ":4096,\"description\":\"The working directory: an absolute path. Absent: a new empty directory, which session.d"
    "elete removes; for a project's daemon, the project directory.\",\"examples\":[\"/home/ada/project\"]}},{\"name\":\"a"
    "gent\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"model\",\"description\":\"For the built"
    "-in agent, MODEL or SERVICE/MODEL; the part before the first slash is always the provider. Other agents have"
    " their own names.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"description\":\"For the built-in a"
    "gent, MODEL or SERVICE/MODEL; the part before the first slash is always the provider. Other agents have thei"
    "r own names.\"}},{\"name\":\"permissionMode\",\"schema\":{\"$ref\":\"#/components/schemas/session.PermissionMode\",\"def"
    "ault\":\"default\"}},{\"name\":\"title\",\"schema\":{\"type\":\"string\",\"maxLength\":1024}},{\"name\":\"network\",\"descriptio"
    "n\":\"Absent: the configured value.\",\"schema\":{\"$ref\":\"#/components/schemas/session.Network\",\"description\":\"Ab"
    "sent: the configured value.\"}},{\"name\":\"keys\",\"description\":\"Absent: the configured value.\",\"schema\":{\"$ref\""
    ":\"#/components/schemas/session.Keys\",\"description\":\"Absent: the configured value.\"}},{\"name\":\"services\",\"sch"
    "ema\":{\"$ref\":\"#/components/schemas/session.Services\"}},{\"name\":\"permissionTimeoutMs\",\"schema\":{\"type\":\"integ"
    "er\",\"minimum\":0,\"maximum\":86400000}},{\"name\":\"thinkingTokens\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximu"
    "m\":10000000}},{\"name\":\"contextFiles\",\"schema\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"}},{\"name\":"
    "\"tools\",\"description\":\"Absent: for the built-in agent its own tools and those of MCP servers, for other agen"
    "ts every tool that rules and modes allow.\",\"schema\":{\"$ref\":\"#/components/schemas/session.Tools\",\"descriptio"
    "n\":\"Absent: for the built-in agent its own tools and those of MCP servers, for other agents every tool that "
    "rules and modes allow.\"}},{\"name\":\"stream\",\"description\":\"False: agents report only whole messages, no delta"
    "s. Absent: true.\",\"schema\":{\"type\":\"boolean\",\"description\":\"False: agents report only whole messages, no del"
    "tas. Absent: true.\"}},{\"name\":\"useContext\",\"description\":\"Whether its agents get recent activity of the pers"
    "on. Absent: the setting chat.context.\",\"schema\":{\"type\":\"boolean\",\"description\":\"Whether its agents get rece"
    "nt activity of the person. Absent: the setting chat.context.\"}},{\"name\":\"closeWhenIdle\",\"description\":\"True:"
    " the session is made for one prompt. The daemon closes it when it has had no running task and no open termin"
    "al for sessions.closeIdleMs; session.reopen opens it again.\",\"schema\":{\"type\":\"boolean\",\"description\":\"True:"
    " the session is made for one prompt. The daemon closes it when it has had no running task and no open termin"
    "al for sessions.closeIdleMs; session.reopen opens it again.\"}},{\"name\":\"budget\",\"schema\":{\"$ref\":\"#/componen"
    "ts/schemas/session.Budget\"}},{\"name\":\"appId\",\"description\":\"The app for which the session is created: the ap"
    "p can read the list of such sessions (cowork:read), and apps:remove deletes them.\",\"schema\":{\"type\":\"string\""
    ",\"minLength\":1,\"maxLength\":64,\"description\":\"The app for which the session is created: the app can read the "
    "list of such sessions (cowork:read), and apps:remove deletes them.\"}},{\"name\":\"metadata\",\"description\":\"JSON"
    " to store with the session, at most 64 KiB and 112 levels deep.\",\"schema\":{\"description\":\"JSON to store with"
    " the session, at most 64 KiB and 112 levels deep.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/componen"
    "ts/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/"
    "errors/service_unknown\"},{\"$ref\":\"#/components/errors/app_not_found\"},{\"$ref\":\"#/components/errors/directory"
    "_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-hand"
    "ler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"session.get\",\"summary\":\"Get a session.\",\"paramStruct"
    "ure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLeng"
    "th\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$"
    "ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-calle"
    "rs\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{"
    "\"name\":\"session.files\",\"summary\":\"Find files and directories below a session's directory, to complete a path"
    ".\",\"description\":\"Files that .gitignore excludes, and .git, are left out; links are not followed. The best m"
    "atches are first: paths that begin with the query, then file names that begin with it, then paths that conta"
    "in it. Case is ignored.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"description\":\"Absent: cwd "
    "names the directory.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Absent: cwd nam"
    "es the directory.\"}},{\"name\":\"query\",\"schema\":{\"type\":\"string\",\"maxLength\":4096,\"default\":\"\"}},{\"name\":\"cwd\""
    ",\"description\":\"An absolute path, instead of sessionId, for a session that does not exist yet.\",\"schema\":{\"t"
    "ype\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path, instead of sessionId, for a se"
    "ssion that does not exist yet.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"def"
    "ault\":50}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"cwd\":{\"type\":\"string\",\"descri"
    "ption\":\"The directory to which the paths are relative.\"},\"files\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/componen"
    "ts/schemas/session.FoundFile\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False: there are more matches th"
    "an the limit, or the search stopped after two seconds or 200,000 entries.\"}},\"required\":[\"cwd\",\"files\",\"comp"
    "lete\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/session_not_fo"
    "und\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_unavailabl"
    "e\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"s"
    "essionId\",\"query\"]},{\"name\":\"session.list\",\"summary\":\"List sessions, newest first, in pages.\",\"description\":"
    "\"To get the next page, pass the last id of this page as after. A page can be shorter than its limit if sessi"
    "ons are large; an empty page is the end.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"state\",\"description\""
    ":\"Select sessions in this state.\",\"schema\":{\"$ref\":\"#/components/schemas/session.State\",\"description\":\"Selec"
    "t sessions in this state.\"}},{\"name\":\"appId\",\"description\":\"Select sessions that were created for this app.\""
    ",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\"description\":\"Select sessions that were created for"
    " this app.\"}},{\"name\":\"limit\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\""
    "after\",\"description\":\"The last id of the previous page.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\""
    ":128,\"description\":\"The last id of the previous page.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\""
    ",\"items\":{\"$ref\":\"#/components/schemas/session.Session\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_"
    "unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\""
    ":\"session.update\",\"summary\":\"Change the settings of a session. Absent fields stay as they are, and null remo"
    "ves a value. Started tasks keep their settings.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\"r"
    "equired\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"agent\",\"schema\":{\"type\":[\"s"
    "tring\",\"null\"],\"minLength\":1,\"maxLength\":128}},{\"name\":\"model\",\"schema\":{\"type\":[\"string\",\"null\"],\"minLength"
    "\":1,\"maxLength\":256}},{\"name\":\"permissionMode\",\"schema\":{\"$ref\":\"#/components/schemas/session.PermissionMode"
    "\"}},{\"name\":\"title\",\"schema\":{\"type\":[\"string\",\"null\"],\"maxLength\":1024}},{\"name\":\"network\",\"schema\":{\"$ref\""
    ":\"#/components/schemas/session.Network\"}},{\"name\":\"keys\",\"schema\":{\"$ref\":\"#/components/schemas/session.Keys"
    "\"}},{\"name\":\"services\",\"schema\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":"
    "64},\"maxItems\":64}},{\"name\":\"permissionTimeoutMs\",\"schema\":{\"type\":[\"integer\",\"null\"],\"minimum\":0,\"maximum\":"
    "86400000}},{\"name\":\"thinkingTokens\",\"schema\":{\"type\":[\"integer\",\"null\"],\"minimum\":0,\"maximum\":10000000}},{\"n"
    "ame\":\"contextFiles\",\"schema\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"}},{\"name\":\"tools\",\"descript"
    "ion\":\"Applies to the next tasks.\",\"schema\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"string\",\"minLength\":1,\""
    "maxLength\":128},\"maxItems\":256,\"description\":\"Applies to the next tasks.\"}},{\"name\":\"stream\",\"description\":\""
    "Applies to the next tasks.\",\"schema\":{\"type\":[\"boolean\",\"null\"],\"description\":\"Applies to the next tasks.\"}}"
    ",{\"name\":\"useContext\",\"description\":\"Applies to the next tasks; null: the setting chat.context.\",\"schema\":{\""
    "type\":[\"boolean\",\"null\"],\"description\":\"Applies to the next tasks; null: the setting chat.context.\"}},{\"name"
    "\":\"closeWhenIdle\",\"schema\":{\"type\":[\"boolean\",\"null\"]}},{\"name\":\"budget\",\"schema\":{\"$ref\":\"#/components/sche"
    "mas/session.Budget\"}},{\"name\":\"metadata\",\"description\":\"At most 64 KiB of JSON, 112 levels deep; null remove"
    "s it.\",\"schema\":{\"description\":\"At most 64 KiB of JSON, 112 levels deep; null removes it.\"}}],\"result\":{\"nam"
    "e\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors"
    "/invalid_params\"},{\"$ref\":\"#/components/errors/service_unknown\"},{\"$ref\":\"#/components/errors/session_not_fo"
    "und\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x"
    "-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"session.close\","
    "\"summary\":\"Close a session: cancel its queued tasks, stop its running task, accept no new ones. The history "
    "stays.\",\"description\":\"The response follows when no task of the session runs any more. Closing a closed sess"
    "ion has no effect.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\""
    ":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/"
    "session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/s"
    "ubsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true"
    ",\"x-waits\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session.reopen\",\"summary\":\"Reopen a closed session, w"
    "ith its settings and its history.\",\"description\":\"Rules that were limited to the session were deleted when i"
    "t was closed. Reopening an open session has no effect. Causes event.sessionUpdated.\",\"paramStructure\":\"eithe"
    "r\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],"
    "\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/session_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"clien"
    "t\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"ses"
    "sion.delete\",\"summary\":\"Delete a session with its tasks and events, and the directory that was made for it u"
    "nless another session uses it. Forks keep the history that they inherited.\",\"paramStructure\":\"either\",\"param"
    "s\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":"
    "{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"deleted\":{\"type\":\"boolean\"}},\"required\":[\"deleted\""
    "]}},\"errors\":[{\"$ref\":\"#/components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_busy\"},{"
    "\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x"
    "-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"sessionId\"]},{\"name\":\"session.fork\",\"summary\":\"Create a sessi"
    "on with the settings of another one and its history up to one of its events.\",\"description\":\"event.list and "
    "event.subscribe with the new session's id include the inherited events, with their original seq. Closed sess"
    "ions can be forked.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\"required\":true,\"schema\":{\"typ"
    "e\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"atSeq\",\"description\":\"The last event that the fork inhe"
    "rits; absent: the newest.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"The last event that the for"
    "k inherits; absent: the newest.\"}},{\"name\":\"title\",\"description\":\"Absent: that of the session; null: none, s"
    "o that the first task of the fork sets it.\",\"schema\":{\"type\":[\"string\",\"null\"],\"maxLength\":1024,\"description"
    "\":\"Absent: that of the session; null: none, so that the first task of the fork sets it.\"}}],\"result\":{\"name\""
    ":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"errors\":[{\"$ref\":\"#/components/errors/s"
    "ession_not_found\"},{\"$ref\":\"#/components/errors/event_not_found\"},{\"$ref\":\"#/components/errors/subsystem_una"
    "vailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"s"
    "ystem:retry\",\"summary\":\"Try a service again that has failed or is degraded.\",\"description\":\"Answers as soon "
    "as the attempt has begun; system:health reports its outcome. A service in another state stays as it is. mcp:"
    " starts the servers that have failed. agents: starts an executor. ollama: asks it for its models.\",\"paramStr"
    "ucture\":\"either\",\"params\":[{\"name\":\"service\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/system.S"
    "ervice\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"success\":{\"type\":\"boolean\",\"de"
    "scription\":\"False: the attempt has failed at once.\"},\"newState\":{\"$ref\":\"#/components/schemas/system.Service"
    "State\"}},\"required\":[\"success\",\"newState\"]}},\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":"
    "\"1.0\",\"x-closed\":true,\"x-positional\":[\"service\"]},{\"name\":\"task.submit\",\"summary\":\"Submit a prompt for an ag"
    "ent to the queue.\",\"description\":\"Without a session, a new one is created, with the given working directory "
    "or as session.create does without one. The tasks of a session run one after another. If the idempotency key "
    "was used before, the response has the task of that call.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"promp"
    "t\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1048576}},{\"name\":\"agent\",\"schema\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"priority\",\"description\":\"Tasks with a higher priorit"
    "y start first.\",\"schema\":{\"type\":\"integer\",\"minimum\":-1000000,\"maximum\":1000000,\"default\":0,\"description\":\"T"
    "asks with a higher priority start first.\"}},{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"max"
    "Length\":128}},{\"name\":\"cwd\",\"description\":\"An absolute path; absent: the session's working directory.\",\"sche"
    "ma\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; absent: the session's w"
    "orking directory.\"}},{\"name\":\"idempotencyKey\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256}},{\"na"
    "me\":\"timeoutMs\",\"description\":\"The longest run time, from the start of the task; absent: the configured valu"
    "e (600,000).\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"description\":\"The longest run time"
    ", from the start of the task; absent: the configured value (600,000).\"}},{\"name\":\"limits\",\"schema\":{\"$ref\":\""
    "#/components/schemas/task.Limits\"}},{\"name\":\"tools\",\"description\":\"Absent: the session's tools.\",\"schema\":{\""
    "$ref\":\"#/components/schemas/session.Tools\",\"description\":\"Absent: the session's tools.\"}},{\"name\":\"stream\",\""
    "description\":\"False: the agent reports only whole messages, no deltas. Absent: the session's setting.\",\"sche"
    "ma\":{\"type\":\"boolean\",\"description\":\"False: the agent reports only whole messages, no deltas. Absent: the se"
    "ssion's setting.\"}},{\"name\":\"attachments\",\"description\":\"Files to send with the prompt. They are read when t"
    "he task starts.\",\"schema\":{\"$ref\":\"#/components/schemas/task.Attachments\",\"description\":\"Files to send with "
    "the prompt. They are read when the task starts.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"pro"
    "perties\":{\"taskId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"},\"sessionId\":{\"type\":"
    "\"string\"}},\"required\":[\"taskId\",\"state\",\"sessionId\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params"
    "\"},{\"$ref\":\"#/components/errors/queue_full\"},{\"$ref\":\"#/components/errors/idempotency_conflict\"},{\"$ref\":\"#/"
    "components/errors/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/er"
    "rors/stopping\"},{\"$ref\":\"#/components/errors/directory_unavailable\"},{\"$ref\":\"#/components/errors/subsystem_"
    "unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-posit"
    "ional\":[\"prompt\",\"agent\",\"priority\"]},{\"name\":\"task.diff\",\"summary\":\"Show the files in the working directory"
    " that a task has changed so far.\",\"description\":\"If other programs changed the same files while the task ran"
    ", those changes are included: weir does not know which program wrote.\",\"paramStructure\":\"either\",\"params\":[{"
    "\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"paths\",\"d"
    "escription\":\"Select these paths; absent: all.\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\""
    ":1,\"maxLength\":4096},\"maxItems\":1000,\"description\":\"Select these paths; absent: all.\"}},{\"name\":\"texts\",\"des"
    "cription\":\"False: list the files without their content.\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"descript"
    "ion\":\"False: list the files without their content.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\""
    "properties\":{\"taskId\":{\"type\":\"string\"},\"cwd\":{\"type\":\"string\"},\"files\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/c"
    "omponents/schemas/task.FileChange\"}},\"complete\":{\"type\":\"boolean\",\"description\":\"False: part of the working "
    "directory could not be saved before the task, and changes there may be missing.\"},\"undone\":{\"type\":\"boolean\""
    ",\"default\":false,\"description\":\"True: the changes were undone.\"}},\"required\":[\"taskId\",\"cwd\",\"files\",\"comple"
    "te\"]}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavai"
    "lable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true"
    ",\"x-positional\":[\"taskId\"]},{\"name\":\"task.undo\",\"summary\":\"Undo the file changes of a task: restore changed "
    "and deleted files, remove new ones.\",\"description\":\"Files that were changed after the task are left as they "
    "are and listed.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"stri"
    "ng\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"paths\",\"description\":\"Select these paths; absent: all.\",\"schema"
    "\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":1000,\"description\":\"Se"
    "lect these paths; absent: all.\"}},{\"name\":\"dryRun\",\"description\":\"True: only report what would be done.\",\"sc"
    "hema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: only report what would be done.\"}}],\"result\":{\""
    "name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"restored\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
    ",\"removed\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"left\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/s"
    "chemas/task.LeftFile\"}},\"withoutSetId\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Files and di"
    "rectories that were restored without their set-user-ID or set-group-ID bit. A restored file belongs to the d"
    "aemon's user and never gets the bits back; a directory gets set-group-ID back if its owner and group are unc"
    "hanged. Absent: none.\"}},\"required\":[\"restored\",\"removed\",\"left\"]}},\"errors\":[{\"$ref\":\"#/components/errors/t"
    "ask_not_found\"},{\"$ref\":\"#/components/errors/task_at_work\"},{\"$ref\":\"#/components/errors/subsystem_unavailab"
    "le\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x"
    "-positional\":[\"taskId\"]},{\"name\":\"task.cancel\",\"summary\":\"Cancel a task. A queued task ends at once; for a r"
    "unning task, the response follows when all its processes have ended.\",\"paramStructure\":\"either\",\"params\":[{\""
    "name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"reason\",\"d"
    "escription\":\"One word for the log. timeout and daemon_stopped are reserved for the daemon.\",\"schema\":{\"type\""
    ":\"string\",\"maxLength\":256,\"default\":\"user_cancelled\",\"description\":\"One word for the log. timeout and daemon"
    "_stopped are reserved for the daemon.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{"
    "\"cancelled\":{\"type\":\"boolean\",\"description\":\"False: the task ended by itself before it could be cancelled.\"}"
    ",\"processes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of processes that were ended; none is l"
    "eft.\"}},\"required\":[\"cancelled\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/compon"
    "ents/errors/task_not_found\"},{\"$ref\":\"#/components/errors/task_not_cancellable\"},{\"$ref\":\"#/components/error"
    "s/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":t"
    "rue,\"x-waits\":true,\"x-positional\":[\"taskId\"]},{\"name\":\"task.list\",\"summary\":\"List tasks, newest first, in pa"
    "ges.\",\"description\":\"To get the next page, pass the last id of this page as after. A page can be shorter tha"
    "n its limit if prompts are long; an empty page is the end. Results are not included; see task.get.\",\"paramSt"
    "ructure\":\"either\",\"params\":[{\"name\":\"state\",\"description\":\"Select tasks in this state.\",\"schema\":{\"$ref\":\"#/"
    "components/schemas/task.State\",\"description\":\"Select tasks in this state.\"}},{\"name\":\"limit\",\"schema\":{\"type"
    "\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50}},{\"name\":\"sessionId\",\"description\":\"Select the tasks of"
    " this session.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the tasks of t"
    "his session.\"}},{\"name\":\"cwd\",\"description\":\"Select tasks with this working directory.\",\"schema\":{\"type\":\"st"
    "ring\",\"minLength\":1,\"maxLength\":4096,\"description\":\"Select tasks with this working directory.\"}},{\"name\":\"af"
    "ter\",\"description\":\"The last id of the previous page.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1"
    "28,\"description\":\"The last id of the previous page.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\""
    "items\":{\"$ref\":\"#/components/schemas/task.Task\"}}},\"errors\":[{\"$ref\":\"#/components/errors/subsystem_unavaila"
    "ble\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":["
    "\"state\",\"limit\"]},{\"name\":\"task.get\",\"summary\":\"Get a task, with its result.\",\"paramStructure\":\"either\",\"par"
    "ams\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{"
    "\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/task.Task\"}},\"errors\":[{\"$ref\":\"#/components/errors/t"
    "ask_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-han"
    "dler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"taskId\"]},{\"name\":\"task.stats\",\"summary\":\"Co"
    "unt tasks by state.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"obje"
    "ct\",\"properties\":{\"total\":{\"type\":\"integer\",\"minimum\":0},\"running\":{\"type\":\"integer\",\"minimum\":0,\"descriptio"
    "n\":\"Tasks that are neither queued nor in a final state.\"},\"queued\":{\"type\":\"integer\",\"minimum\":0},\"completed"
    "\":{\"type\":\"integer\",\"minimum\":0},\"failed\":{\"type\":\"integer\",\"minimum\":0},\"cancelled\":{\"type\":\"integer\",\"mini"
    "mum\":0}},\"required\":[\"total\",\"running\",\"queued\",\"completed\",\"failed\",\"cancelled\"]}},\"errors\":[{\"$ref\":\"#/com"
    "ponents/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\""
    "},{\"name\":\"task.wait\",\"summary\":\"Wait for a task to end; its state says whether it ended in time.\",\"paramStr"
    "ucture\":\"either\",\"params\":[{\"name\":\"taskId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLeng"
    "th\":128}},{\"name\":\"timeoutMs\",\"description\":\"After this time, the response has the task in its current state"
    "; absent: no limit.\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":604800000,\"description\":\"After this ti"
    "me, the response has the task in its current state; absent: no limit.\"}}],\"result\":{\"name\":\"result\",\"schema\""
    ":{\"$ref\":\"#/components/schemas/task.Task\"}},\"errors\":[{\"$ref\":\"#/components/errors/task_not_found\"},{\"$ref\":"
    "\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\""
    ":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"taskId\",\"timeoutMs\"]},{\"name\":\"terminal.open\",\"summar"
    "y\":\"Open a terminal in a session or in a directory.\",\"description\":\"env must not have LD_PRELOAD, LD_LIBRARY"
    "_PATH, LD_AUDIT, DYLD_*, or a name that suggests a key, a token, a secret or a password.\",\"paramStructure\":\""
    "by-name\",\"params\":[{\"name\":\"sessionId\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"cw"
    "d\",\"description\":\"An absolute path; absent: the session's directory. One of sessionId and cwd is required.\","
    "\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path; absent: the sessio"
    "n's directory. One of sessionId and cwd is required.\"}},{\"name\":\"shell\",\"description\":\"The shell: a path, or"
    " a name to find in PATH; absent: the user's shell, or bash.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLen"
    "gth\":4096,\"description\":\"The shell: a path, or a name to find in PATH; absent: the user's shell, or bash.\"}}"
    ",{\"name\":\"command\",\"description\":\"A command that the shell runs with -c; the terminal closes when it ends. N"
    "ot allowed with useTmux. Absent: an interactive shell.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":"
    "131072,\"description\":\"A command that the shell runs with -c; the terminal closes when it ends. Not allowed w"
    "ith useTmux. Absent: an interactive shell.\"}},{\"name\":\"env\",\"description\":\"Variables to add to the terminal'"
    "s environment.\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536},\"maxPro"
    "perties\":256,\"description\":\"Variables to add to the terminal's environment.\"}},{\"name\":\"cols\",\"schema\":{\"typ"
    "e\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":80}},{\"name\":\"rows\",\"schema\":{\"type\":\"integer\",\"minimum\":1"
    ",\"maximum\":1000,\"default\":24}},{\"name\":\"useTmux\",\"description\":\"Run the shell in tmux, with a server of the "
    "session that is separate from the user's tmux. Its programs survive the terminal; a new terminal with the sa"
    "me tmuxSessionName attaches to them again.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Run th"
    "e shell in tmux, with a server of the session that is separate from the user's tmux. Its programs survive th"
    "e terminal; a new terminal with the same tmuxSessionName attaches to them again.\"}},{\"name\":\"tmuxSessionName"
    "\",\"description\":\"A name without ':' and '.'; absent: weir.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLeng"
    "th\":128,\"description\":\"A name without ':' and '.'; absent: weir.\"}},{\"name\":\"tmuxWindowName\",\"schema\":{\"type"
    "\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\""
    ":{\"terminalId\":{\"type\":\"string\"},\"pid\":{\"type\":\"integer\"}},\"required\":[\"terminalId\",\"pid\"]}},\"errors\":[{\"$re"
    "f\":\"#/components/errors/invalid_params\"},{\"$ref\":\"#/components/errors/terminal_failed\"},{\"$ref\":\"#/component"
    "s/errors/environment_refused\"},{\"$ref\":\"#/components/errors/too_many_terminals\"},{\"$ref\":\"#/components/error"
    "s/session_not_found\"},{\"$ref\":\"#/components/errors/session_closed\"},{\"$ref\":\"#/components/errors/stopping\"},"
    "{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\""
    "x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"terminal.attach\",\"summary\":\"Attach to a terminal: th"
    "e response has the scrollback, and terminal.output has new output.\",\"description\":\"With passFd the response "
    "carries the terminal's descriptor instead. Only one client can hold it, and no client receives output meanwh"
    "ile. The client returns it with terminal.detach or by disconnecting, and must not read from it afterwards.\","
    "\"paramStructure\":\"either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLengt"
    "h\":1,\"maxLength\":128}},{\"name\":\"passFd\",\"schema\":{\"type\":\"boolean\",\"default\":false}}],\"result\":{\"name\":\"resu"
    "lt\",\"schema\":{\"type\":\"object\",\"properties\":{\"terminal\":{\"$ref\":\"#/components/schemas/terminal.Terminal\"},\"sc"
    "rollback\":{\"type\":\"string\",\"description\":\"The last output, at most 1 MiB, in base64.\"},\"offset\":{\"type\":\"int"
    "eger\",\"minimum\":0,\"description\":\"The offset of the next byte of output, with which terminal.output continues"
    ".\"}},\"required\":[\"terminal\",\"scrollback\",\"offset\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\"}"
    ",{\"$ref\":\"#/components/errors/terminal_not_found\"},{\"$ref\":\"#/components/errors/terminal_taken\"}],\"x-callers"
    "\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"terminalId\"]},{\""
    "name\":\"terminal.detach\",\"summary\":\"Stop receiving the output of a terminal. The terminal stays open.\",\"param"
    "Structure\":\"either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\""
    "maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/terminal.Ref\"}},\"errors\":"
    "[{\"$ref\":\"#/components/errors/terminal_not_found\"}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-"
    "since\":\"1.0\",\"x-closed\":true,\"x-positional\":[\"terminalId\"]},{\"name\":\"terminal.input\",\"summary\":\"Send input t"
    "o the terminal.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\"type\":"
    "\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"data\",\"description\":\"Bytes, in base64.\",\"required\":true,\"s"
    "chema\":{\"type\":\"string\",\"maxLength\":1398104,\"description\":\"Bytes, in base64.\"}}],\"result\":{\"name\":\"result\",\""
    "schema\":{\"$ref\":\"#/components/schemas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_params\""
    "},{\"$ref\":\"#/components/errors/too_many_waiting\"},{\"$ref\":\"#/components/errors/terminal_not_found\"},{\"$ref\":"
    "\"#/components/errors/terminal_closed\"},{\"$ref\":\"#/components/errors/terminal_taken\"}],\"x-callers\":[\"client\","
    "\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true},{\"name\":\"terminal.resize\",\"su"
    "mmary\":\"Set the size of the terminal. The last call counts.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"t"
    "erminalId\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}},{\"name\":\"cols\",\"require"
    "d\":true,\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000}},{\"name\":\"rows\",\"required\":true,\"schema\":{\"ty"
    "pe\":\"integer\",\"minimum\":1,\"maximum\":1000}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas"
    "/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"}],\"x-callers\":[\"client\",\"bridge\""
    "],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true},{\"name\":\"terminal.list\",\"summary\":\"List the open ter"
    "minals, oldest first.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"sessionId\",\"description\":\"Select the te"
    "rminals of this session.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Select the "
    "terminals of this session.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/compone"
    "nts/schemas/terminal.Terminal\"}}},\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-cl"
    "osed\":true},{\"name\":\"terminal.close\",\"summary\":\"Close a terminal and end its processes. The response follows"
    " when they have ended.\",\"paramStructure\":\"either\",\"params\":[{\"name\":\"terminalId\",\"required\":true,\"schema\":{\""
    "type\":\"string\",\"minLength\":1,\"maxLength\":128}}],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/components/sch"
    "emas/terminal.Ref\"}},\"errors\":[{\"$ref\":\"#/components/errors/terminal_not_found\"}],\"x-callers\":[\"client\",\"bri"
    "dge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-waits\":true,\"x-positional\":[\"terminalId\"]}],\"x"
    "-events\":[{\"name\":\"event.settingsChanged\",\"summary\":\"A setting of the person has changed. Setting the value "
    "that it has changes nothing.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"typ"
    "e\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"change\":{\"type\":\"string\",\"enum\":[\"theme\",\"profile\"]},\"settings\""
    ":{\"$ref\":\"#/components/schemas/app.Settings\",\"description\":\"All settings after the change.\"}},\"required\":[\"s"
    "eq\",\"epoch\",\"timestamp\",\"change\",\"settings\"]},\"x-since\":\"1.0\"},{\"name\":\"event.appsChanged\",\"summary\":\"An app"
    " was installed, updated or removed, was granted other permissions, or has changed its status.\",\"params\":{\"ty"
    "pe\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"}"
    ",\"appId\":{\"type\":\"string\"},\"change\":{\"type\":\"string\",\"enum\":[\"installed\",\"updated\",\"removed\",\"granted\",\"stat"
    "us\"]},\"app\":{\"$ref\":\"#/components/schemas/apps.InstalledApp\",\"description\":\"The app after the change; absent"
    " if it was removed.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"appId\",\"change\"]},\"x-since\":\"1.0\"},{\"name\":\"ch"
    "at:streamPort\",\"summary\":\"The port of a message: a descriptor comes with this notification, one end of a soc"
    "ket pair.\",\"description\":\"Sent to the client that called chat:sendMessage, before the result, whatever it op"
    "ted out of. Without a descriptor for a client that cannot receive one.\",\"params\":{\"type\":\"object\",\"propertie"
    "s\":{\"threadId\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"}},\"required\":[\"threadId\",\"taskId\"]},\"x-since\":\"1."
    "0\"},{\"name\":\"chat:streamChunk\",\"summary\":\"A chunk of an answer, for a client that cannot receive descriptors"
    ".\",\"params\":{\"type\":\"object\",\"properties\":{\"taskId\":{\"type\":\"string\"},\"threadId\":{\"type\":\"string\"},\"chunk\":{"
    "\"description\":\"An object with the type text-delta (textDelta), tool-call (toolCallId, toolName, args), tool-"
    "result (toolCallId, result), error (error) or finish (usage, if it is known). After finish or error no other"
    " follows.\"}},\"required\":[\"taskId\",\"threadId\",\"chunk\"]},\"x-since\":\"1.0\"},{\"name\":\"event.daemonStopping\",\"summ"
    "ary\":\"The daemon is about to exit, and connections will close. Sent again if the stop is forced later.\",\"par"
    "ams\":{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\",\"enum\":[\"request\",\"signal\"],\"description\":\"req"
    "uest: daemon.stop; signal: SIGTERM or SIGINT.\"},\"force\":{\"type\":\"boolean\"},\"timestamp\":{\"type\":\"integer\",\"de"
    "scription\":\"Epoch milliseconds.\"}},\"required\":[\"reason\",\"force\",\"timestamp\"]},\"x-since\":\"1.0\"},{\"name\":\"even"
    "t.cursor\",\"summary\":\"The position of a subscription: every event up to seq was sent or did not match. Not pa"
    "rt of the log.\",\"description\":\"Sent when a subscription with fromSeq has sent all stored events; whenever 10"
    ",000 events were skipped without a match; and with a gap, if retention has deleted events that a slow reader"
    " had not received yet. After a cursor that is not live, another one follows when the subscription is live. A"
    " slow reader alone causes no cursor.\",\"params\":{\"type\":\"object\",\"properties\":{\"subscriptionId\":{\"type\":\"stri"
    "ng\"},\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"live\":{\"type\":\"boolean\",\"description\":\"Whether all "
    "stored events have been sent.\"},\"gap\":{\"$ref\":\"#/components/schemas/event.Gap\"}},\"required\":[\"subscriptionId"
    "\",\"seq\",\"epoch\",\"live\"]},\"x-since\":\"1.0\"},{\"name\":\"mcp.progress\",\"summary\":\"The progress of a call, sent to "
    "the connection that made it. Not stored.\",\"params\":{\"type\":\"object\",\"properties\":{\"requestId\":{\"description\""
    ":\"The id of the mcp.call.\"},\"progress\":{\"type\":\"number\"},\"total\":{\"type\":\"number\"},\"message\":{\"type\":\"string"
    "\"}},\"required\":[\"requestId\",\"progress\"]},\"x-since\":\"1.0\"},{\"name\":\"event.mcpChanged\",\"summary\":\"A server was"
    " configured or removed, has changed its state, or has other tools.\",\"params\":{\"type\":\"object\",\"properties\":{"
    "\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"serverId\":{\"type\":\"string"
    "\"},\"change\":{\"type\":\"string\",\"enum\":[\"configured\",\"removed\",\"state\",\"tools\"]},\"state\":{\"$ref\":\"#/components/"
    "schemas/mcp.State\"},\"status\":{\"$ref\":\"#/components/schemas/mcp.Status\"},\"toolCount\":{\"type\":\"integer\",\"minim"
    "um\":0},\"error\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"serverId\",\"change\"]},\"x-since\":\"1.0"
    "\"},{\"name\":\"event.permissionRequested\",\"summary\":\"A permission request is pending.\",\"params\":{\"type\":\"object"
    "\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId"
    "\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"},\"request\":{\"$ref\":\"#/components/schemas/permission.Request\"}}"
    ",\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\"taskId\",\"request\"]},\"x-since\":\"1.0\"},{\"name\":\"event.perm"
    "issionResolved\",\"summary\":\"A permission request was answered, has timed out or was withdrawn.\",\"params\":{\"ty"
    "pe\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"}"
    ",\"sessionId\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"},\"requestId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/c"
    "omponents/schemas/permission.RequestState\"},\"reason\":{\"type\":\"string\"},\"note\":{\"type\":\"string\"},\"answeredBy\""
    ":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\"taskId\",\"requestId\",\"state\",\"reason\"]"
    "},\"x-since\":\"1.0\"},{\"name\":\"event.questionAsked\",\"summary\":\"A question is pending.\",\"params\":{\"type\":\"object"
    "\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId"
    "\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"},\"question\":{\"$ref\":\"#/components/schemas/question.Question\"}}"
    ",\"required\":[\"seq\",\"epoch\",\"timestamp\",\"question\"]},\"x-since\":\"1.0\"},{\"name\":\"event.questionAnswered\",\"summa"
    "ry\":\"A question was answered, has timed out or was withdrawn.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\""
    ":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\""
    "taskId\":{\"type\":\"string\"},\"questionId\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/question.Stat"
    "e\"},\"answeredBy\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"questionId\",\"state\"]},\"x-since\":\""
    "1.0\"},{\"name\":\"event.sessionCreated\",\"summary\":\"A session was created.\",\"params\":{\"type\":\"object\",\"propertie"
    "s\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"s"
    "tring\"},\"session\":{\"$ref\":\"#/components/schemas/session.Session\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"se"
    "ssionId\",\"session\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionUpdated\",\"summary\":\"The settings of a session ha"
    "ve changed.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"tim"
    "estamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"},\"session\":{\"$ref\":\"#/components/schemas/session.Ses"
    "sion\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\",\"session\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessio"
    "nClosed\",\"summary\":\"A session was closed and accepts no more tasks.\",\"params\":{\"type\":\"object\",\"properties\":"
    "{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"stri"
    "ng\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\"]},\"x-since\":\"1.0\"},{\"name\":\"event.sessionDeleted\",\"s"
    "ummary\":\"A session was deleted with its tasks and events: from here on, their sequence numbers are missing f"
    "rom the log.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"ti"
    "mestamp\":{\"type\":\"integer\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"sessionId\""
    "]},\"x-since\":\"1.0\"},{\"name\":\"system:health\",\"summary\":\"The state of a service. Not part of the log.\",\"descri"
    "ption\":\"A connection that has called initialize gets the present state of each service after the response, a"
    "nd then each change.\",\"params\":{\"type\":\"object\",\"properties\":{\"service\":{\"$ref\":\"#/components/schemas/system"
    ".Service\"},\"state\":{\"$ref\":\"#/components/schemas/system.ServiceState\"},\"message\":{\"type\":\"string\",\"descripti"
    "on\":\"What is wrong, or off.\"}},\"required\":[\"service\",\"state\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskQueued\",\""
    "summary\":\"A task was submitted to the queue.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer"
    "\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\""
    "string\"},\"priority\":{\"type\":\"integer\"},\"summary\":{\"type\":\"string\",\"description\":\"The beginning of the prompt"
    ".\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"priority\",\"summary\"]},\"x-since\":\"1.0\"},{\"na"
    "me\":\"event.taskStarted\",\"summary\":\"An agent has started to work on a task.\",\"params\":{\"type\":\"object\",\"prope"
    "rties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\""
    "string\"},\"sessionId\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\"]},\"x-sinc"
    "e\":\"1.0\"},{\"name\":\"event.taskUpdated\",\"summary\":\"A task has changed to a state that has no event of its own:"
    " starting, awaiting_permission, running again, stopping.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"ty"
    "pe\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionI"
    "d\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/task.State\"}},\"required\":[\"seq\",\"epoch\",\"timestam"
    "p\",\"taskId\",\"sessionId\",\"state\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskProgress\",\"summary\":\"An agent reported"
    " the progress of a task.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\""
    "string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"progress\":"
    "{\"$ref\":\"#/components/schemas/task.Progress\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"p"
    "rogress\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskCompleted\",\"summary\":\"A task was completed; task.get has its "
    "text.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp"
    "\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"message_count\":{\"type\":\"integ"
    "er\",\"minimum\":0},\"token_usage\":{\"$ref\":\"#/components/schemas/task.TokenUsage\"},\"unanswered\":{\"type\":\"integer"
    "\",\"minimum\":1,\"description\":\"As in the result of the task.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\""
    ",\"sessionId\",\"message_count\"]},\"x-since\":\"1.0\"},{\"name\":\"event.taskFailed\",\"summary\":\"A task has failed.\",\"p"
    "arams\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\""
    ":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"error\":{\"$ref\":\"#/components/schemas/t"
    "ask.Failure\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"error\"]},\"x-since\":\"1.0\"},{\"name\""
    ":\"event.taskCancelled\",\"summary\":\"A task was cancelled.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"typ"
    "e\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId"
    "\":{\"type\":\"string\"},\"reason\":{\"type\":\"string\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\""
    "reason\"]},\"x-since\":\"1.0\"},{\"name\":\"event.messageCreated\",\"summary\":\"A message of a session: a prompt of a p"
    "erson, or a report of an agent.\",\"description\":\"A prompt has the role user and the type prompt, and is writt"
    "en when its task starts. Each report of an agent has the role assistant, with the agent's own type and data."
    "\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"t"
    "ype\":\"integer\"},\"taskId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"role\":{\"type\":\"string\",\"enum\":[\"us"
    "er\",\"assistant\"]},\"type\":{\"type\":\"string\",\"description\":\"prompt, tool_call, tool_result, content_block_delta"
    ", …\"},\"sequence\":{\"type\":\"integer\",\"description\":\"The agent's own number of the message, from 1 in each task"
    "; 0 for a prompt and for messages from create_message.\"},\"missing\":{\"type\":\"integer\",\"minimum\":1,\"descriptio"
    "n\":\"The number of earlier messages that the agent numbered but that never arrived.\"},\"messageId\":{\"type\":\"st"
    "ring\",\"description\":\"Set for messages from create_message.\"},\"data\":{\"description\":\"Its form depends on the "
    "type; for a prompt: {text}.\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"taskId\",\"sessionId\",\"role\",\"type\",\"seq"
    "uence\",\"data\"]},\"x-since\":\"1.0\"},{\"name\":\"terminal.output\",\"summary\":\"Output of a terminal, sent to attached"
    " clients.\",\"params\":{\"type\":\"object\",\"properties\":{\"terminalId\":{\"type\":\"string\"},\"offset\":{\"type\":\"integer\""
    ",\"minimum\":0,\"description\":\"The offset of its first byte in the whole output.\"},\"data\":{\"type\":\"string\",\"des"
    "cription\":\"Bytes, in base64.\"}},\"required\":[\"terminalId\",\"offset\",\"data\"]},\"x-since\":\"1.0\"},{\"name\":\"event.t"
    "erminalOpened\",\"summary\":\"A terminal was opened.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"int"
    "eger\"},\"epoch\":{\"type\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"terminalId\":{\"type\":\"string\"},\"sessionId\":{"
    "\"type\":\"string\"},\"pid\":{\"type\":\"integer\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"terminalId\",\"pid\"]},\"x-sin"
    "ce\":\"1.0\"},{\"name\":\"event.terminalExited\",\"summary\":\"The process of a terminal has ended, by itself or becau"
    "se the terminal was closed.\",\"params\":{\"type\":\"object\",\"properties\":{\"seq\":{\"type\":\"integer\"},\"epoch\":{\"type"
    "\":\"string\"},\"timestamp\":{\"type\":\"integer\"},\"terminalId\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"exi"
    "tCode\":{\"type\":\"integer\",\"description\":\"Absent: a signal ended it, or its exit code is not known.\"},\"signal\""
    ":{\"type\":\"integer\"}},\"required\":[\"seq\",\"epoch\",\"timestamp\",\"terminalId\"]},\"x-since\":\"1.0\"}],\"components\":{\"s"
    "chemas\":{\"core.ClientInfo\":{\"description\":\"The name and version of the client, for the daemon's log and stat"
    "us.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"version\":{\"type\":"
    "\"string\",\"maxLength\":64}},\"required\":[\"name\"]},\"core.ServerInfo\":{\"type\":\"object\",\"properties\":{\"name\":{\"typ"
    "e\":\"string\"},\"version\":{\"type\":\"string\"}},\"required\":[\"name\",\"version\"]},\"core.Notify\":{\"description\":\"How f"
    "ront ends notify a person who is not looking when a task needs an answer or has ended. auto: the terminal's "
    "bell, and a desktop notification where there is a desktop. bell: only the terminal's bell.\",\"type\":\"string\","
    "\"enum\":[\"auto\",\"bell\",\"off\"]},\"core.Limits\":{\"description\":\"The limits of this connection.\",\"type\":\"object\","
    "\"properties\":{\"maxMessageBytes\":{\"type\":\"integer\",\"minimum\":1},\"maxBatchEntries\":{\"type\":\"integer\",\"minimum\""
    ":1},\"maxWaitingRequests\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"maxMessageBytes\",\"maxBatchEntries\",\"ma"
    "xWaitingRequests\"]},\"executor.Quota\":{\"description\":\"The rest of the user's plan with the provider, as the a"
    "gent reports it.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"maxLength\":64,\"description\":\"The na"
    "me of the limit: five_hour, seven_day, …\"},\"used_percent\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000},\"res"
    "ets_at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"},\"exceeded\":{\"type\":\"boolean\",\"des"
    "cription\":\"True: the provider refuses calls until resets_at.\"}}},\"executor.Usage\":{\"description\":\"Token coun"
    "ts, under the long names or the short ones.\",\"type\":\"object\",\"properties\":{\"input_tokens\":{\"type\":\"integer\","
    "\"minimum\":0},\"output_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_read_tokens\":{\"type\":\"integer\",\"minimum\":"
    "0},\"cache_write_tokens\":{\"type\":\"integer\",\"minimum\":0},\"input\":{\"type\":\"integer\",\"minimum\":0},\"output\":{\"typ"
    "e\":\"integer\",\"minimum\":0},\"context_tokens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The tokens in the mo"
    "del's context now.\"},\"context_limit\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"The size of the model's co"
    "ntext window.\"},\"reported_cost_micros\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The cost of the task so "
    "far as the agent reports it, in millionths of reported_currency.\"},\"reported_currency\":{\"type\":\"string\",\"max"
    "Length\":8,\"description\":\"USD, …\"},\"quota\":{\"$ref\":\"#/components/schemas/executor.Quota\"},\"model\":{\"type\":\"st"
    "ring\",\"maxLength\":256,\"description\":\"The model that used all of these tokens; absent: several models, or not"
    " known.\"}}},\"executor.Error\":{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\",\"default\":\"\"},\"code\":"
    "{\"type\":\"string\"},\"stack\":{\"type\":\"string\"}}},\"executor.Execution\":{\"description\":\"The result of a prompt.\","
    "\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\",\"description\":\"completed, failed or cancelled.\"},\"me"
    "ssage_count\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of messages that were reported.\"},\"toke"
    "n_usage\":{\"$ref\":\"#/components/schemas/executor.Usage\"},\"error\":{\"$ref\":\"#/components/schemas/executor.Error"
    "\"},\"text\":{\"type\":\"string\",\"description\":\"The final text of the agent.\"}},\"required\":[\"status\"]},\"executor.H"
    "anded\":{\"description\":\"A task that an executor works on or has worked on, as reported to a daemon that recon"
    "nects.\",\"type\":\"object\",\"properties\":{\"task_id\":{\"type\":\"string\"},\"last_sequence\":{\"type\":\"integer\",\"minimum"
    "\":0,\"description\":\"The sequence number of the last message that the executor has reported.\"},\"execution\":{\"d"
    "escription\":\"The result; absent: the task is still running.\",\"$ref\":\"#/components/schemas/executor.Execution"
    "\"}},\"required\":[\"task_id\",\"last_sequence\"]},\"executor.HandedTerminal\":{\"type\":\"object\",\"properties\":{\"termin"
    "al_id\":{\"type\":\"string\"},\"pty_pid\":{\"type\":\"integer\"},\"use_tmux\":{\"type\":\"boolean\",\"default\":false},\"cwd\":{\""
    "type\":\"string\",\"description\":\"The directory in which it was opened.\"},\"shell\":{\"type\":\"string\"},\"created_at\""
    ":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Epoch milliseconds.\"},\"exited\":{\"type\":\"boolean\",\"default\":fal"
    "se,\"description\":\"True: its process has ended. The executor remembers it until close_terminal with forget.\"}"
    ",\"exit_code\":{\"type\":\"integer\"},\"signal\":{\"type\":\"integer\"}},\"required\":[\"terminal_id\",\"pty_pid\"]},\"executor"
    ".Notification\":{\"type\":\"object\",\"properties\":{\"method\":{\"type\":\"string\"},\"params\":{\"description\":\"The parame"
    "ters of that method.\"}},\"required\":[\"method\"]},\"executor.Said\":{\"description\":\"A message of the session's hi"
    "story.\",\"type\":\"object\",\"properties\":{\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"type\":{\"type\":\"s"
    "tring\"},\"content\":{\"description\":\"Its content depends on the type.\"},\"task_id\":{\"type\":\"string\"},\"timestamp\""
    ":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"role\",\"type\",\"content\"]},\"executor.Lau"
    "nch\":{\"description\":\"A program that is an agent: how to start it, and which adapter of the executor speaks w"
    "ith it.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"adapter\":{\"ty"
    "pe\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"stdio, acp, claude-code, …\"},\"command\":{\"type\":\"ar"
    "ray\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxItems\":256,\"description\":\"The"
    " path of the program, and its arguments.\"},\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"m"
    "axLength\":65536},\"description\":\"Environment variables in addition to the executor's own.\"},\"silence_ms\":{\"ty"
    "pe\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"default\":60000,\"description\":\"The longest time for which a wor"
    "king agent may send nothing, if its protocol has no other sign of life.\"}},\"required\":[\"name\",\"adapter\",\"com"
    "mand\"]},\"executor.Agent\":{\"description\":\"The state of an agent as the executor sees it inside its sandbox.\","
    "\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"adapter\":{\"type\":\"string\"},\"usable\":{\"type\":\"boolean"
    "\"},\"reason\":{\"type\":\"string\",\"description\":\"Why the agent is not usable; a sentence.\"},\"model\":{\"type\":\"stri"
    "ng\",\"description\":\"The model that the agent would use, if known.\"},\"service\":{\"type\":\"string\",\"description\":"
    "\"The provider of that model.\"},\"version\":{\"type\":\"string\"}},\"required\":[\"name\",\"adapter\",\"usable\"]},\"executo"
    "r.Provider\":{\"description\":\"A provider (a service that offers models): its address and the form of its reque"
    "sts.\",\"type\":\"object\",\"properties\":{\"service\":{\"type\":\"string\",\"minLength\":1},\"format\":{\"type\":\"string\",\"enu"
    "m\":[\"anthropic\",\"openai\"]},\"url\":{\"type\":\"string\",\"description\":\"The base URL, without a final /.\"},\"header\""
    ":{\"type\":\"string\",\"description\":\"The header that carries the key; empty: the provider needs none.\"},\"prefix\""
    ":{\"type\":\"string\",\"default\":\"\",\"description\":\"The text before the key in that header.\"},\"headers\":{\"type\":\"o"
    "bject\",\"additionalProperties\":{\"type\":\"string\"},\"description\":\"Further headers of every request.\"},\"model\":{"
    "\"type\":\"string\",\"description\":\"The model of sessions that name none; absent: the first model that the provid"
    "er lists.\"},\"has_key\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: a key is stored, and the sessio"
    "n may use it.\"},\"connect_ms\":{\"type\":\"integer\",\"minimum\":1,\"default\":10000},\"silence_ms\":{\"type\":\"integer\",\""
    "minimum\":1,\"default\":120000,\"description\":\"The longest pause in a stream. After it the call fails.\"},\"retrie"
    "s\":{\"type\":\"integer\",\"minimum\":0,\"default\":5},\"context_tokens\":{\"type\":\"integer\",\"minimum\":1000,\"default\":20"
    "0000,\"description\":\"The context window of the model; near it, the executor summarizes the history.\"},\"output"
    "_tokens\":{\"type\":\"integer\",\"minimum\":1,\"default\":16000,\"description\":\"The most tokens that an answer may hav"
    "e.\"}},\"required\":[\"service\",\"format\",\"url\",\"header\"]},\"executor.McpServer\":{\"type\":\"object\",\"properties\":{\"n"
    "ame\":{\"type\":\"string\"},\"command\":{\"type\":\"string\"},\"args\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"env\":{"
    "\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}},\"required\":[\"name\",\"command\",\"args\"]},\"executor.M"
    "cpTool\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"examples\":[\"mcp__github__create_issue\"]},\"se"
    "rver\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"description\":{\"type\":\"string\"},\"input_schema\":{\"type\":\"ob"
    "ject\",\"additionalProperties\":{}},\"output_schema\":{\"type\":\"object\",\"additionalProperties\":{}},\"annotations\":{"
    "\"type\":\"object\",\"additionalProperties\":{}}},\"required\":[\"name\",\"server\",\"description\",\"input_schema\"]},\"exec"
    "utor.McpHost\":{\"description\":\"An MCP server that a task may use.\",\"type\":\"object\",\"properties\":{\"id\":{\"type\""
    ":\"string\"},\"name\":{\"type\":\"string\"},\"instructions\":{\"type\":\"string\"},\"tool_count\":{\"type\":\"integer\",\"minimum"
    "\":0},\"prompt_count\":{\"type\":\"integer\",\"minimum\":0},\"resource_count\":{\"type\":\"integer\",\"minimum\":0}},\"require"
    "d\":[\"id\",\"name\",\"tool_count\"]},\"executor.Record\":{\"description\":\"The record of an executor on disk, with whi"
    "ch the next daemon finds the executor. Never sent.\",\"type\":\"object\",\"properties\":{\"pid\":{\"type\":\"integer\",\"d"
    "escription\":\"The process id of its weir-jail.\"},\"start_time\":{\"type\":\"integer\",\"description\":\"The start time"
    " of that process, in clock ticks since boot.\"},\"boot_id\":{\"type\":\"string\"},\"executor\":{\"type\":\"string\",\"desc"
    "ription\":\"The name of an executor in the configuration; weir: the built-in one.\"},\"hand_shake\":{\"type\":\"stri"
    "ng\",\"description\":\"The secret with which the daemon identifies itself.\"},\"resumes\":{\"type\":\"boolean\",\"defaul"
    "t\":false,\"description\":\"True: the executor supports resume, and keeps every message until it is confirmed.\"}"
    ",\"use\":{\"type\":\"string\",\"enum\":[\"warm\",\"tasks\",\"terminals\",\"broker\",\"mcp\",\"recorder\"]},\"session_id\":{\"type\":"
    "\"string\"},\"server_id\":{\"type\":\"string\",\"description\":\"The MCP server that it runs.\"},\"task_id\":{\"type\":\"stri"
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
    "about it.\"}},\"required\":[\"name\",\"usable\",\"models\",\"complete\"]},\"app.Theme\":{\"type\":\"string\",\"enum\":[\"dark\",\""
    "light\",\"system\"]},\"app.Profile\":{\"description\":\"What agents and apps may know of the person.\",\"type\":\"object"
    "\",\"additionalProperties\":false,\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"examples"
    "\":[\"Ada Lovelace\"]},\"role\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"examples\":[\"engineer\"]}},\"require"
    "d\":[\"name\"]},\"app.CaptureStreams\":{\"description\":\"Which streams are switched on. weir does not capture anyth"
    "ing yet.\",\"type\":\"object\",\"properties\":{\"window_tracking\":{\"type\":\"boolean\",\"default\":true},\"keystroke\":{\"ty"
    "pe\":\"boolean\",\"default\":false},\"focus\":{\"type\":\"boolean\",\"default\":true},\"browser\":{\"type\":\"boolean\",\"defaul"
    "t\":true},\"clipboard\":{\"type\":\"boolean\",\"default\":false}}},\"app.Settings\":{\"type\":\"object\",\"properties\":{\"the"
    "me\":{\"$ref\":\"#/components/schemas/app.Theme\"},\"captureStreams\":{\"$ref\":\"#/components/schemas/app.CaptureStre"
    "ams\"},\"profile\":{\"$ref\":\"#/components/schemas/app.Profile\"}},\"required\":[\"theme\",\"captureStreams\",\"profile\"]"
    "},\"apps.Permissions\":{\"description\":\"What an app asks for, or was granted.\",\"type\":\"object\",\"additionalPrope"
    "rties\":false,\"properties\":{\"tools\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64},\"m"
    "axItems\":256,\"default\":[],\"description\":\"Names of tools of MCP servers as agents see them, such as mcp__gith"
    "ub__list_issues; * matches any text.\"},\"captureRead\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Whethe"
    "r the app may also read what was typed and copied.\"}}},\"apps.Status\":{\"description\":\"running: it has an open"
    " connection. error: its files are missing or were changed; install it again.\",\"type\":\"string\",\"enum\":[\"insta"
    "lled\",\"running\",\"error\"]},\"apps.InstalledApp\":{\"type\":\"object\",\"properties\":{\"appId\":{\"type\":\"string\",\"examp"
    "les\":[\"notes\"]},\"name\":{\"type\":\"string\",\"examples\":[\"Notes\"]},\"version\":{\"type\":\"string\",\"examples\":[\"1.2.0\""
    "]},\"permissions\":{\"$ref\":\"#/components/schemas/apps.Permissions\",\"description\":\"What it was granted.\"},\"stat"
    "us\":{\"$ref\":\"#/components/schemas/apps.Status\"},\"installedAt\":{\"type\":\"string\",\"format\":\"date-time\"},\"update"
    "dAt\":{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"When this version was installed.\"},\"requested\":{\"$"
    "ref\":\"#/components/schemas/apps.Permissions\",\"description\":\"What it asks for.\"},\"entry\":{\"type\":\"string\",\"de"
    "scription\":\"The path of its first page, in the app.\",\"examples\":[\"index.html\"]},\"icon\":{\"type\":\"string\",\"des"
    "cription\":\"The path of its icon, in the app.\"},\"description\":{\"type\":\"string\"},\"files\":{\"type\":\"integer\",\"mi"
    "nimum\":0},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The size of its files.\"},\"error\":{\"type\":\"str"
    "ing\",\"description\":\"With the status error: what is wrong with its files.\"}},\"required\":[\"appId\",\"name\",\"vers"
    "ion\",\"permissions\",\"status\",\"installedAt\",\"updatedAt\",\"requested\",\"entry\",\"files\",\"bytes\"]},\"audit.Entry\":{\""
    "type\":\"object\",\"properties\":{\"no\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"Entries are numbered from 1 w"
    "ithout gaps.\"},\"at\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"what\":{\"type\":\"string\",\"descript"
    "ion\":\"key.set, key.used, permission.answered, executor.started, …\"},\"uid\":{\"type\":\"integer\"},\"pid\":{\"type\":\""
    "integer\",\"description\":\"The process that caused the entry; 0: the daemon itself.\"},\"client\":{\"type\":\"string\""
    ",\"description\":\"The name that the client gave in initialize; weird: the daemon itself; executor ID: that exe"
    "cutor.\"},\"sessionId\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"},\"data\":{\"description\":\"Details of the entr"
    "y; never a secret.\"},\"hash\":{\"type\":\"string\",\"description\":\"The hash of this entry and the one before it; he"
    "xadecimal.\"}},\"required\":[\"no\",\"at\",\"what\",\"uid\",\"pid\",\"client\",\"hash\"]},\"broker.Provider\":{\"description\":\"T"
    "he address of a provider and the form of its requests.\",\"type\":\"object\",\"properties\":{\"service\":{\"type\":\"str"
    "ing\"},\"url\":{\"type\":\"string\",\"description\":\"The base URL, without a final /; the path that the executor requ"
    "ests is appended.\"},\"header\":{\"type\":\"string\",\"description\":\"The header that carries the key.\",\"examples\":[\""
    "x-api-key\"]},\"prefix\":{\"type\":\"string\",\"description\":\"The text before the key in that header.\",\"examples\":[\""
    "Bearer \"]},\"format\":{\"type\":\"string\",\"enum\":[\"anthropic\",\"openai\"],\"description\":\"The format in which the pr"
    "ovider reports usage.\"}},\"required\":[\"service\",\"url\",\"header\",\"prefix\",\"format\"]},\"budget.Account\":{\"descrip"
    "tion\":\"Money is in millionths of the unit of the price table.\",\"type\":\"object\",\"properties\":{\"inputTokens\":{"
    "\"type\":\"integer\"},\"outputTokens\":{\"type\":\"integer\"},\"costMicros\":{\"type\":\"integer\"},\"reservedTokens\":{\"type\""
    ":\"integer\"},\"reservedMicros\":{\"type\":\"integer\"},\"tokensLimit\":{\"type\":\"integer\",\"description\":\"Absent: no li"
    "mit.\"},\"costLimitMicros\":{\"type\":\"integer\",\"description\":\"Absent: no limit.\"}},\"required\":[\"inputTokens\",\"ou"
    "tputTokens\",\"costMicros\",\"reservedTokens\",\"reservedMicros\"]},\"chat.Role\":{\"type\":\"string\",\"enum\":[\"user\",\"as"
    "sistant\",\"system\"]},\"chat.Message\":{\"description\":\"A complete message. Tool calls and thinking are in the ev"
    "ent log only.\",\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",\"description\":\"msg_ and the seq of the ev"
    "ent that completed it.\",\"examples\":[\"msg_1042\"]},\"role\":{\"description\":\"user: a prompt. assistant: the text "
    "of an agent. system: why a task failed.\",\"$ref\":\"#/components/schemas/chat.Role\"},\"content\":{\"type\":\"string\""
    "},\"createdAt\":{\"type\":\"string\",\"format\":\"date-time\"}},\"required\":[\"id\",\"role\",\"content\",\"createdAt\"]},\"chat."
    "ThreadSummary\":{\"type\":\"object\",\"properties\":{\"threadId\":{\"type\":\"string\",\"description\":\"The id of the sessi"
    "on.\"},\"title\":{\"type\":\"string\"},\"lastMessage\":{\"type\":\"string\",\"description\":\"The first 200 characters of th"
    "e last message; empty if there is none.\"},\"messageCount\":{\"type\":\"integer\",\"minimum\":0},\"updatedAt\":{\"type\":"
    "\"string\",\"format\":\"date-time\",\"description\":\"When the last message was stored; without messages, when the th"
    "read was created.\"}},\"required\":[\"threadId\",\"lastMessage\",\"messageCount\",\"updatedAt\"]},\"chat.Thread\":{\"type\""
    ":\"object\",\"properties\":{\"threadId\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"messages\":{\"description\":\"Ol"
    "dest first.\",\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/chat.Message\"}},\"createdAt\":{\"type\":\"strin"
    "g\",\"format\":\"date-time\"},\"updatedAt\":{\"type\":\"string\",\"format\":\"date-time\"}},\"required\":[\"threadId\",\"message"
    "s\",\"createdAt\",\"updatedAt\"]},\"config.LogLevel\":{\"type\":\"string\",\"enum\":[\"error\",\"warn\",\"info\",\"debug\"]},\"con"
    "fig.Executor\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"command\":{\"type\":\"array\",\"items\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxItems\":256,\"description\":\"The program, as "
    "a path or as a name to find in PATH, and its arguments.\",\"examples\":[[\"node\",\"executor.js\"]]},\"read\":{\"type\""
    ":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Further abso"
    "lute paths that the executor can read, such as the directory of its program. It always sees the system's dir"
    "ectories.\"},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,"
    "\"description\":\"Absolute paths that the executor can read and write.\"},\"cwd\":{\"type\":\"string\",\"minLength\":1,\""
    "maxLength\":4096,\"description\":\"The directory in which the executor starts: an absolute path, visible in its "
    "sandbox. Absent: /, or with the sandbox off, the directory of the configuration file.\"}},\"required\":[\"comman"
    "d\"]},\"config.Provider\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"url\":{\"type\":\"string\",\"m"
    "inLength\":1,\"maxLength\":2048,\"format\":\"uri\",\"examples\":[\"https://api.anthropic.com\"]},\"header\":{\"type\":\"stri"
    "ng\",\"minLength\":1,\"maxLength\":128,\"description\":\"The header that carries the key; absent: the default of a k"
    "nown provider, else Authorization.\"},\"prefix\":{\"type\":\"string\",\"maxLength\":64,\"description\":\"The text before"
    " the key in that header; absent: the default of a known provider, else \\\"Bearer \\\".\"},\"format\":{\"type\":\"stri"
    "ng\",\"enum\":[\"anthropic\",\"openai\"],\"description\":\"The format of requests and usage; absent: the default of a "
    "known provider, else openai.\"},\"key\":{\"type\":\"boolean\",\"description\":\"Whether the provider needs a key; abse"
    "nt: the default of a known provider, else true.\"},\"headers\":{\"type\":\"object\",\"additionalProperties\":{\"type\":"
    "\"string\",\"maxLength\":4096},\"description\":\"Further headers of every request.\"},\"model\":{\"type\":\"string\",\"minL"
    "ength\":1,\"maxLength\":256,\"description\":\"The model of sessions that name none; absent: weir's default for a k"
    "nown provider, else the first model that the provider lists.\"},\"connectMs\":{\"type\":\"integer\",\"minimum\":1,\"ma"
    "ximum\":600000,\"default\":10000},\"silenceMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3600000,\"default\":120000,"
    "\"description\":\"The longest pause in a stream. After it the call fails.\"},\"retries\":{\"type\":\"integer\",\"minimu"
    "m\":0,\"maximum\":100,\"default\":5},\"contextTokens\":{\"type\":\"integer\",\"minimum\":1000,\"maximum\":100000000,\"descri"
    "ption\":\"The context window of the models; near it, weir summarizes the history. Absent: 200000, for ollama 3"
    "2000.\"},\"outputTokens\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000000,\"description\":\"The most tokens that "
    "an answer may have. Absent: 16000, for ollama 8000.\"}},\"required\":[\"url\"]},\"config.Agent\":{\"description\":\"A "
    "program that is an agent.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"adapter\":{\"type\":\"str"
    "ing\",\"enum\":[\"stdio\",\"acp\",\"claude-code\"],\"description\":\"The protocol of the agent. stdio: user_message, tok"
    "en, tool_use, done. acp: the Agent Client Protocol. claude-code: the stream-json format of Claude Code.\"},\"c"
    "ommand\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096},\"minItems\":1,\"maxItems\":256"
    ",\"description\":\"The program, as a path or as a name to find in PATH, and its arguments.\",\"examples\":[[\"gemin"
    "i\",\"--experimental-acp\"]]},\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"maxLength\":65536}"
    ",\"description\":\"Environment variables in addition to PATH, HOME, LANG and TERM. Do not put keys here: the to"
    "ols of an agent can read its environment.\"},\"read\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"m"
    "axLength\":4096},\"maxItems\":256,\"description\":\"Further paths that the agent can read, absolute or beginning w"
    "ith ~/. It always sees the system's directories and its own program.\"},\"write\":{\"type\":\"array\",\"items\":{\"typ"
    "e\":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":256,\"description\":\"Paths that the agent can read and "
    "write, such as the directory of its own settings.\"},\"silenceMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":8640"
    "0000,\"default\":60000,\"description\":\"The longest time for which a working stdio agent may send nothing.\"},\"au"
    "tomatic\":{\"type\":\"boolean\",\"default\":true,\"description\":\"Whether weir may use this agent when no agent is na"
    "med.\"}},\"required\":[\"adapter\",\"command\"]},\"config.Price\":{\"description\":\"The price of a million tokens, in a"
    "ny unit that all prices share.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"input\":{\"type\":\""
    "number\",\"minimum\":0,\"maximum\":1000000},\"output\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000},\"cacheRead\":"
    "{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000,\"description\":\"The price of input from the provider's cache. "
    "Budgets count it as input.\"},\"cacheWrite\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1000000,\"description\":\"The "
    "price of input that the provider writes to its cache. Budgets count it as input.\"}},\"required\":[\"input\",\"out"
    "put\"]},\"config.Settings\":{\"description\":\"The whole configuration file. Every setting has a default; an unkno"
    "wn setting is an error.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"log\":{\"type\":\"object\",\""
    "default\":{},\"additionalProperties\":false,\"properties\":{\"level\":{\"$ref\":\"#/components/schemas/config.LogLevel"
    "\",\"default\":\"info\"},\"maxBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maximum\":1073741824,\"default\":8388608,\"des"
    "cription\":\"A log file that exceeds this size is renamed to weird.log.1, and a new one begins.\"}}},\"limits\":{"
    "\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"connections\":{\"type\":\"integer\",\"min"
    "imum\":1,\"maximum\":1000000,\"default\":16384,\"description\":\"The most clients that can be connected at a time.\"}"
    ",\"messageBytes\":{\"type\":\"integer\",\"minimum\":1024,\"maximum\":1073741824,\"default\":16777216,\"description\":\"The "
    "largest size of a message.\"},\"batchEntries\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":1000,\""
    "description\":\"The most entries of a batch.\"},\"waitingRequests\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000"
    "00,\"default\":10000,\"description\":\"The most unanswered requests of a connection.\"},\"outputPauseBytes\":{\"type\""
    ":\"integer\",\"minimum\":4096,\"maximum\":1073741824,\"default\":262144,\"description\":\"With more unread output than "
    "this, the daemon pauses reading from the client.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":65536,\"maximum\""
    ":4294967295,\"default\":67108864,\"description\":\"With more unread output than this, the daemon closes the conne"
    "ction.\"},\"parseBytes\":{\"type\":\"integer\",\"minimum\":1048576,\"maximum\":17179869184,\"default\":268435456,\"descrip"
    "tion\":\"The most memory for one parsed message.\"},\"subscriptions\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100"
    "0,\"default\":64,\"description\":\"The most subscriptions of a connection.\"},\"connectionsPerUser\":{\"type\":\"intege"
    "r\",\"minimum\":1,\"maximum\":1000000,\"default\":16384,\"description\":\"The most clients of one user that can be con"
    "nected at a time.\"},\"requestsPerSecond\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100000000,\"default\":4000000,"
    "\"description\":\"The most requests per second on all connections of one user; further requests are delayed. 0:"
    " no limit.\"}}},\"tasks\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"queue\":{\"ty"
    "pe\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":1000,\"description\":\"The most tasks that can be queued."
    "\"},\"atOnce\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1024,\"default\":0,\"description\":\"The most tasks that run "
    "at a time; 0: the number of cores, at least 3.\"},\"timeoutMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":6048000"
    "00,\"default\":600000,\"description\":\"The longest run time of a task that sets no timeout of its own.\"},\"stopMs"
    "\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"default\":10000,\"description\":\"How long a task that was tol"
    "d to stop may take before it is killed.\"},\"drainMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3600000,\"default"
    "\":30000,\"description\":\"How long a stopping daemon waits for running tasks.\"},\"agent\":{\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":128,\"description\":\"The agent of tasks and sessions that name none.\"},\"memoryBytes\":{\"typ"
    "e\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":0,\"description\":\"The most memory of all processes"
    " of a task together; 0: no limit.\"},\"processes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000,\"default\":0,"
    "\"description\":\"The most processes of a task at a time; 0: no limit.\"},\"outputBytes\":{\"type\":\"integer\",\"minim"
    "um\":0,\"maximum\":1099511627776,\"default\":0,\"description\":\"The most output that a task may report; 0: no limit"
    ".\"},\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"default\":0,\"description\":\"The most token"
    "s of a task, input and output together; 0: no limit.\"}}},\"executors\":{\"type\":\"object\",\"description\":\"Executo"
    "rs of other vendors, by the name under which a task or a session selects them as its agent. Each one listens"
    " on EXECUTOR_SOCKET.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Executor\"}},\"agents\":{\"typ"
    "e\":\"object\",\"description\":\"Programs that are agents, by name, in addition to the known agents that weir find"
    "s in PATH.\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/config.Agent\"}},\"thinkingTokens\":{\"type\":\"i"
    "nteger\",\"minimum\":0,\"maximum\":10000000,\"default\":0,\"description\":\"The most tokens that a model may use for t"
    "hinking before it answers, in sessions that set no value; 0: no thinking.\"},\"pool\":{\"type\":\"object\",\"default"
    "\":{},\"additionalProperties\":false,\"description\":\"How many executors are kept ready, and for how long.\",\"prop"
    "erties\":{\"warm\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":64,\"default\":3,\"description\":\"The executors that are"
    " started before a task needs them.\"},\"idle\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1024,\"default\":3,\"descri"
    "ption\":\"The most idle executors that wait for the next task of their session; above it, the oldest are ended"
    ".\"},\"idleMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":86400000,\"default\":300000,\"description\":\"How long an ex"
    "ecutor may be idle before it is ended.\"},\"startMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"default\":"
    "5000,\"description\":\"How long an executor may take to listen on its socket.\"},\"shutdownMs\":{\"type\":\"integer\","
    "\"minimum\":1,\"maximum\":600000,\"default\":30000,\"description\":\"How long an executor that was told to shut down "
    "may take before it is killed.\"},\"pingMs\":{\"type\":\"integer\",\"minimum\":10,\"maximum\":3600000,\"default\":30000,\"d"
    "escription\":\"Time between health checks of helper programs such as weir-broker. A helper that misses three i"
    "n a row is killed and restarted.\"},\"orphanMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":604800000,\"default\":60"
    "0000,\"description\":\"How long an executor waits for a daemon that is gone. Then it writes its unsent messages"
    " to the spool and ends.\"},\"pauseAt\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":100,\"descripti"
    "on\":\"Above this number of messages of one executor that are not yet stored, the daemon tells it to pause.\"},"
    "\"resumeAt\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":50,\"description\":\"Below this number, th"
    "e daemon tells it to resume.\"},\"batchMessages\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000,\"default\":10,\"d"
    "escription\":\"The most messages that an executor sends in one batch.\"},\"batchMs\":{\"type\":\"integer\",\"minimum\":"
    "1,\"maximum\":60000,\"default\":100,\"description\":\"How long an executor may collect the messages of one turn of "
    "its event loop before it sends them.\"}}},\"health\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false"
    ",\"properties\":{\"ollamaMs\":{\"type\":\"integer\",\"minimum\":10,\"maximum\":86400000,\"default\":30000,\"description\":\"T"
    "ime between checks of the provider ollama, if providers has an entry for it.\"}}},\"sandbox\":{\"type\":\"string\","
    "\"enum\":[\"namespace\",\"landlock\",\"off\"],\"default\":\"namespace\",\"description\":\"The highest level that is tried. "
    "namespace: namespaces, Landlock and seccomp; falls back to landlock where the kernel offers no namespaces. l"
    "andlock: Landlock and seccomp; without them, no agent starts. off: agents run with all of your rights.\"},\"ne"
    "twork\":{\"$ref\":\"#/components/schemas/session.Network\",\"default\":\"full\",\"description\":\"The network access of "
    "sessions that set none.\"},\"notify\":{\"$ref\":\"#/components/schemas/core.Notify\",\"default\":\"auto\",\"description\""
    ":\"How front ends notify a person who is not looking at them.\"},\"view\":{\"type\":\"object\",\"default\":{},\"additio"
    "nalProperties\":false,\"description\":\"The paths that agents see besides their working directory and the system"
    "'s programs. Absolute, or beginning with ~/.\",\"properties\":{\"read\":{\"type\":\"array\",\"items\":{\"type\":\"string\","
    "\"minLength\":1,\"maxLength\":4096},\"maxItems\":256},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\""
    ":1,\"maxLength\":4096},\"maxItems\":256},\"hide\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLengt"
    "h\":4096},\"maxItems\":256,\"description\":\"Paths below visible ones that agents do not see, in addition to those"
    " that are always hidden: ~/.ssh, ~/.gnupg, ~/.aws, browser profiles, weir's own state, …\"}}},\"permissions\":{"
    "\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":{\"timeoutMs\":{\"type\":\"integer\",\"minim"
    "um\":0,\"maximum\":86400000,\"default\":0,\"description\":\"How long a permission request can be pending; 0: no limi"
    "t.\"},\"approverMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":86400000,\"default\":30000,\"description\":\"How long a"
    " permission request waits for the first front end that can approve it. When one has connected, only timeoutM"
    "s counts.\"},\"rules\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100000,\"default\":10000,\"description\":\"The most r"
    "ules that can be stored.\"}}},\"keys\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\"properties\":"
    "{\"access\":{\"$ref\":\"#/components/schemas/session.Keys\",\"default\":\"direct\",\"description\":\"How sessions that se"
    "t no value use keys.\"},\"perMinute\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":60,\"description"
    "\":\"The most requests for keys of one session per minute.\"}}},\"providers\":{\"type\":\"object\",\"description\":\"Pro"
    "viders: services that offer models, by the name of their key. anthropic, openai and ollama are known.\",\"addi"
    "tionalProperties\":{\"$ref\":\"#/components/schemas/config.Provider\"}},\"budget\":{\"type\":\"object\",\"default\":{},\"a"
    "dditionalProperties\":false,\"description\":\"The budgets of model calls through weir-broker; 0: no limit.\",\"pro"
    "perties\":{\"dayTokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"default\":0},\"dayCost\":{\"type\":\""
    "number\",\"minimum\":0,\"maximum\":1000000000,\"default\":0,\"description\":\"In the unit of the prices. A day ends at"
    " midnight UTC.\"},\"sessionTokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"default\":0,\"descript"
    "ion\":\"The budget of sessions that set none.\"},\"sessionCost\":{\"type\":\"number\",\"minimum\":0,\"maximum\":100000000"
    "0,\"default\":0},\"outputTokens\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000000,\"default\":32000,\"description\""
    ":\"The output tokens that are reserved for a call that sets no limit.\"}}},\"prices\":{\"type\":\"object\",\"descript"
    "ion\":\"Prices by model. A name that ends in * matches every model that begins with it, and the longest match "
    "counts. If a budget is in money, calls to a model without a price are refused.\",\"additionalProperties\":{\"$re"
    "f\":\"#/components/schemas/config.Price\"}},\"terminals\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":fa"
    "lse,\"properties\":{\"max\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000,\"default\":256,\"description\":\"The most "
    "terminals that can be open at a time.\"}}},\"mcp\":{\"type\":\"object\",\"default\":{},\"additionalProperties\":false,\""
    "description\":\"MCP servers. The servers themselves are configured with weir mcp add.\",\"properties\":{\"servers\""
    ":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000,\"default\":100,\"description\":\"The most servers that can be conf"
    "igured.\"},\"tools\":{\"type\":\"string\",\"enum\":[\"auto\",\"always\",\"never\"],\"default\":\"auto\",\"description\":\"How agen"
    "ts get the tools of servers. always: each tool with its schema. never: two tools, mcp_search and mcp_call, w"
    "ith which an agent finds and calls the others. auto: the second form if the schemas exceed a tenth of the mo"
    "del's context.\"},\"startMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":600000,\"default\":30000,\"description\":\"How"
    " long a server may take to start and to list its tools.\"},\"callMs\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":8"
    "6400000,\"default\":60000,\"description\":\"How long a call may take. The time begins anew with each progress rep"
    "ort of the server, at most ten times.\"},\"calls\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000,\"default\":256,"
    "\"description\":\"The most calls of a server at a time.\"},\"idleMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":8640"
    "0000,\"default\":600000,\"description\":\"After this time without a call, the daemon stops a server; 0: never.\"},"
    "\"checkMs\":{\"type\":\"integer\",\"minimum\":100,\"maximum\":3600000,\"default\":30000,\"description\":\"How often weir ch"
    "ecks that a running server still answers.\"},\"logBytes\":{\"type\":\"integer\",\"minimum\":4096,\"maximum\":1073741824"
    ",\"default\":1048576,\"description\":\"The log of a server that exceeds this size is renamed to server.log.1, and"
    " a new one begins.\"},\"questionMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":86400000,\"default\":600000,\"descrip"
    "tion\":\"How long a question of a server waits for an answer; 0: no limit.\"}}},\"sessions\":{\"type\":\"object\",\"de"
    "fault\":{},\"additionalProperties\":false,\"properties\":{\"closeIdleMs\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":3"
    "1536000000,\"default\":86400000,\"description\":\"After this time without a running task, the daemon closes a ses"
    "sion that was made for one prompt (closeWhenIdle, as weir run sets it); 0: never.\"}}},\"chat\":{\"type\":\"object"
    "\",\"default\":{},\"additionalProperties\":false,\"description\":\"Sessions and their answers on ports of chat:sendM"
    "essage.\",\"properties\":{\"context\":{\"type\":\"boolean\",\"description\":\"Whether agents get recent activity of the "
    "person in sessions that do not say so (useContext). Absent: true once the person has consented to capture, w"
    "hich does not exist yet, so false.\"},\"ports\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100000,\"default\":1024,\""
    "description\":\"The most ports that can be open at a time.\"},\"portsPerClient\":{\"type\":\"integer\",\"minimum\":1,\"m"
    "aximum\":100000,\"default\":128,\"description\":\"The most open ports of a connection.\"}}},\"retention\":{\"type\":\"ob"
    "ject\",\"default\":{},\"additionalProperties\":false,\"description\":\"How long the store keeps events and tasks. Se"
    "ssions and the messages of their threads stay until they are deleted.\",\"properties\":{\"days\":{\"type\":\"integer"
    "\",\"minimum\":0,\"maximum\":36500,\"default\":90,\"description\":\"Events and ended tasks that are older are deleted;"
    " 0: never.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"default\":10737418240,\"descriptio"
    "n\":\"If the store, without the messages of threads, is larger, the oldest events are deleted, with the tasks "
    "that ended at that time; 0: no limit.\"},\"keptBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"d"
    "efault\":2147483648,\"description\":\"If the snapshots of files are larger, those of the oldest tasks are delete"
    "d; 0: no limit.\"}}}}},\"connector.Transport\":{\"description\":\"stdio: a program that weir starts. http: a serve"
    "r that is reached by Streamable HTTP.\",\"type\":\"string\",\"enum\":[\"stdio\",\"http\"]},\"connector.ListKind\":{\"type\""
    ":\"string\",\"enum\":[\"tools\",\"prompts\",\"resources\",\"templates\"]},\"connector.Implementation\":{\"description\":\"How"
    " a server names itself.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"v"
    "ersion\":{\"type\":\"string\"}},\"required\":[\"name\"]},\"connector.Tool\":{\"type\":\"object\",\"properties\":{\"name\":{\"typ"
    "e\":\"string\"},\"title\":{\"type\":\"string\"},\"description\":{\"type\":\"string\",\"default\":\"\"},\"inputSchema\":{\"type\":\"o"
    "bject\",\"additionalProperties\":{},\"description\":\"A JSON schema.\"},\"outputSchema\":{\"type\":\"object\",\"additional"
    "Properties\":{},\"description\":\"A JSON schema.\"},\"annotations\":{\"type\":\"object\",\"additionalProperties\":{},\"des"
    "cription\":\"What the server says about its tool. weir shows it and does not rely on it.\"},\"definition\":{\"type"
    "\":\"string\",\"description\":\"A hash of all of the above.\"}},\"required\":[\"name\",\"inputSchema\",\"definition\"]},\"co"
    "nnector.PromptArgument\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"d"
    "escription\":{\"type\":\"string\"},\"required\":{\"type\":\"boolean\",\"default\":false}},\"required\":[\"name\"]},\"connector"
    ".Prompt\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"description\":{\"t"
    "ype\":\"string\"},\"arguments\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/connector.PromptArgument\"}}"
    "},\"required\":[\"name\",\"arguments\"]},\"connector.Resource\":{\"type\":\"object\",\"properties\":{\"uri\":{\"type\":\"string"
    "\"},\"name\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"description\":{\"type\":\"string\"},\"mimeType\":{\"type\":\"st"
    "ring\"},\"size\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"uri\",\"name\"]},\"connector.Template\":{\"description\""
    ":\"A pattern of resource addresses.\",\"type\":\"object\",\"properties\":{\"uriTemplate\":{\"type\":\"string\"},\"name\":{\"t"
    "ype\":\"string\"},\"title\":{\"type\":\"string\"},\"description\":{\"type\":\"string\"},\"mimeType\":{\"type\":\"string\"}},\"requ"
    "ired\":[\"uriTemplate\",\"name\"]},\"connector.Dropped\":{\"description\":\"An entry of a list that weir-mcp left out."
    "\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"reason\":{\"type\":\"string\",\"description\":\"A sentence"
    ".\"}},\"required\":[\"name\",\"reason\"]},\"connector.File\":{\"description\":\"A result that was too large for a messag"
    "e and is in a file instead.\",\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"bytes\":{\"type\":\"integer"
    "\",\"minimum\":0}},\"required\":[\"path\",\"bytes\"]},\"connector.CallResult\":{\"type\":\"object\",\"properties\":{\"content\""
    ":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"additionalProperties\":{}},\"description\":\"The content blocks of th"
    "e server: text, image, audio, resource, resource_link.\"},\"structuredContent\":{\"description\":\"The structured "
    "form of the result, if the server sent one.\"},\"isError\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Tru"
    "e: the tool ran and failed; content says why.\"},\"file\":{\"$ref\":\"#/components/schemas/connector.File\",\"descri"
    "ption\":\"The whole result as JSON; content then has its beginning as text.\"}},\"required\":[\"content\"]},\"connec"
    "tor.PromptResult\":{\"type\":\"object\",\"properties\":{\"description\":{\"type\":\"string\"},\"messages\":{\"type\":\"array\","
    "\"items\":{\"type\":\"object\",\"properties\":{\"role\":{\"type\":\"string\",\"enum\":[\"user\",\"assistant\"]},\"content\":{\"type"
    "\":\"object\",\"additionalProperties\":{},\"description\":\"A content block.\"}},\"required\":[\"role\",\"content\"]}}},\"re"
    "quired\":[\"messages\"]},\"connector.ReadResult\":{\"type\":\"object\",\"properties\":{\"contents\":{\"type\":\"array\",\"item"
    "s\":{\"type\":\"object\",\"additionalProperties\":{}},\"description\":\"Each has uri, and text or blob (base64).\"},\"fi"
    "le\":{\"$ref\":\"#/components/schemas/connector.File\",\"description\":\"The whole result as JSON; contents is then "
    "empty.\"}},\"required\":[\"contents\"]},\"connector.QuestionMode\":{\"description\":\"form: fields to fill in. url: a "
    "page to open.\",\"type\":\"string\",\"enum\":[\"form\",\"url\"]},\"connector.Action\":{\"description\":\"accept: the answer "
    "is given. decline: the person refuses to answer. cancel: the person made no choice.\",\"type\":\"string\",\"enum\":"
    "[\"accept\",\"decline\",\"cancel\"]},\"context.ActivityType\":{\"description\":\"window: a window was in front. focus: "
    "the person worked in one window without a break. keystroke: keys were pressed. clipboard: something was copi"
    "ed. browser: a page was in front.\",\"type\":\"string\",\"enum\":[\"window\",\"focus\",\"keystroke\",\"clipboard\",\"browser"
    "\"]},\"context.ActivityRecord\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"type\":{\"$ref\":\"#/compone"
    "nts/schemas/context.ActivityType\"},\"timestamp\":{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"When it "
    "began.\"},\"appName\":{\"type\":\"string\"},\"windowTitle\":{\"type\":\"string\"},\"url\":{\"type\":\"string\"},\"duration\":{\"ty"
    "pe\":\"integer\",\"minimum\":0,\"description\":\"Milliseconds.\"},\"summary\":{\"type\":\"string\",\"description\":\"For keyst"
    "roke and clipboard: how much it was, or the beginning of the text if that is recorded.\"}},\"required\":[\"id\",\""
    "type\",\"timestamp\"]},\"context.Card\":{\"description\":\"What the person works on now.\",\"type\":\"object\",\"propertie"
    "s\":{\"activeApp\":{\"type\":\"string\",\"description\":\"Absent, like the next three: nothing was recorded in the las"
    "t five minutes.\"},\"activeDocument\":{\"type\":\"string\"},\"activeUrl\":{\"type\":\"string\",\"format\":\"uri\"},\"sessionSt"
    "art\":{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"The first activity after the last pause of 15 minu"
    "tes or more.\"},\"recentApps\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":8,\"description\":\"The last o"
    "ne first.\"},\"suggestions\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":4,\"description\":\"Sentences: a"
    " permission request that waits, a task that has failed, a session to continue.\"}},\"required\":[\"recentApps\",\""
    "suggestions\"]},\"cowork.Namespace\":{\"type\":\"string\",\"enum\":[\"context\",\"user\",\"data\"]},\"cowork.NoArgs\":{\"descr"
    "iption\":\"The arguments of context.activeWindow, context.currentTime, user.preferences and user.profile.\",\"ty"
    "pe\":\"object\",\"additionalProperties\":false},\"cowork.RecentActivityArgs\":{\"description\":\"The arguments of cont"
    "ext.recentActivity.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"limit\":{\"type\":\"integer\",\"m"
    "inimum\":1,\"maximum\":200,\"default\":20},\"since\":{\"type\":\"string\",\"format\":\"date-time\",\"maxLength\":64,\"descript"
    "ion\":\"Leave out what began earlier.\"}}},\"cowork.ConversationsArgs\":{\"description\":\"The arguments of data.con"
    "versations.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"limit\":{\"type\":\"integer\",\"minimum\":"
    "1,\"maximum\":200,\"default\":50},\"cursor\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"nextCur"
    "sor of the page before.\"}}},\"cowork.SearchArgs\":{\"description\":\"The arguments of data.search.\",\"type\":\"objec"
    "t\",\"additionalProperties\":false,\"properties\":{\"query\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024,\"examp"
    "les\":[\"invoice march\"]},\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":10}},\"required\":[\"quer"
    "y\"]},\"cowork.ActiveWindow\":{\"description\":\"The data of context.activeWindow.\",\"type\":\"object\",\"properties\":{"
    "\"window\":{\"$ref\":\"#/components/schemas/context.ActivityRecord\",\"description\":\"The window that was in front l"
    "ast. Absent: nothing was recorded in the last five minutes.\"}}},\"cowork.RecentActivity\":{\"description\":\"The "
    "data of context.recentActivity.\",\"type\":\"object\",\"properties\":{\"activities\":{\"type\":\"array\",\"items\":{\"$ref\":"
    "\"#/components/schemas/context.ActivityRecord\"},\"maxItems\":200,\"description\":\"Newest first. Of the types keys"
    "troke and clipboard only with captureRead.\"}},\"required\":[\"activities\"]},\"cowork.CurrentTime\":{\"description\""
    ":\"The data of context.currentTime.\",\"type\":\"object\",\"properties\":{\"time\":{\"type\":\"string\",\"format\":\"date-tim"
    "e\",\"description\":\"The local time, with its distance from UTC.\",\"examples\":[\"2026-03-01T09:30:00.000+01:00\"]}"
    ",\"timeZone\":{\"type\":\"string\",\"description\":\"The name of the time zone in the IANA database.\",\"examples\":[\"Eu"
    "rope/Berlin\"]}},\"required\":[\"time\",\"timeZone\"]},\"cowork.Conversations\":{\"description\":\"The data of data.conv"
    "ersations: the threads that were created for this app.\",\"type\":\"object\",\"properties\":{\"conversations\":{\"type"
    "\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/chat.ThreadSummary\"},\"maxItems\":200,\"description\":\"The one w"
    "ith the newest message first.\"},\"nextCursor\":{\"type\":\"string\",\"description\":\"Absent on the last page.\"}},\"re"
    "quired\":[\"conversations\"]},\"cowork.SearchResults\":{\"description\":\"The data of data.search.\",\"type\":\"object\","
    "\"properties\":{\"results\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/context.ActivityRecord\"},\"maxI"
    "tems\":200,\"description\":\"Best match first. Of the types keystroke and clipboard only with captureRead.\"}},\"r"
    "equired\":[\"results\"]},\"daemon.Health\":{\"description\":\"ok: everything works. degraded: something works worse "
    "than it should. failed: something does not work.\",\"type\":\"string\",\"enum\":[\"ok\",\"degraded\",\"failed\"]},\"daemon"
    ".Subsystem\":{\"description\":\"A part of the daemon, checked when the request arrives.\",\"type\":\"object\",\"proper"
    "ties\":{\"health\":{\"$ref\":\"#/components/schemas/daemon.Health\"},\"message\":{\"type\":\"string\",\"description\":\"What"
    " is wrong and what to do about it; absent: nothing is wrong.\"}},\"required\":[\"health\"]},\"daemon.IdKind\":{\"typ"
    "e\":\"string\",\"enum\":[\"task\",\"session\",\"permission\",\"rule\"]},\"event.Entry\":{\"description\":\"The notification as"
    " it was sent: its method and params.\",\"type\":\"object\",\"properties\":{\"method\":{\"type\":\"string\"},\"params\":{\"de"
    "scription\":\"Includes seq, epoch and timestamp.\"}},\"required\":[\"method\",\"params\"]},\"event.Gap\":{\"description\""
    ":\"Events that were requested but that retention has deleted.\",\"type\":\"object\",\"properties\":{\"fromSeq\":{\"type"
    "\":\"integer\"},\"toSeq\":{\"type\":\"integer\",\"description\":\"The last deleted event.\"}},\"required\":[\"fromSeq\",\"toSe"
    "q\"]},\"event.Topics\":{\"description\":\"Names of events (event.taskQueued), or the first part of their name afte"
    "r the dot (task, session, message).\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},"
    "\"minItems\":1,\"maxItems\":64},\"handover.Descriptors\":{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":0,\"ma"
    "ximum\":2147483647}},\"handover.Replay\":{\"description\":\"Requests without a response, which the new program rec"
    "eives again.\",\"type\":\"object\",\"properties\":{\"batch\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: t"
    "he requests are a batch, with one common response.\"},\"answersBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":"
    "0,\"description\":\"The size of the responses that the batch has so far.\"},\"tooLong\":{\"type\":\"boolean\",\"default"
    "\":false,\"description\":\"True: these responses exceed the size of a message.\"},\"bytes\":{\"type\":\"integer\",\"mini"
    "mum\":0,\"description\":\"The size of the line.\"}},\"required\":[\"bytes\"]},\"handover.Carrier\":{\"description\":\"A qu"
    "eued line that carries descriptors.\",\"type\":\"object\",\"properties\":{\"start\":{\"type\":\"integer\",\"minimum\":0,\"de"
    "scription\":\"The offset of the line in the queued bytes.\"},\"end\":{\"type\":\"integer\",\"minimum\":0},\"descriptors\""
    ":{\"$ref\":\"#/components/schemas/handover.Descriptors\"}},\"required\":[\"start\",\"end\",\"descriptors\"]},\"handover.P"
    "eer\":{\"description\":\"A connection. Its bytes follow the document: the requests to replay, the start of an in"
    "complete line, bytes that were read but not parsed, bytes that are not sent.\",\"type\":\"object\",\"properties\":{"
    "\"fd\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"caller\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":25"
    "5},\"nextId\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The id of the last request to the peer.\"},\"ended\":{"
    "\"type\":\"boolean\",\"default\":false,\"description\":\"True: the peer has shut down its sending side.\"},\"unread\":{\""
    "type\":\"boolean\",\"default\":false,\"description\":\"True: reading is paused.\"},\"skipping\":{\"type\":\"boolean\",\"defa"
    "ult\":false,\"description\":\"True: the rest of an overlong line is being skipped.\"},\"at\":{\"type\":\"integer\",\"min"
    "imum\":0,\"description\":\"The offset of its bytes.\"},\"partialBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":0},"
    "\"backlogBytes\":{\"type\":\"integer\",\"minimum\":0,\"default\":0},\"outputBytes\":{\"type\":\"integer\",\"minimum\":0,\"defau"
    "lt\":0},\"carriers\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Carrier\"}},\"replays\":{\"type"
    "\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Replay\"}},\"owed\":{\"type\":\"array\",\"items\":{\"type\":\"s"
    "tring\"},\"description\":\"The JSON ids of pending daemon.restart requests.\"},\"nextDescriptors\":{\"description\":\""
    "Descriptors of the incomplete line.\",\"$ref\":\"#/components/schemas/handover.Descriptors\"},\"arrivingDescriptor"
    "s\":{\"description\":\"Descriptors of the last line that was read.\",\"$ref\":\"#/components/schemas/handover.Descri"
    "ptors\"}},\"required\":[\"fd\",\"caller\",\"nextId\",\"at\",\"carriers\",\"replays\",\"owed\",\"nextDescriptors\",\"arrivingDesc"
    "riptors\"]},\"handover.Attachment\":{\"description\":\"A client that receives the output of a terminal.\",\"type\":\"o"
    "bject\",\"properties\":{\"client\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"The client's"
    " descriptor.\"},\"offset\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The client has received the output up t"
    "o this offset.\"}},\"required\":[\"client\",\"offset\"]},\"handover.Input\":{\"description\":\"Input that the terminal h"
    "as not accepted yet.\",\"type\":\"object\",\"properties\":{\"client\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483"
    "647,\"description\":\"The client whose call is pending until the terminal accepts the input. The call is replay"
    "ed without the bytes.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"bytes\"]},\"handover.Exit\":{\"type"
    "\":\"object\",\"properties\":{\"code\":{\"type\":\"integer\"},\"signal\":{\"type\":\"integer\"}}},\"handover.Terminal\":{\"descr"
    "iption\":\"Its input follows the document.\",\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",\"minLength\":1,"
    "\"maxLength\":34},\"sessionId\":{\"type\":\"string\"},\"cwd\":{\"type\":\"string\"},\"shell\":{\"type\":\"string\"},\"useTmux\":{\""
    "type\":\"boolean\"},\"createdAt\":{\"type\":\"integer\"},\"pid\":{\"type\":\"integer\"},\"executor\":{\"type\":\"string\",\"descri"
    "ption\":\"The executor of the terminal.\"},\"over\":{\"type\":\"boolean\",\"description\":\"True: the terminal has ended"
    ", and a client still reads its output.\"},\"told\":{\"type\":\"boolean\",\"description\":\"True: the end is in the eve"
    "nt log.\"},\"owesEvent\":{\"type\":\"boolean\",\"description\":\"True: the event of the end is still to be written.\"},"
    "\"exit\":{\"$ref\":\"#/components/schemas/handover.Exit\"},\"master\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":214748"
    "3647},\"memory\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"The memory of its scrollbac"
    "k.\"},\"total\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The bytes of output so far.\"},\"holder\":{\"type\":\"in"
    "teger\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"The client that holds the terminal's descriptor.\"},\"a"
    "ttachments\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Attachment\"}},\"inputs\":{\"type\":\"a"
    "rray\",\"items\":{\"$ref\":\"#/components/schemas/handover.Input\"}},\"at\":{\"type\":\"integer\",\"minimum\":0,\"descriptio"
    "n\":\"The offset of its bytes.\"}},\"required\":[\"id\",\"cwd\",\"shell\",\"useTmux\",\"createdAt\",\"pid\",\"over\",\"told\",\"ow"
    "esEvent\",\"total\",\"attachments\",\"inputs\",\"at\"]},\"handover.AppConnection\":{\"description\":\"A connection of an a"
    "pp.\",\"type\":\"object\",\"properties\":{\"appId\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64},\"initialized\":{\"ty"
    "pe\":\"boolean\"},\"peer\":{\"$ref\":\"#/components/schemas/handover.Peer\"}},\"required\":[\"appId\",\"initialized\",\"peer"
    "\"]},\"handover.Apps\":{\"type\":\"object\",\"properties\":{\"connections\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/componen"
    "ts/schemas/handover.AppConnection\"}}},\"required\":[\"connections\"]},\"handover.Terminals\":{\"type\":\"object\",\"pro"
    "perties\":{\"terminals\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Terminal\"}}},\"required\""
    ":[\"terminals\"]},\"handover.Token\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\",\"minLength\":64,\"maxL"
    "ength\":64},\"expiresMs\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"text\",\"expiresMs\"]},\"handover.Link\":{\"de"
    "scription\":\"A connection to an executor that does not support a second connection.\",\"type\":\"object\",\"propert"
    "ies\":{\"peer\":{\"$ref\":\"#/components/schemas/handover.Peer\"},\"token\":{\"$ref\":\"#/components/schemas/handover.To"
    "ken\"},\"prompt\":{\"type\":\"integer\",\"minimum\":1,\"description\":\"The id of execute_prompt, which has no response "
    "yet.\"},\"said\":{\"type\":\"string\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":0},\"tokens\":{\"type\":\"integer\",\"min"
    "imum\":0},\"overLimit\":{\"type\":\"boolean\"},\"paused\":{\"type\":\"boolean\"},\"refused\":{\"type\":\"integer\",\"minimum\":0,"
    "\"maximum\":4294967295}},\"required\":[\"peer\",\"said\",\"outputBytes\",\"tokens\",\"overLimit\",\"paused\",\"refused\"]},\"ha"
    "ndover.Executor\":{\"description\":\"State of an executor that its record on disk does not have.\",\"type\":\"object"
    "\",\"properties\":{\"id\":{\"type\":\"string\",\"minLength\":1},\"terminalToken\":{\"$ref\":\"#/components/schemas/handover."
    "Token\"},\"link\":{\"$ref\":\"#/components/schemas/handover.Link\"}},\"required\":[\"id\"]},\"handover.Executors\":{\"type"
    "\":\"object\",\"properties\":{\"executors\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Executor"
    "\"}}},\"required\":[\"executors\"]},\"handover.McpCall\":{\"description\":\"A call of an MCP server that was sent.\",\"t"
    "ype\":\"object\",\"properties\":{\"key\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Its call_id "
    "for weir-mcp, where the new program joins it.\"},\"serverId\":{\"type\":\"string\"},\"client\":{\"type\":\"integer\",\"min"
    "imum\":0,\"maximum\":2147483647,\"description\":\"The descriptor of the client that made it; absent: an executor m"
    "ade it, and repeats it.\"},\"requestId\":{\"type\":\"string\",\"description\":\"The JSON id of the client's request.\"}"
    "},\"required\":[\"key\",\"serverId\"]},\"handover.Mcp\":{\"type\":\"object\",\"properties\":{\"processes\":{\"type\":\"array\",\""
    "items\":{\"type\":\"string\"},\"description\":\"The directories of the processes whose servers are open.\"},\"calls\":{"
    "\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.McpCall\"}}},\"required\":[\"processes\",\"calls\"]},"
    "\"handover.Health\":{\"type\":\"object\",\"properties\":{\"services\":{\"type\":\"array\",\"description\":\"What clients were"
    " told, in the order of system#/types/Service.\",\"items\":{\"type\":\"object\",\"properties\":{\"state\":{\"type\":\"strin"
    "g\",\"enum\":[\"starting\",\"running\",\"degraded\",\"restarting\",\"failed\"]},\"message\":{\"type\":\"string\"}},\"required\":["
    "\"state\",\"message\"]}}},\"required\":[\"services\"]},\"handover.Subscription\":{\"type\":\"object\",\"properties\":{\"id\":{"
    "\"type\":\"string\",\"maxLength\":23,\"description\":\"Empty: the subscription that every connection has by default.\""
    "},\"allKinds\":{\"type\":\"boolean\"},\"kinds\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Names of ev"
    "ents.\"},\"session\":{\"type\":\"integer\",\"minimum\":0},\"task\":{\"type\":\"integer\",\"minimum\":0},\"replays\":{\"type\":\"bo"
    "olean\"},\"owesLive\":{\"type\":\"boolean\"},\"cursor\":{\"type\":\"integer\"},\"told\":{\"type\":\"integer\"}},\"required\":[\"id"
    "\",\"allKinds\",\"kinds\",\"session\",\"task\",\"replays\",\"owesLive\",\"cursor\",\"told\"]},\"handover.ChatPort\":{\"descripti"
    "on\":\"A port whose ACK has come. Its unsent bytes follow the document.\",\"type\":\"object\",\"properties\":{\"fd\":{\""
    "type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"Absent: its chunks are notifications.\"},\"cli"
    "ent\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647,\"description\":\"The descriptor of its client; absent:"
    " the connection has ended.\"},\"taskId\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":34},\"threadId\":{\"type\":\"str"
    "ing\",\"minLength\":1},\"task\":{\"type\":\"integer\",\"minimum\":0},\"ending\":{\"type\":\"boolean\",\"description\":\"True: th"
    "e last chunk is among the unsent bytes.\"},\"deaf\":{\"type\":\"boolean\",\"description\":\"True: the client has shut "
    "down its sending side.\"},\"received\":{\"type\":\"integer\",\"minimum\":0},\"cursor\":{\"type\":\"integer\",\"minimum\":0,\"d"
    "escription\":\"Events up to here were sent.\"},\"index\":{\"type\":\"integer\"},\"sent\":{\"type\":\"integer\",\"minimum\":0}"
    ",\"hash\":{\"type\":\"integer\"},\"call\":{\"type\":\"integer\",\"minimum\":0},\"said\":{\"type\":\"boolean\"},\"at\":{\"type\":\"int"
    "eger\",\"minimum\":0,\"description\":\"The offset of its bytes.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0}},\"require"
    "d\":[\"taskId\",\"threadId\",\"task\",\"ending\",\"deaf\",\"received\",\"cursor\",\"index\",\"sent\",\"hash\",\"call\",\"said\",\"at\","
    "\"bytes\"]},\"handover.ChatPorts\":{\"type\":\"object\",\"properties\":{\"ports\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/com"
    "ponents/schemas/handover.ChatPort\"}}},\"required\":[\"ports\"]},\"handover.Client\":{\"type\":\"object\",\"properties\":"
    "{\"peer\":{\"$ref\":\"#/components/schemas/handover.Peer\"},\"initialized\":{\"type\":\"boolean\"},\"approves\":{\"type\":\"b"
    "oolean\",\"default\":false},\"takesNoDescriptors\":{\"type\":\"boolean\",\"default\":false},\"name\":{\"type\":\"string\"},\"o"
    "ptedOut\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"subscriptions\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/compo"
    "nents/schemas/handover.Subscription\"}},\"behind\":{\"type\":\"boolean\"},\"cursor\":{\"type\":\"integer\"}},\"required\":["
    "\"peer\",\"initialized\",\"subscriptions\",\"behind\",\"cursor\"]},\"handover.Socket\":{\"type\":\"object\",\"properties\":{\"f"
    "d\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147483647},\"lockFd\":{\"type\":\"integer\",\"minimum\":3,\"maximum\":2147"
    "483647},\"path\":{\"type\":\"string\",\"minLength\":1},\"inherited\":{\"type\":\"boolean\"},\"device\":{\"type\":\"integer\"},\"i"
    "node\":{\"type\":\"integer\"}},\"required\":[\"fd\",\"lockFd\",\"path\",\"inherited\",\"device\",\"inode\"]},\"handover.State\":{"
    "\"type\":\"object\",\"properties\":{\"version\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1,\"description\":\"The version"
    " of this format.\"},\"program\":{\"type\":\"string\",\"description\":\"The version of the program that wrote it.\"},\"fr"
    "ozenNs\":{\"type\":\"integer\",\"description\":\"When the daemon stopped serving requests, on the monotonic clock.\"}"
    ",\"startedNs\":{\"type\":\"integer\"},\"startedAtMs\":{\"type\":\"integer\"},\"lastSubscription\":{\"type\":\"integer\",\"minim"
    "um\":0},\"socket\":{\"$ref\":\"#/components/schemas/handover.Socket\"},\"stateFd\":{\"type\":\"integer\",\"minimum\":3,\"max"
    "imum\":2147483647},\"clients\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/handover.Client\"}},\"parts\""
    ":{\"type\":\"object\",\"additionalProperties\":{},\"description\":\"Data of further parts of the daemon, by name.\"}},"
    "\"required\":[\"version\",\"program\",\"frozenNs\",\"startedNs\",\"startedAtMs\",\"lastSubscription\",\"socket\",\"stateFd\",\""
    "clients\",\"parts\"]},\"key.Key\":{\"type\":\"object\",\"properties\":{\"service\":{\"type\":\"string\"},\"lastFour\":{\"type\":\""
    "string\",\"description\":\"The last four characters; absent for keys shorter than twelve characters.\"},\"createdA"
    "t\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"usedAt\":{\"type\":\"integer\",\"description\":\"When an "
    "executor or the broker last received the key, epoch milliseconds; absent: never.\"},\"uses\":{\"type\":\"integer\","
    "\"minimum\":0}},\"required\":[\"service\",\"lastFour\",\"createdAt\",\"uses\"]},\"mcp.Status\":{\"type\":\"string\",\"enum\":[\"s"
    "tarting\",\"running\",\"stopped\",\"error\"]},\"mcp.State\":{\"description\":\"stopped: nothing runs; the first call sta"
    "rts it. degraded: it runs, but the last check was not answered. restarting: it ended unexpectedly, and weir "
    "is about to start it again. failed: it ended too often.\",\"type\":\"string\",\"enum\":[\"stopped\",\"starting\",\"runni"
    "ng\",\"degraded\",\"restarting\",\"failed\"]},\"mcp.Scope\":{\"description\":\"shared: one process for all sessions. ses"
    "sion: one for each session.\",\"type\":\"string\",\"enum\":[\"shared\",\"session\"]},\"mcp.Network\":{\"type\":\"string\",\"en"
    "um\":[\"full\",\"none\"]},\"mcp.Server\":{\"description\":\"A server: its configuration without secrets, and its state"
    ".\",\"type\":\"object\",\"properties\":{\"serverId\":{\"type\":\"string\"},\"name\":{\"type\":\"string\"},\"transport\":{\"$ref\":\""
    "#/components/schemas/connector.Transport\"},\"command\":{\"type\":\"string\"},\"args\":{\"type\":\"array\",\"items\":{\"type"
    "\":\"string\"}},\"url\":{\"type\":\"string\"},\"env\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The name"
    "s of its environment variables. The values are sealed.\"},\"headers\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}"
    ",\"description\":\"The names of its headers. The values are sealed.\"},\"hasApiKey\":{\"type\":\"boolean\"},\"apiKeyEnv"
    "\":{\"type\":\"string\"},\"scope\":{\"$ref\":\"#/components/schemas/mcp.Scope\"},\"read\":{\"type\":\"array\",\"items\":{\"type\""
    ":\"string\"}},\"write\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"network\":{\"$ref\":\"#/components/schemas/mcp.N"
    "etwork\"},\"cwd\":{\"type\":\"string\"},\"project\":{\"type\":\"string\",\"description\":\"The directory of the project that"
    " offered it; absent: a person configured it.\"},\"state\":{\"$ref\":\"#/components/schemas/mcp.State\"},\"status\":{\""
    "$ref\":\"#/components/schemas/mcp.Status\"},\"error\":{\"type\":\"string\",\"description\":\"Why it does not work; a sen"
    "tence.\"},\"toolCount\":{\"type\":\"integer\",\"minimum\":0},\"toolsKnown\":{\"type\":\"boolean\",\"description\":\"False: wei"
    "r has not seen its tools with this configuration yet.\"},\"pid\":{\"type\":\"integer\",\"description\":\"The process i"
    "d of its weir-jail, while it runs.\"},\"protocol\":{\"type\":\"string\",\"description\":\"The version of the protocol "
    "that was negotiated the last time.\"},\"server\":{\"$ref\":\"#/components/schemas/connector.Implementation\"},\"inst"
    "ructions\":{\"type\":\"string\"},\"lastHealthCheck\":{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"The time "
    "of its last answer.\"},\"dropped\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/connector.Dropped\"},\"d"
    "escription\":\"Tools that weir does not offer.\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch millisecon"
    "ds.\"},\"updatedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"serverId\",\"name\",\"tra"
    "nsport\",\"args\",\"env\",\"headers\",\"hasApiKey\",\"scope\",\"read\",\"write\",\"network\",\"state\",\"status\",\"toolCount\",\"to"
    "olsKnown\",\"createdAt\",\"updatedAt\"]},\"mcp.Connection\":{\"type\":\"object\",\"properties\":{\"serverId\":{\"type\":\"stri"
    "ng\"},\"name\":{\"type\":\"string\"},\"status\":{\"$ref\":\"#/components/schemas/mcp.Status\"},\"toolCount\":{\"type\":\"integ"
    "er\",\"minimum\":0},\"error\":{\"type\":\"string\"}},\"required\":[\"serverId\",\"name\",\"status\",\"toolCount\"]},\"mcp.Tool\":"
    "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"description\":{\"type\":\"string\"},\"inputSchema\":{\"type"
    "\":\"object\",\"additionalProperties\":{}},\"serverId\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"outputSchema\":"
    "{\"type\":\"object\",\"additionalProperties\":{}},\"annotations\":{\"type\":\"object\",\"additionalProperties\":{}},\"agent"
    "Name\":{\"type\":\"string\",\"description\":\"The name under which agents see it, and rules match it.\",\"examples\":[\""
    "mcp__github__create_issue\"]},\"definition\":{\"type\":\"string\",\"description\":\"A hash of the definition.\"}},\"requ"
    "ired\":[\"name\",\"description\",\"inputSchema\",\"serverId\",\"agentName\",\"definition\"]},\"mcp.Prompt\":{\"type\":\"object"
    "\",\"properties\":{\"serverId\":{\"type\":\"string\"},\"name\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"description"
    "\":{\"type\":\"string\"},\"arguments\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/connector.PromptArgume"
    "nt\"}}},\"required\":[\"serverId\",\"name\",\"arguments\"]},\"mcp.Resource\":{\"type\":\"object\",\"properties\":{\"serverId\":"
    "{\"type\":\"string\"},\"uri\":{\"type\":\"string\"},\"name\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"description\":{"
    "\"type\":\"string\"},\"mimeType\":{\"type\":\"string\"},\"size\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"serverId\","
    "\"uri\",\"name\"]},\"mcp.Template\":{\"type\":\"object\",\"properties\":{\"serverId\":{\"type\":\"string\"},\"uriTemplate\":{\"ty"
    "pe\":\"string\"},\"name\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"description\":{\"type\":\"string\"},\"mimeType\":"
    "{\"type\":\"string\"}},\"required\":[\"serverId\",\"uriTemplate\",\"name\"]},\"mcp.Offer\":{\"description\":\"A server in a p"
    "roject's .mcp.json.\",\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"serverId\":{\"type\":\"string\",\"des"
    "cription\":\"The id that it gets when it is approved.\"},\"hash\":{\"type\":\"string\",\"description\":\"A hash of its e"
    "ntry.\"},\"state\":{\"type\":\"string\",\"enum\":[\"new\",\"changed\",\"approved\",\"declined\",\"invalid\"],\"description\":\"cha"
    "nged: another entry of this name was approved before.\"},\"problem\":{\"type\":\"string\",\"description\":\"Why the en"
    "try is invalid.\"},\"transport\":{\"$ref\":\"#/components/schemas/connector.Transport\"},\"command\":{\"type\":\"string\""
    "},\"args\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"url\":{\"type\":\"string\"},\"env\":{\"type\":\"object\",\"addition"
    "alProperties\":{\"type\":\"string\"},\"description\":\"As the entry has them, with variables unexpanded.\"},\"headers\""
    ":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},\"variables\":{\"type\":\"array\",\"items\":{\"type\":\"str"
    "ing\"},\"description\":\"The environment variables that the entry wants to read as ${NAME}.\"}},\"required\":[\"name"
    "\",\"hash\",\"state\",\"args\",\"variables\"]},\"mcp.McpCounts\":{\"type\":\"object\",\"properties\":{\"servers\":{\"type\":\"inte"
    "ger\",\"minimum\":0},\"running\":{\"type\":\"integer\",\"minimum\":0},\"failed\":{\"type\":\"integer\",\"minimum\":0}},\"require"
    "d\":[\"servers\",\"running\",\"failed\"]},\"permission.Decision\":{\"description\":\"allow_once: this call. allow_sessio"
    "n: similar calls until the session is closed. allow_always: similar calls in every session with the same wor"
    "king directory. deny: not this call.\",\"type\":\"string\",\"enum\":[\"allow_once\",\"allow_session\",\"allow_always\",\"d"
    "eny\"]},\"permission.RequestState\":{\"type\":\"string\",\"enum\":[\"pending\",\"allowed\",\"denied\",\"expired\",\"withdrawn\""
    "]},\"permission.McpCall\":{\"description\":\"The tool of an MCP server that a request is about.\",\"type\":\"object\","
    "\"properties\":{\"serverId\":{\"type\":\"string\"},\"serverName\":{\"type\":\"string\"},\"tool\":{\"type\":\"string\",\"descripti"
    "on\":\"The name that the server gives to it.\"},\"title\":{\"type\":\"string\"},\"description\":{\"type\":\"string\",\"descr"
    "iption\":\"What the server says about its tool.\"},\"definition\":{\"type\":\"string\",\"description\":\"A hash of the t"
    "ool's definition.\"},\"changed\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: a rule allows this tool"
    ", but the server has changed its definition since.\"},\"before\":{\"type\":\"string\",\"description\":\"The definition"
    " that the rule allows, as JSON; at most 64 KiB.\"},\"after\":{\"type\":\"string\",\"description\":\"The definition now"
    ", as JSON; at most 64 KiB.\"}},\"required\":[\"serverId\",\"serverName\",\"tool\",\"definition\"]},\"permission.Request\""
    ":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/permission.Requ"
    "estState\"},\"sessionId\":{\"type\":\"string\"},\"taskId\":{\"type\":\"string\"},\"tool\":{\"type\":\"string\"},\"input\":{\"descr"
    "iption\":\"The input from the agent; if it exceeds 256 KiB, without its longest texts.\"},\"cwd\":{\"type\":\"string"
    "\"},\"paths\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The files that the call concerns, with l"
    "inks and dots resolved.\"},\"command\":{\"type\":\"string\",\"description\":\"The whole command, for a shell tool.\"},\""
    "parts\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The simple commands of which the command con"
    "sists, as they are checked against rules.\"},\"mcp\":{\"$ref\":\"#/components/schemas/permission.McpCall\",\"descrip"
    "tion\":\"For a tool of an MCP server.\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"ex"
    "piresAt\":{\"type\":\"integer\",\"description\":\"When the request is denied if there is no answer, epoch millisecon"
    "ds; absent: no limit.\"},\"approverBy\":{\"type\":\"integer\",\"description\":\"When the request is denied if no front"
    " end that can approve has connected, epoch milliseconds; absent: one has connected, and only expiresAt count"
    "s.\"},\"answeredAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"reason\":{\"type\":\"string\",\"descript"
    "ion\":\"mode=…, rule:…, user_approved, user_denied, timeout, no_approver, …\"},\"note\":{\"type\":\"string\",\"descrip"
    "tion\":\"A note from the person who answered.\"},\"answeredBy\":{\"type\":\"string\",\"description\":\"The front end tha"
    "t answered, by the name that it gave in initialize.\"},\"suggestion\":{\"$ref\":\"#/components/schemas/permission."
    "NewRule\",\"description\":\"The rule that allow_session and allow_always would add; absent: one rule is not enou"
    "gh.\"},\"suggestions\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/permission.NewRule\"},\"description\""
    ":\"All rules that allow_session and allow_always would add: for a compound command, one for each part that no"
    " rule allows yet, and one for Write for the file in the working directory that it writes with >. Absent: onl"
    "y allow_once and deny are possible.\"}},\"required\":[\"id\",\"state\",\"sessionId\",\"taskId\",\"tool\",\"cwd\",\"createdAt"
    "\"]},\"permission.Effect\":{\"type\":\"string\",\"enum\":[\"allow\",\"deny\"]},\"permission.NewRule\":{\"description\":\"A rul"
    "e matches a call if all of its conditions match. Deny rules take precedence over allow rules. In a pattern, "
    "* matches any text without a /, ** any text, ? one character except /, and \\\\ makes the next character liter"
    "al. A path pattern is absolute, or begins with ./ (the session's working directory) or ~/ (the user's home d"
    "irectory); a pattern that ends in / or /** matches that directory and everything below it. Paths are compare"
    "d with links and dots resolved. Grep and Glob search directories: an allow rule must match everything below "
    "the directory, and a deny rule applies if it matches anything below. A command pattern is compared word by w"
    "ord, after quoting is removed: a * that is a word of its own matches one word, and as the last word all rema"
    "ining words, or none; quotes make characters literal. A compound command is allowed only if each part is all"
    "owed, and each file that it writes with > is allowed by a rule for Write; a word whose value is known only a"
    "t run time ($x) matches only a last *. A cd to the working directory itself needs no rule if the command has"
    " other parts. A command that cannot be parsed is allowed only by a rule that names the tool alone. A rule th"
    "at denies a command also denies it by its path (/bin/rm), and where it may be what $x expands to.\",\"type\":\"o"
    "bject\",\"additionalProperties\":false,\"properties\":{\"effect\":{\"$ref\":\"#/components/schemas/permission.Effect\"}"
    ",\"tool\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The name of a tool, or a pattern of na"
    "mes.\",\"examples\":[\"Bash\",\"mcp__github__*\"]},\"path\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"examples"
    "\":[\"./src/**\"]},\"command\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"examples\":[\"git status *\"]},\"defi"
    "nition\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"For a tool of an MCP server: apply onl"
    "y while the hash of its definition is this one. An allow rule that an answer adds always has it.\"},\"sessionI"
    "d\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"Apply only in this session; the rule is del"
    "eted when the session is closed.\"},\"cwd\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4096,\"description\":\"Appl"
    "y only in sessions with this working directory.\"},\"expiresAt\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"E"
    "poch milliseconds; absent: the rule does not expire.\"},\"note\":{\"type\":\"string\",\"maxLength\":1024}},\"required\""
    ":[\"effect\",\"tool\"]},\"permission.Rule\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"effect\":{\"$ref\""
    ":\"#/components/schemas/permission.Effect\"},\"tool\":{\"type\":\"string\"},\"path\":{\"type\":\"string\"},\"command\":{\"typ"
    "e\":\"string\"},\"definition\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\"},\"cwd\":{\"type\":\"string\"},\"expiresAt"
    "\":{\"type\":\"integer\"},\"note\":{\"type\":\"string\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch millisecond"
    "s.\"},\"createdBy\":{\"type\":\"string\",\"description\":\"The front end that added the rule, by the name that it gave"
    " in initialize.\"},\"uses\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The number of calls that the rule has "
    "decided.\"},\"usedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds; absent: never.\"}},\"required\":[\"id\","
    "\"effect\",\"tool\",\"createdAt\",\"uses\"]},\"question.State\":{\"description\":\"withdrawn: the call that it belongs to"
    " ended first.\",\"type\":\"string\",\"enum\":[\"pending\",\"accepted\",\"declined\",\"cancelled\",\"expired\",\"withdrawn\"]},\""
    "question.Question\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schem"
    "as/question.State\"},\"serverId\":{\"type\":\"string\"},\"serverName\":{\"type\":\"string\"},\"sessionId\":{\"type\":\"string\""
    ",\"description\":\"Absent: the call is a person's own.\"},\"taskId\":{\"type\":\"string\"},\"tool\":{\"type\":\"string\",\"de"
    "scription\":\"The tool whose call asks, if known.\"},\"mode\":{\"$ref\":\"#/components/schemas/connector.QuestionMod"
    "e\"},\"message\":{\"type\":\"string\"},\"schema\":{\"type\":\"object\",\"additionalProperties\":{},\"description\":\"For form:"
    " a JSON schema of an object with flat properties, which the answer must fit.\"},\"url\":{\"type\":\"string\",\"descr"
    "iption\":\"For url: the page to open. weir does not open it by itself.\"},\"createdAt\":{\"type\":\"integer\",\"descri"
    "ption\":\"Epoch milliseconds.\"},\"answeredAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"answeredB"
    "y\":{\"type\":\"string\",\"description\":\"The front end that answered, by the name that it gave in initialize.\"}},\""
    "required\":[\"id\",\"state\",\"serverId\",\"serverName\",\"mode\",\"message\",\"createdAt\"]},\"recorder.Stream\":{\"descripti"
    "on\":\"window_tracking: which window is in front. focus: how long the person works in one window without a bre"
    "ak. browser: the titles of pages. keystroke: how many keys are pressed. clipboard: what is copied.\",\"type\":\""
    "string\",\"enum\":[\"window_tracking\",\"keystroke\",\"focus\",\"browser\",\"clipboard\"]},\"recorder.Session\":{\"descripti"
    "on\":\"The graphical session to record. weir-capture inherits no environment, so everything that it needs is h"
    "ere. A sandbox shows only the paths of the session that it was started for: another session needs another pr"
    "ocess.\",\"type\":\"object\",\"properties\":{\"display\":{\"type\":\"string\",\"maxLength\":256,\"description\":\"The X displa"
    "y. Absent: there is none.\",\"examples\":[\":0\"]},\"xauthority\":{\"type\":\"string\",\"maxLength\":4096,\"description\":\""
    "The file with the cookie of the display.\"},\"wayland\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: "
    "this is a Wayland session. X11 shows only some of its windows, so nothing is recorded.\"},\"bus\":{\"type\":\"stri"
    "ng\",\"maxLength\":4096,\"description\":\"The address of the session's D-Bus, which knows the accessibility bus. W"
    "ithout it no text of keys is kept.\",\"examples\":[\"unix:path=/run/user/1000/bus\"]}}},\"recorder.StreamState\":{\""
    "type\":\"object\",\"properties\":{\"stream\":{\"$ref\":\"#/components/schemas/recorder.Stream\"},\"active\":{\"type\":\"bool"
    "ean\",\"description\":\"True: it records.\"},\"error\":{\"type\":\"string\",\"maxLength\":512,\"description\":\"Why a stream"
    " that was asked for is not active; a sentence.\"},\"note\":{\"type\":\"string\",\"maxLength\":512,\"description\":\"What"
    " an active stream leaves out, and why; a sentence.\"}},\"required\":[\"stream\",\"active\"]},\"recorder.Row\":{\"descr"
    "iption\":\"Something that the person did. Texts are valid UTF-8 without control characters, except for tabs an"
    "d newlines in text.\",\"type\":\"object\",\"properties\":{\"type\":{\"$ref\":\"#/components/schemas/context.ActivityType"
    "\"},\"at\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"When it began, epoch milliseconds.\"},\"duration_ms\":{\"ty"
    "pe\":\"integer\",\"minimum\":0},\"app\":{\"type\":\"string\",\"maxLength\":256},\"title\":{\"type\":\"string\",\"maxLength\":1024"
    "},\"url\":{\"type\":\"string\",\"maxLength\":2048},\"text\":{\"type\":\"string\",\"maxLength\":4096,\"description\":\"Of a keys"
    "troke or a clipboard row.\"},\"media_type\":{\"type\":\"string\",\"maxLength\":128,\"description\":\"Of a clipboard row."
    "\"},\"count\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Keys of a keystroke row, bytes of a clipboard row.\"}"
    "},\"required\":[\"type\",\"at\"]},\"session.PermissionMode\":{\"description\":\"default: ask before every change. accep"
    "tEdits: edits of files in the working directory need no permission. bypassPermissions: nothing needs permiss"
    "ion. plan: change nothing.\",\"type\":\"string\",\"enum\":[\"default\",\"acceptEdits\",\"bypassPermissions\",\"plan\"]},\"se"
    "ssion.State\":{\"type\":\"string\",\"enum\":[\"open\",\"closed\"]},\"session.Network\":{\"description\":\"full: the user's n"
    "etwork. model-only: only the socket of weir-broker. none: no network.\",\"type\":\"string\",\"enum\":[\"full\",\"model"
    "-only\",\"none\"]},\"session.Keys\":{\"description\":\"direct: get_api_key gives the executor a key. broker: the exe"
    "cutor gets no key, and weir-broker makes its model calls. none: no keys and no broker.\",\"type\":\"string\",\"enu"
    "m\":[\"direct\",\"broker\",\"none\"]},\"session.Budget\":{\"description\":\"The budget of the session's model calls thro"
    "ugh the broker, for its whole life.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"tokens\":{\"t"
    "ype\":\"integer\",\"minimum\":0,\"description\":\"Input and output tokens together.\"},\"costMicros\":{\"type\":\"integer\""
    ",\"minimum\":0,\"description\":\"In millionths of the unit of the price table.\"}}},\"session.ContextFiles\":{\"descr"
    "iption\":\"Files that the agent reads before its first prompt: absolute paths, or paths below the working dire"
    "ctory. AGENTS.md and CLAUDE.md in the working directory are always included.\",\"type\":\"array\",\"items\":{\"type\""
    ":\"string\",\"minLength\":1,\"maxLength\":4096},\"maxItems\":64},\"session.Tools\":{\"description\":\"The tools that an a"
    "gent may use; * matches any characters (mcp__github__*). An empty list: none. A tool that is not listed is d"
    "enied, whatever rules and modes say.\",\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128}"
    ",\"maxItems\":256},\"session.Command\":{\"description\":\"A slash command of an agent.\",\"type\":\"object\",\"properties"
    "\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The name without its slash.\"},\"descr"
    "iption\":{\"type\":\"string\",\"maxLength\":1024},\"hint\":{\"type\":\"string\",\"maxLength\":256,\"description\":\"The argume"
    "nts that the command expects.\"}},\"required\":[\"name\"]},\"session.Commands\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/"
    "components/schemas/session.Command\"},\"maxItems\":256},\"session.FoundFile\":{\"type\":\"object\",\"properties\":{\"pat"
    "h\":{\"type\":\"string\",\"description\":\"A path below the session's directory.\"},\"directory\":{\"type\":\"boolean\",\"de"
    "fault\":false}},\"required\":[\"path\"]},\"session.AgentCommands\":{\"description\":\"The slash commands that the sess"
    "ion's agent last reported.\",\"type\":\"object\",\"properties\":{\"agent\":{\"type\":\"string\",\"description\":\"The agent "
    "that offers the commands.\"},\"commands\":{\"$ref\":\"#/components/schemas/session.Commands\"}},\"required\":[\"agent\""
    ",\"commands\"]},\"session.Model\":{\"description\":\"A model that an agent offers.\",\"type\":\"object\",\"properties\":{\""
    "name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":256,\"description\":\"As the agent names it; a task or a sessi"
    "on chooses it by this name.\"},\"title\":{\"type\":\"string\",\"maxLength\":256,\"description\":\"For people.\"},\"isDefau"
    "lt\":{\"type\":\"boolean\",\"default\":false,\"description\":\"The agent uses it where no model is named.\"}},\"required"
    "\":[\"name\"]},\"session.Models\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/session.Model\"},\"maxItems"
    "\":512},\"session.AgentModels\":{\"description\":\"The models that the session's agent reported last.\",\"type\":\"obj"
    "ect\",\"properties\":{\"agent\":{\"type\":\"string\",\"description\":\"Whose they are.\"},\"models\":{\"$ref\":\"#/components/"
    "schemas/session.Models\"}},\"required\":[\"agent\",\"models\"]},\"session.Services\":{\"type\":\"array\",\"items\":{\"type\":"
    "\"string\",\"minLength\":1,\"maxLength\":64},\"maxItems\":64},\"session.Sandbox\":{\"description\":\"The sandbox of the s"
    "ession's most recently started executor.\",\"type\":\"object\",\"properties\":{\"level\":{\"type\":\"string\",\"enum\":[\"na"
    "mespace\",\"landlock\",\"off\"],\"description\":\"namespace: namespaces, Landlock and seccomp. landlock: Landlock an"
    "d seccomp. off: no sandbox, as configured.\"},\"network\":{\"$ref\":\"#/components/schemas/session.Network\"},\"land"
    "lock\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The version of Landlock in the kernel; 0: none.\"},\"read\":"
    "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"Paths that the agent can read.\"},\"write\":{\"type\":\"a"
    "rray\",\"items\":{\"type\":\"string\"},\"description\":\"Paths that the agent can read and write.\"},\"hidden\":{\"type\":\""
    "array\",\"items\":{\"type\":\"string\"},\"description\":\"Paths below those that the agent does not see.\"},\"notHeld\":{"
    "\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"The protections that this level does not provide, as"
    " text.\"}},\"required\":[\"level\",\"network\",\"landlock\",\"read\",\"write\",\"hidden\",\"notHeld\"]},\"session.Terms\":{\"des"
    "cription\":\"The settings of a session, stored as one value.\",\"type\":\"object\",\"properties\":{\"network\":{\"$ref\":"
    "\"#/components/schemas/session.Network\"},\"keys\":{\"$ref\":\"#/components/schemas/session.Keys\"},\"services\":{\"$re"
    "f\":\"#/components/schemas/session.Services\"},\"permissionTimeoutMs\":{\"type\":\"integer\"},\"budget\":{\"$ref\":\"#/com"
    "ponents/schemas/session.Budget\"},\"thinkingTokens\":{\"type\":\"integer\"},\"contextFiles\":{\"$ref\":\"#/components/sc"
    "hemas/session.ContextFiles\"},\"tools\":{\"$ref\":\"#/components/schemas/session.Tools\"},\"stream\":{\"type\":\"boolean"
    "\"},\"useContext\":{\"type\":\"boolean\"},\"closeWhenIdle\":{\"type\":\"boolean\"},\"sandbox\":{\"$ref\":\"#/components/schema"
    "s/session.Sandbox\"},\"agentCommands\":{\"$ref\":\"#/components/schemas/session.AgentCommands\"},\"agentModels\":{\"$r"
    "ef\":\"#/components/schemas/session.AgentModels\"},\"lastAgent\":{\"type\":\"string\"}},\"required\":[\"network\",\"keys\"]"
    "},\"session.Session\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/sche"
    "mas/session.State\"},\"cwd\":{\"type\":\"string\",\"description\":\"The working directory, with its links resolved whe"
    "n the session was created.\"},\"permissionMode\":{\"$ref\":\"#/components/schemas/session.PermissionMode\"},\"agent\""
    ":{\"type\":\"string\",\"description\":\"Absent: the default agent.\"},\"model\":{\"type\":\"string\",\"description\":\"Absent"
    ": the agent's default.\"},\"title\":{\"type\":\"string\",\"description\":\"A title. Absent: none was given, and the se"
    "ssion has had no task. The first task sets it to the first line of its prompt; event.taskQueued has the same"
    " line, and there is no event.sessionUpdated for this.\"},\"metadata\":{\"description\":\"JSON that the front end s"
    "tores with the session; the daemon does not interpret it.\"},\"network\":{\"$ref\":\"#/components/schemas/session."
    "Network\"},\"keys\":{\"$ref\":\"#/components/schemas/session.Keys\"},\"services\":{\"$ref\":\"#/components/schemas/sessi"
    "on.Services\",\"description\":\"The providers whose keys the session may use; absent: all.\"},\"permissionTimeoutM"
    "s\":{\"type\":\"integer\",\"description\":\"How long a permission request can be pending; 0: no limit; absent: permi"
    "ssions.timeoutMs.\"},\"budget\":{\"$ref\":\"#/components/schemas/session.Budget\"},\"thinkingTokens\":{\"type\":\"intege"
    "r\",\"description\":\"The most tokens that the model may use for thinking before it answers; absent: the configu"
    "red value.\"},\"contextFiles\":{\"$ref\":\"#/components/schemas/session.ContextFiles\"},\"tools\":{\"$ref\":\"#/componen"
    "ts/schemas/session.Tools\",\"description\":\"Absent: for the built-in agent its own tools and those of MCP serve"
    "rs, for other agents every tool that rules and modes allow.\"},\"stream\":{\"type\":\"boolean\",\"description\":\"Fals"
    "e: agents report only whole messages, no deltas. Absent: true.\"},\"useContext\":{\"type\":\"boolean\",\"description"
    "\":\"Whether its agents get recent activity of the person (context:getRecentActivity): windows, focus and page"
    "s of the last hour. Absent: the setting chat.context.\"},\"closeWhenIdle\":{\"type\":\"boolean\",\"description\":\"Tru"
    "e: the session was made for one prompt. The daemon closes it when no task has run in it for sessions.closeId"
    "leMs. Absent: it stays open until a client closes it.\"},\"sandbox\":{\"$ref\":\"#/components/schemas/session.Sand"
    "box\"},\"agentCommands\":{\"$ref\":\"#/components/schemas/session.AgentCommands\",\"description\":\"Absent: the agent "
    "has reported none. Not included in session.list.\"},\"agentModels\":{\"$ref\":\"#/components/schemas/session.Agent"
    "Models\",\"description\":\"Absent: the agent has reported none. Not included in session.list.\"},\"lastAgent\":{\"ty"
    "pe\":\"string\",\"description\":\"The agent of the last task, named or default; absent: there was none.\"},\"appId\":"
    "{\"type\":\"string\",\"description\":\"The app for which the session was created. Absent: none.\"},\"lastTaskAt\":{\"ty"
    "pe\":\"integer\",\"description\":\"When the last task was submitted, epoch milliseconds; absent: there was none.\"}"
    ",\"parentId\":{\"type\":\"string\",\"description\":\"The session from which this one was forked.\"},\"forkSeq\":{\"type\":"
    "\"integer\",\"description\":\"The last event of the parent that belongs to this session's history.\"},\"createdAt\":"
    "{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"updatedAt\":{\"type\":\"integer\",\"description\":\"Epoch mi"
    "lliseconds.\"},\"closedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"}},\"required\":[\"id\",\"state\",\"c"
    "wd\",\"permissionMode\",\"network\",\"keys\",\"createdAt\",\"updatedAt\"]},\"system.Service\":{\"description\":\"capture: no"
    "t built yet, so it is off. agents: the executors of tasks. ollama: the provider of this name in the configur"
    "ation. mcp: the MCP servers.\",\"type\":\"string\",\"enum\":[\"capture\",\"agents\",\"ollama\",\"mcp\"]},\"system.ServiceSta"
    "te\":{\"description\":\"running: also a service that is switched off, with the message off. degraded: some of it"
    " has failed. failed: all of it has. restarting: after a failure, weir tries again.\",\"type\":\"string\",\"enum\":["
    "\"starting\",\"running\",\"degraded\",\"restarting\",\"failed\"]},\"task.State\":{\"description\":\"completed, failed and c"
    "ancelled are final. A task that exceeds its time limit is failed, with the reason timeout.\",\"type\":\"string\","
    "\"enum\":[\"queued\",\"starting\",\"running\",\"awaiting_permission\",\"stopping\",\"completed\",\"failed\",\"cancelled\"]},\"t"
    "ask.TokenUsage\":{\"type\":\"object\",\"properties\":{\"input_tokens\":{\"type\":\"integer\",\"minimum\":0},\"output_tokens\""
    ":{\"type\":\"integer\",\"minimum\":0},\"cache_read_tokens\":{\"type\":\"integer\",\"minimum\":0},\"cache_write_tokens\":{\"ty"
    "pe\":\"integer\",\"minimum\":0},\"context_tokens\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"The tokens in the m"
    "odel's context at the end, if the agent or the provider reports them.\"},\"context_limit\":{\"type\":\"integer\",\"m"
    "inimum\":1,\"description\":\"The size of the model's context window.\"},\"reported_cost_micros\":{\"type\":\"integer\","
    "\"minimum\":0,\"description\":\"The cost of the task as the agent reports it, in millionths of reported_currency."
    "\"},\"reported_currency\":{\"type\":\"string\",\"description\":\"USD, …\"},\"cost_micros\":{\"type\":\"integer\",\"minimum\":0,"
    "\"description\":\"The cost by the price table, in millionths of its unit, if the agent called the provider itse"
    "lf. Only for a completed task whose model has a price, including prices for the cache if it was used. budget"
    ".status has the cost of calls through the broker.\"}},\"required\":[\"input_tokens\",\"output_tokens\"]},\"task.Fail"
    "ure\":{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\",\"description\":\"One word: error, timeout, daemo"
    "n_died, daemon_stopped, EXECUTOR_CRASHED, EXECUTOR_LOST, start_failed, memory_limit, process_limit, output_l"
    "imit, token_limit, …\"},\"message\":{\"type\":\"string\",\"description\":\"A sentence for people.\"},\"code\":{\"type\":\"st"
    "ring\",\"description\":\"The error code of the agent, if it reported one.\"},\"stack\":{\"type\":\"string\"},\"exit_code"
    "\":{\"type\":\"integer\",\"description\":\"The exit code of its executor.\"},\"signal\":{\"type\":\"integer\",\"description\""
    ":\"The signal that ended its executor.\"},\"stderr\":{\"type\":\"string\",\"description\":\"The last lines that its exe"
    "cutor wrote to standard error.\"}},\"required\":[\"reason\",\"message\"]},\"task.Limits\":{\"description\":\"The limits "
    "of a task. Absent: the configured value; 0: no limit.\",\"type\":\"object\",\"additionalProperties\":false,\"propert"
    "ies\":{\"memoryBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"description\":\"The memory of all i"
    "ts processes together.\"},\"processes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000,\"description\":\"The proc"
    "esses at a time.\"},\"outputBytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1099511627776,\"description\":\"The by"
    "tes that it reports.\"},\"tokens\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000000000000,\"description\":\"Input a"
    "nd output tokens together.\"}}},\"task.Terms\":{\"description\":\"The limits and the input of a task, stored as on"
    "e value.\",\"type\":\"object\",\"properties\":{\"memoryBytes\":{\"type\":\"integer\"},\"processes\":{\"type\":\"integer\"},\"out"
    "putBytes\":{\"type\":\"integer\"},\"tokens\":{\"type\":\"integer\"},\"tools\":{\"$ref\":\"#/components/schemas/session.Tools"
    "\"},\"stream\":{\"type\":\"boolean\"},\"attachments\":{\"$ref\":\"#/components/schemas/task.Attachments\"}}},\"task.Attach"
    "ment\":{\"description\":\"A file to send with a prompt: a text of at most 256 KiB, or a picture (PNG, JPEG, GIF,"
    " WebP) of at most 5 MiB.\",\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"path\":{\"type\":\"string\""
    ",\"minLength\":1,\"maxLength\":4096,\"description\":\"An absolute path that is visible in the session's sandbox.\"},"
    "\"mime\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"The media type. Absent: detected from t"
    "he content. The format of a picture is always detected from the content.\"}},\"required\":[\"path\"]},\"task.Attac"
    "hments\":{\"description\":\"At most 10 MiB together.\",\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/task."
    "Attachment\"},\"maxItems\":32},\"task.FileChange\":{\"description\":\"The change of a file by a task.\",\"type\":\"objec"
    "t\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"The path below the task's working directory.\"},\"chan"
    "ge\":{\"type\":\"string\",\"enum\":[\"created\",\"modified\",\"deleted\"]},\"beforeBytes\":{\"type\":\"integer\",\"minimum\":0},\""
    "afterBytes\":{\"type\":\"integer\",\"minimum\":0},\"beforeMode\":{\"type\":\"integer\",\"minimum\":0,\"description\":\"Permiss"
    "ion bits. task.undo does not restore the set-user-ID and set-group-ID bits of a file.\"},\"afterMode\":{\"type\":"
    "\"integer\",\"minimum\":0},\"link\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: it is a symbolic link, "
    "and the texts are its targets.\"},\"binary\":{\"type\":\"boolean\",\"default\":false,\"description\":\"True: the file is"
    " not text, and its content is not included.\"},\"kept\":{\"type\":\"boolean\",\"default\":true,\"description\":\"False: "
    "the file was too large to save. It cannot be shown or restored.\"},\"before\":{\"type\":\"string\",\"description\":\"T"
    "he old text. Absent: there was no file, it is not text, or the response would be too large; then request thi"
    "s path alone.\"},\"after\":{\"type\":\"string\",\"description\":\"The new text. Absent: as for before.\"}},\"required\":["
    "\"path\",\"change\"]},\"task.LeftFile\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"reason\":{\"type\":\""
    "string\",\"enum\":[\"changed_since\",\"not_kept\",\"not_possible\"],\"description\":\"changed_since: the file was change"
    "d after the task. not_kept: the file was too large to save. not_possible: message has the reason.\"},\"message"
    "\":{\"type\":\"string\"}},\"required\":[\"path\",\"reason\"]},\"task.Progress\":{\"type\":\"object\",\"properties\":{\"percent\":"
    "{\"type\":\"number\",\"minimum\":0,\"maximum\":100},\"message\":{\"type\":\"string\"},\"completed_steps\":{\"type\":\"integer\","
    "\"minimum\":0},\"total_steps\":{\"type\":\"integer\",\"minimum\":0}}},\"task.Result\":{\"type\":\"object\",\"properties\":{\"te"
    "xt\":{\"type\":\"string\",\"description\":\"The final text of the agent.\"},\"message_count\":{\"type\":\"integer\",\"minimu"
    "m\":0},\"token_usage\":{\"$ref\":\"#/components/schemas/task.TokenUsage\"},\"unanswered\":{\"type\":\"integer\",\"minimum\""
    ":1,\"description\":\"The number of its permission requests that were denied because they timed out (timeout) or"
    " no front end that can approve was connected (no_approver); absent: none.\"},\"error\":{\"$ref\":\"#/components/sc"
    "hemas/task.Failure\"}},\"required\":[\"message_count\"]},\"task.Task\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":"
    "\"string\"},\"sessionId\":{\"type\":\"string\"},\"prompt\":{\"type\":\"string\"},\"state\":{\"$ref\":\"#/components/schemas/tas"
    "k.State\"},\"priority\":{\"type\":\"integer\",\"description\":\"Tasks with a higher priority start first.\"},\"agent\":{\""
    "type\":\"string\",\"description\":\"Absent: the session's agent.\"},\"cwd\":{\"type\":\"string\"},\"timeoutMs\":{\"type\":\"in"
    "teger\"},\"idempotencyKey\":{\"type\":\"string\"},\"limits\":{\"$ref\":\"#/components/schemas/task.Limits\"},\"tools\":{\"$r"
    "ef\":\"#/components/schemas/session.Tools\",\"description\":\"Absent: the session's tools.\"},\"stream\":{\"type\":\"boo"
    "lean\",\"description\":\"Absent: the session's setting.\"},\"attachments\":{\"$ref\":\"#/components/schemas/task.Attac"
    "hments\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"startedAt\":{\"type\":\"integer\",\"d"
    "escription\":\"Epoch milliseconds.\"},\"endedAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"progres"
    "s\":{\"$ref\":\"#/components/schemas/task.Progress\"},\"result\":{\"description\":\"Set when the task is in a final st"
    "ate.\",\"$ref\":\"#/components/schemas/task.Result\"}},\"required\":[\"id\",\"sessionId\",\"prompt\",\"state\",\"priority\",\""
    "cwd\",\"timeoutMs\",\"createdAt\"]},\"terminal.Terminal\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"se"
    "ssionId\":{\"type\":\"string\",\"description\":\"The session of the terminal; absent: none.\"},\"pid\":{\"type\":\"integer"
    "\",\"description\":\"The process id of its shell.\"},\"cwd\":{\"type\":\"string\",\"description\":\"The directory in which"
    " it was opened.\"},\"shell\":{\"type\":\"string\"},\"cols\":{\"type\":\"integer\"},\"rows\":{\"type\":\"integer\"},\"useTmux\":{\""
    "type\":\"boolean\"},\"createdAt\":{\"type\":\"integer\",\"description\":\"Epoch milliseconds.\"},\"clients\":{\"type\":\"integ"
    "er\",\"minimum\":0,\"description\":\"The number of attached clients.\"},\"held\":{\"type\":\"boolean\",\"description\":\"Tru"
    "e: a client holds its descriptor, and the scrollback is paused.\"},\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"des"
    "cription\":\"The bytes of output so far.\"}},\"required\":[\"id\",\"pid\",\"cwd\",\"shell\",\"cols\",\"rows\",\"useTmux\",\"crea"
    "tedAt\",\"clients\",\"held\",\"bytes\"]},\"terminal.Ref\":{\"type\":\"object\",\"properties\":{\"terminalId\":{\"type\":\"string"
    "\"}},\"required\":[\"terminalId\"]}},\"errors\":{\"parse_error\":{\"code\":-32700,\"message\":\"The line is not valid JSON"
    ", or weir rejects it: a duplicate key, nesting deeper than 128, invalid UTF-8, a lone surrogate, or text aft"
    "er the value.\",\"data\":{\"code\":\"parse_error\"}},\"message_too_long\":{\"code\":-32700,\"message\":\"The line is longe"
    "r than the limit; the rest of it was skipped.\",\"data\":{\"code\":\"message_too_long\"}},\"invalid_request\":{\"code\""
    ":-32600,\"message\":\"The JSON is not a JSON-RPC 2.0 message.\",\"data\":{\"code\":\"invalid_request\"}},\"batch_too_lo"
    "ng\":{\"code\":-32600,\"message\":\"The batch has more entries than the limit.\",\"data\":{\"code\":\"batch_too_long\"}},"
    "\"method_not_found\":{\"code\":-32601,\"message\":\"There is no such method, or the caller may not use it.\",\"data\":"
    "{\"code\":\"method_not_found\"}},\"invalid_params\":{\"code\":-32602,\"message\":\"The parameters do not match the meth"
    "od; data.path names the field.\",\"data\":{\"code\":\"invalid_params\"}},\"internal_error\":{\"code\":-32603,\"message\":"
    "\"The daemon failed while it processed the request.\",\"data\":{\"code\":\"internal_error\"}},\"subsystem_unavailable"
    "\":{\"code\":-32003,\"message\":\"A part of the daemon that the request needs is off or does not work.\",\"data\":{\"c"
    "ode\":\"subsystem_unavailable\"}},\"request_cancelled\":{\"code\":-32800,\"message\":\"The request was cancelled with "
    "$/cancel_request.\",\"data\":{\"code\":\"request_cancelled\"}},\"too_many_waiting\":{\"code\":-32010,\"message\":\"The con"
    "nection has too many unanswered requests.\",\"data\":{\"code\":\"too_many_waiting\"}},\"result_too_long\":{\"code\":-32"
    "011,\"message\":\"The response is larger than a message may be, or than the room that unread output leaves.\",\"d"
    "ata\":{\"code\":\"result_too_long\"}},\"already_initialized\":{\"code\":-32012,\"message\":\"The client called initializ"
    "e on this connection before.\",\"data\":{\"code\":\"already_initialized\"}},\"unsupported_protocol\":{\"code\":-32013,\""
    "message\":\"The daemon does not speak the protocol version that the client needs.\",\"data\":{\"code\":\"unsupported"
    "_protocol\"}},\"too_many_connections\":{\"code\":-32014,\"message\":\"The limit of connections is reached.\",\"data\":{"
    "\"code\":\"too_many_connections\"}},\"stopping\":{\"code\":-32015,\"message\":\"The daemon is stopping and takes no new"
    " work.\",\"data\":{\"code\":\"stopping\"}},\"timeout\":{\"code\":-32016,\"message\":\"The other side did not respond in ti"
    "me.\",\"data\":{\"code\":\"timeout\"}},\"executor_refused\":{\"code\":-32039,\"message\":\"The process that connected belo"
    "ngs to an executor and may not act for the user.\",\"data\":{\"code\":\"executor_refused\"}},\"disconnected\":{\"code\""
    ":-32017,\"message\":\"The connection ended before the response arrived.\",\"data\":{\"code\":\"disconnected\"}},\"token"
    "_refused\":{\"code\":-32025,\"message\":\"The token belongs to another executor or another task, or has expired.\","
    "\"data\":{\"code\":\"token_refused\"}},\"handshake_refused\":{\"code\":-32026,\"message\":\"The executor belongs to anoth"
    "er daemon: the secret is not the one of the first handshake.\",\"data\":{\"code\":\"handshake_refused\"}},\"executor"
    "_busy\":{\"code\":-32027,\"message\":\"The executor is already working on a task.\",\"data\":{\"code\":\"executor_busy\"}"
    "},\"agent_not_found\":{\"code\":-32028,\"message\":\"There is no agent of this name.\",\"data\":{\"code\":\"agent_not_fou"
    "nd\"}},\"agent_failed\":{\"code\":-32029,\"message\":\"The agent could not be started.\",\"data\":{\"code\":\"agent_failed"
    "\"}},\"key_refused\":{\"code\":-32038,\"message\":\"The session may not use the key of this provider, or gets no key"
    "s because it uses the broker's socket.\",\"data\":{\"code\":\"key_refused\"}},\"too_many_key_requests\":{\"code\":-3204"
    "0,\"message\":\"The session has requested keys too often; data.retry_in_ms says when the next request is accept"
    "ed.\",\"data\":{\"code\":\"too_many_key_requests\"}},\"key_not_found\":{\"code\":-32030,\"message\":\"No API key is config"
    "ured for the provider.\",\"data\":{\"code\":\"key_not_found\"}},\"nothing_running\":{\"code\":-32001,\"message\":\"The exe"
    "cutor does not work on this task.\",\"data\":{\"code\":\"nothing_running\"}},\"app_not_found\":{\"code\":-32000,\"messag"
    "e\":\"No app with this id is installed.\",\"data\":{\"code\":\"app_not_found\"}},\"budget_exceeded\":{\"code\":-32037,\"me"
    "ssage\":\"The call could exceed the budget of the session or of the day; data has the budget, the amount left "
    "and the highest possible cost of the call.\",\"data\":{\"code\":\"budget_exceeded\"}},\"broker_call_not_found\":{\"cod"
    "e\":-32000,\"message\":\"No such reservation.\",\"data\":{\"code\":\"broker_call_not_found\"}},\"message_not_found\":{\"co"
    "de\":-32000,\"message\":\"The thread has no message with this id.\",\"data\":{\"code\":\"message_not_found\"}},\"port_no"
    "t_found\":{\"code\":-32000,\"message\":\"No port of this connection waits for the ACK of this task.\",\"data\":{\"code"
    "\":\"port_not_found\"}},\"too_many_ports\":{\"code\":-32060,\"message\":\"A limit of open ports is reached; the messag"
    "e names it.\",\"data\":{\"code\":\"too_many_ports\"}},\"mcp_arguments_refused\":{\"code\":-32052,\"message\":\"The argumen"
    "ts do not fit the schema of the tool; the message names the argument and says what is expected.\",\"data\":{\"co"
    "de\":\"mcp_arguments_refused\"}},\"mcp_server_failed\":{\"code\":-32051,\"message\":\"The MCP server could not be star"
    "ted or used; the message has the reason.\",\"data\":{\"code\":\"mcp_server_failed\"}},\"mcp_tool_changed\":{\"code\":-3"
    "2059,\"message\":\"The server has changed the definition of the tool since the call was decided about. The tool"
    " was not called.\",\"data\":{\"code\":\"mcp_tool_changed\"}},\"mcp_request_failed\":{\"code\":-32054,\"message\":\"The MCP"
    " server answered a request with an error; data has its code, message and data.\",\"data\":{\"code\":\"mcp_request_"
    "failed\"}},\"app_refused\":{\"code\":-32061,\"message\":\"The app may not do this: it names another app, or it was n"
    "ot granted the tool.\",\"data\":{\"code\":\"app_refused\"}},\"read_not_found\":{\"code\":-32000,\"message\":\"The read lan"
    "e has no such method.\",\"data\":{\"code\":\"read_not_found\"}},\"restart_failed\":{\"code\":-32034,\"message\":\"The new "
    "program could not take over; the daemon continues with the old one.\",\"data\":{\"code\":\"restart_failed\"}},\"file"
    "_exists\":{\"code\":-32022,\"message\":\"A file of this name exists and is not overwritten.\",\"data\":{\"code\":\"file_"
    "exists\"}},\"file_failed\":{\"code\":-32023,\"message\":\"The file could not be written; the message has the reason."
    "\",\"data\":{\"code\":\"file_failed\"}},\"db_busy\":{\"code\":-32024,\"message\":\"A check, a backup or a compaction is in"
    " progress.\",\"data\":{\"code\":\"db_busy\"}},\"event_not_found\":{\"code\":-32000,\"message\":\"The log has no such event"
    ", or it does not belong to the session.\",\"data\":{\"code\":\"event_not_found\"}},\"subscription_not_found\":{\"code\""
    ":-32000,\"message\":\"This connection has no such subscription.\",\"data\":{\"code\":\"subscription_not_found\"}},\"epo"
    "ch_changed\":{\"code\":-32020,\"message\":\"The log is not the one that the client knows, and its sequence numbers"
    " mean other events. data has the new epoch, firstSeq and lastSeq.\",\"data\":{\"code\":\"epoch_changed\"}},\"too_man"
    "y_subscriptions\":{\"code\":-32021,\"message\":\"The connection has reached its limit of subscriptions.\",\"data\":{\""
    "code\":\"too_many_subscriptions\"}},\"keys_locked\":{\"code\":-32003,\"message\":\"The master key is missing, unreadab"
    "le or not the one that sealed the keys; nothing was changed. The message says what to do.\",\"data\":{\"code\":\"k"
    "eys_locked\"}},\"no_such_key\":{\"code\":-32000,\"message\":\"There is no key for this provider.\",\"data\":{\"code\":\"no"
    "_such_key\"}},\"mcp_server_not_found\":{\"code\":-32000,\"message\":\"There is no MCP server with this id.\",\"data\":{"
    "\"code\":\"mcp_server_not_found\"}},\"mcp_tool_not_found\":{\"code\":-32000,\"message\":\"The server has no such tool; "
    "the message names the nearest one.\",\"data\":{\"code\":\"mcp_tool_not_found\"}},\"mcp_server_refused\":{\"code\":-3205"
    "6,\"message\":\"The configuration of the server is not possible; the message has the reason.\",\"data\":{\"code\":\"m"
    "cp_server_refused\"}},\"mcp_server_lost\":{\"code\":-32053,\"message\":\"The server ended during the call. Whether t"
    "he call had an effect is not known, and weir does not repeat it.\",\"data\":{\"code\":\"mcp_server_lost\"}},\"too_ma"
    "ny_mcp_servers\":{\"code\":-32057,\"message\":\"The limit of servers (mcp.servers) is reached.\",\"data\":{\"code\":\"to"
    "o_many_mcp_servers\"}},\"too_many_mcp_calls\":{\"code\":-32058,\"message\":\"The server has too many calls at a time"
    " (mcp.calls).\",\"data\":{\"code\":\"too_many_mcp_calls\"}},\"mcp_not_offered\":{\"code\":-32000,\"message\":\"The project"
    " offers no server of this name, or the entry has changed since.\",\"data\":{\"code\":\"mcp_not_offered\"}},\"permiss"
    "ion_not_found\":{\"code\":-32000,\"message\":\"There is no permission request with this id.\",\"data\":{\"code\":\"permi"
    "ssion_not_found\"}},\"permission_answered\":{\"code\":-32001,\"message\":\"The request was answered, has timed out o"
    "r was withdrawn; data has its state and reason.\",\"data\":{\"code\":\"permission_answered\"}},\"rule_not_found\":{\"c"
    "ode\":-32000,\"message\":\"There is no rule with this id.\",\"data\":{\"code\":\"rule_not_found\"}},\"rule_refused\":{\"co"
    "de\":-32035,\"message\":\"The rule could never match, or would match less than it seems to; the message has the "
    "reason.\",\"data\":{\"code\":\"rule_refused\"}},\"too_many_rules\":{\"code\":-32036,\"message\":\"The limit of rules (perm"
    "issions.rules) is reached.\",\"data\":{\"code\":\"too_many_rules\"}},\"question_not_found\":{\"code\":-32000,\"message\":"
    "\"There is no question with this id.\",\"data\":{\"code\":\"question_not_found\"}},\"question_answered\":{\"code\":-3200"
    "1,\"message\":\"The question was answered, has timed out or was withdrawn; data has its state.\",\"data\":{\"code\":"
    "\"question_answered\"}},\"answer_refused\":{\"code\":-32055,\"message\":\"The answer does not fit the fields of the q"
    "uestion; the message names the field and says what is expected.\",\"data\":{\"code\":\"answer_refused\"}},\"session_"
    "not_found\":{\"code\":-32000,\"message\":\"There is no session with this id.\",\"data\":{\"code\":\"session_not_found\"}}"
    ",\"session_closed\":{\"code\":-32001,\"message\":\"The session is closed: it accepts no tasks and no changes.\",\"dat"
    "a\":{\"code\":\"session_closed\"}},\"session_busy\":{\"code\":-32018,\"message\":\"The session has a running task; stop "
    "it first.\",\"data\":{\"code\":\"session_busy\"}},\"service_unknown\":{\"code\":-32000,\"message\":\"The provider in the m"
    "odel's name is neither known nor configured. In SERVICE/MODEL, the provider is the part before the first sla"
    "sh.\",\"data\":{\"code\":\"service_unknown\"}},\"directory_unavailable\":{\"code\":-32050,\"message\":\"A directory does n"
    "ot respond, for example a network mount whose server is down.\",\"data\":{\"code\":\"directory_unavailable\"}},\"tas"
    "k_not_found\":{\"code\":-32000,\"message\":\"There is no task with this id.\",\"data\":{\"code\":\"task_not_found\"}},\"ta"
    "sk_not_cancellable\":{\"code\":-32001,\"message\":\"The task has already ended.\",\"data\":{\"code\":\"task_not_cancella"
    "ble\"}},\"queue_full\":{\"code\":-32002,\"message\":\"The queue is full (limit: tasks.queue).\",\"data\":{\"code\":\"queue"
    "_full\"}},\"task_at_work\":{\"code\":-32041,\"message\":\"The task has not ended yet: wait for it, or cancel it.\",\"d"
    "ata\":{\"code\":\"task_at_work\"}},\"idempotency_conflict\":{\"code\":-32019,\"message\":\"The idempotency key belongs t"
    "o a task that was submitted with other parameters.\",\"data\":{\"code\":\"idempotency_conflict\"}},\"terminal_not_fo"
    "und\":{\"code\":-32000,\"message\":\"There is no terminal with this id.\",\"data\":{\"code\":\"terminal_not_found\"}},\"te"
    "rminal_failed\":{\"code\":-32031,\"message\":\"The terminal could not be opened.\",\"data\":{\"code\":\"terminal_failed\""
    "}},\"terminal_taken\":{\"code\":-32032,\"message\":\"Another client holds the terminal's descriptor.\",\"data\":{\"code"
    "\":\"terminal_taken\"}},\"terminal_closed\":{\"code\":-32001,\"message\":\"The terminal's process has ended.\",\"data\":{"
    "\"code\":\"terminal_closed\"}},\"environment_refused\":{\"code\":-32602,\"message\":\"The terminal's environment may no"
    "t have a variable of this name.\",\"data\":{\"code\":\"environment_refused\"}},\"too_many_terminals\":{\"code\":-32033,"
    "\"message\":\"The limit of terminals (terminals.max) is reached.\",\"data\":{\"code\":\"too_many_terminals\"}}}}}";
const size_t contract_openrpc_size = sizeof(contract_openrpc) - 1;

const char contract_openrpc_app[] =
    "{\"openrpc\":\"1.3.2\",\"info\":{\"title\":\"weir\",\"version\":\"1.0\",\"description\":\"A control plane for AI agents: JSON"
    "-RPC 2.0 over a Unix socket, one message per line.\"},\"methods\":[{\"name\":\"initialize\",\"summary\":\"Identify the"
    " client and name the notifications that it does not want. Optional: a client that skips it gets the defaults"
    ".\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"client\",\"schema\":{\"$ref\":\"#/components/schemas/core.ClientI"
    "nfo\"}},{\"name\":\"protocolVersion\",\"description\":\"The newest protocol version that the client speaks, MAJOR.MI"
    "NOR.\",\"schema\":{\"type\":\"string\",\"description\":\"The newest protocol version that the client speaks, MAJOR.MIN"
    "OR.\",\"default\":\"1.0\",\"minLength\":3,\"maxLength\":16}},{\"name\":\"approves\",\"description\":\"Whether a person at th"
    "is client can answer permission requests and questions of MCP servers. The daemon sends both to this connect"
    "ion even without a subscription.\",\"schema\":{\"type\":\"boolean\",\"default\":false,\"description\":\"Whether a person"
    " at this client can answer permission requests and questions of MCP servers. The daemon sends both to this c"
    "onnection even without a subscription.\"}},{\"name\":\"acceptsDescriptors\",\"description\":\"Whether the client can"
    " receive descriptors with a message. If not, chat:streamPort comes without one, and chunks are notifications"
    ".\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"description\":\"Whether the client can receive descriptors with "
    "a message. If not, chat:streamPort comes without one, and chunks are notifications.\"}},{\"name\":\"optOutNotifi"
    "cationMethods\",\"description\":\"The names of notifications that this connection does not want.\",\"schema\":{\"des"
    "cription\":\"The names of notifications that this connection does not want.\",\"type\":\"array\",\"items\":{\"type\":\"s"
    "tring\",\"minLength\":1,\"maxLength\":128},\"maxItems\":64}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\""
    "properties\":{\"protocolVersion\":{\"type\":\"string\",\"description\":\"The protocol version that both sides use from"
    " here on.\"},\"server\":{\"$ref\":\"#/components/schemas/core.ServerInfo\"},\"limits\":{\"$ref\":\"#/components/schemas/"
    "core.Limits\"},\"sandbox\":{\"type\":\"string\",\"enum\":[\"namespace\",\"landlock\",\"off\"],\"description\":\"The highest sa"
    "ndbox level for agents on this system. off: agents have all rights of the user, and a front end must show th"
    "at.\"},\"notify\":{\"$ref\":\"#/components/schemas/core.Notify\"},\"notifications\":{\"description\":\"Every notificatio"
    "n that the daemon can send.\",\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"protocolVersion\",\"serve"
    "r\",\"limits\",\"sandbox\",\"notifications\"]}},\"errors\":[{\"$ref\":\"#/components/errors/already_initialized\"},{\"$ref"
    "\":\"#/components/errors/unsupported_protocol\"}],\"x-callers\":[\"client\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x"
    "-since\":\"1.0\"},{\"name\":\"ping\",\"summary\":\"Check whether the daemon responds.\",\"paramStructure\":\"by-name\",\"par"
    "ams\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"pong\":{\"type\":\"boolean\"},\"timesta"
    "mp\":{\"type\":\"integer\",\"description\":\"The time of the daemon's clock, epoch milliseconds.\"}},\"required\":[\"pon"
    "g\",\"timestamp\"]}},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"n"
    "ame\":\"rpc.discover\",\"summary\":\"Get the whole contract as an OpenRPC document.\",\"paramStructure\":\"by-name\",\"p"
    "arams\":[],\"result\":{\"name\":\"result\",\"schema\":true},\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\"],\"x-handl"
    "er\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"$/cancel_request\",\"summary\":\"Cancel a pending request of this connect"
    "ion. It still gets a response, with the error -32800. An unknown id is ignored.\",\"paramStructure\":\"by-name\","
    "\"params\":[{\"name\":\"requestId\",\"description\":\"The id of the request, exactly as it was sent.\",\"required\":true"
    ",\"schema\":{\"description\":\"The id of the request, exactly as it was sent.\"}}],\"x-callers\":[\"client\",\"executor"
    "\",\"app\",\"bridge\",\"daemon\",\"connector\",\"recorder\"],\"x-handler\":\"peer\",\"x-since\":\"1.0\",\"x-notification\":true},"
    "{\"name\":\"cowork:read\",\"summary\":\"Read for an app.\",\"description\":\"The methods are context.activeWindow, cont"
    "ext.recentActivity, context.currentTime, user.preferences, user.profile, data.conversations and data.search."
    " An app reads for itself; a client, for any installed app. Keystroke and clipboard activity is read and sear"
    "ched only if the app was granted captureRead.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"appId\",\"require"
    "d\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\"examples\":[\"notes\"]}},{\"name\":\"ns\",\"required"
    "\":true,\"schema\":{\"$ref\":\"#/components/schemas/cowork.Namespace\"}},{\"name\":\"method\",\"required\":true,\"schema\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":64,\"examples\":[\"recentActivity\"]}},{\"name\":\"args\",\"description\":\""
    "An object: the arguments of the method. Absent: {}.\",\"schema\":{\"description\":\"An object: the arguments of th"
    "e method. Absent: {}.\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"data\":{\"descrip"
    "tion\":\"What the method returns: a type of this namespace, or for user.preferences app#/types/Settings, for u"
    "ser.profile app#/types/Profile.\"}},\"required\":[\"data\"]}},\"errors\":[{\"$ref\":\"#/components/errors/invalid_para"
    "ms\"},{\"$ref\":\"#/components/errors/app_not_found\"},{\"$ref\":\"#/components/errors/app_refused\"},{\"$ref\":\"#/comp"
    "onents/errors/read_not_found\"},{\"$ref\":\"#/components/errors/subsystem_unavailable\"}],\"x-callers\":[\"client\",\""
    "app\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true}],\"x-events\":[],\"components\":{\"schemas\":"
    "{\"core.ClientInfo\":{\"description\":\"The name and version of the client, for the daemon's log and status.\",\"ty"
    "pe\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128},\"version\":{\"type\":\"string\""
    ",\"maxLength\":64}},\"required\":[\"name\"]},\"core.ServerInfo\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"stri"
    "ng\"},\"version\":{\"type\":\"string\"}},\"required\":[\"name\",\"version\"]},\"core.Notify\":{\"description\":\"How front end"
    "s notify a person who is not looking when a task needs an answer or has ended. auto: the terminal's bell, an"
    "d a desktop notification where there is a desktop. bell: only the terminal's bell.\",\"type\":\"string\",\"enum\":["
    "\"auto\",\"bell\",\"off\"]},\"core.Limits\":{\"description\":\"The limits of this connection.\",\"type\":\"object\",\"propert"
    "ies\":{\"maxMessageBytes\":{\"type\":\"integer\",\"minimum\":1},\"maxBatchEntries\":{\"type\":\"integer\",\"minimum\":1},\"max"
    "WaitingRequests\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"maxMessageBytes\",\"maxBatchEntries\",\"maxWaiting"
    "Requests\"]},\"chat.ThreadSummary\":{\"type\":\"object\",\"properties\":{\"threadId\":{\"type\":\"string\",\"description\":\"T"
    "he id of the session.\"},\"title\":{\"type\":\"string\"},\"lastMessage\":{\"type\":\"string\",\"description\":\"The first 20"
    "0 characters of the last message; empty if there is none.\"},\"messageCount\":{\"type\":\"integer\",\"minimum\":0},\"u"
    "pdatedAt\":{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"When the last message was stored; without mes"
    "sages, when the thread was created.\"}},\"required\":[\"threadId\",\"lastMessage\",\"messageCount\",\"updatedAt\"]},\"co"
    "ntext.ActivityType\":{\"description\":\"window: a window was in front. focus: the person worked in one window wi"
    "thout a break. keystroke: keys were pressed. clipboard: something was copied. browser: a page was in front.\""
    ",\"type\":\"string\",\"enum\":[\"window\",\"focus\",\"keystroke\",\"clipboard\",\"browser\"]},\"context.ActivityRecord\":{\"typ"
    "e\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"type\":{\"$ref\":\"#/components/schemas/context.ActivityType\"}"
    ",\"timestamp\":{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"When it began.\"},\"appName\":{\"type\":\"string"
    "\"},\"windowTitle\":{\"type\":\"string\"},\"url\":{\"type\":\"string\"},\"duration\":{\"type\":\"integer\",\"minimum\":0,\"descrip"
    "tion\":\"Milliseconds.\"},\"summary\":{\"type\":\"string\",\"description\":\"For keystroke and clipboard: how much it wa"
    "s, or the beginning of the text if that is recorded.\"}},\"required\":[\"id\",\"type\",\"timestamp\"]},\"cowork.Namesp"
    "ace\":{\"type\":\"string\",\"enum\":[\"context\",\"user\",\"data\"]},\"cowork.NoArgs\":{\"description\":\"The arguments of con"
    "text.activeWindow, context.currentTime, user.preferences and user.profile.\",\"type\":\"object\",\"additionalPrope"
    "rties\":false},\"cowork.RecentActivityArgs\":{\"description\":\"The arguments of context.recentActivity.\",\"type\":\""
    "object\",\"additionalProperties\":false,\"properties\":{\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"defa"
    "ult\":20},\"since\":{\"type\":\"string\",\"format\":\"date-time\",\"maxLength\":64,\"description\":\"Leave out what began ea"
    "rlier.\"}}},\"cowork.ConversationsArgs\":{\"description\":\"The arguments of data.conversations.\",\"type\":\"object\","
    "\"additionalProperties\":false,\"properties\":{\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":50}"
    ",\"cursor\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":128,\"description\":\"nextCursor of the page before.\"}}},\""
    "cowork.SearchArgs\":{\"description\":\"The arguments of data.search.\",\"type\":\"object\",\"additionalProperties\":fal"
    "se,\"properties\":{\"query\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024,\"examples\":[\"invoice march\"]},\"limi"
    "t\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":10}},\"required\":[\"query\"]},\"cowork.ActiveWindow\":{\""
    "description\":\"The data of context.activeWindow.\",\"type\":\"object\",\"properties\":{\"window\":{\"$ref\":\"#/component"
    "s/schemas/context.ActivityRecord\",\"description\":\"The window that was in front last. Absent: nothing was reco"
    "rded in the last five minutes.\"}}},\"cowork.RecentActivity\":{\"description\":\"The data of context.recentActivit"
    "y.\",\"type\":\"object\",\"properties\":{\"activities\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/context"
    ".ActivityRecord\"},\"maxItems\":200,\"description\":\"Newest first. Of the types keystroke and clipboard only with"
    " captureRead.\"}},\"required\":[\"activities\"]},\"cowork.CurrentTime\":{\"description\":\"The data of context.current"
    "Time.\",\"type\":\"object\",\"properties\":{\"time\":{\"type\":\"string\",\"format\":\"date-time\",\"description\":\"The local t"
    "ime, with its distance from UTC.\",\"examples\":[\"2026-03-01T09:30:00.000+01:00\"]},\"timeZone\":{\"type\":\"string\","
    "\"description\":\"The name of the time zone in the IANA database.\",\"examples\":[\"Europe/Berlin\"]}},\"required\":[\""
    "time\",\"timeZone\"]},\"cowork.Conversations\":{\"description\":\"The data of data.conversations: the threads that w"
    "ere created for this app.\",\"type\":\"object\",\"properties\":{\"conversations\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/"
    "components/schemas/chat.ThreadSummary\"},\"maxItems\":200,\"description\":\"The one with the newest message first."
    "\"},\"nextCursor\":{\"type\":\"string\",\"description\":\"Absent on the last page.\"}},\"required\":[\"conversations\"]},\"c"
    "owork.SearchResults\":{\"description\":\"The data of data.search.\",\"type\":\"object\",\"properties\":{\"results\":{\"typ"
    "e\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/context.ActivityRecord\"},\"maxItems\":200,\"description\":\"Best"
    " match first. Of the types keystroke and clipboard only with captureRead.\"}},\"required\":[\"results\"]}},\"error"
    "s\":{\"parse_error\":{\"code\":-32700,\"message\":\"The line is not valid JSON, or weir rejects it: a duplicate key,"
    " nesting deeper than 128, invalid UTF-8, a lone surrogate, or text after the value.\",\"data\":{\"code\":\"parse_e"
    "rror\"}},\"message_too_long\":{\"code\":-32700,\"message\":\"The line is longer than the limit; the rest of it was s"
    "kipped.\",\"data\":{\"code\":\"message_too_long\"}},\"invalid_request\":{\"code\":-32600,\"message\":\"The JSON is not a J"
    "SON-RPC 2.0 message.\",\"data\":{\"code\":\"invalid_request\"}},\"batch_too_long\":{\"code\":-32600,\"message\":\"The batc"
    "h has more entries than the limit.\",\"data\":{\"code\":\"batch_too_long\"}},\"method_not_found\":{\"code\":-32601,\"mes"
    "sage\":\"There is no such method, or the caller may not use it.\",\"data\":{\"code\":\"method_not_found\"}},\"invalid_"
    "params\":{\"code\":-32602,\"message\":\"The parameters do not match the method; data.path names the field.\",\"data\""
    ":{\"code\":\"invalid_params\"}},\"internal_error\":{\"code\":-32603,\"message\":\"The daemon failed while it processed "
    "the request.\",\"data\":{\"code\":\"internal_error\"}},\"subsystem_unavailable\":{\"code\":-32003,\"message\":\"A part of "
    "the daemon that the request needs is off or does not work.\",\"data\":{\"code\":\"subsystem_unavailable\"}},\"reques"
    "t_cancelled\":{\"code\":-32800,\"message\":\"The request was cancelled with $/cancel_request.\",\"data\":{\"code\":\"req"
    "uest_cancelled\"}},\"too_many_waiting\":{\"code\":-32010,\"message\":\"The connection has too many unanswered reques"
    "ts.\",\"data\":{\"code\":\"too_many_waiting\"}},\"result_too_long\":{\"code\":-32011,\"message\":\"The response is larger "
    "than a message may be, or than the room that unread output leaves.\",\"data\":{\"code\":\"result_too_long\"}},\"alre"
    "ady_initialized\":{\"code\":-32012,\"message\":\"The client called initialize on this connection before.\",\"data\":{"
    "\"code\":\"already_initialized\"}},\"unsupported_protocol\":{\"code\":-32013,\"message\":\"The daemon does not speak th"
    "e protocol version that the client needs.\",\"data\":{\"code\":\"unsupported_protocol\"}},\"too_many_connections\":{\""
    "code\":-32014,\"message\":\"The limit of connections is reached.\",\"data\":{\"code\":\"too_many_connections\"}},\"stopp"
    "ing\":{\"code\":-32015,\"message\":\"The daemon is stopping and takes no new work.\",\"data\":{\"code\":\"stopping\"}},\"t"
    "imeout\":{\"code\":-32016,\"message\":\"The other side did not respond in time.\",\"data\":{\"code\":\"timeout\"}},\"execu"
    "tor_refused\":{\"code\":-32039,\"message\":\"The process that connected belongs to an executor and may not act for"
    " the user.\",\"data\":{\"code\":\"executor_refused\"}},\"disconnected\":{\"code\":-32017,\"message\":\"The connection ende"
    "d before the response arrived.\",\"data\":{\"code\":\"disconnected\"}},\"app_not_found\":{\"code\":-32000,\"message\":\"No"
    " app with this id is installed.\",\"data\":{\"code\":\"app_not_found\"}},\"app_refused\":{\"code\":-32061,\"message\":\"Th"
    "e app may not do this: it names another app, or it was not granted the tool.\",\"data\":{\"code\":\"app_refused\"}}"
    ",\"read_not_found\":{\"code\":-32000,\"message\":\"The read lane has no such method.\",\"data\":{\"code\":\"read_not_foun"
    "d\"}}}}}";
const size_t contract_openrpc_app_size = sizeof(contract_openrpc_app) - 1;
