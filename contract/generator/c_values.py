"""Defaults as C initializers."""

import json

from . import names
from .c_text import integer, number, slice_init, string
from .c_types import c_type
from .model import (
    Any, Array, Boolean, Enum, Integer, Map, Number, Object, String, Union, is_stored, resolved,
)


class Fallback:
    """The initializer of a default value, and the arrays that it points to."""

    def __init__(self, name):
        self.name = name
        self.arrays = []  # lines of C to write before the value

    def value(self, node, value):
        """A C initializer for a JSON value of the type."""
        node = resolved(node)
        if isinstance(node, Boolean):
            return "true" if value else "false"
        if isinstance(node, Integer):
            return integer(int(value))
        if isinstance(node, Number):
            return number(value)
        if isinstance(node, String):
            return slice_init(value)
        if isinstance(node, Enum):
            return names.constant(node.name, value)
        if isinstance(node, Any):
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            return f"{{.text = SLICE_INIT({string(text)})}}"
        return {Object: self._object, Array: self._array, Map: self._map, Union: self._union}[type(node)](node, value)

    def _object(self, node, value):
        parts = []
        for field in node.fields:
            given = value.get(field.json, field.default) if field.json in value or field.has_fallback else None
            if field.has_presence and field.json in value and value[field.json] is None and field.node.nullable:
                parts.append(f".{field.name}_is = FIELD_NULL")
            elif field.json in value or field.has_fallback:
                if is_stored(field.node):
                    parts.append(f".{field.name} = {self.value(field.node, given)}")
                if field.has_presence:
                    parts.append(f".{field.name}_is = FIELD_SET")
        return "{" + (", ".join(parts) or "0") + "}"

    def _array(self, node, value):
        return self._list(c_type(node.items), [self.value(node.items, item) for item in value])

    def _map(self, node, value):
        pairs = [f"{{{slice_init(key)}, {self.value(node.values, item)}}}" for key, item in value.items()]
        return self._list(f"struct {node.name}_pair", pairs)

    def _list(self, item_type, items):
        if not items:
            return "{NULL, 0}"
        name = f"{self.name}_{len(self.arrays)}"
        self.arrays.append(f"static const {item_type} {name}[] = {{{', '.join(items)}}};")
        return f"{{({item_type} *){name}, {len(items)}}}"

    def _union(self, node, value):
        variant = next(v for v in node.variants if v.word == value[node.tag])
        kind = names.constant(node.name + "_kind", variant.word)
        return f"{{.kind = {kind}, .as.{variant.name} = {self.value(variant.node, value)}}}"
