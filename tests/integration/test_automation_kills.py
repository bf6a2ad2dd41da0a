"""The daemon is killed while rules are due: each due time has one receipt, and none two. The long form is `./dev soak`."""

import pytest

import automation_kills


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_each_due_time_has_one_receipt(place, seed):
    assert automation_kills.run(place, 8, seed) > 0
