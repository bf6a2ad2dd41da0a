"""The C files: a header for each namespace, the errors, the lists of all items, the tables."""

import json

from . import names
from .c_shapes import Shapes
from .c_text import comment, fold, literal_pieces, slice_init
from .c_types import c_type, definitions, other_namespaces
from .emit_openrpc import openrpc_document
from .model import Ref, resolved


def generated(source):
    return comment(f"Generated from {source} by contract/generate; do not edit.")


def emit_c(contract):
    """{name: text} of every C file except the dispatch tables."""
    files = {}
    for namespace in contract.namespaces:
        if namespace.types:
            files[f"contract/{namespace.name}_types.h"] = _types_header(namespace)
        files[f"contract/{namespace.name}.h"] = _header(namespace)
    files["contract/errors.h"] = _errors_header(contract)
    files["contract/all.h"] = _all_header()
    files["contract/contract.c"] = _source(contract)
    return files


def _text(lines):
    return "\n".join(lines).rstrip("\n") + "\n"


def _includes(roots, namespace):
    return [f'#include "contract/{other}_types.h"' for other in other_namespaces(roots, namespace.name)]


def _define_all(roots):
    lines = []
    for definition in definitions(roots):
        lines += definition.lines + [""]
    return lines


def _types_header(namespace):
    roots = [t.node for t in namespace.types.values()]
    lines = generated(f"contract/{namespace.file}") + ["#pragma once", ""]
    lines += ['#include "json/shape.h"'] + _includes(roots, namespace) + [""]
    lines += _define_all(roots)
    lines += [f"extern const struct shape {root.name}_shape;" for root in roots]
    return _text(lines)


def _own_roots(namespace):
    """Params and results that are not declared types, in order."""
    nodes = [n for m in namespace.methods for n in (m.params, m.result) if n is not None]
    nodes += [e.params for e in namespace.events]
    return [n for n in nodes if not isinstance(n, Ref)], nodes


def _header(namespace):
    own, every = _own_roots(namespace)
    lines = generated(f"contract/{namespace.file}") + comment(namespace.summary) + ["#pragma once", ""]
    lines += ['#include "rpc/method.h"']
    if namespace.types:
        lines.append(f'#include "contract/{namespace.name}_types.h"')
    lines += _includes(every, namespace) + ["", "struct call;", ""]
    if any(_has_reply(m) for m in namespace.methods):
        lines += ["int call_reply(struct call *call, const void *result);", ""]
    for method in namespace.methods:
        lines += _method(method)
    for event in namespace.events:
        lines += comment(f"Event {event.json}: {_prose(event)}") + [""]
        lines += _define_all([n for n in [event.params] if not isinstance(n, Ref)])
        if event.params in own:
            lines.append(f"extern const struct shape {event.params.name}_shape;")
        lines += [f"extern const struct event_type {event.name}_event;", ""]
    return _text(lines)


def _prose(item):
    return item.summary + ("\n\n" + item.description if item.description else "")


def _has_reply(method):
    return method.result is not None and method.handler != "peer"


def _method(method):
    kind = "Notification" if method.notification else "Method"
    lines = comment(f"{kind} {method.json}: {_prose(method)}") + [""]
    own = [n for n in (method.params, method.result) if n is not None and not isinstance(n, Ref)]
    for root in own:
        lines += _define_all([root])
    lines += [f"extern const struct shape {root.name}_shape;" for root in own]
    lines.append(f"extern const struct method {method.name}_method;")
    if method.handler != "peer":
        lines.append(f"int {method.name}(struct call *call, const {c_type(method.params)} *params);")
    return lines + [""] + (_reply(method) if _has_reply(method) else [])


def _reply(method):
    result = c_type(method.result)
    argument, value = (f", const {result} *result", "result") if result else ("", "NULL")
    return [f"static inline int {method.name}_reply(struct call *call{argument})", "{",
            f"    return call_reply(call, {value});", "}", ""]


def _errors_header(contract):
    lines = generated("the files of contract/") + ["#pragma once", "", '#include "rpc/method.h"', ""]
    lines += ["/* An index into contract_errors. */", "enum error_id {"]
    for error in contract.errors:
        lines += comment(f"{error.code}: {error.summary}", "    ")
        lines.append(f"    {names.constant('error', error.word)},")
    lines += ["    ERROR_COUNT,", "};", "", "extern const struct error_type contract_errors[];"]
    return _text(lines)


