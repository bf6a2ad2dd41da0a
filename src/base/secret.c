#include "base/secret.h"

#include <sys/prctl.h>
#include <sys/resource.h>

void secret_forbid_dumps(void)
{
    /* Both are needed: the kernel ignores the limit if dumps are piped to a program, and a later prctl() can reset the
     * flag. */
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    struct rlimit core = {0};
    (void)getrlimit(RLIMIT_CORE, &core);
    core.rlim_cur = 0; /* the hard limit stays: child processes may raise theirs */
    (void)setrlimit(RLIMIT_CORE, &core);
}

#ifdef __x86_64__
#define CLEAR(number) "vpxord %%zmm" #number ", %%zmm" #number ", %%zmm" #number "\n\t"

/* Code without AVX-512 does not use the upper sixteen registers. */
void secret_clear_registers(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f"))
        __asm__ volatile(CLEAR(16) CLEAR(17) CLEAR(18) CLEAR(19) CLEAR(20) CLEAR(21) CLEAR(22) CLEAR(23) CLEAR(24)
                             CLEAR(25) CLEAR(26) CLEAR(27) CLEAR(28) CLEAR(29) CLEAR(30) CLEAR(31)::);
    if (__builtin_cpu_supports("avx"))
        __asm__ volatile("vzeroall" ::
                             : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                               "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}
#else
void secret_clear_registers(void)
{
}
#endif
