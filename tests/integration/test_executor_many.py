"""Many tasks leave nothing more behind than a few. The long form is `./dev soak`."""

import pytest

import executor_many


@pytest.mark.long
@pytest.mark.parametrize("one_session", [False, True])
def test_many_tasks_one_after_another(place, one_session):
    executor_many.run(place, 100, one_session)
