"""Automation rules while the clock jumps: the machine sleeps for a minute, a day, a month, or the clock is set back. The clock
of rules is moved by a file, which only builds with fault points read."""

import datetime
import shutil
import time

import pytest

from automations import all_over, create_rule, ended, rule_of, runs, task
from automations import start as trigger_by_hand
from setting import FAULTS
from tasks import Gate
from waiting import until

pytestmark = pytest.mark.skipif(not FAULTS, reason="the build has no fault points")

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
HOURLY = {"type": "cron", "expression": "0 * * * *", "timezone": "UTC"}
MINUTELY = {"type": "cron", "expression": "* * * * *", "timezone": "UTC"}


class Clock:
    """Begins at a moment that suits the test, so that nothing is due by itself meanwhile."""

    def __init__(self, place):
        self.path = place.root / "clock"
        self.offset = 0
        self.client = None
        self.set(int(datetime.datetime(2030, 3, 1, 0, 30, 5, tzinfo=datetime.timezone.utc).timestamp() * 1000))

    def now(self):
        return int(time.time() * 1000) + self.offset

    def seen(self):
        """What the daemon takes for the time: a second before the next second of an interval that begins now."""
        return self.client.call("automation.preview", {"trigger": {"type": "interval", "seconds": 1}, "count": 1})["times"][0] - 1000

    def set(self, epoch_ms):
        self.offset = epoch_ms - int(time.time() * 1000)
        new = self.path.with_suffix(".new")
        new.write_text(str(self.offset))
        new.rename(self.path)
        if self.client:
            until(lambda: abs(self.seen() - self.now()) < 5000, "the daemon has the time")

    def pass_by(self, ms):
        self.set(self.now() + ms)


@pytest.fixture
def clock(place):
    return Clock(place)


@pytest.fixture
def start(make_daemon, clock):
    return lambda **more: make_daemon().start(environment={"WEIR_FAULT_CLOCK": str(clock.path)} | more)


@pytest.fixture
def client(start, clock):
    clock.client = start().client()
    return clock.client


def shown(found):
    return [(one["state"], one.get("reason"), one.get("count", 1)) for one in found]


def covers(found, period):
    """Every due time has one receipt, in order."""
    last = None
    for one in found:
        first, to, count = one.get("from", one["dueAt"]), one.get("to", one["dueAt"]), one.get("count", 1)
        assert last is None or first == last + period, (last, one)
        assert to == first + (count - 1) * period, one
        last = to
    return last


def later_runs(client, rule):
    """No due time is left over."""
    return until(lambda: rule_of(client, rule)["nextDue"] and runs(client, rule), "receipts")


def test_it_runs_at_its_time(client, clock):
    rule = create_rule(client, trigger=HOURLY)
    clock.pass_by(30 * MINUTE)
    (run,) = all_over(client, 1)
    assert run["state"] == "completed" and run["dueAt"] == rule["nextDue"]
    clock.pass_by(HOUR)
    assert shown(all_over(client, 2)) == [("completed", None, 1)] * 2
    assert rule_of(client, rule["ruleId"])["nextDue"] == rule["nextDue"] + 2 * HOUR


@pytest.mark.parametrize("asleep, missed", [(MINUTE, 0), (HOUR, 0), (DAY, 23), (31 * DAY, 31 * 24 - 1)])
def test_asleep_and_the_latest_is_made_up_for(client, clock, asleep, missed):
    rule = create_rule(client, trigger=HOURLY)
    clock.pass_by(29 * MINUTE + 50_000 if asleep == MINUTE else 0)
    clock.pass_by(asleep)
    found = all_over(client, 2 if missed else 1)
    expected = [("skipped", "missed", missed)] * (missed > 0) + [("completed", None, 1)]
    assert shown(found) == expected
    last = covers(found, HOUR)
    assert rule_of(client, rule["ruleId"])["nextDue"] == last + HOUR > clock.now()


def test_asleep_and_nothing_is_made_up_for(client, clock):
    create_rule(client, trigger=HOURLY, policy={"missed": "skip"})
    clock.pass_by(DAY + 10 * MINUTE)
    assert shown(all_over(client, 1)) == [("skipped", "missed", 24)]
    clock.pass_by(20 * MINUTE)
    found = all_over(client, 2)
    assert shown(found) == [("skipped", "missed", 24), ("completed", None, 1)]
    covers(found, HOUR)


