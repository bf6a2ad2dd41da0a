"""Files that are installed with the programs: shell completion, manual pages, systemd units."""

import configparser
import re
import shutil
import subprocess

import pytest

from cli import Cli
from setting import BIN, OPENRPC, REPOSITORY, WEIR, WEIRD

needs_weir = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")
PAGES = sorted((REPOSITORY / "docs" / "man").glob("*.[1-8]"))


# --- completion ---


@pytest.fixture
def complete(place):
    """Answers what bash would offer for a line."""
    script = place.root / "weir.bash"
    script.write_text(Cli(place).run("completion", "bash").out)

    def offers(line):
        words = line.split(" ")
        program = f"""
            source {script}
            compopt() {{ :; }}
            COMP_WORDS=({' '.join(f"'{word}'" for word in words)})
            COMP_CWORD={len(words) - 1}
            _weir
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        path = f"{BIN}:{place.environment()['PATH']}"
        done = subprocess.run(
            ["bash", "-c", program], env=place.environment(PATH=path), capture_output=True, text=True, timeout=30, cwd=place.root
        )
        assert done.returncode == 0 and done.stderr == "", done.stderr
        return set(done.stdout.split())

    return offers


@needs_weir
def test_bash_loads_it_and_registers_it(place):
    script = Cli(place).run("completion", "bash").out
    for command in (["bash", "-n"], ["bash", "-c", script + "\ncomplete -p weir"]):
        done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=30, env=place.environment())
        assert done.returncode == 0 and done.stderr == ""
    assert "_weir" in done.stdout


@needs_weir
def test_bash_completes_commands(complete):
    assert complete("weir ") >= {"daemon", "ping", "call", "methods", "completion"}
    assert complete("weir me") == {"methods"}
    assert complete("weir daemon ") == {"start", "stop", "restart", "status", "logs"}
    assert complete("weir --json daemon sta") == {"start", "status"}
    assert complete("weir --socket x daemon sto") == {"stop"}
    assert complete("weir terminal ") == {"open", "attach", "list", "close"}
    assert complete("weir completion ") == {"bash", "zsh", "fish"}


@needs_weir
def test_bash_completes_options(complete):
    assert complete("weir --") >= {"--socket", "--json", "--help", "--version"}
    assert "--follow" in complete("weir daemon logs --") and "--follow" not in complete("weir ping --")
    assert complete("weir terminal --") >= {"--cwd", "--tmux", "--detach"}
    assert "--no-scrollback" in complete("weir terminal attach --") and "--tmux" not in complete("weir terminal attach --")
    assert complete("weir --color ") == {"auto", "always", "never"}


@needs_weir
def test_bash_completes_methods_of_the_daemon(complete, daemon):
    assert complete("weir call ") >= {method["name"] for method in OPENRPC["methods"] if not method.get("x-notification")}
    assert complete("weir methods daemon.sta") == {"daemon.status"}


@needs_weir
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_can_read_theirs(place, shell):
    script = Cli(place).run("completion", shell).out
    assert "weir" in script and "daemon" in script
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed; its script was made, and not tried")
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, timeout=30, env=place.environment())
    assert done.returncode == 0 and done.stderr == ""


# --- manual pages ---


def test_there_are_pages_for_both_programs():
    assert {page.name for page in PAGES} >= {"weir.1", "weird.8"}


def has_man():
    """Whether man of man-db is installed. Some images have a placeholder that only explains how to get it."""
    return shutil.which("man") and subprocess.run(["man", "--version"], capture_output=True, text=True).stdout.startswith("man ")


needs_man = pytest.mark.skipif(not has_man(), reason="man is not installed")


def render(page):
    """As a terminal would show it, with what the formatter has to complain about."""
    return subprocess.run(
        ["man", "-l", "--warnings", "-E", "UTF-8", "-P", "cat", str(page)],
        capture_output=True, text=True, timeout=30, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "100"},
    )


@needs_man
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_renders_without_a_warning(page):
    done = render(page)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert len(done.stdout.splitlines()) > 30


@needs_man
@pytest.mark.parametrize("program, page", [(WEIRD, "weird.8"), (WEIR, "weir.1")], ids=["weird", "weir"])
def test_a_page_tells_every_option_of_the_help(place, program, page):
    if not program.exists():
        pytest.skip(f"{program.name} is not built")
    text = render(REPOSITORY / "docs" / "man" / page).stdout
    shown = subprocess.run([str(program), "--help"], capture_output=True, text=True, timeout=30, env=place.environment()).stdout
    options = set(re.findall(r"--[a-z][a-z-]+", shown))
    assert len(options) > 4
    assert [option for option in sorted(options) if option not in text] == []


@needs_man
def test_the_page_of_the_configuration_tells_every_setting():
    text = render(REPOSITORY / "docs" / "man" / "weir-config.5").stdout
    schemas = OPENRPC["components"]["schemas"]
    parts = [*schemas["config.Settings"]["properties"].values(), schemas["config.Executor"]]
    names = [name for part in parts for name in part.get("properties", [])]
    assert len(names) > 5
    assert [name for name in names if name not in text] == []


# --- units ---


@pytest.mark.skipif(not (REPOSITORY / "packaging" / "weird.service").exists(), reason="there is no unit yet")
def test_the_unit_fits_the_program():
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str
    unit.read_string((REPOSITORY / "packaging" / "weird.service").read_text())
    assert unit["Service"]["Type"] in ("notify", "notify-reload")
    assert "--foreground" in unit["Service"]["ExecStart"]
    assert unit["Service"]["KillMode"] == "process"
    socket = configparser.RawConfigParser(strict=False)
    socket.optionxform = str
    socket.read_string((REPOSITORY / "packaging" / "weird.socket").read_text())
    assert socket["Socket"]["ListenStream"] == "%t/weir/daemon.sock"
    assert socket["Socket"]["SocketMode"] == "0600" and socket["Socket"]["DirectoryMode"] == "0700"
