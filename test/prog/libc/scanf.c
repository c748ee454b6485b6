// sscanf: every conversion, widths, suppressed ones, sets, what stops it, and how much was read.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  int i, j, n = -1, r;
  unsigned u;
  long l;
  long long ll;
  short h;
  signed char hh;
  float f;
  double d;
  long double ld;
  char s[40] = "", t[40] = "", c[4] = "";
  wchar_t w[10] = L"";
  void *p;

  r = sscanf(" 42 -17 0x1F 017", "%d%d%i%n", &i, &j, &r, &n);
  printf("%d %d %d\n", i, j, n);
  r = sscanf("0xff 077 12", "%i %o %u", &i, &u, &j);
  printf("%d: %d %u %d\n", r, i, u, j);
  r = sscanf("-9000000000 70000 300 123456789012345678", "%ld %hd %hhd %lld", &l, &h, &hh, &ll);
  printf("%d: %ld %d %d %lld\n", r, l, h, hh, ll);
  r = sscanf("1.5 -2.25e10 0x1.8p3 inf", "%f %lf %Lf %f", &f, &d, &ld, &f);
  printf("%d: %g %g %Lg\n", r, f, d, ld);
  r = sscanf("nan 1e400 1e-400 .5.", "%f %lf %lf %lf", &f, &d, &d, &d);
  printf("%d: %d %g\n", r, f != f, d);
  r = sscanf("hello world abc", "%s %3s %2c", s, t, c);
  printf("%d: [%s] [%s] [%s]\n", r, s, t, c);
  r = sscanf("key=value;rest", "%[a-z]=%[^;];%n", s, t, &n);
  printf("%d: [%s] [%s] %d\n", r, s, t, n);
  r = sscanf("]-x", "%[]-]%c", s, c);
  printf("%d: [%s] %c\n", r, s, c[0]);
  r = sscanf("12345678", "%3d%*2d%d", &i, &j);
  printf("%d: %d %d\n", r, i, j);
  r = sscanf("100% 7", "%d%% %d", &i, &j);
  printf("%d: %d %d\n", r, i, j);
  r = sscanf("abc", "%d", &i);
  printf("%d\n", r);
  r = sscanf("", "%d", &i);
  printf("%d %d\n", r, EOF);
  r = sscanf("  12ab", "%d%d", &i, &j);
  printf("%d: %d\n", r, i);
  r = sscanf("0x", "%x", &u);
  printf("%d\n", r);
  r = sscanf("wide text", "%ls %5[a-z]", w, s);
  printf("%d: %ls [%s]\n", r, w, s);
  r = sscanf("1234abcd", "%p", &p);
  printf("%d: %p\n", r, p);
  char *m = NULL;
  r = sscanf("allocated here", "%ms", &m);
  printf("%d: %s\n", r, m);
  r = sscanf("3 4", "%2$d %1$d", &i, &j);
  printf("%d: %d %d\n", r, i, j);
  return 0;
}
