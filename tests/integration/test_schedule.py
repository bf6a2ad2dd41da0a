"""Time zones and cron expressions, compared with other implementations: zones with Python's zoneinfo, expressions with croniter.

croniter is asked for local times without a zone only. In zones it differs from weir around changes of the clock, and between its
versions: it moves a time that does not exist by the length of the gap or to the next day, and runs a time that occurs twice
twice, or not at all if it began in the second hour. weir's rule for that is in instant_of() below, on top of zoneinfo: a local
time that does not exist is due at the first instant after it, and one that occurs twice is due the first time."""

import datetime
import functools
import random
import subprocess
import zoneinfo

import pytest
from croniter import croniter

from setting import WEIRD

TIMES = WEIRD.with_name("schedule_times")
# Changes by half an hour (Lord Howe) and two (Troll), at midnight (Sao Paulo), around Ramadan (Casablanca, El Aaiun), negative
# summer time (Dublin), a skipped day (Apia, Kwajalein, Fakaofo), odd offsets (Kathmandu, Monrovia), days before 1970 and none since.
AWKWARD = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Casablanca", "Africa/El_Aaiun",
           "Asia/Kathmandu", "Pacific/Apia", "Pacific/Kwajalein", "Pacific/Fakaofo", "Europe/Dublin", "Antarctica/Troll", "Asia/Tehran",
           "America/Scoresbysund", "America/Nuuk", "Asia/Gaza", "Africa/Cairo", "Africa/Monrovia", "America/Havana", "Asia/Beirut",
           "America/Asuncion", "Europe/Lisbon", "Pacific/Chatham", "Asia/Kolkata", "UTC", "Etc/GMT+12", "America/Caracas")
FIRST, LAST = -2208988800, 7289654400  # 1900 and 2201
EPOCH = datetime.datetime(1970, 1, 1)


def ask(lines):
    answer = subprocess.run([TIMES], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120, check=True)
    answers = answer.stdout.splitlines()
    assert len(answers) == len(lines)
    return answers


def naive(seconds):
    return EPOCH + datetime.timedelta(seconds=seconds)


def seconds_of(local):
    return int((local - EPOCH).total_seconds())


def offset_of(zone, at):
    return int(datetime.datetime.fromtimestamp(at, zone).utcoffset().total_seconds())


@functools.cache
def changes(zone, begin, end):
    """The instants at which the offset of a zone changes, found by halving; changes less than a day apart are missed."""
    found, step = [], 86400
    before = offset_of(zone, begin)
    for at in range(begin + step, end, step):
        now = offset_of(zone, at)
        if now != before:
            low, high = at - step, at
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset_of(zone, middle) == before else (low, middle)
            found.append(high)
        before = now
    return found


def instant_of(zone, local):
    """The first instant at which clocks show this local time, or the end of the gap in which it lies."""
    aware = local.replace(tzinfo=zone, fold=0)
    at = int(aware.timestamp())
    if datetime.datetime.fromtimestamp(at, zone).replace(tzinfo=None) == local:
        return at
    low, high = at - 50 * 3600, at + 50 * 3600  # clocks show less before, and more after it
    while high - low > 1:
        middle = (low + high) // 2
        shown = datetime.datetime.fromtimestamp(middle, zone).replace(tzinfo=None)
        low, high = (middle, high) if shown < local else (low, middle)
    return high


def test_offsets_of_all_zones():
    dice = random.Random(1)
    lines, expected = [], []
    for name in sorted(zoneinfo.available_timezones()):
        zone = zoneinfo.ZoneInfo(name)
        ats = [dice.randrange(0, LAST) for _ in range(40)] + [dice.randrange(FIRST, 0) for _ in range(10)]
        for at in ats:
            moment = datetime.datetime.fromtimestamp(at, zone)
            lines.append(f"offset {name} {at}")
            expected.append(f"{int(moment.utcoffset().total_seconds())} {int(bool(moment.dst()))} {moment.tzname()}")
    answers = ask(lines)
    assert len(lines) > 20000
    # Python derives dst() from the neighbours of a span; the flag of the file is compared by the offset's name.
    wrong = [(line, answer, good) for line, answer, good in zip(lines, answers, expected)
             if (answer.split()[0], answer.split()[2]) != (good.split()[0], good.split()[2])]
    assert not wrong, wrong[:10]


@pytest.mark.parametrize("name", AWKWARD)
def test_changes_of_awkward_zones(name):
    """Every second around each change from 1970 to 2050 is compared, and from 2190 to 2200, where the footer's rule is valid."""
    zone = zoneinfo.ZoneInfo(name)
    instants = changes(zone, 0, 2524608000) + changes(zone, 6942844800, 7258118400)
    lines = [f"offset {name} {at + around}" for at in instants for around in (-3600, -1, 0, 1, 3600)]
    lines.append(f"offset {name} 0")
    for line, answer in zip(lines, ask(lines)):
        assert int(answer.split()[0]) == offset_of(zone, int(line.split()[2])), line
    locals_ = [at + offset_of(zone, at - 1) + around for at in instants for around in (-90000, -3601, -1800, -1, 0, 1, 900, 1800, 3600, 90000)]
    lines = [f"first {name} {local}" for local in locals_] + [f"first {name} 0"]
    for line, answer in zip(lines, ask(lines)):
        assert int(answer) == instant_of(zone, naive(int(line.split()[2]))), line


