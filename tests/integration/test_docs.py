"""The documentation holds together: every link leads to a file and a heading that exist, the index names every page, and every
configuration that a page shows is one that the daemon accepts."""

import re

import pytest

from cli import Cli
from setting import REPOSITORY, WEIR
from transcripts import Block, Broken, run_blocks

DOCS = REPOSITORY / "docs"
PAGES = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "bench/README.md", "tests/model/README.md")]
PAGES += sorted(DOCS.rglob("*.md"))
MANUALS = sorted(path for path in (DOCS / "man").iterdir() if path.suffix[1:].isdigit())
LINK = re.compile(r"\[[^][]*\]\(([^()\s]+)\)")


def prose(text):
    """The text without what is shown as it is."""
    return re.sub(r"`[^`\n]*`", "``", re.sub(r"^(\s*)```.*?^\1```$", "", text, flags=re.M | re.S))


def anchors(path):
    """The names that GitHub gives to the headings of a page."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S), re.M):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
        number = 0
        while (name if not number else f"{name}-{number}") in found:
            number += 1
        found.add(name if not number else f"{name}-{number}")
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', path.read_text()))


def dead_links(page):
    dead = []
    for target in LINK.findall(prose(page.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        if not path.exists() or (anchor and (path.suffix != ".md" or anchor not in anchors(path))):
            dead.append(target)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(REPOSITORY)) for page in PAGES])
def test_links(page):
    assert dead_links(page) == []


def test_readme_is_short():
    assert len((REPOSITORY / "README.md").read_bytes()) < 6 << 10


def test_dead_links_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A heading: of `mine`\n[good](page.md#a-heading-of-mine) [gone](no.md) [wrong](#no-heading)\n```\n[shown](x.md)\n```\n")
    assert dead_links(page) == ["no.md", "#no-heading"]


def test_index_names_every_page():
    index = (DOCS / "README.md").read_text()
    linked = {(DOCS / target.partition("#")[0]).resolve() for target in LINK.findall(index)}
    pages = {page for page in DOCS.rglob("*.md") if "internals" not in page.parts}
    assert pages - linked - {DOCS / "README.md"} == set()
    assert [page.name for page in MANUALS if f"| {page.stem}({page.suffix[1:]}) |" not in index] == []


# --- manual pages ---


@pytest.mark.parametrize("page", MANUALS, ids=[page.name for page in MANUALS])
def test_manual_page(page):
    """It has what a reader looks for, and refers to what exists. test_shell.py formats it."""
    text = page.read_text()
    sections = re.findall(r"^\.Sh (.*)$", text, re.M)
    wanted = ["NAME", "SYNOPSIS", "DESCRIPTION", "FILES", "EXAMPLES", "SEE ALSO"] + ([] if page.suffix == ".5" else ["ENVIRONMENT", "EXIT STATUS"])
    assert [name for name in wanted if name not in sections] == []
    for name, section in re.findall(r"(?:^\.| )Xr (weir\S*) (\d)", text.replace("\\-", "-"), re.M):
        assert page.with_name(f"{name}.{section}").exists(), (name, section)
    headings = set(sections) | set(re.findall(r"^\.Ss (.*)$", text, re.M))
    assert {name.strip(' ,.:)') for name in re.findall(r"^\.Sx (.*)$", text, re.M)} <= headings
    for path in re.findall(r"\bdocs/[\w./-]+\w", text):
        assert (REPOSITORY / path).exists(), path


def test_pages_name_manual_pages_that_exist():
    for page in [*PAGES, *MANUALS]:
        for name, section in re.findall(r"\b(weir[a-z-]*)\((\d)\)", page.read_text()):
            assert (DOCS / "man" / f"{name}.{section}").exists(), (page, name, section)


# --- configurations ---


def configurations():
    found = []
    for page in PAGES:
        if page.parent.name == "internals":
            continue
        for number, text in enumerate(re.findall(r"^```jsonc\n(\{.*?)^```$", page.read_text(), re.M | re.S)):
            found.append(pytest.param(text, id=f"{page.stem}-{number}"))
    return found


@pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")
@pytest.mark.parametrize("text", configurations())
def test_configuration_is_accepted(text, place):
    place.write_config(text)
    cli = Cli(place)
    started = cli.run("daemon", "start")
    cli.run("daemon", "stop", "--force")
    assert started.code == 0, started


# --- the runner of the commands (test_docs_commands.py) ---


@pytest.mark.parametrize("shown, problem", [
    ("$ true\n$ echo abc 7\nabc 12", None),
    ("$ printf 'a\\nb\\n'\n[…]\nb", None),
    ("$ false\n$ echo $?\n1", None),
    ("$ cat <<END\n> text\n> END\ntext", None),
    ("$ false", "exit status 1"),
    ("$ no-such-command", "exit status 127"),
    ("$ echo abc\nabd", "the page shows"),
    ("$ false\n$ echo $?\n1\n$ false", "exit status 1"),
    ("$ false\n$ echo $?\n2", "shows status"),
])
def test_runner(shown, problem, place):
    def run():
        return run_blocks([Block(1, shown, {})], place.environment(), place.home, "page")

    if problem is None:
        assert run() > 0
    else:
        with pytest.raises(Broken, match=problem):
            run()
