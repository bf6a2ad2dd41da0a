/* Names that the X server has numbers for. */
#pragma once

#define ATOMS(each)                                                                                                    \
    each(NET_ACTIVE_WINDOW, "_NET_ACTIVE_WINDOW") each(NET_SUPPORTING_WM_CHECK, "_NET_SUPPORTING_WM_CHECK")            \
        each(NET_WM_NAME, "_NET_WM_NAME") each(NET_WM_PID, "_NET_WM_PID") each(UTF8_STRING, "UTF8_STRING")             \
            each(COMPOUND_TEXT, "COMPOUND_TEXT") each(CLIPBOARD, "CLIPBOARD") each(TARGETS, "TARGETS")                 \
                each(INCR, "INCR") each(TEXT_PLAIN_UTF8, "text/plain;charset=utf-8") each(TEXT_PLAIN, "text/plain")    \
                    each(SECRET_HINT, "x-kde-passwordManagerHint") each(IMAGE_PNG, "image/png")                        \
                        each(IMAGE_JPEG, "image/jpeg") each(IMAGE_BMP, "image/bmp") each(URI_LIST, "text/uri-list")    \
                            each(AT_SPI_BUS, "AT_SPI_BUS") each(WEIR_CLIPBOARD, "_WEIR_CLIPBOARD")

enum atom_name {
#define EACH(name, text) ATOM_##name,
    ATOMS(EACH)
#undef EACH
        ATOM_COUNT,
};
