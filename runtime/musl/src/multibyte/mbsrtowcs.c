/* mbsrtowcs.c — musl's, without its reads of four bytes at once.
 *
 * These reach behind the end of a text, which is harmless natively, where they are aligned, and a read
 * out of bounds in the machine.  musl has them only for compilers that say they are gcc.
 */
#undef __GNUC__
#include "src/multibyte/mbsrtowcs.c"
