"""Builds the checked model from a directory of contract files."""

from pathlib import Path

from . import check, names
from .load import read_json
from .model import Contract, Error, Event, Method, Namespace, Type
from .problems import ContractError, Problems, Where
from .schema import SchemaReader
from .validate import validate

HERE = Path(__file__).resolve().parent.parent
META = HERE / "meta.schema.json"


def contract_files(place):
    """The contract files in a directory, sorted by name; or the file itself."""
    if place.is_file():
        return [place]
    return sorted(p for p in place.glob("*.json") if p.name != META.name)


def load_contract(*places):
    """The contract from directories and files. Raises ContractError with all problems."""
    problems = Problems()
    raw = _read_files(places, problems)
    problems.raise_any()
    namespaces = [_namespace(value, file, problems) for file, value in raw.items()]
    contract = Contract(sorted(namespaces, key=lambda n: (not n.bare, n.name)))
    check.check_contract(contract, problems)
    problems.raise_any()
    return contract


def _read_files(places, problems):
    meta = read_json(META)
    files = []
    for place in places:
        found = contract_files(place)
        if not found:
            raise ContractError([f"{place}: no contract files"])
        files += found

    def resolve(reference):
        return meta["$defs"][reference.removeprefix("#/$defs/")], resolve

    raw = {}
    for path in files:
        try:
            value = read_json(path)
        except ContractError as error:
            problems.messages += error.problems
            continue
        for place, message in validate(value, meta, resolve):
            problems.add(Where(path.name, place), message)
        if isinstance(value, dict) and value.get("namespace", path.stem) != path.stem:
            problems.add(Where(path.name) / "namespace", f'must be "{path.stem}", the name of the file')
        raw[path.name] = value
    return raw


def _namespace(raw, file, problems):
    name, where = raw["namespace"], Where(file)
    reader = SchemaReader(name, problems)
    namespace = Namespace(name, file, raw["summary"], raw.get("bare", False), raw.get("secrets", []), raw)
    for word, error in raw.get("errors", {}).items():
        namespace.errors.append(Error(name, word, error["code"], error["summary"], where / "errors" / word))
    for key, schema in raw.get("types", {}).items():
        node = reader.read(schema, where / "types" / key, names.type_name(name, key))
        namespace.types[key] = Type(name, key, node)
    for key, method in raw.get("methods", {}).items():
        namespace.methods.append(_method(namespace, key, method, where / "methods" / key, reader))
    for key, event in raw.get("events", {}).items():
        at, c_name = where / "events" / key, names.method_name(name, key)
        params = reader.read(event["params"], at / "params", c_name + "_params")
        namespace.events.append(
            Event(name, key, c_name, at, event["summary"], event.get("description", ""), params, event["since"]))
    return namespace


def _method(namespace, key, raw, where, reader):
    c_name = names.method_name(namespace.name, key)
    notification = raw.get("notification", False)
    if notification and "result" in raw:
        reader.problems.add(where / "result", "a notification has no result")
    if not notification and "result" not in raw:
        reader.problems.add(where, "lacks result")
    if notification and raw.get("waits", False):
        reader.problems.add(where / "waits", "a notification has no response, so it cannot wait")
    return Method(
        namespace=namespace.name, json=key, name=c_name, where=where,
        summary=raw["summary"], description=raw.get("description", ""),
        callers=raw["callers"], handler=raw.get("handler", "daemon"),
        notification=notification, waits=raw.get("waits", False), secret=raw.get("secret", False), positional=raw.get("positional", []),
        params=reader.read(raw["params"], where / "params", c_name + "_params"),
        result=reader.read(raw["result"], where / "result", c_name + "_result") if "result" in raw else None,
        errors=raw.get("errors", []), since=raw["since"],
    )
