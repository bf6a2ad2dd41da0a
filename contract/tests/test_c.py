"""The generated C compiles without a warning and finds its methods."""

import json
import subprocess

import pytest
from stubs import compile_c, compilers, lay_out

from generator.build import HERE, load_contract
from generator.emit_dispatch import method_hash, slot_table
from generator.emit_openrpc import openrpc_document

GOOD = HERE / "tests" / "good"


@pytest.mark.parametrize("compiler", compilers())
@pytest.mark.parametrize("directory", [GOOD, HERE], ids=["fixture", "contract"])
def test_compiles_without_a_warning(directory, compiler, tmp_path):
    sources = lay_out(load_contract(directory), tmp_path)
    compile_c(compiler, tmp_path, sources, "-c")


def test_headers_stand_alone(tmp_path):
    lay_out(load_contract(GOOD), tmp_path)
    for header in sorted((tmp_path / "contract").glob("*.h")):
        alone = tmp_path / "alone.c"
        alone.write_text(f'#include "contract/{header.name}"\n')
        compile_c("gcc", tmp_path, [alone], "-fsyntax-only")


def test_lookup_in_c(tmp_path):
    contract = load_contract(GOOD)
    sources = lay_out(contract, tmp_path) + [HERE / "tests" / "lookup.c"]
    compile_c("gcc", tmp_path, sources, "-O1", "-o", "lookup")
    lines = subprocess.run([tmp_path / "lookup"], capture_output=True, text=True, check=True).stdout.splitlines()
    answered = [m for m in contract.methods if m.handler != "peer"]
    assert sorted(lines[:len(answered)]) == sorted(m.json for m in answered)
    document = openrpc_document(contract)
    assert json.loads(lines[-1]) == document
    size = len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
    assert lines[-2] == f"{len(contract.methods)} methods, {len(contract.events)} events, 2 secrets, {size} bytes"


def look_up(slots, names, name):
    at = method_hash(name) & (len(slots) - 1)
    while slots[at]:
        if names[slots[at] - 1] == name:
            return names[slots[at] - 1]
        at = (at + 1) & (len(slots) - 1)
    return None


@pytest.mark.parametrize("count", [0, 1, 2, 3, 16, 17, 500])
def test_slot_table_at_any_size(count):
    names = [f"space.method{i}" for i in range(count)]
    slots = slot_table(names)
    assert len(slots) & (len(slots) - 1) == 0
    assert len(slots) >= 2 * count
    assert all(look_up(slots, names, name) == name for name in names)
    assert look_up(slots, names, "space.other") is None


def test_hash_is_fnv_1a_and_sees_one_separator():
    assert method_hash("") == 0x811C9DC5
    assert method_hash("a") == 0xE40C292C
    assert method_hash("chat:sendMessage") == method_hash("chat.sendMessage")
