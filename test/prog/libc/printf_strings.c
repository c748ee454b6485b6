// printf of strings and pointers; snprintf cuts and tells the whole length.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[8];
  const char open[3] = {'a', 'b', 'c'};
  printf("[%s] [%10s] [%-10s] [%.2s] [%5.1s] [%.3s]\n", "abc", "abc", "abc", "abc", "abc", open);
  printf("[%.*s] [%*s]\n", 2, "xyz", 5, "xyz");
  int n = snprintf(text, sizeof text, "%d-%s", 12345, "abcdef");
  printf("%d %s %zu\n", n, text, strlen(text));
  n = snprintf(NULL, 0, "%x", 0xabcde);
  printf("%d\n", n);
  n = snprintf(text, 1, "full");
  printf("%d [%s]\n", n, text);
  n = sprintf(text, "%c%c", 'o', 'k');
  printf("%d %s\n", n, text);
  printf("%p\n", (void *)0x1234);
  fputs("fputs ", stdout);
  fprintf(stdout, "%s\n", "fprintf");
  putchar('p');
  putc('c', stdout);
  fwrite("write\n", 1, 6, stdout);
  return 0;
}
