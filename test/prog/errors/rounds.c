// A pointer to a variable of an earlier round of a loop is no pointer to that of this round.
// RUN: run --cflags -w
// EXPECT: finished 3
// EXPECT: native differs
#include <nadir.h>
#include <stddef.h>

struct node { int value; struct node *next; };
static struct node *list;

static void push(struct node *n) { n->next = list, list = n; }

static int sum(void) {
  int sum = 0;
  for (struct node *n = list; n; n = n->next) sum += n->value; // ERROR: use-scope
  return sum;
}

static int fine(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int x = i, *p = &x, a[3] = {i, i, i};
    struct node n = {i, NULL}, *q = &n;
    for (int k = 0; k < 3; k++) {
      int *inner = &a[k];
      *inner += *p + q->value;
    }
    sum += a[2] + *p;
  }
  return sum;
}

int main(void) {
  unsigned char kind;
  int *p = NULL, x = 0;
  nadir_symbolic(&kind, 1, "kind");
  switch (kind) {
  case 0:
    for (int i = 0; i < 3; i++) {
      int here = i;
      if (p) x += *p; // ERROR: use-scope
      p = &here;
    }
    break;
  case 1:
    for (int i = 0; i < 3; i++) {
      int a[4] = {i, i};
      if (i == 2) x = *p; // ERROR: use-scope
      if (i == 0) p = a + 1;
    }
    break;
  case 2: {
    int i = 0;
  again:;
    {
      struct { int a, b; } s = {i, i};
      if (p) *p = 3; // ERROR: use-scope
      p = &s.b;
    }
    if (i++ < 2) goto again;
    break;
  }
  case 3:
    while (x++ < 3) {
      struct node n = {x, NULL};
      push(&n);
      sum();
    }
    break;
  case 4:
    do {
      char c = 1;
      char **q = (char **)&p;
      if (*q) **q = 2; // ERROR: use-scope
      *q = &c;
    } while (x++ < 2);
    break;
  case 5:
    for (int i = 0; i < 3; i++) {
      int vla[i + 1], here = i;
      p = &here;
      vla[i] = *p;
      x += vla[i];
    }
    break;
  case 6: if (fine() != 40) __builtin_trap(); break;
  default: // the variable outlives the rounds
    for (int i = 0; i < 3; i++) {
      if (p) x += *p;
      p = &x;
    }
    if (x) return 1;
  }
  return 0;
}
