"""The C tables match the schemas: the decoder and the encoder return random valid parameters as the schema says, and the
decoder rejects everything that the schema rejects."""

import json
import random
import subprocess

import pytest
from stubs import SOURCE, compile_c, lay_out

from generator.build import HERE, load_contract
from generator.check import resolver
from generator.model import (
    MISSING, Any, Array, Boolean, Const, Enum, Integer, Map, Null, Number, Object, String, Union, resolved,
)
from generator.validate import Validator

GOOD = HERE / "tests" / "good"
ROUNDS = 3000
JUNK = [None, True, 0, -1, 7, 1.5, 2.0, "", "a", "high", "red", "2026-01-31T12:00:00Z", [], ["a"], [1], {}, {"a": 1},
        {"type": "created"}, {"kind": "circle", "radius": 1}, "x" * 20, 2**63 - 1, 1e300]


class Values:
    """Random valid values."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def of(self, node, depth=0):
        if node.nullable and self.random.random() < 0.3:
            return None
        node = resolved(node)
        return getattr(self, type(node).__name__.lower())(node, depth)

    def boolean(self, node, depth):
        return self.random.random() < 0.5

    def null(self, node, depth):
        return None

    def any(self, node, depth):
        return self.random.choice(JUNK)

    def integer(self, node, depth):
        low, high = max(node.min, -(2**40)), min(node.max, 2**40)
        return self.random.choice([low, high, node.min, node.max, self.random.randint(low, high)])

    def number(self, node, depth):
        low = -1e6 if node.min is None else node.min
        high = 1e6 if node.max is None else node.max
        return low + (high - low) * self.random.choice([0.25, 0.5, self.random.uniform(0.01, 0.99)])

    def string(self, node, depth):
        if node.format:
            return {"date-time": "2026-02-28T23:59:59.123Z", "uri": "https://example.org/a?b=%20#c"}[node.format]
        letters = "abc \"\\\n\u007f/üλ€😀" + ("\0" if node.nul else "")
        most = min(node.max, node.min + 12)
        count = self.random.choice([node.min, most, self.random.randint(node.min, most)])
        return "".join(self.random.choice(letters) for _ in range(count))

    def enum(self, node, depth):
        return self.random.choice(node.words)

    def const(self, node, depth):
        return node.word

    def object(self, node, depth):
        chance = 0.5 if depth < 4 else 0.0
        value = {f.json: self.of(f.node, depth + 1) for f in node.fields
                 if f.required or self.random.random() < chance}
        items = list(value.items())
        self.random.shuffle(items)
        return dict(items)

    def array(self, node, depth):
        return [self.of(node.items, depth + 1) for _ in range(self._count(node, depth))]

    def map(self, node, depth):
        return {f"k{i}": self.of(node.values, depth + 1) for i in range(self._count(node, depth))}

    def _count(self, node, depth):
        most = min(node.max, 4) if depth < 5 else node.min
        return self.random.randint(node.min, max(node.min, most))

    def union(self, node, depth):
        return self.of(self.random.choice(node.choices), depth)

    def spoil(self, value):
        """Changes a random part; the result may still be valid."""
        if isinstance(value, dict) and value and self.random.random() < 0.8:
            key = self.random.choice(list(value))
            return {**value, key: self.spoil(value[key])}
        if isinstance(value, list) and value and self.random.random() < 0.8:
            at = self.random.randrange(len(value))
            return value[:at] + [self.spoil(value[at])] + value[at + 1:]
        if isinstance(value, dict):
            if value and self.random.random() < 0.5:
                gone = self.random.choice(list(value))
                return {k: v for k, v in value.items() if k != gone}
            return {**value, "unknown": 1}
        return self.random.choice(JUNK)


def expected(node, value):
    """The expected result: without unknown fields, with defaults."""
    if value is None and node.nullable:
        return None
    node = resolved(node)
    if isinstance(node, Object):
        out = {}
        for field in node.fields:
            if field.json in value:
                out[field.json] = expected(field.node, value[field.json])
            elif field.has_fallback:
                out[field.json] = expected(field.node, field.default)
            elif field.default is None and not field.has_presence:
                out[field.json] = None
        return out
    if isinstance(node, Array):
        return [expected(node.items, item) for item in value]
    if isinstance(node, Map):
        return {key: expected(node.values, item) for key, item in value.items()}
    if isinstance(node, Union):
        return expected(next(v for v in node.variants if v.word == value[node.tag]).node, value)
    if isinstance(node, Number):
        return float(value)
    assert isinstance(node, (Any, Boolean, Const, Enum, Integer, Null, String))
    return value


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    directory = tmp_path_factory.mktemp("roundtrip")
    sources = lay_out(load_contract(GOOD), directory)[:-1]
    sources = [s for s in sources if not s.name.endswith("_dispatch.c")] + [HERE / "tests" / "roundtrip.c"]
    sources += sorted(p for p in (SOURCE / "json").glob("*.c") if not p.stem.endswith("_test"))
    sources += [SOURCE / "base" / "arena.c", SOURCE / "base" / "buf.c"]
    if subprocess.run(["pkg-config", "--exists", "yyjson"]).returncode != 0:
        pytest.skip("yyjson is not installed")
    compile_c("gcc", directory, sources, "-D_GNU_SOURCE", "-Wno-sign-conversion", "-g", "-fsanitize=address,undefined",
              "-fno-sanitize-recover=all", "-o", "roundtrip", "-lyyjson", "-lm")
    return directory / "roundtrip"


def run(program, cases):
    lines = [f"{method.json} {json.dumps(value)}\n" for method, value in cases]
    done = subprocess.run([program], input="".join(lines), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    answers = done.stdout.splitlines()
    assert len(answers) == len(cases)
    return answers


def agree(program, contract, cases):
    refused = 0
    validators = {m.namespace: Validator(resolver(contract, m.namespace)) for m in contract.methods}
    for (method, value), answer in zip(cases, run(program, cases)):
        wrong = validators[method.namespace].problems(value, method.params.raw)
        if wrong:
            refused += 1
            assert answer[0] == "-", (method.json, value, wrong)
        else:
            assert answer[0] == "+", (method.json, value, answer)
            assert json.loads(answer[1:]) == expected(method.params, value)
    return refused


def test_what_fits_comes_back(program):
    contract = load_contract(GOOD)
    values = Values(1)
    cases = [(m, values.of(m.params)) for _ in range(ROUNDS // 10) for m in contract.methods]
    assert agree(program, contract, cases) == 0


def test_what_does_not_fit_is_refused(program):
    contract = load_contract(GOOD)
    values = Values(2)
    cases = [(m, values.spoil(values.of(m.params))) for _ in range(ROUNDS // 4) for m in contract.methods]
    assert agree(program, contract, cases) > ROUNDS // 10


def test_defaults(program):
    contract = load_contract(GOOD)
    method = next(m for m in contract.methods if m.json == "sample.everything")
    least = {f.json: Values(3).of(f.node) for f in method.params.fields if f.required}
    answer = json.loads(run(program, [(method, least)])[0][1:])
    defaults = {f.json: f.default for f in method.params.fields if f.default not in (MISSING, None)}
    assert len(defaults) > 10
    for name in defaults:
        if name != "sample":
            assert answer[name] == defaults[name]
    assert answer["sample"] == {**defaults["sample"], "unix": True}
    assert "maybeNull" not in answer
