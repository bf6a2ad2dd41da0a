#include "jail/system.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

/* Paths that do not exist on this machine are skipped. Lists only names of /etc that contain no secrets, even for root:
 * neither shadow nor sudoers, and no private files of ssh and ssl. */
const struct system_entry system_table[] = {
    {SYSTEM_READ, "/usr", NULL},
    {SYSTEM_READ, "/bin", NULL},
    {SYSTEM_READ, "/sbin", NULL},
    {SYSTEM_READ, "/lib", NULL},
    {SYSTEM_READ, "/lib32", NULL},
    {SYSTEM_READ, "/lib64", NULL},
    {SYSTEM_READ, "/libx32", NULL},
    {SYSTEM_READ, "/opt", NULL},
    {SYSTEM_READ, "/nix", NULL},
    {SYSTEM_READ, "/gnu", NULL},
    {SYSTEM_READ, "/var/lib/ca-certificates", NULL},

    /* users, groups and networks */
    {SYSTEM_READ, "/etc/passwd", NULL},
    {SYSTEM_READ, "/etc/group", NULL},
    {SYSTEM_READ, "/etc/nsswitch.conf", NULL},
    {SYSTEM_READ, "/etc/hosts", NULL},
    {SYSTEM_READ, "/etc/hostname", NULL},
    {SYSTEM_READ, "/etc/host.conf", NULL},
    {SYSTEM_READ, "/etc/resolv.conf", NULL},
    {SYSTEM_READ, "/etc/gai.conf", NULL},
    {SYSTEM_READ, "/etc/networks", NULL},
    {SYSTEM_READ, "/etc/protocols", NULL},
    {SYSTEM_READ, "/etc/services", NULL},
    {SYSTEM_READ, "/etc/ssh/ssh_config", NULL},
    {SYSTEM_READ, "/etc/ssh/ssh_config.d", NULL},
    {SYSTEM_READ, "/etc/ssh/ssh_known_hosts", NULL},

    /* certificate authorities */
    {SYSTEM_READ, "/etc/ca-certificates", NULL},
    {SYSTEM_READ, "/etc/ca-certificates.conf", NULL},
    {SYSTEM_READ, "/etc/ssl/certs", NULL},
    {SYSTEM_READ, "/etc/ssl/cert.pem", NULL},
    {SYSTEM_READ, "/etc/ssl/openssl.cnf", NULL},
    {SYSTEM_READ, "/etc/pki/ca-trust/extracted", NULL},
    {SYSTEM_READ, "/etc/pki/tls/certs", NULL},
    {SYSTEM_READ, "/etc/pki/tls/cert.pem", NULL},
    {SYSTEM_READ, "/etc/pki/tls/openssl.cnf", NULL},
    {SYSTEM_READ, "/etc/crypto-policies", NULL},

    /* libraries and localization */
    {SYSTEM_READ, "/etc/ld.so.cache", NULL},
    {SYSTEM_READ, "/etc/ld.so.conf", NULL},
    {SYSTEM_READ, "/etc/ld.so.conf.d", NULL},
    {SYSTEM_READ, "/etc/alternatives", NULL},
    {SYSTEM_READ, "/etc/localtime", NULL},
    {SYSTEM_READ, "/etc/timezone", NULL},
    {SYSTEM_READ, "/etc/locale.alias", NULL},
    {SYSTEM_READ, "/etc/locale.conf", NULL},
    {SYSTEM_READ, "/etc/os-release", NULL},
    {SYSTEM_READ, "/etc/lsb-release", NULL},
    {SYSTEM_READ, "/etc/debian_version", NULL},
    {SYSTEM_READ, "/etc/mtab", NULL},
    {SYSTEM_READ, "/etc/magic", NULL},
    {SYSTEM_READ, "/etc/mime.types", NULL},
    {SYSTEM_READ, "/etc/terminfo", NULL},
    {SYSTEM_READ, "/etc/fonts", NULL},
    {SYSTEM_READ, "/etc/xdg", NULL},
    {SYSTEM_READ, "/etc/static", NULL}, /* NixOS: most other entries are links to it */

    /* shells and editors */
    {SYSTEM_READ, "/etc/profile", NULL},
    {SYSTEM_READ, "/etc/profile.d", NULL},
    {SYSTEM_READ, "/etc/bash.bashrc", NULL},
    {SYSTEM_READ, "/etc/bashrc", NULL},
    {SYSTEM_READ, "/etc/bash_completion.d", NULL},
    {SYSTEM_READ, "/etc/zsh", NULL},
    {SYSTEM_READ, "/etc/inputrc", NULL},
    {SYSTEM_READ, "/etc/shells", NULL},
    {SYSTEM_READ, "/etc/vim", NULL},

    /* languages and tools */
    {SYSTEM_READ, "/etc/gitconfig", NULL},
    {SYSTEM_READ, "/etc/perl", NULL},
    {SYSTEM_READ, "/etc/python3", NULL},
    {SYSTEM_READ, "/etc/python3.11", NULL},
    {SYSTEM_READ, "/etc/python3.12", NULL},
    {SYSTEM_READ, "/etc/python3.13", NULL},
    {SYSTEM_READ, "/etc/java-11-openjdk", NULL},
    {SYSTEM_READ, "/etc/java-17-openjdk", NULL},
    {SYSTEM_READ, "/etc/java-21-openjdk", NULL},
    {SYSTEM_READ, "/etc/maven", NULL},

    {SYSTEM_READ, "/sys/devices/system/cpu", NULL},
    {SYSTEM_READ, "/sys/devices/system/node", NULL},

    {SYSTEM_DEVICE, "/dev/null", NULL},
    {SYSTEM_DEVICE, "/dev/zero", NULL},
    {SYSTEM_DEVICE, "/dev/full", NULL},
    {SYSTEM_DEVICE, "/dev/random", NULL},
    {SYSTEM_DEVICE, "/dev/urandom", NULL},
    {SYSTEM_TERMINAL, "/dev/tty", NULL},
    {SYSTEM_LINK, "/dev/ptmx", "pts/ptmx"},
    {SYSTEM_LINK, "/dev/fd", "/proc/self/fd"},
    {SYSTEM_LINK, "/dev/stdin", "/proc/self/fd/0"},
    {SYSTEM_LINK, "/dev/stdout", "/proc/self/fd/1"},
    {SYSTEM_LINK, "/dev/stderr", "/proc/self/fd/2"},
    {SYSTEM_LINK, "/var/run", "/run"},
    {SYSTEM_OUTER, "/proc", NULL},
    {SYSTEM_OUTER_TERMINALS, "/dev/ptmx", NULL},
    {SYSTEM_OUTER_TERMINALS, "/dev/pts", NULL},
};

static_assert(sizeof system_table / sizeof *system_table <= SYSTEM_MAX, "struct changes has a mark for each entry");
const size_t system_count = sizeof system_table / sizeof *system_table;

bool system_keeps_link(const char *path, char ret_target[static PATH_MAX])
{
    static const char *const starts[] = {"usr/", "/usr/", "../usr/", "/proc/", "../proc/", "/nix/", "/etc/static/"};
    ssize_t n = readlink(path, ret_target, PATH_MAX - 1);
    ret_target[n > 0 ? n : 0] = '\0';
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(ret_target, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}
