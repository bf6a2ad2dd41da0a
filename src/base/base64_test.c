#include "base/base64.h"

#include <errno.h>
#include <stdint.h>

#include "unit/check.h"

static const struct {
    const char *bytes, *text;
} known[] = {{"", ""},
             {"f", "Zg=="},
             {"fo", "Zm8="},
             {"foo", "Zm9v"},
             {"foob", "Zm9vYg=="},
             {"fooba", "Zm9vYmE="},
             {"foobar", "Zm9vYmFy"},
             {"\xff\xef\xbe", "/+++"}};

static void knows_the_examples_of_the_standard(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[64], bytes[64];
        size_t size = strlen(known[i].bytes), decoded = 99;
        base64_encode(known[i].bytes, size, text);
        assert_int_equal(base64_size(size), strlen(known[i].text));
        assert_memory_equal(text, known[i].text, base64_size(size));
        assert_int_equal(base64_decode(slice_of(known[i].text), bytes, &decoded), 0);
        assert_int_equal(decoded, size);
        assert_memory_equal(bytes, known[i].bytes, size);
    }
}

static void returns_every_byte_at_every_place(void **state)
{
    uint8_t bytes[260], back[300];
    char text[360];
    (void)state;
    for (size_t size = 0; size <= 256; size++) {
        size_t decoded = 0;
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(i * 7 + size);
        base64_encode(bytes, size, text);
        assert_int_equal(base64_decode((struct slice){text, base64_size(size)}, back, &decoded), 0);
        assert_int_equal(decoded, size);
        assert_memory_equal(back, bytes, size);
    }
}

static void refuses_what_nobody_encodes(void **state)
{
    static const char *const wrong[] = {
        "Z",         "Zg",   "Zg=",  "=",        "====", "Zg===", "Z===", "Zm9v\n",     "Zm 9",
        "Zm9v Zg==", "Zh==", "Zm9=", "Zg==Zm9v", "Zg=a", "Zm-v",  "Zm_v", "Zm\xc3\xa4", "=Zm9",
    };
    char bytes[64];
    size_t size = 0;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (base64_decode(slice_of(wrong[i]), bytes, &size) != -EINVAL)
            fail_msg("%s was taken", wrong[i]);
    assert_int_equal(size, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_examples_of_the_standard),
        cmocka_unit_test(returns_every_byte_at_every_place),
        cmocka_unit_test(refuses_what_nobody_encodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
