"""The C types of the contract: enums and structs, each before the types that contain it."""

from . import names
from .c_text import comment
from .model import (
    Any, Array, Boolean, Enum, Integer, Map, Number, Object, Ref, String, Union, resolved, walk,
)


def c_type(node):
    """The C type of a value; None if nothing is stored."""
    node = resolved(node)
    simple = {Boolean: "bool", Integer: "int64_t", Number: "double", String: "struct slice", Any: "struct json_any"}
    if type(node) in simple:
        return simple[type(node)]
    if isinstance(node, Enum):
        return f"enum {node.name}"
    if isinstance(node, (Object, Array, Map, Union)):
        return f"struct {node.name}"
    return None


def declare(type_text, name, pointer=False):
    return f"{type_text} *{name};" if pointer else f"{type_text} {name};"


class Definition:
    """One enum or struct, and the types that must be complete before it."""

    def __init__(self, tag, lines, needs):
        self.tag = tag
        self.lines = lines
        self.needs = needs


def definitions(roots):
    """The C definitions of some types, in an order that compiles."""
    found = {}
    for root in roots:
        for node in _inline_first(root):
            for definition in _define(node):
                found[definition.tag] = definition
    ordered = {}

    def visit(definition):
        for tag in definition.needs:
            if tag in found and tag not in ordered:
                visit(found[tag])
        ordered.setdefault(definition.tag, definition)

    for definition in found.values():
        visit(definition)
    return list(ordered.values())


def _inline_first(node):
    for child in node.children():
        yield from _inline_first(child)
    yield node


def _define(node):
    if isinstance(node, Enum):
        yield _enum(node.name, node.words, node.note)
    elif isinstance(node, Object):
        yield _object(node)
    elif isinstance(node, Array):
        item = c_type(node.items)
        lines = [f"struct {node.name} {{", f"    {declare(item, 'items', pointer=True)}", "    size_t count;", "};"]
        yield Definition(f"struct {node.name}", comment(node.note) + lines, [item] if item.startswith("enum") else [])
    elif isinstance(node, Map):
        yield from _map(node)
    elif isinstance(node, Union):
        yield from _union(node)


def _enum(name, words, note):
    lines = comment(note) + [f"enum {name} {{"]
    lines += [f"    {names.constant(name, word)} = {index}," for index, word in enumerate(words)]
    return Definition(f"enum {name}", lines + ["};"], [])


def _object(node):
    lines, needs = [], []
    for field in node.fields:
        lines += comment(_field_note(field), "    ")
        kind = c_type(field.node)
        if kind:
            lines.append("    " + declare(kind, field.name))
            needs.append(kind)
        if field.has_presence:
            lines.append(f"    enum field_is {field.name}_is;")
        if not kind and not field.has_presence:
            lines.append(f"    /* {field.json}: always present, not stored. */")
    if not needs and not any(f.has_presence for f in node.fields):
        lines.append("    char unused;")
    head = comment(node.note) + [f"struct {node.name} {{"]
    return Definition(f"struct {node.name}", head + lines + ["};"], needs)


def _field_note(field):
    note = field.note if isinstance(field.node, Ref) or not _is_defined(field.node) else ""
    return ("Deprecated. " if field.deprecated else "") + note


def _is_defined(node):
    """Whether the type has its own definition, which already has its description."""
    return isinstance(node, (Enum, Object, Array, Map, Union))


def _map(node):
    pair = f"struct {node.name}_pair"
    yield Definition(f"struct {node.name}", comment(node.note) + [
        f"struct {node.name} {{", f"    {declare(pair, 'items', pointer=True)}", "    size_t count;", "};"], [])
    value = c_type(node.values)
    yield Definition(pair, [f"{pair} {{", "    struct slice key;", f"    {declare(value, 'value')}", "};"], [value])


def _union(node):
    kind = f"{node.name}_kind"
    yield _enum(kind, [v.word for v in node.variants], "")
    lines = comment(node.note) + [f"struct {node.name} {{", f"    enum {kind} kind;", "    union {"]
    lines += [f"        {declare(c_type(v.node), v.name)}" for v in node.variants]
    needs = [f"enum {kind}"] + [c_type(v.node) for v in node.variants]
    yield Definition(f"struct {node.name}", lines + ["    } as;", "};"], needs)


def other_namespaces(roots, own):
    """The namespaces whose types these types use."""
    return sorted({n.target.namespace for root in roots for n in walk(root) if isinstance(n, Ref)} - {own})
