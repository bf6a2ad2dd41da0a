"""TypeScript types of the contract."""

import json
import textwrap

from .model import (
    MISSING, Any, Array, Boolean, Const, Enum, Integer, Map, Null, Number, Object, Ref, String, Union,
)
from .names import pascal

_SIMPLE = {Boolean: "boolean", Integer: "number", Number: "number", String: "string", Any: "unknown", Null: "null"}
_WIDTH = 116


def emit_ts(contract):
    """The text of weir.d.ts."""
    lines = ["// Generated from the files of contract/ by contract/generate; do not edit.", ""]
    for namespace in contract.namespaces:
        lines += [f"// {namespace.name}: {namespace.summary}", ""]
        for declared in namespace.types.values():
            lines += _declare(declared.node)
        for method in namespace.methods:
            lines += _declare(method.params, f"Parameters of {method.json}.")
            if method.result is not None:
                lines += _declare(method.result, f"Result of {method.json}.")
        for event in namespace.events:
            lines += _declare(event.params, f"Parameters of {event.json}.")
    lines += _tables(contract) + _errors(contract)
    return "\n".join(lines).rstrip("\n") + "\n"


def type_name(node):
    """The exported name of a declared type, of params or of a result."""
    return pascal(node.target.node.name if isinstance(node, Ref) else node.name)


def _doc(text, indent=""):
    if not text:
        return []
    lines = [line for paragraph in text.replace("*/", "*\\/").splitlines()
             for line in (textwrap.wrap(paragraph, _WIDTH - len(indent)) or [""])]
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**"] + [f"{indent} * {line}".rstrip() for line in lines] + [f"{indent} */"]


def _declare(node, note=""):
    """An exported declaration; nothing for a reference."""
    if isinstance(node, Ref):
        return []
    lines = _doc(node.note or note)
    if isinstance(node, Object):
        body = _members(node, "  ")
        head = f"export interface {type_name(node)} {{"
        return lines + ([head] + body + ["}", ""] if body else [head + "}", ""])
    return lines + [f"export type {type_name(node)} = {_type(node, '')};", ""]


def _members(node, indent):
    lines = []
    for field in node.fields:
        note = field.note
        if field.default is not MISSING:
            note = f"{note} Default: {json.dumps(field.default, ensure_ascii=False)}.".strip()
        if field.deprecated:
            note = f"{note}\n@deprecated".strip()
        lines += _doc(note, indent)
        lines.append(f"{indent}{_key(field.json)}{'' if field.required else '?'}: {_type(field.node, indent)};")
    return lines


def _key(name):
    return name if name.isidentifier() and name.isascii() else json.dumps(name, ensure_ascii=False)


def _type(node, indent):
    text = _plain(node, indent)
    return f"{text} | null" if node.nullable else text


def _plain(node, indent):
    if isinstance(node, Ref):
        return type_name(node)
    if type(node) in _SIMPLE:
        return _SIMPLE[type(node)]
    if isinstance(node, Enum):
        return " | ".join(json.dumps(word, ensure_ascii=False) for word in node.words)
    if isinstance(node, Const):
        return json.dumps(node.word, ensure_ascii=False)
    if isinstance(node, Array):
        return _array(_type(node.items, indent))
    if isinstance(node, Map):
        return f"{{ [key: string]: {_type(node.values, indent)} }}"
    if isinstance(node, Union):
        return " | ".join(_type(choice, indent) for choice in node.choices)
    body = _members(node, indent + "  ")
    return "\n".join(["{"] + body + [indent + "}"]) if body else "{}"


def _array(item):
    return f"({item})[]" if " | " in item and not item.startswith("{") else f"{item}[]"


def _tables(contract):
    """Interfaces that map the name of a method or an event to its types."""
    lines = []
    requests = [m for m in contract.methods if not m.notification]
    notifications = [m for m in contract.methods if m.notification]
    lines += _doc("Every method that has a response, by its name in the protocol.") + ["export interface Methods {"]
    for method in requests:
        result = type_name(method.result)
        lines += _doc(method.summary, "  ")
        lines.append(f"  {_key(method.json)}: {{ params: {type_name(method.params)}; result: {result} }};")
    lines += ["}", ""]
    for title, note, items in (
        ("Notifications", "Every notification that a program can send to the daemon or to its peer.", notifications),
        ("Events", "Every event that the daemon sends.", contract.events),
    ):
        lines += _doc(note) + [f"export interface {title} {{"]
        for item in items:
            lines += _doc(item.summary, "  ") + [f"  {_key(item.json)}: {type_name(item.params)};"]
        lines += ["}", ""]
    return lines


def _errors(contract):
    lines = _doc("Every error word (data.code) and its numeric code.")
    lines += ["export interface ErrorCodes {"]
    for error in contract.errors:
        lines += _doc(error.summary, "  ") + [f"  {error.word}: {error.code};"]
    lines += ["}", "", "export type ErrorWord = keyof ErrorCodes;", ""]
    return lines + _doc("An error object of the protocol.") + [
        "export interface RpcError<Word extends ErrorWord = ErrorWord> {", "  code: ErrorCodes[Word];",
        "  message: string;", "  data: { code: Word; path?: string; [key: string]: unknown };", "}"]
