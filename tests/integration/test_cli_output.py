"""What weir prints: colour without a terminal, schemas that stand alone, the daemon's own words when it refuses."""

import json
import re

import pytest

from cli import Cli
from setting import OPENRPC, WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

COLOUR = re.compile(r"\x1b\[\d*m")


@pytest.fixture
def cli(place):
    return Cli(place)


# --- colour ---


def test_colour_changes_no_layout(cli, daemon):
    always = cli.run("call", "daemon.stop", "{}", "--color", "always").out
    assert COLOUR.search(always) and COLOUR.sub("", always) == '{"stopping":true}\n'
    assert daemon.wait() == 0


def test_colour_and_json_on_one_line(cli, daemon):
    plain = cli.run("call", "rpc.discover").out
    assert COLOUR.sub("", cli.run("call", "rpc.discover", "--color", "always").out) == plain
    assert cli.run("call", "rpc.discover", "--color", "always", "--json").out == plain


# --- methods ---


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from references(item)


def test_a_method_as_json_stands_alone(cli, daemon):
    assert set(references(OPENRPC["methods"]))
    for listed in OPENRPC["methods"] + OPENRPC["x-events"]:
        shown = cli.run("methods", listed["name"], "--json").json()
        assert not set(references(shown)) and shown["name"] == listed["name"] and set(shown) == set(listed)
    schemas, errors = OPENRPC["components"]["schemas"], OPENRPC["components"]["errors"]
    shown = cli.run("methods", "initialize", "--json").json()
    assert shown["params"][0]["schema"] == schemas["core.ClientInfo"] and errors["already_initialized"] in shown["errors"]
    health = cli.run("methods", "daemon.status", "--json").json()["result"]["schema"]["properties"]["health"]
    assert health == schemas["daemon.Health"] | {"description": "The worst health of all subsystems."}


def test_the_list_as_json_stands_alone(cli, daemon):
    lines = cli.run("methods", "--json").out.splitlines()
    assert len(lines) == len(OPENRPC["methods"]) and not set(references([json.loads(line) for line in lines]))


# --- a daemon that has no room ---


@pytest.mark.parametrize("command", [["ping"], ["call", "ping"], ["daemon", "status"], ["daemon", "stop"]], ids=" ".join)
def test_a_refusal_in_the_daemons_words(cli, place, make_daemon, command):
    place.write_config({"limits": {"connections": 1}})
    daemon = make_daemon().start()
    daemon.client().ping()
    for _ in range(10):  # sometimes the refusal is there before the question, sometimes behind it
        done = cli.run(*command)
        assert done.code == 1 and "too many connections: the limit is 1 (limits.connections)" in done.err and done.out == "", done
    assert daemon.is_running()
