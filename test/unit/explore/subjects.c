/* subjects.c — programs with known numbers of paths. */
#include "unit/explore/subjects.h"

#define HARNESS                                                      \
  "void nadir_symbolic(void *p, unsigned long n, const char *name);" \
  "void nadir_assume(int c); unsigned long nadir_size(void);"        \
  "unsigned long nadir_fix(unsigned long x);"                        \
  "void *malloc(unsigned long); void abort(void);"

static const char insertion_sort[] =
    HARNESS "int a[8];"
            "int main(void) {"
            "  int n = (int)nadir_size(); nadir_symbolic(a, n * sizeof *a, \"a\");"
            "  for (int i = 1; i < n; i++) {"
            "    int x = a[i], j = i;"
            "    while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; }"
            "    a[j] = x;"
            "  }"
            "  return 0;"
            "}";

/* One condition for each node on the way: a tree of N keys is one of N! orders. */
static const char binary_tree[] = HARNESS
    "typedef struct Node { int key; struct Node *kid[2]; } Node;"
    "int a[8];"
    "int main(void) {"
    "  int n = (int)nadir_size(); nadir_symbolic(a, n * sizeof *a, \"a\");"
    "  Node *root = 0;"
    "  for (int i = 0; i < n; i++) {"
    "    Node **at = &root;"
    "    while (*at) { if (a[i] < (*at)->key) at = &(*at)->kid[0]; else at = &(*at)->kid[1]; }"
    "    *at = malloc(sizeof **at); (*at)->key = a[i]; (*at)->kid[0] = (*at)->kid[1] = 0;"
    "  }"
    "  return 0;"
    "}";

/* Pushes: the k-th value rises by 0 to floor(log2 k) places, all feasible: 1·2·2·3·3·3·3·4 … */
static const char heap[] = HARNESS
    "int a[8], h[8];"
    "int main(void) {"
    "  int n = (int)nadir_size(); nadir_symbolic(a, n * sizeof *a, \"a\");"
    "  for (int i = 0; i < n; i++) {"
    "    int at = i;"
    "    while (at && a[i] < h[(at - 1) / 2]) { h[at] = h[(at - 1) / 2]; at = (at - 1) / 2; }"
    "    h[at] = a[i];"
    "  }"
    "  return 0;"
    "}";

/* The form of O(V²), with weights that are not negative. */
static const char dijkstra[] =
    HARNESS "int w[5][5], d[5]; char done[5];"
            "int main(void) {"
            "  int n = (int)nadir_size();"
            "  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (i != j) {"
            "    nadir_symbolic(&w[i][j], sizeof(int), \"w\"); nadir_assume(w[i][j] >= 0);"
            "    nadir_assume(w[i][j] < 1000);"
            "  }"
            "  for (int i = 1; i < n; i++) d[i] = -1;"
            "  for (int round = 0; round < n; round++) {"
            "    int m = -1;"
            "    for (int i = 0; i < n; i++) {"
            "      if (done[i] || (i && !round)) continue;"
            "      if (m < 0 || d[i] < d[m]) m = i;"
            "    }"
            "    done[m] = 1;"
            "    for (int i = 0; i < n; i++) {"
            "      if (done[i]) continue;"
            "      if (!round || d[m] + w[m][i] < d[i]) d[i] = d[m] + w[m][i];"
            "    }"
            "  }"
            "  return 0;"
            "}";

const Subject subjects[] = {
    {"insertion sort", insertion_sort, 1, 1},
    {"insertion sort", insertion_sort, 4, 24},
    {"binary tree", binary_tree, 4, 24},
    {"heap", heap, 5, 36},
    {"dijkstra", dijkstra, 3, 4},
    {"dijkstra", dijkstra, 4, 56},
};
const u32 n_subjects = ARRAY_LEN(subjects);

const char *const every_choice =
    HARNESS "int a[4] = {3, 1, 4, 1}, b[2] = {5, 9};"
            "int main(void) {"
            "  int x, y; unsigned char c, k; int *p = 0;"
            "  nadir_symbolic(&x, 4, \"x\"); nadir_symbolic(&y, 4, \"y\");"
            "  nadir_symbolic(&c, 1, \"c\"); nadir_symbolic(&k, 1, \"k\");"
            "  nadir_assume(x > 3);"
            "  if (x > 100) { if (y / (x - 200) == 7) return 1; return 2; }"
            "  switch (c) { case 1: p = a; break; case 5: case 7: p = b; break; case 9: abort(); }"
            "  if (!p) return 3;"
            "  if (k > 5) return 4;"
            "  if (p[k] > 3) return 5;"
            "  char *m = malloc(k & 3); if (k & 3) m[0] = 1;"
            "  return m ? 6 : 7;"
            "}";
