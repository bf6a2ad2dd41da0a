"""docs/protocol.md, the reference of the protocol."""

import json
import re

from .example import example
from .model import (
    INT64_MAX, INT64_MIN, MISSING, UINT32_MAX,
    Any, Array, Boolean, Const, Enum, Integer, Map, Method, Null, Number, Object, Ref, String, Union,
)

_INTRODUCTION = """# The protocol

weir speaks JSON-RPC 2.0 over a Unix socket, one message per line, in UTF-8. This page is generated from the files of
[contract/](../contract/). The daemon checks every message against the same files.

- `:` and `.` are equivalent in the name of a method: `chat:sendMessage` is `chat.sendMessage`.
- Pass parameters by name. A method with an entry "By position" also accepts them in that order.
- Optional parameters can be left out. Only a parameter whose type includes `null` can be `null`.
- Unknown fields are ignored, unless the type is *closed*.
- Besides the errors that a method lists, any request can fail with an error of the protocol itself, such as
  `invalid_params`; see [Errors](#errors).
- The response to a method that *waits* can take long. It does not delay other requests, and `$/cancel_request`
  cancels it.
"""


class _Anchors:
    """The anchors that Markdown viewers make from headings."""

    def __init__(self):
        self.seen = {}

    def add(self, heading):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count = self.seen.get(slug, 0)
        self.seen[slug] = count + 1
        return f"{slug}-{count}" if count else slug


class Reference:
    """Writes the page. Anchors are assigned first, in the order of the headings, because links may point forward."""

    def __init__(self, contract):
        self.contract = contract
        self.anchors = {}
        anchors = _Anchors()
        anchors.add("The protocol")
        anchors.add("Contents")
        for namespace in contract.namespaces:
            self.anchors[namespace.name] = anchors.add(namespace.name)
            for item in namespace.methods + namespace.events:
                self.anchors[item.where] = anchors.add(item.json)
            for declared in namespace.types.values():
                self.anchors[declared.node.where] = anchors.add(_title(declared))
        anchors.add("Errors")

    def text(self):
        lines = [_INTRODUCTION] + self._contents()
        for namespace in self.contract.namespaces:
            lines += [f"## {namespace.name}", "", namespace.summary, ""]
            for method in namespace.methods:
                lines += self._method(method)
            for event in namespace.events:
                lines += self._event(event)
            for declared in namespace.types.values():
                lines += self._declared(declared)
        return "\n".join(lines + self._errors()).rstrip("\n") + "\n"

    def _contents(self):
        lines = ["## Contents", ""]
        for namespace in self.contract.namespaces:
            lines.append(f"- [{namespace.name}](#{self.anchors[namespace.name]}): {namespace.summary}")
            for what, links in (
                ("methods", [(m.json, m.where) for m in namespace.methods]),
                ("events", [(e.json, e.where) for e in namespace.events]),
                ("types", [(_title(t), t.node.where) for t in namespace.types.values()]),
            ):
                if links:
                    listed = ", ".join(f"[`{text}`](#{self.anchors[where]})" for text, where in links)
                    lines.append(f"  - {what}: {listed}")
        return lines + ["- [Errors](#errors)", ""]

    def _head(self, item, kind):
        lines = [f"### {item.json}", "", f"*{kind}, since {item.since}.* {item.summary}", ""]
        return lines + ([item.description, ""] if item.description else [])

    def _method(self, method):
        kind = "Notification" if method.notification else "Method"
        lines = self._head(method, kind + (" that waits" if method.waits else ""))
        who = "Both ends of a connection" if method.handler == "peer" else f"The {method.handler}"
        verb = "handle it" if method.handler == "peer" else "handles it"
        lines += [f"Callers: {', '.join(method.callers)}. {who} {verb}.", ""]
        lines += self._params(method)
        if method.secret:
            lines += ["Params and result are secret: neither side logs them, and both sides wipe the memory afterwards.", ""]
        if method.positional:
            lines += [f"By position: {', '.join(f'`{p}`' for p in method.positional)}.", ""]
        if method.result is not None:
            lines += self._result(method.result)
        if method.errors:
            lines += [f"Errors: {', '.join(self._error_link(w) for w in method.errors)}.", ""]
        return lines + self._example(method)

    def _event(self, event):
        line = {"jsonrpc": "2.0", "method": event.json, "params": example(event.params)}
        return self._head(event, "Event") + self._params(event) + _code([line])

    def _declared(self, declared):
        node = declared.node
        lines = [f"### {_title(declared)}", ""] + ([node.note, ""] if node.note else [])
        if isinstance(node, Object):
            return lines + self._fields(node)
        if isinstance(node, Union):
            return lines + [f"One of the following types; `{node.tag}` selects it:", ""] + [
                line for variant in node.variants for line in self._variant(variant)]
        return lines + [self._type(node), ""]

    def _variant(self, variant):
        if isinstance(variant.node, Ref):
            return [f"- `{variant.word}`: {self._type(variant.node)}", ""]
        return [f"`{variant.word}`:", ""] + self._fields(variant.node)

    def _params(self, item):
        if isinstance(item.params, Ref):
            return [f"Parameters: {self._type(item.params)}.", ""]
        if not item.params.fields:
            return ["No parameters.", ""]
        return self._fields(item.params) if isinstance(item, Method) else self._answer_fields(item.params)

    def _result(self, node):
        if isinstance(node, Object) and node.fields:
            return ["Result:", ""] + self._answer_fields(node)
        return [f"Result: {self._type(node)}." + (f" {node.note}" if node.note else ""), ""]

    def _fields(self, node):
        """A table of the fields that the caller sends. Fields of inline objects follow their owner."""
        if not node.fields:
            return ["No fields.", ""]
        rows = []
        for name, field in _flat(node, ""):
            default = "optional" if field.default is MISSING else _value(field.default)
            cells = [f"`{name}`", self._type(field.node), "required" if field.required else default, _meaning(field)]
            rows.append(_row(cells))
        closed = ["Closed: unknown fields are rejected.", ""] if node.closed else []
        return [_row(["name", "type", "default", "meaning"]), _row(["---"] * 4)] + rows + [""] + closed

    def _answer_fields(self, node):
        """A table of the fields of a result, without defaults."""
        rows = []
        for name, field in _flat(node, ""):
            always = field.required or field.default is not MISSING
            rows.append(_row([f"`{name}`" if always else f"`{name}`, optional", self._type(field.node), _meaning(field)]))
        return [_row(["name", "type", "meaning"]), _row(["---"] * 3)] + rows + [""]

    def _type(self, node):
        text = self._plain(node)
        return text + ("; or null" if "," in text else " or null") * node.nullable

    def _inner(self, node):
        """The type of an item, in parentheses if it has limits."""
        text = self._type(node)
        return f"({text})" if "," in text else text

    def _plain(self, node):
        if isinstance(node, Ref):
            return f"[{node.target.json}](#{self.anchors[node.target.node.where]})"
        if isinstance(node, Enum):
            return " \\| ".join(_value(word) for word in node.words)
        if isinstance(node, Const):
            return _value(node.word)
        if isinstance(node, Array):
            return f"array of {self._inner(node.items)}{_limits(node.min, node.max, 0, UINT32_MAX, 'items')}"
        if isinstance(node, Map):
            return f"map of {self._inner(node.values)}{_limits(node.min, node.max, 0, UINT32_MAX, 'entries')}"
        if isinstance(node, Union):
            return "one of " + ", ".join(
                self._type(v.node) if isinstance(v.node, Ref) else _value(v.word) for v in node.variants)
        return _scalar(node)

    def _error_link(self, word):
        return f"[`{word}`](#errors)"

    def _example(self, method):
        params = example(method.params, also=method.positional)
        request = {"jsonrpc": "2.0", "id": 1, "method": method.json}
        if method.notification:
            del request["id"]
        if params:
            request["params"] = params
        lines = [request]
        if method.result is not None:
            lines.append({"jsonrpc": "2.0", "id": 1, "result": example(method.result)})
        return _code(lines)

    def _errors(self):
        lines = ["## Errors", "", "Every error has a numeric code and, in `data.code`, a word. Neither changes between versions.", "",
                 "| word | code | meaning |", "| --- | --- | --- |"]
        return lines + [f"| `{e.word}` | {e.code} | {_cell(e.summary)} |" for e in self.contract.errors]


