// fnmatch, getopt, getopt_long, getsubopt, basename and dirname, wordless parts of <search.h>.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <fnmatch.h>
#include <getopt.h>
#include <libgen.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void match(const char *pattern, const char *text, int flags) {
  printf("%s %s: %d\n", pattern, text, fnmatch(pattern, text, flags));
}

static void options(void) {
  static const struct option longs[] = {{"all", no_argument, NULL, 'a'},
                                        {"size", required_argument, NULL, 's'},
                                        {"maybe", optional_argument, NULL, 'm'},
                                        {NULL, 0, NULL, 0}};
  char *argv[] = {"prog",      "-ab",   "file", "-s5", "--size", "7",
                  "--maybe=x", "--all", "--",   "-c",  NULL};
  int c, argc = 10;
  while ((c = getopt_long(argc, argv, "abs:m::", longs, NULL)) != -1)
    printf("%c %s\n", c, optarg ? optarg : "-");
  for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
  optind = 1;
  opterr = 0;
  char *bad[] = {"prog", "-x", "-s", NULL};
  while ((c = getopt(3, bad, "s:")) != -1) printf("%c %c\n", c, optopt);
}

static int order(const void *a, const void *b) { return strcmp(a, b); }

static void visit(const void *node, VISIT which, int depth) {
  if (which == postorder || which == leaf) printf("%s %d\n", *(char *const *)node, depth);
}

static void search(void) {
  static char *const names[] = {"pear", "apple", "fig", "date", "kiwi", "lime"};
  void *root = NULL;
  for (int i = 0; i < 6; i++) tsearch(names[i], &root, order);
  tdelete("fig", &root, order);
  twalk(root, visit);
  printf("%d %d\n", tfind("kiwi", &root, order) != NULL, tfind("fig", &root, order) != NULL);
  hcreate(10);
  for (int i = 0; i < 6; i++) hsearch((ENTRY){names[i], (void *)(long)i}, ENTER);
  ENTRY *e = hsearch((ENTRY){"date", NULL}, FIND);
  printf("%ld %d\n", (long)e->data, hsearch((ENTRY){"none", NULL}, FIND) == NULL);
  hdestroy();
  int numbers[4] = {3, 1, 4, 1}, key = 4;
  size_t n = 4;
  int *found =
      lfind(&key, numbers, &n, sizeof *numbers, (int (*)(const void *, const void *))order);
  printf("%d\n", found ? *found : -1);
}

int main(void) {
  match("*.c", "main.c", 0);
  match("*.c", "a/b.c", FNM_PATHNAME);
  match("[a-c]?[!x]", "bzy", 0);
  match(".*", ".rc", FNM_PERIOD);
  match("*", ".rc", FNM_PERIOD);
  match("[[:digit:]]*", "7up", 0);
  match("A*", "abc", FNM_CASEFOLD);
  match("a\\*", "a*", 0);
  match("a/*", "a/b/c", FNM_PATHNAME | FNM_LEADING_DIR);
  options();
  search();
  char path[] = "/usr/lib/libc.a", again[] = "/usr/lib/libc.a";
  printf("%s %s\n", basename(path), dirname(again));
  return 0;
}
