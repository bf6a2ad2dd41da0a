"""The dispatch tables, from a method's name to its handler."""

from .emit_c import generated
from .names import separator_free


def method_hash(name):
    """FNV-1a, the same as method_hash() in rpc/method.h."""
    value = 2166136261
    for byte in separator_free(name).encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


def slot_table(names):
    """An open-addressing hash table of index + 1 into the names; at most half of its slots are used."""
    size = 2
    while size < 2 * len(names):
        size *= 2
    slots = [0] * size
    for index, name in enumerate(names):
        at = method_hash(name) & (size - 1)
        while slots[at]:
            at = (at + 1) & (size - 1)
        slots[at] = index + 1
    return slots


def emit_dispatch(contract):
    """{name: text} of a header and a source file for each program that handles methods."""
    files = {}
    for handler in contract.handlers:
        methods = [m for m in contract.methods if m.handler == handler]
        files[f"contract/{handler}_dispatch.h"] = _header(handler)
        files[f"contract/{handler}_dispatch.c"] = _source(handler, methods)
    return files


def _header(handler):
    return "\n".join(generated("the files of contract/") + [
        "#pragma once", "", '#include "rpc/method.h"', "", f"extern const struct dispatch {handler}_dispatch;", ""])


def _source(handler, methods):
    lines = generated("the files of contract/") + [f'#include "contract/{handler}_dispatch.h"']
    lines += [f'#include "contract/{name}.h"' for name in sorted({m.namespace for m in methods})] + [""]
    for method in methods:
        lines += [f"static int handle_{method.name}(struct call *call, const void *params)", "{",
                  f"    return {method.name}(call, params);", "}", ""]
    lines += ["static const struct dispatch_entry entries[] = {"]
    lines += [f"    {{&{m.name}_method, handle_{m.name}}}," for m in methods] or ["    {NULL, NULL},"]
    slots = slot_table([m.json for m in methods])
    lines += ["};", "", "static const uint16_t slots[] = {"]
    for start in range(0, len(slots), 16):
        lines.append("    " + ", ".join(map(str, slots[start:start + 16])) + ",")
    lines += ["};", "", f"const struct dispatch {handler}_dispatch = {{",
              "    .entries = entries,", "    .slots = slots,",
              f"    .count = {len(methods)},", f"    .slot_mask = {len(slots) - 1},", "};", ""]
    return "\n".join(lines)
