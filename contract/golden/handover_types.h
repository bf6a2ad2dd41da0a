/* Generated from contract/handover.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

struct handover_descriptors {
    int64_t *items;
    size_t count;
};

/* Requests without a response, which the new program receives again. */
struct handover_replay {
    /* True: the requests are a batch, with one common response. */
    bool batch;
    /* The size of the responses that the batch has so far. */
    int64_t answers_bytes;
    /* True: these responses exceed the size of a message. */
    bool too_long;
    /* The size of the line. */
    int64_t bytes;
};

/* A queued line that carries descriptors. */
struct handover_carrier {
    /* The offset of the line in the queued bytes. */
    int64_t start;
    int64_t end;
    struct handover_descriptors descriptors;
};

struct handover_peer_carriers {
    struct handover_carrier *items;
    size_t count;
};

struct handover_peer_replays {
    struct handover_replay *items;
    size_t count;
};

/* The JSON ids of pending daemon.restart requests. */
struct handover_peer_owed {
    struct slice *items;
    size_t count;
};

/* A connection. Its bytes follow the document: the requests to replay, the start of an incomplete line, bytes that
 * were read but not parsed, bytes that are not sent. */
struct handover_peer {
    int64_t fd;
    int64_t caller;
    /* The id of the last request to the peer. */
    int64_t next_id;
    /* True: the peer has shut down its sending side. */
    bool ended;
    /* True: reading is paused. */
    bool unread;
    /* True: the rest of an overlong line is being skipped. */
    bool skipping;
    /* The offset of its bytes. */
    int64_t at;
    int64_t partial_bytes;
    int64_t backlog_bytes;
    int64_t output_bytes;
    struct handover_peer_carriers carriers;
    struct handover_peer_replays replays;
    struct handover_peer_owed owed;
    /* Descriptors of the incomplete line. */
    struct handover_descriptors next_descriptors;
    /* Descriptors of the last line that was read. */
    struct handover_descriptors arriving_descriptors;
};

/* A client that receives the output of a terminal. */
struct handover_attachment {
    /* The client's descriptor. */
    int64_t client;
    /* The client has received the output up to this offset. */
    int64_t offset;
};

/* Input that the terminal has not accepted yet. */
struct handover_input {
    /* The client whose call is pending until the terminal accepts the input. The call is replayed without the bytes. */
    int64_t client;
    enum field_is client_is;
    int64_t bytes;
};

struct handover_exit {
    int64_t code;
    enum field_is code_is;
    int64_t signal;
    enum field_is signal_is;
};

struct handover_terminal_attachments {
    struct handover_attachment *items;
    size_t count;
};

struct handover_terminal_inputs {
    struct handover_input *items;
    size_t count;
};

/* Its input follows the document. */
struct handover_terminal {
    struct slice id;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice cwd;
    struct slice shell;
    bool use_tmux;
    int64_t created_at;
    int64_t pid;
    /* The executor of the terminal. */
    struct slice executor;
    enum field_is executor_is;
    /* True: the terminal has ended, and a client still reads its output. */
    bool over;
    /* True: the end is in the event log. */
    bool told;
    /* True: the event of the end is still to be written. */
    bool owes_event;
    struct handover_exit exit;
    enum field_is exit_is;
    int64_t master;
    enum field_is master_is;
    /* The memory of its scrollback. */
    int64_t memory;
    enum field_is memory_is;
    /* The bytes of output so far. */
    int64_t total;
    /* The client that holds the terminal's descriptor. */
    int64_t holder;
    enum field_is holder_is;
    struct handover_terminal_attachments attachments;
    struct handover_terminal_inputs inputs;
    /* The offset of its bytes. */
    int64_t at;
};

/* A connection of an app. */
struct handover_app_connection {
    struct slice app_id;
    bool initialized;
    struct handover_peer peer;
};

struct handover_apps_connections {
    struct handover_app_connection *items;
    size_t count;
};

struct handover_apps {
    struct handover_apps_connections connections;
};

struct handover_terminals_terminals {
    struct handover_terminal *items;
    size_t count;
};

struct handover_terminals {
    struct handover_terminals_terminals terminals;
};

struct handover_token {
    struct slice text;
    int64_t expires_ms;
};

/* A connection to an executor that does not support a second connection. */
struct handover_link {
    struct handover_peer peer;
    struct handover_token token;
    enum field_is token_is;
    /* The id of execute_prompt, which has no response yet. */
    int64_t prompt;
    enum field_is prompt_is;
    struct slice said;
    int64_t output_bytes;
    int64_t tokens;
    bool over_limit;
    bool paused;
    int64_t refused;
};

/* State of an executor that its record on disk does not have. */
struct handover_executor {
    struct slice id;
    struct handover_token terminal_token;
    enum field_is terminal_token_is;
    struct handover_link link;
    enum field_is link_is;
};

struct handover_executors_executors {
    struct handover_executor *items;
    size_t count;
};

struct handover_executors {
    struct handover_executors_executors executors;
};

/* A call of an MCP server that was sent. */
struct handover_mcp_call {
    /* Its call_id for weir-mcp, where the new program joins it. */
    struct slice key;
    struct slice server_id;
    /* The descriptor of the client that made it; absent: an executor made it, and repeats it. */
    int64_t client;
    enum field_is client_is;
    /* The JSON id of the client's request. */
    struct slice request_id;
    enum field_is request_id_is;
};

