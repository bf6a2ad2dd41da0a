/* The physical limit of a read: plain SQLite that answers session.get on a socket.
 *
 * One thread searches each line for the id of the call and of the session, runs one prepared statement, and
 * writes the columns unchanged. It checks and escapes nothing, so the texts in the database must need no
 * escapes. A line without a session is echoed. The database must exist, and no other process may write to it. */
#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bare_server.h"

enum { LINE_MAX_BYTES = 4 * 1024 };

struct plain {
    sqlite3 *db;
    sqlite3_stmt *find;
    char *out;
    size_t size, room;
};

enum column_kind { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_JSON, COLUMN_MEMBERS };

/* In the order of the columns. COLUMN_MEMBERS: the members of an object, without its braces. */
static const struct column {
    const char *name;
    enum column_kind kind;
} columns[] = {
    {"id", COLUMN_TEXT},          {"state", COLUMN_TEXT},
    {"cwd", COLUMN_TEXT},         {"permissionMode", COLUMN_TEXT},
    {"agent", COLUMN_TEXT},       {"model", COLUMN_TEXT},
    {"title", COLUMN_TEXT},       {"metadata", COLUMN_JSON},
    {NULL, COLUMN_MEMBERS},       {"parentId", COLUMN_TEXT},
    {"forkSeq", COLUMN_NUMBER},   {"createdAt", COLUMN_NUMBER},
    {"updatedAt", COLUMN_NUMBER}, {"closedAt", COLUMN_NUMBER},
};

static const char query[] = "SELECT id, state, cwd, permission_mode, agent, model, title, metadata, terms, parent,"
                            " fork_seq, created_at, updated_at, closed_at FROM sessions WHERE id = ?1 AND removed = 0";

static int fail(struct plain *plain, const char *what)
{
    (void)fprintf(stderr, "plain_reads: %s: %s\n", what, sqlite3_errmsg(plain->db));
    return -EIO;
}

static int put(struct plain *plain, const char *data, size_t size)
{
    if (plain->size + size > plain->room) {
        size_t room = (plain->size + size) * 2;
        char *grown = realloc(plain->out, room);
        if (!grown)
            return -ENOMEM;
        plain->out = grown;
        plain->room = room;
    }
    memcpy(plain->out + plain->size, data, size);
    plain->size += size;
    return 0;
}

static int put_text(struct plain *plain, const char *text)
{
    return put(plain, text, strlen(text));
}

static int put_column(struct plain *plain, int number, bool first)
{
    const struct column *column = &columns[number];
    const char *text = (const char *)sqlite3_column_text(plain->find, number);
    size_t size = (size_t)sqlite3_column_bytes(plain->find, number);
    int r = first ? 0 : put_text(plain, ",");

    if (r == 0 && column->kind == COLUMN_MEMBERS)
        return put(plain, text + 1, size - 2);
    if (r == 0)
        r = put_text(plain, "\"");
    if (r == 0)
        r = put_text(plain, column->name);
    if (r == 0)
        r = put_text(plain, column->kind == COLUMN_TEXT ? "\":\"" : "\":");
    if (r == 0)
        r = put(plain, text, size);
    return r < 0 || column->kind != COLUMN_TEXT ? r : put_text(plain, "\"");
}

static int put_session(struct plain *plain)
{
    int r = put_text(plain, ",\"result\":{");

    for (int i = 0; r == 0 && i < (int)(sizeof columns / sizeof *columns); i++)
        if (sqlite3_column_type(plain->find, i) != SQLITE_NULL)
            r = put_column(plain, i, i == 0);
    return r < 0 ? r : put_text(plain, "}}\n");
}

/* Returns the text after a member's name, up to one of the characters of `end`; NULL if there is no such member. */
static const char *find_member(const char *line, size_t size, const char *name, const char *end, size_t *ret_size)
{
    const char *at = memmem(line, size, name, strlen(name));

    if (!at)
        return NULL;
    at += strlen(name);
    *ret_size = 0;
    while (at + *ret_size < line + size && !strchr(end, at[*ret_size]))
        ++*ret_size;
    return at;
}

/* `line` includes its newline. */
static int answer_line(struct plain *plain, const char *line, size_t size)
{
    size_t id_size = 0, session_size = 0;
    const char *id = find_member(line, size, "\"id\":", ",}", &id_size);
    const char *session = find_member(line, size, "\"sessionId\":\"", "\"", &session_size);

    if (!id || !session)
        return put(plain, line, size);
    (void)sqlite3_bind_text(plain->find, 1, session, (int)session_size, SQLITE_STATIC);
    int r = sqlite3_step(plain->find) == SQLITE_ROW ? 0 : fail(plain, "session.get");
    if (r == 0)
        r = put_text(plain, "{\"jsonrpc\":\"2.0\",\"id\":");
    if (r == 0)
        r = put(plain, id, id_size);
    if (r == 0)
        r = put_session(plain);
    (void)sqlite3_reset(plain->find);
    return r;
}

/* Appends a part of a line to the tail. */
static int keep_tail(struct bare_peer *peer, const char *data, size_t size)
{
    if (!peer->tail)
        peer->tail = malloc(LINE_MAX_BYTES);
    if (!peer->tail || peer->tail_size + size > LINE_MAX_BYTES)
        return -ENOMEM;
    memcpy(peer->tail + peer->tail_size, data, size);
    peer->tail_size += size;
    return 0;
}

static int answer(void *user, struct bare_peer *peer, const char *data, size_t size, const char **ret_out,
                  size_t *ret_size)
{
    struct plain *plain = user;
    const char *end = data + size;
    int r = 0;

    plain->size = 0;
    for (const char *newline; r == 0 && (newline = memchr(data, '\n', (size_t)(end - data))); data = newline + 1) {
        size_t line = (size_t)(newline + 1 - data);
        if (peer->tail_size > 0) {
            r = keep_tail(peer, data, line);
            if (r == 0)
                r = answer_line(plain, peer->tail, peer->tail_size);
            peer->tail_size = 0;
        } else {
            r = answer_line(plain, data, line);
        }
    }
    if (r == 0 && data < end)
        r = keep_tail(peer, data, (size_t)(end - data));
    *ret_out = plain->out;
    *ret_size = plain->size;
    return r;
}

/* Uses the same page cache as the daemon. */
static int open_database(struct plain *plain, const char *path)
{
    if (sqlite3_open_v2(path, &plain->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_exec(plain->db, "PRAGMA cache_size=-4096; PRAGMA query_only=ON", NULL, NULL, NULL) != SQLITE_OK)
        return fail(plain, path);
    if (sqlite3_prepare_v3(plain->db, query, -1, SQLITE_PREPARE_PERSISTENT, &plain->find, NULL) != SQLITE_OK)
        return fail(plain, query);
    return 0;
}

int main(int argc, char **argv)
{
    static struct plain plain;

    if (argc != 3) {
        (void)fprintf(stderr, "usage: plain_reads DATABASE SOCKET\n");
        return 2;
    }
    int r = open_database(&plain, argv[1]);
    if (r == 0)
        r = bare_serve(argv[2], answer, &plain);
    (void)fprintf(stderr, "plain_reads: %s\n", strerror(-r));
    (void)sqlite3_finalize(plain.find);
    (void)sqlite3_close(plain.db);
    free(plain.out);
    return EXIT_FAILURE;
}
