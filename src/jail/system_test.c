#include "jail/system.h"

#include <string.h>

#include "jail/view.h"
#include "unit/check.h"

static void names_each_path_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < system_count; i++) {
        const struct system_entry *entry = &system_table[i];
        assert_true(entry->path[0] == '/' && entry->path[strlen(entry->path) - 1] != '/');
        assert_int_equal(entry->target != NULL, entry->kind == SYSTEM_LINK);
        for (size_t j = 0; j < i; j++)
            if (strcmp(entry->path, system_table[j].path) == 0)
                assert_true(entry->kind == SYSTEM_OUTER_TERMINALS && system_table[j].kind == SYSTEM_LINK);
    }
}

/* A root program can read everything that is shown: none of these secrets, nor a directory above them, may be in the
 * table. */
static void holds_no_secret(void **state)
{
    (void)state;
    static const char *const secrets[] = {
        "/etc/shadow",
        "/etc/gshadow",
        "/etc/sudoers",
        "/etc/sudoers.d",
        "/etc/ssh/ssh_host_rsa_key",
        "/etc/ssl/private",
        "/etc/krb5.keytab",
        "/etc/machine-id",
        "/etc/NetworkManager",
        "/etc/wireguard",
        "/etc/pki/private",
        "/etc/pki/tls/private",
        "/etc/ppp",
        "/etc/openvpn",
        "/etc/cups",
        "/root",
        "/home",
        "/run",
        "/var/lib/dpkg",
        "/var/run",
        "/boot",
        "/sys/kernel",
        "/dev/mem",
        "/dev/kmsg",
        "/dev/sda",
        "/dev/shm",
        "/srv",
        "/mnt",
        "/tmp",
        "/var/tmp",
    };
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
        for (size_t j = 0; j < system_count; j++)
            if (system_table[j].kind != SYSTEM_LINK)
                assert_null(view_below(secrets[i], system_table[j].path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_each_path_once),
        cmocka_unit_test(holds_no_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