def emit_markdown(contract):
    """The text of protocol.md."""
    return Reference(contract).text()


def _title(declared):
    return f"{declared.namespace}.{declared.json}"


def _scalar(node):
    name = {Boolean: "boolean", Integer: "integer", Number: "number", String: "string", Any: "any", Null: "null",
            Object: "object"}[type(node)]
    if isinstance(node, Object) and node.closed:
        return "closed object"
    if isinstance(node, Integer):
        return name + _limits(node.min, node.max, INT64_MIN, INT64_MAX, "")
    if isinstance(node, Number):
        low = node.min is not None and f"{'over' if node.min_exclusive else 'from'} {node.min:g}"
        high = node.max is not None and f"{'under' if node.max_exclusive else 'to'} {node.max:g}"
        limits = " ".join(filter(None, (low, high)))
        return f"{name} {limits}".strip()
    if isinstance(node, String):
        name = {"date-time": "string, RFC 3339 time", "uri": "string, absolute URI"}.get(node.format, name)
        name += _limits(node.min, node.max, 0, UINT32_MAX, "characters")
        return name + (", may hold U+0000" if node.nul else "")
    return name


def _limits(low, high, lowest, highest, unit):
    unit = f" {unit}" if unit else ""
    if low == lowest and high == highest:
        return ""
    if low == high:
        return f", {low}{unit}"
    if high == highest:
        return f", from {low}{unit}"
    return f", up to {high}{unit}" if low == lowest and unit else f", {low} to {high}{unit}"


def _value(value):
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _flat(node, prefix):
    """The fields of an object and of its inline objects, with their paths."""
    for field in node.fields:
        yield prefix + field.json, field
        yield from _flat_inner(field.node, prefix + field.json)


def _flat_inner(node, prefix):
    if isinstance(node, Object):
        yield from _flat(node, prefix + ".")
    elif isinstance(node, Array):
        yield from _flat_inner(node.items, prefix + "[]")
    elif isinstance(node, Map):
        yield from _flat_inner(node.values, prefix + ".*")
    elif isinstance(node, Union):
        for variant in node.variants:
            yield from _flat_inner(variant.node, f"{prefix}({variant.word})")


def _meaning(field):
    return ("*Deprecated.* " if field.deprecated else "") + field.note


def _row(cells):
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text):
    return re.sub(r"(?<!\\)\|", r"\\|", text.replace("\n", " "))


def _code(values):
    return ["```json"] + [json.dumps(v, ensure_ascii=False) for v in values] + ["```", ""]
