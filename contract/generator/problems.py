"""Collects the problems of a contract, so that one run reports all of them."""

from dataclasses import dataclass


class ContractError(Exception):
    """The contract has problems; args[0] has them in the order of detection."""

    @property
    def problems(self):
        return self.args[0]


@dataclass(frozen=True)
class Where:
    """A place in a contract file: the file's name and the JSON path to a value."""

    file: str
    path: tuple = ()

    def __truediv__(self, key):
        return Where(self.file, self.path + (str(key),))

    def __str__(self):
        return f"{self.file}: {'.'.join(self.path)}" if self.path else self.file


class Problems:
    """A list of messages, each with its place."""

    def __init__(self):
        self.messages = []

    def add(self, where, message):
        line = f"{where}: {message}"
        if line not in self.messages:
            self.messages.append(line)

    def raise_any(self):
        if self.messages:
            raise ContractError(self.messages)