/* The directories of the processes whose servers are open. */
struct handover_mcp_processes {
    struct slice *items;
    size_t count;
};

struct handover_mcp_calls {
    struct handover_mcp_call *items;
    size_t count;
};

struct handover_mcp {
    struct handover_mcp_processes processes;
    struct handover_mcp_calls calls;
};

enum handover_health_services_item_state {
    HANDOVER_HEALTH_SERVICES_ITEM_STATE_STARTING = 0,
    HANDOVER_HEALTH_SERVICES_ITEM_STATE_RUNNING = 1,
    HANDOVER_HEALTH_SERVICES_ITEM_STATE_DEGRADED = 2,
    HANDOVER_HEALTH_SERVICES_ITEM_STATE_RESTARTING = 3,
    HANDOVER_HEALTH_SERVICES_ITEM_STATE_FAILED = 4,
};

struct handover_health_services_item {
    enum handover_health_services_item_state state;
    struct slice message;
};

/* What clients were told, in the order of system#/types/Service. */
struct handover_health_services {
    struct handover_health_services_item *items;
    size_t count;
};

struct handover_health {
    struct handover_health_services services;
};

/* Names of events. */
struct handover_subscription_kinds {
    struct slice *items;
    size_t count;
};

struct handover_subscription {
    /* Empty: the subscription that every connection has by default. */
    struct slice id;
    bool all_kinds;
    struct handover_subscription_kinds kinds;
    int64_t session;
    int64_t task;
    bool replays;
    bool owes_live;
    int64_t cursor;
    int64_t told;
};

/* A port whose ACK has come. Its unsent bytes follow the document. */
struct handover_chat_port {
    /* Absent: its chunks are notifications. */
    int64_t fd;
    enum field_is fd_is;
    /* The descriptor of its client; absent: the connection has ended. */
    int64_t client;
    enum field_is client_is;
    struct slice task_id;
    struct slice thread_id;
    int64_t task;
    /* True: the last chunk is among the unsent bytes. */
    bool ending;
    /* True: the client has shut down its sending side. */
    bool deaf;
    int64_t received;
    /* Events up to here were sent. */
    int64_t cursor;
    int64_t index;
    int64_t sent;
    int64_t hash;
    int64_t call;
    bool said;
    /* The offset of its bytes. */
    int64_t at;
    int64_t bytes;
};

struct handover_chat_ports_ports {
    struct handover_chat_port *items;
    size_t count;
};

struct handover_chat_ports {
    struct handover_chat_ports_ports ports;
};

struct handover_client_opted_out {
    struct slice *items;
    size_t count;
};

struct handover_client_subscriptions {
    struct handover_subscription *items;
    size_t count;
};

struct handover_client {
    struct handover_peer peer;
    bool initialized;
    bool approves;
    bool takes_no_descriptors;
    struct slice name;
    enum field_is name_is;
    struct handover_client_opted_out opted_out;
    enum field_is opted_out_is;
    struct handover_client_subscriptions subscriptions;
    bool behind;
    int64_t cursor;
};

struct handover_socket {
    int64_t fd;
    int64_t lock_fd;
    struct slice path;
    bool inherited;
    int64_t device;
    int64_t inode;
};

struct handover_state_clients {
    struct handover_client *items;
    size_t count;
};

/* Data of further parts of the daemon, by name. */
struct handover_state_parts {
    struct handover_state_parts_pair *items;
    size_t count;
};

struct handover_state_parts_pair {
    struct slice key;
    struct json_any value;
};

struct handover_state {
    /* The version of this format. */
    int64_t version;
    /* The version of the program that wrote it. */
    struct slice program;
    /* When the daemon stopped serving requests, on the monotonic clock. */
    int64_t frozen_ns;
    int64_t started_ns;
    int64_t started_at_ms;
    int64_t last_subscription;
    struct handover_socket socket;
    int64_t state_fd;
    struct handover_state_clients clients;
    struct handover_state_parts parts;
};

extern const struct shape handover_descriptors_shape;
extern const struct shape handover_replay_shape;
extern const struct shape handover_carrier_shape;
extern const struct shape handover_peer_shape;
extern const struct shape handover_attachment_shape;
extern const struct shape handover_input_shape;
extern const struct shape handover_exit_shape;
extern const struct shape handover_terminal_shape;
extern const struct shape handover_app_connection_shape;
extern const struct shape handover_apps_shape;
extern const struct shape handover_terminals_shape;
extern const struct shape handover_token_shape;
extern const struct shape handover_link_shape;
extern const struct shape handover_executor_shape;
extern const struct shape handover_executors_shape;
extern const struct shape handover_mcp_call_shape;
extern const struct shape handover_mcp_shape;
extern const struct shape handover_health_shape;
extern const struct shape handover_subscription_shape;
extern const struct shape handover_chat_port_shape;
extern const struct shape handover_chat_ports_shape;
extern const struct shape handover_client_shape;
extern const struct shape handover_socket_shape;
extern const struct shape handover_state_shape;
