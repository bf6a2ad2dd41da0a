"""Runs the commands that the documentation shows, on a terminal, as a reader would type them, and compares what it shows.

A page's commands run in one shell, in their order. In a `console` block of Markdown, a line `$ command` is typed; `> ` continues a
command whose line ends with a backslash or opens a here-document. The other lines are output: each must be found in what the command
printed. In them `[…]` stands for anything, and ids, numbers and spaces for any of their kind; a line `[…]` alone says nothing.

Each command must exit with 0, unless the next one is `echo $?`, which then shows the status.

A comment before a block says what is special about it:
    <!-- type: ["y"] -->   what the reader types, one entry for each prompt
    <!-- window: 2 -->     another terminal, with a shell of its own
    <!-- running -->       the last command of the block does not end by itself; the next block of this window comes back to it
    <!-- needs: a key -->  not run here, and why"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from bound import bound
from setting import BIN, SANITIZER_SIGNS, WATCHDOG_SECONDS

COLUMNS, LINES = 200, 50
SETTLED_SECONDS = 0.3
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?>]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78])")
PROMPT = re.compile(r"\x02(\d+)\x03$")
QUESTION = re.compile(r"(> |: |\? |\] |[$#] )$")
IDS = re.compile(r"\b(task|sess|perm|rule|term)_[0-9A-Z]{26}\b")


class Broken(AssertionError):
    pass


class Shell:
    """One window: bash on a terminal."""

    def __init__(self, environment, cwd):
        self.output, self.tail = "", b""
        prepare = bound()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            prepare()
            os.chdir(cwd)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "--noediting", "-i"], environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self._send("stty -echo; PS2=; PS1=$'\\x02$?\\x03'\n")
        self.wait()

    def _send(self, text):
        os.write(self.fd, text.encode())

    def _text(self):
        return ESCAPES.sub("", self.tail.decode(errors="replace")).replace("\r", "")

    def _read(self, deadline, what):
        if not select.select([self.fd], [], [], max(0, deadline - time.monotonic()))[0]:
            raise Broken(f"{what} does not end; it printed:\n{self._text()}")
        try:
            self.tail += os.read(self.fd, 65536)
        except OSError:
            raise Broken(f"the shell has ended; it printed:\n{self._text()}") from None

    def _asks(self, text, key):
        """Whether it ends as a question does, and not just because more of the line is on its way. A key may also be pressed between
        questions."""
        return (QUESTION.search(text) or (key and text.endswith("\n"))) and not select.select([self.fd], [], [], SETTLED_SECONDS)[0]

    def start(self, command):
        self.tail = b""
        self._send(command + "\n")

    def wait(self, answers=(), what="the shell"):
        """The exit status and what was printed, once the command has ended; answers are typed, and removed, at the questions that come."""
        seen = 0
        deadline = time.monotonic() + 3 * WATCHDOG_SECONDS
        while True:
            text = self._text()
            ended = PROMPT.search(text)
            if ended:
                return int(ended[1]), text[: ended.start()]
            if answers and len(text) > seen and self._asks(text, key=seen and len(answers[0]) == 1):
                seen = len(text)
                self._send(answers.pop(0))
            self._read(deadline, what)

    def wait_for(self, pattern, answers, what):
        """Until the line is there; answers are typed as in wait()."""
        seen = 0
        deadline = time.monotonic() + 3 * WATCHDOG_SECONDS
        while answers or not pattern.search(self._text()):
            text = self._text()
            if PROMPT.search(text):
                raise Broken(f"{what} has ended; it printed:\n{text}")
            if answers and len(text) > seen and self._asks(text, key=seen and len(answers[0]) == 1):
                seen = len(text)
                self._send(answers.pop(0))
            self._read(deadline, what)
        return self._text()

    def close(self):
        try:
            os.kill(self.pid, signal.SIGHUP)
        except ProcessLookupError:
            pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)


# --- pages --------------------------------------------------------------------------


class Block:
    def __init__(self, line, text, marks):
        self.line, self.marks = line, marks
        self.commands = []  # (command, the lines of output that are shown)
        self.more = []  # output of what the window runs since an earlier block
        pending = None
        for shown in text.splitlines():
            if pending is not None:
                pending.append(shown.removeprefix("> ").removeprefix(">"))
                pending = pending if is_open(pending) else None
            elif shown.startswith("$ "):
                self.commands.append(([shown[2:]], []))
                pending = self.commands[-1][0] if is_open(self.commands[-1][0]) else None
            elif self.commands:
                self.commands[-1][1].append(shown)
            else:
                self.more.append(shown)


def is_open(lines):
    """Whether the shell wants another line."""
    here = re.search(r"<<-?\s*['\"]?(\w+)", lines[0])
    return lines[-1] != here[1] if here and len(lines) > 1 else bool(here) or lines[-1].endswith("\\")


def marks_of(comments):
    marks = {}
    for comment in comments:
        name, _, value = comment.partition(":")
        marks[name.strip()] = value.strip()
    return marks


def console_blocks(text):
    """The console blocks of a page in Markdown."""
    blocks, comments = [], []
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        comment = re.fullmatch(r"\s*<!-- (.*) -->", line)
        fence = re.fullmatch(r"\s*```(\w*)", line)
        if comment:
            comments.append(comment[1])
        elif fence:
            inside = []
            for _, line in lines:
                if line.strip() == "```":
                    break
                inside.append(line)
            if fence[1] == "console":
                blocks.append(Block(number, "\n".join(inside), marks_of(comments)))
            comments = []
        elif line.strip():
            comments = []
    return blocks


def manual_blocks(text):
    """The examples of a manual page: what `.Bd -literal` shows in its section EXAMPLES. A comment `.\\" needs: …` marks one."""
    section = re.search(r"^\.Sh EXAMPLES\n(.*?)(?=^\.Sh |\Z)", text, re.M | re.S)
    if not section:
        return []
    first = text[: section.start(1)].count("\n") + 1
    found = []
    for match in re.finditer(r"((?:^\.\\\" [^\n]*\n)*)^\.Bd -literal[^\n]*\n(.*?)^\.Ed", section[1], re.M | re.S):
        comments = [line[4:] for line in match[1].splitlines()]
        shown = match[2].replace("\\e", "\\").replace("\\-", "-").replace("\\&", "").replace("\\(dq", '"')
        found.append(Block(first + section[1][: match.start(2)].count("\n"), shown, marks_of(comments)))
    return found


def pattern_of(shown):
    """The regular expression for a line of the page."""
    parts = []
    for part in IDS.sub(r"\1_ID", shown.strip()).split("[…]"):
        quoted = re.escape(part).replace("\\ ", " ")
        quoted = re.sub(r"(task|sess|perm|rule|term)_ID", r"\1_[0-9A-Z]{26}", quoted)
        quoted = re.sub(r"(?<![\w{[-])\d{2,}(?![\w}])", r"\\d+", quoted)
        parts.append(re.sub(r"\s+", r"\\s+", quoted))
    return re.compile(".*?".join(parts))


def compare(shown, printed, where):
    for line in shown:
        if line.strip() in ("", "[…]"):
            continue
        if not pattern_of(line).search(printed):
            raise Broken(f"{where}: the page shows\n  {line}\nbut this was printed:\n{printed}")


def run_blocks(blocks, environment, cwd, name):
    """Runs all of a page; raises Broken at the first line that is not as the page says. Returns how many commands were run."""
    environment = environment | {"PATH": f"{BIN}:{environment['PATH']}", "TERM": "xterm-256color", "PS1": "", "HISTFILE": ""}
    shells, running, count = {}, {}, 0
    try:
        for block in blocks:
            if "needs" in block.marks:
                continue
            window = block.marks.get("window", "1")
            if window not in shells:
                shells[window] = Shell(environment, cwd)
            shell = shells[window]
            answers = json.loads(block.marks.get("type", "[]"))
            where = f"{name}:{block.line}"
            if window in running:
                if "running" in block.marks and not block.commands:
                    lines = [line for line in block.more if line.strip() not in ("", "[…]")]
                    printed = shell.wait_for(pattern_of(lines[-1]), answers, where)
                    compare(block.more, printed, where)
                    continue
                status, printed = shell.wait(answers, f"{where}: {running.pop(window)}")
                if status and not (block.commands and block.commands[0][0] == ["echo $?"]):
                    raise Broken(f"{where}: exit status {status}; it printed:\n{printed}")
                compare(block.more, printed, where)
            elif any(line.strip() for line in block.more):
                raise Broken(f"{where}: output without a command")
            for index, (lines, shown) in enumerate(block.commands):
                command, last = "\n".join(lines), index == len(block.commands) - 1
                count += 1
                shell.start(command)
                if last and "running" in block.marks:
                    running[window] = command
                    lines = [line for line in shown if line.strip() not in ("", "[…]")]
                    if lines:
                        compare(shown, shell.wait_for(pattern_of(lines[-1]), answers, f"{where}: {command}"), where)
                    break
                status, printed = shell.wait(answers, f"{where}: {command}")
                for sign in SANITIZER_SIGNS:
                    if sign in printed:
                        raise Broken(printed)
                follows = [] if last else block.commands[index + 1][0]
                if command == "echo $?" and printed.strip() != "".join(shown).strip():
                    raise Broken(f"{where}: the page shows status {shown}, it is {printed}")
                if status and follows != ["echo $?"]:
                    raise Broken(f"{where}: {command}\nexit status {status}; it printed:\n{printed}")
                compare(shown, printed, f"{where}: {command}")
            if answers:
                raise Broken(f"{where}: nothing asked for {answers}")
    finally:
        for shell in shells.values():
            shell.close()
    return count
