"""The processes of weir-broker."""

from pathlib import Path

from leftovers import parent_and_words


def is_of(place, pid):
    """Whether the place is in its environment; where only root may see that, in the command line of a jail above it."""
    root = str(place.root).encode()
    try:
        return root in Path(f"/proc/{pid}/environ").read_bytes()
    except PermissionError:
        while pid:
            pid, words = parent_and_words(pid)
            if any(word.startswith(root + b"/") for word in words[1:]):
                return True
        return False


def brokers(house):
    """Processes that are a weir-broker of this daemon's."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else [b""]
            if words[0].endswith(b"/weir-broker") and is_of(house.place, int(entry.name)):
                found.append(int(entry.name))
        except OSError:
            pass
    return found
