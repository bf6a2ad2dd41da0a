/* Checks the string formats of the contract, and of the forms of MCP servers. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

bool format_is_date_time(struct slice text); /* RFC 3339, with a zone */
bool format_is_date(struct slice text);      /* the day of such a time */
bool format_is_uri(struct slice text);       /* RFC 3986, absolute */
/* Something, an @, and a domain: whether it exists, nobody can tell by its form. */
bool format_is_email(struct slice text);
