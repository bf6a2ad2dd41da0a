"""Threads: the complete messages of sessions, as chat:getThreads and chat:getThread show them. The agent plays its prompt as a
script."""

import json
import re
import shutil
import signal
import sqlite3

import pytest

from desktop_channels import only
from schema import versions
from setting import MIB
from stores import SOUND, change, look, store_of
from tasks import session_of, wait
from test_migration import CLOSED, FORK, OLD, OPEN, RUNNING
from waiting import until

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def say(client, script, thread=None, state="completed"):
    """The thread, after a message that the agent has worked on."""
    sent = client.call("chat.send", {"message": script} | ({"threadId": thread} if thread else {}))
    task = wait(client, sent["taskId"])
    assert task["state"] == state, task
    return sent["threadId"]


def block(text, kind="text", index=0):
    return f'message content_block_stop {json.dumps({"index": index, "content_block": {"type": kind, kind: text}})}'


def threads(client, **params):
    return client.call("chat:getThreads", params)["threads"]


def conversation(client, thread, **params):
    """(role, content) of each message."""
    found = client.call("chat:getThread", {"threadId": thread, **params})["messages"]
    return [(message["role"], message["content"]) for message in found]


def summary(client, thread):
    (found,) = [one for one in threads(client, limit=200) if one["threadId"] == thread]
    return found


def test_get_threads(client):
    assert client.call("chat:getThreads") == {"threads": []}
    for number in range(3):
        wait(client, client.call("chat.send", {"message": f"done {number}"})["taskId"])
    page = client.call("chat:getThreads", {"limit": 2})
    only(page, ["threads", "nextCursor"])
    (last,) = client.call("chat:getThreads", {"cursor": page["nextCursor"]})["threads"]
    for number, one in zip((2, 1, 0), [*page["threads"], last]):
        only(one, ["threadId", "title", "lastMessage", "messageCount", "updatedAt"])
        assert one["title"] == f"done {number}" and one["lastMessage"] == str(number) and one["messageCount"] == 2
        assert TIME.fullmatch(one["updatedAt"])


def test_get_thread(client):
    sent = client.call("chat.send", {"message": "done hello"})
    wait(client, sent["taskId"])
    thread = client.call("chat:getThread", {"threadId": sent["threadId"]})
    only(thread, ["threadId", "title", "messages", "createdAt", "updatedAt"])
    assert thread["threadId"] == sent["threadId"] and TIME.fullmatch(thread["createdAt"]) and TIME.fullmatch(thread["updatedAt"])
    for message in thread["messages"]:
        only(message, ["id", "role", "content", "createdAt"])
        assert TIME.fullmatch(message["createdAt"])
    assert [(message["role"], message["content"]) for message in thread["messages"]] == [("user", "done hello"), ("assistant", "hello")]
    assert client.error("chat:getThread", {"threadId": "sess_none"}).word == "session_not_found"


# --- what is a message ------------------------------------------------------------------


def test_the_blocks_of_a_message_are_one_row(client):
    script = "; ".join([
        "message message_start {}", block("hm", "thinking"), "message content_block_delta " + json.dumps({"index": 1, "delta": {"text": "I loo"}}),
        block("I look.", index=1), block("Here.", index=2), 'message tool_call {"tool": "Read", "input": {}}', "message message_stop {}",
        "message message_start {}", block("Done."), "message message_stop {}", "done Done.",
    ])
    thread = say(client, script)
    assert conversation(client, thread) == [("user", script), ("assistant", "I look.\n\nHere."), ("assistant", "Done.")]


def test_a_message_without_its_end_counts_when_the_task_ends(client):
    thread = say(client, f"message message_start {{}}; {block('half of it')}; fail error broken", state="failed")
    assert conversation(client, thread)[1:] == [("assistant", "half of it"), ("system", "broken")]


def test_a_message_that_begins_again_counts_once(client):
    thread = say(client, f"message message_start {{}}; {block('first try')}; message message_start {{}}; {block('second')}; message message_stop {{}}")
    assert [content for _, content in conversation(client, thread)][1:] == ["second"]


