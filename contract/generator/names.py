"""Converts names of the contract to names of C and TypeScript."""

import re

# Runs of capitals are one word: getURLList has three.
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+")

# Keywords, and macros that the compiler or a common header defines.
_C_RESERVED = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    asm typeof bool true false linux unix i386 errno offsetof nullptr constexpr alignas alignof static_assert
    thread_local noreturn complex""".split()
)

# Functions of libc and POSIX. The generated declaration of a bare method may not repeat one of these names.
_C_FUNCTIONS = frozenset(
    """abort accept access alarm bind brk calloc chdir chmod chown clock close connect dup exec exit fork free
    getenv getpid index kill link listen log main malloc mkdir mount nice open pause pipe poll pow printf puts
    raise read realloc recv remove rename rmdir select send setenv shutdown signal sleep socket splice
    stat sync syslog system tee time times truncate ulimit umask unlink wait warn write""".split()
)


def words(text):
    """The words of a name, in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def snake(text):
    return "_".join(words(text))


def pascal(text):
    return "".join(word[:1].upper() + word[1:] for word in words(text))


def constant(prefix, word):
    """The C constant for a word of an enum."""
    return f"{prefix}_{snake(word)}".upper()


def member(text):
    """The C name of a struct member."""
    name = snake(text)
    if name[:1].isdigit():
        name = "_" + name
    return name + "_" if name in _C_RESERVED else name


def type_name(namespace, text):
    """The C name of a declared type; it always begins with its namespace."""
    name = snake(text)
    if name == namespace:
        return name + "_record"
    return name if name.startswith(namespace + "_") else f"{namespace}_{name}"


def method_name(namespace, text):
    """The C name of a method or an event."""
    name = snake(text)
    return f"{namespace}_{name}" if name in _C_FUNCTIONS or name in _C_RESERVED else name


def separator_free(name):
    """':' and '.' are equivalent in the protocol."""
    return name.replace(":", ".")
