"""The rows of the table: a number, what it is compared with, and the goal."""

MISSING = "—"


class Row:
    """A row. `over` is the server whose number divides that of weir; `over_number` is another number of weir to divide by."""

    def __init__(self, key, label, unit, number, goal=None, over=None, over_number=None, value=True):
        self.key, self.label, self.unit, self.number, self.goal = key, label, unit, number, goal
        self.over, self.over_number = over, over_number
        self.value = value  # False: shows only the ratio, since the numbers are one row above


ROWS = [
    Row("mixed_apart", "mixed requests, one at a time, separate CPUs: p50", "µs", "mixed_apart_p50_us", ("≤", 1.25),
        over="raw"),
    Row("mixed_together", "mixed requests, one at a time, on one CPU: p50", "µs", "mixed_together_p50_us", ("≤", 1.25),
        over="raw"),
    Row("mixed_parsed", "mixed requests 64 × 64, replies parsed", "/s", "mixed_parsed_per_second", (">", 0.5), over="raw"),
    Row("mixed_parsed_node", "", "/s", "mixed_parsed_per_second", (">", 6), over="node", value=False),
    Row("mixed_parsed_cpu", "  CPU time per request", "ns", "mixed_parsed_cpu_ns", ("<", 3), over="raw"),
    Row("mixed_joined", "mixed requests 64 × 64, replies only compared", "/s", "mixed_joined_per_second", (">", 0.5),
        over="raw"),
    Row("mixed_joined_node", "", "/s", "mixed_joined_per_second", (">", 6), over="node", value=False),
    Row("mixed_joined_cpu", "  CPU time per request", "ns", "mixed_joined_cpu_ns", ("<", 3), over="raw"),
    Row("mixed_single", "mixed requests 64 × 64, each its own write", "/s", "mixed_single_per_second", None, over="raw"),
    Row("mixed_single_node", "", "/s", "mixed_single_per_second", None, over="node", value=False),
    Row("mixed_single_cpu", "  CPU time per request", "ns", "mixed_single_cpu_ns", None, over="raw"),
    Row("ping_together", "ping, one at a time, on one CPU: p50", "µs", "ping_together_p50_us", None, over="raw"),
    Row("read_apart", "session.get, one at a time, separate CPUs: p50", "µs", "read_apart_p50_us", ("≤", 1.5), over="raw"),
    Row("read_together", "session.get, one at a time, on one CPU: p50", "µs", "read_together_p50_us", ("≤", 1.5),
        over="raw"),
    Row("read_many", "session.get 64 × 64, replies only compared", "/s", "read_many_per_second", ("≥", 0.67),
        over="raw"),
    Row("read_many_cpu", "  CPU time per request", "ns", "read_many_cpu_ns", None, over="raw"),
    Row("idle_rss", "memory, idle (RSS)", "MB", "idle_rss_mb", ("<", 8)),
    Row("per_connection", "memory, an idle connection", "B", "bytes_per_connection", ("<", 4096)),
    Row("per_pending", "memory, a pending call", "B", "bytes_per_pending_call", ("<", 256)),
    Row("beside_idle", "ping on one CPU, beside idle connections", "µs", "beside_idle_p50_us", ("≤", 1.1),
        over_number="beside_none_p50_us"),
    Row("start", "start to first answer", "ms", "start_ms", ("<", 20)),
    Row("ingest", "events committed, against plain SQLite", "/s", "ingest_per_second", ("≥", 0.7), over="raw"),
    Row("ingest_rate", "", "/s", "ingest_per_second", (">", 150000), value=False),
    Row("ingest_cpu", "  CPU time per event", "ns", "ingest_cpu_ns", None, over="raw"),
    Row("ingest_one_cpu", "  all threads on one CPU", "/s", "ingest_one_cpu_per_second", None, over="raw"),
    Row("beside_events_p99", "ping beside 20,000 events/s: p99", "µs", "beside_events_p99_us", ("<", 1000)),
    Row("beside_events_middle_p99", "  p99 of the median round", "µs", "beside_events_middle_p99_us"),
    Row("beside_nothing_p99", "  baseline without events: p99", "µs", "beside_nothing_p99_us"),
    Row("beside_events_p50", "  p50", "µs", "beside_events_p50_us"),
    Row("beside_events_max", "  maximum", "µs", "beside_events_max_us"),
    Row("beside_events_one_cpu_p99", "  the daemon on one CPU: p99", "µs", "beside_events_one_cpu_p99_us"),
    Row("beside_nothing_one_cpu_p99", "  baseline without events: p99", "µs", "beside_nothing_one_cpu_p99_us"),
    Row("push", "one event to 1,000 subscribers, against bare writes", "/s", "push_per_second", ("≥", 0.8), over="raw"),
    Row("push_cpu", "  CPU time per delivery", "ns", "push_cpu_ns", None, over="raw"),
    Row("push_whole", "  from the trigger to the last delivery: p50", "µs", "push_whole_us", None, over="raw"),
    Row("push_stream", "  a stream of events", "/s", "push_stream_per_second", None, over="raw"),
    Row("pages_p99", "a page of a large store: worst p99", "µs", "pages_p99_us", ("<", 1000)),
    Row("pages_p50", "  worst p50", "µs", "pages_p50_us"),
    Row("large_start", "  start to first answer", "ms", "large_start_ms", ("<", 20)),
    Row("large_first_page", "  start to first page", "ms", "large_first_page_ms"),
    Row("large_rss", "  memory, idle (RSS)", "MB", "large_rss_mb"),
    Row("executor_ready", "executor started, connected and ready: p50", "ms", "executor_ready_ms", ("<", 5)),
    Row("executor_given", "  a warm one, assigned to a task and prompted: p50", "ms", "executor_given_ms", ("<", 1)),
    Row("executor_cold", "  a task from its request to its first message, new executor: p50", "ms", "executor_cold_ms"),
    Row("executor_warm", "  the same with a warm one: p50", "ms", "executor_warm_ms"),
    Row("reports", "reports of 8 executors committed, against plain SQLite", "/s", "reports_per_second", ("≥", 0.7),
        over="raw"),
    Row("reports_rate", "", "/s", "reports_per_second", (">", 150000), value=False),
    Row("reports_cpu", "  CPU time of the daemon per report", "ns", "reports_cpu_ns", None, over="raw"),
    Row("terminal", "bytes through a passed terminal, against a plain one", "/s", "terminal_per_second", ("≥", 0.95),
        over="raw"),
    Row("decisions", "permission decisions from 1,000 rules, against 1,000 comparisons", "/s", "decisions_per_second", None,
        over="raw"),
    Row("decisions_rate", "", "/s", "decisions_per_second", (">", 10000), value=False),
    Row("token_added", "a token from the provider to a subscriber, added latency: p50", "µs", "token_added_p50_us",
        ("<", 1000)),
    Row("token_added_p99", "  p99", "µs", "token_added_p99_us"),
    Row("token_p50", "  from the provider's write: p50", "µs", "token_p50_us", None, over="raw"),
    Row("token_p99", "  p99", "µs", "token_p99_us", None, over="raw"),
    Row("agents_daemon", "100 agents at 100 tokens/s: CPU of the daemon, of one core", "%", "agents_daemon_percent", ("<", 50)),
    Row("agents_tokens", "  tokens, each once and in order", "/s", "agents_tokens_per_second"),
    Row("agents_p50", "  from the provider's write to the subscriber: p50", "µs", "agents_p50_us"),
    Row("agents_p99", "  p99", "µs", "agents_p99_us"),
    Row("agents_executors", "  CPU of all executors, of one core", "%", "agents_executors_percent"),
    Row("agents_daemon_mb", "  memory of the daemon (RSS)", "MB", "agents_daemon_mb"),
    Row("agents_executor_mb", "  memory of an executor (PSS)", "MB", "agents_executor_mb"),
    Row("soak_daemon", "growth of the daemon per task, a session each", "B", "soak_daemon_bytes"),
    Row("soak_session", "  all in one session", "B", "soak_session_bytes"),
    Row("soak_executor", "  growth of its executor", "B", "soak_executor_bytes"),
    Row("mcp_call", "an MCP call from the agent's side, against the SDK's client: p50", "µs", "mcp_call_us", ("≤", 2), over="node"),
    Row("mcp_call_run", "  p50 of the best 100 in a row", "µs", "mcp_call_run_us", None, over="node"),
    Row("mcp_call_cpu", "  CPU time of the daemon and weir-mcp, and of the SDK's client", "µs", "mcp_call_cpu_us", None, over="node"),
    Row("mcp_call_p99", "  p99", "µs", "mcp_call_p99_us", None, over="node"),
    Row("mcp_many", "  100 calls at once, all answered", "ms", "mcp_many_ms", None, over="node"),
    Row("mcp_lost", "  lost ones", "", "mcp_lost", ("≤", 0)),
    Row("mcp_unused", "memory of the daemon, a configured MCP server that is not used", "B", "mcp_unused_bytes", ("<", 4096)),
    Row("mcp_processes", "  processes of 50 of them", "", "mcp_unused_processes", ("≤", 0)),
    Row("mcp_token", "first token with 50 of them, against none: p50", "ms", "mcp_token_ms", ("≤", 1.05),
        over_number="mcp_token_none_ms"),
    Row("chat_gate", "the ACK gate of a port, added to the first token: p50", "µs", "chat_gate_us", ("<", 1000)),
    Row("chat_first", "  from the message to the first token of a port: p50", "µs", "chat_first_us", None, over_number="chat_first_plain_us"),
    Row("chat_port", "chunks through a port, against writes to a socket pair", "/s", "chat_port_per_second", (">", 0.5), over="raw"),
    Row("chat_port_live", "  while the daemon commits them", "/s", "chat_port_live_per_second"),
    Row("chat_rows", "events with rows of messages, against events without", "/s", "chat_rows_per_second", ("≥", 0.9),
        over_number="chat_no_rows_per_second"),
    Row("chat_page", "a page of 100,000 threads: p99", "µs", "chat_page_p99_us", ("<", 1000)),
    Row("chat_page_p50", "  p50", "µs", "chat_page_p50_us"),
    Row("automation_add", "adding a rule, with 10,000 there: p50", "µs", "automation_add_p50_us", ("<", 1000)),
    Row("automation_add_p99", "  p99", "µs", "automation_add_p99_us"),
    Row("automation_idle", "CPU time of 10,000 idle rules, per second", "µs", "automation_idle_us_per_s", ("<", 2000)),
    Row("automation_start", "a rule is due until its task starts: p50", "ms", "automation_start_p50_ms"),
    Row("automation_start_p99", "  p99", "ms", "automation_start_p99_ms", ("<", 50)),
    Row("automation_receipts", "receipts of 1,000 rules that are due in the same second", "", "automation_receipts", (">", 999)),
    Row("automation_together", "  until all are written", "ms", "automation_together_ms"),
    Row("context_query", "a search of 1,000,000 rows of activity: p50", "µs", "context_query_p50_us", ("<", 10000)),
    Row("context_query_p99", "  p99", "µs", "context_query_p99_us"),
    Row("context_query_most", "  the slowest", "µs", "context_query_most_us"),
    Row("context_recent", "the newest 20 of them: p50", "µs", "context_recent_p50_us", ("<", 1000)),
    Row("context_recent_p99", "  p99", "µs", "context_recent_p99_us"),
    Row("capture", "weir-capture, 10 keys and a switch of windows a second: CPU, of one core", "%", "capture_percent", ("<", 1)),
    Row("capture_text", "  while texts of keys are wanted", "%", "capture_text_percent", ("<", 1)),
    Row("app_install", "installing an app of 10 MB, against unzip", "ms", "app_install_ms", ("<", 1.5), over_number="app_unzip_ms"),
]

