/* Includes /dev/stdin and /dev/zero: the compiler reads for ever. */
#include <nadir.h>
#include "/dev/zero"
int main(void) { return 0; }
