"""A program with three fields, for test_capture_text.py: text, password, text. A line on standard input moves the focus."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def main():
    window = Gtk.Window(title="Login")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    entries = [Gtk.Entry() for _ in range(3)]
    entries[1].set_visibility(False)
    entries[1].set_input_purpose(Gtk.InputPurpose.PASSWORD)
    for entry in entries:
        box.add(entry)
    window.add(box)
    window.set_wmclass("fields", "Fields")
    window.show_all()
    window.connect("map-event", lambda *_: print("ready", flush=True))

    def on_line(source, _):
        line = source.readline()
        if not line:
            Gtk.main_quit()
            return False
        word, _, value = line.strip().partition(" ")
        if word == "focus":
            entries[int(value)].grab_focus()
        elif word == "hide":
            entries[int(value)].set_visibility(False)
        print("done", flush=True)
        return True

    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_line)
    Gtk.main()


main()
