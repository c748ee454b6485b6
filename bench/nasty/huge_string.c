/* A string constant of 16 MB in which a symbolic letter is looked for. */
#include <nadir.h>
#include <string.h>
#define S16(x) x x x x x x x x x x x x x x x x
#define S S16(S16(S16(S16("0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789ABCDEF"))))
static const char text[] = S S S S;
int main(void) {
  char c;
  nadir_symbolic(&c, sizeof c, "c");
  const char *at = memchr(text, c, sizeof text);
  return at ? at - text > 100 : 1;
}
