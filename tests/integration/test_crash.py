"""The daemon is killed again and again under load, and nothing that it promised is lost. The long form is `./dev soak`."""

import random

import pytest

import crash


@pytest.mark.long
def test_nothing_is_lost_by_being_killed(place):
    assert crash.run(place, 20, random.SystemRandom().getrandbits(32)) > 0
