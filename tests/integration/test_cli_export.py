"""weir session export: a transcript as Markdown and as HTML, of agents that would like to get out of it."""

import re
import stat
from html.parser import HTMLParser

import pytest

import tasks
from cli import Cli
from setting import WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

HOSTILE = r"""message thinking_chunk {"chunk":"Let me </pre><script>alert(1)</script> think."}
message content_block_delta {"delta":{"text":"Look: <script>alert(2)</script> ![x](http://evil.example/p.png) `<b>` \u001b[31m\n\n```\nan open "}}
message content_block_delta {"delta":{"text":"fence"}}
message message_stop {}
message tool_call {"tool":"Bash","input":{"command":"echo '<img src=x onerror=alert(3)>'"}}
message tool_result {"result":"```\n````\n</pre></details><script>alert(4)</script>\nlast of the result"}
message content_block_delta {"delta":{"text":"broken off"}}
message error {"code":"overloaded","message":"again","retry_in_ms":1}
message message_start {}
message content_block_delta {"delta":{"text":"said once: ä"}}
usage 120 30"""


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def client(place, make_daemon):
    place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}})
    return make_daemon().start().client()


@pytest.fixture
def session(client, place):
    session = client.call("session.create", {"cwd": str(place.home), "title": "A <title> & more"})["id"]
    for prompt in (HOSTILE, "say second answer\nfail X it broke"):
        tasks.wait(client, tasks.submit(client, prompt, sessionId=session))
    return session


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.attributes = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *one) for one in attrs]
        if tag not in {"meta"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html_is_one_file_in_which_nothing_runs(cli, session, place):
    path = place.home / "out.html"
    done = cli.run("session", "export", session[-6:], "-o", path)
    assert done.code == 0 and done.out == "", done
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text()
    page = Page(text)
    assert page.open == [] and text.endswith("</html>\n")
    assert set(page.tags) <= {"html", "head", "meta", "title", "style", "body", "h1", "dl", "dt", "dd", "section", "time", "div", "details",
                              "summary", "pre", "code", "span", "p"}
    assert not [one for one in page.attributes if one[1] in {"src", "href", "srcset", "style"} or one[1].startswith("on")]
    assert ("meta", "content", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'") in page.attributes
    assert "prefers-color-scheme:dark" in text and "url(" not in text and "\x1b" not in text
    for piece in ("A &lt;title&gt; &amp; more", "&lt;script&gt;alert(2)", "alert(3)", "last of the result", "said once: ä", "second answer",
                  "120 tokens in, 30 out", "failed: ", "it broke"):
        assert piece in text, piece
    assert text.count("said once") - HOSTILE.count("said once") == 1 and "broken off</div>" not in text


def test_markdown_keeps_its_blocks(cli, session):
    done = cli.run("session", "export", session)
    assert done.code == 0 and done.err == "" and "\x1b" not in done.out
    fence, outside, inside = None, [], []
    for line in done.out.splitlines():
        match = re.match(r"(`{3,}|~{3,})", line)
        if fence is None and match:
            fence = match[1]
        elif fence and match and match[1].startswith(fence) and line == match[1]:
            fence = None
        else:
            (inside if fence else outside).append(line)
    assert fence is None, "every block is closed"
    text = "\n".join(outside)
    assert "last of the result" in inside and "an open fence" in inside
    assert "said once: ä" in text and "second answer" in text and "120 tokens in, 30 out" in text and "**failed: " in text
    answers = "\n".join(line for line in outside if not line.startswith("> "))
    assert not re.search(r"(?<!\\)<(?!details>|/details>|summary>|/summary>|b>`|img src=x)", answers), answers
    assert r"\![x](http" in answers and "broken off" not in answers


def test_the_format_is_chosen(cli, session, place):
    assert cli.run("session", "export", session, "--format", "html").out.startswith("<!doctype html>")
    assert cli.run("session", "export", session, "--format", "markdown", "-o", place.home / "x.html").code == 0
    assert (place.home / "x.html").read_text().startswith("# A ")
    assert cli.run("session", "export", session, "--format", "pdf").code == 2
    assert cli.run("session", "export", "nothing").code == 1
    assert cli.run("session", "export", session, "-o", place.home / "no" / "such").code == 1
    assert "ä" in cli.run("session", "export", session, LC_ALL="C").out


def test_many_pages(cli, client, place):
    session = client.call("session.create", {"cwd": str(place.home)})["id"]
    tasks.wait(client, tasks.submit(client, "events 1500 10; say the end", sessionId=session))
    done = cli.run("session", "export", session)
    assert done.code == 0 and done.out.rstrip().endswith("*completed*") and "the end" in done.out
