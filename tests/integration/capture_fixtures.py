"""Fixtures of the tests of weir-capture: X servers, a person at one of them, and the program."""

import pytest

from capture_peer import Recorder, Screen, Server


@pytest.fixture
def make_server(place):
    servers = []

    def make(**more):
        servers.append(Server(place, name=f"x{len(servers)}", **more))
        return servers[-1]

    yield make
    for server in servers:
        server.stop()


@pytest.fixture
def server(make_server):
    return make_server()


@pytest.fixture
def screen(server):
    screen = Screen(server)
    yield screen
    screen.close()


@pytest.fixture
def make_capture(place, recorder):
    made = []

    def make(*arguments, **variables):
        made.append(Recorder(place, recorder, "--batch-ms", 1, "--rows", 1000000, *arguments, name=f"capture{len(made)}", **variables))
        return made[-1]

    yield make
    problems = [problem for capture in made for problem in capture.finish()]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def capture(make_capture):
    return make_capture("--title-ms", 1)
