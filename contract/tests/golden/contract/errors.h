/* Generated from the files of contract/ by contract/generate; do not edit. */
#pragma once

#include "rpc/method.h"

/* An index into contract_errors. */
enum error_id {
    /* -32050: It did not work: "quoted", back\slash, why??! */
    ERROR_SAMPLE_FAILED,
    /* -32051: It is busy. */
    ERROR_SAMPLE_BUSY,
    /* -32052: It is gone. */
    ERROR_SHARED_GONE,
    ERROR_COUNT,
};

extern const struct error_type contract_errors[];