def test_asleep_and_each_is_made_up_for(client, clock):
    create_rule(client, trigger=HOURLY, policy={"missed": "all", "windowSeconds": 4 * 3600})
    clock.pass_by(DAY)
    found = all_over(client, 5)
    assert shown(found) == [("skipped", "missed", 20)] + [("completed", None, 1)] * 4
    covers(found, HOUR)
    assert all(one["endedAt"] <= other["startedAt"] for one, other in zip(found[1:], found[2:]))


@pytest.mark.parametrize("minutes", [300, 5040])  # in one decision, and in two
def test_more_than_can_wait_are_made_up_for(client, clock, minutes):
    create_rule(client, trigger=MINUTELY, policy={"missed": "all"})
    clock.pass_by(minutes * MINUTE)
    found = all_over(client, 101)
    assert shown(found) == [("skipped", "missed", minutes - 100)] + [("completed", None, 1)] * 100
    covers(found, MINUTE)


def test_too_old_to_be_made_up_for(client, clock):
    create_rule(client, trigger={"type": "cron", "expression": "0 1 * * *", "timezone": "UTC"}, policy={"windowSeconds": 3600})
    clock.pass_by(4 * HOUR)
    assert shown(all_over(client, 1)) == [("skipped", "missed", 1)]


def test_a_year_of_minutes(client, clock):
    rule = create_rule(client, trigger=MINUTELY)
    clock.pass_by(365 * DAY)
    found = all_over(client, 2)
    assert shown(found) == [("skipped", "missed", 365 * 1440 - 1), ("completed", None, 1)]
    assert rule_of(client, rule["ruleId"])["nextDue"] == covers(found, MINUTE) + MINUTE


def test_the_clock_is_set_back(client, clock):
    rule = create_rule(client, trigger=MINUTELY)
    for count in (1, 2, 3):
        clock.pass_by(MINUTE)
        all_over(client, count)
    due = rule_of(client, rule["ruleId"])["nextDue"]
    clock.pass_by(-HOUR)
    for _ in range(3):
        clock.pass_by(MINUTE)
        client.ping()
    assert rule_of(client, rule["ruleId"])["nextDue"] == due and len(runs(client)) == 3
    clock.pass_by(HOUR - 2 * MINUTE)
    covers(all_over(client, 4), MINUTE)


def test_an_interval_begins_anew_when_the_clock_is_set_back(client, clock):
    rule = create_rule(client, trigger={"type": "interval", "seconds": 600})["ruleId"]
    clock.pass_by(10 * MINUTE)
    all_over(client, 1)
    clock.pass_by(-DAY)
    until(lambda: rule_of(client, rule)["nextDue"] <= clock.now() + 10 * MINUTE, "it begins anew")
    clock.pass_by(10 * MINUTE)
    found = all_over(client, 2)
    assert shown(found) == [("completed", None, 1)] * 2 and found[1]["dueAt"] < found[0]["dueAt"]


def test_an_interval_begins_anew_when_the_clock_was_set_back_while_no_daemon_ran(start, clock):
    daemon = start()
    rule = create_rule(daemon.client(), trigger={"type": "interval", "seconds": 600})["ruleId"]
    daemon.close_clients()
    assert daemon.stop() == 0
    clock.pass_by(-DAY)
    client = start().client()
    until(lambda: rule_of(client, rule)["nextDue"] <= clock.now() + 10 * MINUTE, "it begins anew")


@pytest.mark.parametrize("more", [0, 2 * HOUR])
def test_enabled_anew_after_the_clock_was_ahead(client, clock, more):
    """Its times are due a second time. Those that have run do not run again, and other rules go on."""
    rule = create_rule(client, trigger=HOURLY)["ruleId"]
    clock.pass_by(DAY)
    before = all_over(client, 2)
    clock.pass_by(-DAY)
    client.call("automation.disable", {"ruleId": rule})
    client.call("automation.enable", {"ruleId": rule})
    clock.pass_by(DAY + more)
    until(lambda: rule_of(client, rule)["nextDue"] > clock.now(), "its times are decided")
    assert shown(all_over(client, 2)[2:]) == ([("skipped", "missed", 25), ("completed", None, 1)] if more else [])
    assert runs(client)[:2] == before
    create_rule(client, trigger=MINUTELY, name="other")
    clock.pass_by(MINUTE)
    assert until(lambda: [one for one in runs(client) if one["name"] == "other"], "the other runs")


