"""Compiles the generated C of a contract, with handlers that do nothing."""

import shutil
import subprocess
from pathlib import Path

from generator.c_types import c_type
from generator.outputs import outputs, write_all

SOURCE = Path(__file__).resolve().parent.parent.parent / "src"
WARNINGS = """-std=gnu17 -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Wundef
    -Wpointer-arith -Wvla -Werror""".split()


def compilers():
    return [name for name in ("gcc", "clang") if shutil.which(name)]


def stub_handlers(contract):
    """C functions for all handlers, and call_reply()."""
    lines = [f'#include "contract/{n.name}.h"' for n in contract.namespaces]
    lines += ["int call_reply(struct call *call, const void *result)", "{", "    (void)call;",
              "    return result != NULL;", "}"]
    for method in contract.methods:
        if method.handler != "peer":
            lines += [f"int {method.name}(struct call *call, const {c_type(method.params)} *params)", "{",
                      "    (void)call;", "    return params == NULL;", "}"]
    return "\n".join(lines) + "\n"


def lay_out(contract, directory):
    """Writes the generated C; answers its sources."""
    write_all(outputs(contract, "c"), directory)
    (directory / "stubs.c").write_text(stub_handlers(contract))
    return sorted((directory / "contract").glob("*.c")) + [directory / "stubs.c"]


def compile_c(compiler, directory, sources, *options):
    command = [compiler, *WARNINGS, f"-I{SOURCE}", f"-I{directory}", *options, *map(str, sources)]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
