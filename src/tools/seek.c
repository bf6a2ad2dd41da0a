#include "tools/seek.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/cleanup.h"
#include "tools/paths.h"
#include "tools/search.h"

struct seek {
    struct tool_call *call;
    struct child *child;
    struct buf text;
};

static void on_output(void *user, struct slice bytes)
{
    struct seek *seek = user;
    size_t room = seek->text.limit - seek->text.size;
    (void)buf_append(&seek->text, bytes.data, bytes.size < room ? bytes.size : room);
}

static void on_gone(void *user, const struct child_end *end)
{
    struct seek *seek = user;
    struct tool_call *call = seek->call;
    bool exited = !end->error && end->status >= 0 && WIFEXITED(end->status);
    int code = exited ? WEXITSTATUS(end->status) : -1;
    bool is_error = end->cancelled || code == SEARCH_FAILED || code < 0;
    if (end->cancelled)
        (void)buf_append_text(&seek->text, "[cancelled]\n");
    else if (end->timed_out)
        (void)buf_printf(&seek->text,
                         "[the search was stopped after %d s and is incomplete; search a smaller directory]\n",
                         SEEK_TIMEOUT_MS / 1000);
    else if (code == SEARCH_NOTHING && seek->text.size == 0)
        (void)buf_append_text(&seek->text, TOOL_NO_MATCHES);
    else if (code < 0)
        (void)buf_append_text(&seek->text, "[the search failed: its process was killed]\n");
    tool_call_finish(call, &(struct tool_result){.is_error = is_error, .text = buf_slice(&seek->text)});
    buf_clear(&seek->text);
    free(seek);
}

int seek_start(struct tool_call *call, int (*run)(void *data), void *data)
{
    static const struct child_handlers handlers = {.output = on_output, .gone = on_gone};
    struct seek *seek = calloc(1, sizeof *seek);
    if (!seek)
        return -ENOMEM;
    *seek = (struct seek){.call = call, .text = BUF_LIMITED(4 * (size_t)TOOL_OUTPUT_MAX)};
    struct warden_order order = {.run = run, .user = data};
    int r = child_start(call->box->loop, &order, SEEK_TIMEOUT_MS, &handlers, seek, &seek->child);
    if (r < 0)
        free(seek);
    else
        call->state = seek;
    return r;
}

void seek_cancel(struct tool_call *call)
{
    struct seek *seek = call->state;
    child_end(seek->child, true);
}

/* --- search directory --- */

static char *prefix_of(const struct tool_box *box, const char *root)
{
    size_t size = strcmp(box->cwd, "/") == 0 ? 0 : strlen(box->cwd);
    char *prefix = NULL;
    if (strcmp(root, box->cwd) == 0)
        return strdup("");
    bool below = strncmp(root, box->cwd, size) == 0 && root[size] == '/';
    bool is_top = strcmp(root, "/") == 0;
    return asprintf(&prefix, "%s%s", below && !is_top ? root + size + 1 : root, is_top ? "" : "/") < 0 ? NULL : prefix;
}

int seek_place(const struct tool_box *box, struct slice path, struct seek_place *ret_place,
               char problem[static TOOL_PROBLEM_SIZE])
{
    autofree char *root = NULL, *file = NULL;
    struct stat facts;
    int r = paths_resolve(box, path.size > 0 ? path : SLICE("."), &root);
    if (r < 0) {
        paths_refuse("path", r, problem);
        return r;
    }
    r = stat(root, &facts) < 0 ? -errno : S_ISDIR(facts.st_mode) || S_ISREG(facts.st_mode) ? 0 : -EINVAL;
    if (r < 0) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "cannot search %.180s: %s", root, paths_problem(r));
        return r;
    }
    if (S_ISREG(facts.st_mode)) {
        char *slash = strrchr(root, '/');
        file = strdup(slash + 1);
        slash[slash == root] = '\0';
    }
    char *prefix = prefix_of(box, root);
    if (!prefix || (S_ISREG(facts.st_mode) && !file)) {
        free(prefix);
        return -ENOMEM;
    }
    *ret_place = (struct seek_place){.root = take_pointer(root), .file = take_pointer(file), .prefix = prefix};
    return 0;
}
