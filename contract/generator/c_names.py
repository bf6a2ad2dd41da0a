"""The C names that the generated code declares, and whether two of them collide."""

from . import names
from .model import Array, Enum, Map, Object, Ref, Union, walk
from .problems import Where

# Names that the headers included by the generated code declare.
_TAGS = """slice field_is json_any shape_kind shape_flag shape_format field_flag shape shape_field shape_variant
    yyjson_val call caller method_flag method event_type error_type dispatch_entry dispatch error_id""".split()
_ORDINARY = """call_reply dispatch_find method_hash slice_of slice_equal slice_is slice_starts_with
    contract_methods contract_method_count contract_events contract_event_count contract_secret_names
    contract_secret_name_count contract_errors contract_openrpc contract_openrpc_size contract_openrpc_app
    contract_openrpc_app_size ERROR_COUNT
    FIELD_ABSENT FIELD_NULL FIELD_SET FIELD_REQUIRED FIELD_NULLABLE FIELD_NO_PRESENCE""".split()

_TYPESCRIPT = ["Methods", "Notifications", "Events", "ErrorCodes", "ErrorWord", "RpcError"]


class _Registry:
    """The names of one kind, each with its place in the contract. Each pair of places is reported once."""

    def __init__(self, taken, problems, reported, language="C"):
        self.owner = {name: Where("the headers of weir") for name in taken}
        self.problems = problems
        self.reported = reported
        self.language = language

    def add(self, name, where):
        first = self.owner.setdefault(name, where)
        if first != where and (first, where) not in self.reported:
            self.reported.add((first, where))
            self.problems.add(where, f"is {name} in {self.language}, as is {first}")


def check(contract, problems):
    """Records every C name that two items of the contract would share."""
    reported = set()
    tags, ordinary = _Registry(_TAGS, problems, reported), _Registry(_ORDINARY, problems, reported)
    typescript = _Registry(_TYPESCRIPT, problems, reported, "TypeScript")
    for error in contract.errors:
        ordinary.add(names.constant("error", error.word), error.where)
    for declared in contract.types:
        _tree(declared.node, tags, ordinary)
        typescript.add(names.pascal(declared.node.name), declared.node.where)
    for method in contract.methods:
        ordinary.add(method.name, method.where)
        ordinary.add(method.name + "_method", method.where)
        ordinary.add(method.name + "_reply", method.where)
        ordinary.add(method.name + "_positional", method.where)
        for node in filter(None, (method.params, method.result)):
            _tree(node, tags, ordinary)
            if not isinstance(node, Ref):
                typescript.add(names.pascal(node.name), node.where)
    for event in contract.events:
        ordinary.add(event.name + "_event", event.where)
        _tree(event.params, tags, ordinary)
        if not isinstance(event.params, Ref):
            typescript.add(names.pascal(event.params.name), event.params.where)
    for handler in contract.handlers:
        ordinary.add(handler + "_dispatch", Where(f"the handler {handler}"))
    for namespace in contract.namespaces:
        for taken in [h + "_dispatch" for h in contract.handlers] + ["errors", "contract", "all"]:
            if namespace.name == taken:
                problems.add(Where(namespace.file), f"{taken}.h is another generated file")
        if any(other.name == namespace.name + "_types" for other in contract.namespaces):
            problems.add(Where(namespace.file), f"{namespace.name}_types.h is another namespace's file")


def _tree(root, tags, ordinary):
    for node in walk(root):
        if isinstance(node, Ref):
            continue
        if node is root or isinstance(node, (Object, Array, Map, Union, Enum)):
            ordinary.add(node.name + "_shape", node.where)
        if isinstance(node, (Object, Array, Map, Union, Enum)):
            tags.add(node.name, node.where)
        if isinstance(node, Enum):
            for word in node.words:
                ordinary.add(names.constant(node.name, word), node.where)
        table = {Object: "_fields", Enum: "_words", Union: "_variants"}.get(type(node))
        if table:
            ordinary.add(node.name + table, node.where)
        if isinstance(node, Object):
            for field in (f for f in node.fields if f.has_fallback):
                ordinary.add(f"{node.name}_{field.name}_fallback", field.node.where)
        if isinstance(node, Map):
            tags.add(node.name + "_pair", node.where)
        if isinstance(node, Union):
            tags.add(node.name + "_kind", node.where)
            for variant in node.variants:
                ordinary.add(names.constant(node.name + "_kind", variant.word), node.where)
