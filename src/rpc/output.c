#include "rpc/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void message_fds_close(struct message_fds *set)
{
    for (unsigned i = 0; i < set->count; i++)
        if (set->fds[i] >= 0)
            close(set->fds[i]);
    set->count = 0;
}

static void drop_mark(struct output *output)
{
    struct output_mark *mark = output->marks;
    output->marks = mark->next;
    message_fds_close(&mark->set);
    free(mark);
}

void output_keep_secret(struct output *output)
{
    output->secret = true;
    output->bytes.traceless = true;
}

void output_cut(struct output *output, size_t size)
{
    if (output->secret && output->bytes.size > size)
        explicit_bzero(output->bytes.data + size, output->bytes.size - size);
    output->bytes.size = size;
    output->bytes.error = 0;
}

void output_clear(struct output *output)
{
    if (output->secret)
        buf_wipe(&output->bytes);
    output->secret = output->bytes.traceless = false;
    buf_clear(&output->bytes);
    while (output->marks)
        drop_mark(output);
    output->sent = 0;
}

int output_attach(struct output *output, size_t start, struct message_fds *set)
{
    struct output_mark *mark = calloc(1, sizeof *mark);
    if (!mark) {
        message_fds_close(set);
        return -ENOMEM;
    }
    *mark = (struct output_mark){.start = start, .end = output->bytes.size, .set = *set};
    set->count = 0;
    struct output_mark **last = &output->marks;
    while (*last)
        last = &(*last)->next;
    *last = mark;
    return 0;
}

static ssize_t send_with_fds(int socket, const char *data, size_t size, const struct message_fds *set)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * RPC_FDS_MAX)];
    } control = {0};
    size_t bytes = sizeof(int) * set->count;
    struct iovec piece = {(char *)data, size};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_SPACE(bytes)};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(bytes);
    memcpy(CMSG_DATA(header), set->fds, bytes);
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Sends a line with descriptors in its own sendmsg(): its first byte carries them, and no byte of another
 * line is in the same call. The receiver can thus assign them to the line. */
static ssize_t send_some(struct output *output, int socket)
{
    struct output_mark *mark = output->marks;
    size_t end = output->bytes.size;
    if (mark && mark->start == output->sent) {
        ssize_t n = send_with_fds(socket, output->bytes.data + output->sent, mark->end - mark->start, &mark->set);
        if (n > 0)
            drop_mark(output);
        return n;
    }
    if (mark && mark->start < end)
        end = mark->start;
    return send(socket, output->bytes.data + output->sent, end - output->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Moves the rest to the front when that is cheap, so that the buffer does not grow without limit. */
static void compact(struct output *output)
{
    size_t sent = output->sent, size = output->bytes.size;
    if (sent < size / 2)
        return;
    buf_consume(&output->bytes, sent);
    if (output->secret)
        explicit_bzero(output->bytes.data + output->bytes.size, size - output->bytes.size);
    for (struct output_mark *mark = output->marks; mark; mark = mark->next) {
        mark->start -= sent;
        mark->end -= sent;
    }
    output->sent = 0;
}

int output_flush(struct output *output, int socket)
{
    while (output->sent < output->bytes.size) {
        ssize_t n = send_some(output, socket);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            compact(output);
            return 1;
        }
        if (n < 0)
            return -errno;
        if (output->secret)
            explicit_bzero(output->bytes.data + output->sent, (size_t)n);
        output->sent += (size_t)n;
    }
    output->secret = output->bytes.traceless = false;
    output->sent = 0;
    output->bytes.size = 0;
    return 0;
}
