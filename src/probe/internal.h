/* Shared by the attempts. */
#pragma once

#include <stdbool.h>

#include "probe/probe.h"

void probe_succeeded(struct probe_result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
void probe_refused(struct probe_result *result, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void probe_impossible(struct probe_result *result, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the descriptor refers to the target file. */
bool probe_is_meant(const struct probe_target *target, int fd);

bool probe_holds(struct slice data, const char *text);

/* files.c */
void probe_read(const struct probe_target *target, struct probe_result *result);
void probe_append(const struct probe_target *target, struct probe_result *result);
void probe_create(const struct probe_target *target, struct probe_result *result);
void probe_open_by_handle(const struct probe_target *target, struct probe_result *result);

void probe_open_for_writing(const struct probe_target *target, struct probe_result *result);
void probe_watch(const struct probe_target *target, struct probe_result *result);
void probe_change_mode(const struct probe_target *target, struct probe_result *result);
void probe_set_id(const struct probe_target *target, struct probe_result *result);
void probe_device(const struct probe_target *target, struct probe_result *result);

/* processes.c */
void probe_ptrace(const struct probe_target *target, struct probe_result *result);
void probe_environment(const struct probe_target *target, struct probe_result *result);
void probe_command_line(const struct probe_target *target, struct probe_result *result);
void probe_limits(const struct probe_target *target, struct probe_result *result);
void probe_schedule(const struct probe_target *target, struct probe_result *result);
void probe_signal(const struct probe_target *target, struct probe_result *result);

/* outlive.c */
void probe_outlive(const struct probe_target *target, struct probe_result *result);

/* kernel.c */
void probe_mount(const struct probe_target *target, struct probe_result *result);
void probe_user_namespace(const struct probe_target *target, struct probe_result *result);
void probe_module(const struct probe_target *target, struct probe_result *result);
void probe_bpf(const struct probe_target *target, struct probe_result *result);
void probe_io_uring(const struct probe_target *target, struct probe_result *result);
void probe_type_ahead(const struct probe_target *target, struct probe_result *result);

/* sockets.c */
void probe_tcp(const struct probe_target *target, struct probe_result *result);
void probe_udp(const struct probe_target *target, struct probe_result *result);
void probe_abstract(const struct probe_target *target, struct probe_result *result);
void probe_vsock(const struct probe_target *target, struct probe_result *result);
void probe_ping(const struct probe_target *target, struct probe_result *result);

/* shared.c */
void probe_keyring(const struct probe_target *target, struct probe_result *result);
void probe_shared_memory(const struct probe_target *target, struct probe_result *result);

/* own.c: inherited properties */
void probe_descriptors(const struct probe_target *target, struct probe_result *result);
void probe_privileges(const struct probe_target *target, struct probe_result *result);
void probe_capabilities(const struct probe_target *target, struct probe_result *result);
void probe_secrets(const struct probe_target *target, struct probe_result *result);
void probe_where(const struct probe_target *target, struct probe_result *result);
