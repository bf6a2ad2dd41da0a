"""The OpenRPC document, docs/protocol.md and the TypeScript types match the contract."""

import json
import re
import shutil
import subprocess

import pytest

from generator.build import HERE, META, load_contract
from generator.check import resolver, roots
from generator.emit_markdown import emit_markdown
from generator.emit_openrpc import openrpc_document
from generator.emit_ts import emit_ts
from generator.example import example
from generator.load import read_json
from generator.traffic import Traffic, params_schema
from generator.validate import validate

GOOD = HERE / "tests" / "good"
CONTRACTS = pytest.mark.parametrize("directory", [GOOD, HERE], ids=["fixture", "contract"])


def references(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref":
                yield inner
            else:
                yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


@CONTRACTS
def test_openrpc_is_well_formed(directory):
    document = openrpc_document(load_contract(directory))
    assert document["openrpc"] == "1.3.2"
    assert document["info"] == {"title": "weir", "version": "1.0", "description": document["info"]["description"]}
    for reference in references(document):
        kind, key = re.fullmatch(r"#/components/(schemas|errors)/([A-Za-z0-9._-]+)", reference).groups()
        assert key in document["components"][kind]
    for method in document["methods"]:
        assert method["paramStructure"] in ("by-name", "either")
        assert ("result" in method) != method.get("x-notification", False)
        names = [p["name"] for p in method["params"]]
        assert names[:len(method.get("x-positional", []))] == method.get("x-positional", [])


@CONTRACTS
def test_schemas_are_json_schema(directory):
    jsonschema = pytest.importorskip("jsonschema")
    document = openrpc_document(load_contract(directory))
    for method in document["methods"]:
        jsonschema.Draft202012Validator.check_schema(params_schema(method))
        jsonschema.Draft202012Validator.check_schema(method.get("result", {}).get("schema", True))
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    meta = read_json(META)
    jsonschema.Draft202012Validator.check_schema(meta)
    for path in directory.glob("*.json"):
        if path != META:
            jsonschema.Draft202012Validator(meta).validate(json.loads(path.read_text()))


@CONTRACTS
def test_examples_fit(directory):
    contract = load_contract(directory)
    for namespace, root in roots(contract):
        assert list(validate(example(root), root.raw, resolver(contract, namespace))) == []


@CONTRACTS
def test_examples_in_the_reference_fit_the_document(directory):
    contract = load_contract(directory)
    traffic = Traffic(openrpc_document(contract))
    events = {event.json for event in contract.events}
    last = None
    for block in re.findall(r"```json\n(.*?)```", emit_markdown(contract), re.DOTALL):
        for line in map(json.loads, block.splitlines()):
            if "method" in line:
                last = line["method"]
                check = traffic.event if last in events else traffic.params
                assert check(last, line.get("params", {})) == []
            else:
                assert traffic.result(last, line["result"]) == []


@CONTRACTS
def test_links_of_the_reference_lead_somewhere(directory):
    text = emit_markdown(load_contract(directory))
    seen, slugs = {}, set()
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        slugs.add(f"{slug}-{seen[slug]}" if slug in seen else slug)
        seen[slug] = seen.get(slug, 0) + 1
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= slugs


def test_reference_names_everything():
    contract = load_contract(GOOD)
    text = emit_markdown(contract)
    for item in contract.methods + contract.events:
        assert f"### {item.json}\n" in text
    for error in contract.errors:
        assert f"| `{error.word}` | {error.code} |" in text


def test_typescript_names_everything():
    contract = load_contract(GOOD)
    text = emit_ts(contract)
    for item in contract.methods + contract.events:
        assert f'"{item.json}": ' in text or f"  {item.json}: " in text
    for error in contract.errors:
        assert f"  {error.word}: {error.code};" in text


@pytest.mark.skipif(shutil.which("tsc") is None, reason="no TypeScript compiler")
@CONTRACTS
def test_typescript_compiles(directory, tmp_path):
    (tmp_path / "weir.d.ts").write_text(emit_ts(load_contract(directory)))
    subprocess.run(["tsc", "--strict", "--noEmit", "weir.d.ts"], cwd=tmp_path, check=True)


def test_traffic():
    traffic = Traffic(openrpc_document(load_contract(GOOD)))
    assert traffic.params("sample:echo", {"text": "a", "times": 2}) == []
    assert traffic.params("sample.echo", ["a", 2]) == []
    assert traffic.params("sample.echo", ["a", 2, 3]) == ["params: too many by position"]
    assert traffic.params("sample.echo", {"text": "a", "extra": 1}) == ["params.extra: is not known here"]
    assert traffic.params("sample.echo", {"text": "a", "times": 0}) == ["params.times: must be at least 1"]
    assert traffic.params("sample.echo", None) == ["params: lacks text"]
    assert traffic.params("sample.ghost", {}) == ["sample.ghost: no such method"]
    assert traffic.result("sample.names", [{"id": "a"}]) == []
    assert traffic.result("sample.names", [{"id": ""}]) == ["result.0.id: must have at least 1 characters"]
    assert traffic.result("sample.note", None) == ["sample.note: has no result"]
    assert traffic.event("sample:created", {"id": "a"}) == []
    assert traffic.event("sample:created", {}) == ["params: lacks id"]
    assert traffic.error({"code": -32050, "data": {"code": "sample_failed"}}) == []
    assert traffic.error({"code": -32051, "data": {"code": "sample_failed"}}) != []
    assert traffic.error({"code": -32051}) != []
