"""OpenAI's chat completions, as they lie on the wire, and how others who speak them differ."""

import json
import time

import steps
from anthropic_wire import compact

FINISH = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length", "refusal": "content_filter", "stop_sequence": "stop"}
STYLES = {
    "openai": {},
    "ollama": {"whole_tools": True, "finish": "stop", "role_always": True, "reasoning": "reasoning"},
    "llama.cpp": {"reasoning": "reasoning_content", "null_content": True},
    "vllm": {"reasoning": "reasoning_content", "usage_always": True},
}


def error_body(kind, text):
    return {"error": {"message": text, "type": kind, "param": None, "code": kind}}


def usage(used):
    read = used["input"] + used["cache_read"]
    return {
        "prompt_tokens": read, "completion_tokens": used["output"], "total_tokens": read + used["output"],
        "prompt_tokens_details": {"cached_tokens": used["cache_read"]},
    }


def call(step, index=None):
    value = {"id": step["id"], "type": "function", "function": {"name": step["tool"], "arguments": steps.tool_json(step)[0]}}
    return value if index is None else {"index": index} | value


class Stream:
    def __init__(self, turn, model, request):
        self.about = steps.about(turn)
        self.used = steps.usage_of(turn, request.size)
        self.style = STYLES[self.about.get("style", request.style)]
        self.model = model
        self.newline = self.about.get("newline", "\n")
        self.wants_usage = (request.body.get("stream_options") or {}).get("include_usage", False)
        self.index = 0
        self.id = steps.new_id("chatcmpl-")
        self.opened = False

    def data(self, value):
        return f"data: {compact(value)}{self.newline}{self.newline}".encode()

    def chunk(self, delta, finish=None, **more):
        if self.style.get("role_always"):
            delta = {"role": "assistant", "content": ""} | delta
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        value = {"id": self.id, "object": "chat.completion.chunk", "created": 1, "model": self.model, "choices": [choice]}
        if self.wants_usage and not self.style.get("role_always"):
            value["usage"] = None
        return self.data(value | more)

    def open(self):
        first = {"role": "assistant", "content": None if self.style.get("null_content") else ""}
        if not self.style.get("role_always"):
            yield self.chunk(first)

    def ping(self):
        return f": keep-alive{self.newline}{self.newline}".encode()

    def _tool(self, step):
        index, self.index = self.index, self.index + 1
        if self.style.get("whole_tools"):
            yield self.chunk({"tool_calls": [call(step, index)]})
            return
        start = call(step, index)
        start["function"]["arguments"] = ""
        yield self.chunk({"tool_calls": [start]})
        for piece in steps.tool_json(step)[1]:
            yield self.chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})

    def block(self, step):
        kind = steps.kind(step)
        if kind == "tool":
            yield from self._tool(step)
        elif kind == "thinking":
            for piece in steps.pieces(step["thinking"], step.get("pieces", 16)):
                yield self.chunk({self.style.get("reasoning", "reasoning_content"): piece})
        elif kind == "stamps":
            for _ in range(step["stamps"]):
                yield self.chunk({"content": f"{time.monotonic_ns()} "})
        elif kind != "redacted":
            for piece in steps.pieces(step.get("text", step.get("refusal", "")), step.get("pieces", 16)):
                yield self.chunk({"content": piece})

    def other(self, step):
        return self.data(step.get("data", {"object": step["event"]}))

    def error(self, step):
        return self.data(error_body(step["error"], step.get("message", "The server had an error")))

    def close(self):
        finish = FINISH.get(self.about["stop"], self.about["stop"])
        yield self.chunk({}, self.style.get("finish", finish))
        if (self.wants_usage or self.style.get("usage_always")) and "no_usage" not in self.about:
            value = {"id": self.id, "object": "chat.completion.chunk", "created": 1, "model": self.model, "choices": []}
            yield self.data(value | {"usage": usage(self.used)})
        if "no_done" not in self.about:
            yield f"data: [DONE]{self.newline}{self.newline}".encode()


def whole(turn, model, request):
    said = steps.about(turn)
    blocks = list(steps.flat(turn))
    text = "".join(step.get("text", step.get("refusal", "")) for step in blocks if steps.kind(step) in ("text", "refusal"))
    calls = [call(step) for step in blocks if steps.kind(step) == "tool"]
    message = {"role": "assistant", "content": text or None} | ({"tool_calls": calls} if calls else {})
    value = {
        "id": steps.new_id("chatcmpl-"), "object": "chat.completion", "created": 1, "model": model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": FINISH.get(said["stop"], said["stop"])}],
    }
    return value if "no_usage" in said else value | {"usage": usage(steps.usage_of(turn, request.size))}


def models(names):
    return {"object": "list", "data": [{"id": name, "object": "model", "created": 1, "owned_by": "weir"} for name in names]}
