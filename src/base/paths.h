/* Where the daemon and its clients find each other: the XDG directories, and a project's own .weir/. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* sizeof(sockaddr_un.sun_path) without the NUL. */
enum { PATHS_SOCKET_MAX = 107 };

/* Each gives a string that the caller frees. -ENOMEM, or -ENOENT when HOME is needed and unknown. */

/* $XDG_RUNTIME_DIR/weir; where that is unset, /run/user/UID/weir if it is ours, else /tmp/weir-UID. */
int paths_runtime_dir(char **ret_path);
int paths_state_dir(char **ret_path);   /* $XDG_STATE_HOME/weir, else ~/.local/state/weir */
int paths_config_file(char **ret_path); /* $XDG_CONFIG_HOME/weir/config.jsonc, else ~/.config/… */
int paths_user_socket(char **ret_path); /* daemon.sock in the runtime directory */
int paths_home(char **ret_path);        /* $HOME, else as the system knows it */
int paths_join(const char *directory, const char *name, char **ret_path);

/* -ENOTDIR, -EPERM unless `path` is a directory of this user (or root's) that nobody else may write to. */
int paths_check_private(const char *path);

/* Makes a directory that only its owner may enter, and what is missing above it. One that is there already is checked
 * as above, and never changed. */
int paths_make_private(const char *path);

/* A project whose daemon the user has started is registered in the user's state: a socket that an agent planted in some
 * directory is not. */
int paths_register_project(const char *directory);
int paths_project_is_registered(const char *directory, bool *ret_registered);

/* Calls `each` with the directory of every registered one; a negative result of it ends the list and is returned. */
int paths_each_project(int (*each)(void *user, const char *directory), void *user);

/* The nearest .weir/daemon.sock from `directory` upward: *ret_project and *ret_socket, or NULL both. */
int paths_find_project(const char *directory, char **ret_project, char **ret_socket);
