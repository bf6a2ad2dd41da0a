"""A program for test_capture_text.py whose only field always has the focus, as it says on the accessibility bus: programs based on
Chromium say so too while a screen locker has grabbed the keyboard. It has no window. For each line on standard input it says that the
field got the focus."""

import sys

from gi.repository import Gio, GLib

ROLE_ENTRY, STATE_EDITABLE, STATE_FOCUSED = 79, 7, 12
INTERFACE = """<node><interface name="org.a11y.atspi.Accessible">
<method name="GetRole"><arg type="u" direction="out"/></method>
<method name="GetState"><arg type="au" direction="out"/></method>
</interface></node>"""


def main():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None).unpack()[0]
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    loop = GLib.MainLoop()

    def answer(_bus, _sender, _path, _interface, method, _params, invocation):
        states = [1 << STATE_EDITABLE | 1 << STATE_FOCUSED, 0]
        invocation.return_value(GLib.Variant("(u)", (ROLE_ENTRY,)) if method == "GetRole" else GLib.Variant("(au)", (states,)))

    def on_line(source, _):
        if not source.readline():
            loop.quit()
            return False
        bus.emit_signal(None, "/field", "org.a11y.atspi.Event.Object", "StateChanged",
                        GLib.Variant("(siiva{sv})", ("focused", 1, 0, GLib.Variant("i", 0), {})))
        print("done", flush=True)
        return True

    bus.register_object("/field", Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], answer, None, None)
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_line)
    print("ready", flush=True)
    loop.run()


main()
