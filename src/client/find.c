/* Finds the socket: the explicit one, WEIR_SOCKET, the nearest registered project's, the user's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "client/weir.h"

struct weir_endpoint *weir_endpoint_free(struct weir_endpoint *endpoint)
{
    if (endpoint) {
        free((char *)endpoint->socket);
        free((char *)endpoint->project);
        free((char *)endpoint->ignored);
        free(endpoint);
    }
    return NULL;
}

/* Sets *ret_why to NULL if the project's socket can be used, else to the reason. Returns -ENOMEM instead of ignoring
 * the socket, which would select another daemon. */
static int check(const char *project, const char *socket, const char **ret_why)
{
    bool registered = false;
    struct stat info;
    int r = paths_project_is_registered(project, &registered);
    if (r == -ENOMEM)
        return r;
    if (r < 0 || !registered)
        *ret_why = "its project is not registered";
    else if (lstat(socket, &info) < 0 || !S_ISSOCK(info.st_mode))
        *ret_why = "it is not a socket";
    else if (info.st_uid != geteuid())
        *ret_why = "it belongs to another user";
    else
        *ret_why = NULL;
    return 0;
}

/* Finds the nearest registered project; without one, `socket` stays NULL. */
static int find_project(struct weir_endpoint *endpoint)
{
    autofree char *at = realpath(".", NULL);
    if (!at)
        return errno == ENOMEM ? -ENOMEM : 0;
    while (at) {
        autofree char *project = NULL, *socket = NULL;
        int r = paths_find_project(at, &project, &socket);
        if (r == -ENOMEM)
            return r;
        if (r < 0 || !project)
            return 0;
        const char *why;
        r = check(project, socket, &why);
        if (r < 0)
            return r;
        if (!why) {
            endpoint->origin = WEIR_ORIGIN_PROJECT;
            endpoint->project = take_pointer(project);
            endpoint->socket = take_pointer(socket);
            return 0;
        }
        if (!endpoint->ignored) {
            endpoint->ignored = take_pointer(socket);
            endpoint->why = why;
        }
        char *slash = strrchr(project, '/');
        if (!slash || strcmp(project, "/") == 0)
            return 0;
        slash[slash == project] = '\0';
        free(at);
        at = take_pointer(project);
    }
    return 0;
}

static int named(struct weir_endpoint *endpoint, enum weir_origin origin, const char *path)
{
    endpoint->origin = origin;
    endpoint->socket = strdup(path);
    return endpoint->socket ? 0 : -ENOMEM;
}

static int search(struct weir_endpoint *endpoint, const char *socket)
{
    const char *environment = getenv("WEIR_SOCKET");
    if (socket)
        return named(endpoint, WEIR_ORIGIN_EXPLICIT, socket);
    if (environment && *environment)
        return named(endpoint, WEIR_ORIGIN_ENVIRONMENT, environment);
    int r = find_project(endpoint);
    if (r < 0 || endpoint->socket)
        return r;
    char *path = NULL;
    r = paths_user_socket(&path);
    endpoint->origin = WEIR_ORIGIN_USER;
    endpoint->socket = path;
    return r;
}

int weir_find_socket(const char *socket, struct weir_endpoint **ret_endpoint)
{
    struct weir_endpoint *endpoint = calloc(1, sizeof *endpoint);
    if (!endpoint)
        return -ENOMEM;
    int r = search(endpoint, socket);
    if (r < 0) {
        weir_endpoint_free(endpoint);
        return r;
    }
    *ret_endpoint = endpoint;
    return 0;
}
