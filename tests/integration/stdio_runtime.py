"""An agent runtime on standard input and output, for tests: python3 stdio_runtime.py HOW. Each function below is one
way to behave; it is called when `ready` was said, and speaks with say()."""

import json
import os
import signal
import subprocess
import sys

STUBBORN_SECONDS = 120  # what resists a kill ends by itself after that


def say(kind, request=None, **more):
    message = {"type": kind, **({} if request is None else {"id": request["id"]}), **more, "timestamp": 1}
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def raw(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def use(request, number, result):
    tool = {"toolId": f"call_{number}", "toolName": "list_files"}
    say("tool_use", request, data={**tool, "input": {"path": "src"}})
    say("tool_result", request, data={**tool, "result": result})


def good(request):
    say("token", request, token="Let me ")
    say("token", request, token="look.")
    use(request, 1, {"files": ["index.ts"]})
    use(request, 2, "plain text")
    use(request, 3, {"error": "no such folder"})
    say("token", request, token="There is ")
    say("token", request, token="one.")
    say("done", request)


def echo(request):
    """Says the request that it got, and its context."""
    inside = {"request": request, "environment": sorted(os.environ), "cwd": os.getcwd(),
              "descriptors": sorted(os.listdir("/proc/self/fd"))}
    say("token", request, token=json.dumps(inside))
    say("done", request)


def fails(request):
    say("token", request, token="I try")
    say("error", request, error="API rate limit exceeded")


def strange(request):
    raw("this is not JSON\n")
    raw("[1,2]\n")
    raw('{"no":"type"}\n')
    raw('{"type":"token","id":"' + request["id"] + '"}\n')
    raw("\n")
    say("weather", request, data={"sun": True})
    say("status", request, data={"state": "idle"})
    say("ready")
    for _ in range(20):
        raw("noise\n")
    say("token", {"id": "somebody else's"}, token="not for you")
    say("done", {"id": "somebody else's"})
    say("token", token="for nobody")
    say("token", request, token="Fine.")
    say("done", request)
    say("token", request, token="too late")


def leaves(request):
    sys.stderr.write("first line\nit went wrong\n")
    sys.stderr.flush()
    say("token", request, token="I go")
    sys.exit(7)


def dies(request):
    os.kill(os.getpid(), signal.SIGSEGV)


def silent(request):
    signal.pause()


def busy(request):
    """Says nothing for long, but answers what it is asked meanwhile."""
    for _ in range(2):
        status = hear()
        assert status["kind"] == "get_status"
        say("status", status, data={"state": "working", "conversationLength": 1, "uptime": 1})
    say("token", request, token="It took long.")
    say("done", request)


def stubborn(request):
    """Does not want to end, and has a child that left."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.alarm(STUBBORN_SECONDS)
    code = (
        "import os, signal; os.setsid(); signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        f"signal.alarm({STUBBORN_SECONDS}); print('x', flush=True); signal.pause()"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    child.stdout.read(1)
    say("token", request, token=f"{os.getpid()} {child.pid}")
    while True:
        signal.pause()


def flood(request):
    for number in range(20000):
        say("token", request, token=f"{number:0100d}")
    say("done", request)


def long_line(request):
    say("token", request, token="y" * (5 << 20))
    say("token", request, token="z")
    say("done", request)


def long_result(request):
    """Its lines can be read, but what they say is more than one message may hold."""
    use(request, 1, "x" * ((15 << 20) + 1000))
    say("token", request, token="Fine.")
    say("done", request)


def endless_line(request):
    while True:
        raw("x" * (1 << 20))


def main():
    how = sys.argv[1]
    if how == "never_ready":
        signal.pause()
    if how == "not_even":
        sys.exit("no licence")
    raw("a banner that some library prints\n" if how == "strange" else "")
    say("ready", version="1.0.0", capabilities=["streaming"])
    request = hear()
    if request:
        globals()[how](request)
    while hear():
        pass


main()
