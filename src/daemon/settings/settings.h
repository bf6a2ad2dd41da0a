/* Settings of the person that front ends and apps share: theme, profile, streams of capture. They are rows of the
 * store, other than the configuration file, which only people write. */
#pragma once

#include "base/arena.h"
#include "base/slice.h"
#include "contract/app_types.h"

struct call;
struct store_tx;

struct settings_keeper {
    char *user_name; /* from the password database: the name of the profile until it is set */
};

/* See daemon/concern.c. */
struct settings_keeper *settings_keeper_of(const struct call *call);

/* Reads the password database, which may block. NULL for a name: out of memory, or there is none. */
void settings_init(struct settings_keeper *keeper);
void settings_clear(struct settings_keeper *keeper);

/* In a change: writes the streams of capture, and adds the event. The settings are those of settings_read() otherwise.
 */
int settings_write_streams(struct store_tx *tx, const struct app_settings *settings);

/* In a change or a query. Texts lie in the arena; user_name must live as long. */
int settings_read(struct store_tx *tx, struct slice user_name, struct arena *arena, struct app_settings *ret_settings);
