"""sdk/typescript: its checks at run time say of every value what the generator's own validator says."""

import json
import shutil
import subprocess

import pytest

from sdk import SCRIPTS, package
from setting import REPOSITORY  # also makes the generator importable
from generator.build import HERE, load_contract
from generator.emit_openrpc import openrpc_document
from generator.emit_sdk import schema_tables
from generator.example import example
from generator.model import resolved
from generator.traffic import params_schema
from generator.validate import Validator

pytestmark = pytest.mark.usefixtures("once")

ODD = [None, True, 0, 1, -1, 1.5, 101, 1e9, "", "x", "x" * 200, "a\0b", "ü" * 9, "\N{GRINNING FACE}" * 9, "2026-01-31T12:00:00Z", "2026-13-31T12:00:00Z",
       "https://example.org/", "not a uri", [], [None], {}, {"no such field": 1}]
CONTRACTS = {"weir": HERE, "fixture": REPOSITORY / "contract" / "tests" / "good"}


def whole(node):
    """An example with every field of its outermost object."""
    target = resolved(node)
    return example(target, [field.json for field in getattr(target, "fields", [])])


def variants(value, depth=0):
    """The value, and the value with one part odd, without one part, or with one part more."""
    yield value
    yield from ODD
    if depth > 3:
        return
    if isinstance(value, dict):
        yield value | {"no such field": 1}
        for name, inner in value.items():
            yield {key: one for key, one in value.items() if key != name}
            for other in variants(inner, depth + 1):
                yield value | {name: other}
    if isinstance(value, list):
        yield value * 300
        for other in variants(value[0], depth + 1) if value else ():
            yield [other, *value[1:]]


def questions(contract, document, tables):
    """(schema of the package, schema of the document, value)"""
    known = {method["name"]: method for method in document["methods"]}
    for method in contract.methods:
        if method.json in tables["methods"]:
            parts = tables["methods"][method.json]
            for value in variants(whole(method.params)):
                yield parts["params"], params_schema(known[method.json]), value
            for value in variants(whole(method.result)) if method.result is not None else ():
                yield parts["result"], known[method.json]["result"]["schema"], value
    for event, described in zip(contract.events, document["x-events"]):
        for value in variants(whole(event.params)):
            yield tables["events"][event.json], described["params"], value


def ask(tables, wanted):
    node = shutil.which("node")
    lines = [json.dumps(tables), *(json.dumps({"mode": mode, "schema": schema, "value": value}) for mode, schema, value in wanted)]
    done = subprocess.run([node, SCRIPTS / "check.mjs"], input="\n".join(lines), capture_output=True, text=True,
                          env={"WEIR_SDK": str(package() / "dist"), "PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", CONTRACTS)
def test_both_say_the_same(name):
    package()
    contract = load_contract(CONTRACTS[name])
    document, tables = openrpc_document(contract), schema_tables(contract)

    def resolve(reference):
        return document["components"]["schemas"][reference.removeprefix("#/components/schemas/")], resolve

    validator, asked = Validator(resolve), list(questions(contract, document, tables))
    answers = ask(tables, [("strict", schema, value) for schema, _, value in asked])
    assert len(answers) == len(asked) > 1000
    fits = 0
    for (_, schema, value), problem in zip(asked, answers):
        expected = validator.problems(value, schema)
        assert (problem is None) == (not expected), (value, problem, expected)
        fits += problem is None
    assert 100 < fits < len(asked) - 100


@pytest.mark.parametrize("value, path", [
    ({"a": 1}, "params.b is missing"),
    ({"b": []}, None),
    ({"b": [{"c": "x"}]}, "params.b[0].c must be an integer"),
    ({"b": [], "d e": 1}, 'params["d e"] is not known here'),
    ({"b": [], "f": {"g.h": "x"}}, 'params.f["g.h"] must be a boolean'),
])
def test_the_place_of_a_problem(value, path):
    schema = {"type": "object", "additionalProperties": False, "required": ["b"], "properties": {
        "a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "object", "properties": {"c": {"type": "integer"}}}},
        "f": {"type": "object", "additionalProperties": {"type": "boolean"}}}}
    (problem,) = ask({"types": {}}, [("strict", schema, value)])
    assert (problem and f"{problem['path']} {problem['message']}") == path


def test_a_reader_accepts_unknown_fields():
    schema = {"type": "object", "additionalProperties": False, "properties": {"a": {"type": "integer"}}}
    values = [{"a": 1, "b": 2}, {"a": "x"}]
    strict = ask({"types": {}}, [("strict", schema, value) for value in values])
    lenient = ask({"types": {}}, [("lenient", schema, value) for value in values])
    assert [problem is None for problem in strict] == [False, False] and [problem is None for problem in lenient] == [True, False]
