"""Writes store-N.db: a store with the tables of version N, and in it what the daemon of that time wrote until it was killed: a
session at work and one that is closed, a task of each kind, their events; since version 2 also a fork.

usage: make_store.py VERSION [FILE]      once a version is released, never again: the file is what people have"""

import sqlite3
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "integration"))

from schema import versions  # noqa: E402 (the path above makes it importable)

APPLICATION = 0x77656972
AT = 1794730653000
OPEN, CLOSED = "sess_01M7F4GXDJBETTFTHD4CNHG9YN", "sess_01M7F4GXEA53GW8A7CBPCTFCC2"
FORK, FORK_SEQ = "sess_01M7F4GXEP2YJ6C0V3H8QKZB5T", 8
COMPLETED, FAILED = "task_01M7F4GXDV4QE5EBW1SYSBCPBK", "task_01M7F4GXE51CKR7FH79TXY2DEE"
RUNNING, QUEUED = "task_01M7F4GXEE8DZ3V1YA78DNDAVR", "task_01M7F4GXEG6JS5P2NP51SEWG0V"

META = [("boot", "5f0c2a52-6c1e-4c40-9c5a-0d7a8b9c1e2f"), ("clean", "0"), ("epoch", "01M7F4GXDC59CCYQHZ9FAY4H3T")]
KINDS = [
    "event.daemonStopping", "event.cursor", "event.sessionCreated", "event.sessionUpdated", "event.sessionClosed",
    "event.sessionDeleted", "event.taskQueued", "event.taskStarted", "event.taskUpdated", "event.taskProgress",
    "event.taskCompleted", "event.taskFailed", "event.taskCancelled", "event.messageCreated",
]

METADATA = '{"color":"blue","tabs":[1,2]}'
SESSIONS = [
    (1, OPEN, "open", 0, "/home/ada/project", "acceptEdits", "coder", "m-1", "The old one", METADATA, None, None, AT + 106, AT + 106, None),
    (2, CLOSED, "closed", 0, "/tmp", "default", None, None, None, None, None, None, AT + 130, AT + 132, AT + 132),
]

SPOKE = '{"text":"well","message_count":1,"token_usage":{"input_tokens":10,"output_tokens":20}}'
BROKE = '{"message_count":0,"error":{"reason":"error","message":"broken"}}'
TASKS = [
    (1, COMPLETED, 1, "completed", 2, None, "/home/ada/project", 600000, "the key", AT + 115, AT + 116, AT + 118, None, 1,
     '{"percent":50,"message":"half"}', SPOKE),
    (2, FAILED, 1, "failed", 0, None, "/home/ada/project", 600000, None, AT + 125, AT + 126, AT + 127, None, 0, None, BROKE),
    (3, RUNNING, 1, "running", 0, None, "/home/ada/project", 600000, None, AT + 134, AT + 135, None, None, 1, None, None),
    (4, QUEUED, 1, "queued", 0, None, "/home/ada/project", 600000, None, AT + 136, None, None, None, 0, None, None),
]
PROMPTS = [
    (1, "say hello; progress 50 half; usage 10 20; done well",
     f'{{"prompt":"say hello; progress 50 half; usage 10 20; done well","priority":2,"sessionId":"{OPEN}","idempotencyKey":"the key"}}'),
    (2, "fail error broken", None),
    (3, "say one; hold", None),
    (4, "say two; done", None),
]


def of_session(kind, at, session, rest=""):
    number = 1 if session == OPEN else 2
    return kind, number, None, at, f'"timestamp":{at},"sessionId":"{session}"{rest}}}'


def of_task(kind, at, task, rest=""):
    number = [COMPLETED, FAILED, RUNNING, QUEUED].index(task) + 1
    return kind, 1, number, at, f'"timestamp":{at},"taskId":"{task}","sessionId":"{OPEN}"{rest}}}'


def queued(at, task, priority, summary):
    return of_task("event.taskQueued", at, task, f',"priority":{priority},"summary":"{summary}"')


def starting(at, task):
    return of_task("event.taskUpdated", at, task, ',"state":"starting"')


def message(at, task, role, kind, sequence, text):
    return of_task("event.messageCreated", at, task, f',"role":"{role}","type":"{kind}","sequence":{sequence},"data":{{"text":"{text}"}}')


