/* Loads libcurl on first use. */
#pragma once

#include "transfer/curl.h"

enum { CURL_PROBLEM_SIZE = 256 };

/* Returns NULL with a message that says what to install, if libcurl is missing or too old. */
const struct curl_api *curl_load(char problem[static CURL_PROBLEM_SIZE]);
