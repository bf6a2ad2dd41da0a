"""weir-agent: the built-in agent as a runtime on standard input and output, against the scripted model."""

import base64
import json
import os
import signal
import subprocess

import pytest

from agent_program import PROGRAM, AgentProgram
from leftovers import commands
from models import KEY
from setting import WATCHDOG_SECONDS
from waiting import until

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def agent(place, model):
    with AgentProgram(place, model, "--permission-mode", "bypassPermissions") as agent:
        yield agent


def said(request):
    """All texts of the last message that the model was sent."""
    content = request.body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def by_prompt(turns):
    """A turn that depends on what was asked."""
    def play(request):
        texts = json.dumps(request.body["messages"])
        return next(steps for word, steps in turns.items() if word in texts)
    return play


# --- one request --------------------------------------------------------------------------------


def test_a_whole_run(agent, model):
    """ready; text as it comes; a tool with its result; done, once."""
    (agent.work / "notes.txt").write_text("the answer is 42\n")
    model.play(
        [{"thinking": "hm", "signature": "c2ln"}, {"text": "Let me look.", "pieces": 4},
         {"tool": "Read", "input": {"file_path": str(agent.work / "notes.txt")}, "id": "toolu_1"}],
        [{"text": "It is 42."}])
    ready = agent.ready()
    assert agent.answers[0] is ready and ready["capabilities"] == ["streaming", "tools", "attachments"]
    agent.ask("req-1", "What is the answer?")
    assert agent.text("req-1") == "Let me look.It is 42."
    answers = agent.of("req-1")
    assert [answer["type"] for answer in answers] == ["token"] * 3 + ["tool_use", "tool_result", "token", "done"]
    use, result = answers[3]["data"], answers[4]["data"]
    assert use == {"toolId": "toolu_1", "toolName": "Read", "input": {"file_path": str(agent.work / "notes.txt")}}
    assert (result["toolId"], result["toolName"]) == ("toolu_1", "Read") and "the answer is 42" in result["result"]
    assert model.requests[0].key == KEY
    agent.send({"id": "s", "kind": "get_status"})
    status = agent.end("s")["data"]
    assert status["state"] == "idle" and status["conversationLength"] == 4 and status["uptime"] >= 0


def test_both_formats(place, model):
    model.play([{"text": "Hello from the other one"}])
    with AgentProgram(place, model, providers=("openai",)) as agent:
        agent.ask("1", "Hi")
        assert agent.text("1") == "Hello from the other one"
        assert model.requests[0].path.endswith("/chat/completions") and model.requests[0].key == KEY


def test_a_failing_tool_is_a_result_that_says_so(agent, model):
    model.play([{"tool": "Read", "input": {"file_path": "/no/such/file"}, "id": "a"},
                {"tool": "Fly", "input": {}, "id": "b"}], [{"text": "Sorry."}])
    agent.ask("1", "Read it")
    assert agent.text("1") == "Sorry."
    uses = [answer["data"]["toolId"] for answer in agent.of("1", "tool_use")]
    results = {answer["data"]["toolId"]: answer["data"]["result"] for answer in agent.of("1", "tool_result")}
    assert uses == ["a", "b"] and set(results) == {"a", "b"}
    assert "/no/such/file" in results["a"]["error"] and "No such tool: Fly" in results["b"]["error"]


def test_a_picture_is_read(agent, model):
    (agent.work / "dot.png").write_bytes(PNG)
    model.play([{"tool": "Read", "input": {"file_path": str(agent.work / "dot.png")}, "id": "a"}], [{"text": "A dot."}])
    agent.ask("1", "Look")
    assert agent.text("1") == "A dot."
    (result,) = agent.of("1", "tool_result")
    assert result["data"]["result"]["image"] == {"mime": "image/png", "data": base64.b64encode(PNG).decode()}


def test_the_model_fails(agent, model):
    model.forgive()
    model.play([{"status": 401, "message": "invalid x-api-key"}], [{"text": "Better."}])
    agent.ask("1", "Hi")
    assert "invalid x-api-key" in agent.error("1")
    agent.ask("2", "Again")
    assert agent.text("2") == "Better."


# --- requests ------------------------------------------------------------------------------------


