/* Finds the socket: the explicit one, WEIR_SOCKET, the nearest registered project's, the user's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "client/weir.h"

struct weir_place *weir_place_free(struct weir_place *place)
{
    if (place) {
        free((char *)place->socket);
        free((char *)place->project);
        free((char *)place->ignored);
        free(place);
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
static int find_project(struct weir_place *place)
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
            place->origin = WEIR_ORIGIN_PROJECT;
            place->project = take_pointer(project);
            place->socket = take_pointer(socket);
            return 0;
        }
        if (!place->ignored) {
            place->ignored = take_pointer(socket);
            place->why = why;
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

static int named(struct weir_place *place, enum weir_origin origin, const char *path)
{
    place->origin = origin;
    place->socket = strdup(path);
    return place->socket ? 0 : -ENOMEM;
}

static int search(struct weir_place *place, const char *socket)
{
    const char *environment = getenv("WEIR_SOCKET");
    if (socket)
        return named(place, WEIR_ORIGIN_EXPLICIT, socket);
    if (environment && *environment)
        return named(place, WEIR_ORIGIN_ENVIRONMENT, environment);
    int r = find_project(place);
    if (r < 0 || place->socket)
        return r;
    char *path = NULL;
    r = paths_user_socket(&path);
    place->origin = WEIR_ORIGIN_USER;
    place->socket = path;
    return r;
}

int weir_find_socket(const char *socket, struct weir_place **ret_place)
{
    struct weir_place *place = calloc(1, sizeof *place);
    if (!place)
        return -ENOMEM;
    int r = search(place, socket);
    if (r < 0) {
        weir_place_free(place);
        return r;
    }
    *ret_place = place;
    return 0;
}
