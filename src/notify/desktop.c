/* Desktop notifications by D-Bus, without a library for it. */
#include "notify/desktop.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/slice.h"

enum { LIMIT_SECONDS = 5, TEXTS_MAX = 16 << 10, MESSAGE_MAX = 24 << 10, ANSWERS_MAX = 64 << 10 };

/* --- the address of the session bus --- */

static unsigned digit(char c)
{
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10) & 0xf;
}

/* Parses "unix:path=/run/user/1000/bus,guid=…". Addresses are separated by semicolons, and bytes may be escaped as
 * %2c. */
static bool read_address(struct slice address, struct sockaddr_un *ret, socklen_t *ret_size)
{
    static const struct {
        struct slice key;
        size_t at;
    } kinds[] = {{SLICE("unix:path="), 0}, {SLICE("unix:abstract="), 1}};
    *ret = (struct sockaddr_un){.sun_family = AF_UNIX};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t size = kinds[i].at, from = kinds[i].key.size;
        if (!slice_starts_with(address, kinds[i].key))
            continue;
        for (; from < address.size && address.data[from] != ',' && size < sizeof ret->sun_path - 1; from++) {
            bool escaped = address.data[from] == '%' && from + 2 < address.size;
            ret->sun_path[size++] = escaped ? (char)(digit(address.data[from + 1]) << 4 | digit(address.data[from + 2]))
                                            : address.data[from];
            from += escaped ? 2 : 0;
        }
        *ret_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
        return size > kinds[i].at;
    }
    return false;
}

static int try_address(struct slice address)
{
    struct sockaddr_un name;
    socklen_t size = 0;
    if (!read_address(address, &name, &size))
        return -EINVAL;
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&name, size) < 0)
        return -errno;
    return take_fd(&fd);
}

static int connect_bus(void)
{
    const char *addresses = getenv("DBUS_SESSION_BUS_ADDRESS"), *runtime = getenv("XDG_RUNTIME_DIR");
    struct buf usual = BUF_LIMITED(1024);
    int fd = -ENOENT;
    if (!addresses && runtime && buf_printf(&usual, "unix:path=%s/bus", runtime) == 0 && buf_terminate(&usual) == 0)
        addresses = usual.data;
    while (fd < 0 && addresses && *addresses) {
        size_t size = strcspn(addresses, ";");
        fd = try_address((struct slice){addresses, size});
        addresses += size + (addresses[size] == ';');
    }
    buf_clear(&usual);
    return fd;
}

/* --- messages: D-Bus Specification, "Message Protocol" --- */

static void align(struct buf *out, size_t to)
{
    while (out->size % to != 0 && buf_append_char(out, '\0') == 0) {
    }
}

static void put_number(struct buf *out, uint32_t value)
{
    align(out, sizeof value);
    (void)buf_append(out, &value, sizeof value);
}

static void put_text(struct buf *out, const char *text)
{
    put_number(out, (uint32_t)strlen(text));
    (void)buf_append(out, text, strlen(text) + 1);
}

enum field { FIELD_PATH = 1, FIELD_INTERFACE, FIELD_MEMBER, FIELD_DESTINATION = 6, FIELD_SIGNATURE = 8 };

static void put_field(struct buf *out, enum field field, char type, const char *value)
{
    const char head[] = {(char)field, 1, type, '\0'};
    align(out, 8);
    (void)buf_append(out, head, sizeof head);
    if (type != 'g') {
        put_text(out, value);
        return;
    }
    (void)buf_append_char(out, (char)strlen(value));
    (void)buf_append(out, value, strlen(value) + 1);
}

struct call {
    const char *path, *name, *member; /* `name` is both the destination and the interface */
    const char *signature;            /* NULL: no arguments */
};

static void put_call(struct buf *out, const struct call *call, uint32_t serial, struct slice body)
{
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 'l' : 'B';
    const char head[] = {order, 1, 0, 1}; /* a method call that expects a reply, protocol version 1 */
    struct buf fields = BUF_LIMITED(MESSAGE_MAX);
    put_field(&fields, FIELD_PATH, 'o', call->path);
    put_field(&fields, FIELD_INTERFACE, 's', call->name);
    put_field(&fields, FIELD_MEMBER, 's', call->member);
    put_field(&fields, FIELD_DESTINATION, 's', call->name);
    if (call->signature)
        put_field(&fields, FIELD_SIGNATURE, 'g', call->signature);
    (void)buf_append(out, head, sizeof head);
    put_number(out, (uint32_t)body.size);
    put_number(out, serial);
    put_number(out, (uint32_t)fields.size); /* the fields begin at offset 16, which has every alignment */
    (void)buf_append_slice(out, buf_slice(&fields));
    align(out, 8);
    (void)buf_append_slice(out, body);
    buf_clear(&fields);
}

