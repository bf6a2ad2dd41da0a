"""Attached files: task.submit, chat.send, --attach and @PATH; what each agent gets of them, and which files are
refused."""

import base64
import json
import signal
import sys

import pytest

from agents import Workshop, failure
from cli import Cli
from client import RpcError
from dead_mount import dead_mount, needs_fuse  # noqa: F401 (a fixture)
from hosts import Host
from kernels import needs_namespaces
from setting import SHIPPED
from tasks import Gate, get, messages, session_of, submit, wait
from test_acp import FALSE as FALSE_ACP
from test_claude_code import FALSE as FALSE_CLAUDE

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))
PNG_TEXT = base64.b64encode(PNG).decode()
INVALID, UNAVAILABLE = -32602, -32050


@pytest.fixture
def shop(house, model):
    shop = Workshop(house, model)
    shop.file("notes.txt", "the secret word is tulip\n")
    (shop.folder / "shot.png").write_bytes(PNG)
    return shop


def path(shop, name):
    return str(shop.folder / name)


def killed(house):
    """A client of the next daemon."""
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    return house.again().client()


def refusal(client, method, **params):
    with pytest.raises(RpcError) as refused:
        client.call(method, params)
    return refused.value


# --- the built-in agent -------------------------------------------------------------------


def test_text_and_picture_reach_the_model(shop, model):
    model.play([{"text": "seen"}])
    shop.open()
    files = [{"path": path(shop, "notes.txt")}, {"path": path(shop, "shot.png"), "mime": "image/jpeg"}]
    task = wait(shop.client, submit(shop.client, "what is it?", sessionId=shop.session(), attachments=files))
    assert task["state"] == "completed", task
    # The content decides: of a picture always, of a text where nothing was said.
    assert task["attachments"] == [{"path": files[0]["path"], "mime": "text/plain"}, {"path": files[1]["path"], "mime": "image/png"}]
    said = model.requests[0].body["messages"][-1]["content"]
    assert said[0] == {"type": "text", "text": f"The file {files[0]['path']}:\nthe secret word is tulip\n"}
    assert said[1] == {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG_TEXT}}
    assert said[2]["text"] == "what is it?"
    (prompt,) = [message for message in messages(shop.client, task["id"]) if message["type"] == "prompt"]
    assert prompt["data"]["attachments"] == task["attachments"]


def test_the_other_format_has_them_too(shop, model):
    model.play([{"text": "seen"}])
    shop.open("openai")
    task = wait(shop.client, submit(shop.client, "look", sessionId=shop.session(), attachments=[{"path": path(shop, "shot.png")}]))
    assert task["state"] == "completed", task
    said = model.requests[0].body["messages"][-1]["content"]
    assert {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG_TEXT}"}} in said


def test_they_wait_in_the_queue_and_outlive_the_daemon(shop, model):
    model.play([{"wait": "first"}, {"text": "one"}], [{"text": "two"}])
    shop.open()
    session = shop.session()
    first = submit(shop.client, "wait", sessionId=session)
    model.reached("first")
    second = submit(shop.client, "look", sessionId=session, attachments=[{"path": path(shop, "notes.txt")}])
    client = killed(shop.house)
    assert get(client, second)["attachments"] == [{"path": path(shop, "notes.txt"), "mime": "text/plain"}]
    model.open("first")
    assert wait(client, second)["state"] == "completed"
    assert wait(client, first)["endedAt"]
    assert "the secret word is tulip" in str(model.requests[-1].body["messages"])


def test_a_later_task_knows_that_there_were_files(shop, model):
    model.play([{"text": "one"}], [{"text": "two"}])
    shop.open()
    session = shop.session()
    wait(shop.client, submit(shop.client, "look", sessionId=session, attachments=[{"path": path(shop, "notes.txt")}]))
    fork = shop.client.call("session.fork", {"sessionId": session})["id"]
    assert wait(shop.client, submit(shop.client, "and now?", sessionId=fork))["state"] == "completed"
    assert f"Files were attached to this message; read them again if you need them: {path(shop, 'notes.txt')}" in str(
        model.requests[-1].body["messages"])


def test_chat_has_them(shop, model):
    model.play([{"text": "seen"}])
    shop.open()
    sent = shop.client.call("chat.send", {"message": "look", "threadId": shop.session(), "attachments": [{"path": path(shop, "notes.txt")}]})
    assert wait(shop.client, sent["taskId"])["state"] == "completed"
    assert "tulip" in str(model.requests[0].body["messages"])


