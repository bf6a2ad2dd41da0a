"""The parts of the npm package that follow from the contract: the channels of desktop shells, and schemas for checks at run time."""

import json

from .emit_ts import type_name
from .model import Ref, resolved, walk

_HEAD = "// Generated from the files of contract/ by contract/generate; do not edit."
_NOT_CHECKED = {"description", "title", "examples", "deprecated", "default"}
_CALLERS = {"client", "app"}
_READS = "cowork"  # its types are those of the values inside of cowork:read
_CAPITALS = {"mcp": "MCP"}


def emit_channels(contract):
    """The text of channels.ts: every method and event whose name has a colon is a channel."""
    methods = [m for m in contract.methods if ":" in m.json and _CALLERS & set(m.callers)]
    events = [e for e in contract.events if ":" in e.json]
    requests = [m for m in methods if not m.notification]
    used = sorted({name for m in requests for name in _types_of(m)} | {type_name(e.params) for e in events})
    lines = [_HEAD, ""]
    lines += ["import type {", *(f"  {name}," for name in used), '} from "../../weir.js";', ""] if used else []
    lines += _inventory(methods + events)
    for method in requests:
        if _has_fields(method.params):
            lines.append(f"export type {_pascal(method.json)}Request = {type_name(method.params)};")
        lines.append(f"export type {_pascal(method.json)}Response = {type_name(method.result)};")
    lines += [f"export type {_pascal(event.json)}Event = {type_name(event.params)};" for event in events]
    lines += ["", "/** Every channel that can be invoked, with its request and its response. */", "export type IpcHandlerMap = {"]
    for method in requests:
        request = f"{_pascal(method.json)}Request" if _has_fields(method.params) else "void"
        lines.append(f'  "{method.json}": {{ request: {request}; response: {_pascal(method.json)}Response }};')
    lines += ["};", "", "/** Every channel that the daemon pushes. */", "export type IpcEventMap = {"]
    lines += [f'  "{event.json}": {_pascal(event.json)}Event;' for event in events]
    return "\n".join(lines + ["};"]) + "\n"


def emit_schemas(contract):
    """The text of schemas.ts."""
    lines = [_HEAD, "", 'import type { MethodSchema, Schema } from "../schema.js";']
    kinds = {"types": "Schema", "methods": "MethodSchema", "events": "Schema", "errorCodes": "number"}
    for name, table in schema_tables(contract).items():
        lines += ["", f"export const {name}: {{ readonly [name: string]: {kinds[name]} }} = {{"]
        lines += [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in table.items()] + ["};"]
    return "\n".join(lines) + "\n"


def schema_tables(contract):
    """JSON Schema of what clients and apps send and receive, without prose; and the codes of all errors."""
    methods = [m for m in contract.methods if _CALLERS & set(m.callers)]
    nodes = [node for m in methods for node in (m.params, m.result) if node is not None] + [e.params for e in contract.events]
    reads = {f"{t.namespace}.{t.json}": t.node for t in contract.types if t.namespace == _READS}
    types = _reachable([*nodes, *reads.values()]) | {name: _plain(node.raw, _READS) for name, node in reads.items()}
    return {
        "types": dict(sorted(types.items())),
        "methods": {m.json: _method(m) for m in methods},
        "events": {e.json: _plain(e.params.raw, e.namespace) for e in contract.events},
        "errorCodes": {e.word: e.code for e in contract.errors},
    }


def _types_of(method):
    params = [type_name(method.params)] if _has_fields(method.params) else []
    return [*params, type_name(method.result)]


def _has_fields(params):
    return bool(getattr(resolved(params), "fields", []))


def _inventory(channels):
    """IpcChannels: the names by namespace."""
    groups = {}
    for channel in channels:
        namespace, _, name = channel.json.partition(":")
        groups.setdefault(namespace, []).append((name, channel))
    lines = ["/** The name of every channel. */", "export const IpcChannels = {"]
    for namespace, members in groups.items():
        lines.append(f"  {namespace}: {{")
        for name, channel in members:
            lines += [f"    /** {channel.summary} */", f'    {name}: "{channel.json}",']
        lines.append("  },")
    return lines + ["} as const;", "export type IpcChannel = typeof IpcChannels;", ""]


def _pascal(channel):
    namespace, _, name = channel.partition(":")
    return _CAPITALS.get(namespace, namespace[:1].upper() + namespace[1:]) + name[:1].upper() + name[1:]


def _reachable(nodes):
    """{namespace.Type: schema} of every declared type that the nodes refer to."""
    found, waiting = {}, list(nodes)
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, Ref) and (key := f"{node.target.namespace}.{node.target.json}") not in found:
                found[key] = _plain(node.target.node.raw, node.target.namespace)
                waiting.append(node.target.node)
    return found


def _plain(raw, namespace):
    """A schema without prose; $ref names a declared type."""
    if isinstance(raw, list):
        return [_plain(item, namespace) for item in raw]
    if not isinstance(raw, dict):
        return raw
    out = {}
    for key, value in raw.items():
        if key == "$ref":
            other, _, name = value.partition("#/types/")
            out[key] = f"{other or namespace}.{name}"
        elif key == "properties":
            out[key] = {name: _plain(inner, namespace) for name, inner in value.items()}
        elif key in ("const", "enum", "required"):
            out[key] = value
        elif key not in _NOT_CHECKED:
            out[key] = _plain(value, namespace)
    return out


def _method(method):
    parts = {"params": _plain(method.params.raw, method.namespace)}
    if method.result is not None:
        parts["result"] = _plain(method.result.raw, method.namespace)
    for flag in ("waits", "secret", "notification"):
        if getattr(method, flag):
            parts[flag] = True
    return parts
