/* Generated from the files of contract/ by contract/generate; do not edit. */
#pragma once

#include "rpc/method.h"

/* An index into contract_errors. */
enum error_id {
    /* -32700: The line is not valid JSON, or weir rejects it: a duplicate key, nesting deeper than 128, invalid
     * UTF-8, a lone surrogate, or text after the value. */
    ERROR_PARSE_ERROR,
    /* -32700: The line is longer than the limit; the rest of it was skipped. */
    ERROR_MESSAGE_TOO_LONG,
    /* -32600: The JSON is not a JSON-RPC 2.0 message. */
    ERROR_INVALID_REQUEST,
    /* -32600: The batch has more entries than the limit. */
    ERROR_BATCH_TOO_LONG,
    /* -32601: There is no such method, or the caller may not use it. */
    ERROR_METHOD_NOT_FOUND,
    /* -32602: The parameters do not match the method; data.path names the field. */
    ERROR_INVALID_PARAMS,
    /* -32603: The daemon failed while it processed the request. */
    ERROR_INTERNAL_ERROR,
    /* -32003: A part of the daemon that the request needs is off or does not work. */
    ERROR_SUBSYSTEM_UNAVAILABLE,
    /* -32800: The request was cancelled with $/cancel_request. */
    ERROR_REQUEST_CANCELLED,
    /* -32010: The connection has too many unanswered requests. */
    ERROR_TOO_MANY_WAITING,
    /* -32011: The response is larger than a message may be, or than the room that unread output leaves. */
    ERROR_RESULT_TOO_LONG,
    /* -32012: The client called initialize on this connection before. */
    ERROR_ALREADY_INITIALIZED,
    /* -32013: The daemon does not speak the protocol version that the client needs. */
    ERROR_UNSUPPORTED_PROTOCOL,
    /* -32014: The limit of connections is reached. */
    ERROR_TOO_MANY_CONNECTIONS,
    /* -32015: The daemon is stopping and takes no new work. */
    ERROR_STOPPING,
    /* -32016: The other side did not respond in time. */
    ERROR_TIMEOUT,
    /* -32039: The process that connected belongs to an executor and may not act for the user. */
    ERROR_EXECUTOR_REFUSED,
    /* -32017: The connection ended before the response arrived. */
    ERROR_DISCONNECTED,
    /* -32025: The token belongs to another executor or another task, or has expired. */
    ERROR_TOKEN_REFUSED,
    /* -32026: The executor belongs to another daemon: the secret is not the one of the first handshake. */
    ERROR_HANDSHAKE_REFUSED,
    /* -32027: The executor is already working on a task. */
    ERROR_EXECUTOR_BUSY,
    /* -32028: There is no agent of this name. */
    ERROR_AGENT_NOT_FOUND,
    /* -32029: The agent could not be started. */
    ERROR_AGENT_FAILED,
    /* -32038: The session may not use the key of this provider, or gets no keys because it uses the broker's socket. */
    ERROR_KEY_REFUSED,
    /* -32040: The session has requested keys too often; data.retry_in_ms says when the next request is accepted. */
    ERROR_TOO_MANY_KEY_REQUESTS,
    /* -32030: No API key is configured for the provider. */
    ERROR_KEY_NOT_FOUND,
    /* -32001: The executor does not work on this task. */
    ERROR_NOTHING_RUNNING,
    /* -32000: No app with this id is installed. */
    ERROR_APP_NOT_FOUND,
    /* -32000: The app has no such file. */
    ERROR_APP_FILE_NOT_FOUND,
    /* -32061: The archive is not installed, and nothing was changed. data.reason has a word of unpacker.Refusal, and
     * data.entry the entry that is wrong. */
    ERROR_ARCHIVE_REFUSED,
    /* -32062: The manifest of the app is missing or not valid; the message names the field. Nothing was changed. */
    ERROR_MANIFEST_REFUSED,
    /* -32063: An app with this id is installed in this version or a later one; data has both versions. */
    ERROR_APP_NOT_NEWER,
    /* -32064: The manifest of the app does not ask for this permission. */
    ERROR_PERMISSION_NOT_REQUESTED,
    /* -32065: Too many apps are being installed at a time. */
    ERROR_TOO_MANY_INSTALLS,
    /* -32000: There is no rule with this id. */
    ERROR_AUTOMATION_NOT_FOUND,
    /* -32003: Automation is switched off; automation.enable without a rule switches it on. */
    ERROR_AUTOMATION_DISABLED,
    /* -32066: The trigger cannot be used: an expression that cannot be read, a time zone that does not exist, a time
     * in the past; the message says where, and what is expected. */
    ERROR_TRIGGER_INVALID,
    /* -32067: A text names a field in {{ }} that the cause of the rule does not have; the message lists those that
     * it has. */
    ERROR_TEMPLATE_INVALID,
    /* -32068: The limit of rules is reached. */
    ERROR_TOO_MANY_AUTOMATIONS,
    /* -32069: The delivery was refused: there is no such webhook, or its signature, its time or its id is not valid. */
    ERROR_WEBHOOK_REFUSED,
    /* -32037: The call could exceed the budget of the session or of the day; data has the budget, the amount left
     * and the highest possible cost of the call. */
    ERROR_BUDGET_EXCEEDED,
    /* -32000: No such reservation. */
    ERROR_BROKER_CALL_NOT_FOUND,
    /* -32000: The thread has no message with this id. */
    ERROR_MESSAGE_NOT_FOUND,
    /* -32000: No port of this connection waits for the ACK of this task. */
    ERROR_PORT_NOT_FOUND,
    /* -32060: A limit of open ports is reached; the message names it. */
    ERROR_TOO_MANY_PORTS,
    /* -32052: The arguments do not fit the schema of the tool; the message names the argument and says what is
     * expected. */
    ERROR_MCP_ARGUMENTS_REFUSED,
    /* -32051: The MCP server could not be started or used; the message has the reason. */
    ERROR_MCP_SERVER_FAILED,
    /* -32059: The server has changed the definition of the tool since the call was decided about. The tool was not
     * called. */
    ERROR_MCP_TOOL_CHANGED,
    /* -32054: The MCP server answered a request with an error; data has its code, message and data. */
    ERROR_MCP_REQUEST_FAILED,
    /* -32070: The app may not do this: it names another app, or it was not granted the tool. */
    ERROR_APP_REFUSED,
    /* -32000: The read lane has no such method. */
    ERROR_READ_NOT_FOUND,
    /* -32034: The new program could not take over; the daemon continues with the old one. */
    ERROR_RESTART_FAILED,
    /* -32022: A file of this name exists and is not overwritten. */
    ERROR_FILE_EXISTS,
    /* -32023: The file could not be read or written; the message has the reason. */
    ERROR_FILE_FAILED,
    /* -32024: A check, a backup or a compaction is in progress. */
    ERROR_DB_BUSY,
    /* -32000: The log has no such event, or it does not belong to the session. */
    ERROR_EVENT_NOT_FOUND,
    /* -32000: This connection has no such subscription. */
    ERROR_SUBSCRIPTION_NOT_FOUND,
    /* -32020: The log is not the one that the client knows, and its sequence numbers mean other events. data has the
     * new epoch, firstSeq and lastSeq. */
    ERROR_EPOCH_CHANGED,
    /* -32021: The connection has reached its limit of subscriptions. */
    ERROR_TOO_MANY_SUBSCRIPTIONS,
    /* -32003: The master key is missing, unreadable or not the one that sealed the keys; nothing was changed. The
     * message says what to do. */
    ERROR_KEYS_LOCKED,
    /* -32000: There is no key for this provider. */
    ERROR_NO_SUCH_KEY,
    /* -32000: There is no MCP server with this id. */
    ERROR_MCP_SERVER_NOT_FOUND,
    /* -32000: The server has no such tool; the message names the nearest one. */
    ERROR_MCP_TOOL_NOT_FOUND,
    /* -32056: The configuration of the server is not possible; the message has the reason. */
    ERROR_MCP_SERVER_REFUSED,
    /* -32053: The server ended during the call. Whether the call had an effect is not known, and weir does not
     * repeat it. */
    ERROR_MCP_SERVER_LOST,
    /* -32057: The limit of servers (mcp.servers) is reached. */
    ERROR_TOO_MANY_MCP_SERVERS,
    /* -32058: The server has too many calls at a time (mcp.calls). */
    ERROR_TOO_MANY_MCP_CALLS,
    /* -32000: The project offers no server of this name, or the entry has changed since. */
    ERROR_MCP_NOT_OFFERED,
    /* -32000: There is no permission request with this id. */
    ERROR_PERMISSION_NOT_FOUND,
    /* -32001: The request was answered, has timed out or was withdrawn; data has its state and reason. */
    ERROR_PERMISSION_ANSWERED,
    /* -32000: There is no rule with this id. */
    ERROR_RULE_NOT_FOUND,
    /* -32035: The rule could never match, or would match less than it seems to; the message has the reason. */
    ERROR_RULE_REFUSED,
    /* -32036: The limit of rules (permissions.rules) is reached. */
    ERROR_TOO_MANY_RULES,
    /* -32000: There is no question with this id. */
    ERROR_QUESTION_NOT_FOUND,
    /* -32001: The question was answered, has timed out or was withdrawn; data has its state. */
    ERROR_QUESTION_ANSWERED,
    /* -32055: The answer does not fit the fields of the question; the message names the field and says what is
     * expected. */
    ERROR_ANSWER_REFUSED,
    /* -32000: There is no session with this id. */
    ERROR_SESSION_NOT_FOUND,
    /* -32001: The session is closed: it accepts no tasks and no changes. */
    ERROR_SESSION_CLOSED,
    /* -32018: The session has a running task; stop it first. */
    ERROR_SESSION_BUSY,
    /* -32000: The provider in the model's name is neither known nor configured. In SERVICE/MODEL, the provider is
     * the part before the first slash. */
    ERROR_SERVICE_UNKNOWN,
    /* -32050: A directory does not respond, for example a network mount whose server is down. */
    ERROR_DIRECTORY_UNAVAILABLE,
    /* -32000: There is no task with this id. */
    ERROR_TASK_NOT_FOUND,
    /* -32001: The task has already ended. */
    ERROR_TASK_NOT_CANCELLABLE,
    /* -32002: The queue is full (limit: tasks.queue). */
    ERROR_QUEUE_FULL,
    /* -32041: The task has not ended yet: wait for it, or cancel it. */
    ERROR_TASK_AT_WORK,
    /* -32019: The idempotency key belongs to a task that was submitted with other parameters. */
    ERROR_IDEMPOTENCY_CONFLICT,
    /* -32000: There is no terminal with this id. */
    ERROR_TERMINAL_NOT_FOUND,
    /* -32031: The terminal could not be opened. */
    ERROR_TERMINAL_FAILED,
    /* -32032: Another client holds the terminal's descriptor. */
    ERROR_TERMINAL_TAKEN,
    /* -32001: The terminal's process has ended. */
    ERROR_TERMINAL_CLOSED,
    /* -32602: The terminal's environment may not have a variable of this name. */
    ERROR_ENVIRONMENT_REFUSED,
    /* -32033: The limit of terminals (terminals.max) is reached. */
    ERROR_TOO_MANY_TERMINALS,
    ERROR_COUNT,
};

extern const struct error_type contract_errors[];
