/* What others are told of a change of an app. On the writer thread, in the change. */
#pragma once

#include "contract/apps.h"
#include "daemon/store/audit.h"
#include "daemon/store/rows.h"

/* `record` NULL: the app was removed. */
int apps_event_add(struct store_tx *tx, struct slice app_id, enum event_apps_changed_params_change change,
                   const struct apps_installed_app *record);

/* An entry with the version and what the app may do now. */
int apps_audit_add(struct store_tx *tx, const struct audit_note *actor, const char *what,
                   const struct apps_installed_app *record);
