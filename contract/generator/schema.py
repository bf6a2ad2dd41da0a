"""Converts JSON Schema, restricted to the part that C structs can represent, to a tree of types."""

from . import names
from .model import (
    INT64_MAX, INT64_MIN, MISSING, UINT32_MAX,
    Any, Array, Boolean, Const, Enum, Field, Integer, Map, Null, Number, Object, Ref, String, Union,
)

ANNOTATIONS = {"description", "title", "examples", "deprecated", "default"}
_BOUNDS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
_KEYWORDS = {
    "boolean": set(),
    "null": set(),
    "integer": _BOUNDS,
    "number": _BOUNDS,
    "string": {"minLength", "maxLength", "format", "x-nul", "enum", "const"},
    "array": {"items", "minItems", "maxItems"},
    "object": {"properties", "required", "additionalProperties", "minProperties", "maxProperties"},
}
FORMATS = ("date-time", "uri")
FIELDS_MAX = 64  # the decoder marks the fields that it has seen in a 64-bit word


class SchemaReader:
    """Reads the schemas of one namespace."""

    def __init__(self, namespace, problems):
        self.namespace = namespace
        self.problems = problems

    def read(self, raw, where, name):
        """The type that a schema describes. Problems are recorded, and a placeholder type is returned."""
        if raw is True:
            return Any(where, name)
        if raw is False:
            self.problems.add(where, "no value matches this schema")
            return Any(where, name)
        node = self._read_object(raw, where, name)
        node.raw = raw
        node.note = raw.get("description", node.note)
        return node

    def _read_object(self, raw, where, name):
        keys = set(raw) - ANNOTATIONS
        if not keys:
            return Any(where, name)
        if "$ref" in raw:
            self._only(raw, where, {"$ref"}, "a $ref")
            return self._reference(raw["$ref"], where, name)
        for keyword in ("oneOf", "anyOf"):
            if keyword in raw:
                self._only(raw, where, {keyword}, keyword)
                return self._choice(raw[keyword], keyword, where, name)
        kind, nullable = self._kind(raw, where)
        if kind is None:
            return Any(where, name)
        self._only(raw, where, _KEYWORDS[kind] | {"type"}, f"a schema of type {kind}")
        node = getattr(self, f"_{kind}")(raw, where, name)
        node.nullable = nullable
        return node

    def _only(self, raw, where, allowed, what):
        for key in raw:
            if key not in allowed and key not in ANNOTATIONS:
                self.problems.add(where / key, f"cannot be used in {what}")

    def _kind(self, raw, where):
        kind = raw.get("type")
        if isinstance(kind, str):
            return kind, False
        if isinstance(kind, list):
            others = [k for k in kind if k != "null"]
            if len(kind) == 2 and len(others) == 1:
                return others[0], True
            self.problems.add(where / "type", 'a list must have one type and "null"')
            return None, False
        if "enum" in raw or "const" in raw:
            return "string", False
        self.problems.add(where, "needs a type")
        return None, False

    def _reference(self, text, where, name):
        namespace, _, rest = text.partition("#/types/")
        return Ref(where, name, namespace=namespace or self.namespace, type=rest)

    def _choice(self, choices, keyword, where, name):
        """A tagged union, or a nullable type."""
        indexes = [i for i, choice in enumerate(choices) if not _is_null(choice)]
        nullable = len(indexes) < len(choices)
        if len(indexes) == 1 and nullable:
            node = self.read(choices[indexes[0]], where / keyword / indexes[0], name)
            node.nullable = True
            return node
        if keyword == "anyOf" or len(indexes) < 2:
            self.problems.add(where / keyword, f"{keyword} must be a type or null" + (
                "" if keyword == "anyOf" else ", or two or more objects with a tag"))
            return Any(where, name)
        read = []
        for i in indexes:
            word = _guess_word(choices[i]) or str(i)
            read.append(self.read(choices[i], where / keyword / i, f"{name}_{names.snake(word)}"))
        return Union(where, name, nullable=nullable, choices=read)

    def _boolean(self, raw, where, name):
        return Boolean(where, name)

    def _null(self, raw, where, name):
        return Null(where, name)

    def _integer(self, raw, where, name):
        for key in _BOUNDS & set(raw):
            if not isinstance(raw[key], int):
                self.problems.add(where / key, "must be an integer, like the type")
                return Integer(where, name)
        low = max(raw.get("minimum", INT64_MIN), raw.get("exclusiveMinimum", INT64_MIN - 1) + 1)
        high = min(raw.get("maximum", INT64_MAX), raw.get("exclusiveMaximum", INT64_MAX + 1) - 1)
        for key in sorted(_BOUNDS & set(raw)):
            if not INT64_MIN <= raw[key] <= INT64_MAX:
                self.problems.add(where / key, "does not fit into 64 bits")
        self._order(low, high, where, "minimum", "maximum")
        return Integer(where, name, min=low, max=high)

    def _number(self, raw, where, name):
        node = Number(where, name)
        for side, plain, exclusive in (("min", "minimum", "exclusiveMinimum"), ("max", "maximum", "exclusiveMaximum")):
            if plain in raw and exclusive in raw:
                self.problems.add(where / exclusive, f"cannot be used with {plain}")
            bound = raw.get(exclusive, raw.get(plain))
            setattr(node, side, None if bound is None else float(bound))
            setattr(node, side + "_exclusive", exclusive in raw)
        if node.min is not None and node.max is not None:
            self._order(node.min, node.max, where, "minimum", "maximum")
            if node.min == node.max and (node.min_exclusive or node.max_exclusive):
                self.problems.add(where, "no number lies between the minimum and the maximum")
        return node

    def _string(self, raw, where, name):
        if "const" in raw:
            self._only(raw, where, {"type", "const"}, "const")
            if not isinstance(raw["const"], str):
                self.problems.add(where / "const", "must be a string")
            return Const(where, name, word=str(raw["const"]))
        if "enum" in raw:
            self._only(raw, where, {"type", "enum"}, "enum")
            return self._enum(raw["enum"], where, name)
        if raw.get("format", FORMATS[0]) not in FORMATS:
            self.problems.add(where / "format", f"must be one of {', '.join(FORMATS)}")
        low, high = self._range(raw, where, "minLength", "maxLength")
        return String(where, name, min=low, max=high, format=raw.get("format"), nul=raw.get("x-nul", False))

    def _enum(self, enum, where, name):
        seen = {}
        for word in enum:
            constant = names.constant(name, word)
            if not names.snake(word):
                self.problems.add(where / "enum", f'"{word}" cannot be converted to a C constant')
            elif constant in seen:
                self.problems.add(where / "enum", f'"{seen[constant]}" and "{word}" are both {constant} in C')
            seen[constant] = word
        return Enum(where, name, words=enum)

    def _array(self, raw, where, name):
        if "items" not in raw:
            self.problems.add(where, "an array needs items")
        items = self._inner(raw.get("items", True), where / "items", name + "_item", "an item")
        low, high = self._range(raw, where, "minItems", "maxItems")
        return Array(where, name, items=items, min=low, max=high)

    def _object(self, raw, where, name):
        others = raw.get("additionalProperties", True)
        if isinstance(others, dict):
            return self._map(raw, others, where, name)
        for key in ("minProperties", "maxProperties"):
            if key in raw:
                self.problems.add(where / key, "is only for maps (an object whose additionalProperties is a schema)")
        required = raw.get("required", [])
        properties = raw.get("properties", {})
        for word in required:
            if word not in properties:
                self.problems.add(where / "required", f'there is no property "{word}"')
        fields = [self._field(key, schema, key in required, where / "properties" / key, name)
                  for key, schema in properties.items()]
        self._member_names(fields, where)
        if len(fields) > FIELDS_MAX:
            self.problems.add(where / "properties", f"{len(fields)} properties; the limit is {FIELDS_MAX}")
        return Object(where, name, fields=fields, closed=others is False)

    def _field(self, key, schema, required, where, name):
        member = names.member(key)
        if not member:
            self.problems.add(where, "cannot be converted to a C name")
        node = self.read(schema, where, f"{name}_{names.snake(key)}")
        annotations = schema if isinstance(schema, dict) else {}
        default = annotations.get("default", MISSING)
        if default is not MISSING:
            if required:
                self.problems.add(where / "default", "a required field cannot have a default")
            if isinstance(node, (Const, Null)):
                self.problems.add(where / "default", "a constant cannot have a default")
        return Field(key, member, node, required, default, node.note, annotations.get("deprecated", False))

    def _member_names(self, fields, where):
        """Reports members of a struct with the same name, including presence members."""
        owner = {}
        for field in fields:
            for member in [field.name] + ([field.name + "_is"] if field.has_presence else []):
                if owner.setdefault(member, field) is not field:
                    self.problems.add(where / "properties" / field.json,
                                      f'is {member} in C, as "{owner[member].json}" is')
                    break

    def _map(self, raw, values, where, name):
        for key in ("properties", "required"):
            if key in raw:
                self.problems.add(where / "additionalProperties", f"a schema cannot be used with {key}")
        inner = self._inner(values, where / "additionalProperties", name + "_value", "a map's value")
        low, high = self._range(raw, where, "minProperties", "maxProperties")
        return Map(where, name, values=inner, min=low, max=high)

    def _inner(self, raw, where, name, what):
        node = self.read(raw, where, name)
        if node.nullable:
            self.problems.add(where, f"{what} cannot be nullable, only a property can")
        if isinstance(node, (Const, Null)):
            self.problems.add(where, f"{what} cannot be a constant")
        return node

    def _range(self, raw, where, low_key, high_key):
        low, high = raw.get(low_key, 0), raw.get(high_key, UINT32_MAX)
        for key, value in ((low_key, low), (high_key, high)):
            if value > UINT32_MAX:
                self.problems.add(where / key, "does not fit into 32 bits")
        self._order(low, high, where, low_key, high_key)
        return low, high

    def _order(self, low, high, where, low_key, high_key):
        if low > high:
            self.problems.add(where, f"{low_key} {low} is greater than {high_key} {high}")


def _is_null(schema):
    return isinstance(schema, dict) and schema.get("type") == "null"


def _guess_word(schema):
    """The constant of an inline variant; its C name is derived from it."""
    if isinstance(schema, dict):
        for inner in schema.get("properties", {}).values():
            if isinstance(inner, dict) and isinstance(inner.get("const"), str):
                return inner["const"]
    return None
