/* indent.c — copies standard input with each line indented, as options say; with one mistake.
 *
 *     script/nadir cover examples/indent.c
 *
 * It knows nothing of nadir, and nothing is said of its arguments or its input: nadir tries several shapes of both. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *usage = "usage: indent [-t] [-w WIDTH] [--mark TEXT]\n";

int main(int argc, char **argv) {
  char margin[16] = "";
  const char *mark = "";
  int width = 2, with_tabs = 0, c, is_start = 1;

  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-t"))
      with_tabs = 1;
    else if (!strcmp(argv[i], "-w") && i + 1 < argc)
      width = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--mark") && i + 1 < argc)
      mark = argv[++i];
    else
      return fputs(usage, stderr), 2;
  }
  if (width > 16) return fputs("indent: too wide\n", stderr), 2;
  memset(margin, with_tabs ? '\t' : ' ', width < 0 ? 0 : (size_t)width);
  if (width > 0) margin[width] = '\0';
  while ((c = getchar()) != EOF) {
    if (is_start) fputs(margin, stdout), fputs(mark, stdout);
    is_start = c == '\n';
    putchar(c);
  }
  return 0;
}
