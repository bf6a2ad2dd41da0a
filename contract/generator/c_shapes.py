"""The tables that describe the C types: struct shape and the tables that it points to."""

import re

from .c_text import integer, number, slice_init, uint32
from .c_types import c_type
from .c_values import Fallback
from .model import (
    INT64_MAX, INT64_MIN, UINT32_MAX,
    Any, Array, Boolean, Const, Enum, Integer, Map, Null, Number, Object, Ref, String, Union, is_stored, resolved,
)

_INFINITY = "__builtin_inf()"
_FORMATS = {None: "FORMAT_NONE", "date-time": "FORMAT_DATE_TIME", "uri": "FORMAT_URI"}


class Shapes:
    """Writes shapes, each after the static shapes that it points to. Equal scalars share one shape."""

    def __init__(self):
        self.scalars = {}
        self.lines = []

    def public(self, node):
        """Writes the shape of a declared type, of params or of a result, visible to other files."""
        self._write(node, "")

    def pointer(self, node):
        """A C expression for the shape of a type. An inline type's shape is written first."""
        if isinstance(node, Ref):
            return f"&{resolved(node).name}_shape"
        if isinstance(node, (Object, Array, Map, Union, Enum)):
            self._write(node, "static ")
            return f"&{node.name}_shape"
        return "&" + self._scalar(node)

    def _scalar(self, node):
        body = _scalar_body(node)
        if body not in self.scalars:
            self.scalars[body] = _scalar_name(node)
            self.lines += [f"static const struct shape {self.scalars[body]} = {body};", ""]
        return self.scalars[body]

    def _write(self, node, storage):
        head = f"{storage}const struct shape {node.name}_shape"
        if isinstance(node, Enum):
            self._table("struct slice", f"{node.name}_words", [slice_init(w) for w in node.words])
            body = _body("ENUM", c_type(node), f".words = {{{node.name}_words, {len(node.words)}}}")
        elif isinstance(node, Object):
            body = self._object(node)
        elif isinstance(node, Array):
            items = self.pointer(node.items)
            body = _body("ARRAY", c_type(node), f".array = {{{items}, {uint32(node.min)}, {uint32(node.max)}}}")
        elif isinstance(node, Map):
            body = self._map(node)
        elif isinstance(node, Union):
            body = self._union(node)
        else:
            body = _scalar_body(node)
        self.lines += [f"{head} = {body};", ""]

    def _table(self, kind, name, rows):
        self.lines += [f"static const {kind} {name}[] = {{"] + [f"    {row}," for row in rows] + ["};"]

    def _object(self, node):
        rows = [self._field(node, field) for field in node.fields]
        where = "NULL"
        if rows:
            where = f"{node.name}_fields"
            self._table("struct shape_field", where, rows)
        flags = ["SHAPE_CLOSED"] if node.closed else []
        return _body("OBJECT", c_type(node), f".object = {{{where}, {len(rows)}}}", flags)

    def _field(self, node, field):
        quoted = f'"{field.json}":'
        parts = [f".name = {slice_init(field.json)}", f".quoted = {slice_init(quoted)}", f".shape = {self.pointer(field.node)}"]
        struct = f"struct {node.name}"
        if field.has_fallback:
            parts.append(f".fallback = &{self._fallback(node, field)}")
        if is_stored(field.node):
            parts.append(f".offset = offsetof({struct}, {field.name})")
        presence = f"offsetof({struct}, {field.name}_is)" if field.has_presence else "FIELD_NO_PRESENCE"
        parts.append(f".presence = {presence}")
        flags = ["FIELD_REQUIRED"] * field.required + ["FIELD_NULLABLE"] * field.node.nullable
        if flags:
            parts.append(f".flags = {' | '.join(flags)}")
        return "{" + ", ".join(parts) + "}"

    def _fallback(self, node, field):
        name = f"{node.name}_{field.name}_fallback"
        fallback = Fallback(name)
        value = fallback.value(field.node, field.default)
        self.lines += fallback.arrays + [f"static const {c_type(field.node)} {name} = {value};"]
        return name

    def _map(self, node):
        pair = f"struct {node.name}_pair"
        parts = [
            f".values = {self.pointer(node.values)}", f".value_offset = offsetof({pair}, value)",
            f".pair_size = sizeof({pair})", f".min = {uint32(node.min)}", f".max = {uint32(node.max)}",
        ]
        return _body("MAP", c_type(node), f".map = {{{', '.join(parts)}}}")

    def _union(self, node):
        rows = [f"{{{slice_init(v.word)}, {self.pointer(v.node)}}}" for v in node.variants]
        self._table("struct shape_variant", f"{node.name}_variants", rows)
        parts = [
            f".tag = {slice_init(node.tag)}", f".variants = {node.name}_variants",
            f".count = {len(rows)}", f".as_offset = offsetof(struct {node.name}, as)",
        ]
        return _body("UNION", c_type(node), f".tagged = {{{', '.join(parts)}}}")


def _body(kind, stored, of, flags=()):
    parts = [f".kind = SHAPE_{kind}"]
    if flags:
        parts.append(f".flags = {' | '.join(flags)}")
    if stored:
        parts.append(f".size = sizeof({stored})")
    if of:
        parts.append(f".of{of}")
    return "{" + ", ".join(parts) + "}"


def _scalar_body(node):
    stored = c_type(node)
    if isinstance(node, Boolean):
        return _body("BOOL", stored, "")
    if isinstance(node, Integer):
        return _body("INTEGER", stored, f".integer = {{{integer(node.min)}, {integer(node.max)}}}")
    if isinstance(node, Number):
        low = "-" + _INFINITY if node.min is None else number(node.min)
        high = _INFINITY if node.max is None else number(node.max)
        flags = ["SHAPE_MIN_EXCLUSIVE"] * node.min_exclusive + ["SHAPE_MAX_EXCLUSIVE"] * node.max_exclusive
        return _body("NUMBER", stored, f".number = {{{low}, {high}}}", flags)
    if isinstance(node, String):
        limits = f".string = {{{uint32(node.min)}, {uint32(node.max)}, {_FORMATS[node.format]}}}"
        return _body("STRING", stored, limits, ["SHAPE_NUL"] * node.nul)
    if isinstance(node, Const):
        return _body("CONST", None, f".fixed = {slice_init(node.word)}")
    return _body({Any: "ANY", Null: "NULL"}[type(node)], stored, "")


def _scalar_name(node):
    """A name made from the limits, so that it does not depend on the other shapes."""
    parts = [type(node).__name__.lower()]
    if isinstance(node, Const):
        # Two words can give the same C name.
        parts = [node.name]
    if isinstance(node, (Integer, Number, String)):
        lowest, highest = {Integer: (INT64_MIN, INT64_MAX), String: (0, UINT32_MAX)}.get(type(node), (None, None))
        if node.min != lowest:
            parts.append(f"{'over' if getattr(node, 'min_exclusive', False) else 'from'}_{_spell(node.min)}")
        if node.max != highest:
            parts.append(f"{'under' if getattr(node, 'max_exclusive', False) else 'to'}_{_spell(node.max)}")
    if isinstance(node, String):
        parts += [node.format.replace("-", "_")] if node.format else []
        parts += ["nul"] * node.nul
    return "_".join(parts) + "_scalar"


def _spell(value):
    text = re.sub(r"\.0$", "", repr(value)).replace("e+", "e")
    return text.replace("-", "minus_").replace(".", "_point_")
