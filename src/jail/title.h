/* The command line and environment that process lists show for this process. */
#pragma once

enum { TITLE_MAX = 64 << 10 };

/* NUL-terminated strings one after another, as the kernel stores them. */
struct title {
    const char *arguments, *environment, *end;
};

/* Caches the memory layout of this process, which PR_SET_MM_MAP needs to change the title. */
void title_keep(void);

void title_show(const struct title *title);
