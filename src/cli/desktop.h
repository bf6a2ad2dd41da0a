/* A notification on the user's desktop (org.freedesktop.Notifications), over the session bus of D-Bus. */
#pragma once

/* A process of its own brings it there, in five seconds or not at all: nothing here waits for a bus. Without one,
 * nothing happens. `title` is UTF-8 text; `text` is a constant, since some desktops read markup there. */
void desktop_notify(const char *title, const char *text);
