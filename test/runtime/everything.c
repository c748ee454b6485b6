/* everything.c — a program that uses every function of the runtime's C library in the ways of
 * ordinary programs; bitcode_test.py looks which names it needs when compiled with all sorts of
 * flags. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

static jmp_buf place;
static char text[100], other[100];

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void bye(void) { puts("bye"); }

static int characters(const char *s) {
  int n = 0;
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    n += isalpha(c) + isdigit(c) + isspace(c) + isupper(c) + islower(c) + isalnum(c) + isxdigit(c);
    n += ispunct(c) + isprint(c) + isgraph(c) + iscntrl(c) + isblank(c) + isascii(c);
    n += tolower(c) + toupper(c);
  }
  return n;
}

static size_t strings(const char *s, size_t n) {
  char *rest = NULL, *copy = strdup(s);
  size_t sum = strlen(s) + strspn(s, "a") + strcspn(s, "b") + strnlen(s, n);
  strcpy(text, s), strcat(text, s), strncpy(other, s, n), strncat(other, s, n);
  memcpy(text, s, n), memmove(text + 1, text, n), memset(other, 0, n);
  sum += (size_t)strcmp(text, s) + (size_t)strncmp(text, s, n) + (size_t)memcmp(text, s, n);
  sum += (size_t)strcasecmp(text, s) + (size_t)strncasecmp(text, s, n);
  sum +=
      !strchr(s, 'x') + !strrchr(s, 'x') + !strstr(s, other) + !strpbrk(s, "ab") + !memchr(s, 0, n);
  sum += !strtok(text, ",") + !strtok_r(text, ",", &rest);
  free(copy);
  return sum;
}

static double numbers(const char *s) {
  char *end;
  double x = strtod(s, &end) + atof(s) + sqrt((double)strtol(s, &end, 10)) + pow(2, atoi(s));
  x += (double)strtoul(s, NULL, 0) + (double)atol(s) + (double)strtoll(s, &end, 16) + floor(x);
  return x + (double)strtoull(s, NULL, 8) + fabs(x) + abs(atoi(s)) + (double)labs(atol(s));
}

static void print(const char *s, int x, double y) {
  printf("%s %d\n", s, x);
  printf("%f\n", y);
  fprintf(stderr, "%x", x);
  sprintf(text, "%d%s", x, s);
  snprintf(text, sizeof text, "%5d", x);
  puts(s), putchar(x), fputs(s, stdout), fputc(x, stdout), putc(x, stderr), perror(s);
  fwrite(s, 1, 2, stdout);
  fflush(stdout);
}

int main(int argc, char **argv) {
  int a[] = {3, 1, 2}, key = argc;
  atexit(bye);
  srand((unsigned)time(NULL));
  if (setjmp(place)) return errno;
  qsort(a, 3, sizeof a[0], compare);
  if (!bsearch(&key, a, 3, sizeof a[0], compare)) longjmp(place, 1);
  int *p = calloc(3, sizeof *p);
  p = realloc(p, 100);
  assert(p);
  print(argv[0], characters(argv[0]) + rand(), numbers(argv[0]));
  if (getchar() != EOF || fgets(text, sizeof text, stdin) || feof(stdin) || getenv("X")) abort();
  exit((int)strings(argv[0], (size_t)argc) + isatty(1) + (int)clock());
}
