/* Desktop notifications. */
#pragma once

/* Sends one, and waits for the desktop's answer, which may take long: in a process of its own. Both are UTF-8; some
 * desktops read the text as markup. -ENOENT: there is no session bus, or nobody shows notifications. */
int notify_desktop(const char *title, const char *text);

/* The main function of such a process: reads title and text from fd, each with a NUL, and ends within five seconds. */
#define NOTIFY_MAIN_OPTION "--notify-desktop" /* with which weird calls it for its standard input */
enum { NOTIFY_SHOWN = 0, NOTIFY_FAILED = 1, NOTIFY_NO_DESKTOP = 4 };
int notify_desktop_main(int fd);