@pytest.mark.parametrize("type", ["content_block", "text", "message"])
@pytest.mark.parametrize("data", ['"hello"', '{"text": "hello"}', '{"content": "hello"}', '{"type": "text", "text": "hello"}'])
def test_a_report_that_is_a_message(client, type, data):
    assert conversation(client, say(client, f"message {type} {data}"))[1:] == [("assistant", "hello")]


@pytest.mark.parametrize("data", ["1", "{}", '{"type": "thinking", "text": "x"}', '{"text": 1}', '{"text": ""}', '[]', "null"])
def test_a_report_that_says_nothing(client, data):
    assert len(conversation(client, say(client, f"message message {data}; done"))) == 1


def test_pieces_alone_become_the_final_text(client):
    thread = say(client, "say one; say two")
    assert conversation(client, thread)[1:] == [("assistant", "two")]


def test_the_final_text_is_not_said_twice(client):
    assert conversation(client, say(client, "message text \"all of it\"; done all of it"))[1:] == [("assistant", "all of it")]


def test_a_zero_ends_a_message(client):
    assert conversation(client, say(client, 'message text "ab\\u0000cd"; done'))[1:] == [("assistant", "ab")]


def test_ids_are_the_events(client):
    thread = say(client, 'message text "one"; fail error broken', state="failed")
    found = client.call("chat:getThread", [thread])["messages"]
    events = {f"msg_{event['params']['seq']}": event for event in client.call("event.list", {"sessionId": thread})["events"]}
    assert [events[message["id"]]["method"] for message in found] == ["event.messageCreated", "event.messageCreated", "event.taskFailed"]
    assert events[found[1]["id"]]["params"]["data"] == "one"


# --- threads ------------------------------------------------------------------------------


def test_the_newest_comes_first(client):
    first, second, third = say(client, "done 1"), session_of(client, title="empty"), say(client, "done 3")
    assert [one["threadId"] for one in threads(client)] == [third, second, first]
    say(client, "done 4", first)
    assert [one["threadId"] for one in threads(client)] == [first, third, second]
    empty = summary(client, second)
    assert empty == {"threadId": second, "title": "empty", "lastMessage": "", "messageCount": 0, "updatedAt": empty["updatedAt"]}
    assert summary(client, first) | {"updatedAt": ""} == {"threadId": first, "title": "done 1", "lastMessage": "4", "messageCount": 4, "updatedAt": ""}
    assert client.call("chat:getThread", [second])["messages"] == []


def test_the_last_message_is_cut_by_characters(client):
    for text in ["x" * 200, "x" * 201, "é" * 200, "漢" * 300, "😀" * 250]:
        assert summary(client, say(client, f"message text {json.dumps(text)}; done"))["lastMessage"] == text[:200]


def test_pages_stay_right_while_threads_change(client):
    made = [session_of(client, title=str(i)) for i in range(25)]
    seen, cursor, moved = [], {}, 0
    while cursor is not None:
        page = client.call("chat:getThreads", {"limit": 7, **cursor})
        seen += [one["threadId"] for one in page["threads"]]
        cursor = {"cursor": page["nextCursor"]} if "nextCursor" in page else None
        assert len(page["threads"]) == 7 or cursor is None
        say(client, "done", made[24 - moved])  # of a page that was read
        session_of(client, title="new")
        moved += 1
    assert seen == made[::-1]


def test_a_page_is_exactly_full(client):
    made = [session_of(client) for _ in range(4)]
    page = client.call("chat:getThreads", {"limit": 4})
    assert len(page["threads"]) == 4 and "nextCursor" not in page
    page = client.call("chat:getThreads", {"limit": 2})
    client.call("session.delete", {"sessionId": page["threads"][1]["threadId"]})  # the one that the cursor names
    assert [one["threadId"] for one in client.call("chat:getThreads", {"cursor": page["nextCursor"]})["threads"]] == made[1::-1]


