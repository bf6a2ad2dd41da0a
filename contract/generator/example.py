"""Small example values of a type, for docs/protocol.md."""

from .model import (
    MISSING, Any, Array, Boolean, Const, Enum, Integer, Map, Null, Number, Object, Ref, String, Union, resolved,
)
from .names import words

_INTEGERS = {"timestamp": 1769860800000, "at": 1769860800000, "pid": 4242, "seconds": 60, "ms": 1000, "bytes": 1048576}
_STRINGS = {
    "version": "1.0", "name": "weir", "prompt": "Fix the failing test.", "path": "src/main.c", "text": "Hello.",
    "message": "All is well.", "id": "01jjxq5f2k", "socket": "/run/user/1000/weir/weird.sock",
    "config": "/home/ada/.config/weir/config.jsonc", "state": "/home/ada/.local/state/weir",
    "directory": "/home/ada/project",
}


def example(node, also=(), depth=0):
    """A value with the required fields and those in `also`."""
    if isinstance(node.raw, dict) and node.raw.get("examples"):
        return node.raw["examples"][0]
    if isinstance(node, Ref):
        return example(resolved(node), also, depth)
    if isinstance(node, Object):
        return {f.json: _field(f, depth) for f in node.fields if f.required or f.json in also}
    if isinstance(node, Union):
        return example(node.variants[0].node, (), depth)
    if isinstance(node, Array):
        # Limits the depth of recursive types.
        count = max(node.min, 1 if depth < 3 and not isinstance(resolved(node.items), (Object, Union)) else 0)
        return [example(node.items, (), depth + 1) for _ in range(count)] if depth < 8 else []
    if isinstance(node, Map):
        count = max(node.min, 1 if depth < 3 else 0)
        return {f"key{i or ''}": example(node.values, (), depth + 1) for i in range(count)} if depth < 8 else {}
    return _scalar(node)


def _field(field, depth):
    if field.default is not MISSING:
        return field.default
    given = isinstance(field.node.raw, dict) and "examples" in field.node.raw
    return example(field.node, (), depth + 1) if given else _likely(field, depth)


def _likely(field, depth):
    """A typical value for a field of this name, if it is valid for the type."""
    node, last = field.node, words(field.json)[-1]
    if isinstance(node, Integer) and last in _INTEGERS and node.min <= _INTEGERS[last] <= node.max:
        return _INTEGERS[last]
    if isinstance(node, String) and node.format is None and last in _STRINGS:
        if node.min <= len(_STRINGS[last]) <= node.max:
            return _STRINGS[last]
    if isinstance(node, Any):
        return 1 if last == "id" else {}
    return example(node, (), depth + 1)


def _scalar(node):
    if isinstance(node, Boolean):
        return True
    if isinstance(node, Integer):
        return min(max(1, node.min), node.max)
    if isinstance(node, Number):
        return _number(node)
    if isinstance(node, String):
        return _string(node)
    if isinstance(node, Enum):
        return node.words[0]
    if isinstance(node, Const):
        return node.word
    return {Any: {}, Null: None}[type(node)]


def _number(node):
    low = node.min if node.min is not None else (node.max - 1 if node.max is not None else 0.5)
    high = node.max if node.max is not None else low + 1
    return (low + high) / 2 if low < high else low


def _string(node):
    if node.format == "date-time":
        return "2026-01-31T12:00:00Z"
    if node.format == "uri":
        return "https://example.org/"
    text = "text" * (node.min // 4 + 1)
    return text[:max(node.min, min(4, node.max))]