@needs_namespaces
def test_what_the_sandbox_hides_is_not_attached(shop, model):
    shop.open(view={"write": []})
    outside = shop.house.place.root / "outside.txt"
    outside.write_text("nobody may read this")
    task = wait(shop.client, submit(shop.client, "look", sessionId=shop.session(), attachments=[{"path": str(outside)}]))
    code, message = failure(task)
    assert code == "attachment_failed" and "add its path to view.read" in message and str(outside) in message
    assert model.requests == []


# --- what is refused at once ----------------------------------------------------------------


@pytest.mark.parametrize("method,text", [("task.submit", "prompt"), ("chat.send", "message")])
def test_what_cannot_be_sent_is_refused_with_its_name(shop, method, text):
    shop.open()
    (shop.folder / "large.txt").write_text("x" * (256 * 1024 + 1))
    (shop.folder / "large.png").write_bytes(PNG[:8] + bytes(5 << 20))
    (shop.folder / "data.bin").write_bytes(b"\0\1\2")
    for name in ("a.gif", "b.gif", "c.gif"):
        (shop.folder / name).write_bytes(b"GIF89a" + bytes(4 << 20))
    wrong = [
        (["gone.txt"], "gone.txt: No such file"),
        (["large.txt"], "large.txt: it has 257 KiB, the limit for a text is 256 KiB"),
        (["large.png"], "large.png: it has 5121 KiB, the limit for a picture is 5120 KiB"),
        (["data.bin"], "data.bin: it is neither UTF-8 text nor a picture"),
        (["."], "it is not a regular file"),
        (["a.gif", "b.gif", "c.gif"], "the attached files have 12289 KiB in total, the limit is 10240 KiB"),
    ]
    for names, why in wrong:
        error = refusal(shop.client, method, **{text: "look"}, attachments=[{"path": path(shop, name)} for name in names])
        assert error.code == INVALID and why in error.message and error.data["path"] == "params.attachments", error.message
    error = refusal(shop.client, method, **{text: "look"}, attachments=[{"path": "notes.txt"}])
    assert error.code == INVALID and error.data["path"] == "params.attachments[0].path"
    assert shop.client.call("task.list") == []


def test_a_repeated_key_does_not_look_again(shop, model):
    model.play([{"text": "seen"}])
    shop.open()
    params = {"sessionId": shop.session(), "idempotencyKey": "k", "attachments": [{"path": path(shop, "notes.txt")}]}
    task = submit(shop.client, "look", **params)
    assert wait(shop.client, task)["state"] == "completed"
    (shop.folder / "notes.txt").unlink()
    assert submit(shop.client, "look", **params) == task


@needs_fuse
def test_a_dead_mount_holds_up_its_own_call_alone(make_daemon, dead_mount):  # noqa: F811
    daemon = make_daemon().start(wrapper=dead_mount.wrapper)
    one, other = daemon.client(), daemon.client()
    request = one.request("task.submit", {"prompt": "say x; done", "attachments": [{"path": str(dead_mount.paths[0] / "project" / "a")}]})
    task = submit(other, "say hello; done", sessionId=session_of(other, cwd=str(daemon.place.home)))
    assert wait(other, task)["state"] == "completed"
    one.call("ping")
    assert one.answer(request)["error"]["code"] == UNAVAILABLE


# --- agents of others -------------------------------------------------------------------------


def false_host(place, adapter, program, text):
    (place.root / "false.py").write_text(program + text)
    return Host(place, adapter, [sys.executable, place.root / "false.py"])


def files_of(host):
    (host.work / "notes é.txt").write_text("tulip")
    (host.work / "shot.png").write_bytes(PNG)
    return [{"path": str(host.work / name)} for name in ("notes é.txt", "shot.png")]


def test_claude_code_gets_blocks(place):
    with false_host(place, "claude-code", FALSE_CLAUDE, "result(json.dumps(until('user')['message']['content']))") as host:
        files = files_of(host)
        result = host.run("look", attachments=files)
        assert json.loads(result["text"]) == [
            {"type": "text", "text": f"The file {files[0]['path']}:\ntulip"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG_TEXT}},
            {"type": "text", "text": "look"},
        ]


ECHO = """
first = hear()
answer(first, protocolVersion=1, agentCapabilities={"promptCapabilities": %s})
answer(hear(), sessionId="s")
prompt = hear()
text(json.dumps(prompt["params"]["prompt"]))
answer(prompt, stopReason="end_turn")
"""