def test_fifty_without_a_limit(client):
    for _ in range(51):
        session_of(client)
    assert len(threads(client)) == 50 and len(threads(client, limit=200)) == 51


@pytest.mark.parametrize("limit", [0, -1, 201, 2**53, 1.5, "1", None, [], True])
def test_limits_that_are_none(client, limit):
    thread = session_of(client)
    assert client.error("chat:getThreads", {"limit": limit}, bad=True).data["path"] == "params.limit"
    assert client.error("chat:getThread", {"threadId": thread, "limit": limit}, bad=True).data["path"] == "params.limit"


def test_cursors_that_are_none(client):
    for _ in range(2):
        session_of(client)
    cursor = client.call("chat:getThreads", {"limit": 1})["nextCursor"]
    other = cursor[:-1] + ("0" if cursor[-1] != "0" else "1")
    for wrong in ["x", other, cursor[:-1], cursor + "0", "0" * 40, "'; DROP TABLE threads", "\u00e9" * 40]:
        assert client.error("chat:getThreads", {"cursor": wrong}).data["path"] == "params.cursor"
    for wrong in ["", 1, None, "x" * 129, "x" * (10 * MIB)]:
        error = client.error("chat:getThreads", {"cursor": wrong}, bad=True)
        assert error.code == -32602 and error.data["path"] == "params.cursor"


# --- a thread -------------------------------------------------------------------------------


def test_pages_of_a_thread(client):
    thread = say(client, "; ".join(f'message text "{i}"' for i in range(9)) + "; done")
    everything = client.call("chat:getThread", [thread])["messages"]
    assert [message["content"] for message in everything][1:] == [str(i) for i in range(9)]
    seen, more = [], {}
    while True:
        page = client.call("chat:getThread", {"threadId": thread, "limit": 4, **more})["messages"]
        seen = page + seen
        if len(page) < 4:
            break
        more = {"before": page[0]["id"]}
    assert seen == everything
    assert client.call("chat:getThread", {"threadId": thread, "before": everything[0]["id"]})["messages"] == []
    assert conversation(client, thread, before=everything[3]["id"]) == conversation(client, thread)[:3]


def test_threads_that_are_not_there(client):
    thread, other = say(client, "done"), say(client, "done")
    assert client.error("chat:getThread", {"threadId": "sess_none"}).word == "session_not_found"
    strange = client.call("chat:getThread", [other])["messages"][0]["id"]
    for before in ["msg_1", "msg_", "msg_9223372036854775808", "x", strange]:
        error = client.error("chat:getThread", {"threadId": thread, "before": before})
        assert error.code == -32000 and error.word == "message_not_found"


@pytest.mark.parametrize("params", [{}, {"threadId": 1}, {"threadId": None}, {"threadId": ""}, {"threadId": "x" * 129}, {"threadId": "x" * (10 * MIB)},
                                    {"threadId": "x", "before": 1}, {"threadId": "x", "before": ""}, 7])
def test_questions_that_are_none(client, params):
    assert client.error("chat:getThread", params, bad=True).code in (-32602, -32600)


def test_a_thread_that_is_too_long(client):
    part = "x" * (700 << 10)
    thread = session_of(client)
    for _ in range(30):
        say(client, f'message text "{part}"; done', thread)
    error = client.error("chat:getThread", {"threadId": thread})
    assert error.word == "result_too_long" and "limit and before" in error.message
    assert client.error("chat:getThread", {"threadId": thread, "limit": 60}).word == "result_too_long"
    assert len(client.call("chat:getThread", {"threadId": thread, "limit": 4})["messages"]) == 4


def test_a_thread_with_characters_that_json_escapes(client):
    """Each of them takes six bytes in the response."""
    text = json.dumps("\u0001" * (50 << 10))
    thread = session_of(client)
    for _ in range(12):
        say(client, f"message text {text}; message text {text}; message text {text}; done", thread)
    assert client.error("chat:getThread", {"threadId": thread}).word == "result_too_long"
    assert len(conversation(client, thread, limit=2)) == 2