def _all_header():
    lines = generated("the files of contract/") + ["#pragma once", "", '#include "rpc/method.h"', ""]
    for what, declaration, count in (
        ("Every method, of every program.", "const struct method *const contract_methods[]", "contract_method_count"),
        ("Every event that the daemon sends.", "const struct event_type *const contract_events[]",
         "contract_event_count"),
        ("Names of fields whose value is never logged or printed.", "const struct slice contract_secret_names[]",
         "contract_secret_name_count"),
        ("The whole contract as an OpenRPC document, on one line.", "const char contract_openrpc[]",
         "contract_openrpc_size"),
        ("The part of it that apps may use.", "const char contract_openrpc_app[]", "contract_openrpc_app_size"),
    ):
        lines += comment(what) + [f"extern {declaration};", f"extern const size_t {count};", ""]
    return _text(lines)


def _source(contract):
    lines = generated("the files of contract/")
    lines += ['#include "contract/all.h"', '#include "contract/errors.h"']
    lines += [f'#include "contract/{n.name}.h"' for n in contract.namespaces] + [""]
    shapes = Shapes()
    for declared in contract.types:
        shapes.public(declared.node)
    for namespace in contract.namespaces:
        for root in _own_roots(namespace)[0]:
            shapes.public(root)
    for line in shapes.lines:
        lines += fold(line)
    for method in contract.methods:
        lines += _method_table(method)
    for event in contract.events:
        lines += [f"const struct event_type {event.name}_event = {{",
                  f"    .name = {slice_init(event.json)},", f"    .params = &{resolved(event.params).name}_shape,",
                  "};", ""]
    return _text(lines + _lists(contract) + _openrpc(contract))


def _method_table(method):
    rows = [f".name = {slice_init(method.json)}", f".params = &{resolved(method.params).name}_shape"]
    lines = []
    if method.result is not None:
        rows.append(f".result = &{resolved(method.result).name}_shape")
    if method.positional:
        order = [f.json for f in resolved(method.params).fields]
        indexes = ", ".join(str(order.index(name)) for name in method.positional)
        lines.append(f"static const uint8_t {method.name}_positional[] = {{{indexes}}};")
        rows += [f".positional = {method.name}_positional", f".positional_count = {len(method.positional)}"]
    rows.append(f".callers = {' | '.join('CALLER_' + c.upper() for c in method.callers)}")
    flags = (["METHOD_WAITS"] * method.waits + ["METHOD_NOTIFICATION"] * method.notification
             + ["METHOD_SECRET"] * method.secret)
    if flags:
        rows.append(f".flags = {' | '.join(flags)}")
    return lines + [f"const struct method {method.name}_method = {{"] + [f"    {row}," for row in rows] + ["};", ""]


def _lists(contract):
    """The lists of all.h. An empty list has one entry that its count does not include: C has no empty arrays."""
    lines = []
    for declaration, count, rows, empty in (
        ("const struct method *const contract_methods[]", "contract_method_count",
         [f"&{m.name}_method" for m in contract.methods], "NULL"),
        ("const struct event_type *const contract_events[]", "contract_event_count",
         [f"&{e.name}_event" for e in contract.events], "NULL"),
        ("const struct slice contract_secret_names[]", "contract_secret_name_count",
         [slice_init(s) for s in contract.secrets], "{NULL, 0}"),
    ):
        lines += [f"{declaration} = {{"] + [f"    {row}," for row in rows or [empty]] + ["};"]
        lines += [f"const size_t {count} = {len(rows)};", ""]
    rows = [f"[{names.constant('error', e.word)}] = {{{e.code}, {slice_init(e.word)}, {slice_init(e.summary)}}}"
            for e in contract.errors]
    return lines + ["const struct error_type contract_errors[] = {"] + [
        f"    {row}," for row in rows or ["{0, {NULL, 0}, {NULL, 0}}"]] + ["};", ""]


def _openrpc(contract):
    return _document("contract_openrpc", openrpc_document(contract)) + [""] + _document(
        "contract_openrpc_app", openrpc_document(contract, "app"))


def _document(name, document):
    pieces = literal_pieces(json.dumps(document, ensure_ascii=False, separators=(",", ":")))
    return [f"const char {name}[] ="] + [f"    {p}" for p in pieces[:-1]] + [f"    {pieces[-1]};"] + [
        f"const size_t {name}_size = sizeof({name}) - 1;"]
