"""Checks that the meta-schema cannot express: references, tags, recursion, defaults, names."""

from . import c_names
from .model import Array, Const, Map, Object, Ref, Union, Variant, resolved, walk
from .names import member, separator_free, snake
from .validate import validate


def check_contract(contract, problems):
    """Completes the model (references, variants) and records every problem."""
    before = len(problems.messages)
    _resolve(contract, problems)
    if len(problems.messages) == before:
        _recursion(contract, problems)
    if len(problems.messages) > before:
        return  # the checks below follow references
    _namespace_cycles(contract, problems)
    for _, node in roots(contract):
        for inner in walk(node):
            if isinstance(inner, Union):
                _tag(inner, problems)
    _names(contract, problems)
    named = len(problems.messages) == before
    for method in contract.methods:
        _method(method, contract, problems)
    for event in contract.events:
        _params(event, problems)
    for declared in contract.types:
        if declared.node.nullable:
            problems.add(declared.node.where, "a declared type cannot be nullable, only a property can")
        if isinstance(declared.node, Ref):
            problems.add(declared.node.where, "a declared type cannot be only a reference to another type")
    _defaults(contract, problems)
    if named:  # otherwise the collision is a result of a problem that is already reported
        c_names.check(contract, problems)


def roots(contract):
    """Every schema of the contract with its namespace's name: types, params, results, events."""
    for declared in contract.types:
        yield declared.namespace, declared.node
    for method in contract.methods:
        yield method.namespace, method.params
        if method.result is not None:
            yield method.namespace, method.result
    for event in contract.events:
        yield event.namespace, event.params


def _resolve(contract, problems):
    by_name = {n.name: n for n in contract.namespaces}
    for _, root in roots(contract):
        for node in walk(root):
            if not isinstance(node, Ref):
                continue
            if node.namespace not in by_name:
                problems.add(node.where / "$ref", f'there is no namespace "{node.namespace}"')
            elif node.type not in by_name[node.namespace].types:
                problems.add(node.where / "$ref", f'namespace "{node.namespace}" has no type "{node.type}"')
            else:
                node.target = by_name[node.namespace].types[node.type]
    for _, root in roots(contract):
        for node in walk(root):
            inner = {Array: "items", Map: "values"}.get(type(node))
            if inner and isinstance(getattr(node, inner), Ref):
                _storable_inner(getattr(node, inner), problems)


def _storable_inner(node, problems):
    if node.target is not None and isinstance(node.target.node, Const):
        problems.add(node.where, "an item cannot be a constant")


def _recursion(contract, problems):
    """Rejects structs that contain themselves. An array or a map is a pointer, so it may contain its owner."""
    done = set()

    def visit(declared, trail):
        if declared in trail:
            chain = " → ".join(t.json for t in trail[trail.index(declared):] + [declared])
            problems.add(declared.node.where, f"contains itself: {chain}; use an array or a map of it")
            return
        key = (declared.namespace, declared.json)
        if key not in done:
            for target in _held(declared.node):
                visit(target, trail + [declared])
            done.add(key)

    for declared in contract.types:
        visit(declared, [])


def _held(node):
    """The declared types that are embedded in a value of this type."""
    if isinstance(node, Ref):
        yield node.target
    elif isinstance(node, (Object, Union)):
        for child in node.children():
            yield from _held(child)


def _namespace_cycles(contract, problems):
    """Rejects cycles between namespaces: each has one header of types, and headers cannot include each other."""
    needs = {n.name: {} for n in contract.namespaces}
    for declared in contract.types:
        for node in walk(declared.node):
            if isinstance(node, Ref) and node.namespace != declared.namespace:
                needs[declared.namespace].setdefault(node.namespace, node)

    def reaches(start, goal, seen):
        return start == goal or any(
            reaches(n, goal, seen | {start}) for n in needs[start] if n not in seen)

    for name, others in needs.items():
        for other, node in others.items():
            if reaches(other, name, set()):
                problems.add(node.where / "$ref", f"types of {name} and {other} need each other; move one of them")


def _tag(union, problems):
    """Finds the field that tells the variants of a union apart."""
    objects = [resolved(choice) for choice in union.choices]
    for choice, target in zip(union.choices, objects):
        if not isinstance(target, Object) or choice.nullable:
            problems.add(choice.where, "a variant must be an object")
            return
    constants = [{f.json: f.node.word for f in o.fields if f.required and isinstance(f.node, Const)
                  and not f.node.nullable} for o in objects]
    for tag in constants[0]:
        if all(tag in c for c in constants):
            words = [c[tag] for c in constants]
            if len(set(map(snake, words))) < len(words) or not all(map(snake, words)):
                problems.add(union.where, f'the words of the tag "{tag}" are not all different')
                return
            union.tag = tag
            union.variants = [Variant(w, member(w), choice) for w, choice in zip(words, union.choices)]
            return
    problems.add(union.where, "its objects share no required const field with different values")


def _names(contract, problems):
    seen = {}
    words = {}
    for namespace in contract.namespaces:
        for method in namespace.methods:
            if not namespace.bare:
                _prefix(method, namespace, (), problems)
        for event in namespace.events:
            if not namespace.bare:
                _prefix(event, namespace, ("event.", "event:"), problems)
        for item in namespace.methods + namespace.events:
            first = seen.setdefault(separator_free(item.json), item)
            if first is not item:
                problems.add(item.where, f"is declared twice, also at {first.where}")
        for error in namespace.errors:
            first = words.setdefault(error.word, error)
            if first is not error:
                problems.add(error.where, f"is declared twice, also at {first.where}")


def _prefix(item, namespace, others, problems):
    allowed = (namespace.name + ".", namespace.name + ":") + others
    if not item.json.startswith(allowed):
        problems.add(item.where, f'the name must begin with "{namespace.name}."')


def _params(item, problems):
    if not isinstance(resolved(item.params), Object) or item.params.nullable:
        problems.add(item.where / "params", "must be an object with properties")


def _method(method, contract, problems):
    _params(method, problems)
    known = {e.word for e in contract.errors}
    for word in method.errors:
        if word not in known:
            problems.add(method.where / "errors", f'no namespace declares the error "{word}"')
    fields = resolved(method.params)
    fields = [f.json for f in fields.fields] if isinstance(fields, Object) else []
    for name in method.positional:
        if name not in fields:
            problems.add(method.where / "positional", f'params have no property "{name}"')
    if method.result is not None and method.result.nullable:
        problems.add(method.where / "result", "a result cannot be nullable, only a property can")


def resolver(contract, namespace):
    """Resolves $ref for validate(), relative to a namespace."""
    by_name = {n.name: n for n in contract.namespaces}

    def resolve(reference):
        other, _, name = reference.partition("#/types/")
        other = other or namespace
        return by_name[other].types[name].node.raw, resolver(contract, other)

    return resolve


def _defaults(contract, problems):
    for namespace, root in roots(contract):
        resolve = resolver(contract, namespace)
        properties = {id(f.node) for node in walk(root) if isinstance(node, Object) for f in node.fields}
        for node in walk(root):
            if not isinstance(node.raw, dict):
                continue
            if "default" in node.raw:
                if id(node) not in properties:
                    problems.add(node.where / "default", "is for properties only")
                _fits(node.raw["default"], node, "default", resolve, problems)
            for index, example in enumerate(node.raw.get("examples", [])):
                _fits(example, node, f"examples.{index}", resolve, problems)


def _fits(value, node, key, resolve, problems):
    for path, message in validate(value, node.raw, resolve):
        problems.add(".".join((str(node.where / key),) + path), message)
