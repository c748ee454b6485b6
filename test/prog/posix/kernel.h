/* kernel.h — system calls without a C library. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

long nadir_syscall(long n, long a, long b, long c, long d, long e, long f);

#define call(name, a, b, c) nadir_syscall(SYS_##name, (long)(a), (long)(b), (long)(c), 0, 0, 0)
