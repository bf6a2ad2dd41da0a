#include "unit/fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "contract/core.h"
#include "contract/probe.h"
#include "contract/sample.h"
#include "contract/shared.h"
#include "contract/spec.h"

void fixture_clear(struct fixture *fixture)
{
    buf_clear(&fixture->notes);
}

ino_t fixture_inode(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 ? info.st_ino : 0;
}

int fixture_file(void)
{
    return memfd_create("weir-test", MFD_CLOEXEC);
}

struct call *fixture_waiting(struct peer *peer, size_t n)
{
    for (struct list *link = peer->waiting.next; link != &peer->waiting; link = link->next)
        if (n-- == 0)
            return list_member(link, struct call, link);
    return NULL;
}

/* --- peer events --- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct fixture *fixture = peer->user;
    fixture->closed++;
    (void)snprintf(fixture->reason, sizeof fixture->reason, "%s", reason);
}

static bool on_unknown_call(struct call *call, struct slice method, const yyjson_val *params)
{
    struct fixture *fixture = call->peer->user;
    (void)params;
    fixture->unknown++;
    if (!fixture->take_unknown)
        return false;
    struct buf text = BUF_LIMITED(256);
    buf_printf(&text, "\"%.*s\"", SLICE_ARG(method));
    (void)call_reply_text(call, buf_slice(&text));
    buf_clear(&text);
    return true;
}

static bool on_wants(struct peer *peer, const struct event_type *type)
{
    const struct fixture *fixture = peer->user;
    (void)type;
    return !fixture->refuse_events;
}

const struct peer_events fixture_events = {.closed = on_closed, .unknown_call = on_unknown_call, .wants = on_wants};

/* --- probe --- */

int probe_echo(struct call *call, const struct probe_echo_params *params)
{
    return probe_echo_reply(call, &params->value);
}

static void on_abandoned(struct call *call)
{
    struct fixture *fixture = call->user;
    fixture->abandoned++;
}

static int wait_for_test(struct call *call)
{
    struct fixture *fixture = call->peer->user;
    int r = call_defer(call, on_abandoned, fixture, &fixture->last);
    if (r == 0)
        fixture->deferred++;
    return r;
}

int probe_wait(struct call *call, const struct probe_wait_params *params)
{
    (void)params;
    return wait_for_test(call);
}

int probe_secret(struct call *call, const struct probe_secret_params *params)
{
    return params->later ? wait_for_test(call) : probe_secret_reply(call, &params->value);
}

int probe_fill(struct call *call, const struct probe_fill_params *params)
{
    autofree char *bytes = malloc((size_t)params->bytes + 1);
    if (!bytes)
        return -ENOMEM;
    memset(bytes, 'x', (size_t)params->bytes);
    return probe_fill_reply(call, &(struct slice){bytes, (size_t)params->bytes});
}

int probe_size(struct call *call, const struct probe_size_params *params)
{
    return probe_size_reply(call, &(int64_t){(int64_t)params->text.size});
}

int probe_descriptors(struct call *call, const struct probe_descriptors_params *params)
{
    struct fixture *fixture = call->peer->user;
    int64_t inodes[RPC_FDS_MAX];
    struct probe_descriptors_result result = {inodes, 0};
    (void)params;
    for (unsigned i = 0; i < RPC_FDS_MAX && !fixture->lazy; i++) {
        autoclose int fd = call_take_fd(call, i);
        if (fd < 0)
            break;
        inodes[result.count++] = (int64_t)fixture_inode(fd);
    }
    return probe_descriptors_reply(call, &result);
}

int probe_open(struct call *call, const struct probe_open_params *params)
{
    for (int64_t i = 0; i < params->count; i++) {
        int fd = fixture_file();
        int r = fd < 0 ? -errno : call_attach_fd(call, fd);
        if (r < 0)
            return r;
    }
    return probe_open_reply(call);
}

