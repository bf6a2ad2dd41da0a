"""A client of the conformance suite: the daemon's side of a weir-mcp, which does what the suite's scenario wants.

The suite calls it with the address of its server. What is not as the scenario says ends it with an assertion; the suite judges the
messages themselves."""

import json
import os
import sys

from connector_peer import Connector
from daemon import Place
from recorder import Recorder

NUMBERS = {"a": 5, "b": 3}
NO_OTHERS = "valid_tool"  # the others have headers that are not allowed


def accept(params):
    """An answer that leaves everything to the defaults of the form."""
    return {"action": "accept", "content": {}} if params["mode"] == "form" else {"action": "accept"}


def lists(connector):
    return {kind: connector.daemon.ask("connector.list", kind=kind)[kind] for kind in ("tools", "prompts", "resources")}


def tools_call(connector):
    assert "add_numbers" in connector.tools()
    assert "8" in connector.text("add_numbers", NUMBERS)


def elicitation_defaults(connector):
    connector.daemon.answering = accept
    assert not connector.call("test_client_elicitation_defaults").get("isError")


def reconnection(connector):
    assert connector.text("test_reconnection")


def request_state(connector):
    """A call of another tool, while the first one waits for an answer, has nothing of it."""
    assert len(connector.tools()) == 4
    begun = [connector.begin(name)[0] for name in ("test_mrtr_echo_state", "test_mrtr_no_state")]
    connector.daemon.wait_asked(len(begun))
    assert connector.text("test_mrtr_unrelated")
    for question in connector.daemon.asked:
        connector.daemon.answer(question, {"action": "accept", "content": {"confirmed": True}})
    for request in begun:
        assert "result" in connector.daemon.end(request)
    assert connector.text("test_mrtr_no_result_type") == "no-result-type-test-ok"


def standard_headers(connector):
    found = lists(connector)
    assert all(found.values()), found
    for tool in found["tools"]:
        connector.text(tool["name"])
    for prompt in found["prompts"]:
        connector.daemon.ask("connector.prompt", name=prompt["name"])
    for resource in found["resources"]:
        connector.daemon.ask("connector.read", uri=resource["uri"])


def custom_headers(connector):
    context = json.loads(os.environ["MCP_CONFORMANCE_CONTEXT"])
    connector.tools()
    for call in context["toolCalls"]:
        connector.call(call["name"], call["arguments"])


def invalid_tool_headers(connector):
    assert list(connector.tools()) == [NO_OTHERS]
    connector.call(NO_OTHERS, {"region": "us-west1"})


def schema_preservation(connector):
    tools = connector.tools()
    connector.call("json_schema_echo", {"schema": tools["json_schema_2020_12_tool"]["inputSchema"]})


SCENARIOS = {
    "initialize": lists,
    "tools_call": tools_call,
    "elicitation-sep1034-client-defaults": elicitation_defaults,
    "sse-retry": reconnection,
    "request-metadata": lists,
    "sep-2322-client-request-state": request_state,
    "http-standard-headers": standard_headers,
    "http-custom-headers": custom_headers,
    "http-invalid-tool-headers": invalid_tool_headers,
    "json-schema-ref-no-deref": lists,
    "json-schema-2020-12-preservation": schema_preservation,
}


def main():
    name, url = os.environ["MCP_CONFORMANCE_SCENARIO"], sys.argv[-1]
    place = Place()
    connector = Connector(place, Recorder())
    try:
        connector.daemon.ask("connector.open", **connector.terms(transport="http", url=url))
        SCENARIOS.get(name, lists)(connector)
    finally:
        problems = connector.finish()
        place.remove()
    assert not problems, problems


if __name__ == "__main__":
    main()
