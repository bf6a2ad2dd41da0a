/* Shows permission requests and rules. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "contract/permission.h"

extern const struct table_column permission_columns[];
extern const size_t permission_column_count;
void permission_row(struct table *table, const void *request,
                    const struct table_style *style); /* `request` is a struct permission_request */

enum permission_showing {
    PERMISSION_ALL_KNOWN,  /* task, session, directory, and the full command or the change of the file */
    PERMISSION_IN_PLACE,   /* the same without task, session and directory, which are known */
    PERMISSION_AS_IT_CAME, /* the original input instead of its meaning */
};

void permission_show(const struct cli *cli, const struct permission_request *request, enum permission_showing showing);

/* Appends the rule on one line: "Bash(git status *) in /home/ada/project". */
void permission_rule_text(struct buf *out, const struct permission_new_rule *rule);

extern const struct table_column rule_columns[];
extern const size_t rule_column_count;
void rule_row(struct table *table, const void *rule,
              const struct table_style *style); /* `rule` is a struct permission_rule */

/* Prints the past calls that a rule would have matched. */
void permission_preview_print(const struct cli *cli, const struct permission_rules_preview_result *preview,
                              bool several);

/* Returns the rules that a lasting answer would create; 0: there are none, and only allow_once is possible. */
size_t permission_suggestions(const struct permission_request *request, const struct permission_new_rule **ret_rules);
