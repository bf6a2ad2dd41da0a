/* Fuzzes the file of X cookies. A cookie that is found is a part of the file. */
#include "capture/authority.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > 64 << 10)
        return 0;
    struct slice file = {(const char *)data + 1, size - 1}, cookie = {NULL, 0};
    if (authority_find(file, SLICE("host"), data[0], &cookie) &&
        (cookie.size == 0 || cookie.data < file.data || cookie.data + cookie.size > file.data + file.size))
        abort();
    return 0;
}
