/* What keys write, with the keymap of the X server. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xcb/xcb.h>

enum { KEYMAP_TEXT_SIZE = 16 };

struct keymap;

enum keymap_key {
    KEYMAP_NOTHING,   /* writes nothing: a modifier, an arrow, a shortcut */
    KEYMAP_TEXT,      /* writes text */
    KEYMAP_BACKSPACE, /* removes a character */
    KEYMAP_MOVES,     /* may give the focus to another field: Tab, Return, Escape, a shortcut */
};

/* Waits for the server: not on the loop. NULL: there is no keymap. Also asks for events: *ret_event is the number of
 * the extension's, 0 if it is missing. */
struct keymap *keymap_new(xcb_connection_t *connection, uint8_t *ret_event, uint8_t *ret_device);
struct keymap *keymap_free(struct keymap *keymap);

/* Takes an event of the extension. True: the keymap is another one now. */
bool keymap_event(struct keymap *keymap, const xcb_generic_event_t *event);

/* `text` gets the UTF-8 that the key writes now, terminated by NUL. */
enum keymap_key keymap_press(struct keymap *keymap, uint32_t code, char text[static KEYMAP_TEXT_SIZE]);
