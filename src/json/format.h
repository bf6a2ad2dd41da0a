/* Checks the string formats of the contract. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

bool format_is_date_time(struct slice text); /* RFC 3339, with a zone */
bool format_is_uri(struct slice text);       /* RFC 3986, absolute */