def test_what_is_wrong_is_survived(agent, model):
    model.play([{"text": "Fine."}])
    agent.raw("this is not JSON\n\n[1]\n{\"kind\":\"get_status\"}\n{\"id\":7,\"kind\":\"get_status\"}\n")
    agent.raw(b"\xff\xfe\n" + b"x" * (17 << 20) + b"\n")
    agent.send({"id": "a", "kind": "dance"}, {"id": "b"}, {"id": "c", "kind": "user_message"},
               {"id": "d", "kind": "user_message", "message": "x", "attachments": [{"path": "x"}]},
               {"id": "e", "kind": "user_message", "message": "x", "metadata": {"conversationId": 5}})
    assert "unknown kind dance" in agent.error("a") and "kind is missing" in agent.error("b")
    assert "must have a message" in agent.error("c") and "attachments[0]" in agent.error("d")
    assert "conversationId" in agent.error("e")
    agent.ask("f", "Are you there?", metadata={"conversationId": None})
    assert agent.text("f") == "Fine."
    problems = [line for line in agent.stderr().splitlines() if "ignored a request" in line]
    assert len(problems) == 6, agent.stderr()
    assert sum("not JSON" in line for line in problems) == 2 and sum("must have an id" in line for line in problems) == 2
    assert "longer than 16 MiB" in problems[-1]
    nameless = [answer for answer in agent.answers if answer["type"] == "error" and "id" not in answer]
    assert len(nameless) == 2 and all("must have an id" in answer["error"] for answer in nameless)


def test_an_id_in_flight(agent, model):
    model.play([{"text": "One"}, {"wait": "gate"}, {"text": " and done."}])
    agent.ask("1", "Hi")
    model.reached("gate")
    agent.ask("1", "Hi again")
    assert "in flight already" in agent.until(lambda answer: answer["type"] == "error")["error"]
    agent.send({"id": "1", "kind": "get_status"})
    agent.until(lambda answer: agent.of("1", "error")[1:])
    agent.send({"id": "s", "kind": "get_status"})
    assert agent.end("s")["data"]["state"] == "working"
    model.open("gate")
    agent.until(lambda answer: answer["type"] == "done")
    assert "".join(answer["token"] for answer in agent.of("1", "token")) == "One and done."


def test_conversations_are_kept_apart_and_at_once(agent, model):
    """Answers of two are interleaved; requests of one wait for each other."""
    model.by = "order"
    turn = by_prompt({"second": [{"text": "B"}], "one": [{"text": "A"}, {"wait": "gate"}, {"text": "a"}],
                      "two": [{"text": "X"}]})
    model.play(turn, turn, turn)
    agent.ask("1", "one", conversation="left")
    model.reached("gate")
    agent.ask("2", "second", conversation="left")
    agent.ask("3", "two", conversation="right")
    assert agent.text("3") == "X", "another conversation does not wait"
    assert not agent.of("2")
    model.open("gate")
    assert agent.text("1") == "Aa" and agent.text("2") == "B"
    texts = {said(request): len(request.body["messages"]) for request in model.requests}
    assert texts == {"one": 1, "second": 3, "two": 1}


def test_clear_history(agent, model):
    model.play(*[[{"text": f"Answer {number}"}] for number in range(6)])
    for name in ("left", "right", None):
        agent.ask(f"1 {name}", "Hello", conversation=name)
        assert agent.text(f"1 {name}").startswith("Answer")

    def length(request_id, **more):
        agent.send({"id": request_id, "kind": "get_status", **more})
        return agent.end(request_id)["data"]["conversationLength"]

    assert length("s1") == 6 and length("s2", metadata={"conversationId": "left"}) == 2
    agent.send({"id": "c", "kind": "clear_history", "metadata": {"conversationId": "left"}})
    assert agent.end("c")["type"] == "done" and length("s3") == 4
    agent.ask("2", "And now?", conversation="right")
    agent.text("2")
    assert len(model.requests[-1].body["messages"]) == 3
    agent.send({"id": "d", "kind": "clear_history"})
    assert agent.end("d")["type"] == "done" and length("s4") == 0
    agent.ask("3", "Who am I?", conversation="right")
    agent.text("3")
    assert len(model.requests[-1].body["messages"]) == 1


