"""Whether a request is one that the real services would take. Each check answers with a sentence, or with None."""

import base64
import binascii
import re

TOOL_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,128}$")
TOOL_ID = re.compile(r"^[a-zA-Z0-9_-]+$")
IMAGES = ("image/jpeg", "image/png", "image/gif", "image/webp")

ANTHROPIC_FIELDS = {
    "model", "max_tokens", "messages", "system", "tools", "tool_choice", "thinking", "stream", "temperature", "top_p", "top_k",
    "stop_sequences", "metadata", "service_tier", "output_config",
}
OPENAI_FIELDS = {
    "model", "messages", "tools", "tool_choice", "stream", "stream_options", "max_tokens", "max_completion_tokens", "temperature",
    "top_p", "stop", "parallel_tool_calls", "reasoning_effort", "user", "n", "seed",
}


class Wrong(Exception):
    """What the service would say."""


def need(condition, sentence):
    if not condition:
        raise Wrong(sentence)


def is_base64(text):
    try:
        base64.b64decode(text, validate=True)
        return bool(text)
    except (binascii.Error, ValueError, TypeError):
        return False


# --- both -------------------------------------------------------------------------------------------------


def check_head(body, known, strict):
    need(isinstance(body, dict), "the body is not a JSON object")
    need(isinstance(body.get("model"), str) and body["model"], "model: Field required")
    need(isinstance(body.get("messages"), list) and body["messages"], "messages: at least one message is required")
    unknown = sorted(set(body) - known)
    need(not unknown or not strict, f"{', '.join(unknown)}: Extra inputs are not permitted")


def check_schema(schema, where):
    need(isinstance(schema, dict) and schema.get("type") == "object", f"{where}: a schema of type object is required")
    properties = schema.get("properties", {})
    need(isinstance(properties, dict), f"{where}.properties: Input should be an object")
    for name in schema.get("required", []):
        need(name in properties, f"{where}.required: {name} is not among the properties")


# --- Anthropic ------------------------------------------------------------------------------------------------


def check_cache(body):
    """At most four breakpoints, on blocks that can carry one."""
    found = []

    def walk(value):
        if isinstance(value, dict):
            if "cache_control" in value:
                found.append(value)
            for name, item in value.items():
                if name != "input":
                    walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    walk([body.get("system"), body.get("tools"), body["messages"]])
    need(len(found) <= 4, f"A maximum of 4 blocks with cache_control may be provided. Found {len(found)}.")
    for block in found:
        need(block["cache_control"].get("type") == "ephemeral", "cache_control.type: Input should be 'ephemeral'")
        need(block.get("type") not in ("thinking", "redacted_thinking"), "cache_control: not permitted on thinking blocks")
        need(block.get("type") != "text" or block.get("text"), "cache_control cannot be set for empty text blocks")


def check_image(source, where):
    need(isinstance(source, dict) and source.get("type") == "base64", f"{where}.source: base64 expected")
    need(source.get("media_type") in IMAGES, f"{where}.source.media_type: Input should be one of {IMAGES}")
    need(is_base64(source.get("data")), f"{where}.source.data: invalid base64 data")


def check_block(block, role, where):
    need(isinstance(block, dict), f"{where}: Input should be an object")
    kind = block.get("type")
    allowed = {"user": ("text", "image", "tool_result", "document"),
               "assistant": ("text", "thinking", "redacted_thinking", "tool_use")}[role]
    need(kind in allowed, f"{where}: {kind!r} is not permitted in a message of the {role}")
    if kind == "text":
        need(isinstance(block.get("text"), str) and block["text"], f"{where}: text content blocks must be non-empty")
        need(block["text"].strip(), f"{where}: text content blocks must contain non-whitespace text")
    elif kind == "image":
        check_image(block.get("source"), where)
    elif kind == "thinking":
        need(isinstance(block.get("thinking"), str), f"{where}.thinking: Field required")
        need(isinstance(block.get("signature"), str) and block["signature"], f"{where}.signature: Field required")
    elif kind == "redacted_thinking":
        need(isinstance(block.get("data"), str) and block["data"], f"{where}.data: Field required")
    elif kind == "tool_use":
        need(isinstance(block.get("id"), str) and TOOL_ID.match(block["id"]), f"{where}.id: String should match {TOOL_ID.pattern}")
        need(isinstance(block.get("name"), str) and TOOL_NAME.match(block["name"]), f"{where}.name: String should match a name")
        need(isinstance(block.get("input"), dict), f"{where}.input: Input should be a valid dictionary")
    elif kind == "tool_result":
        check_result(block, where)