def test_switched_on_while_the_clock_was_ahead(client, clock):
    client.call("automation.disable")
    clock.pass_by(30 * DAY)
    client.call("automation.enable")
    clock.pass_by(-30 * DAY)
    create_rule(client, trigger=MINUTELY)
    clock.pass_by(MINUTE)
    assert shown(all_over(client, 1)) == [("completed", None, 1)]


def test_the_rate_after_the_clock_was_ahead(client, clock):
    create_rule(client, trigger={"type": "event", "event": "event.sessionCreated", "where": {"session.title": "x"}}, policy={"maxPerHour": 1})
    clock.pass_by(DAY)
    for offset, count in ((0, 1), (-DAY, 2)):
        clock.pass_by(offset)
        client.call("session.create", {"cwd": "/", "title": "x"})
        assert shown(all_over(client, count)) == [("completed", None, 1)] * count


def test_the_newest_receipts_are_kept(client, clock, place):
    gate = Gate(place)
    rule = create_rule(client, [task(f"read {gate}; done", timeoutMs=604800000)], trigger={"type": "manual"})["ruleId"]
    first = trigger_by_hand(client, rule)
    for _ in range(2200):
        trigger_by_hand(client, rule)
    assert len(runs(client, rule)) == 2201  # all are of the last hour
    clock.pass_by(2 * HOUR)
    last = [trigger_by_hand(client, rule) for _ in range(200)]
    left = [one["runId"] for one in runs(client, rule)]
    assert 2000 <= len(left) < 2200 and left[0] == first and left[-200:] == last
    gate.open()


# --- failures ---


def test_what_waits_does_not_run_after_too_many_failures(client, clock):
    rule = create_rule(client, [task("fail error broken")], trigger=HOURLY, policy={"missed": "all", "disableAfterFailures": 2})["ruleId"]
    clock.pass_by(10 * HOUR)
    found = all_over(client, 10)
    assert shown(found) == [("failed", "task_failed", 1)] * 2 + [("cancelled", "disabled", 1)] * 8
    assert not rule_of(client, rule)["enabled"]


def test_what_is_due_at_once_does_not_run_after_too_many_failures(client, clock):
    session = client.call("session.create", {"cwd": "/"})["id"]
    rule = create_rule(client, [task(sessionId=session)], trigger=HOURLY, policy={"missed": "all", "disableAfterFailures": 2})["ruleId"]
    client.call("session.close", {"sessionId": session})
    clock.pass_by(10 * HOUR)
    until(lambda: not rule_of(client, rule)["enabled"], "it is disabled")
    found = all_over(client, 3)
    assert shown(found) == [("refused", "session_closed", 1)] * 2 + [("refused", "disabled", 8)]
    covers(found, HOUR)


def test_a_zone_that_is_gone(start, clock, place):
    zones = place.root / "zones"
    (zones / "Europe").mkdir(parents=True)
    shutil.copy("/usr/share/zoneinfo/Europe/Berlin", zones / "Europe" / "Berlin")
    daemon = start(TZDIR=str(zones))
    rule = create_rule(daemon.client(), trigger={"type": "cron", "expression": "0 * * * *", "timezone": "Europe/Berlin"})
    daemon.close_clients()
    assert daemon.stop() == 0
    (zones / "Europe" / "Berlin").rename(zones / "gone")
    client = start(TZDIR=str(zones)).client()
    clock.pass_by(30 * MINUTE)
    (receipt,) = all_over(client, 1)
    assert (receipt["state"], receipt["reason"], receipt["dueAt"]) == ("refused", "trigger_invalid", rule["nextDue"])
    left = rule_of(client, rule["ruleId"])
    assert not left["enabled"] and "Europe/Berlin" in left["problem"] and "Europe/Berlin" in receipt["message"]
    assert client.error("automation.enable", {"ruleId": rule["ruleId"]}).word == "trigger_invalid"
    (zones / "gone").rename(zones / "Europe" / "Berlin")
    client.call("automation.enable", {"ruleId": rule["ruleId"]})
    assert "problem" not in rule_of(client, rule["ruleId"])