# --- forks, deletion, retention, restarts -----------------------------------------------------


def test_a_fork_shows_what_it_inherited(client):
    parent = say(client, "done one")
    until_here = client.call("event.list", {"sessionId": parent})["events"][-1]["params"]["seq"]
    say(client, "done two", parent)
    fork = client.call("session.fork", {"sessionId": parent, "atSeq": until_here})["id"]
    assert conversation(client, fork) == conversation(client, parent)[:2] == [("user", "done one"), ("assistant", "one")]
    assert summary(client, fork)["messageCount"] == 2 and summary(client, fork)["lastMessage"] == "one"
    say(client, "done three", fork)
    again = client.call("session.fork", {"sessionId": fork})["id"]
    wanted = [("user", "done one"), ("assistant", "one"), ("user", "done three"), ("assistant", "three")]
    assert conversation(client, fork) == conversation(client, again) == wanted and summary(client, again)["messageCount"] == 4
    # Pages go through what was inherited.
    seen = client.call("chat:getThread", {"threadId": again, "limit": 3})["messages"]
    assert conversation(client, again, before=seen[0]["id"]) == wanted[:1]
    # And it stays when the parents are deleted.
    for one in (parent, fork):
        client.call("session.delete", {"sessionId": one})
    client.call("db.compact")
    assert conversation(client, again) == wanted
    assert [one["threadId"] for one in threads(client)] == [again]


def test_a_deleted_thread_leaves_nothing(daemon, client, place):
    thread, other = say(client, "done one"), say(client, "done two")
    client.call("session.delete", {"sessionId": thread})
    assert client.error("chat:getThread", {"threadId": thread}).word == "session_not_found"
    assert [one["threadId"] for one in threads(client)] == [other]
    client.call("db.compact")
    until(lambda: client.call("db.compact")["removedEvents"] == 0, "everything to be removed")
    assert client.call("db.check") == SOUND
    daemon.stop()
    assert look(store_of(place), "SELECT content FROM messages ORDER BY seq") == [("done two",), ("two",)]
    assert look(store_of(place), "SELECT count(*), bytes FROM threads, message_size") == [(1, 2 * 64 + len("done twotwo"))]


