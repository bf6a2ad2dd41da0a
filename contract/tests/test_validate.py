"""The small validator agrees with JSON Schema."""

import pytest

from generator.validate import validate

SCHEMAS = {
    "object": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"],
               "additionalProperties": False},
    "map": {"type": "object", "additionalProperties": {"type": "boolean"}, "minProperties": 1, "maxProperties": 2},
    "array": {"type": "array", "items": {"type": ["string", "null"]}, "minItems": 1, "maxItems": 2,
              "uniqueItems": True},
    "string": {"type": "string", "minLength": 1, "maxLength": 2},
    "enum": {"enum": ["a", 1, None]},
    "const": {"const": "a"},
    "number": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    "integer": {"type": "integer", "minimum": 0, "exclusiveMaximum": 2},
    "time": {"type": "string", "format": "date-time"},
    "uri": {"type": "string", "format": "uri"},
    "one": {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]},
    "any": {"anyOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]},
    "ref": {"$ref": "string"},
    "true": True,
    "false": False,
    "names": {"propertyNames": {"pattern": "^[a-z]$"}},
}

FITTING = [
    ("object", {"a": 1}), ("map", {"x": True}), ("array", ["a", None]), ("string", "ü"), ("string", "\U0001f600x"),
    ("enum", 1), ("enum", None), ("const", "a"), ("number", 1), ("number", 0.1), ("integer", 1),
    ("time", "2026-01-31T12:00:00.5+02:00"), ("uri", "mailto:a@example.org"), ("one", 1), ("any", 7), ("ref", "a"),
    ("true", None), ("names", {"a": 1}),
]

WRONG = [
    ("object", {}), ("object", {"a": 1, "b": 2}), ("object", {"a": True}), ("object", []), ("map", {}),
    ("map", {"x": 1}), ("map", {"x": True, "y": True, "z": True}), ("array", []), ("array", ["a", "a"]),
    ("array", ["a", "b", "c"]), ("array", [1]), ("string", ""), ("string", "abc"), ("string", "\0"), ("enum", True),
    ("enum", "b"), ("const", "b"), ("number", 0), ("number", 1.5), ("number", True), ("integer", 2), ("integer", 0.5),
    ("time", "2026-01-31 12:00:00Z"), ("time", "2026-13-31T12:00:00Z"), ("uri", "no scheme"), ("uri", "/path"),
    ("one", 7), ("one", "x"), ("any", "x"), ("ref", ""), ("false", 1), ("names", {"A": 1}),
]


def resolve(reference):
    return SCHEMAS[reference], resolve


@pytest.mark.parametrize("name, value", FITTING)
def test_fits(name, value):
    assert list(validate(value, SCHEMAS[name], resolve)) == []


@pytest.mark.parametrize("name, value", WRONG)
def test_does_not_fit(name, value):
    assert list(validate(value, SCHEMAS[name], resolve)) != []


def test_only_a_string_of_the_contract_must_not_hold_nul():
    """A schema without a type accepts U+0000."""
    assert validate("a\0", {"type": "string"}, None) == [((), "must not contain U+0000")]
    assert not validate("a\0", {}, None) and not validate({"a": "\0"}, {}, None)