def check_result(block, where):
    need(isinstance(block.get("tool_use_id"), str), f"{where}.tool_use_id: Field required")
    need(isinstance(block.get("is_error", False), bool), f"{where}.is_error: Input should be a valid boolean")
    content = block.get("content", "")
    for number, part in enumerate(content if isinstance(content, list) else []):
        need(part.get("type") in ("text", "image"), f"{where}.content.{number}: text or image expected")
        if part["type"] == "image":
            check_image(part.get("source"), f"{where}.content.{number}")
        else:
            need(part.get("text"), f"{where}.content.{number}: text content blocks must be non-empty")
    if block.get("is_error"):
        need(content, f"{where}: content cannot be empty if `is_error` is true")


def blocks_of(message):
    content = message.get("content")
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def check_pairs(messages):
    """Every tool_use is answered in the message behind it, first of all that stands there; and nothing else is answered."""
    seen, open_ids = set(), []
    for number, message in enumerate(messages):
        blocks = blocks_of(message)
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        for tool_id in open_ids:
            need(tool_id in results, f"messages.{number}: `tool_use` ids were found without `tool_result` blocks immediately after: {tool_id}")
        for tool_id in results:
            need(tool_id in open_ids, f"messages.{number}: unexpected `tool_use_id` found in `tool_result` blocks: {tool_id}")
        need(len(results) == len(set(results)), f"messages.{number}: each tool_use must have a single result")
        kinds = [block["type"] == "tool_result" for block in blocks]
        need(not any(kinds) or kinds == sorted(kinds, reverse=True), f"messages.{number}: `tool_result` blocks must come first")
        open_ids = [block["id"] for block in blocks if block["type"] == "tool_use"]
        for tool_id in open_ids:
            need(tool_id not in seen, f"messages.{number}: `tool_use` ids must be unique: {tool_id}")
            seen.add(tool_id)
    need(not open_ids, f"messages.{len(messages) - 1}: `tool_use` ids were found without `tool_result` blocks immediately after: {open_ids}")


def check_thinking(body, given):
    """`given`: what was thought before, by its signature."""
    thinking = body.get("thinking") or {"type": "disabled"}
    need(thinking.get("type") in ("enabled", "disabled", "adaptive"), "thinking.type: Input should be 'enabled' or 'disabled'")
    messages = body["messages"]
    for number, message in enumerate(messages):
        for block in blocks_of(message):
            if block["type"] == "thinking" and given is not None:
                where = f"messages.{number}.content"
                need(block["signature"] in given, f"{where}: Invalid `signature` in `thinking` block")
                need(given[block["signature"]] == block["thinking"],
                     f"{where}: `thinking` blocks in the latest assistant message cannot be modified")
    if thinking["type"] != "enabled":
        return
    budget = thinking.get("budget_tokens")
    need(isinstance(budget, int) and budget >= 1024, "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024")
    need(budget < body["max_tokens"], "`max_tokens` must be greater than `thinking.budget_tokens`")
    need(body.get("temperature", 1) == 1, "`temperature` may only be set to 1 when thinking is enabled")
    assistants = [message for message in messages if message["role"] == "assistant"]
    if assistants and any(block["type"] == "tool_result" for block in blocks_of(messages[-1])):
        first = blocks_of(assistants[-1])[0]["type"]
        need(first in ("thinking", "redacted_thinking"),
             f"messages.{len(messages) - 2}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{first}`. "
             "When `thinking` is enabled, a final `assistant` message must start with a thinking block")


def check_anthropic_tools(body):
    tools = body.get("tools", [])
    need(isinstance(tools, list), "tools: Input should be a valid list")
    names = []
    for number, tool in enumerate(tools):
        where = f"tools.{number}"
        need(isinstance(tool.get("name"), str) and TOOL_NAME.match(tool["name"]), f"{where}.name: String should match a name")
        if "type" not in tool or tool["type"] == "custom":
            check_schema(tool.get("input_schema"), f"{where}.input_schema")
        names.append(tool["name"])
    need(len(names) == len(set(names)), "tools: Tool names must be unique.")
    used = any(block["type"] in ("tool_use", "tool_result") for message in body["messages"] for block in blocks_of(message))
    need(names or not used, "Requests which include `tool_use` or `tool_result` blocks must define tools")


def check_system(body):
    system = body.get("system", "")
    for number, block in enumerate(system if isinstance(system, list) else []):
        need(block.get("type") == "text" and block.get("text"), f"system.{number}: text content blocks must be non-empty")
    need(isinstance(system, (str, list)), "system: Input should be a string or a list")


