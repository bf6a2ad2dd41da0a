"""The daemon is killed repeatedly while executors stream, and no message is lost. The long form is `./dev soak`."""

import random

import pytest

import executor_crash


@pytest.mark.long
def test_nothing_that_executors_said_is_lost(place):
    messages, kills = executor_crash.run(place, 5, random.SystemRandom().getrandbits(32))
    assert messages > 0 and kills >= 5
