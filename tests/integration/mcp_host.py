"""The daemon's side of MCP for a weir-executor that a test drives: servers, tools and their results."""

from copy import deepcopy

ECHO = {"name": "echo", "description": "Repeats a text.",
        "input_schema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}}


class McpHost:
    """Answers the methods for MCP of a Host whose daemon is of version 1.1.

    `servers` maps ids to tools as a server defines them; `call` gets the params of a call and answers its result, or
    None: then the call stays in daemon.asked for the test."""

    def __init__(self, host, servers=None, mode="tools"):
        self.host = host
        self.servers = {"git": [ECHO]} if servers is None else servers
        self.mode = mode
        self.calls = []
        self.lists = []
        self.searches = []
        self.fetched = []
        self.prompts, self.resources, self.templates = {}, {}, {}
        self.call = lambda params: text(f"said {params['arguments']['text']}")
        self.fetch = lambda params: {"approved": False, "reason": "user_denied"}
        self.more = {}  # of a server in a list
        host.daemon.answers |= {
            "list_mcp_tools": self._list,
            "search_mcp_tools": self._search,
            "call_mcp_tool": self._call,
            "list_mcp_items": self._items,
            "fetch_mcp_item": self._fetch,
        }

    def _tools(self, server):
        return [{"server": server, **deepcopy(tool)} for tool in self.servers.get(server, [])]

    def _list(self, params):
        self.lists.append(params)
        if "server" in params:
            tools = self._tools(params["server"])
        else:
            tools = [{**tool, "name": f"mcp__{server}__{tool['name']}"} for server in self.servers for tool in self._tools(server)]
        hosts = [{"id": server, "name": server.title(), "tool_count": len(listed), "prompt_count": len(self.prompts.get(server, [])),
                  "resource_count": len(self.resources.get(server, [])), **self.more.get(server, {})}
                 for server, listed in self.servers.items()]
        mode = self.mode if self.servers else "none"
        return {"mode": mode, "tools": tools if mode == "tools" else [], "servers": hosts}

    def _search(self, params):
        self.searches.append(params)
        found = [tool for server in self.servers for tool in self._tools(server)
                 if params.get("server", server) == server and params["query"].lower() in str(tool).lower()]
        found = [{**tool, "name": f"mcp__{tool['server']}__{tool['name']}"} for tool in found]
        return {"tools": found[:params["limit"]]}

    def _call(self, params):
        self.calls.append(params)
        return self.call(params)

    def _items(self, params):
        kind = params["kind"]
        return {kind: getattr(self, kind).get(params["server"], [])}

    def _fetch(self, params):
        self.fetched.append(params)
        return self.fetch(params)


def text(said, **more):
    return {"approved": True, "reason": "user_approved", "result": {"content": [{"type": "text", "text": said}], **more}}
