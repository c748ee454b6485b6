/* A tree in Newick's format, ((a:1,b:2)c:3,d); the distance of each leaf from the root is summed on its way up.
 *
 * call: newick_distance(char s[N] string)
 * small: 1:5
 * class: n^2
 * values: s b'(),a;'
 * killer: s = b'(' * (N // 2) + b'a' + b',' * (N - N // 2 - 1)
 */
#include <ctype.h>
#include <stdlib.h>

struct node {
  struct node *up;
  int has_children;
  long length;
};

static struct node *add(struct node *up) {
  struct node *x = calloc(1, sizeof *x);
  x->up = up;
  if (up) up->has_children = 1;
  return x;
}

static long finish_leaf(const struct node *x) {
  long sum = 0;
  if (x->has_children) return 0;
  for (; x; x = x->up) sum += x->length + 1;
  return sum;
}

long newick_distance(const char *s) {
  struct node *root = add(NULL), *x = root;
  long sum = 0;
  for (; *s && *s != ';'; s++) {
    if (*s == '(') {
      x = add(x);
    } else if (*s == ',') {
      sum += finish_leaf(x);
      if (!x->up) return -1;
      x = add(x->up);
    } else if (*s == ')') {
      sum += finish_leaf(x);
      if (!x->up) return -1;
      x = x->up;
    } else if (*s == ':') {
      while (isdigit((unsigned char)s[1])) x->length = x->length * 10 + (*++s - '0');
    } else if (!isalnum((unsigned char)*s)) {
      return -1;
    }
  }
  return sum;
}
