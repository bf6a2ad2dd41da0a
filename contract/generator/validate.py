"""A small JSON Schema validator: the keywords that the contract and its meta-schema use.

A schema is compiled to functions once. Each function checks one keyword and returns the problems of a value as
(path, message), with the path relative to that value."""

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




def validate(value, schema, resolve):
    """Returns (path, message) for each violation of the schema.

    resolve(reference) returns the schema that a $ref names, and the resolver to use inside it."""
    return Validator(resolve).problems(value, schema)


class Validator:
    """Caches the functions that it compiles from schemas; the schemas must not change."""

    def __init__(self, resolve):
        self._resolve = resolve
        self._made = {}

    def problems(self, value, schema):
        return list(self._check(schema, self._resolve)(value))

    def _check(self, schema, resolve):
        """The function for a schema; schemas inside it share its resolver."""
        if isinstance(schema, bool):
            return _anything if schema else _nothing
        if id(schema) not in self._made:
            self._made[id(schema)] = schema, self._make(schema, resolve)  # keeps the schema alive, so that its id is not reused
        return self._made[id(schema)][1]

    def _make(self, schema, resolve):
        def inner(part):
            return self._check(part, resolve)

        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        fits = _one_of([_TYPES[kind] for kind in kinds])
        refer = self._refer(schema["$ref"], resolve) if "$ref" in schema else _anything
        choices = list(_choices(schema, inner))
        numbers = choices + list(_number(schema))
        parts = {
            str: choices + list(_string(schema)),
            int: numbers,
            float: numbers,
            list: choices + list(_array(schema, inner)),
            dict: choices + list(_object(schema, inner)),
        }

        def check(value):
            found = refer(value)
            if not fits(value):
                return [*found, ((), f"must be {' or '.join(kinds)}")]
            for part in parts.get(type(value), choices):
                more = part(value)
                if more:
                    found = [*found, *more]
            return found

        return check

    def _refer(self, reference, resolve):
        """Compiled on first use, because the target may contain this reference."""
        made = []

        def check(value):
            if not made:
                made.append(self._check(*resolve(reference)))
            return made[0](value)

        return check


def _anything(_):
    return ()


def _nothing(_):
    return [((), "is not allowed")]


def _one_of(fits):
    if len(fits) == 1:
        return fits[0]
    return lambda value: not fits or any(fit(value) for fit in fits)


def _same(a, b):
    """JSON's equality, in which true is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return a == b


def _unless(is_right, message):
    problems = [((), message)]
    return lambda value: () if is_right(value) else problems


def _choices(schema, inner):
    if "enum" in schema:
        words = schema["enum"]
        yield _unless(lambda v: any(_same(v, word) for word in words), f"must be one of {', '.join(map(str, words))}")
    if "const" in schema:
        constant = schema["const"]
        yield _unless(lambda v: _same(v, constant), f"must be {constant}")
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            yield _choice([inner(choice) for choice in schema[keyword]], keyword == "oneOf",
                          schema.get("description", "one of the choices"))


def _choice(checks, exactly_one, description):
    def check(value):
        fitting = sum(1 for choice in checks if not choice(value))
        if fitting == 0:
            return [((), f"must be {description}")]
        return [((), "fits more than one of the choices")] if fitting > 1 and exactly_one else ()

    return check


def _string(schema):
    if "minLength" in schema:
        least = schema["minLength"]
        yield _unless(lambda v: len(v) >= least, f"must have at least {least} characters")
    if "maxLength" in schema:
        most = schema["maxLength"]
        yield _unless(lambda v: len(v) <= most, f"must have at most {most} characters")
    if "pattern" in schema:
        search = re.compile(schema["pattern"]).search
        yield _unless(search, f"must match {schema['pattern']}")
    if schema.get("format") in _FORMATS:
        yield _unless(_FORMATS[schema["format"]].fullmatch, f"must be a {schema['format']}")
    if "type" in schema and not schema.get("x-nul", False):  # a schema without a type accepts U+0000
        yield _unless(lambda v: "\0" not in v, "must not contain U+0000")


def _number(schema):
    if "integer" in schema.get("type", ()):
        yield _unless(lambda v: -(2**63) <= v < 2**63, "must fit into 64 bits")
    for keyword, is_right, words in (
        ("minimum", lambda v, limit: v >= limit, "at least"),
        ("maximum", lambda v, limit: v <= limit, "at most"),
        ("exclusiveMinimum", lambda v, limit: v > limit, "over"),
        ("exclusiveMaximum", lambda v, limit: v < limit, "under"),
    ):
        if keyword in schema:
            yield _within(is_right, schema[keyword], words)


def _within(is_right, limit, words):
    return _unless(lambda v: is_right(v, limit), f"must be {words} {limit}")


def _counted(schema, least, most, what):
    if least in schema:
        low = schema[least]
        yield _unless(lambda v: len(v) >= low, f"must have at least {low} {what}")
    if most in schema:
        high = schema[most]
        yield _unless(lambda v: len(v) <= high, f"must have at most {high} {what}")


def _array(schema, inner):
    yield from _counted(schema, "minItems", "maxItems", "items")
    if schema.get("uniqueItems", False):
        yield _repeated
    if "items" in schema:
        check_item = inner(schema["items"])
        yield lambda value: [
            ((str(index), *path), message) for index, item in enumerate(value) for path, message in check_item(item)
        ]


def _repeated(value):
    return [
        ((str(index),), "is here twice")
        for index, item in enumerate(value)
        if any(_same(item, earlier) for earlier in value[:index])
    ]


def _object(schema, inner):
    required = schema.get("required", [])
    if required:
        yield lambda value: [((), f"lacks {name}") for name in required if name not in value]
    yield from _counted(schema, "minProperties", "maxProperties", "entries")
    if "propertyNames" in schema:
        check_name = inner(schema["propertyNames"])
        yield lambda value: [
            ((name,), f"the name {message}") for name in value for _, message in check_name(name)
        ]
    others = schema.get("additionalProperties", True)
    yield _members(
        {name: inner(part) for name, part in schema.get("properties", {}).items()},
        _unknown if others is False else inner(others),
    )


def _unknown(_):
    return [((), "is not known here")]


def _members(checks, check_other):
    def check(value):
        found = []
        for name, item in value.items():
            problems = checks.get(name, check_other)(item)
            if problems:
                found += [((name, *path), message) for path, message in problems]
        return found

    return check
