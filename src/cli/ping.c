#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"count", 'c', "COUNT", NULL, "number of requests (default 1; 0: until Ctrl-C)"},
    {"interval", 'i', "SECONDS", NULL, "time between requests (default 1)"},
    {0},
};

const struct cli_command command_ping = {
    .name = "ping",
    .arguments = "",
    .summary = "Measure the time of a request to the daemon",
    .options = options,
    .run = run,
};

struct times {
    int64_t sent, answered;
    double least, most, sum; /* milliseconds */
};

static enum cli_exit ping_once(struct cli *cli, struct times *times)
{
    autofree char *result = NULL;
    uint64_t start = clock_monotonic_ns();
    times->sent++;
    enum cli_exit exit = cli_call(cli, "ping", NULL, &result);
    if (exit != CLI_OK)
        return exit;
    double time = (double)(clock_monotonic_ns() - start) / 1e6;
    times->answered++;
    times->sum += time;
    times->least = times->answered == 1 ? time : fmin(times->least, time);
    times->most = fmax(times->most, time);
    if (cli->json)
        (void)printf("{\"seq\":%lld,\"time_ms\":%.3f,\"result\":%s}\n", (long long)times->sent, time, result);
    else
        (void)printf("pong from %s: seq=%lld time=%.3f ms\n", cli->endpoint->socket, (long long)times->sent, time);
    return cli_flush(cli) ? CLI_OK : CLI_FAILED;
}

static void print_summary(const struct cli *cli, const struct times *times)
{
    if (cli->json || times->sent < 2)
        return;
    (void)printf("%lld requests, %lld responses", (long long)times->sent, (long long)times->answered);
    if (times->answered > 0)
        (void)printf(", min/avg/max = %.3f/%.3f/%.3f ms", times->least, times->sum / (double)times->answered,
                     times->most);
    (void)printf("\n");
}

/* Waits. SIGINT interrupts the wait, but ends the program as usual at other times. Returns true if Ctrl-C was
 * pressed. */
static bool pause_for(int64_t milliseconds)
{
    sigset_t interrupt, before;
    struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    (void)sigemptyset(&interrupt);
    (void)sigaddset(&interrupt, SIGINT);
    (void)sigprocmask(SIG_BLOCK, &interrupt, &before);
    int signal = sigtimedwait(&interrupt, NULL, &rest);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return signal == SIGINT;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *count_text = cli_option(cli, "count"), *interval_text = cli_option(cli, "interval");
    int64_t rounds = 1, interval = 1000;
    if (count_text && text_parse_count(count_text, INT64_MAX, &rounds) < 0)
        return cli_fail(cli, CLI_USAGE, "--count must be a whole number, not '%s'", count_text);
    if (interval_text && text_parse_seconds(interval_text, &interval) < 0)
        return cli_fail(cli, CLI_USAGE, "--interval must be a number of seconds, such as 1 or 0.2; not '%s'",
                        interval_text);
    struct times times = {0};
    enum cli_exit exit = cli_connect(cli);
    if (exit != CLI_OK)
        return exit;
    do
        exit = ping_once(cli, &times);
    while (exit == CLI_OK && times.sent != rounds && !pause_for(interval));
    print_summary(cli, &times);
    return exit;
}
