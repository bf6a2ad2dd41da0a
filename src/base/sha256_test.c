#include "base/sha256.h"

#include "unit/check.h"

static void expect(struct slice bytes, const char *text)
{
    char actual[SHA256_TEXT_SIZE];
    sha256_text(bytes, actual);
    assert_string_equal(actual, text);
}

/* The examples of the standard, and the lengths around a block. */
static void known_texts(void **state)
{
    (void)state;
    char many[1000];
    memset(many, 'a', sizeof many);
    expect(SLICE(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(SLICE("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(SLICE("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
           "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect((struct slice){many, 55}, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    expect((struct slice){many, 64}, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    expect((struct slice){many, 1000}, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

static void pieces_give_the_same(void **state)
{
    (void)state;
    char text[300], whole[SHA256_TEXT_SIZE];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)i;
    sha256_text((struct slice){text, sizeof text}, whole);
    for (size_t piece = 1; piece < 130; piece++) {
        unsigned char hash[SHA256_SIZE];
        char digits[3];
        struct sha256 sha;
        sha256_init(&sha);
        for (size_t at = 0; at < sizeof text; at += piece)
            sha256_add(&sha, (struct slice){text + at, sizeof text - at < piece ? sizeof text - at : piece});
        sha256_end(&sha, hash);
        for (size_t i = 0; i < SHA256_SIZE; i++) {
            (void)snprintf(digits, sizeof digits, "%02x", hash[i]);
            assert_memory_equal(digits, whole + 2 * i, 2);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts),
        cmocka_unit_test(pieces_give_the_same),
    };
    return cmocka_run_group_tests_name("sha256", tests, NULL, NULL);
}
