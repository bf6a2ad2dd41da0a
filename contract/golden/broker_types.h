/* Generated from contract/broker.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* How usage is told. */
enum broker_provider_format {
    BROKER_PROVIDER_FORMAT_ANTHROPIC = 0,
    BROKER_PROVIDER_FORMAT_OPENAI = 1,
};

/* How a service is spoken to. */
struct broker_provider {
    struct slice service;
    /* Without a / at its end; what the executor asks for is put behind it. */
    struct slice url;
    /* Which carries the key. */
    struct slice header;
    /* Before the key in that header. */
    struct slice prefix;
    enum broker_provider_format format;
};

extern const struct shape broker_provider_shape;