def random_part(dice, low, high):
    first = dice.randint(low, high)
    last = dice.randint(first, high)
    kind = dice.randrange(6)
    if kind < 3:
        return str(first)
    if kind == 3:
        return f"{first}-{last}"
    if kind == 4:
        return f"{first}-{last}/{dice.randint(1, last - first + 1)}"
    return f"*/{dice.randint(1, high - low + 1)}"


def random_field(dice, low, high, star):
    if dice.random() < star:
        return "*"
    return ",".join(random_part(dice, low, high) for _ in range(dice.choice((1, 1, 1, 2, 3))))


def random_expression(dice):
    day = random_field(dice, 1, 28 if dice.random() < 0.7 else 31, 0.5)
    return " ".join((random_field(dice, 0, 59, 0.2), random_field(dice, 0, 23, 0.3), day, random_field(dice, 1, 12, 0.6),
                     random_field(dice, 0, 6, 0.6)))


def expressions(dice, count):
    """Expressions that both understand in the same way."""
    while count > 0:
        text = random_expression(dice)
        fields = text.split()
        # croniter treats a field that allows every day like "*", so that only the other field of days counts.
        days = [set(croniter.expand(text)[0][2]), set(croniter.expand(text)[0][4])] if text else []
        if fields[2] != "*" and fields[4] != "*" and any("*" in day for day in days):
            continue
        count -= 1
        yield text


def naive_matches(text, after, count):
    """The next matches of local times, by croniter without a zone; fewer if there are none for years."""
    found, times = [], croniter(text, after, max_years_between_matches=10)
    try:
        for _ in range(count):
            found.append(times.get_next(datetime.datetime))
    except ValueError:
        pass
    return found


def test_expressions_without_a_zone():
    dice = random.Random(2)
    cases = [(text, dice.randrange(0, LAST)) for text in expressions(dice, 3000)]
    answers = ask([f"next UTC {after} 4 {text}" for text, after in cases])
    for (text, after), answer in zip(cases, answers):
        found = naive_matches(text, naive(after), 4)
        if "no such date" in answer:
            assert not found, text
        else:
            assert [int(word) for word in answer.split()] == [seconds_of(local) for local in found], (text, after)


def instants_after(zone, text, after, count):
    """The next instants of an expression. Local times up to 26 hours ago may be due later: a day may be skipped."""
    times = croniter(text, naive(after + offset_of(zone, after)) - datetime.timedelta(hours=26), max_years_between_matches=10)
    expected = set()
    while len(expected) < count:
        at = instant_of(zone, times.get_next(datetime.datetime))
        expected |= {at} if at > after else set()
    return sorted(expected)


FREQUENT = ("*/5 * * * *", "17 * * * *", "30 2 * * *", "0,30 0-4 * * *", "15 */2 * * *", "59 23 * * *", "0 0 * * *", "*/20 1-3 * * 0,6")


@pytest.mark.parametrize("name", AWKWARD)
def test_times_across_changes(name):
    """Starts of expressions within two days around changes, where times do not exist or occur twice."""
    dice = random.Random(name)
    zone = zoneinfo.ZoneInfo(name)
    instants = changes(zone, 0, 2524608000) or [dice.randrange(0, LAST) for _ in range(5)]
    cases = []
    for at in dice.sample(instants, min(len(instants), 12)):
        for text in FREQUENT:
            cases.append((text, at + dice.choice((dice.randint(-172800, 172800), dice.randint(-7200, 7200), 0, -1, -60, 60))))
    answers = ask([f"next {name} {after} 5 {text}" for text, after in cases])
    lasts = ask([f"last {name} {answer.split()[2]} {text}" for (text, _), answer in zip(cases, answers)])
    for (text, after), answer, last in zip(cases, answers, lasts):
        found = [int(word) for word in answer.split()]
        assert found == instants_after(zone, text, after, 5), (text, after)
        assert int(last) == found[2]


def test_random_expressions_in_zones():
    """From random starts, in any zone: the local times of croniter, as instants of zoneinfo."""
    dice = random.Random(3)
    cases = [(dice.choice(AWKWARD), text, dice.randrange(0, LAST)) for text in expressions(dice, 1500)]
    answers = ask([f"next {name} {after} 3 {text}" for name, text, after in cases])
    for (name, text, after), answer in zip(cases, answers):
        zone = zoneinfo.ZoneInfo(name)
        if "no such date" in answer:
            continue
        assert [int(word) for word in answer.split()] == instants_after(zone, text, after, 3), (name, text, after)


def test_croniter_in_a_zone_away_from_changes():
    """Where no clock changes within the time of the answer, croniter agrees in zones, too."""
    dice = random.Random(4)
    compared = 0
    cases = [(dice.choice(AWKWARD), text, dice.randrange(86400, 2500000000)) for text in expressions(dice, 600)]
    for (name, text, after), answer in zip(cases, ask([f"next {name} {after} 1 {text}" for name, text, after in cases])):
        zone = zoneinfo.ZoneInfo(name)
        if not answer.isdigit() or any(after - 86400 < at < int(answer) + 86400 for at in changes(zone, 0, 2524608000)):
            continue
        assert croniter(text, datetime.datetime.fromtimestamp(after, zone)).get_next(float) == float(answer), (name, text, after)
        compared += 1
    assert compared > 50
