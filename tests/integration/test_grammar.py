"""Messages made from the contract. The long form is `./dev soak`."""

import random

import pytest

import grammar_soak
from grammar import Grammar
from setting import FAULTS, OPENRPC, SANITIZED, TRAFFIC

CALLERS = ("client", "executor")


@pytest.mark.parametrize("caller", CALLERS)
def test_most_of_what_is_made_fits_the_contract(caller):
    """A grammar whose messages are refused before any handler sees them would test the decoder only."""
    grammar = Grammar(OPENRPC, random.Random(1))
    for name in grammar.called_by(caller):
        made = [grammar.params(name) for _ in range(200)]
        fits = sum(not TRAFFIC.params(name, params) for params, spoilt in made if not spoilt)
        assert fits > 0.6 * len(made), f"{name}: {fits} of {len(made)}"


def test_every_parameter_of_every_method_is_made():
    grammar = Grammar(OPENRPC, random.Random(1))
    for name, method in grammar.methods.items():
        wanted = {param["name"] for param in method["params"]}
        for _ in range(300):
            params, _ = grammar.params(name)
            wanted -= set(params) if isinstance(params, dict) else set()
        assert not wanted, f"{name}: {wanted}"


@pytest.mark.long
@pytest.mark.skipif(not (SANITIZED and FAULTS), reason="it looks for faults of memory, which the sanitizers see")
def test_random_sequences_of_all_methods(place):
    world = grammar_soak.run(8, 1, place)
    assert not world.problems, "\n".join(world.problems)
    assert world.counts["answers"] > 50 and world.counts["pings"] > 5, world.counts