@pytest.mark.parametrize("able", [True, False])
def test_acp_agents_get_what_they_take(place, able):
    with false_host(place, "acp", FALSE_ACP, ECHO % {"image": able, "embeddedContext": able}) as host:
        files = files_of(host)
        uris = [f"file://{host.work}/notes%20%C3%A9.txt", f"file://{host.work}/shot.png"]
        said, notes, shot = json.loads(host.run("look", attachments=files)["text"])
        assert said == {"type": "text", "text": "look"}
        if able:
            assert notes == {"type": "resource", "resource": {"uri": uris[0], "mimeType": "text/plain", "text": "tulip"}}
            assert shot == {"type": "image", "mimeType": "image/png", "data": PNG_TEXT, "uri": uris[1]}
        else:
            assert notes == {"type": "resource_link", "uri": uris[0], "name": "notes é.txt", "mimeType": "text/plain", "size": 5}
            assert shot == {"type": "resource_link", "uri": uris[1], "name": "shot.png", "mimeType": "image/png", "size": len(PNG)}


@pytest.mark.parametrize("adapter,program", [("acp", FALSE_ACP + ECHO % {}), ("claude-code", FALSE_CLAUDE + "until('user')")])
def test_a_file_that_is_gone_by_then_ends_the_task(place, adapter, program):
    with false_host(place, adapter, program, "") as host:
        result = host.run("look", attachments=[{"path": str(host.work / "gone")}])
        assert result["status"] == "failed" and result["error"]["code"] == "attachment_failed", result
        assert f"cannot attach {host.work}/gone: " in result["error"]["message"]


# --- the command line ---------------------------------------------------------------------------


@pytest.fixture
def cli(place, make_daemon):
    place.write_config({"tasks": {"agent": "script", "drainMs": 0}})
    make_daemon().start(program=SHIPPED)
    (place.home / "notes.txt").write_text("tulip")
    (place.home / "two words.txt").write_text("daisy")
    return Cli(place)


def attached(daemon_client):
    return [a["path"] for a in daemon_client.call("task.list", {"limit": 1})[0].get("attachments", [])]


def test_attach_and_mentions(cli, place, make_daemon):
    client = make_daemon().client()
    home = str(place.home)
    assert cli.run("run", "--attach", "notes.txt", "--attach", "two words.txt", "say ok").code == 0
    assert attached(client) == [f"{home}/notes.txt", f"{home}/two words.txt"]
    assert cli.run("run", 'say see @notes.txt, and @"two words.txt"; me@notes.txt @nobody').code == 0
    assert attached(client) == [f"{home}/notes.txt", f"{home}/two words.txt"]
    assert cli.run("run", "-", input="say @notes.txt").code == 0
    assert attached(client) == []
    assert cli.run("chat", input="say @notes.txt\n").code == 0
    assert attached(client) == [f"{home}/notes.txt"]
    assert cli.run("chat", "--attach", "notes.txt", "say ok").code == 0
    assert attached(client) == [f"{home}/notes.txt"]
    assert cli.run("task", "submit", "--wait", "--attach", "notes.txt", "say ok").code == 0
    assert attached(client) == [f"{home}/notes.txt"]


def test_what_cannot_be_attached(cli, place, make_daemon):
    (place.home / "big.txt").write_text("x" * 300_000)
    client = make_daemon().client()
    done = cli.run("run", "--attach", "nothing.txt", "say ok")
    assert done.code == 2 and "cannot attach nothing.txt: No such file" in done.err
    done = cli.run("run", "--attach", "big.txt", "say ok")
    assert done.code == 1 and "it has 293 KiB, the limit for a text is 256 KiB" in done.err
    assert client.call("session.list") == []  # nothing is left open behind it
    done = cli.run("run", "say @big.txt")  # it is mentioned: the agent can read it
    assert done.code == 0 and "the limit for a text is 256 KiB; the agent gets only its name" in done.err
    assert attached(client) == []


def test_a_mention_says_what_came_of_it(cli, place):
    done = cli.run("chat", input='say @notes.txt, @"two words.txt" @nosuch.txt and @ada\n')
    assert "-- attached: notes.txt, two words.txt\n" in done.err and "-- no such file: nosuch.txt; " in done.err, done
    assert "ada" not in done.err.replace("nosuch", "")
    assert "attached" not in cli.run("run", "-q", "say @notes.txt").err
