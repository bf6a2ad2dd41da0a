/* Creates the tables, and migrates files of older versions. Released versions are never edited: append a new
 * one at the end. */
#include <errno.h>
#include <stdio.h>

#include "base/fault.h"
#include "daemon/store/internal.h"

#define MESSAGE_BYTES "64"
#define ACTIVE "('starting', 'running', 'awaiting_permission', 'stopping')"

static const char *const versions[] = {
    /* 1: the first version */
    "CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value ANY) STRICT, WITHOUT ROWID;"

    "CREATE TABLE sessions ("
    " no INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE,"
    " state TEXT NOT NULL CHECK (state IN ('open', 'closed')),"
    " removed INTEGER NOT NULL DEFAULT 0,"
    " cwd TEXT NOT NULL,"
    " permission_mode TEXT NOT NULL,"
    " agent TEXT, model TEXT, title TEXT, metadata TEXT, parent TEXT, fork_seq INTEGER,"
    " created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, closed_at INTEGER) STRICT;"
    "CREATE INDEX sessions_by_state ON sessions (state, id) WHERE removed = 0;"
    "CREATE INDEX sessions_removed ON sessions (no) WHERE removed = 1;"

    "CREATE TABLE tasks ("
    " no INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE,"
    " session INTEGER NOT NULL REFERENCES sessions (no),"
    " state TEXT NOT NULL CHECK (state IN ('queued', 'completed', 'failed', 'cancelled') OR state IN " ACTIVE "),"
    " priority INTEGER NOT NULL,"
    " agent TEXT,"
    " cwd TEXT NOT NULL,"
    " timeout_ms INTEGER NOT NULL,"
    " idempotency_key TEXT UNIQUE,"
    " created_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER,"
    " stop_reason TEXT,"
    " last_sequence INTEGER NOT NULL DEFAULT 0,"
    " progress TEXT, result TEXT) STRICT;"
    "CREATE INDEX tasks_by_state ON tasks (state, id);"
    "CREATE INDEX tasks_by_session ON tasks (session, id);"
    "CREATE INDEX tasks_by_session_state ON tasks (session, state, id);"
    /* A covering index: the search for the next task reads nothing else. */
    "CREATE INDEX tasks_queued ON tasks (priority DESC, no, session, state) WHERE state = 'queued';"
    /* Enforces a single running task per session. */
    "CREATE UNIQUE INDEX tasks_active ON tasks (session) WHERE state IN " ACTIVE ";"
    "CREATE INDEX tasks_ended ON tasks (ended_at) WHERE ended_at IS NOT NULL;"
    /* Separate from the tasks: an update of a row rewrites all of it, and prompts may have megabytes. */
    "CREATE TABLE prompts ("
    " task INTEGER PRIMARY KEY REFERENCES tasks (no) ON DELETE CASCADE,"
    " prompt TEXT NOT NULL, request TEXT) STRICT;"

    "CREATE TABLE task_counts (state TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TRIGGER tasks_count_insert AFTER INSERT ON tasks BEGIN"
    " INSERT INTO task_counts VALUES (new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1; END;"
    "CREATE TRIGGER tasks_count_update AFTER UPDATE OF state ON tasks WHEN old.state <> new.state BEGIN"
    " UPDATE task_counts SET count = count - 1 WHERE state = old.state;"
    " INSERT INTO task_counts VALUES (new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1; END;"
    /* Tasks of a removed session were subtracted when it was removed. */
    "CREATE TRIGGER tasks_count_delete AFTER DELETE ON tasks"
    " WHEN (SELECT removed FROM sessions WHERE no = old.session) = 0 BEGIN"
    " UPDATE task_counts SET count = count - 1 WHERE state = old.state; END;"

    "CREATE TABLE kinds (no INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;"
    /* The event that reports the removal of a session keeps its number, which is never reused. */
    "CREATE TABLE events ("
    " seq INTEGER PRIMARY KEY,"
    " kind INTEGER NOT NULL REFERENCES kinds (no),"
    " session INTEGER,"
    " task INTEGER REFERENCES tasks (no),"
    " at INTEGER NOT NULL,"
    " body TEXT NOT NULL) STRICT;"
    "CREATE INDEX events_by_session ON events (session, seq) WHERE session IS NOT NULL;"
    "CREATE INDEX events_by_task ON events (task, seq) WHERE task IS NOT NULL;",

    /* 2: forks, and the number of sessions. The history of a session has its own events, and those of `source`
     * up to `upto`. */
    "CREATE TABLE lineage ("
    " session INTEGER NOT NULL REFERENCES sessions (no),"
    " source INTEGER NOT NULL REFERENCES sessions (no),"
    " upto INTEGER NOT NULL,"
    " PRIMARY KEY (session, source)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX lineage_by_source ON lineage (source, upto);"
    /* A stored count, because counting takes longer the more sessions there are. */
    "CREATE TABLE session_count (no INTEGER PRIMARY KEY CHECK (no = 1), count INTEGER NOT NULL) STRICT;"
    "INSERT INTO session_count SELECT 1, count(*) FROM sessions WHERE removed = 0;"
    "CREATE TRIGGER sessions_count_insert AFTER INSERT ON sessions BEGIN"
    " UPDATE session_count SET count = count + 1; END;"
    "CREATE TRIGGER sessions_count_remove AFTER UPDATE OF removed ON sessions"
    " WHEN old.removed = 0 AND new.removed <> 0 BEGIN"
    " UPDATE session_count SET count = count - 1; END;",

    /* 3: limits of tasks, and idempotency keys of messages. */
    "ALTER TABLE tasks ADD COLUMN limits TEXT;"
    "CREATE TABLE message_keys ("
    " task INTEGER NOT NULL REFERENCES tasks (no) ON DELETE CASCADE,"
    " key TEXT NOT NULL,"
    " id TEXT NOT NULL,"
    " created_at INTEGER NOT NULL,"
    " PRIMARY KEY (task, key)) STRICT, WITHOUT ROWID;",

    /* 4: terms of sessions, permission requests and rules, keys (sealed), usage of model calls, audit log. */
    "ALTER TABLE sessions ADD COLUMN terms TEXT;"

    "CREATE TABLE permissions ("
    " no INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE,"
    " session INTEGER NOT NULL REFERENCES sessions (no),"
    " task INTEGER NOT NULL REFERENCES tasks (no) ON DELETE CASCADE,"
    " request_key TEXT,"     /* the executor's own id, which makes repeats idempotent */
    " digest BLOB NOT NULL," /* of tool and input: a repeat must have the same */
    " seq INTEGER,"          /* of the event that announced it; NULL: decided without asking */
    " state TEXT NOT NULL CHECK (state IN ('pending', 'allowed', 'denied', 'expired', 'withdrawn')),"
    " tool TEXT NOT NULL, input TEXT, cwd TEXT NOT NULL, paths TEXT, command TEXT, parts TEXT, suggestion TEXT,"
    " created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, answered_at INTEGER,"
    " reason TEXT, note TEXT, answered_by TEXT) STRICT;"
    "CREATE UNIQUE INDEX permissions_by_key ON permissions (task, request_key) WHERE request_key IS NOT NULL;"
    "CREATE INDEX permissions_by_task ON permissions (task);"
    "CREATE INDEX permissions_by_state ON permissions (state, id);"
    "CREATE INDEX permissions_by_session ON permissions (session, id);"

    "CREATE TABLE rules ("
    " no INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE,"
    " session INTEGER REFERENCES sessions (no),"
    " effect TEXT NOT NULL CHECK (effect IN ('allow', 'deny')),"
    " tool TEXT NOT NULL, path TEXT, command TEXT, cwd TEXT, expires_at INTEGER, note TEXT,"
    " created_at INTEGER NOT NULL, created_by TEXT, uses INTEGER NOT NULL DEFAULT 0, used_at INTEGER) STRICT;"
    "CREATE INDEX rules_by_session ON rules (session) WHERE session IS NOT NULL;"

    "CREATE TABLE keys ("
    " service TEXT PRIMARY KEY NOT NULL,"
    " sealed BLOB NOT NULL," /* nonce and ciphertext, bound to the service */
    " last_four TEXT NOT NULL,"
    " created_at INTEGER NOT NULL, used_at INTEGER, uses INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;"

    "CREATE TABLE audit ("
    " no INTEGER PRIMARY KEY,"
    " at INTEGER NOT NULL, what TEXT NOT NULL, uid INTEGER NOT NULL, pid INTEGER NOT NULL, client TEXT NOT NULL,"
    " session TEXT, task TEXT, data TEXT, hash BLOB NOT NULL) STRICT;"
    "CREATE INDEX audit_by_session ON audit (session, no) WHERE session IS NOT NULL;"

    "CREATE TABLE usage ("
    " day TEXT NOT NULL,"        /* 2026-01-31, UTC */
    " session INTEGER NOT NULL," /* may be deleted; its usage still counts for the day */
    " service TEXT NOT NULL, model TEXT NOT NULL,"
    " calls INTEGER NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,"
    " cost_micros INTEGER NOT NULL,"
    " PRIMARY KEY (session, day, service, model)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX usage_by_day ON usage (day);"
    /* Reservations that are open when the daemon dies count as used. */
    "CREATE TABLE reservations ("
    " id TEXT PRIMARY KEY NOT NULL,"
    " session INTEGER NOT NULL,"
    " day TEXT NOT NULL, service TEXT NOT NULL, model TEXT NOT NULL,"
    " input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cost_micros INTEGER NOT NULL,"
    " input_price INTEGER NOT NULL, output_price INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX reservations_by_session ON reservations (session);",

    /* 5: the tables of event_index.c replace two indexes. Without an index, a foreign key from events to tasks
     * would scan all events for each deleted task, so a trigger keeps tasks that have events. The events table
     * may have gigabytes: only its declaration is changed, not its rows. */
    "CREATE TABLE session_events ("
    " session INTEGER NOT NULL,"
    " seq INTEGER NOT NULL,"
    " PRIMARY KEY (session, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE task_events ("
    " task INTEGER NOT NULL,"
    " seq INTEGER NOT NULL,"
    " PRIMARY KEY (task, seq)) STRICT, WITHOUT ROWID;"
    "INSERT INTO session_events SELECT session, seq FROM events WHERE session IS NOT NULL ORDER BY session, seq;"
    "INSERT INTO task_events SELECT task, seq FROM events WHERE task IS NOT NULL ORDER BY task, seq;"
    "INSERT INTO meta SELECT 'indexed_seq', coalesce(max(seq), 0) FROM events;"
    "DROP INDEX events_by_session;"
    "DROP INDEX events_by_task;"
    "PRAGMA incremental_vacuum(16);" /* in a large store, sweeps free the rest over time */
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET sql = replace(sql, ' REFERENCES tasks (no)', '') WHERE type = 'table' AND name = "
    "'events';"
    "PRAGMA writable_schema = RESET;"
    "CREATE TRIGGER events_gone AFTER DELETE ON events BEGIN"
    " DELETE FROM session_events WHERE session = old.session AND seq = old.seq;"
    " DELETE FROM task_events WHERE task = old.task AND seq = old.seq; END;"
    "CREATE TRIGGER tasks_with_events BEFORE DELETE ON tasks"
    " WHEN EXISTS (SELECT 1 FROM task_events WHERE task = old.no) BEGIN"
    " SELECT raise(ABORT, 'the log has events of this task'); END;",

    /* 6: the newest tasks of a directory. */
    "CREATE INDEX tasks_by_cwd ON tasks (cwd, id);",

    /* 7: how long a request waits for a client that can answer (expires_at 0: no other limit), and the rules
     * that would allow each of its parts. */
    ("ALTER TABLE permissions ADD COLUMN approver_at INTEGER;"
     "ALTER TABLE permissions ADD COLUMN suggestions TEXT;"),

    /* 8: MCP servers and what is known of them, the definitions of tools that rules allow, and questions of servers.
     * The values of variables and headers are keys. */
    "CREATE TABLE mcp_servers ("
    " id TEXT PRIMARY KEY NOT NULL,"
    " name TEXT NOT NULL,"
    " config TEXT NOT NULL,"
    " digest TEXT NOT NULL," /* of the configuration: another one makes the lists invalid */
    " project TEXT,"
    " created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE mcp_connection_state ("
    " server TEXT PRIMARY KEY NOT NULL REFERENCES mcp_servers (id) ON DELETE CASCADE,"
    " state TEXT NOT NULL, error TEXT,"
    " protocol TEXT, implementation TEXT, instructions TEXT," /* of the last connection */
    " answered_at INTEGER, changed_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE mcp_lists ("
    " server TEXT NOT NULL REFERENCES mcp_servers (id) ON DELETE CASCADE,"
    " kind TEXT NOT NULL, entries INTEGER NOT NULL, bytes INTEGER NOT NULL, listed_at INTEGER NOT NULL, ttl_ms INTEGER,"
    " list TEXT NOT NULL," /* last: a reader of the others does not read its pages */
    " PRIMARY KEY (server, kind)) STRICT;"
    "CREATE TABLE mcp_offers ("
    " project TEXT NOT NULL, name TEXT NOT NULL,"
    " hash TEXT NOT NULL, approved INTEGER NOT NULL, server TEXT, decided_at INTEGER NOT NULL,"
    " PRIMARY KEY (project, name)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE mcp_definitions ("
    " hash TEXT PRIMARY KEY NOT NULL, definition TEXT NOT NULL, kept_at INTEGER NOT NULL) STRICT;"
    "CREATE TABLE questions ("
    " no INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE,"
    " server TEXT NOT NULL, server_name TEXT NOT NULL,"
    " request_key TEXT NOT NULL," /* the connector's own id, which makes repeats idempotent */
    " session TEXT, task TEXT, tool TEXT,"
    " mode TEXT NOT NULL, message TEXT NOT NULL, schema TEXT, url TEXT,"
    " state TEXT NOT NULL CHECK (state IN ('pending', 'accepted', 'declined', 'cancelled', 'expired', 'withdrawn')),"
    " created_at INTEGER NOT NULL, expires_at INTEGER, answered_at INTEGER, answered_by TEXT) STRICT;"
    "CREATE UNIQUE INDEX questions_pending ON questions (server, request_key) WHERE state = 'pending';"
    "CREATE INDEX questions_by_state ON questions (state, id);"
    "CREATE INDEX questions_ended ON questions (created_at) WHERE state <> 'pending';"
    "CREATE INDEX questions_by_session ON questions (session, id) WHERE session IS NOT NULL;"
    "ALTER TABLE permissions ADD COLUMN mcp TEXT;"
    "ALTER TABLE rules ADD COLUMN definition TEXT;",

    /* 9: settings that a person changes while the daemon runs. */
    "CREATE TABLE settings (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;",
    /* 10: threads (threads.c), filled from the log. `parts` has what can be said in a conversation: of an agent's
     * message the complete blocks, and in `part` the number of the message in its task. */
    "CREATE TABLE messages ("
    " seq INTEGER PRIMARY KEY," /* of the event that completed it */
    " session INTEGER NOT NULL,"
    " role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),"
    " at INTEGER NOT NULL,"
    " content TEXT NOT NULL) STRICT;"
    "CREATE TABLE drafts ("
    " task INTEGER PRIMARY KEY REFERENCES tasks (no) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL," /* of the event with its last block */
    " text TEXT NOT NULL) STRICT;"
    "CREATE TABLE threads ("
    " session INTEGER PRIMARY KEY,"
    " updated_at INTEGER NOT NULL,"
    " messages INTEGER NOT NULL,"
    " last TEXT NOT NULL) STRICT;"
    /* The limit of the store's size is one of the log: messages stay, so they do not count. */
    "CREATE TABLE message_size (no INTEGER PRIMARY KEY CHECK (no = 1), bytes INTEGER NOT NULL) STRICT;"

    "CREATE TEMP TABLE said AS SELECT seq, session, task, at, kind, body ->> '$.role' AS role, body ->> '$.type' AS "
    "type,"
    " body -> '$.data' AS data, body ->> '$.error.message' AS error"
    " FROM (SELECT e.seq, e.session, e.task, e.at, k.name AS kind, CASE WHEN json_valid('{' || e.body) THEN '{' || "
    "e.body"
    " ELSE '{}' END AS body FROM events e JOIN kinds k ON k.no = e.kind WHERE e.session IS NOT NULL AND e.task IS NOT "
    "NULL"
    " AND k.name IN ('event.messageCreated', 'event.taskCompleted', 'event.taskFailed')"
    " AND substr(e.body, 1, 400) NOT LIKE '%type_:_content_block_delta%'"
    " AND substr(e.body, 1, 400) NOT LIKE '%type_:_thinking_chunk%');"
    "CREATE TEMP TABLE parts AS SELECT seq, session, task, at, kind, role, type, error,"
    " CASE WHEN kind <> 'event.messageCreated' THEN NULL"
    " WHEN type = 'content_block_stop' THEN CASE coalesce(data ->> '$.content_block.type', 'text')"
    " WHEN 'text' THEN data ->> '$.content_block.text' END"
    " WHEN role = 'user' OR type IN ('content_block', 'text', 'message') THEN"
    " CASE json_type(data) WHEN 'text' THEN data ->> '$' WHEN 'object' THEN"
    " coalesce(data ->> '$.text', data ->> '$.content') END END AS text,"
    " sum(type = 'message_start') OVER (PARTITION BY task ORDER BY seq)"
    " + coalesce(sum(type = 'message_stop') OVER (PARTITION BY task ORDER BY seq"
    " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS part"
    " FROM temp.said WHERE kind <> 'event.messageCreated' OR role = 'user'"
    " OR type IN ('message_start', 'content_block_stop', 'message_stop', 'content_block', 'text', 'message');"
    "DROP TABLE temp.said;"
    "CREATE INDEX temp.parts_by_task ON parts (task);"
    /* Messages of people, and messages of agents that are one event. */
    "INSERT INTO messages SELECT seq, session, CASE role WHEN 'user' THEN 'user' ELSE 'assistant' END, at, text"
    " FROM temp.parts WHERE kind = 'event.messageCreated' AND text <> ''"
    " AND (role = 'user' OR type IN ('content_block', 'text', 'message'));"
    /* Messages of agents with a beginning and an end; the last one of a task needs no end. */
    "CREATE TEMP TABLE written AS SELECT seq, session, task, at, type,"
    " lead(part) OVER (PARTITION BY task ORDER BY seq) AS next,"
    " group_concat(text, char(10, 10)) OVER (PARTITION BY task, part ORDER BY seq) AS text"
    " FROM temp.parts WHERE kind = 'event.messageCreated' AND role = 'assistant'"
    " AND type IN ('message_start', 'content_block_stop', 'message_stop');"
    "INSERT INTO messages SELECT seq, session, 'assistant', at, text FROM temp.written WHERE text <> ''"
    " AND (type = 'message_stop' OR (next IS NULL"
    " AND (SELECT ended_at FROM tasks WHERE no = task) IS NOT NULL));"
    "INSERT INTO drafts SELECT task, seq, text FROM temp.written WHERE text <> '' AND next IS NULL"
    " AND type <> 'message_stop' AND (SELECT ended_at FROM tasks WHERE no = task) IS NULL"
    " AND EXISTS (SELECT 1 FROM tasks WHERE no = task);"
    /* The final text of an agent that has reported no complete message, and why a task failed. */
    "INSERT OR IGNORE INTO messages SELECT p.seq, p.session, 'assistant', p.at, t.text FROM temp.parts p"
    " JOIN (SELECT no, CASE WHEN json_valid(result) THEN result ->> '$.text' END AS text FROM tasks) t ON t.no = p.task"
    " WHERE p.kind = 'event.taskCompleted' AND t.text <> '' AND NOT EXISTS (SELECT 1 FROM temp.parts q"
    " JOIN messages m ON m.seq = q.seq WHERE q.task = p.task AND m.role = 'assistant');"
    "INSERT OR IGNORE INTO messages SELECT seq, session, 'system', at, error FROM temp.parts"
    " WHERE kind = 'event.taskFailed' AND error <> '';"
    "DROP TABLE temp.written;"
    "DROP TABLE temp.parts;"

    "INSERT INTO message_size SELECT 1, coalesce(sum(length(CAST(content AS BLOB)) + " MESSAGE_BYTES
    "), 0) FROM messages;"
    "CREATE INDEX messages_by_session ON messages (session, seq);"
    "CREATE TEMP TABLE own (session INTEGER PRIMARY KEY, messages INTEGER, at INTEGER);"
    "INSERT INTO own SELECT session, count(*), max(at) FROM messages GROUP BY session;"
    "INSERT INTO threads SELECT s.no, max(s.created_at, coalesce((SELECT at FROM temp.own WHERE session = s.no), 0)),"
    " coalesce((SELECT messages FROM temp.own WHERE session = s.no), 0)"
    " + coalesce((SELECT sum((SELECT count(*) FROM messages m WHERE m.session = l.source AND m.seq <= l.upto))"
    " FROM lineage l WHERE l.session = s.no), 0),"
    " coalesce((SELECT substr(content, 1, 200) FROM messages WHERE session = s.no ORDER BY seq DESC LIMIT 1),"
    " (SELECT substr(m.content, 1, 200) FROM lineage l JOIN messages m ON m.session = l.source AND m.seq <= l.upto"
    " WHERE l.session = s.no ORDER BY m.seq DESC LIMIT 1), '') FROM sessions s WHERE s.removed = 0;"
    "DROP TABLE temp.own;"
    "CREATE INDEX threads_by_time ON threads (updated_at, session);"
    "CREATE TRIGGER threads_insert AFTER INSERT ON sessions BEGIN"
    " INSERT INTO threads VALUES (new.no, new.created_at, 0, ''); END;"
    "CREATE TRIGGER threads_remove AFTER UPDATE OF removed ON sessions"
    " WHEN old.removed = 0 AND new.removed <> 0 BEGIN"
    " DELETE FROM threads WHERE session = old.no; END;",

    /* 11: what the person did, and an index of its words. The number of a row is unique in all five tables, because the
     * index, which keeps no texts of its own, names rows by it. */
    "CREATE TABLE activity_sessions (no INTEGER PRIMARY KEY, at INTEGER NOT NULL, duration_ms INTEGER, app TEXT, title "
    "TEXT, url TEXT) STRICT;"
    "CREATE INDEX activity_sessions_by_time ON activity_sessions (at, no);"
    "CREATE TABLE focus_sessions (no INTEGER PRIMARY KEY, at INTEGER NOT NULL, duration_ms INTEGER, app TEXT, title "
    "TEXT) STRICT;"
    "CREATE INDEX focus_sessions_by_time ON focus_sessions (at, no);"
    "CREATE TABLE keystroke_chunks (no INTEGER PRIMARY KEY, at INTEGER NOT NULL, duration_ms INTEGER, app TEXT, title "
    "TEXT, text TEXT, count INTEGER NOT NULL) STRICT;"
    "CREATE INDEX keystroke_chunks_by_time ON keystroke_chunks (at, no);"
    "CREATE TABLE clipboard_events (no INTEGER PRIMARY KEY, at INTEGER NOT NULL, app TEXT, title TEXT, text TEXT, "
    "media_type TEXT, bytes INTEGER NOT NULL) STRICT;"
    "CREATE INDEX clipboard_events_by_time ON clipboard_events (at, no);"
    "CREATE TABLE browser_sessions (no INTEGER PRIMARY KEY, at INTEGER NOT NULL, duration_ms INTEGER, app TEXT, title "
    "TEXT, url TEXT) STRICT;"
    "CREATE INDEX browser_sessions_by_time ON browser_sessions (at, no);"
    "CREATE VIRTUAL TABLE activity_words USING fts5 (app, title, url, text, content = '',"
    " tokenize = 'unicode61 remove_diacritics 2');"
    "CREATE TRIGGER activity_sessions_added AFTER INSERT ON activity_sessions BEGIN"
    " INSERT INTO activity_words (rowid, app, title, url, text)"
    " VALUES (new.no, new.app, new.title, new.url, NULL); END;"
    "CREATE TRIGGER activity_sessions_removed AFTER DELETE ON activity_sessions BEGIN"
    " INSERT INTO activity_words (activity_words, rowid, app, title, url, text)"
    " VALUES ('delete', old.no, old.app, old.title, old.url, NULL); END;"
    "CREATE TRIGGER focus_sessions_added AFTER INSERT ON focus_sessions BEGIN"
    " INSERT INTO activity_words (rowid, app, title, url, text)"
    " VALUES (new.no, new.app, new.title, NULL, NULL); END;"
    "CREATE TRIGGER focus_sessions_removed AFTER DELETE ON focus_sessions BEGIN"
    " INSERT INTO activity_words (activity_words, rowid, app, title, url, text)"
    " VALUES ('delete', old.no, old.app, old.title, NULL, NULL); END;"
    "CREATE TRIGGER keystroke_chunks_added AFTER INSERT ON keystroke_chunks BEGIN"
    " INSERT INTO activity_words (rowid, app, title, url, text)"
    " VALUES (new.no, new.app, new.title, NULL, new.text); END;"
    "CREATE TRIGGER keystroke_chunks_removed AFTER DELETE ON keystroke_chunks BEGIN"
    " INSERT INTO activity_words (activity_words, rowid, app, title, url, text)"
    " VALUES ('delete', old.no, old.app, old.title, NULL, old.text); END;"
    "CREATE TRIGGER clipboard_events_added AFTER INSERT ON clipboard_events BEGIN"
    " INSERT INTO activity_words (rowid, app, title, url, text)"
    " VALUES (new.no, new.app, new.title, NULL, new.text); END;"
    "CREATE TRIGGER clipboard_events_removed AFTER DELETE ON clipboard_events BEGIN"
    " INSERT INTO activity_words (activity_words, rowid, app, title, url, text)"
    " VALUES ('delete', old.no, old.app, old.title, NULL, old.text); END;"
    "CREATE TRIGGER browser_sessions_added AFTER INSERT ON browser_sessions BEGIN"
    " INSERT INTO activity_words (rowid, app, title, url, text)"
    " VALUES (new.no, new.app, new.title, new.url, NULL); END;"
    "CREATE TRIGGER browser_sessions_removed AFTER DELETE ON browser_sessions BEGIN"
    " INSERT INTO activity_words (activity_words, rowid, app, title, url, text)"
    " VALUES ('delete', old.no, old.app, old.title, old.url, NULL); END;",

    /* 12: installed apps. `directory` has the files of the current version; `digest` is a hash of them, `stamp` one of
     * their sizes and times. */
    "CREATE TABLE installed_apps ("
    " id TEXT PRIMARY KEY NOT NULL,"
    " name TEXT NOT NULL, version TEXT NOT NULL, entry TEXT NOT NULL, icon TEXT, description TEXT,"
    " requested TEXT NOT NULL,"
    " directory TEXT NOT NULL UNIQUE,"
    " digest TEXT NOT NULL,"
    " stamp TEXT NOT NULL DEFAULT '',"
    " files INTEGER NOT NULL, bytes INTEGER NOT NULL,"
    " installed_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE app_permissions ("
    " app TEXT PRIMARY KEY NOT NULL REFERENCES installed_apps (id) ON DELETE CASCADE,"
    " permissions TEXT NOT NULL,"
    " granted_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;",

    /* 13: the app for which a session was created. */
    ("ALTER TABLE sessions ADD COLUMN app TEXT;"
     "CREATE INDEX sessions_by_app ON sessions (app, no) WHERE app IS NOT NULL;"),

    /* 14: automation rules, and a receipt for each of their due times. A run outlives its rule, whose number is not
     * used again. */
    "CREATE TABLE automation_state ("
    " no INTEGER PRIMARY KEY CHECK (no = 1), enabled INTEGER NOT NULL, resumed_at INTEGER NOT NULL,"
    " seq INTEGER NOT NULL) STRICT;"
    "CREATE TABLE automations ("
    " no INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE,"
    " name TEXT NOT NULL, enabled INTEGER NOT NULL,"
    " kind TEXT NOT NULL, event TEXT, period INTEGER," /* of the trigger */
    " source TEXT NOT NULL, actions TEXT NOT NULL, policy TEXT NOT NULL,"
    " created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,"
    " armed_at INTEGER NOT NULL, armed_seq INTEGER NOT NULL," /* nothing before that counts */
    " last_due INTEGER, due INTEGER, wake INTEGER,"
    " failures INTEGER NOT NULL, session TEXT, problem TEXT) STRICT;"
    "CREATE INDEX automations_due ON automations (wake) WHERE enabled = 1 AND wake IS NOT NULL;"
    "CREATE INDEX automations_by_kind ON automations (kind, event, armed_seq) WHERE enabled = 1;"
    "CREATE INDEX automations_by_session ON automations (session) WHERE session IS NOT NULL;"
    "CREATE TABLE automation_runs ("
    " no INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE,"
    " rule INTEGER NOT NULL, rule_id TEXT NOT NULL, name TEXT NOT NULL,"
    " key TEXT NOT NULL," /* what it is the receipt for */
    " due_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER,"
    " state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'failed', 'skipped', 'refused',"
    " 'cancelled')),"
    " reason TEXT, message TEXT, cause TEXT NOT NULL, depth INTEGER NOT NULL, actions TEXT NOT NULL,"
    " step INTEGER NOT NULL, task INTEGER, plan TEXT, budget TEXT, spent_before INTEGER,"
    " from_at INTEGER, to_at INTEGER, count INTEGER,"
    " UNIQUE (rule, key)) STRICT;"
    "CREATE INDEX automation_runs_live ON automation_runs (rule, no) WHERE state IN ('queued', 'running');"
    "CREATE INDEX automation_runs_newest ON automation_runs (rule, no);"
    "CREATE INDEX automation_runs_by_rule ON automation_runs (rule_id, no);"
    "CREATE INDEX automation_runs_by_time ON automation_runs (rule, due_at);"
    "CREATE INDEX automation_runs_ended ON automation_runs (ended_at) WHERE ended_at IS NOT NULL;",

    /* 15: the ids of recent deliveries to webhooks. */
    "CREATE TABLE automation_deliveries ("
    " rule INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (rule, id)) STRICT, WITHOUT ROWID;",
};