static void put_notification(struct buf *out, const char *title, const char *text)
{
    static const struct call hello = {"/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", NULL};
    static const struct call notify = {"/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
                                       "susssasa{sv}i"};
    struct buf body = BUF_LIMITED(MESSAGE_MAX), second = BUF_LIMITED(MESSAGE_MAX);
    put_text(&body, "weir");
    put_number(&body, 0); /* replaces no notification */
    put_text(&body, "");  /* no icon */
    put_text(&body, title);
    put_text(&body, text);
    put_number(&body, 0); /* no buttons */
    put_number(&body, 0); /* no hints, whose entries would have to be aligned to 8 */
    align(&body, 8);
    put_number(&body, UINT32_MAX); /* the default display time */
    put_call(out, &hello, 1, (struct slice){0});
    put_call(&second, &notify, 2,
             buf_slice(&body)); /* separate buffer, since alignment counts from the message start */
    if (second.data)            /* NULL: not enough memory */
        (void)buf_append_slice(out, buf_slice(&second));
    buf_clear(&second);
    buf_clear(&body);
}

/* --- the process that sends --- */

static bool send_all(int fd, struct slice text)
{
    while (text.size > 0) {
        ssize_t n = send(fd, text.data, text.size, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        text = (struct slice){text.data + n, text.size - (size_t)n};
    }
    return true;
}

static bool receive(int fd, struct buf *in)
{
    char *room = buf_room(in, 4096);
    ssize_t n = room ? recv(fd, room, 4096, 0) : 0;
    in->size += n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* Counts complete replies and errors; the bus sends signals too. */
static int count_answers(struct slice in, bool *ret_refused)
{
    int count = 0;
    while (in.size >= 16) {
        uint32_t body, fields;
        memcpy(&body, in.data + 4, sizeof body);
        memcpy(&fields, in.data + 12, sizeof fields);
        uint64_t size = 16 + (((uint64_t)fields + 7) & ~UINT64_C(7)) + body;
        if (in.size < size)
            break;
        count += in.data[1] == 2 || in.data[1] == 3;
        *ret_refused |= in.data[1] == 3;
        in = (struct slice){in.data + size, in.size - (size_t)size};
    }
    return count;
}

static bool authenticate(int fd, struct buf *out, struct buf *in)
{
    char user[32], *end = NULL;
    int size = snprintf(user, sizeof user, "%u", getuid());
    (void)buf_append(out, "\0AUTH EXTERNAL ", 15);
    for (int i = 0; i < size; i++)
        (void)buf_printf(out, "%02x", (unsigned char)user[i]);
    (void)buf_append_text(out, "\r\n");
    bool well = send_all(fd, buf_slice(out));
    while (well && !end) {
        well = receive(fd, in);
        end = in->size > 0 ? memchr(in->data, '\n', in->size) : NULL;
    }
    return well && slice_starts_with(buf_slice(in), SLICE("OK"));
}

/* Waits for both replies, since the bus may drop messages of a client that disconnects too early. */
int notify_desktop(const char *title, const char *text)
{
    struct buf out = BUF_LIMITED((size_t)2 * MESSAGE_MAX), in = BUF_LIMITED(ANSWERS_MAX);
    autoclose int fd = connect_bus();
    if (fd < 0)
        return fd;
    bool well = authenticate(fd, &out, &in);
    buf_reset(&out, MESSAGE_MAX);
    buf_reset(&in, MESSAGE_MAX);
    put_notification(&out, title, text);
    well = well && !out.error && send_all(fd, SLICE("BEGIN\r\n")) && send_all(fd, buf_slice(&out));
    bool refused = false;
    while (well && count_answers(buf_slice(&in), &refused) < 2)
        well = receive(fd, &in);
    buf_clear(&out);
    buf_clear(&in);
    return !well ? -EIO : refused ? -ENOENT : 0;
}

/* --- a process of its own --- */

/* Some desktops read the text as markup. */
static void append_plain(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<' || *text == '>')
            (void)buf_append_text(out, *text == '<' ? "\xe2\x80\xb9" : "\xe2\x80\xba");
        else
            (void)buf_append_char(out, (unsigned char)*text < ' ' && *text != '\n' ? ' ' : *text);
    }
}

int notify_desktop_main(int fd)
{
    char texts[TEXTS_MAX + 2] = "";
    struct buf text = BUF_LIMITED((size_t)4 * TEXTS_MAX);
    (void)alarm(LIMIT_SECONDS);
    ssize_t n = read(fd, texts, TEXTS_MAX);
    if (n <= 0)
        return NOTIFY_FAILED;
    texts[n] = texts[n + 1] = '\0';
    append_plain(&text, texts + strlen(texts) + 1);
    int r = buf_terminate(&text) < 0 ? -ENOMEM : notify_desktop(texts, text.data);
    buf_clear(&text);
    return r == 0                                               ? NOTIFY_SHOWN
           : r == -ENOENT || r == -ECONNREFUSED || r == -EINVAL ? NOTIFY_NO_DESKTOP
                                                                : NOTIFY_FAILED;
}
