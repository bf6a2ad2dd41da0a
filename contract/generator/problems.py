"""What is wrong with a contract, gathered so that one run reports everything."""

from dataclasses import dataclass


class ContractError(Exception):
    """The contract has problems; they are in args[0], in the order in which they were found."""

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
