/* stdout.c — standard output, which is no terminal, and is buffered as such from the beginning.
 *
 * musl asks at the first write and buffers lines until then: it looks for newlines in what is printed,
 * which is a decision for each symbolic byte. */
#include "stdio_impl.h"

#undef stdout

static unsigned char buf[BUFSIZ + UNGET];
hidden FILE __stdout_FILE = {
    .buf = buf + UNGET,
    .buf_size = BUFSIZ,
    .fd = 1,
    .flags = F_PERM | F_NORD,
    .lbf = -1,
    .write = __stdio_write,
    .seek = __stdio_seek,
    .close = __stdio_close,
    .lock = -1,
};
FILE *const stdout = &__stdout_FILE;
FILE *volatile __stdout_used = &__stdout_FILE;
