"""Parts of C source: literals, comments, line breaks."""

import re
import textwrap

WIDTH = 120

# The positions at which an initializer can be broken; string literals are skipped.
_BREAK = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*")|(?P<before>,) (?=\.)')


def string(text):
    """A C string literal."""
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif char == "?" and out and out[-1].endswith("?"):
            out.append("\\?")  # no trigraphs
        elif ord(char) < 32 or ord(char) == 127:
            out.append(f"\\{ord(char):03o}")
        else:
            out.append(char)
    return '"' + "".join(out) + '"'


def slice_init(text):
    return f"SLICE_INIT({string(text)})"


def literal_pieces(text, width=WIDTH):
    """A long text as several literals, one a line."""
    pieces, piece = [], ""
    for char in text:
        piece += char
        if len(piece) >= width - 12:
            pieces.append(piece)
            piece = ""
    return [string(p) for p in pieces + ([piece] if piece or not pieces else [])]


def comment(text, indent=""):
    """A wrapped comment; no lines for an empty text."""
    if not text:
        return []
    text = text.replace("*/", "* /").replace("/*", "/ *")
    lines = []
    for paragraph in text.splitlines():
        lines += textwrap.wrap(paragraph, WIDTH - 6 - len(indent)) or [""]
    if len(lines) == 1:
        return [f"{indent}/* {lines[0]} */"]
    body = [f"{indent}/* {lines[0]}"] + [f"{indent} * {line}".rstrip() for line in lines[1:]]
    body[-1] += " */"
    return body


def integer(value):
    if value == -(2**63):
        return "INT64_MIN"
    if value == 2**63 - 1:
        return "INT64_MAX"
    return f"INT64_C({value})"


def number(value):
    text = repr(float(value))
    return text if any(c in text for c in ".en") else text + ".0"


def uint32(value):
    return "UINT32_MAX" if value == 2**32 - 1 else str(value)


def fold(line):
    """A long initializer on several lines, broken before designators."""
    if len(line) <= WIDTH:
        return [line]
    indent = line[:len(line) - len(line.lstrip())] + "    "
    lines, current = [], ""
    for part in _BREAK.sub(lambda m: m.group("text") or m.group("before") + "\0", line).split("\0"):
        if current and len(current) + len(part) + 1 > WIDTH:
            lines.append(current)
            current = indent + part
        else:
            current += ("" if not current or current.endswith("{") else " ") + part
    return lines + [current]