EVENTS = [
    of_session(
        "event.sessionCreated", AT + 106, OPEN,
        f',"session":{{"id":"{OPEN}","state":"open","cwd":"/home/ada/project","permissionMode":"acceptEdits","agent":"coder",'
        f'"model":"m-1","title":"The old one","metadata":{METADATA},"createdAt":{AT + 106},"updatedAt":{AT + 106}}}',
    ),
    queued(AT + 115, COMPLETED, 2, "say hello; progress 50 half; usage 10 20; done well"),
    starting(AT + 116, COMPLETED),
    message(AT + 116, COMPLETED, "user", "prompt", 0, "say hello; progress 50 half; usage 10 20; done well"),
    of_task("event.taskStarted", AT + 118, COMPLETED),
    message(AT + 118, COMPLETED, "assistant", "content_block_delta", 1, "hello"),
    of_task("event.taskProgress", AT + 118, COMPLETED, ',"progress":{"percent":50,"message":"half"}'),
    of_task("event.taskCompleted", AT + 118, COMPLETED, ',"message_count":1,"token_usage":{"input_tokens":10,"output_tokens":20}'),
    queued(AT + 125, FAILED, 0, "fail error broken"),
    starting(AT + 126, FAILED),
    message(AT + 126, FAILED, "user", "prompt", 0, "fail error broken"),
    of_task("event.taskStarted", AT + 127, FAILED),
    of_task("event.taskFailed", AT + 127, FAILED, ',"error":{"reason":"error","message":"broken"}'),
    of_session(
        "event.sessionCreated", AT + 130, CLOSED,
        f',"session":{{"id":"{CLOSED}","state":"open","cwd":"/tmp","permissionMode":"default","createdAt":{AT + 130},"updatedAt":{AT + 130}}}',
    ),
    of_session("event.sessionClosed", AT + 132, CLOSED),
    queued(AT + 134, RUNNING, 0, "say one; hold"),
    starting(AT + 135, RUNNING),
    message(AT + 135, RUNNING, "user", "prompt", 0, "say one; hold"),
    queued(AT + 136, QUEUED, 0, "say two; done"),
    of_task("event.taskStarted", AT + 136, RUNNING),
    message(AT + 137, RUNNING, "assistant", "content_block_delta", 1, "one"),
]


FORKED = (3, FORK, "open", 0, "/home/ada/project", "acceptEdits", "coder", "m-1", "Another way", METADATA, OPEN, FORK_SEQ, AT + 140, AT + 140,
          None)
FORKED_EVENT = (
    "event.sessionCreated", 3, None, AT + 140,
    f'"timestamp":{AT + 140},"sessionId":"{FORK}","session":{{"id":"{FORK}","state":"open","cwd":"/home/ada/project",'
    f'"permissionMode":"acceptEdits","agent":"coder","model":"m-1","title":"Another way","metadata":{METADATA},"parentId":"{OPEN}",'
    f'"forkSeq":{FORK_SEQ},"createdAt":{AT + 140},"updatedAt":{AT + 140}}}}}',
)


def insert(db, table, rows):
    """Columns that a later version added are empty."""
    columns = len(db.execute(f"PRAGMA table_info({table})").fetchall())
    db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", [row + (None,) * (columns - len(row)) for row in rows])


def make(path, version):
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA page_size = 4096")
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    db.executescript("BEGIN;" + "".join(versions()[:version]) + "COMMIT;")
    db.execute("BEGIN")
    insert(db, "meta", META)
    insert(db, "kinds", list(enumerate(KINDS, 1)))
    insert(db, "sessions", SESSIONS)
    insert(db, "tasks", TASKS)
    insert(db, "prompts", PROMPTS)
    events = EVENTS + [FORKED_EVENT] * (version >= 2)
    insert(db, "events", [(seq, KINDS.index(kind) + 1, *rest) for seq, (kind, *rest) in enumerate(events, 1)])
    if version >= 2:
        insert(db, "sessions", [FORKED])
        insert(db, "lineage", [(3, 1, FORK_SEQ)])
    db.execute("COMMIT")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {version}")
    db.execute("VACUUM")
    assert db.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    db.close()


if __name__ == "__main__":
    number = int(sys.argv[1])
    make(Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / f"store-{number}.db", number)
