"""The command line of contract/generate."""

import argparse
import sys
from pathlib import Path

from . import outputs
from .build import HERE, load_contract
from .problems import ContractError


def _arguments(argv):
    parser = argparse.ArgumentParser(
        prog="contract/generate", description="Generate C, TypeScript, OpenRPC and Markdown from the contract.")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--out", metavar="DIR", type=Path, help="write the outputs into DIR")
    task.add_argument("--list-outputs", action="store_true", help="print the names of the outputs, one per line")
    task.add_argument("--update", action="store_true", help="update the outputs that are committed to the repository")
    task.add_argument("--check", action="store_true", help="fail if the committed outputs are stale")
    parser.add_argument("--contract", metavar="PATH", type=Path, action="append",
                        help="a contract file, or a directory of contract files; can be repeated")
    parser.add_argument("--only", choices=sorted(outputs.KINDS), help="generate only this kind of output")
    return parser.parse_args(argv)


def main(argv=None):
    args = _arguments(argv)
    try:
        contract = load_contract(*args.contract or [HERE])
    except ContractError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        return 1
    files = outputs.outputs(contract, args.only)
    if args.list_outputs:
        print("\n".join(files))
    elif args.out:
        outputs.write_all(files, args.out)
    else:
        return _kept(files, args)
    return 0


def _kept(files, args):
    """Updates or checks the committed outputs. They show the effect of a generator change in a review."""
    root = (args.contract or [HERE])[0].resolve().parent
    kept = {outputs.kept_path(name): text for name, text in files.items()}
    golden = root / "contract" / "golden"
    if args.update:
        outputs.write_all(kept, root)
        if args.only is None:
            for path in golden.iterdir():
                if str(path.relative_to(root)) not in kept:
                    path.unlink()
        return 0
    lines = outputs.stale(kept, root, golden if args.only is None else None)
    for line in lines:
        print(line, file=sys.stderr)
    if lines:
        print("run ./dev generate", file=sys.stderr)
    return 1 if lines else 0
