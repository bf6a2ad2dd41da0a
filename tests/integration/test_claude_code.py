"""The adapter claude-code, with the real command line from npm against a scripted model, and with a false one that
misbehaves."""

import sys

import pytest

import npm
from hosts import TOOLS, AnyModel, Host


@pytest.fixture
def model():
    model = AnyModel(strict=False)
    yield model
    model.close()


@pytest.fixture
def claude(once, place, model):
    """The real one."""
    program = npm.claude_code()
    env = {"ANTHROPIC_BASE_URL": model.url.removesuffix("/v1"), "ANTHROPIC_AUTH_TOKEN": "made-up", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
    with Host(place, "claude-code", [program], env) as host:
        yield host


# --- the real one ---------------------------------------------------------------------


def kinds(host):
    return [kind for kind, _ in host.events() if not kind.endswith("_delta")]


def test_file_is_written_after_weir_was_asked(claude, model):
    target = claude.work / "a.txt"
    wanted = {"file_path": str(target), "content": "one\n"}
    model.play(
        [{"thinking": "A plan.", "signature": "c2ln"}, {"text": "I will write."}, {"tool": "Write", "id": "toolu_1", "input": wanted},
         {"usage": {"input": 11, "output": 7, "cache_read": 3}}],
        [{"text": "Written."}, {"usage": {"input": 20, "output": 2}}],
    )
    claude.context["model_config"] = {"model": "anthropic/claude-other"}
    result = claude.run("write a file")
    assert result["status"] == "completed" and result["text"] == "Written.", result
    cost = result["token_usage"].pop("reported_cost_micros")
    assert cost > 0 and result["token_usage"] == {
        "input_tokens": 31, "output_tokens": 9, "cache_read_tokens": 3, "context_tokens": 22, "context_limit": 200000,
        "reported_currency": "USD"}
    assert [data.get("context_tokens") for data in claude.data("usage")] == [21, 22, 22]
    assert target.read_text() == "one\n"
    assert claude.permissions == [("Write", wanted)]
    block = ["content_block_start", "content_block_stop"]
    told = kinds(claude)
    assert told.index("message_start") < told.index("tool_call") < told.index("tool_result")
    told.remove("tool_call")  # Claude Code asks as soon as it has the input, which may be before the rest of the message
    assert told == ["message_start", "content_block_start", "thinking_chunk", "content_block_stop", *block, *block,
                    "usage", "message_stop", "tool_result", "message_start", *block, "usage", "message_stop", "usage"]
    assert [data["content_block"] for data in claude.data("content_block_stop")] == [
        {"type": "thinking", "thinking": "A plan.", "signature": "c2ln"}, {"type": "text", "text": "I will write."},
        {"type": "tool_use", "id": "toolu_1", "name": "Write", "input": wanted}, {"type": "text", "text": "Written."}]
    assert "".join(d["delta"].get("text", "") for d in claude.data("content_block_delta")) == "I will write.Written."
    assert claude.data("tool_call") == [{"tool": "Write", "input": wanted, "tool_call_id": "toolu_1"}]
    (done,) = claude.data("tool_result")
    assert done["tool"] == "Write" and done["tool_call_id"] == "toolu_1" and not done["is_error"] and "a.txt" in done["result"]
    assert [data["stop_reason"] for data in claude.data("message_stop")] == ["tool_use", "end_turn"]
    assert model.requests[0].body["model"] == "claude-other"
    assert {tool["name"] for tool in model.requests[0].body["tools"]} <= set(TOOLS)


def test_refusal_reaches_the_model_and_reading_is_asked_too(claude, model):
    secret = claude.work / "secret.txt"
    secret.write_text("the secret is 7")
    model.play(
        [{"tool": "Read", "id": "toolu_1", "input": {"file_path": str(secret)}},
         {"tool": "Bash", "id": "toolu_2", "input": {"command": "touch made", "description": "Make it"}}],
        [{"text": "I may not."}],
    )
    claude.verdict = lambda params: {"approved": False, "reason": "user_denied", "note": "ask me later"}
    assert claude.run("read it", stream=False)["text"] == "I may not."
    assert [tool for tool, _ in claude.permissions] == ["Read", "Bash"]
    results = model.requests[1].results()
    assert all("user_denied" in text and "ask me later" in text for text in results.values()) and len(results) == 2
    assert [(d["tool_call_id"], d["reason"]) for d in claude.data("permission_denied")] == [
        ("toolu_1", "user_denied"), ("toolu_2", "user_denied")]
    assert all(data["is_error"] for data in claude.data("tool_result"))
    assert not claude.data("tool_call") and not claude.data("content_block_delta") and not (claude.work / "made").exists()


@pytest.mark.long
def test_next_task_of_the_session_goes_on_where_the_last_ended(claude, model):
    claude.context["messages"] = [
        {"role": "user", "type": "text", "content": "My name is Ada."},
        {"role": "assistant", "type": "content_block_stop",
         "content": {"index": 0, "content_block": {"type": "text", "text": "Hello, Ada."}}}]
    model.play([{"text": "You are Ada."}], [{"text": "Still Ada."}], [{"text": "Nobody."}])
    assert claude.run("Who am I?")["text"] == "You are Ada."
    assert claude.run("And now?", task="task_2")["text"] == "Still Ada."
    assert claude.run("In another session?", task="task_3", session_id="ses_2")["text"] == "Nobody."
    first, second, third = (str(request.body["messages"]) for request in model.requests)
    assert "User: My name is Ada." in first and "Assistant: Hello, Ada." in first and "Who am I?" in first
    # The second knows it from the agent's own files, so it is not told again; the third is another session's.
    assert "You are Ada." in second and second.count("My name is Ada.") == 1 and "And now?" in second
    assert "You are Ada." not in third and "My name is Ada." in third


def test_slash_commands_are_told_and_run(claude, model):
    """A prompt that is a command stays one, although the agent has not heard yet what was said before."""
    folder = claude.work / ".claude" / "commands"
    folder.mkdir(parents=True)
    (folder / "greet.md").write_text("---\ndescription: Greet somebody\nargument-hint: NAME\n---\nSay hello to $ARGUMENTS.\n")
    claude.context["messages"] = [{"role": "user", "type": "text", "content": "My name is Ada."}]
    model.play([{"text": "Hello, Grace."}])
    assert claude.run("/greet Grace")["text"] == "Hello, Grace."
    assert "Say hello to Grace." in str(model.requests[-1].body["messages"])
    told = {c["name"]: c for c in claude.daemon.commands[0]["commands"]}
    assert told["greet"]["hint"] == "NAME" and "Greet somebody" in told["greet"]["description"], told
    assert len(claude.daemon.commands) == 1 and claude.daemon.commands[0]["agent"] == "other"


def test_stop_interrupts_it(claude, model):
    model.play([{"text": "I begin."}, {"wait": "for ever"}])
    prompt = claude.execute("take your time")
    claude.wait_for_event("content_block_delta")
    assert claude.daemon.call("stop_task", session_token="token of task_1", task_id="task_1", reason="user_cancelled")["stopped"]
    result = claude.daemon.result(prompt)
    assert result["status"] == "cancelled" and claude.data("message_stop")[-1]["stop_reason"] == "cancelled"


def test_failures_say_what_to_do(claude, model):
    model.play([{"status": 400, "message": "this model is not for you"}])
    result = claude.run("hello")
    assert result["status"] == "failed" and "this model is not for you" in result["error"]["message"], result
    del claude.launch["env"]["ANTHROPIC_AUTH_TOKEN"]
    result = claude.run("hello", task="task_2")
    assert result["status"] == "failed" and "agents.NAME.env" in result["error"]["message"], result


def test_plan_mode_is_its_own_too(claude, model):
    model.play([{"text": "A plan."}])
    result = claude.run("plan it", permission_mode="plan")
    assert result["status"] == "completed", result
    assert "plan mode" in str(model.requests[0].body).lower()


# --- a false one ------------------------------------------------------------------------

FALSE = """
import json, sys
def say(**message): print(json.dumps(message), flush=True)
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else None
def block(kind, **more): return {"type": kind, **more}
def whole(*blocks, id="m1", **more): say(type="assistant", message={"id": id, "content": list(blocks)}, **more)
def result(text, **more): say(type="result", subtype="success", is_error=False, result=text, session_id="s", **more)
def until(kind):
    while (message := hear()) is not None:
        if message["type"] == kind: return message
"""


@pytest.fixture
def false(place):
    """A host with a Claude Code that does what the test writes in Python, once it has its prompt."""

    def start(text, **more):
        program = place.root / "false.py"
        program.write_text(FALSE + text)
        return Host(place, "claude-code", [sys.executable, program], **more)

    return start


def test_strange_lines_are_survived(false):
    with false("""
assert sys.argv[1:4] == ["-p", "--output-format", "stream-json"], sys.argv
until("user")
print("not JSON"); print('{"no": "type"}'); print("[1]"); print('{"type": 7}')
say(type="news", of="a later version"); say(type="system", subtype="init"); say(type="stream_event"); say(type="user")
say(type="stream_event", event={"type": "content_block_delta", "index": 7, "delta": {"type": "text_delta", "text": "lost"}})
say(type="control_request", request_id="r1", request={"subtype": "mcp_message"})
answer = until("control_response")["response"]
assert answer["request_id"] == "r1" and answer["subtype"] == "error", answer
whole(block("text", text="by a part of it"), parent_tool_use_id="toolu_0")
whole(block("text", text="Whole."), block("image"), block("tool_use", id="toolu_1", name="Read", input={"file_path": "x"}))
say(type="user", message={"content": [block("tool_result", tool_use_id="toolu_1", is_error=False, content=[
    block("text", text="a picture"), block("image", source={"data": "aGk=", "media_type": "image/png"})])]})
say(type="user", message={"content": [block("tool_result", tool_use_id="toolu_9", content="of nobody")]})
whole(block("tool_use", id="toolu_2", name="Bash", input={"command": "sleep"}), id="m2")
result("Whole.", usage={"input_tokens": 5, "output_tokens": -3})
hear()
""") as host:
        assert host.run("hello") == {"status": "completed", "text": "Whole.", "message_count": 12}
        assert [error["code"] for error in host.problems()] == ["MALFORMED_LINE"] * 4
        assert [d["content_block"].get("text") for d in host.data("content_block_stop")] == ["Whole.", None, None]
        assert host.data("tool_call") == [{"tool": "Read", "input": {"file_path": "x"}, "tool_call_id": "toolu_1"}]
        assert host.data("tool_result") == [{"tool": "Read", "result": "a picture", "tool_call_id": "toolu_1",
                                             "is_error": False, "image": {"mime": "image/png", "data": "aGk="}}]


def test_a_result_that_no_message_may_hold(false):
    """It is cut short, and the task goes on."""
    with false("""
until("user")
whole(block("tool_use", id="t1", name="Read", input={"file_path": "x"}))
say(type="user", message={"content": [block("tool_result", tool_use_id="t1", content="x" * ((15 << 20) + 1000))]})
result("ok")
""") as host:
        ended = host.run("hello")
        assert ended["status"] == "completed" and ended["text"] == "ok"
        [told] = host.data("tool_result")
        assert host.problems() == [] and len(told["result"]) < 15 << 20 and len(host.data("tool_call")) == 1
        assert [message["sequence"] for message in host.daemon.messages] == list(range(1, ended["message_count"] + 1))


def test_questions_are_answered_once_and_can_be_taken_back(false):
    with false("""
until("user")
def may(id, call, **input):
    say(type="control_request", request_id=id, request={"subtype": "can_use_tool", "tool_name": "Bash", "input": input,
                                                        "tool_use_id": call})
def hook(id, call, **input):
    say(type="control_request", request_id=id, request={"subtype": "hook_callback", "callback_id": "weir", "input": {
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": input, "tool_use_id": call}})
def answered(id):
    answer = until("control_response")["response"]
    assert answer["request_id"] == id, answer
    return answer["response"]
hook("r0", "t0", command="never")
hook("r1", "t1", command="ls")
assert answered("r1")["hookSpecificOutput"]["permissionDecision"] == "allow"
say(type="control_cancel_request", request_id="r0"); say(type="control_cancel_request", request_id="none")
may("r2", "t1", command="ls")
assert answered("r2") == {"behavior": "allow", "updatedInput": {"command": "ls"}}
# The approval is for one use: whoever asks again under the same name asks a person.
hook("again", "t1", command="ls")
assert answered("again")["hookSpecificOutput"]["permissionDecision"] == "deny"
may("r3", "t1", command="rm -rf /")
refused = answered("r3")
assert refused["behavior"] == "deny" and "no_approver" in refused["message"], refused
say(type="user", message={"content": [block("tool_result", tool_use_id="t1", is_error=True, content="refused")]})
# Approved is what was asked, not what came under the same name before the answer.
may("r4", "t2", command="harmless"); may("r5", "t2", command="harmful")
assert answered("r4")["behavior"] == "deny" and answered("r5")["behavior"] == "deny"
result("ok")
""") as host:
        del host.daemon.answers["request_permission"]
        prompt = host.execute("hello")
        first, second = host.daemon.wait_for_ask("request_permission"), host.daemon.wait_for_ask("request_permission")
        assert first["params"]["tool_input"] == {"command": "never"} and second["params"]["tool_input"] == {"command": "ls"}
        host.daemon.reply(second, {"approved": True})
        again = host.daemon.wait_for_ask("request_permission")
        assert again["params"]["tool_input"] == {"command": "ls"}
        assert again["params"]["request_id"] != second["params"]["request_id"]
        host.daemon.reply(again, {"approved": False, "reason": "user_denied"})
        third = host.daemon.wait_for_ask("request_permission")
        assert third["params"]["tool_input"] == {"command": "rm -rf /"}
        host.daemon.reply(third, {"approved": False, "reason": "no_approver"})
        fourth, fifth = host.daemon.wait_for_ask("request_permission"), host.daemon.wait_for_ask("request_permission")
        host.daemon.reply(fourth, {"approved": True})
        host.daemon.reply(fifth, {"approved": False, "reason": "user_denied"})
        assert host.daemon.result(prompt)["status"] == "completed"
        assert [d["input"] for d in host.data("tool_call")] == [{"command": "ls"}]
        assert [d["reason"] for d in host.data("permission_denied")] == ["user_denied", "no_approver", "user_denied"]
        assert host.data("permission_denied")[1]["input"] == {"command": "rm -rf /"}


@pytest.mark.parametrize("text, code, words", [
    ("print('no such option', file=sys.stderr); sys.exit(3)", "AGENT_EXITED", ["exited with code 3", "no such option"]),
    ("until('user'); import os; os.kill(os.getpid(), 9)", "AGENT_EXITED", ["signal 9"]),
    ("until('user'); say(type='result', is_error=True, subtype='error_max_turns')", "AGENT_ERROR", ["error_max_turns"]),
    ("until('nothing')", "AGENT_SILENT", [".silenceMs"]),
])
def test_ends_of_a_false_one(false, text, code, words):
    # Silence is measured only where that is looked at: an interpreter may take longer to begin.
    with false(text, **({"silence_ms": 300} if code == "AGENT_SILENT" else {})) as host:
        error = host.run("hello")["error"]
        assert error["code"] == code and all(word in error["message"] for word in words), error


def test_deaf_one_is_ended_when_it_is_stopped(false):
    with false("until('user'); say(type='system', subtype='init')\nimport signal; signal.signal(15, signal.SIG_IGN); signal.alarm(120)\n"
               "whole(block('text', text='deaf'))\nwhile True: hear()") as host:
        prompt = host.execute("hello")
        host.wait_for_event("message_stop")
        host.daemon.notify("cancel_task", session_token="token of task_1", task_id="task_1")
        assert host.daemon.result(prompt)["status"] == "cancelled"
