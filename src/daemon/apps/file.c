/* apps.file: front ends read the files of apps through the daemon, so they need no access to its state. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/beneath.h"
#include "base/cleanup.h"
#include "contract/apps.h"
#include "daemon/apps/apps.h"
#include "daemon/apps/files.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- media types --- */

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".htm", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".xml", "application/xml"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},
    {".webp", "image/webp"},
    {".avif", "image/avif"},
    {".ico", "image/x-icon"},
    {".woff", "font/woff"},
    {".woff2", "font/woff2"},
    {".ttf", "font/ttf"},
    {".otf", "font/otf"},
    {".wasm", "application/wasm"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".wav", "audio/wav"},
    {".mp4", "video/mp4"},
    {".webm", "video/webm"},
    {".pdf", "application/pdf"},
};

static const char *type_of(const char *path)
{
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (strcasecmp(ending, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* --- reading --- */

struct reading {
    struct work_job job;
    struct call *call; /* deferred and held */
    const char *state_dir;
    char *directory, *path;
    int64_t offset, bytes;
    size_t limit, size;
    char *text; /* base64 */
};

static void reading_free(struct reading *reading)
{
    (void)call_drop(reading->call);
    free(reading->directory);
    free(reading->path);
    free(reading->text);
    free(reading);
}

static int read_piece(struct reading *reading, int fd)
{
    autofree char *data = malloc(reading->limit);
    size_t got = 0;
    if (!data)
        return -ENOMEM;
    while (got < reading->limit) {
        ssize_t n = pread(fd, data + got, reading->limit - got, reading->offset + (int64_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        got += (size_t)n;
    }
    reading->size = base64_size(got);
    reading->text = malloc(reading->size + 1);
    if (!reading->text)
        return -ENOMEM;
    base64_encode(data, got, reading->text);
    return 0;
}

/* Nobody but weir should change these files, but everybody with the user's rights can. */
static void read_file(struct work_job *job)
{
    struct reading *reading = list_member(job, struct reading, job);
    struct stat about;
    int directory = -1;
    job->status = apps_files_open(reading->state_dir, slice_of(reading->directory), &directory);
    if (job->status < 0)
        return;
    autoclose int fd = beneath_open(directory, reading->path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    close(directory);
    if (fd < 0 || fstat(fd, &about) < 0) {
        job->status = fd < 0 ? fd : -errno;
        return;
    }
    if (!S_ISREG(about.st_mode)) {
        job->status = -ENOENT;
        return;
    }
    reading->bytes = about.st_size;
    job->status = read_piece(reading, fd);
}

static bool is_missing(int status)
{
    return status == -ENOENT || status == -ENOTDIR || status == -ELOOP || status == -EXDEV || status == -EISDIR ||
           status == -ENAMETOOLONG || status == -ENXIO;
}

static void on_read(struct work_job *job)
{
    struct reading *reading = list_member(job, struct reading, job);
    if (is_missing(job->status))
        (void)call_fail(reading->call, ERROR_APP_FILE_NOT_FOUND, "the app has no file %.512s", reading->path);
    else if (job->status < 0)
        (void)call_fail(reading->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot read %.512s of the app: %s", reading->path,
                        strerror(-job->status));
    else
        (void)apps_file_reply(reading->call, &(struct apps_file_result){.media_type = slice_of(type_of(reading->path)),
                                                                        .bytes = reading->bytes,
                                                                        .data = {reading->text, reading->size}});
    reading_free(reading);
}

/* --- the app --- */

struct found {
    struct store_app app;
};

static int find(struct store_request *request, struct store_tx *tx)
{
    const struct apps_file_params *params = request->call->params;
    return store_app_find(tx, params->app_id, &request->arena, &((struct found *)request->more)->app);
}

static void start(struct store_request *request, struct apps *apps, struct slice directory)
{
    const struct apps_file_params *params = request->call->params;
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "out of memory");
        return;
    }
    *reading = (struct reading){.state_dir = apps->state_dir,
                                .directory = strndup(directory.data, directory.size),
                                .path = strndup(params->path.data, params->path.size),
                                .offset = params->offset,
                                .limit = (size_t)params->limit,
                                .job = {.session = APPS_QUEUE_READ, .work = read_file, .done = on_read}};
    reading->call = store_request_keep_call(request);
    int r = reading->directory && reading->path ? work_start(apps->work, &reading->job) : -ENOMEM;
    if (r < 0) {
        (void)call_fail(reading->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot read the file: %s", strerror(-r));
        reading_free(reading);
    }
}

static void answer_file(struct store_request *request)
{
    const struct apps_file_params *params = request->call->params;
    const struct found *found = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_APP_NOT_FOUND, "no app %.*s is installed", SLICE_ARG(params->app_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the app: %s", strerror(-request->status));
    else
        start(request, apps_of(request->call), found->app.directory);
}

/* Other spellings of a path would work too, but a front end that uses them has a mistake. */
static bool is_plain(struct slice path)
{
    for (size_t begin = 0, i = 0; i <= path.size; i++) {
        if (i < path.size && path.data[i] == '\0')
            return false;
        if (i < path.size && path.data[i] != '/')
            continue;
        struct slice part = {path.data + begin, i - begin};
        if (part.size == 0 || slice_is(part, ".") || slice_is(part, ".."))
            return false;
        begin = i + 1;
    }
    return true;
}

int apps_file(struct call *call, const struct apps_file_params *params)
{
    if (!is_plain(params->path))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.path",
                           "params.path: must be a path in the app, without . and .. and double slashes");
    return store_request_read(call, sizeof(struct found), find, answer_file);
}