def test_a_month_ahead_and_back(client, clock):
    """The times of the month were due, and are not again."""
    create_rule(client, trigger=HOURLY)
    clock.pass_by(30 * DAY)
    before = all_over(client, 2)
    clock.pass_by(-30 * DAY)
    clock.pass_by(3 * HOUR)
    client.ping()
    assert runs(client) == before


def test_the_daemon_does_not_run(start, clock):
    daemon = start()
    rule = create_rule(daemon.client(), trigger=HOURLY)["ruleId"]
    daemon.close_clients()
    daemon.stop()
    assert daemon.wait() == 0
    clock.pass_by(DAY)
    client = start().client()
    found = all_over(client, 2)
    assert shown(found) == [("skipped", "missed", 23), ("completed", None, 1)]
    assert found[0]["ruleId"] == rule


def test_nothing_before_it_was_enabled(client, clock):
    rule = create_rule(client, trigger=HOURLY, enabled=False)["ruleId"]
    clock.pass_by(DAY)
    client.call("automation.enable", {"ruleId": rule})
    assert clock.now() < rule_of(client, rule)["nextDue"] <= clock.now() + HOUR and runs(client) == []
    client.call("automation.disable")
    clock.pass_by(DAY)
    client.call("automation.enable")
    due = until(lambda: (next_due := rule_of(client, rule)["nextDue"]) > clock.now() and next_due, "the next time")
    assert due <= clock.now() + HOUR and runs(client) == []


def test_jitter(client, clock):
    late = [create_rule(client, trigger=HOURLY, policy={"jitterSeconds": 1800})["ruleId"] for _ in range(8)]
    plain = create_rule(client, trigger=HOURLY)
    clock.pass_by(30 * MINUTE)
    all_over(client, 1, plain["ruleId"])
    waiting = [rule for rule in late if rule_of(client, rule)["nextDue"] == plain["nextDue"]]
    assert waiting and not [one for one in runs(client) if one["ruleId"] in waiting]
    clock.pass_by(31 * MINUTE)
    for rule in late:
        (first,) = all_over(client, 1, rule)
        assert first["dueAt"] == plain["nextDue"] and rule_of(client, rule)["nextDue"] == first["dueAt"] + HOUR


def test_jitter_and_the_clock_is_set_back(start, clock):
    """The start of an interval's time changes with it. Whoever looks again and again meanwhile is killed."""
    client = clock.client = start(WEIR_FAULT="automation.look=kill*1500").client()
    trigger, policy = {"type": "interval", "seconds": 600}, {"jitterSeconds": 600}
    late = [create_rule(client, trigger=trigger, policy=policy)["ruleId"] for _ in range(20)]
    clock.pass_by(-DAY)
    until(lambda: all(rule_of(client, rule)["nextDue"] <= clock.now() + 10 * MINUTE for rule in late), "they begin anew")
    clock.pass_by(15 * MINUTE)
    by_hand = create_rule(client, trigger={"type": "manual"})["ruleId"]
    for _ in range(30):
        ended(client, trigger_by_hand(client, by_hand))
    clock.pass_by(5 * MINUTE)
    all_over(client, 50)


def test_a_zone_with_summer_time(client, clock):
    berlin = {"type": "cron", "expression": "30 2 * * *", "timezone": "Europe/Berlin"}
    clock.set(int(datetime.datetime(2030, 3, 30, 12, tzinfo=datetime.timezone.utc).timestamp() * 1000))
    create_rule(client, trigger=berlin, policy={"missed": "all", "windowSeconds": 30 * 86400})
    clock.pass_by(2 * DAY)
    found = all_over(client, 2)
    local = [datetime.datetime.fromtimestamp(one["dueAt"] / 1000, datetime.timezone.utc).strftime("%d %H:%M") for one in found]
    assert local == ["31 01:00", "01 00:30"]  # 02:30 does not exist on that day


def test_a_run_of_an_hour(client, clock, place):
    gate = Gate(place)
    create_rule(client, [task(f"read {gate}; done", timeoutMs=604800000)], trigger=MINUTELY)
    clock.pass_by(MINUTE)
    until(lambda: runs(client), "it runs")
    for _ in range(5):
        clock.pass_by(MINUTE)
        client.ping()
    until(lambda: len(runs(client)) == 2 and covers(runs(client), MINUTE) + MINUTE > clock.now(), "all have receipts")
    skipped = runs(client)[1]
    assert skipped["state"] == "skipped" and skipped["count"] == 5
    gate.open()
