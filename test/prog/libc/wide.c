// Wide and multibyte characters in the C.UTF-8 locale: conversions both ways, classes, printing.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  char *set = setlocale(LC_ALL, "C.UTF-8");
  printf("%s %s %d\n", set ? set : "none", nl_langinfo(CODESET), (int)MB_CUR_MAX);
  static const char text[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z";
  wchar_t wide[10];
  size_t n = mbstowcs(wide, text, 10);
  printf("%zu:", n);
  for (size_t i = 0; i < n; i++)
    printf(" %x/%d%d%d%d/%x/%d", (unsigned)wide[i], !!iswalpha(wide[i]), !!iswupper(wide[i]),
           !!iswpunct(wide[i]), !!iswprint(wide[i]), (unsigned)towupper(wide[i]), wcwidth(wide[i]));
  char back[20];
  n = wcstombs(back, wide, sizeof back);
  printf("\n%zu %d\n", n, strcmp(back, text));
  mbstate_t state = {0};
  wchar_t w;
  printf("%d", (int)mbrtowc(&w, "\xe2", 1, &state));
  printf(" %d", (int)mbrtowc(&w, "\x82", 1, &state));
  printf(" %d %x\n", (int)mbrtowc(&w, "\xac", 1, &state), (unsigned)w);
  errno = 0;
  printf("%d %d\n", (int)mbrtowc(&w, "\xc0\x80", 2, &(mbstate_t){0}), errno == EILSEQ);
  printf("%ls|%5ls|%-5.2ls|%lc\n", L"w\u00fc", L"ab", L"xyz", (wint_t)L'\u00df');
  wchar_t out[40];
  printf("%d %ls\n", swprintf(out, 40, L"%d %s %ls %.2f", 7, "narrow", L"wide", 1.5), out);
  int i;
  double d;
  printf("%d %d %g\n", swscanf(L"12 3.5", L"%d %lf", &i, &d), i, d);
  printf("%ld %g\n", wcstol(L"-0x1f", NULL, 0), wcstod(L"2.5e3x", NULL));
  printf("%zu %d %ls\n", wcslen(L"four"), wcscmp(L"a", L"b") < 0, wcsstr(L"haystack", L"st"));
  setlocale(LC_ALL, "C");
  printf("%d %x\n", (int)MB_CUR_MAX, (unsigned)btowc(0xe4));
  return 0;
}
