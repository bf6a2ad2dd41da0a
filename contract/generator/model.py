"""The model of the contract: namespaces, methods, events, errors, and a tree for every type."""

from dataclasses import dataclass, field
from typing import Any as AnyValue
from typing import Optional

from .problems import Where

MISSING = object()  # stands for "no default"; None is a valid default

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
UINT32_MAX = 2**32 - 1


@dataclass
class Node:
    """A type. `name` is its C name, made from its path in the contract."""

    where: Where
    name: str
    raw: AnyValue = True
    note: str = ""
    nullable: bool = False

    def children(self):
        return []


class Boolean(Node):
    pass


class Null(Node):
    pass


class Any(Node):
    pass


@dataclass
class Integer(Node):
    min: int = INT64_MIN
    max: int = INT64_MAX


@dataclass
class Number(Node):
    min: Optional[float] = None
    max: Optional[float] = None
    min_exclusive: bool = False
    max_exclusive: bool = False


@dataclass
class String(Node):
    min: int = 0
    max: int = UINT32_MAX
    format: Optional[str] = None
    nul: bool = False


@dataclass
class Enum(Node):
    words: list = field(default_factory=list)


@dataclass
class Const(Node):
    word: str = ""


@dataclass
class Field:
    """A property of an object."""

    json: str
    name: str
    node: Node
    required: bool
    default: AnyValue = MISSING
    note: str = ""
    deprecated: bool = False

    @property
    def has_presence(self):
        """Whether the struct has a member `x_is` that says if the field is present."""
        return self.node.nullable or (not self.required and self.default is MISSING)

    @property
    def has_fallback(self):
        return self.default is not MISSING and self.default is not None


@dataclass
class Object(Node):
    fields: list = field(default_factory=list)
    closed: bool = False

    def children(self):
        return [f.node for f in self.fields]


@dataclass
class Array(Node):
    items: Optional[Node] = None
    min: int = 0
    max: int = UINT32_MAX

    def children(self):
        return [self.items]


@dataclass
class Map(Node):
    values: Optional[Node] = None
    min: int = 0
    max: int = UINT32_MAX

    def children(self):
        return [self.values]


@dataclass
class Variant:
    word: str
    name: str
    node: Node


@dataclass
class Union(Node):
    """A tagged union: objects with a constant field, the tag. Variants are set when references are resolved."""

    choices: list = field(default_factory=list)
    tag: str = ""
    variants: list = field(default_factory=list)

    def children(self):
        return self.choices


@dataclass
class Ref(Node):
    namespace: str = ""
    type: str = ""
    target: Optional["Type"] = None


@dataclass
class Type:
    """A declared type."""

    namespace: str
    json: str
    node: Node


@dataclass
class Method:
    namespace: str
    json: str
    name: str
    where: Where
    summary: str
    description: str
    callers: list
    handler: str
    notification: bool
    waits: bool
    secret: bool
    positional: list
    params: Node
    result: Optional[Node]
    errors: list
    since: str


@dataclass
class Event:
    namespace: str
    json: str
    name: str
    where: Where
    summary: str
    description: str
    params: Node
    since: str


@dataclass
class Error:
    namespace: str
    word: str
    code: int
    summary: str
    where: Where


@dataclass
class Namespace:
    name: str
    file: str
    summary: str
    bare: bool
    secrets: list
    raw: dict
    types: dict = field(default_factory=dict)
    methods: list = field(default_factory=list)
    events: list = field(default_factory=list)
    errors: list = field(default_factory=list)


@dataclass
class Contract:
    """All namespaces: those with bare method names first, then by name."""

    namespaces: list

    @property
    def methods(self):
        return [m for n in self.namespaces for m in n.methods]

    @property
    def events(self):
        return [e for n in self.namespaces for e in n.events]

    @property
    def errors(self):
        return [e for n in self.namespaces for e in n.errors]

    @property
    def types(self):
        return [t for n in self.namespaces for t in n.types.values()]

    @property
    def secrets(self):
        return sorted({s for n in self.namespaces for s in n.secrets})

    @property
    def handlers(self):
        """The programs that handle methods. Methods of "peer" are handled in every program and not included."""
        return sorted({"daemon"} | {m.handler for m in self.methods if m.handler != "peer"})


def resolved(node):
    """The node itself, or the type that a reference names."""
    return node.target.node if isinstance(node, Ref) else node


def walk(node):
    """The node and all inline nodes under it; not through references."""
    yield node
    for child in node.children():
        yield from walk(child)


def is_stored(node):
    """Whether a struct stores a value of the type."""
    return not isinstance(resolved(node), (Const, Null))
