/* Declarations that are private to src/daemon/watch. */
#pragma once

#include "daemon/resolve/resolve.h"
#include "daemon/watch/watch.h"

/* The paths of a rule as they are in the file system: links are resolved. */
struct watch_places {
    struct resolve_job job;
    void *user;
    void (*found)(struct watch_places *places, int status); /* may take patterns and roots; it is freed afterwards */
    size_t count;
    char **patterns; /* with the part before the first wildcard resolved */
    char **roots;    /* what has to be visible: WATCH_ROOTS_EACH for each path, or NULL */
    char **wanted;
};

/* The directory above, so that the path is seen when it returns; ".git" of the repository around it, for its lock; and
 * the directory that such a file names. */
enum { WATCH_ROOTS_EACH = 3 };

/* `found` is called later, unless they are forgotten before. */
int watch_places_find(struct resolver *resolver, const char *const *paths, size_t count,
                      void (*found)(struct watch_places *places, int status), void *user,
                      struct watch_places **ret_places);
/* Returns NULL. */
struct watch_places *watch_places_forget(struct watch_places *places);
void watch_texts_free(char **texts, size_t count);

struct watch_wish {
    struct list link; /* in hub->rules */
    struct watch_hub *hub;
    char *id;
    char **paths;
    size_t count;
    int64_t settle_ms;
    struct watch_places *places; /* while they are looked up */
    char **patterns, **roots;    /* as in watch_places; NULL: not known yet */
    size_t root_count;
    bool is_watched; /* weir-watch has said so */
    bool is_quiet;
    int64_t quiet_until_ms; /* changes until then do not count: the rule is new, or they are its own */
    int64_t changed_ms;     /* of the last report */
    int64_t since_ms;       /* nobody has watched since; -1: from now on */
    char problem[WATCH_PROBLEM_SIZE];
};