def test_attachments(agent, model):
    (agent.work / "a.txt").write_text("text of a\n")
    (agent.work / "dot.png").write_bytes(PNG)
    (agent.work / "binary").write_bytes(b"\0\1\2")
    (agent.work / "huge.txt").write_text("x" * (1 << 20))
    model.play([{"text": "I see."}], [{"text": "Nothing else."}])
    agent.ask("1", "Look", attachments=[{"path": str(agent.work / "a.txt"), "mime": "text/plain"},
                                        {"path": "dot.png", "mime": "image/png"}])
    assert agent.text("1") == "I see."
    content = model.requests[0].body["messages"][0]["content"]
    texts = "".join(block.get("text", "") for block in content)
    assert "a.txt" in texts and "text of a" in texts and "Look" in texts
    (picture,) = [block for block in content if block["type"] == "image"]
    assert picture["source"]["media_type"] == "image/png" and base64.b64decode(picture["source"]["data"]) == PNG
    for number, (path, words) in enumerate({"missing": "No such file", "binary": "neither UTF-8 text nor a picture",
                                            "huge.txt": "the limit for a text is 256 KiB"}.items()):
        agent.ask(f"e{number}", "Look", attachments=[{"path": "a.txt", "mime": "text/plain"},
                                                     {"path": path, "mime": "text/plain"}])
        assert words in agent.error(f"e{number}") and path in agent.error(f"e{number}")
    agent.ask("2", "And?")
    assert agent.text("2") == "Nothing else."
    assert len(model.requests[-1].body["messages"]) == 3 and said(model.requests[-1]) == "And?"


# --- its ends ------------------------------------------------------------------------------------


def test_end_of_input_finishes_what_runs(agent, model):
    model.play([{"text": "Almost"}, {"wait": "gate"}, {"text": " there."}], [{"text": "Me too."}])
    agent.ask("1", "Hi")
    agent.ask("2", "Hi")
    agent.raw('{"id":"3","kind":"get_status"}')  # without a newline
    model.reached("gate")
    agent.end_input()
    assert agent.end("3")["type"] == "status"
    model.open("gate")
    assert agent.text("1") == "Almost there." and agent.text("2") == "Me too."
    assert agent.rest() and agent.process.wait() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_answers_what_is_in_flight(agent, model, number):
    model.play([{"tool": "Bash", "input": {"command": f"touch {agent.work}/began; sleep 120"}, "id": "a"}],
               [{"text": "Never"}, {"silence": True}])
    agent.ask("1", "Sleep", conversation="a")
    agent.ask("2", "Wait for it", conversation="a")
    agent.until(lambda answer: answer["type"] == "tool_use")
    agent.ask("3", "Another", conversation="b")
    agent.until(lambda answer: answer.get("id") == "3" and answer["type"] == "token")
    agent.signal(number)
    for request in "123":
        assert "weir-agent was stopped" in agent.error(request)
    agent.rest()
    assert agent.process.wait() == 0
    assert commands(f"{agent.work}/began") == [], "the tool is gone"


def test_reader_that_goes_away(agent, model):
    model.play([{"text": "Hello"}, {"silence": True}])
    agent.ask("1", "Hi")
    agent.until(lambda answer: answer["type"] == "token")
    agent.process.stdout.close()
    agent.expected_exit = 1
    assert agent.process.wait(WATCHDOG_SECONDS) == 1
    assert "standard output was closed" in agent.stderr()
    agent.process.stdout = open(os.devnull, "rb")


def unread(port):
    """Bytes that the kernel keeps for whoever is connected to this port of the loopback, and does not read."""
    rows = [line.split() for line in open("/proc/net/tcp").readlines()[1:]]
    return sum(int(row[4].split(":")[1], 16) for row in rows if row[2].endswith(f":{port:04X}"))