COMPARES = {"≤": lambda a, b: a <= b, "≥": lambda a, b: a >= b, "<": lambda a, b: a < b, ">": lambda a, b: a > b}


def evaluate(best):
    """Returns the rows as plain data, from the best numbers of each server."""
    def number(server, name):
        return best.get(server, {}).get(name)

    rows = []
    for row in ROWS:
        weir = number("weir", row.number)
        under = number(row.over, row.number) if row.over else number("weir", row.over_number)
        ratio = weir / under if weir is not None and under else None
        judged = ratio if row.over or row.over_number else weir
        met = COMPARES[row.goal[0]](judged, row.goal[1]) if row.goal and judged is not None else None
        rows.append({
            "key": row.key,
            "label": row.label,
            "unit": row.unit,
            "values": {server: number(server, row.number) for server in ("raw", "weir", "node")},
            "show_values": row.value,
            "ratio": ratio,
            "ratio_of": f"weir ÷ {row.over}" if row.over else "÷ with none" if row.over_number else None,
            "goal": list(row.goal) if row.goal else None,
            "met": met,
        })
    return rows


def shown(value, unit):
    if value is None:
        return MISSING
    if unit == "/s":
        return f"{value / 1e6:.2f} M/s" if value >= 1e6 else f"{value / 1e3:.0f} k/s"
    return f"{value:.0f} {unit}" if abs(value) >= 100 else f"{value:.1f} {unit}"


def shown_ratio(row):
    if row["ratio_of"] is None:
        return ""
    return f"{row['ratio_of']} {MISSING if row['ratio'] is None else format(row['ratio'], '.2f')}"


def table(rows):
    lines = [["", "limit", "weir", "Node.js", "ratio", "goal", ""]]
    for row in rows:
        values = [shown(row["values"][server], row["unit"]) if row["show_values"] else ""
                  for server in ("raw", "weir", "node")]
        goal = row["goal"]
        unit = "" if row["ratio_of"] else f" {row['unit']}"
        met = {True: "met", False: "MISSED", None: MISSING if goal else ""}[row["met"]]
        lines.append([row["label"], *values, shown_ratio(row), f"{goal[0]} {goal[1]}{unit}" if goal else "", met])
    return align(lines, right={1, 2, 3})


def align(lines, right=()):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    out = []
    for line in lines:
        cells = [cell.rjust(width) if i in right else cell.ljust(width)
                 for i, (cell, width) in enumerate(zip(line, widths))]
        out.append("  ".join(cells).rstrip())
    rule = "  ".join("─" * width for width in widths)
    return "\n".join([out[0], rule, *out[1:]])