def check_anthropic(body, given=None, strict=True):
    check_head(body, ANTHROPIC_FIELDS, strict)
    need(isinstance(body.get("max_tokens"), int) and body["max_tokens"] > 0, "max_tokens: Field required")
    for number, message in enumerate(body["messages"]):
        need(isinstance(message, dict) and message.get("role") in ("user", "assistant"), f"messages.{number}.role: user or assistant")
        need(blocks_of(message), f"messages.{number}: all messages must have non-empty content")
        for place, block in enumerate(blocks_of(message)):
            check_block(block, message["role"], f"messages.{number}.content.{place}")
    roles = [message["role"] for message in body["messages"]]
    need(roles[0] == "user", "messages: first message must use the \"user\" role")
    if strict:
        need(all(a != b for a, b in zip(roles, roles[1:])), "messages: roles must alternate between \"user\" and \"assistant\"")
        need(roles[-1] == "user", "messages: the last message must be of the user")
        check_thinking(body, given)
    check_system(body)
    check_anthropic_tools(body)
    check_pairs(body["messages"])
    check_cache(body)


# --- OpenAI ---------------------------------------------------------------------------------------------------


def check_part(part, role, where):
    need(isinstance(part, dict) and part.get("type") in ("text", "image_url"), f"{where}.type: text or image_url expected")
    if part["type"] == "text":
        need(isinstance(part.get("text"), str), f"{where}.text: expected a string")
        return
    need(role == "user", f"{where}: image URLs are only allowed for messages with role 'user'")
    url = (part.get("image_url") or {}).get("url", "")
    kind, _, data = url.partition(";base64,")
    need(kind.removeprefix("data:") in IMAGES and is_base64(data), f"{where}.image_url.url: invalid image data")


def check_content(message, where):
    role, content = message["role"], message.get("content")
    if content is None:
        need(role == "assistant" and message.get("tool_calls"), f"{where}.content: expected a string, got null")
    for number, part in enumerate(content if isinstance(content, list) else []):
        check_part(part, role, f"{where}.content[{number}]")
    need(content is None or isinstance(content, (str, list)), f"{where}.content: expected a string or an array")
    need(not isinstance(content, list) or content, f"{where}.content: expected a non-empty array")


def check_calls(message, where):
    calls = message.get("tool_calls")
    need(calls is None or (message["role"] == "assistant" and calls), f"{where}.tool_calls: not expected, or empty")
    for number, call in enumerate(calls or []):
        function = call.get("function") or {}
        need(isinstance(call.get("id"), str) and call["id"], f"{where}.tool_calls[{number}].id: required")
        need(call.get("type") == "function", f"{where}.tool_calls[{number}].type: required")
        need(isinstance(function.get("name"), str) and TOOL_NAME.match(function["name"]), f"{where}.tool_calls[{number}]: a name")
        need(isinstance(function.get("arguments"), str), f"{where}.tool_calls[{number}].function.arguments: expected a string")
    return [call["id"] for call in calls or []]


def check_openai_tools(body):
    for number, tool in enumerate(body.get("tools", [])):
        function = tool.get("function") or {}
        need(tool.get("type") == "function", f"tools[{number}].type: function expected")
        need(isinstance(function.get("name"), str) and TOOL_NAME.match(function["name"]), f"tools[{number}].function.name: a name")
        check_schema(function.get("parameters"), f"tools[{number}].function.parameters")
    need(body.get("tools", True), "tools: an empty array is too short")


def check_openai(body, given=None, strict=True):
    del given
    check_head(body, OPENAI_FIELDS, strict)
    need("max_tokens" not in body or "max_completion_tokens" not in body, "max_tokens and max_completion_tokens: only one of them")
    need("stream_options" not in body or body.get("stream"), "stream_options is only allowed when stream is enabled")
    waiting = []
    for number, message in enumerate(body["messages"]):
        where = f"messages[{number}]"
        need(isinstance(message, dict), f"{where}: expected an object")
        need(message.get("role") in ("system", "developer", "user", "assistant", "tool"), f"{where}.role: unknown")
        check_content(message, where)
        if message["role"] == "tool":
            need(message.get("tool_call_id") in waiting,
                 f"{where}: messages with role 'tool' must be a response to a preceding message with 'tool_calls'")
            waiting.remove(message["tool_call_id"])
            continue
        need(not waiting, "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
             f"'tool_call_id'. The following tool_call_ids did not have response messages: {', '.join(waiting)}")
        waiting = check_calls(message, where)
    need(not waiting, f"tool_call_ids did not have response messages: {', '.join(waiting)}")
    check_openai_tools(body)