int probe_misbehave(struct call *call, const struct probe_misbehave_params *params)
{
    switch (params->how) {
    case PROBE_MISBEHAVE_PARAMS_HOW_FAIL:
        return -EIO;
    case PROBE_MISBEHAVE_PARAMS_HOW_SILENT:
        return 0;
    case PROBE_MISBEHAVE_PARAMS_HOW_TWICE:
        (void)call_reply_text(call, SLICE("\"fine\""));
        return call_reply_text(call, SLICE("\"again\"")) == -EALREADY ? 0 : -EPROTO;
    case PROBE_MISBEHAVE_PARAMS_HOW_CUSTOM:
        return call_fail_text(call, 17, SLICE("a \"custom\" error"), SLICE("{\"stack\":[1,2]}"));
    case PROBE_MISBEHAVE_PARAMS_HOW_CLOSE:
        peer_close(call->peer, "a handler closed it");
        return 0;
    case PROBE_MISBEHAVE_PARAMS_HOW_DRAIN:
        (void)call_reply_text(call, SLICE("\"fine\""));
        peer_drain(call->peer, "a handler drained it");
        return 0;
    case PROBE_MISBEHAVE_PARAMS_HOW_WRONG:
        return call_reply_text(call, SLICE("\"not of the contract\""));
    }
    return -EINVAL;
}

int probe_note(struct call *call, const struct probe_note_params *params)
{
    struct fixture *fixture = call->peer->user;
    return buf_printf(&fixture->notes, "%lld ", (long long)params->n);
}

/* --- examples of the specification --- */

int subtract(struct call *call, const struct subtract_params *params)
{
    return subtract_reply(call, &(int64_t){params->minuend - params->subtrahend});
}

int sum(struct call *call, const struct sum_params *params)
{
    return sum_reply(call, &(int64_t){params->a + params->b + params->c + params->d + params->e + params->f +
                                      params->g + params->h});
}

int update(struct call *call, const struct update_params *params)
{
    (void)call;
    (void)params;
    return 0;
}

int notify_hello(struct call *call, const struct notify_hello_params *params)
{
    (void)call;
    (void)params;
    return 0;
}

int notify_sum(struct call *call, const struct notify_sum_params *params)
{
    (void)call;
    (void)params;
    return 0;
}

int get_data(struct call *call, const struct get_data_params *params)
{
    (void)params;
    return get_data_reply(call, &(struct json_any){.text = SLICE("[\"hello\",5]")});
}

/* --- core and sample --- */

int initialize(struct call *call, const struct initialize_params *params)
{
    return initialize_reply(call, &(struct initialize_result){.protocol_version = params->protocol_version,
                                                              .server = {SLICE("fixture"), SLICE("1")},
                                                              .limits = {1, 1, 1}});
}

int ping(struct call *call, const struct ping_params *params)
{
    (void)params;
    return ping_reply(call, &(struct ping_result){true, 0});
}

int rpc_discover(struct call *call, const struct rpc_discover_params *params)
{
    (void)params;
    return rpc_discover_reply(call, &(struct json_any){.text = SLICE("{}")});
}

int sample_everything(struct call *call, const struct sample_everything_params *params)
{
    struct sample_everything_result result = {.anything = params->anything,
                                              .tree = params->tree,
                                              .tree_is = params->tree_is,
                                              .change = params->change,
                                              .change_is = params->change_is,
                                              .maybe = params->text,
                                              .maybe_is = FIELD_SET};
    return sample_everything_reply(call, &result);
}

int sample_echo(struct call *call, const struct sample_echo_params *params)
{
    struct buf text = BUF_LIMITED(64 << 10);
    for (int64_t i = 0; i < params->times; i++)
        buf_append_slice(&text, params->text);
    int r = text.error ? text.error : sample_echo_reply(call, &(struct slice){text.data, text.size});
    buf_clear(&text);
    return r;
}

int sample_wait(struct call *call, const struct sample_wait_params *params)
{
    (void)params;
    return wait_for_test(call);
}

int sample_note(struct call *call, const struct sample_note_params *params)
{
    (void)call;
    (void)params;
    return 0;
}

int sample_names(struct call *call, const struct sample_record *params)
{
    struct sample_record record = *params;
    return sample_names_reply(call, &(struct sample_names_result){&record, 1});
}

int sample_counts(struct call *call, const struct sample_counts_params *params)
{
    struct sample_counts_pair pair = {SLICE("one"), 1};
    (void)params;
    return sample_counts_reply(call, &(struct sample_counts){&pair, 1});
}

int sample_set_mode(struct call *call, const struct sample_set_mode_params *params)
{
    (void)params;
    return sample_set_mode_reply(call);
}

int sample_level(struct call *call, const struct sample_level_params *params)
{
    (void)params;
    return sample_level_reply(call, &(enum sample_level_result){SAMPLE_LEVEL_RESULT_HIGH});
}

int shared_sample(struct call *call, const struct shared_sample_params *params)
{
    (void)params;
    return shared_sample_reply(call, &(struct json_any){.text = SLICE("null")});
}
