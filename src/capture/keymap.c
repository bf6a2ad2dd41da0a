#include "capture/keymap.h"

#include <stdlib.h>
#include <string.h>

/* A field of this header is named like a keyword of C++, which is no problem in C. */
#include <xcb/xkb.h>
#include <xkbcommon/xkbcommon-x11.h>
#include <xkbcommon/xkbcommon.h>

struct keymap {
    struct xkb_context *context;
    struct xkb_keymap *map;
    struct xkb_state *state;
    uint8_t device;
};

static void select_events(xcb_connection_t *connection, uint8_t device)
{
    const uint16_t events =
        XCB_XKB_EVENT_TYPE_NEW_KEYBOARD_NOTIFY | XCB_XKB_EVENT_TYPE_MAP_NOTIFY | XCB_XKB_EVENT_TYPE_STATE_NOTIFY;
    const uint16_t parts = XCB_XKB_MAP_PART_KEY_TYPES | XCB_XKB_MAP_PART_KEY_SYMS | XCB_XKB_MAP_PART_MODIFIER_MAP |
                           XCB_XKB_MAP_PART_EXPLICIT_COMPONENTS | XCB_XKB_MAP_PART_KEY_ACTIONS |
                           XCB_XKB_MAP_PART_VIRTUAL_MODS | XCB_XKB_MAP_PART_VIRTUAL_MOD_MAP;
    const uint16_t state = XCB_XKB_STATE_PART_MODIFIER_BASE | XCB_XKB_STATE_PART_MODIFIER_LATCH |
                           XCB_XKB_STATE_PART_MODIFIER_LOCK | XCB_XKB_STATE_PART_GROUP_BASE |
                           XCB_XKB_STATE_PART_GROUP_LATCH | XCB_XKB_STATE_PART_GROUP_LOCK;
    const xcb_xkb_select_events_details_t details = {
        .affectNewKeyboard = XCB_XKB_NKN_DETAIL_KEYCODES,
        .newKeyboardDetails = XCB_XKB_NKN_DETAIL_KEYCODES,
        .affectState = state,
        .stateDetails = state,
    };
    xcb_xkb_select_events_aux(connection, device, events, 0, 0, parts, parts, &details);
}

struct keymap *keymap_new(xcb_connection_t *connection, uint8_t *ret_event, uint8_t *ret_device)
{
    uint8_t event = 0;
    struct keymap *keymap = calloc(1, sizeof *keymap);
    int device = -1;
    if (keymap && xkb_x11_setup_xkb_extension(connection, XKB_X11_MIN_MAJOR_XKB_VERSION, XKB_X11_MIN_MINOR_XKB_VERSION,
                                              XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS, NULL, NULL, &event, NULL))
        device = xkb_x11_get_core_keyboard_device_id(connection);
    if (device >= 0)
        keymap->context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES | XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
    if (keymap && keymap->context) {
        select_events(connection, (uint8_t)device); /* before the keymap is read, so that no change is missed */
        keymap->map = xkb_x11_keymap_new_from_device(keymap->context, connection, device, XKB_KEYMAP_COMPILE_NO_FLAGS);
    }
    if (keymap && keymap->map)
        keymap->state = xkb_x11_state_new_from_device(keymap->map, connection, device);
    if (!keymap || !keymap->state)
        return keymap_free(keymap);
    keymap->device = (uint8_t)device;
    *ret_event = event;
    *ret_device = (uint8_t)device;
    return keymap;
}

struct keymap *keymap_free(struct keymap *keymap)
{
    if (!keymap)
        return NULL;
    xkb_state_unref(keymap->state);
    xkb_keymap_unref(keymap->map);
    xkb_context_unref(keymap->context);
    free(keymap);
    return NULL;
}

bool keymap_event(struct keymap *keymap, const xcb_generic_event_t *event)
{
    const xcb_xkb_state_notify_event_t *state = (const xcb_xkb_state_notify_event_t *)event;
    if (state->deviceID != keymap->device)
        return false;
    if (state->xkbType == XCB_XKB_STATE_NOTIFY) {
        (void)xkb_state_update_mask(keymap->state, state->baseMods, state->latchedMods, state->lockedMods,
                                    (xkb_layout_index_t)state->baseGroup, (xkb_layout_index_t)state->latchedGroup,
                                    state->lockedGroup);
        return false;
    }
    return state->xkbType == XCB_XKB_MAP_NOTIFY || state->xkbType == XCB_XKB_NEW_KEYBOARD_NOTIFY;
}

static bool is_active(const struct keymap *keymap, const char *modifier)
{
    return xkb_state_mod_name_is_active(keymap->state, modifier, XKB_STATE_MODS_EFFECTIVE) > 0;
}

enum keymap_key keymap_press(struct keymap *keymap, uint32_t code, char text[static KEYMAP_TEXT_SIZE])
{
    xkb_keysym_t symbol = xkb_state_key_get_one_sym(keymap->state, code);
    text[0] = '\0';
    switch (symbol) {
    case XKB_KEY_Tab:
    case XKB_KEY_ISO_Left_Tab:
    case XKB_KEY_KP_Tab:
    case XKB_KEY_Return:
    case XKB_KEY_KP_Enter:
    case XKB_KEY_Escape:
        return KEYMAP_MOVES;
    case XKB_KEY_BackSpace:
        return KEYMAP_BACKSPACE;
    default:
        break;
    }
    if (is_active(keymap, XKB_MOD_NAME_CTRL) || is_active(keymap, XKB_MOD_NAME_ALT) ||
        is_active(keymap, XKB_MOD_NAME_LOGO))
        return KEYMAP_MOVES;
    int size = xkb_state_key_get_utf8(keymap->state, code, text, KEYMAP_TEXT_SIZE);
    if (size <= 0 || size >= KEYMAP_TEXT_SIZE || (unsigned char)text[0] < 0x20 || text[0] == 0x7f)
        return KEYMAP_NOTHING;
    return KEYMAP_TEXT;
}
