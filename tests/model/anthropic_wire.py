"""Anthropic's Messages, as they lie on the wire."""

import json
import time

import steps


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def error_body(kind, text):
    return {"type": "error", "error": {"type": kind, "message": text}, "request_id": steps.new_id("req_")}


def usage(used):
    return {
        "input_tokens": used["input"],
        "cache_creation_input_tokens": used["cache_write"],
        "cache_read_input_tokens": used["cache_read"],
        "output_tokens": used["output"],
        "service_tier": "standard",
    }


def whole_block(step):
    kind = steps.kind(step)
    if kind == "thinking":
        return {"type": "thinking", "thinking": step["thinking"], "signature": steps.signature(step)}
    if kind == "redacted":
        return {"type": "redacted_thinking", "data": step["redacted"]}
    if kind == "tool":
        return {"type": "tool_use", "id": step["id"], "name": step["tool"], "input": json.loads(steps.tool_json(step)[0] or "{}")}
    return {"type": "text", "text": step.get("text", step.get("refusal", ""))}


class Stream:
    """The events of one answer, as bytes."""

    def __init__(self, turn, model, request):
        self.about = steps.about(turn)
        self.used = steps.usage_of(turn, request.size)
        self.model = model
        self.newline = self.about.get("newline", "\n")
        self.index = 0
        self.id = steps.new_id("msg_")

    def event(self, name, data):
        lines = [f"event: {name}", f"data: {compact(data)}", "", ""]
        return self.newline.join(lines).encode()

    def open(self):
        message = {
            "id": self.id, "type": "message", "role": "assistant", "model": self.model, "content": [], "stop_reason": None,
            "stop_sequence": None, "usage": usage(self.used | {"output": 1}),
        }
        yield self.event("message_start", {"type": "message_start", "message": message})

    def ping(self):
        return self.event("ping", {"type": "ping"})

    def _delta(self, index, kind, **fields):
        data = {"type": "content_block_delta", "index": index, "delta": {"type": kind, **fields}}
        return self.event("content_block_delta", data)

    def block(self, step):
        index, self.index = self.index, self.index + 1
        kind, block = steps.kind(step), whole_block(step) if "json" not in step else {
            "type": "tool_use", "id": step["id"], "name": step["tool"], "input": {}}
        empty = {"thinking": {"thinking": "", "signature": ""}, "tool": {"input": {}}, "redacted": {}}.get(kind, {"text": ""})
        yield self.event("content_block_start", {"type": "content_block_start", "index": index, "content_block": block | empty})
        if kind == "thinking":
            for piece in steps.pieces(block["thinking"], step.get("pieces", 16)):
                yield self._delta(index, "thinking_delta", thinking=piece)
            for piece in steps.pieces(block["signature"], step.get("signature_pieces", 1 << 20)):
                yield self._delta(index, "signature_delta", signature=piece)
        elif kind == "tool":
            yield self._delta(index, "input_json_delta", partial_json="")
            for piece in steps.tool_json(step)[1] if step.get("input", {}) or "json" in step else []:
                yield self._delta(index, "input_json_delta", partial_json=piece)
        elif kind == "stamps":
            for _ in range(step["stamps"]):
                yield self._delta(index, "text_delta", text=f"{time.monotonic_ns()} ")
        elif kind != "redacted":
            for piece in steps.pieces(block["text"], step.get("pieces", 16)):
                yield self._delta(index, "text_delta", text=piece)
        yield self.event("content_block_stop", {"type": "content_block_stop", "index": index})

    def other(self, step):
        return self.event(step["event"], step.get("data", {"type": step["event"]}))

    def error(self, step):
        body = error_body(step["error"], step.get("message", "Overloaded"))
        return self.event("error", {"type": "error", "error": body["error"]})

    def close(self):
        delta = {"stop_reason": self.about["stop"], "stop_sequence": None}
        data = {"type": "message_delta", "delta": delta, "usage": {"output_tokens": self.used["output"]}}
        yield self.event("message_delta", data)
        yield self.event("message_stop", {"type": "message_stop"})


def whole(turn, model, request):
    """The answer to who did not ask for a stream."""
    said = steps.about(turn)
    return {
        "id": steps.new_id("msg_"), "type": "message", "role": "assistant", "model": model,
        "content": [whole_block(step) for step in steps.flat(turn) if steps.kind(step) in steps.CONTENT],
        "stop_reason": said["stop"], "stop_sequence": None, "usage": usage(steps.usage_of(turn, request.size)),
    }


def models(names):
    data = [{"type": "model", "id": name, "display_name": name, "created_at": "2025-01-01T00:00:00Z"} for name in names]
    return {"data": data, "has_more": False, "first_id": names[0] if names else None, "last_id": names[-1] if names else None}
