"""Every command that the README, the getting-started page, the pages on automation, on MCP servers and on desktop shells, the guides and the EXAMPLES of the manual pages show is run, in a fresh home."""

import subprocess

import pytest

from kernels import need_namespaces
from models import KEY
from sdk import package
from setting import REPOSITORY, WATCHDOG_SECONDS, WEIR
from transcripts import console_blocks, manual_blocks, run_blocks

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

DOCS = REPOSITORY / "docs"
PAGES = sorted([REPOSITORY / "README.md", DOCS / "automation.md", DOCS / "desktop.md", DOCS / "getting-started.md", DOCS / "mcp.md", *(DOCS / "guide").glob("*.md")])
MANUALS = sorted(path for path in (DOCS / "man").iterdir() if path.suffix[1:].isdigit())
NAMES = [path.stem for path in PAGES]

FEW = 12  # blocks of all pages together that are not run


def name_of(page):
    return str(page.relative_to(REPOSITORY))


@pytest.fixture
def reader(place, once):
    """A person with an empty home. The daemon that the page starts is stopped afterwards."""
    need_namespaces()
    environment = place.environment(XDG_STATE_HOME=None, XDG_CONFIG_HOME=None)
    yield lambda blocks, name, cwd=None: run_blocks(blocks, environment, cwd or place.home, name)
    subprocess.run([str(WEIR), "daemon", "stop", "--force"], env=environment, capture_output=True, timeout=WATCHDOG_SECONDS)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_page(page, reader, place, model):
    blocks = console_blocks(page.read_text())
    scripts = {  # of the pages that call a model: the scripted one, at the address of the provider
        "keys": [[{"text": "Hello from the model."}]] * 5,
        "mcp": [[{"tool": "mcp__notes__add_note", "id": "toolu_1", "input": {"text": "the train leaves at nine"}}], [{"text": "Noted."}]],
    }
    if page.stem in scripts:
        model.play(*scripts[page.stem])
        config = place.home / ".config" / "weir"
        config.mkdir(parents=True)
        (config / "config.jsonc").write_text('{"providers": {"anthropic": {"url": "%s", "model": "claude-test"}}}' % model.url)
    if page.stem == "desktop":  # the checkout, built
        package()
        (place.home / "weir").symlink_to(REPOSITORY)
    if page.stem == "mcp":  # what a reader has done before
        done = subprocess.run([str(WEIR), "key", "set", "anthropic"], input=KEY, env=place.environment(XDG_STATE_HOME=None, XDG_CONFIG_HOME=None),
                              capture_output=True, text=True, timeout=WATCHDOG_SECONDS)
        assert done.returncode == 0, done
    assert reader(blocks, name_of(page)) > 2


@pytest.mark.parametrize("page", MANUALS, ids=[path.name for path in MANUALS])
def test_manual_examples(page, reader, place):
    work = place.home / "project"
    work.mkdir()
    (work / "main.c").write_text("int main(void)\n{\n    return 0; /* TODO */\n}\n")
    (work / "Makefile").write_text("test:\n\t@echo all tests pass\n")
    blocks = manual_blocks(page.read_text())
    assert reader(blocks, page.name, work) > 0


def test_few_blocks_are_left_out():
    left = [block.marks["needs"] for page in PAGES for block in console_blocks(page.read_text()) if "needs" in block.marks]
    assert len(left) <= FEW and all(left), left
