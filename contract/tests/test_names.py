"""Names in C and TypeScript."""

import pytest

from generator import names


@pytest.mark.parametrize("given, expected", [
    ("task.submit", "task_submit"),
    ("chat:sendMessage", "chat_send_message"),
    ("$/cancel_request", "cancel_request"),
    ("getURLList", "get_url_list"),
    ("maxMessageBytes", "max_message_bytes"),
    ("event.daemonStopping", "event_daemon_stopping"),
    ("content-type", "content_type"),
    ("sha256Sum", "sha256_sum"),
    ("HTTPServer", "http_server"),
    ("threadID", "thread_id"),
    ("v1.0", "v1_0"),
    ("__x__", "x"),
    ("+", ""),
])
def test_snake(given, expected):
    assert names.snake(given) == expected


@pytest.mark.parametrize("given, expected", [
    ("int", "int_"), ("unix", "unix_"), ("2nd", "_2_nd"), ("fooBar", "foo_bar"),
])
def test_member(given, expected):
    assert names.member(given) == expected


@pytest.mark.parametrize("namespace, given, expected", [
    ("daemon", "Health", "daemon_health"),
    ("task", "TaskRef", "task_ref"),
    ("task", "Task", "task_record"),
    ("core", "ClientInfo", "core_client_info"),
])
def test_type_name(namespace, given, expected):
    assert names.type_name(namespace, given) == expected


def test_method_name_leaves_libc_alone():
    assert names.method_name("executor", "shutdown") == "executor_shutdown"
    assert names.method_name("core", "ping") == "ping"


def test_constant():
    assert names.constant("daemon_health", "ok") == "DAEMON_HEALTH_OK"
    assert names.constant("x", "dark-green") == "X_DARK_GREEN"


def test_pascal():
    assert names.pascal("daemon_stop_params") == "DaemonStopParams"
