/* What lists of processes show of this one: its arguments and its environment. */
#pragma once

enum { TITLE_MAX = 64 << 10 };

/* Strings behind each other, as the kernel puts them. */
struct title {
    const char *arguments, *environment, *end;
};

/* Finds out now where the rest of this process lies: it is part of what must be said to show another title. */
void title_keep(void);

void title_show(const struct title *title);
