"""Measures permission decisions: how many requests a second can be decided by rules, in one thread without a daemon."""
from servers import Kind, ask_program

PROGRAM_SECONDS = 60


class PermissionBench:
    def __init__(self, bench, build):
        self.bench, self.build = bench, build
        self.kinds = {name: Kind(name, name, lambda home: []) for name in ("raw", "weir")}
        self.rounds = 3 if bench.quick else 7
        self.milliseconds = 200

    def run(self):
        self.bench.try_part(self.decide)

    def decide(self):
        for number in range(self.rounds):
            self.bench.say(f"permission decisions, round {number + 1} of {self.rounds}")
            found = ask_program([f"{self.build}/bench/permissions", str(self.milliseconds)], self.bench.cpus,
                                self.bench.cpus.server, PROGRAM_SECONDS)
            self.bench.record(self.kinds["weir"], "decisions", found["decisions_per_second"])
            self.bench.record(self.kinds["raw"], "decisions", found["comparisons_per_second"])


def best(runs):
    """The best number of one server."""
    return {"decisions_per_second": max(runs.get("decisions", []), default=None)}
