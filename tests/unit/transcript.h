/* Turns the stream of a model into lines of text that tests compare. */
#pragma once

#include "agent/model.h"

struct transcript {
    struct buf text;
    struct model_end end;
    int state; /* of the last feed */
};

extern const struct model_handlers transcript_handlers;

/* Reads the stream in pieces of `step` bytes. */
void transcript_read(struct transcript *transcript, enum executor_provider_format format, struct slice stream,
                     size_t step);
void transcript_clear(struct transcript *transcript);
