/* Generated from contract/chat.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

enum chat_role {
    CHAT_ROLE_USER = 0,
    CHAT_ROLE_ASSISTANT = 1,
    CHAT_ROLE_SYSTEM = 2,
};

/* A complete message. Tool calls and thinking are in the event log only. */
struct chat_message {
    /* msg_ and the seq of the event that completed it. */
    struct slice id;
    /* user: a prompt. assistant: the text of an agent. system: why a task failed. */
    enum chat_role role;
    struct slice content;
    struct slice created_at;
};

struct chat_thread_summary {
    /* The id of the session. */
    struct slice thread_id;
    struct slice title;
    enum field_is title_is;
    /* The first 200 characters of the last message; empty if there is none. */
    struct slice last_message;
    int64_t message_count;
    /* When the last message was stored; without messages, when the thread was created. */
    struct slice updated_at;
};

/* Oldest first. */
struct chat_thread_messages {
    struct chat_message *items;
    size_t count;
};

struct chat_thread {
    struct slice thread_id;
    struct slice title;
    enum field_is title_is;
    struct chat_thread_messages messages;
    struct slice created_at;
    struct slice updated_at;
};

extern const struct shape chat_role_shape;
extern const struct shape chat_message_shape;
extern const struct shape chat_thread_summary_shape;
extern const struct shape chat_thread_shape;
