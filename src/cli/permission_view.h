/* A permission request for the person who is to answer it; rules for the person who looks them over. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "contract/permission.h"

extern const struct table_column permission_columns[];
extern const size_t permission_column_count;
void permission_row(struct table *table, const void *request,
                    const struct table_style *style); /* struct permission_request */

enum permission_showing {
    PERMISSION_ALL_KNOWN,  /* who asks and where, the command in full, or what would change in the file */
    PERMISSION_IN_PLACE,   /* the same, for a person who knows whom and where */
    PERMISSION_AS_IT_CAME, /* the input in place of what it means */
};

/* What there is to know before an answer. */
void permission_show(const struct cli *cli, const struct permission_request *request, enum permission_showing showing);

/* "Bash(git status *) in /home/ada/project", on one line. */
void permission_rule_text(struct buf *out, const struct permission_new_rule *rule);

extern const struct table_column rule_columns[];
extern const size_t rule_column_count;
void rule_row(struct table *table, const void *rule, const struct table_style *style); /* struct permission_rule */

/* What a rule would have done to the calls of the past. */
void permission_preview_print(const struct cli *cli, const struct permission_rules_preview_result *preview,
                              bool several);

/* The rules that an answer for more than once would make; 0: none, and it can be allowed once only. */
size_t permission_suggestions(const struct permission_request *request, const struct permission_new_rule **ret_rules);
