// Texts that end with their object become wide ones without a look behind it.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  for (size_t n = 0; n < 12; n++) {
    char *text = malloc(n + 1);
    memset(text, 'a', n);
    text[n] = 0;
    wchar_t wide[16];
    size_t length = mbstowcs(NULL, text, 0), written = mbstowcs(wide, text, 16);
    const char *at = text;
    mbstate_t state = {0};
    size_t part = mbsrtowcs(wide, &at, 5, &state);
    printf("%zu %zu %zu %td\n", length, written, part, at ? at - text : -1);
    free(text);
  }
  return 0;
}
