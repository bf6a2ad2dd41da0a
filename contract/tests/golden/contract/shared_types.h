/* Generated from contract/shared.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

struct shared_span {
    int64_t from;
    int64_t to;
    enum field_is to_is;
};

extern const struct shape shared_span_shape;
