"""The files that the generator writes, and their places."""

import difflib
import json

from .emit_c import emit_c
from .emit_dispatch import emit_dispatch
from .emit_markdown import emit_markdown
from .emit_openrpc import openrpc_document
from .emit_sdk import emit_channels, emit_schemas
from .emit_ts import emit_ts


def _c(contract):
    return {**emit_c(contract), **emit_dispatch(contract)}


def _openrpc(contract):
    return {"openrpc.json": json.dumps(openrpc_document(contract), ensure_ascii=False, indent=2) + "\n"}


def _typescript(contract):
    return {"weir.d.ts": emit_ts(contract), "channels.ts": emit_channels(contract), "schemas.ts": emit_schemas(contract)}


def _markdown(contract):
    return {"protocol.md": emit_markdown(contract)}


KINDS = {"c": _c, "openrpc": _openrpc, "ts": _typescript, "md": _markdown}

# The places of the outputs in the repository, relative to its root.
_KEPT = {
    "weir.d.ts": "sdk/typescript/weir.d.ts",
    "channels.ts": "sdk/typescript/src/generated/channels.ts",
    "schemas.ts": "sdk/typescript/src/generated/schemas.ts",
    "protocol.md": "docs/protocol.md",
}


def outputs(contract, only=None):
    """{name: text} of all outputs, or of one kind."""
    files = {}
    for kind, emit in KINDS.items():
        if only in (None, kind):
            files.update(emit(contract))
    return files


def kept_path(name):
    """The place of an output, relative to the root of the repository."""
    return _KEPT.get(name, "contract/golden/" + name.removeprefix("contract/"))


def write(path, text):
    """Writes a file only if its content differs, to avoid needless rebuilds."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True


def write_all(files, directory):
    for name, text in files.items():
        write(directory / name, text)


def stale(files, directory, strict=None):
    """Lines that describe how the files in a directory differ from the expected ones.

    Also names files in the directory `strict` that are not generated."""
    lines = []
    for name, text in files.items():
        path = directory / name
        if not path.is_file():
            lines.append(f"{name}: is missing")
            continue
        current = path.read_text(encoding="utf-8")
        if current != text:
            diff = list(difflib.unified_diff(current.splitlines(), text.splitlines(), lineterm="", n=0))[2:]
            lines.append(f"{name}: is stale, {sum(1 for d in diff if d[:1] in '+-')} lines differ")
            lines += [f"    {d}"[:160] for d in diff[:10]]
    if strict is not None:
        expected = {(directory / name).resolve() for name in files}
        for path in sorted(p for p in strict.rglob("*") if p.is_file()):
            if path.resolve() not in expected:
                lines.append(f"{path.relative_to(directory)}: not generated; delete it")
    return lines
