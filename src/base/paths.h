/* The paths of the daemon's files and sockets: the XDG directories, and .weir/ of a project. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* sizeof(sockaddr_un.sun_path) without the NUL. */
enum { PATHS_SOCKET_MAX = 107 };

/* Each function returns a string that the caller frees. Returns -ENOMEM, or -ENOENT if HOME is needed and not known. */

/* $XDG_RUNTIME_DIR/weir; if that is not set, /run/user/UID/weir if this user owns it, else /tmp/weir-UID. */
int paths_runtime_dir(char **ret_path);
int paths_state_dir(char **ret_path);   /* $XDG_STATE_HOME/weir, else ~/.local/state/weir */
int paths_config_file(char **ret_path); /* $XDG_CONFIG_HOME/weir/config.jsonc, else ~/.config/… */
int paths_user_socket(char **ret_path); /* daemon.sock in the runtime directory */
int paths_home(char **ret_path);        /* $HOME, else the home directory in the user database */
int paths_join(const char *directory, const char *name, char **ret_path);

/* Returns -ENOTDIR or -EPERM unless `path` is a directory of this user or root that no other user may write to. */
int paths_check_private(const char *path);

/* Creates a directory that only its owner may enter, and missing directories above it. An existing directory is checked
 * as above, and never changed. */
int paths_make_private(const char *path);

/* Registers a project whose daemon the user has started in the user's state. This protects against a socket that an
 * agent has created in another directory. */
int paths_register_project(const char *directory);
int paths_project_is_registered(const char *directory, bool *ret_registered);

/* Calls `each` with the directory of each registered project; a negative result ends the loop and is returned. */
int paths_each_project(int (*each)(void *user, const char *directory), void *user);

/* Finds the nearest .weir/daemon.sock from `directory` upwards. Sets *ret_project and *ret_socket, both NULL if there
 * is none. */
int paths_find_project(const char *directory, char **ret_project, char **ret_socket);
