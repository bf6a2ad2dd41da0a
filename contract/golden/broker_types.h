/* Generated from contract/broker.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* The format in which the provider reports usage. */
enum broker_provider_format {
    BROKER_PROVIDER_FORMAT_ANTHROPIC = 0,
    BROKER_PROVIDER_FORMAT_OPENAI = 1,
};

/* The address of a provider and the form of its requests. */
struct broker_provider {
    struct slice service;
    /* The base URL, without a final /; the path that the executor requests is appended. */
    struct slice url;
    /* The header that carries the key. */
    struct slice header;
    /* The text before the key in that header. */
    struct slice prefix;
    enum broker_provider_format format;
};

extern const struct shape broker_provider_shape;
