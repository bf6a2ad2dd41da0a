/* The built-in tools; each has its own source file. */
#pragma once

#include "tools/tool.h"

extern const struct tool tool_read;
extern const struct tool tool_write;
extern const struct tool tool_edit;
extern const struct tool tool_bash;
extern const struct tool tool_grep;
extern const struct tool tool_glob;