def test_reader_that_does_not_read(agent, model):
    """The model is not read either. Later everything comes, in order."""
    texts = [letter * (7 << 20) for letter in "abcd"]
    model.open("sent")
    model.play([*({"text": text, "pieces": 1 << 16} for text in texts), {"wait": "sent"}])
    seen = []

    def stands_still():
        seen.append(unread(model.port))
        return len(seen) > 20 and seen[-1] > 0 and len(set(seen[-20:])) == 1

    agent.ask("1", "Much")
    until(lambda: "sent" in model._standing or stands_still(), "the model has to wait")
    assert "sent" not in model._standing, "28 MiB do not fit into what lies between"
    assert agent.text("1") == "".join(texts)


# --- files as standard streams, options ---------------------------------------------------------------


def test_from_and_into_files(place, model):
    model.play([{"text": "Hi."}])
    with AgentProgram(place, model) as agent:
        agent.ready()
    source, target = place.root / "in", place.root / "out"
    source.write_text('{"id":"1","kind":"user_message","message":"Hello"}\n')
    with open(source) as stdin, open(target, "w") as stdout:
        done = subprocess.run([PROGRAM, "--config", agent.config, "--key-file", agent.key_file], stdin=stdin, stdout=stdout,
                              env=place.environment(), timeout=60)
    assert done.returncode == 0
    assert [json.loads(line)["type"] for line in target.read_text().splitlines()] == ["ready", "token", "done"]