_Static_assert(sizeof versions / sizeof *versions == STORE_SCHEMA, "each version has its step");

enum { APPLICATION = 0x77656972 }; /* "weir", the application id in the file header */

static int read_number(struct store_tx *tx, const char *sql, int64_t *ret_number)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(tx->db, sql, -1, &statement, NULL);
    int r = code == SQLITE_OK ? store_step(tx, statement) : store_note(tx, code);
    if (r > 0)
        *ret_number = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    return r < 0 ? r : 0;
}

int store_identify(struct store_tx *tx)
{
    const char *path = sqlite3_db_filename(tx->db, "main");
    int64_t version = 0, application = 0, tables = 0;
    int r = read_number(tx, "PRAGMA user_version", &version);
    if (r == 0)
        r = read_number(tx, "PRAGMA application_id", &application);
    if (r == 0)
        r = read_number(tx, "SELECT count(*) FROM sqlite_schema", &tables);
    if (r < 0)
        return r;
    if (application != APPLICATION && (application != 0 || tables > 0)) {
        tx->error = -EUCLEAN;
        (void)snprintf(tx->problem, sizeof tx->problem, "%s: another program's database; move it away", path);
        return tx->error;
    }
    if (version > STORE_SCHEMA || version < 0) {
        tx->error = -EPROTONOSUPPORT;
        (void)snprintf(
            tx->problem, sizeof tx->problem,
            "%s: the schema has version %lld, and this weird supports up to %d; use the newer weird that wrote it",
            path, (long long)version, STORE_SCHEMA);
        return tx->error;
    }
    return 0;
}

bool store_is_empty(struct store_tx *tx)
{
    int64_t pages = 1;
    return read_number(tx, "PRAGMA page_count", &pages) == 0 && pages == 0;
}

int store_migrate(struct store_tx *tx)
{
    int64_t version = 0;
    char mark[96];
    int r = read_number(tx, "PRAGMA user_version", &version);
    if (r < 0 || version == STORE_SCHEMA)
        return r;
    r = store_exec(tx, "BEGIN IMMEDIATE");
    for (int64_t next = version; next < STORE_SCHEMA && r == 0; next++) {
        r = store_exec(tx, versions[next]);
        if (r == 0)
            r = fault_point("store.migrate");
    }
    (void)snprintf(mark, sizeof mark, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION, STORE_SCHEMA);
    if (r == 0)
        r = store_exec(tx, mark);
    if (r == 0)
        r = store_exec(tx, "COMMIT");
    if (r < 0)
        (void)sqlite3_exec(tx->db, "ROLLBACK", NULL, NULL, NULL);
    return r;
}
