"""Reads contract files strictly: plain JSON, no duplicate keys, no NaN."""

import json
import re

from .problems import ContractError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def read_json(path):
    """The value in a file. Raises ContractError with line and column if it is not valid JSON."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ContractError([f"{path.name}: not UTF-8: byte {error.start}"]) from None
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise ContractError([f"{path.name}:{error.lineno}:{error.colno}: {error.msg}"]) from None
    except _Constant as error:
        at = next(m.start() for m in _TOKEN.finditer(text) if m.group() == str(error))
        raise ContractError([f"{path.name}:{_place(text, at)}: {error} is not JSON"]) from None
    duplicates = [f'{path.name}:{_place(text, at)}: the key "{key}" is here twice' for key, at in _duplicates(text)]
    if duplicates:
        raise ContractError(duplicates)
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ContractError([f"{path.name}: contains a lone surrogate"]) from None
    return value


class _Constant(Exception):
    pass


def _refuse_constant(word):
    raise _Constant(word)


def _place(text, at):
    line = text.count("\n", 0, at) + 1
    return f"{line}:{at - text.rfind(chr(10), 0, at)}"


def _duplicates(text):
    """Duplicate keys of objects, with their offsets, in a text that is valid JSON."""
    open_keys = []  # a set for each open object, None for an open array
    last_string = None
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "{":
            open_keys.append(set())
        elif token == "[":
            open_keys.append(None)
        elif token in "}]":
            open_keys.pop()
        elif token[0] == '"':
            last_string = match
        elif token == ":":
            key = json.loads(last_string.group())
            if key in open_keys[-1]:
                yield key, last_string.start()
            open_keys[-1].add(key)
