"""Scripts: turns of steps, and how they are cut into pieces."""

import base64
import hashlib
import json
import random
import string

CONTENT = ("text", "thinking", "redacted", "tool", "refusal", "stamps")
# What says something about the whole answer, wherever in the turn it stands.
ABOUT = ("usage", "no_usage", "stop", "cut", "chunk", "newline", "content_type", "headers", "style", "end", "no_done")


def kind(step):
    return next(iter(step))


def new_id(prefix):
    return prefix + "".join(random.choices(string.ascii_letters + string.digits, k=24))


def pieces(text, size=16):
    return [text[at : at + size] for at in range(0, len(text), size)]


def signature(step):
    """Of a thinking step: the one that it names, or one of its own text."""
    return step.get("signature") or base64.b64encode(hashlib.sha256(step["thinking"].encode()).digest()).decode()


def tool_json(step):
    """The input's text, and the pieces in which it comes."""
    text = step["json"] if "json" in step else json.dumps(step.get("input", {}), ensure_ascii=False)
    if "cuts" in step:
        places = [0, *step["cuts"], len(text)]
        return text, [text[a:b] for a, b in zip(places, places[1:])]
    return text, pieces(text, step.get("pieces", 16))


def numbered(turn, prefix):
    """The same steps, the calls of tools with their ids."""
    result = []
    for step in turn:
        if kind(step) == "interleave":
            step = {"interleave": numbered(step["interleave"], prefix)}
        elif kind(step) == "tool" and "id" not in step:
            step = step | {"id": new_id(prefix)}
        result.append(step)
    return result


def flat(turn):
    for step in turn:
        yield from flat(step["interleave"]) if kind(step) == "interleave" else [step]


def about(turn):
    """What the turn says of the whole answer."""
    said = {kind(step): step[kind(step)] for step in turn if kind(step) in ABOUT}
    blocks = list(flat(turn))
    if "stop" not in said:
        kinds = [kind(step) for step in blocks]
        said["stop"] = "refusal" if "refusal" in kinds else "tool_use" if "tool" in kinds else "end_turn"
    return said


def estimate(turn, request_bytes):
    """Tokens, as somebody would guess them."""
    written = sum(len(json.dumps(step, ensure_ascii=False)) for step in flat(turn) if kind(step) in CONTENT)
    return {"input": max(1, request_bytes // 4), "output": max(1, written // 4), "cache_read": 0, "cache_write": 0}


def usage_of(turn, request_bytes):
    return estimate(turn, request_bytes) | about(turn).get("usage", {})


# --- the script that is played when none is given ------------------------------------------------------


def last_text(body):
    """What the person has said last."""
    for message in reversed(body.get("messages", [])):
        if message.get("role") != "user":
            continue
        content = message.get("content")
        if isinstance(content, str):
            return content
        texts = [block.get("text", "") for block in content if block.get("type") == "text"]
        if texts:
            return texts[-1]
    return ""


def answers_results(body):
    """Whether the newest message brings what a tool has said."""
    last = (body.get("messages") or [{}])[-1]
    blocks = last.get("content") if isinstance(last.get("content"), list) else []
    return last.get("role") == "tool" or any(block.get("type") == "tool_result" for block in blocks)


def default_turn(request):
    """Looks at the folder once, where it may, and then says what it was asked."""
    names = {tool.get("name") or tool.get("function", {}).get("name") for tool in request.body.get("tools") or []}
    if "Glob" in names and not answers_results(request.body):
        return [
            {"thinking": "I have no thoughts; a script has written this.", "signature": "c2NyaXB0"},
            {"text": "I look at what is here.\n"},
            {"tool": "Glob", "input": {"pattern": "*"}},
        ]
    return [{"text": f"You said: {last_text(request.body)}\n\nI am a **script**, not a model, and have looked around.\n"}]
