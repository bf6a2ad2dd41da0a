"""A small JSON Schema validator: the keywords that the contract and its meta-schema use."""

import re

_TYPES = {
    "null": lambda v: v is None,
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool) or isinstance(v, float) and v.is_integer(),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "string": lambda v: isinstance(v, str),
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}

_DATE_TIME = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?"
    r"([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)"
)
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")
_FORMATS = {"date-time": _DATE_TIME, "uri": _URI}


def validate(value, schema, resolve, path=()):
    """Yields (path, message) for everything in which the value differs from the schema.

    resolve(reference) answers the schema that a $ref names, and the resolver that holds inside it."""
    if schema is True:
        return
    if schema is False:
        yield path, "is not allowed"
        return
    if "$ref" in schema:
        target, inner = resolve(schema["$ref"])
        yield from validate(value, target, inner, path)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_TYPES[kind](value) for kind in kinds):
        yield path, f"must be {' or '.join(kinds)}"
        return
    yield from _choices(value, schema, resolve, path)
    if isinstance(value, str):
        yield from _string(value, schema, path)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from _number(value, schema, path)
    elif isinstance(value, list):
        yield from _array(value, schema, resolve, path)
    elif isinstance(value, dict):
        yield from _object(value, schema, resolve, path)


def _same(a, b):
    """JSON's equality, in which true is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return a == b


def _choices(value, schema, resolve, path):
    if "enum" in schema and not any(_same(value, word) for word in schema["enum"]):
        yield path, f"must be one of {', '.join(map(str, schema['enum']))}"
    if "const" in schema and not _same(value, schema["const"]):
        yield path, f"must be {schema['const']}"
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            fitting = sum(1 for choice in schema[keyword] if not any(validate(value, choice, resolve, path)))
            if fitting == 0:
                yield path, f"must be {schema.get('description', 'one of the choices')}"
            elif fitting > 1 and keyword == "oneOf":
                yield path, "fits more than one of the choices"


def _string(value, schema, path):
    if len(value) < schema.get("minLength", 0):
        yield path, f"must have at least {schema['minLength']} characters"
    if len(value) > schema.get("maxLength", len(value)):
        yield path, f"must have at most {schema['maxLength']} characters"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield path, f"must match {schema['pattern']}"
    if schema.get("format") in _FORMATS and not _FORMATS[schema["format"]].fullmatch(value):
        yield path, f"must be a {schema['format']}"
    if "\0" in value and not schema.get("x-nul", False):
        yield path, "must not hold U+0000"


def _number(value, schema, path):
    if "integer" in schema.get("type", ()) and not -(2**63) <= value < 2**63:
        yield path, "must fit into 64 bits"
    if "minimum" in schema and value < schema["minimum"]:
        yield path, f"must be at least {schema['minimum']}"
    if "maximum" in schema and value > schema["maximum"]:
        yield path, f"must be at most {schema['maximum']}"
    if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
        yield path, f"must be over {schema['exclusiveMinimum']}"
    if "exclusiveMaximum" in schema and value >= schema["exclusiveMaximum"]:
        yield path, f"must be under {schema['exclusiveMaximum']}"


def _array(value, schema, resolve, path):
    if len(value) < schema.get("minItems", 0):
        yield path, f"must have at least {schema['minItems']} items"
    if len(value) > schema.get("maxItems", len(value)):
        yield path, f"must have at most {schema['maxItems']} items"
    if schema.get("uniqueItems", False):
        for index, item in enumerate(value):
            if any(_same(item, earlier) for earlier in value[:index]):
                yield path + (str(index),), "is here twice"
    if "items" in schema:
        for index, item in enumerate(value):
            yield from validate(item, schema["items"], resolve, path + (str(index),))


def _object(value, schema, resolve, path):
    for name in schema.get("required", []):
        if name not in value:
            yield path, f"lacks {name}"
    if len(value) < schema.get("minProperties", 0):
        yield path, f"must have at least {schema['minProperties']} entries"
    if len(value) > schema.get("maxProperties", len(value)):
        yield path, f"must have at most {schema['maxProperties']} entries"
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name, item in value.items():
        if "propertyNames" in schema:
            for _, message in validate(name, schema["propertyNames"], resolve):
                yield path + (name,), f"the name {message}"
        if name in properties:
            yield from validate(item, properties[name], resolve, path + (name,))
        elif others is False:
            yield path + (name,), "is not known here"
        else:
            yield from validate(item, others, resolve, path + (name,))
