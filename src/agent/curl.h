/* libcurl, loaded when it is first needed. */
#pragma once

#include "transfer/curl.h"

enum { CURL_PROBLEM_SIZE = 256 };

/* NULL, with a sentence that says what to do: it is not there, or too old. */
const struct curl_api *curl_load(char problem[static CURL_PROBLEM_SIZE]);