@pytest.mark.parametrize("arguments, words", [
    (["--permission-mode", "brave"], "unknown permission mode"),
    (["--key-fd", "77"], "not an open descriptor"),
    (["--key-file", "a", "--key-fd", "0"], "not an open descriptor"),
    (["extra"], "requests are read from standard input"),
    (["--nonsense"], "weir-agent --help"),
    (["--cwd", "/no/such/place"], "cannot use the working directory /no/such/place"),
    (["--config", "/no/such/config"], "/no/such/config: No such file"),
    (["--provider", "nobody"], "no such provider"),
    (["--rules", "RULES"], "[1]"),
])
def test_wrong_usage(place, arguments, words):
    (place.root / "RULES").write_text('[{"effect": "allow", "tool": "Read"}, {"effect": "perhaps", "tool": "Read"}]')
    done = subprocess.run([PROGRAM, *arguments], cwd=place.root, env=place.environment(), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and words in done.stderr and done.stdout == ""


def test_help_and_version(place):
    done = subprocess.run([PROGRAM, "--help"], env=place.environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "--permission-mode" in done.stdout
    done = subprocess.run([PROGRAM, "--version"], env=place.environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("weir-agent ")


def test_debug_shows_messages_without_secrets(place, model):
    model.play([{"tool": "Bash", "input": {"command": "true", "api_key": "hidden"}, "id": "a"}], [{"text": "Hi."}])
    with AgentProgram(place, model, environment={"WEIR_IPC_DEBUG": "1"}) as agent:
        agent.ask("1", "Hello", token="a secret")
        assert agent.text("1") == "Hi."
    lines = agent.stderr().splitlines()
    assert any(line.startswith("[RECV] ") and '"Hello"' in line for line in lines)
    assert any(line.startswith('[SEND] {"type":"done","id":"1"') for line in lines)
    assert "a secret" not in agent.stderr() and "hidden" not in agent.stderr() and KEY not in agent.stderr()


# --- permissions ---------------------------------------------------------------------------------------


def try_tools(place, model, *arguments):
    """The errors of reading, writing and running a command."""
    model.play([{"tool": "Read", "input": {"file_path": "here.txt"}, "id": "read"},
                {"tool": "Write", "input": {"file_path": "new.txt", "content": "x"}, "id": "write"},
                {"tool": "Bash", "input": {"command": "git status --short"}, "id": "git"},
                {"tool": "Bash", "input": {"command": "touch made"}, "id": "touch"}], [{"text": "End."}])
    with AgentProgram(place, model, *arguments) as agent:
        (agent.work / "here.txt").write_text("here\n")
        agent.ask("1", "Try")
        assert agent.text("1") == "End."
    results = {answer["data"]["toolId"]: answer["data"]["result"] for answer in agent.of("1", "tool_result")}
    return {name: result["error"] for name, result in results.items() if isinstance(result, dict)}


def test_modes(place, model):
    errors = try_tools(place, model)
    assert set(errors) == {"write", "git", "touch"}
    assert "asks a person, which is not possible here" in errors["write"] and '"tool":"Write"' in errors["write"]
    assert '"command":"git status *"' in errors["git"] and "--rules" in errors["git"]
    assert not (place.root / "work" / "made").exists() and not (place.root / "work" / "new.txt").exists()
    model.requests.clear()
    assert set(try_tools(place, model, "--permission-mode", "acceptEdits")) == {"git", "touch"}
    errors = try_tools(place, model, "--permission-mode", "plan")
    assert set(errors) == {"write", "git", "touch"} and "plan denies it" in errors["git"]
    assert try_tools(place, model, "--permission-mode", "bypassPermissions").keys() <= {"git"}
    assert (place.root / "work" / "made").exists()


def test_rules(place, model):
    rules = place.root / "rules.json"
    rules.write_text(json.dumps([{"effect": "allow", "tool": "Write", "path": f"{place.root}/**"},
                                 {"effect": "allow", "tool": "Bash", "command": "touch *"},
                                 {"effect": "deny", "tool": "Read"}]))
    errors = try_tools(place, model, "--rules", rules)
    assert set(errors) == {"read", "git"} and f"rule [2] of {rules} denies it" in errors["read"]


def test_without_tools(place, model):
    model.play([{"text": "Only words."}])
    with AgentProgram(place, model, "--no-tools") as agent:
        agent.ask("1", "Hi")
        assert agent.text("1") == "Only words."
    assert not model.requests[0].body.get("tools")


# --- keys ----------------------------------------------------------------------------------------------


def test_key_by_a_descriptor(place, model):
    model.play([{"text": "Hi."}])
    ours, theirs = os.pipe()
    os.write(theirs, b"a key by a pipe\n")
    os.close(theirs)
    with AgentProgram(place, model, "--key-fd", str(ours), key=False, pass_fds=(ours,)) as agent:
        os.close(ours)
        agent.ask("1", "Hi")
        assert agent.text("1") == "Hi."
        assert model.requests[0].key == "a key by a pipe"
        inside = open(f"/proc/{agent.process.pid}/cmdline").read() + open(f"/proc/{agent.process.pid}/environ").read()
        assert "a key by a pipe" not in inside


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601])
def test_a_key_file_that_others_can_read(place, model, mode):
    """It is refused when the program starts, and when it becomes so later; the sentence says what to do."""
    key_file = place.root / "open.key"
    key_file.touch(mode)
    key_file.chmod(mode)
    done = subprocess.run([PROGRAM, "--key-file", key_file], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          env=place.environment())
    assert done.returncode == 2 and done.stdout == "", done
    assert str(key_file) in done.stderr and f"{mode:04o}" in done.stderr and "chmod 600" in done.stderr

    model.play([{"text": "Hi."}], [{"text": "Hi again."}])
    with AgentProgram(place, model) as agent:
        agent.ask("1", "Hi")
        assert agent.text("1") == "Hi."
        agent.key_file.chmod(mode)
        agent.ask("2", "Hi")
        assert "chmod 600" in agent.error("2") and len(model.requests) == 1
        agent.key_file.chmod(0o400)
        agent.ask("3", "Hi")
        assert agent.text("3") == "Hi again." and model.requests[1].key == KEY


def test_key_of_the_daemon(daemon, place, model):
    """Asked for each request; written down with who asked."""
    model.play([{"text": "Hi."}], [{"text": "Hi again."}])
    with AgentProgram(place, model, key=False) as agent:
        agent.ask("1", "Write a poem")
        assert "weir key set anthropic" in agent.error("1")
        client = daemon.client()
        client.call("key.set", {"service": "anthropic", "value": KEY})
        agent.ask("2", "Hi")
        assert agent.text("2") == "Hi." and model.requests[0].key == KEY
        given, = client.call("audit.list", {"what": "key.given"})
        assert given["pid"] == agent.process.pid and given["client"] == "weir-agent"
        assert daemon.stop() == 0
        agent.ask("3", "Write a poem")
        if "the connection ended" in (error := agent.error("3")):  # it has asked before it saw that the daemon was gone
            agent.ask("4", "Write a poem")
            error = agent.error("4")
        assert "no daemon is running" in error
