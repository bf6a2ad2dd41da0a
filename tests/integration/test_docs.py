"""The documentation holds together: every link leads to a file and a heading that exist, the index names every page, every configuration
that a page shows is one that the daemon accepts, and the pages about the code name files and functions that exist."""

import re
import runpy

import pytest

from cli import Cli
from setting import REPOSITORY, WEIR
from transcripts import Block, Broken, run_blocks

DOCS = REPOSITORY / "docs"
PAGES = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "CHANGELOG.md", "bench/README.md",
                                        "tests/data/README.md", "tests/model/README.md")]
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


@pytest.mark.parametrize("name, most", [("README.md", 6000), ("ARCHITECTURE.md", 16000)])
def test_page_is_short(name, most):
    assert len((REPOSITORY / name).read_bytes()) < most


def test_dead_links_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A heading: of `mine`\n[good](page.md#a-heading-of-mine) [gone](no.md) [wrong](#no-heading)\n```\n[shown](x.md)\n```\n")
    assert dead_links(page) == ["no.md", "#no-heading"]


def test_index_names_every_page():
    index = (DOCS / "README.md").read_text()
    linked = {(DOCS / target.partition("#")[0]).resolve() for target in LINK.findall(index)}
    assert set(DOCS.rglob("*.md")) - linked - {DOCS / "README.md"} == set()
    assert [page.name for page in MANUALS if f"| {page.stem}({page.suffix[1:]}) |" not in index] == []


def test_every_page_is_installed():
    text = (REPOSITORY / "packaging" / "meson.build").read_text()
    pages = [REPOSITORY / "ARCHITECTURE.md", *DOCS.rglob("*.md")]
    assert [name for page in pages if f"'{(name := str(page.relative_to(REPOSITORY)))}'" not in text] == []


# --- files and functions of the source code ---

CODE_PAGES = [REPOSITORY / "ARCHITECTURE.md", *sorted((DOCS / "internals").glob("*.md"))]
TOP = {path.name for path in REPOSITORY.iterdir() if path.is_dir()}
FILE = re.compile(r"(?<![\w./*~-])((?:[\w.-]+/)*[\w-]+\.(?:c|h|py|json|md|inc))(?::(\w+)\(\))?(?![\w/])")
FOLDER = re.compile(r"(?<![\w./*~-])((?:[\w.-]+/)+)(?![\w.*{<-])")
FUNCTION = re.compile(r"(?<![\w.])([a-z_]\w*)\(\)")


def code_words(text):
    """Text in backticks on one line, outside of code blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^(\s*)```.*?^\1```$", "", text, flags=re.M | re.S))


def in_repository(name, generated=("build",)):
    """The path that a page names: from the root of the repository, or from src/. None: there is none. What a build makes is not looked for."""
    first = name.partition("/")[0]
    if first in generated:
        return REPOSITORY
    return next((path for path in (REPOSITORY / name, REPOSITORY / "src" / name) if path.exists()), None)


def known_functions():
    sources = [*(REPOSITORY / "src").rglob("*.[ch]"), *(REPOSITORY / "contract" / "golden").glob("*.h"), *(REPOSITORY / "tests").rglob("*.[ch]")]
    return {name for source in sources for name in re.findall(r"\b(\w+)\(", source.read_text())}


def wrong_names(text, functions):
    """A path is looked for below the root and below src/; a name without a folder in the folders that the page names; a function that stands
    behind a file (`queue.c:claim()`) in that file, and any other one in all sources."""
    wrong = []
    words = code_words(text)
    found = [match for word in words for match in FILE.finditer(word)]
    folders = {path for word in words for name in FOLDER.findall(word) if (path := in_repository(name)) and path.is_dir()}
    folders |= {path.parent for match in found if "/" in match[1] and (path := in_repository(match[1]))}
    for word in words:
        wrong += [name for name in FOLDER.findall(word) if name.partition("/")[0] in TOP and not in_repository(name)]
        wrong += [f"{name}()" for name in FUNCTION.findall(word) if name not in functions]
    for match in found:
        name, function = match[1], match[2]
        paths = [in_repository(name)] if "/" in name else [folder / name for folder in (REPOSITORY, *folders)]
        paths = [path for path in paths if path and path.exists()]
        if not paths:
            wrong.append(name)
        elif function and not any(re.search(rf"^[^\s#/*].*\b{function}\(", path.read_text(), re.M) for path in paths):
            wrong.append(match[0])
    return wrong


@pytest.mark.parametrize("page", CODE_PAGES, ids=[page.stem for page in CODE_PAGES])
def test_named_code_exists(page):
    assert wrong_names(page.read_text(), known_functions()) == []


def test_wrong_names_are_found():
    text = "`src/json/read.c` `json/read.h` `src/rpc/` `call.c:call_reply()` `call.c` `build/contract/task.h`\n```\nsrc/gone.c\n```\n"
    assert wrong_names(text, {"call_reply"}) == []
    text = "`src/json/gone.c` `src/gone/` `src/rpc/` `call.c:gone()` `ring.c` `json/read.c:call_reply()` `also_gone()`"
    assert wrong_names(text, {"call_reply", "gone"}) == ["src/gone/", "also_gone()", "src/json/gone.c", "call.c:gone()", "ring.c",
                                                         "json/read.c:call_reply()"]


LAYERS = runpy.run_path(str(REPOSITORY / "tests" / "layers.py"))


def rows(heading):
    """The cells of the table below a heading of ARCHITECTURE.md."""
    section = (REPOSITORY / "ARCHITECTURE.md").read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("| `")]


def test_architecture_names_the_layers():
    shown = {folder.strip("`"): set(allowed.split()) for folder, _, allowed in rows("Folders")}
    assert shown == {folder: allowed - {folder} for folder, allowed in LAYERS["MAY_INCLUDE"].items()}


def test_architecture_names_the_concerns_in_their_order():
    assert tuple(name for names, _ in rows("Concerns of the daemon") for name in re.findall(r"`(\w+)`", names)) == LAYERS["CONCERNS"]


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
