/* ctype.h — musl's, but isspace is called: musl's is a function in the header, whose two comparisons
 * are decisions, and would be counted as the program's own. */
#include_next <ctype.h>
#undef isspace
