// Of the kind that verification tasks have: flexible arrays, matrices, lists, copies, sizes asked for.
// RUN: run --check=leak
// EXPECT: error 0
#include <assert.h>
#include <malloc.h>
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

struct packet {
  unsigned n;
  int at[];
};

struct node {
  struct node *next;
  char *text;
};

static void flexible(unsigned n) {
  struct packet *p = malloc(sizeof *p + n * sizeof p->at[0]);
  p->n = n;
  p->at[n - 1] = 7;
  p->at[0] = 3;
  assert(p->at[n - 1] == (n == 1 ? 3 : 7) && p->n == n);
  assert(malloc_usable_size(p) >= 4 + 4 * n);
  free(p);
}

static void matrix(unsigned n) {
  if (n > 3) return;
  int **m = malloc(n * sizeof *m), sum = 0;
  for (unsigned i = 0; i < n; i++) m[i] = calloc(n, sizeof **m);
  for (unsigned i = 0; i < n; i++) m[i][n - 1 - i] = 1;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < n; k++) sum += m[i][k];
  assert(sum == (int)n);
  for (unsigned i = 0; i < n; i++) free(m[i]);
  free(m);
}

static void list(unsigned n) {
  struct node *first = NULL;
  if (n > 4) return;
  for (unsigned i = 0; i < n; i++) {
    struct node *x = malloc(sizeof *x);
    x->next = first;
    x->text = malloc(n + i);
    memset(x->text, 'a', n + i);
    first = x;
  }
  while (first) {
    struct node *next = first->next;
    assert(first->text[n - 1] == 'a');
    free(first->text);
    free(first);
    first = next;
  }
}

static void copies(unsigned n) {
  char *p = malloc(n), *q = malloc(n);
  memset(p, 'x', n);
  memcpy(q, p, n);
  assert(q[n - 1] == 'x' && q[0] == 'x');
  q = realloc(q, n + 1);
  q[n] = 0;
  if (n == 5) assert(strlen(q) == 5);
  free(p);
  free(q);
}

static void arrays(unsigned n) {
  int a[n], b[n][2];
  a[n - 1] = 5;
  b[n - 1][1] = 6;
  assert(a[n - 1] + b[n - 1][1] == 11 && sizeof a == 4 * n);
}

int main(void) {
  unsigned n;
  unsigned char way;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(n >= 1);
  nadir_assume(n <= 1000);
  if (way == 0) flexible(n);
  if (way == 1) matrix(n);
  if (way == 2) list(n);
  if (way == 3) copies(n);
  if (way == 4) arrays(n);
  return 0;
}
