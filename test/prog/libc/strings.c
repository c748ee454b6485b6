// string.h on concrete strings, as glibc answers.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  char a[40] = "nadir", b[40];
  printf("%zu %zu %zu\n", strlen(a), strnlen(a, 3), strlen(""));
  strcpy(b, a);
  strcat(b, " and zenith");
  strncat(b, "!!!!", 2);
  puts(b);
  strncpy(a, "abc", 8);
  printf("%s %d %d\n", a, a[5], a[7]);
  printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a\xff")), strcmp("", ""),
         sign(strcmp("\xff", "a")));
  printf("%d %d %d\n", strncmp("abcd", "abce", 3), sign(strcasecmp("AbC", "aBd")),
         sign(memcmp("a\0b", "a\0c", 3)));
  printf("%s %s %s\n", strchr(b, 'a'), strrchr(b, 'a'), strstr(b, "and"));
  printf("%d %d %td\n", !strchr(b, 'q'), !strstr(b, "andy"), strchr(b, 0) - b);
  printf("%zu %zu %s\n", strspn(b, "adnir"), strcspn(b, " "), strpbrk(b, "ze"));
  printf("%s %td\n", (char *)memchr(b, 'z', 40), (char *)memrchr(b, 'n', 10) - b);
  for (char *t = strtok(b, " !"); t; t = strtok(NULL, " !")) printf("[%s]", t);
  char *copy = strdup("copy"), *part = strndup("partial", 4);
  printf(" %s %s\n", copy, part);
  free(copy);
  free(part);
  return 0;
}
