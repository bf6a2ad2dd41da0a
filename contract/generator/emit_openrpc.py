"""The OpenRPC document that rpc.discover serves."""

from .model import Ref, resolved, walk

PROTOCOL_VERSION = "1.0"


def openrpc_document(contract, caller=None):
    """The contract as an OpenRPC 1.3.2 document. Its schemas are plain JSON Schema. With a caller, only what that may use: its methods,
    and the types and errors that these or their namespaces have."""
    methods = [m for m in contract.methods if caller is None or caller in m.callers]
    namespaces = {m.namespace for m in methods}
    words = {word for m in methods for word in m.errors}
    needed = None if caller is None else _needed(contract, methods, namespaces)
    return {
        "openrpc": "1.3.2",
        "info": {
            "title": "weir",
            "version": PROTOCOL_VERSION,
            "description": "A control plane for AI agents: JSON-RPC 2.0 over a Unix socket, one message per line.",
        },
        "methods": [_method(m) for m in methods],
        "x-events": [_event(e) for e in contract.events] if caller is None else [],
        "components": {
            "schemas": {_key(t.namespace, t.json): _schema(t.node.raw, t.namespace) for t in contract.types
                        if needed is None or id(t) in needed},
            "errors": {e.word: {"code": e.code, "message": e.summary, "data": {"code": e.word}}
                       for e in contract.errors if caller is None or e.word in words or e.namespace in namespaces},
        },
    }


def _needed(contract, methods, namespaces):
    """The ids of the types of the namespaces, and of all types to which they or the methods refer."""
    waiting = [t.node for t in contract.types if t.namespace in namespaces]
    waiting += [node for m in methods for node in (m.params, m.result) if node is not None]
    found = {id(t) for t in contract.types if t.namespace in namespaces}
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, Ref) and id(node.target) not in found:
                found.add(id(node.target))
                waiting.append(node.target.node)
    return found


def _key(namespace, name):
    return f"{namespace}.{name}"


def _schema(raw, namespace):
    """A schema with its references replaced by references into the document."""
    if isinstance(raw, list):
        return [_schema(item, namespace) for item in raw]
    if not isinstance(raw, dict):
        return raw
    out = {}
    for key, value in raw.items():
        if key == "$ref":
            other, _, name = value.partition("#/types/")
            out[key] = f"#/components/schemas/{_key(other or namespace, name)}"
        elif key in ("default", "examples", "const", "enum", "required"):
            out[key] = value
        elif key == "properties":
            out[key] = {name: _schema(inner, namespace) for name, inner in value.items()}
        else:
            out[key] = _schema(value, namespace)
    return out


def _prose(item):
    out = {"summary": item.summary}
    if item.description:
        out["description"] = item.description
    return out


def _method(method):
    """A method. Positional parameters are first, in their order."""
    params = resolved(method.params)
    owner = method.params.target.namespace if isinstance(method.params, Ref) else method.namespace
    positional = [f for name in method.positional for f in params.fields if f.json == name]
    fields = positional + [f for f in params.fields if f.json not in method.positional]
    out = {"name": method.json, **_prose(method)}
    out["paramStructure"] = "either" if positional else "by-name"
    out["params"] = [_param(field, owner) for field in fields]
    if method.result is not None:
        out["result"] = {"name": "result", "schema": _schema(method.result.raw, method.namespace)}
    if method.errors:
        out["errors"] = [{"$ref": f"#/components/errors/{word}"} for word in method.errors]
    out["x-callers"] = method.callers
    out["x-handler"] = method.handler
    out["x-since"] = method.since
    for flag, key in ((params.closed, "x-closed"), (method.waits, "x-waits"), (method.notification, "x-notification"),
                      (method.secret, "x-secret")):
        if flag:
            out[key] = True
    if positional:
        out["x-positional"] = method.positional
    return out


def _param(field, namespace):
    out = {"name": field.json}
    if field.note:
        out["description"] = field.note
    if field.required:
        out["required"] = True
    if field.deprecated:
        out["deprecated"] = True
    out["schema"] = _schema(field.node.raw, namespace)
    return out


def _event(event):
    return {"name": event.json, **_prose(event), "params": _schema(event.params.raw, event.namespace),
            "x-since": event.since}
