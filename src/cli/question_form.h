/* The form of an MCP server's question: reads typed lines as the values of its fields. Does no input or output. */
#pragma once

#include "base/buf.h"
#include "contract/question.h"

enum { QUESTION_LINE_MAX = 64 << 10 };

struct question_form;

/* Borrows the question. Returns -EINVAL if the schema is not that of a form, -ENOMEM. */
int question_form_new(const struct question_record *question, struct question_form **ret_form);
struct question_form *question_form_free(struct question_form *form);

/* Returns whether every field was passed. */
bool question_form_is_done(const struct question_form *form);

/* Appends what to show before the next line is read: the description of the field and its choices, then its name, its
 * type and its default. */
void question_form_prompt(const struct question_form *form, struct buf *out);

/* Takes the line for the current field and moves to the next one. An empty line keeps the value typed before, or stands
 * for the default, or leaves out an optional field. Returns -EINVAL with *ret_problem, which names what is expected. */
enum { QUESTION_PROBLEM_SIZE = 256 };
int question_form_take(struct question_form *form, struct slice line, char ret_problem[static QUESTION_PROBLEM_SIZE]);

/* Begins again at the field that the message names, else at the first one; typed values become defaults. */
void question_form_return(struct question_form *form, const char *message);

/* The values of all fields that were typed. Valid until the form changes. */
struct question_answer_params_content question_form_content(struct question_form *form);
