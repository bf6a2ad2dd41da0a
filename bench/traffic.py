"""Mixed traffic: different requests, generated from a seed. None of them needs the store."""
import json
import random
import socket
import string

from servers import Failed

SEED = 20
COUNT = 1000
ID = "@@@@@@"  # replaced by the six digits of the request's id, in "id" and in params, so that params differ each time
FIRST_ID = "100000"
REPLY_SECONDS = 15

RESULT_PONG, RESULT_EMPTY = '"pong":true', '"result":[]'
INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = (f'"error":{{"code":{code},' for code in (-32600, -32601, -32602))
NOT_FOUND, OTHER_PROTOCOL = (f'"error":{{"code":{code},' for code in (-32000, -32013))

WORDS = "fix the failing test of parser then run all again and show what has changed since last week".split()


class Maker:
    """Generates requests: a method, its params (None: none), and text that the reply must contain."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kinds = {  # percentages: 60 % get a result, 40 % an error
            self.ping: 10, self.ping_with_params: 25, self.list_terminals: 25,
            self.no_terminal: 12, self.no_subscription: 6, self.no_method: 7, self.invalid_params: 10,
            self.other_protocol: 3, self.invalid_request: 2,
        }

    def make(self, count):
        chosen = self.random.choices([*self.kinds], [*self.kinds.values()], k=count)
        return [self.written(*kind()) for kind in chosen]

    def written(self, method, params, expect, version="2.0"):
        """Writes a request as different clients do: with or without spaces, with members in different orders. Returns the text and
        the expected text of the reply."""
        members = {"jsonrpc": version, "id": ID, "method": method}
        if params is not None:
            members["params"] = params
        names = self.random.choice([["jsonrpc", "id", "method", "params"], ["jsonrpc", "method", "params", "id"],
                                    ["id", "jsonrpc", "method", "params"]])
        ordered = {name: members[name] for name in names if name in members}
        spaces = self.random.choice([(",", ":"), (",", ":"), (", ", ": ")])
        text = json.dumps(ordered, separators=spaces, ensure_ascii=False)
        return text.replace(f'"{ID}"', ID), expect  # a string that is only the id becomes a number

    def id(self, prefix):
        return f"{prefix}_01K{''.join(self.random.choices(string.digits + 'ABCDEFGHJKMNPQRSTVWXYZ', k=17))}{ID}"

    def text(self):
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, 12)))

    # --- requests that get a result ---

    def ping(self):
        return "ping", None, RESULT_PONG

    def ping_with_params(self):
        params = {"sequence": ID, "sent": self.random.randrange(10**12, 10**13), "note": self.text()}
        if self.random.random() < 0.3:
            params["tags"] = self.random.choices(WORDS, k=3)
        return "ping", params, RESULT_PONG

    def list_terminals(self):
        return "terminal.list", {"sessionId": self.id("sess")}, RESULT_EMPTY

    # --- requests that get an error ---

    def no_terminal(self):
        more = {
            "terminal.detach": {},
            "terminal.close": {},
            "terminal.resize": {"cols": self.random.randint(20, 300), "rows": self.random.randint(5, 100)},
            "terminal.input": {"data": "bHMgLWxhCg=="},
        }
        method = self.random.choice([*more])
        return method, {"terminalId": self.id("term"), **more[method]}, NOT_FOUND

    def no_subscription(self):
        return "event.unsubscribe", {"subscriptionId": f"sub_{ID}"}, NOT_FOUND

    def no_method(self):
        method = self.random.choice(["task.start", "session.open", "agent.run", "workspace.list", "Ping"])
        return method, {"sessionId": self.id("sess"), "text": self.text()}, NO_METHOD

    def invalid_params(self):
        method, params = self.random.choice([
            ("task.submit", {"prompt": self.random.randint(1, 999), "cwd": f"/home/ada/{ID}"}),
            ("task.submit", {"cwd": f"/home/ada/{ID}"}),
            ("task.get", {"task": self.id("task")}),
            ("task.list", {"limit": self.random.randint(1001, 99999), "after": self.id("task")}),
            ("event.list", {"fromSeq": -self.random.randint(1, 99999), "sessionId": self.id("sess")}),
            ("session.create", {"title": self.text(), "permissionMode": "always", "cwd": f"/home/ada/{ID}"}),
        ])
        return method, params, INVALID_PARAMS

    def other_protocol(self):
        return "initialize", {"protocolVersion": f"{self.random.randint(2, 9)}.0",
                              "client": {"name": f"bench {ID}", "version": "1.0"}}, OTHER_PROTOCOL

    def invalid_request(self):
        return "ping", {"sequence": ID}, INVALID_REQUEST, "1.0"


class Traffic:
    """The same requests for every server, and lines with the same number of bytes for the raw echo."""

    def __init__(self, home):
        self.home = home
        self.lines = Maker(SEED).make(COUNT)
        self.reply_sizes = None
        self.files = {}

    def file_for(self, server):
        """The file of requests for a server. The replies of the first server other than the raw echo determine their sizes."""
        name = server.kind.name
        if name not in self.files:
            if name != "raw":
                sizes = [len(reply) for reply in ask_all(server, self.lines)]
                self.reply_sizes = self.reply_sizes or sizes
            self.files[name] = write(f"{self.home}/traffic.{name}", self.raw_lines() if name == "raw" else self.lines)
        return self.files[name]

    def raw_lines(self):
        """Lines of the mean length of a request and its reply, both including their newline."""
        if self.reply_sizes is None:
            raise Failed("the sizes of replies are unknown: no other server has run before")
        head, tail = f'{{"jsonrpc":"2.0","id":{ID},"text":"', '"}'
        for (request, _), reply in zip(self.lines, self.reply_sizes):
            size = (len(request.encode()) + 1 + reply) // 2 - 1
            yield head + "x" * (size - len(head) - len(tail)) + tail, '"text":"'


def ask_all(server, lines):
    """Returns the reply to each request, with its newline. Fails for an unexpected one."""
    found = []
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(REPLY_SECONDS)
        peer.connect(server.socket)
        replies = peer.makefile("rb")
        for request, expect in lines:
            peer.sendall(request.replace(ID, FIRST_ID).encode() + b"\n")
            reply = replies.readline()
            if expect.encode() not in reply or f'"id":{FIRST_ID}'.encode() not in reply:
                raise Failed(f"{server.kind.title} answers {request} with {reply.decode(errors='replace').strip()}")
            found.append(reply)
    return found


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{expect}\t{request}\n" for request, expect in lines)
    return path
