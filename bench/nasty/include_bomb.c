/* A file that includes itself twice, 200 levels deep. */
#include <nadir.h>
#ifndef LEVEL
#define LEVEL 0
#endif
#if __INCLUDE_LEVEL__ < 190
#include "include_bomb.c"
#include "include_bomb.c"
#endif
#ifndef HAS_MAIN
#define HAS_MAIN
int main(void) { return 0; }
#endif
