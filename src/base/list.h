/* A doubly linked list whose links are members of the structures in it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct list {
    struct list *next, *previous;
};

#define list_member(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

static inline void list_init(struct list *list)
{
    list->next = list->previous = list;
}

static inline bool list_is_empty(const struct list *list)
{
    return list->next == list;
}

static inline void list_append(struct list *list, struct list *link)
{
    link->previous = list->previous;
    link->next = list;
    list->previous->next = link;
    list->previous = link;
}

/* Leaves the link as an empty list, so that it can be removed again. */
static inline void list_remove(struct list *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
    list_init(link);
}
