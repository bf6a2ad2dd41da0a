"""weir(1) describes every command and option that weir has, and no other; weir-config(5) every setting of the contract, with its type
and its default; the pages of the other programs their options; all programs are of one version."""

import json
import re
import subprocess

import pytest

from cli import Cli
from setting import BIN, REPOSITORY, WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

PAGE = REPOSITORY / "docs" / "man" / "weir.1"
PROGRAMS = ["weir", "weird", "weir-executor", "weir-agent", "weir-broker", "weir-jail", "weir-mcp", "weir-unpack", "weir-capture", "weir-watch"]


@pytest.fixture
def cli(place):
    return Cli(place)


def own_commands(cli):
    """Each command with its options, as the help tells them."""
    chapters = cli.run("help").out.split("\nOptions, before")[0]
    words = re.findall(r"^  ([a-z]+(?: [a-z]+)?)(?= |$)", chapters, re.M)
    names = set()
    for word in words:
        for name in (word, word.split()[0]):
            done = cli.run("help", *name.split())
            if done.code == 0 and re.match(rf"usage: weir {name}(?! COMMAND)(?: |\n)", done.out):
                names.add(name)
                break
    return {name: set(re.findall(r"^ {2,6}(?:-\w, )?--([a-z-]+)", cli.run("help", *name.split()).out.split("Options of all")[0], re.M))
            for name in names}


def described():
    """Each command that the page describes, with the text of its part."""
    source = PAGE.read_text().split(".Sh COMMANDS\n", 1)[1].split("\n.Sh ", 1)[0]
    found, depth, current = {}, 0, None
    for line in source.splitlines():
        depth += line.startswith(".Bl") - line.startswith(".El")
        if depth == 1 and line.startswith(".It Cm "):
            match = re.match(r"\.It Cm ([a-z]+(?: [a-z]+)?)(?: Oo Cm ([a-z]+) Oc)?", line)
            names = [match[1] + (f" {match[2]}" if match[2] else "")]
            others = re.match(r"\.It Cm [a-z]+ [a-z]+((?: \| [a-z]+)*)", line)
            names += [f"{names[0].split()[0]} {other}" for other in re.findall(r"[a-z]+", others[1] if others else "")]
            current = [found.setdefault(name, []) for name in names]
        for lines in current or ():
            lines.append(line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def options_of(text):
    return set(re.findall(r"Fl (?:\w , Fl )?\\-((?:[a-z]|\\?-)+)", text))


def test_every_command_is_described(cli):
    own, page = own_commands(cli), described()
    assert len(own) > 50
    assert set(own) == set(page), (sorted(set(own) - set(page)), sorted(set(page) - set(own)))


def test_every_option_is_described(cli):
    page = described()
    missing = {}
    for name, options in own_commands(cli).items():
        told = {option.replace("\\-", "-") for option in options_of(page[name])}
        if name == "chat":
            told |= {option.replace("\\-", "-") for option in options_of(page["run"])}
        if name == "session update":
            told |= {option.replace("\\-", "-") for option in options_of(page["session create"])}
        if options - told:
            missing[name] = sorted(options - told)
    assert not missing, missing


def test_every_command_of_chat_is_described(cli, daemon):
    listed = set(re.findall(r"^ *(/[a-z]+)", cli.run("chat", input="/help\n").out, re.M))
    assert len(listed) > 10 and listed == set(re.findall(r"^\.It Cm (/[a-z]+)", PAGE.read_text(), re.M))


def test_every_command_is_in_the_synopsis(cli):
    synopsis = PAGE.read_text().split(".Sh SYNOPSIS\n")[1].split(".Sh ")[0]
    lines = [line.removeprefix(".Cm ") for line in re.sub(r"\n\.Op Cm (\w+)", r" \1", synopsis).splitlines() if line.startswith(".Cm ")]
    told = set()
    for line in lines:
        first, *others = [part.strip() for part in line.split("|")]
        group, _, command = first.rpartition(" ")
        told |= {f"{group} {name}".strip() for name in (command, *others)}
    missing = set(own_commands(cli)) - told - {"completion"}
    assert not missing, sorted(missing)


# --- settings ---


TYPES = json.loads((REPOSITORY / "contract" / "config.json").read_text())["types"]


def resolved(schema):
    """A type with what it refers to."""
    if "$ref" not in schema:
        return schema
    namespace, _, name = schema["$ref"].rpartition("#/types/")
    types = json.loads((REPOSITORY / "contract" / f"{namespace}.json").read_text())["types"] if namespace else TYPES
    return {**resolved(types[name]), **{key: value for key, value in schema.items() if key != "$ref"}}


def settings(schema, name=""):
    """Each setting of the contract by its dotted name; NAME or MODEL stands for what the user chooses."""
    schema = resolved(schema)
    if "properties" in schema:
        return {full: one for key, part in schema["properties"].items() for full, one in settings(part, f"{name}.{key}".strip(".")).items()}
    entries = schema.get("additionalProperties")
    if isinstance(entries, dict) and "properties" in resolved(entries):
        return settings(entries, f"{name}.{'MODEL' if name == 'prices' else 'NAME'}")
    return {name: schema}


def kind(schema):
    """How weir-config(5) says what a setting may be."""
    if "enum" in schema:
        text = ", ".join(schema["enum"][:-1]) + " or " + schema["enum"][-1]
    elif schema["type"] in ("integer", "number"):
        text = f"{schema['type']}, {schema['minimum']} to {schema['maximum']}"
    else:
        text = {"array": "list of strings", "object": "object of strings"}.get(schema["type"], schema["type"])
    return text + (f"; default {json.dumps(schema['default'])}".replace('"', "") if "default" in schema else "")


def test_every_setting_is_described():
    page = (PAGE.parent / "weir-config.5").read_text()
    described = dict(re.findall(r"^\.It Li (\S+) Pq (.*)\n[^.\n]", page, re.M))
    contract = {name: kind(schema) for name, schema in settings(TYPES["Settings"]).items()}
    assert len(contract) > 70
    assert described == contract


# --- the other programs ---


@pytest.mark.parametrize("program, page", [(name, name + (".1" if name == "weir-agent" else ".8")) for name in PROGRAMS[1:]])
def test_every_option_of_a_program_is_described(program, page):
    text = subprocess.run([BIN / program, "--help"], capture_output=True, text=True, timeout=30, check=True).stdout
    own = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", text, re.M)) | set(re.findall(r"(?<=, )--([a-z-]+)", text))
    told = {option.replace("\\-", "-") for option in options_of((PAGE.parent / page).read_text())}
    assert own and own == told, (sorted(own - told), sorted(told - own))


# --- versions ---


def test_every_program_has_the_same_version(cli, daemon, client):
    versions = {}
    for program in PROGRAMS:
        done = subprocess.run([BIN / program, "--version"], capture_output=True, text=True, timeout=30, check=True)
        name, _, versions[program] = done.stdout.strip().rpartition(" ")
        assert name == program and done.stderr == "", done
    version = versions["weir"]
    assert set(versions.values()) == {version}
    assert cli.run("--version", "--json").json()["version"] == version
    assert client.call("daemon.status")["version"] == version
    assert re.search(rf"^Version: {re.escape(version)}$", (BIN.parent / "src" / "weir.pc").read_text(), re.M)
    for manifest in REPOSITORY.glob("sdk/*/package.json"):
        assert json.loads(manifest.read_text())["version"] == version, manifest