def test_messages_outlive_the_events(place, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    thread = say(client, 'message text "kept"; done')
    before = client.call("chat:getThread", [thread])
    daemon.stop()
    change(store_of(place), "UPDATE events SET at = 1", "UPDATE tasks SET ended_at = 1")
    place.write_config({"retention": {"days": 1}})
    client = make_daemon().start().client()
    assert client.call("db.compact")["removedTasks"] == 1
    assert client.call("event.list", {"sessionId": thread})["events"] == []
    assert client.call("chat:getThread", [thread]) == before and summary(client, thread)["messageCount"] == 2
    # A fork inherits them without their events.
    fork = client.call("session.fork", {"sessionId": thread})["id"]
    assert conversation(client, fork) == conversation(client, thread)
    say(client, "done more", fork)
    assert [content for _, content in conversation(client, fork)][1:] == ["kept", "done more", "more"]


def test_a_message_goes_on_after_a_restart(place, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    thread = say(client, 'message text "one"; done')
    before = client.call("chat:getThread", [thread])
    daemon.stop()
    client = make_daemon().start().client()
    assert client.call("chat:getThread", [thread]) == before
    assert TIME.fullmatch(before["createdAt"]) and TIME.fullmatch(before["updatedAt"]) and before["messages"][-1]["createdAt"] == before["updatedAt"]


def test_a_closed_thread_can_be_read(client):
    thread = say(client, "done one")
    client.call("session.close", {"sessionId": thread})
    assert len(conversation(client, thread)) == 2 and summary(client, thread)["messageCount"] == 2


# --- stores of older versions -------------------------------------------------------------------

THREADS = next(step for step in versions() if "CREATE TABLE threads" in step)


def migrate_again(path):
    """Removes the threads, and fills them from the log."""
    with sqlite3.connect(path) as store:
        for name in ("TRIGGER threads_insert", "TRIGGER threads_remove", *(f"TABLE {one}" for one in ("messages", "threads", "drafts", "message_size"))):
            store.execute(f"DROP {name}")
        store.executescript(THREADS)
    store.close()


@pytest.mark.parametrize("version", sorted(OLD))
def test_an_old_store_gets_its_threads(place, make_daemon, version):
    place.write_config({"retention": {"days": 0}})
    place.user_state.mkdir(parents=True, mode=0o700)
    shutil.copyfile(OLD[version], store_of(place))
    daemon = make_daemon().start()
    client = daemon.client()
    wait(client, RUNNING)
    found = conversation(client, OPEN)
    assert found[:5] == [("user", "say hello; progress 50 half; usage 10 20; done well"), ("assistant", "well"), ("user", "fail error broken"),
                         ("system", "broken"), ("user", "say one; hold")]
    assert found[5][0] == "system"
    assert conversation(client, CLOSED) == []
    if version >= 2:
        assert conversation(client, FORK) == found[:2] and summary(client, FORK) | {"updatedAt": ""} == {
            "threadId": FORK, "title": summary(client, FORK)["title"], "lastMessage": "well", "messageCount": 2, "updatedAt": ""}
    assert client.call("db.check") == SOUND


def test_a_migration_reads_the_log_as_the_daemon_wrote_it(place, make_daemon):
    """The rows that the migration makes of a log are those that were written with it."""
    daemon = make_daemon().start()
    client = daemon.client()
    say(client, f"message message_start {{}}; {block('hm', 'thinking')}; {block('a')}; {block('b', index=1)}; message message_stop {{}}; "
        f"message message_start {{}}; {block('c')}; message message_start {{}}; {block('d')}; message message_stop {{}}; done d")
    thread = say(client, 'message text "one"; message content_block {"text": "two"}; message message {"content": "three"}; message message 4; done')
    say(client, f"message message_start {{}}; {block('cut')}; fail error broken", thread, "failed")
    say(client, "say one; say two", thread)
    say(client, 'message message_start {}; message message_stop {}; done', thread)
    client.call("session.fork", {"sessionId": thread})
    daemon.stop()
    query = "SELECT seq, session, role, at, content FROM messages ORDER BY seq", "SELECT session, messages, last FROM threads ORDER BY session"
    query = *query, "SELECT bytes FROM message_size"
    before = [look(store_of(place), one) for one in query]
    assert len(before[0]) > 12
    migrate_again(store_of(place))
    after = [look(store_of(place), one) for one in query]
    at = [{row[0]: row[3] for row in rows} for rows in (before[0], after[0])]
    assert [row[:3] + row[4:] for row in after[0]] == [row[:3] + row[4:] for row in before[0]] and after[1:] == before[1:]
    assert all(abs(at[0][seq] - at[1][seq]) < 60000 for seq in at[0])


def test_a_draft_is_kept_through_the_migration(place, make_daemon):
    """A task at work when a new version takes over."""
    daemon = make_daemon().start()
    client = daemon.client()
    sent = client.call("chat.send", {"message": f"message message_start {{}}; {block('before')}; hold"})
    until(lambda: any(event["params"].get("type") == "content_block_stop" for event in client.call("event.list", {"sessionId": sent["threadId"]})["events"]),
          "the block to be stored")
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.stop(signal.SIGKILL)
    with sqlite3.connect(store_of(place)) as store:
        assert store.execute("SELECT text FROM drafts").fetchall() == [("before",)]
    store.close()
    migrate_again(store_of(place))
    client = make_daemon().start().client()
    assert wait(client, sent["taskId"])["state"] == "failed"
    assert [content for _, content in conversation(client, sent["threadId"])][1] == "before"
